//! A puzzle at play: whether it is one, what a move does to it, and what the best defence answers.

use std::fmt::{self, Display};

use super::{Bots, Budget, Oracle, Strategy, Truth, truth_after, truths};
use crate::lang::capital;
use crate::play::puzzle::{Goal, Position};
use crate::play::{Eye, Game, Outcome, Seat, Session, Turn, ordinal};

/// A position whose goal is known to be one, with what it takes to reach it.
pub struct Riddle<G: Bots> {
    start: G,
    mover: Seat,
    goal: Goal,
}

/// What is certain of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof<M> {
    /// The only first move that reaches the goal.
    pub key: M,
    /// What every move leads to.
    pub moves: Vec<(M, Truth)>,
}

/// Why a position is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// There was not enough time to find out.
    Unknown,
    /// The match is over, or nobody decides.
    NobodyMoves,
    /// The goal can't be reached; the best that can is this, where it is known.
    OutOfReach(Option<Goal>),
    /// More can be reached than the goal says.
    TooEasy(Goal),
    /// These moves all reach it.
    Several(Vec<String>),
    /// There is only one legal move.
    NoChoice,
}

impl Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Unknown => f.write_str("the solver needs too long here"),
            Flaw::NobodyMoves => f.write_str("no one is to move here"),
            Flaw::OutOfReach(None) => f.write_str("nothing can be forced here"),
            Flaw::OutOfReach(Some(best)) => {
                write!(f, "the goal can't be reached; the best here is '{best}'")
            }
            Flaw::TooEasy(best) => write!(f, "more can be reached: '{best}'"),
            Flaw::Several(moves) => {
                write!(
                    f,
                    "{} first moves keep what there is to win: {}",
                    moves.len(),
                    moves.join(", ")
                )
            }
            Flaw::NoChoice => f.write_str("there is only one move"),
        }
    }
}

/// What comes of a move in a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<M> {
    /// The goal is reached; none or more moves of the other side that end the match first.
    Solved(Vec<M>),
    /// It can still be reached; these moves of the other side follow, none where it can't move.
    On(Vec<M>),
    /// It still wins, but takes so many moves more than the puzzle has left.
    Slower(u32),
    /// It can't be reached any more; the moves show why, the other side's first.
    Wrong(Vec<M>, Truth),
}

/// A loss that is further away is told and not shown; with the wrong move, so many moves.
const LONGEST_LINE: u32 = 9;
/// In games of points a line runs to the end of the match, or for so many moves.
const LONGEST_GAME: usize = 20;
/// How far to look for what a position holds, in moves of both sides.
const FURTHEST: u32 = 15;

impl<G: Bots> Riddle<G> {
    /// The puzzle of a position; its moves and board have been read.
    pub fn new(position: &Position) -> Result<Riddle<G>, String> {
        let session: Session<G> = position.session()?;
        let mover = session.turn().seat().ok_or("no one is to move here")?;
        Ok(Riddle { start: session.state().clone(), mover, goal: position.goal })
    }

    /// The position it begins with.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// Whose goal it is.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// What is to be reached.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// In games of points: how far ahead the mover is to end.
    pub fn end(&self) -> Option<i32> {
        match self.goal {
            Goal::Points { more } => Some(self.target(more)),
            Goal::Win { .. } => None,
        }
    }

    /// The points the mover is to have more than the other side at the end.
    fn target(&self, more: i32) -> i32 {
        margin(&self.start, self.mover) + more
    }

    /// How far to look, with so many own moves made.
    fn within(&self, made: u32) -> u32 {
        match self.goal {
            Goal::Win { moves } => (2 * moves).saturating_sub(1 + 2 * made),
            Goal::Points { .. } => u32::MAX,
        }
    }

    /// Whether a truth for the mover, of a move that comes after `made` own ones, reaches the goal.
    fn reaches(&self, truth: Truth, made: u32) -> bool {
        match (self.goal, truth) {
            (Goal::Win { moves }, Truth::Wins(_)) => {
                truth.own_moves().is_some_and(|needed| made + needed <= moves)
            }
            (Goal::Points { more }, Truth::Margin(margin)) => margin >= self.target(more),
            _ => false,
        }
    }

    /// Proves that exactly one first move keeps what there is to win, and that the goal says how
    /// much that is.
    pub fn prove(
        &self,
        oracle: &mut dyn Oracle<G>,
        budget: &Budget,
    ) -> Result<Proof<G::Move>, Flaw> {
        let moves = truths(oracle, &self.start, self.within(0), budget).ok_or(Flaw::Unknown)?;
        let best = moves.iter().map(|(_, truth)| *truth).max().ok_or(Flaw::NobodyMoves)?;
        if moves.len() < 2 {
            return Err(Flaw::NoChoice);
        }
        let there = goal_of(best, margin(&self.start, self.mover));
        if !self.reaches(best, 0) {
            return Err(Flaw::OutOfReach(there));
        }
        if let Some(there) = there.filter(|there| *there != self.goal) {
            return Err(Flaw::TooEasy(there));
        }
        let keeps = |truth: Truth| match self.goal {
            // A slower win is a win: no other move may have one.
            Goal::Win { .. } => truth.is_win(),
            Goal::Points { .. } => truth == best,
        };
        let keys: Vec<&G::Move> =
            moves.iter().filter(|(_, truth)| keeps(*truth)).map(|(mv, _)| mv).collect();
        match keys[..] {
            [key] => Ok(Proof { key: key.clone(), moves }),
            _ => Err(Flaw::Several(keys.iter().map(ToString::to_string).collect())),
        }
    }

    /// The goal that a position holds for whoever is to move, if exactly one move reaches it.
    pub fn found_in(
        position: &Position,
        oracle: &mut dyn Oracle<G>,
        budget: &Budget,
    ) -> Result<(Goal, Proof<G::Move>), Flaw> {
        let session: Session<G> = position.session().map_err(|_| Flaw::NobodyMoves)?;
        let state = session.state();
        let mover = state.turn().seat().ok_or(Flaw::NobodyMoves)?;
        // A short win is found at once; only what lies deeper takes long.
        for within in (3..=FURTHEST).step_by(2) {
            let truth = oracle.truth(state, within, budget).ok_or(Flaw::Unknown)?;
            let Some(goal) = goal_of(truth, margin(state, mover)) else {
                if truth == Truth::Open {
                    continue;
                }
                return Err(Flaw::OutOfReach(None));
            };
            let riddle = Riddle { start: state.clone(), mover, goal };
            return Ok((goal, riddle.prove(oracle, budget)?));
        }
        Err(Flaw::OutOfReach(None))
    }

    /// What comes of a legal move of the mover's here, after so many of its own. None if the
    /// budget is spent.
    pub fn answer(
        &self,
        oracle: &mut dyn Oracle<G>,
        state: &G,
        made: u32,
        mv: &G::Move,
        budget: &Budget,
    ) -> Option<Answer<G::Move>> {
        let within = self.within(made).max(1);
        let truth = truth_after(oracle, state, mv, within, budget)?;
        let next = state.after(mv);
        if self.reaches(truth, made) {
            if next.turn().is_over() {
                return Some(Answer::Solved(Vec::new()));
            }
            let mut replies = Vec::new();
            let mut here = next;
            while here.turn().seat().is_some_and(|seat| seat != self.mover) {
                let reply = best_move(oracle, &here, within.saturating_sub(1), budget)?;
                here = here.after(&reply);
                replies.push(reply);
            }
            // The other side may end the match itself, by uncovering a line or filling the board.
            let solved = here.turn().is_over();
            return Some(if solved { Answer::Solved(replies) } else { Answer::On(replies) });
        }
        if let (Goal::Win { moves }, Truth::Wins(_)) = (self.goal, truth) {
            let needed = truth.own_moves().unwrap_or(0);
            return Some(Answer::Slower((made + needed).saturating_sub(moves)));
        }
        let (line, told) = self.refutation(oracle, &next, within, truth, budget)?;
        Some(Answer::Wrong(line, told))
    }

    /// The line that shows why a move failed: to the end where that is near, one reply otherwise.
    fn refutation(
        &self,
        oracle: &mut dyn Oracle<G>,
        next: &G,
        within: u32,
        truth: Truth,
        budget: &Budget,
    ) -> Option<(Vec<G::Move>, Truth)> {
        if next.turn().is_over() {
            return Some((Vec::new(), truth));
        }
        // Whether it even loses may lie a little further than the goal.
        let further = within.saturating_add(2);
        let there = oracle.truth(next, further, budget)?;
        let mine = next.turn().seat() == Some(self.mover);
        let told = (if mine { there } else { there.turned() }).earlier();
        let length = match told {
            Truth::Loses(plies) if plies <= LONGEST_LINE => LONGEST_LINE as usize,
            // Who falls short of a score sees at the end by how much.
            Truth::Margin(_) => LONGEST_GAME,
            _ => 1,
        };
        let mut line = Vec::new();
        let mut here = next.clone();
        while line.len() < length && here.turn().seat().is_some() {
            let reply = best_move(oracle, &here, further, budget)?;
            here = here.after(&reply);
            line.push(reply);
        }
        Some((line, told))
    }

    /// A move that still reaches the goal, the best there is: the answer of a hint.
    pub fn best(
        &self,
        oracle: &mut dyn Oracle<G>,
        state: &G,
        made: u32,
        budget: &Budget,
    ) -> Option<G::Move> {
        best_move(oracle, state, self.within(made).max(1), budget)
    }
}

/// What is said of a move that wins with so many more moves than there are.
pub fn slower_words(more: u32) -> String {
    match more {
        1 => "That wins, but 1 move later than it could.".to_owned(),
        more => format!("That wins, but {more} moves later than it could."),
    }
}

/// What is said of a wrong move, after which the match stands at `next`: what the reply does, and
/// what it comes to.
pub fn refuted_words<G: Bots>(
    riddle: &Riddle<G>,
    next: &G,
    line: &[G::Move],
    truth: Truth,
) -> String {
    let (Some(reply), Some(seat)) = (line.first(), next.turn().seat()) else {
        return wrong_words(riddle, truth);
    };
    if seat == riddle.mover {
        let rival = capital(G::hue(riddle.mover.next(2), 2).name());
        let stuck = format!("{rival} can't move any more.");
        return [stuck, wrong_words(riddle, truth)].join(" ");
    }
    let mut said = G::counter(&next.view(Eye::Seat(seat)), seat, reply);
    match (truth, next.after(reply).turn()) {
        // It has been said that this wins.
        (Truth::Loses(_), Turn::Over(_)) => {}
        // A reply that does nothing at once still does what is to be done.
        (Truth::Draw | Truth::Open, _) if said.len() == 1 => {
            let rival = G::hue(seat, 2).name();
            said.push(format!("From there {rival} can meet your threats."));
            said.push(wrong_words(riddle, truth));
        }
        _ => said.push(wrong_words(riddle, truth)),
    }
    said.join(" ")
}

/// What a wrong move comes to: `Then red wins in 3.` The names are the colours'.
fn wrong_words<G: Bots>(riddle: &Riddle<G>, truth: Truth) -> String {
    let rival = G::hue(riddle.mover.next(2), 2).name();
    match (truth, riddle.goal) {
        (Truth::Loses(plies), _) if plies < 2 => format!("That gives {rival} the win."),
        (Truth::Loses(2), _) => format!("Then {rival} wins at once."),
        (Truth::Loses(plies), _) if plies <= LONGEST_LINE => {
            format!("Then {rival} wins in {}.", plies.div_ceil(2))
        }
        (Truth::Loses(plies), _) => {
            format!("Your win is gone: {rival} wins in {}.", plies.div_ceil(2))
        }
        (Truth::Draw, _) => "Then it's only a draw.".to_owned(),
        (Truth::Margin(margin), Goal::Points { more }) => {
            match riddle.target(more).saturating_sub(margin) {
                1 => "Then you end 1 point short.".to_owned(),
                short => format!("Then you end {short} points short."),
            }
        }
        (_, Goal::Win { moves }) => format!("The win in {moves} is gone."),
        (_, Goal::Points { .. }) => "Then the goal is out of reach.".to_owned(),
    }
}

/// Which move failed, for the list of tries: `4`, and after right ones `3rd: 4`.
pub fn wrong_move<M: Display>(mv: &M, made: u32) -> String {
    match made {
        0 => mv.to_string(),
        made => format!("{}: {mv}", ordinal(made as usize + 1)),
    }
}

/// The same in a few words, for the list of tries: `loses in 3`.
pub fn wrong_note<G: Bots>(riddle: &Riddle<G>, truth: Truth) -> String {
    match (truth, riddle.goal) {
        (Truth::Loses(plies), _) if plies <= 2 => "loses at once".to_owned(),
        (Truth::Loses(plies), _) => format!("loses in {}", plies.div_ceil(2)),
        (Truth::Draw, _) => "only draws".to_owned(),
        (Truth::Margin(margin), Goal::Points { more }) => {
            match riddle.target(more).saturating_sub(margin) {
                1 => "1 point short".to_owned(),
                short => format!("{short} points short"),
            }
        }
        (_, Goal::Win { moves }) => format!("no win in {moves}"),
        (_, Goal::Points { .. }) => "out of reach".to_owned(),
    }
}

/// The goal that goes with a truth for the side to move, which is so many points ahead now.
fn goal_of(truth: Truth, ahead: i32) -> Option<Goal> {
    match truth {
        Truth::Wins(_) => truth.own_moves().map(|moves| Goal::Win { moves }),
        Truth::Margin(margin) if margin > ahead => Some(Goal::Points { more: margin - ahead }),
        _ => None,
    }
}

fn margin<G: Game>(state: &G, mover: Seat) -> i32 {
    let points = |scores: Vec<i32>| {
        let others = scores.iter().enumerate().filter(|(seat, _)| *seat != mover.index());
        scores[mover.index()] - others.map(|(_, points)| *points).max().unwrap_or(0)
    };
    state.scores().map_or(0, points)
}

/// What is said of a right move that doesn't end it yet, with so many made.
pub fn right_words(goal: Goal, made: u32) -> String {
    match goal {
        Goal::Win { moves } if moves <= made + 1 => "Right! 1 move to go.".to_owned(),
        Goal::Win { moves } => format!("Right! {} moves to go.", moves - made),
        Goal::Points { .. } => "Right so far.".to_owned(),
    }
}

/// The best move for whoever is to play: the quickest win, the latest loss, the most points. Who
/// loses at once blocks what can be blocked, as anyone would, and where several moves leave as much
/// open, goes where the winner would have gone; among other equals the first is as true.
fn best_move<G: Bots>(
    oracle: &mut dyn Oracle<G>,
    state: &G,
    within: u32,
    budget: &Budget,
) -> Option<G::Move> {
    let all = truths(oracle, state, within, budget)?;
    let best = all.iter().map(|(_, truth)| *truth).max()?;
    let mut equals = all.into_iter().filter(|(_, truth)| *truth == best).map(|(mv, _)| mv);
    if best != Truth::Loses(2) {
        return equals.next();
    }
    let lost: Vec<(G::Move, Vec<G::Move>)> =
        equals.map(|mv| (mv.clone(), wins_at_once(&state.after(&mv)))).collect();
    let is_threat = |mv: &G::Move| lost.iter().any(|(_, wins)| wins.contains(mv));
    lost.iter().min_by_key(|(mv, wins)| (wins.len(), !is_threat(mv))).map(|(mv, _)| mv.clone())
}

/// The moves with which whoever is to play wins here and now.
fn wins_at_once<G: Game>(state: &G) -> Vec<G::Move> {
    let seat = state.turn().seat();
    let wins = |mv: &G::Move| matches!(state.after(mv).turn(), Turn::Over(Outcome::Win(winner)) if Some(winner) == seat);
    state.legal_moves().into_iter().filter(wins).collect()
}

/// How many positions a weaker level may look at before it moves.
const TEMPTED_NODES: u64 = 2000;

/// The levels that play something else here than `key`, from the weakest.
pub fn tempted<G: Bots>(state: &G, key: &G::Move) -> Vec<&'static Strategy<G>> {
    let Turn::Decide(seat) = state.turn() else { return Vec::new() };
    let (view, legal) = (state.view(Eye::Seat(seat)), state.legal_moves());
    let fails = |strategy: &&Strategy<G>| {
        (strategy.plays)(state.variant()).is_ok() && strategy.strength <= 4 && {
            let mut bot = (strategy.make)(state.variant(), 1);
            bot.choose(&view, seat, &legal, &Budget::nodes(TEMPTED_NODES)) != *key
        }
    };
    G::STRATEGIES.iter().filter(fails).collect()
}
