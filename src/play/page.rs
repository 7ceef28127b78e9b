//! Rules pages: Markdown of a few kinds, with boards among the text.
//!
//! A board stands in a fenced block marked `board`, with options behind the word and the moves
//! that lead to the position inside: the terminal draws it with the game's own widget, plain text
//! with the plain board, and neither can show a position the rules do not allow.
//!
//! ````text
//! ```board small players=2
//! 4 3 3
//! ```
//! ````

use super::{Game, Session, Variant};

/// One piece of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A heading and its level, 1 or 2.
    Heading(usize, String),
    /// Running text on one line, its `**` left in; whoever shows it breaks it.
    Paragraph(String),
    /// An item of a list on one line, without its `- `.
    Bullet(String),
    /// Lines that stay as they are.
    Verbatim(Vec<String>),
    /// A fenced block marked `board`.
    Board(Picture),
}

/// A position to be drawn.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Picture {
    /// The stem of a bundled board; the usual one without.
    pub board: Option<String>,
    /// How many sit down; as many as usually do without.
    pub players: Option<usize>,
    /// The moves that lead to the position, as `--moves` has them.
    pub moves: String,
}

impl Picture {
    /// The match that leads to the position; none if the page is wrong, which the tests find.
    pub fn session<G: Game>(&self) -> Option<Session<G>> {
        let text = match &self.board {
            Some(stem) => G::BOARDS.iter().find(|(known, _)| known == stem)?.1,
            None => G::BOARDS.first()?.1,
        };
        let variant = G::Variant::parse(text).ok()?;
        let seats = self.players.unwrap_or_else(|| variant.usual_seats());
        let mut session: Session<G> = Session::new(&variant, seats, 0);
        for text in G::split_moves(&variant, &self.moves) {
            session.play_text(&text).ok()?;
        }
        Some(session)
    }
}

/// Splits a page into its blocks. Lines of a paragraph are joined, as Markdown does.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    let mut text = String::new();
    let flush = |text: &mut String, blocks: &mut Vec<Block>| {
        if !text.is_empty() {
            let whole = std::mem::take(text);
            blocks.push(match whole.strip_prefix("- ") {
                Some(item) => Block::Bullet(item.to_owned()),
                None => Block::Paragraph(whole),
            });
        }
    };
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        let begins = trimmed.is_empty()
            || trimmed.starts_with('#')
            || trimmed.starts_with("- ")
            || trimmed.starts_with("```");
        if begins {
            flush(&mut text, &mut blocks);
        }
        if let Some(options) = trimmed.strip_prefix("```") {
            let inside: Vec<String> =
                lines.by_ref().take_while(|l| l.trim() != "```").map(str::to_owned).collect();
            blocks.push(match options.strip_prefix("board") {
                Some(options) => Block::Board(picture(options, &inside)),
                None => Block::Verbatim(inside),
            });
        } else if trimmed.starts_with('#') {
            let level = trimmed.chars().take_while(|c| *c == '#').count();
            blocks.push(Block::Heading(level, trimmed[level..].trim().to_owned()));
        } else if !trimmed.is_empty() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(trimmed);
        }
    }
    flush(&mut text, &mut blocks);
    blocks
}

fn picture(options: &str, inside: &[String]) -> Picture {
    let mut picture = Picture { moves: inside.join(" "), ..Picture::default() };
    for word in options.split_whitespace() {
        match word.strip_prefix("players=") {
            Some(number) => picture.players = number.parse().ok(),
            None => picture.board = Some(word.to_owned()),
        }
    }
    picture
}
