//! A puzzle: a board, and a program to write, run, mend and run again.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::board::{self, Beam, Scene};
use super::hand;
use super::playback::{Pace, Playback};
use crate::games::turtles::cards::{Card, Cards, letters};
use crate::games::turtles::ground::Ground;
use crate::games::turtles::puzzle::Puzzle;
use crate::play::{Hue, Seat};
use crate::search::Cancel;
use crate::tui::board::Grid;
use crate::tui::challenge::{self, Challenge, Room, Tried};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Binding, Key, Nav, Section, bind};
use crate::tui::panels::{self, Paint, Shell, Side};
use crate::tui::task::{News, Task};
use crate::tui::text::{put, put_right, width};
use crate::tui::theme::Meaning;
use crate::tui::{Context, Effect, Hint, Look, Mouse, Msg, Screen, hints};

/// What it takes, then how it begins.
const HINTS: u32 = 2;
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

/// The program to write for one puzzle.
pub struct ProgramBoard {
    puzzle: Puzzle,
    program: Vec<Card>,
    /// Where the next card goes.
    caret: usize,
    run: Option<Playback>,
    pace: Pace,
    /// The run that solved it, at its end.
    arrived: Option<Playback>,
    /// What came of the last run.
    said: Option<(String, Meaning)>,
    /// The shortest program, once somebody has asked for it: large boards take seconds.
    answer: Option<Vec<Card>>,
    solving: Option<Task<Option<Vec<Card>>>>,
    /// How many hints were given.
    hints: u32,
    /// Whether the program that runs is the answer.
    showing: bool,
}

impl ProgramBoard {
    /// The board of a puzzle's file; none if it can't be read.
    pub fn open(text: &str) -> Option<ProgramBoard> {
        Some(ProgramBoard {
            puzzle: Puzzle::parse(text).ok()?,
            program: Vec::new(),
            caret: 0,
            run: None,
            pace: Pace::default(),
            arrived: None,
            said: None,
            answer: None,
            solving: None,
            hints: 0,
            showing: false,
        })
    }

    /// Looks for the shortest program on a thread; what waits for it is said or run then.
    fn solve(&mut self) -> Effect {
        let puzzle = self.puzzle.clone();
        let (task, run) = Task::new(move |_: &Cancel, report: &mut dyn FnMut(_)| {
            report(puzzle.solve());
        });
        self.solving = Some(task);
        self.said = Some(("Looking for the shortest program.".to_owned(), Meaning::Muted));
        run
    }

    fn solved(&mut self) -> Effect {
        match self.solving.as_ref().and_then(Task::poll) {
            Some(News::Report(answer)) => self.answer = answer,
            Some(News::Failed(_) | News::Done) => {}
            None => return Effect::None,
        }
        self.solving = None;
        if self.showing && self.answer.is_some() {
            return self.run_answer();
        }
        self.showing = false;
        self.tell_hint();
        Effect::None
    }

    fn tell_hint(&mut self) {
        let hint = self.answer.as_ref().and_then(|it| self.puzzle.hint_at(it, self.hints));
        self.said = hint.map(|words| (words, Meaning::Legal));
    }

    fn run_answer(&mut self) -> Effect {
        let Some(answer) = self.answer.clone() else { return self.solve() };
        self.clear();
        self.caret = answer.len();
        self.program = answer;
        self.showing = true;
        self.start()
    }

    /// The cards not in the program.
    fn left(&self) -> Cards {
        let used: Cards = self.program.iter().copied().collect();
        self.puzzle.supply().without(used).expect("only cards of the supply are inserted")
    }

    fn clear(&mut self) {
        self.program.clear();
        self.caret = 0;
        (self.run, self.arrived, self.said) = (None, None, None);
        self.showing = false;
    }

    fn insert(&mut self, card: Card) -> Effect {
        if self.left().count(card) == 0 {
            let why = match self.puzzle.supply().count(card) {
                0 => format!("this puzzle has no {} cards", card.name()),
                count => format!("all {count} {} cards are in the program", card.name()),
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
        let puzzle = &self.puzzle;
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

    /// The program has run to its end: say what came of it.
    fn finish(&mut self) -> Option<Tried> {
        let run = self.run.take();
        let attempt = self.puzzle.attempt(&self.program);
        if !attempt.arrived() {
            let (words, note) = self.puzzle.missed_short(&attempt);
            self.said = Some((words, Meaning::Warn));
            let cards = letters(&self.program);
            return Some(Tried::Wrong(cards, note));
        }
        // The turtle stays on the jewel for all to see.
        self.arrived = run.map(|mut run| {
            while !run.step() {}
            run
        });
        let length = attempt.steps.len();
        self.said = Some((self.puzzle.solved_words(length), Meaning::Good));
        let shown = std::mem::take(&mut self.showing);
        Some(if shown { Tried::Shown } else { Tried::Solved(Some(length as u32)) })
    }

    fn key(&mut self, key: &Key, context: &mut Context) -> (Effect, Option<Tried>) {
        let (action, nav) = (context.keys.action(&PUZZLES, key), context.keys.nav(key));
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
                    return (self.edit(action), None);
                }
            };
            return (Effect::None, if over { self.finish() } else { None });
        }
        self.arrived = None;
        let effect = match action {
            Some(action) => self.edit(action),
            None => self.navigate(nav),
        };
        (effect, None)
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

    fn mouse(
        &mut self,
        mouse: Mouse,
        at: Position,
        context: &mut Context,
    ) -> (Effect, Option<Tried>) {
        let shell = Shell::of(context.area(), Side::Narrow);
        match (mouse, &mut self.run) {
            (Mouse::Click, Some(_)) => return (Effect::None, self.finish()),
            (Mouse::WheelUp, Some(run)) => self.pace = run.faster(),
            (Mouse::WheelDown, Some(run)) => self.pace = run.slower(),
            (Mouse::Hover | Mouse::WheelUp | Mouse::WheelDown, _) => {}
            (Mouse::Click, None) => {
                let below = Self::below(shell.board);
                let cards = self.supply_places(panels::row(below, 0));
                if let Some((card, _)) = cards.into_iter().find(|(_, place)| place.contains(at)) {
                    return (self.insert(card), None);
                }
                let row = self.program_place(panels::row(below, 2));
                if let Some(caret) = hand::caret_at(self.program.len(), self.caret, row, at) {
                    self.caret = caret;
                }
            }
        }
        (Effect::None, None)
    }

    fn navigate(&mut self, nav: Option<Nav>) -> Effect {
        match nav {
            Some(Nav::Left) => self.caret = self.caret.saturating_sub(1),
            Some(Nav::Right) => self.caret = (self.caret + 1).min(self.program.len()),
            Some(Nav::First) => self.caret = 0,
            Some(Nav::Last) => self.caret = self.program.len(),
            Some(Nav::Confirm) => return self.start(),
            Some(Nav::Back) => return Effect::Close,
            _ => {}
        }
        Effect::None
    }

    fn board(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let puzzle = &self.puzzle;
        let grid = board::layout(look, puzzle.ground(), area, BELOW);
        let run = self.run.as_ref().or(self.arrived.as_ref());
        let ground = run.map_or(puzzle.ground(), Playback::ground);
        scene(puzzle, ground, grid, run.and_then(Playback::beam)).draw(look, buf);
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
        let kinds = self.puzzle.supply().kinds().enumerate();
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
        format!("{} of {}", self.program.len(), self.puzzle.par())
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
}

/// The board of a puzzle as a still picture.
pub fn picture(text: &str) -> Option<Paint> {
    let puzzle = Puzzle::parse(text).ok()?;
    Some(Box::new(move |look, area, buf| {
        let grid = board::layout(look, puzzle.ground(), area, 0);
        scene(&puzzle, puzzle.ground(), grid, None).draw(look, buf);
    }))
}

/// The board with one turtle and its jewel.
fn scene<'a>(puzzle: &'a Puzzle, ground: &'a Ground, grid: Grid, beam: Option<Beam>) -> Scene<'a> {
    Scene {
        ground,
        starts: &puzzle.law().starts,
        jewel: &|_| Hue::Green,
        grid,
        cursor: None,
        forbidden: &|_| false,
        marked: None,
        ghost: None,
        beam,
        way: &[],
    }
}

impl Challenge for ProgramBoard {
    fn task(&self) -> challenge::Task {
        let par = self.puzzle.par();
        challenge::Task {
            hue: None,
            lead: self.puzzle.name().into_owned(),
            big: format!("IN {par}"),
            tail: if par == 1 { "card to the jewel" } else { "cards to the jewel" }.to_owned(),
            rule: self.puzzle.rule(),
            aim: "your program".to_owned(),
        }
    }

    fn update(&mut self, msg: &Msg, context: &mut Context) -> (Effect, Option<Tried>) {
        match msg {
            Msg::Key(key) => self.key(key, context),
            Msg::Mouse(mouse, at) => self.mouse(*mouse, *at, context),
            Msg::Tick(elapsed) => {
                let time = context.motion_time(*elapsed);
                let over = self.run.as_mut().is_some_and(|run| run.tick(time));
                (Effect::None, if over { self.finish() } else { None })
            }
            Msg::Woken => (self.solved(), None),
            _ => (Effect::None, None),
        }
    }

    fn draw(&self, buf: &mut Buffer, context: &Context) -> Room {
        let look = &context.look;
        let shell = Shell::of(context.area(), Side::Narrow);
        shell.draw(look, buf);
        self.board(look, shell.board, buf);
        let cards = Rect { height: shell.board.height.saturating_sub(BELOW), ..shell.board };
        let (status, panel) = (shell.status(), shell.panel_text());
        Room { side: cards, status, panel, filled: false }
    }

    fn seen(&self, context: &Context) -> Vec<Rect> {
        let area = Shell::of(context.area(), Side::Narrow).board;
        let grid = board::layout(&context.look, self.puzzle.ground(), area, BELOW);
        let jewels = self.puzzle.ground().jewels();
        jewels.filter_map(|cell| grid.place((cell.column.into(), cell.row.into()))).collect()
    }

    fn status(&self, _: &Context) -> (String, Meaning) {
        match (&self.run, &self.said) {
            (Some(run), _) => (format!("the turtle {}", run.words()), Meaning::Text),
            (None, Some((said, meaning))) => (said.clone(), *meaning),
            (None, None) => (self.puzzle.words().into_owned(), Meaning::Muted),
        }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        if self.run.is_some() {
            let mut all = vec![hints::nav(keys, &[Nav::Confirm], "to the end")];
            all.extend(hints::section(keys, &PUZZLES, |action| action == Action::Step));
            let back = hints::section(keys, &PUZZLES, |action| action == Action::Earlier);
            all.extend(back.into_iter().map(|hint| Hint {
                words: "back",
                about: "Goes one card back.",
                ..hint
            }));
            all.push(hints::nav_about(
                keys,
                &[Nav::Up, Nav::Down],
                "speed",
                "Runs the program faster, or slower.",
            ));
            all.push(hints::nav(keys, &[Nav::Back], "edit"));
            return all;
        }
        let left = self.left();
        let lays = |card| left.count(card) > 0;
        // The two turns in one word leave room for the hint.
        let turns = [Card::Left, Card::Right];
        let both = turns.into_iter().all(lays);
        let alone = |action| match action {
            Action::Insert(card) => lays(card) && !(both && turns.contains(&card)),
            _ => false,
        };
        let mut all = hints::section(keys, &PUZZLES, alone);
        if both {
            let at = usize::from(lays(Card::Forward));
            let turns = turns.map(Action::Insert);
            all.insert(at, hints::together(keys, &PUZZLES, &turns, "turn"));
        }
        if !self.program.is_empty() {
            all.insert(0, hints::nav(keys, &[Nav::Confirm], "run"));
        }
        all
    }

    /// Whoever is stuck looks for the hint; these come after it.
    fn more_hints(&self, context: &Context) -> Vec<Hint> {
        let (keys, length) = (&context.keys, self.program.len());
        if self.run.is_some() || length == 0 {
            return Vec::new();
        }
        let mut all = hints::section(keys, &PUZZLES, |action| match action {
            Action::Insert(_) => false,
            Action::Delete => self.caret > 0,
            Action::Remove => self.caret < length,
            Action::Step | Action::Clear => true,
            Action::Earlier => self.caret > 1,
            Action::Later => self.caret > 0 && self.caret < length,
        });
        all.push(hints::nav(keys, &[Nav::Left, Nav::Right], "place"));
        all
    }

    fn keeps_back(&self) -> bool {
        self.run.is_some()
    }

    fn hint(&mut self, _: &mut Context) -> Option<Effect> {
        if self.run.is_some() || self.solving.is_some() {
            return None;
        }
        if self.hints == HINTS {
            self.tell_hint();
            return None;
        }
        self.hints += 1;
        if self.answer.is_none() {
            return Some(self.solve());
        }
        self.tell_hint();
        Some(Effect::None)
    }

    fn show(&mut self, _: &mut Context) -> Effect {
        self.showing = true;
        match self.solving {
            Some(_) => Effect::None,
            None => self.run_answer(),
        }
    }

    fn restart(&mut self) {
        self.clear();
    }

    fn pulse(&self) -> Option<Duration> {
        self.run.is_some().then_some(FRAME)
    }

    fn min_size(&self) -> Size {
        let size = board::least(self.puzzle.ground(), BELOW);
        Size::new((size.width + 28).max(60), size.height.max(20))
    }

    fn help(&self, all: &[Hint], context: &Context) -> Option<Box<dyn Screen>> {
        let nav = |navs: &[Nav], about| hints::nav_about(&context.keys, navs, "", about);
        let mut more = hints::all(&context.keys, &PUZZLES);
        more.extend([
            nav(&[Nav::Confirm], "Runs the program; while it runs, goes to its end."),
            nav(&[Nav::Left, Nav::Right], "Moves the caret; while it runs, a card back or on."),
            nav(&[Nav::First, Nav::Last], "Moves the caret to the first card, or the last."),
        ]);
        let all = hints::explained(all.to_vec(), more);
        Some(Box::new(HelpScreen::of_text("Puzzles", HELP, &all, context)))
    }
}
