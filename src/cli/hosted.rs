//! `parlour arena --host`: a contest of programs that join from other machines.

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::Failure;
use super::out;
use crate::arena::{Call, Standings};
use crate::house::{HostedGames, House, Order, Orders, Right, Room, standing_words};
use crate::play::Player;
use crate::search::Cancel;
use crate::store::Store;

/// How often is looked who has come.
const LOOK: Duration = Duration::from_millis(50);
/// How long the programs have to hear that it is over.
const FAREWELL: Duration = Duration::from_secs(3);

/// A house that is open for a contest. It closes when this is dropped.
pub struct Hosted {
    pub room: Arc<Room>,
    pub name: String,
    orders: Orders,
    thread: Option<JoinHandle<()>>,
}

/// Where a contest is held.
pub struct Where<'a> {
    pub listen: SocketAddr,
    pub address: Option<&'a str>,
    pub name: Option<&'a str>,
}

impl Hosted {
    /// Opens the house, and prints its invitations.
    pub fn open(at: &Where<'_>, room: Room) -> Result<Hosted, Failure> {
        let (name, address) = (at.name.map(str::to_owned), at.address.map(str::to_owned));
        let name = name.or(Some("Arena".to_owned()));
        let store = Store::open_default();
        let house = House::open(store, HostedGames::empty(), Some(at.listen), name, address);
        let mut house = house.map_err(Failure::Work)?;
        let room = Arc::new(room);
        house.hold_contest(Arc::clone(&room));
        for right in [Right::Play, Right::Watch] {
            out::complain(&format!("{} {}", right.word(), house.invitation(right)));
        }
        let (orders, name) = (house.orders(), house.snapshot().name);
        let tell = |said: &[String], _: &House| said.iter().for_each(|line| out::complain(line));
        let run = move || house.run(&mut { tell });
        let thread = thread::Builder::new().name("house".to_owned()).spawn(run)?;
        Ok(Hosted { room, name, orders, thread: Some(thread) })
    }

    /// Waits until so many have come, or these; answers their numbers in the room and who they are.
    pub fn gather(
        &self,
        count: usize,
        names: Option<&[String]>,
        cancel: &Cancel,
    ) -> Result<Vec<(usize, Player)>, Failure> {
        let mut missing = usize::MAX;
        loop {
            let all = self.room.entrants();
            let here = all.iter().enumerate().filter(|(_, it)| it.here);
            let here: Vec<(usize, Player)> =
                here.map(|(at, it)| (at, Player::Human { name: Some(it.name.clone()) })).collect();
            let found: Vec<(usize, Player)> = match names {
                Some(names) => names
                    .iter()
                    .filter_map(|name| here.iter().find(|it| it.1.to_string() == *name).cloned())
                    .collect(),
                None => here.into_iter().take(count).collect(),
            };
            if found.len() == count {
                self.room.begin();
                out::complain(&format!("all {count} are here, and the contest begins"));
                return Ok(found);
            }
            if cancel.is_cancelled() {
                let why = format!("stopped while {} of {count} programs were here", found.len());
                return Err(Failure::Work(why));
            }
            let left = count - found.len();
            if std::mem::replace(&mut missing, left) != left {
                out::complain(&match left {
                    1 => "waiting for 1 more program".to_owned(),
                    left => format!("waiting for {left} more programs"),
                });
            }
            thread::sleep(LOOK);
        }
    }

    /// How each of these is brought to a table.
    pub fn calls(&self, joined: &[(usize, Player)]) -> Vec<Option<Call>> {
        joined.iter().map(|(number, _)| Some(self.room.call(*number))).collect()
    }

    /// Tells everybody how it ended, and sees them out.
    pub fn end(
        &self,
        joined: &[(usize, Player)],
        first: usize,
        plan: &crate::arena::Plan,
        standings: &Standings,
    ) {
        let words = standing_words(plan, standings);
        let count = self.room.entrants().len();
        let word = |number: usize| {
            let at = joined.iter().position(|(entrant, _)| *entrant == number);
            at.map_or_else(|| "the contest is over".to_owned(), |at| words[first + at].clone())
        };
        self.room.end((0..count).map(word).collect());
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline && self.room.entrants().iter().any(|it| it.here) {
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Hosted {
    fn drop(&mut self) {
        self.orders.send(Order::Close);
        if let Some(thread) = self.thread.take() {
            // Whatever it panicked about has been said.
            let _ = thread.join();
        }
    }
}
