//! What an eye may see of a match, how it is printed, and the matches that would look the same.

use std::fmt::Write;

use rand::Rng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::cards::{Card, Cards, letters};
use super::ground::{Cell, Tile};
use super::rules::{Phase, Secret, Turtles, Visible};
use crate::play::{Eye, Game, Seat, Veiled};

/// The table, and of each player's secrets what the eye may know: all or nothing but the sizes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurtlesView {
    pub(super) eye: Eye,
    pub(super) table: Visible,
    /// By seat.
    pub(super) sizes: Vec<Sizes>,
    /// By seat.
    pub(super) secrets: Vec<Veiled<Secret>>,
}

/// How many cards a player has where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sizes {
    pub hand: usize,
    pub program: usize,
    pub deck: usize,
    pub pile: usize,
}

impl Secret {
    fn sizes(&self) -> Sizes {
        Sizes {
            hand: self.hand.len(),
            program: self.program.len(),
            deck: self.deck.len(),
            pile: self.pile.len(),
        }
    }
}

impl TurtlesView {
    pub(super) fn of(state: &Turtles, eye: Eye) -> TurtlesView {
        let veil = |(seat, secret): (Seat, &Secret)| {
            if eye.sees(seat) { Veiled::Known(secret.clone()) } else { Veiled::Hidden }
        };
        TurtlesView {
            eye,
            table: state.table.clone(),
            sizes: state.secrets.iter().map(Secret::sizes).collect(),
            secrets: Seat::all(state.seats()).zip(&state.secrets).map(veil).collect(),
        }
    }

    /// What this player keeps face down, where the eye may see it.
    pub(super) fn secret(&self, seat: Seat) -> Option<&Secret> {
        match &self.secrets[seat.index()] {
            Veiled::Known(secret) => Some(secret),
            Veiled::Hidden => None,
        }
    }

    pub(super) fn sizes(&self, seat: Seat) -> Sizes {
        self.sizes[seat.index()]
    }

    /// A match that looks like this. Of an opponent's deck all that is known is which cards it had
    /// and which of them were executed since it was last shuffled; the others lie anywhere.
    pub(super) fn imagine(&self, mut rng: &mut dyn Rng) -> Turtles {
        let mut guess = |seat: Seat| {
            let shown = self.table.open[seat.index()].shown;
            let unseen = self.table.variant.deck().without(shown);
            let mut unseen: Vec<Card> =
                unseen.expect("what was shown came from the deck").iter().collect();
            unseen.shuffle(&mut rng);
            let sizes = self.sizes(seat);
            let mut take = |count: usize| unseen.split_off(unseen.len() - count);
            Secret {
                hand: take(sizes.hand).into_iter().collect(),
                program: take(sizes.program),
                deck: take(sizes.deck).into_iter().collect(),
                pile: take(sizes.pile - shown.len()).into_iter().collect::<Cards>().with(shown),
            }
        };
        let secret = |seat| match self.secret(seat) {
            Some(secret) => secret.clone(),
            None => guess(seat),
        };
        Turtles {
            table: self.table.clone(),
            secrets: Seat::all(self.table.seats()).map(secret).collect(),
        }
    }

    /// The rows of the board, two characters a cell: `1v` is turtle 1 looking south.
    fn rows(&self) -> Vec<String> {
        let ground = &self.table.ground;
        let picture = |cell: Cell| match ground.turtle_at(cell) {
            Some(seat) => {
                let arrow = ground.pose(seat).map_or(' ', |pose| pose.heading.arrow());
                format!("{seat}{arrow}")
            }
            None => match ground.tile(cell) {
                Tile::Empty => " .".to_owned(),
                Tile::Jewel => "<>".to_owned(),
                tile => tile.sign().to_string().repeat(2),
            },
        };
        let row = |row| {
            let cells: Vec<String> =
                (0..ground.width()).map(|column| picture(Cell::new(column, row))).collect();
            cells.join(" ")
        };
        (0..ground.height()).map(row).collect()
    }

    pub(super) fn plain(&self) -> String {
        let table = &self.table;
        let mut text = String::from("  ");
        for column in 0..table.ground.width() {
            let _ = write!(text, "  {}", char::from(b'a' + column));
        }
        text.push('\n');
        for (number, row) in (1..).zip(self.rows()) {
            let _ = writeln!(text, "{number:>2} {row}");
        }
        if table.variant.rounds() > 1 {
            let _ = writeln!(text, "round {} of {}", table.round(), table.variant.rounds());
        }
        for seat in Seat::all(table.seats()) {
            let (open, sizes) = (&table.open[seat.index()], self.sizes(seat));
            let hue = Turtles::hue(seat, table.seats()).name();
            let place = match table.ground.pose(seat) {
                Some(pose) => format!("{} {}", pose.cell, pose.heading.letter()),
                None => "done".to_owned(),
            };
            let _ = write!(
                text,
                "{seat} {hue:<5} {place:<5} program {}, stone {}, ice {}, hand {}, deck {}, points {}",
                sizes.program,
                open.walls.stone,
                open.walls.ice,
                sizes.hand,
                sizes.deck,
                table.scores()[seat.index()]
            );
            if open.bug {
                text.push_str(", bug");
            }
            if open.bugged > 0 {
                let _ = write!(text, ", first {} reversed", open.bugged);
            }
            text.push('\n');
        }
        // The program stays face down even for its owner; only who sees everything reads it.
        for seat in Seat::all(table.seats()) {
            if let Some(secret) = self.secret(seat) {
                let _ = write!(text, "hand of {seat}: {}", secret.hand);
                if self.eye == Eye::Everything {
                    let _ = write!(text, ", program: {}", letters(&secret.program));
                }
                text.push('\n');
            }
        }
        text
    }

    pub(super) fn describe(&self) -> Map<String, Value> {
        let table = &self.table;
        let hidden = |count: usize| "?".repeat(count);
        let turtle = |seat: Seat| {
            let (open, sizes, pose) =
                (&table.open[seat.index()], self.sizes(seat), table.ground.pose(seat));
            let secret = self.secret(seat);
            json!({
                "cell": pose.map(|pose| pose.cell.to_string()),
                "facing": pose.map(|pose| pose.heading.letter().to_string()),
                "done": pose.is_none(),
                "hand": secret.map_or_else(|| hidden(sizes.hand), |s| s.hand.to_string()),
                "program": secret.map_or_else(|| hidden(sizes.program), |s| letters(&s.program)),
                "stone": open.walls.stone,
                "ice": open.walls.ice,
                "deck": secret.map_or_else(|| hidden(sizes.deck), |s| s.deck.to_string()),
                "pile": secret.map_or_else(|| hidden(sizes.pile), |s| s.pile.to_string()),
            })
        };
        let seats = || Seat::all(table.seats());
        let mut map = Map::new();
        map.insert("board".to_owned(), self.rows().into());
        map.insert("grid".to_owned(), table.ground.grid().into());
        map.insert("turtles".to_owned(), seats().map(turtle).collect());
        map.insert("decks".to_owned(), seats().map(|seat| self.sizes(seat).deck).collect());
        map.insert("discards".to_owned(), seats().map(|seat| self.sizes(seat).pile).collect());
        map.insert("shown".to_owned(), table.open.iter().map(|o| o.shown.to_string()).collect());
        map.insert("round".to_owned(), table.round().into());
        let numbers =
            |seats: &Vec<Seat>| seats.iter().map(|seat| seat.number()).collect::<Vec<usize>>();
        map.insert("arrivals".to_owned(), table.arrivals.iter().map(numbers).collect());
        map.insert("beginner".to_owned(), table.beginner.number().into());
        map.insert("waited".to_owned(), table.waited.into());
        if table.variant.bug() {
            map.insert("bugs".to_owned(), table.open.iter().map(|open| open.bug).collect());
            let bugged = table.open.iter().map(|open| open.bugged).collect();
            map.insert("reversed".to_owned(), bugged);
        }
        let awaited = match table.phase {
            Phase::First => "first",
            Phase::Deal(_) | Phase::Draw => "draw",
            Phase::Act => "act",
            Phase::Discard => "discard",
            Phase::Over => "over",
        };
        map.insert("phase".to_owned(), awaited.into());
        map
    }
}
