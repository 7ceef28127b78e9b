//! `parlour bot`: a bot of ours for other programs, by the bot protocol.
//!
//! It keeps a match of its own, made of the greeting and of the moves it is told. Where a game
//! has secrets a seat is told only part of the moves, and no match can be made of that.

use std::io::{BufRead, Read, Write, stdin};
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::out::stdout;
use super::{Done, Failure, OnGame, game_names};
use crate::arena::protocol::{self, Asked, Hello, Message};
use crate::play::{Eye, Seat, Session, Turn, Variant, sentence};
use crate::search::{Bot, Budget, Cancel, Limit, bot_seed, strategy};
use crate::tui::GameUi;

/// The longest line of a referee, in bytes: the longest match of the largest board fits.
const LONGEST_LINE: u64 = 16 << 20;

#[derive(Args)]
pub struct BotArgs {
    #[arg(value_parser = game_names())]
    game: String,
    /// How it plays: the name of a strategy
    #[arg(long, value_name = "NAME")]
    strategy: String,
    /// Milliseconds to think about a move [default: three quarters of what the referee allows]
    #[arg(long, value_name = "N", conflicts_with = "nodes")]
    ms: Option<u64>,
    /// Positions to look at for a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// The seed of its own dice [default: the referee's]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl OnGame for BotArgs {
    fn game(&self) -> &str {
        &self.game
    }

    fn run<G: GameUi>(&self) -> Done {
        if !G::STRATEGIES.iter().any(|known| {
            known.name == self.strategy || known.aliases.contains(&self.strategy.as_str())
        }) {
            let names: Vec<&str> = G::STRATEGIES.iter().map(|known| known.name).collect();
            return Err(Failure::Call(format!(
                "'{}' is no strategy of {}, expected one of '{}'",
                self.strategy,
                G::TITLE,
                names.join("', '")
            )));
        }
        if G::SECRETS {
            return Err(Failure::Call(format!(
                "{} has secrets, so the moves a seat is told do not make the match that our bots think about; 'bot:{}' plays in the arena itself",
                G::TITLE,
                self.strategy
            )));
        }
        converse::<G>(&self.way(), &mut stdin().lock(), &mut stdout())
    }
}

/// How a bot is to play, whatever the referee says.
pub struct Way {
    /// One of the game's strategies.
    pub strategy: String,
    /// What it may spend on a move; the referee's limit otherwise.
    pub limit: Option<Limit>,
    /// The seed of its own dice; the referee's otherwise.
    pub seed: Option<u64>,
}

impl BotArgs {
    fn way(&self) -> Way {
        let time = self.ms.map(|ms| Limit::Time(Duration::from_millis(ms)));
        Way {
            strategy: self.strategy.clone(),
            limit: self.nodes.map(Limit::Nodes).or(time),
            seed: self.seed,
        }
    }
}

/// Hears a referee's lines and answers them, until there are no more.
pub fn converse<G: GameUi>(
    way: &Way,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let mut seated: Option<Seated<G>> = None;
    for number in 1.. {
        let refused =
            |why: String| Failure::Work(sentence(&format!("the referee's line {number}: {why}")));
        let mut line = Vec::new();
        input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            break;
        }
        if line.len() as u64 > LONGEST_LINE {
            return Err(refused(format!("it is longer than {LONGEST_LINE} bytes")));
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = match serde_json::from_slice(&line) {
            Ok(Message::Hello(hello)) => {
                seated = Some(Seated::sit_down(way, &hello).map_err(refused)?);
                json!({ "name": way.strategy })
            }
            Ok(Message::Turn(asked)) => {
                let seated = seated.as_mut().ok_or_else(|| {
                    refused("a turn before 'hello', expected the greeting first".to_owned())
                })?;
                json!({ "move": seated.answer(&asked).map_err(refused)?.to_string() })
            }
            Ok(Message::Over(_)) => {
                seated = None;
                continue;
            }
            Err(error) => {
                let why = error.to_string().replace(" at line 1 column ", " at column ");
                return Err(refused(why));
            }
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

/// A bot in the middle of a match.
struct Seated<G: GameUi> {
    session: Session<G>,
    seat: Seat,
    bot: Box<dyn Bot<G>>,
    limit: Limit,
}

impl<G: GameUi> Seated<G> {
    fn sit_down(way: &Way, hello: &Hello) -> Result<Seated<G>, String> {
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
        let seed = way.seed.or(hello.seed).unwrap_or_else(rand::random);
        let found = strategy::<G>(&way.strategy, &board)?;
        // A quarter of what the referee allows is left for pipes and a busy machine.
        let usual = Duration::from_millis(hello.move_ms.unwrap_or(1000)) / 4 * 3;
        let limit = way.limit.unwrap_or(Limit::Time(usual));
        let bot = (found.make)(&board, bot_seed(seed, hello.seat));
        let session = Session::new(&board, hello.players, seed);
        Ok(Seated { session, seat: Seat::at(hello.seat - 1), bot, limit })
    }

    /// Plays what the others have played, and the answer.
    fn answer(&mut self, asked: &Asked) -> Result<G::Move, String> {
        for text in &asked.last {
            self.session.play_text(text).map_err(|why| format!("'{text}': {why}"))?;
        }
        if self.session.turn() != Turn::Decide(self.seat) {
            return Err(format!("it is not the turn of seat {} after these moves", self.seat));
        }
        let state = self.session.state();
        let (view, legal) = (state.view(Eye::Seat(self.seat)), state.legal_moves());
        let budget = Budget::new(self.limit, Cancel::default());
        let mv = self.bot.choose(&view, self.seat, &legal, &budget);
        self.session.play(mv.clone()).map_err(|why| why.to_string())?;
        Ok(mv)
    }
}
