//! A house that holds a contest: programs come in and wait in its [`Room`], and whoever else comes
//! looks on.

use std::sync::Arc;
use std::time::Instant;

use super::guest::{Guest, Place, Shown};
use super::hall::House;
use super::message::{ContestNews, FromGuest, FromHouse, Knock, PlaceInfo, Wants};
use super::room::Room;
use super::table::GuestId;
use super::wire::Lost;

impl House {
    /// From now on the house holds a contest of those who come into this room. Its tables stay on
    /// the disk until it is opened for people again.
    pub fn hold_contest(&mut self, room: Arc<Room>) {
        self.tables.clear();
        self.unsettled.clear();
        room.wake_with(self.orders().waker);
        self.room = Some(room);
        self.show_waiting();
    }

    /// Shows those who look on who has come, before the contest begins.
    fn show_waiting(&self) {
        let Some(room) = self.room.as_ref().filter(|room| room.is_open()) else { return };
        let entrants = room.entrants().into_iter().filter(|it| it.here).enumerate();
        let standings: Vec<PlaceInfo> = entrants
            .map(|(at, it)| PlaceInfo { place: at + 1, name: it.name, ..PlaceInfo::default() })
            .collect();
        room.show(ContestNews {
            name: self.name.clone(),
            title: "the contest hasn't begun".to_owned(),
            progress: match standings.len() {
                1 => "1 program is here".to_owned(),
                count => format!("{count} programs are here"),
            },
            standings,
            ..ContestNews::default()
        });
    }

    /// The entrant who comes back with this token.
    pub(super) fn entrant_of(&self, knock: &Knock) -> Option<usize> {
        self.room.as_ref()?.of_token(knock.token.as_deref()?)
    }

    pub(super) fn entrant_name(&self, entrant: Option<usize>) -> String {
        let room = self.room.as_ref().zip(entrant);
        room.map_or(String::new(), |(room, entrant)| room.name(entrant))
    }

    /// Shows somebody who is in to where they belong.
    pub(super) fn admit_to_contest(
        &mut self,
        id: GuestId,
        knock: &Knock,
        entrant: Option<usize>,
        now: Instant,
    ) -> Result<(), Lost> {
        let Some(room) = self.room.clone() else { return Ok(()) };
        if knock.wants == Wants::Watch {
            return self.admit_to_hall(id, &room);
        }
        let why = match entrant {
            Some(entrant) => return self.back_to_contest(id, &room, entrant, knock, now),
            None if !knock.program => {
                "this house holds a contest of programs; 'parlour join INVITATION --name NAME -- \
                 COMMAND' brings one, and 'parlour watch' looks on"
            }
            None if !room.is_open() => {
                "the contest has begun; 'parlour watch' looks on, and whoever has a place comes \
                 back with the command that brought them"
            }
            None => {
                let Some(guest) = self.guests.get_mut(&id) else { return Ok(()) };
                let (entrant, token) =
                    room.enter(guest.name.clone(), guest.address, guest.token.clone(), id);
                guest.place = Place::Entrant(entrant);
                guest.shown = Shown::default();
                self.said.push(format!("{} joins from {}", guest.called(), guest.address));
                let said = guest.say(&FromHouse::Entered(token));
                self.show_waiting();
                return said;
            }
        };
        self.turn_away(id, why.to_owned(), None, now)
    }

    fn admit_to_hall(&mut self, id: GuestId, room: &Room) -> Result<(), Lost> {
        let Some(guest) = self.guests.get_mut(&id) else { return Ok(()) };
        guest.place = Place::Hall;
        self.said.push(format!("{} watches", guest.called()));
        let stage = room.stage();
        [&stage.contest, &stage.featured].into_iter().flatten().try_for_each(|it| guest.say(it))
    }

    fn back_to_contest(
        &mut self,
        id: GuestId,
        room: &Room,
        entrant: usize,
        knock: &Knock,
        now: Instant,
    ) -> Result<(), Lost> {
        let Some(guest) = self.guests.get_mut(&id) else { return Ok(()) };
        guest.place = Place::Entrant(entrant);
        let before = room.back(entrant, id, guest.address);
        self.said.push(format!("{} is back", guest.called()));
        guest.say(&FromHouse::Entered(knock.token.clone().unwrap_or_default()))?;
        self.show_waiting();
        if let Some(other) = before.filter(|other| *other != id) {
            let why = "you came back from somewhere else".to_owned();
            // Whether it still listens is all the same.
            let _ = self.turn_away(other, why, None, now);
        }
        Ok(())
    }

    pub(super) fn heard_in_contest(&mut self, place: Place, message: FromGuest) {
        if let (Place::Entrant(entrant), Some(room)) = (place, &self.room) {
            room.heard(entrant, message);
        }
    }

    /// Notes that somebody's line is gone.
    pub(super) fn left_contest(&mut self, id: GuestId, guest: &Guest, now: Instant) {
        if let (Place::Entrant(entrant), Some(room)) = (guest.place, &self.room)
            && room.gone(entrant, id, now)
        {
            self.said.push(format!("{} is away", guest.called()));
            self.show_waiting();
        }
    }

    /// Says what the referees have to say to the programs, and shows the contest to those who look
    /// on.
    pub(super) fn tell_contest(&mut self, now: Instant) {
        let Some(room) = self.room.clone() else { return };
        let mut lost = Vec::new();
        for (id, message) in room.unsaid() {
            if let Some(guest) = self.guests.get_mut(&id)
                && let Err(why) = guest.say(&message)
            {
                lost.push((id, why));
            }
        }
        let (news, over) = {
            let mut stage = room.stage();
            (std::mem::take(&mut stage.unsaid), stage.over.take())
        };
        if news.is_empty() && over.is_none() {
            return self.drop_guests(lost, now);
        }
        for (id, guest) in self.guests.iter_mut().filter(|(_, guest)| !guest.is_leaving()) {
            let mut told = match guest.place {
                Place::Hall => news.iter().try_for_each(|message| guest.say(message)),
                _ => Ok(()),
            };
            if let Some(words) = &over
                && matches!(guest.place, Place::Hall | Place::Entrant(_))
            {
                let words = match guest.place {
                    Place::Entrant(entrant) => words.get(entrant).cloned().unwrap_or_default(),
                    _ => String::new(),
                };
                told = told.and_then(|()| guest.say(&FromHouse::Ended(words)));
                guest.show_out(now);
            }
            if let Err(why) = told {
                lost.push((*id, why));
            }
        }
        self.drop_guests(lost, now);
    }
}
