//! The match: one screen for every game. It owns the session, the bots beside it, undo, saving and
//! the end; the game draws the board and understands the cursor.

mod actions;
mod end;
mod flow;
mod keys;
mod thinkers;
mod view;

use std::path::PathBuf;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use self::actions::Asking;
use self::flow::Flow;
use self::keys::Action;
use self::thinkers::Thinkers;
use super::consent::Consent;
use super::match_view::{Beside, FRAME, MatchView};
use super::puzzles::Puzzler;
use super::replay;
use crate::arena::Driver;
use crate::play::{Due, NoUndo, Player, Scene, Seat, Secrets, Session, Turn, Variant};
use crate::search::Limit;
use crate::store::{BotSpeed, SaveFile};
use crate::tui::game_ui::{GameUi, Input, Reply, all_keys, input_of};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav};
use crate::tui::{Context, Effect, Hint, Keep, Mouse, Msg, Screen, Title, hints};

pub use self::keys::{END, MATCH};

/// How often the sign of a thinking bot changes.
const THINKING: Duration = Duration::from_millis(200);
/// How often a running clock is read.
const CLOCK: Duration = Duration::from_millis(100);
/// So soon more of a match that plays itself is wanted. Keys are heard in between.
const AT_ONCE: Duration = Duration::from_millis(1);
/// How long an end must have stood there before Enter begins the next match.
const SEEN: Duration = Duration::from_millis(600);

struct PlayScreen<G: GameUi> {
    driver: Driver<G>,
    table: MatchView<G>,
    thinkers: Thinkers<G>,
    flow: Flow,
    /// What a popup over this page asks; the match waits for the answer.
    asked: Option<Asking>,
    /// The programs that may be run.
    consent: Consent,
    /// The seat that has taken the keyboard; another person's turn shows the hand-over page.
    keyboard: Option<Seat>,
    save: SaveFile,
    /// Whether the match has changed since it was last kept.
    unsaved: bool,
    /// Whether that failed, and people have been told.
    said_unsaved: bool,
    /// Whether the end has been dealt with: counted, and told to the programs.
    ended: bool,
    /// Whether an undo would take anything back from the position that is shown.
    undo: Result<(), NoUndo>,
    /// How fast bots move in this match, where somebody has changed that.
    speed: Option<BotSpeed>,
    /// Whether the end is told in a banner over the board; people may want to see all of it.
    bannered: bool,
    /// How long the end has stood there.
    since_end: Duration,
    /// Whether it has been on the screen.
    shown: bool,
    /// What the solver is asked beside the match.
    puzzler: Puzzler,
}

/// A new match, in which bots have the usual limit.
pub fn open<G: GameUi>(
    session: Session<G>,
    players: Vec<Player>,
    context: &mut Context,
) -> Box<dyn Screen> {
    let limit = context.store.settings().bot_limit();
    begin(session, players, limit, context)
}

/// A new match, in which bots have this limit.
pub fn begin<G: GameUi>(
    session: Session<G>,
    players: Vec<Player>,
    limit: Limit,
    context: &mut Context,
) -> Box<dyn Screen> {
    begin_with(Driver::new(session, players, limit), context)
}

/// A new match with its clocks. Programs run without a question: whoever begins it has named them.
pub fn begin_with<G: GameUi>(driver: Driver<G>, context: &mut Context) -> Box<dyn Screen> {
    let save = context.store.new_save(G::ID);
    let consent = Consent::seated(driver.seating().players());
    Box::new(PlayScreen::new(driver, save, consent, context))
}

/// A match with its clocks and its series, in its own file.
pub fn resume_with<G: GameUi>(
    driver: Driver<G>,
    save: SaveFile,
    context: &mut Context,
) -> Box<dyn Screen> {
    let consent = Consent::known(&context.store.settings().programs);
    Box::new(PlayScreen::new(driver, save, consent, context))
}

/// A match that goes on, in its own file. Programs that are not among the settings wait until
/// somebody lets them run.
pub fn resume<G: GameUi>(
    session: Session<G>,
    players: Vec<Player>,
    limit: Limit,
    save: SaveFile,
    context: &mut Context,
) -> Box<dyn Screen> {
    resume_with(Driver::new(session, players, limit), save, context)
}

impl<G: GameUi> PlayScreen<G> {
    fn new(
        driver: Driver<G>,
        save: SaveFile,
        consent: Consent,
        context: &Context,
    ) -> PlayScreen<G> {
        let (session, seating) = (driver.session(), driver.seating().clone());
        let scene = Scene { clocks: driver.clocks(), ..Scene::shared(session, &seating, None) };
        let mut table = MatchView::new(session.state().variant(), seating, scene);
        table.fills_status = true;
        table.listen(session, true);
        let mut screen = PlayScreen {
            table,
            thinkers: Thinkers::default(),
            flow: Flow::After(Duration::ZERO),
            asked: None,
            consent,
            keyboard: None,
            save,
            unsaved: false,
            said_unsaved: false,
            ended: session.turn().is_over(),
            undo: driver.may_undo(Secrets::Respect),
            speed: None,
            bannered: true,
            since_end: Duration::ZERO,
            shown: false,
            puzzler: Puzzler::on::<G>(session.state().variant()),
            driver: driver.on_cores(context.store.settings().bot_cores),
        };
        screen.hold_back(context);
        screen
    }

    /// Whether the analysis is open from the beginning: where there is plenty of room, and nobody who
    /// plays here would be told what to play.
    fn may_show_all(&self, context: &Context) -> bool {
        let nothing_to_decide = G::STRATEGIES.iter().all(|it| it.level.is_none());
        let for_all = self.table.seating.people() == 0 || nothing_to_decide;
        for_all && G::ANALYSIS.is_some() && replay::is_roomy(context)
    }

    fn players(&self) -> &[Player] {
        self.table.seating.players()
    }

    fn turn(&self) -> &Turn {
        &self.table.scene.turn
    }

    /// Whether the page between two people is shown. What was just played comes to its end first,
    /// seen by everybody.
    fn awaited(&self) -> Option<Seat> {
        let awaited = self.table.seating.awaited::<G>(self.turn(), self.keyboard);
        awaited.filter(|_| !self.table.is_moving())
    }

    /// What the thinkers and the settings add to the scene.
    fn beside(&self, context: &Context) -> Beside<'_, G> {
        Beside {
            training: context.store.settings().training,
            thinking: self.thinkers.thinking(),
            you: self.table.seating.only_person(),
            ..self.thinkers.beside()
        }
    }

    fn scene(&self) -> Scene<G> {
        let clocks = self.driver.clocks();
        Scene { clocks, ..Scene::shared(self.driver.session(), &self.table.seating, self.keyboard) }
    }

    /// One more move was played, by whomever.
    fn moved(&mut self, context: &Context) {
        let (scene, eye) = (self.scene(), self.table.scene.eye);
        let turned = scene.eye != eye;
        if self.flow == Flow::AtOnce {
            self.table.jump(scene);
        } else {
            // The move may have changed whose eyes look: the motion is for those that look now.
            let session = self.driver.session();
            let before = || session.state_at(session.ply() - 1).view(scene.eye);
            let before = turned.then(before);
            self.table.advance(scene, before, context);
        }
        self.changed(turned, context);
    }

    /// The match was stepped back or forth, or somebody else looks now.
    fn stepped(&mut self, context: &Context) {
        let (scene, eye) = (self.scene(), self.table.scene.eye);
        let turned = scene.eye != eye;
        self.table.jump(scene);
        self.changed(turned, context);
    }

    /// After the position has changed: whatever was worked out was for the old one.
    fn changed(&mut self, turned: bool, context: &Context) {
        self.table.listen(self.driver.session(), turned);
        self.undo = self.driver.may_undo(Secrets::Respect);
        self.thinkers.forget();
        self.since_end = Duration::ZERO;
        self.unsaved = true;
        self.hold_back(context);
    }

    /// Asks for what has changed to be kept: the match, and how it ended.
    fn keep(&mut self, context: &Context) -> Effect {
        let mut effect = Effect::None;
        let session = self.driver.session();
        let begun = session.ply() > 0 || session.resigned().is_some();
        if std::mem::take(&mut self.unsaved) && begun {
            let record = Box::new(self.driver.record());
            effect = Effect::Keep(Keep::Match(self.save.clone(), record));
        }
        if self.turn().is_over() && !std::mem::replace(&mut self.ended, true) {
            let (players, winners) = (self.players().to_vec(), self.driver.session().winners());
            let board = self.driver.session().state().variant().name().to_owned();
            effect = effect
                .and(Effect::Keep(Keep::Result(G::ID, board, players, winners)))
                .and(self.thinkers.say_goodbye(&self.driver));
            if context.store.settings().bell && self.table.seating.people() > 0 {
                effect = effect.and(Effect::Bell);
            }
            let seating = &self.table.seating;
            if let Some(seat) = seating.only_person() {
                let session = self.driver.session();
                effect = effect.and(self.puzzler.look_back::<G>(session, seat));
            }
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

    fn play(&mut self, mv: G::Move, context: &Context) -> Effect {
        match self.driver.play(mv) {
            Ok(()) => {
                self.moved(context);
                Effect::None
            }
            Err(why) => Effect::Say(why.to_string()),
        }
    }

    fn key(&mut self, key: &Key, context: &mut Context) -> Effect {
        if let Some(seat) = self.awaited() {
            return match context.keys.nav(key) {
                Some(Nav::Confirm) => {
                    self.keyboard = Some(seat);
                    let scene = self.scene();
                    self.table.jump(scene);
                    self.table.listen(self.driver.session(), true);
                    Effect::None
                }
                Some(Nav::Back) => self.pause_menu(),
                _ => Effect::None,
            };
        }
        let at_end = context.keys.action(&END, key).filter(|_| self.has_ended());
        // Who threw or dropped in haste would never see how it ended.
        if at_end == Some(Action::Again) && self.since_end < SEEN {
            return Effect::None;
        }
        if let Some(action) = at_end.or_else(|| context.keys.action(&MATCH, key))
            && self.offers(action)
        {
            if !matches!(action, Action::Faster | Action::Slower) {
                G::settle(&mut self.table.ui);
            }
            return self.act(action, context);
        }
        match input_of::<G>(key, &context.keys) {
            Some(input) => self.input(input, context),
            None => match context.keys.action(&MATCH, key) {
                Some(action) => self.idle_key(action),
                None => Effect::None,
            },
        }
    }

    /// A key that has nothing to do now is answered where people may expect something of it.
    fn idle_key(&mut self, action: Action) -> Effect {
        match action {
            Action::Undo => Effect::Tell("There's nothing to undo.".to_owned()),
            Action::Redo => Effect::Tell("There's nothing to redo.".to_owned()),
            Action::Hint if !self.turn().is_over() => self.ask_hint(),
            _ => Effect::None,
        }
    }

    fn input(&mut self, input: Input<G::Action>, context: &Context) -> Effect {
        let training = context.store.settings().training;
        let beside = Beside { training, ..self.thinkers.beside() };
        match self.table.input(input, &beside, context) {
            Reply::Redraw => Effect::None,
            Reply::Say(why) => Effect::Say(why),
            Reply::Move(mv) => self.play(mv, context),
            Reply::Ignored => match (input, self.driver.due()) {
                (Input::Nav(Nav::Back), _) => self.pause_menu(),
                (Input::Nav(Nav::Confirm) | Input::Click(_), Due::Throw(_)) => {
                    self.roll(context);
                    Effect::None
                }
                (Input::Click(at), due) if self.table.layout(context).board.contains(at) => {
                    self.idle_click(due)
                }
                _ => Effect::None,
            },
        }
    }

    /// A click on the board that the game has no use for is answered all the same.
    fn idle_click(&mut self, due: Due) -> Effect {
        match due {
            Due::Nothing if self.has_ended() => {
                self.bannered = !self.bannered;
                Effect::None
            }
            Due::Computer(seat) => {
                let name = &self.table.names()[seat.index()];
                Effect::Tell(format!("It's {name}'s turn."))
            }
            Due::Person(_) => Effect::Tell("There's nothing to choose there.".to_owned()),
            Due::Throw(_) | Due::Chance { .. } | Due::Nothing => Effect::None,
        }
    }

    fn hear(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Shown => {
                self.asked = None;
                if !std::mem::replace(&mut self.shown, true) && self.may_show_all(context) {
                    self.thinkers.toggle_analysis();
                }
                Effect::None
            }
            Msg::Woken => self.listen().and(self.puzzler.listen::<G>()),
            Msg::Tick(elapsed) => {
                self.tick(elapsed, context);
                Effect::None
            }
            Msg::Key(key) => self.key(&key, context),
            Msg::Mouse(..) if self.awaited().is_some() => Effect::None,
            Msg::Mouse(Mouse::Click, at) if self.has_ended() => match self.next_at(at, context) {
                Some(action) => self.act(action, context),
                None => self.input(Input::Click(at), context),
            },
            Msg::Mouse(Mouse::Click, at) => self.input(Input::Click(at), context),
            Msg::Mouse(Mouse::Hover, at) => self.input(Input::Hover(at), context),
            Msg::Mouse(Mouse::WheelUp, _) => self.input(Input::WheelUp, context),
            Msg::Mouse(Mouse::WheelDown, _) => self.input(Input::WheelDown, context),
            Msg::Answered(answer) => self.answered(answer, context),
            Msg::Paste(_) | Msg::Resized | Msg::Kept(_) => Effect::None,
        }
    }
}

impl<G: GameUi> Screen for PlayScreen<G> {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        // It answers a slice of moves: the next slice has to wait for its turn.
        if let Msg::Kept(saved) = msg {
            return self.saved(saved);
        }
        let heard = self.hear(msg, context);
        let went = self.go_on(context);
        // What was played is kept before anything else happens, such as leaving the page.
        self.keep(context).and(heard).and(went)
    }

    fn view(&self, area: Rect, buf: &mut Buffer, context: &Context) {
        self.draw(area, buf, context);
    }

    fn title(&self) -> Title {
        let session = self.driver.session();
        let (variant, scene) = (session.state().variant(), self.table.known());
        let right = match &scene.turn {
            Turn::Over(_) => G::length(scene.counted),
            _ => G::moment(&scene.view, scene.counted),
        };
        // The sentence that says why is gone with the next key; this stays as long as it is true.
        let right = if self.said_unsaved { format!("not saved  {right}") } else { right };
        Title { name: G::TITLE.to_owned(), detail: super::board_words::<G>(variant), right }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        self.footer(context)
    }

    fn pulse(&self) -> Option<Duration> {
        let thinking = self.thinkers.thinking().map(|_| THINKING);
        let thinking = if self.clock_runs() { Some(CLOCK) } else { thinking };
        if self.table.is_moving() {
            Some(FRAME)
        } else if self.has_ended() && self.since_end < SEEN {
            Some(SEEN - self.since_end)
        } else if self.is_held() || !self.moves_by_itself() {
            thinking
        } else {
            match self.flow {
                Flow::After(wait) if !wait.is_zero() => Some(wait.min(THINKING)),
                _ => Some(AT_ONCE),
            }
        }
    }

    fn min_size(&self) -> Size {
        self.table.min_size()
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        Some(Box::new(HelpScreen::of_game::<G>(&self.explained(context), context)))
    }
}

impl<G: GameUi> PlayScreen<G> {
    /// The keys that work now, and then all others, each with its sentence.
    fn explained(&self, context: &Context) -> Vec<Hint> {
        let mut all = all_keys::<G>(&context.keys);
        all.extend(hints::all(&context.keys, &MATCH));
        all.extend(hints::section(&context.keys, &END, |action| action != Action::Again));
        all.push(hints::nav_about(
            &context.keys,
            &[Nav::Back],
            "",
            match self.turn().is_over() {
                true => "Goes back to the menu.",
                false => "Pauses: resume, start again, rules, settings, resign or leave.",
            },
        ));
        hints::explained(self.hints(context), all)
    }
}
