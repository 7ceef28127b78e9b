//! The house itself: its key and tables, the door it listens at, and the one loop that everything
//! goes through.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use serde::{Deserialize, Serialize};

use super::address::{bind, raise_open_files, reachable};
use super::book::own_name;
use super::game::HostedGames;
use super::guest::{Guest, Place};
use super::invitation::{Invitation, Right, Secret};
use super::key::{self, HouseKey};
use super::limits::{Limits, household};
use super::message::{self, LONGEST_FROM_GUEST};
use super::orders::{Order, Orders, Waker, Woken, drain};
use super::room::Room;
use super::strangers::Strangers;
use super::table::{GuestId, HouseTable, KeptTable, Opening};
use super::thinkers::Thinkers;
use super::wire::{Bounds, Lost, Wire, at_most};
use super::writers::Writers;
use crate::search::Limit;
use crate::store::{PrivateFile, Store, StoreError};

/// As many as a house has room for, those at the door included.
const MOST_GUESTS: usize = 900;
/// How long a house that closes waits for those whom it has told so, and how often it looks.
const LAST_WORDS: Duration = Duration::from_secs(1);
const LAST_LOOK: Duration = Duration::from_millis(20);
/// As many as are let to the door before the guests inside are heard again.
const ACCEPTED_AT_ONCE: usize = 32;
/// What may wait for a guest to read it, before one line more.
const UNSENT: usize = 2 << 20;
/// How soon a disk that refused is tried again.
const RETRY: Duration = Duration::from_secs(2);
/// How long somebody at the door may be silent, or slow, while others wait behind them.
const SILENT: Duration = Duration::from_millis(50);
const SLOW: Duration = Duration::from_secs(1);
/// How long a listener that can't accept is left alone.
const NO_ROOM: Duration = Duration::from_millis(200);

/// What the house remembers of itself. Nobody else may read it.
#[derive(Serialize, Deserialize)]
struct Kept {
    key: String,
    play: String,
    watch: String,
    name: String,
    /// Where it last listened, so that its invitations stay the same.
    listened: Option<SocketAddr>,
}

/// An open house.
pub struct House {
    /// First, so that everything is written before the house's files are anybody else's.
    pub(super) writers: Writers,
    pub(super) store: Store,
    pub(super) games: HostedGames,
    file: PrivateFile,
    key: HouseKey,
    pub(super) name: String,
    play: Secret,
    watch: Secret,
    listener: TcpListener,
    listened: SocketAddr,
    pub(super) opened: Instant,
    /// What invitations say, where that isn't where the house listens.
    address: Option<String>,
    pub(super) tables: Vec<HouseTable>,
    pub(super) guests: BTreeMap<GuestId, Guest>,
    next_guest: GuestId,
    pub(super) limits: Limits,
    pub(super) thinkers: Thinkers,
    pub(super) bot_limit: Limit,
    /// What happened since it was last told.
    pub(super) said: Vec<String>,
    /// Whether what there is has changed since the lobby was told.
    pub(super) changed: bool,
    /// When the lobby was last told.
    pub(super) listed: Instant,
    /// Tables at which something may happen by itself.
    pub(super) unsettled: Vec<usize>,
    /// When a disk that refused is tried again.
    pub(super) retry: Option<Instant>,
    /// Where programs wait for a contest, in a house that holds one.
    pub(super) room: Option<Arc<Room>>,
    orders: Orders,
    inbox: Receiver<Order>,
    woken: Woken,
    /// Connections that came to nothing.
    pub(super) strangers: Strangers,
}

impl House {
    /// Opens the house of this store, which offers these games, with the tables that stood when it
    /// was closed. `listen` is
    /// where; a port of 0 is the one it had before, or a free one. Without it, the house listens
    /// for guests of this machine alone.
    pub fn open(
        store: Store,
        games: HostedGames,
        listen: Option<SocketAddr>,
        name: Option<String>,
        address: Option<String>,
    ) -> Result<House, String> {
        let mut file = store.house_file("house.json");
        file.claim().map_err(|error| match error {
            StoreError::InUse(holder) => {
                format!("another parlour has this house open already ({holder})")
            }
            error => error.to_string(),
        })?;
        let kept = file.read()?;
        let kept = kept.map(|text| message::read::<Kept>(&text)).transpose();
        let kept = kept.map_err(|error| {
            format!(
                "'{}': {error}; remove it for a new key and new invitations",
                file.path().display()
            )
        })?;
        let (key, play, watch) = match &kept {
            Some(kept) => {
                let bad = |why: String| format!("'{}': {why}", file.path().display());
                let bytes =
                    unhex(&kept.key).ok_or_else(|| bad("the key isn't whole".to_owned()))?;
                let key = HouseKey::read(&bytes).map_err(bad)?;
                (key, kept.play.parse().map_err(bad)?, kept.watch.parse().map_err(bad)?)
            }
            None => (HouseKey::generate(), key::new_secret(), key::new_secret()),
        };
        let before = kept.as_ref().and_then(|kept| kept.listened);
        let listener = bind(listen, before)?;
        let listened = listener.local_addr().map_err(|error| error.to_string())?;
        listener.set_nonblocking(true).map_err(|error| error.to_string())?;
        let name = name.or(kept.map(|kept| kept.name)).unwrap_or_else(usual_house);
        let (waker, woken) = Waker::new().map_err(|error| error.to_string())?;
        let (orders, inbox) = channel();
        let mut house = House {
            bot_limit: store.settings().bot_limit(),
            thinkers: Thinkers::new(orders.clone(), waker.clone()),
            writers: Writers::new(orders.clone(), waker.clone()),
            store,
            games,
            file,
            key,
            name: crate::play::telling::short_name(&name),
            play,
            watch,
            listener,
            listened,
            opened: Instant::now(),
            address,
            tables: Vec::new(),
            guests: BTreeMap::new(),
            next_guest: 1,
            limits: Limits::default(),
            said: Vec::new(),
            changed: false,
            listed: Instant::now(),
            unsettled: Vec::new(),
            retry: None,
            room: None,
            orders: Orders { orders, waker },
            inbox,
            woken,
            strangers: Strangers::default(),
        };
        house.keep()?;
        house.reopen_tables();
        raise_open_files();
        Ok(house)
    }

    /// Tells the house something while it runs.
    pub fn orders(&self) -> Orders {
        self.orders.clone()
    }

    /// The invitation to play or to watch.
    pub fn invitation(&self, right: Right) -> Invitation {
        let host = self.address.clone().unwrap_or_else(|| reachable(self.listened.ip()));
        let secret = self.secret(right);
        let (port, fingerprint) = (self.listened.port(), self.key.fingerprint());
        Invitation { host, port, fingerprint, secret }
    }

    /// The invitation for whoever sits at this very machine.
    pub fn own_invitation(&self) -> Invitation {
        let host = match self.listened.ip() {
            ip if ip.is_unspecified() && ip.is_ipv4() => "127.0.0.1".to_owned(),
            ip if ip.is_unspecified() => "::1".to_owned(),
            ip => ip.to_string(),
        };
        Invitation { host, ..self.invitation(Right::Play) }
    }

    pub(super) fn secret(&self, right: Right) -> Secret {
        match right {
            Right::Play => self.play,
            Right::Watch => self.watch,
        }
    }

    /// Opens the tables that aren't there yet: one that stands from before and was opened with the
    /// same words is taken for the same.
    pub fn lay_tables(&mut self, openings: Vec<Opening>) -> Result<(), String> {
        let mut standing: Vec<String> =
            self.tables.iter().map(|table| table.opening.asked.clone()).collect();
        for opening in openings {
            match standing.iter().position(|asked| *asked == opening.asked) {
                Some(at) => drop(standing.swap_remove(at)),
                None => self.open_table(opening)?,
            }
        }
        Ok(())
    }

    fn open_table(&mut self, opening: Opening) -> Result<(), String> {
        let number = self.tables.last().map_or(1, |table| table.number + 1);
        let mut table = HouseTable::open(number, opening);
        if let Some(unwritten) = table.take_unwritten() {
            unwritten.write(&self.table_file(number))?;
        }
        self.tables.push(table);
        self.unsettled.push(self.tables.len() - 1);
        self.changed = true;
        Ok(())
    }

    fn reopen_tables(&mut self) {
        let mut number = 1;
        // Tables are never closed, so their numbers have no gap.
        while let Ok(Some(text)) = self.table_file(number).read() {
            match message::read::<KeptTable>(&text) {
                Ok(kept) => {
                    let (table, trouble) =
                        HouseTable::reopen(kept, &self.games, self.bot_limit, Instant::now());
                    self.tables.push(table);
                    self.said.extend(trouble);
                }
                Err(error) => {
                    let file = self.table_file(number);
                    self.said.push(format!("'{}': {error}", file.path().display()));
                    break;
                }
            }
            number += 1;
        }
        self.unsettled.extend(0..self.tables.len());
    }

    pub(super) fn table_file(&self, number: usize) -> PrivateFile {
        self.store.house_file(&format!("table-{number}.json"))
    }

    fn keep(&mut self) -> Result<(), String> {
        let kept = Kept {
            key: hex(self.key.bytes()),
            play: self.play.to_string(),
            watch: self.watch.to_string(),
            name: self.name.clone(),
            listened: Some(self.listened),
        };
        let text = serde_json::to_string(&kept).map_err(|error| error.to_string())?;
        Ok(self.file.write(&text)?)
    }

    /// Runs the house until it is told to close. `tell` hears a sentence for everything that
    /// happens, and sees the house whenever it has changed.
    pub fn run(mut self, tell: &mut dyn FnMut(&[String], &House)) {
        let mut no_room: Option<Instant> = None;
        loop {
            let now = Instant::now();
            self.roam(now);
            let open = self.settle(now);
            self.tell_lobby(now);
            self.tell_contest(now);
            let lost = self.flush();
            self.drop_guests(lost, now);
            self.said.extend(self.strangers.tell(now));
            let said = std::mem::take(&mut self.said);
            tell(&said, &self);
            let again = !self.unsettled.is_empty() && self.retry.is_none();
            let until = if again || !open { now } else { self.deadline(now, no_room) };
            no_room = no_room.filter(|end| *end > now);
            if !self.listen(until, now, no_room.is_none(), &mut no_room) {
                return self.see_out();
            }
        }
    }

    /// Whoever waits for a contest that will not be is told so, and need not look for the house.
    fn see_out(&mut self) {
        let deadline = Instant::now() + LAST_WORDS;
        loop {
            let now = Instant::now();
            self.tell_contest(now);
            let lost = self.flush();
            self.drop_guests(lost, now);
            let leaving = self.guests.values().any(|guest| guest.is_leaving());
            if !leaving || now >= deadline {
                return;
            }
            self.listen(deadline.min(now + LAST_LOOK), now, false, &mut None);
        }
    }

    /// Waits until something happens, and hears it. False when the house is to close.
    fn listen(
        &mut self,
        until: Instant,
        now: Instant,
        accepts: bool,
        no_room: &mut Option<Instant>,
    ) -> bool {
        let wait = until.saturating_duration_since(now);
        let ids: Vec<GuestId> = self.guests.keys().copied().collect();
        let ready: Vec<PollFlags> = {
            let mut fds = vec![PollFd::new(&self.woken, PollFlags::IN)];
            let door = if accepts { PollFlags::IN } else { PollFlags::empty() };
            fds.push(PollFd::new(&self.listener, door));
            for guest in self.guests.values() {
                fds.push(PollFd::new(guest.wire.socket(), guest.wire.interest()));
            }
            match poll(&mut fds, at_most(wait).as_ref()) {
                Ok(_) => fds.iter().map(PollFd::revents).collect(),
                // A signal; whatever is there will still be there.
                Err(_) => vec![PollFlags::empty(); fds.len()],
            }
        };
        let now = Instant::now();
        let mut lost = Vec::new();
        for (id, ready) in ids.into_iter().zip(&ready[2..]) {
            if !ready.is_empty()
                && let Err(why) = self.hear(id, now)
            {
                lost.push((id, why));
            }
        }
        for (id, guest) in &mut self.guests {
            if let Err(why) = guest.pass_time(now) {
                lost.push((*id, why));
            }
        }
        self.drop_guests(lost, now);
        self.note_lines(now);
        self.pass_time(now);
        if ready[1].intersects(PollFlags::IN) && !self.accept(now) {
            *no_room = Some(now + NO_ROOM);
        }
        drain(&self.woken);
        while let Ok(order) = self.inbox.try_recv() {
            match order {
                Order::Close => return false,
                order => self.execute(order, now),
            }
        }
        true
    }

    fn execute(&mut self, order: Order, now: Instant) {
        match order {
            Order::Open(opening) => {
                let title = opening.title.clone();
                match self.open_table(*opening) {
                    Ok(()) => self.said.push(format!("table {}: {title}", self.tables.len())),
                    Err(why) => self.said.push(why),
                }
            }
            Order::NewCode(right) => {
                match right {
                    Right::Play => self.play = key::new_secret(),
                    Right::Watch => self.watch = key::new_secret(),
                }
                if let Err(why) = self.keep() {
                    self.said.push(why);
                }
                let invitation = self.invitation(right);
                self.said.push(format!("{} {invitation}", right.word()));
            }
            Order::Answered(answer) => self.answered(answer, now),
            Order::Written(table, written) => self.written(table, written, now),
            Order::Look | Order::Close => {}
        }
    }

    /// Lets those in who stand at the door. False when there is no room for more.
    fn accept(&mut self, now: Instant) -> bool {
        for _ in 0..ACCEPTED_AT_ONCE {
            let (socket, from) = match self.listener.accept() {
                Ok(accepted) => accepted,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return true,
                // Whoever it was has left already.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => continue,
                Err(_) => return false,
            };
            let address = from.ip();
            if !self.has_room(address, now) && !self.make_room(address, now) {
                self.strangers.note(address, "too many came at once".to_owned(), now);
                continue;
            }
            let bounds = Bounds { line: LONGEST_FROM_GUEST, unsent: UNSENT };
            let wire = self.key.accept().map_err(|error| error.to_string()).and_then(|tls| {
                Wire::new(socket, tls.into(), bounds).map_err(|error| error.to_string())
            });
            match wire {
                Ok(wire) => {
                    self.guests.insert(self.next_guest, Guest::new(wire, address, now));
                    self.next_guest += 1;
                }
                Err(_) => self.limits.leave_door(address, now),
            }
        }
        true
    }

    /// Counts somebody at the door, if there is room for them.
    fn has_room(&mut self, address: IpAddr, now: Instant) -> bool {
        self.guests.len() < MOST_GUESTS && self.limits.arrive(address, now)
    }

    /// Sends somebody away who has stood at the door in the newcomer's way, so that connections
    /// which only wait keep nobody out.
    fn make_room(&mut self, address: IpAddr, now: Instant) -> bool {
        let all = self.guests.len() >= MOST_GUESTS || self.limits.is_full();
        let in_the_way = |guest: &Guest| {
            let patience = if guest.wire.is_silent() { SILENT } else { SLOW };
            guest.place == Place::Door
                && (all || household(guest.address) == household(address))
                && guest.since + patience <= now
        };
        let found = self.guests.iter().find(|(_, guest)| in_the_way(guest)).map(|(id, _)| *id);
        let Some(id) = found else { return false };
        self.drop_guests(vec![(id, Lost::Closed)], now);
        self.has_room(address, now)
    }

    fn hear(&mut self, id: GuestId, now: Instant) -> Result<(), Lost> {
        let Some(guest) = self.guests.get_mut(&id) else { return Ok(()) };
        let mut lines = Vec::new();
        let heard = guest.wire.hear(&mut lines);
        for line in lines {
            let Some(guest) = self.guests.get_mut(&id).filter(|guest| !guest.is_leaving()) else {
                break;
            };
            guest.count_line(now)?;
            self.heard(id, &line, now)?;
        }
        heard
    }

    fn flush(&mut self) -> Vec<(GuestId, Lost)> {
        let flush = |(id, guest): (&GuestId, &mut Guest)| Some((*id, guest.wire.flush().err()?));
        self.guests.iter_mut().filter_map(flush).collect()
    }

    /// When something happens by time alone.
    fn deadline(&self, now: Instant, no_room: Option<Instant>) -> Instant {
        let guests = self.guests.values().map(|guest| guest.deadline(now));
        let tables = self.tables.iter().filter_map(HouseTable::deadline);
        let rest = no_room.into_iter().chain(self.retry).chain(self.list_due());
        let rest = rest.chain(self.strangers.due());
        let rest = rest.chain(self.roaming_due(now));
        guests.chain(tables).chain(rest).min().unwrap_or(now + Duration::from_secs(24 * 60 * 60))
    }

    /// Marks a table whose match could not be saved, to be tried again.
    pub(super) fn try_later(&mut self, table: usize, now: Instant) {
        self.retry = Some(now + RETRY);
        self.unsettled.push(table);
    }
}

/// What a house is called whose host gave it no name.
fn usual_house() -> String {
    own_name().map_or_else(|| "Parlour".to_owned(), |name| format!("{name}'s house"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let byte = |at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    (0..text.len()).step_by(2).map(byte).collect()
}
