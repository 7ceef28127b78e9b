//! The match: one screen for every game. It owns the session, the bots beside it, undo, saving and
//! the end; the game draws the board and understands the cursor.

mod actions;
mod flow;
mod keys;
mod thinkers;
mod view;

use std::path::PathBuf;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use self::actions::Question;
use self::keys::Action;
use self::thinkers::Thinkers;
use super::consent::Consent;
use super::match_view::{Beside, FRAME, MatchView};
use crate::play::{Due, Player, Scene, Seat, Seating, Session, Turn};
use crate::search::Limit;
use crate::store::SaveFile;
use crate::tui::game_ui::{GameUi, Input, Reply, input_of};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav, Section};
use crate::tui::{Desk, Effect, Hint, Keep, Mouse, Msg, Screen, Title, hints};

pub use self::keys::MATCH;

/// How often the sign of a thinking bot changes.
const THINKING: Duration = Duration::from_millis(200);
/// So soon more of a match that plays itself is wanted. Keys are heard in between.
const AT_ONCE: Duration = Duration::from_millis(1);

struct PlayScreen<G: GameUi> {
    session: Session<G>,
    table: MatchView<G>,
    limit: Limit,
    save: SaveFile,
    thinkers: Thinkers<G>,
    /// The programs that may be run.
    consent: Consent,
    /// A bot's answer that waits until people have seen the move before.
    answer: Option<G::Move>,
    /// How long the next automatic move is held back, so that people can follow.
    wait: Duration,
    paused: bool,
    /// Play on without showing anything until a person is asked or the match ends.
    at_once: bool,
    /// Why the bot to move gave no usable answer.
    stuck: Option<String>,
    asked: Option<Question>,
    /// The seat that has taken the keyboard; another person's turn shows the hand-over page.
    keyboard: Option<Seat>,
    /// Whether the match has changed since it was last kept.
    unsaved: bool,
    /// Whether the end has been dealt with: counted, and told to the programs.
    ended: bool,
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
    Box::new(PlayScreen::new(session, players, limit, save, consent, desk))
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
    Box::new(PlayScreen::new(session, players, limit, save, consent, desk))
}

impl<G: GameUi> PlayScreen<G> {
    fn new(
        session: Session<G>,
        players: Vec<Player>,
        limit: Limit,
        save: SaveFile,
        consent: Consent,
        desk: &Desk,
    ) -> PlayScreen<G> {
        let thinkers = Thinkers::new(&players, limit);
        let seating = Seating::new::<G>(players);
        let scene = Scene::shared(&session, &seating, None);
        let mut table = MatchView::new(session.state().variant(), seating, scene);
        table.listen(&session, true);
        let mut screen = PlayScreen {
            table,
            limit,
            save,
            thinkers,
            consent,
            answer: None,
            wait: Duration::ZERO,
            paused: false,
            at_once: false,
            stuck: None,
            asked: None,
            keyboard: None,
            unsaved: false,
            ended: session.turn().is_over(),
            said_unsaved: false,
            session,
        };
        screen.hold_back(desk);
        screen
    }

    fn players(&self) -> &[Player] {
        self.table.seating.players()
    }

    fn turn(&self) -> &Turn {
        &self.table.scene.turn
    }

    fn due(&self) -> Due {
        self.table.seating.due(self.turn())
    }

    /// Whether the page between two people is shown. What was just played comes to its end first,
    /// seen by everybody.
    fn awaited(&self) -> Option<Seat> {
        let awaited = self.table.seating.awaited::<G>(self.turn(), self.keyboard);
        awaited.filter(|_| !self.table.is_moving())
    }

    /// What the thinkers and the settings add to the scene.
    fn beside(&self, desk: &Desk) -> Beside<'_, G> {
        Beside {
            training: desk.store.settings().training,
            thinking: self.thinkers.thinking(),
            ..self.thinkers.beside()
        }
    }

    fn scene(&self) -> Scene<G> {
        Scene::shared(&self.session, &self.table.seating, self.keyboard)
    }

    /// One more move was played, by whomever.
    fn moved(&mut self, desk: &Desk) {
        let (scene, eye) = (self.scene(), self.table.scene.eye);
        let turned = scene.eye != eye;
        if self.at_once {
            self.table.jump(scene);
        } else {
            // The move may have changed whose eyes look: the motion is for those that look now.
            let before = || self.session.state_at(self.session.ply() - 1).view(scene.eye);
            let before = turned.then(before);
            self.table.advance(scene, before, desk);
        }
        self.changed(turned, desk);
    }

    /// The match was stepped back or forth, or somebody else looks now.
    fn stepped(&mut self, desk: &Desk) {
        let (scene, eye) = (self.scene(), self.table.scene.eye);
        let turned = scene.eye != eye;
        self.table.jump(scene);
        self.changed(turned, desk);
    }

    /// After the position has changed: whatever was worked out was for the old one.
    fn changed(&mut self, turned: bool, desk: &Desk) {
        self.table.listen(&self.session, turned);
        self.thinkers.forget();
        self.answer = None;
        self.stuck = None;
        self.unsaved = true;
        self.hold_back(desk);
    }

    /// Asks for what has changed to be kept: the match, and how it ended.
    fn keep(&mut self) -> Effect {
        let mut effect = Effect::None;
        let begun = self.session.ply() > 0 || self.session.resigned().is_some();
        if std::mem::take(&mut self.unsaved) && begun {
            let mut record = self.session.record(self.players());
            record.think = Some(self.limit.to_string());
            effect = Effect::Keep(Keep::Match(self.save.clone(), Box::new(record)));
        }
        if self.turn().is_over() && !std::mem::replace(&mut self.ended, true) {
            let (players, winners) = (self.players().to_vec(), self.session.winners());
            effect = effect
                .and(Effect::Keep(Keep::Result(G::ID, players, winners)))
                .and(self.thinkers.say_goodbye(&self.session));
        }
        effect
    }

    /// A match that cannot be saved says so once, and in the title for as long as it is true.
    fn saved(&mut self, saved: Result<PathBuf, String>) -> Effect {
        let said = std::mem::replace(&mut self.said_unsaved, saved.is_err());
        match saved {
            Err(why) if !said => Effect::Say(format!("not saved: {why}")),
            _ => Effect::None,
        }
    }

    fn play(&mut self, mv: G::Move, desk: &Desk) -> Effect {
        match self.session.play(mv) {
            Ok(()) => {
                self.moved(desk);
                Effect::None
            }
            Err(why) => Effect::Say(why.to_string()),
        }
    }

    fn roll(&mut self, desk: &Desk) -> Effect {
        match self.session.roll() {
            Some(_) => {
                self.moved(desk);
                Effect::None
            }
            None => Effect::Say("chance has no outcome here".to_owned()),
        }
    }

    fn key(&mut self, key: &Key, desk: &mut Desk) -> Effect {
        if let Some(seat) = self.awaited() {
            return match desk.keys.nav(key) {
                Some(Nav::Confirm) => {
                    self.keyboard = Some(seat);
                    let scene = self.scene();
                    self.table.jump(scene);
                    self.table.listen(&self.session, true);
                    Effect::None
                }
                Some(Nav::Back) => self.pause_menu(),
                _ => Effect::None,
            };
        }
        if let Some(action) = desk.keys.action(&MATCH, key)
            && self.offers(action)
        {
            if !matches!(action, Action::Faster | Action::Slower) {
                G::settle(&mut self.table.ui);
            }
            return self.act(action, desk);
        }
        match input_of::<G>(key, &desk.keys) {
            Some(input) => self.input(input, desk),
            None => Effect::None,
        }
    }

    fn input(&mut self, input: Input<G::Action>, desk: &Desk) -> Effect {
        let training = desk.store.settings().training;
        let beside = Beside { training, ..self.thinkers.beside() };
        match self.table.input(input, &beside, desk) {
            Reply::Redraw => Effect::None,
            Reply::Say(why) => Effect::Say(why),
            Reply::Move(mv) => self.play(mv, desk),
            Reply::Ignored => match (input, self.due()) {
                (Input::Nav(Nav::Back), _) => self.pause_menu(),
                (Input::Nav(Nav::Confirm) | Input::Click(_), Due::Throw(_)) => self.roll(desk),
                _ => Effect::None,
            },
        }
    }

    fn hear(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        match msg {
            Msg::Shown => {
                self.asked = None;
                Effect::None
            }
            Msg::Woken => self.listen(desk),
            Msg::Tick(elapsed) => {
                self.tick(elapsed, desk);
                Effect::None
            }
            Msg::Key(key) => self.key(&key, desk),
            Msg::Mouse(..) if self.awaited().is_some() => Effect::None,
            Msg::Mouse(Mouse::Click, at) => self.input(Input::Click(at), desk),
            Msg::Mouse(Mouse::Hover, at) => self.input(Input::Hover(at), desk),
            Msg::Mouse(Mouse::WheelUp, _) => self.input(Input::WheelUp, desk),
            Msg::Mouse(Mouse::WheelDown, _) => self.input(Input::WheelDown, desk),
            Msg::Answered(answer) => self.answered(answer, desk),
            Msg::Paste(_) | Msg::Resized | Msg::Kept(_) => Effect::None,
        }
    }
}

impl<G: GameUi> Screen for PlayScreen<G> {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        // It answers a slice of moves: the next slice has to wait for its turn.
        if let Msg::Kept(saved) = msg {
            return self.saved(saved);
        }
        let heard = self.hear(msg, desk);
        let went = self.go_on(desk);
        // What was played is kept before anything else happens, such as leaving the page.
        self.keep().and(heard).and(went)
    }

    fn view(&self, area: Rect, buf: &mut Buffer, desk: &Desk) {
        self.draw(area, buf, desk);
    }

    fn title(&self) -> Title {
        let variant = self.session.state().variant();
        let ply = self.session.ply();
        let right = match self.turn() {
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
        let thinking = self.thinkers.thinking().map(|_| THINKING);
        if self.table.is_moving() {
            Some(FRAME)
        } else if self.is_held() || !self.moves_by_itself() {
            thinking
        } else if self.wait.is_zero() {
            Some(AT_ONCE)
        } else {
            Some(self.wait.min(THINKING))
        }
    }

    fn min_size(&self) -> Size {
        self.table.min_size()
    }

    fn help(&self, desk: &Desk) -> Option<Box<dyn Screen>> {
        let own = Section { name: G::ID, bindings: G::BINDINGS };
        let mut all = hints::section(&desk.keys, &MATCH, |_| true);
        all.extend(hints::section(&desk.keys, &own, |_| true));
        let all = hints::explained(self.hints(desk), all);
        Some(Box::new(HelpScreen::of_game::<G>(&all, desk)))
    }
}
