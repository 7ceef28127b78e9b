//! Date and time as text, the only reading of the calendar there is.
//!
//! What is written is in UTC and says so; what people read is in their own zone.

use std::time::SystemTime;

use jiff::Timestamp;
use jiff::civil::DateTime;
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
    fn people_read_their_own_time() {
        let written = "2026-11-16 23:12:33 UTC";
        assert_eq!(Zone::utc().shown(written), "16 Nov 2026, 23:12");
        let east = Zone(TimeZone::fixed(jiff::tz::offset(2)));
        assert_eq!(east.shown(written), "17 Nov 2026, 01:12");
        assert_eq!(east.shown("yesterday"), "yesterday");
    }
}
