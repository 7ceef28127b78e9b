//! The door: who comes in, with which right, to which seat; and who has left.

use std::time::{Duration, Instant};

use super::guest::{Place, Shown, line};
use super::hall::House;
use super::invitation::{Right, Secret};
use super::key::{hash, is_token, new_token};
use super::message::{
    self, FromGuest, FromHouse, Knock, PROTOCOL, Refusal, Seated, TableInfo, Wants, Welcome,
};
use super::strangers::at_the_door;
use super::table::{Gone, GuestId, HouseTable};
use super::wire::Lost;
use crate::play::{Seat, clean, telling::short_name};

/// More than this in the house, and the rest wait outside.
const MOST_INSIDE: usize = 800;
/// The list of all tables goes to everybody who waits, so when many come, go or end a match it is
/// told once for several of them.
const LIST_PAUSE: Duration = Duration::from_millis(300);

impl House {
    /// Hears one line of a guest.
    pub(super) fn heard(&mut self, id: GuestId, line: &str, now: Instant) -> Result<(), Lost> {
        let at_door = self.place(id) == Some(Place::Door);
        let message = match at_door {
            // A guest of another version may say things we have no words for.
            true if protocol_of(line).is_some_and(|theirs| theirs != PROTOCOL) => {
                let theirs = protocol_of(line).unwrap_or_default();
                let why = format!(
                    "this house speaks protocol {PROTOCOL} and you speak {theirs}; use the same \
                     version of parlour on both machines"
                );
                return self.turn_away(id, why, None, now);
            }
            _ => message::read::<FromGuest>(line),
        };
        match (message, at_door) {
            (Ok(FromGuest::Parlour(knock)), true) => self.knock(id, knock, now),
            (Ok(message), false) => self.asked(id, message, now),
            (Ok(_), true) | (Err(_), true) => {
                let why = "this isn't how a guest of a parlour begins".to_owned();
                self.turn_away(id, why, None, now)
            }
            (Err(_), false) => {
                let why = "the house doesn't understand that".to_owned();
                self.turn_away(id, why, None, now)
            }
        }
    }

    fn knock(&mut self, id: GuestId, knock: Knock, now: Instant) -> Result<(), Lost> {
        let address = self.guests[&id].address;
        let entrant = self.entrant_of(&knock);
        let back = knock.token.as_deref().and_then(|token| self.seat_of_token(token));
        let back = back.filter(|(table, _)| {
            knock.table.is_none_or(|number| number == self.tables[*table].number)
        });
        // Whoever has a token has been let in before, and nobody guesses one.
        let right = match back {
            _ if entrant.is_some() => Some(Right::Play),
            Some(_) => Some(Right::Play),
            None => {
                let wait = self.limits.wait(address, now);
                if !wait.is_zero() {
                    let seconds = wait.as_secs() + 1;
                    let why = format!(
                        "too many wrong invitations came from your address; try again in {seconds} s"
                    );
                    return self.turn_away(id, why, Some(seconds * 1000), now);
                }
                self.right_of(&knock.code)
            }
        };
        let Some(right) = right else {
            self.limits.wrong_code(address, now);
            let why = "the house doesn't know this invitation; check its last eight letters, or ask \
                       for a new one";
            return self.turn_away(id, why.to_owned(), None, now);
        };
        let inside = self.guests.values().filter(|guest| guest.place != Place::Door).count();
        if inside >= MOST_INSIDE {
            let why = "the house is full; try again later".to_owned();
            return self.turn_away(id, why, Some(10_000), now);
        }
        if right == Right::Watch && knock.wants == Wants::Seat {
            let why = "this invitation is for watching; 'parlour watch' takes it".to_owned();
            return self.turn_away(id, why, None, now);
        }
        let name = match back {
            _ if entrant.is_some() => self.entrant_name(entrant),
            Some((table, seat)) => clean(&self.tables[table].name(seat)).into_owned(),
            None => self.free_name(&knock.name),
        };
        self.limits.leave_door(address, now);
        let tables = self.table_list(now);
        let house = self.name.clone();
        let Some(guest) = self.guests.get_mut(&id) else { return Ok(()) };
        guest.place = Place::Lobby;
        guest.right = right;
        guest.program = knock.program;
        guest.token = knock.token.clone().filter(|token| is_token(token));
        guest.name.clone_from(&name);
        let welcome = Welcome { protocol: PROTOCOL, house, right, name, tables };
        guest.say(&FromHouse::Welcome(welcome))?;
        self.changed = true;
        if self.room.is_some() {
            return self.admit_to_contest(id, &knock, entrant, now);
        }
        match (knock.wants, back) {
            (Wants::Seat | Wants::Lobby | Wants::Back, Some((table, seat))) => {
                let token = knock.token.unwrap_or_default();
                self.back_to_seat(id, (table, seat), token, now)
            }
            (Wants::Back, None) => {
                let why = "your seat is gone: the match has ended, or you were away for too long"
                    .to_owned();
                self.turn_away(id, why, None, now)
            }
            (Wants::Seat, None) => self.sit(id, knock.table, true, now),
            (Wants::Watch, _) => self.watch(id, knock.table, true, now),
            (Wants::Lobby, None) => Ok(()),
        }
    }

    /// What a code allows; nothing for a wrong one.
    fn right_of(&self, code: &str) -> Option<Right> {
        let shown = hash(&code.parse::<Secret>().ok()?.0);
        let fits = |right: &Right| hash(&self.secret(*right).0) == shown;
        [Right::Play, Right::Watch].into_iter().find(fits)
    }

    fn seat_of_token(&self, token: &str) -> Option<(usize, Seat)> {
        let tables = self.tables.iter().enumerate();
        let mut found = tables.filter_map(|(at, table)| Some((at, table.seat_of_token(token)?)));
        found.next()
    }

    /// The name a guest would like, or that name with a number if somebody has it.
    fn free_name(&self, wanted: &str) -> String {
        let wanted = short_name(wanted.trim());
        // Somebody who only asks what there is gives no name, and takes none from anybody.
        let wanted = if wanted.trim().is_empty() { "visitor".to_owned() } else { wanted };
        let taken = |name: &String| {
            self.tables.iter().any(|table| table.knows(name))
                || self.room.as_ref().is_some_and(|room| room.knows(name))
                || self.guests.values().any(|guest| guest.name == *name)
        };
        let numbered = (2..).map(|number| format!("{wanted} {number}"));
        std::iter::once(wanted.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(wanted)
    }

    fn back_to_seat(
        &mut self,
        id: GuestId,
        (at, seat): (usize, Seat),
        token: String,
        now: Instant,
    ) -> Result<(), Lost> {
        let Some(guest) = self.guests.get_mut(&id) else { return Ok(()) };
        let table = &mut self.tables[at];
        let before = table.come_back(seat, id, guest.program);
        guest.place = Place::Seat(at, seat);
        guest.shown = shown_on_sitting(table, seat);
        guest.say(&FromHouse::Seated(Seated { table: table.number, seat, token }))?;
        self.said.push(format!("{} is back at table {}", guest.called(), table.number));
        if let Some(other) = before.filter(|other| *other != id) {
            if let Some(guest) = self.guests.get_mut(&other) {
                guest.place = Place::Lobby;
            }
            let why = "you came back from somewhere else".to_owned();
            // Whether it still listens is all the same.
            let _ = self.turn_away(other, why, None, now);
        }
        self.unsettled.push(at);
        Ok(())
    }

    /// Gives a guest a seat of this table, or of the first with a free one. Whoever came for
    /// nothing else leaves without one.
    pub(super) fn sit(
        &mut self,
        id: GuestId,
        number: Option<usize>,
        or_leave: bool,
        now: Instant,
    ) -> Result<(), Lost> {
        let found = match number {
            Some(number) => self.tables.iter().position(|table| table.number == number),
            None => {
                let program = self.guests.get(&id).is_some_and(|guest| guest.program);
                let tables = || self.tables.iter();
                let room = tables().position(|table| table.has_room(program));
                room.or_else(|| tables().position(|table| table.may_be_cleared(program)))
            }
        };
        let offered = self.guests.get(&id).and_then(|guest| guest.token.clone());
        let offered = offered.filter(|token| self.seat_of_token(token).is_none());
        let why = match (found, number) {
            (None, Some(number)) => format!("there is no table {number}"),
            (None, None) => "no table has a free seat".to_owned(),
            (Some(at), _) => {
                let Some(guest) = self.guests.get_mut(&id) else { return Ok(()) };
                let table = &mut self.tables[at];
                let token = offered.unwrap_or_else(new_token);
                match table.sit(id, &guest.name, guest.program, &token) {
                    Some(seat) => {
                        guest.place = Place::Seat(at, seat);
                        guest.shown = shown_on_sitting(table, seat);
                        let number = table.number;
                        let said =
                            format!("{} takes seat {seat} of table {number}", guest.called());
                        self.said.push(said);
                        self.unsettled.push(at);
                        // The seat is on the disk before its token is anywhere else.
                        guest.seated = Some(Seated { table: number, seat, token });
                        return Ok(());
                    }
                    None => format!("table {} has no free seat", table.number),
                }
            }
        };
        match or_leave {
            true => self.turn_away(id, why, None, now),
            false => self.refuse(id, why),
        }
    }

    /// Puts a guest beside this table, or beside the liveliest.
    pub(super) fn watch(
        &mut self,
        id: GuestId,
        number: Option<usize>,
        or_leave: bool,
        now: Instant,
    ) -> Result<(), Lost> {
        let found = match number {
            Some(number) => self.tables.iter().position(|table| table.number == number),
            None => self.liveliest().or((!self.tables.is_empty()).then_some(0)),
        };
        match (found, number) {
            (Some(at), _) => {
                let Some(guest) = self.guests.get_mut(&id) else { return Ok(()) };
                guest.place = Place::Beside(at);
                guest.roams = number.is_none();
                guest.shown = Shown::default();
                let (name, number) = (guest.called(), self.tables[at].number);
                self.said.push(format!("{name} watches table {number}"));
                self.unsettled.push(at);
                self.changed = true;
                Ok(())
            }
            (None, number) => {
                let why = number.map_or("the house has no table".to_owned(), |number| {
                    format!("there is no table {number}")
                });
                match or_leave {
                    true => self.turn_away(id, why, None, now),
                    false => self.refuse(id, why),
                }
            }
        }
    }

    /// A guest leaves its table and stays in the house.
    pub(super) fn leave_table(&mut self, id: GuestId, now: Instant) {
        let Some(guest) = self.guests.get_mut(&id) else { return };
        let place = std::mem::replace(&mut guest.place, Place::Lobby);
        guest.roams = false;
        (guest.shown, guest.seated) = (Shown::default(), None);
        if let Some(at) = place.table() {
            self.tables[at].gone(id, Gone::Left, now);
            self.unsettled.push(at);
            self.changed = true;
        }
    }

    pub(super) fn place(&self, id: GuestId) -> Option<Place> {
        self.guests.get(&id).map(|guest| guest.place)
    }

    /// Tells a guest why not.
    pub(super) fn refuse(&mut self, id: GuestId, why: String) -> Result<(), Lost> {
        let Some(guest) = self.guests.get_mut(&id) else { return Ok(()) };
        guest.say(&FromHouse::Refused(Refusal { why, goodbye: false, retry_ms: None }))
    }

    /// Tells somebody why not, and hangs up.
    pub(super) fn turn_away(
        &mut self,
        id: GuestId,
        why: String,
        retry_ms: Option<u64>,
        now: Instant,
    ) -> Result<(), Lost> {
        let Some(guest) = self.guests.get_mut(&id) else { return Ok(()) };
        guest.show_out(now);
        guest.turned_away = Some(why.clone());
        guest.say(&FromHouse::Refused(Refusal { why, goodbye: true, retry_ms }))
    }

    /// Sees those out whose conversation is lost.
    pub(super) fn drop_guests(&mut self, lost: Vec<(GuestId, Lost)>, now: Instant) {
        for (id, why) in lost {
            let Some(mut guest) = self.guests.remove(&id) else { continue };
            guest.wire.close();
            if guest.place == Place::Door {
                self.limits.leave_door(guest.address, now);
                let told = guest.turned_away.map(|told| format!("it was told '{told}'"));
                let why = told.unwrap_or_else(|| at_the_door(&why));
                self.strangers.note(guest.address, why, now);
                continue;
            }
            self.changed = true;
            self.left_contest(id, &guest, now);
            let Some(at) = guest.place.table() else { continue };
            let seated = guest.place.seat().is_some();
            let table = &mut self.tables[at];
            let gone = if why == Lost::Left { Gone::Left } else { Gone::Cut };
            table.gone(id, gone, now);
            self.unsettled.push(at);
            let (name, number) = (guest.called(), table.number);
            let keeps = seated && (gone == Gone::Cut || table.is_playing());
            self.said.push(match (keeps, &why) {
                (true, Lost::Left | Lost::Closed) => format!("{name} is away from table {number}"),
                (true, why) => format!("{name} is away from table {number}: {why}"),
                (false, _) => format!("{name} has left table {number}"),
            });
        }
    }

    /// Every table for a list.
    pub(super) fn table_list(&self, now: Instant) -> Vec<TableInfo> {
        let beside = |at: usize| {
            self.guests.values().filter(|guest| guest.place == Place::Beside(at)).count()
        };
        let tables = self.tables.iter().enumerate();
        tables.map(|(at, table)| table.info(beside(at), now)).collect()
    }

    /// When the list of tables is due, if it has changed.
    pub(super) fn list_due(&self) -> Option<Instant> {
        self.changed.then_some(self.listed + LIST_PAUSE)
    }

    /// Tells everybody who isn't in a match what there is, if that has changed.
    pub(super) fn tell_lobby(&mut self, now: Instant) {
        if self.list_due().is_none_or(|due| now < due) {
            return;
        }
        (self.changed, self.listed) = (false, now);
        let news = line(&FromHouse::Tables(self.table_list(now)));
        let mut lost = Vec::new();
        for (id, guest) in &mut self.guests {
            let waits = match guest.place {
                Place::Door => false,
                Place::Lobby => true,
                Place::Seat(at, _) | Place::Beside(at) => !self.tables[at].is_playing(),
                Place::Entrant(_) | Place::Hall => false,
            };
            if waits
                && !guest.is_leaving()
                && let Err(why) = guest.wire.say(&news)
            {
                lost.push((*id, why));
            }
        }
        self.drop_guests(lost, now);
    }

    /// Tells those at a table when somebody's line has become slow, or quick again.
    pub(super) fn note_lines(&mut self, now: Instant) {
        for (id, guest) in &self.guests {
            if let Place::Seat(at, _) = guest.place
                && self.tables[at].note_line(*id, guest.is_slow(now))
            {
                self.unsettled.push(at);
                self.changed = true;
            }
        }
    }
}

/// What somebody who sits down has seen of the match there: nothing, or all they want to see of one
/// that was over before.
fn shown_on_sitting(table: &HouseTable, seat: Seat) -> Shown {
    match table.waits_for_next(seat) {
        true => Shown {
            of: Some((table.round, table.backs)),
            told: table.ply(),
            end: true,
            ..Shown::default()
        },
        false => Shown::default(),
    }
}

/// The version that a first line names, whatever else it says.
fn protocol_of(line: &str) -> Option<u32> {
    let first: serde_json::Value = serde_json::from_str(line).ok()?;
    let protocol = first.get("parlour")?.get("protocol")?.as_u64()?;
    Some(u32::try_from(protocol).unwrap_or(u32::MAX))
}
