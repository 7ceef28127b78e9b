//! What one can do in the editor, and the keys for it.

use crate::tui::keys::{Binding, Section};

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

const fn key(
    action: Action,
    name: &'static str,
    keys: &'static [&'static str],
    help: &'static str,
) -> Binding<Action> {
    Binding { action, name, keys, help }
}

pub const EDITOR: Section<Action> = Section {
    name: "goose-editor",
    bindings: &[
        key(Action::Goose, "goose", &["g"], "goose"),
        key(Action::Trap, "trap", &["t"], "trap"),
        key(Action::Wait, "wait", &["w"], "wait"),
        key(Action::Teleport, "teleport", &["p"], "jump"),
        key(Action::Undo, "undo", &["u"], "undo"),
        key(Action::Try, "try", &["enter"], "try"),
        key(Action::Save, "save", &["s", "ctrl-s"], "save"),
        key(Action::Plain, "plain", &["x", "delete", "backspace"], "plain"),
        key(Action::Longer, "longer", &["+", "="], "longer"),
        key(Action::Shorter, "shorter", &["-"], "shorter"),
        key(Action::Redo, "redo", &["y", "ctrl-r"], "redo"),
        key(Action::NameCell, "name-cell", &["n"], "name the cell"),
        key(Action::NameBoard, "name-board", &["b"], "name the board"),
        key(Action::Dice, "dice", &["d"], "dice"),
        key(Action::Sides, "sides", &["D"], "sides"),
        key(Action::Winding, "winding", &["v"], "spiral or rows"),
    ],
};
