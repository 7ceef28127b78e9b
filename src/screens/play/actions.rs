//! What a person can do with a match besides playing: take back, pause, save, resign, play again.

use std::time::Duration;

use super::PlayScreen;
use super::keys::Action;
use crate::play::{Seat, Secrets, Session};
use crate::screens::replay;
use crate::store;
use crate::tui::ask::{Ask, Prompt};
use crate::tui::game_ui::GameUi;
use crate::tui::{Answer, Desk, Effect, Keep};

/// What the person at the keyboard was asked in a popup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    Pause,
    SaveAs,
    /// Whether the program of this seat may be run.
    Run(Seat),
}

impl<G: GameUi> PlayScreen<G> {
    /// Whether an action makes sense now; the footer shows just these.
    pub(super) fn offers(&self, action: Action) -> bool {
        let over = self.turn().is_over();
        let people = self.table.seating.people();
        let watching = people == 0 || self.thinkers.thinking().is_some() || self.answer.is_some();
        match action {
            Action::Undo => self.session.ply() > 0 || self.session.resigned().is_some(),
            Action::Redo => self.session.can_redo(),
            Action::Hint => !self.table.scene.legal.is_empty(),
            Action::Analysis => G::ANALYSIS.is_some() && !over,
            Action::Pause => !over && (watching || self.paused || self.stuck.is_some()),
            Action::Faster | Action::Slower | Action::AtOnce => {
                !over && people < self.players().len()
            }
            Action::SaveAs => self.session.ply() > 0,
            Action::Rematch => over,
            Action::Replay => self.session.ply() > 0,
        }
    }

    pub(super) fn act(&mut self, action: Action, desk: &mut Desk) -> Effect {
        match action {
            Action::Undo => self.undo(desk),
            Action::Redo => self.redo(desk),
            Action::Hint => self.ask_hint(),
            Action::Analysis => {
                self.thinkers.toggle_analysis();
                Effect::None
            }
            Action::Pause => {
                self.paused = !self.paused && self.stuck.is_none();
                self.stuck = None;
                self.at_once = false;
                Effect::None
            }
            Action::Faster => desk.change_pace(-1),
            Action::Slower => desk.change_pace(1),
            Action::AtOnce => {
                self.at_once = true;
                self.paused = false;
                self.wait = Duration::ZERO;
                Effect::None
            }
            Action::SaveAs => {
                self.asked = Some(Question::SaveAs);
                let name = format!("{} {}", G::TITLE, self.table.names().join(" - "));
                let name = store::fitting_name(&name);
                Effect::Open(Box::new(Prompt::new("Save the match as", name)))
            }
            Action::Rematch => self.rematch(desk),
            Action::Replay => self.replay(desk),
        }
    }

    fn ask_hint(&mut self) -> Effect {
        match self.table.scene.acting.filter(|_| !self.table.scene.legal.is_empty()) {
            Some(seat) => self.thinkers.ask_hint(&self.session, seat, self.limit),
            None => Effect::Say("a hint is for the one to move".to_owned()),
        }
    }

    fn undo(&mut self, desk: &mut Desk) -> Effect {
        let people = self.table.seating.people();
        let back = match people {
            0 => Some(self.session.ply().saturating_sub(1)),
            _ => self.session.last_turn_of(|seat| self.table.seating.is_person(seat)),
        };
        let Some(back) = back else {
            return Effect::Say("you have not moved yet".to_owned());
        };
        let solo = people == 1 && desk.store.settings().training;
        let secrets = if solo { Secrets::Ignore } else { Secrets::Respect };
        if let Err(why) = self.session.undo_to(back, secrets) {
            return Effect::Say(why.to_string());
        }
        self.paused = people == 0;
        self.stepped(desk);
        Effect::None
    }

    fn redo(&mut self, desk: &mut Desk) -> Effect {
        // Forward to the next moment at which a person was asked.
        while self.session.redo().is_some() {
            let seating = &self.table.seating;
            let asked = self.session.turn().seat().is_some_and(|seat| seating.is_person(seat));
            if asked || seating.people() == 0 {
                break;
            }
        }
        self.stepped(desk);
        Effect::None
    }

    fn rematch(&mut self, desk: &mut Desk) -> Effect {
        let variant = self.session.state().variant().clone();
        let session = Session::<G>::new(&variant, self.players().len(), rand::random());
        let save = desk.store.new_save(G::ID);
        let (players, consent) = (self.players().to_vec(), self.consent.clone());
        let screen = PlayScreen::<G>::new(session, players, self.limit, save, consent, desk);
        Effect::Swap(Box::new(screen))
    }

    fn replay(&mut self, desk: &mut Desk) -> Effect {
        let record = self.session.record(self.players());
        Effect::Open(replay::open::<G>(record, self.session.clone(), desk))
    }

    pub(super) fn pause_menu(&mut self) -> Effect {
        if self.turn().is_over() {
            return Effect::Home;
        }
        self.asked = Some(Question::Pause);
        let saved = match (self.session.ply(), self.said_unsaved) {
            (0, _) => "Nothing has been played yet.",
            (_, false) => "The match is saved; 'Continue' in the menu brings it back.",
            (_, true) => "The match could not be saved.",
        };
        let buttons = &["Go on", "Save as", "Resign", "Leave"];
        Effect::Open(Box::new(Ask::new("Pause", saved, buttons)))
    }

    pub(super) fn answered(&mut self, answer: Answer, desk: &mut Desk) -> Effect {
        let question = self.asked.take();
        match (question, answer) {
            (Some(Question::Pause), Answer::Chosen(1)) if self.session.ply() > 0 => {
                self.act(Action::SaveAs, desk)
            }
            (Some(Question::Pause), Answer::Chosen(2)) => self.resign(desk),
            (Some(Question::Pause), Answer::Chosen(3)) => Effect::Home,
            (Some(Question::Run(seat)), answer) => {
                self.run_or_not(seat, &answer);
                Effect::None
            }
            (Some(Question::SaveAs), Answer::Text(name)) => {
                let mut record = self.session.record(self.players());
                record.think = Some(self.limit.to_string());
                Effect::Keep(Keep::Copy(Box::new(record), name))
            }
            _ => Effect::None,
        }
    }

    fn resign(&mut self, desk: &mut Desk) -> Effect {
        let seating = &self.table.seating;
        let mover = self.turn().seat().filter(|seat| seating.is_person(*seat));
        match mover.or_else(|| seating.first_person()) {
            Some(seat) => {
                self.session.resign(seat);
                self.stepped(desk);
                Effect::None
            }
            None => Effect::Say("bots do not resign; leave the match instead".to_owned()),
        }
    }
}
