//! The one painter of all games: shapes in, block characters with two colours each out.
//!
//! A [`Canvas`] counts in cells of the terminal, with fractions: a circle of radius 2.5 around
//! (3.0, 1.5). Each cell is sampled at 8 x 8 points; which points a shape covers is one `u64`.
//! `blocks` then finds the character and the two colours that come nearest. The result is a
//! [`Sprite`], computed once for a size and a theme ([`Sprites`]) and drawn over what lies there.
//!
//! It knows colours and shapes, and nothing of games.

mod blocks;
mod shape;
mod sprite;

pub use shape::Shape;
pub use sprite::{Canvas, Sprite, Sprites, dim};
