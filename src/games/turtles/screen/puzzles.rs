//! The puzzles: a list, a board, and a program to write, run, mend and run again.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::board::{Geometry, Scene};
use super::hand;
use super::playback::Playback;
use crate::games::turtles::cards::{Card, Cards};
use crate::games::turtles::puzzle::{PUZZLES, Puzzle};
use crate::play::{Hue, Seat};
use crate::tui::keys::{Binding, Key, Nav, Section};
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::text::{put, put_right};
use crate::tui::theme::Meaning;
use crate::tui::{Desk, Effect, Hint, Look, Msg, Screen, Title, hints};

/// Under this name the store keeps the shortest programs.
const REMEMBERED: &str = "turtles-puzzles";
/// A frame while a program runs.
const FRAME: Duration = Duration::from_millis(25);
/// Supply, a blank line, the program, and what is said.
const BELOW: u16 = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Insert(Card),
    Delete,
    Clear,
    Step,
    StepBack,
}

const KEYS: Section<Action> = Section {
    name: "turtles-puzzles",
    bindings: &[
        Binding {
            action: Action::Insert(Card::Forward),
            name: "forward",
            keys: &["f"],
            help: "forward",
        },
        Binding { action: Action::Insert(Card::Left), name: "left", keys: &["l"], help: "left" },
        Binding { action: Action::Insert(Card::Right), name: "right", keys: &["r"], help: "right" },
        Binding { action: Action::Insert(Card::Laser), name: "laser", keys: &["z"], help: "laser" },
        Binding {
            action: Action::Delete,
            name: "delete",
            keys: &["backspace", "delete"],
            help: "take out",
        },
        Binding { action: Action::Step, name: "step", keys: &["space", "."], help: "step" },
        Binding { action: Action::StepBack, name: "step-back", keys: &[","], help: "back" },
        Binding { action: Action::Clear, name: "clear", keys: &["c"], help: "clear" },
    ],
};

pub fn open(desk: &Desk) -> Box<dyn Screen> {
    let best = desk.store.remembered(REMEMBERED);
    let entries: Vec<Entry> = PUZZLES
        .iter()
        .map(|(stem, text)| Entry {
            stem,
            puzzle: Puzzle::parse(text).expect("bundled puzzles are valid"),
            best: best.get(*stem).and_then(|length| length.parse().ok()),
        })
        .collect();
    let first = entries.iter().position(|entry| entry.best.is_none()).unwrap_or(0);
    Box::new(Puzzles { entries, at: first, program: Vec::new(), caret: 0, run: None, said: None })
}

struct Entry {
    stem: &'static str,
    puzzle: Puzzle,
    /// The length of the shortest program that has solved it.
    best: Option<usize>,
}

struct Puzzles {
    entries: Vec<Entry>,
    at: usize,
    program: Vec<Card>,
    /// Where the next card goes.
    caret: usize,
    run: Option<Playback>,
    /// What came of the last run.
    said: Option<String>,
}

impl Puzzles {
    fn puzzle(&self) -> &Puzzle {
        &self.entries[self.at].puzzle
    }

    fn solved(&self) -> usize {
        self.entries.iter().filter(|entry| entry.best.is_some()).count()
    }

    /// The cards not in the program.
    fn left(&self) -> Cards {
        let used: Cards = self.program.iter().copied().collect();
        self.puzzle().supply().without(used).expect("only cards of the supply are inserted")
    }

    fn choose(&mut self, steps: isize) {
        let to = self.at.saturating_add_signed(steps).min(self.entries.len() - 1);
        if to != self.at {
            self.at = to;
            self.clear();
        }
    }

    fn clear(&mut self) {
        self.program.clear();
        self.caret = 0;
        self.run = None;
        self.said = None;
    }

    fn insert(&mut self, card: Card) -> Effect {
        if self.left().count(card) == 0 {
            return Effect::Say(format!("no card '{}' is left", card.name()));
        }
        self.program.insert(self.caret, card);
        self.caret += 1;
        Effect::None
    }

    fn start(&mut self) -> Effect {
        if self.program.is_empty() {
            return Effect::Say("lay some cards first".to_owned());
        }
        let puzzle = self.puzzle();
        let attempt = puzzle.attempt(&self.program);
        self.run = Some(Playback::new(Seat::FIRST, puzzle.ground().clone(), attempt.steps));
        Effect::None
    }

    /// The program has run to its end: say what came of it, and remember a solution.
    fn finish(&mut self, desk: &mut Desk) -> Effect {
        self.run = None;
        let attempt = self.puzzle().attempt(&self.program);
        if !attempt.arrived() {
            self.said = Some("not there yet: mend the program and run it again".to_owned());
            return Effect::None;
        }
        let (length, par) = (attempt.steps.len(), self.puzzle().par());
        self.said = Some(match length {
            _ if length <= par => format!("solved with {length} cards: none can do it with fewer"),
            _ => format!("solved with {length} cards; {par} would do"),
        });
        let entry = &mut self.entries[self.at];
        if entry.best.is_some_and(|best| best <= length) {
            return Effect::None;
        }
        entry.best = Some(length);
        let mut choices = desk.store.remembered(REMEMBERED);
        choices.insert(entry.stem.to_owned(), length.to_string());
        match desk.store.remember(REMEMBERED, choices) {
            Ok(()) => Effect::None,
            Err(why) => Effect::Say(format!("solved, but not remembered: {why}")),
        }
    }

    fn key(&mut self, key: &Key, desk: &mut Desk) -> Effect {
        if let Some(run) = &mut self.run {
            let over = match (desk.keys.action(&KEYS, key), desk.keys.nav(key)) {
                (Some(Action::Step), _) => run.step(),
                (Some(Action::StepBack), _) => {
                    run.step_back();
                    false
                }
                (None, Some(Nav::Up | Nav::Right)) => {
                    run.faster();
                    false
                }
                (None, Some(Nav::Down | Nav::Left)) => {
                    run.slower();
                    false
                }
                _ => true,
            };
            return if over { self.finish(desk) } else { Effect::None };
        }
        match desk.keys.action(&KEYS, key) {
            Some(Action::Insert(card)) => return self.insert(card),
            Some(Action::Delete) if self.caret > 0 => {
                self.caret -= 1;
                self.program.remove(self.caret);
            }
            Some(Action::Clear) => self.clear(),
            Some(Action::Step) => {
                let started = self.start();
                if let Some(run) = &mut self.run {
                    run.step();
                }
                return started;
            }
            Some(Action::Delete | Action::StepBack) => {}
            None => return self.navigate(desk.keys.nav(key)),
        }
        Effect::None
    }

    fn navigate(&mut self, nav: Option<Nav>) -> Effect {
        match nav {
            Some(Nav::Left) => self.caret = self.caret.saturating_sub(1),
            Some(Nav::Right) => self.caret = (self.caret + 1).min(self.program.len()),
            Some(Nav::First) => self.caret = 0,
            Some(Nav::Last) => self.caret = self.program.len(),
            Some(Nav::Up | Nav::Previous) => self.choose(-1),
            Some(Nav::Down | Nav::Next) => self.choose(1),
            Some(Nav::PageUp) => self.choose(-5),
            Some(Nav::PageDown) => self.choose(5),
            Some(Nav::Confirm) => return self.start(),
            Some(Nav::Back) => return Effect::Close,
            _ => {}
        }
        Effect::None
    }

    fn board(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let puzzle = self.puzzle();
        let geometry = Geometry::of(puzzle.ground(), area, BELOW);
        let run = self.run.as_ref();
        Scene {
            ground: run.map_or(puzzle.ground(), Playback::ground),
            starts: &puzzle.law().starts,
            jewel: &|_| Hue::Green,
            geometry,
            cursor: None,
            forbidden: &|_| false,
            marked: None,
            beam: run.and_then(Playback::beam),
            active: Some(Seat::FIRST),
        }
        .draw(look, buf);
        let below = Rect {
            x: area.x + 1,
            y: area.bottom().saturating_sub(BELOW),
            width: area.width.saturating_sub(2),
            height: BELOW,
        };
        self.supply(look, panels::row(below, 0), buf);
        self.program(look, panels::row(below, 2), buf);
    }

    fn supply(&self, look: &Look, line: Rect, buf: &mut Buffer) {
        let theme = look.theme();
        let mut x = put(buf, line, line.x, line.y, "Cards", theme.brass()) + 2;
        let left = self.left();
        for card in self.puzzle().supply().kinds() {
            let count = left.count(card);
            let style = if count == 0 { theme.faint() } else { theme.strong() };
            x = put(buf, line, x, line.y, &card.letter().to_string(), style);
            let words = format!(" {}{count}", look.glyph("×", "x"));
            let style = if count == 0 { theme.faint() } else { theme.text() };
            x = put(buf, line, x, line.y, &words, style) + 2;
        }
    }

    fn program(&self, look: &Look, line: Rect, buf: &mut Buffer) {
        let theme = look.theme();
        let x = put(buf, line, line.x, line.y, "Program", theme.brass()) + 1;
        let length = format!("{}, par {}", self.program.len(), self.puzzle().par());
        let end = put_right(buf, line, &length, theme.muted());
        let row = Rect { x, width: end.saturating_sub(x + 1), ..line };
        let cards: Vec<Option<Card>> = self.program.iter().copied().map(Some).collect();
        let lit = self.run.as_ref().and_then(|run| run.done().checked_sub(1));
        let caret = self.run.is_none().then_some(self.caret);
        hand::row(look, &cards, lit, caret, row, buf);
    }

    fn list(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let theme = look.theme();
        panels::heading(look, area, buf, "Puzzles");
        let shown = usize::from(area.height.saturating_sub(1));
        let offset = panels::scroll_to(0, self.at, shown, self.entries.len());
        for (line, (at, entry)) in
            (1..).zip(self.entries.iter().enumerate().skip(offset).take(shown))
        {
            let line = panels::row(area, line);
            let focus = Focus::at(at, self.at);
            let inner = panels::list_row(look, line, buf, focus);
            let (mark, style) = match entry.best {
                Some(best) if best <= entry.puzzle.par() => (look.glyph("★", "*"), theme.brass()),
                Some(_) => (look.glyph("✓", "+"), theme.good()),
                None => (look.glyph("·", "."), theme.faint()),
            };
            let name = format!("{:>2} {}", at + 1, entry.puzzle.name());
            put(buf, inner, inner.x, inner.y, mark, style);
            let best = entry.best.map_or(String::new(), |best| format!("{best}/"));
            let best = format!("{best}{}", entry.puzzle.par());
            let start = put_right(buf, inner, &best, panels::second_style(look, focus));
            let words = look.truncate(&name, start.saturating_sub(inner.x + 3));
            put(buf, inner, inner.x + 2, inner.y, &words, panels::name_style(look, focus));
        }
    }

    /// What stands under the program: the last refusal, what the turtle does, or how it ended.
    fn status(&self, desk: &Desk) -> (String, Meaning) {
        match (desk.saying(), &self.run, &self.said) {
            (Some((said, meaning)), ..) => (said.to_owned(), meaning),
            (None, Some(run), _) => (format!("the turtle {}", run.words()), Meaning::Text),
            (None, None, Some(said)) if said.starts_with("solved") => (said.clone(), Meaning::Good),
            (None, None, Some(said)) => (said.clone(), Meaning::Warn),
            (None, None, None) => (self.puzzle().words().to_owned(), Meaning::Muted),
        }
    }
}

impl Screen for Puzzles {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        match msg {
            Msg::Key(key) => self.key(&key, desk),
            Msg::Tick(elapsed) => {
                let time = desk.motion_time(elapsed);
                let over = self.run.as_mut().is_some_and(|run| run.tick(time));
                if over { self.finish(desk) } else { Effect::None }
            }
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let shell = Shell::of(desk.area(), Side::Narrow);
        shell.draw(look, buf);
        self.board(look, shell.board, buf);
        self.list(look, shell.panel_text(), buf);
        let (sentence, meaning) = self.status(desk);
        let last = shell.board.height.saturating_sub(1);
        let line = panels::inset(panels::row(shell.board, last), 1, 0, 1, 0);
        panels::notice(look, line, buf, &sentence, meaning);
    }

    fn title(&self) -> Title {
        Title {
            name: "Robot Turtles".to_owned(),
            detail: format!("puzzle {}, {}", self.at + 1, self.puzzle().name()),
            right: format!("{} of {} solved", self.solved(), self.entries.len()),
        }
    }

    fn hints(&self, desk: &Desk) -> Vec<Hint> {
        let keys = &desk.keys;
        if self.run.is_some() {
            let mut all = vec![hints::nav(keys, &[Nav::Confirm], "to the end")];
            all.extend(hints::section(keys, &KEYS, |action| {
                matches!(action, Action::Step | Action::StepBack)
            }));
            all.push(hints::nav(keys, &[Nav::Up, Nav::Down], "speed"));
            return all;
        }
        let supply = self.puzzle().supply();
        let mut all = hints::section(keys, &KEYS, |action| match action {
            Action::Insert(card) => supply.count(card) > 0,
            Action::Delete | Action::Step => true,
            Action::Clear | Action::StepBack => false,
        });
        all.insert(0, hints::nav(keys, &[Nav::Confirm], "run"));
        all.push(hints::nav(keys, &[Nav::Up, Nav::Down], "puzzle"));
        all.push(hints::nav(keys, &[Nav::Back], "back"));
        all
    }

    fn pulse(&self) -> Option<Duration> {
        self.run.is_some().then_some(FRAME)
    }

    fn min_size(&self) -> Size {
        let sizes = self.entries.iter().map(|entry| Geometry::least(entry.puzzle.ground(), BELOW));
        let widest = sizes.clone().map(|size| size.width).max().unwrap_or(0);
        let tallest = sizes.map(|size| size.height).max().unwrap_or(0);
        Size::new((widest + 28).max(60), tallest.max(14))
    }
}
