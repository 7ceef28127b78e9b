//! What a person can do with a match besides playing: take back, pause, save, resign, play again.

use std::time::Duration;

use super::flow::Flow;
use super::keys::Action;
use super::thinkers::Mover;
use super::{PlayScreen, end};
use crate::arena::Driver;
use crate::lang::told;
use crate::play::{NoUndo, Seat, Secrets, Session};
use crate::screens::consent::{MAY_RUN, MayRun};
use crate::screens::replay::{self, Opening};
use crate::screens::settings;
use crate::screens::setup::{self, Part};
use crate::screens::share;
use crate::store::{self, BotSpeed};
use crate::tui::ask::{Ask, Prompt};
use crate::tui::game_ui::GameUi;
use crate::tui::help::HelpScreen;
use crate::tui::{Answer, Context, Effect, Keep};

/// What the person at the keyboard was asked in a popup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asking {
    Pause,
    SaveAs,
    Share,
    /// Whether the program of this seat may be run.
    Run(Seat),
}

/// What can be done in the pause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InPause {
    Resume,
    Restart,
    Rules,
    Settings,
    SaveAs,
    Share,
    Resign,
    Leave,
}

const PAUSE: &[(&str, InPause)] = &[
    ("Resume", InPause::Resume),
    ("Restart", InPause::Restart),
    ("Rules", InPause::Rules),
    ("Settings", InPause::Settings),
    ("Save a copy", InPause::SaveAs),
    ("Share", InPause::Share),
    ("Resign", InPause::Resign),
    ("Leave", InPause::Leave),
];

impl<G: GameUi> PlayScreen<G> {
    /// Whether an action makes sense now; the footer shows just these.
    #[inline(never)]
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
            Action::Faster | Action::Slower => !over && people < self.players().len(),
            Action::AtOnce => !over && people == 0,
            Action::SaveAs | Action::Share => session.ply() > 0,
            Action::Puzzle => !over && session.ply() > 0 && self.puzzler.knows(),
            Action::TryAgain => self.has_ended() && self.puzzler.missed.is_some(),
            Action::Replay => over && session.ply() > 0,
            Action::Rematch => over,
            Action::Again | Action::Banner | Action::Opponent => self.has_ended(),
            Action::Board => self.has_ended() && G::BOARDS.len() > 1,
            Action::WhereLost => {
                let lost = self.table.scene.winners.len() == 1 && session.resigned().is_none();
                self.has_ended() && lost && G::WORTH.is_some()
            }
        }
    }

    pub(super) fn act(&mut self, action: Action, context: &mut Context) -> Effect {
        match action {
            Action::Undo => self.undo(context),
            Action::Redo => {
                self.driver.redo();
                self.stepped(context);
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
            Action::Faster => self.change_speed(BotSpeed::faster, context),
            Action::Slower => self.change_speed(BotSpeed::slower, context),
            Action::AtOnce => {
                self.flow = Flow::AtOnce;
                Effect::None
            }
            Action::SaveAs => {
                self.asked = Some(Asking::SaveAs);
                let names = self.table.names().join(" - ");
                let name = format!("{} {}", told(G::TITLE), told(&names));
                let name = store::fitting_name(&name);
                Effect::Open(Box::new(Prompt::new("Save the match as", name)))
            }
            Action::Share => self.share_menu(),
            Action::Puzzle => {
                let session = self.driver.session();
                self.puzzler.wonder::<G>(session, session.ply())
            }
            Action::TryAgain => match &self.puzzler.missed {
                Some(missed) => missed.open::<G>(context),
                None => Effect::None,
            },
            Action::Rematch | Action::Again => self.rematch(context),
            // Whoever thinks better of it comes back to this end.
            Action::Opponent => Effect::Open(setup::open_at::<G>(Part::Players, context)),
            Action::Board => Effect::Open(setup::open_at::<G>(Part::Board, context)),
            Action::Replay => self.replay(Opening::FromTheStart),
            Action::WhereLost => self.replay(Opening::WhereLost),
            Action::Banner => {
                self.bannered = !self.bannered;
                Effect::None
            }
        }
    }

    /// For this match alone; the settings stay as they are.
    fn change_speed(&mut self, change: fn(BotSpeed) -> BotSpeed, context: &Context) -> Effect {
        let now = self.speed.unwrap_or(context.store.settings().bot_speed);
        let speed = change(now);
        self.speed = Some(speed);
        Effect::Tell(format!("bots play {} in this match", speed.word()))
    }

    /// Asks for a hint, or takes the one on the board away.
    pub(super) fn ask_hint(&mut self) -> Effect {
        if self.thinkers.forget_hint() {
            return Effect::None;
        }
        let asked = self.table.scene.acting.filter(|_| !self.table.scene.legal.is_empty());
        match asked.map(|seat| self.driver.hint(seat)) {
            Some(Some(question)) => self.thinkers.ask_hint(question),
            Some(None) => Effect::Say("no bot can play this board".to_owned()),
            None => Effect::Say("hints are for whoever is to move".to_owned()),
        }
    }

    /// Whoever plays alone in training may take back what has shown a secret.
    fn secrets(&self, context: &Context) -> Secrets {
        let solo = self.table.seating.people() == 1 && context.store.settings().training;
        if solo { Secrets::Ignore } else { Secrets::Respect }
    }

    /// Whether an undo would take anything back; a key that is pressed all the same says why not.
    pub(super) fn can_undo(&self, context: &Context) -> bool {
        match (&self.undo, self.secrets(context)) {
            (Ok(()), _) => true,
            (Err(NoUndo::Revealed(_)), secrets) => secrets == Secrets::Ignore,
            (Err(_), _) => false,
        }
    }

    fn undo(&mut self, context: &Context) -> Effect {
        match self.driver.undo(self.secrets(context)) {
            Ok(()) => {
                if self.table.seating.people() == 0 {
                    self.flow = Flow::Paused;
                }
                self.stepped(context);
                Effect::None
            }
            Err(NoUndo::Nothing) => Effect::Say("you haven't moved yet".to_owned()),
            Err(why) => Effect::Say(why.to_string()),
        }
    }

    fn rematch(&mut self, context: &Context) -> Effect {
        let session = self.driver.session();
        let variant = session.state().variant().clone();
        let (mut players, winners) = (self.players().to_vec(), session.winners());
        let seats = players.len();
        let series = self.driver.series();
        // Where the bank draws who begins, everybody stays where they are.
        let series = match end::first_seat_begins(session) {
            true => {
                players.rotate_left(series.steps(&winners, seats) % seats.max(1));
                series.next(&winners, seats)
            }
            false => series.next_in_place(&winners, seats),
        };
        let session = Session::<G>::new(&variant, seats, rand::random());
        let driver = Driver::new(session, players, self.driver.limit())
            .timed(self.driver.control())
            .in_series(series);
        let (save, consent) = (context.store.new_save(G::ID), self.consent.clone());
        // Whoever comes from another colour is told.
        let (before, now) = (self.table.seating.only_person(), driver.seating().only_person());
        let moved = now.filter(|now| before != Some(*now));
        let told = moved.map_or(Effect::None, |seat| {
            Effect::Tell(format!("You're {} now.", G::hue(seat, seats).name()))
        });
        Effect::Swap(Box::new(PlayScreen::<G>::new(driver, save, consent, context))).and(told)
    }

    /// The same match from its beginning; this one stays among the saved matches as it is.
    fn restart(&self, context: &Context) -> Effect {
        let players = self.players().to_vec();
        let variant = self.driver.session().state().variant();
        let session = Session::<G>::new(variant, players.len(), rand::random());
        let driver = Driver::new(session, players, self.driver.limit())
            .timed(self.driver.control())
            .in_series(self.driver.series().clone());
        let (save, consent) = (context.store.new_save(G::ID), self.consent.clone());
        Effect::Swap(Box::new(PlayScreen::<G>::new(driver, save, consent, context)))
    }

    pub(super) fn share_menu(&mut self) -> Effect {
        self.asked = Some(Asking::Share);
        share::ask()
    }

    fn replay(&mut self, opening: Opening) -> Effect {
        let session = self.driver.session().clone();
        Effect::Open(replay::open_at::<G>(self.driver.record(), session, opening))
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

    pub(super) fn answered(&mut self, answer: Answer, context: &mut Context) -> Effect {
        match (self.asked.take(), answer) {
            (Some(Asking::Pause), answer) => match answer.among(PAUSE) {
                Some(InPause::Restart) => self.restart(context),
                Some(InPause::Rules) => {
                    Effect::Open(Box::new(HelpScreen::of_game::<G>(&[], context)))
                }
                Some(InPause::Settings) => Effect::Open(settings::open_for::<G>()),
                Some(InPause::SaveAs) if self.offers(Action::SaveAs) => {
                    self.act(Action::SaveAs, context)
                }
                Some(InPause::Share) if self.offers(Action::Share) => self.share_menu(),
                Some(InPause::SaveAs | InPause::Share) => {
                    Effect::Say("nothing has been played yet".to_owned())
                }
                Some(InPause::Resign) => self.resign(context),
                Some(InPause::Leave) => Effect::Home,
                Some(InPause::Resume) | None => Effect::None,
            },
            (Some(Asking::Share), answer) => {
                share::share(&answer, self.driver.record(), &self.table, context)
            }
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

    fn resign(&mut self, context: &Context) -> Effect {
        let seating = &self.table.seating;
        let mover = self.turn().seat().filter(|seat| seating.is_person(*seat));
        match mover.or_else(|| seating.first_person()) {
            Some(seat) => {
                self.driver.resign(seat);
                self.stepped(context);
                Effect::None
            }
            None => Effect::Say("bots don't resign; leave the match instead".to_owned()),
        }
    }
}
