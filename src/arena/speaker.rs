//! The other end of the bot protocol: a bot of this process that plays for a referee elsewhere.
//!
//! It keeps a match of its own, made of the greeting and of the moves it is told. Where a game
//! has secrets a seat is told only part of the moves; there it goes by the view that comes with
//! each turn.

use std::fmt::{self, Display};
use std::io::{self, BufRead, Read, Write, stdin, stdout};
use std::time::Duration;

use serde_json::{Value, json};

use super::protocol::{self, Asked, Hello, Message};
use crate::play::{Dice, Eye, Game, Seat, Session, Turn, Variant, sentence};
use crate::search::{Bot, Budget, Cancel, Limit, seat_seed};

/// The longest line of a referee, in bytes: the longest match of the largest board fits.
const LONGEST_LINE: u64 = 16 << 20;

/// Makes a bot for a board and a seed, or says why it can't play there.
pub type MakeBot<'a, G> =
    dyn Fn(&<G as Game>::Variant, u64) -> Result<Box<dyn Bot<G>>, String> + 'a;

/// A bot and how it plays, whatever the referee says.
pub struct Speaker<'a, G: Game> {
    /// What it calls itself.
    pub name: &'a str,
    /// Makes the bot when a match begins.
    pub make: &'a MakeBot<'a, G>,
    /// What it may spend on a move; three quarters of what the referee allows otherwise.
    pub limit: Option<Limit>,
    /// The seed of its own dice; the referee's otherwise.
    pub seed: Option<u64>,
}

/// Why a conversation with a referee ended too soon.
#[derive(Debug)]
pub enum SpeakError {
    /// A line of the referee's makes no sense.
    Referee(String),
    /// Nothing can be read or written any more.
    Pipe(io::Error),
}

impl Display for SpeakError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpeakError::Referee(why) => f.write_str(why),
            SpeakError::Pipe(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SpeakError {}

impl From<io::Error> for SpeakError {
    fn from(error: io::Error) -> SpeakError {
        SpeakError::Pipe(error)
    }
}

/// Plays matches on standard input and output, as `exec:` programs do, until the referee leaves.
///
/// `examples/bot.rs` is a whole program around it.
pub fn speak<G: Game>(
    name: &str,
    make: impl Fn(&G::Variant, u64) -> Box<dyn Bot<G>>,
) -> Result<(), SpeakError> {
    let make = |board: &G::Variant, seed| Ok(make(board, seed));
    let speaker = Speaker { name, make: &make, limit: None, seed: None };
    speaker.converse(&mut stdin().lock(), &mut stdout().lock())
}

impl<G: Game> Speaker<'_, G> {
    /// Hears a referee's lines and answers them, until there are no more.
    pub fn converse(
        &self,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(), SpeakError> {
        let mut seated: Option<Seated<G>> = None;
        hear(input, output, &mut |message| match message {
            Message::Hello(hello) => {
                seated = Some(self.sit_down(&hello)?);
                Ok(Some(json!({ "name": self.name })))
            }
            Message::Turn(asked) => match &mut seated {
                Some(seated) => Ok(Some(json!({ "move": seated.answer(&asked)?.to_string() }))),
                None => Err("a turn before 'hello', expected the greeting first".to_owned()),
            },
            Message::Over(_) => {
                seated = None;
                Ok(None)
            }
        })
    }

    fn sit_down(&self, hello: &Hello) -> Result<Seated<G>, String> {
        if hello.protocol != protocol::VERSION {
            return Err(format!(
                "protocol {} is not spoken here, expected {}",
                hello.protocol,
                protocol::VERSION
            ));
        }
        if hello.game != G::ID {
            return Err(format!("this bot plays '{}', not '{}'", G::ID, hello.game));
        }
        let board: G::Variant = hello.board()?;
        if !board.seats().contains(&hello.players) {
            return Err(format!("{} players cannot sit down at this board", hello.players));
        }
        if !(1..=hello.players).contains(&hello.seat) {
            return Err(format!("there is no seat {} of {}", hello.seat, hello.players));
        }
        let seed = self.seed.or(hello.seed).unwrap_or_else(rand::random);
        // A quarter of what the referee allows is left for pipes and a busy machine.
        let usual = Duration::from_millis(hello.move_ms.unwrap_or(1000)) / 4 * 3;
        let seat = Seat::at(hello.seat - 1);
        Ok(Seated {
            bot: (self.make)(&board, seat_seed(seed, seat, 0))?,
            session: Session::new(&board, hello.players, seed),
            seat,
            limit: self.limit.unwrap_or(Limit::Time(usual)),
            usual,
            increment: match self.limit {
                None => Some(Duration::from_millis(hello.increment_ms.unwrap_or(0))),
                Some(_) => None,
            },
        })
    }
}

/// What is answered to a message, if anything.
type Answered<'a> = dyn FnMut(Message) -> Result<Option<Value>, String> + 'a;

/// Reads a referee's messages until there are no more, and writes what is answered.
fn hear(
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    answered: &mut Answered,
) -> Result<(), SpeakError> {
    for number in 1.. {
        let refused = |why: String| {
            SpeakError::Referee(sentence(&format!("the referee's line {number}: {why}")))
        };
        let mut line = Vec::new();
        (&mut *input).take(LONGEST_LINE + 1).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            break;
        }
        if line.len() as u64 > LONGEST_LINE {
            return Err(refused(format!("it is longer than {LONGEST_LINE} bytes")));
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let message = serde_json::from_slice(&line)
            .map_err(|why| refused(why.to_string().replace(" at line 1 column ", " at column ")))?;
        if let Some(answer) = answered(message).map_err(refused)? {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(())
}

/// A bot in the middle of a match.
struct Seated<G: Game> {
    session: Session<G>,
    seat: Seat,
    bot: Box<dyn Bot<G>>,
    limit: Limit,
    /// For a move where no clock is running.
    usual: Duration,
    /// What comes back after each move, if the referee's clock is heeded.
    increment: Option<Duration>,
}

impl<G: Game> Seated<G> {
    fn answer(&mut self, asked: &Asked) -> Result<G::Move, String> {
        if let (Some(increment), Some(left)) = (self.increment, asked.left_ms) {
            // As if there were twenty moves to come, and never all that is left.
            let left = Duration::from_millis(left);
            let share = (left / 20 + increment / 4 * 3).min(left / 2);
            self.limit = Limit::Time(self.usual.min(share));
        }
        if G::SECRETS { self.answer_by_view(asked) } else { self.answer_by_moves(asked) }
    }

    /// Decides from what the seat is told that it sees.
    fn answer_by_view(&mut self, asked: &Asked) -> Result<G::Move, String> {
        let view = G::hear(self.session.state().variant().clone(), self.seat, &asked.view)?;
        // What is hidden has no say in what is legal, so any match that looks like this will do.
        let imagined = G::imagine(&view, &mut Dice::new(self.session.seed()).stream(0));
        Ok(self.choose(&view, &imagined.legal_moves()))
    }

    /// Plays what the others have played, and the answer.
    fn answer_by_moves(&mut self, asked: &Asked) -> Result<G::Move, String> {
        for text in &asked.last {
            self.session.play_text(text).map_err(|why| format!("'{text}': {why}"))?;
        }
        if self.session.turn() != Turn::Decide(self.seat) {
            return Err(format!("it is not the turn of seat {} after these moves", self.seat));
        }
        let state = self.session.state();
        let (view, legal) = (state.view(Eye::Seat(self.seat)), state.legal_moves());
        let mv = self.choose(&view, &legal);
        self.session.play(mv.clone()).map_err(|why| why.to_string())?;
        Ok(mv)
    }

    fn choose(&mut self, view: &G::View, legal: &[G::Move]) -> G::Move {
        let budget = Budget::new(self.limit, Cancel::default());
        self.bot.choose(view, self.seat, legal, &budget)
    }
}
