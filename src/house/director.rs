//! Shows a contest to those who look on: how it stands, and one match after the other, the liveliest
//! of those that are being played, at a pace that people can follow.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::game::{AnyMatch, When};
use super::message::{ContestNews, FromHouse, MatchNews, Moved, SeatInfo, SeatState};
use super::news;
use super::room::Room;
use crate::arena::{AnyFeed, Contest, Driver, Ending, Floor, Plan, Played, Standings};
use crate::play::{Concession, Player, Seat, Turn, Variant, best_first};
use crate::search::{Bots, Cancel};

/// From one shown move to the next.
const PACE: Duration = Duration::from_millis(450);
/// How long the end of a match stands.
const STAND: Duration = Duration::from_millis(2500);
/// A match is shown for so long at most, where another is being played.
const LONGEST: Duration = Duration::from_secs(40);
/// How often is looked for something new, and how often the liveliest match is.
const LOOK: Duration = Duration::from_millis(50);
const SAMPLE: Duration = Duration::from_secs(3);

/// What the director knows of the results; whoever counts them fills it.
pub(crate) struct Director {
    room: Arc<Room>,
    name: String,
    standings: Mutex<Standings>,
    over: Cancel,
}

impl Director {
    pub fn new(room: Arc<Room>, name: String, standings: Standings) -> Director {
        Director { room, name, standings: Mutex::new(standings), over: Cancel::default() }
    }

    /// Takes note of how it stands after a match, and says how that ended.
    pub fn note(&self, plan: &Plan, standings: &Standings, played: &Played, labels: &[String]) {
        *self.standings.lock().unwrap_or_else(PoisonError::into_inner) = standings.clone();
        self.room.announce(told(played, &news::called_all(plan, labels)));
    }

    /// Ends the show when it is dropped, also by somebody who panics.
    pub fn curtain(&self) -> Curtain<'_> {
        Curtain(&self.over)
    }

    fn standings(&self) -> Standings {
        self.standings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Shows the contest until it is over.
    pub fn direct<G: Bots>(&self, contest: &Contest<G>, floor: &Floor<G>) {
        self.show(&Hall { contest, floor });
    }

    fn show(&self, hall: &dyn AnyHall) {
        let plan = hall.plan();
        let mut before = Vec::new();
        let mut round = usize::MAX;
        let mut shown: Option<Shown> = None;
        let mut last: Option<ContestNews> = None;
        let mut lively = Lively::default();
        loop {
            let over = self.over.is_cancelled();
            let standings = self.standings();
            let order = news::order(plan, &standings);
            let now = round_of(&standings);
            if round != now {
                // Who rises does so against the round before; of a league that is the last tenth.
                (before, round) = (order, now);
            }
            let running = hall.running();
            lively.look(&running);
            if shown.as_ref().is_none_or(|it| it.may_go(lively.next(it.feed.number()).is_some())) {
                let number = shown.as_ref().map_or(usize::MAX, |it| it.feed.number());
                if let Some(feed) = lively.next(number) {
                    let labels = plan.labels(&standings.tally);
                    let labels = news::called_all(plan, &labels);
                    let next = Shown::new(hall, feed, &labels);
                    let whole = FromHouse::Match(Box::new(next.news(plan)));
                    self.room.feature(whole.clone(), whole);
                    shown = Some(next);
                }
            }
            if let Some(shown) = &mut shown {
                shown.step(plan, &self.room, over);
            }
            let seating = shown.as_ref().map_or(&[][..], |it| it.feed.seating());
            let mut news = news::news(plan, &standings, &before, seating);
            news.name.clone_from(&self.name);
            let running = hall.running();
            let table = running.iter().position(|feed| {
                shown.as_ref().is_some_and(|shown| feed.number() == shown.feed.number())
            });
            news.featured = match (table, running.len()) {
                (Some(at), of) if of > 1 => format!("table {} of {of}, the liveliest", at + 1),
                (Some(_), _) => "the only table".to_owned(),
                (None, _) if over => "the last match".to_owned(),
                (None, _) => "a match that has just ended".to_owned(),
            };
            if last.as_ref() != Some(&news) {
                last = Some(news.clone());
                // Whoever looks on counts on from here.
                let stays = shown
                    .as_ref()
                    .and_then(|it| it.stays(lively.next(it.feed.number()).is_some() && !over));
                news.next_ms = stays.map(|stays| stays.as_millis() as u64);
                self.room.show(news);
            }
            if over {
                return;
            }
            thread::sleep(LOOK);
        }
    }
}

/// Takes note of what a mover has left after the move of this number.
fn note_left(left: &mut [Option<Duration>], feed: &dyn AnyFeed, ply: usize) {
    if let Some((seat, time)) = feed.left_after(ply)
        && let Some(left) = left.get_mut(seat.index())
    {
        *left = Some(time);
    }
}

/// What comes down when everything has been played.
pub(crate) struct Curtain<'a>(&'a Cancel);

impl Drop for Curtain<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Which round is being played; tenths of a league count as rounds.
fn round_of(standings: &Standings) -> usize {
    let schedule = &standings.schedule;
    match (schedule.swiss(), schedule.bracket()) {
        (Some(swiss), _) => swiss.rounds_left(),
        (_, Some(bracket)) => bracket.stage(),
        _ => 10 * schedule.played() / schedule.games().max(1),
    }
}

/// `match 12: ada beat bob`, or why somebody lost it beside the board.
fn told(played: &Played, labels: &[String]) -> String {
    let name = |seat: usize| labels[played.seating[seat]].as_str();
    let number = played.number + 1;
    if let Some(forfeit) = played.forfeits.first() {
        return format!("match {number}: {} forfeits: {}", name(forfeit.seat.index()), forfeit.why);
    }
    let seats = best_first(0..played.seating.len(), &|seat| played.scores[seat]);
    let names: Vec<&str> = seats.iter().map(|seat| name(*seat)).collect();
    let equal = |pair: &[usize]| played.scores[pair[0]] == played.scores[pair[1]];
    match (&names[..], seats.windows(2).all(equal)) {
        ([one, other], true) => format!("match {number}: {one} and {other} draw"),
        ([one, other], false) => format!("match {number}: {one} beats {other}"),
        (all, _) => format!("match {number}: {}", all.join(", then ")),
    }
}

/// A contest and where it is played, whatever the game.
trait AnyHall {
    fn plan(&self) -> &Plan;
    /// The matches that are being played now, by number.
    fn running(&self) -> Vec<Arc<dyn AnyFeed>>;
    /// The match of a set before its first move, between these.
    fn begin(&self, set: usize, players: Vec<Player>) -> Begun;
}

/// A match with its game and its board as a file.
struct Begun {
    table: Box<dyn AnyMatch>,
    game: &'static str,
    board: String,
}

struct Hall<'a, G: Bots> {
    contest: &'a Contest<G>,
    floor: &'a Floor<G>,
}

impl<G: Bots> AnyHall for Hall<'_, G> {
    fn plan(&self) -> &Plan {
        self.contest
    }

    fn running(&self) -> Vec<Arc<dyn AnyFeed>> {
        self.floor.running().into_iter().map(|feed| feed as Arc<dyn AnyFeed>).collect()
    }

    fn begin(&self, set: usize, players: Vec<Player>) -> Begun {
        let session = self.contest.opening(set);
        let board = session.state().variant().to_toml();
        let table = Box::new(Driver::new(session, players, self.contest.limit));
        Begun { table, game: G::ID, board }
    }
}

/// How many moves each running match has made lately.
struct Lively {
    since: Instant,
    plies: BTreeMap<usize, usize>,
    /// With how many that is.
    feeds: Vec<(usize, Arc<dyn AnyFeed>)>,
}

impl Default for Lively {
    fn default() -> Lively {
        Lively { since: Instant::now(), plies: BTreeMap::new(), feeds: Vec::new() }
    }
}

impl Lively {
    fn look(&mut self, running: &[Arc<dyn AnyFeed>]) {
        let gained = |feed: &Arc<dyn AnyFeed>| {
            let before = self.plies.get(&feed.number()).copied().unwrap_or(0);
            (feed.plies().saturating_sub(before), Arc::clone(feed))
        };
        self.feeds = running.iter().map(gained).collect();
        if self.since.elapsed() >= SAMPLE {
            self.since = Instant::now();
            self.plies = running.iter().map(|feed| (feed.number(), feed.plies())).collect();
        }
    }

    /// The liveliest match but this one.
    fn next(&self, but: usize) -> Option<Arc<dyn AnyFeed>> {
        let others = self.feeds.iter().filter(|(_, feed)| feed.number() != but);
        let liveliest = others.max_by_key(|(gained, feed)| (*gained, Reverse(feed.number())));
        liveliest.map(|(_, feed)| Arc::clone(feed))
    }
}

/// The match that is shown, as far as it has been.
struct Shown {
    feed: Arc<dyn AnyFeed>,
    table: Box<dyn AnyMatch>,
    game: &'static str,
    board: String,
    names: Vec<String>,
    /// What each has left of their clock.
    left: Vec<Option<Duration>>,
    begun: Instant,
    moved: Instant,
    told_end: bool,
}

impl Shown {
    fn new(hall: &dyn AnyHall, feed: Arc<dyn AnyFeed>, labels: &[String]) -> Shown {
        let plan = hall.plan();
        // Our own bots need no clock.
        let clock = plan.patience.clock.map(|clock| clock.time);
        let players = plan.players(feed.seating());
        let has_clock = |player: &Player| clock.filter(|_| !matches!(player, Player::Bot { .. }));
        let mut left: Vec<Option<Duration>> = players.iter().map(has_clock).collect();
        let names: Vec<String> =
            feed.seating().iter().map(|entrant| labels[*entrant].clone()).collect();
        // Nobody is asked here, so they may as well be people.
        let person = |name: &String| Player::Human { name: Some(name.clone()) };
        let Begun { mut table, game, board } =
            hall.begin(feed.set(), names.iter().map(person).collect());
        // Whoever comes late sees the match from where it is, but for the last moves.
        let late = feed.plies().saturating_sub(if feed.ending().is_some() { 0 } else { 8 });
        for ply in 0..late {
            let Some(mv) = feed.text_after(ply) else { break };
            if table.play(&mv).is_err() {
                break;
            }
            note_left(&mut left, &*feed, ply);
        }
        let now = Instant::now();
        Shown { feed, table, game, board, names, left, begun: now, moved: now, told_end: false }
    }

    /// How long it is shown at most, where another match waits for its turn.
    fn stays(&self, another: bool) -> Option<Duration> {
        another.then(|| match self.feed.ending() {
            Some(_) if self.is_level() => STAND.saturating_sub(self.moved.elapsed()),
            _ => LONGEST.saturating_sub(self.begun.elapsed()),
        })
    }

    fn is_level(&self) -> bool {
        self.table.ply() >= self.feed.plies()
    }

    /// Whether another match may be shown.
    fn may_go(&self, another: bool) -> bool {
        let stood = self.moved.elapsed();
        match self.feed.ending() {
            Some(_) if self.is_level() => another && stood >= STAND,
            _ => another && self.begun.elapsed() >= LONGEST,
        }
    }

    /// Shows the next move when it is due; all of them at once where no time is left.
    fn step(&mut self, plan: &Plan, room: &Room, hurry: bool) {
        loop {
            if self.moved.elapsed() < PACE && !hurry {
                return;
            }
            let ply = self.table.ply();
            let Some(mv) = self.feed.text_after(ply) else { break };
            if self.table.play(&mv).is_err() {
                return;
            }
            note_left(&mut self.left, &*self.feed, ply);
            // What the bank does belongs to the move before it.
            while matches!(self.table.turn(), Turn::Chance { by: None }) {
                let Some(mv) = self.feed.text_after(self.table.ply()) else { break };
                if self.table.play(&mv).is_err() {
                    return;
                }
            }
            self.moved = Instant::now();
            let end = self.table.ply();
            let moved = Moved {
                scene: self.table.scene(end, None),
                told: self.table.told(ply..end, None, &self.names, When::Played),
                seats: self.seats(),
            };
            let whole = FromHouse::Match(Box::new(self.news(plan)));
            room.feature(FromHouse::Moved(moved), whole);
            if !hurry {
                return;
            }
        }
        if let Some(ending) = self.feed.ending().filter(|_| !self.told_end && self.is_level()) {
            self.told_end = true;
            if let Ending::Forfeit(seat) = ending
                && !self.table.turn().is_over()
            {
                self.table.concede(seat, Concession::Resigned);
            }
            let whole = FromHouse::Match(Box::new(self.news(plan)));
            room.feature(whole.clone(), whole);
        }
    }

    fn seats(&self) -> Vec<SeatInfo> {
        let seat = |(name, left): (&String, &Option<Duration>)| SeatInfo {
            name: name.clone(),
            state: SeatState::Here,
            left_ms: left.map(|left| left.as_millis() as u64),
            kept_ms: None,
            won: 0,
        };
        self.names.iter().zip(&self.left).map(seat).collect()
    }

    fn news(&self, plan: &Plan) -> MatchNews {
        let (table, ply) = (&self.table, self.table.ply());
        let players = plan.players(self.feed.seating());
        let over = table.turn().is_over();
        MatchNews {
            table: self.feed.number() + 1,
            round: 1,
            game: self.game.to_owned(),
            board: self.board.clone(),
            players: players.iter().map(ToString::to_string).collect(),
            names: self.names.clone(),
            you: None::<Seat>,
            scene: table.scene(ply, None),
            told: table.told(
                0..ply,
                None,
                &self.names,
                if over { When::Now } else { When::Played },
            ),
            seats: self.seats(),
            record: None,
        }
    }
}
