//! One table of the house: its seats, who has them, the match, the clocks. It knows guests by
//! number only; who talks to them is the hall's affair.

mod opening;
mod show;
mod time;

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

pub use self::opening::{Away, Clock, Opening, SeatFor};
use super::game::{AnyMatch, HostedGames};
use super::invitation::write_signs;
use super::key::hash;
use crate::lang;
use crate::play::{Concession, Player, Record, Seat, Turn};
use crate::search::Limit;
use crate::store::{PrivateFile, SaveFile, Store};

/// The number of a guest who is in the house.
pub type GuestId = u64;

/// How somebody went away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// Because they wanted to.
    Left,
    /// Without a word, so they may be back in a moment.
    Cut,
}

/// Whoever has taken a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Sitter {
    name: String,
    /// The hash of the token that brings them back.
    token: String,
    program: bool,
}

/// A seat, and who has it. It moves around the table between two matches.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Chair {
    bot: Option<String>,
    sitter: Option<Sitter>,
    /// Matches won in this series.
    won: u32,
    /// On its clock.
    left: Option<Duration>,
    /// Whether a bot plays for the absent sitter.
    stand_in: bool,
    #[serde(skip)]
    present: Option<GuestId>,
    #[serde(skip)]
    away_since: Option<Instant>,
    #[serde(skip)]
    slow: bool,
    /// Whether they want another match.
    #[serde(default)]
    again: bool,
}

/// What a file keeps of a table.
#[derive(Serialize, Deserialize)]
pub struct KeptTable {
    number: usize,
    opening: Opening,
    chairs: Vec<Chair>,
    round: usize,
    /// The file of the match, once it has begun.
    save: Option<std::path::PathBuf>,
}

/// A table.
pub struct HouseTable {
    /// From 1.
    pub number: usize,
    /// How it was opened.
    pub opening: Opening,
    chairs: Vec<Chair>,
    /// Which match this is, from 1; 0 before the first.
    pub round: usize,
    /// How often moves were taken back in this match.
    pub backs: usize,
    game: Option<Running>,
    /// Who has asked to take a move back, and who has still to agree.
    pub asking: Option<(Seat, Vec<Seat>)>,
    /// Whom the others have refused that, since something last happened.
    pub refused: Vec<Seat>,
    /// Whether the file of the table must be written before anything is shown.
    unkept: bool,
    /// Whether nothing is being written: only then something happens by itself.
    pub is_written: bool,
}

/// What must be on the disk before anybody is shown it.
pub struct Unwritten {
    save: Option<(SaveFile, Record)>,
    table: Option<KeptTable>,
}

impl Unwritten {
    /// Writes it; the table belongs into this file.
    pub fn write(self, file: &PrivateFile) -> Result<(), String> {
        if let Some((save, record)) = self.save {
            save.write(record)?;
        }
        if let Some(table) = self.table {
            let text = serde_json::to_string(&table).map_err(|error| error.to_string())?;
            file.write(&text)?;
        }
        Ok(())
    }
}

/// A match and its file.
struct Running {
    game: Box<dyn AnyMatch>,
    save: SaveFile,
    names: Vec<String>,
    unsaved: bool,
    /// How it stood, and after how many moves, when all of it was last on the disk.
    standing: (String, usize),
    /// Whether its end has been told to the host and counted.
    ended: bool,
    /// Whose time runs, and since when.
    running: Option<(Seat, Instant)>,
    /// When something last happened in it.
    changed: Instant,
}

/// What a table can do by itself now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Dice or cards.
    Roll,
    /// The bot on this seat decides.
    Bot(Seat),
    /// Somebody has to do something, or nobody can.
    Wait,
}

impl HouseTable {
    /// A table at which nobody sits yet.
    pub fn open(number: usize, opening: Opening) -> HouseTable {
        let chair = |bot: &Option<String>| Chair { bot: bot.clone(), ..Chair::default() };
        let chairs = opening.bots.iter().map(chair).collect();
        let (round, backs, game, asking, refused) = (0, 0, None, None, Vec::new());
        let (unkept, is_written) = (true, true);
        HouseTable {
            number,
            opening,
            chairs,
            round,
            backs,
            game,
            asking,
            refused,
            unkept,
            is_written,
        }
    }

    /// The table as a file has kept it. A match that can't be read is said, and begins anew.
    pub fn reopen(
        kept: KeptTable,
        games: &HostedGames,
        limit: Limit,
        now: Instant,
    ) -> (HouseTable, Option<String>) {
        let KeptTable { number, opening, chairs, round, save } = kept;
        let mut table = HouseTable { chairs, round, ..HouseTable::open(number, opening) };
        table.unkept = false;
        for chair in table.chairs.iter_mut().filter(|chair| chair.sitter.is_some()) {
            chair.away_since = Some(now);
        }
        let Some(save) = save else { return (table, None) };
        let read = || -> Result<Running, String> {
            let save = SaveFile::at(save);
            save.claim()?;
            let record = save.read()?;
            let mut game = games.get(&record.game)?.resume(&record, limit)?;
            for (at, _) in table.chairs.iter().enumerate().filter(|(_, chair)| chair.stand_in) {
                game.stand_in(Seat::at(at), Some(&table.opening.stand_in));
            }
            let names = game.names();
            let ended = game.turn().is_over();
            let standing = (game.standing(&names), game.ply());
            Ok(Running {
                game,
                save,
                names,
                unsaved: false,
                standing,
                ended,
                running: None,
                changed: now,
            })
        };
        match read() {
            Ok(running) => {
                table.game = Some(running);
                (table, None)
            }
            Err(why) => {
                let why = format!("table {number}: the match can't be resumed: {why}");
                (table, Some(why))
            }
        }
    }

    /// What a file keeps of it.
    pub fn kept(&self) -> KeptTable {
        KeptTable {
            number: self.number,
            opening: self.opening.clone(),
            chairs: self.chairs.clone(),
            round: self.round,
            save: self.game.as_ref().map(|running| running.save.path().to_owned()),
        }
    }

    /// Whether a match is being played.
    pub fn is_playing(&self) -> bool {
        self.game.is_some() && !self.is_over()
    }

    /// Whether the match has come to its end.
    pub fn is_over(&self) -> bool {
        self.turn().is_some_and(|turn| turn.is_over())
    }

    /// What the match waits for; nothing before it has begun.
    pub fn turn(&self) -> Option<Turn> {
        self.game.as_ref().map(|running| running.game.turn())
    }

    /// When something last happened in the match; nothing before it has begun.
    pub fn changed(&self) -> Option<Instant> {
        self.game.as_ref().map(|running| running.changed)
    }

    /// Moves played.
    pub fn ply(&self) -> usize {
        self.game.as_ref().map_or(0, |running| running.game.ply())
    }

    /// What the players are called, in the match or before it.
    pub fn names(&self) -> Vec<String> {
        match &self.game {
            Some(running) => running.names.clone(),
            None => Seat::all(self.chairs.len()).map(|seat| self.name(seat)).collect(),
        }
    }

    /// What sentences call the player of a seat, in any language.
    pub fn name(&self, seat: Seat) -> String {
        let chair = &self.chairs[seat.index()];
        let sitter = chair.sitter.as_ref();
        let sitter = sitter.map(|it| lang::given_everywhere(&it.name).into_owned());
        sitter.or_else(|| chair.bot.clone()).unwrap_or_else(|| format!("seat {seat}"))
    }

    /// How often the others have refused somebody since something last happened.
    pub fn refusals(&self, seat: Seat) -> usize {
        self.refused.iter().filter(|refused| **refused == seat).count()
    }

    /// Whether somebody of this name has a seat.
    pub fn knows(&self, name: &str) -> bool {
        self.chairs.iter().flat_map(|chair| &chair.sitter).any(|sitter| sitter.name == name)
    }

    /// The seat of a guest who is here.
    pub fn seat_of(&self, guest: GuestId) -> Option<Seat> {
        self.chairs.iter().position(|chair| chair.present == Some(guest)).map(Seat::at)
    }

    /// The guest on a seat, if they are here.
    pub fn guest_on(&self, seat: Seat) -> Option<GuestId> {
        self.chairs[seat.index()].present
    }

    /// Every seat with the guest who is there.
    pub fn present(&self) -> impl Iterator<Item = (Seat, GuestId)> {
        let here = |(at, chair): (usize, &Chair)| chair.present.map(|guest| (Seat::at(at), guest));
        self.chairs.iter().enumerate().filter_map(here)
    }

    /// The seat to which this token brings its bearer back.
    pub fn seat_of_token(&self, token: &str) -> Option<Seat> {
        let hash = write_signs(&hash(token.as_bytes()));
        let his = |chair: &Chair| chair.sitter.as_ref().is_some_and(|sitter| sitter.token == hash);
        self.chairs.iter().position(his).map(Seat::at)
    }

    /// Whether a person, or a program, could sit down.
    pub fn has_room(&self, program: bool) -> bool {
        self.free_chair(program).is_some()
    }

    /// The first seat that nobody has. Where somebody waits for another match, here or on their way
    /// back, the seat of who is away from the last one is as good as free.
    fn free_chair(&self, program: bool) -> Option<usize> {
        let welcome = |at: &usize| {
            let guests = self.chairs[*at].bot.is_none();
            guests && !(program && self.opening.people.contains(at))
        };
        let waits = |chair: &Chair| chair.sitter.is_some() && chair.again;
        let wanted = self.is_over() && self.chairs.iter().any(waits);
        let empty = |at: &usize| self.chairs[*at].sitter.is_none();
        let away = |at: &usize| {
            let chair = &self.chairs[*at];
            wanted && chair.present.is_none() && !chair.again
        };
        let chairs = || (0..self.chairs.len()).filter(|_| !self.is_playing()).filter(welcome);
        chairs().find(empty).or_else(|| chairs().find(away))
    }

    /// Whether a person, or a program, could sit down if those who had their last match here, and
    /// may not even have seen its end, gave up their seats.
    pub fn may_be_cleared(&self, program: bool) -> bool {
        let welcome = |at: usize| !program || !self.opening.people.contains(&at);
        let free = |(at, chair): (usize, &Chair)| chair.bot.is_none() && welcome(at);
        self.is_forsaken() && self.chairs.iter().enumerate().any(free)
    }

    /// Whether the match is over and everybody has gone.
    fn is_forsaken(&self) -> bool {
        self.is_over() && self.present().next().is_none()
    }

    /// Takes the first free seat. This token brings one back to it.
    pub fn sit(&mut self, guest: GuestId, name: &str, program: bool, token: &str) -> Option<Seat> {
        let gone = self.chairs.iter().all(|chair| chair.sitter.is_none());
        if self.is_forsaken() && (gone || !self.has_room(program)) {
            self.clear();
        }
        let at = self.free_chair(program)?;
        let hash = write_signs(&hash(token.as_bytes()));
        let sitter = Sitter { name: name.to_owned(), token: hash, program };
        let chair = &mut self.chairs[at];
        *chair =
            Chair { sitter: Some(sitter), present: Some(guest), again: true, ..Chair::default() };
        self.unkept = true;
        Some(Seat::at(at))
    }

    /// Somebody is back on their seat. Whoever was there with the same token has to go.
    pub fn come_back(&mut self, seat: Seat, guest: GuestId, program: bool) -> Option<GuestId> {
        let chair = &mut self.chairs[seat.index()];
        if let Some(sitter) = &mut chair.sitter {
            sitter.program = program;
        }
        (chair.away_since, chair.slow) = (None, false);
        // Whoever waited for the first match when the house closed still waits for it.
        chair.again |= self.game.is_none();
        let before = chair.present.replace(guest);
        self.stand_in(seat, false);
        self.unkept = true;
        before
    }

    /// Lets a bot play for the absent sitter, or not any more.
    fn stand_in(&mut self, seat: Seat, stand_in: bool) {
        self.chairs[seat.index()].stand_in = stand_in;
        if let Some(running) = &mut self.game {
            running.game.stand_in(seat, stand_in.then_some(&*self.opening.stand_in));
        }
    }

    /// A guest is gone. During a match the seat is kept, and so it is for a while for somebody whose
    /// line was cut: they may wait for a match, or not have seen how it ended.
    pub fn gone(&mut self, guest: GuestId, how: Gone, now: Instant) {
        let Some(seat) = self.seat_of(guest) else { return };
        let playing = self.is_playing();
        let chair = &mut self.chairs[seat.index()];
        chair.present = None;
        match (playing, how) {
            (true, _) | (false, Gone::Cut) => chair.away_since = Some(now),
            (false, Gone::Left) => {
                (chair.sitter, chair.away_since) = (None, None);
                self.unkept = true;
            }
        }
        if let Some((asking, waiting)) = &mut self.asking {
            waiting.retain(|other| *other != seat);
            if *asking == seat {
                self.asking = None;
            }
        }
    }

    /// Notes whether a guest's line is slow; answers whether that is news.
    pub fn note_line(&mut self, guest: GuestId, slow: bool) -> bool {
        let Some(seat) = self.seat_of(guest) else { return false };
        let chair = &mut self.chairs[seat.index()];
        std::mem::replace(&mut chair.slow, slow) != slow
    }

    /// Whether the match has just ended: true once.
    pub fn note_end(&mut self) -> bool {
        let over = self.is_over();
        self.game.as_mut().is_some_and(|it| over && !std::mem::replace(&mut it.ended, true))
    }

    /// Everybody gets up, and the series is over.
    fn clear(&mut self) {
        for chair in &mut self.chairs {
            *chair = Chair { bot: chair.bot.take(), ..Chair::default() };
        }
        self.game = None;
        self.unkept = true;
    }

    /// Whether the next match can begin: every seat is taken and everybody wants it.
    pub fn is_ready(&self) -> bool {
        let ready = |chair: &Chair| chair.bot.is_some() || (chair.present.is_some() && chair.again);
        !self.is_playing() && self.chairs.iter().all(ready) && self.round_is_wanted()
    }

    /// A table of bots alone plays one match.
    fn round_is_wanted(&self) -> bool {
        self.game.is_none() || self.chairs.iter().any(|chair| chair.bot.is_none())
    }

    /// Whether somebody has seen enough of the match that is over, and waits for the next.
    pub fn waits_for_next(&self, seat: Seat) -> bool {
        self.is_over() && self.chairs[seat.index()].again
    }

    /// Somebody wants another match; answers whether that is news.
    pub fn want_again(&mut self, seat: Seat) -> bool {
        let news = !std::mem::replace(&mut self.chairs[seat.index()].again, true);
        self.unkept |= news;
        news
    }

    /// Begins the next match. Between two of a series everybody moves on by a seat, so that
    /// somebody else begins.
    pub fn begin(
        &mut self,
        games: &HostedGames,
        store: &Store,
        limit: Limit,
        now: Instant,
    ) -> Result<(), String> {
        if self.game.take().is_some() {
            self.chairs.rotate_right(1);
        }
        for chair in &mut self.chairs {
            chair.again = false;
            chair.left = self.opening.clock.map(|clock| clock.base);
        }
        let (players, seed) = (self.players(), rand::random());
        let game = games.get(&self.opening.game)?;
        let game = game.begin(&self.opening.board, players, seed, limit)?;
        let names = game.names();
        let save = store.new_save(&self.opening.game);
        let (standing, ended, running) = ((game.standing(&names), 0), false, None);
        let (unsaved, changed) = (true, now);
        self.game = Some(Running { game, save, names, unsaved, standing, ended, running, changed });
        self.round += 1;
        self.backs = 0;
        self.unkept = true;
        self.wind(now);
        Ok(())
    }

    /// Who sits on each seat, as records write it. A guest's program runs elsewhere, so it is no
    /// command of this machine.
    pub fn players(&self) -> Vec<Player> {
        let player = |chair: &Chair| match (&chair.sitter, &chair.bot) {
            (Some(sitter), _) => Player::Human { name: Some(sitter.name.clone()) },
            (None, Some(strategy)) => Player::Bot { strategy: strategy.clone() },
            (None, None) => Player::Human { name: None },
        };
        self.chairs.iter().map(player).collect()
    }

    /// What happens by itself now.
    pub fn next(&self) -> Next {
        let by_itself = |seat: Seat| {
            let chair = &self.chairs[seat.index()];
            chair.bot.is_some() || chair.stand_in
        };
        match self.turn() {
            Some(Turn::Chance { by: None }) => Next::Roll,
            // Programs are asked for choices alone.
            Some(Turn::Chance { by: Some(seat) }) if by_itself(seat) || self.is_program(seat) => {
                Next::Roll
            }
            Some(Turn::Decide(seat)) if by_itself(seat) => Next::Bot(seat),
            _ => Next::Wait,
        }
    }

    /// Whether a program plays there.
    pub fn is_program(&self, seat: Seat) -> bool {
        self.chairs[seat.index()].sitter.as_ref().is_some_and(|sitter| sitter.program)
    }

    /// Plays a move for whoever is to decide.
    pub fn play(&mut self, text: &str, now: Instant) -> Result<(), String> {
        self.change(now, |game| game.play(text))
    }

    /// Throws the dice or draws a card.
    pub fn roll(&mut self, now: Instant) -> Result<(), String> {
        let stuck = || Err("there is nothing to throw".to_owned());
        self.change(now, |game| if game.roll() { Ok(()) } else { stuck() })
    }

    /// A seat gives up.
    pub fn resign(&mut self, seat: Seat, now: Instant) -> Result<(), String> {
        self.concede(seat, Concession::Resigned, now)
    }

    /// A seat has lost in this way.
    fn concede(&mut self, seat: Seat, how: Concession, now: Instant) -> Result<(), String> {
        self.change(now, |game| {
            game.concede(seat, how);
            Ok(())
        })
    }

    /// A seat takes its last choice back.
    pub fn take_back(&mut self, seat: Seat, now: Instant) -> Result<(), String> {
        self.change(now, |game| game.take_back(seat))?;
        self.backs += 1;
        Ok(())
    }

    /// Whether that could be done now; otherwise why not.
    pub fn may_take_back(&self, seat: Seat) -> Result<(), String> {
        let running = self.game.as_ref().ok_or("the match hasn't begun")?;
        if running.game.turn().is_over() {
            return Err("the match is over".to_owned());
        }
        running.game.may_take_back(seat)
    }

    fn change(
        &mut self,
        now: Instant,
        change: impl FnOnce(&mut dyn AnyMatch) -> Result<(), String>,
    ) -> Result<(), String> {
        let running = self.game.as_mut().ok_or("the match hasn't begun")?;
        if running.game.turn().is_over() {
            return Err("the match is over".to_owned());
        }
        let before = running.game.ply();
        change(running.game.as_mut())?;
        (running.unsaved, running.changed) = (true, now);
        let moved = running.game.ply() > before;
        self.stop_clock(now, moved);
        self.asking = None;
        self.refused.clear();
        if self.is_over() {
            let winners = self.game.as_ref().map(|it| it.game.winners()).unwrap_or_default();
            for seat in winners {
                self.chairs[seat.index()].won += 1;
            }
            self.unkept = true;
        }
        self.wind(now);
        Ok(())
    }

    /// Whether something has happened that the disk doesn't know.
    pub fn is_unwritten(&self) -> bool {
        self.unkept || self.game.as_ref().is_some_and(|running| running.unsaved)
    }

    /// What the disk has to know, if there is anything.
    pub fn take_unwritten(&mut self) -> Option<Unwritten> {
        let table = std::mem::take(&mut self.unkept).then(|| self.kept());
        let save = self.game.as_mut().and_then(|running| {
            let unsaved = std::mem::take(&mut running.unsaved);
            unsaved.then(|| (running.save.clone(), running.game.record()))
        });
        (save.is_some() || table.is_some()).then_some(Unwritten { save, table })
    }

    /// The disk didn't take it.
    pub fn write_again(&mut self) {
        self.unkept = true;
        if let Some(running) = &mut self.game {
            running.unsaved = true;
        }
    }

    /// Notes how the match stands, for those who look at the list of tables.
    pub fn note_standing(&mut self) {
        if let Some(running) = &mut self.game {
            running.standing = (running.game.standing(&running.names), running.game.ply());
        }
    }

    /// The match itself, for whoever asks it something.
    pub fn game(&self) -> Option<&dyn AnyMatch> {
        self.game.as_ref().map(|running| running.game.as_ref())
    }
}
