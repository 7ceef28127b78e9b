//! The match: one screen for every game. It owns the session, the bots beside it, undo, saving and
//! the end; the game draws the board and understands the cursor.

mod actions;
mod eyes;
mod flow;
mod keys;
mod thinkers;
mod view;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use self::actions::Question;
use self::eyes::{Now, first_eye};
use self::keys::Action;
use self::thinkers::Thinkers;
use super::consent::Consent;
use super::help::HelpScreen;
use super::match_view::{Told, layout};
use crate::play::telling::names_of;
use crate::play::{Player, Seat, Session, Turn};
use crate::search::Limit;
use crate::store::SaveFile;
use crate::tui::game_ui::{GameUi, Input, Reply, input_of};
use crate::tui::keys::{Key, Nav};
use crate::tui::{Desk, Effect, Hint, Mouse, Msg, Screen, Title};

pub use self::keys::MATCH;

/// A frame while something is in motion.
const FRAME: Duration = Duration::from_millis(25);
/// How often the sign of a thinking bot changes.
const THINKING: Duration = Duration::from_millis(200);

struct PlayScreen<G: GameUi> {
    session: Session<G>,
    players: Vec<Player>,
    names: Vec<String>,
    limit: Limit,
    save: SaveFile,
    ui: G::Ui,
    now: Now<G>,
    log: Vec<Told>,
    thinkers: Thinkers<G>,
    /// The programs that may be run.
    consent: Consent,
    /// A bot's answer that waits until people have seen the move before.
    answer: Option<G::Move>,
    wait: Duration,
    paused: bool,
    /// Play on without showing anything until a person is asked or the match ends.
    at_once: bool,
    /// Why the bot to move gave no usable answer.
    stuck: Option<String>,
    asked: Option<Question>,
    /// The seat that has taken the keyboard; another person's turn shows the hand-over page.
    seated: Option<Seat>,
    counted: bool,
    said_unsaved: bool,
}

/// A new match.
pub fn open<G: GameUi>(
    session: Session<G>,
    players: Vec<Player>,
    desk: &mut Desk,
) -> Box<dyn Screen> {
    let save = desk.store.new_save(G::ID);
    let limit = desk.store.settings().bot_limit();
    let consent = Consent::seated(&players);
    Box::new(PlayScreen::new(session, players, limit, save, consent))
}

/// A match that goes on, in its own file. Programs that are not among the settings wait until
/// somebody lets them run.
pub fn resume<G: GameUi>(
    session: Session<G>,
    players: Vec<Player>,
    limit: Limit,
    save: SaveFile,
    desk: &mut Desk,
) -> Box<dyn Screen> {
    let consent = Consent::known(&desk.store.settings().programs);
    Box::new(PlayScreen::new(session, players, limit, save, consent))
}

impl<G: GameUi> PlayScreen<G> {
    fn new(
        session: Session<G>,
        players: Vec<Player>,
        limit: Limit,
        save: SaveFile,
        consent: Consent,
    ) -> PlayScreen<G> {
        let names = names_of::<G>(&players);
        let thinkers = Thinkers::new(&players, limit);
        let eye = first_eye::<G>(&players);
        let now = Now {
            eye,
            view: session.state().view(eye),
            turn: session.turn(),
            legal: Vec::new(),
            acting: None,
        };
        let counted = session.turn().is_over();
        let mut screen = PlayScreen {
            session,
            players,
            names,
            limit,
            save,
            ui: G::Ui::default(),
            now,
            log: Vec::new(),
            thinkers,
            consent,
            answer: None,
            wait: Duration::ZERO,
            paused: false,
            at_once: false,
            stuck: None,
            asked: None,
            seated: None,
            counted,
            said_unsaved: false,
        };
        screen.look_again();
        G::reset(&mut screen.ui, &screen.now.view);
        screen
    }

    fn humans(&self) -> usize {
        self.players.iter().filter(|player| player.is_human()).count()
    }

    fn is_human(&self, seat: Seat) -> bool {
        self.players[seat.index()].is_human()
    }

    /// After the position has changed: forget what was worked out for the old one, save, and see
    /// what comes next.
    fn changed(&mut self, desk: &mut Desk) -> Effect {
        self.thinkers.forget();
        self.answer = None;
        self.stuck = None;
        self.look_again();
        let saved = self.save_now();
        let counted = self.count(desk);
        saved.and(counted).and(self.go_on(desk))
    }

    fn save_now(&mut self) -> Effect {
        if self.session.ply() == 0 && self.session.resigned().is_none() {
            return Effect::None;
        }
        let mut record = self.session.record(&self.players);
        record.think = Some(self.limit.to_string());
        match self.save.write(record) {
            Ok(()) => {
                self.said_unsaved = false;
                Effect::None
            }
            Err(_) if self.said_unsaved => Effect::None,
            Err(why) => {
                self.said_unsaved = true;
                Effect::Say(format!("not saved: {}", why.reason()))
            }
        }
    }

    /// Enters a finished match into the statistics, once.
    fn count(&mut self, desk: &mut Desk) -> Effect {
        if !self.session.turn().is_over() {
            return Effect::None;
        }
        if std::mem::replace(&mut self.counted, true) {
            return Effect::None;
        }
        match desk.store.note_result(G::ID, &self.players, &self.session.winners()) {
            Ok(()) => Effect::None,
            Err(why) => Effect::Say(format!("not counted in the statistics: {why}")),
        }
    }

    fn roll(&mut self, desk: &mut Desk) -> Effect {
        match self.session.roll() {
            Some(_) => self.moved(desk),
            None => Effect::Say("chance has no outcome here".to_owned()),
        }
    }

    fn play(&mut self, mv: G::Move, desk: &mut Desk) -> Effect {
        match self.session.play(mv) {
            Ok(()) => self.moved(desk),
            Err(why) => Effect::Say(why.to_string()),
        }
    }

    /// A move was played, by whomever.
    fn moved(&mut self, desk: &mut Desk) -> Effect {
        let (eye, view) = (self.now.eye, self.now.view.clone());
        self.look_again();
        if self.at_once || !desk.animated() {
            G::reset(&mut self.ui, &self.now.view);
        } else {
            // The move may have changed whose eyes look: the motion is for those that look now.
            let before = match self.now.eye == eye {
                true => view,
                false => self.session.state_at(self.session.ply() - 1).view(self.now.eye),
            };
            G::settle(&mut self.ui);
            G::moved(&mut self.ui, &before, &self.now.view);
        }
        self.changed(desk)
    }

    fn key(&mut self, key: &Key, desk: &mut Desk) -> Effect {
        if self.asks_for_keyboard() {
            return match desk.keys.nav(key) {
                Some(Nav::Confirm) => {
                    self.seated = self.session.turn().seat();
                    self.look_again();
                    G::reset(&mut self.ui, &self.now.view);
                    self.go_on(desk)
                }
                Some(Nav::Back) => self.pause_menu(),
                _ => Effect::None,
            };
        }
        if let Some(action) = desk.keys.action(&MATCH, key)
            && self.offers(action)
        {
            if !matches!(action, Action::Faster | Action::Slower) {
                G::settle(&mut self.ui);
            }
            return self.act(action, desk);
        }
        match input_of::<G>(key, &desk.keys) {
            Some(input) => self.input(input, desk),
            None => Effect::None,
        }
    }

    fn input(&mut self, input: Input<G::Action>, desk: &mut Desk) -> Effect {
        if G::moving(&self.ui)
            && !matches!(input, Input::Hover(_))
            && G::during_motion(&mut self.ui, input)
        {
            return Effect::None;
        }
        let area = layout::<G>(desk.area()).board;
        let seen = self.now.seen(&self.names, &self.thinkers, desk);
        match G::act(&mut self.ui, &seen, input, area, &desk.look) {
            Reply::Redraw => Effect::None,
            Reply::Say(why) => Effect::Say(why),
            Reply::Move(mv) => self.play(mv, desk),
            Reply::Ignored => match (input, &self.now.turn) {
                (Input::Nav(Nav::Back), _) => self.pause_menu(),
                (Input::Nav(Nav::Confirm) | Input::Click(_), Turn::Chance { by: Some(_) })
                    if self.now.acting.is_some() =>
                {
                    self.roll(desk)
                }
                _ => Effect::None,
            },
        }
    }
}

/// The smallest body for a match on this board, with its panel and status line.
pub(super) fn match_size<G: GameUi>(variant: &G::Variant) -> Size {
    let board = G::min_size(variant);
    let panel = if G::WIDE_PANEL { 32 } else { 28 };
    Size::new((board.width + panel).clamp(60, 80), (board.height + 1).clamp(14, 22))
}

impl<G: GameUi> Screen for PlayScreen<G> {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        match msg {
            Msg::Shown => {
                self.asked = None;
                self.go_on(desk)
            }
            Msg::Woken => self.listen(desk),
            Msg::Tick(elapsed) => self.tick(elapsed, desk),
            Msg::Key(key) => self.key(&key, desk),
            Msg::Mouse(..) if self.asks_for_keyboard() => Effect::None,
            Msg::Mouse(Mouse::Click, at) => self.input(Input::Click(at), desk),
            Msg::Mouse(Mouse::Hover, at) => self.input(Input::Hover(at), desk),
            Msg::Mouse(Mouse::WheelUp, _) => self.input(Input::WheelUp, desk),
            Msg::Mouse(Mouse::WheelDown, _) => self.input(Input::WheelDown, desk),
            Msg::Answered(answer) => self.answered(answer, desk),
            Msg::Paste(_) | Msg::Resized => Effect::None,
        }
    }

    fn view(&self, area: Rect, buf: &mut Buffer, desk: &Desk) {
        self.draw(area, buf, desk);
    }

    fn title(&self) -> Title {
        let variant = self.session.state().variant();
        let ply = self.session.ply();
        let right = match &self.now.turn {
            Turn::Over(_) => format!("{ply} moves"),
            _ => format!("move {}", ply + 1),
        };
        // The sentence that says why is gone with the next key; this stays as long as it is true.
        let right = if self.said_unsaved { format!("not saved  {right}") } else { right };
        Title { name: G::TITLE.to_owned(), detail: super::board_words::<G>(variant), right }
    }

    fn hints(&self, desk: &Desk) -> Vec<Hint> {
        self.footer(desk)
    }

    fn pulse(&self) -> Option<Duration> {
        let waits = !self.paused && !self.wait.is_zero() && self.asked.is_none();
        let automatic = self.answer.is_some()
            || matches!(self.now.turn, Turn::Chance { by } if by.is_none_or(|s| !self.is_human(s)));
        if G::moving(&self.ui) {
            Some(FRAME)
        } else if waits && automatic {
            Some(self.wait.min(THINKING))
        } else if self.thinkers.thinking().is_some() {
            Some(THINKING)
        } else if automatic && !self.paused && self.asked.is_none() {
            Some(FRAME)
        } else {
            None
        }
    }

    fn min_size(&self) -> Size {
        match_size::<G>(self.session.state().variant())
    }

    fn help(&self, desk: &Desk) -> Option<Box<dyn Screen>> {
        Some(Box::new(HelpScreen::of_game::<G>(&self.hints(desk), desk)))
    }
}
