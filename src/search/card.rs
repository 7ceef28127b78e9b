//! A board as a page shows it: its words, who may sit down, and which bots can play there. Whoever
//! has a card needs no type of its game.

use std::any::Any;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::{Bots, Level, Strategy};
use crate::play::telling::board_name;
use crate::play::{Dial, Game, Player, Variant};

/// Everything that a page asks of a board.
pub struct Card {
    /// What its file calls it.
    pub name: String,
    /// The same for sentences.
    pub told: String,
    /// A few words for lists.
    pub summary: String,
    /// What one plays for.
    pub aim: String,
    /// How many may sit down.
    pub seats: RangeInclusive<usize>,
    /// How many do, unless somebody says otherwise.
    pub usual_seats: usize,
    /// What may be turned on it.
    pub dials: Vec<Dial>,
    /// What it is like, beside its summary.
    pub facts: Vec<(&'static str, String)>,
    /// The whole board as a file.
    pub file: String,
    /// The bots of its game.
    pub bots: Roster,
    board: Arc<dyn Any + Send + Sync>,
}

impl Card {
    /// The card of this board.
    pub fn of<G: Bots>(board: G::Variant) -> Card {
        Card {
            name: board.name().to_owned(),
            told: board_name::<G>(board.name()).into_owned(),
            summary: board.summary(),
            aim: board.aim(),
            seats: board.seats(),
            usual_seats: board.usual_seats(),
            dials: board.dials(),
            facts: board.facts(),
            file: board.to_toml(),
            bots: Roster::of::<G>(Some(&board)),
            board: Arc::new(board),
        }
    }

    /// The board itself, for whoever knows its game.
    pub fn board<G: Game>(&self) -> &G::Variant {
        self.board.downcast_ref().expect("a card stays with its game")
    }

    /// What the board is called in its file.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// A bot, as far as one can say in words who it is.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name in menus, records and on the command line.
    pub name: &'static str,
    /// What people call it.
    pub spoken: &'static str,
    /// How it thinks, in a few words.
    pub sentence: &'static str,
    /// From 1, a beginner, to 5.
    pub strength: u8,
    /// Its place on the ladder.
    pub level: Option<Level>,
    /// Why it can't play on this board.
    pub unable: Option<&'static str>,
    /// Its place among the game's strategies.
    pub(super) at: usize,
    aliases: &'static [&'static str],
}

impl Entry {
    /// The bot on a seat.
    pub fn player(&self) -> Player {
        Player::Bot { strategy: self.name.to_owned() }
    }

    /// What people call it, unless its level says as much.
    pub fn own_name(&self) -> Option<&'static str> {
        let level = self.level.map_or("", |level| level.name());
        Some(self.spoken).filter(|spoken| !spoken.eq_ignore_ascii_case(level))
    }

    fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// The bots of a game on one of its boards, from the weakest to the strongest.
#[derive(Clone, Debug)]
pub struct Roster {
    /// All of them, in the order of the game's strategies.
    pub all: Vec<Entry>,
    game: &'static str,
    first_opponent: Level,
}

impl Roster {
    /// The bots of a game; without a board, all of them can play.
    pub fn of<G: Bots>(board: Option<&G::Variant>) -> Roster {
        let entry = |(at, bot): (usize, &Strategy<G>)| Entry {
            name: bot.name,
            spoken: G::spoken(bot),
            sentence: bot.sentence,
            strength: bot.strength,
            level: bot.level,
            unable: board.and_then(|board| (bot.plays)(board).err()),
            at,
            aliases: bot.aliases,
        };
        let all = G::STRATEGIES.iter().enumerate().map(entry).collect();
        Roster { all, game: G::TITLE, first_opponent: G::FIRST_OPPONENT }
    }

    /// The bot of that name, whatever board it can play.
    pub fn named(&self, name: &str) -> Option<&Entry> {
        self.all.iter().find(|bot| bot.name == name)
    }

    /// The bot of that name, alias or level, whatever board it can play.
    pub fn known(&self, name: &str) -> Result<&Entry, String> {
        let wanted = name.trim();
        let level = Level::read(wanted);
        let at_level = |bot: &&Entry| level.is_some() && bot.level == level;
        let found = self.all.iter().find(|bot| bot.answers_to(wanted));
        // Where luck decides everything, every level plays alike.
        let none_has_one = self.all.iter().all(|bot| bot.level.is_none());
        let any = || self.all.first().filter(|_| level.is_some() && none_has_one);
        found.or_else(|| self.all.iter().rev().find(at_level)).or_else(any).ok_or_else(|| {
            let has = |level: &Level| self.all.iter().any(|bot| bot.level == Some(*level));
            let levels = Level::ALL.into_iter().filter(has);
            let levels: Vec<String> = levels.map(|level| level.name().to_lowercase()).collect();
            let levels = levels.join(", ");
            let names: Vec<String> = self.all.iter().map(|bot| format!("'{}'", bot.name)).collect();
            let names = names.join(", ");
            match levels.is_empty() {
                true => format!("'{wanted}' isn't a strategy of {}; use {names}", self.game),
                false => format!(
                    "'{wanted}' isn't a strategy of {}; use a level ({levels}) or one of {names}",
                    self.game
                ),
            }
        })
    }

    /// The bot of that name, alias or level that can play this board, or a sentence that says why
    /// not. A bot's own name comes first, should it be a level's as well.
    pub fn find(&self, name: &str) -> Result<&Entry, String> {
        let found = self.known(name)?;
        let Some(unable) = found.unable else { return Ok(found) };
        // Another may stand for the level on this board.
        let is_named = self.all.iter().any(|bot| bot.answers_to(name.trim()));
        let level = Level::read(name).filter(|_| !is_named);
        match self.levels().into_iter().find(|(at, _)| Some(*at) == level) {
            Some((_, found)) => Ok(found),
            None => Err(format!("'{}' can't play this board: {unable}", name.trim())),
        }
    }

    /// What people call the bot that a seat or a file names.
    pub fn called(&self, name: &str) -> String {
        match self.known(name) {
            Ok(bot) => bot.level.map_or(bot.spoken, Level::name).to_owned(),
            Err(_) => name.to_owned(),
        }
    }

    /// The levels that this board has, and who plays at each.
    pub fn levels(&self) -> Vec<(Level, &Entry)> {
        let at = |level: Level| {
            let able = |bot: &&Entry| bot.level == Some(level) && bot.unable.is_none();
            Some((level, self.all.iter().rev().find(able)?))
        };
        Level::ALL.into_iter().filter_map(at).collect()
    }

    /// Whom a newcomer meets first on this board.
    pub fn first_opponent(&self) -> Option<&Entry> {
        let levels = self.levels();
        let easy = levels.iter().find(|(level, _)| *level >= self.first_opponent);
        let easy = easy.or(levels.first()).map(|(_, bot)| *bot);
        easy.or_else(|| self.all.iter().find(|bot| bot.unable.is_none()))
    }

    /// The strongest bot that can play this board.
    pub fn strongest(&self) -> Option<&Entry> {
        self.all.iter().rev().find(|bot| bot.unable.is_none())
    }
}
