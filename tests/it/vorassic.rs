//! Vorassic Park in a real terminal: a whole match with the keyboard, and one with the mouse.

use parlour::games::vorassic::{Cell, Park, Vorassic};
use parlour::play::{Game, Record, Session, Turn, Variant};

use crate::arcade::{Arcade, start};

const ENTER: &str = "\r";
const TAB: &str = "\t";
const STILL: &str = "animations = \"off\"\n";
/// Two people on the document's park.
const PEOPLE: [&str; 8] =
    ["play", "vorassic", "--variant", "snake", "--seat", "human:Ada", "--seat", "human:Ben"];

/// The match on disk, played out again by the rules.
fn kept(arcade: &Arcade) -> Session<Vorassic> {
    let [text] = &arcade.matches()[..] else { panic!("one match is kept") };
    Session::from_record(&Record::parse(text).unwrap()).unwrap()
}

/// Makes moves with `take` until nobody can, then compares the screen with the kept match.
fn play(arcade: &Arcade, take: impl Fn(&Arcade, &Session<Vorassic>)) {
    arcade.see("move 1").see("Ada");
    let (_, snake) = Vorassic::BOARDS.iter().find(|(stem, _)| *stem == "snake").unwrap();
    let mut session: Session<Vorassic> = Session::new(&Park::parse(snake).unwrap(), 2, 0);
    while let Turn::Decide(_) = session.turn() {
        take(arcade, &session);
        let ply = session.ply();
        arcade.see_one(&[&format!("move {}", ply + 2), "wins", "points each"]);
        session = kept(arcade);
        assert_eq!(session.ply(), ply + 1, "one move, and it is on disk before it is seen");
    }
    let scores = session.state().scores().unwrap();
    let (most, least) = (scores[0].max(scores[1]), scores[0].min(scores[1]));
    if most == least {
        arcade.see(&format!("Ada and Ben have {most} points each"));
    } else {
        arcade.see(&format!("{most} to {least}"));
    }
}

#[test]
fn a_whole_match_with_the_keyboard() {
    let arcade = start(STILL).with(&PEOPLE).run();
    // Tab goes to the best cell in reach, and says which.
    play(&arcade, |arcade, session| {
        let state = session.state();
        let best = state.legal_moves().into_iter().max_by_key(|cell| {
            let first = std::cmp::Reverse(*cell);
            (state.grid().value(*cell), first)
        });
        let best = best.unwrap();
        arcade.press(TAB).see(&format!("{best} · worth {}", state.grid().value(best)));
        arcade.press(ENTER);
    });
}

#[test]
fn a_whole_match_with_the_mouse() {
    let arcade = start(STILL).with(&PEOPLE).run();
    play(&arcade, |arcade, session| {
        let cell = session.state().legal_moves()[0];
        let (column, row) = place(arcade, cell);
        arcade.press(&format!("\x1b[<0;{column};{row}M"));
    });
}

/// Where a cell is on the screen, counted from 1, by the letters and numbers at the park's edge.
fn place(arcade: &Arcade, cell: Cell) -> (usize, usize) {
    let screen = arcade.screen();
    let letters = |line: &&str| line.trim_start_matches([' ', '‹']).starts_with('A');
    let head = screen.lines().find(letters).expect("the columns have letters");
    let name = cell.to_string();
    let column = head.chars().position(|sign| name.starts_with(sign)).unwrap();
    let number = format!("{} ", &name[1..]);
    let starts = |line: &str| line.trim_start().starts_with(&number);
    let row = screen.lines().position(starts).expect("the rows have numbers");
    (column + 1, row + 1)
}
