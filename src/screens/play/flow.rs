//! How a match goes on by itself: the moves of bots and of the bank, and what holds them back.

use std::time::Duration;

use super::PlayScreen;
use super::actions::Question;
use super::thinkers::Heard;
use crate::play::{Due, Eye, Seat};
use crate::screens::consent::{RUN, question};
use crate::tui::game_ui::GameUi;
use crate::tui::{Answer, Desk, Effect};

/// So many automatic moves are played at the most before a frame is drawn and keys are heard.
const SLICE: usize = 64;

impl<G: GameUi> PlayScreen<G> {
    /// Takes the steps that are due by themselves, a slice of them at the most, and starts whatever
    /// the position then asks for: a bot's thinking, analysis.
    pub(super) fn go_on(&mut self, desk: &Desk) -> Effect {
        let mut effect = Effect::None;
        for _ in 0..SLICE {
            if self.is_held() {
                break;
            }
            match self.due() {
                Due::Chance { .. } if self.is_ready() => effect = effect.and(self.roll(desk)),
                Due::Computer(_) if self.answer.is_some() && self.is_ready() => {
                    self.take_answer(desk);
                }
                Due::Computer(seat)
                    if self.answer.is_none() && self.thinkers.thinking().is_none() =>
                {
                    effect = effect.and(self.ask_mover(seat));
                    break;
                }
                Due::Person(_) | Due::Throw(_) | Due::Nothing => {
                    self.at_once = false;
                    break;
                }
                Due::Chance { .. } | Due::Computer(_) => break,
            }
        }
        effect.and(self.thinkers.analyse(&self.session, &self.table.scene.view))
    }

    /// Whether somebody has stopped the match, or something has.
    pub(super) fn is_held(&self) -> bool {
        self.asked.is_some() || self.paused || self.stuck.is_some()
    }

    /// Whether the next move needs nobody: chance's, or a bot's that has been chosen.
    pub(super) fn moves_by_itself(&self) -> bool {
        self.answer.is_some() || matches!(self.due(), Due::Chance { .. })
    }

    /// Whether nothing delays the next automatic move any more.
    fn is_ready(&self) -> bool {
        self.at_once || (self.wait.is_zero() && !self.table.is_moving())
    }

    /// Delays a move of a bot, so that people can follow. The bank deals at once.
    pub(super) fn hold_back(&mut self, desk: &Desk) {
        self.wait = match self.due() {
            Due::Computer(_) | Due::Chance { by: Some(_) } if !self.at_once => {
                desk.store.settings().bot_pause()
            }
            _ => Duration::ZERO,
        };
    }

    fn ask_mover(&mut self, seat: Seat) -> Effect {
        let player = &self.table.seating.players()[seat.index()];
        if self.consent.lacks(player) {
            return match question(self.table.seating.name(seat), player) {
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
    pub(super) fn run_or_not(&mut self, seat: Seat, answer: &Answer) {
        let seating = &self.table.seating;
        match answer {
            Answer::Chosen(RUN) => self.consent.give(&seating.players()[seat.index()]),
            _ => self.stuck = Some("the program isn't running, so the match waits".to_owned()),
        }
    }

    /// Hears what the thinkers have to say.
    pub(super) fn listen(&mut self, _: &Desk) -> Effect {
        let mut effect = Effect::None;
        for heard in self.thinkers.listen() {
            match heard {
                Heard::Answer(mv) => self.answer = Some(mv),
                Heard::NoAnswer(why) => self.stuck = Some(why),
                Heard::Hint(mv) => {
                    let eye = self.table.scene.acting.map_or(Eye::Spectator, Eye::Seat);
                    let words = self.session.state().seen_move(&mv, eye);
                    effect = effect.and(Effect::Tell(format!("hint: {words}")));
                }
                Heard::Trouble(why) => effect = effect.and(Effect::Say(why)),
            }
        }
        effect
    }

    /// Plays a bot's answer.
    fn take_answer(&mut self, desk: &Desk) {
        let Some(mv) = self.answer.take() else { return };
        match self.session.play(mv.clone()) {
            Ok(()) => self.moved(desk),
            Err(why) => {
                self.stuck = Some(format!("the bot answered '{mv}', which is refused: {why}"));
            }
        }
    }

    pub(super) fn tick(&mut self, elapsed: Duration, desk: &Desk) {
        if !self.table.tick(elapsed, desk) {
            self.wait = self.wait.saturating_sub(elapsed);
        }
        self.thinkers.tick(elapsed);
    }
}
