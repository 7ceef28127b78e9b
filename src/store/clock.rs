//! Date and time as text, the only reading of the calendar there is.
//!
//! The standard library knows no time zones, so everything is in UTC and says so.

use std::time::{SystemTime, UNIX_EPOCH};

const DAY: u64 = 24 * 60 * 60;

/// `2026-11-16 05:12:33 UTC`: in the order of time when sorted as text.
pub fn date_and_time(when: SystemTime) -> String {
    let (days, hour, minute, second) = split(when);
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

/// `2026-11-16-051233`: the same without what file names do not like.
pub fn for_a_file_name(when: SystemTime) -> String {
    let (days, hour, minute, second) = split(when);
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}")
}

/// Days since 1970, hour, minute, second. A clock before 1970 is wrong anyway.
fn split(when: SystemTime) -> (u64, u64, u64, u64) {
    let seconds = when.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let of_day = seconds % DAY;
    (seconds / DAY, of_day / 3600, of_day / 60 % 60, of_day % 60)
}

/// Year, month and day of a number of days since 1970.
fn civil(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn known_moments_read_as_they_should() {
        let cases = [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_399, "2000-02-28 23:59:59 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"),
            (1_709_251_199, "2024-02-29 23:59:59 UTC"),
            (1_735_689_599, "2024-12-31 23:59:59 UTC"),
            (1_794_805_953, "2026-11-16 05:12:33 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00 UTC"),
        ];
        for (seconds, text) in cases {
            assert_eq!(date_and_time(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
        let moment = UNIX_EPOCH + Duration::from_secs(1_794_805_953);
        assert_eq!(for_a_file_name(moment), "2026-11-16-051233");
    }
}
