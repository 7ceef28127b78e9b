//! `parlour bot`: a bot of ours for other programs, by the bot protocol.
//!
//! It keeps a match of its own, made of the greeting and of the moves it is told. Where a game
//! has secrets a seat is told only part of the moves, and no match can be made of that.

use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::{Done, Failure, OnGame, game_names};
use crate::arena::protocol::{self, Asked, Hello, Message};
use crate::play::{Eye, Seat, Session, Turn, Variant};
use crate::search::{Bot, Budget, Cancel, Limit, bot_seed, strategy};
use crate::tui::GameUi;

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
        let mut seated: Option<Seated<G>> = None;
        let mut out = stdout().lock();
        for line in stdin().lock().lines() {
            let line = line?;
            if line.trim().is_empty() {
                continue;
            }
            let message: Message = serde_json::from_str(&line)
                .map_err(|error| Failure::Work(format!("the referee's line: {error}")))?;
            let answer = match message {
                Message::Hello(hello) => {
                    seated = Some(Seated::sit_down(self, &hello).map_err(Failure::Work)?);
                    json!({ "name": self.strategy })
                }
                Message::Turn(asked) => {
                    let seated = seated.as_mut().ok_or_else(|| {
                        Failure::Work("a turn before 'hello', expected the greeting first".into())
                    })?;
                    json!({ "move": seated.answer(&asked).map_err(Failure::Work)?.to_string() })
                }
                Message::Over(_) => {
                    seated = None;
                    continue;
                }
            };
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
        Ok(())
    }
}

/// A bot in the middle of a match.
struct Seated<G: GameUi> {
    session: Session<G>,
    seat: Seat,
    bot: Box<dyn Bot<G>>,
    limit: Limit,
}

impl<G: GameUi> Seated<G> {
    fn sit_down(args: &BotArgs, hello: &Hello) -> Result<Seated<G>, String> {
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
        let seed = args.seed.or(hello.seed).unwrap_or_else(rand::random);
        let found = strategy::<G>(&args.strategy, &board)?;
        let limit = match (args.nodes, args.ms) {
            (Some(nodes), _) => Limit::Nodes(nodes),
            (None, ms) => {
                let usual = hello.move_ms.unwrap_or(1000) * 3 / 4;
                Limit::Time(Duration::from_millis(ms.unwrap_or(usual)))
            }
        };
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
