//! Connections that come to nothing: noise, guessed codes, other versions. The host hears of them
//! in a few sentences, however many there are.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use super::wire::Lost;

/// For so long they are counted before a sentence,
const GATHER: Duration = Duration::from_secs(5);
/// and this is the least between two.
const PAUSE: Duration = Duration::from_secs(60);

/// Those who came and weren't let in, since the host last heard of them.
#[derive(Default)]
pub struct Strangers {
    count: u64,
    last: Option<(IpAddr, String)>,
    told: Option<Instant>,
    due: Option<Instant>,
}

impl Strangers {
    /// Notes one more, and why it wasn't let in.
    pub fn note(&mut self, address: IpAddr, why: String, now: Instant) {
        self.count += 1;
        self.last = Some((address.to_canonical(), why));
        let soonest = now + GATHER;
        let due = self.told.map_or(soonest, |told| soonest.max(told + PAUSE));
        self.due.get_or_insert(due);
    }

    /// When there is something to tell.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// What the host should know now.
    pub fn tell(&mut self, now: Instant) -> Option<String> {
        self.due.take_if(|due| *due <= now)?;
        self.told = Some(now);
        let (address, why) = self.last.take()?;
        Some(match std::mem::take(&mut self.count) {
            1 => format!("a connection from {address} came to nothing: {why}"),
            count => {
                format!("{count} connections came to nothing, the last from {address}: {why}")
            }
        })
    }
}

/// Why somebody was lost before they were let in, for the host.
pub fn at_the_door(lost: &Lost) -> String {
    match lost {
        Lost::Left | Lost::Closed => "it said nothing".to_owned(),
        Lost::Noise(_) => "it doesn't speak as guests do".to_owned(),
        lost => lost.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_is_one_sentence_and_nobody_is_forgotten() {
        let (mut strangers, start) = (Strangers::default(), Instant::now());
        let address = IpAddr::from([192, 0, 2, 7]);
        let mut said = Vec::new();
        for ms in 0..100_000 {
            let now = start + Duration::from_millis(ms);
            if ms < 4000 || ms == 70_000 {
                strangers.note(address, "it said nothing".to_owned(), now);
            }
            said.extend(strangers.tell(now));
        }
        let sentences = [
            "4000 connections came to nothing, the last from 192.0.2.7: it said nothing",
            "a connection from 192.0.2.7 came to nothing: it said nothing",
        ];
        assert_eq!(said, sentences);
        assert_eq!(strangers.due(), None);
    }
}
