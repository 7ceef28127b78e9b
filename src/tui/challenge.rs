//! The board of a puzzle and what can be done on it: the part of the page that differs from kind to
//! kind. Task, tries, streak and rating stand beside it, written once for all of them.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::screen::{Effect, Hint, Msg};
use super::theme::Meaning;
use super::{Context, Screen};
use crate::play::Hue;

/// What the task is, for the head of the panel.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Task {
    /// Whose task it is; none where there are no sides.
    pub hue: Option<Hue>,
    /// The first words: `Yellow to play and win`.
    pub lead: String,
    /// The word the eye finds first, in large letters: `IN 5`.
    pub big: String,
    /// What is said below it, if anything.
    pub tail: String,
    /// What one may do on this board, where boards of the game differ in that.
    pub rule: &'static str,
    /// What is to be done next, beside the tries.
    pub aim: String,
}

/// What came of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tried {
    /// A try that failed: what was tried, and why it fails.
    Wrong(String, String),
    /// The goal is reached; with how many cards, where that counts.
    Solved(Option<u32>),
    /// The answer has been shown to its end.
    Shown,
}

/// Where the page goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// The board's side, for a banner.
    pub side: Rect,
    /// The row under the board.
    pub status: Rect,
    /// The panel's text.
    pub panel: Rect,
    /// Whether the board takes the row under it too: its words then stand in the panel.
    pub filled: bool,
}

/// The board of one puzzle.
pub trait Challenge {
    /// What is to be done.
    fn task(&self) -> Task;
    /// The board it is played on, where there are several with a name.
    fn board(&self) -> Option<String> {
        None
    }
    /// Marks what failed on earlier visits: what was tried, as `Tried::Wrong` had it.
    fn remember(&mut self, _failed: &[String]) {}
    /// Hears a message, and says what came of it.
    fn update(&mut self, msg: &Msg, context: &mut Context) -> (Effect, Option<Tried>);
    /// Draws the board and the empty panel.
    fn draw(&self, buf: &mut Buffer, context: &Context) -> Room;
    /// What stands under the board.
    fn status(&self, context: &Context) -> (String, Meaning);
    /// What was to be seen of the last deed, which a banner must not cover.
    fn seen(&self, _desk: &Context) -> Vec<Rect> {
        Vec::new()
    }
    /// The keys of the board that work now.
    fn hints(&self, context: &Context) -> Vec<Hint>;
    /// Keys of the board that are rarer than those of the page.
    fn more_hints(&self, _desk: &Context) -> Vec<Hint> {
        Vec::new()
    }
    /// Whether the key that leaves has another use now.
    fn keeps_back(&self) -> bool {
        false
    }
    /// Gives the next hint: first where to look, then what to do; none when there is none now.
    fn hint(&mut self, context: &mut Context) -> Option<Effect>;
    /// Shows the answer on the board.
    fn show(&mut self, context: &mut Context) -> Effect;
    /// Begins anew.
    fn restart(&mut self);
    /// How long until something wants to move.
    fn pulse(&self) -> Option<Duration>;
    /// The smallest body that can show it.
    fn min_size(&self) -> Size;
    /// What `?` opens, with these keys explained as well.
    fn help(&self, hints: &[Hint], context: &Context) -> Option<Box<dyn Screen>>;
}
