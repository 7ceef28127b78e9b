//! At the tables: what guests do there, what happens by itself, and what everybody is shown.

use std::time::Instant;

use serde_json::{Value, json};

use super::guest::{Guest, Place, Shown};
use super::hall::House;
use super::key::is_token;
use super::message::{FromGuest, FromHouse};
use super::table::{GuestId, HouseTable, Next};
use super::thinkers::{Answer, Position};
use super::wire::Lost;
use crate::play::{Seat, Turn, sentence};

/// Moves that a table makes by itself before the guests are heard again.
const AT_ONCE: usize = 64;

/// So often somebody may ask for the same thing.
const REFUSALS: usize = 3;

/// So many new moves are shown one by one; after that the whole match is quicker.
const MOST_SHOWN: usize = 32;

impl House {
    /// Does what a guest inside asks for.
    pub(super) fn asked(
        &mut self,
        id: GuestId,
        message: FromGuest,
        now: Instant,
    ) -> Result<(), Lost> {
        let Some(place) = self.place(id) else { return Ok(()) };
        if is_told(&message) && self.guests.get_mut(&id).is_some_and(|it| !it.may_stir(now)) {
            return self.refuse(id, "that was a lot at once; wait a moment".to_owned());
        }
        match message {
            message
                if matches!(place, Place::Entrant(_)) && !matches!(message, FromGuest::Pong(_)) =>
            {
                self.heard_in_contest(place, message);
                Ok(())
            }
            FromGuest::Parlour(_) => self.refuse(id, "you are in already".to_owned()),
            FromGuest::Pong(number) => {
                if let Some(guest) = self.guests.get_mut(&id) {
                    guest.pong(number, now);
                }
                Ok(())
            }
            FromGuest::Token(token) => {
                if let Some(guest) = self.guests.get_mut(&id) {
                    guest.token = Some(token).filter(|it| is_token(it));
                }
                Ok(())
            }
            FromGuest::Sit(_) if self.guests[&id].right == super::Right::Watch => {
                self.refuse(id, "your invitation is for watching only".to_owned())
            }
            FromGuest::Sit(table) => {
                self.leave_table(id, now);
                self.sit(id, table, false, now)
            }
            FromGuest::Watch(table) if self.stays_beside(id, table) => Ok(()),
            FromGuest::Watch(table) => {
                self.leave_table(id, now);
                self.watch(id, table, false, now)
            }
            FromGuest::Leave => {
                self.leave_table(id, now);
                Ok(())
            }
            message => match place {
                Place::Seat(at, seat) => self.played(id, (at, seat), message, now),
                Place::Beside(_) => {
                    self.refuse(id, "you are watching; only those who play can do that".to_owned())
                }
                Place::Door | Place::Lobby | Place::Entrant(_) | Place::Hall => {
                    self.refuse(id, "you aren't at a table".to_owned())
                }
            },
        }
    }

    /// Does what somebody on a seat asks for.
    fn played(
        &mut self,
        id: GuestId,
        (at, seat): (usize, Seat),
        message: FromGuest,
        now: Instant,
    ) -> Result<(), Lost> {
        let table = &mut self.tables[at];
        let turn = table.turn();
        let program = table.is_program(seat);
        let done = match message {
            FromGuest::Move(text) => match turn {
                Some(Turn::Decide(due)) if due == seat => table.play(&text, now),
                None => Err("the match hasn't begun".to_owned()),
                Some(Turn::Over(_)) => Err("the match is over".to_owned()),
                Some(_) => Err("it isn't your turn".to_owned()),
            },
            FromGuest::Throw => match turn {
                Some(Turn::Chance { by: Some(due) }) if due == seat => table.roll(now),
                _ => Err("it isn't for you to throw now".to_owned()),
            },
            FromGuest::Failed(failed) => {
                let name = table.name(seat);
                let done = table.resign(seat, now);
                if done.is_ok() {
                    self.announce(at, format!("{name} forfeits: {}", sentence(&failed.why)));
                }
                done
            }
            FromGuest::Resign(why) => {
                let name = table.name(seat);
                let done = table.resign(seat, now);
                if let (Ok(()), Some(why)) = (&done, why) {
                    self.announce(at, format!("{name} forfeits: {}", sentence(&why)));
                }
                done
            }
            FromGuest::TakeBack => self.ask_back(at, seat, now),
            FromGuest::Grant(granted) => self.grant(at, seat, granted, now),
            FromGuest::Rematch if table.is_over() => {
                if table.want_again(seat) {
                    let name = table.name(seat);
                    self.announce(at, format!("{name} would like another match"));
                }
                Ok(())
            }
            FromGuest::Rematch => Err("the match isn't over".to_owned()),
            FromGuest::Name(name) => {
                self.program_is_ready(id, at, name, 0);
                Ok(())
            }
            FromGuest::Still(name) => {
                let known = table.game().map_or(0, |game| game.known(seat));
                self.program_is_ready(id, at, name, known);
                Ok(())
            }
            _ => Ok(()),
        };
        self.unsettled.push(at);
        let Err(why) = done else { return Ok(()) };
        let table = &mut self.tables[at];
        // A program that plays against the rules has lost.
        if program && table.is_playing() && turn == Some(Turn::Decide(seat)) {
            let name = table.name(seat);
            if table.resign(seat, now).is_ok() {
                self.announce(at, format!("{name} forfeits: {}", sentence(&why)));
                return Ok(());
            }
        }
        self.refuse(id, why)
    }

    fn program_is_ready(&mut self, id: GuestId, at: usize, name: String, known: usize) {
        let number = self.tables[at].number;
        if let Some(guest) = self.guests.get_mut(&id) {
            if !guest.shown.ready && known == 0 {
                let name = sentence(&name);
                self.said.push(format!("{} at table {number} is '{name}'", guest.called()));
            }
            guest.shown.ready = true;
            guest.shown.known = known;
        }
    }

    /// Asks the others whether somebody may take a move back.
    fn ask_back(&mut self, at: usize, seat: Seat, now: Instant) -> Result<(), String> {
        let table = &mut self.tables[at];
        table.may_take_back(seat)?;
        match &table.asking {
            Some((asking, _)) if *asking == seat => {
                return Err("the others have been asked already".to_owned());
            }
            Some(_) => return Err("someone else is asking to undo a move".to_owned()),
            None if table.refusals(seat) >= REFUSALS => {
                return Err("the others don't agree to that".to_owned());
            }
            None => {}
        }
        let others: Vec<Seat> = table.present().map(|(other, _)| other).collect();
        let others: Vec<Seat> = others
            .into_iter()
            .filter(|other| *other != seat && !table.is_program(*other))
            .collect();
        if others.is_empty() {
            return table.take_back(seat, now);
        }
        let asked: Vec<GuestId> = others.iter().filter_map(|it| table.guest_on(*it)).collect();
        table.asking = Some((seat, others));
        for id in asked {
            if let Some(guest) = self.guests.get_mut(&id) {
                // Whoever doesn't listen any more will be noticed.
                let _ = guest.say(&FromHouse::TakeBack(seat));
            }
        }
        Ok(())
    }

    fn grant(&mut self, at: usize, seat: Seat, granted: bool, now: Instant) -> Result<(), String> {
        let table = &mut self.tables[at];
        let asked = table.asking.take_if(|(_, waiting)| waiting.contains(&seat));
        let Some((asking, mut waiting)) = asked else {
            return Err("no one has asked you to let them undo a move".to_owned());
        };
        if !granted {
            table.refused.push(asking);
            let said = format!("{} doesn't agree to the undo", table.name(seat));
            self.announce(at, said);
            return Ok(());
        }
        waiting.retain(|other| *other != seat);
        if waiting.is_empty() {
            return table.take_back(asking, now);
        }
        table.asking = Some((asking, waiting));
        Ok(())
    }

    /// Says something to everybody at a table, and to the host.
    fn announce(&mut self, at: usize, said: String) {
        for guest in self.guests.values_mut().filter(|guest| guest.place.table() == Some(at)) {
            // Whoever doesn't listen any more will be noticed.
            let _ = guest.say(&FromHouse::Said(said.clone()));
        }
        self.said.push(format!("table {}: {said}", self.tables[at].number));
    }

    /// A bot has found its move.
    pub(super) fn answered(&mut self, answer: Answer, now: Instant) {
        let Answer { of, text } = answer;
        self.thinkers.done(of);
        let table = &mut self.tables[of.table];
        if position(of.table, table) != of || !matches!(table.next(), Next::Bot(_)) {
            return;
        }
        self.unsettled.push(of.table);
        let Err(why) = text.and_then(|text| table.play(&text, now)) else { return };
        let Some(Turn::Decide(seat)) = table.turn() else { return };
        let name = table.name(seat);
        if table.resign(seat, now).is_ok() {
            self.announce(of.table, format!("{name} failed and forfeits: {}", sentence(&why)));
        }
    }

    /// What time does to the tables.
    pub(super) fn pass_time(&mut self, now: Instant) {
        for at in 0..self.tables.len() {
            while let Some(said) = self.tables[at].pass_time(now) {
                self.announce(at, said);
                self.unsettled.push(at);
            }
        }
        if self.retry.is_some_and(|retry| retry <= now) {
            self.retry = None;
        }
    }

    /// Lets everything happen at the tables that happens by itself, writes it down and shows it.
    /// False when there is more to come.
    pub(super) fn settle(&mut self, now: Instant) -> bool {
        if self.retry.is_some() {
            return true;
        }
        let mut unsettled = std::mem::take(&mut self.unsettled);
        unsettled.sort_unstable();
        unsettled.dedup();
        for at in unsettled {
            self.settle_table(at, now);
        }
        self.unsettled.is_empty()
    }

    fn settle_table(&mut self, at: usize, now: Instant) {
        if !self.tables[at].is_written {
            return;
        }
        if self.tables[at].is_ready() {
            match self.tables[at].begin(&self.games, &self.store, self.bot_limit, now) {
                Ok(()) => self.begun(at),
                Err(why) => {
                    self.announce(at, format!("the match can't begin: {}", sentence(&why)));
                    return self.try_later(at, now);
                }
            }
        }
        let table = &mut self.tables[at];
        for _ in 0..AT_ONCE {
            if table.next() != Next::Roll || table.roll(now).is_err() {
                break;
            }
        }
        match table.take_unwritten() {
            Some(unwritten) => {
                table.is_written = false;
                let file = self.table_file(self.tables[at].number);
                self.writers.write(at, move || unwritten.write(&file));
            }
            None => self.show_all(at, now),
        }
    }

    /// What happened at a table is on the disk, or isn't.
    pub(super) fn written(&mut self, at: usize, written: Result<(), String>, now: Instant) {
        let table = &mut self.tables[at];
        table.is_written = true;
        if let Err(why) = written {
            table.write_again();
            self.announce(at, format!("the match can't be saved: {}", sentence(&why)));
            return self.try_later(at, now);
        }
        match table.is_unwritten() {
            // Somebody has done something meanwhile, which can't be shown yet.
            true => self.unsettled.push(at),
            false => {
                self.show_all(at, now);
                if self.tables[at].next() == Next::Roll {
                    self.unsettled.push(at);
                }
            }
        }
    }

    /// Shows a table at which nothing is unwritten, and lets its bots think.
    fn show_all(&mut self, at: usize, now: Instant) {
        self.tables[at].note_standing();
        self.show(at, now);
        if self.tables[at].note_end() {
            self.ended(at);
        }
        if let Next::Bot(seat) = self.tables[at].next() {
            self.let_think(at, seat);
        }
    }

    fn begun(&mut self, at: usize) {
        let table = &self.tables[at];
        let names = table.names().join(", ");
        self.said.push(format!("table {}: the match begins: {names}", table.number));
        // Between two matches everybody moves on by a seat.
        let seats: Vec<(Seat, GuestId)> = table.present().collect();
        for (seat, id) in seats {
            if let Some(guest) = self.guests.get_mut(&id) {
                guest.place = Place::Seat(at, seat);
                guest.shown = Shown::default();
            }
        }
        self.changed = true;
    }

    fn ended(&mut self, at: usize) {
        let table = &self.tables[at];
        let Some(game) = table.game() else { return };
        let said = format!("table {}: {}", table.number, game.standing(&table.names()));
        let game_id = table.opening.game.clone();
        let note = self.store.result_to_note(game_id, table.players(), game.winners());
        // A match that can't be counted was played all the same.
        self.writers.push(move || drop(note()));
        self.said.push(said);
        self.changed = true;
    }

    fn let_think(&mut self, at: usize, seat: Seat) {
        let table = &self.tables[at];
        let position = position(at, table);
        if let Some(game) = table.game()
            && !self.thinkers.is_busy_with(position)
        {
            self.thinkers.think(position, game.think(seat));
        }
    }

    /// Shows everybody at a table what has changed there for them.
    fn show(&mut self, at: usize, now: Instant) {
        let table = &self.tables[at];
        let mut lost = Vec::new();
        let here = |guest: &Guest| guest.place.table() == Some(at) && !guest.is_leaving();
        for (id, guest) in self.guests.iter_mut().filter(|(_, guest)| here(guest)) {
            let seated = guest.seated.take();
            self.changed |= seated.is_some();
            let seated = seated.map_or(Ok(()), |seated| guest.say(&FromHouse::Seated(seated)));
            let shown = seated.and_then(|()| match guest.program {
                true => show_program(guest, table),
                false => show_person(guest, table, now),
            });
            if let Err(why) = shown {
                lost.push((*id, why));
            }
        }
        self.drop_guests(lost, now);
    }
}

/// Whether everybody at the table, or the host, is told of it.
fn is_told(message: &FromGuest) -> bool {
    use FromGuest::{Grant, Rematch, Sit, TakeBack, Watch};
    matches!(message, Sit(_) | Watch(_) | TakeBack | Grant(_) | Rematch)
}

fn position(at: usize, table: &HouseTable) -> Position {
    Position { table: at, round: table.round, backs: table.backs, ply: table.ply() }
}

fn show_person(guest: &mut Guest, table: &HouseTable, now: Instant) -> Result<(), Lost> {
    let seat = guest.place.seat();
    let current = Some((table.round, table.backs));
    let (ply, over) = (table.ply(), table.is_over());
    if guest.shown.of == current && guest.shown.told + MOST_SHOWN >= ply {
        // Move by move, so that each can be seen.
        let unseen = guest.shown.told + 1..=ply;
        for ply in unseen.clone() {
            let Some(moved) = table.moved(ply, seat, now) else { return Ok(()) };
            guest.shown.told = ply;
            guest.say(&FromHouse::Moved(moved))?;
        }
        if over == guest.shown.end {
            return match unseen.is_empty() {
                true => guest.say(&FromHouse::Seats(table.seats(now))),
                false => Ok(()),
            };
        }
    }
    // Nothing is secret any more once it is over, so all is told again.
    let Some(news) = table.news(seat, now) else { return Ok(()) };
    guest.shown = Shown { of: current, told: ply, end: over, ..guest.shown };
    guest.say(&FromHouse::Match(Box::new(news)))
}

/// A program is greeted, asked when it is its turn, and told how it ended.
fn show_program(guest: &mut Guest, table: &HouseTable) -> Result<(), Lost> {
    let (Some(seat), Some(game)) = (guest.place.seat(), table.game()) else { return Ok(()) };
    let current = Some((table.round, table.backs));
    if guest.shown.of != current {
        guest.shown = Shown { of: current, ..Shown::default() };
        let mut hello = inner(&game.hello(seat, table.opening.move_ms), "hello");
        // For whoever hands it to the program: whether it has heard it before.
        hello["table"] = json!(table.number);
        hello["round"] = json!(table.round);
        hello["backs"] = json!(table.backs);
        if let Some(clock) = table.opening.clock {
            hello["clock_ms"] = json!(clock.base.as_millis() as u64);
            hello["increment_ms"] = json!(clock.increment.as_millis() as u64);
        }
        guest.say(&FromHouse::Hello(hello))?;
    }
    if table.is_over() {
        if !guest.shown.end {
            guest.shown.end = true;
            guest.say(&FromHouse::Over(inner(&game.over(seat), "over")))?;
        }
        return Ok(());
    }
    let ply = game.ply();
    if guest.shown.ready && game.turn() == Turn::Decide(seat) && guest.shown.asked != Some(ply) {
        let mut turn = inner(&game.ask(seat, guest.shown.known), "turn");
        if let Some(left) = table.seats(Instant::now())[seat.index()].left_ms {
            turn["left_ms"] = json!(left);
        }
        // The same question may come again after a cut line, and is known by this.
        turn["ply"] = json!(ply);
        guest.shown.asked = Some(ply);
        guest.shown.known = ply + 1;
        guest.say(&FromHouse::Turn(turn))?;
    }
    Ok(())
}

/// What stands under the one key of a line of the bot protocol.
fn inner(line: &str, key: &str) -> Value {
    let mut message: Value = serde_json::from_str(line).expect("the referee writes JSON");
    message[key].take()
}
