//! What a game adds to the match screen: how its board is drawn and how a person picks a move.
//!
//! The screen owns the session, the bots, undo, the clock and the end for every game; a game
//! supplies only what differs. It is given views, never states, so it can show no secret.

use std::rc::Rc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use super::challenge::Challenge;
use super::keys::{Binding, Key, Keymap, Nav, Section, SectionNames};
use super::painter::Sprite;
use super::panels::Paint;
use super::{Context, Hint, Look, Screen};
use crate::lang::{as_told, told};
use crate::play::{Hue, Seat, Turn};
use crate::search::{Bots, Cancel};

/// The match as the game's drawing may see it.
pub struct Seen<'a, G: GameUi> {
    /// The position as the eye of this screen sees it.
    pub view: &'a G::View,
    /// Who is asked now, or how it ended; that may be a resignation, which no view knows of.
    pub turn: &'a Turn,
    /// What the person at the keyboard may play now; empty when it is not their turn.
    pub legal: &'a [G::Move],
    /// The seat of the person who is asked to move or throw now.
    pub acting: Option<Seat>,
    /// By seat, as sentences call them; empty in still pictures.
    pub names: &'a [String],
    /// The move a hint proposes.
    pub hint: Option<&'a G::Move>,
    /// What the analysis has found out about this very position so far.
    pub insight: Option<&'a G::Insight>,
    /// Whether owners may look at their own face-down things, and other helps are on.
    pub training: bool,
    /// Whether it is a replay: nobody acts, before or after.
    pub past: bool,
}

impl<'a, G: GameUi> Seen<'a, G> {
    /// A position that nobody plays on.
    pub fn still(view: &'a G::View, turn: &'a Turn) -> Seen<'a, G> {
        Seen {
            view,
            turn,
            legal: &[],
            acting: None,
            names: &[],
            hint: None,
            insight: None,
            training: false,
            past: false,
        }
    }
}

/// What a person did, in the words a game understands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Input<A> {
    /// A key that works everywhere.
    Nav(Nav),
    /// From 0 to 9, if the key stands for nothing else.
    Digit(u8),
    /// One of the game's own actions.
    Own(A),
    /// The mouse has come to this cell of the terminal.
    Hover(Position),
    /// The left button went down on this cell of the terminal.
    Click(Position),
    /// One notch away from the hand.
    WheelUp,
    /// One notch towards the hand.
    WheelDown,
}

/// What a game makes of an input.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply<M> {
    /// Not for this game; the screen may have a use for it.
    Ignored,
    /// The cursor or the selection has changed, or at least the input was understood.
    Redraw,
    /// A sentence that says why not.
    Say(String),
    /// It is chosen. The screen checks it like any other move.
    Move(M),
}

/// How the moves stand in the side panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveList {
    /// Several to a line, in the players' colours.
    Pairs,
    /// What is told of each move, one below the other.
    Lines,
}

/// A page that only one game has: an editor, odds, puzzles. It is opened from the setup screen.
pub struct GamePage<G: GameUi> {
    /// The key in the setup screen, which `keys.toml` cannot change.
    pub key: &'static str,
    /// What the footer says beside that key.
    pub words: &'static str,
    /// The same as a sentence, for the help.
    pub about: &'static str,
    /// Opens the page for the board chosen there.
    pub open: fn(&G::Variant, &Context) -> Box<dyn Screen>,
}

/// How good an analysed position is for the first seat of two, from -1, lost, to 1, won; none
/// while that is not known. What is sure lies beyond a quarter, guesses lie within.
pub type Worth<I> = fn(&I, &Turn) -> Option<f32>;

/// A moment inside a match that is told as its end is, such as the end of a round: a banner over the
/// board, and in the panel the score and what comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interlude {
    /// What the banner says, with the sentence below, and shorter ways to say the same.
    pub words: Vec<(String, String)>,
    /// Whose moment it is; none where several share it.
    pub winner: Option<Seat>,
    /// What everybody has by now, by seat.
    pub scores: Vec<i32>,
    /// What the score is of: `after 1 of 3 rounds`.
    pub so_far: String,
    /// What the button says: `Round 2`.
    pub next: String,
}

/// A game with a board to look at and to play on. Matches, replays, tours and the arena are written
/// once, against this.
pub trait GameUi: Bots {
    /// Cursor, selection and motion: what is never undone.
    type Ui: Default + 'static;
    /// What the game's own keys stand for; `()` where there are none.
    type Action: Copy + PartialEq + 'static;
    /// What the analysis finds out; `()` where there is none.
    type Insight: Clone + Send + 'static;

    /// The game's own keys, beside those of every match.
    const BINDINGS: &'static [Binding<Self::Action>] = &[];
    /// Pairs suit a short notation, lines suit sentences.
    const MOVE_LIST: MoveList = MoveList::Pairs;
    /// What the analysis is called in the footer; none where there is none.
    const ANALYSIS: Option<&'static str> = None;
    /// What the analysis says of a whole position; a replay draws the course of the match from it.
    const WORTH: Option<Worth<Self::Insight>> = None;
    /// Whether the panel holds sentences and wants a few columns more.
    const WIDE_PANEL: bool = false;
    /// Rows below a seat's name, where there is room for more than the name.
    const SEAT_ROWS: u16 = 1;
    /// Whether the board of a match takes the status row as well: for a game that has seldom anything
    /// to say there, and no more than labels in its last row.
    const FILLS_STATUS: bool = false;
    /// What the list of moves is called.
    const MOVES: &'static str = "Moves";
    /// The pages that only this game has.
    const PAGES: &'static [GamePage<Self>] = &[];
    /// The headings of `keys.toml` for the keys of those pages.
    const PAGE_KEYS: fn() -> Vec<SectionNames> = Vec::new;

    /// Understands an input. `area` is the board's, as `draw` gets it.
    fn act(
        ui: &mut Self::Ui,
        seen: &Seen<Self>,
        input: Input<Self::Action>,
        area: Rect,
        look: &Look,
    ) -> Reply<Self::Move>;

    /// Draws the board, as large as fits.
    fn draw(seen: &Seen<Self>, ui: &Self::Ui, look: &Look, area: Rect, buf: &mut Buffer);

    /// The smallest area in which `draw` shows everything.
    fn min_size(variant: &Self::Variant) -> Size;

    /// What one may do on this board, in a sentence beside a puzzle; empty where all boards of the
    /// game are alike in that.
    fn rule(_variant: &Self::Variant) -> &'static str {
        ""
    }

    /// How many rows of the side panel the game wants for its own part, given what is left.
    fn panel_rows(_seen: &Seen<Self>, _ui: &Self::Ui, _room: u16) -> u16 {
        0
    }

    /// Draws the game's own part of the side panel.
    fn panel(_: &Seen<Self>, _: &Self::Ui, _: &Look, _area: Rect, _: &mut Buffer) {}

    /// What the keys of every game do in this one now, for the footer: `← →  column`.
    fn words(_seen: &Seen<Self>, _ui: &Self::Ui) -> Vec<(&'static [Nav], &'static str)> {
        Vec::new()
    }

    /// What the arrows, Enter, the digits and the like do in this game, in a sentence each, for the help.
    fn explained(_keys: &Keymap) -> Vec<Hint> {
        Vec::new()
    }

    /// What one of the game's own keys does now, for the footer; none while it does nothing.
    fn key_words(
        seen: &Seen<Self>,
        _ui: &Self::Ui,
        binding: &Binding<Self::Action>,
    ) -> Option<&'static str> {
        seen.acting.map(|_| binding.help)
    }

    /// A word or two at the right of a seat's second line: what is left, what was scored.
    fn seat_note(_view: &Self::View, _seat: Seat) -> String {
        String::new()
    }

    /// What stands at the right of a seat's name while it is not its turn.
    fn seat_word(_view: &Self::View, _seat: Seat, _look: &Look) -> String {
        String::new()
    }

    /// A piece of a seat, two rows high, for looks without colour.
    fn seat_piece(_: &Look, _: Hue) -> Option<Rc<Sprite>> {
        None
    }

    /// Draws the rows below a seat's name; false where the usual line belongs there.
    fn seat_rows(_: &Seen<Self>, _: Seat, _: &Look, _area: Rect, _: &mut Buffer) -> bool {
        false
    }

    /// What the title bar says of the moment after so many moves that count: `move 19`, unless the
    /// game says it otherwise.
    fn moment(_view: &Self::View, moves: usize) -> String {
        format!("move {}", moves + 1)
    }

    /// How long a match was, for the title bar when it is over.
    fn length(moves: usize) -> String {
        format!("{moves} moves")
    }

    /// What the status line says while this person is asked; the keys are in the footer already.
    fn prompt(_seen: &Seen<Self>, _ui: &Self::Ui) -> Option<String> {
        None
    }

    /// How the match ended: what follows "Ada wins", such as `with four in a row`, or what follows
    /// "A draw:", such as `the board is full`.
    fn how(_view: &Self::View, _turn: &Turn, _names: &[String]) -> Option<String> {
        None
    }

    /// Where on the screen one sees how the match was won: a banner keeps off it. `area` is the
    /// board's, as `draw` gets it.
    fn proof(_seen: &Seen<Self>, _ui: &Self::Ui, _look: &Look, _area: Rect) -> Vec<Rect> {
        Vec::new()
    }

    /// Marks moves that have failed in this position of a puzzle, on a board that was drawn.
    fn mark_failed(
        _seen: &Seen<Self>,
        _ui: &Self::Ui,
        _look: &Look,
        _area: Rect,
        _failed: &[Self::Move],
        _buf: &mut Buffer,
    ) {
    }

    /// The rows of the screen where a row of cells begins: a banner covers whole ones.
    fn edges(_seen: &Seen<Self>, _ui: &Self::Ui, _look: &Look, _area: Rect) -> Vec<u16> {
        Vec::new()
    }

    /// What is to be told before the match continues; a motion of its own, which any key ends.
    fn interlude(_seen: &Seen<Self>, _ui: &Self::Ui) -> Option<Interlude> {
        None
    }

    /// Whether an interlude comes once what moves has been seen.
    fn awaits_interlude(_ui: &Self::Ui) -> bool {
        false
    }

    /// A move was played, whether things may move or not: the place to begin an interlude.
    fn played(_ui: &mut Self::Ui, _before: &Self::View, _after: &Self::View) {}

    /// A move was played: the place to begin a motion. `before` and `after` are what this
    /// screen's eye sees.
    fn moved(_ui: &mut Self::Ui, _before: &Self::View, _after: &Self::View) {}

    /// The position has changed in another way (undo, a jump in a replay, another person at the
    /// keyboard): forget what was picked, keep the cursor where it makes sense.
    fn reset(_ui: &mut Self::Ui, _view: &Self::View) {}

    /// Whether something is in motion now.
    fn moving(_ui: &Self::Ui) -> bool {
        false
    }

    /// Time passes for what is in motion.
    fn tick(_ui: &mut Self::Ui, _elapsed: Duration) {}

    /// Ends the motion at once, with everything in its place.
    fn settle(_ui: &mut Self::Ui) {}

    /// An input while something is in motion. Usually it ends the motion and then counts as ever;
    /// a game that lets people step through a motion answers true for what it has used up.
    fn during_motion(ui: &mut Self::Ui, _input: Input<Self::Action>) -> bool {
        Self::settle(ui);
        false
    }

    /// The board of a puzzle of the game's own kind, by the text of its file; none where all puzzles
    /// are positions to play from.
    fn challenge(_text: &str, _desk: &Context) -> Option<Box<dyn Challenge>> {
        None
    }

    /// The same as a still picture, for lists.
    fn own_picture(_text: &str) -> Option<Paint> {
        None
    }

    /// The move that the analysis ranks above this one, or above all others if none is given; none
    /// where it ranks none above. A hint beside the analysis follows it.
    fn better(_insight: &Self::Insight, _than: Option<&Self::Move>) -> Option<Self::Move> {
        None
    }

    /// Works out the analysis of a position, reporting better and better answers. Runs beside the
    /// screen; returns soon after it is cancelled.
    fn analyse(
        _view: &Self::View,
        _legal: &[Self::Move],
        _cancel: &Cancel,
        _report: &mut dyn FnMut(Self::Insight),
    ) {
    }
}

/// How a match ended, in one sentence that says who and how; none while it goes on.
pub fn verdict<G: GameUi>(
    view: &G::View,
    turn: &Turn,
    winners: &[Seat],
    names: &[String],
) -> Option<String> {
    let Turn::Over(_) = turn else { return None };
    let how = G::how(view, turn, names);
    let who: Vec<&str> =
        winners.iter().filter_map(|it| Some(names.get(it.index())?.as_str())).collect();
    let outcome = match who.as_slice() {
        [] => return Some(how.map_or("A draw".to_owned(), |how| format!("A draw: {how}"))),
        [one] => format!("{one} wins"),
        several => format!("{} share first place", several.join(" and ")),
    };
    Some(how.map_or(outcome.clone(), |how| as_told(&format!("{} {}", told(&outcome), told(&how)))))
}

/// What a key means to a game: one of its own actions first, then what works everywhere.
pub fn input_of<G: GameUi>(key: &Key, keys: &Keymap) -> Option<Input<G::Action>> {
    let own = Section { name: G::ID, bindings: G::BINDINGS };
    match (keys.action(&own, key), keys.nav(key), key.digit()) {
        (Some(action), ..) => Some(Input::Own(action)),
        (None, Some(nav), _) => Some(Input::Nav(nav)),
        (None, None, digit) => digit.map(Input::Digit),
    }
}

/// What the help says of a game's keys, whether they do something now or not.
pub fn all_keys<G: GameUi>(keys: &Keymap) -> Vec<Hint> {
    let own = Section { name: G::ID, bindings: G::BINDINGS };
    let mut all = G::explained(keys);
    all.extend(super::hints::section(keys, &own, |_| true));
    all
}

/// The footer's words for the game's own keys, those that do something now.
pub fn own_hints<G: GameUi>(seen: &Seen<G>, ui: &G::Ui, keys: &Keymap) -> Vec<Hint> {
    let hint = |binding: &Binding<G::Action>| {
        let words = G::key_words(seen, ui, binding)?;
        let keys = keys.first_of(G::ID, binding.name, binding.keys);
        Some(Hint { keys, words, about: binding.about })
    };
    G::BINDINGS.iter().filter_map(hint).collect()
}

/// A whole view drawn by itself, without cursor or legal marks: miniatures, previews, rules pages.
pub fn draw_still<G: GameUi>(state: &G, view: &G::View, look: &Look, area: Rect, buf: &mut Buffer) {
    let turn = state.turn();
    G::draw(&Seen::still(view, &turn), &G::Ui::default(), look, area, buf);
}
