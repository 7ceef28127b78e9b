//! The puzzles: a list, a board, and a program to write, run, mend and run again.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::board::{Geometry, Scene};
use super::hand;
use super::playback::{Pace, Playback};
use crate::games::turtles::cards::{Card, Cards};
use crate::games::turtles::puzzle::{self, Puzzle};
use crate::play::{Hue, Seat};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Binding, Key, Nav, Section, bind};
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::text::{put, put_right, width};
use crate::tui::theme::Meaning;
use crate::tui::{Desk, Effect, Hint, Look, Mouse, Msg, Screen, Title, hints};

/// Under this name the store keeps the shortest programs.
const REMEMBERED: &str = "turtles-puzzles";
/// A frame while a program runs.
const FRAME: Duration = Duration::from_millis(25);
/// Supply, a blank line, the program, and what is said.
const BELOW: u16 = 4;
/// The words before the cards, and from one kind of card to the next.
const LABEL: u16 = 9;
const HEAP: u16 = 9;

const HELP: &str = include_str!("puzzles.md");

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Insert(Card),
    /// The card before the caret goes.
    Delete,
    /// The card behind the caret goes.
    Remove,
    Step,
    Earlier,
    Later,
    Clear,
}

#[rustfmt::skip]
pub const PUZZLES: Section<Action> = Section {
    name: "turtles-puzzles",
    bindings: &[
        insert(Card::Forward, "forward", &["f"], "Adds a card: one square forward."),
        insert(Card::Left, "left", &["l"], "Adds a card: turn left."),
        insert(Card::Right, "right", &["r"], "Adds a card: turn right."),
        insert(Card::Laser, "laser", &["z"], "Adds a card: fire the laser, which melts ice."),
        bind(Action::Step, "step", &["space"], "step", "Runs the program one card at a time."),
        bind(Action::Delete, "delete", &["backspace"], "take out",
            "Takes out the card before the caret."),
        bind(Action::Earlier, "earlier", &[","], "earlier",
            "Moves the card before the caret one place earlier."),
        bind(Action::Later, "later", &["."], "later",
            "Moves the card before the caret one place later."),
        bind(Action::Remove, "remove", &["delete"], "take next",
            "Takes out the card after the caret."),
        bind(Action::Clear, "clear", &["c"], "clear", "Takes out all cards."),
    ],
};

const fn insert(
    card: Card,
    name: &'static str,
    keys: &'static [&'static str],
    about: &'static str,
) -> Binding<Action> {
    bind(Action::Insert(card), name, keys, name, about)
}

pub fn open(desk: &Desk) -> Box<dyn Screen> {
    let best = desk.store.remembered(REMEMBERED);
    let entries: Vec<Entry> = puzzle::PUZZLES
        .iter()
        .map(|(stem, text)| Entry {
            stem,
            puzzle: Puzzle::parse(text).expect("bundled puzzles are valid"),
            best: best.get(*stem).and_then(|length| length.parse().ok()),
        })
        .collect();
    let first = entries.iter().position(|entry| entry.best.is_none()).unwrap_or(0);
    let (program, caret, pace) = (Vec::new(), 0, Pace::default());
    Box::new(Puzzles { entries, at: first, program, caret, run: None, pace, said: None })
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
    pace: Pace,
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
            let why = match self.puzzle().supply().count(card) {
                0 => format!("this puzzle has no cards '{}'", card.name()),
                count => format!("all {count} cards '{}' are in the program", card.name()),
            };
            return Effect::Say(why);
        }
        self.program.insert(self.caret, card);
        self.caret += 1;
        self.said = None;
        Effect::None
    }

    /// Takes out the card of this place, if there is one.
    fn take_out(&mut self, at: Option<usize>) {
        if let Some(at) = at.filter(|at| *at < self.program.len()) {
            self.program.remove(at);
            self.caret = at;
            self.said = None;
        }
    }

    /// Moves the card before the caret one place along, and the caret with it.
    fn shift(&mut self, steps: isize) {
        let Some(at) = self.caret.checked_sub(1) else { return };
        let to = at.saturating_add_signed(steps);
        if to < self.program.len() && to != at {
            self.program.swap(at, to);
            self.caret = to + 1;
            self.said = None;
        }
    }

    fn start(&mut self) -> Effect {
        if self.program.is_empty() {
            return Effect::Say("lay some cards first".to_owned());
        }
        let puzzle = self.puzzle();
        let attempt = puzzle.attempt(&self.program);
        let (ground, pace) = (puzzle.ground().clone(), self.pace);
        self.run = Some(Playback::new(Seat::FIRST, ground, attempt.steps, pace));
        self.said = None;
        Effect::None
    }

    /// Leaves a run where it is, with the caret behind the last card that was executed: the place
    /// where a person wants to mend the program.
    fn stop(&mut self) {
        if let Some(run) = self.run.take() {
            self.caret = run.done();
        }
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
        let stem = entry.stem.to_owned();
        let kept = desk.store.change_remembered(REMEMBERED, |best| {
            // It may have been solved with fewer in another arcade meanwhile.
            let known = best.get(&stem).and_then(|text| text.parse().ok()).unwrap_or(usize::MAX);
            best.insert(stem, length.min(known).to_string());
        });
        match kept {
            Ok(()) => Effect::None,
            Err(why) => Effect::Say(format!("solved, but not remembered: {why}")),
        }
    }

    fn key(&mut self, key: &Key, desk: &mut Desk) -> Effect {
        let (action, nav) = (desk.keys.action(&PUZZLES, key), desk.keys.nav(key));
        if let Some(run) = &mut self.run {
            let over = match (action, nav) {
                (Some(Action::Step | Action::Later), _) | (None, Some(Nav::Right)) => run.step(),
                (Some(Action::Earlier), _) | (None, Some(Nav::Left)) => {
                    run.step_back();
                    false
                }
                (None, Some(Nav::Up)) => {
                    self.pace = run.faster();
                    false
                }
                (None, Some(Nav::Down)) => {
                    self.pace = run.slower();
                    false
                }
                (None, Some(Nav::Confirm)) => true,
                (None, Some(Nav::Back)) => {
                    self.stop();
                    false
                }
                (None, _) => false,
                // Whoever edits has seen enough.
                (Some(action), _) => {
                    self.stop();
                    return self.edit(action);
                }
            };
            return if over { self.finish(desk) } else { Effect::None };
        }
        match action {
            Some(action) => self.edit(action),
            None => self.navigate(nav),
        }
    }

    fn edit(&mut self, action: Action) -> Effect {
        match action {
            Action::Insert(card) => return self.insert(card),
            Action::Delete => self.take_out(self.caret.checked_sub(1)),
            Action::Remove => self.take_out(Some(self.caret)),
            Action::Earlier => self.shift(-1),
            Action::Later => self.shift(1),
            Action::Clear => self.clear(),
            Action::Step => {
                let started = self.start();
                if let Some(run) = &mut self.run {
                    run.step();
                }
                return started;
            }
        }
        Effect::None
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, desk: &mut Desk) -> Effect {
        let shell = Shell::of(desk.area(), Side::Narrow);
        let list = shell.panel_text();
        match (mouse, &mut self.run) {
            (Mouse::Hover, _) => {}
            (Mouse::Click, Some(_)) => return self.finish(desk),
            (Mouse::WheelUp, Some(run)) => self.pace = run.faster(),
            (Mouse::WheelDown, Some(run)) => self.pace = run.slower(),
            (Mouse::WheelUp, None) => self.choose(-1),
            (Mouse::WheelDown, None) => self.choose(1),
            (Mouse::Click, None) => {
                let rows = self.rows(list);
                if let Some((puzzle, _)) = rows.into_iter().find(|(_, row)| row.contains(at)) {
                    self.choose(puzzle as isize - self.at as isize);
                }
                let below = Self::below(shell.board);
                let cards = self.supply_places(panels::row(below, 0));
                if let Some((card, _)) = cards.into_iter().find(|(_, place)| place.contains(at)) {
                    return self.insert(card);
                }
                let row = self.program_place(panels::row(below, 2));
                if let Some(caret) = hand::caret_at(self.program.len(), self.caret, row, at) {
                    self.caret = caret;
                }
            }
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
            ghost: None,
            beam: run.and_then(Playback::beam),
        }
        .draw(look, buf);
        let below = Self::below(area);
        self.supply(look, panels::row(below, 0), buf);
        self.program(look, panels::row(below, 2), buf);
    }

    /// The rows under the board.
    fn below(board: Rect) -> Rect {
        Rect {
            x: board.x + 1,
            y: board.bottom().saturating_sub(BELOW),
            width: board.width.saturating_sub(2),
            height: BELOW,
        }
    }

    /// Where each kind of card lies in its line.
    fn supply_places(&self, line: Rect) -> Vec<(Card, Rect)> {
        let kinds = self.puzzle().supply().kinds().enumerate();
        let place =
            |at: usize| Rect { x: line.x + LABEL + at as u16 * HEAP, width: HEAP - 2, ..line };
        kinds.map(|(at, card)| (card, place(at).intersection(line))).collect()
    }

    fn supply(&self, look: &Look, line: Rect, buf: &mut Buffer) {
        let theme = look.theme();
        put(buf, line, line.x, line.y, "Cards", theme.brass());
        let left = self.left();
        for (card, place) in self.supply_places(line) {
            let count = left.count(card);
            let (sign, style) = match (count, look.paints()) {
                (0, _) => (format!(" {card} "), theme.faint()),
                (_, true) => (format!(" {card} "), hand::small(look, Some(card))),
                (_, false) => (format!("[{card}]"), theme.strong()),
            };
            let x = put(buf, place, place.x, place.y, &sign, style);
            let words = format!(" {}{count}", look.glyph("×", "x"));
            let style = if count == 0 { theme.faint() } else { theme.text() };
            put(buf, place, x, place.y, &words, style);
        }
    }

    /// Where the cards of the program lie in their line.
    fn program_place(&self, line: Rect) -> Rect {
        panels::inset(line, LABEL - 1, 0, width(&self.length()) + 1, 0)
    }

    fn length(&self) -> String {
        let best =
            self.entries[self.at].best.map_or(String::new(), |best| format!(", best {best}"));
        format!("{}, par {}{best}", self.program.len(), self.puzzle().par())
    }

    fn program(&self, look: &Look, line: Rect, buf: &mut Buffer) {
        let theme = look.theme();
        put(buf, line, line.x, line.y, "Program", theme.brass());
        put_right(buf, line, &self.length(), theme.muted());
        let cards: Vec<Option<Card>> = self.program.iter().copied().map(Some).collect();
        let lit = self.run.as_ref().and_then(|run| run.done().checked_sub(1));
        let caret = self.run.is_none().then_some(self.caret);
        hand::row(look, &cards, lit, caret, self.program_place(line), buf);
    }

    /// The puzzles that are seen, and where.
    fn rows(&self, area: Rect) -> Vec<(usize, Rect)> {
        let shown = usize::from(area.height.saturating_sub(1));
        let offset = panels::scroll_to(0, self.at, shown, self.entries.len());
        let seen = (offset..self.entries.len()).take(shown);
        (1..).zip(seen).map(|(line, at)| (at, panels::row(area, line))).collect()
    }

    fn list(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let theme = look.theme();
        panels::heading(look, area, buf, "Puzzles");
        for (at, line) in self.rows(area) {
            let entry = &self.entries[at];
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
            Msg::Mouse(mouse, at) => self.mouse(mouse, at, desk),
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
            all.extend(hints::section(keys, &PUZZLES, |action| action == Action::Step));
            let back = hints::section(keys, &PUZZLES, |action| action == Action::Earlier);
            all.extend(back.into_iter().map(|hint| Hint {
                words: "back",
                about: "Goes one card back.",
                ..hint
            }));
            all.push(hints::nav(keys, &[Nav::Up, Nav::Down], "speed"));
            all.push(hints::nav(keys, &[Nav::Back], "edit"));
            return all;
        }
        let (left, length) = (self.left(), self.program.len());
        let mut all = hints::section(keys, &PUZZLES, |action| match action {
            Action::Insert(card) => left.count(card) > 0,
            Action::Delete => self.caret > 0,
            Action::Remove => self.caret < length,
            Action::Step | Action::Clear => length > 0,
            Action::Earlier => self.caret > 1,
            Action::Later => self.caret > 0 && self.caret < length,
        });
        if length > 0 {
            all.insert(0, hints::nav(keys, &[Nav::Confirm], "run"));
            all.push(hints::nav(keys, &[Nav::Left, Nav::Right], "place"));
        }
        all.push(hints::nav(keys, &[Nav::Up, Nav::Down], "puzzle"));
        all.push(hints::nav(keys, &[Nav::Help], "help"));
        all.push(hints::nav(keys, &[Nav::Back], "back"));
        all
    }

    fn help(&self, desk: &Desk) -> Option<Box<dyn Screen>> {
        Some(Box::new(HelpScreen::of_text("Puzzles", HELP, &self.hints(desk), desk)))
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
