//! Who thinks beside the screen: the bot or program to move, the hint, the analysis.
//!
//! Starts them, calls them off and hears what they say; what follows from it is the match's affair.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::arena::{Guest, Patience};
use crate::play::{Eye, Game, Player, Seat, Session};
use crate::screens::match_view::Beside;
use crate::search::{Budget, Limit, bot_seed, strategy, strongest};
use crate::tui::game_ui::GameUi;
use crate::tui::task::{News, Task};
use crate::tui::{Effect, trip};

/// What the thinkers say.
pub enum Heard<M> {
    /// The bot or program to move has chosen.
    Answer(M),
    /// It never will; this is why.
    NoAnswer(String),
    Hint(M),
    /// Something less than the match is in trouble.
    Trouble(String),
}

pub struct Thinkers<G: GameUi> {
    mover: Option<Task<Result<G::Move, String>>>,
    /// How long it has been at it.
    thought: Duration,
    goodbye: Option<Task<()>>,
    // Below the tasks that may be asking one of them: they are called off first.
    guests: Guests<G>,
    hinter: Option<Task<G::Move>>,
    hint: Option<G::Move>,
    analysing: bool,
    analyst: Option<Task<G::Insight>>,
    insight: Option<G::Insight>,
}

impl<G: GameUi> Thinkers<G> {
    pub fn new(players: &[Player], limit: Limit) -> Thinkers<G> {
        Thinkers {
            mover: None,
            thought: Duration::ZERO,
            goodbye: None,
            guests: Guests::among(players, limit),
            hinter: None,
            hint: None,
            analysing: false,
            analyst: None,
            insight: None,
        }
    }

    /// The position has changed: whatever was worked out was for the old one.
    pub fn forget(&mut self) {
        self.mover = None;
        self.thought = Duration::ZERO;
        self.hinter = None;
        self.hint = None;
        self.analyst = None;
        self.insight = None;
    }

    /// How long the bot to move has been thinking, if one is.
    pub fn thinking(&self) -> Option<Duration> {
        self.mover.is_some().then_some(self.thought)
    }

    pub fn tick(&mut self, elapsed: Duration) {
        if self.mover.is_some() {
            self.thought += elapsed;
        }
    }

    pub fn is_hinting(&self) -> bool {
        self.hinter.is_some()
    }

    /// What they have found out about the position on the board.
    pub fn beside(&self) -> Beside<'_, G> {
        Beside { hint: self.hint.as_ref(), insight: self.insight.as_ref(), ..Beside::default() }
    }

    /// Lets a bot or a program choose the move of its seat, or says why it cannot.
    pub fn ask_mover(
        &mut self,
        session: &Session<G>,
        player: &Player,
        seat: Seat,
        limit: Limit,
    ) -> Result<Effect, String> {
        let (task, run) = match (self.guests.0[seat.index()].clone(), player) {
            (Some(guest), _) => ask_guest(guest, session.clone()),
            (None, Player::Bot { strategy }) => ask_bot(session, strategy, seat, limit)?,
            (None, _) => return Err(format!("nobody plays for {player}")),
        };
        self.mover = Some(task);
        Ok(run)
    }

    /// Lets the strongest bot look for a move that this person could play.
    pub fn ask_hint(&mut self, session: &Session<G>, seat: Seat, limit: Limit) -> Effect {
        let state = session.state();
        let Some(found) = strongest::<G>(state.variant()) else {
            return Effect::Say("no bot can play this board".to_owned());
        };
        let view = state.view(Eye::Seat(seat));
        let (legal, variant) = (state.legal_moves(), state.variant().clone());
        let seed = bot_seed(session.seed(), session.ply());
        let (task, run) = Task::new(move |cancel, report: &mut dyn FnMut(G::Move)| {
            let budget = Budget::new(limit, cancel.clone());
            report((found.make)(&variant, seed).choose(&view, seat, &legal, &budget));
        });
        self.hinter = Some(task);
        run
    }

    pub fn toggle_analysis(&mut self) {
        self.analysing = !self.analysing;
        self.insight = None;
        self.analyst = None;
    }

    /// Analyses the position if that is asked for and not under way already.
    pub fn analyse(&mut self, session: &Session<G>, view: &G::View) -> Effect {
        let idle = self.insight.is_none() && self.analyst.is_none();
        if !self.analysing || !idle || session.turn().is_over() {
            return Effect::None;
        }
        let (view, legal) = (view.clone(), session.state().legal_moves());
        let (task, run) = Task::new(move |cancel, report: &mut dyn FnMut(G::Insight)| {
            G::analyse(&view, &legal, cancel, report);
        });
        self.analyst = Some(task);
        run
    }

    /// Tells the programs how the match ended.
    pub fn say_goodbye(&mut self, session: &Session<G>) -> Effect {
        let Some((task, run)) = self.guests.say_goodbye(session) else { return Effect::None };
        self.goodbye = Some(task);
        run
    }

    /// What has been said since the last time.
    pub fn listen(&mut self) -> Vec<Heard<G::Move>> {
        let mut heard = Vec::new();
        if let Some(news) = self.mover.as_ref().and_then(Task::poll) {
            self.mover = None;
            heard.push(match news {
                News::Report(Ok(mv)) => Heard::Answer(mv),
                News::Report(Err(why)) => Heard::NoAnswer(format!("the program failed: {why}")),
                News::Failed(why) => Heard::NoAnswer(format!("the bot broke down ({why})")),
                News::Done => Heard::NoAnswer("the bot gave no answer".to_owned()),
            });
        }
        if let Some(news) = self.hinter.as_ref().and_then(Task::poll) {
            self.hinter = None;
            match news {
                News::Report(mv) => {
                    self.hint = Some(mv.clone());
                    heard.push(Heard::Hint(mv));
                }
                News::Failed(why) => {
                    heard.push(Heard::Trouble(format!("no hint: the bot broke down ({why})")));
                }
                News::Done => {}
            }
        }
        while let Some(news) = self.analyst.as_ref().and_then(Task::poll) {
            match news {
                News::Report(insight) => self.insight = Some(insight),
                News::Failed(why) => {
                    self.analyst = None;
                    self.analysing = false;
                    heard.push(Heard::Trouble(format!("the analysis broke down ({why})")));
                }
                News::Done => self.analyst = None,
            }
        }
        heard
    }
}

/// A task that reports a move, or why there is none, and the effect that starts it.
type Asked<M> = (Task<Result<M, String>>, Effect);

fn ask_bot<G: GameUi>(
    session: &Session<G>,
    name: &str,
    seat: Seat,
    limit: Limit,
) -> Result<Asked<G::Move>, String> {
    let state = session.state();
    let make = strategy::<G>(name, state.variant())?.make;
    let (view, legal) = (state.view(Eye::Seat(seat)), state.legal_moves());
    let variant = state.variant().clone();
    let seed = bot_seed(session.seed(), session.ply());
    Ok(Task::new(move |cancel, report: &mut dyn FnMut(_)| {
        trip::wire("bot");
        let budget = Budget::new(limit, cancel.clone());
        report(Ok(make(&variant, seed).choose(&view, seat, &legal, &budget)));
    }))
}

fn ask_guest<G: GameUi>(guest: Arc<Mutex<Guest<G>>>, session: Session<G>) -> Asked<G::Move> {
    Task::new(move |cancel, report: &mut dyn FnMut(_)| {
        let mut guest = guest.lock().unwrap_or_else(PoisonError::into_inner);
        report(guest.answer(&session, cancel));
    })
}

/// The programs among the players, by seat. They go when the screen goes.
struct Guests<G: Game>(Vec<Option<Arc<Mutex<Guest<G>>>>>);

impl<G: Game> Guests<G> {
    fn among(players: &[Player], limit: Limit) -> Guests<G> {
        let guests = Guest::among(players, Patience::at_a_table(limit));
        Guests(guests.into_iter().map(|guest| Some(Arc::new(Mutex::new(guest?)))).collect())
    }

    /// Tells all of them how the match ended, beside the screen. Whoever leaves it waits no more.
    fn say_goodbye(&self, session: &Session<G>) -> Option<(Task<()>, Effect)> {
        let guests: Vec<_> = self.0.iter().flatten().cloned().collect();
        if guests.is_empty() {
            return None;
        }
        let session = session.clone();
        Some(Task::new(move |cancel, _: &mut dyn FnMut(())| {
            for guest in &guests {
                guest.lock().unwrap_or_else(PoisonError::into_inner).say_goodbye(&session, cancel);
            }
        }))
    }
}

impl<G: Game> Drop for Guests<G> {
    fn drop(&mut self) {
        for guest in self.0.iter().flatten() {
            guest.lock().unwrap_or_else(PoisonError::into_inner).dismiss();
        }
    }
}
