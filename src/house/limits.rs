//! How much one address may ask of a house. Whoever guesses codes gets a few tries a minute, and
//! whoever opens connections without a word gets a few at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Wrong codes before an address has to wait.
const TRIES: f64 = 10.0;
/// How long it takes until one more try is granted.
const PER_TRY: Duration = Duration::from_secs(6);
/// Connections of one address that haven't shown a code yet.
const AT_THE_DOOR: usize = 32;
/// Connections of everybody that haven't shown a code yet.
const ALL_AT_THE_DOOR: usize = 128;
/// Addresses that are remembered; after that those who have done nothing wrong are forgotten.
const REMEMBERED: usize = 4096;

/// What an address has done.
struct Account {
    /// Tries it still has, at that time.
    tries: f64,
    then: Instant,
    at_the_door: usize,
}

impl Account {
    fn tries_now(&self, now: Instant) -> f64 {
        let gained = now.saturating_duration_since(self.then).as_secs_f64() / PER_TRY.as_secs_f64();
        (self.tries + gained).min(TRIES)
    }
}

/// What all addresses have done.
#[derive(Default)]
pub struct Limits {
    accounts: HashMap<IpAddr, Account>,
    at_the_door: usize,
}

impl Limits {
    /// Lets one more connection come to the door, or doesn't.
    pub fn arrive(&mut self, address: IpAddr, now: Instant) -> bool {
        if self.accounts.len() >= REMEMBERED {
            self.accounts.retain(|_, it| it.at_the_door > 0 || it.tries_now(now) < TRIES);
        }
        if self.at_the_door >= ALL_AT_THE_DOOR || self.accounts.len() >= 2 * REMEMBERED {
            return false;
        }
        let account = self.account(address, now);
        if account.at_the_door >= AT_THE_DOOR {
            return false;
        }
        account.at_the_door += 1;
        self.at_the_door += 1;
        true
    }

    /// Whether so many stand at the door that it is no matter from where.
    pub fn is_full(&self) -> bool {
        self.at_the_door >= ALL_AT_THE_DOOR
    }

    /// A connection has left the door, whether it came in or not.
    pub fn leave_door(&mut self, address: IpAddr, now: Instant) {
        let account = self.account(address, now);
        account.at_the_door = account.at_the_door.saturating_sub(1);
        self.at_the_door = self.at_the_door.saturating_sub(1);
    }

    /// How long this address has to wait before it may show a code.
    pub fn wait(&mut self, address: IpAddr, now: Instant) -> Duration {
        let tries = self.account(address, now).tries_now(now);
        PER_TRY.mul_f64((1.0 - tries).max(0.0))
    }

    /// The address has shown a wrong code.
    pub fn wrong_code(&mut self, address: IpAddr, now: Instant) {
        let account = self.account(address, now);
        account.tries = (account.tries_now(now) - 1.0).max(0.0);
        account.then = now;
    }

    fn account(&mut self, address: IpAddr, now: Instant) -> &mut Account {
        let new = || Account { tries: TRIES, then: now, at_the_door: 0 };
        self.accounts.entry(household(address)).or_insert_with(new)
    }
}

/// Whoever has one address of IPv6 has all that begin with the same 64 bits.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let mut parts = address.segments();
            parts[4..].fill(0);
            IpAddr::V6(parts.into())
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_guesses_gets_a_few_tries_a_minute() {
        let (mut limits, now) = (Limits::default(), Instant::now());
        let bad: IpAddr = [127, 0, 0, 1].into();
        for _ in 0..10 {
            assert_eq!(limits.wait(bad, now), Duration::ZERO);
            limits.wrong_code(bad, now);
        }
        assert_eq!(limits.wait(bad, now), PER_TRY);
        assert_eq!(limits.wait([127, 0, 0, 2].into(), now), Duration::ZERO, "others may come in");
        let tries = (0..60).filter(|second| {
            let then = now + Duration::from_secs(*second);
            let granted = limits.wait(bad, then) == Duration::ZERO;
            if granted {
                limits.wrong_code(bad, then);
            }
            granted
        });
        assert_eq!(tries.count(), 9);
    }

    #[test]
    fn an_address_has_a_few_connections_at_the_door() {
        let (mut limits, now) = (Limits::default(), Instant::now());
        let crowd: IpAddr = "2001:db8::1".parse().unwrap();
        let same_house: IpAddr = "2001:db8::2".parse().unwrap();
        assert_eq!((0..1000).filter(|_| limits.arrive(crowd, now)).count(), AT_THE_DOOR);
        assert!(!limits.arrive(same_house, now));
        assert!(limits.arrive([10, 0, 0, 1].into(), now));
        limits.leave_door(crowd, now);
        assert!(limits.arrive(same_house, now));
    }

    #[test]
    fn many_addresses_are_not_all_remembered() {
        let (mut limits, now) = (Limits::default(), Instant::now());
        for number in 0..50_000_u32 {
            let address = IpAddr::from(number.to_be_bytes());
            if limits.arrive(address, now) {
                limits.leave_door(address, now);
            }
        }
        assert!(limits.accounts.len() <= 2 * REMEMBERED);
        assert!(limits.arrive([10, 0, 0, 1].into(), now));
    }
}
