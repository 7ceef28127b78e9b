//! What a hint says: a move in words, and why it is a good one.

/// A move in words and its reason. The reason is true: it comes from the rules, a solver or a
/// search, and is modest where those say little.
///
/// ```
/// use parlour::search::Advice;
///
/// let advice = Advice::new("Drop in column 4.", "You win in 9 moves.");
/// assert_eq!(advice.to_string(), "Drop in column 4. You win in 9 moves.");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// What to do, as a whole sentence.
    pub what: String,
    /// Why, as whole sentences; empty where nothing is known.
    pub why: String,
}

impl Advice {
    /// A sentence each.
    pub fn new(what: impl Into<String>, why: impl Into<String>) -> Advice {
        Advice { what: what.into(), why: why.into() }
    }
}

impl std::fmt::Display for Advice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.why.is_empty() {
            true => f.write_str(&self.what),
            false => write!(f, "{} {}", self.what, self.why),
        }
    }
}

/// `1 move`, `2 moves`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
