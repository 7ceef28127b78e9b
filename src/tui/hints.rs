//! The footer's words, made from the bindings in force.

use super::Hint;
use super::keys::{Keymap, NAV, Nav, Section};

/// Several navigation keys that do one thing together: `← →  column`.
pub fn nav(keys: &Keymap, navs: &[Nav], words: &'static str) -> Hint {
    Hint { keys: navs.iter().filter_map(|nav| keys.first(&NAV, *nav)).collect(), words }
}

/// Several keys of a section that do one thing together: `+ -  speed`.
pub fn together<A: Copy + PartialEq>(
    keys: &Keymap,
    section: &Section<A>,
    actions: &[A],
    words: &'static str,
) -> Hint {
    Hint { keys: actions.iter().filter_map(|action| keys.first(section, *action)).collect(), words }
}

/// One hint for each binding of a section that `wanted` accepts.
pub fn section<A: Copy + PartialEq>(
    keys: &Keymap,
    section: &Section<A>,
    wanted: impl Fn(A) -> bool,
) -> Vec<Hint> {
    let bindings = section.bindings.iter().filter(|binding| wanted(binding.action));
    bindings
        .map(|binding| Hint {
            keys: keys.keys(section.name, binding).into_iter().take(1).collect(),
            words: binding.help,
        })
        .collect()
}
