//! Every screen as a picture, at the sizes people have: its signs, colours and attributes.
//!
//! The pictures stand in `tests/screens/`; `golden` says how they are to be read.

use std::fs;
use std::path::Path;
use std::time::Duration;

use parlour::games::{self, Visitor};
use parlour::lang;
use parlour::play::{Player, Seat, Session, Variant};
use parlour::screens;
use parlour::store::Store;
use parlour::tui::{Depth, GameUi, Mouse, Msg};
use ratatui::layout::Position;

use crate::golden;
use crate::room::room;
use crate::sizes::play_on;

pub const UNICODE: &str = "theme = \"dark\"\ncharacters = \"unicode\"\nanimations = \"off\"\n\
                       bot_speed = \"at-once\"\nnames = [\"Ada\", \"Ben\"]\n";
pub const ASCII: &str = "theme = \"mono\"\ncharacters = \"ascii\"\nanimations = \"off\"\n\
                     bot_speed = \"at-once\"\nnames = [\"Ada\", \"Ben\"]\n";

/// From the menu into a match of two people, and a line of five moves played.
const MATCH: &str = "1 tab down left left enter 4 3 3 5 2";
/// The same, and the first has four in a column.
const WON: &str = "1 tab down left left enter 4 3 4 3 4 3 4";

/// The evening before: two matches, one of them unfinished, and some results.
pub fn furnish(store: &Store) {
    let record = |moves: &str, more: &str| {
        format!(
            "parlour record 1\ngame: connect4\nseat 1: human:Ada\nseat 2: bot:hasard\nseed: 7\n\
             think: 250 ms\nsaved: 2026-11-16 05:12:33 UTC\n{more}\n--- board\nname = \"Standard\"\n\
             --- moves\n{moves}\n"
        )
    };
    let folder = store.places().matches();
    fs::create_dir_all(&folder).unwrap();
    let won = record("  1: 4 3 4 3 4 3 4", "result: 1 wins\n");
    fs::write(folder.join("1 Monday.parlour"), won).unwrap();
    fs::write(folder.join("2 Tuesday.parlour"), record("  1: 4 4 3", "")).unwrap();
    let ada = Player::Human { name: Some("Ada".to_owned()) };
    let bot = |name: &str| Player::Bot { strategy: name.to_owned() };
    for (opponent, winners) in [
        ("hasard", vec![Seat::at(0)]),
        ("hasard", vec![Seat::at(0)]),
        ("hasard", vec![Seat::at(1)]),
        ("coup gagnant", vec![]),
        ("coup gagnant", vec![Seat::at(0)]),
    ] {
        store.note_result("connect4", "Standard", &[ada.clone(), bot(opponent)], &winners).unwrap();
    }
}

/// Starts at the menu of a furnished home, presses the keys, and compares the screen with its
/// picture at each size.
fn check(settings: &str, keys: &str, picture: &str, sizes: &[(u16, u16)]) {
    for (columns, rows) in sizes {
        let mut room = room(settings, depth(settings), furnish);
        room.resize(*columns, *rows);
        room.press(keys);
        if keys == WON {
            // An end that has just come takes no Enter yet, and doesn't offer it.
            room.wait(Duration::from_secs(1));
        }
        golden::check(&room, picture);
    }
}

fn depth(settings: &str) -> Depth {
    if settings == ASCII { Depth::Mono } else { Depth::True }
}

const USUAL: &[(u16, u16)] = &[(80, 24), (120, 40)];

#[test]
fn the_menu() {
    check(UNICODE, "", "menu", USUAL);
    check(ASCII, "", "menu-ascii", &[(80, 24)]);
}

#[test]
fn a_click_on_the_footer_presses_its_key() {
    let mut room = room(UNICODE, Depth::True, |_| ());
    room.resize(80, 24);
    let footer = room.picture().lines().last().unwrap().to_owned();
    let at = footer.chars().position(|sign| sign == '?').unwrap();
    room.tell(Msg::Mouse(Mouse::Click, Position::new(79, 23)));
    assert!(
        room.picture().contains("board games for one terminal"),
        "beside the hints nothing happens"
    );
    room.tell(Msg::Mouse(Mouse::Click, Position::new(at as u16, 23)));
    assert!(room.picture().contains("The games room  help"), "{}", room.picture());
}

#[test]
fn a_saved_match_asks_before_it_runs_a_program() {
    let mut room = room(UNICODE, Depth::True, |_| ());
    let ran = crate::homes::home();
    let trace = ran.path().join("ran");
    // The harm may stand at the end of a long line.
    let command = format!("sh -c ': {} && touch \"$0\"' {}", "x ".repeat(150), trace.display());
    let players = vec![Player::Program { command: command.clone() }, Player::Human { name: None }];
    let board = games::connect4::Board::parse("name = \"x\"").unwrap();
    let session = Session::<games::connect4::Connect4>::new(&board, 2, 7);
    let save = room.context.store.new_save("connect4");
    let limit = room.context.store.settings().bot_limit();
    let resumed = screens::play::resume(session, players, limit, save, &mut room.context);
    room.open(resumed);
    room.wait(Duration::from_secs(2));
    let picture = room.picture();
    let without_spaces = |text: &str| text.split_whitespace().collect::<String>();
    let popup: String = picture.lines().flat_map(|line| line.chars().skip(15).take(50)).collect();
    assert!(without_spaces(&popup).contains(&without_spaces(&command)), "{picture}");
    assert!(picture.contains("Run this program") && picture.contains("Don't run it"), "{picture}");
    assert!(!trace.exists(), "nobody has let it run");
    // Neither Enter nor Esc says yes.
    for key in ["enter", "p esc", "p d"] {
        room.press(key);
        assert!(room.picture().contains("isn't running"), "{key}: {}", room.picture());
        assert!(!trace.exists(), "{key}: somebody has said no");
    }
    room.press("p r");
    assert!(trace.exists(), "now somebody has let it run");
}

/// Consent is given for one command; another program of the same match is asked for too, and none
/// twice.
#[test]
fn each_program_of_a_record_is_asked_for() {
    let mut room = room(UNICODE, Depth::True, |_| ());
    let ran = crate::homes::home();
    let bot = |name: &str| {
        let script = ran.path().join(name);
        let says =
            "read a; echo '{\"name\": \"x\"}'; while read a; do echo '{\"move\": \"1\"}'; done";
        fs::write(&script, format!("echo >> '{}.ran'; {says}\n", script.display())).unwrap();
        Player::Program { command: format!("sh '{}'", script.display()) }
    };
    let times = |name: &str| {
        let trace = ran.path().join(format!("{name}.ran"));
        fs::read_to_string(trace).map_or(0, |text| text.len())
    };
    let players = vec![bot("one"), bot("other")];
    let board = games::connect4::Board::parse("name = \"x\"").unwrap();
    let session = Session::<games::connect4::Connect4>::new(&board, 2, 7);
    let save = room.context.store.new_save("connect4");
    let limit = room.context.store.settings().bot_limit();
    let resumed = screens::play::resume(session, players, limit, save, &mut room.context);
    room.open(resumed);
    room.press("r");
    room.wait(Duration::from_secs(5));
    assert_eq!((times("one"), times("other")), (1, 0), "{}", room.picture());
    assert!(room.picture().contains("Run this program"), "{}", room.picture());
    room.press("r");
    room.wait(Duration::from_secs(60));
    assert_eq!((times("one"), times("other")), (1, 1), "{}", room.picture());
    assert!(!room.picture().contains("Run this program"), "{}", room.picture());
}

#[test]
fn the_setup() {
    check(UNICODE, "1 tab", "setup", USUAL);
}

#[test]
fn a_tour() {
    check(UNICODE, "4 t n down enter", "tour", USUAL);
    check(ASCII, "3 t n n n", "tour-ascii", &[(80, 24)]);
}

/// Nine plies into a match of each game, in all colours and as letters.
#[test]
fn a_match_of_every_game() {
    struct Show;
    impl Visitor for Show {
        type Out = ();

        fn visit<G: GameUi>(&mut self) {
            let variant = G::Variant::parse(G::BOARDS[0].1).unwrap();
            let seats = variant.usual_seats();
            let names = ["Ada", "Ben", "Cyd", "Dan"].into_iter().cycle().take(seats);
            let players: Vec<Player> =
                names.map(|name| Player::Human { name: Some(name.to_owned()) }).collect();
            let match_of = format!("match-{}", G::ID);
            let ascii = format!("{match_of}-ascii");
            let pictures = [
                (UNICODE, &match_of, (80, 24)),
                (UNICODE, &match_of, (120, 40)),
                (ASCII, &ascii, (80, 24)),
            ];
            for (settings, picture, (columns, rows)) in pictures {
                let mut room = room(settings, depth(settings), |_| {});
                room.resize(columns, rows);
                let mut session = Session::<G>::new(&variant, seats, 7);
                play_on(&mut session, 9);
                let playing = screens::play::open(session, players.clone(), &mut room.context);
                room.open(playing);
                room.press(if G::SECRETS { "enter" } else { "" });
                golden::check(&room, picture);
            }
        }
    }
    games::visit_all(&mut Show);
}

#[test]
fn a_won_match() {
    check(UNICODE, WON, "won", USUAL);
    check(ASCII, WON, "won-ascii", &[(80, 24)]);
}

#[test]
fn a_question_and_a_line_to_type() {
    check(UNICODE, &format!("{MATCH} esc"), "pause", USUAL);
    check(UNICODE, &format!("{MATCH} ctrl-s"), "save-as", &[(80, 24)]);
}

#[test]
fn a_replay() {
    check(UNICODE, "s down v end left left", "replay", USUAL);
}

#[test]
fn the_saved_matches() {
    check(UNICODE, "s", "saves", USUAL);
    let damage = |store: &Store| {
        fs::create_dir_all(store.places().matches()).unwrap();
        let file = store.places().matches().join("damaged.parlour");
        fs::write(file, "parlour record 1\ngame: conn").unwrap();
    };
    let mut room = room(UNICODE, Depth::True, damage);
    room.press("s");
    assert!(room.picture().contains("cannot be read"), "{}", room.picture());
    room.press("enter");
    assert!(room.context.saying().is_some_and(|(said, _)| said.contains("the record ends before")));
}

/// To the seed row of the arena's page with ten matches at a table, and there to seed 3.
const TEN: &str = "down left left left down down right right right right";

#[test]
fn the_arena() {
    check(UNICODE, "a tab", "arena", USUAL);
    check(ASCII, "a tab", "arena-ascii", &[(80, 24)]);
    check(UNICODE, &format!("a down down {TEN} enter"), "league", &[(80, 24)]);
    check(ASCII, &format!("a down down {TEN} enter"), "league-ascii", &[(80, 24)]);
    check(UNICODE, &format!("a down down {TEN} enter backtab"), "league-matches", &[(80, 24)]);
    let bracket =
        format!("a tab down down down space down space up up up up up up up up right {TEN} enter");
    check(UNICODE, &bracket, "bracket", &[(80, 24)]);
    check(ASCII, &bracket, "bracket-ascii", &[(80, 24)]);
    let small = format!("a tab down down down space up up up up up up up right {TEN} enter");
    check(UNICODE, &small, "bracket-of-four", &[(80, 24)]);
}

#[test]
fn the_settings() {
    check(UNICODE, "o down down", "settings", USUAL);
}

#[test]
fn the_main_pages_in_french() {
    lang::speaking(lang::book("fr", None), || {
        let everybodys = &[(80, 24)];
        check(UNICODE, "", "fr-menu", everybodys);
        check(UNICODE, "1", "fr-setup", everybodys);
        check(UNICODE, MATCH, "fr-match", everybodys);
        check(ASCII, MATCH, "fr-match-ascii", everybodys);
        check(UNICODE, WON, "fr-won", everybodys);
        check(UNICODE, "o down down", "fr-settings", everybodys);
        check(UNICODE, "t", "fr-statistics", everybodys);
        check(UNICODE, "a", "fr-arena", everybodys);
        check(UNICODE, &format!("{MATCH} ?"), "fr-help", everybodys);
    });
}

#[test]
fn the_statistics() {
    check(UNICODE, "t", "statistics", USUAL);
}

#[test]
fn the_help_and_the_rules() {
    check(UNICODE, "e", "help", USUAL);
    check(UNICODE, "1 ?", "rules", USUAL);
    check(UNICODE, "1 ? pagedown", "rules-below", &[(80, 24)]);
}

#[test]
fn a_screen_that_is_too_small() {
    check(UNICODE, MATCH, "too-small", &[(40, 12)]);
}

/// A picture that no test draws would lie about the screen for ever.
#[test]
fn every_picture_has_its_test() {
    let source = include_str!("screens.rs");
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens")).unwrap()
    {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let picture = name.rsplit_once('-').unwrap().0;
        let of_a_game = |id: &&str| {
            [format!("match-{id}"), format!("match-{id}-ascii")].contains(&picture.to_owned())
        };
        let drawn = source.contains(&format!("\"{picture}\"")) || games::IDS.iter().any(of_a_game);
        assert!(drawn, "no test draws {name}");
    }
}

/// A sign without a plain one of its own would show as `?`. (Not on the help pages, which name that
/// key.)
#[test]
fn in_ascii_every_sign_has_a_plain_one() {
    const COLOURED: &str = "theme = \"dark\"\ncharacters = \"ascii\"\nanimations = \"off\"\n\
                            bot_speed = \"at-once\"\n";
    let question = format!("{MATCH} esc");
    let resign = format!("{question} right right enter");
    let start = "tab down left left enter";
    let matches = ["2", "3", "4", "5"].map(|game| format!("{game} {start} enter right enter i"));
    let pages = ["s", "s v", "s n", "s x", "t", "o", "a", "5 o", "5 d", "6 z", MATCH];
    let setups = ["1", "2", "3", "4", "5", "6", "2 t", "3 t", "4 t", "5 t"];
    let several = [question.as_str(), resign.as_str(), WON];
    let keys = pages.into_iter().chain(setups).chain(several);
    // Boards are drawn in another way without colour, pages are not.
    let coloured = keys.clone().step_by(2).map(|keys| (keys, COLOURED, Depth::True));
    let plain = keys.skip(1).step_by(2).map(|keys| (keys, ASCII, Depth::Mono));
    let matches = matches.iter().flat_map(|keys| {
        [(keys.as_str(), COLOURED, Depth::True), (keys.as_str(), ASCII, Depth::Mono)]
    });
    for (keys, settings, depth) in coloured.chain(plain).chain(matches) {
        let mut room = room(settings, depth, furnish);
        for (columns, rows) in USUAL {
            room.resize(*columns, *rows);
            room.press(if rows == &24 { keys } else { "" });
            let picture = room.picture();
            let said = picture.replace("? help", "").replace("? rules", "");
            // A question has its mark behind a word.
            let words = said.chars().zip(said.chars().skip(1));
            let odd = words.filter(|(before, sign)| *sign == '?' && !before.is_alphanumeric());
            assert_eq!(odd.count(), 0, "after '{keys}':\n{picture}");
        }
    }
}

#[test]
fn bots_play_to_the_end_when_asked_while_one_thinks() {
    let slow = "animations = \"off\"\nbot_speed = \"slow\"\n";
    let mut room = room(slow, Depth::True, |_| {});
    // Both seats to bots; the first answer is held back.
    room.press("1 tab right enter");
    assert!(room.picture().contains("to the end"), "{}", room.picture());
    room.press("f");
    room.wait(Duration::from_secs(1));
    assert!(room.picture().contains("rematch"), "{}", room.picture());
}

#[test]
fn a_key_to_walk_with_presses_no_button() {
    let mut room = room(UNICODE, Depth::True, furnish);
    room.press(&format!("{MATCH} esc l"));
    assert!(room.picture().contains("Resume"), "'l' is right, not 'Leave'");
    room.press("L");
    assert!(room.picture().contains("The games room"));
}

#[test]
fn long_statistics_can_be_read_to_their_end() {
    let mut room = room(UNICODE, Depth::True, |store| {
        for at in 0..40 {
            let names = ["Ada".to_owned(), format!("opponent {at:02}")];
            let players = names.map(|name| Player::Human { name: Some(name) });
            store.note_result("connect4", "Standard", &players, &[]).unwrap();
        }
    });
    let standings = room.context.store.statistics().standings.len();
    let mut seen = std::collections::BTreeSet::new();
    room.press("t");
    for _ in 0..standings {
        seen.extend(room.picture().lines().filter(|line| line.contains(" against ")).map(|line| {
            assert!(line.contains("0 of 1"), "{line}");
            let row = line.trim_start_matches([' ', '▌']);
            row.split("  ").next().map(str::to_owned)
        }));
        room.press("down");
    }
    assert_eq!(seen.len(), standings);
}

#[test]
fn a_refused_board_with_a_damaged_memory_can_be_drawn() {
    let mut room = room(UNICODE, Depth::True, |store| {
        let boards = store.places().boards(Some("connect4"));
        fs::create_dir_all(&boards).unwrap();
        fs::write(boards.join("mine.toml"), "name = 'x'\ncolumns = 99999\n").unwrap();
        let file = store.places().remembered();
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, "[connect4]\nboard = \"mine\"\nplayers = \"2\"\n").unwrap();
    });
    room.press("1");
    assert!(room.picture().contains("99999"), "{}", room.picture());
}

#[test]
fn the_miniature_rests_when_nobody_looks() {
    let mut room = room("", Depth::True, |_| {});
    assert!(room.router.pulse().is_some());
    room.wait(Duration::from_secs(89));
    assert!(room.router.pulse().is_some());
    room.wait(Duration::from_secs(5));
    assert_eq!(room.router.pulse(), None);
    room.press("down");
    assert!(room.router.pulse().is_some(), "a key wakes it");
    // Where nothing is to move, it does not.
    assert_eq!(self::room(UNICODE, Depth::True, |_| {}).router.pulse(), None);
}

#[test]
fn the_way_home_leads_to_the_menu_and_out() {
    let mut room = room(UNICODE, Depth::True, furnish);
    room.press(MATCH);
    room.press("esc L");
    assert!(room.picture().contains("The games room"));
    room.press("q");
    assert!(room.has_quit);
}

/// A match whose file was cut off is there, says so wherever it is met, and can be resumed.
#[test]
fn a_match_that_was_cut_off() {
    let mut room = room(UNICODE, Depth::True, |store| {
        fs::create_dir_all(store.places().matches()).unwrap();
        let text = "parlour record 2\ngame: connect4\nseat 1: human:Ada\nseat 2: human:Ben\n\
            seed: 7\n\n--- board\nname = \"Standard\"\n\n--- moves\n  1: 4 4 3 3 2 2 7 7 7 7\n 1";
        fs::write(store.places().matches().join("cut.parlour"), text).unwrap();
    });
    let words = "cut off after move 10; the rest is lost";
    room.press("s");
    assert!(room.picture().contains("move 11, cut off"), "{}", room.picture());
    room.press("v");
    assert!(room.picture().contains("replay, cut off"), "{}", room.picture());
    room.press("end");
    assert!(room.picture().contains(words), "{}", room.picture());
    assert!(room.picture().contains("move 10 of 10"), "{}", room.picture());
    room.press("esc esc c");
    assert!(room.picture().contains(words), "{}", room.picture());
    assert!(room.picture().contains("move 11"), "{}", room.picture());
    // The next move makes the record whole again.
    room.press("enter");
    let record = room.context.store.matches().remove(0).record.unwrap();
    assert_eq!((record.moves.len(), record.cut_off), (11, false));
}
