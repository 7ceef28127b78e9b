//! The keys of every match, as data.

use crate::tui::keys::{Binding, Section};

/// What a person can do in every match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Undo,
    Redo,
    Hint,
    Analysis,
    Pause,
    Faster,
    Slower,
    AtOnce,
    SaveAs,
    Rematch,
    Replay,
}

/// Under `[match]` in `keys.toml`. What makes sense now comes before the game's own keys.
pub const MATCH: Section<Action> = Section {
    name: "match",
    bindings: &[
        Binding { action: Action::Undo, name: "undo", keys: &["u"], help: "undo" },
        Binding { action: Action::Redo, name: "redo", keys: &["y", "ctrl-r"], help: "redo" },
        Binding { action: Action::Hint, name: "hint", keys: &["i"], help: "hint" },
        Binding { action: Action::Analysis, name: "analysis", keys: &["a"], help: "analysis" },
        Binding { action: Action::Pause, name: "pause", keys: &["p"], help: "pause" },
        Binding { action: Action::Faster, name: "faster", keys: &["+", "="], help: "faster" },
        Binding { action: Action::Slower, name: "slower", keys: &["-"], help: "slower" },
        Binding { action: Action::AtOnce, name: "at-once", keys: &["f"], help: "to the end" },
        Binding { action: Action::SaveAs, name: "save-as", keys: &["ctrl-s"], help: "save as" },
        Binding { action: Action::Rematch, name: "rematch", keys: &["n"], help: "rematch" },
        Binding { action: Action::Replay, name: "replay", keys: &["v"], help: "replay" },
    ],
};
