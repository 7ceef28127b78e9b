//! Invitations: `parlour://ADDR:PORT/CODE`, one word that holds all a guest needs.
//!
//! The code is 24 letters and digits, 120 bits:
//!
//! ```text
//! K7QM2XTA9FWD5HRB CE4N8VJP
//! |                |
//! |                '- 40 bits, the secret that lets its bearer in: one to play, one to watch
//! '- 80 bits of the fingerprint of the house's key, so nobody else can pretend to be the house
//! ```

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::play::shorten;

/// Every sign of a code, five bits each. `I`, `L`, `O` and `U` are not among them: they are too
/// easily taken for others, and so `O` is read as `0`, `I` and `L` as `1`.
const SIGNS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SCHEME: &str = "parlour://";
/// The longest name of a machine there is.
const LONGEST_HOST: usize = 253;

/// The first 80 bits of the hash of a house's key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint(pub [u8; 10]);

/// What a guest shows at the door: 40 bits. It isn't printed by accident.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Secret(pub [u8; 5]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_signs(&self.0))
    }
}

impl FromStr for Secret {
    type Err = String;

    fn from_str(text: &str) -> Result<Secret, String> {
        let bytes = read_signs(text)?;
        bytes.try_into().map(Secret).map_err(|_| "a secret has 8 signs".to_owned())
    }
}

/// What an invitation lets its bearer do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Right {
    /// Take a seat, or look on.
    Play,
    /// Look on.
    Watch,
}

impl Right {
    /// The word on the command line and in messages.
    pub fn word(self) -> &'static str {
        match self {
            Right::Play => "play",
            Right::Watch => "watch",
        }
    }
}

/// Where a house is, which key it has, and what lets the bearer in.
///
/// ```
/// use parlour::house::Invitation;
///
/// let text = "parlour://127.0.0.1:4177/K7QM2XTA9FWD5HRBCE4N8VJP";
/// let invitation: Invitation = text.parse()?;
/// assert_eq!(invitation.to_string(), text);
/// assert_eq!(text.to_lowercase().parse(), Ok(invitation));
/// # Ok::<(), parlour::house::BadInvitation>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// An address or the name of a machine; one of IPv6 without its brackets.
    pub host: String,
    /// The port the house listens at.
    pub port: u16,
    /// Of the house's key.
    pub fingerprint: Fingerprint,
    /// What lets the bearer in.
    pub secret: Secret,
}

impl Invitation {
    /// The 24 signs.
    pub fn code(&self) -> String {
        let bytes: Vec<u8> = self.fingerprint.0.iter().chain(&self.secret.0).copied().collect();
        write_signs(&bytes)
    }

    /// `ADDR:PORT`, as sockets and people write it.
    pub fn address(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }
}

impl Display for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}/{}", self.address(), self.code())
    }
}

/// Why a text is not an invitation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadInvitation(String);

impl Display for BadInvitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for BadInvitation {}

impl FromStr for Invitation {
    type Err = BadInvitation;

    fn from_str(text: &str) -> Result<Invitation, BadInvitation> {
        let text = text.trim();
        let bad = |why: String| {
            BadInvitation(format!(
                "{why}; an invitation is one word like parlour://192.168.1.20:4177/CODE, with 24 letters and digits at its end"
            ))
        };
        let scheme = text.get(..SCHEME.len()).filter(|it| it.eq_ignore_ascii_case(SCHEME));
        let Some(rest) = scheme.map(|scheme| &text[scheme.len()..]) else {
            return Err(bad(format!("'{}' isn't an invitation", shorten(text, 60))));
        };
        let Some((address, code)) = rest.trim_end_matches('/').split_once('/') else {
            return Err(bad("the invitation has no code".to_owned()));
        };
        let (host, port) = split_address(address).map_err(bad)?;
        let code = read_signs(code).map_err(bad)?;
        let (Ok(fingerprint), Ok(secret)) = (
            code.get(..10).unwrap_or_default().try_into(),
            code.get(10..).unwrap_or_default().try_into(),
        ) else {
            return Err(bad("the code isn't whole".to_owned()));
        };
        Ok(Invitation { host, port, fingerprint: Fingerprint(fingerprint), secret: Secret(secret) })
    }
}

/// The host and the port of `ADDR:PORT`; an address of IPv6 stands in brackets.
fn split_address(address: &str) -> Result<(String, u16), String> {
    let shown = shorten(address, 60);
    let (host, port) = address.rsplit_once(':').ok_or_else(|| format!("'{shown}' has no port"))?;
    let port: u16 = port.parse().ok().filter(|port| *port > 0).ok_or_else(|| {
        format!("'{}' isn't a port; use a number from 1 to 65535", shorten(port, 20))
    })?;
    let inner = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let bare = inner.unwrap_or(host);
    let known = |c: char| c.is_ascii_alphanumeric() || "-._:%".contains(c);
    let fits = !bare.is_empty()
        && bare.len() <= LONGEST_HOST
        && bare.chars().all(known)
        && (inner.is_some() || !bare.contains(':'));
    if !fits {
        return Err(format!("'{shown}' isn't an address"));
    }
    Ok((bare.to_owned(), port))
}

/// Bytes as signs; five of the one are eight of the other.
#[inline(never)]
pub(super) fn write_signs(bytes: &[u8]) -> String {
    let mut text = String::new();
    for five in bytes.chunks(5) {
        let bits = five.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        for at in (0..five.len() * 8 / 5).rev() {
            text.push(char::from(SIGNS[(bits >> (5 * at)) as usize & 31]));
        }
    }
    text
}

/// Signs as bytes; hyphens between them help people and mean nothing.
fn read_signs(text: &str) -> Result<Vec<u8>, String> {
    let value = |c: char| {
        let c = match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            c => c,
        };
        let at = SIGNS.iter().position(|sign| char::from(*sign) == c);
        at.map(|at| at as u64)
            .ok_or_else(|| format!("'{}' isn't a sign of a code", c.escape_debug()))
    };
    let signs: Vec<u64> =
        text.chars().filter(|c| *c != '-').map(value).collect::<Result<_, _>>()?;
    if signs.is_empty() || !signs.len().is_multiple_of(8) || signs.len() > 24 {
        return Err(format!("the code has {} signs, not 24", signs.len()));
    }
    let bytes = |eight: &[u64]| {
        let bits = eight.iter().fold(0, |bits, sign| bits << 5 | sign);
        bits.to_be_bytes()[3..].to_vec()
    };
    Ok(signs.chunks(8).flat_map(bytes).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invitations_are_read_as_they_are_written() {
        for address in ["127.0.0.1:4177", "[::1]:1", "[fe80::1%eth0]:65535", "ada.local:80"] {
            let text = format!("parlour://{address}/0123456789ABCDEFGHJKMNPQ");
            let read: Invitation = text.parse().unwrap();
            assert_eq!(read.to_string(), text);
        }
        let plain = "parlour://a:1/0123456789ABCDEFGHJKMNPQ";
        for same in [
            "PARLOUR://a:1/0123-4567-89AB-CDEF-GHJK-MNPQ",
            "  parlour://a:1/oi23456789abcdefghjkmnpq/ ",
        ] {
            assert_eq!(same.parse::<Invitation>(), plain.parse(), "{same}");
        }
    }

    #[test]
    fn what_is_no_invitation_is_refused_with_a_sentence() {
        for (text, why) in [
            ("http://127.0.0.1:80/x", "'http://127.0.0.1:80/x' isn't an invitation"),
            ("parlour://a:1", "no code"),
            ("parlour://a/0123456789ABCDEFGHJKMNPQ", "no port"),
            ("parlour://a:0/0123456789ABCDEFGHJKMNPQ", "'0' isn't a port"),
            ("parlour://::1:7/0123456789ABCDEFGHJKMNPQ", "isn't an address"),
            ("parlour://a b:7/0123456789ABCDEFGHJKMNPQ", "isn't an address"),
            ("parlour://a:1/0123456789ABCDEFGHJKMNP", "has 23 signs"),
            ("parlour://a:1/0123456789ABCDEFGHJKMNPU", "'U' isn't a sign"),
            ("parlour://a:1/01234567", "isn't whole"),
            ("parlour://a:1/", "no code"),
        ] {
            let error = text.parse::<Invitation>().unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
