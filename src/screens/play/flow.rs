//! How a match goes on by itself: the moves of bots and of the bank, and what holds them back.

use std::time::Duration;

use super::PlayScreen;
use super::actions::Asking;
use super::thinkers::{Heard, Mover};
use crate::arena::{Fault, NoAnswer};
use crate::play::{Due, Player, Seat};
use crate::screens::consent::question;
use crate::tui::game_ui::GameUi;
use crate::tui::{Context, Effect};

/// So many automatic moves are played at the most before a frame is drawn and keys are heard.
const SLICE: usize = 64;

/// Whether the match goes on by itself, where no person is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    /// The next move comes after so much time, and when the one before has been seen.
    After(Duration),
    /// Nothing is shown until a person is due or the match ends.
    AtOnce,
    /// Somebody has stopped it.
    Paused,
    /// Whoever is due gave no usable answer, for this reason.
    Stuck(String),
}

impl<G: GameUi> PlayScreen<G> {
    /// Takes the steps that are due by themselves, a slice of them at the most, and starts whatever
    /// the position then asks for: a bot's thinking, analysis.
    pub(super) fn go_on(&mut self, context: &Context) -> Effect {
        let mut asked = Effect::None;
        for _ in 0..SLICE {
            match (self.driver.due(), &self.thinkers.mover) {
                _ if self.is_held() => break,
                (Due::Chance { .. }, _) if self.is_ready() => self.roll(context),
                (Due::Computer(_), Mover::Answer(mv)) if self.is_ready() => {
                    let mv = mv.clone();
                    self.take_answer(mv, context);
                    asked = asked.and(self.ring(context));
                }
                (Due::Computer(seat), Mover::Idle) => {
                    asked = asked.and(self.ask_mover(seat));
                    break;
                }
                (Due::Chance { .. } | Due::Computer(_), _) => break,
                (Due::Person(_) | Due::Throw(_) | Due::Nothing, _) => {
                    if self.flow == Flow::AtOnce {
                        self.flow = Flow::After(Duration::ZERO);
                    }
                    break;
                }
            }
        }
        asked
            .and(self.thinkers.analyse(self.driver.session(), &self.table.scene.view))
            .and(self.thinkers.agree())
    }

    /// Whether somebody has stopped the match, or something has.
    pub(super) fn is_held(&self) -> bool {
        self.asked.is_some() || matches!(self.flow, Flow::Paused | Flow::Stuck(_))
    }

    /// Whether the next move needs nobody: chance's, or a bot's that has been chosen.
    pub(super) fn moves_by_itself(&self) -> bool {
        let chosen = matches!(self.thinkers.mover, Mover::Answer(_));
        chosen || matches!(self.driver.due(), Due::Chance { .. })
    }

    /// Whether nothing delays the next automatic move any more.
    fn is_ready(&self) -> bool {
        match self.flow {
            Flow::AtOnce => true,
            Flow::After(wait) => wait.is_zero() && !self.table.is_moving(),
            Flow::Paused | Flow::Stuck(_) => false,
        }
    }

    /// Delays a move of a bot, so that people can follow. The bank deals at once.
    pub(super) fn hold_back(&mut self, context: &Context) {
        if let Flow::After(_) | Flow::Stuck(_) = self.flow {
            self.flow = Flow::After(match self.driver.due() {
                Due::Computer(_) | Due::Chance { by: Some(_) } => {
                    self.speed.unwrap_or(context.store.settings().bot_speed).pause()
                }
                _ => Duration::ZERO,
            });
        }
    }

    fn ask_mover(&mut self, seat: Seat) -> Effect {
        let player = &self.players()[seat.index()];
        if !self.consent.lacks(player) {
            return self.thinkers.ask_mover(self.driver.ask(seat));
        }
        match question(&self.table.names()[seat.index()], player) {
            Ok(ask) => {
                self.asked = Some(Asking::Run(seat));
                Effect::Open(Box::new(ask))
            }
            Err(why) => {
                self.flow = Flow::Stuck(why);
                Effect::None
            }
        }
    }

    /// Hears what the thinkers have to say.
    pub(super) fn listen(&mut self) -> Effect {
        let mut effect = Effect::None;
        for heard in self.thinkers.listen() {
            match heard {
                Heard::NoAnswer(why) => self.flow = Flow::Stuck(self.failure(&why)),
                Heard::Broken(why) => {
                    self.flow = Flow::Stuck(format!("the bot failed ({why})"));
                }
                Heard::Trouble(why) => effect = effect.and(Effect::Say(why)),
            }
        }
        effect
    }

    fn failure(&self, why: &NoAnswer) -> String {
        let program = matches!(self.players()[why.seat.index()], Player::Program { .. });
        match &why.fault {
            _ if program => format!("the program failed: {why}"),
            Fault::Broken(why) => format!("the bot failed ({why})"),
            fault => format!("the bot can't play on: {fault}"),
        }
    }

    /// Plays a bot's answer.
    fn take_answer(&mut self, mv: G::Move, context: &Context) {
        match self.driver.play(mv) {
            Ok(()) => self.moved(context),
            Err(why) => {
                self.thinkers.forget();
                self.flow = Flow::Stuck(format!("the bot's answer is refused: {why}"));
            }
        }
    }

    pub(super) fn roll(&mut self, context: &Context) {
        match self.driver.roll() {
            Some(_) => self.moved(context),
            None => self.flow = Flow::Stuck("chance has no outcome here".to_owned()),
        }
    }

    pub(super) fn tick(&mut self, elapsed: Duration, context: &Context) {
        if !self.table.tick(elapsed, context)
            && let Flow::After(wait) = &mut self.flow
        {
            *wait = wait.saturating_sub(elapsed);
        }
        if self.has_ended() {
            self.since_end += elapsed;
        }
        self.thinkers.tick(elapsed);
        if !self.is_held() && !self.table.is_moving() && self.awaited().is_none() {
            self.pass(elapsed, context);
        }
    }

    /// Calls a person back who had time to look away.
    fn ring(&self, context: &Context) -> Effect {
        let awaited = matches!(self.driver.due(), Due::Person(_) | Due::Throw(_));
        match awaited && self.thinkers.thought_for_long() && context.store.settings().bell {
            true => Effect::Bell,
            false => Effect::None,
        }
    }

    /// Time passes for whoever is to move. Whose flag falls has lost.
    fn pass(&mut self, elapsed: Duration, context: &Context) {
        match self.driver.pass(elapsed) {
            Some(_) => self.stepped(context),
            None => self.table.scene.clocks = self.driver.clocks(),
        }
    }

    /// Whether somebody's clock runs.
    pub(super) fn clock_runs(&self) -> bool {
        let clocks = self.table.scene.clocks.as_ref();
        clocks.is_some_and(|clocks| clocks.running.is_some()) && !self.is_held()
    }
}
