//! Questions about matches: whether a position is a puzzle, and whether somebody missed a win.

use super::found;
use crate::play::puzzle::{Goal, OWN, Position, Puzzle, Task as What, USUAL_RATING};
use crate::play::{Seat, Session, Turn, Variant};
use crate::screens::{Of, Pages};
use crate::search::{Budget, Oracle, Truth, fingerprint, truth_after};
use crate::tui::task::{News, Task};
use crate::tui::{Context, Effect, GameUi, Keep, Screen};

/// The questions of one match, while the solver looks at them, and what it found.
pub struct Puzzler {
    /// Whether anything is known about this board.
    able: bool,
    /// Whether the position after so many moves is a puzzle.
    wondering: Option<(Task<Result<String, String>>, usize)>,
    looking: Option<Task<Missed>>,
    /// The win that was let go.
    pub missed: Option<Missed>,
}

impl Puzzler {
    pub fn on<G: GameUi>(variant: &G::Variant) -> Puzzler {
        let able = !G::PUZZLES.is_empty() && !G::SECRETS && G::oracle(variant).is_ok();
        Puzzler { able, wondering: None, looking: None, missed: None }
    }

    /// Whether it makes sense to ask on this board.
    pub fn knows(&self) -> bool {
        self.able
    }

    /// Asks whether the position after so many moves is a puzzle.
    pub fn wonder<G: GameUi>(&mut self, session: &Session<G>, ply: usize) -> Effect {
        let board = session.state().variant().to_toml();
        let moves: Vec<String> =
            session.moves()[..ply.min(session.ply())].iter().map(ToString::to_string).collect();
        let (task, run) = Task::new(move |cancel, report: &mut dyn FnMut(_)| {
            report(found::<G>(board, moves, cancel).map(|puzzle| puzzle.to_toml::<G>()));
        });
        self.wondering = Some((task, ply));
        Effect::Tell("asking the solver".to_owned()).and(run)
    }

    /// Looks for a win that the only person at the table let go.
    pub fn look_back<G: GameUi>(&mut self, session: &Session<G>, seat: Seat) -> Effect {
        match self.able.then(|| look_back(session, seat)).flatten() {
            Some((task, run)) => {
                self.looking = Some(task);
                run
            }
            None => Effect::None,
        }
    }

    /// What was found out meanwhile: a puzzle is kept, a win that was let go is told.
    pub fn listen<G: GameUi>(&mut self) -> Effect {
        let mut effect = Effect::None;
        while let Some((news, ply)) =
            self.wondering.as_ref().and_then(|(task, ply)| Some((task.poll()?, *ply)))
        {
            let heard = match news {
                News::Report(Ok(text)) => {
                    Effect::Keep(Keep::Puzzle(G::ID, format!("after move {ply}"), text))
                }
                News::Report(Err(why)) => Effect::Say(why),
                News::Failed(why) => Effect::Say(format!("the solver failed ({why})")),
                News::Done => {
                    self.wondering = None;
                    Effect::None
                }
            };
            effect = effect.and(heard);
        }
        while let Some(news) = self.looking.as_ref().and_then(Task::poll) {
            match news {
                News::Report(missed) => {
                    effect = effect.and(Effect::Tell(missed.words()));
                    self.missed = Some(missed);
                }
                News::Failed(_) => {}
                News::Done => self.looking = None,
            }
        }
        effect
    }
}

/// A win that somebody let go: after how many moves, and the position as a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missed {
    /// The number of the move that let it go.
    pub number: usize,
    puzzle: Puzzle,
}

/// How much is spent on each position; a look back is no reason to wait.
const NODES: u64 = 4_000;
/// How far a missed win may lie ahead, in moves of both sides: what is further nobody expects.
const WITHIN: u32 = 9;

/// Looks for the last win that a seat let go in a match that is over.
fn look_back<G: GameUi>(session: &Session<G>, seat: Seat) -> Option<(Task<Missed>, Effect)> {
    G::oracle(session.state().variant()).ok()?;
    let session = session.clone();
    Some(Task::new(move |cancel, report: &mut dyn FnMut(_)| {
        let Ok(mut oracle) = G::oracle(session.state().variant()) else { return };
        for ply in (0..session.ply()).rev() {
            if cancel.is_cancelled() {
                return;
            }
            let state = session.state_at(ply);
            if state.turn() != Turn::Decide(seat) {
                continue;
            }
            let Some(plies) = near_win(oracle.as_mut(), &state) else { continue };
            let mv = &session.moves()[ply];
            // A win that takes one move more is none that was missed.
            let budget = Budget::nodes(NODES);
            let after = truth_after(oracle.as_mut(), &state, mv, plies + 2, &budget);
            if plies > WITHIN || after.is_none_or(Truth::is_win) {
                continue;
            }
            let goal = Goal::Win { moves: plies.div_ceil(2) };
            let moves = session.moves()[..ply].iter().map(ToString::to_string).collect();
            let board = state.variant().to_toml();
            let puzzle = Puzzle {
                id: String::new(),
                group: OWN.to_owned(),
                name: Some(format!("Your move {}", ply + 1)),
                rating: USUAL_RATING,
                task: What::Position(Position { board, moves, goal }),
            };
            report(Missed { number: ply + 1, puzzle });
            return;
        }
    }))
}

/// In how many moves of both sides the side to move wins, if that is near. The shortest wins are
/// looked for first: they are found at once, and what lies deeper may cost more than there is.
fn near_win<G: GameUi>(oracle: &mut dyn Oracle<G>, state: &G) -> Option<u32> {
    for within in (1..=WITHIN).step_by(2) {
        match oracle.truth(state, within, &Budget::nodes(NODES))? {
            Truth::Wins(plies) => return Some(plies),
            Truth::Open => {}
            Truth::Draw | Truth::Loses(_) | Truth::Margin(_) => return None,
        }
    }
    None
}

impl Missed {
    /// The sentence that offers to try it again.
    pub fn words(&self) -> String {
        format!("You missed a win at move {}. Try it again?", self.number)
    }

    /// The position as a puzzle.
    pub fn open<G: GameUi>(&self, context: &Context) -> Effect {
        let game: &'static dyn Pages = const { &Of::<G>::NEW };
        let key = format!("{}/match-{:x}", G::ID, fingerprint(&format!("{:?}", self.puzzle.task)));
        let opened: Result<Box<dyn Screen>, String> =
            super::open_alone(game, key, self.puzzle.clone(), None, context);
        match opened {
            Ok(page) => Effect::Open(page),
            Err(why) => Effect::Say(why),
        }
    }
}
