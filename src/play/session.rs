//! A match in progress: the moves so far and everything that follows from them.
//!
//! The session owns undo, redo, chance and resignation for every game, so that no game has its own.

use std::error::Error;
use std::fmt::{self, Display};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::record::{Record, RecordError};
use super::{Dice, Game, Outcome, Player, Seat, Turn, Variant, sentence};

/// A state is kept every so many plies; those between are played again from the one before.
const CHECKPOINT: usize = 32;

/// A match: its moves, those that were taken back, and the position they lead to.
///
/// ```
/// use parlour::games::connect4::Connect4;
/// use parlour::play::{Game, Secrets, Session, Variant};
///
/// let board = <Connect4 as Game>::Variant::parse(Connect4::BOARDS[0].1)?;
/// let mut session = Session::<Connect4>::new(&board, 2, 42);
/// session.play_text("4")?;
/// session.play_text("3")?;
/// session.undo_to(1, Secrets::Respect)?;
/// assert_eq!(session.ply(), 1);
/// assert_eq!(session.redo().map(|mv| mv.to_string()), Some("3".to_owned()));
/// assert!(session.play_text("9").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    /// The states after 0, 32, 64 ... moves, as far as they have been reached.
    checkpoints: Vec<G>,
    state: G,
    /// Every move, those that were taken back included.
    moves: Vec<G::Move>,
    /// How many of them are played now.
    ply: usize,
    dice: Dice,
    resigned: Option<Seat>,
    /// How that came about.
    concession: Concession,
}

/// How a seat gave a match away before the rules ended it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Concession {
    /// They gave up, or were taken to have done so.
    #[default]
    Resigned,
    /// Their time ran out.
    OutOfTime,
}

/// Why a move cannot be taken back or repeated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoUndo {
    /// No move has been played.
    Nothing,
    /// The moves to be taken back showed somebody a secret.
    Revealed(&'static str),
}

impl Display for NoUndo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoUndo::Nothing => f.write_str("there is nothing to undo"),
            NoUndo::Revealed(what) => write!(f, "this can't be undone: {what}"),
        }
    }
}

impl Error for NoUndo {}

/// Why a move is not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused<I> {
    /// Somebody has resigned, whatever the rules would say.
    Over,
    /// The rules refuse it.
    Illegal(I),
}

impl<I: Display> Display for Refused<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Over => f.write_str("the match is over"),
            Refused::Illegal(why) => why.fmt(f),
        }
    }
}

impl<I: Error> Error for Refused<I> {}

impl<G: Game> Session<G> {
    /// A new match. The variant is settled with the seed first.
    pub fn new(variant: &G::Variant, seats: usize, seed: u64) -> Session<G> {
        let start = G::start(Arc::new(variant.settle(seed)), seats);
        Session {
            checkpoints: vec![start.clone()],
            state: start,
            moves: Vec::with_capacity(CHECKPOINT),
            ply: 0,
            dice: Dice::new(seed),
            resigned: None,
            concession: Concession::Resigned,
        }
    }

    /// The match of a record, with every move checked.
    ///
    /// ```
    /// use parlour::games::connect4::Connect4;
    /// use parlour::play::{Game, Player, Record, Session, Variant};
    ///
    /// let board = <Connect4 as Game>::Variant::parse(Connect4::BOARDS[0].1)?;
    /// let mut session = Session::<Connect4>::new(&board, 2, 42);
    /// session.play_text("4")?;
    /// let players: Vec<Player> = vec!["human:Ada".parse()?, "bot:minimax".parse()?];
    /// let text = session.record(&players).to_string();
    ///
    /// let again = Session::<Connect4>::from_record(&Record::parse(&text)?)?;
    /// assert_eq!(again.state(), session.state());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_record(record: &Record) -> Result<Session<G>, RecordError> {
        if record.game != G::ID {
            return Err(RecordError::new(format!(
                "this is a match of '{}', expected '{}'",
                record.game,
                G::ID
            )));
        }
        let variant = G::Variant::parse_recorded(&record.board).map_err(|error| {
            let line = error.place.map(|(line, _)| line + record.board_line);
            RecordError { line, ..RecordError::new(format!("the board: {}", error.why)) }
        })?;
        let seats = record.players.len();
        if !variant.seats().contains(&seats) {
            return Err(RecordError::new(format!(
                "'seat {seats}' is the last, but this board is for {} to {} players",
                variant.seats().start(),
                variant.seats().end()
            )));
        }
        let mut session = Session::new(&variant, seats, record.seed);
        for (index, text) in record.moves.iter().enumerate() {
            session.play_text(text).map_err(|why| {
                RecordError::new(format!("move {} '{text}' is refused: {why}", index + 1))
            })?;
        }
        if let Some(seat) = record.resigned {
            session.concede(seat, record.concession);
        }
        Ok(session)
    }

    /// The match as a file's contents.
    pub fn record(&self, players: &[Player]) -> Record {
        Record {
            game: G::ID.to_owned(),
            players: players.to_vec(),
            seed: self.dice.seed(),
            resigned: self.resigned,
            concession: self.concession,
            result: match self.turn() {
                Turn::Over(outcome) => Some(outcome),
                _ => None,
            },
            board: self.state.variant().to_toml(),
            moves: self.moves().iter().map(ToString::to_string).collect(),
            ..Record::default()
        }
    }

    /// The position now.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The moves played now, without those taken back.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves[..self.ply]
    }

    /// How many moves are played now, chance included.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// What the dice of this match come from.
    pub fn seed(&self) -> u64 {
        self.dice.seed()
    }

    /// What the match waits for, a resignation considered.
    pub fn turn(&self) -> Turn {
        match self.resigned {
            Some(seat) => Turn::Over(self.resignation(seat)),
            None => self.state.turn(),
        }
    }

    /// Who shares the first place; nobody after a draw, or while the match goes on.
    pub fn winners(&self) -> Vec<Seat> {
        match (self.turn(), self.resigned) {
            (Turn::Over(outcome), None) => outcome.winners(self.state.scores().as_deref()),
            // Whoever left shares nothing, whatever their points.
            (Turn::Over(outcome), Some(_)) => outcome.winners(None),
            _ => Vec::new(),
        }
    }

    /// The seat that gave up, if one did.
    pub fn resigned(&self) -> Option<Seat> {
        self.resigned
    }

    /// How they gave up; it says nothing while nobody has.
    pub fn concession(&self) -> Concession {
        self.concession
    }

    /// The position after the first `ply` of the played moves.
    pub fn state_at(&self, ply: usize) -> G {
        let ply = ply.min(self.ply);
        let checkpoint = (ply / CHECKPOINT).min(self.checkpoints.len() - 1);
        let mut state = self.checkpoints[checkpoint].clone();
        for mv in &self.moves[checkpoint * CHECKPOINT..ply] {
            state.play_unchecked(mv);
        }
        state
    }

    /// Plays a move, or changes nothing. What had been taken back is gone then, unless the move
    /// is the very one that comes next.
    pub fn play(&mut self, mv: G::Move) -> Result<(), Refused<G::Illegal>> {
        if self.resigned.is_some() {
            return Err(Refused::Over);
        }
        self.state.check(&mv).map_err(Refused::Illegal)?;
        self.play_checked(mv);
        Ok(())
    }

    /// The same for a move that was checked in this very position.
    pub(crate) fn play_checked(&mut self, mv: G::Move) {
        if self.moves.get(self.ply) != Some(&mv) {
            self.moves.truncate(self.ply);
            self.moves.push(mv);
        }
        self.step();
    }

    /// Reads a move's text and plays it, as records, plain mode and bots need it; or says why not
    /// in a sentence that is fit to be read, whatever the text.
    pub fn play_text(&mut self, text: &str) -> Result<G::Move, String> {
        if self.turn().is_over() {
            return Err("the match is over".to_owned());
        }
        let mv: G::Move = text.parse().map_err(|error| sentence(&format!("{error}")))?;
        self.play(mv.clone()).map_err(|error| sentence(&error.to_string()))?;
        Ok(mv)
    }

    /// At a chance turn, draws an outcome and plays it.
    ///
    /// ```
    /// use parlour::games::goose::Goose;
    /// use parlour::play::{Game, Session, Variant};
    ///
    /// let board = <Goose as Game>::Variant::parse(Goose::BOARDS[0].1)?;
    /// let match_of_seed = |seed| Session::<Goose>::new(&board, 2, seed);
    /// // The same seed throws the same dice.
    /// assert_eq!(match_of_seed(7).roll(), match_of_seed(7).roll());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn roll(&mut self) -> Option<G::Move> {
        let Turn::Chance { .. } = self.turn() else { return None };
        let mv = self.dice.pick(self.ply, self.state.chance_weights())?;
        self.play(mv.clone()).ok()?;
        Some(mv)
    }

    /// Takes moves back until `ply` of them are left, and a resignation with them. A secret that was
    /// shown since stays shown, so such moves are refused unless `secrets` is [`Secrets::Ignore`].
    pub fn undo_to(&mut self, ply: usize, secrets: Secrets) -> Result<(), NoUndo> {
        self.may_undo_to(ply, secrets)?;
        self.resigned = None;
        if ply >= self.ply {
            return Ok(());
        }
        self.state = self.state_at(ply);
        self.ply = ply;
        self.checkpoints.truncate(ply / CHECKPOINT + 1);
        Ok(())
    }

    /// Whether [`Session::undo_to`] would take anything back, or why not.
    pub fn may_undo_to(&self, ply: usize, secrets: Secrets) -> Result<(), NoUndo> {
        if ply >= self.ply {
            return self.resigned.map(|_| ()).ok_or(NoUndo::Nothing);
        }
        if secrets == Secrets::Respect {
            let mut state = self.state_at(ply);
            for mv in &self.moves[ply..self.ply] {
                if let Some(what) = state.reveals(mv) {
                    return Err(NoUndo::Revealed(what));
                }
                state.play_unchecked(mv);
            }
        }
        Ok(())
    }

    /// The last ply before this one at which a seat that `mine` accepts had to act.
    pub fn last_turn_of(&self, mine: impl Fn(Seat) -> bool) -> Option<usize> {
        (0..self.ply).rev().find(|&ply| self.state_at(ply).turn().seat().is_some_and(&mine))
    }

    /// Plays the next of the moves that were taken back.
    pub fn redo(&mut self) -> Option<G::Move> {
        if !self.can_redo() {
            return None;
        }
        self.step();
        self.moves().last().cloned()
    }

    /// Whether a move that was taken back can be played again.
    pub fn can_redo(&self) -> bool {
        self.resigned.is_none() && self.ply < self.moves.len()
    }

    /// The seat gives up. With two seats the other one wins; with more, the rest are placed by
    /// their points and the one who left comes last.
    ///
    /// ```
    /// use parlour::games::sogo::Sogo;
    /// use parlour::play::{Game, Seat, Session, Variant};
    ///
    /// let board = <Sogo as Game>::Variant::parse(Sogo::BOARDS[0].1)?;
    /// let mut session = Session::<Sogo>::new(&board, 2, 0);
    /// session.resign(Seat::FIRST);
    /// assert_eq!(session.winners(), [Seat::SECOND]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resign(&mut self, seat: Seat) {
        self.concede(seat, Concession::Resigned);
    }

    /// The same for whatever reason.
    pub fn concede(&mut self, seat: Seat, concession: Concession) {
        if !self.turn().is_over() {
            (self.resigned, self.concession) = (Some(seat), concession);
        }
    }

    fn resignation(&self, seat: Seat) -> Outcome {
        let seats = self.state.seats();
        if seats == 2 {
            return Outcome::Win(seat.next(2));
        }
        let scores = self.state.scores().unwrap_or_else(|| vec![0; seats]);
        let others = Seat::all(seats).filter(|&other| other != seat).collect();
        let mut places = Seat::by_points(others, &scores);
        places.push(seat);
        Outcome::Places(places)
    }

    /// Plays the move that stands at `ply`, which is legal here.
    fn step(&mut self) {
        self.state.play_unchecked(&self.moves[self.ply]);
        self.ply += 1;
        if self.ply.is_multiple_of(CHECKPOINT) && self.ply / CHECKPOINT == self.checkpoints.len() {
            self.checkpoints.push(self.state.clone());
        }
    }
}

/// Whether taking back asks what was revealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Secrets {
    /// Moves that showed a secret stay.
    Respect,
    /// Everything may be taken back, as in a replay.
    Ignore,
}
