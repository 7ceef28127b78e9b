//! A match of some game, whichever it is: what the house needs of one, behind a trait without type
//! parameters. Everything else in the house knows no game.

use std::marker::PhantomData;
use std::ops::Range;
use std::time::Duration;

use serde_json::Value;

use super::message::Telling;
use crate::arena::{Driver, Patience, protocol};
use crate::games;
use crate::lang;
use crate::play::telling::{is_bundled, told, turn_sentence};
use crate::play::{
    Concession, Due, Eye, Game, Player, Record, Scene, Seat, Secrets, Session, Told, Turn, Variant,
    seating,
};
use crate::search::{Bots, Cancel, Limit, strategy, strongest};
use crate::store::{Store, boards};

/// A bot's work on one move; it ends with the move's text, or with what went wrong.
pub type Thought = Box<dyn FnOnce(&Cancel) -> Result<String, String> + Send>;

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
    /// Lets a bot of this strategy play for the person on a seat, or not any more.
    fn stand_in(&mut self, seat: Seat, name: Option<&str>);
    /// What the bot on this seat has to do to find its move.
    fn think(&self, seat: Seat) -> Thought;
    /// The seat gives up, or its time is up.
    fn concede(&mut self, seat: Seat, how: Concession);
    /// Goes back to before the last choice of this seat, or says why that can't be.
    fn take_back(&mut self, seat: Seat) -> Result<(), String>;
    /// Whether that could be done now; otherwise why not.
    fn may_take_back(&self, seat: Seat) -> Result<(), String>;
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
    fn record(&self) -> Record;
    /// What sentences call the players, in any language.
    fn names(&self) -> Vec<String>;
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

/// The games that a house offers. Each goes by its rules and bots alone, so a house needs no screen.
///
/// ```
/// use parlour::games::connect4::Connect4;
/// use parlour::house::HostedGames;
///
/// assert_eq!(HostedGames::empty().with::<Connect4>().ids(), ["connect4"]);
/// ```
#[derive(Clone)]
pub struct HostedGames(Vec<&'static dyn Hosted>);

impl HostedGames {
    /// No game yet.
    pub fn empty() -> HostedGames {
        HostedGames(Vec::new())
    }

    /// The games of this crate.
    pub fn standard() -> HostedGames {
        struct Fill(HostedGames);
        impl games::Visitor for Fill {
            type Out = ();

            fn visit<G: games::Shelved>(&mut self) {
                self.0.0.push(hosted::<G>());
            }
        }
        let mut fill = Fill(HostedGames::empty());
        games::visit_all(&mut fill);
        fill.0
    }

    pub(crate) fn new(games: impl Iterator<Item = &'static dyn Hosted>) -> HostedGames {
        HostedGames(games.collect())
    }

    /// The same with one game more. One of the same name gives its place to it.
    pub fn with<G: Bots>(mut self) -> HostedGames {
        self.0.retain(|game| game.id() != G::ID);
        self.0.push(hosted::<G>());
        self
    }

    /// The games' names on the command line.
    pub fn ids(&self) -> Vec<&'static str> {
        self.0.iter().map(|game| game.id()).collect()
    }

    /// Finds the board of a game, by its name or as a file of the host's, for so many players.
    pub fn find_board(
        &self,
        store: &Store,
        game: &str,
        variant: Option<&str>,
        players: Option<usize>,
        bots: &[Option<String>],
    ) -> Result<FoundBoard, String> {
        let found = self.0.iter().find(|hosted| hosted.id() == game);
        let unknown = || format!("'{game}' isn't a game; use one of {}", self.ids().join(", "));
        found.ok_or_else(unknown)?.find_board(store, variant, players, bots)
    }

    pub(super) fn get(&self, id: &str) -> Result<&'static dyn Hosted, String> {
        let found = self.0.iter().find(|game| game.id() == id);
        found.copied().ok_or_else(|| format!("this parlour doesn't have the game '{id}'"))
    }
}

/// One game as a house knows it.
pub(crate) trait Hosted: Send + Sync {
    /// The word on the command line and in records.
    fn id(&self) -> &'static str;
    /// Finds a board for so many players, with these bots on their seats.
    fn find_board(
        &self,
        store: &Store,
        variant: Option<&str>,
        players: Option<usize>,
        bots: &[Option<String>],
    ) -> Result<FoundBoard, String>;
    /// Begins a match on this board. Bots may spend `limit` on a move.
    fn begin(
        &self,
        board: &str,
        players: Vec<Player>,
        seed: u64,
        limit: Limit,
    ) -> Result<Box<dyn AnyMatch>, String>;
    /// Goes on with a match that was kept.
    fn resume(&self, record: &Record, limit: Limit) -> Result<Box<dyn AnyMatch>, String>;
}

/// A game by its type.
struct Rules<G>(PhantomData<fn() -> G>);

/// A game as a house knows it.
pub(crate) fn hosted<G: Bots>() -> &'static dyn Hosted {
    const { &Rules::<G>(PhantomData) }
}

impl<G: Bots> Hosted for Rules<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn find_board(
        &self,
        store: &Store,
        variant: Option<&str>,
        players: Option<usize>,
        bots: &[Option<String>],
    ) -> Result<FoundBoard, String> {
        let board = match variant {
            Some(name) => boards::load::<G>(store, name, &[]),
            None => boards::usual::<G>(store, players, &[]),
        };
        let board = board.map_err(|error| error.to_string())?;
        let seats = players.unwrap_or_else(|| board.usual_seats()).max(bots.len());
        if !board.seats().contains(&seats) {
            let (least, most) = (*board.seats().start(), *board.seats().end());
            let fitting = match least == most {
                true => least.to_string(),
                false => format!("{least} to {most}"),
            };
            return Err(format!(
                "{seats} can't sit down at '{}'; it is for {fitting}",
                board.name()
            ));
        }
        for name in bots.iter().flatten() {
            strategy::<G>(name, &board)?;
        }
        let name = match is_bundled::<G>(board.name()) {
            true => board.name().into(),
            false => lang::given_everywhere(board.name()),
        };
        let title = format!("{}, {name} {}", G::TITLE, board.summary());
        let stand_in = strongest::<G>(&board).map(|best| best.name.to_owned());
        let stand_in = stand_in.unwrap_or_default();
        Ok(FoundBoard { board: board.to_toml(), title, seats, stand_in })
    }

    fn begin(
        &self,
        board: &str,
        players: Vec<Player>,
        seed: u64,
        limit: Limit,
    ) -> Result<Box<dyn AnyMatch>, String> {
        let board = G::Variant::parse(board).map_err(|error| error.to_string())?;
        let session = Session::<G>::new(&board, players.len(), seed);
        Ok(Box::new(Driver::new(session, players, limit)))
    }

    fn resume(&self, record: &Record, limit: Limit) -> Result<Box<dyn AnyMatch>, String> {
        let session = Session::<G>::from_record(record).map_err(|error| error.to_string())?;
        // A record that somebody has changed might name a program of this machine.
        let players = record.players.iter().map(|player| match player {
            Player::Program { .. } => Player::Human { name: None },
            player => player.clone(),
        });
        Ok(Box::new(Driver::new(session, players.collect(), limit)))
    }
}

/// A player's name for sentences that are read in other languages, where only bots and colours
/// have another one.
pub(super) fn called(player: &Player, name: &str) -> String {
    match player {
        Player::Human { name: None } | Player::Bot { .. } => name.to_owned(),
        _ => lang::given_everywhere(name).into_owned(),
    }
}

fn eye<G: Game>(turn: &Turn, seat: Option<Seat>) -> Eye {
    seat.map_or_else(|| seating::audience::<G>(turn), |seat| seating::player::<G>(turn, seat))
}

impl<G: Bots> AnyMatch for Driver<G> {
    fn turn(&self) -> Turn {
        self.session().turn()
    }

    fn ply(&self) -> usize {
        self.session().ply()
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        Driver::play_text(self, text).map(|_| ())
    }

    fn roll(&mut self) -> bool {
        Driver::roll(self).is_some()
    }

    fn stand_in(&mut self, seat: Seat, name: Option<&str>) {
        Driver::stand_in(self, seat, name);
    }

    fn think(&self, seat: Seat) -> Thought {
        let question = self.ask(seat);
        Box::new(move |cancel| match question.answer(cancel) {
            Ok(mv) => Ok(mv.to_string()),
            Err(why) => Err(why.to_string()),
        })
    }

    fn concede(&mut self, seat: Seat, how: Concession) {
        Driver::concede(self, seat, how);
    }

    fn take_back(&mut self, seat: Seat) -> Result<(), String> {
        self.undo_for(seat, Secrets::Respect).map_err(|why| why.to_string())
    }

    fn may_take_back(&self, seat: Seat) -> Result<(), String> {
        let mut copy = self.session().clone();
        let back = copy.last_turn_of(|other| other == seat).unwrap_or(copy.ply());
        copy.undo_to(back, Secrets::Respect).map_err(|why| why.to_string())
    }

    fn scene(&self, ply: usize, seat: Option<Seat>) -> Value {
        let turn = match ply < self.session().ply() {
            true => self.session().state_at(ply).turn(),
            false => self.session().turn(),
        };
        let mut scene = Scene::past(self.session(), ply, eye::<G>(&turn, seat));
        let due = match turn {
            Turn::Decide(asked) if Some(asked) == seat => Due::Person(asked),
            Turn::Chance { by: Some(asked) } if Some(asked) == seat => Due::Throw(asked),
            _ => Due::Nothing,
        };
        if ply >= self.session().ply() {
            scene.ask(self.session(), due);
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
        let mut state = self.session().state_at(moves.start);
        let eye = match when {
            When::Played => eye::<G>(&state.turn(), seat),
            When::Now => eye::<G>(&self.session().turn(), seat),
        };
        let tell = |mv| {
            let telling = Telling {
                told: Told::of(&state, mv, eye, names),
                plain: told(&state, mv, eye, names),
                seen: state.seen_move(mv, eye),
                choice: matches!(state.turn(), Turn::Decide(_)),
            };
            state.play_unchecked(mv);
            telling
        };
        self.session().moves().get(moves).unwrap_or_default().iter().map(tell).collect()
    }

    fn standing(&self, names: &[String]) -> String {
        turn_sentence(self.session(), names)
    }

    fn winners(&self) -> Vec<Seat> {
        self.session().winners()
    }

    fn record(&self) -> Record {
        Driver::record(self)
    }

    fn names(&self) -> Vec<String> {
        let seating = self.seating();
        seating
            .names()
            .iter()
            .zip(seating.players())
            .map(|(it, player)| called(player, it))
            .collect()
    }

    fn hello(&self, seat: Seat, move_ms: u64) -> String {
        let patience = Patience::per_move(Duration::from_millis(move_ms));
        protocol::hello(self.session(), seat, &patience, seat.index())
    }

    fn ask(&self, seat: Seat, known: usize) -> String {
        protocol::turn(self.session(), seat, known, None)
    }

    fn over(&self, seat: Seat) -> String {
        protocol::over(self.session(), seat)
    }

    fn known(&self, seat: Seat) -> usize {
        let own = |ply: &usize| self.session().state_at(*ply).turn() == Turn::Decide(seat);
        (0..self.session().ply()).rev().find(own).map_or(0, |ply| ply + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect4::Connect4;
    use crate::play::clean;

    #[test]
    fn who_is_called_like_a_colour_is_nobodys_colour_in_any_language() {
        let named = |name: &str| Player::Human { name: Some(name.to_owned()) };
        let players = vec![named("red"), named("Ada")];
        let board = Connect4::BOARDS[0].1;
        let mut game = hosted::<Connect4>().begin(board, players, 1, Limit::Nodes(1)).unwrap();
        let names = game.names();
        assert_eq!(names[1], "Ada", "who can't be mistaken is not marked");
        assert_eq!(clean(&game.standing(&names)), "red to play");
        let french = |text: &str| {
            lang::speaking(lang::book("fr", None), || clean(&lang::told(text)).into_owned())
        };
        assert_eq!(french(&game.standing(&names)), "à red de jouer");
        game.play("4").unwrap();
        let told = game.told(0..1, None, &names, When::Now);
        assert_eq!(french(&told[0].plain[0]), "red joue 4");
        assert_eq!(french("red plays 4"), "le rouge joue 4");
    }
}
