//! The board editor: walk over the track, say what a cell does, and see what that makes of the
//! board. Every change can be taken back; nothing is written until it is saved.

mod keys;
mod panel;
mod popups;

use std::sync::Arc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use self::keys::Action;
pub(super) use self::keys::EDITOR;
use self::popups::Question;
use super::picture::{BoardPicture, sentence};
use super::trial::Trial;
use crate::games::goose::odds::{Odds, exact};
use crate::games::goose::{Board, Draft, Effect, Goose, Winding};
use crate::play::clean;
use crate::play::telling::board_name;
use crate::tui::ask::Prompt;
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav};
use crate::tui::panels::{Shell, Side};
use crate::tui::task::{News, Task};
use crate::tui::theme::Meaning;
use crate::tui::{Context, Effect as Then, Hint, Mouse, Msg, Screen, Title, hints};

const HELP: &str = include_str!("help.md");
/// More dice than this are for those who write the file by hand.
const MOST_DICE: u16 = 4;
/// The dice one can buy.
const SIDES: [u16; 7] = [4, 6, 8, 10, 12, 20, 100];

pub struct Editor {
    draft: Draft,
    /// As it was opened or last saved.
    saved: Draft,
    undo: Vec<Draft>,
    redo: Vec<Draft>,
    cursor: u16,
    /// The teleport whose goal is being chosen.
    aiming: Option<u16>,
    /// The number of that goal as far as it is typed.
    typed: u16,
    board: Result<Arc<Board>, String>,
    figures: Option<Odds>,
    task: Option<Task<Odds>>,
    asked: Option<Question>,
    trial: Option<Trial>,
}

pub fn open(board: &Board, _: &Context) -> Box<dyn Screen> {
    Box::new(Editor::new(board))
}

impl Editor {
    fn new(board: &Board) -> Editor {
        let draft = Draft::from(board);
        Editor {
            saved: draft.clone(),
            draft,
            undo: Vec::new(),
            redo: Vec::new(),
            cursor: 1,
            aiming: None,
            typed: 0,
            board: Ok(Arc::new(board.clone())),
            figures: None,
            task: None,
            asked: None,
            trial: None,
        }
    }

    fn is_plain(&self) -> bool {
        self.draft.cell(self.cursor).effect == Effect::Plain
    }

    fn is_changed(&self) -> bool {
        self.draft != self.saved
    }

    /// Makes a change that can be taken back.
    fn change(&mut self, change: impl FnOnce(&mut Draft)) -> Then {
        let before = self.draft.clone();
        change(&mut self.draft);
        if self.draft == before {
            return Then::None;
        }
        self.undo.push(before);
        self.redo.clear();
        self.look_again()
    }

    fn step(&mut self, back: bool) -> Then {
        let (from, to) = match back {
            true => (&mut self.undo, &mut self.redo),
            false => (&mut self.redo, &mut self.undo),
        };
        let Some(draft) = from.pop() else {
            let words = if back { "nothing to undo" } else { "nothing to redo" };
            return Then::Say(words.to_owned());
        };
        to.push(std::mem::replace(&mut self.draft, draft));
        self.look_again()
    }

    /// Finds out whether the draft is a board, and what it is like.
    fn look_again(&mut self) -> Then {
        self.cursor = self.cursor.min(self.draft.last());
        self.board = self.draft.check().map(Arc::new).map_err(|error| error.why);
        self.task = None;
        let Ok(board) = &self.board else {
            self.figures = None;
            return Then::None;
        };
        let board = Arc::clone(board);
        let (task, run) = Task::new(move |_, report: &mut dyn FnMut(Odds)| report(exact(&board)));
        self.task = Some(task);
        run
    }

    /// Changes what the cell under the cursor does.
    fn set(&mut self, effect: Effect) -> Then {
        let cell = self.cursor;
        if !self.draft.is_free(cell) {
            return Then::Say("the start and the last cell are plain".to_owned());
        }
        self.change(|draft| draft.set(cell, effect))
    }

    fn act(&mut self, action: Action) -> Then {
        let cell = self.cursor;
        match action {
            Action::Goose => self.set(Effect::Goose),
            Action::Trap => self.set(Effect::Trap),
            // Again makes it a turn longer.
            Action::Wait => self.set(match self.draft.cell(cell).effect {
                Effect::Wait(turns @ 1..=8) => Effect::Wait(turns + 1),
                _ => Effect::Wait(1),
            }),
            Action::Plain => self.set(Effect::Plain),
            Action::Teleport if !self.draft.is_free(cell) => self.set(Effect::Plain),
            Action::Teleport => {
                self.aiming = Some(cell);
                Then::None
            }
            Action::Longer => self.change(|draft| draft.resize(draft.last() + 1)),
            Action::Shorter => self.change(|draft| draft.resize(draft.last().saturating_sub(1))),
            Action::Undo => self.step(true),
            Action::Redo => self.step(false),
            Action::Dice => self.change(|draft| draft.turn_dice(MOST_DICE)),
            Action::Sides => self.change(|draft| {
                let larger = SIDES.iter().find(|sides| **sides > draft.dice.sides);
                draft.dice.sides = *larger.unwrap_or(&SIDES[0]);
            }),
            Action::Winding => self.change(|draft| {
                draft.track = match draft.track {
                    Winding::Spiral => Winding::Rows,
                    Winding::Rows => Winding::Spiral,
                };
            }),
            Action::Try => match &self.board {
                Ok(board) => {
                    self.trial = Some(Trial::new(board));
                    Then::None
                }
                Err(why) => Then::Say(format!("it cannot be played yet: {why}")),
            },
            Action::Save => self.ask_name(false),
            Action::NameCell if self.draft.cell(cell).effect == Effect::Plain => {
                Then::Say("a plain cell needs no name".to_owned())
            }
            Action::NameCell => {
                let name = self.draft.cell(cell).name.clone().unwrap_or_default();
                self.ask(Question::NameCell, Prompt::new("The cell's name", &name))
            }
            Action::NameBoard => {
                let prompt = Prompt::new("The board's name", &clean(&self.draft.name));
                self.ask(Question::NameBoard, prompt)
            }
        }
    }

    /// The teleport leads to the cell under the cursor.
    fn aim(&mut self, from: u16) -> Then {
        if self.cursor == from {
            return Then::Say("a teleport to itself leads nowhere".to_owned());
        }
        self.aiming = None;
        let to = std::mem::replace(&mut self.cursor, from);
        self.set(Effect::Teleport(to))
    }

    fn key(&mut self, key: &Key, context: &mut Context) -> Then {
        let nav = context.keys.nav(key);
        if let Some(trial) = &mut self.trial {
            match nav {
                Some(Nav::Back) => self.trial = None,
                Some(Nav::Confirm) => trial.throw(context),
                _ => {}
            }
            return Then::None;
        }
        if let Some(from) = self.aiming {
            if let Some(digit) = key.digit() {
                // The number of the cell, digit by digit; one that leads off the board begins anew.
                let typed = self.typed * 10 + u16::from(digit);
                self.typed = if typed <= self.draft.last() { typed } else { u16::from(digit) };
                self.cursor = self.typed.min(self.draft.last());
                return Then::None;
            }
            self.typed = 0;
            match nav {
                Some(Nav::Confirm) => return self.aim(from),
                Some(Nav::Back) => {
                    self.aiming = None;
                    self.cursor = from;
                    return Then::None;
                }
                _ => {}
            }
        } else if let Some(action) = context.keys.action(&EDITOR, key) {
            return self.act(action);
        } else if let (Some(turns @ 1..), Effect::Wait(_)) =
            (key.digit(), self.draft.cell(self.cursor).effect)
        {
            return self.set(Effect::Wait(turns));
        }
        if nav == Some(Nav::Back) {
            return self.leave();
        }
        self.walk(nav, context);
        Then::None
    }

    fn walk(&mut self, nav: Option<Nav>, context: &Context) {
        let here = self.cursor;
        let last = self.draft.last();
        let picture = self.picture(context);
        let track = picture.track();
        let to = match nav {
            // From the start one steps onto the track, whichever way one goes.
            Some(Nav::Left | Nav::Right | Nav::Up | Nav::Down) if here == 0 => Some(1),
            Some(Nav::Left) => track.beside(here, -1, 0).or((here == 1).then_some(0)),
            Some(Nav::Right) => track.beside(here, 1, 0),
            Some(Nav::Up) => track.beside(here, 0, -1),
            Some(Nav::Down) => track.beside(here, 0, 1),
            Some(Nav::Next) => Some((here + 1).min(last)),
            Some(Nav::Previous) => Some(here.saturating_sub(1)),
            Some(Nav::First) => Some(1),
            Some(Nav::Last) => Some(last),
            Some(Nav::PageUp) => Some((here + 10).min(last)),
            Some(Nav::PageDown) => Some(here.saturating_sub(10)),
            _ => None,
        };
        self.cursor = to.unwrap_or(here);
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, context: &Context) -> Then {
        let hit = self.picture(context).cell_at(at);
        match (mouse, hit, self.aiming) {
            _ if self.trial.is_some() => {}
            (Mouse::Click, Some(cell), Some(from)) => {
                self.cursor = cell;
                return self.aim(from);
            }
            (Mouse::Click, Some(cell), None) => self.cursor = cell,
            (Mouse::WheelUp, ..) => self.walk(Some(Nav::Next), context),
            (Mouse::WheelDown, ..) => self.walk(Some(Nav::Previous), context),
            _ => {}
        }
        Then::None
    }

    fn listen(&mut self) -> Then {
        while let Some(news) = self.task.as_ref().and_then(Task::poll) {
            match news {
                News::Report(odds) => self.figures = Some(odds),
                News::Done => self.task = None,
                News::Failed(why) => {
                    self.task = None;
                    return Then::Say(format!("the figures failed ({why})"));
                }
            }
        }
        Then::None
    }

    fn shell(context: &Context) -> Shell {
        Shell::of(context.area(), Side::Wide)
    }

    fn board_area(context: &Context) -> Rect {
        let board = Self::shell(context).board;
        Rect { height: board.height.saturating_sub(1), ..board }
    }

    fn picture<'a>(&'a self, context: &'a Context) -> BoardPicture<'a> {
        let (cells, track) = (self.draft.cells(), self.draft.track);
        BoardPicture::new(cells, track, &context.look, Self::board_area(context), self.cursor)
    }

    fn status(&self) -> String {
        match self.aiming {
            _ if self.trial.is_some() => String::new(),
            Some(from) if self.cursor != from => {
                format!("the teleport on {from} leads to {}", self.cursor)
            }
            Some(from) => format!("where does {from} lead? walk there, or type its number"),
            None => sentence(self.draft.cells(), self.cursor),
        }
    }
}

impl Screen for Editor {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Then {
        match msg {
            Msg::Shown if self.figures.is_none() && self.task.is_none() => self.look_again(),
            Msg::Woken => self.listen(),
            Msg::Key(key) => self.key(&key, context),
            Msg::Mouse(mouse, at) => self.mouse(mouse, at, context),
            Msg::Answered(answer) => self.answered(answer, context),
            Msg::Kept(file) => self.written(file),
            Msg::Tick(elapsed) => {
                if let Some(trial) = &mut self.trial {
                    trial.pass(context.motion_time(elapsed));
                }
                Then::None
            }
            _ => Then::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let theme = look.theme();
        let shell = Self::shell(context);
        shell.draw(look, buf);
        match &self.trial {
            Some(trial) => trial.draw(look, Self::board_area(context), buf),
            None => {
                let picture = self.picture(context);
                picture.cells(buf, |_| None);
                if let Some(from) = self.aiming {
                    picture.cursor(buf, from, theme.legal());
                }
                picture.cursor(buf, self.cursor, theme.strong());
                picture.scroll_mark(buf);
            }
        }
        self.draw_panel(shell.panel_text(), buf, context);
        context.draw_status(shell.status(), buf, &self.status(), Meaning::Muted);
    }

    fn title(&self) -> Title {
        let right = match (&self.trial, self.is_changed()) {
            (Some(_), _) => "trying it",
            (None, true) => "not saved",
            (None, false) => "",
        };
        Title {
            name: "Board editor".to_owned(),
            detail: board_name::<Goose>(&self.draft.name).into_owned(),
            right: right.to_owned(),
        }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let back = |words| hints::nav(keys, &[Nav::Back], words);
        if let Some(trial) = &self.trial {
            let words = if trial.is_over() { "once more" } else { "throw" };
            return vec![hints::nav(keys, &[Nav::Confirm], words), back("back to the editor")];
        }
        let arrows = hints::nav_about(
            keys,
            &[Nav::Left, Nav::Up, Nav::Down, Nav::Right],
            "walk",
            "Goes to another cell.",
        );
        if self.aiming.is_some() {
            return vec![arrows, hints::nav(keys, &[Nav::Confirm], "there"), back("give up")];
        }
        let (undo, redo) = (!self.undo.is_empty(), !self.redo.is_empty());
        let (is_free, is_plain) = (self.draft.is_free(self.cursor), self.is_plain());
        let mut all = hints::section(keys, &EDITOR, |action| match action {
            Action::Undo => undo,
            Action::Redo => redo,
            Action::Goose | Action::Trap | Action::Wait | Action::Teleport => is_free,
            Action::Plain | Action::NameCell => is_free && !is_plain,
            Action::Try | Action::Save => self.board.is_ok(),
            _ => true,
        });
        all.push(arrows);
        all.push(hints::nav(keys, &[Nav::Help], "help"));
        all.push(back("leave"));
        all
    }

    fn pulse(&self) -> Option<Duration> {
        self.trial.as_ref().and_then(Trial::pulse)
    }

    fn min_size(&self) -> Size {
        Size::new(70, 20)
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let nav = |navs: &[Nav], about| hints::nav_about(&context.keys, navs, "", about);
        let mut all = hints::all(&context.keys, &EDITOR);
        all.extend([
            nav(&[Nav::Next, Nav::Previous], "Goes one cell on, or back."),
            nav(&[Nav::First, Nav::Last], "Goes to the first cell, or the last."),
            nav(&[Nav::PageUp, Nav::PageDown], "Goes ten cells on, or back."),
        ]);
        HelpScreen::of_page("Board editor", HELP, self.hints(context), all, context)
    }
}

#[cfg(test)]
mod tests;
