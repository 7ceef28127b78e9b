//! A house: tables on this machine at which people and programs of other machines play.
//!
//! The house is the referee and the only one with the state. A guest is sent what its eye may see
//! and nothing else, and owns nothing of the host's: it names no file, no program and no setting.
//! One thread does all the talking ([`House::run`]): sockets that never block, a queue with a bound
//! for each guest, and nobody's silence delays another. Whatever is shown is on the disk first.

mod address;
mod at_table;
mod book;
mod contest;
mod director;
mod door;
mod game;
mod guest;
mod hall;
mod invitation;
mod joined;
mod key;
mod limits;
mod message;
mod news;
mod orders;
mod roaming;
mod room;
mod snapshot;
mod strangers;
mod table;
mod thinkers;
mod visitor;
mod wire;
mod witness;
mod writers;

pub use address::network_address;
pub use book::{KnownHouse, Ticket, forget_house, known_houses, remember_house, usual_name};
pub(crate) use director::Director;
pub use game::{FoundBoard, HostedGames};
pub(crate) use game::{Hosted, hosted};
pub use hall::House;
pub use invitation::{BadInvitation, Fingerprint, Invitation, Right, Secret};
pub use key::HouseKey;
pub use message::{
    ContestNews, Failed, FromGuest, FromHouse, Knock, MatchNews, Moved, PROTOCOL, PlaceInfo,
    Refusal, SeatInfo, SeatState, Seated, TableInfo, Telling, TieInfo, Wants, Welcome,
};
pub(crate) use news::standing_words;
pub use orders::{Order, Orders};
pub use room::{Answers, EntrantInfo, Room};
pub use snapshot::{AwayInfo, GuestInfo, Snapshot};
pub use table::{Away, Clock, Opening, SeatFor};
pub use visitor::{Ended, Heard, Visit, Visitor, dial};
pub use wire::{Lost, Wire};
pub use witness::{Keepsake, Witness};
