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
    Share,
    /// Another match with the same people.
    Rematch,
    /// The same, by the key that the panel names.
    Again,
    /// The setup, to choose who else plays.
    Opponent,
    /// The setup, to choose another board.
    Board,
    Replay,
    /// A replay that goes to the move that lost the match.
    WhereLost,
    /// Takes the banner away, or brings it back.
    Banner,
    /// Whether the position is a puzzle.
    Puzzle,
    /// The win that was let go, as a puzzle.
    TryAgain,
}

/// Under `[match]` in `keys.toml`. What makes sense now comes before the game's own keys.
#[rustfmt::skip]
pub const MATCH: Section<Action> = Section {
    name: "match",
    bindings: &[
        bind(Action::Undo, "undo", &["u"], "undo",
            "Undoes your last move, as often as you like."),
        bind(Action::Redo, "redo", &["y", "ctrl-r"], "redo",
            "Redoes a move you undid."),
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
        bind(Action::Share, "share", &["s"], "share",
            "Copies the position or the match, or draws a picture of the board into a file."),
        bind(Action::Puzzle, "puzzle", &["e"], "puzzle?",
            "Asks whether this position is a puzzle, and saves it among yours."),
        bind(Action::Rematch, "rematch", &["n"], "rematch",
            "After the end: plays again with the same players on this board."),
        bind(Action::Replay, "replay", &["v"], "replay",
            "After the end: replays the match, move by move."),
    ],
};

/// Under `[end]`: what works once a match is over, before everything else.
#[rustfmt::skip]
pub const END: Section<Action> = Section {
    name: "end",
    bindings: &[
        bind(Action::Again, "again", &["enter"], "rematch",
            "After the end: plays again with the same players on this board."),
        bind(Action::Banner, "banner", &["space"], "see the board",
            "After the end: hides the banner, or shows it again."),
        bind(Action::Opponent, "opponent", &["o"], "other opponent",
            "After the end: opens the page where you choose who plays."),
        bind(Action::Board, "board", &["b"], "other board",
            "After the end: opens the page where you choose the board."),
        bind(Action::WhereLost, "where-lost", &["w"], "where it was lost",
            "After the end: finds the move that gave the match away."),
        bind(Action::TryAgain, "try-again", &["t"], "try it again",
            "After the end: opens the win that you missed as a puzzle."),
    ],
};
