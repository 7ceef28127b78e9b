//! Boards of the turtles, good and bad.

use super::*;
use crate::play::with_keys;

fn refused(keys: &str) -> String {
    TurtlesVariant::parse(keys).unwrap_err().to_string()
}

const SMALL: &str = "name = \"Small\"\ngrid = \"\"\"\n1.2\n...\n.*.\n\"\"\"\n";

#[test]
fn a_short_file_gets_the_rules_of_the_box() {
    let variant = TurtlesVariant::parse(SMALL).unwrap();
    assert_eq!(variant.seats(), 2..=2);
    assert_eq!(variant.deck().len(), 37);
    assert_eq!(variant.walls(), Walls { stone: 3, ice: 2 });
    assert_eq!((variant.rounds(), variant.bug(), variant.law().edge), (1, false, Edge::Start));
    assert_eq!(variant.patience(), 1000);
    assert!(variant.law().starts.iter().all(|pose| pose.heading == Heading::South));
}

#[test]
fn a_board_survives_its_own_text() {
    let text = format!(
        "{SMALL}facing = \"EW\"\njewels = [\"blue\"]\ndeck = {{ forward = 9, left = 3 }}\n\
         walls = {{ stone = 1 }}\nedge = \"wall\"\nbug = true\nrounds = 3\npatience = 7\n"
    );
    let variant = TurtlesVariant::parse(&text).unwrap();
    assert_eq!(TurtlesVariant::parse(&variant.to_toml()), Ok(variant));
}

#[test]
fn what_the_setup_turns_is_in_the_file() {
    let variant = TurtlesVariant::parse(SMALL).unwrap();
    for dial in variant.dials() {
        assert_eq!(dial.at, 0, "{}", dial.key);
        for (at, value) in dial.values.iter().enumerate() {
            let sets = [(dial.key.to_owned(), value.clone())];
            let text = with_keys(&variant.to_toml(), &sets).unwrap();
            let turned = TurtlesVariant::parse(&text).unwrap().dials();
            let turned = turned.iter().find(|turned| turned.key == dial.key).unwrap();
            assert_eq!(turned.at, at, "{} {value}", dial.key);
        }
    }
}

#[test]
fn bad_boards_are_refused_with_place_and_reason() {
    let cases = [
        (
            "name = \" \"\ngrid = \"1\"",
            "line 1, column 8: 'name': expected one line of 1 to 40 characters",
        ),
        ("name = \"x\"\ngrid = \"1.2\"", "line 2, column 8: 'grid': 1 rows, expected 3 to 16"),
        (
            "name = \"x\"\ngrid = \"\"\"\n1.2\n...\n.*\"\"\"",
            "line 5, column 1: 'grid': row 3 has 2 cells, expected 3",
        ),
        (
            "name = \"x\"\ngrid = \"\"\"\n1.2\n.o.\n.*.\"\"\"",
            "line 4, column 2: 'grid': 'o' at b2 isn't a sign of a board; use one of . # % + * 1 2 3 4",
        ),
        (
            "name = \"x\"\ngrid = \"\"\"\n1.3\n...\n.*.\"\"\"",
            "line 3, column 3: 'grid': turtle '3' at c1, expected turtle '2' once and in its turn",
        ),
        (
            "name = \"x\"\ngrid = \"\"\"\n1.1\n...\n.*.\"\"\"",
            "line 3, column 3: 'grid': turtle '1' at c1, expected turtle '2' once and in its turn",
        ),
        (
            "name = \"x\"\ngrid = \"\"\"\n1..\n...\n.*.\"\"\"",
            "line 2, column 8: 'grid': 1 turtles, expected 2 to 4, drawn as '1' to '4'",
        ),
        (
            "name = \"x\"\ngrid = \"\"\"\n1.2\n...\n...\"\"\"",
            "line 2, column 8: 'grid': there is no jewel, expected at least one '*'",
        ),
        (
            "name = \"x\"\ngrid = \"\"\"\n1#2\n.#.\n.#*\"\"\"",
            "line 2, column 8: 'grid': turtle 1 cannot reach the jewel at c3",
        ),
    ];
    for (text, why) in cases {
        assert_eq!(refused(text), why);
    }
    let keys = [
        (
            "facing = \"SX\"",
            "line 7, column 10: 'facing': 'SX', expected a letter for each turtle: N, E, S or W",
        ),
        (
            "jewels = [\"mauve\"]",
            "line 7, column 10: 'jewels': 'mauve' isn't a colour; use red, yellow, green, blue, pink or violet",
        ),
        (
            "jewels = []",
            "line 7, column 10: 'jewels': 0 colours, expected 1, one for each '*' of the grid",
        ),
        ("deck = { left = 3 }", "line 7, column 8: 'deck': no card 'forward', expected at least 1"),
        (
            "deck = { forward = 3 }",
            "line 7, column 8: 'deck': no card to turn with, expected at least one 'left' or 'right'",
        ),
        (
            "deck = { forward = 61, left = 1 }",
            "line 7, column 8: 'deck': 61 cards 'forward', expected at most 60",
        ),
        ("walls = { stone = 21 }", "line 7, column 9: 'walls': 21 of stone, expected at most 20"),
        ("rounds = 0", "line 7, column 10: 'rounds': 0, expected 1 to 9"),
    ];
    for (key, why) in keys {
        assert_eq!(refused(&format!("{SMALL}{key}\n")), why);
    }
    assert!(refused(&format!("{SMALL}colour = 3\n")).contains("'colour' isn't a key here"));
    assert!(refused(&format!("{SMALL}edge = \"cliff\"\n")).contains("'cliff' isn't known here"));
}
