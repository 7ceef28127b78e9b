//! The popups of the editor: names for the board and its cells, and what is saved or thrown away.

use std::path::PathBuf;

use super::Editor;
use crate::games::goose::{Board, Goose};
use crate::lang::told;
use crate::play::{Game, Variant, clean};
use crate::store::boards;
use crate::tui::ask::{Ask, Prompt};
use crate::tui::{Answer, Context, Effect as Then, Existing, Keep, Screen};

/// What was asked in a popup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Question {
    NameCell,
    NameBoard,
    SaveAs {
        leave: bool,
    },
    Replace {
        name: String,
        leave: bool,
    },
    /// Not asked: it is being written.
    Written {
        leave: bool,
    },
    Leave,
}

impl Editor {
    pub(super) fn ask(&mut self, question: Question, popup: impl Screen + 'static) -> Then {
        self.asked = Some(question);
        Then::Open(Box::new(popup))
    }

    pub(super) fn ask_name(&mut self, leave: bool) -> Then {
        if let Err(why) = &self.board {
            return Then::Say(format!("not saved, because it can't be played: {why}"));
        }
        // Two boards of one name couldn't be told apart in the setup.
        let bundled = |(_, text): &(&str, &str)| {
            Board::parse(text).is_ok_and(|board| board.name() == self.draft.name)
        };
        let offered = match Goose::BOARDS.iter().any(bundled) {
            true => told(&format!("My {}", self.draft.name)).into_owned(),
            false => clean(&self.draft.name).into_owned(),
        };
        let prompt = Prompt::new("Save the board as", &offered);
        self.ask(Question::SaveAs { leave }, prompt)
    }

    pub(super) fn answered(&mut self, answer: Answer, context: &mut Context) -> Then {
        let cell = self.cursor;
        match (self.asked.take(), answer) {
            (Some(Question::NameCell), Answer::Text(name)) => {
                self.change(|draft| draft.rename(cell, &name))
            }
            (Some(Question::NameBoard), Answer::Text(name)) => {
                self.change(|draft| draft.name = name.trim().to_owned())
            }
            (Some(Question::SaveAs { leave }), Answer::Text(name)) => {
                self.save(&name, leave, context)
            }
            (Some(Question::Replace { name, leave }), Answer::Chosen(1)) => {
                self.write(name, Existing::IsReplaced, leave)
            }
            (Some(Question::Leave), Answer::Chosen(1)) => self.ask_name(true),
            (Some(Question::Leave), Answer::Chosen(2)) => Then::Close,
            _ => Then::None,
        }
    }

    /// Saves the board under a name, which is the board's own from now on.
    fn save(&mut self, name: &str, leave: bool, context: &mut Context) -> Then {
        self.draft.name = name.trim().to_owned();
        if let Err(error) = self.draft.check() {
            return Then::Say(format!("not saved: {}", error.why));
        }
        let simple = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let file: String = name.trim().chars().map(simple).collect();
        let taken =
            boards::file_for::<Goose>(&context.store, &file).is_ok_and(|file| file.exists());
        if taken {
            let text = format!("There is a board '{file}' already.");
            let question = Question::Replace { name: file, leave };
            let buttons = &["Keep it", "Replace it"];
            return self.ask(question, Ask::new("Save the board", text, buttons));
        }
        self.write(file, Existing::Stays, leave)
    }

    fn write(&mut self, file: String, existing: Existing, leave: bool) -> Then {
        self.asked = Some(Question::Written { leave });
        Then::Keep(Keep::Board(Goose::ID, file, self.draft.to_toml(), existing))
    }

    /// The board is on the disk, or why not.
    pub(super) fn written(&mut self, file: Result<PathBuf, String>) -> Then {
        let leave = self.asked.take() == Some(Question::Written { leave: true });
        let file = match file {
            Ok(file) => file,
            Err(why) => return Then::Say(format!("not saved: {why}")),
        };
        self.saved = self.draft.clone();
        // The setup chooses the board that is remembered.
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let choice = Keep::Choice(Goose::ID.to_owned(), "board".to_owned(), stem);
        let done = Then::Keep(choice).and(Then::Tell(format!("saved as {}", file.display())));
        if leave { done.and(Then::Close) } else { done }
    }

    pub(super) fn leave(&mut self) -> Then {
        if !self.is_changed() {
            return Then::Close;
        }
        let text = "This board has changes that are not saved.";
        let buttons = &["Stay", "Save", "Leave without saving"];
        self.ask(Question::Leave, Ask::new("Leave the editor", text, buttons))
    }
}
