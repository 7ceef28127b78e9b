//! Guided tours: a few lessons on the real board, written as a page of Markdown.
//!
//! A lesson is a heading with some text, a board as on rules pages, and one bullet that says what
//! to do. The word before the colon is what counts as done:
//!
//! ````text
//! ## The cursor
//! Choose a column with {left} and {right}.
//! ```board
//! 4 4
//! ```
//! - look: Move the cursor.              the cursor or the selection has changed
//! - play 3 5: Drop a disc in column 3.  one of these moves was played
//! - refused: Try a full column.         the rules have said no
//! ````
//!
//! A lesson without a bullet is only read. A name in braces stands for the key of that action.

use super::page::{Block, Picture, blocks};

/// One step of a tour: something to read, and most often something to do on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The heading of its part of the page.
    pub title: String,
    /// Paragraphs, in which names of actions in braces still stand for their keys.
    pub text: Vec<String>,
    /// The position it begins with; the usual board before its first move without one.
    pub board: Picture,
    /// What to do, as a sentence; empty if there is only something to read.
    pub task: String,
    /// What counts as having done it.
    pub goal: Goal,
}

/// What ends a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Nothing: there is only something to read.
    Read,
    /// The cursor or the selection has changed.
    Look,
    /// One of these moves, or this throw.
    Play(Vec<String>),
    /// The rules have said no to a move.
    Refused,
}

/// The lessons of a tour, in order.
pub fn lessons(tour: &str) -> Vec<Lesson> {
    let mut lessons: Vec<Lesson> = Vec::new();
    for block in blocks(tour) {
        let lesson = lessons.last_mut();
        match (block, lesson) {
            (Block::Heading(2, title), _) => lessons.push(Lesson {
                title,
                text: Vec::new(),
                board: Picture::default(),
                task: String::new(),
                goal: Goal::Read,
            }),
            (Block::Paragraph(text), Some(lesson)) => lesson.text.push(text),
            (Block::Board(picture), Some(lesson)) => lesson.board = picture,
            (Block::Bullet(item), Some(lesson)) => {
                let (goal, task) = item.split_once(": ").unwrap_or(("read", &item));
                lesson.goal = goal_of(goal);
                lesson.task = task.to_owned();
            }
            _ => {}
        }
    }
    lessons
}

fn goal_of(words: &str) -> Goal {
    let mut words = words.split_whitespace();
    match words.next() {
        Some("look") => Goal::Look,
        Some("refused") => Goal::Refused,
        Some("play") => Goal::Play(words.map(str::to_owned).collect()),
        _ => Goal::Read,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_becomes_lessons() {
        let page = "# A tour\n\n## One\nText\nof it.\n\n```board small players=2\n4 4\n```\n\
                    - play 3 5: Do this: now.\n\n## Two\n- refused: No.\n\n## Three\n";
        let lessons = lessons(page);
        assert_eq!(lessons.len(), 3);
        assert_eq!(lessons[0].title, "One");
        assert_eq!(lessons[0].text, ["Text of it."]);
        assert_eq!(lessons[0].board.board.as_deref(), Some("small"));
        assert_eq!(lessons[0].board.moves, "4 4");
        assert_eq!(lessons[0].task, "Do this: now.");
        assert_eq!(lessons[0].goal, Goal::Play(vec!["3".to_owned(), "5".to_owned()]));
        assert_eq!(lessons[1].goal, Goal::Refused);
        assert_eq!(lessons[2].goal, Goal::Read);
    }
}
