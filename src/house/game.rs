//! A match of some game, whichever it is: what the house needs of one, behind a trait without type
//! parameters. Everything else in the house knows no game.

use std::ops::Range;
use std::time::Duration;

use serde_json::Value;

use super::message::Telling;
use crate::arena::{Patience, protocol};
use crate::games::{self, Shelved, Visitor};
use crate::play::telling::{names_of, told, turn_sentence};
use crate::play::{
    Due, Eye, Game, Player, Record, Scene, Seat, Secrets, Session, Told, Turn, Variant, seating,
};
use crate::search::{Bot, Bots, Budget, Cancel, Limit, bot_seed, strategy, strongest};
use crate::store::{Store, boards};

/// A bot's work on one move; it ends with the move's text.
pub type Thought = Box<dyn FnOnce(&Cancel) -> String + Send>;

/// When somebody is told of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// While the match is played.
    Played,
    /// Now: once the match is over, nothing is secret any more.
    Now,
}

/// A match whose game only it knows.
pub trait AnyMatch: Send {
    /// What it waits for.
    fn turn(&self) -> Turn;
    /// Moves played.
    fn ply(&self) -> usize;
    /// Plays a move for whoever is to decide, or says why not.
    fn play(&mut self, text: &str) -> Result<(), String>;
    /// Throws the dice or draws a card; false where there is nothing to throw.
    fn roll(&mut self) -> bool;
    /// What a bot of this strategy has to do to find its move.
    fn think(&self, name: &str, limit: Limit) -> Result<Thought, String>;
    /// The seat gives up.
    fn resign(&mut self, seat: Seat);
    /// Goes back to before the last choice of this seat, or says why that can't be.
    fn take_back(&mut self, seat: Seat) -> Result<(), String>;
    /// The scene after so many moves for a seat, or for who looks on, as JSON.
    fn scene(&self, ply: usize, seat: Option<Seat>) -> Value;
    /// What that seat, or who looks on, is told of these moves: while they are played, or when
    /// nothing is secret any more.
    fn told(
        &self,
        moves: Range<usize>,
        seat: Option<Seat>,
        names: &[String],
        when: When,
    ) -> Vec<Telling>;
    /// Whose turn it is, or how it ended, in a sentence.
    fn standing(&self, names: &[String]) -> String;
    /// Who shares the first place, once it is over.
    fn winners(&self) -> Vec<Seat>;
    /// The match as a file.
    fn record(&self, players: &[Player]) -> Record;
    /// What sentences call these players.
    fn names(&self, players: &[Player]) -> Vec<String>;
    /// The bot protocol's greeting.
    fn hello(&self, seat: Seat, move_ms: u64) -> String;
    /// The bot protocol's question, for a program that knows the first `known` moves.
    fn ask(&self, seat: Seat, known: usize) -> String;
    /// The bot protocol's end.
    fn over(&self, seat: Seat) -> String;
    /// How many moves a program on this seat has been told: all up to its own last one.
    fn known(&self, seat: Seat) -> usize;
}

/// A board that a table can be opened with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundBoard {
    /// As its file.
    pub board: String,
    /// The game and the board, as people call them.
    pub title: String,
    /// How many sit down.
    pub seats: usize,
    /// The bot that can play for somebody: the best there is.
    pub stand_in: String,
}

/// Finds the board of a game, by its name or as a file of the host's, for so many players.
pub fn find_board(
    store: &Store,
    game: &str,
    variant: Option<&str>,
    players: Option<usize>,
    bots: &[Option<String>],
) -> Result<FoundBoard, String> {
    struct Find<'a> {
        store: &'a Store,
        variant: Option<&'a str>,
        players: Option<usize>,
        bots: &'a [Option<String>],
    }
    impl Visitor for Find<'_> {
        type Out = Result<FoundBoard, String>;

        fn visit<G: Shelved>(&mut self) -> Self::Out {
            let board = match self.variant {
                Some(name) => boards::load::<G>(self.store, name, &[]),
                None => boards::usual::<G>(self.store, self.players, &[]),
            };
            let board = board.map_err(|error| error.to_string())?;
            let seats = self.players.unwrap_or_else(|| board.usual_seats());
            let seats = seats.max(self.bots.len());
            if !board.seats().contains(&seats) {
                let (least, most) = (board.seats().start().to_owned(), *board.seats().end());
                let fitting = match least == most {
                    true => least.to_string(),
                    false => format!("{least} to {most}"),
                };
                return Err(format!(
                    "{seats} can't sit down at '{}'; it is for {fitting}",
                    board.name()
                ));
            }
            for name in self.bots.iter().flatten() {
                strategy::<G>(name, &board)?;
            }
            let title = format!("{}, {} {}", G::TITLE, board.name(), board.summary());
            let stand_in = strongest::<G>(&board).map(|best| best.name.to_owned());
            let stand_in = stand_in.unwrap_or_default();
            Ok(FoundBoard { board: board.to_toml(), title, seats, stand_in })
        }
    }
    games::visit(game, &mut Find { store, variant, players, bots }).unwrap_or_else(|| {
        Err(format!("'{game}' isn't a game; use one of {}", games::IDS.join(", ")))
    })
}

/// Begins a match on this board.
pub fn begin(
    game: &str,
    board: &str,
    seats: usize,
    seed: u64,
) -> Result<Box<dyn AnyMatch>, String> {
    struct Begin<'a>(&'a str, usize, u64);
    impl Visitor for Begin<'_> {
        type Out = Result<Box<dyn AnyMatch>, String>;

        fn visit<G: Shelved>(&mut self) -> Self::Out {
            let board = G::Variant::parse(self.0).map_err(|error| error.to_string())?;
            Ok(Box::new(Session::<G>::new(&board, self.1, self.2)))
        }
    }
    games::visit(game, &mut Begin(board, seats, seed))
        .unwrap_or_else(|| Err(format!("this parlour has no game '{game}'")))
}

/// Goes on with a match that was kept.
pub fn resume(record: &Record) -> Result<Box<dyn AnyMatch>, String> {
    struct Resume<'a>(&'a Record);
    impl Visitor for Resume<'_> {
        type Out = Result<Box<dyn AnyMatch>, String>;

        fn visit<G: Shelved>(&mut self) -> Self::Out {
            let session = Session::<G>::from_record(self.0).map_err(|error| error.to_string())?;
            Ok(Box::new(session))
        }
    }
    games::visit(&record.game, &mut Resume(record))
        .unwrap_or_else(|| Err(format!("this parlour has no game '{}'", record.game)))
}

fn eye<G: Game>(turn: &Turn, seat: Option<Seat>) -> Eye {
    seat.map_or_else(|| seating::audience::<G>(turn), |seat| seating::player::<G>(turn, seat))
}

impl<G: Bots> AnyMatch for Session<G> {
    fn turn(&self) -> Turn {
        Session::turn(self)
    }

    fn ply(&self) -> usize {
        Session::ply(self)
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        self.play_text(text).map(|_| ())
    }

    fn roll(&mut self) -> bool {
        Session::roll(self).is_some()
    }

    fn think(&self, name: &str, limit: Limit) -> Result<Thought, String> {
        let Turn::Decide(seat) = Session::turn(self) else {
            return Err("nobody is to decide".to_owned());
        };
        let state = self.state();
        let found = strategy::<G>(name, state.variant())?;
        let (variant, seed) = (state.variant().clone(), bot_seed(self.seed(), Session::ply(self)));
        let (view, legal) = (state.view(Eye::Seat(seat)), state.legal_moves());
        Ok(Box::new(move |cancel| {
            let mut bot: Box<dyn Bot<G>> = (found.make)(&variant, seed);
            let budget = Budget::new(limit, cancel.clone());
            bot.choose(&view, seat, &legal, &budget).to_string()
        }))
    }

    fn resign(&mut self, seat: Seat) {
        Session::resign(self, seat);
    }

    fn take_back(&mut self, seat: Seat) -> Result<(), String> {
        let back = self.last_turn_of(|other| other == seat).unwrap_or(Session::ply(self));
        self.undo_to(back, Secrets::Respect).map_err(|why| why.to_string())
    }

    fn scene(&self, ply: usize, seat: Option<Seat>) -> Value {
        let turn = match ply < Session::ply(self) {
            true => self.state_at(ply).turn(),
            false => Session::turn(self),
        };
        let mut scene = Scene::past(self, ply, eye::<G>(&turn, seat));
        let due = match turn {
            Turn::Decide(asked) if Some(asked) == seat => Due::Person(asked),
            Turn::Chance { by: Some(asked) } if Some(asked) == seat => Due::Throw(asked),
            _ => Due::Nothing,
        };
        if ply >= Session::ply(self) {
            scene.ask(self, due);
        }
        serde_json::to_value(&scene).expect("a view can be written")
    }

    fn told(
        &self,
        moves: Range<usize>,
        seat: Option<Seat>,
        names: &[String],
        when: When,
    ) -> Vec<Telling> {
        let mut state = self.state_at(moves.start);
        let eye = match when {
            When::Played => eye::<G>(&state.turn(), seat),
            When::Now => eye::<G>(&Session::turn(self), seat),
        };
        let tell = |mv| {
            let telling = Telling {
                told: Told::of(&state, mv, eye, names),
                plain: told(&state, mv, eye, names),
                choice: matches!(state.turn(), Turn::Decide(_)),
            };
            state.play_unchecked(mv);
            telling
        };
        self.moves().get(moves).unwrap_or_default().iter().map(tell).collect()
    }

    fn standing(&self, names: &[String]) -> String {
        turn_sentence(self, names)
    }

    fn winners(&self) -> Vec<Seat> {
        Session::winners(self)
    }

    fn record(&self, players: &[Player]) -> Record {
        Session::record(self, players)
    }

    fn names(&self, players: &[Player]) -> Vec<String> {
        names_of::<G>(players)
    }

    fn hello(&self, seat: Seat, move_ms: u64) -> String {
        let patience = Patience::per_move(Duration::from_millis(move_ms));
        protocol::hello(self, seat, &patience, seat.index())
    }

    fn ask(&self, seat: Seat, known: usize) -> String {
        protocol::turn(self, seat, known, None)
    }

    fn over(&self, seat: Seat) -> String {
        protocol::over(self, seat)
    }

    fn known(&self, seat: Seat) -> usize {
        let own = |ply: &usize| self.state_at(*ply).turn() == Turn::Decide(seat);
        (0..Session::ply(self)).rev().find(own).map_or(0, |ply| ply + 1)
    }
}
