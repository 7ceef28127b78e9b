//! Which programs may be run. The file of a match or a contest may come from anywhere and name any
//! command, so each that nobody here has named is shown in full and asked for, once.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::play::{Player, is_unprintable};
use crate::tui::ask::Ask;

/// The last line of the question on a terminal of 80x24; a command that needs more is not asked for.
const MOST_ROWS: u16 = 22;
/// The answers to the question.
pub const MAY_RUN: &[(&str, MayRun)] =
    &[("Don't run it", MayRun::No), ("Run this program", MayRun::Yes)];

/// Whether a program may be run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MayRun {
    No,
    Yes,
}

/// The commands that may be run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Consent {
    commands: BTreeSet<String>,
}

impl Consent {
    /// For players whom somebody has just seated here.
    pub fn seated(players: &[Player]) -> Consent {
        let commands = players.iter().filter_map(command).map(str::to_owned);
        Consent { commands: commands.collect() }
    }

    /// For a match from a file: only what the settings have among their programs.
    pub fn known(programs: &[String]) -> Consent {
        Consent { commands: programs.iter().cloned().collect() }
    }

    /// Whether this is a program that may not be run yet.
    pub fn lacks(&self, player: &Player) -> bool {
        command(player).is_some_and(|command| !self.commands.contains(command))
    }

    /// Somebody has read the command of this player and wants it run.
    pub fn give(&mut self, player: &Player) {
        self.commands.extend(command(player).map(str::to_owned));
    }
}

fn command(player: &Player) -> Option<&str> {
    match player {
        Player::Program { command } => Some(command),
        Player::Human { .. } | Player::Bot { .. } => None,
    }
}

/// The question whether a player's program may be run, or why it cannot even be asked.
pub fn question(name: &str, player: &Player) -> Result<Ask, String> {
    let command = command(player).unwrap_or_default();
    let text = format!(
        "{name} is a program. The file you opened says to start it with this command, which would \
         have all your permissions:\n\n{}",
        spelt_out(command)
    );
    let ask = Ask::among("Run a program?", text, MAY_RUN);
    match ask.rows() <= MOST_ROWS {
        true => Ok(ask),
        false => Err(format!(
            "the command for {name} is too long to be shown ({} characters), so it isn't run",
            command.chars().count()
        )),
    }
}

/// The command with nothing hidden in it: what would not be seen is written as its code.
fn spelt_out(command: &str) -> String {
    let mut text = String::new();
    for c in command.chars() {
        let _ = match is_unprintable(c) {
            true => write!(text, "{}", c.escape_unicode()),
            false => write!(text, "{c}"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_is_asked_for_once() {
        let program = |command: &str| Player::Program { command: command.to_owned() };
        let (one, other) = (program("sh one"), program("sh other"));
        let mut consent = Consent::known(&["sh mine".to_owned()]);
        assert!(!consent.lacks(&program("sh mine")));
        assert!(!consent.lacks(&Player::Human { name: None }));
        assert!(consent.lacks(&one));
        consent.give(&one);
        assert!(!consent.lacks(&one) && consent.lacks(&other));
        assert!(!Consent::seated(&[one, other.clone()]).lacks(&other));
    }

    #[test]
    fn nothing_is_hidden_in_a_command() {
        assert_eq!(spelt_out("sh \u{202e}x\u{200b}é"), "sh \\u{202e}x\\u{200b}é");
        let long = |length| Player::Program { command: "x".repeat(length) };
        assert!(question("red", &long(400)).is_ok());
        let why = question("red", &long(4000)).err().unwrap();
        assert!(why.contains("too long to be shown (4000 characters)"), "{why}");
    }
}
