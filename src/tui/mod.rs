//! The terminal side that all games and screens share: the event loop, keys, colours and drawing,
//! and the frame around them. It never names a game.

pub(crate) mod ask;
pub mod banner;
pub mod board;
pub mod challenge;
pub mod colour;
mod context;
pub(crate) mod course;
pub(crate) mod event_loop;
pub(crate) mod form;
pub mod game_ui;
pub(crate) mod help;
pub(crate) mod hints;
mod input;
mod keep;
pub mod keys;
pub mod letters;
pub(crate) mod list;
pub mod look;
pub(crate) mod motion;
pub mod painter;
pub mod panels;
pub mod picture;
pub mod pieces;
pub mod pixels;
pub mod router;
mod screen;
mod signals;
pub mod task;
mod terminal;
pub mod text;
pub mod theme;
pub(crate) mod trip;

pub use context::Context;
pub use game_ui::GameUi;
pub use keep::{Existing, Keep};
pub use look::{Charset, Look};
pub use screen::{Answer, Effect, Hint, Mouse, Msg, Screen, Title};
pub use theme::{Depth, Ink, Meaning, Rgb, Theme};
