//! The rules side: what a game, a match and a record are. It knows no terminal, clock or disk.

mod dice;
mod drawing;
mod fate;
mod file;
mod game;
pub mod line;
mod order;
pub mod page;
mod player;
pub mod puzzle;
pub mod record;
mod scene;
pub mod seating;
mod sentence;
mod series;
mod session;
pub mod telling;
pub mod tour;
mod variant;

pub use dice::{Dice, draw};
pub use drawing::{Drawing, Sign, Signs};
pub use fate::Fate;
pub use file::{FileError, line_and_column, read_toml, with_keys, within};
pub use game::{Eye, Game, Hue, Outcome, Refusal, Seat, Turn, Veiled};
pub(crate) use order::best_first;
pub use player::{BadPlayer, Player};
pub use record::{Record, RecordError};
pub use scene::{Clocks, Scene, Told};
pub use seating::{Due, Seating};
pub use sentence::{clean, is_unprintable, ordinal, retold, sentence, shorten};
pub use series::{Order, Series};
pub use session::{Concession, NoUndo, Refused, Secrets, Session};
pub use variant::{Dial, Name, Variant, board_text};
