//! Replay: a recorded match, forwards and backwards, by hand or by itself.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::ask::Prompt;
use super::help::HelpScreen;
use super::match_view::{self, Panel, Told, layout};
use crate::play::telling::{names_of, turn_sentence};
use crate::play::{Eye, Outcome, Player, Record, Seat, Session, Turn};
use crate::tui::course::{Course, Mistake, mistake};
use crate::tui::game_ui::{GameUi, Seen, input_of, own_hints};
use crate::tui::keys::{Binding, Nav, Section};
use crate::tui::task::{News, Task};
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Desk, Effect, Hint, Mouse, Msg, Screen, Title, hints, panels};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    Play,
    Faster,
    Slower,
    Jump,
    Analysis,
    PlayOn,
}

pub(super) const REPLAY: Section<Action> = Section {
    name: "replay",
    bindings: &[
        Binding { action: Action::Play, name: "play", keys: &["space", "p"], help: "play" },
        Binding { action: Action::PlayOn, name: "play-on", keys: &["o"], help: "play on here" },
        Binding { action: Action::Faster, name: "faster", keys: &["+", "="], help: "faster" },
        Binding { action: Action::Slower, name: "slower", keys: &["-"], help: "slower" },
        Binding { action: Action::Jump, name: "jump", keys: &["m", ":"], help: "to move" },
        Binding { action: Action::Analysis, name: "analysis", keys: &["a"], help: "analysis" },
    ],
};

/// How long a position stands, from the quickest.
pub(super) const PACES: [u64; 6] = [60, 150, 350, 700, 1200, 2500];
const FRAME: Duration = Duration::from_millis(25);

struct ReplayScreen<G: GameUi> {
    session: Session<G>,
    players: Vec<Player>,
    names: Vec<String>,
    /// What was told of every move of the match.
    log: Vec<Told>,
    ply: usize,
    state: G,
    view: G::View,
    eye: Eye,
    ui: G::Ui,
    playing: bool,
    pace: usize,
    since: Duration,
    analysing: bool,
    /// What the analysis knows, by ply, and whether that is all.
    insights: Vec<(Option<G::Insight>, Depth)>,
    task: Option<Task<(usize, Finding<G::Insight>)>>,
    /// What to say at the end of a record that was cut off.
    cut_words: Option<String>,
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

/// Opens a match from its beginning. What was secret stays so until the match is over.
pub fn open<G: GameUi>(record: Record, session: Session<G>, _: &mut Desk) -> Box<dyn Screen> {
    let over = session.turn().is_over();
    let eye = if over || !G::SECRETS { Eye::Everything } else { Eye::Spectator };
    let names = names_of::<G>(&record.players);
    let state = session.state_at(0);
    let view = state.view(eye);
    let mut ui = G::Ui::default();
    G::reset(&mut ui, &view);
    Box::new(ReplayScreen {
        log: match_view::log(&session, session.ply(), eye, &names),
        cut_words: record.cut_words(),
        players: record.players,
        names,
        ply: 0,
        state,
        view,
        eye,
        ui,
        playing: false,
        pace: 3,
        since: Duration::ZERO,
        analysing: false,
        insights: vec![(None, Depth::Begun); session.ply() + 1],
        task: None,
        session,
    })
}

impl<G: GameUi> ReplayScreen<G> {
    fn last(&self) -> usize {
        self.session.ply()
    }

    fn turn(&self) -> Turn {
        if self.ply == self.last() { self.session.turn() } else { self.state.turn() }
    }

    /// Goes to a ply; one step forward is shown as it was played.
    fn go(&mut self, ply: usize, desk: &Desk) -> Effect {
        let ply = ply.min(self.last());
        let forward = ply == self.ply + 1;
        let before = self.view.clone();
        self.ply = ply;
        self.state = self.session.state_at(ply);
        self.view = self.state.view(self.eye);
        G::settle(&mut self.ui);
        if forward && desk.animated() {
            G::moved(&mut self.ui, &before, &self.view);
        } else {
            G::reset(&mut self.ui, &self.view);
        }
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
        let others = (0..=self.last()).rev().filter(|ply| *ply != self.ply && G::WORTH.is_some());
        let wanted: Vec<(usize, G)> = std::iter::once(self.ply)
            .chain(others)
            .filter(|ply| self.insights[*ply].1 == Depth::Begun)
            .map(|ply| (ply, self.session.state_at(ply)))
            .filter(|(_, state)| !state.turn().is_over())
            .collect();
        if wanted.is_empty() {
            return Effect::None;
        }
        let eye = self.eye;
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

    fn act(&mut self, action: Action, desk: &mut Desk) -> Effect {
        match action {
            Action::Play => {
                self.playing = !self.playing;
                self.since = Duration::ZERO;
                if self.playing && self.ply == self.last() {
                    return self.go(0, desk);
                }
            }
            Action::Faster => self.pace = self.pace.saturating_sub(1),
            Action::Slower => self.pace = (self.pace + 1).min(PACES.len() - 1),
            Action::Jump => {
                self.playing = false;
                return Effect::Open(Box::new(Prompt::new("Go to move", "")));
            }
            Action::Analysis if G::ANALYSIS.is_some() => {
                self.analysing = !self.analysing;
                return self.analyse();
            }
            Action::Analysis => {}
            Action::PlayOn => return self.play_on(desk),
        }
        Effect::None
    }

    /// A new match from this position, with the same people.
    fn play_on(&mut self, desk: &mut Desk) -> Effect {
        if self.state.turn().is_over() {
            return Effect::Say("the match is over here; go back a move or more first".to_owned());
        }
        if self.eye == Eye::Spectator {
            return Effect::Say("this match has secrets and is not over yet".to_owned());
        }
        let mut record = self.session.record(&self.players);
        record.moves.truncate(self.ply);
        record.resigned = None;
        match Session::<G>::from_record(&record) {
            Ok(session) => {
                let save = desk.store.new_save(G::ID);
                let limit = desk.store.settings().bot_limit();
                let players = self.players.clone();
                Effect::Swap(super::play::resume::<G>(session, players, limit, save, desk))
            }
            Err(why) => Effect::Say(why.to_string()),
        }
    }

    fn seen<'a>(&'a self, turn: &'a Turn) -> Seen<'a, G> {
        Seen {
            view: &self.view,
            turn,
            legal: &[],
            acting: None,
            names: &self.names,
            hint: None,
            insight: self.insights[self.ply].0.as_ref().filter(|_| self.analysing),
            training: true,
        }
    }
}

impl<G: GameUi> Screen for ReplayScreen<G> {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        match msg {
            Msg::Key(key) => {
                // A game may let people step through what is in motion.
                if G::moving(&self.ui)
                    && let Some(input) = input_of::<G>(&key, &desk.keys)
                    && G::during_motion(&mut self.ui, input)
                {
                    return Effect::None;
                }
                if let Some(action) = desk.keys.action(&REPLAY, &key) {
                    return self.act(action, desk);
                }
                let page = (self.last() / 10).max(5);
                let to = match desk.keys.nav(&key) {
                    Some(Nav::Left | Nav::Up) => self.ply.saturating_sub(1),
                    Some(Nav::Right | Nav::Down | Nav::Confirm) => self.ply + 1,
                    Some(Nav::PageUp) => self.ply.saturating_sub(page),
                    Some(Nav::PageDown) => self.ply + page,
                    Some(Nav::First) => 0,
                    Some(Nav::Last) => self.last(),
                    Some(Nav::Back) => return Effect::Close,
                    _ => return Effect::None,
                };
                self.playing = false;
                self.go(to, desk)
            }
            Msg::Mouse(Mouse::WheelUp, _) => self.go(self.ply.saturating_sub(1), desk),
            Msg::Mouse(Mouse::WheelDown | Mouse::Click, _) if self.ply < self.last() => {
                self.go(self.ply + 1, desk)
            }
            Msg::Tick(elapsed) => {
                if G::moving(&self.ui) {
                    G::tick(&mut self.ui, desk.motion_time(elapsed));
                    return Effect::None;
                }
                self.since += elapsed;
                if self.playing && self.since >= Duration::from_millis(PACES[self.pace]) {
                    if self.ply == self.last() {
                        self.playing = false;
                        return Effect::None;
                    }
                    return self.go(self.ply + 1, desk);
                }
                Effect::None
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
                            return Effect::Say(format!("the analysis broke down ({why})"));
                        }
                        News::Done => self.task = None,
                    }
                }
                Effect::None
            }
            Msg::Answered(Answer::Text(text)) => match text.trim().parse::<usize>() {
                Ok(ply) if ply <= self.last() => self.go(ply, desk),
                _ => Effect::Say(format!(
                    "'{text}' is no move of this match, expected 0 to {}",
                    self.last()
                )),
            },
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let parts = layout::<G>(desk.area());
        match_view::shell::<G>(desk.area()).draw(look, buf);
        let turn = self.turn();
        let winners = if turn.is_over() { self.session.winners() } else { Vec::new() };
        let seen = self.seen(&turn);
        G::draw(&seen, &self.ui, look, parts.board, buf);
        let worths = if self.analysing && G::WORTH.is_some() { self.worths() } else { Vec::new() };
        let mistakes: Vec<usize> =
            (0..worths.len()).filter(|ply| mistake(&worths, *ply).is_some()).collect();
        let hue = |seat| G::hue(seat, self.players.len());
        let course = Course {
            worths: &worths,
            mistakes: &mistakes,
            at: self.ply,
            hues: [hue(Seat::FIRST), hue(Seat::SECOND)],
            working: self.task.is_some(),
        };
        let panel = Panel {
            players: &self.players,
            names: &self.names,
            log: &self.log[..self.ply],
            winners: &winners,
            thinking: None,
            course: (!worths.is_empty()).then_some(course),
        };
        panel.draw::<G>(&seen, &self.ui, self.state.variant(), parts.panel, buf, look);
        let status = parts.status;
        if let Some((said, meaning)) = desk.saying() {
            return panels::notice(look, status, buf, said, meaning);
        }
        if let Some(words) = self.cut_words.as_ref().filter(|_| self.ply == self.last()) {
            return panels::notice(look, status, buf, words, Meaning::Warn);
        }
        if turn.is_over() {
            let verdict = G::verdict(&self.view, &turn, &self.names);
            let sentence = verdict.unwrap_or_else(|| turn_sentence(&self.session, &self.names));
            return panels::notice(look, status, buf, &sentence, Meaning::Bright);
        }
        let before = self.ply.checked_sub(1);
        if let Some((ply, given)) = before.and_then(|ply| Some((ply, mistake(&worths, ply)?))) {
            let name = &self.names[ply % self.names.len()];
            let what = match given {
                Mistake::Win => "win",
                Mistake::Draw => "draw",
            };
            let sentence = format!("a mistake: {name} gave the {what} away");
            return panels::notice(look, status, buf, &sentence, Meaning::Warn);
        }
        // Where one is in the match, as a bar.
        let share = self.ply as f32 / self.last().max(1) as f32;
        panels::thin_bar(look, status, buf, share, look.theme().brass());
    }

    fn title(&self) -> Title {
        let detail = if self.cut_words.is_some() { "replay, cut off" } else { "replay" };
        Title {
            name: G::TITLE.to_owned(),
            detail: detail.to_owned(),
            right: format!("move {} of {}", self.ply, self.last()),
        }
    }

    fn hints(&self, desk: &Desk) -> Vec<Hint> {
        let keys = &desk.keys;
        let turn = self.turn();
        let seen = self.seen(&turn);
        let own = match G::moving(&self.ui) {
            true => own_hints::<G>(&seen, &self.ui, keys),
            false => Vec::new(),
        };
        let mut all = Vec::new();
        if own.is_empty() {
            all.push(hints::nav(keys, &[Nav::Left, Nav::Right], "step"));
            all.push(hints::nav(keys, &[Nav::First, Nav::Last], "ends"));
        } else {
            // Keys with which the game lets people step through what is in motion.
            let words = G::words(&seen, &self.ui).into_iter();
            all.extend(words.map(|(navs, words)| hints::nav(keys, navs, words)));
            all.extend(own);
        }
        for mut hint in hints::section(keys, &REPLAY, |action| {
            action != Action::Analysis || G::ANALYSIS.is_some()
        }) {
            if self.playing && hint.words == "play" {
                hint.words = "stop";
            }
            all.push(hint);
        }
        all.push(hints::nav(keys, &[Nav::Help], "help"));
        all.push(hints::nav(keys, &[Nav::Back], "back"));
        all
    }

    fn pulse(&self) -> Option<Duration> {
        if G::moving(&self.ui) {
            Some(FRAME)
        } else if self.playing {
            Some(Duration::from_millis(PACES[self.pace]).saturating_sub(self.since))
        } else {
            None
        }
    }

    fn min_size(&self) -> Size {
        super::play::match_size::<G>(self.state.variant())
    }

    fn help(&self, desk: &Desk) -> Option<Box<dyn Screen>> {
        Some(Box::new(HelpScreen::of_game::<G>(&self.hints(desk), desk)))
    }
}
