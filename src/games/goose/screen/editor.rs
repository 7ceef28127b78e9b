//! The board editor: walk over the track, say what a cell does, and see what that makes of the
//! board. Every change can be taken back; nothing is written until it is saved.

use std::sync::Arc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::odds_page::histogram;
use super::picture::{Picture, sentence};
use super::trial::Trial;
use crate::games::goose::odds::{Odds, exact};
use crate::games::goose::{Board, Draft, Effect, Goose, Winding};
use crate::play::Variant;
use crate::screens::ask::{Ask, Prompt};
use crate::screens::help::HelpScreen;
use crate::store::boards;
use crate::tui::keys::{Binding, Key, Nav, Section};
use crate::tui::panels::{self, Shell, Side};
use crate::tui::task::{News, Task};
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Desk, Effect as Then, Hint, Mouse, Msg, Screen, Title, hints};

const HELP: &str = include_str!("editor.md");
/// More dice than this are for those who write the file by hand.
const MOST_DICE: u16 = 4;
/// The dice one can buy.
const SIDES: [u16; 7] = [4, 6, 8, 10, 12, 20, 100];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Goose,
    Trap,
    Wait,
    Teleport,
    Plain,
    Longer,
    Shorter,
    Undo,
    Redo,
    Try,
    Save,
    NameCell,
    NameBoard,
    Dice,
    Sides,
    Winding,
}

const fn key(
    action: Action,
    name: &'static str,
    keys: &'static [&'static str],
    help: &'static str,
) -> Binding<Action> {
    Binding { action, name, keys, help }
}

pub const EDITOR: Section<Action> = Section {
    name: "goose-editor",
    bindings: &[
        key(Action::Goose, "goose", &["g"], "goose"),
        key(Action::Trap, "trap", &["t"], "trap"),
        key(Action::Wait, "wait", &["w"], "wait"),
        key(Action::Teleport, "teleport", &["p"], "jump"),
        key(Action::Undo, "undo", &["u"], "undo"),
        key(Action::Try, "try", &["enter"], "try"),
        key(Action::Save, "save", &["s", "ctrl-s"], "save"),
        key(Action::Plain, "plain", &["x", "delete", "backspace"], "plain"),
        key(Action::Longer, "longer", &["+", "="], "longer"),
        key(Action::Shorter, "shorter", &["-"], "shorter"),
        key(Action::Redo, "redo", &["y", "ctrl-r"], "redo"),
        key(Action::NameCell, "name-cell", &["n"], "name the cell"),
        key(Action::NameBoard, "name-board", &["b"], "name the board"),
        key(Action::Dice, "dice", &["d"], "dice"),
        key(Action::Sides, "sides", &["D"], "sides"),
        key(Action::Winding, "winding", &["v"], "spiral or rows"),
    ],
};

/// What was asked in a popup.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Question {
    NameCell,
    NameBoard,
    SaveAs { leave: bool },
    Replace { name: String, leave: bool },
    Leave,
}

pub struct Editor {
    draft: Draft,
    /// As it was opened or last saved.
    saved: Draft,
    undo: Vec<Draft>,
    redo: Vec<Draft>,
    cursor: u16,
    /// The teleport whose goal is being chosen.
    aiming: Option<u16>,
    board: Result<Arc<Board>, String>,
    figures: Option<Odds>,
    task: Option<Task<Odds>>,
    asked: Option<Question>,
    trial: Option<Trial>,
}

pub fn open(board: &Board, _: &Desk) -> Box<dyn Screen> {
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
            board: Ok(Arc::new(board.clone())),
            figures: None,
            task: None,
            asked: None,
            trial: None,
        }
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
            let words = if back { "nothing to take back" } else { "nothing to repeat" };
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
                let prompt = Prompt::new("The board's name", &self.draft.name);
                self.ask(Question::NameBoard, prompt)
            }
        }
    }

    fn ask(&mut self, question: Question, popup: impl Screen + 'static) -> Then {
        self.asked = Some(question);
        Then::Open(Box::new(popup))
    }

    fn ask_name(&mut self, leave: bool) -> Then {
        if let Err(why) = &self.board {
            return Then::Say(format!("not saved, nobody could play it: {why}"));
        }
        let simple = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let name: String = self.draft.name.chars().map(simple).collect();
        self.ask(
            Question::SaveAs { leave },
            Prompt::new("Save the board as", name.trim_matches('-')),
        )
    }

    fn answered(&mut self, answer: Answer, desk: &mut Desk) -> Then {
        let cell = self.cursor;
        match (self.asked.take(), answer) {
            (Some(Question::NameCell), Answer::Text(name)) => {
                self.change(|draft| draft.rename(cell, &name))
            }
            (Some(Question::NameBoard), Answer::Text(name)) => {
                self.change(|draft| draft.name = name.trim().to_owned())
            }
            (Some(Question::SaveAs { leave }), Answer::Text(name)) => self.save(&name, leave, desk),
            (Some(Question::Replace { name, leave }), Answer::Chosen(1)) => {
                let text = self.draft.to_toml();
                self.written(boards::replace::<Goose>(&desk.store, &name, &text), leave)
            }
            (Some(Question::Leave), Answer::Chosen(1)) => self.ask_name(true),
            (Some(Question::Leave), Answer::Chosen(2)) => Then::Close,
            _ => Then::None,
        }
    }

    fn save(&mut self, name: &str, leave: bool, desk: &mut Desk) -> Then {
        let taken = boards::file_for::<Goose>(&desk.store, name).is_ok_and(|file| file.exists());
        if taken {
            let text = format!("There is a board '{}' already.", name.trim());
            let question = Question::Replace { name: name.to_owned(), leave };
            let buttons = &["Keep it", "Replace it"];
            return self.ask(question, Ask::new("Save the board", text, buttons));
        }
        let text = self.draft.to_toml();
        self.written(boards::create::<Goose>(&desk.store, name, &text), leave)
    }

    fn written(&mut self, file: Result<std::path::PathBuf, String>, leave: bool) -> Then {
        match file {
            Ok(file) => {
                self.saved = self.draft.clone();
                let said = Then::Say(format!("saved as {}", file.display()));
                if leave { said.and(Then::Close) } else { said }
            }
            Err(why) => Then::Say(format!("not saved: {why}")),
        }
    }

    fn leave(&mut self) -> Then {
        if !self.is_changed() {
            return Then::Close;
        }
        let text = "This board has changes that are not saved.";
        let buttons = &["Go on", "Save", "Leave it"];
        self.ask(Question::Leave, Ask::new("Leave the editor", text, buttons))
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

    fn key(&mut self, key: &Key, desk: &mut Desk) -> Then {
        let nav = desk.keys.nav(key);
        if let Some(trial) = &mut self.trial {
            match nav {
                Some(Nav::Back) => self.trial = None,
                Some(Nav::Confirm) => trial.throw(desk),
                _ => {}
            }
            return Then::None;
        }
        if let Some(from) = self.aiming {
            match nav {
                Some(Nav::Confirm) => return self.aim(from),
                Some(Nav::Back) => {
                    self.aiming = None;
                    self.cursor = from;
                    return Then::None;
                }
                _ => {}
            }
        } else if let Some(action) = desk.keys.action(&EDITOR, key) {
            return self.act(action);
        } else if let (Some(turns @ 1..), Effect::Wait(_)) =
            (key.digit(), self.draft.cell(self.cursor).effect)
        {
            return self.set(Effect::Wait(turns));
        }
        if nav == Some(Nav::Back) {
            return self.leave();
        }
        self.walk(nav, desk);
        Then::None
    }

    fn walk(&mut self, nav: Option<Nav>, desk: &Desk) {
        let here = self.cursor;
        let last = self.draft.last();
        let picture = self.picture(desk);
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

    fn mouse(&mut self, mouse: Mouse, at: Position, desk: &Desk) -> Then {
        let hit = self.picture(desk).cell_at(at);
        match (mouse, hit, self.aiming) {
            _ if self.trial.is_some() => {}
            (Mouse::Click, Some(cell), Some(from)) => {
                self.cursor = cell;
                return self.aim(from);
            }
            (Mouse::Click, Some(cell), None) => self.cursor = cell,
            (Mouse::WheelUp, ..) => self.walk(Some(Nav::Next), desk),
            (Mouse::WheelDown, ..) => self.walk(Some(Nav::Previous), desk),
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
                    return Then::Say(format!("the figures broke down ({why})"));
                }
            }
        }
        Then::None
    }

    fn shell(desk: &Desk) -> Shell {
        Shell::of(desk.area(), Side::Wide)
    }

    fn board_area(desk: &Desk) -> Rect {
        let board = Self::shell(desk).board;
        Rect { height: board.height.saturating_sub(1), ..board }
    }

    fn picture<'a>(&'a self, desk: &'a Desk) -> Picture<'a> {
        let (cells, track) = (self.draft.cells(), self.draft.track);
        Picture::new(cells, track, &desk.look, Self::board_area(desk), self.cursor)
    }

    fn draw_panel(&self, area: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let theme = look.theme();
        let mut line = 0;
        let mut next = || {
            line += 1;
            panels::row(area, line - 1)
        };
        panels::heading(look, next(), buf, "Board");
        panels::fact(look, next(), buf, "name", &self.draft.name);
        panels::fact(look, next(), buf, "cells", &self.draft.last().to_string());
        panels::fact(look, next(), buf, "dice", &self.draft.dice.to_string());
        if let Ok(board) = &self.board {
            for (label, count) in board.facts().into_iter().skip(2) {
                panels::fact(look, next(), buf, label, &count);
            }
        }
        next();
        if let Some(trial) = &self.trial {
            panels::heading(look, next(), buf, "Trial");
            let rest = panels::inset(area, 0, line, 0, 0);
            panels::paragraph(look, rest, buf, &trial.told(), theme.text());
            return;
        }
        panels::heading(look, next(), buf, "One player alone");
        match (&self.board, &self.figures) {
            (Err(why), _) => {
                let rest = panels::inset(area, 0, line, 0, 0);
                panels::paragraph(look, rest, buf, why, theme.warn());
            }
            (Ok(_), None) => {
                let row = next();
                panels::paragraph(look, row, buf, "working it out", theme.muted());
            }
            (Ok(board), Some(odds)) => {
                let percent = |share: f64| format!("{:.2} %", share * 100.0);
                panels::fact(look, next(), buf, "wins", &percent(odds.win[0]));
                panels::fact(look, next(), buf, "ends in a trap", &percent(odds.trapped));
                let throws = format!("{:.1}, spread {:.1}", odds.throws.mean, odds.throws.sd);
                panels::fact(look, next(), buf, "throws", &throws);
                let fewest = board.fewest_throws()[usize::from(board.last())];
                let fewest = fewest.map_or("none".to_owned(), |throws| throws.to_string());
                panels::fact(look, next(), buf, "fewest throws", &fewest);
                next();
                histogram(look, panels::inset(area, 0, line, 0, 0), buf, odds);
            }
        }
    }

    fn status(&self) -> String {
        match self.aiming {
            _ if self.trial.is_some() => String::new(),
            Some(from) if self.cursor != from => {
                format!("the teleport on {from} leads to {}", self.cursor)
            }
            Some(from) => format!("where does the teleport on {from} lead?"),
            None => sentence(self.draft.cells(), self.cursor),
        }
    }
}

impl Screen for Editor {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Then {
        match msg {
            Msg::Shown if self.figures.is_none() && self.task.is_none() => self.look_again(),
            Msg::Woken => self.listen(),
            Msg::Key(key) => self.key(&key, desk),
            Msg::Mouse(mouse, at) => self.mouse(mouse, at, desk),
            Msg::Answered(answer) => self.answered(answer, desk),
            Msg::Tick(elapsed) => {
                if let Some(trial) = &mut self.trial {
                    trial.pass(desk.motion_time(elapsed));
                }
                Then::None
            }
            _ => Then::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let theme = look.theme();
        let shell = Self::shell(desk);
        shell.draw(look, buf);
        match &self.trial {
            Some(trial) => trial.draw(look, Self::board_area(desk), buf),
            None => {
                let picture = self.picture(desk);
                picture.cells(buf, |_| None);
                if let Some(from) = self.aiming {
                    picture.cursor(buf, from, theme.legal());
                }
                picture.cursor(buf, self.cursor, theme.strong());
                picture.scroll_mark(buf);
            }
        }
        self.draw_panel(shell.panel_text(), buf, desk);
        desk.draw_status(shell.status(), buf, &self.status(), Meaning::Muted);
    }

    fn title(&self) -> Title {
        let right = match (&self.trial, self.is_changed()) {
            (Some(_), _) => "trying it",
            (None, true) => "not saved",
            (None, false) => "",
        };
        Title {
            name: "Board editor".to_owned(),
            detail: self.draft.name.clone(),
            right: right.to_owned(),
        }
    }

    fn hints(&self, desk: &Desk) -> Vec<Hint> {
        let keys = &desk.keys;
        let back = |words| hints::nav(keys, &[Nav::Back], words);
        if let Some(trial) = &self.trial {
            let words = if trial.is_over() { "once more" } else { "throw" };
            return vec![hints::nav(keys, &[Nav::Confirm], words), back("back to the editor")];
        }
        let arrows = hints::nav(keys, &[Nav::Left, Nav::Up, Nav::Down, Nav::Right], "walk");
        if self.aiming.is_some() {
            return vec![arrows, hints::nav(keys, &[Nav::Confirm], "there"), back("give up")];
        }
        let mut all = hints::section(keys, &EDITOR, |_| true);
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

    fn help(&self, desk: &Desk) -> Option<Box<dyn Screen>> {
        Some(Box::new(HelpScreen::of_text("Board editor", HELP, &self.hints(desk), desk)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::goose::Cell;
    use crate::play::Game;
    use crate::store::{Places, Store};

    /// An editor with a desk in an empty home.
    struct Bench {
        editor: Editor,
        desk: Desk,
        _home: tempfile::TempDir,
    }

    impl Bench {
        fn new() -> Bench {
            let home = tempfile::tempdir().unwrap();
            let mut desk = Desk::open(Store::open(Places::at(home.path())), &[EDITOR.names()]);
            desk.size = Size::new(80, 24);
            let board = Board::parse(Goose::BOARDS[0].1).unwrap();
            let mut bench = Bench { editor: Editor::new(&board), desk, _home: home };
            bench.send(Msg::Shown);
            bench
        }

        /// Does what the event loop does; answers the sentence that was said.
        fn send(&mut self, msg: Msg) -> Option<String> {
            let then = self.editor.update(msg, &mut self.desk);
            self.perform(then)
        }

        fn perform(&mut self, then: Then) -> Option<String> {
            match then {
                Then::Run(job) => {
                    job(Box::new(|| ()));
                    self.send(Msg::Woken)
                }
                Then::Say(said) => Some(said),
                Then::Close => Some("closed".to_owned()),
                Then::Open(_) => Some("asked".to_owned()),
                Then::Batch(all) => all.into_iter().filter_map(|one| self.perform(one)).last(),
                _ => None,
            }
        }

        fn press(&mut self, keys: &str) -> Option<String> {
            let press = |bench: &mut Bench, key: &str| bench.send(Msg::Key(Key::named(key)));
            keys.split_whitespace().map(|key| press(self, key)).last().flatten()
        }

        fn cell(&self) -> &Cell {
            self.editor.draft.cell(self.editor.cursor)
        }
    }

    #[test]
    fn a_cell_is_set_taken_back_and_repeated() {
        let mut bench = Bench::new();
        let wins = |bench: &Bench| bench.editor.figures.as_ref().unwrap().win[0];
        let before = wins(&bench);
        bench.press("tab g");
        assert_eq!((bench.editor.cursor, bench.cell().effect), (2, Effect::Goose));
        assert!(bench.editor.is_changed() && wins(&bench) != before);
        bench.press("w w");
        assert_eq!(bench.cell().effect, Effect::Wait(2));
        bench.press("7");
        assert_eq!(bench.cell().effect, Effect::Wait(7));
        bench.press("u u u u");
        assert_eq!(bench.cell().effect, Effect::Plain);
        assert!(!bench.editor.is_changed());
        assert_eq!(wins(&bench), before);
        assert_eq!(bench.press("u").as_deref(), Some("nothing to take back"));
        bench.press("y");
        assert_eq!(bench.cell().effect, Effect::Goose);
    }

    #[test]
    fn a_teleport_is_aimed() {
        let mut bench = Bench::new();
        bench.press("tab p");
        assert_eq!(bench.press("enter").as_deref(), Some("a teleport to itself leads nowhere"));
        bench.press("right right enter");
        assert_eq!((bench.editor.cursor, bench.cell().effect), (2, Effect::Teleport(4)));
        bench.press("p right esc");
        assert_eq!((bench.editor.cursor, bench.cell().effect), (2, Effect::Teleport(4)));
    }

    #[test]
    fn the_ends_stay_plain_and_bad_boards_are_not_saved() {
        let mut bench = Bench::new();
        let refused = Some("the start and the last cell are plain");
        assert_eq!(bench.press("end t").as_deref(), refused);
        assert_eq!(bench.press("home left g").as_deref(), refused);
        // One cell and two dice: nobody ever throws a one.
        for _ in 0..62 {
            bench.press("-");
        }
        assert_eq!(bench.editor.draft.last(), 1);
        assert!(bench.press("s").unwrap().starts_with("not saved, nobody could play it"));
        assert!(bench.press("enter").unwrap().starts_with("it cannot be played yet"));
        bench.press("d d d");
        assert_eq!(bench.editor.draft.dice.count, 1);
        assert!(bench.editor.board.is_ok());
    }

    #[test]
    fn leaving_asks_and_saving_writes_a_board_that_reads_back() {
        let mut bench = Bench::new();
        bench.press("tab t");
        assert_eq!(bench.press("esc").as_deref(), Some("asked"));
        bench.send(Msg::Answered(Answer::Chosen(0)));
        assert_eq!(bench.press("n").as_deref(), Some("asked"));
        bench.send(Msg::Answered(Answer::Text("bog".to_owned())));
        assert_eq!(bench.press("s").as_deref(), Some("asked"));
        let said = bench.send(Msg::Answered(Answer::Text("mine".to_owned()))).unwrap();
        assert!(said.starts_with("saved as") && !bench.editor.is_changed());
        let board = boards::load::<Goose>(&bench.desk.store, "mine", &[]).unwrap();
        assert_eq!(board.cell(2).name.as_deref(), Some("bog"));
        assert_eq!(&Draft::from(&board), &bench.editor.draft);
        // A second time it asks before it writes over the first.
        bench.press("x s");
        let asked = bench.send(Msg::Answered(Answer::Text("mine".to_owned())));
        assert_eq!(asked.as_deref(), Some("asked"));
        bench.send(Msg::Answered(Answer::Chosen(1)));
        let board = boards::load::<Goose>(&bench.desk.store, "mine", &[]).unwrap();
        assert_eq!(board.effect(2), Effect::Plain);
        assert_eq!(bench.press("esc").as_deref(), Some("closed"));
    }

    #[test]
    fn a_trial_plays_to_the_end_and_leaves_the_draft_alone() {
        let mut bench = Bench::new();
        let draft = bench.editor.draft.clone();
        bench.press("enter");
        let over = |bench: &Bench| bench.editor.trial.as_ref().is_some_and(Trial::is_over);
        for _ in 0..20_000 {
            if over(&bench) {
                break;
            }
            bench.press("enter");
        }
        assert!(over(&bench));
        bench.press("esc");
        assert!(bench.editor.trial.is_none());
        assert_eq!(bench.editor.draft, draft);
    }

    #[test]
    fn every_size_can_be_drawn() {
        let mut bench = Bench::new();
        for (width, height) in [(1, 1), (20, 5), (80, 24), (120, 40), (200, 70)] {
            bench.desk.size = Size::new(width, height);
            let mut buf = Buffer::empty(bench.desk.area());
            bench.editor.view(bench.desk.area(), &mut buf, &bench.desk);
        }
    }
}
