//! The keys of the page of a new match, as data.

use crate::tui::keys::{Section, bind};

/// What a person can do here besides choosing a row and turning its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Edit,
    Start,
    Tour,
}

/// Under `[setup]` in `keys.toml`; a page of the game's own has its fixed key before these.
#[rustfmt::skip]
pub const SETUP: Section<Action> = Section {
    name: "setup",
    bindings: &[
        bind(Action::Start, "start", &["enter"], "start",
            "Starts the match; on a board that isn't chosen, chooses it."),
        bind(Action::Edit, "edit", &["e"], "type it", "Lets you type the name or the number."),
        bind(Action::Tour, "tour", &["t"], "tour", "Takes you through the game on a real board."),
    ],
};
