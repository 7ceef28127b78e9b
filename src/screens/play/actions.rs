//! What a person can do with a match besides playing: take back, pause, save, resign, play again.

use std::time::Duration;

use super::PlayScreen;
use super::flow::Flow;
use super::keys::Action;
use super::thinkers::Mover;
use crate::arena::Driver;
use crate::play::{NoUndo, Seat, Secrets, Session};
use crate::screens::consent::{MAY_RUN, MayRun};
use crate::screens::replay;
use crate::store;
use crate::tui::ask::{Ask, Prompt};
use crate::tui::game_ui::GameUi;
use crate::tui::{Answer, Desk, Effect, Keep};

/// What the person at the keyboard was asked in a popup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asking {
    Pause,
    SaveAs,
    /// Whether the program of this seat may be run.
    Run(Seat),
}

/// What can be done in the pause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InPause {
    GoOn,
    SaveAs,
    Resign,
    Leave,
}

const PAUSE: &[(&str, InPause)] = &[
    ("Go on", InPause::GoOn),
    ("Save as", InPause::SaveAs),
    ("Resign", InPause::Resign),
    ("Leave", InPause::Leave),
];

impl<G: GameUi> PlayScreen<G> {
    /// Whether an action makes sense now; the footer shows just these.
    pub(super) fn offers(&self, action: Action) -> bool {
        let (session, over) = (self.driver.session(), self.turn().is_over());
        let people = self.table.seating.people();
        let watching = people == 0 || !matches!(self.thinkers.mover, Mover::Idle);
        let held = matches!(self.flow, Flow::Paused | Flow::Stuck(_));
        match action {
            Action::Undo => session.ply() > 0 || session.resigned().is_some(),
            Action::Redo => session.can_redo(),
            Action::Hint => !self.table.scene.legal.is_empty(),
            Action::Analysis => G::ANALYSIS.is_some() && !over,
            Action::Pause => !over && (watching || held),
            Action::Faster | Action::Slower | Action::AtOnce => {
                !over && people < self.players().len()
            }
            Action::SaveAs | Action::Replay => session.ply() > 0,
            Action::Rematch => over,
        }
    }

    pub(super) fn act(&mut self, action: Action, desk: &mut Desk) -> Effect {
        match action {
            Action::Undo => self.undo(desk),
            Action::Redo => {
                self.driver.redo();
                self.stepped(desk);
                Effect::None
            }
            Action::Hint => self.ask_hint(),
            Action::Analysis => {
                self.thinkers.toggle_analysis();
                Effect::None
            }
            Action::Pause => {
                self.flow = match self.flow {
                    Flow::Paused | Flow::Stuck(_) => Flow::After(Duration::ZERO),
                    Flow::After(_) | Flow::AtOnce => Flow::Paused,
                };
                Effect::None
            }
            Action::Faster => desk.change_pace(-1),
            Action::Slower => desk.change_pace(1),
            Action::AtOnce => {
                self.flow = Flow::AtOnce;
                Effect::None
            }
            Action::SaveAs => {
                self.asked = Some(Asking::SaveAs);
                let name = format!("{} {}", G::TITLE, self.table.names().join(" - "));
                let name = store::fitting_name(&name);
                Effect::Open(Box::new(Prompt::new("Save the match as", name)))
            }
            Action::Rematch => self.rematch(desk),
            Action::Replay => self.replay(desk),
        }
    }

    /// Asks for a hint, or takes the one on the board away.
    fn ask_hint(&mut self) -> Effect {
        if self.thinkers.forget_hint() {
            return Effect::None;
        }
        let asked = self.table.scene.acting.filter(|_| !self.table.scene.legal.is_empty());
        match asked.map(|seat| self.driver.hint(seat)) {
            Some(Some(question)) => self.thinkers.ask_hint(question),
            Some(None) => Effect::Say("no bot can play this board".to_owned()),
            None => Effect::Say("a hint is for the one to move".to_owned()),
        }
    }

    fn undo(&mut self, desk: &Desk) -> Effect {
        let people = self.table.seating.people();
        let solo = people == 1 && desk.store.settings().training;
        let secrets = if solo { Secrets::Ignore } else { Secrets::Respect };
        match self.driver.undo(secrets) {
            Ok(()) => {
                if people == 0 {
                    self.flow = Flow::Paused;
                }
                self.stepped(desk);
                Effect::None
            }
            Err(NoUndo::Nothing) => Effect::Say("you have not moved yet".to_owned()),
            Err(why) => Effect::Say(why.to_string()),
        }
    }

    fn rematch(&mut self, desk: &Desk) -> Effect {
        let variant = self.driver.session().state().variant().clone();
        let players = self.players().to_vec();
        let session = Session::<G>::new(&variant, players.len(), rand::random());
        let driver = Driver::new(session, players, self.driver.limit());
        let (save, consent) = (desk.store.new_save(G::ID), self.consent.clone());
        Effect::Swap(Box::new(PlayScreen::<G>::new(driver, save, consent, desk)))
    }

    fn replay(&mut self, desk: &mut Desk) -> Effect {
        let session = self.driver.session().clone();
        Effect::Open(replay::open::<G>(self.driver.record(), session, desk))
    }

    pub(super) fn pause_menu(&mut self) -> Effect {
        if self.turn().is_over() {
            return Effect::Home;
        }
        self.asked = Some(Asking::Pause);
        let saved = match (self.driver.session().ply(), self.said_unsaved) {
            (0, _) => "Nothing has been played yet.",
            (_, false) => "The match is saved; 'Continue' in the menu brings it back.",
            (_, true) => "The match could not be saved.",
        };
        Effect::Open(Box::new(Ask::among("Pause", saved, PAUSE)))
    }

    pub(super) fn answered(&mut self, answer: Answer, desk: &mut Desk) -> Effect {
        match (self.asked.take(), answer) {
            (Some(Asking::Pause), answer) => match answer.among(PAUSE) {
                Some(InPause::SaveAs) if self.offers(Action::SaveAs) => {
                    self.act(Action::SaveAs, desk)
                }
                Some(InPause::Resign) => self.resign(desk),
                Some(InPause::Leave) => Effect::Home,
                Some(InPause::GoOn | InPause::SaveAs) | None => Effect::None,
            },
            (Some(Asking::Run(seat)), answer) => {
                match answer.among(MAY_RUN) {
                    Some(MayRun::Yes) => {
                        self.consent.give(&self.table.seating.players()[seat.index()]);
                    }
                    Some(MayRun::No) | None => {
                        let why = "the program isn't running, so the match waits";
                        self.flow = Flow::Stuck(why.to_owned());
                    }
                }
                Effect::None
            }
            (Some(Asking::SaveAs), Answer::Text(name)) => {
                Effect::Keep(Keep::Copy(Box::new(self.driver.record()), name))
            }
            (Some(Asking::SaveAs) | None, _) => Effect::None,
        }
    }

    fn resign(&mut self, desk: &Desk) -> Effect {
        let seating = &self.table.seating;
        let mover = self.turn().seat().filter(|seat| seating.is_person(*seat));
        match mover.or_else(|| seating.first_person()) {
            Some(seat) => {
                self.driver.resign(seat);
                self.stepped(desk);
                Effect::None
            }
            None => Effect::Say("bots don't resign; leave the match instead".to_owned()),
        }
    }
}
