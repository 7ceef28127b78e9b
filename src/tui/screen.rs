//! What a screen is: Model, Update and View, and the effects an update may ask for.

use std::path::PathBuf;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::keys::Key;
use super::task::Job;
use super::{Context, Keep};

/// What happens to a screen.
#[derive(Clone, PartialEq, Debug)]
pub enum Msg {
    /// One that the router has no use for itself.
    Key(Key),
    /// What it did, and on which cell of the terminal.
    Mouse(Mouse, Position),
    /// Text that came in one piece.
    Paste(String),
    /// Time has passed since the last tick; only screens with a `pulse` hear it.
    Tick(Duration),
    /// A task of some screen has news: poll yours.
    Woken,
    /// The screen has come to the top: it was opened, or what lay over it was closed.
    Shown,
    /// A popup this screen opened was answered.
    Answered(Answer),
    /// The terminal has another size now.
    Resized,
    /// What this screen asked to [`Keep`] is on the disk, and where; or why it isn't.
    Kept(Result<PathBuf, String>),
}

/// What the mouse did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mouse {
    /// The left button went down.
    Click,
    /// It moved, with a button held or without.
    Hover,
    /// One notch away from the hand.
    WheelUp,
    /// One notch towards the hand.
    WheelDown,
}

/// What a popup was closed with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The button of this index.
    Chosen(usize),
    /// What was typed, as it is: it may be empty.
    Text(String),
    /// Left without an answer.
    Dismissed,
}

impl Answer {
    /// Which of the answers of `Ask::among` was chosen, if one was.
    pub fn among<A: Copy>(&self, answers: &[(&'static str, A)]) -> Option<A> {
        match self {
            Answer::Chosen(at) => answers.get(*at).map(|(_, answer)| *answer),
            Answer::Text(_) | Answer::Dismissed => None,
        }
    }
}

/// What an update asks of the event loop, which alone performs it.
#[must_use]
pub enum Effect {
    /// Nothing but to draw again.
    None,
    /// Put a screen on top of this one.
    Open(Box<dyn Screen>),
    /// Put a screen in the place of this one.
    Swap(Box<dyn Screen>),
    /// Take the screen on top away. If it is the last, the arcade ends.
    Close,
    /// Close this popup and hand the answer to the screen beneath.
    Answer(Answer),
    /// Close everything above the last menu.
    Home,
    /// Leave the arcade.
    Quit,
    /// Hand the terminal to the shell until it lets us go on.
    Suspend,
    /// Write something to the disk, before the frame that shows it.
    Keep(Keep),
    /// Put a text into the clipboard of whoever looks, if their terminal lets programs do that.
    Copy(String),
    /// Ring the terminal's bell.
    Bell,
    /// Start work on a thread of its own.
    Run(Job),
    /// Why not, as a sentence for the status line, gone with the next key.
    Say(String),
    /// Good news for the status line.
    Tell(String),
    /// All of them, in this order.
    Batch(Vec<Effect>),
}

impl Effect {
    /// Both, this one first.
    pub fn and(self, other: Effect) -> Effect {
        match (self, other) {
            (Effect::None, other) => other,
            (this, Effect::None) => this,
            (Effect::Batch(mut all), other) => {
                all.push(other);
                Effect::Batch(all)
            }
            (this, other) => Effect::Batch(vec![this, other]),
        }
    }
}

/// A key and what it does here, for the footer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Several that belong together: `← →`.
    pub keys: Vec<Key>,
    /// What they do here, in a word or three.
    pub words: &'static str,
    /// The same as a sentence, for the help; empty where the words say enough.
    pub about: &'static str,
}

/// The title bar: where one is, and at the right what is happening.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Title {
    /// The page or its game; never shortened.
    pub name: String,
    /// Beside the name, cut where the room ends.
    pub detail: String,
    /// Left out where it does not fit whole.
    pub right: String,
}

/// One page of the arcade. The router keeps a stack of them and draws the title bar and the
/// footer around the one on top.
pub trait Screen {
    /// Changes the model. No sleeping, no clock and no disk: time arrives as [`Msg::Tick`], and what
    /// is to be written leaves as [`Effect::Keep`].
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect;
    /// Draws the body. Drawing changes nothing.
    fn view(&self, area: Rect, buf: &mut Buffer, context: &Context);
    /// What the bar above says; that of a popup is not shown.
    fn title(&self) -> Title;
    /// The keys that work now, most used first.
    fn hints(&self, context: &Context) -> Vec<Hint>;
    /// What is to be kept when this screen is left, however that comes about.
    fn leaving(&self, _desk: &Context) -> Option<Keep> {
        None
    }
    /// How long until this screen wants a tick; none while nothing moves.
    fn pulse(&self) -> Option<Duration> {
        None
    }
    /// A popup is drawn over the screen beneath, which stays visible.
    fn is_popup(&self) -> bool {
        false
    }
    /// While text is typed, letters are letters: no shortcuts, no `?`.
    fn is_typing(&self) -> bool {
        false
    }
    /// The smallest body that can show this screen.
    fn min_size(&self) -> Size {
        Size::new(80, 22)
    }
    /// Whether [`Effect::Home`] comes back to this page.
    fn is_home(&self) -> bool {
        false
    }
    /// What `?` opens here; none where it makes no sense (on the help itself).
    fn help(&self, _desk: &Context) -> Option<Box<dyn Screen>> {
        None
    }
}
