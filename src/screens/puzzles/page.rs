//! The page on which a puzzle is solved: the board at the left, and at the right the task, the
//! tries, the streak and the rating.

use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::Listed;
use super::panel::{Panel, time_words};
use crate::lang::{as_told, told};
use crate::store::Day;
use crate::store::puzzles::{Deed, Event, Tried as Past, what_failed, wrong_try};
use crate::tui::banner::Banner;
use crate::tui::challenge::{Challenge, Tried};
use crate::tui::keys::{Key, Nav, Section, bind};
use crate::tui::text::width;
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Context, Effect, Hint, Keep, Mouse, Msg, Screen, Title, hints};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Hint,
    Show,
    Next,
    Restart,
}

#[rustfmt::skip]
pub const PUZZLE: Section<Action> = Section {
    name: "puzzle",
    bindings: &[
        bind(Action::Hint, "hint", &["i"], "hint",
            "Says where to look; press again for the move."),
        bind(Action::Restart, "restart", &["u"], "start over", "Starts the puzzle over."),
        bind(Action::Show, "answer", &["a"], "answer", "Plays the answer; the puzzle counts as missed."),
        bind(Action::Next, "next", &["n"], "next", "Goes to the next open puzzle."),
    ],
};

/// What the page tells the shelf beneath when it closes: go on with the next.
pub const NEXT: usize = 1;

/// How far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Open,
    /// The goal was reached just now.
    Solved,
    /// The answer was played.
    Shown,
}

pub struct PuzzlePage {
    listed: Listed,
    board: Box<dyn Challenge>,
    /// The day it is the puzzle of, if it is.
    daily: Option<Day>,
    /// Whether the shelf lies beneath, with a next puzzle.
    shelved: bool,
    stage: Stage,
    /// Since when somebody has been at it.
    begun: Instant,
    /// How long it took this time, once it is solved.
    took: Duration,
    /// Whether the key that shows the answer was pressed just now.
    asked: bool,
    /// The rating before this puzzle was decided here.
    rating_before: u32,
    was_solved: bool,
    /// Cards of the program that solved it.
    score: Option<u32>,
}

impl PuzzlePage {
    pub fn new(
        listed: Listed,
        mut board: Box<dyn Challenge>,
        daily: Option<Day>,
        shelved: bool,
        context: &Context,
    ) -> PuzzlePage {
        let progress = context.store.progress();
        let past = context.store.tried(&listed.key);
        let failed: Vec<String> =
            past.wrong.iter().map(|note| what_failed(note).0.to_owned()).collect();
        board.remember(&failed);
        PuzzlePage {
            rating_before: progress.rating(listed.game),
            asked: false,
            was_solved: past.solved,
            listed,
            board,
            daily,
            shelved,
            stage: Stage::Open,
            begun: Instant::now(),
            took: Duration::ZERO,
            score: None,
        }
    }

    fn past(&self, context: &Context) -> Past {
        context.store.tried(&self.listed.key)
    }

    /// Notes something in the log of tries.
    fn note(&self, event: Event, note: String, context: &Context) -> Effect {
        Effect::Keep(self.deed(event, note, context))
    }

    fn deed(&self, event: Event, note: String, context: &Context) -> Keep {
        let day = context.day();
        Keep::Deed(Box::new(Deed {
            day,
            puzzle: self.listed.key.clone(),
            event,
            rating: self.listed.puzzle.rating,
            seconds: u32::try_from(context.since(self.begun).as_secs()).unwrap_or(u32::MAX),
            daily: self.daily == Some(day),
            note,
        }))
    }

    fn came_of(&mut self, tried: Tried, context: &Context) -> Effect {
        match tried {
            Tried::Wrong(what, why) => {
                let note = wrong_try(&what, &why);
                // The same mistake again counts once.
                match self.past(context).wrong.contains(&note) {
                    true => Effect::None,
                    false => self.note(Event::Wrong, note, context),
                }
            }
            Tried::Solved(score) => {
                self.stage = Stage::Solved;
                self.took = context.since(self.begun);
                self.score = score;
                let note = score.map_or(String::new(), |score| score.to_string());
                let best = score.map_or(Effect::None, |score| {
                    let page = format!("{}-puzzles", self.listed.game);
                    Effect::Keep(Keep::Best(page, self.listed.puzzle.id.clone(), score))
                });
                self.note(Event::Solved, note, context).and(best)
            }
            Tried::Shown => {
                self.stage = Stage::Shown;
                Effect::None
            }
        }
    }

    fn offers(&self, action: Action) -> bool {
        match action {
            Action::Hint | Action::Show => self.stage == Stage::Open,
            Action::Next => self.shelved,
            Action::Restart => true,
        }
    }

    fn next(&self) -> Effect {
        match self.shelved {
            true => Effect::Answer(Answer::Chosen(NEXT)),
            false => Effect::Close,
        }
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Effect {
        let asked = std::mem::take(&mut self.asked);
        match action {
            Action::Hint => match self.board.hint(context) {
                Some(effect) => self.note(Event::Hint, String::new(), context).and(effect),
                None => Effect::None,
            },
            Action::Show if !asked && !self.past(context).is_decided() => {
                self.asked = true;
                let key = context.keys.first(&PUZZLE, action);
                let key = key.map_or(String::new(), |key| key.to_string());
                Effect::Say(format!("press {key} again for the answer; it counts as missed"))
            }
            Action::Show => {
                self.note(Event::Shown, String::new(), context).and(self.board.show(context))
            }
            Action::Next => self.next(),
            Action::Restart => {
                if self.stage == Stage::Solved {
                    self.begun = Instant::now();
                    self.was_solved = true;
                }
                self.stage = Stage::Open;
                self.board.restart();
                Effect::None
            }
        }
    }

    fn key(&mut self, key: &Key, context: &mut Context) -> Option<Effect> {
        if let Some(action) = context.keys.action(&PUZZLE, key).filter(|it| self.offers(*it)) {
            return Some(self.act(action, context));
        }
        self.asked = false;
        if self.stage == Stage::Open {
            return None;
        }
        match context.keys.nav(key) {
            // Pressed after a digit that has played the last move already.
            Some(Nav::Confirm) if self.board.pulse().is_some() => Some(Effect::None),
            Some(Nav::Confirm) => Some(self.next()),
            Some(Nav::Back) => Some(Effect::Close),
            _ => None,
        }
    }

    fn banner(&self, side: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let (word, sentence, meaning) = match self.stage {
            Stage::Open => return,
            Stage::Solved => {
                let past = self.past(context);
                // The first solution took all visits together.
                let all = past.seconds.filter(|_| !self.was_solved).map(u64::from);
                let time = time_words(all.unwrap_or(self.took.as_secs()));
                let how = match (past.wrong.len(), past.hints, past.shown) {
                    _ if self.was_solved => format!("solved again in {time}"),
                    (0, 0, false) => format!("at the first try, in {time}"),
                    (_, _, true) => format!("after the answer was shown, in {time}"),
                    (0, _, _) => format!("with a hint, in {time}"),
                    (1, _, _) => format!("after one wrong try, in {time}"),
                    (wrong, _, _) => format!("after {wrong} wrong tries, in {time}"),
                };
                ("SOLVED", how, Meaning::Good)
            }
            Stage::Shown => {
                let how = "now start over and play it yourself".to_owned();
                ("ANSWER", how, Meaning::Brass)
            }
        };
        let ink = look.theme().ink(meaning);
        let words = [(word.to_owned(), sentence)];
        Banner { words: &words, ink, edges: &[] }.draw(look, side, &self.board.seen(context), buf);
    }
}

impl Screen for PuzzlePage {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        if let Msg::Key(key) = &msg
            && let Some(effect) = self.key(key, context)
        {
            return effect;
        }
        if matches!(msg, Msg::Mouse(Mouse::Click, _)) && self.stage != Stage::Open {
            return self.next();
        }
        let (effect, tried) = self.board.update(&msg, context);
        match tried {
            Some(tried) => self.came_of(tried, context).and(effect),
            None => effect,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let room = self.board.draw(buf, context);
        self.banner(room.side, buf, context);
        let progress = context.store.progress();
        let past = self.past(context);
        let (words, meaning) = match self.stage {
            Stage::Open => self.board.status(context),
            _ => (String::new(), Meaning::Muted),
        };
        // A refutation takes more than the row under the board.
        let beside = room.filled || width(&words) > room.status.width;
        let panel = Panel {
            task: self.board.task(),
            daily: self.daily,
            past: &past,
            progress,
            listed: &self.listed,
            rating_before: self.rating_before,
            today: context.day(),
            button: match self.stage {
                Stage::Open => None,
                _ if self.shelved => Some("Next puzzle"),
                _ => Some("Back"),
            },
            score: self.score,
            words: Some((&*words, meaning)).filter(|(words, _)| beside && !words.is_empty()),
        };
        panel.draw(&context.look, room.panel, buf);
        let words = if beside { "" } else { &words };
        context.draw_status(room.status, buf, words, meaning);
    }

    fn title(&self) -> Title {
        let group = || self.listed.puzzle.group.clone();
        let board = self.board.board().unwrap_or_else(group);
        Title {
            name: "Puzzles".to_owned(),
            detail: as_told(&format!("{} · {}", told(self.listed.title), told(&board))),
            right: self.listed.name(),
        }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let mut all = Vec::new();
        match self.stage {
            Stage::Open => all.extend(self.board.hints(context)),
            _ => {
                let words = if self.shelved { "next puzzle" } else { "back" };
                all.push(hints::nav(keys, &[Nav::Confirm], words));
            }
        }
        // What follows has been said already once it is decided.
        let open = self.stage == Stage::Open;
        let told = |action| self.offers(action) && (open || action != Action::Next);
        all.extend(hints::section(keys, &PUZZLE, told));
        if self.stage == Stage::Open {
            all.extend(self.board.more_hints(context));
        }
        all.push(hints::nav(keys, &[Nav::Help], "help"));
        if self.stage != Stage::Open || !self.board.keeps_back() {
            all.push(hints::nav(keys, &[Nav::Back], if self.shelved { "list" } else { "back" }));
        }
        all
    }

    /// The time until it is solved adds up over all visits.
    fn leaving(&self, context: &Context) -> Option<Keep> {
        let counts = self.stage == Stage::Open && !self.past(context).solved;
        let spent = counts && context.since(self.begun) >= Duration::from_secs(1);
        spent.then(|| self.deed(Event::Left, String::new(), context))
    }

    fn pulse(&self) -> Option<Duration> {
        self.board.pulse()
    }

    fn min_size(&self) -> Size {
        self.board.min_size()
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let all = hints::all(&context.keys, &PUZZLE);
        let all = hints::explained(self.hints(context), all);
        self.board.help(&all, context)
    }
}
