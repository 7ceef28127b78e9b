//! `parlour bot`: a bot of ours for other programs, by the bot protocol.

use std::io::stdin;
use std::time::Duration;

use clap::Args;

use super::out::stdout;
use super::{Done, Failure};
use crate::arena::{SpeakError, Speaker};
use crate::search::{Limit, known_strategy, strategy};
use crate::tui::GameUi;

#[derive(Args)]
pub struct BotArgs {
    pub game: String,
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

impl BotArgs {
    pub fn run<G: GameUi>(&self) -> Done {
        known_strategy::<G>(&self.strategy).map_err(Failure::Call)?;
        let time = self.ms.map(|ms| Limit::Time(Duration::from_millis(ms)));
        let speaker = Speaker::<G> {
            name: &self.strategy,
            make: &|board, seed| Ok((strategy::<G>(&self.strategy, board)?.make)(board, seed)),
            limit: self.nodes.map(Limit::Nodes).or(time),
            seed: self.seed,
        };
        speaker.converse(&mut stdin().lock(), &mut stdout().for_programs(true)).map_err(|why| {
            match why {
                SpeakError::Referee(why) => Failure::Work(why),
                SpeakError::Pipe(error) => error.into(),
            }
        })
    }
}
