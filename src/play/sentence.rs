//! Refusals as one readable sentence, whatever the file that is refused has in it.

/// As many characters as anybody reads; what is longer quotes something that is no word.
const LONGEST: usize = 240;

/// The text on one line, without what could paint somebody's terminal, and short: a long one
/// loses its middle, because what is wrong stands at its beginning and what is right at its end.
pub fn sentence(text: &str) -> String {
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let length = text.chars().count();
    if length <= LONGEST {
        return text.chars().map(clean).collect();
    }
    let (head, tail) = (LONGEST / 3, LONGEST - LONGEST / 3);
    let text = text.chars().map(clean);
    text.clone().take(head).chain(['…']).chain(text.skip(length - tail)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_short_and_paints_nothing() {
        assert_eq!(sentence("'x' is no key, expected 'y'"), "'x' is no key, expected 'y'");
        assert_eq!(sentence("'\u{1b}[2J'"), "'\u{fffd}[2J'");
        let long = sentence(&format!("'{}' is no key, expected 'y'", "é".repeat(1_000_000)));
        assert_eq!(long.chars().count(), LONGEST + 1);
        assert!(long.starts_with("'éé") && long.ends_with("éé' is no key, expected 'y'"), "{long}");
    }
}
