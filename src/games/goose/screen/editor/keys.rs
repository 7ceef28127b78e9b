//! What one can do in the editor, and the keys for it.

use crate::tui::keys::{Section, bind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Goose,
    Trap,
    Wait,
    Teleport,
    Plain,
    Longer,
    Shorter,
    Undo,
    Redo,
    Try,
    Save,
    NameCell,
    NameBoard,
    Dice,
    Sides,
    Winding,
}

#[rustfmt::skip]
pub const EDITOR: Section<Action> = Section {
    name: "goose-editor",
    bindings: &[
        bind(Action::Goose, "goose", &["g"], "goose",
            "A goose: whoever lands here moves the same sum again."),
        bind(Action::Trap, "trap", &["t"], "trap",
            "A trap: whoever lands here waits until another player comes."),
        bind(Action::Wait, "wait", &["w"], "wait",
            "An inn: whoever lands here misses a turn; press again for one more."),
        bind(Action::Teleport, "teleport", &["p"], "jump",
            "A jump: choose where it leads with the arrows or its number."),
        bind(Action::Undo, "undo", &["u"], "undo", "Undoes the last change."),
        bind(Action::Try, "try", &["enter"], "try", "Plays a quick match on this board."),
        bind(Action::Save, "save", &["s", "ctrl-s"], "save",
            "Saves the board under a name of your choice."),
        bind(Action::Plain, "plain", &["x", "delete", "backspace"], "plain",
            "A plain cell: nothing happens here."),
        bind(Action::Longer, "longer", &["+", "="], "longer", "Makes the track one cell longer."),
        bind(Action::Shorter, "shorter", &["-"], "shorter", "Makes the track one cell shorter."),
        bind(Action::Redo, "redo", &["y", "ctrl-r"], "redo",
            "Redoes the last change you undid."),
        bind(Action::NameCell, "name-cell", &["n"], "name the cell", "Gives this cell a name."),
        bind(Action::NameBoard, "name-board", &["b"], "name the board", "Gives the board a name."),
        bind(Action::Dice, "dice", &["d"], "dice", "Changes the number of dice."),
        bind(Action::Sides, "sides", &["D"], "sides", "Changes how many sides the dice have."),
        bind(Action::Winding, "winding", &["v"], "spiral or rows",
            "Lays the track as a spiral, or in rows."),
    ],
};
