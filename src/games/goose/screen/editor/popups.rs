//! The popups of the editor: names for the board and its cells, and what is saved or thrown away.

use super::Editor;
use crate::games::goose::Goose;
use crate::store::boards;
use crate::tui::ask::{Ask, Prompt};
use crate::tui::{Answer, Desk, Effect as Then, Screen};

/// What was asked in a popup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Question {
    NameCell,
    NameBoard,
    SaveAs { leave: bool },
    Replace { name: String, leave: bool },
    Leave,
}

impl Editor {
    pub(super) fn ask(&mut self, question: Question, popup: impl Screen + 'static) -> Then {
        self.asked = Some(question);
        Then::Open(Box::new(popup))
    }

    pub(super) fn ask_name(&mut self, leave: bool) -> Then {
        if let Err(why) = &self.board {
            return Then::Say(format!("not saved, nobody could play it: {why}"));
        }
        let simple = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let name: String = self.draft.name.chars().map(simple).collect();
        self.ask(
            Question::SaveAs { leave },
            Prompt::new("Save the board as", name.trim_matches('-')),
        )
    }

    pub(super) fn answered(&mut self, answer: Answer, desk: &mut Desk) -> Then {
        let cell = self.cursor;
        match (self.asked.take(), answer) {
            (Some(Question::NameCell), Answer::Text(name)) => {
                self.change(|draft| draft.rename(cell, &name))
            }
            (Some(Question::NameBoard), Answer::Text(name)) => {
                self.change(|draft| draft.name = name.trim().to_owned())
            }
            (Some(Question::SaveAs { leave }), Answer::Text(name)) => self.save(&name, leave, desk),
            (Some(Question::Replace { name, leave }), Answer::Chosen(1)) => {
                let text = self.draft.to_toml();
                self.written(boards::replace::<Goose>(&desk.store, &name, &text), leave)
            }
            (Some(Question::Leave), Answer::Chosen(1)) => self.ask_name(true),
            (Some(Question::Leave), Answer::Chosen(2)) => Then::Close,
            _ => Then::None,
        }
    }

    fn save(&mut self, name: &str, leave: bool, desk: &mut Desk) -> Then {
        let taken = boards::file_for::<Goose>(&desk.store, name).is_ok_and(|file| file.exists());
        if taken {
            let text = format!("There is a board '{}' already.", name.trim());
            let question = Question::Replace { name: name.to_owned(), leave };
            let buttons = &["Keep it", "Replace it"];
            return self.ask(question, Ask::new("Save the board", text, buttons));
        }
        let text = self.draft.to_toml();
        self.written(boards::create::<Goose>(&desk.store, name, &text), leave)
    }

    fn written(&mut self, file: Result<std::path::PathBuf, String>, leave: bool) -> Then {
        match file {
            Ok(file) => {
                self.saved = self.draft.clone();
                let said = Then::Say(format!("saved as {}", file.display()));
                if leave { said.and(Then::Close) } else { said }
            }
            Err(why) => Then::Say(format!("not saved: {why}")),
        }
    }

    pub(super) fn leave(&mut self) -> Then {
        if !self.is_changed() {
            return Then::Close;
        }
        let text = "This board has changes that are not saved.";
        let buttons = &["Go on", "Save", "Leave it"];
        self.ask(Question::Leave, Ask::new("Leave the editor", text, buttons))
    }
}
