//! Statistics, worked out from a log with a line for each finished match.
//!
//! ```text
//! 2026-11-16 05:12:33 UTC   connect4   1   human:Ada   bot:hasard   on:Standard
//! ```
//!
//! A line has the date, the game, the seats that won (`2`, `1,3`, or `-` after a draw) and who sat
//! on each seat, with tabs between them; then the board, which older lines don't name. Lines are only ever added, so a crash costs at most the
//! line it cut off; people may correct the file with an editor.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

use super::{Places, StoreError, atomic, clock, files, lock};
use crate::play::{Fate, Player, Seat};

/// How somebody fares against somebody in a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The game's [`Game::ID`](crate::play::Game::ID), as the log has it.
    pub game: String,
    /// A person's name, or `you`.
    pub player: String,
    /// The others at the table, by name.
    pub opponent: String,
    /// First places that nobody shared.
    pub won: u32,
    /// Draws and shared first places.
    pub drawn: u32,
    /// All other places, the second of four included.
    pub lost: u32,
    /// Wins in a row at the end; losses in a row are negative; 0 after a draw.
    pub streak: i32,
    /// The most wins in a row there ever were; 0 if there was none.
    pub longest_streak: i32,
}

impl Standing {
    /// How many matches are counted here.
    pub fn played(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    fn count(&mut self, fate: Fate) {
        let streak = self.streak;
        let (counter, streak) = match fate {
            Fate::Won => (&mut self.won, streak.max(0) + 1),
            Fate::Drew => (&mut self.drawn, 0),
            Fate::Lost => (&mut self.lost, streak.min(0) - 1),
        };
        *counter += 1;
        self.streak = streak;
        self.longest_streak = self.longest_streak.max(streak);
    }
}

/// What the log comes to.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// How many matches are counted; two people who play each other have one in common.
    pub matches: usize,
    /// By game, player and opponent.
    pub standings: Vec<Standing>,
    /// By game and board, of the only person at the table: won, drawn and lost.
    pub boards: BTreeMap<(String, String), [u32; 3]>,
    /// The lines that make no sense, each with its place.
    pub skipped: Vec<String>,
}

impl Statistics {
    /// Works them out from the log, however long that takes.
    pub fn at(places: &Places) -> Statistics {
        Statistics::calling(places, &|_, strategy| strategy.to_owned())
    }

    /// The same where the bots of a game are called by other names than their strategies.
    pub fn calling(places: &Places, bot: &dyn Fn(&str, &str) -> String) -> Statistics {
        read(&places.statistics(), bot)
    }
}

/// Before the name of the board.
const ON: &str = "on:";

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Finished {
    game: String,
    board: Option<String>,
    winners: Vec<Seat>,
    players: Vec<Player>,
}

/// Adds a finished match to the log.
pub(super) fn note(
    file: &Path,
    game: &str,
    board: &str,
    players: &[Player],
    winners: &[Seat],
) -> Result<(), StoreError> {
    let winners = match winners {
        [] => "-".to_owned(),
        seats => seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
    };
    let mut line = format!("{}\t{game}\t{winners}", clock::date_and_time(SystemTime::now()));
    for player in players {
        line.push_str(&format!("\t{player}"));
    }
    if !board.is_empty() {
        line.push_str(&format!("\t{ON}{board}"));
    }
    lock::alone(file, || atomic::append(file, &line))
}

/// Works the statistics out.
fn read(file: &Path, bot: &dyn Fn(&str, &str) -> String) -> Statistics {
    let text = match files::read_log(file) {
        Ok(text) => text.unwrap_or_default(),
        Err(why) => return Statistics { skipped: vec![why.to_string()], ..Statistics::default() },
    };
    let mut standings: BTreeMap<(String, String, String), Standing> = BTreeMap::new();
    let mut boards: BTreeMap<(String, String), [u32; 3]> = BTreeMap::new();
    let mut skipped = Vec::new();
    let mut matches = 0;
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let Some(finished) = Finished::parse(line) else {
            let why = "this line isn't a finished match and isn't counted";
            skipped.push(StoreError::bad(file, Some((number, 1)), why).to_string());
            continue;
        };
        let counted = |seat: &Seat| finished.can_be_told_apart(*seat);
        matches += usize::from(Seat::all(finished.players.len()).any(|seat| counted(&seat)));
        if let (Some(seat), Some(board)) = (finished.only_person(), &finished.board) {
            let tally = boards.entry((finished.game.clone(), board.clone())).or_default();
            tally[Fate::of(&finished.winners, seat) as usize] += 1;
        }
        for seat in Seat::all(finished.players.len()).filter(counted) {
            let (player, opponent) = (finished.name(seat, bot), finished.opponents(seat, bot));
            let key = (finished.game.clone(), player.clone(), opponent.clone());
            let standing = standings.entry(key).or_insert_with(|| Standing {
                game: finished.game.clone(),
                player,
                opponent,
                ..Standing::default()
            });
            standing.count(Fate::of(&finished.winners, seat));
        }
    }
    Statistics { matches, standings: standings.into_values().collect(), boards, skipped }
}

impl Finished {
    fn parse(line: &str) -> Option<Finished> {
        let mut fields = line.split('\t').map(str::trim);
        let date = fields.next()?;
        let game = fields.next().filter(|game| !game.is_empty())?.to_owned();
        let winners: Vec<Seat> = match fields.next()? {
            "-" => Vec::new(),
            seats => {
                seats.split(',').map(|text| Seat::numbered(text.trim())).collect::<Option<_>>()?
            }
        };
        let mut fields: Vec<&str> = fields.collect();
        let board = fields.pop_if(|last| last.starts_with(ON));
        let board = board.map(|board| board[ON.len()..].to_owned());
        let players: Vec<Player> =
            fields.into_iter().map(|text| text.parse().ok()).collect::<Option<_>>()?;
        let seated = winners.iter().all(|seat| seat.index() < players.len());
        let dated = date.starts_with(|c: char| c.is_ascii_digit());
        (dated && seated && !players.is_empty()).then_some(Finished {
            game,
            board,
            winners,
            players,
        })
    }

    /// The seat of the person, where there is one and the others are bots and programs.
    fn only_person(&self) -> Option<Seat> {
        let is_person = |seat: &Seat| matches!(self.players[seat.index()], Player::Human { .. });
        let mut people = Seat::all(self.players.len()).filter(is_person);
        people.next().filter(|_| people.next().is_none())
    }

    /// Whether a person sits there who is not one of several without a name: "you against you"
    /// would be won and lost for ever.
    fn can_be_told_apart(&self, seat: Seat) -> bool {
        let nameless = |player: &&Player| matches!(player, Player::Human { name: None });
        match &self.players[seat.index()] {
            Player::Human { name: Some(_) } => true,
            Player::Human { name: None } => self.players.iter().filter(nameless).count() == 1,
            _ => false,
        }
    }

    fn name(&self, seat: Seat, bot: &dyn Fn(&str, &str) -> String) -> String {
        match &self.players[seat.index()] {
            Player::Bot { strategy } => bot(&self.game, strategy),
            player => player.as_given(&player.name("you")),
        }
    }

    /// The others, with a number where several have one name: `hasard`, `Ben, 2 hasard`.
    fn opponents(&self, seat: Seat, bot: &dyn Fn(&str, &str) -> String) -> String {
        let mut names: BTreeMap<String, u32> = BTreeMap::new();
        for other in Seat::all(self.players.len()).filter(|&other| other != seat) {
            *names.entry(self.name(other, bot)).or_default() += 1;
        }
        let shown = names.into_iter().map(|(name, number)| match number {
            1 => name,
            _ => format!("{number} {name}"),
        });
        shown.collect::<Vec<_>>().join(", ")
    }
}
