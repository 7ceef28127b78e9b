//! How a match goes on by itself: the moves of bots and of the bank, and what holds them back.

use std::time::Duration;

use super::PlayScreen;
use super::actions::Question;
use super::thinkers::Heard;
use crate::play::{Eye, Seat, Turn};
use crate::screens::consent::{RUN, question};
use crate::tui::game_ui::GameUi;
use crate::tui::{Answer, Desk, Effect};

impl<G: GameUi> PlayScreen<G> {
    /// Starts whatever the position asks for: a bot's thinking, a card from the bank, analysis.
    pub(super) fn go_on(&mut self, desk: &mut Desk) -> Effect {
        let analysis = self.thinkers.analyse(&self.session, &self.now.view);
        if self.asked.is_some() || self.paused || self.stuck.is_some() {
            return analysis;
        }
        let next = match self.session.turn() {
            Turn::Over(_) => {
                self.at_once = false;
                self.thinkers.say_goodbye(&self.session)
            }
            Turn::Chance { by } if by.is_none_or(|seat| !self.is_human(seat)) => {
                self.wait = self.pause_length(desk, by.is_none());
                match self.ready() {
                    true => self.roll(desk),
                    false => Effect::None,
                }
            }
            Turn::Decide(seat)
                if !self.is_human(seat)
                    && self.thinkers.thinking().is_none()
                    && self.answer.is_none() =>
            {
                self.wait = self.pause_length(desk, false);
                self.ask_mover(seat)
            }
            Turn::Chance { by: Some(seat) } | Turn::Decide(seat) if self.is_human(seat) => {
                self.at_once = false;
                Effect::None
            }
            _ => Effect::None,
        };
        analysis.and(next)
    }

    /// How long a move of a bot or of the bank is held back, so that people can follow.
    fn pause_length(&self, desk: &Desk, bank: bool) -> Duration {
        if self.at_once || bank { Duration::ZERO } else { desk.store.settings().bot_pause() }
    }

    /// Whether nothing holds the next automatic move back any more.
    fn ready(&self) -> bool {
        self.at_once || (self.wait.is_zero() && !G::moving(&self.ui))
    }

    fn ask_mover(&mut self, seat: Seat) -> Effect {
        let player = &self.players[seat.index()];
        if self.consent.lacks(player) {
            return match question(&self.names[seat.index()], player) {
                Ok(ask) => {
                    self.asked = Some(Question::Run(seat));
                    Effect::Open(Box::new(ask))
                }
                Err(why) => {
                    self.stuck = Some(why);
                    Effect::None
                }
            };
        }
        match self.thinkers.ask_mover(&self.session, player, seat, self.limit) {
            Ok(run) => run,
            Err(why) => {
                self.stuck = Some(why);
                Effect::None
            }
        }
    }

    /// The answer to whether the program of this seat may be run.
    pub(super) fn run_or_not(&mut self, seat: Seat, answer: Answer, desk: &mut Desk) -> Effect {
        match answer {
            Answer::Chosen(RUN) => self.consent.give(&self.players[seat.index()]),
            _ => {
                let name = &self.names[seat.index()];
                self.stuck = Some(format!("{name} isn't running, so nobody plays for it"));
            }
        }
        self.go_on(desk)
    }

    /// Hears what the thinkers have to say.
    pub(super) fn listen(&mut self, desk: &mut Desk) -> Effect {
        let mut effect = Effect::None;
        for heard in self.thinkers.listen() {
            effect = effect.and(match heard {
                Heard::Answer(mv) => {
                    self.answer = Some(mv);
                    self.take_answer(desk)
                }
                Heard::NoAnswer(why) => {
                    self.stuck = Some(why);
                    Effect::None
                }
                Heard::Hint(mv) => {
                    let eye = self.now.acting.map_or(Eye::Spectator, Eye::Seat);
                    Effect::Tell(format!("hint: {}", self.session.state().seen_move(&mv, eye)))
                }
                Heard::Trouble(why) => Effect::Say(why),
            });
        }
        effect
    }

    /// Plays a bot's answer when nothing holds it back.
    pub(super) fn take_answer(&mut self, desk: &mut Desk) -> Effect {
        if !self.ready() || self.paused || self.asked.is_some() {
            return Effect::None;
        }
        let Some(mv) = self.answer.take() else { return Effect::None };
        match self.session.state().check(&mv) {
            Ok(()) => self.play(mv, desk),
            Err(why) => {
                self.stuck = Some(format!("the bot answered '{mv}', which is refused: {why}"));
                Effect::None
            }
        }
    }

    pub(super) fn tick(&mut self, elapsed: Duration, desk: &mut Desk) -> Effect {
        if G::moving(&self.ui) {
            G::tick(&mut self.ui, desk.motion_time(elapsed));
        } else {
            self.wait = self.wait.saturating_sub(elapsed);
        }
        self.thinkers.tick(elapsed);
        if self.paused || self.asked.is_some() || !self.ready() {
            return Effect::None;
        }
        if self.answer.is_some() {
            return self.take_answer(desk);
        }
        match self.session.turn() {
            Turn::Chance { by } if by.is_none_or(|seat| !self.is_human(seat)) => self.roll(desk),
            _ => Effect::None,
        }
    }
}
