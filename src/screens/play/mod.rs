//! The match: one screen for every game. It owns the session, the bots beside it, undo, saving and
//! the end; the game draws the board and understands the cursor.

mod keys;
mod thinkers;
mod view;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use self::thinkers::{Heard, Thinkers};
use super::ask::{Ask, Prompt};
use super::help::HelpScreen;
use super::match_view::{self, Told, layout};
use crate::play::telling::names_of;
use crate::play::{Eye, Game, Player, Seat, Secrets, Session, Turn};
use crate::search::Limit;
use crate::store::SaveFile;
use crate::tui::game_ui::{GameUi, Input, Reply, Seen, input_of};
use crate::tui::keys::{Key, Nav};
use crate::tui::{Answer, Desk, Effect, Hint, Mouse, Msg, Screen, Title};

pub use self::keys::{Action, MATCH};

/// A frame while something is in motion.
const FRAME: Duration = Duration::from_millis(25);
/// How often the sign of a thinking bot changes.
const THINKING: Duration = Duration::from_millis(200);

/// What the person at the keyboard was asked in a popup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    Pause,
    SaveAs,
}

/// The position as the screen shows it, made anew after every change.
struct Now<G: Game> {
    eye: Eye,
    view: G::View,
    turn: Turn,
    /// What the person who is asked may play.
    legal: Vec<G::Move>,
    acting: Option<Seat>,
}

impl<G: GameUi> Now<G> {
    /// The position and what is thought of it, for the game's drawing.
    fn seen<'a>(
        &'a self,
        names: &'a [String],
        thinkers: &'a Thinkers<G>,
        desk: &Desk,
    ) -> Seen<'a, G> {
        Seen {
            view: &self.view,
            turn: &self.turn,
            legal: &self.legal,
            acting: self.acting,
            names,
            hint: thinkers.hint(),
            insight: thinkers.insight(),
            training: desk.store.settings().training,
        }
    }
}

pub struct PlayScreen<G: GameUi> {
    session: Session<G>,
    players: Vec<Player>,
    names: Vec<String>,
    limit: Limit,
    save: SaveFile,
    ui: G::Ui,
    now: Now<G>,
    log: Vec<Told>,
    thinkers: Thinkers<G>,
    /// Whether somebody here has named the programs that play. A record from elsewhere may name any.
    trusted: bool,
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
    let mut screen = PlayScreen::new(session, players, limit, save, desk);
    screen.trusted = true;
    Box::new(screen)
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
    Box::new(PlayScreen::new(session, players, limit, save, desk))
}

impl<G: GameUi> PlayScreen<G> {
    fn new(
        session: Session<G>,
        players: Vec<Player>,
        limit: Limit,
        save: SaveFile,
        desk: &mut Desk,
    ) -> PlayScreen<G> {
        let names = names_of::<G>(&players);
        let thinkers = Thinkers::new(&players, limit);
        let known = &desk.store.settings().programs;
        let trusted = players.iter().all(|player| match player {
            Player::Program { command } => known.contains(command),
            _ => true,
        });
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
            trusted,
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

    /// Whether the keyboard must change hands before anything secret is shown.
    fn handing_over(&self) -> bool {
        G::SECRETS
            && self.humans() > 1
            && self
                .session
                .turn()
                .seat()
                .is_some_and(|s| self.is_human(s) && self.seated != Some(s))
    }

    /// Whether the page between two people is shown. What was just played comes to its end first,
    /// seen by everybody.
    fn asks_for_keyboard(&self) -> bool {
        self.handing_over() && !G::moving(&self.ui)
    }

    /// Through whose eyes the screen looks now.
    fn eye(&self) -> Eye {
        if !G::SECRETS || self.session.turn().is_over() {
            return Eye::Everything;
        }
        match self.humans() {
            0 => Eye::Spectator,
            1 => first_eye::<G>(&self.players),
            _ if self.handing_over() => Eye::Spectator,
            _ => self.seated.map_or(Eye::Spectator, Eye::Seat),
        }
    }

    /// Makes what is shown follow from the session again.
    fn look_again(&mut self) {
        let eye = self.eye();
        let turn = self.session.turn();
        let acting = turn.seat().filter(|seat| self.is_human(*seat) && !self.handing_over());
        let deciding = matches!(turn, Turn::Decide(_)) && acting.is_some();
        let legal = if deciding { self.session.state().legal_moves() } else { Vec::new() };
        let eye_changed = eye != self.now.eye;
        self.now = Now { eye, view: self.session.state().view(eye), turn, legal, acting };
        if eye_changed || self.log.len() > self.session.ply() {
            self.log.clear();
        }
        if self.log.len() < self.session.ply() {
            let names = &self.names;
            match self.log.len() + 1 == self.session.ply() {
                // The usual case: one move more.
                true => {
                    let before = self.session.state_at(self.log.len());
                    let mv = &self.session.moves()[self.log.len()];
                    let told = before.tell(mv, eye, names);
                    self.log.push(Told { seat: before.turn().seat(), lines: told });
                }
                false => self.log = match_view::log(&self.session, self.session.ply(), eye, names),
            }
        }
    }

    fn seen(&self, desk: &Desk) -> Seen<'_, G> {
        self.now.seen(&self.names, &self.thinkers, desk)
    }

    /// After the position has changed: forget what was worked out for the old one, save, and see
    /// what comes next.
    fn changed(&mut self, desk: &mut Desk) -> Effect {
        self.thinkers.forget();
        self.answer = None;
        self.stuck = None;
        self.look_again();
        let saved = self.save_now(desk);
        let counted = self.count(desk);
        saved.and(counted).and(self.go_on(desk))
    }

    fn save_now(&mut self, desk: &Desk) -> Effect {
        let _ = desk;
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

    /// Starts whatever the position asks for: a bot's thinking, a card from the bank, analysis.
    fn go_on(&mut self, desk: &mut Desk) -> Effect {
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
            _ => {
                self.at_once = false;
                Effect::None
            }
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

    fn ask_mover(&mut self, seat: Seat) -> Effect {
        let player = &self.players[seat.index()];
        if matches!(player, Player::Program { .. }) && !self.trusted {
            self.stuck = Some(format!("this match wants to run a program: '{player}'"));
            return Effect::None;
        }
        match self.thinkers.ask_mover(&self.session, player, seat, self.limit) {
            Ok(run) => run,
            Err(why) => {
                self.stuck = Some(why);
                Effect::None
            }
        }
    }

    fn ask_hint(&mut self) -> Effect {
        match self.now.acting.filter(|_| !self.now.legal.is_empty()) {
            Some(seat) => self.thinkers.ask_hint(&self.session, seat, self.limit),
            None => Effect::Say("a hint is for the one to move".to_owned()),
        }
    }

    /// Hears what the thinkers have to say.
    fn listen(&mut self, desk: &mut Desk) -> Effect {
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
    fn take_answer(&mut self, desk: &mut Desk) -> Effect {
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

    fn tick(&mut self, elapsed: Duration, desk: &mut Desk) -> Effect {
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

    /// Whether an action makes sense now; the footer shows just these.
    fn offers(&self, action: Action) -> bool {
        let over = self.now.turn.is_over();
        let asked = self.now.acting.is_some() && !self.now.legal.is_empty();
        let watching =
            self.humans() == 0 || self.thinkers.thinking().is_some() || self.answer.is_some();
        match action {
            Action::Undo => self.session.ply() > 0 || self.session.resigned().is_some(),
            Action::Redo => self.session.can_redo(),
            Action::Hint => asked,
            Action::Analysis => G::ANALYSIS.is_some() && !over,
            Action::Pause => !over && (watching || self.paused || self.stuck.is_some()),
            Action::Faster | Action::Slower | Action::AtOnce => {
                !over && self.humans() < self.players.len()
            }
            Action::SaveAs => self.session.ply() > 0,
            Action::Rematch => over,
            Action::Replay => self.session.ply() > 0,
        }
    }

    fn act(&mut self, action: Action, desk: &mut Desk) -> Effect {
        match action {
            Action::Undo => self.undo(desk),
            Action::Redo => self.redo(desk),
            Action::Hint => self.ask_hint(),
            Action::Analysis => {
                self.thinkers.toggle_analysis();
                self.thinkers.analyse(&self.session, &self.now.view)
            }
            Action::Pause => {
                self.paused = !self.paused && self.stuck.is_none();
                self.trusted |= self.stuck.take().is_some();
                self.at_once = false;
                self.go_on(desk).and(self.take_answer(desk))
            }
            Action::Faster => desk.change_pace(-1),
            Action::Slower => desk.change_pace(1),
            Action::AtOnce => {
                self.at_once = true;
                self.paused = false;
                self.wait = Duration::ZERO;
                self.go_on(desk).and(self.take_answer(desk))
            }
            Action::SaveAs => {
                self.asked = Some(Question::SaveAs);
                let name = format!("{} {}", G::TITLE, self.names.join(" - "));
                Effect::Open(Box::new(Prompt::new("Save the match as", &name)))
            }
            Action::Rematch => self.rematch(desk),
            Action::Replay => self.replay(desk),
        }
    }

    fn undo(&mut self, desk: &mut Desk) -> Effect {
        let back = match self.humans() {
            0 => Some(self.session.ply().saturating_sub(1)),
            _ => self.session.last_turn_of(|seat| self.is_human(seat)),
        };
        let Some(back) = back else {
            return Effect::Say("you have not moved yet".to_owned());
        };
        let solo = self.humans() == 1 && desk.store.settings().training;
        let secrets = if solo { Secrets::Ignore } else { Secrets::Respect };
        if let Err(why) = self.session.undo_to(back, secrets) {
            return Effect::Say(why.to_string());
        }
        self.paused = self.humans() == 0;
        self.stepped(desk)
    }

    fn redo(&mut self, desk: &mut Desk) -> Effect {
        // Forward to the next moment at which a person was asked.
        while self.session.redo().is_some() {
            let asked = self.session.turn().seat().is_some_and(|seat| self.is_human(seat));
            if asked || self.humans() == 0 {
                break;
            }
        }
        self.stepped(desk)
    }

    /// The position was stepped back or forth: nothing flies, everything is in its place.
    fn stepped(&mut self, desk: &mut Desk) -> Effect {
        self.look_again();
        G::reset(&mut self.ui, &self.now.view);
        self.changed(desk)
    }

    fn rematch(&mut self, desk: &mut Desk) -> Effect {
        let variant = self.session.state().variant().clone();
        let session = Session::<G>::new(&variant, self.players.len(), rand::random());
        let save = desk.store.new_save(G::ID);
        let mut screen =
            PlayScreen::<G>::new(session, self.players.clone(), self.limit, save, desk);
        screen.trusted = self.trusted;
        Effect::Swap(Box::new(screen))
    }

    fn replay(&mut self, desk: &mut Desk) -> Effect {
        let record = self.session.record(&self.players);
        Effect::Open(super::replay::open::<G>(record, self.session.clone(), desk))
    }

    fn pause_menu(&mut self) -> Effect {
        if self.now.turn.is_over() {
            return Effect::Home;
        }
        self.asked = Some(Question::Pause);
        let saved = match (self.session.ply(), self.said_unsaved) {
            (0, _) => "Nothing has been played yet.",
            (_, false) => "The match is saved; 'Continue' in the menu brings it back.",
            (_, true) => "The match could not be saved.",
        };
        let buttons = &["Go on", "Save as", "Resign", "Leave"];
        Effect::Open(Box::new(Ask::new("Pause", saved, buttons)))
    }

    fn answered(&mut self, answer: Answer, desk: &mut Desk) -> Effect {
        let question = self.asked.take();
        match (question, answer) {
            (Some(Question::Pause), Answer::Chosen(1)) if self.session.ply() > 0 => {
                self.act(Action::SaveAs, desk)
            }
            (Some(Question::Pause), Answer::Chosen(2)) => self.resign(desk),
            (Some(Question::Pause), Answer::Chosen(3)) => Effect::Home,
            (Some(Question::SaveAs), Answer::Text(name)) => {
                let mut record = self.session.record(&self.players);
                record.think = Some(self.limit.to_string());
                let said = match desk.store.save_as(record, &name) {
                    Ok(path) => Effect::Tell(format!("saved as {}", path.display())),
                    Err(why) => Effect::Say(format!("not saved: {why}")),
                };
                said.and(self.go_on(desk))
            }
            _ => self.go_on(desk).and(self.take_answer(desk)),
        }
    }

    fn resign(&mut self, desk: &mut Desk) -> Effect {
        let mover = self.session.turn().seat().filter(|seat| self.is_human(*seat));
        let first_human = || Seat::all(self.players.len()).find(|seat| self.is_human(*seat));
        match mover.or_else(first_human) {
            Some(seat) => {
                self.session.resign(seat);
                self.changed(desk)
            }
            None => Effect::Say("bots do not resign; leave the match instead".to_owned()),
        }
    }
}

/// The smallest body for a match on this board, with its panel and status line.
pub fn match_size<G: GameUi>(variant: &G::Variant) -> Size {
    let board = G::min_size(variant);
    let panel = if G::WIDE_PANEL { 32 } else { 28 };
    Size::new((board.width + panel).clamp(60, 80), (board.height + 1).clamp(14, 22))
}

/// The eye of the only person, before anything has happened.
fn first_eye<G: GameUi>(players: &[Player]) -> Eye {
    if !G::SECRETS {
        return Eye::Everything;
    }
    let mut humans = (0..players.len()).filter(|at| players[*at].is_human());
    match (humans.next(), humans.next()) {
        (Some(only), None) => Eye::Seat(Seat::at(only)),
        _ => Eye::Spectator,
    }
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
