//! The state of a match and its rules.

use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::cards::{Card, Cards};
use super::ground::{Cell, Deed, Ground, Tile};
use super::illegal::Illegal;
use super::moves::{HAND, Move, Wall};
use super::puzzle::Puzzle;
use super::tale;
use super::told;
use super::variant::{TurtlesVariant, Walls};
use super::view::TurtlesView;
use crate::play::puzzle::OwnPuzzle;
use crate::play::{Eye, FileError, Game, Hue, Outcome, Seat, Turn, board_text};

/// A match: what lies open, and what each player keeps face down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turtles {
    pub(super) table: Visible,
    /// By seat.
    pub(super) secrets: Vec<Secret>,
}

/// Everything that everybody sees, sizes of secret things apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Visible {
    #[serde(with = "board_text")]
    pub(super) variant: Arc<TurtlesVariant>,
    pub(super) ground: Ground,
    /// By seat.
    pub(super) open: Vec<Open>,
    /// Who has arrived in each round, in that order; the last is the round being played.
    pub(super) arrivals: Vec<Vec<Seat>>,
    /// Who began this round.
    pub(super) beginner: Seat,
    /// Whose turn it is.
    pub(super) mover: Seat,
    pub(super) phase: Phase,
    /// Turns of everybody together since this round began or somebody last arrived in it.
    pub(super) waited: u32,
    /// The last program that was run, whose cards everybody saw.
    pub(super) last_run: Option<Arc<Run>>,
}

/// What lies open before one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Open {
    pub(super) walls: Walls,
    /// Whether the Bug card is still there.
    pub(super) bug: bool,
    /// How many cards at the head of the program the last Bug has reversed.
    pub(super) bugged: usize,
    /// Cards of the discard pile that everybody saw, because they were executed.
    pub(super) shown: Cards,
}

/// What only its owner knows. The program is known to a bot, which remembers it as a good player
/// does; a screen shows its owner only backs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Secret {
    pub(super) hand: Cards,
    /// In the order in which it would run now.
    pub(super) program: Vec<Card>,
    pub(super) deck: Cards,
    pub(super) pile: Cards,
}

/// What is awaited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// Chance says who begins.
    First,
    /// This player draws the first hand of a round.
    Deal(Seat),
    /// One of the actions of a turn.
    Act,
    /// The mover may discard.
    Discard,
    /// The mover draws up to five.
    Draw,
    Over,
}

/// A program as it ran: enough to see it again step by step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// How many programs have run in this match, this one included: two runs may be alike in
    /// everything else.
    pub(super) number: usize,
    pub(super) seat: Seat,
    pub(super) before: Ground,
    /// The cards that were executed; those after an arrival were not.
    pub(super) cards: Vec<Card>,
}

impl Run {
    /// What came of each card, and the board after it.
    pub(super) fn steps(&self, variant: &TurtlesVariant) -> Vec<(Card, Deed, Ground)> {
        let mut ground = self.before.clone();
        let step = |&card: &Card| {
            let deed = ground.execute(self.seat, card, variant.law());
            (card, deed, ground.clone())
        };
        self.cards.iter().map(step).collect()
    }
}

impl Visible {
    pub(super) fn seats(&self) -> usize {
        self.open.len()
    }

    /// The round being played, from 1.
    pub(super) fn round(&self) -> usize {
        self.arrivals.len()
    }

    /// Whether that round is over.
    pub(super) fn is_done_with(&self, round: usize) -> bool {
        self.round() > round || self.phase == Phase::Over
    }

    /// The first of n scores n-1, the next n-2, and so on, in each round.
    pub(super) fn scores(&self) -> Vec<i32> {
        let mut scores = vec![0; self.seats()];
        for (seat, points) in self.arrivals.iter().flat_map(|round| self.points(round)) {
            scores[seat.index()] += points;
        }
        scores
    }

    /// The points of those who arrived in one round.
    pub(super) fn points<'a>(
        &self,
        round: &'a [Seat],
    ) -> impl Iterator<Item = (Seat, i32)> + use<'a> {
        let best = i32::try_from(self.seats()).expect("there are at most four seats") - 1;
        round.iter().copied().zip((0..=best).rev())
    }

    pub(super) fn turn(&self) -> Turn {
        match self.phase {
            Phase::First | Phase::Deal(_) | Phase::Draw => Turn::Chance { by: None },
            Phase::Act | Phase::Discard => Turn::Decide(self.mover),
            Phase::Over => Turn::Over(Outcome::Places(self.places())),
        }
    }

    /// Every seat by points, equal ones by seat.
    pub(super) fn places(&self) -> Vec<Seat> {
        Seat::by_points(Seat::all(self.seats()).collect(), &self.scores())
    }

    /// Whether the round ends if the turn being played does so without an arrival.
    pub(super) fn loses_patience(&self) -> bool {
        self.waited + 1 == self.variant.patience()
    }

    /// Who draws the next card.
    pub(super) fn drawer(&self) -> Option<Seat> {
        match self.phase {
            Phase::Deal(seat) => Some(seat),
            Phase::Draw => Some(self.mover),
            _ => None,
        }
    }

    /// Whether the mover may build there, or why not. "Il est interdit de bloquer l'accès aux
    /// joyaux": each racing turtle must keep a way to every jewel, from its start too.
    pub(super) fn check_wall(&self, wall: Wall, cell: Cell) -> Result<(), Illegal> {
        let left = self.open[self.mover.index()].walls;
        let count = match wall {
            Wall::Stone => left.stone,
            Wall::Ice => left.ice,
        };
        if count == 0 {
            return Err(Illegal::NoWallLeft(wall));
        }
        if !self.ground.contains(cell) {
            return Err(Illegal::OffBoard(cell));
        }
        let tile = self.ground.tile(cell);
        if tile != Tile::Empty {
            return Err(Illegal::NotEmpty(cell, tile));
        }
        if let Some(seat) = self.ground.turtle_at(cell) {
            return Err(Illegal::TurtleThere(cell, seat));
        }
        let law = self.variant.law();
        if let Some(seat) = self.ground.start_at(cell, law) {
            return Err(Illegal::StartThere(cell, seat));
        }
        let mut after = self.ground.clone();
        after.set(cell, wall.tile());
        match after.cut_off(law) {
            Some(cut) => Err(Illegal::CutsOff(cut)),
            None => Ok(()),
        }
    }

    /// Whether the mover may play the Bug on this player; `length` is that of a program.
    pub(super) fn check_bug(
        &self,
        victim: Seat,
        length: impl Fn(Seat) -> usize,
    ) -> Result<(), Illegal> {
        if !self.variant.bug() {
            Err(Illegal::NoBugRule)
        } else if !self.open[self.mover.index()].bug {
            Err(Illegal::BugSpent)
        } else if victim.index() >= self.seats() {
            Err(Illegal::NoSuchPlayer(victim))
        } else if victim == self.mover {
            Err(Illegal::OwnBug)
        } else if self.ground.pose(victim).is_none() {
            Err(Illegal::BugArrived(victim))
        } else if length(victim) == 0 {
            Err(Illegal::BugEmpty(victim))
        } else {
            Ok(())
        }
    }
}

impl Turtles {
    fn mine(&mut self) -> &mut Secret {
        &mut self.secrets[self.table.mover.index()]
    }

    /// Whether this player must draw another card. "When the deck is empty the discard pile is
    /// shuffled into it", which is done here, so that the draw that follows has its cards.
    fn wants_card(&mut self, seat: Seat) -> bool {
        let secret = &mut self.secrets[seat.index()];
        if secret.hand.len() >= HAND {
            return false;
        }
        if secret.deck.is_empty() {
            secret.deck = std::mem::take(&mut secret.pile);
            self.table.open[seat.index()].shown = Cards::NONE;
        }
        !secret.deck.is_empty()
    }

    /// Goes on to the next phase in which there is something to do.
    fn settle(&mut self) {
        loop {
            let phase = self.table.phase;
            self.table.phase = match phase {
                Phase::Deal(seat) if !self.wants_card(seat) => {
                    let next = seat.index() + 1;
                    if next < self.table.seats() { Phase::Deal(Seat::at(next)) } else { Phase::Act }
                }
                Phase::Discard if self.mine().hand.is_empty() => Phase::Draw,
                Phase::Draw if !self.wants_card(self.table.mover) => {
                    self.end_turn();
                    continue;
                }
                _ => return,
            }
        }
    }

    /// "A round in which nobody has arrived for 1000 turns in a row ends": who still races then
    /// scores nothing more in it.
    fn end_turn(&mut self) {
        if self.table.loses_patience() {
            self.end_round();
        } else {
            self.table.waited += 1;
            self.pass_turn();
        }
    }

    /// "Turns pass to the next seat still racing."
    fn pass_turn(&mut self) {
        self.table.phase = Phase::Act;
        let seats = self.table.seats();
        let mut next = self.table.mover.next(seats);
        while self.table.ground.pose(next).is_none() {
            next = next.next(seats);
        }
        self.table.mover = next;
    }

    fn run(&mut self) {
        let seat = self.table.mover;
        let program = std::mem::take(&mut self.mine().program);
        let before = self.table.ground.clone();
        let mut cards = Vec::with_capacity(program.len());
        let mut arrived = false;
        for &card in &program {
            cards.push(card);
            let deed = self.table.ground.execute(seat, card, self.table.variant.law());
            arrived = matches!(deed, Deed::Arrived(_));
            if arrived {
                break;
            }
        }
        let secret = self.mine();
        secret.pile = secret.pile.with(program.into_iter().collect());
        let open = &mut self.table.open[seat.index()];
        open.shown = open.shown.with(cards.iter().copied().collect());
        open.bugged = 0;
        let number = 1 + self.table.last_run.as_ref().map_or(0, |run| run.number);
        self.table.last_run = Some(Arc::new(Run { number, seat, before, cards }));
        if arrived {
            self.arrive(seat);
        } else {
            self.table.phase = Phase::Discard;
        }
    }

    /// "A player whose turtle has just arrived does neither: the turn is over."
    fn arrive(&mut self, seat: Seat) {
        let table = &mut self.table;
        table.arrivals.last_mut().expect("a round is being played").push(seat);
        table.waited = 0;
        if table.ground.racing().count() > 1 {
            self.pass_turn();
        } else {
            self.end_round();
        }
    }

    fn end_round(&mut self) {
        if self.table.round() < usize::from(self.table.variant.rounds()) {
            self.next_round();
        } else {
            self.table.phase = Phase::Over;
        }
    }

    /// Everything is fresh but the points and the Bugs that were played.
    fn next_round(&mut self) {
        let old = &self.table;
        let mut fresh = Turtles::start(old.variant.clone(), old.seats());
        fresh.table.beginner = old.beginner.next(old.seats());
        fresh.table.mover = fresh.table.beginner;
        fresh.table.phase = Phase::Deal(Seat::FIRST);
        fresh.table.arrivals.splice(0..0, old.arrivals.iter().cloned());
        fresh.table.last_run.clone_from(&old.last_run);
        for (new, old) in fresh.table.open.iter_mut().zip(&old.open) {
            new.bug = old.bug;
        }
        *self = fresh;
    }
}

impl Game for Turtles {
    const ID: &'static str = "turtles";
    const TITLE: &'static str = "Robot Turtles";
    const TAGLINE: &'static str = "programs, laid face down";
    const SIGNS: &'static str =
        "1v is the first turtle, looking down; ## is stone, %% ice, ++ a crate, <> a jewel.";
    const PAGE: &'static str = include_str!("page.md");
    const TOUR: &'static str = include_str!("tour.md");
    const SECRETS: bool = true;
    const PUZZLES: &'static str = include_str!("../../../config/puzzles/turtles.toml");
    const BOARDS: &'static [(&'static str, &'static str)] = &[
        ("galapagos-2", include_str!("../../../config/boards/turtles/galapagos-2.toml")),
        ("galapagos-3", include_str!("../../../config/boards/turtles/galapagos-3.toml")),
        ("galapagos-4", include_str!("../../../config/boards/turtles/galapagos-4.toml")),
        ("warehouse", include_str!("../../../config/boards/turtles/warehouse.toml")),
        ("glacier", include_str!("../../../config/boards/turtles/glacier.toml")),
        ("crossroads", include_str!("../../../config/boards/turtles/crossroads.toml")),
        ("lagoon", include_str!("../../../config/boards/turtles/lagoon.toml")),
    ];

    type Variant = TurtlesVariant;
    type Move = Move;
    type Illegal = Illegal;
    type View = TurtlesView;

    fn start(variant: Arc<TurtlesVariant>, seats: usize) -> Turtles {
        let open =
            Open { walls: variant.walls(), bug: variant.bug(), bugged: 0, shown: Cards::NONE };
        let secret = Secret {
            hand: Cards::NONE,
            program: Vec::new(),
            deck: variant.deck(),
            pile: Cards::NONE,
        };
        let table = Visible {
            ground: variant.ground().clone(),
            open: vec![open; seats],
            arrivals: vec![Vec::new()],
            beginner: Seat::FIRST,
            mover: Seat::FIRST,
            phase: Phase::First,
            waited: 0,
            last_run: None,
            variant,
        };
        Turtles { table, secrets: vec![secret; seats] }
    }

    fn variant(&self) -> &Arc<TurtlesVariant> {
        &self.table.variant
    }

    fn seats(&self) -> usize {
        self.table.seats()
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn legal_moves(&self) -> Vec<Move> {
        let hand = self.secrets[self.table.mover.index()].hand;
        match self.table.phase {
            Phase::Over => Vec::new(),
            Phase::First => Seat::all(self.seats()).map(Move::First).collect(),
            Phase::Deal(_) | Phase::Draw => {
                self.chance_weights().into_iter().map(|(mv, _)| mv).collect()
            }
            Phase::Discard => {
                let discards = hand.parts().into_iter().map(Move::Discard);
                discards.chain([Move::Keep]).collect()
            }
            Phase::Act => {
                let mut moves: Vec<Move> =
                    hand.sequences(HAND).into_iter().map(Move::Add).collect();
                moves.push(Move::Run);
                for wall in Wall::ALL {
                    moves.extend(self.table.ground.cells().map(|cell| Move::Build(wall, cell)));
                }
                moves.extend(Seat::all(self.seats()).map(Move::Bug));
                moves.retain(|mv| self.check(mv).is_ok());
                moves
            }
        }
    }

    fn check(&self, mv: &Move) -> Result<(), Illegal> {
        let table = &self.table;
        let hand = self.secrets[table.mover.index()].hand;
        let holds = |cards: Cards| match hand.lacks(cards) {
            Some(card) => Err(Illegal::NotInHand(card)),
            None => Ok(()),
        };
        match (table.phase, mv) {
            (Phase::Over, _) => Err(Illegal::Over),
            (Phase::First, Move::First(seat)) if seat.index() < self.seats() => Ok(()),
            (Phase::First, Move::First(seat)) => Err(Illegal::NoSuchPlayer(*seat)),
            (Phase::Deal(_) | Phase::Draw, Move::Draw(card)) => {
                let drawer = table.drawer().expect("somebody draws in these phases");
                let deck = self.secrets[drawer.index()].deck;
                if deck.count(*card) > 0 { Ok(()) } else { Err(Illegal::NotInDeck(*card)) }
            }
            (Phase::Act, Move::Run) | (Phase::Discard, Move::Keep) => Ok(()),
            (Phase::Act, Move::Add(cards)) if !cards.is_empty() => {
                holds(cards.iter().copied().collect())
            }
            (Phase::Act, Move::Build(wall, cell)) => table.check_wall(*wall, *cell),
            (Phase::Act, Move::Bug(victim)) => {
                table.check_bug(*victim, |seat| self.secrets[seat.index()].program.len())
            }
            (Phase::Discard, Move::Discard(cards)) if *cards != Cards::NONE => holds(*cards),
            (Phase::First, _) => Err(Illegal::NotNow("'first:1' or another player to begin")),
            (Phase::Deal(_) | Phase::Draw, _) => Err(Illegal::NotNow("a card drawn, as 'draw:F'")),
            (Phase::Act, _) => Err(Illegal::NotNow("'add:..', 'stone:..', 'ice:..' or 'run'")),
            (Phase::Discard, _) => Err(Illegal::NotNow("'discard:..' or 'keep'")),
        }
    }

    fn play_unchecked(&mut self, mv: &Move) {
        self.table.phase = match mv {
            Move::First(seat) => {
                self.table.beginner = *seat;
                self.table.mover = *seat;
                Phase::Deal(Seat::FIRST)
            }
            Move::Draw(card) => {
                let drawer = self.table.drawer().expect("a card is drawn by somebody");
                let secret = &mut self.secrets[drawer.index()];
                secret.deck.take(*card);
                secret.hand.put(*card);
                self.table.phase
            }
            Move::Add(cards) => {
                let mine = self.mine();
                for &card in cards {
                    mine.hand.take(card);
                    mine.program.push(card);
                }
                Phase::Discard
            }
            Move::Build(wall, cell) => {
                self.table.ground.set(*cell, wall.tile());
                let left = &mut self.table.open[self.table.mover.index()].walls;
                match wall {
                    Wall::Stone => left.stone -= 1,
                    Wall::Ice => left.ice -= 1,
                }
                Phase::Discard
            }
            Move::Bug(victim) => {
                self.table.open[self.table.mover.index()].bug = false;
                let program = &mut self.secrets[victim.index()].program;
                program.reverse();
                self.table.open[victim.index()].bugged = program.len();
                Phase::Discard
            }
            Move::Discard(cards) => {
                let mine = self.mine();
                mine.hand =
                    mine.hand.without(*cards).expect("only cards of the hand are discarded");
                mine.pile = mine.pile.with(*cards);
                Phase::Draw
            }
            Move::Keep => Phase::Draw,
            Move::Run => {
                self.run();
                self.table.phase
            }
        };
        self.settle();
    }

    fn chance_weights(&self) -> Vec<(Move, u32)> {
        if self.table.phase == Phase::First {
            return Seat::all(self.seats()).map(|seat| (Move::First(seat), 1)).collect();
        }
        let Some(drawer) = self.table.drawer() else { return Vec::new() };
        let deck = self.secrets[drawer.index()].deck;
        let weight = |card| u32::try_from(deck.count(card)).expect("a deck has few cards");
        deck.kinds().map(|card| (Move::Draw(card), weight(card))).collect()
    }

    /// A turn is one thing that a player does before drawing again.
    fn counts(mv: &Move) -> bool {
        matches!(mv, Move::Add(_) | Move::Build(..) | Move::Run | Move::Bug(_))
    }

    fn scores(&self) -> Option<Vec<i32>> {
        Some(self.table.scores())
    }

    fn view(&self, eye: Eye) -> TurtlesView {
        TurtlesView::of(self, eye)
    }

    fn imagine(view: &TurtlesView, rng: &mut dyn Rng) -> Turtles {
        view.imagine(rng)
    }

    fn seen_move(&self, mv: &Move, eye: Eye) -> String {
        let hidden = |verb: &str, count: usize| format!("{verb}:{}", "?".repeat(count));
        match mv {
            Move::Add(cards) if !eye.sees(self.table.mover) => hidden("add", cards.len()),
            Move::Discard(cards) if !eye.sees(self.table.mover) => hidden("discard", cards.len()),
            Move::Draw(_) if !self.table.drawer().is_some_and(|seat| eye.sees(seat)) => {
                hidden("draw", 1)
            }
            _ => mv.to_string(),
        }
    }

    fn tell(&self, mv: &Move, eye: Eye, names: &[String]) -> Vec<String> {
        tale::tell(self, mv, eye, names)
    }

    fn reveals(&self, mv: &Move) -> Option<&'static str> {
        match mv {
            Move::Draw(_) => Some("a card has been drawn since"),
            Move::Run if !self.secrets[self.table.mover.index()].program.is_empty() => {
                Some("a program has run since")
            }
            _ => None,
        }
    }

    fn own_puzzle(text: &str) -> Result<Box<dyn OwnPuzzle>, FileError> {
        Ok(Box::new(Puzzle::parse(text)?))
    }

    fn plain(view: &TurtlesView) -> String {
        view.plain()
    }

    fn describe(view: &TurtlesView) -> Map<String, Value> {
        view.describe()
    }

    fn hear(
        variant: Arc<TurtlesVariant>,
        seat: Seat,
        told: &Map<String, Value>,
    ) -> Result<TurtlesView, String> {
        told::read(variant, seat, told)
    }

    fn hue(seat: Seat, _seats: usize) -> Hue {
        [Hue::Blue, Hue::Red, Hue::Green, Hue::Pink][seat.index() % 4]
    }
}

#[cfg(test)]
mod tests;
