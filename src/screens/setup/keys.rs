//! The keys of the page of a new match, as data.

use crate::tui::keys::{Binding, Section};

/// What a person can do here besides choosing a row and turning its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Edit,
    Start,
    Tour,
}

/// Under `[setup]` in `keys.toml`; a page of the game's own has its fixed key before these.
pub const SETUP: Section<Action> = Section {
    name: "setup",
    bindings: &[
        Binding { action: Action::Start, name: "start", keys: &["enter"], help: "start" },
        Binding { action: Action::Edit, name: "edit", keys: &["e"], help: "type it" },
        Binding { action: Action::Tour, name: "tour", keys: &["t"], help: "tour" },
    ],
};
