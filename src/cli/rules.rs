//! `parlour rules`: the rules page of a game as text, its pictures drawn as plain boards.

use std::io::Write;

use super::Done;
use super::out::stdout;
use crate::lang::told;
use crate::play::page::{Block, blocks};
use crate::play::{Eye, Game};

/// Columns of text, as a page for people who read in a terminal of 80.
const WIDTH: usize = 78;

pub fn run<G: Game>() -> Done {
    // The paragraphs are told before they are broken into lines.
    let mut out = stdout().for_programs(true);
    let blocks = blocks(G::PAGE);
    for (at, block) in blocks.iter().enumerate() {
        let lines = lines::<G>(block);
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

fn lines<G: Game>(block: &Block) -> Vec<String> {
    match block {
        Block::Heading(level, text) => {
            let underline = if *level == 1 { "=" } else { "-" };
            let text = told(text);
            vec![text.to_string(), underline.repeat(text.chars().count())]
        }
        Block::Paragraph(text) => wrap(&told(text).replace("**", ""), "", ""),
        Block::Bullet(text) => wrap(&told(text).replace("**", ""), "- ", "  "),
        Block::Verbatim(lines) => lines.iter().map(|line| format!("    {line}")).collect(),
        Block::Board(picture) => match picture.session::<G>() {
            Some(session) => {
                let board = G::plain(&session.state().view(Eye::Everything));
                board.lines().map(|line| format!("    {}", told(line))).collect()
            }
            None => Vec::new(),
        },
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
