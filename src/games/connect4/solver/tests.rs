//! The solver against a plain one: a grid of characters, every line walked
//! cell by cell, alpha-beta without a table.

use super::book::{Book, BookError, Plan, Share, State, extend};
use super::bounds::verdict;
use super::position::{BOARD, has_four, mirror, winning_cells};
use super::search::{Node, Settled};
use super::table::{Known, Place, SolverTable};
use super::{Best, Outcome, Position, Solver};

const TABLE_BYTES: usize = 1 << 20;

fn never() -> bool {
    false
}

fn position(moves: &str) -> Position {
    Position::from_moves(moves).unwrap()
}

/// Positions of random play. The scores of the first ones were confirmed by
/// another program, those of the late ones are confirmed by [`Plain`] below.
const SAMPLES: [(&str, i8); 32] = [
    ("6251244", 18),
    ("31774453", 17),
    ("547343524", 17),
    ("122522274311", 14),
    ("46511554371", -2),
    ("3476743322375", 5),
    ("7321546613442", 13),
    ("667675372274122", 8),
    ("22274311577425265", 13),
    ("327361272371347", 2),
    ("74332237525367355", 4),
    ("11554371173215466", 5),
    ("767225252632665413661", 11),
    ("6532324176632233653622", -2),
    ("76651451225535751773", 11),
    ("731717552661531133512", -2),
    ("13221661467777622553126", 2),
    ("62573211365443242174377461", -8),
    ("653331553225266121734352", 4),
    ("174774523243175142237647", 9),
    ("2434234475567452621726421675", -7),
    ("1771755367762512215355332273", -3),
    ("143765526617216455437374272656", 6),
    ("3417223267234661344645763734126", -2),
    ("2737511366742221725523561174", 7),
    ("7441262177671632331214477433", 7),
    ("2757735214643273163614556761455211442", 0),
    ("46617243214427715712233663315415362", 4),
    ("72725265142611453477174464635726561", 4),
    ("44775126241165675336723467314452571", 4),
    ("675423423445231651617416725432367565", 3),
    ("3424733645627256511771244542256611765", 0),
];

/// From this many discs on the plain solver is quick enough.
const LATE: usize = 28;

struct Plain {
    /// Columns of discs, 'x' for the first player and 'o' for the second.
    columns: [Vec<char>; 7],
}

impl Plain {
    fn new(moves: &str) -> Self {
        let mut plain = Self { columns: Default::default() };
        for digit in moves.chars() {
            let column = digit.to_digit(10).unwrap() as usize - 1;
            let disc = plain.turn();
            plain.columns[column].push(disc);
        }
        plain
    }

    fn discs(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    fn turn(&self) -> char {
        if self.discs().is_multiple_of(2) { 'x' } else { 'o' }
    }

    fn at(&self, column: i32, row: i32) -> Option<char> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    /// Whether the top disc of this column is part of a four.
    fn top_makes_four(&self, column: usize) -> bool {
        let (x, y) = (column as i32, self.columns[column].len() as i32 - 1);
        let disc = self.at(x, y);
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let run = |sign: i32| {
                (1..4)
                    .take_while(|&n| self.at(x + sign * n * dx, y + sign * n * dy) == disc)
                    .count()
            };
            run(1) + run(-1) >= 3
        })
    }

    /// The score, if it lies between `alpha` and `beta`; else one of them.
    fn score(&mut self, mut alpha: i32, beta: i32) -> i32 {
        let discs = self.discs() as i32;
        if discs == 42 {
            return 0.clamp(alpha, beta);
        }
        let disc = self.turn();
        for column in 0..7 {
            if self.columns[column].len() == 6 {
                continue;
            }
            self.columns[column].push(disc);
            let score = if self.top_makes_four(column) {
                // Of 21 discs the mover has used one in each earlier turn of
                // theirs, and this one.
                21 - discs / 2 - 1 + 1
            } else {
                -self.score(-beta, -alpha)
            };
            self.columns[column].pop();
            alpha = alpha.max(score.min(beta));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

/// Random numbers for random play (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % limit
    }

    /// Moves of random play without a four, so many if it gets that far.
    fn moves(&mut self, discs: usize) -> String {
        let mut moves = String::new();
        let mut position = Position::new();
        for _ in 0..4 * discs {
            let column = self.below(7) as u32;
            if moves.len() < discs && position.can_play(column) && !position.is_winning_move(column)
            {
                position.play(column);
                moves.push(char::from(b'1' + column as u8));
            }
        }
        moves
    }
}

fn mirrored(moves: &str) -> String {
    moves.chars().map(|digit| char::from(b'8' - (digit as u8 - b'0'))).collect()
}

#[test]
fn samples_of_all_phases_have_their_scores() {
    let mut solver = Solver::new(TABLE_BYTES);
    for (moves, score) in SAMPLES {
        solver.clear();
        let found = solver.solve(&position(moves), &never).unwrap().score;
        assert_eq!(found, score, "{moves}");
        if moves.len() >= LATE {
            assert_eq!(Plain::new(moves).score(-22, 22), i32::from(score), "plain, {moves}");
        }
    }
}

#[test]
fn every_answer_agrees_with_the_score() {
    let mut solver = Solver::new(TABLE_BYTES);
    for (moves, score) in SAMPLES {
        let position = position(moves);
        assert_eq!(solver.outcome(&position, &never), Some(Outcome::from(score)), "{moves}");
        for asked in -22..=22 {
            let answer = solver.at_least(&position, asked, &never);
            assert_eq!(answer, Some(score >= asked), "{moves}: {asked}");
        }
        let scores = solver.analyse(&position, &never).unwrap();
        assert_eq!(scores.iter().flatten().max(), Some(&score), "{moves}");
        let best = solver.best(&position, &never).unwrap();
        let columns = (0..7).filter(|&column| scores[column] == Some(score));
        let columns = columns.fold(0, |mask, column| mask | 1 << column);
        assert_eq!(best, Best { score, columns }, "{moves}");

        let mirror_scores = solver.analyse(&self::position(&mirrored(moves)), &never).unwrap();
        let turned: Vec<_> = mirror_scores.into_iter().rev().collect();
        assert_eq!(turned, scores, "{moves}");
    }
}

#[test]
fn random_late_positions_agree_with_the_plain_solver() {
    let mut random = Random(20);
    let mut solver = Solver::new(TABLE_BYTES);
    for round in 0..300 {
        let moves = random.moves(LATE + round % 14);
        let plain = Plain::new(&moves).score(-22, 22);
        // The table is kept: what is known of one position serves another.
        let solved = solver.solve(&position(&moves), &never).unwrap();
        assert_eq!(i32::from(solved.score), plain, "{moves}");
    }
}

/// The bounds have proofs; this looks for holes in them.
#[test]
fn verdicts_without_search_are_true() {
    let mut random = Random(5);
    let mut verdicts = 0;
    for round in 0..600 {
        let moves = random.moves(LATE + round % 12);
        let node = Node::new(&position(&moves));
        let Settled::Open(open) = node.settle() else {
            continue;
        };
        let plain = Plain::new(&moves).score(-22, 22);
        let score = if node.same_mover(&open.node) { plain } else { -plain };
        for beta in -18..=18 {
            if let Some(found) = verdict(&open.node, beta) {
                let right = if found >= beta { score >= found } else { score <= found };
                assert!(right, "{moves}: {found} for {beta}, but the score is {score}");
                verdicts += 1;
            }
        }
    }
    assert!(verdicts > 1000, "only {verdicts}");
}

#[test]
fn a_stopped_search_says_nothing_and_can_be_resumed() {
    let mut solver = Solver::new(TABLE_BYTES);
    let position = position("3476743322375");
    assert_eq!(solver.solve(&position, &|| true), None);
    assert_eq!(solver.analyse(&position, &|| true), None);
    assert_eq!(solver.solve(&position, &never).unwrap().score, 5);
}

#[test]
fn wins_and_the_full_board_are_seen() {
    let mut solver = Solver::new(TABLE_BYTES);
    // Three upright, and the seventh disc wins: the quickest win there is.
    assert_eq!(solver.solve(&position("121212"), &never).unwrap().score, 18);
    // The other player has three and a free end on either side.
    assert_eq!(solver.solve(&position("33445"), &never).unwrap().score, -18);
    let mut random = Random(9);
    let moves =
        std::iter::repeat_with(|| random.moves(42)).find(|moves| moves.len() == 42).unwrap();
    let solved = solver.solve(&position(&moves), &never).unwrap();
    assert_eq!(solved.score, 0);
    assert_eq!(solver.analyse(&position(&moves), &never), Some([None; 7]));
}

#[test]
fn bits_agree_with_the_grid() {
    let mut random = Random(1);
    for round in 0..500 {
        let moves = random.moves(round % 42);
        let position = position(&moves);
        assert_eq!(position.moves() as usize, moves.len());
        assert!(!has_four(position.mover()) && !has_four(position.other()));
        let wins = winning_cells(position.mover()) & BOARD & !(position.mover() | position.other());
        for column in 0..7 {
            let mut plain = Plain::new(&moves);
            let room = plain.columns[column].len() < 6;
            assert_eq!(position.can_play(column as u32), room, "{moves}");
            let disc = plain.turn();
            plain.columns[column].push(disc);
            let four = room && plain.top_makes_four(column);
            assert_eq!(position.is_winning_move(column as u32), four, "{moves} {column}");
            let landing = 1 << (7 * column + plain.columns[column].len() - 1);
            assert_eq!(room && wins & landing != 0, four);
            if room {
                assert_eq!(has_four(position.mover() | landing), four);
            }
        }
        assert_eq!(Position::from_key(position.key()), Some(position));
        let mirror_position = self::position(&mirrored(&moves));
        assert_eq!(position.mirror_key(), mirror_position.key());
        assert_eq!(mirror(mirror(position.key())), position.key());
    }
}

#[test]
fn keys_and_discs_that_are_no_position_are_refused() {
    for key in [0, 1, u64::MAX, Position::new().key() | 1 << 49] {
        assert_eq!(Position::from_key(key), None, "{key:#x}");
    }
    // Two of one colour ahead, afloat, on top of each other, with a four.
    for (mover, other) in [(0, 0b11), (0, 0b10), (1, 1), (0b1111, 0b1111 << 7), (1 << 6, 0)] {
        assert_eq!(Position::from_bits(mover, other), None, "{mover:#b} {other:#b}");
    }
    for moves in ["8", "0", "a", "1111111", "12121211"] {
        assert_eq!(Position::from_moves(moves), None, "{moves}");
    }
}

#[test]
fn the_table_keeps_its_entries_as_it_grows() {
    let mut table = SolverTable::new(TABLE_BYTES);
    let known = |key: u64| Known { lower: -((key % 19) as i32), upper: (key % 17) as i32 };
    let keys = (0..20_000).map(|n: u64| n.wrapping_mul(0x1_2345_6789_ABCD) >> 15);
    for key in keys.clone() {
        table.put(Place::of(key), known(key), 0);
        assert_eq!(table.get(Place::of(key)), Some(known(key)));
    }
    let kept = keys.clone().filter(|&key| match table.get(Place::of(key)) {
        Some(found) => {
            assert_eq!(found, known(key));
            true
        }
        None => false,
    });
    assert!(kept.count() > 18_000);
    table.clear();
    assert!(keys.clone().all(|key| table.get(Place::of(key)).is_none()));
}

#[test]
fn a_book_grows_in_steps_to_what_it_is_in_one() {
    let moves = "731717552661531133512";
    let from = position(moves);
    let plan = Plan { from, every: 23, lines: 25, share: Share::WHOLE };
    let mut solver = Solver::new(TABLE_BYTES);
    let mut whole = Book::new();
    let progress = extend(&mut whole, &mut solver, &plan, &never);
    assert_eq!(progress.state, State::Complete);
    assert!(progress.solved > 40, "{progress:?}");

    // A little at a time, each time from bytes as if from a file.
    let mut bytes = Book::new().to_bytes();
    for _ in 0..1000 {
        let mut book = Book::from_bytes(&bytes).unwrap();
        let looks = std::cell::Cell::new(0);
        let stop = || looks.replace(looks.get() + 1) >= 20;
        let progress = extend(&mut book, &mut solver, &plan, &stop);
        bytes = book.to_bytes();
        if progress.state == State::Complete {
            break;
        }
    }
    assert!(Book::from_bytes(&bytes).as_ref() == Ok(&whole));

    // In two shares that take turns.
    let mut shares = [Book::new(), Book::new()];
    for _ in 0..4 {
        for part in 0..2 {
            let plan = Plan { share: Share { part, of: 2 }, ..plan };
            let mut book = shares[part as usize].clone();
            extend(&mut book, &mut solver, &plan, &never);
            book.absorb(&shares[1 - part as usize]);
            shares[part as usize] = book;
        }
    }
    extend(&mut shares[0], &mut solver, &plan, &never);
    assert!(shares[0] == whole);

    // What it says is true, of mirror images too.
    assert_eq!(whole.score(&from), Some(-2));
    let best = solver.best(&from, &never).unwrap();
    assert_eq!(whole.best(&from), Some(best));
    let turned = position(&mirrored(moves));
    let columns = best.columns.reverse_bits() >> 1;
    assert_eq!(whole.best(&turned), Some(Best { score: -2, columns }));
    // A win at once needs no entry: the fourth upright, or along the row at either end.
    assert_eq!(Book::new().best(&position("414141")), Some(Best { score: 18, columns: 1 << 3 }));
    let ends = Best { score: 18, columns: 1 << 1 | 1 << 5 };
    assert_eq!(Book::new().best(&position("334455")), Some(ends));
    assert_eq!(Book::new().best(&Position::new()), None);
}

#[test]
fn bytes_that_are_no_book_are_refused() {
    let from = position("1771755367762512215355332273");
    let plan = Plan { from, every: 30, lines: 32, share: Share::WHOLE };
    let mut book = Book::new();
    extend(&mut book, &mut Solver::new(TABLE_BYTES), &plan, &never);
    let bytes = book.to_bytes();
    assert!(book.len() > 3);
    assert_eq!(Book::from_bytes(&bytes), Ok(book));
    for length in 0..bytes.len() {
        assert!(Book::from_bytes(&bytes[..length]).is_err(), "{length}");
    }
    assert_eq!(Book::from_bytes(b"chess!!\n\0\0\0\0"), Err(BookError::Head));
    let more: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert!(matches!(Book::from_bytes(&more), Err(BookError::Length { .. })));
    let mut wrong = bytes;
    wrong[12] ^= 1;
    assert!(Book::from_bytes(&wrong).is_err());
}
