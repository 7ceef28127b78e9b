//! The keys of every match, as data.

use crate::tui::keys::{Section, bind};

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
#[rustfmt::skip]
pub const MATCH: Section<Action> = Section {
    name: "match",
    bindings: &[
        bind(Action::Undo, "undo", &["u"], "undo",
            "Takes your last move back, as often as you like."),
        bind(Action::Redo, "redo", &["y", "ctrl-r"], "redo",
            "Plays a move again that was taken back."),
        bind(Action::Hint, "hint", &["i"], "hint", "Shows a good move."),
        bind(Action::Analysis, "analysis", &["a"], "analysis",
            "Shows what each move is worth, or hides it."),
        bind(Action::Pause, "pause", &["p"], "pause", "Pauses bots that play each other."),
        bind(Action::Faster, "faster", &["+", "="], "faster", "Bots move faster."),
        bind(Action::Slower, "slower", &["-"], "slower", "Bots move slower."),
        bind(Action::AtOnce, "at-once", &["f"], "to the end",
            "Bots play to the end without a pause."),
        bind(Action::SaveAs, "save-as", &["ctrl-s"], "save as",
            "Keeps a copy under a name of your choice."),
        bind(Action::Rematch, "rematch", &["n"], "rematch", "Starts another match on this board."),
        bind(Action::Replay, "replay", &["v"], "replay", "Looks at the match again, move by move."),
    ],
};
