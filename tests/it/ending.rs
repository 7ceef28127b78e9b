//! The end of a match and what is around it: the banner, the series, the clock, sharing, the pause.

use std::time::Duration;

use parlour::arena::Driver;
use parlour::games::connect4::{Board, Connect4};
use parlour::games::gobblet::Gobblet;
use parlour::games::sogo::Sogo;
use parlour::lang;
use parlour::play::{Concession, Game, Player, Record, Seat, Series, Session, Variant, line};
use parlour::screens::play::resume_with;
use parlour::search::Limit;
use parlour::store::boards;
use parlour::tui::{Depth, Mouse, Msg};
use ratatui::layout::Position;

use crate::room::{Room, room};

const STILL: &str = "animations = \"off\"\nbot_speed = \"at-once\"\n";
/// Red has four up the first column.
const WON: &str = "1 2 1 2 1 2 1";

struct Terms<'a> {
    settings: &'a str,
    seats: [&'a str; 2],
    series: &'a str,
    clock: Option<&'a str>,
}

const PEOPLE: Terms = Terms {
    settings: STILL,
    seats: ["human:Ada", "human:Ben"],
    series: "open; taking turns",
    clock: None,
};

fn sit(terms: &Terms) -> Room {
    let mut room = room(terms.settings, Depth::True, |_| ());
    let board = Board::parse(Connect4::BOARDS[0].1).unwrap();
    let players: Vec<Player> = terms.seats.iter().map(|seat| seat.parse().unwrap()).collect();
    let session = Session::<Connect4>::new(&board, 2, 7);
    let driver = Driver::new(session, players, Limit::Nodes(200))
        .timed(terms.clock.map(|clock| clock.parse().unwrap()))
        .in_series(terms.series.parse().unwrap());
    let save = room.context.store.new_save("connect4");
    let screen = resume_with(driver, save, &mut room.context);
    room.open(screen);
    room
}

fn shows(room: &Room, words: &str) {
    assert!(room.picture().contains(words), "'{words}' isn't on the screen:\n{}", room.picture());
}

fn hides(room: &Room, words: &str) {
    assert!(!room.picture().contains(words), "'{words}' is on the screen:\n{}", room.picture());
}

fn newest(room: &Room) -> Record {
    let kept = room.context.store.matches();
    kept.first().unwrap().record.clone().unwrap()
}

#[test]
fn the_end_says_who_won_and_what_comes_next() {
    for (columns, rows) in [(80, 24), (100, 30), (120, 40), (200, 60)] {
        let mut room = sit(&PEOPLE);
        room.resize(columns, rows);
        room.press(WON);
        for words in ["with four in a row, up a column", "Series", "Rematch, Ben begins"] {
            shows(&room, words);
        }
        shows(&room, "o Another opponent");
        // The banner goes away and comes back.
        room.press("space");
        hides(&room, "with four in a row");
        room.press("space");
        shows(&room, "with four in a row");
        room.press("b");
        shows(&room, "Start on Standard");
    }
}

#[test]
fn what_people_call_themselves_is_said_as_it_is() {
    lang::speaking(lang::book("fr", None), || {
        let mut room = sit(&Terms { seats: ["human:yellow", "human:Hint"], ..PEOPLE });
        shows(&room, "◆ yellow");
        shows(&room, "● Hint");
        room.press(WON);
        shows(&room, "gagne avec quatre pions alignés, à la verticale");
        shows(&room, "◆ yellow");
        // The letters of the banner: YELLOW, not JAUNE.
        shows(&room, "▄ ▀▄ ▄▀ ▀▀▀▀ ▀    ▀    ▄▀▀▄ ▀   ▀");
        shows(&room, "Revanche, Hint débute");
        let mut room = sit(&PEOPLE);
        room.press("1 1 2 2 3 3 4");
        shows(&room, "avec quatre pions alignés");
        hides(&room, "billes");
    });
}

#[test]
fn a_board_of_ones_own_keeps_its_name() {
    lang::speaking(lang::book("fr", None), || {
        let hint = "name = \"Hint\"\ncolumns = 7\nrows = 6\nconnect = 4\n";
        let mut room = room(STILL, Depth::True, |store| {
            drop(boards::create::<Connect4>(store, "hint", hint).unwrap());
        });
        room.press("1 down down down down down space");
        shows(&room, "Jouer sur Hint");
        hides(&room, "Conseil");
        room.press("enter");
        shows(&room, "Hint 7×6");
        hides(&room, "Conseil");
    });
}

#[test]
fn a_rematch_keeps_the_score_and_the_other_side_begins() {
    let mut room = sit(&Terms { series: "best of 3; taking turns", ..PEOPLE });
    room.press(WON);
    shows(&room, "best of 3");
    room.wait(Duration::from_secs(1));
    room.press("enter");
    hides(&room, "Series");
    // Ben sits on the first seat now, and loses.
    room.press("1 2 1 2 1 2 3 2");
    let record = newest(&room);
    assert_eq!(record.players[0], "human:Ben".parse().unwrap());
    assert_eq!(record.series.wins(&[Seat::SECOND], 2), [2, 0]);
    shows(&room, "series 2 to 0");
    shows(&room, "New series");
    // A saved match knows its series when it is opened again.
    let mut again = room.beside();
    again.press("s enter esc");
    assert_eq!(newest(&again).series.to_string(), "best of 3; taking turns; turned 1; 1");
    room.wait(Duration::from_secs(1));
    room.press("enter");
    room.press("1");
    assert_eq!(newest(&room).series.played(), 0);
}

#[test]
fn enter_begins_no_rematch_before_the_end_has_been_seen() {
    let mut room = sit(&Terms { settings: "bot_speed = \"at-once\"\n", ..PEOPLE });
    room.press(WON);
    room.press("enter");
    shows(&room, "with four in a row");
    shows(&room, "Series");
}

/// Whoever throws or drops in haste sees how it ended before the next match begins.
#[test]
fn enter_in_haste_begins_no_rematch() {
    let mut room = sit(&PEOPLE);
    room.press(WON);
    room.press("enter enter");
    shows(&room, "with four in a row");
    room.wait(Duration::from_secs(1));
    shows(&room, "with four in a row");
    room.press("enter");
    hides(&room, "with four in a row");
    hides(&room, "Series");
}

/// How it was won is the winner's doing, so the sentence has them as its subject.
#[test]
fn whoever_loses_is_told_who_wins_and_how() {
    let mut room = sit(&Terms { seats: ["bot:minimax", "human"], ..PEOPLE });
    for column in "1 2 3 4 5 6 7 ".repeat(6).split_whitespace() {
        room.press(column);
    }
    shows(&room, " wins with four in a row");
}

/// Another opponent or board is only looked at: esc leads back to the end.
#[test]
fn the_end_is_still_there_after_a_look_at_the_setup() {
    for key in ["o", "b"] {
        let mut room = sit(&PEOPLE);
        room.press(WON);
        room.press(key);
        shows(&room, "new match");
        room.press("esc");
        shows(&room, "with four in a row");
        // A match that begins there leads to the menu, as every other.
        room.press(&format!("{key} enter esc L"));
        shows(&room, "The games room");
    }
}

/// Where two beads win, the hint's search and the analysis may each have taken another.
#[test]
fn a_hint_and_the_analysis_beside_it_name_the_same_move() {
    let moves = "a1 a2 b1 b2 c1 c2 d4 d3 d4 d3 d4 b4";
    let mut differed = false;
    for seed in 0..12 {
        for keys in ["i a", "a i"] {
            let mut room = room(STILL, Depth::True, |_| ());
            let board = parlour::games::sogo::Board::parse(Sogo::BOARDS[0].1).unwrap();
            let mut session = Session::<Sogo>::new(&board, 2, seed);
            moves.split_whitespace().for_each(|mv| session.play(mv.parse().unwrap()).unwrap());
            let players = ["human:Ada", "human:Ben"].map(|seat| seat.parse().unwrap()).to_vec();
            let driver = Driver::new(session, players, Limit::Nodes(200));
            let save = room.context.store.new_save("sogo");
            let screen = resume_with(driver, save, &mut room.context);
            room.open(screen);
            let (first, second) = keys.split_once(' ').unwrap();
            room.press(first);
            let before = named(&room, "on peg ");
            room.press(second);
            let (hint, best) = (named(&room, "on peg "), named(&room, "best: "));
            assert!(hint.is_some() && hint == best, "{keys}:\n{}", room.picture());
            differed |= keys == "i a" && before != best;
        }
    }
    assert!(differed, "the two agree by themselves here, so nothing was tried");
}

/// The peg that stands behind some words.
fn named(room: &Room, words: &str) -> Option<String> {
    let picture = room.picture();
    let (_, rest) = picture.split_once(words)?;
    Some(rest.chars().take(2).collect())
}

#[test]
fn whose_time_runs_out_has_lost() {
    let mut room = sit(&Terms { clock: Some("60+0"), ..PEOPLE });
    // Nobody's clock runs before the first move.
    room.wait(Duration::from_secs(100));
    room.press("4");
    room.wait(Duration::from_secs(20));
    room.press("4");
    room.wait(Duration::from_secs(50));
    shows(&room, "0:10");
    room.wait(Duration::from_secs(15));
    shows(&room, "Ada ran out of time");
    let record = newest(&room);
    assert_eq!((record.resigned, record.concession), (Some(Seat::FIRST), Concession::OutOfTime));
    assert!(record.to_string().contains("out of time: 1\n"), "{record}");
    let again = Session::<Connect4>::from_record(&record).unwrap();
    assert_eq!(again.winners(), [Seat::SECOND]);
}

#[test]
fn a_pause_stops_the_clock_and_a_saved_match_keeps_it() {
    let mut room = sit(&Terms { clock: Some("60+0"), ..PEOPLE });
    room.press("4");
    room.wait(Duration::from_secs(20));
    room.press("esc");
    room.wait(Duration::from_secs(100));
    room.press("esc");
    room.wait(Duration::from_secs(1));
    hides(&room, "ran out of time");
    room.press("4");
    let record = newest(&room);
    assert_eq!(record.clock.as_deref(), Some("60+0"));
    let left = record.left_ms[1];
    assert!((38_000..=40_000).contains(&left), "{left}");
}

#[test]
fn a_bot_thinks_no_longer_than_its_clock_allows() {
    let mut room =
        sit(&Terms { seats: ["human:Ada", "bot:minimax"], clock: Some("5/move"), ..PEOPLE });
    room.press("4 4");
    room.wait(Duration::from_secs(2));
    hides(&room, "ran out of time");
}

#[test]
fn the_pause_has_everything_one_leaves_a_match_for() {
    let mut room = sit(&PEOPLE);
    room.press("4 esc");
    for words in ["Resume", "Restart", "Rules", "Settings", "Save a copy", "Share", "Leave"] {
        shows(&room, words);
    }
    room.press("down down enter");
    hides(&room, "Keys");
    shows(&room, "help");
    room.press("esc esc down down down enter");
    shows(&room, "Training wheels");
    room.press("esc");
    shows(&room, "move 2");
    room.press("esc down enter");
    shows(&room, "move 1");
}

#[test]
fn a_changed_speed_lasts_as_long_as_the_match() {
    let mut room = sit(&Terms { seats: ["human:Ada", "bot:minimax"], ..PEOPLE });
    let before = room.context.store.settings().clone();
    room.press("-");
    shows(&room, "bots play fast");
    assert_eq!(*room.context.store.settings(), before);
}

#[test]
fn a_shared_match_is_one_word_that_reads_back() {
    let mut room = sit(&PEOPLE);
    room.press("4 4 3 s enter");
    shows(&room, "copied");
    let word = room.copied.clone().unwrap();
    assert!(!word.contains(char::is_whitespace), "{word}");
    let record = line::read::<Connect4>(&word).unwrap();
    assert_eq!(record.moves, ["4", "4", "3"]);
    assert_eq!(record.players[1], "human:Ben".parse().unwrap());
    // A position in the middle of a replay is shared as it stands there.
    room.press("2 3 2 3 2 3");
    room.press("v right s enter");
    let record = line::read::<Connect4>(&room.copied.clone().unwrap()).unwrap();
    assert_eq!(record.moves, ["4"]);
}

#[test]
fn pictures_go_into_files_that_are_named() {
    let mut room = sit(&PEOPLE);
    for (keys, end, sign) in [("up up up", "txt", "◆"), ("up up", "svg", "</svg>")] {
        room.press("4 s");
        room.press(keys);
        room.press("enter");
        shows(&room, "drawn into");
        let folder = room.context.store.places().pictures();
        let file = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
        let file = file.into_iter().find(|path| path.extension().is_some_and(|it| it == end));
        assert!(std::fs::read_to_string(file.unwrap()).unwrap().contains(sign), "{end}");
    }
}

#[test]
fn a_shared_board_of_ones_own_travels_in_full() {
    let mine = Board::parse("name = 'Mine, 5'\ncolumns = 5\nrows = 4\nconnect = 3\n").unwrap();
    let mut session = Session::<Connect4>::new(&mine, 2, 1);
    session.play_text("5").unwrap();
    let players = vec!["human".parse().unwrap(), "exec:rm -rf /".parse().unwrap()];
    let word = line::write::<Connect4>(&session.record(&players));
    assert!(!word.contains("rm"), "a command line stays at home: {word}");
    let back = Session::<Connect4>::from_record(&line::read::<Connect4>(&word).unwrap()).unwrap();
    assert_eq!(back.state(), session.state());
    for (bad, why) in [
        ("parlour:gobblet,seat=human,seat=human,board=chess", "isn't a board"),
        ("parlour:gobblet,board=document", "no players"),
        ("parlour:gobblet,moves=%", "broken"),
        ("parlour:gobblet,hello", "KEY=VALUE"),
        ("gobblet", "begins with"),
    ] {
        let said = line::read::<Gobblet>(bad).unwrap_err().to_string();
        assert!(said.contains(why), "{bad}: {said}");
    }
}

#[test]
fn a_click_on_a_board_that_takes_none_is_answered() {
    let mut room = sit(&Terms { seats: ["human:Ada", "human:Ben"], ..PEOPLE });
    room.press(WON);
    // The button is a button.
    let picture = room.picture();
    let row = picture.lines().position(|line| line.contains("Rematch, Ben")).unwrap() as u16;
    room.tell(Msg::Mouse(Mouse::Click, Position::new(60, row)));
    shows(&room, "move 1");
}

#[test]
fn a_series_of_three_is_decided_by_the_count() {
    let series: Series = "best of 5; the loser; turned 0; 1 1".parse().unwrap();
    assert!(series.is_over(&[Seat::FIRST], 2) && !series.is_over(&[Seat::SECOND], 2));
}

/// Who begins the rematch is red then, whatever colour they had: no colour is promised.
#[test]
fn a_rematch_promises_no_colour() {
    let unnamed = "theme = \"dark\"\nanimations = \"off\"\nbot_speed = \"at-once\"\n";
    let mut room = room(unnamed, Depth::True, |_| ());
    room.press("1 tab down left left enter 4 3 4 3 4 3 4");
    shows(&room, "Rematch, swap colours");
}

#[test]
fn whoever_plays_alone_is_you() {
    let mut room = sit(&Terms { seats: ["human", "bot:hasard"], ..PEOPLE });
    shows(&room, "  you");
    hides(&room, "person");
    room.press("u");
    shows(&room, "There's nothing to undo.");
    room.press("1 esc up up enter");
    shows(&room, "you resigned");
    room.wait(Duration::from_secs(1));
    room.press("enter");
    shows(&room, "You're yellow now.");
}

#[test]
fn a_win_is_told_to_whoever_won() {
    let settings = "animations = \"on\"\nbot_speed = \"at-once\"\n";
    let mut room = sit(&Terms { settings, seats: ["human", "bot:hasard"], ..PEOPLE });
    for _ in 0..4 {
        room.press("4");
        room.wait(Duration::from_millis(900));
    }
    shows(&room, "You win with four in a row, up a column");
    hides(&room, "red wins");
}

#[test]
fn a_replay_plays_on_where_there_is_something_to_play() {
    let mut room = sit(&PEOPLE);
    room.press(WON);
    room.press("v end");
    hides(&room, "play on");
    room.press("left");
    shows(&room, "play on");
    // Whoever resigned could have played on.
    let mut room = sit(&PEOPLE);
    room.press("1 2 esc up up enter v end");
    shows(&room, "play on");
    room.press("o");
    shows(&room, "move 3");
}
