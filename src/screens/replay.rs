//! Replay: a recorded match, forwards and backwards, by hand or by itself.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::match_view::{Beside, FRAME, MatchView};
use super::puzzles::Puzzler;
use super::share;
use crate::play::seating::audience;
use crate::play::{Eye, Outcome, Record, Scene, Seat, Session, Turn};
use crate::search::seated;
use crate::tui::ask::Prompt;
use crate::tui::course::{Course, Mistake, mistake};
use crate::tui::game_ui::{GameUi, input_of, own_hints};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Nav, Section, bind};
use crate::tui::task::{News, Task};
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Context, Effect, Hint, Mouse, Msg, Screen, Title, help, hints, panels};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    Play,
    Faster,
    Slower,
    Jump,
    Analysis,
    PlayOn,
    Puzzle,
    Share,
}

#[rustfmt::skip]
pub(super) const REPLAY: Section<Action> = Section {
    name: "replay",
    bindings: &[
        bind(Action::Play, "play", &["space", "p"], "play", "Plays the match by itself, or stops."),
        bind(Action::Analysis, "analysis", &["a"], "analysis",
            "Shows what each move is worth, or hides it."),
        bind(Action::Jump, "jump", &["m", ":"], "to move",
            "Goes to the move whose number you type."),
        bind(Action::PlayOn, "play-on", &["o"], "play on",
            "Plays on from this position, in a new match."),
        bind(Action::Puzzle, "puzzle", &["e"], "puzzle?",
            "Asks whether this position is a puzzle, and saves it among yours."),
        bind(Action::Share, "share", &["s"], "share",
            "Copies the position or the match, or draws a picture of the board into a file."),
        bind(Action::Faster, "faster", &["+", "="], "faster", "Shows the moves faster."),
        bind(Action::Slower, "slower", &["-"], "slower", "Shows the moves slower."),
    ],
};

/// How long a position stands, from the quickest.
pub(super) const PACES: [u64; 6] = [60, 150, 350, 700, 1200, 2500];

/// From this size on the analysis is open.
const ROOMY: Size = Size::new(160, 50);

/// Whether the analysis has its room beside everything else.
pub(super) fn is_roomy(context: &Context) -> bool {
    context.size.width >= ROOMY.width && context.size.height >= ROOMY.height
}

struct ReplayScreen<G: GameUi> {
    session: Session<G>,
    /// The match as it stood at the ply that is shown.
    table: MatchView<G>,
    playing: bool,
    pace: usize,
    since: Duration,
    analysing: bool,
    /// Whether the move that lost the match is still being looked for.
    seeking: bool,
    /// The position where it was played, once that is found.
    sought: Option<usize>,
    /// What the analysis knows, by ply, and whether that is all.
    insights: Vec<(Option<G::Insight>, Depth)>,
    task: Option<Task<(usize, Finding<G::Insight>)>>,
    /// Whether the page has been seen before.
    shown: bool,
    /// Whether a popup asks what to share.
    sharing: bool,
    /// Who sat where, and how it ended; what else there is comes from the session.
    record: Record,
    /// What to say at the end of a record that was cut off.
    cut_words: Option<String>,
    /// What the solver is asked about single positions.
    puzzler: Puzzler,
}

/// How far the analysis of a position has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Depth {
    Begun,
    Whole,
}

/// News about one position.
enum Finding<I> {
    Insight(I),
    Whole,
}

/// Where a replay begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// Before the first move.
    FromTheStart,
    /// At the move that lost it, which the analysis has to find first.
    WhereLost,
}

/// Opens a match from its beginning. What was secret stays so until the match is over.
pub fn open<G: GameUi>(record: Record, session: Session<G>, _: &mut Context) -> Box<dyn Screen> {
    open_at(record, session, Opening::FromTheStart)
}

/// Opens a match at some point.
pub fn open_at<G: GameUi>(
    record: Record,
    session: Session<G>,
    opening: Opening,
) -> Box<dyn Screen> {
    let eye = audience::<G>(&session.turn());
    let cut_words = record.cut_words();
    let seating = seated::<G>(record.players.clone());
    let scene = Scene::past(&session, 0, eye);
    let mut table = MatchView::new(session.state().variant(), seating, scene);
    table.listen(&session, true);
    Box::new(ReplayScreen {
        table,
        playing: false,
        pace: 3,
        since: Duration::ZERO,
        analysing: opening == Opening::WhereLost,
        seeking: opening == Opening::WhereLost,
        sought: None,
        insights: vec![(None, Depth::Begun); session.ply() + 1],
        task: None,
        cut_words,
        puzzler: Puzzler::on::<G>(session.state().variant()),
        shown: false,
        sharing: false,
        record,
        session,
    })
}

impl<G: GameUi> ReplayScreen<G> {
    fn last(&self) -> usize {
        self.session.ply()
    }

    fn ply(&self) -> usize {
        self.table.scene.ply
    }

    fn eye(&self) -> Eye {
        self.table.scene.eye
    }

    /// Goes to a ply; one step forward is shown as it was played.
    fn go(&mut self, ply: usize, context: &Context) -> Effect {
        let scene = Scene::past(&self.session, ply.min(self.last()), self.eye());
        self.table.step_to(scene, context);
        self.since = Duration::ZERO;
        self.analyse()
    }

    /// Works on this position, and then on all the others where that gives the course of the
    /// match: from the end, for late positions are the easy ones.
    fn analyse(&mut self) -> Effect {
        self.task = None;
        if !self.analysing {
            return Effect::None;
        }
        let others = (0..=self.last()).rev().filter(|ply| *ply != self.ply() && G::WORTH.is_some());
        let wanted: Vec<(usize, G)> = std::iter::once(self.ply())
            .chain(others)
            .filter(|ply| self.insights[*ply].1 == Depth::Begun)
            .map(|ply| (ply, self.session.state_at(ply)))
            .filter(|(_, state)| !state.turn().is_over())
            .collect();
        if wanted.is_empty() {
            return Effect::None;
        }
        let eye = self.eye();
        let (task, run) = Task::new(move |cancel, report: &mut dyn FnMut(_)| {
            for (ply, state) in wanted {
                let legal = state.legal_moves();
                let mut tell = |insight| report((ply, Finding::Insight(insight)));
                G::analyse(&state.view(eye), &legal, cancel, &mut tell);
                if cancel.is_cancelled() {
                    return;
                }
                report((ply, Finding::Whole));
            }
        });
        self.task = Some(task);
        run
    }

    /// What each position is worth to the first seat, as far as the analysis knows.
    fn worths(&self) -> Vec<Option<f32>> {
        let worth = |ply: usize| {
            let turn = self.session.state_at(ply).turn();
            match &turn {
                Turn::Over(Outcome::Win(seat)) if *seat == Seat::FIRST => Some(1.0),
                Turn::Over(Outcome::Win(_)) => Some(-1.0),
                Turn::Over(Outcome::Draw) => Some(0.0),
                _ => G::WORTH?(self.insights[ply].0.as_ref()?, &turn),
            }
        };
        (0..=self.last()).map(worth).collect()
    }

    /// Goes to where the last move was played that gave the match away, as soon as that is known: the
    /// analysis there shows what would have been right, and whoever likes plays on from it.
    fn seek(&mut self, context: &Context) -> Effect {
        if !self.seeking {
            return Effect::None;
        }
        let worths = self.worths();
        // Everything after it must be known: there may be a later one.
        let known = worths.iter().rev().take_while(|worth| worth.is_some()).count();
        let first = worths.len() - known;
        if let Some(ply) = (first..self.last()).rev().find(|ply| mistake(&worths, *ply).is_some()) {
            self.seeking = false;
            self.sought = Some(ply);
            return self.go(ply, context);
        }
        if self.task.is_none() {
            self.seeking = false;
            let scene = Scene::past(&self.session, self.last(), self.eye());
            let lost = Seat::all(self.table.names().len()).find(|it| !scene.winners.contains(it));
            let who = lost.map_or("", |seat| self.table.names()[seat.index()].as_str());
            return Effect::Say(format!("no single move lost it: {who} was losing from the start"));
        }
        Effect::None
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Effect {
        match action {
            Action::Play => {
                self.playing = !self.playing;
                self.since = Duration::ZERO;
                if self.playing && self.ply() == self.last() {
                    return self.go(0, context);
                }
            }
            Action::Faster => return self.change_pace(self.pace.saturating_sub(1)),
            Action::Slower => return self.change_pace((self.pace + 1).min(PACES.len() - 1)),
            Action::Jump => {
                self.playing = false;
                return Effect::Open(Box::new(Prompt::new("Go to move", "")));
            }
            Action::Analysis if G::ANALYSIS.is_some() => {
                self.analysing = !self.analysing;
                return self.analyse();
            }
            Action::Analysis => {}
            Action::PlayOn => return self.play_on(context),
            Action::Puzzle => return self.puzzler.wonder::<G>(&self.session, self.ply()),
            Action::Share => {
                self.playing = false;
                self.sharing = true;
                return share::ask();
            }
        }
        Effect::None
    }

    fn change_pace(&mut self, pace: usize) -> Effect {
        self.pace = pace;
        let seconds = Duration::from_millis(PACES[pace]).as_secs_f32();
        Effect::Tell(format!("A move every {seconds} s when it plays by itself."))
    }

    /// Whether there is something to play here. Whoever resigned could have played on.
    fn goes_on(&self) -> bool {
        !self.session.state_at(self.ply()).turn().is_over()
    }

    /// A new match from this position, with the same people.
    fn play_on(&mut self, context: &mut Context) -> Effect {
        if !self.goes_on() {
            return Effect::Say("the match is over here; go back a move first".to_owned());
        }
        if self.eye() == Eye::Spectator {
            return Effect::Say("this match has secrets and isn't over yet".to_owned());
        }
        let players = self.table.seating.players().to_vec();
        let mut record = self.session.record(&players);
        record.moves.truncate(self.ply());
        record.resigned = None;
        match Session::<G>::from_record(&record) {
            Ok(session) => {
                let save = context.store.new_save(G::ID);
                let limit = context.store.settings().bot_limit();
                Effect::Swap(super::play::resume::<G>(session, players, limit, save, context))
            }
            Err(why) => Effect::Say(why.to_string()),
        }
    }

    fn beside(&self) -> Beside<'_, G> {
        let insight = self.insights[self.ply()].0.as_ref().filter(|_| self.analysing);
        Beside { insight, training: true, moves_to_come: true, ..Beside::default() }
    }
}

impl<G: GameUi> Screen for ReplayScreen<G> {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Key(key) => {
                // A game may let people step through what is in motion.
                if self.table.is_moving()
                    && let Some(input) = input_of::<G>(&key, &context.keys)
                    && G::during_motion(&mut self.table.ui, input)
                {
                    return Effect::None;
                }
                if let Some(action) = context.keys.action(&REPLAY, &key) {
                    return self.act(action, context);
                }
                let page = (self.last() / 10).max(5);
                let to = match context.keys.nav(&key) {
                    Some(Nav::Left | Nav::Up) => self.ply().saturating_sub(1),
                    Some(Nav::Right | Nav::Down | Nav::Confirm) => self.ply() + 1,
                    Some(Nav::PageUp) => self.ply().saturating_sub(page),
                    Some(Nav::PageDown) => self.ply() + page,
                    Some(Nav::First) => 0,
                    Some(Nav::Last) => self.last(),
                    Some(Nav::Back) => return Effect::Close,
                    _ => return Effect::None,
                };
                self.playing = false;
                self.go(to, context)
            }
            Msg::Mouse(Mouse::WheelUp, _) => self.go(self.ply().saturating_sub(1), context),
            Msg::Mouse(Mouse::WheelDown | Mouse::Click, _) if self.ply() < self.last() => {
                self.go(self.ply() + 1, context)
            }
            Msg::Mouse(Mouse::Click, _) => {
                Effect::Tell("This is the last move of the match.".to_owned())
            }
            Msg::Tick(elapsed) => {
                if self.table.tick(elapsed, context) {
                    return Effect::None;
                }
                self.since += elapsed;
                if self.playing && self.since >= Duration::from_millis(PACES[self.pace]) {
                    if self.ply() == self.last() {
                        self.playing = false;
                        return Effect::None;
                    }
                    return self.go(self.ply() + 1, context);
                }
                Effect::None
            }
            Msg::Shown => {
                // Where there is plenty of room, nothing needs to be asked for.
                self.analysing |= is_roomy(context) && G::ANALYSIS.is_some() && !self.shown;
                self.shown = true;
                self.analyse()
            }
            Msg::Woken => {
                while let Some(news) = self.task.as_ref().and_then(Task::poll) {
                    match news {
                        News::Report((ply, Finding::Insight(insight))) => {
                            self.insights[ply].0 = Some(insight);
                        }
                        News::Report((ply, Finding::Whole)) => {
                            self.insights[ply].1 = Depth::Whole;
                        }
                        News::Failed(why) => {
                            self.task = None;
                            return Effect::Say(format!("the analysis failed ({why})"));
                        }
                        News::Done => self.task = None,
                    }
                }
                self.puzzler.listen::<G>().and(self.seek(context))
            }
            Msg::Answered(answer) if std::mem::take(&mut self.sharing) => {
                let whole = self.session.record(&self.record.players);
                share::share(&answer, whole, &self.table, context)
            }
            Msg::Answered(Answer::Text(text)) => match text.trim().parse::<usize>() {
                Ok(ply) if ply <= self.last() => self.go(ply, context),
                _ => Effect::Say(format!(
                    "'{text}' isn't a move of this match; use 0 to {}",
                    self.last()
                )),
            },
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let worths = if self.analysing && G::WORTH.is_some() { self.worths() } else { Vec::new() };
        let mistakes: Vec<usize> =
            (0..worths.len()).filter(|ply| mistake(&worths, *ply).is_some()).collect();
        let names = self.table.names();
        let hue = |seat| G::hue(seat, names.len());
        let course = Course {
            worths: &worths,
            mistakes: &mistakes,
            at: self.ply(),
            hues: [hue(Seat::FIRST), hue(Seat::SECOND)],
            working: self.task.is_some(),
        };
        let course = (!worths.is_empty()).then_some(course);
        let parts = self.table.draw(&Beside { course, ..self.beside() }, context, buf);
        help::beside(
            &self.explained(context),
            self.hints(context).len(),
            context,
            parts.panel,
            buf,
        );
        let status = parts.status;
        if let Some((said, meaning)) = context.saying() {
            return panels::notice(look, status, buf, said, meaning);
        }
        if let Some(words) = self.cut_words.as_ref().filter(|_| self.ply() == self.last()) {
            return panels::notice(look, status, buf, words, Meaning::Warn);
        }
        if let Some(verdict) = self.table.verdict().filter(|_| !self.table.is_moving()) {
            return panels::notice(look, status, buf, &verdict, Meaning::Bright);
        }
        let (at, here) = (self.ply(), self.sought == Some(self.ply()));
        let played = if here { Some(at) } else { at.checked_sub(1) };
        if let Some((ply, given)) = played.and_then(|ply| Some((ply, mistake(&worths, ply)?))) {
            let name = &names[ply % names.len()];
            let what = match given {
                Mistake::Win => "win",
                Mistake::Draw => "draw",
            };
            let sentence = match here {
                true => format!("{name}'s next move gave the {what} away"),
                false => format!("a mistake: {name} gave the {what} away"),
            };
            return panels::notice(look, status, buf, &sentence, Meaning::Warn);
        }
        // Where one is in the match, as a bar.
        let share = self.ply() as f32 / self.last().max(1) as f32;
        panels::thin_bar(look, status, buf, share, look.theme().brass());
    }

    fn title(&self) -> Title {
        let detail = if self.cut_words.is_some() { "replay, cut off" } else { "replay" };
        Title {
            name: G::TITLE.to_owned(),
            detail: detail.to_owned(),
            right: format!("move {} of {}", self.ply(), self.last()),
        }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let seen = self.table.seen(&self.beside());
        let own = match self.table.is_moving() {
            true => own_hints::<G>(&seen, &self.table.ui, keys),
            false => Vec::new(),
        };
        let mut all = Vec::new();
        if own.is_empty() {
            all.push(hints::nav(keys, &[Nav::Left, Nav::Right], "step"));
        } else {
            // Keys with which the game lets people step through what is in motion.
            let words = G::words(&seen, &self.table.ui).into_iter();
            all.extend(words.map(|(navs, words)| hints::nav(keys, navs, words)));
            all.extend(own);
        }
        for action in REPLAY.bindings.iter().map(|it| it.action) {
            let words = match action {
                Action::Play if self.playing => Some("stop"),
                Action::Analysis => G::ANALYSIS,
                _ => None,
            };
            let shown = match action {
                Action::Analysis => G::ANALYSIS.is_some(),
                Action::Puzzle => self.puzzler.knows(),
                Action::PlayOn => self.goes_on(),
                // Both in one, below.
                Action::Faster | Action::Slower => false,
                _ => true,
            };
            let hint = hints::section(keys, &REPLAY, |other| shown && other == action).into_iter();
            all.extend(hint.map(|hint| Hint { words: words.unwrap_or(hint.words), ..hint }));
        }
        let speed = [Action::Slower, Action::Faster];
        let about = "Shows the moves slower, or faster.";
        all.push(Hint { about, ..hints::together(keys, &REPLAY, &speed, "speed") });
        all.push(hints::nav(keys, &[Nav::First, Nav::Last], "ends"));
        all.extend(hints::help_and_back(keys, "back"));
        all
    }

    fn pulse(&self) -> Option<Duration> {
        if self.table.is_moving() {
            Some(FRAME)
        } else if self.playing {
            Some(Duration::from_millis(PACES[self.pace]).saturating_sub(self.since))
        } else {
            None
        }
    }

    fn min_size(&self) -> Size {
        self.table.min_size()
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        Some(Box::new(HelpScreen::of_game::<G>(&self.explained(context), context)))
    }
}

impl<G: GameUi> ReplayScreen<G> {
    /// The keys that work now, and then all others, each with its sentence.
    fn explained(&self, context: &Context) -> Vec<Hint> {
        let nav = |navs: &[Nav], about| hints::nav_about(&context.keys, navs, "", about);
        let mut all = vec![
            nav(&[Nav::Left, Nav::Right], "Goes to the previous move, or the next."),
            nav(&[Nav::First, Nav::Last], "Goes to the beginning, or to the end."),
            nav(&[Nav::PageUp, Nav::PageDown], "Goes several moves back, or ahead."),
        ];
        all.extend(hints::all(&context.keys, &REPLAY));
        hints::explained(self.hints(context), all)
    }
}
