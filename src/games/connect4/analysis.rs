//! What every column leads to, for the analysis: first who wins, then in how many moves.
//! Knows no screen; it reports what it has found out so far, and again when it knows more.

use std::cmp::Ordering;
use std::fmt::{self, Display};
use std::sync::{LazyLock, Mutex, PoisonError};

use super::bot::Lines;
use super::exact::{book, position};
use super::expert::{Judged, Thinker, Worth, solves, thinker};
use super::solver::{Outcome, Position, Solver, TABLE_BYTES};
use super::{Column, Connect4};
use crate::play::{Game, Outcome as Ending, Turn};
use crate::search::{AlphaBeta, Best, Budget, Cancel, Limit};

/// What is known of a position so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    pub columns: Vec<ColumnValue>,
    /// Whether more will come.
    pub working: bool,
}

/// What is known of one column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnValue {
    Full,
    Unknown,
    Known(Prospect),
}

/// What a move leads to when both play their best, for the one who makes it. Moves count one's
/// own: who wins in 1 wins with this disc, who loses in 1 loses to the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prospect {
    Wins {
        moves: Option<u32>,
    },
    Draw,
    Loses {
        moves: Option<u32>,
    },
    /// No end was seen within so many moves; how it looks there, from -100 to 100.
    Open {
        moves: u32,
        guess: i32,
    },
}

impl Prospect {
    /// How good it is, from -1 to 1: the sooner a win, the better.
    pub fn worth(self) -> f32 {
        // A match lasts 21 moves each on the usual board, and few take longer anywhere.
        let sooner = |moves: Option<u32>| {
            moves.map_or(0.6, |moves| 1.0 - 0.7 * (moves.min(22) as f32 - 1.0) / 21.0)
        };
        match self {
            Prospect::Wins { moves } => sooner(moves),
            Prospect::Draw => 0.0,
            Prospect::Loses { moves } => -sooner(moves),
            Prospect::Open { guess, .. } => guess as f32 / 500.0,
        }
    }

    /// From an exact score for the player to move, with so many discs on a board of so many cells.
    pub fn of_score(score: i32, discs: u32, cells: u32) -> Prospect {
        // The winning disc is one of two, and each player has every second.
        let last = |odd_from: u32| {
            let disc = cells + 2 - 2 * score.unsigned_abs();
            disc - (disc + odd_from) % 2
        };
        match score.cmp(&0) {
            Ordering::Greater => {
                Prospect::Wins { moves: Some((last(discs + 1) - discs).div_ceil(2)) }
            }
            Ordering::Equal => Prospect::Draw,
            Ordering::Less => Prospect::Loses { moves: Some((last(discs) - discs) / 2) },
        }
    }

    /// From what the position after a move looks like to the opponent.
    fn of_judged(judged: Judged, next: &Connect4) -> Prospect {
        let cells = cells_of(next);
        match judged.worth {
            Worth::Decided(score) => Prospect::of_score(-score, next.discs() as u32 - 1, cells),
            Worth::Guess(guess) => Prospect::Open {
                moves: (u32::from(judged.depth) + 1).div_ceil(2),
                guess: (-guess).clamp(-100, 100),
            },
        }
    }

    /// From what a search found of the position after the move, for the opponent.
    fn of_search(found: &Best<Column>) -> Prospect {
        match (found.value.plies(), found.value.guessed()) {
            (Some(plies), _) if found.value.is_loss() => {
                Prospect::Wins { moves: Some(plies / 2 + 1) }
            }
            (Some(plies), _) => Prospect::Loses { moves: Some(plies.div_ceil(2)) },
            (None, _) if found.solved => Prospect::Draw,
            (None, guess) => Prospect::Open {
                moves: (u32::from(found.depth) + 1).div_ceil(2),
                guess: -guess.unwrap_or_default().clamp(-100, 100),
            },
        }
    }
}

impl Display for Prospect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Prospect::Wins { moves: Some(moves) } => write!(f, "wins in {moves}"),
            Prospect::Wins { moves: None } => f.write_str("wins"),
            Prospect::Draw => f.write_str("draw"),
            Prospect::Loses { moves: Some(moves) } => write!(f, "loses in {moves}"),
            Prospect::Loses { moves: None } => f.write_str("loses"),
            Prospect::Open { moves, .. } => write!(f, "open for {moves}"),
        }
    }
}

impl Analysis {
    /// What the player to move can reach; none while a column is not known.
    pub fn best(&self) -> Option<Prospect> {
        let known = self.columns.iter().filter_map(|column| match column {
            ColumnValue::Full => None,
            ColumnValue::Unknown => Some(None),
            ColumnValue::Known(prospect) => Some(Some(*prospect)),
        });
        let known: Option<Vec<Prospect>> = known.collect();
        known?.into_iter().max_by(|a, b| a.worth().total_cmp(&b.worth()))
    }

    /// A column worth more than this one, once all is known: columns that were looked at to
    /// different depths can't be compared.
    pub fn better(&self, than: Option<Column>) -> Option<Column> {
        let best = self.best().filter(|_| !self.working)?.worth();
        let worth = |value: &ColumnValue| match value {
            ColumnValue::Known(prospect) => Some(prospect.worth()),
            ColumnValue::Full | ColumnValue::Unknown => None,
        };
        let given = than.and_then(|column| self.columns.get(column.index()).and_then(worth));
        let first = self.columns.iter().position(|value| worth(value) == Some(best))?;
        (given != Some(best)).then_some(Column(first as u8))
    }
}

/// Works out what each column leads to, and reports whenever more is known.
pub fn analyse(state: &Connect4, cancel: &Cancel, report: &mut dyn FnMut(Analysis)) {
    let nothing =
        |column| if state.has_room(column) { ColumnValue::Unknown } else { ColumnValue::Full };
    let columns = (0..state.board().columns()).map(nothing).collect();
    let mut known = Analysis { columns, working: true };
    report(known.clone());
    let done = match position(state) {
        Some(position) => exactly(&position, &mut known, cancel, report),
        None => match thinker(state.board()) {
            Some(thinker) if solves(state.board()) => {
                exactly_small(state, thinker, &mut known, cancel, report)
            }
            thinker => by_search(state, thinker, &mut known, cancel, report),
        },
    };
    if done.is_some() {
        known.working = false;
        report(known);
    }
}

/// The standard board: from the book, then who wins, then in how many moves. None if cancelled.
fn exactly(
    position: &Position,
    known: &mut Analysis,
    cancel: &Cancel,
    report: &mut dyn FnMut(Analysis),
) -> Option<()> {
    /// What was found out about one position helps with the next, so one solver is kept. An
    /// earlier analysis has been cancelled by the time that the next one begins, and is soon gone.
    static SOLVER: LazyLock<Mutex<Solver>> = LazyLock::new(|| Mutex::new(Solver::new(TABLE_BYTES)));

    let discs = position.moves();
    let open: Vec<u32> = middle_first(7).filter(|&column| position.can_play(column)).collect();
    for &column in &open {
        if position.is_winning_move(column) {
            known.columns[column as usize] = ColumnValue::Known(Prospect::Wins { moves: Some(1) });
        } else if let Some(score) = book().score(&after(position, column)) {
            known.columns[column as usize] =
                ColumnValue::Known(Prospect::of_score(i32::from(-score), discs, 42));
        }
    }
    report(known.clone());

    let mut solver = SOLVER.lock().unwrap_or_else(PoisonError::into_inner);
    let stop = || cancel.is_cancelled();
    for &column in &open {
        let told = &mut known.columns[column as usize];
        if *told == ColumnValue::Unknown {
            *told = ColumnValue::Known(match solver.outcome(&after(position, column), &stop)? {
                Outcome::Loss => Prospect::Wins { moves: None },
                Outcome::Draw => Prospect::Draw,
                Outcome::Win => Prospect::Loses { moves: None },
            });
            report(known.clone());
        }
    }
    for &column in &open {
        let told = &mut known.columns[column as usize];
        if let ColumnValue::Known(
            Prospect::Wins { moves: None } | Prospect::Loses { moves: None },
        ) = told
        {
            let score = solver.score_of_move(position, column, &stop)?;
            *told = ColumnValue::Known(Prospect::of_score(i32::from(score), discs, 42));
            report(known.clone());
        }
    }
    Some(())
}

/// Small boards: who wins, then in how many moves. None if cancelled.
fn exactly_small(
    state: &Connect4,
    mut thinker: Box<dyn Thinker>,
    known: &mut Analysis,
    cancel: &Cancel,
    report: &mut dyn FnMut(Analysis),
) -> Option<()> {
    let budget = Budget::new(Limit::Nodes(u64::MAX), cancel.clone());
    let open: Vec<u32> = middle_first(state.board().columns() as u32)
        .filter(|column| state.has_room(*column as usize))
        .collect();
    for in_full in [false, true] {
        for &column in &open {
            let next = state.after(Column(column as u8));
            let prospect = match next.turn() {
                Turn::Over(Ending::Draw) => Prospect::Draw,
                Turn::Over(_) => Prospect::Wins { moves: Some(1) },
                _ if in_full => {
                    let score = -thinker.score(&next, &budget)?;
                    Prospect::of_score(score, state.discs() as u32, cells_of(state))
                }
                _ if thinker.at_least(&next, 1, &budget)? => Prospect::Loses { moves: None },
                _ if thinker.at_least(&next, 0, &budget)? => Prospect::Draw,
                _ => Prospect::Wins { moves: None },
            };
            known.columns[column as usize] = ColumnValue::Known(prospect);
            report(known.clone());
        }
    }
    Some(())
}

fn cells_of(state: &Connect4) -> u32 {
    (state.board().columns() * state.board().rows()) as u32
}

/// Other boards: every column a little deeper each time, until all is known or it takes too long.
/// None if cancelled.
fn by_search(
    state: &Connect4,
    mut thinker: Option<Box<dyn Thinker>>,
    known: &mut Analysis,
    cancel: &Cancel,
    report: &mut dyn FnMut(Analysis),
) -> Option<()> {
    let drops: Vec<Column> = state.legal_moves();
    let mut settled = vec![false; state.board().columns()];
    for depth in (1..=DEEPEST).step_by(2) {
        for drop in &drops {
            let column = drop.index();
            if settled[column] {
                continue;
            }
            let next = state.after(*drop);
            let prospect = match next.turn() {
                Turn::Over(Ending::Draw) => Prospect::Draw,
                Turn::Over(_) => Prospect::Wins { moves: Some(1) },
                _ => {
                    let budget = Budget::new(Limit::Nodes(MOST_NODES), cancel.clone());
                    let (prospect, reached) = match &mut thinker {
                        Some(thinker) => {
                            let judged = thinker.best(&next, depth, 0, &budget);
                            (Prospect::of_judged(judged, &next), judged.depth)
                        }
                        // A board beyond 128 bits.
                        None => {
                            let mut search = AlphaBeta::new(Lines::of(state.board()), 0);
                            search = search.to_depth(depth);
                            let found = search.best(&next, &budget)?;
                            (Prospect::of_search(&found), found.depth)
                        }
                    };
                    if cancel.is_cancelled() {
                        return None;
                    }
                    // Out of nodes: what the depth before said still holds.
                    if reached < depth && matches!(prospect, Prospect::Open { .. }) {
                        settled[column] = true;
                        continue;
                    }
                    prospect
                }
            };
            settled[column] = !matches!(prospect, Prospect::Open { .. });
            known.columns[column] = ColumnValue::Known(prospect);
            report(known.clone());
        }
    }
    Some(())
}

/// How many plies other boards are searched at most, and with how many nodes a column.
const DEEPEST: u8 = 21;
const MOST_NODES: u64 = 1_000_000;

/// The columns from the middle outwards.
fn middle_first(columns: u32) -> impl Iterator<Item = u32> {
    (0..columns).map(move |n| match n % 2 {
        0 => columns / 2 + n / 2,
        _ => columns / 2 - n.div_ceil(2),
    })
}

fn after(position: &Position, column: u32) -> Position {
    let mut next = *position;
    next.play(column);
    next
}

#[cfg(test)]
mod tests {
    use super::super::Board;
    use super::*;
    use crate::play::{Session, Variant};

    /// Everything the analysis reports of a position.
    fn reports(board: &str, moves: &str) -> Vec<Analysis> {
        let (_, text) = Connect4::BOARDS.iter().find(|(stem, _)| *stem == board).unwrap();
        let board = Board::parse(text).unwrap();
        let mut session: Session<Connect4> = Session::new(&board, 2, 0);
        for text in Connect4::split_moves(&board, moves) {
            session.play_text(&text).unwrap();
        }
        let mut reports = Vec::new();
        analyse(session.state(), &Cancel::default(), &mut |known| reports.push(known));
        reports
    }

    fn words(analysis: &Analysis) -> Vec<String> {
        let word = |column: &ColumnValue| match column {
            ColumnValue::Full => "full".to_owned(),
            ColumnValue::Unknown => "?".to_owned(),
            ColumnValue::Known(prospect) => prospect.to_string(),
        };
        analysis.columns.iter().map(word).collect()
    }

    #[test]
    fn columns_are_told_in_moves_of_ones_own() {
        let all = reports("standard", "41424");
        // Red threatens the fourth: who does not stop it loses to the answer.
        let last = all.last().unwrap();
        assert!(!last.working);
        let told = words(last);
        assert_eq!(told.iter().filter(|word| *word == "loses in 1").count(), 6);
        assert_ne!(told[3], "loses in 1");
        assert_eq!(words(reports("standard", "414243").last().unwrap())[3], "wins in 1");
        // Three with two free ends wins with the second disc.
        assert_eq!(words(reports("standard", "3344").last().unwrap())[4], "wins in 2");
    }

    #[test]
    fn first_who_wins_then_in_how_many() {
        let all = reports("standard", "22274311577425265");
        assert!(all.len() > 3 && all[0].best().is_none());
        for pair in all.windows(2) {
            for (before, after) in pair[0].columns.iter().zip(&pair[1].columns) {
                match (before, after) {
                    (ColumnValue::Known(before), ColumnValue::Known(after)) => {
                        let same = before.worth().signum() == after.worth().signum();
                        assert!(same || *before == Prospect::Draw, "{before} became {after}");
                    }
                    (ColumnValue::Known(_), _) => panic!("what was known is forgotten"),
                    _ => {}
                }
            }
        }
        // 17 discs and a score of 13: of 21 discs yellow has used 8, and keeps 12 after the last.
        assert_eq!(all.last().unwrap().best(), Some(Prospect::Wins { moves: Some(1) }));
    }

    #[test]
    fn full_columns_and_other_boards_are_analysed() {
        let told = words(reports("standard", "444444").last().unwrap());
        assert_eq!(told[3], "full");
        // Three in a row on 5 x 4 is won from the middle, in five moves.
        let small = reports("small", "");
        assert_eq!(words(small.last().unwrap())[2], "wins in 5");
    }

    #[test]
    fn a_sooner_win_is_worth_more() {
        let ladder = [
            Prospect::Loses { moves: Some(1) },
            Prospect::Loses { moves: Some(9) },
            Prospect::Open { moves: 5, guess: -60 },
            Prospect::Draw,
            Prospect::Open { moves: 5, guess: 60 },
            Prospect::Wins { moves: Some(9) },
            Prospect::Wins { moves: Some(1) },
        ];
        assert!(ladder.is_sorted_by(|a, b| a.worth() < b.worth()));
    }
}
