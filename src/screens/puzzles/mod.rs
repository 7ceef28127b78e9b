//! The puzzles: the shelf with all of them, and the page on which one is solved, the same for every
//! game.

mod ask;
mod page;
mod panel;
mod position;
mod shelf;

pub use ask::Puzzler;
pub use page::PUZZLE;
pub use shelf::{PUZZLES, Start, open};

use std::borrow::Cow;
use std::time::Duration;

use super::{Games, Pages};
use crate::lang::{as_told, told};
use crate::play::puzzle::{Goal, OWN, Position, Puzzle, RATINGS, Task};
use crate::search::{Bots, Budget, Cancel, Limit, Riddle, tempted};
use crate::store::Day;
use crate::tui::challenge::Challenge;
use crate::tui::game_ui::draw_still;
use crate::tui::panels::Paint;
use crate::tui::{Context, GameUi, Screen};

/// A puzzle with what it is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Listed {
    pub game: &'static str,
    pub title: &'static str,
    /// `connect4/5-07`: by this the store knows it.
    pub key: String,
    pub puzzle: Puzzle,
}

impl Listed {
    /// The bundled puzzles of a game.
    pub fn of(game: &'static dyn Pages) -> Vec<Listed> {
        let listed = |puzzle: Puzzle| Listed::new(game, puzzle);
        game.puzzles().into_iter().map(listed).collect()
    }

    fn new(game: &'static dyn Pages, puzzle: Puzzle) -> Listed {
        let key = format!("{}/{}", game.id(), puzzle.id);
        Listed { game: game.id(), title: game.title(), key, puzzle }
    }

    /// What the title bar and the lists call it.
    fn name(&self) -> String {
        let title = self.puzzle.title().map(Cow::into_owned);
        title.unwrap_or_else(|| format!("no. {}", self.puzzle.id))
    }
}

/// Puzzles of the day are for everybody: the hardest wait on the shelf.
const DAILY_RATINGS: std::ops::RangeInclusive<u32> = 600..=1500;

/// The puzzle of a day among these, by the date alone: another game each day, and no puzzle twice
/// before all have been.
pub(crate) fn daily(all: &[Listed], day: Day) -> Option<usize> {
    let mut games: Vec<&str> = Vec::new();
    for listed in all {
        if !games.contains(&listed.game) {
            games.push(listed.game);
        }
    }
    let number = day.number().rem_euclid(1 << 40) as usize;
    let game = games.get(number % games.len().max(1))?;
    let fits =
        |listed: &Listed| listed.game == *game && DAILY_RATINGS.contains(&listed.puzzle.rating);
    let fitting: Vec<usize> = (0..all.len()).filter(|at| fits(&all[*at])).collect();
    let round = number / games.len();
    // A step that shares no divisor with the number of puzzles visits each of them once.
    let step = (0..).map(|n| 29 + 2 * n).find(|step| gcd(*step, fitting.len()) == 1)?;
    fitting.get((round * step) % fitting.len().max(1)).copied()
}

/// What the menu says of today's puzzle and the streak, the longest first for where there's room;
/// nothing in an arcade without puzzles.
pub(crate) fn today_words(games: &Games, context: &Context) -> Vec<String> {
    let (all, day) = (games.puzzles(), context.day());
    let Some(at) = daily(all, day) else { return Vec::new() };
    let progress = context.store.progress();
    let done = progress.did(day);
    let sign = match done {
        true => context.look.glyph("✓", "+"),
        false => context.look.glyph("□", "o"),
    };
    let title = told(all[at].title);
    let long = match done {
        true => told("solved today").into_owned(),
        false => told(&format!("today: {}", all[at].title)).into_owned(),
    };
    let words = match progress.streak(day).0 {
        0 => vec![long, title.into_owned()],
        days => {
            let (streak, short) = (panel::days_words(days), format!("{days} d"));
            let (streak, short) = (told(&streak), told(&short));
            let short = [format!("{title}, {streak}"), format!("{title}, {short}")];
            let long = format!("{long}, {streak}");
            [long].into_iter().chain(short).collect()
        }
    };
    words.into_iter().map(|words| as_told(&format!("{sign} {words}"))).collect()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A puzzle before anybody plays it.
pub(crate) struct Still {
    /// What is to be done: `Yellow to play and win in 5`.
    pub sentence: String,
    /// The same where there's little room: `win in 5`.
    pub brief: String,
    /// Its board.
    pub paint: Paint,
}

/// What is to be done in a puzzle, and its board as a picture.
pub(super) fn still_of<G: GameUi>(puzzle: &Puzzle) -> Option<Still> {
    match &puzzle.task {
        Task::Position(position) => {
            let session = position.session::<G>().ok()?;
            let state = session.state().clone();
            let sentence = position.sentence::<G>(session.turn().seat()?);
            let view = state.view(crate::play::Eye::Spectator);
            let paint: Paint = Box::new(move |look, area, buf| {
                draw_still::<G>(&state, &view, look, area, buf);
            });
            Some(Still { sentence, brief: position.goal.to_string(), paint })
        }
        Task::Own(text) => {
            let own = G::own_puzzle(text).ok()?;
            let (sentence, brief) = (own.sentence(), own.brief());
            Some(Still { sentence, brief, paint: G::own_picture(text)? })
        }
    }
}

/// The board of a puzzle to play on.
pub(super) fn challenge<G: GameUi>(
    puzzle: &Puzzle,
    context: &Context,
) -> Result<Box<dyn Challenge>, String> {
    match &puzzle.task {
        Task::Position(position) => position::open::<G>(position),
        Task::Own(text) => {
            G::challenge(text, context).ok_or_else(|| format!("{} has no such puzzles", G::TITLE))
        }
    }
}

/// How long the solver may think about a position that somebody wonders about.
const WONDER: Duration = Duration::from_secs(10);

/// The position after these moves as a puzzle, or why it isn't one.
pub(crate) fn found<G: Bots>(
    board: String,
    moves: Vec<String>,
    cancel: &Cancel,
) -> Result<Puzzle, String> {
    let position = Position { board, moves, goal: Goal::Win { moves: 1 } };
    let session = position.session::<G>()?;
    let mut oracle = G::oracle(session.state().variant())?;
    let budget = Budget::new(Limit::Time(WONDER), cancel.clone());
    let found = Riddle::<G>::found_in(&position, oracle.as_mut(), &budget);
    let (goal, proof) = found.map_err(|flaw| format!("not a puzzle: {flaw}"))?;
    let fooled = tempted(session.state(), &proof.key).len() as u32;
    let length = match goal {
        Goal::Win { moves } => moves,
        Goal::Points { .. } => 4,
    };
    Ok(Puzzle {
        id: String::new(),
        group: OWN.to_owned(),
        name: None,
        rating: (500 + 110 * length + 60 * fooled).clamp(*RATINGS.start(), *RATINGS.end()),
        task: Task::Position(Position { goal, ..position }),
    })
}

/// A page for a puzzle that stands on no shelf.
pub(crate) fn open_alone(
    game: &'static dyn Pages,
    key: String,
    puzzle: Puzzle,
    daily: Option<Day>,
    context: &Context,
) -> Result<Box<dyn Screen>, String> {
    let board = game.challenge(&puzzle, context)?;
    let listed = Listed { key, ..Listed::new(game, puzzle) };
    Ok(Box::new(page::PuzzlePage::new(listed, board, daily, false, context)))
}
