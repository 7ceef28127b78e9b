//! Sealed cards: secret hands, one card laid face down by each, all turned over together.
//!
//! The cards are dealt one at a time, by chance. In each round every seat lays a card face down;
//! when all have, the highest card that nobody else laid takes the point. The hands are then
//! filled up again. Whoever has most points after the last round wins.

use std::cmp::Reverse;
use std::error::Error;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use parlour::play::{
    Eye, FileError, Game, Outcome, Seat, Turn, Variant, Veiled, board_text, read_toml,
};
use parlour::search::{Bots, RandomBot, Strategy};
use rand::Rng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

type Rank = u8;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    name: String,
    ranks: Rank,
    copies: usize,
    hand: usize,
    rounds: usize,
}

impl Deck {
    /// Each seat needs its first hand and a card for every later round.
    fn most_seats(&self) -> usize {
        usize::from(self.ranks) * self.copies / (self.hand + self.rounds - 1)
    }
}

impl Variant for Deck {
    const KEYS: &'static [&'static str] = &["name", "ranks", "copies", "hand", "rounds"];

    fn parse(text: &str) -> Result<Deck, FileError> {
        let deck: Deck = read_toml(text)?;
        if deck.hand == 0 || deck.rounds == 0 {
            return Err(FileError::new("'hand' and 'rounds': 0 is too small, expected 1 or more"));
        }
        if deck.most_seats() < 2 {
            return Err(FileError::new("there are too few cards for two seats"));
        }
        Ok(deck)
    }

    fn to_toml(&self) -> String {
        toml::to_string(self).expect("a deck is a plain table")
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=self.most_seats().min(4)
    }

    fn summary(&self) -> String {
        format!("{} rounds", self.rounds)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![("hand", self.hand.to_string()), ("rounds", self.rounds.to_string())]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Chance: the next card goes to the seat with the smallest hand.
    Deal(Rank),
    Lay(Rank),
}

impl Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Deal(rank) => write!(f, "deal:{rank}"),
            Act::Lay(rank) => write!(f, "lay:{rank}"),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadAct(String);

impl Display for BadAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' isn't a move; use something like 'lay:3'", self.0)
    }
}

impl Error for BadAct {}

impl FromStr for Act {
    type Err = BadAct;

    fn from_str(text: &str) -> Result<Act, BadAct> {
        let bad = || BadAct(text.to_owned());
        let (act, rank) = text.split_once(':').ok_or_else(bad)?;
        let rank = rank.parse().map_err(|_| bad())?;
        match act {
            "deal" => Ok(Act::Deal(rank)),
            "lay" => Ok(Act::Lay(rank)),
            _ => Err(bad()),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IllegalAct {
    Over,
    CardsFirst,
    NoCardsNow,
    NotInDeck(Rank),
    NotInHand(Rank),
}

impl Display for IllegalAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalAct::Over => f.write_str("the match is over"),
            IllegalAct::CardsFirst => f.write_str("the cards must be dealt first"),
            IllegalAct::NoCardsNow => f.write_str("no card is dealt now, expected 'lay:..'"),
            IllegalAct::NotInDeck(rank) => write!(f, "there is no '{rank}' left in the deck"),
            IllegalAct::NotInHand(rank) => write!(f, "there is no '{rank}' in the hand"),
        }
    }
}

impl Error for IllegalAct {}

/// The table. `C` is a card: known in the state, perhaps hidden in a view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table<C> {
    #[serde(with = "board_text")]
    deck: Arc<Deck>,
    /// In order of rank, so that the order tells nobody anything.
    hands: Vec<Vec<C>>,
    laid: Vec<Option<C>>,
    /// The cards that were turned over, by round and seat.
    shown: Vec<Vec<Rank>>,
    points: Vec<i32>,
}

pub type Sealed = Table<Rank>;

impl Sealed {
    /// Who gets the next card, while somebody has too few.
    fn receiver(&self) -> Option<Seat> {
        if self.shown.len() == self.deck.rounds {
            return None;
        }
        let cards = |seat: &Seat| {
            self.hands[seat.index()].len() + usize::from(self.laid[seat.index()].is_some())
        };
        Seat::all(self.seats()).min_by_key(cards).filter(|seat| cards(seat) < self.deck.hand)
    }

    fn layer(&self) -> Option<Seat> {
        Seat::all(self.seats()).find(|seat| self.laid[seat.index()].is_none())
    }

    /// Whether this move turns the cards over.
    fn ends_round(&self, act: &Act) -> bool {
        matches!(act, Act::Lay(_)) && self.laid.iter().flatten().count() + 1 == self.seats()
    }

    /// How many of each rank lie neither in a hand nor on the table, from rank 1.
    fn undealt(&self) -> Vec<u32> {
        let mut left = vec![self.deck.copies as u32; usize::from(self.deck.ranks)];
        let seen = self.hands.iter().flatten().chain(self.laid.iter().flatten());
        for &rank in seen.chain(self.shown.iter().flatten()) {
            left[usize::from(rank) - 1] -= 1;
        }
        left
    }

    fn turn_over(&mut self) {
        let shown: Vec<Rank> = self.laid.iter_mut().filter_map(Option::take).collect();
        if let Some(seat) = best(&shown) {
            self.points[seat.index()] += 1;
        }
        self.shown.push(shown);
    }
}

/// Who laid the highest card that nobody else laid.
fn best(shown: &[Rank]) -> Option<Seat> {
    let alone = |seat: &Seat| {
        let card = shown[seat.index()];
        shown.iter().filter(|&&other| other == card).count() == 1
    };
    Seat::all(shown.len()).filter(alone).max_by_key(|seat| shown[seat.index()])
}

impl Game for Sealed {
    const ID: &'static str = "tiny-sealed";
    const TITLE: &'static str = "Sealed cards";
    const TAGLINE: &'static str = "Lay high, lay alone";
    const PAGE: &'static str = "# Sealed cards\n";
    /// With four seats the usual deck is dealt to its last card.
    const BOARDS: &'static [(&'static str, &'static str)] = &[
        ("usual", "name = \"Usual\"\nranks = 5\ncopies = 4\nhand = 3\nrounds = 3\n"),
        ("single", "name = \"Single\"\nranks = 6\ncopies = 1\nhand = 1\nrounds = 2\n"),
    ];

    type Variant = Deck;
    type Move = Act;
    type Illegal = IllegalAct;
    type View = Table<Veiled<Rank>>;

    fn start(deck: Arc<Deck>, seats: usize) -> Sealed {
        Table {
            deck,
            hands: vec![Vec::new(); seats],
            laid: vec![None; seats],
            shown: Vec::new(),
            points: vec![0; seats],
        }
    }

    fn variant(&self) -> &Arc<Deck> {
        &self.deck
    }

    fn seats(&self) -> usize {
        self.hands.len()
    }

    fn turn(&self) -> Turn {
        if self.shown.len() == self.deck.rounds {
            let mut places: Vec<Seat> = Seat::all(self.seats()).collect();
            places.sort_by_key(|seat| Reverse(self.points[seat.index()]));
            return Turn::Over(Outcome::Places(places));
        }
        match (self.receiver(), self.layer()) {
            (None, Some(seat)) => Turn::Decide(seat),
            _ => Turn::Chance { by: None },
        }
    }

    fn legal_moves(&self) -> Vec<Act> {
        match self.turn() {
            Turn::Over(_) => Vec::new(),
            Turn::Chance { .. } => {
                self.chance_weights().into_iter().map(|(deal, _)| deal).collect()
            }
            Turn::Decide(seat) => {
                let mut ranks = self.hands[seat.index()].clone();
                ranks.dedup();
                ranks.into_iter().map(Act::Lay).collect()
            }
        }
    }

    fn check(&self, act: &Act) -> Result<(), IllegalAct> {
        match (self.turn(), *act) {
            (Turn::Over(_), _) => Err(IllegalAct::Over),
            (Turn::Chance { .. }, Act::Lay(_)) => Err(IllegalAct::CardsFirst),
            (Turn::Decide(_), Act::Deal(_)) => Err(IllegalAct::NoCardsNow),
            (Turn::Chance { .. }, Act::Deal(rank)) => {
                let left = self.undealt();
                let at = usize::from(rank).wrapping_sub(1);
                match left.get(at) {
                    Some(1..) => Ok(()),
                    _ => Err(IllegalAct::NotInDeck(rank)),
                }
            }
            (Turn::Decide(seat), Act::Lay(rank)) => {
                let held = self.hands[seat.index()].contains(&rank);
                if held { Ok(()) } else { Err(IllegalAct::NotInHand(rank)) }
            }
        }
    }

    fn play_unchecked(&mut self, act: &Act) {
        match *act {
            Act::Deal(rank) => {
                let seat = self.receiver().expect("a card is dealt to a seat that lacks one");
                let hand = &mut self.hands[seat.index()];
                hand.push(rank);
                hand.sort_unstable();
            }
            Act::Lay(rank) => {
                let seat = self.layer().expect("a card is laid by a seat that has not yet").index();
                let at = self.hands[seat].iter().position(|&card| card == rank);
                let at = at.expect("the card that is laid was in the hand");
                self.laid[seat] = Some(self.hands[seat].remove(at));
                if self.layer().is_none() {
                    self.turn_over();
                }
            }
        }
    }

    fn chance_weights(&self) -> Vec<(Act, u32)> {
        let Turn::Chance { .. } = self.turn() else { return Vec::new() };
        let weighed = (1..).map(Act::Deal).zip(self.undealt());
        weighed.filter(|(_, weight)| *weight > 0).collect()
    }

    fn scores(&self) -> Option<Vec<i32>> {
        Some(self.points.clone())
    }

    fn view(&self, eye: Eye) -> Table<Veiled<Rank>> {
        let veil = |seat: Seat, card: Rank| {
            if eye.sees(seat) { Veiled::Known(card) } else { Veiled::Hidden }
        };
        let seats = Seat::all(self.seats());
        Table {
            deck: self.deck.clone(),
            hands: seats
                .clone()
                .map(|seat| self.hands[seat.index()].iter().map(|&card| veil(seat, card)).collect())
                .collect(),
            laid: seats.map(|seat| self.laid[seat.index()].map(|card| veil(seat, card))).collect(),
            shown: self.shown.clone(),
            points: self.points.clone(),
        }
    }

    fn imagine(view: &Table<Veiled<Rank>>, rng: &mut dyn Rng) -> Sealed {
        let known = |card: &Veiled<Rank>| match card {
            Veiled::Known(rank) => Some(*rank),
            Veiled::Hidden => None,
        };
        let mut state = Table {
            deck: view.deck.clone(),
            hands: view.hands.iter().map(|hand| hand.iter().filter_map(known).collect()).collect(),
            laid: view.laid.iter().map(|card| card.as_ref().and_then(known)).collect(),
            shown: view.shown.clone(),
            points: view.points.clone(),
        };
        let mut unseen: Vec<Rank> = Vec::new();
        for (rank, left) in (1..).zip(state.undealt()) {
            unseen.extend(std::iter::repeat_n(rank, left as usize));
        }
        unseen.shuffle(rng);
        let mut draw = || unseen.pop().expect("the deck holds every card that is hidden");
        for (hand, seen) in state.hands.iter_mut().zip(&view.hands) {
            while hand.len() < seen.len() {
                hand.push(draw());
            }
            hand.sort_unstable();
        }
        for (card, seen) in state.laid.iter_mut().zip(&view.laid) {
            if seen.is_some() && card.is_none() {
                *card = Some(draw());
            }
        }
        state
    }

    fn seen_move(&self, act: &Act, eye: Eye) -> String {
        let seen = match act {
            Act::Deal(_) => self.receiver().is_some_and(|seat| eye.sees(seat)),
            // The last card is turned over as soon as it lies there.
            Act::Lay(_) => self.ends_round(act) || self.layer().is_some_and(|seat| eye.sees(seat)),
        };
        match (act, seen) {
            (_, true) => act.to_string(),
            (Act::Deal(_), false) => "deal:?".to_owned(),
            (Act::Lay(_), false) => "lay:?".to_owned(),
        }
    }

    fn tell(&self, act: &Act, eye: Eye, names: &[String]) -> Vec<String> {
        let seen = self.seen_move(act, eye);
        let card = seen.split_once(':').map_or("?", |(_, card)| card);
        let name = |seat: Option<Seat>| seat.map_or("nobody", |seat| &names[seat.index()]);
        let mut lines = match act {
            Act::Deal(_) => vec![format!("{} is dealt {card}", name(self.receiver()))],
            Act::Lay(_) => vec![format!("{} lays {card}", name(self.layer()))],
        };
        if self.ends_round(act) {
            let mut after = self.clone();
            after.play_unchecked(act);
            let shown = after.shown.last().expect("a round has just been shown");
            let cards: Vec<String> =
                names.iter().zip(shown).map(|(name, card)| format!("{name} {card}")).collect();
            lines.push(format!("turned over: {}", cards.join(", ")));
            lines.push(format!("{} takes the round", name(best(shown))));
        }
        lines
    }

    fn reveals(&self, act: &Act) -> Option<&'static str> {
        match act {
            Act::Deal(_) => Some("a card has been dealt"),
            Act::Lay(_) if self.ends_round(act) => Some("the cards have been turned over"),
            Act::Lay(_) => None,
        }
    }

    fn plain(view: &Table<Veiled<Rank>>) -> String {
        let face = |card: &Veiled<Rank>| match card {
            Veiled::Known(rank) => rank.to_string(),
            Veiled::Hidden => "?".to_owned(),
        };
        let seat = |seat: usize| {
            let hand: String = view.hands[seat].iter().map(face).collect();
            let laid = view.laid[seat].as_ref().map_or("-".to_owned(), face);
            format!("{}: {laid} {hand:5} {}", seat + 1, view.points[seat])
        };
        (0..view.hands.len()).map(seat).collect::<Vec<_>>().join("\n")
    }

    fn describe(view: &Table<Veiled<Rank>>) -> Map<String, Value> {
        let board: Vec<String> = Sealed::plain(view).lines().map(str::to_owned).collect();
        [("board".to_owned(), json!(board))].into_iter().collect()
    }
}

impl Bots for Sealed {
    const STRATEGIES: &'static [Strategy<Sealed>] = &[Strategy {
        name: "hasard",
        aliases: &["random"],
        sentence: "lays any card",
        strength: 1,
        level: None,
        plays: |_| Ok(()),
        make: |_, seed| Box::new(RandomBot::new(seed)),
    }];
}
