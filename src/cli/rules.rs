//! `parlour rules`: the rules page of a game as text, its pictures drawn as plain boards.

use std::io::Write;

use super::Done;
use super::out::stdout;
use crate::lang::told;
use crate::play::page::{Block, Picture, blocks};
use crate::play::{Eye, Game};

/// Columns of text, as a page for people who read in a terminal of 80.
const WIDTH: usize = 78;

/// The board of a picture as text.
pub type Drawn = dyn Fn(&Picture) -> Option<String>;

/// Draws a picture in a game's own way.
pub fn board<G: Game>(picture: &Picture) -> Option<String> {
    Some(G::plain(&picture.session::<G>()?.state().view(Eye::Everything)))
}

pub fn run(page: &str, drawn: &Drawn) -> Done {
    // The paragraphs are told before they are broken into lines.
    let mut out = stdout().for_programs(true);
    let blocks = blocks(page);
    for (at, block) in blocks.iter().enumerate() {
        let lines = lines(block, drawn);
        // Bullets of one list stand together; everything else has air around it.
        let next_is_bullet = matches!(blocks.get(at + 1), Some(Block::Bullet(_)));
        let together = matches!(block, Block::Bullet(_)) && next_is_bullet;
        for line in lines {
            writeln!(out, "{line}")?;
        }
        if !together && at + 1 < blocks.len() {
            writeln!(out)?;
        }
    }
    Ok(())
}

fn lines(block: &Block, drawn: &Drawn) -> Vec<String> {
    match block {
        Block::Heading(level, text) => {
            let underline = if *level == 1 { "=" } else { "-" };
            let text = told(text);
            vec![text.to_string(), underline.repeat(text.chars().count())]
        }
        Block::Paragraph(text) => wrap(&told(text).replace("**", ""), "", ""),
        Block::Bullet(text) => wrap(&told(text).replace("**", ""), "- ", "  "),
        Block::Verbatim(lines) => lines.iter().map(|line| format!("    {line}")).collect(),
        Block::Board(picture) => {
            let board = drawn(picture).unwrap_or_default();
            board.lines().map(|line| format!("    {}", told(line))).collect()
        }
    }
}

/// Breaks a paragraph between words.
fn wrap(text: &str, first: &str, rest: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    for word in text.split_ascii_whitespace() {
        let begun = line.len() > rest.len().max(first.len());
        if begun && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, rest.to_owned()));
        } else if begun {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}
