//! What a guest has seen of a match, as something to keep. Once the match is over the house hands
//! out the whole record, and this isn't needed any more.

use super::message::{MatchNews, Moved, Telling};
use crate::play::{Game, Player, Record, Scene, sentence};

/// A copy of a match for whoever was there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keepsake {
    /// A match that can be replayed: nothing in it was hidden from anybody.
    Match(Box<Record>),
    /// Where seats have secrets, what was told of the match and what the board showed: the game and
    /// the text.
    Text(&'static str, String),
}

/// Somebody who looks at a match of this game.
pub struct Witness<G: Game> {
    board: String,
    players: Vec<Player>,
    names: Vec<String>,
    told: Vec<Telling>,
    view: G::View,
}

impl<G: Game> Witness<G> {
    /// Sees the whole match so far.
    pub fn new(news: &MatchNews) -> Result<Witness<G>, String> {
        let players = news.players.iter().map(|text| text.parse::<Player>());
        let players = players.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        Ok(Witness {
            board: news.board.clone(),
            players,
            names: news.names.clone(),
            told: news.told.clone(),
            view: view::<G>(&news.scene)?,
        })
    }

    /// Sees one move more.
    pub fn moved(&mut self, moved: &Moved) -> Result<(), String> {
        self.view = view::<G>(&moved.scene)?;
        self.told.extend(moved.told.iter().cloned());
        Ok(())
    }

    /// What was seen so far.
    pub fn copy(&self) -> Keepsake {
        if G::SECRETS {
            return Keepsake::Text(G::ID, self.text());
        }
        // The dice of the match stay the house's secret: whoever plays on from here throws others.
        Keepsake::Match(Box::new(Record {
            game: G::ID.to_owned(),
            players: self.players.clone(),
            board: self.board.clone(),
            moves: self.told.iter().map(|telling| telling.seen.clone()).collect(),
            ..Record::default()
        }))
    }

    fn text(&self) -> String {
        let mut lines = vec![format!("{}: {}", G::TITLE, self.names.join(", ")), String::new()];
        lines.extend(self.told.iter().flat_map(|telling| telling.plain.iter().cloned()));
        lines.extend([String::new(), G::plain(&self.view), String::new()]);
        lines.join("\n")
    }
}

fn view<G: Game>(scene: &serde_json::Value) -> Result<G::View, String> {
    let scene = serde_json::from_value::<Scene<G>>(scene.clone());
    let wrong = |error| sentence(&format!("what the house shows makes no sense here: {error}"));
    scene.map(|scene| scene.view).map_err(wrong)
}
