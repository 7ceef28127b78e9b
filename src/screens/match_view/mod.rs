//! A match on the screen: the board at the left, the side panel at the right, whoever plays it and
//! wherever it is played. It needs a [`Scene`] and no session, so a match far away looks the same.

mod interlude;
mod panel;

use std::sync::Arc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use self::panel::Panel;
use crate::play::telling::conceded;
use crate::play::{Scene, Seat, Seating, Session, Told};
use crate::search::Advice;
use crate::tui::course::Course;
use crate::tui::game_ui::{self, GameUi, Input, MoveList, Reply, Seen};
use crate::tui::panels::{Shell, Side};
use crate::tui::{Context, Look};

/// A frame while something is in motion.
pub const FRAME: Duration = Duration::from_millis(25);

/// The parts of the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pub board: Rect,
    /// One row under the board, for what has to be said.
    pub status: Rect,
    /// Where the panel's text goes.
    pub panel: Rect,
}

/// Divides the terminal. The board is the largest thing, always.
pub fn layout<G: GameUi>(screen: Rect) -> Layout {
    let shell = shell::<G>(screen);
    let board = Rect { height: shell.board.height.saturating_sub(1), ..shell.board };
    Layout { board, status: shell.status(), panel: shell.panel_text() }
}

fn shell<G: GameUi>(screen: Rect) -> Shell {
    Shell::of(screen, if G::WIDE_PANEL { Side::Wide } else { Side::Narrow })
}

/// The smallest body for a match on this board, with its panel and status line.
pub fn match_size<G: GameUi>(variant: &G::Variant) -> Size {
    let board = G::min_size(variant);
    let panel = if G::WIDE_PANEL { 32 } else { 28 };
    Size::new((board.width + panel).clamp(60, 80), (board.height + 1).clamp(14, 22))
}

/// What is known beside the scene, if anything: what a bot thinks, and what helps a person.
pub struct Beside<'a, G: GameUi> {
    /// The move a hint proposes.
    pub hint: Option<&'a G::Move>,
    /// The same in words, and why.
    pub advice: Option<&'a Advice>,
    /// What the analysis has found out about this position.
    pub insight: Option<&'a G::Insight>,
    /// Whether owners may look at their own face-down things.
    pub training: bool,
    /// How long the bot to move has been thinking.
    pub thinking: Option<Duration>,
    /// How the match went, where that is being analysed.
    pub course: Option<Course<'a>>,
    /// The seat of whoever looks, where nobody else could be meant.
    pub you: Option<Seat>,
    /// What stands below each player's name instead of the usual; nothing where it is empty.
    pub notes: Vec<String>,
    /// Whether the moves to come are listed as well, where they are known.
    pub moves_to_come: bool,
}

impl<G: GameUi> Default for Beside<'_, G> {
    fn default() -> Self {
        Beside {
            hint: None,
            advice: None,
            insight: None,
            training: false,
            thinking: None,
            course: None,
            you: None,
            notes: Vec::new(),
            moves_to_come: false,
        }
    }
}

/// One match as somebody sees it, with the cursor and the motion on its board.
pub struct MatchView<G: GameUi> {
    variant: Arc<G::Variant>,
    pub seating: Seating,
    pub scene: Scene<G>,
    /// What was told of each move, perhaps of more than are shown now.
    log: Vec<Told>,
    /// The scene and what was told before the move that ended the match, or a round of it: while that
    /// can be seen, the panel knows nothing of how it ends.
    outset: Option<(Scene<G>, Vec<Told>)>,
    pub ui: G::Ui,
    /// Whether the board may have the status row, because nothing stands there for long.
    pub fills_status: bool,
}

impl<G: GameUi> MatchView<G> {
    /// Shows a scene with everything in its place.
    pub fn new(variant: &Arc<G::Variant>, seating: Seating, scene: Scene<G>) -> MatchView<G> {
        let mut ui = G::Ui::default();
        G::reset(&mut ui, &scene.view);
        MatchView {
            variant: Arc::clone(variant),
            seating,
            scene,
            log: Vec::new(),
            outset: None,
            ui,
            fills_status: false,
        }
    }

    /// The smallest body that can show it.
    pub fn min_size(&self) -> Size {
        match_size::<G>(&self.variant)
    }

    /// Shows the scene one move later, and the move itself where things may move. `before` is what
    /// this scene's eye saw then, if the scene before was another eye's.
    pub fn advance(&mut self, scene: Scene<G>, before: Option<G::View>, context: &Context) {
        let shown = std::mem::replace(&mut self.scene, scene);
        G::settle(&mut self.ui);
        let seen = before.as_ref().unwrap_or(&shown.view);
        match context.animated() {
            true => G::moved(&mut self.ui, seen, &self.scene.view),
            false => G::reset(&mut self.ui, &self.scene.view),
        }
        G::played(&mut self.ui, seen, &self.scene.view);
        let ends = self.scene.turn.is_over() || G::awaits_interlude(&self.ui);
        self.outset = ends.then(|| (shown, self.log.clone()));
    }

    /// What the words beside the board are about: the scene, unless its end has yet to be seen.
    pub fn known(&self) -> &Scene<G> {
        self.outset().map_or(&self.scene, |(scene, _)| scene)
    }

    fn outset(&self) -> Option<&(Scene<G>, Vec<Told>)> {
        let seen = || seen::<G>(&self.scene, &self.seating, &Beside::default());
        let moves = || self.is_moving() && G::interlude(&seen(), &self.ui).is_none();
        self.outset.as_ref().filter(|_| moves())
    }

    /// Shows a scene that is not the next one: nothing flies, everything is in its place.
    pub fn jump(&mut self, scene: Scene<G>) {
        self.scene = scene;
        self.outset = None;
        G::settle(&mut self.ui);
        G::reset(&mut self.ui, &self.scene.view);
    }

    /// Hears what the newest moves were. Another eye is told everything again.
    pub fn listen(&mut self, session: &Session<G>, eye_changed: bool) {
        let (told, played) = (self.log.len(), session.ply());
        let (eye, names) = (self.scene.eye, self.seating.labels());
        if !eye_changed && told + 1 == played {
            // The usual case: one move more.
            let before = session.state_at(told);
            self.log.push(Told::story(&before, &session.moves()[told], eye, names));
        } else if eye_changed || told != played {
            self.log = Told::all(session, eye, names);
        }
    }

    /// Steps to another moment of a match; one step forward is shown as it was played.
    pub fn step_to(&mut self, scene: Scene<G>, context: &Context) {
        match scene.ply == self.scene.ply + 1 {
            true => self.advance(scene, None, context),
            false => self.jump(scene),
        }
    }

    /// Adds what was told of one more move.
    pub fn tell(&mut self, told: Told) {
        self.log.push(told);
    }

    /// Whether something was told that this seat played.
    pub fn has_told_of(&self, seat: Option<Seat>) -> bool {
        seat.is_some() && self.log.iter().any(|told| told.seat == seat)
    }

    /// What the page calls the players: beside their marks, no colour is said.
    pub fn names(&self) -> &[String] {
        self.seating.labels()
    }

    pub fn is_moving(&self) -> bool {
        G::moving(&self.ui)
    }

    /// Time passes for what is in motion; answers whether anything was.
    pub fn tick(&mut self, elapsed: Duration, context: &Context) -> bool {
        let moving = self.is_moving();
        if moving {
            G::tick(&mut self.ui, context.motion_time(elapsed));
        }
        moving
    }

    /// Hands an input to the game, which may use it up to end a motion.
    pub fn input(
        &mut self,
        input: Input<G::Action>,
        beside: &Beside<G>,
        context: &Context,
    ) -> Reply<G::Move> {
        if self.is_moving()
            && !matches!(input, Input::Hover(_))
            && G::during_motion(&mut self.ui, input)
        {
            return Reply::Redraw;
        }
        let area = self.layout(context).board;
        let seen = seen(&self.scene, &self.seating, beside);
        G::act(&mut self.ui, &seen, input, area, &context.look)
    }

    /// The position and what is thought of it, for the game's drawing.
    pub fn seen<'a>(&'a self, beside: &Beside<'a, G>) -> Seen<'a, G> {
        seen(&self.scene, &self.seating, beside)
    }

    /// How it ended, in a sentence; none while it goes on.
    pub fn verdict(&self) -> Option<String> {
        let Scene { view, turn, resigned, concession, winners, .. } = &self.scene;
        match resigned {
            Some(seat) => Some(conceded(turn, Some(*seat), *concession, self.names())),
            None => game_ui::verdict::<G>(view, turn, winners, self.names()),
        }
    }

    /// Draws the board and the empty panel beside it, for pages with a panel of their own.
    pub fn draw_board(&self, beside: &Beside<G>, context: &Context, buf: &mut Buffer) -> Layout {
        shell::<G>(context.area()).draw(&context.look, buf);
        let parts = self.layout(context);
        G::draw(&self.seen(beside), &self.ui, &context.look, parts.board, buf);
        parts
    }

    /// The parts of the screen. The board has the status row too where somebody plays and the game
    /// wants it.
    pub fn layout(&self, context: &Context) -> Layout {
        let parts = layout::<G>(context.area());
        match G::FILLS_STATUS && self.fills_status {
            true => {
                let height = parts.board.height + parts.status.height;
                Layout { board: Rect { height, ..parts.board }, ..parts }
            }
            false => parts,
        }
    }

    /// Draws the board and the panel; what the status line says is for the host to decide.
    pub fn draw(&self, beside: &Beside<G>, context: &Context, buf: &mut Buffer) -> Layout {
        let parts = self.draw_board(beside, context, buf);
        match G::interlude(&self.seen(beside), &self.ui) {
            Some(interlude) => self.draw_interlude(&interlude, beside, parts, context, buf),
            None => {
                let panel = self.panel(beside);
                let known = seen(self.known(), &self.seating, beside);
                let board = self.seen(beside);
                panel.draw(&known, &board, &self.ui, parts.panel, buf, &context.look);
            }
        }
        parts
    }

    /// Draws the seats alone, for a panel that has other things below them.
    pub fn draw_seats(&self, beside: &Beside<G>, area: Rect, context: &Context, buf: &mut Buffer) {
        self.panel(beside).seats(&self.seen(beside), area, buf, &context.look);
    }

    /// What the seats leave of a panel.
    pub fn below_seats(&self, beside: &Beside<G>, area: Rect, look: &Look) -> Rect {
        let mut sheet = Buffer::empty(area);
        self.panel(beside).seats(&self.seen(beside), area, &mut sheet, look)
    }

    /// Draws the list of moves alone.
    pub fn draw_moves(&self, area: Rect, context: &Context, buf: &mut Buffer) {
        self.panel(&Beside::default()).moves(area, buf, &context.look);
    }

    fn panel<'a>(&'a self, beside: &'a Beside<'a, G>) -> Panel<'a, G> {
        // What is told of a move comes after it has been seen.
        let unseen = usize::from(self.is_moving() && G::MOVE_LIST == MoveList::Lines);
        let told = self.scene.ply.min(self.log.len()).saturating_sub(unseen);
        // Whoever is yet to see the end isn't shown what lay face down before.
        let log = self.outset().map_or(&self.log, |(_, log)| log);
        let told = told.min(log.len());
        Panel {
            seating: &self.seating,
            scene: self.known(),
            log: if beside.moves_to_come { &self.log } else { &log[..told] },
            played: told,
            thinking: beside.thinking,
            course: beside.course,
            advice: beside.advice,
            you: beside.you,
            notes: &beside.notes,
            variant: &self.variant,
        }
    }
}

fn seen<'a, G: GameUi>(
    scene: &'a Scene<G>,
    seating: &'a Seating,
    beside: &Beside<'a, G>,
) -> Seen<'a, G> {
    Seen {
        view: &scene.view,
        turn: &scene.turn,
        legal: &scene.legal,
        acting: scene.acting,
        names: seating.labels(),
        hint: beside.hint,
        insight: beside.insight,
        training: beside.training,
        past: beside.moves_to_come,
    }
}
