//! The record: what is written reads back, and what is damaged is refused with the reason.

use std::time::Duration;

use parlour::play::{Concession, Outcome, Player, Record, Seat, Session, Turn};

use proptest::prelude::*;

use crate::fuzz::processor_time;
use crate::tiny::{Race, Sealed};

const GOOD: &str = "\
parlour record 2
game: tiny-race
seat 1: human:Ada
seat 2: bot:hasard
seed: 42

--- board
name = \"Short\"
goal = 12

--- moves
  1: 1+3 2+2

--- end
";

fn open(text: &str) -> Result<Session<Race>, String> {
    let record = Record::parse(text).map_err(|error| error.to_string())?;
    Session::from_record(&record).map_err(|error| error.to_string())
}

#[test]
fn a_good_record_opens() {
    let session = open(GOOD).unwrap();
    assert_eq!(session.ply(), 2);
    assert_eq!(session.seed(), 42);
    assert_eq!(session.turn(), Turn::Chance { by: Some(Seat(0)) });
    let record = Record::parse(GOOD).unwrap();
    assert_eq!(record.to_string(), GOOD);
    assert_eq!(session.record(&record.players).to_string(), GOOD);
}

#[test]
fn people_may_write_records_by_hand() {
    let by_hand = "parlour record 1\r\n# a comment\r\nseed:42\r\ngame:tiny-race\r\nseat 1:human\r\n\
        seat 2:human\r\n\r\n--- board\r\nname = 'Short'\r\ngoal = 12\r\n--- moves\r\n\
        1+3 # the first throw\r\n2+2\r\n";
    assert_eq!(open(by_hand).unwrap().state(), open(GOOD).unwrap().state());
}

#[test]
fn a_board_left_to_chance_is_settled_by_the_seed() {
    let drawn = GOOD.replace("goal = 12\n", "");
    let session = open(&drawn).unwrap();
    let again = open(&session.record(&Record::parse(GOOD).unwrap().players).to_string()).unwrap();
    assert_eq!(again.state(), session.state());
}

/// Every part of a record, with what may stand in it, comes back from its text.
#[test]
fn everything_in_a_record_reads_back() {
    let record = Record {
        game: "tiny-sealed".to_owned(),
        players: vec![
            Player::Human { name: Some("Ada: the 1st #".to_owned()) },
            Player::Program { command: "python3 'my bot.py' --seed 1".to_owned() },
            Player::Human { name: None },
        ],
        seed: u64::MAX,
        think: Some("1000 ms".to_owned()),
        clock: Some("300+5".to_owned()),
        left_ms: vec![250_000, 0, 300_000],
        series: "best of 5; the loser; turned 1; 1 2,3 -".parse().unwrap(),
        saved: Some("2026-11-16 05:00".to_owned()),
        resigned: Some(Seat(2)),
        concession: Concession::OutOfTime,
        result: Some(Outcome::Places(vec![Seat(0), Seat(1), Seat(2)])),
        board: "name = \"\"\"\n--- moves\n\"\"\"\n".to_owned(),
        board_line: 15,
        moves: (0..25).map(|n| format!("deal:{n}")).collect(),
        cut_off: false,
    };
    assert_eq!(Record::parse(&record.to_string()).unwrap(), record);
}

#[test]
fn a_name_cannot_break_the_record() {
    let mut record = Record::parse(GOOD).unwrap();
    record.players[0] = Player::Human { name: Some("Ada\nseed: 7\u{1b}[2J".to_owned()) };
    let back = Record::parse(&record.to_string()).unwrap();
    assert_eq!(back.players[0], Player::Human { name: Some("Ada seed: 7 [2J".to_owned()) });
    assert_eq!(back.seed, 42);
}

#[test]
fn bad_records_are_refused_with_the_reason() {
    let cases = [
        (
            "parlour record 2\n",
            "",
            "line 1: this isn't a record; the first line should be 'parlour record N', with N from 1 to 3",
        ),
        (
            "parlour record 2\n",
            "parlour record 4\n",
            "line 1: format 4 is newer than this program, which reads up to 3",
        ),
        (
            "parlour record 2\n",
            "parlour record one\n",
            "line 1: 'one' isn't a format of records; use 1 to 3",
        ),
        (
            "parlour record 2\n",
            "parlour record 0\n",
            "line 1: '0' isn't a format of records; use 1 to 3",
        ),
        ("--- end\n", "--- end\n3+3\n", "line 15: the record continues after its end, '--- end'"),
        (
            "parlour record 2\n",
            "parlour record 1\n",
            "move 3 '---' is refused: '---' isn't a throw; use something like '1+3'",
        ),
        ("seed: 42", "speed: 42", "line 5: 'speed' isn't a key of a record"),
        ("seed: 42", "seed 42", "line 5: 'seed 42' isn't a line of a record; use 'key: value'"),
        ("seed: 42", "seed: many", "line 5: 'seed': 'many' isn't a whole number"),
        ("seed: 42", "seed: -1", "line 5: 'seed': '-1' isn't a whole number"),
        ("seed: 42\n", "seed: 42\nseed: 43\n", "line 6: 'seed' is there twice"),
        (
            "seed: 42\n",
            "seed: 42\nresult: red won\n",
            "line 6: 'result': 'red won' isn't a result; use '1 wins', 'draw' or 'places 2 1 3'",
        ),
        ("seed: 42\n", "", "'seed' is missing"),
        ("game: tiny-race\n", "", "'game' is missing"),
        ("game: tiny-race", "game: chess", "this is a match of 'chess', expected 'tiny-race'"),
        ("seat 1: human:Ada\n", "", "line 3: 'seat 2' is out of order, expected 'seat 1'"),
        (
            "seat 2: bot:hasard",
            "seat 1: bot:hasard",
            "line 4: 'seat 1' is out of order, expected 'seat 2'",
        ),
        (
            "seat 2: bot:hasard",
            "seat 0: bot:hasard",
            "line 4: 'seat 0' is out of order, expected 'seat 2'",
        ),
        ("seat 1: human:Ada\nseat 2: bot:hasard\n", "", "'seat 1' is missing"),
        ("seat 2: bot:hasard\n", "", "'seat 1' is the last, but this board is for 2 to 4 players"),
        (
            "bot:hasard",
            "robot",
            "line 4: 'robot' isn't a seat; use 'human', 'human:NAME', 'bot:STRATEGY' or 'exec:COMMAND LINE'",
        ),
        ("seed: 42", "seed: 42\nresigned: 0", "line 6: 'resigned': '0' isn't a seat; use 1, 2 ..."),
        ("seed: 42", "seed: 42\nresigned: 3", "'resigned' names a seat that is not there"),
        ("--- board", "board", "line 7: 'board' isn't a line of a record; use 'key: value'"),
        (
            "goal = 12",
            "goal = 50",
            "line 9: the board: 'goal': 50 is out of range, expected 4 to 40",
        ),
        (
            "goal = 12",
            "gaol = 12",
            "line 9: the board: 'gaol' isn't a key here; use one of 'name', 'goal'",
        ),
        ("--- moves\n", "", "the record ends before its moves, expected '--- moves'"),
        (
            &GOOD[GOOD.find("--- board").unwrap()..],
            "",
            "the record ends before its board, expected '--- board'",
        ),
        ("2+2", "2+x", "move 2 '2+x' is refused: '2+x' isn't a throw; use something like '1+3'"),
        ("2+2", "2+4", "move 2 '2+4' is refused: no die shows '4', expected 1 to 3"),
        ("2+2", "2+2\n 11: 1+1", "line 13: the moves continue at 11; use 3"),
        ("1+3 2+2", "3+3 1+1 3+3 1+1", "move 4 '1+1' is refused: the match is over"),
    ];
    for (right, wrong, why) in cases {
        assert!(GOOD.contains(right), "{right}");
        let text = GOOD.replacen(right, wrong, 1);
        assert_eq!(open(&text).map(|_| ()), Err(why.to_owned()), "in\n{text}");
    }
    let empty = "line 1: this isn't a record; the first line should be 'parlour record N', with N from 1 to 3";
    assert_eq!(open("").map(|_| ()), Err(empty.to_owned()));
}

/// Wherever a record is cut off, it is refused with a reason, or it has the first of its moves, all
/// that are surely whole, and says that it is cut off.
fn cut_everywhere(text: &str, ended: bool) {
    let whole = Record::parse(text).unwrap();
    assert!(!whole.cut_off, "{text}");
    let begin = text.find("--- moves").unwrap() + "--- moves".len();
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        let cut = &text[..end];
        let record = match Record::parse(cut) {
            Ok(record) => record,
            Err(why) => {
                assert!(end < begin, "refused ({why}):\n{cut}");
                continue;
            }
        };
        assert!(end >= begin, "{cut}");
        assert!(
            whole.moves.starts_with(&record.moves),
            "{:?} was never played:\n{cut}",
            record.moves
        );
        // No move is lost after which anything else stands.
        let sure = text[begin..end].rfind(char::is_whitespace).map_or(begin, |at| begin + at);
        let moves = text[begin..sure].split_whitespace().filter(|word| !word.ends_with(':'));
        let moves = moves.filter(|word| !"--- end".contains(word)).count();
        assert_eq!(record.moves.len(), moves, "{cut}");
        // A record of the first format that ends with a line cannot be told from a whole one, and
        // the mark of the second says all even without its line's end.
        let all = (!ended && cut.ends_with('\n')) || cut.ends_with("--- end");
        assert_eq!(record.cut_off, !all, "{cut}");
        assert_eq!(record.cut_words().is_some(), record.cut_off);
        // Whoever plays on leaves a whole record behind.
        assert!(!Record::parse(&record.to_string()).unwrap().cut_off);
    }
}

#[test]
fn a_record_that_was_cut_off_plays_no_move_that_was_not_made() {
    for end in 0..GOOD.len() {
        if let Ok(session) = open(&GOOD[..end]) {
            assert!(session.ply() <= 2 && end > GOOD.find("--- moves").unwrap());
        }
    }
    for file in crate::frozen::files("records", "parlour") {
        let text = std::fs::read_to_string(&file).unwrap();
        let record = Record::parse(&text).unwrap();
        if text.len() > 1500 || record.cut_off {
            continue;
        }
        cut_everywhere(&text, !text.starts_with("parlour record 1"));
        cut_everywhere(&record.to_string(), true);
    }
}

/// The examples of the fault: the number of the second line, and half a throw.
#[test]
fn half_a_line_is_no_move() {
    let mut record = Record::parse(GOOD).unwrap();
    record.moves = vec!["1+1".to_owned(); 11];
    for version in ["record 2", "record 1"] {
        let text = record.to_string().replace("record 2", version);
        let text = if version == "record 1" { text.replace("\n--- end\n", "") } else { text };
        let second = text.find(" 11: 1+1").unwrap();
        for (end, moves) in [(2, 10), (3, 10), (4, 10), (5, 10), (6, 10), (8, 10)] {
            let cut = Record::parse(&text[..second + end]).unwrap();
            assert_eq!((cut.moves.len(), cut.cut_off), (moves, true), "{}", &text[..second + end]);
        }
        let words = "cut off after move 10; the rest is lost";
        let cut = Record::parse(&text[..second + 2]).unwrap();
        assert_eq!(cut.cut_words().as_deref(), Some(words));
    }
}

proptest! {
    /// Whatever is written over a part of a record, it is refused or it opens, without a panic; and
    /// what opens is written as something that opens again.
    #[test]
    fn a_damaged_record_never_panics(at in 0..GOOD.len(), length in 0usize..40, scrawl in "\\PC{0,12}|[\n :#0-9-]{0,12}") {
        let end = (at + length).min(GOOD.len());
        let text = format!("{}{scrawl}{}", &GOOD[..at], &GOOD[end..]);
        if let Ok(record) = Record::parse(&text) {
            let again = Record::parse(&record.to_string()).unwrap();
            prop_assert_eq!(&again.moves, &record.moves);
            prop_assert_eq!(&again.players, &record.players);
            if let Ok(session) = Session::<Race>::from_record(&record) {
                let state = Session::<Race>::from_record(&again).unwrap();
                prop_assert_eq!(state.state(), session.state());
            }
        }
    }
}

#[test]
fn a_secret_game_resumes_in_the_middle() {
    let board = "name = 'Usual'\nranks = 5\ncopies = 4\nhand = 3\nrounds = 3\n";
    let head = "parlour record 1\ngame: tiny-sealed\nseat 1: human\nseat 2: human\nseed: 1\n";
    let moves = "deal:5 deal:1 deal:3 deal:4 deal:5 deal:5 lay:5";
    let text = format!("{head}--- board\n{board}--- moves\n{moves}\n");
    let session = Session::<Sealed>::from_record(&Record::parse(&text).unwrap()).unwrap();
    assert_eq!(session.turn(), Turn::Decide(Seat(1)));
}

/// Two who throw 1+1 for ever only send each other back.
#[test]
fn a_million_moves_are_read_in_bounded_time() {
    let begun = processor_time();
    let mut record = Record::parse(GOOD).unwrap();
    record.moves = vec!["1+1".to_owned(); 1_000_000];
    let session = open(&record.to_string()).unwrap();
    assert_eq!(session.ply(), 1_000_000);
    assert_eq!(session.state_at(999_998), *session.state());
    record.moves.push("9+9".to_owned());
    let why = "move 1000001 '9+9' is refused: no die shows '9', expected 1 to 3";
    assert_eq!(open(&record.to_string()).map(|_| ()), Err(why.to_owned()));
    let took = processor_time() - begun;
    assert!(took < Duration::from_secs(20), "{took:?}");
}
