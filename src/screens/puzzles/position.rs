//! A position to play from: you move, the best defence answers at once, and a wrong move is refuted
//! on the board.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use crate::lang::capital;
use crate::play::puzzle::{Goal, Position};
use crate::play::{Due, Eye, Player, Scene, Seating, Session, Variant};
use crate::screens::match_view::{Beside, FRAME, MatchView};
use crate::search::{
    Answer, Budget, Cancel, Limit, Oracle, Riddle, refuted_words, right_words, slower_words,
    wrong_move, wrong_note,
};
use crate::tui::challenge::{Challenge, Room, Task as TaskWords, Tried};
use crate::tui::game_ui::{GameUi, Input, Reply, all_keys, input_of, own_hints};
use crate::tui::help::HelpScreen;
use crate::tui::keys::Nav;
use crate::tui::panels::{Shell, Side};
use crate::tui::task::{News, Task};
use crate::tui::theme::Meaning;
use crate::tui::{Context, Effect, Hint, Mouse, Msg, Screen, hints};

/// So long an answer waits, so that the eye can follow.
const REPLY: Duration = Duration::from_millis(250);
/// So long each move of a refutation stays alone.
const LINE: Duration = Duration::from_millis(700);
/// So long an answer may take: positions that somebody wrote by hand may be anything.
const LONGEST: Duration = Duration::from_secs(20);

type Shared<G> = Arc<Mutex<Box<dyn Oracle<G>>>>;

/// What the oracle says.
enum Said<G: GameUi> {
    Answer(Option<Answer<G::Move>>),
    /// The best move here and where to look for it.
    Best(Option<(G::Move, String)>),
}

/// What happens now.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase<M> {
    /// The player is asked.
    Mine,
    /// The oracle thinks about the last move.
    Judging,
    /// The other side answers.
    Replying(Vec<M>),
    /// A wrong move is refuted, move by move.
    Refuting(Vec<M>),
    /// It has been; any key goes back.
    Refuted,
    /// The goal is reached.
    Solved,
}

pub struct PositionBoard<G: GameUi> {
    position: Position,
    riddle: Arc<Riddle<G>>,
    oracle: Shared<G>,
    session: Session<G>,
    table: MatchView<G>,
    /// Moves of the player's own since the start.
    made: u32,
    /// Where the last move of the player's was made, to go back to.
    tried_at: usize,
    phase: Phase<G::Move>,
    waited: Duration,
    task: Option<Task<Said<G>>>,
    /// Where to look, and the move itself once it is asked for.
    nudge: Option<String>,
    hint: Option<G::Move>,
    wants_move: bool,
    /// Whether the move of a hint is what the next enter plays: nothing was pressed since.
    takes_hint: bool,
    words: Option<(String, Meaning)>,
    /// Whether the answer is being played.
    showing: bool,
    /// What has failed here, each as all moves up to it.
    failed: Vec<Vec<G::Move>>,
}

/// The board of a position, or why there is none.
pub fn open<G: GameUi>(position: &Position) -> Result<Box<dyn Challenge>, String> {
    let riddle = Riddle::<G>::new(position)?;
    let session: Session<G> = position.session()?;
    let oracle = G::oracle(session.state().variant())?;
    let seating = Seating::new::<G>(vec![Player::Human { name: None }; 2]);
    let scene = Scene::watched(&session, Eye::Spectator);
    let mut table = MatchView::new(session.state().variant(), seating, scene);
    table.fills_status = true;
    let mut board = PositionBoard {
        position: position.clone(),
        riddle: Arc::new(riddle),
        oracle: Arc::new(Mutex::new(oracle)),
        tried_at: session.ply(),
        session,
        table,
        made: 0,
        phase: Phase::Mine,
        waited: Duration::ZERO,
        task: None,
        nudge: None,
        hint: None,
        wants_move: false,
        takes_hint: false,
        words: None,
        showing: false,
        failed: Vec::new(),
    };
    board.table.jump(board.scene());
    Ok(Box::new(board))
}

impl<G: GameUi> PositionBoard<G> {
    fn scene(&self) -> Scene<G> {
        let mover = self.riddle.mover();
        let mut scene = Scene::watched(&self.session, Eye::Seat(mover));
        if self.phase == Phase::Mine && !self.showing {
            scene.ask(&self.session, Due::Person(mover));
        }
        scene
    }

    /// Nobody saw the moves that led here, so nothing is left to the memory.
    fn beside(&self) -> Beside<'_, G> {
        Beside { hint: self.hint.as_ref(), training: true, ..Beside::default() }
    }

    /// Asks the oracle on a thread.
    fn ask(
        &mut self,
        work: impl FnOnce(&Riddle<G>, &mut dyn Oracle<G>, &Budget) -> Said<G> + Send + 'static,
    ) -> Effect {
        let (oracle, riddle) = (Arc::clone(&self.oracle), Arc::clone(&self.riddle));
        let (task, run) = Task::new(move |cancel: &Cancel, report: &mut dyn FnMut(Said<G>)| {
            let mut oracle = oracle.lock().unwrap_or_else(PoisonError::into_inner);
            let budget = Budget::new(Limit::Time(LONGEST), cancel.clone());
            report(work(&riddle, oracle.as_mut(), &budget));
        });
        self.task = Some(task);
        run
    }

    fn play(&mut self, mv: G::Move, context: &Context) -> Effect {
        let before = self.session.state().clone();
        self.tried_at = self.session.ply();
        if let Err(why) = self.session.play(mv.clone()) {
            return Effect::Say(why.to_string());
        }
        (self.hint, self.nudge, self.wants_move) = (None, None, false);
        if !self.showing {
            self.words = None;
        }
        self.phase = Phase::Judging;
        self.table.advance(self.scene(), None, context);
        let made = self.made;
        self.ask(move |riddle, oracle, budget| {
            Said::Answer(riddle.answer(oracle, &before, made, &mv, budget))
        })
    }

    /// Asks for the best move, for a hint or for the answer.
    fn ask_best(&mut self) -> Effect {
        let (state, made) = (self.session.state().clone(), self.made);
        self.ask(move |riddle, oracle, budget| {
            let best = riddle.best(oracle, &state, made, budget);
            Said::Best(best.map(|mv| {
                let region = oracle.region(&state, &mv);
                (mv, region)
            }))
        })
    }

    /// A move as something to do.
    fn order(&self, mv: &G::Move) -> String {
        G::order(&self.session.state().view(Eye::Seat(self.riddle.mover())), mv)
    }

    fn listen(&mut self, context: &Context) -> (Effect, Option<Tried>) {
        let (mut effect, mut tried) = (Effect::None, None);
        while let Some(news) = self.task.as_ref().and_then(Task::poll) {
            match news {
                News::Report(Said::Answer(answer)) => tried = self.answered(answer),
                News::Report(Said::Best(Some((mv, region)))) => {
                    if self.showing {
                        self.task = None;
                        return (self.play(mv, context), None);
                    }
                    self.nudge = Some(region.clone());
                    self.words = Some(match self.wants_move {
                        true => (self.order(&mv), Meaning::Legal),
                        false => (region, Meaning::Legal),
                    });
                    self.hint = self.wants_move.then_some(mv);
                    self.takes_hint = self.wants_move;
                }
                News::Report(Said::Best(None)) => {
                    self.showing = false;
                    effect = Effect::Say("the solver needs too long here".to_owned());
                }
                News::Failed(why) => {
                    self.back();
                    effect = Effect::Say(format!("the solver failed ({why})"));
                }
                News::Done => self.task = None,
            }
        }
        (effect, tried)
    }

    /// What the oracle says of the last move.
    fn answered(&mut self, answer: Option<Answer<G::Move>>) -> Option<Tried> {
        self.waited = Duration::ZERO;
        match answer {
            Some(Answer::Solved(replies)) => {
                self.made += 1;
                // Whoever must end the match against themselves is seen to do it.
                self.phase = Phase::Replying(replies);
                self.ended()
            }
            Some(Answer::On(replies)) => {
                self.made += 1;
                if !self.showing {
                    let words = right_words(self.position.goal, self.made);
                    self.words = Some((words, Meaning::Good));
                }
                self.phase = Phase::Replying(replies);
                None
            }
            Some(Answer::Slower(more)) => {
                self.words = Some((slower_words(more), Meaning::Brass));
                self.phase = Phase::Refuted;
                None
            }
            Some(Answer::Wrong(line, truth)) => {
                let words = refuted_words(&self.riddle, self.session.state(), &line, truth);
                let moves = self.session.moves().to_vec();
                self.words = Some((words, Meaning::Warn));
                self.phase = Phase::Refuting(line);
                let mv = moves.last().map_or(String::new(), |mv| wrong_move(mv, self.made));
                self.failed.push(moves);
                Some(Tried::Wrong(mv, wrong_note(&self.riddle, truth)))
            }
            None => {
                self.back();
                self.words = Some(("The solver needs too long here.".to_owned(), Meaning::Warn));
                None
            }
        }
    }

    /// What it comes to if the match is over with no more replies due: the goal was reached.
    fn ended(&mut self) -> Option<Tried> {
        let over = self.session.turn().is_over();
        if !matches!(&self.phase, Phase::Replying(line) if line.is_empty() && over) {
            return None;
        }
        self.phase = Phase::Solved;
        let shown = std::mem::take(&mut self.showing);
        Some(if shown { Tried::Shown } else { Tried::Solved(None) })
    }

    /// Back to where the last move was tried.
    fn back(&mut self) {
        let _ = self.session.undo_to(self.tried_at, crate::play::Secrets::Ignore);
        self.phase = Phase::Mine;
        self.task = None;
        self.words = None;
        self.table.jump(self.scene());
    }

    /// The rest of a refutation at once, for whoever has seen enough of it.
    fn hurry(&mut self) {
        let Phase::Refuting(line) = std::mem::replace(&mut self.phase, Phase::Refuted) else {
            return;
        };
        for mv in line {
            if self.session.play(mv).is_err() {
                break;
            }
        }
        self.table.jump(self.scene());
    }

    fn tick(&mut self, elapsed: Duration, context: &Context) -> (Effect, Option<Tried>) {
        const NOTHING: (Effect, Option<Tried>) = (Effect::None, None);
        if self.table.tick(elapsed, context) {
            return NOTHING;
        }
        self.waited += elapsed;
        let pause = match &self.phase {
            Phase::Replying(_) => REPLY,
            Phase::Refuting(_) => LINE,
            _ => return NOTHING,
        };
        if self.waited < pause && context.animated() {
            return NOTHING;
        }
        self.waited = Duration::ZERO;
        let (refuting, next) = match &mut self.phase {
            Phase::Replying(line) if !line.is_empty() => (false, Some(line.remove(0))),
            Phase::Refuting(line) if !line.is_empty() => (true, Some(line.remove(0))),
            phase => (matches!(phase, Phase::Refuting(_)), None),
        };
        if let Some(mv) = next
            && self.session.play(mv).is_ok()
        {
            self.table.advance(self.scene(), None, context);
        }
        let done =
            matches!(&self.phase, Phase::Replying(line) | Phase::Refuting(line) if line.is_empty());
        if !done {
            return NOTHING;
        }
        if refuting {
            self.phase = Phase::Refuted;
            return NOTHING;
        }
        if let Some(tried) = self.ended() {
            return (Effect::None, Some(tried));
        }
        self.phase = Phase::Mine;
        // The motion goes on; only whoever is asked has changed.
        self.table.scene = self.scene();
        (if self.showing { self.ask_best() } else { Effect::None }, None)
    }

    fn input(&mut self, input: Input<G::Action>, context: &Context) -> Effect {
        if matches!(self.words, Some((_, Meaning::Good))) && self.phase == Phase::Mine {
            self.words = None;
        }
        let takes_hint = std::mem::take(&mut self.takes_hint) && self.phase == Phase::Mine;
        if takes_hint
            && input == Input::Nav(Nav::Confirm)
            && let Some(mv) = self.hint.clone()
        {
            return self.play(mv, context);
        }
        let beside = Beside { hint: self.hint.as_ref(), training: true, ..Beside::default() };
        match self.table.input(input, &beside, context) {
            Reply::Redraw => Effect::None,
            Reply::Ignored if input == Input::Nav(Nav::Back) => Effect::Close,
            Reply::Ignored => Effect::None,
            Reply::Say(why) => Effect::Say(why),
            Reply::Move(mv) if self.phase == Phase::Mine && !self.showing => self.play(mv, context),
            Reply::Move(_) => Effect::None,
        }
    }
}

impl<G: GameUi> Challenge for PositionBoard<G> {
    fn task(&self) -> TaskWords {
        let mover = self.riddle.mover();
        let (hue, rival) = (G::hue(mover, 2), G::hue(mover.next(2), 2));
        let name = capital(hue.name());
        let (lead, big, tail) = match self.position.goal {
            Goal::Win { moves } => {
                (format!("{name} to play and win"), format!("IN {moves}"), String::new())
            }
            Goal::Points { more } => (
                format!("{name} to play and take"),
                format!("+{more}"),
                format!("points more than {}", rival.name()),
            ),
        };
        // A score says little of how far there is to go.
        let aim = match self.riddle.end() {
            _ if matches!(self.phase, Phase::Refuting(_)) => "see why".to_owned(),
            _ if self.phase == Phase::Refuted => "then try again".to_owned(),
            None => "your move".to_owned(),
            Some(0) => "end level".to_owned(),
            Some(margin @ 1..) => format!("end {margin} ahead"),
            Some(margin) => format!("end {} behind", -margin),
        };
        let rule = G::rule(self.session.state().variant());
        TaskWords { hue: Some(hue), lead, big, tail, rule, aim }
    }

    fn board(&self) -> Option<String> {
        let variant = self.session.state().variant();
        let is_this =
            |(_, text): &(&str, &str)| G::Variant::parse(text).ok().as_ref() == Some(variant);
        G::BOARDS.iter().any(is_this).then(|| variant.name().to_owned())
    }

    fn remember(&mut self, failed: &[String]) {
        // Of later moves the notes don't say what came before them.
        let first = failed.iter().filter_map(|what| what.parse().ok());
        let start = self.session.moves();
        self.failed.extend(first.map(|mv| [start, &[mv]].concat()));
    }

    fn update(&mut self, msg: &Msg, context: &mut Context) -> (Effect, Option<Tried>) {
        let effect = match msg {
            Msg::Woken => return self.listen(context),
            Msg::Tick(elapsed) => return self.tick(*elapsed, context),
            Msg::Key(key)
                if matches!(self.phase, Phase::Refuting(_) | Phase::Refuted)
                    && context.keys.nav(key) == Some(Nav::Back) =>
            {
                Effect::Close
            }
            Msg::Key(_) | Msg::Mouse(Mouse::Click, _)
                if matches!(self.phase, Phase::Refuting(_)) =>
            {
                self.hurry();
                Effect::None
            }
            Msg::Key(key) if self.phase == Phase::Refuted => {
                self.back();
                // Whoever names another move at once has it played.
                match (context.keys.nav(key), input_of::<G>(key, &context.keys)) {
                    (Some(Nav::Confirm), _) | (_, None) => Effect::None,
                    (_, Some(input)) => self.input(input, context),
                }
            }
            Msg::Mouse(Mouse::Click, _) if self.phase == Phase::Refuted => {
                self.back();
                Effect::None
            }
            Msg::Key(key) => match input_of::<G>(key, &context.keys) {
                Some(input) => self.input(input, context),
                None => Effect::None,
            },
            Msg::Mouse(Mouse::Click, at) => self.input(Input::Click(*at), context),
            Msg::Mouse(Mouse::Hover, at) => self.input(Input::Hover(*at), context),
            Msg::Mouse(Mouse::WheelUp, _) => self.input(Input::WheelUp, context),
            Msg::Mouse(Mouse::WheelDown, _) => self.input(Input::WheelDown, context),
            _ => Effect::None,
        };
        (effect, None)
    }

    fn draw(&self, buf: &mut Buffer, context: &Context) -> Room {
        let parts = self.table.draw_board(&self.beside(), context, buf);
        if self.phase == Phase::Mine {
            let here = |line: &Vec<G::Move>| match line.split_last() {
                Some((mv, before)) if before == self.session.moves() => Some(mv.clone()),
                _ => None,
            };
            let here: Vec<G::Move> = self.failed.iter().filter_map(here).collect();
            let seen = self.table.seen(&self.beside());
            G::mark_failed(&seen, &self.table.ui, &context.look, parts.board, &here, buf);
        }
        let side = if G::WIDE_PANEL { Side::Wide } else { Side::Narrow };
        Room {
            side: Shell::of(context.area(), side).board,
            status: parts.status,
            panel: parts.panel,
            filled: G::FILLS_STATUS,
        }
    }

    fn seen(&self, context: &Context) -> Vec<Rect> {
        let board = self.table.layout(context).board;
        G::proof(&self.table.seen(&self.beside()), &self.table.ui, &context.look, board)
    }

    fn status(&self, _: &Context) -> (String, Meaning) {
        if let Some((words, meaning)) = &self.words {
            return (words.clone(), *meaning);
        }
        match &self.phase {
            Phase::Judging if self.task.is_some() => (String::new(), Meaning::Muted),
            Phase::Mine => {
                let prompt = G::prompt(&self.table.seen(&self.beside()), &self.table.ui);
                (prompt.unwrap_or_default(), Meaning::Muted)
            }
            _ => (String::new(), Meaning::Muted),
        }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let keys = &context.keys;
        let mut all = Vec::new();
        match self.phase {
            Phase::Mine if !self.showing => {
                let seen = self.table.seen(&self.beside());
                let mut words = G::words(&seen, &self.table.ui);
                if self.takes_hint {
                    words.retain(|(navs, _)| !navs.contains(&Nav::Confirm));
                    all.push(hints::nav(keys, &[Nav::Confirm], "play it"));
                }
                all.extend(words.into_iter().map(|(navs, words)| hints::nav(keys, navs, words)));
            }
            Phase::Refuting(_) => all.push(hints::nav(keys, &[Nav::Confirm], "skip")),
            Phase::Refuted => all.push(hints::nav(keys, &[Nav::Confirm], "try again")),
            _ => {}
        }
        all
    }

    fn more_hints(&self, context: &Context) -> Vec<Hint> {
        match self.phase {
            Phase::Mine if !self.showing => {
                own_hints::<G>(&self.table.seen(&self.beside()), &self.table.ui, &context.keys)
            }
            _ => Vec::new(),
        }
    }

    fn keeps_back(&self) -> bool {
        let seen = self.table.seen(&self.beside());
        let taken =
            G::words(&seen, &self.table.ui).iter().any(|(navs, _)| navs.contains(&Nav::Back));
        taken && self.phase == Phase::Mine
    }

    fn hint(&mut self, _: &mut Context) -> Option<Effect> {
        if matches!(self.phase, Phase::Refuting(_) | Phase::Refuted) {
            self.back();
        }
        if self.phase != Phase::Mine || self.hint.is_some() || self.task.is_some() {
            return None;
        }
        self.wants_move = self.nudge.is_some();
        Some(self.ask_best())
    }

    fn show(&mut self, context: &mut Context) -> Effect {
        match self.phase {
            Phase::Mine => {}
            Phase::Refuting(_) | Phase::Refuted => self.back(),
            Phase::Judging | Phase::Replying(_) | Phase::Solved => return Effect::None,
        }
        self.showing = true;
        self.words = Some(("This is how it goes.".to_owned(), Meaning::Legal));
        self.table.jump(self.scene());
        let _ = context;
        self.ask_best()
    }

    fn restart(&mut self) {
        self.tried_at = self.position.moves.len();
        self.made = 0;
        (self.showing, self.hint, self.nudge, self.wants_move) = (false, None, None, false);
        self.back();
    }

    fn pulse(&self) -> Option<Duration> {
        match self.phase {
            _ if self.table.is_moving() => Some(FRAME),
            Phase::Replying(_) => Some(REPLY.saturating_sub(self.waited).max(FRAME)),
            Phase::Refuting(_) => Some(LINE.saturating_sub(self.waited).max(FRAME)),
            _ => None,
        }
    }

    fn min_size(&self) -> Size {
        let size = self.table.min_size();
        Size::new(size.width, size.height.max(20))
    }

    fn help(&self, hints: &[Hint], context: &Context) -> Option<Box<dyn Screen>> {
        let all = hints::explained(hints.to_vec(), all_keys::<G>(&context.keys));
        Some(Box::new(HelpScreen::of_game::<G>(&all, context)))
    }
}
