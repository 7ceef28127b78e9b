//! A house in this process, and guests that speak to it over real sockets on the loopback address.

use std::collections::VecDeque;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parlour::house::{
    Away, HostedGames, House, Invitation, Lost, Opening, Order, Orders, PROTOCOL, Right, Wire, dial,
};
use parlour::play::with_keys;
use parlour::store::{Places, Store};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Nothing that is right takes so long, however busy the machine.
pub const LIMIT: Duration = Duration::from_secs(60);

/// A house and its home; it closes without a word when it is dropped, as if it were killed.
pub struct Open {
    pub home: TempDir,
    running: Option<(Orders, JoinHandle<()>)>,
    pub play: Invitation,
    pub watch: Invitation,
}

/// How a table of this game is opened.
pub fn table(home: &Path, game: &str) -> Opening {
    let store = Store::open(Places::at(home));
    let found = HostedGames::standard().find_board(&store, game, None, None, &[]).unwrap();
    Opening {
        game: game.to_owned(),
        asked: game.to_owned(),
        board: found.board,
        title: found.title,
        bots: vec![None; found.seats],
        people: Vec::new(),
        clock: None,
        away: Away::Wait,
        away_after: Duration::from_secs(3600),
        stand_in: found.stand_in,
        move_ms: 30_000,
    }
}

/// Random players wander for thousands of turns between their turtles' arrivals; a match is the same
/// from beginning to end after a few.
pub fn soon_over(table: &mut Opening) {
    if table.game == "turtles" {
        let patience = ("patience".to_owned(), "30".to_owned());
        table.board = with_keys(&table.board, &[patience]).unwrap();
    }
}

impl Open {
    pub fn with(games: &[&str]) -> Open {
        Open::changed(games, |_| {})
    }

    /// A house whose tables are changed before they are opened.
    pub fn changed(games: &[&str], change: impl Fn(&mut Opening)) -> Open {
        let home = crate::homes::home();
        let mut openings: Vec<Opening> =
            games.iter().map(|game| table(home.path(), game)).collect();
        openings.iter_mut().for_each(change);
        let (running, play, watch) = start(home.path(), quiet_port(), openings);
        Open { home, running: Some(running), play, watch }
    }

    /// Ends the house without a word.
    pub fn kill(&mut self) {
        if let Some((orders, running)) = self.running.take() {
            orders.send(Order::Close);
            running.join().unwrap();
        }
    }

    /// Kills it and starts it again.
    pub fn restart(&mut self) {
        self.kill();
        let (running, play, watch) = start(self.home.path(), self.play.port, Vec::new());
        assert_eq!((&play, &watch), (&self.play, &self.watch), "the invitations are the same");
        self.running = Some(running);
    }

    pub fn store(&self) -> Store {
        Store::open(Places::at(self.home.path()))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.kill();
    }
}

type Started = ((Orders, JoinHandle<()>), Invitation, Invitation);

/// A port that no outgoing connection is given, so that it is still free when a house comes back.
fn quiet_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let mut ports = std::iter::repeat_with(|| {
        let next = NEXT.fetch_add(1, Ordering::SeqCst);
        20_000 + (std::process::id() as u16).wrapping_mul(31).wrapping_add(next) % 12_000
    });
    ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap()
}

fn start(home: &Path, port: u16, openings: Vec<Opening>) -> Started {
    let here = Some(SocketAddr::from(([127, 0, 0, 1], port)));
    let end = Instant::now() + LIMIT;
    let mut house = loop {
        let store = Store::open(Places::at(home));
        match House::open(store, HostedGames::standard(), here, Some("Test".to_owned()), None) {
            Ok(house) => break house,
            // A test beside this one forks to start a program, and until that program runs it holds
            // whatever was open here, the door of the house before this one too.
            Err(why) if why.contains("in use") && Instant::now() < end => {
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(why) => panic!("{why}"),
        }
    };
    house.lay_tables(openings).unwrap();
    let (play, watch) = (house.invitation(Right::Play), house.invitation(Right::Watch));
    let orders = house.orders();
    let thread = std::thread::spawn(move || house.run(&mut |_, _| {}));
    ((orders, thread), play, watch)
}

/// A guest who hears every byte.
pub struct Raw {
    pub wire: Wire,
    heard: VecDeque<String>,
    /// Every line that came.
    pub log: Vec<String>,
}

impl Raw {
    pub fn dial(invitation: &Invitation) -> Raw {
        let wire = dial(invitation).unwrap();
        Raw { wire, heard: VecDeque::new(), log: Vec::new() }
    }

    /// Comes in, for what `more` says.
    pub fn join(invitation: &Invitation, name: &str, more: Value) -> Raw {
        let mut guest = Raw::dial(invitation);
        let secret = invitation.secret.to_string();
        let mut knock = json!({ "protocol": PROTOCOL, "code": secret, "name": name });
        knock.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        guest.say(json!({ "parlour": knock }));
        guest
    }

    pub fn seat(invitation: &Invitation, name: &str) -> Raw {
        Raw::join(invitation, name, json!({ "wants": "seat" }))
    }

    pub fn say(&mut self, message: Value) {
        let _ = self.wire.say(&message.to_string());
        let _ = self.wire.flush();
    }

    /// The next message, or why there is none.
    pub fn next(&mut self) -> Result<(String, Value), Lost> {
        let end = Instant::now() + LIMIT;
        loop {
            if let Some(line) = self.heard.pop_front() {
                let message: Value = serde_json::from_str(&line).unwrap();
                let (key, value) = message.as_object().unwrap().iter().next().unwrap();
                if key == "ping" {
                    self.say(json!({ "pong": value }));
                    continue;
                }
                return Ok((key.clone(), value.clone()));
            }
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "the house said nothing; before: {:#?}", self.log.last());
            self.wire.wait(left);
            let mut lines = Vec::new();
            let heard = self.wire.hear(&mut lines);
            self.log.extend(lines.iter().cloned());
            self.heard.extend(lines);
            if self.heard.is_empty() {
                heard?;
            }
        }
    }

    /// Waits for a message of this kind; a refusal before it is a failure.
    pub fn expect(&mut self, kind: &str) -> Value {
        loop {
            match self.next() {
                Ok((key, value)) if key == kind => return value,
                Ok((key, value)) => assert!(key != "refused", "refused: {value}"),
                Err(lost) => panic!("{lost} instead of '{kind}'; {:#?}", self.log.last()),
            }
        }
    }

    /// The sentence with which the house refuses.
    pub fn refusal(&mut self) -> String {
        loop {
            match self.next() {
                Ok((key, value)) if key == "refused" => {
                    return value["why"].as_str().unwrap().to_owned();
                }
                Ok(_) => {}
                Err(lost) => panic!("{lost} instead of a refusal"),
            }
        }
    }

    /// Plays at random until the match is over, or `stop` says so, and answers the whole match.
    pub fn play(&mut self, seed: u64, mut stop: impl FnMut(&Value) -> bool) -> Option<Value> {
        let mut rng = SmallRng::seed_from_u64(seed);
        loop {
            let (kind, news) = self.next().unwrap_or_else(|lost| panic!("{lost}"));
            assert!(kind != "refused", "refused: {news}");
            if kind != "match" && kind != "moved" {
                continue;
            }
            if news["record"].is_string() {
                return Some(news);
            }
            let scene = &news["scene"];
            if stop(scene) {
                return None;
            }
            if scene["acting"].is_null() {
                continue;
            }
            let legal = scene["legal"].as_array().unwrap();
            self.say(match legal.len() {
                0 => json!("throw"),
                count => json!({ "move": legal[rng.random_range(0..count)] }),
            });
        }
    }
}
