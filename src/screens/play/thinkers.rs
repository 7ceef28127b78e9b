//! Who thinks beside the screen: the bot or program to move, the hint, the analysis.
//!
//! Starts them, calls them off and hears what they say; what follows from it is the match's affair.

use std::time::Duration;

use crate::arena::{Driver, NoAnswer, Question};
use crate::play::Session;
use crate::screens::match_view::Beside;
use crate::search::Advice;
use crate::tui::game_ui::GameUi;
use crate::tui::task::{News, Task};
use crate::tui::{Effect, trip};

/// A thought during which people look away.
const LONG: Duration = Duration::from_secs(3);

/// What the thinkers say.
pub enum Heard {
    /// The bot or program to move gives no usable answer.
    NoAnswer(NoAnswer),
    /// It panicked outside of its thinking.
    Broken(String),
    /// Something less than the match is in trouble.
    Trouble(String),
}

/// A move to make, and what speaks for it.
type Hint<M> = (M, Advice);

/// A move that somebody is asked for, or why there is none.
type Asked<M> = Task<Result<M, NoAnswer>>;

/// The bot or program that is to move.
pub enum Mover<M> {
    /// Nobody has been asked.
    Idle,
    /// Asked, and thinking for so long.
    Thinking(Asked<M>, Duration),
    /// What it has chosen; it is played when people have seen the move before.
    Answer(M),
}

pub struct Thinkers<G: GameUi> {
    pub mover: Mover<G::Move>,
    /// How long the one who answered last has thought.
    thought: Duration,
    goodbye: Option<Task<()>>,
    hinter: Option<Task<Result<Hint<G::Move>, String>>>,
    hint: Option<Hint<G::Move>>,
    /// What the hint on the board was asked, so that it can be asked about another move.
    question: Option<Question<G>>,
    analysing: bool,
    analyst: Option<Task<G::Insight>>,
    insight: Option<G::Insight>,
}

impl<G: GameUi> Default for Thinkers<G> {
    fn default() -> Thinkers<G> {
        Thinkers {
            mover: Mover::Idle,
            thought: Duration::ZERO,
            goodbye: None,
            hinter: None,
            hint: None,
            question: None,
            analysing: false,
            analyst: None,
            insight: None,
        }
    }
}

impl<G: GameUi> Thinkers<G> {
    /// The position has changed: whatever was worked out was for the old one.
    pub fn forget(&mut self) {
        self.mover = Mover::Idle;
        self.hinter = None;
        self.hint = None;
        self.analyst = None;
        self.insight = None;
    }

    /// How long the bot to move has been thinking, if one is.
    pub fn thinking(&self) -> Option<Duration> {
        match self.mover {
            Mover::Thinking(_, thought) => Some(thought),
            Mover::Idle | Mover::Answer(_) => None,
        }
    }

    /// Whether whoever moved last thought for so long that people may have looked away.
    pub fn thought_for_long(&self) -> bool {
        self.thought >= LONG
    }

    pub fn tick(&mut self, elapsed: Duration) {
        if let Mover::Thinking(_, thought) = &mut self.mover {
            *thought += elapsed;
        }
    }

    /// Takes the hint on the board away; answers whether there was one.
    pub fn forget_hint(&mut self) -> bool {
        self.hinter = None;
        self.hint.take().is_some()
    }

    pub fn is_hinting(&self) -> bool {
        self.hinter.is_some() && self.hint.is_none()
    }

    /// What they have found out about the position on the board.
    pub fn beside(&self) -> Beside<'_, G> {
        Beside {
            hint: self.hint.as_ref().map(|(mv, _)| mv),
            advice: self.hint.as_ref().map(|(_, advice)| advice),
            insight: self.insight.as_ref(),
            ..Beside::default()
        }
    }

    /// Lets a bot or a program choose the move of its seat.
    pub fn ask_mover(&mut self, question: Question<G>) -> Effect {
        let (task, run) = ask(question, "bot");
        self.mover = Mover::Thinking(task, Duration::ZERO);
        run
    }

    /// Lets the strongest bot look for a move that a person could play; where the analysis has one
    /// already, it is that.
    pub fn ask_hint(&mut self, question: Question<G>) -> Effect {
        let known = self.insight.as_ref().and_then(|insight| G::better(insight, None));
        self.question = Some(question.clone());
        self.look_for_hint(question, known)
    }

    fn look_for_hint(&mut self, question: Question<G>, known: Option<G::Move>) -> Effect {
        let (task, run) = Task::new(move |cancel, report: &mut dyn FnMut(_)| {
            trip::wire("hint");
            report(match known {
                Some(mv) => Ok(question.reason(mv, cancel)),
                None => question.advice(cancel),
            });
        });
        self.hinter = Some(task);
        run
    }

    /// Two answers to one question would puzzle whoever asks: the hint on the board follows the
    /// analysis beside it.
    pub fn agree(&mut self) -> Effect {
        let (Some((mv, _)), Some(insight)) = (&self.hint, &self.insight) else {
            return Effect::None;
        };
        match (G::better(insight, Some(mv)), self.question.clone()) {
            (Some(better), Some(question)) => {
                // The reason comes when it has been found.
                self.hint = Some((better.clone(), question.order(&better)));
                self.look_for_hint(question, Some(better))
            }
            _ => Effect::None,
        }
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

    /// Tells the programs how the match ended, beside the screen. Whoever leaves waits no more.
    pub fn say_goodbye(&mut self, driver: &Driver<G>) -> Effect {
        let Some(say) = driver.goodbye() else { return Effect::None };
        let (task, run) = Task::new(move |cancel, _: &mut dyn FnMut(())| drop(say(cancel)));
        self.goodbye = Some(task);
        run
    }

    /// What has been said since the last time.
    pub fn listen(&mut self) -> Vec<Heard> {
        let mut heard = Vec::new();
        if let Mover::Thinking(task, thought) = &self.mover
            && let Some(news) = task.poll()
        {
            self.thought = *thought;
            self.mover = Mover::Idle;
            match news {
                News::Report(Ok(mv)) => self.mover = Mover::Answer(mv),
                News::Report(Err(why)) => heard.push(Heard::NoAnswer(why)),
                News::Failed(why) => heard.push(Heard::Broken(why)),
                News::Done => heard.push(Heard::Broken("it gave no answer".to_owned())),
            }
        }
        if let Some(news) = self.hinter.as_ref().and_then(Task::poll) {
            self.hinter = None;
            let no_hint = |why: &str| Heard::Trouble(format!("no hint: the bot failed ({why})"));
            match news {
                News::Report(Ok(hint)) => self.hint = Some(hint),
                News::Report(Err(why)) => heard.push(no_hint(&why)),
                News::Failed(why) => heard.push(no_hint(&why)),
                News::Done => {}
            }
        }
        while let Some(news) = self.analyst.as_ref().and_then(Task::poll) {
            match news {
                News::Report(insight) => self.insight = Some(insight),
                News::Failed(why) => {
                    self.analyst = None;
                    self.analysing = false;
                    heard.push(Heard::Trouble(format!("the analysis failed ({why})")));
                }
                News::Done => self.analyst = None,
            }
        }
        heard
    }
}

fn ask<G: GameUi>(question: Question<G>, wire: &'static str) -> (Asked<G::Move>, Effect) {
    Task::new(move |cancel, report: &mut dyn FnMut(_)| {
        trip::wire(wire);
        report(question.answer(cancel));
    })
}
