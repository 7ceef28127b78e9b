//! Every page and every game at sizes people have and at some that nobody has. Nothing panics, and
//! nothing is wrong that somebody would notice: no word is cut off or written over, the title stands
//! on the first row and the keys on the last, and a board keeps to its area.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use parlour::games::{self, Visitor};
use parlour::play::{Eye, Player, Session, Turn, Variant};
use parlour::screens;
use parlour::tui::game_ui::draw_still;
use parlour::tui::{Charset, Depth, GameUi, Look, Mouse, Msg};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};

use crate::room::{Room, room};
use crate::screens::{ASCII, UNICODE, furnish};

/// Widths and heights around every change of the layout, and some far beyond.
///
/// Each look has its share of them, since a layout doesn't know colours; but everybody's size and the
/// smallest are everybody's. `ALL_SIZES=1` takes every size from 1x1 to 200x60 in every look, which
/// takes minutes.
fn sizes(look: usize) -> Vec<(u16, u16)> {
    if std::env::var_os("ALL_SIZES").is_some() {
        return (1..=200).flat_map(|columns| (1..=60).map(move |rows| (columns, rows))).collect();
    }
    let small = [(1, 1), (3, 2), (12, 5), (40, 12), (79, 24), (80, 23)];
    let wide = (81..=90).chain([95, 100, 105, 109, 110, 111, 120, 140, 200]);
    let high = [25, 26, 28, 30, 33, 37, 45, 60].map(|rows| (80, rows));
    let large = [(100, 30), (120, 40), (132, 43), (160, 50), (200, 60)];
    let all = wide.map(|columns| (columns, 24)).chain(high).chain(large);
    let share = all.enumerate().filter(|(at, _)| at % looks().len() == look).map(|(_, size)| size);
    small.into_iter().chain([(80, 24)]).chain(share).collect()
}

/// In all colours and in none, with all signs and with few.
fn looks() -> [(&'static str, Depth); 3] {
    [(UNICODE, Depth::True), (UNICODE, Depth::Mono), (ASCII, Depth::Mono)]
}

/// Every word that the program may say: those of its sources and texts, and of the tests' matches.
static WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let mut words = HashSet::new();
    let mut folders = ["src", "config"].map(|folder| root().join(folder)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match fs::read_to_string(&path) {
                Ok(text) => words.extend(split(&text).map(str::to_lowercase)),
                Err(_) if path.is_dir() => folders.push(path),
                Err(_) => {}
            }
        }
    }
    words.extend(["ada", "ben", "monday", "tuesday"].map(str::to_owned));
    words
});

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphabetic()).filter(|word| !word.is_empty())
}

/// Words of the text that nobody has written: cut off without an ellipsis, or written over. Where
/// boards are drawn in letters, those are capitals or the marks of seats; and a path is as long as it
/// is.
pub fn spoilt(text: &str) -> Vec<&str> {
    let pieces = text.split_whitespace().filter(|piece| !piece.contains('/'));
    let whole = pieces.flat_map(|piece| {
        let cut = piece.find(['…']).or_else(|| piece.find("..")).unwrap_or(piece.len());
        let known = &piece[..cut];
        let shortened = cut < piece.len() && known.ends_with(char::is_alphabetic);
        let words = split(known).count() - usize::from(shortened);
        split(known).take(words)
    });
    let long = whole.filter(|word| word.chars().filter(|sign| sign.is_lowercase()).count() > 2);
    let said = long.filter(|word| !word.chars().all(|sign| "RYGBPrygbp".contains(sign)));
    said.filter(|word| !WORDS.contains(&word.to_lowercase())).collect()
}

/// What was found wrong, on which page and at which size.
struct Faults {
    /// Which of the looks is looked at.
    look: usize,
    found: Vec<String>,
}

impl Faults {
    fn of(look: usize) -> Faults {
        Faults { look, found: Vec::new() }
    }

    /// Looks over what is on top at every size, and once lets the mouse wander over it.
    fn look_over(&mut self, page: &str, room: &mut Room) {
        for (columns, rows) in sizes(self.look) {
            room.resize(columns, rows);
            let picture = room.picture();
            let mut wrong = |what: String| {
                self.found.push(format!("{what}: {page} at {columns}x{rows}\n{picture}"))
            };
            let (first, last) = (picture.lines().next().unwrap(), picture.lines().last().unwrap());
            // On the narrowest even that is cut short.
            if columns < 20 || picture.contains("is too small") {
                continue;
            }
            let spoilt = spoilt(&picture);
            if !spoilt.is_empty() {
                wrong(format!("cut off or written over, {spoilt:?}"));
            }
            if !first.starts_with(" PARLOUR") {
                wrong("no title on the first row".to_owned());
            }
            if !last.contains("esc ") && !last.contains("q quit") {
                wrong("no keys on the last row".to_owned());
            }
        }
        room.resize(80, 24);
        if self.look > 0 {
            return;
        }
        for at in Rect::new(0, 0, 82, 26).positions().step_by(3) {
            room.tell(Msg::Mouse(Mouse::Hover, at));
        }
        drop(room.draw());
    }

    /// Everybody has 80 columns and 24 rows.
    fn fits_everybody(&mut self, page: &str, room: &mut Room) {
        room.resize(80, 24);
        if room.picture().contains("is too small") {
            self.found.push(format!("too small: {page}"));
        }
    }

    /// Fails with the first line of each, and the first picture.
    fn none(self) {
        let found = self.found;
        let lines: Vec<&str> = found.iter().filter_map(|fault| fault.lines().next()).collect();
        assert!(found.is_empty(), "{} faults\n{}\n{}", lines.len(), lines.join("\n"), found[0]);
    }
}

#[test]
fn a_spoilt_word_is_found() {
    assert_eq!(spoilt("enter drop  u undo"), [""; 0]);
    assert_eq!(spoilt("enter drop  u und"), ["und"]);
    assert_eq!(spoilt("enter dropundo"), ["dropundo"]);
    assert_eq!(spoilt("enter drop  ana…  FFLR  /tmp/xyzzy  anal..  YYYYggbb"), [""; 0]);
}

#[test]
fn every_page_of_the_arcade_at_every_size() {
    for (look, (settings, depth)) in looks().into_iter().enumerate() {
        let mut faults = Faults::of(look);
        let contest = "a down down down left left left left left enter";
        let matches = format!("{contest} backtab");
        let pages =
            ["", "s", "s v", "s n", "s x", "t", "o", "e", "?", "a", "a r", contest, &matches];
        for keys in pages {
            let mut room = room(settings, depth, furnish);
            room.press(keys);
            let page = format!("the page after '{keys}'");
            faults.fits_everybody(&page, &mut room);
            faults.look_over(&page, &mut room);
        }
        faults.none();
    }
}

/// Plays on by picking moves all over the list, until `plies` are played or the match is over.
pub fn play_on<G: GameUi>(session: &mut Session<G>, plies: usize) {
    for at in 0..plies {
        match session.turn() {
            Turn::Over(_) => return,
            Turn::Chance { .. } => drop(session.roll()),
            Turn::Decide(_) => {
                let legal = session.state().legal_moves();
                let pick = legal[(at * 7 + 3) % legal.len()].clone();
                session.play(pick).unwrap();
            }
        }
    }
}

/// In any area that is large enough for it the board draws something, and nothing outside.
fn keeps_to_its_area<G: GameUi>(session: &Session<G>, look: &Look) {
    let state = session.state();
    let need = G::min_size(state.variant());
    for (wider, higher) in [(0, 0), (1, 0), (0, 1), (5, 7), (40, 3), (9, 30), (100, 40)] {
        let area = Rect::new(3, 2, need.width + wider, need.height + higher);
        let mut untouched = Buffer::empty(Rect::new(0, 0, area.right() + 3, area.bottom() + 2));
        untouched.content.fill(Cell::new("~"));
        let mut drawn = untouched.clone();
        draw_still(state, &state.view(Eye::Everything), look, area, &mut drawn);
        let changed = |at: &Position| drawn[*at] != untouched[*at];
        let outside = drawn.area.positions().filter(|at| !area.contains(*at)).find(changed);
        assert_eq!(outside, None, "{} in {area}", G::ID);
        assert!(area.positions().any(|at| changed(&at)), "{} in {area}", G::ID);
    }
}

#[test]
fn every_game_at_every_size() {
    struct Draw(&'static str, Depth, Faults);
    impl Visitor for Draw {
        type Out = ();

        fn visit<G: GameUi>(&mut self) {
            // The first board and the last, which is usually the strangest.
            for (at, (stem, text)) in G::BOARDS.iter().enumerate() {
                if ![0, G::BOARDS.len() - 1].contains(&at) {
                    continue;
                }
                let variant = G::Variant::parse(text).unwrap();
                let seats = *variant.seats().end();
                let players = vec![Player::Human { name: None }; seats];
                // How it ends looks alike on all of them and in every look.
                let plies = if at == 0 && self.2.look == 0 { &[9, 100_000][..] } else { &[9] };
                for &plies in plies {
                    let name = |page: &str| format!("{page} of {} on {stem}", G::ID);
                    let mut room = room(self.0, self.1, |_| {});
                    let mut session = Session::<G>::new(&variant, seats, 7);
                    play_on(&mut session, plies);
                    keeps_to_its_area(&session, &room.context.look);
                    let record = session.record(&players);
                    let replay =
                        screens::replay::open::<G>(record, session.clone(), &mut room.context);
                    let playing = screens::play::open(session, players.clone(), &mut room.context);
                    room.open(playing);
                    if at == 0 {
                        self.2.fits_everybody(&name("a match"), &mut room);
                    }
                    if G::SECRETS {
                        self.2.look_over(&name("the page before a match"), &mut room);
                        room.press("enter");
                    }
                    self.2.look_over(&name("a match"), &mut room);
                    room.open(replay);
                    room.press("end left");
                    self.2.look_over(&name("a replay"), &mut room);
                }
            }
            let mut room = room(self.0, self.1, |_| {});
            let setup = screens::setup::open::<G>(&mut room.context);
            room.open(setup);
            self.2.look_over(&format!("the setup of {}", G::ID), &mut room);
            room.press("?");
            self.2.look_over(&format!("the rules of {}", G::ID), &mut room);
            room.press("esc t n n");
            self.2.look_over(&format!("the tour of {}", G::ID), &mut room);
        }
    }
    for (look, (settings, depth)) in looks().into_iter().enumerate() {
        let mut draw = Draw(settings, depth, Faults::of(look));
        games::visit_all(&mut draw);
        draw.2.none();
    }
}

/// In ASCII there is nothing that a terminal of another kind would not show.
#[test]
fn a_room_in_ascii_is_in_ascii() {
    let mut room = room(ASCII, Depth::Mono, furnish);
    assert_eq!(room.context.look.charset(), Charset::Ascii);
    for keys in ["", "1", "esc 2", "esc s", "esc o"] {
        room.press(keys);
        assert!(room.picture().is_ascii(), "{}", room.picture());
    }
}
