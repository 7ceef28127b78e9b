//! What cards do, case by case, and who is cut off.

use super::*;
use crate::games::turtles::Card;

fn poses(text: &str) -> Vec<Option<Pose>> {
    let pose = |text: &str| {
        let (cell, heading) = text.split_at(text.len() - 1);
        let heading = Heading::from_letter(heading.chars().next()?)?;
        Some(Pose { cell: cell.parse().ok()?, heading })
    };
    text.split_whitespace().map(pose).collect()
}

fn written(turtles: &[Option<Pose>]) -> String {
    let pose = |pose: &Option<Pose>| match pose {
        Some(pose) => format!("{}{}", pose.cell, pose.heading.letter()),
        None => "-".to_owned(),
    };
    turtles.iter().map(pose).collect::<Vec<_>>().join(" ")
}

/// A small ground: tiles by their signs, rows divided by blanks; where the turtles start, and
/// where they are.
fn ground(tiles: &str, starts: &str, turtles: &str, edge: Edge) -> (Ground, Law) {
    let rows: Vec<&str> = tiles.split_whitespace().collect();
    let tile = |sign| {
        let all = [Tile::Empty, Tile::Stone, Tile::Ice, Tile::Crate, Tile::Jewel];
        all.into_iter().find(|tile| tile.sign() == sign).unwrap()
    };
    let law = Law { starts: poses(starts).into_iter().flatten().collect(), edge };
    let mut ground = Ground::new(
        u8::try_from(rows[0].len()).unwrap(),
        u8::try_from(rows.len()).unwrap(),
        rows.concat().chars().map(tile).collect(),
        &law,
    );
    ground.turtles = poses(turtles);
    (ground, law)
}

/// Turtle 1 runs the cards; then turtles and tiles are as stated.
fn check(edge: Edge, starts: &str, before: (&str, &str), cards: &str, after: (&str, &str)) {
    let (mut ground, law) = ground(before.0, starts, before.1, edge);
    for card in cards.chars() {
        if ground.pose(Seat::FIRST).is_some() {
            ground.execute(Seat::FIRST, Card::from_letter(card).unwrap(), &law);
        }
    }
    assert_eq!(written(&ground.turtles), after.1, "{cards} on {before:?}");
    ground.turtles.fill(None);
    assert_eq!(ground.grid().join(" "), after.0, "{cards} on {before:?}");
}

const EMPTY: &str = "..... ..... ..... .....";

#[test]
fn cards_walk_and_turn() {
    let go = |cards, to| check(Edge::Start, "a1S e1S", (EMPTY, "b2S e1S"), cards, (EMPTY, to));
    go("F", "b3S e1S");
    go("L", "b2E e1S");
    go("R", "b2W e1S");
    go("LFFRF", "d3S e1S");
    go("RRF", "b1N e1S");
}

#[test]
fn walls_make_a_half_turn_and_the_program_goes_on() {
    for wall in ["..... ..... .#... .....", "..... ..... .%... ....."] {
        let go = |cards, to| check(Edge::Start, "a1S e1S", (wall, "b2S e1S"), cards, (wall, to));
        go("F", "b2N e1S");
        go("FF", "b1N e1S");
        go("FLF", "a2W e1S");
    }
}

#[test]
fn the_edge_sends_home_or_is_a_wall() {
    let home = |cards, to| check(Edge::Start, "a1E e1S", (EMPTY, "b4S e1S"), cards, (EMPTY, to));
    home("F", "a1E e1S");
    home("FF", "b1E e1S");
    check(Edge::Start, "a1E e1S", (EMPTY, "a1N e1S"), "F", (EMPTY, "a1E e1S"));
    let wall = |cards, to| check(Edge::Wall, "a1E e1S", (EMPTY, "b4S e1S"), cards, (EMPTY, to));
    wall("F", "b4N e1S");
    wall("FF", "b3N e1S");
}

#[test]
fn a_bump_sends_both_home() {
    check(Edge::Start, "a1S e1S", (EMPTY, "b2E c2W"), "F", (EMPTY, "a1S e1S"));
    // The program goes on from the start.
    check(Edge::Start, "a1S e1S", (EMPTY, "b2E c2W"), "FFF", (EMPTY, "a3S e1S"));
    // A turtle on its own start is hit as well.
    check(Edge::Start, "a1S e1S", (EMPTY, "d1E e1W"), "F", (EMPTY, "a1S e1S"));
}

#[test]
fn a_turtle_on_the_start_goes_to_its_own() {
    check(Edge::Start, "a1S e1S c1S", (EMPTY, "b4S a1E c3N"), "F", (EMPTY, "a1S e1S c3N"));
    // And so on: 2 stands on 1's start, 3 on 2's, 4 on 3's.
    let starts = "a1S e1S c1S d4N";
    check(Edge::Start, starts, (EMPTY, "b4S a1E e1W c1N"), "F", (EMPTY, "a1S e1S c1S d4N"));
    // Bumping into a turtle while a third stands on the start of the bumped one.
    let before = (EMPTY, "b3E c3W e1N");
    check(Edge::Start, "a1S e1S c1S", before, "F", (EMPTY, "a1S e1S c1S"));
    // The two exchange nothing: each stood on the other's start.
    check(Edge::Start, "a1S b1S", (EMPTY, "b1W a1E"), "F", (EMPTY, "a1S b1S"));
}

#[test]
fn a_jewel_ends_the_way_in_mid_program_and_stays() {
    let board = "..... ..... .*... .....";
    check(Edge::Start, "a1S e1S", (board, "b2S e1S"), "FFFF", (board, "- e1S"));
}

#[test]
fn the_laser_hits_the_first_thing_at_any_distance() {
    let two = |before, turtles, after, to| {
        check(Edge::Start, "a1S e1S", (before, turtles), "Z", (after, to));
    };
    two("..%%. ..... .....", "a1E e3S", "...%. ..... .....", "a1E e3S");
    two("..#%. ..... .....", "a1E e3S", "..#%. ..... .....", "a1E e3S");
    two("..+%. ..... .....", "a1E e3S", "..+%. ..... .....", "a1E e3S");
    two("..... ..... .....", "a1E e3S", "..... ..... .....", "a1E e3S");
    // Two at the table: a half-turn, for the one hit or for the shooter at a jewel.
    two("....% ..... .....", "a1E d1S", "....% ..... .....", "a1E d1N");
    two("...*% ..... .....", "a1E e3S", "...*% ..... .....", "a1W e3S");
}

#[test]
fn with_three_the_laser_sends_home_and_the_program_goes_on() {
    let three = |board, turtles, to| {
        check(Edge::Start, "a3N e3S c3S", (board, turtles), "ZF", (board, to));
    };
    three("..... ..... .....", "a1E d1S c3S", "b1E e3S c3S");
    three("...*. ..... .....", "a1E e3S c3S", "a2N e3S c3S");
    // It counts who sat down, not who still races.
    three("..... ..... .....", "a1E d1S -", "b1E e3S -");
    // The start of the one hit is taken: that turtle goes home too.
    three("..... ..... .....", "a1E d1S e3N", "b1E e3S c3S");
}

#[test]
fn a_crate_is_pushed_unless_something_is_behind_it() {
    fn go(before: &str, turtles: &str, after: &str, to: &str) {
        check(Edge::Start, "a1E e4S", (before, turtles), "F", (after, to));
    }
    go(".+... ..... ..... .....", "a1E e4S", "..+.. ..... ..... .....", "b1E e4S");
    for blocked in [".++..", ".+#..", ".+%..", ".+*.."] {
        let board = format!("{blocked} ..... ..... .....");
        go(&board, "a1E e4S", &board, "a1W e4S");
    }
    let board = ".+... ..... ..... .....";
    go(board, "a1E c1S", board, "a1W c1S");
    let board = "....+ ..... ..... .....";
    go(board, "d1E e4S", board, "d1W e4S");
    // The start of a racing turtle stays free; that of one who arrived is an ordinary cell.
    let board = "..... ..... ....+ .....";
    go(board, "e2S a1E", board, "e2N a1E");
    go(board, "e2S -", "..... ..... ..... ....+", "e3S -");
}

#[test]
fn a_crate_never_cuts_anybody_off() {
    let board = "..... ..... ..+.. ..#*#";
    let starts = "a1S e1S";
    check(Edge::Start, starts, (board, "b3E e1S"), "F", (board, "b3W e1S"));
    // Where a way was closed before, as in a puzzle, crates move freely.
    let closed = "..#.. ..+.. ..#.. ..#.*";
    let opened = "..#.. ...+. ..#.. ..#.*";
    check(Edge::Start, starts, (closed, "b2E e1S"), "F", (opened, "c2E e1S"));
}

#[test]
fn who_is_cut_off_from_which_jewel() {
    let cut = |tiles, starts, turtles| {
        let (ground, law) = ground(tiles, starts, turtles, Edge::Start);
        let cut = ground.cut_off(&law)?;
        Some((cut.turtle.number(), cut.jewel.to_string(), cut.from_start))
    };
    let starts = "a1S c1S";
    assert_eq!(cut("... ... ..*", starts, "a1S c1S"), None);
    assert_eq!(cut("... ##. ..*", starts, "a1S c1S"), None);
    assert_eq!(cut(".#. ##. ..*", starts, "a1S c1S"), Some((1, "c3".to_owned(), false)));
    assert_eq!(cut(".#. ##. ..*", starts, "b3S c1S"), Some((1, "c3".to_owned(), true)));
    assert_eq!(cut(".#. .#. .#*", starts, "a1S c1S"), Some((1, "c3".to_owned(), false)));
    assert_eq!(cut("..# ... ..*", "a1S b1S", "- b1S"), None);
    // Crates are walked around, ice and turtles are not in the way.
    assert_eq!(cut(".+. ++. ..*", starts, "a1S c1S"), Some((1, "c3".to_owned(), false)));
    assert_eq!(cut("..% %.. #%*", starts, "b2S c1S"), None);
    // A way over another jewel is none.
    assert_eq!(cut("... **. **.", starts, "a1S c1S"), Some((1, "a3".to_owned(), false)));
    // Those who have arrived do not care.
    assert_eq!(cut(".#. ##. ..*", starts, "- c1S"), None);
}
