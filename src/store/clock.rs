//! Date and time as text, the only reading of the calendar there is.
//!
//! What is written is in UTC and says so; what people read is in their own zone.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::SystemTime;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

const WRITTEN: &str = "%Y-%m-%d %H:%M:%S UTC";

/// `2026-11-16 05:12:33 UTC`: in the order of time when sorted as text.
pub fn date_and_time(when: SystemTime) -> String {
    text(when, WRITTEN)
}

/// `2026-11-16-051233`: the same without what file names do not like.
pub fn for_a_file_name(when: SystemTime) -> String {
    text(when, "%Y-%m-%d-%H%M%S")
}

fn text(when: SystemTime, format: &str) -> String {
    // A clock that is off by thousands of years is wrong anyway.
    Timestamp::try_from(when).unwrap_or_default().strftime(format).to_string()
}

/// What was written by us, in seconds since 1970.
pub fn moment(written: &str) -> Option<i64> {
    let moment = DateTime::strptime(WRITTEN, written).ok()?.to_zoned(TimeZone::UTC).ok()?;
    Some(moment.timestamp().as_second())
}

/// A date of the calendar, wherever it was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day(Date);

impl Day {
    /// How many days later than another it is.
    pub fn days_since(self, other: Day) -> i64 {
        self.number() - other.number()
    }

    /// How many days after the first of January 1970 it is.
    pub fn number(self) -> i64 {
        let first = Date::constant(1970, 1, 1);
        self.0.since(first).map_or(0, |span| i64::from(span.get_days()))
    }

    /// So many days before this one.
    pub fn before(self, days: i64) -> Day {
        let days = jiff::Span::new().try_days(days).unwrap_or_default();
        Day(self.0.saturating_sub(days))
    }

    /// As people write it: `16 November`.
    pub fn words(self) -> String {
        self.0.strftime("%-d %B").to_string()
    }
}

impl Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.strftime("%Y-%m-%d"))
    }
}

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Day, String> {
        let day = Date::strptime("%Y-%m-%d", text);
        day.map(Day).map_err(|_| format!("'{text}' isn't a date; write 2026-11-16"))
    }
}

/// The zone of whoever reads.
#[derive(Clone, Debug)]
pub struct Zone(TimeZone);

impl Zone {
    /// The zone of this machine, or UTC where it does not say.
    pub fn of_this_machine() -> Zone {
        Zone(TimeZone::system())
    }

    /// UTC, which is the same everywhere.
    pub fn utc() -> Zone {
        Zone(TimeZone::UTC)
    }

    /// Which day it is here.
    pub fn day(&self, when: SystemTime) -> Day {
        let moment = Timestamp::try_from(when).unwrap_or_default();
        Day(moment.to_zoned(self.0.clone()).date())
    }

    /// What was written by us as people read it here: `16 Nov 2026, 06:12`. Anything else as it is.
    pub fn shown(&self, written: &str) -> String {
        let moment = DateTime::strptime(WRITTEN, written).and_then(|it| it.to_zoned(TimeZone::UTC));
        match moment {
            Ok(moment) => {
                moment.with_time_zone(self.0.clone()).strftime("%-d %b %Y, %H:%M").to_string()
            }
            Err(_) => written.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn known_moments_read_as_they_should() {
        let cases = [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_399, "2000-02-28 23:59:59 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"),
            (1_709_251_199, "2024-02-29 23:59:59 UTC"),
            (1_794_805_953, "2026-11-16 05:12:33 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00 UTC"),
        ];
        for (seconds, text) in cases {
            assert_eq!(date_and_time(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
        let moment = UNIX_EPOCH + Duration::from_secs(1_794_805_953);
        assert_eq!(for_a_file_name(moment), "2026-11-16-051233");
    }

    #[test]
    fn a_day_depends_on_the_zone_and_counts_from_1970() {
        let late = UNIX_EPOCH + Duration::from_secs(1_794_805_953 + 18 * 3600);
        let east = Zone(TimeZone::fixed(jiff::tz::offset(9)));
        assert_eq!(Zone::utc().day(late).to_string(), "2026-11-16");
        assert_eq!(east.day(late).to_string(), "2026-11-17");
        let day: Day = "2024-03-01".parse().unwrap();
        assert_eq!(day.before(1).to_string(), "2024-02-29");
        assert_eq!((day.number(), day.words().as_str()), (19783, "1 March"));
        assert!("2024-02-30".parse::<Day>().is_err());
    }

    #[test]
    fn people_read_their_own_time() {
        let written = "2026-11-16 23:12:33 UTC";
        assert_eq!(Zone::utc().shown(written), "16 Nov 2026, 23:12");
        let east = Zone(TimeZone::fixed(jiff::tz::offset(2)));
        assert_eq!(east.shown(written), "17 Nov 2026, 01:12");
        assert_eq!(east.shown("yesterday"), "yesterday");
    }
}
