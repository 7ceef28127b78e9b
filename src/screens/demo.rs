//! The miniature beside the menu: a small match that plays itself.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::arena::Driver;
use crate::play::seating::audience;
use crate::play::telling::board_name;
use crate::play::{Due, Eye, Player, Session, Variant};
use crate::search::{Cancel, Card, Limit, Strategy};
use crate::tui::Look;
use crate::tui::game_ui::{GameUi, draw_still};
use crate::tui::panels::Paint;

/// What a bot may spend on a move.
const NODES: u64 = 300;
/// The first match of every miniature; each one after it has the next seed.
const SEED: u64 = 1;
/// Moves on the board of a picture.
const PREVIEWED: usize = 11;

/// A small match that plays itself.
pub trait Demo {
    fn step(&mut self);
    fn draw(&self, look: &Look, area: Rect, buf: &mut Buffer);
    fn words(&self) -> String;
}

struct DemoMatch<G: GameUi> {
    driver: Driver<G>,
}

/// The miniature of a game; none if its first board makes no match.
pub fn open<G: GameUi>() -> Option<Box<dyn Demo>> {
    DemoMatch::<G>::new(SEED).map(|demo| Box::new(demo) as Box<dyn Demo>)
}

/// A board with something on it, for whoever thinks of playing there: an empty one says little.
pub struct Picture {
    /// What the board is called, and a few words about it.
    pub name: String,
    pub summary: String,
    pub paint: Paint,
}

/// The picture of a board, as this seed settles it.
pub fn picture<G: GameUi>(board: &Card, players: usize, seed: u64) -> Picture {
    let state = played(Session::<G>::new(board.board::<G>(), players, seed), PREVIEWED);
    let variant = state.variant();
    Picture {
        name: board_name::<G>(variant.name()).into_owned(),
        summary: variant.summary(),
        paint: Box::new(move |look, area, buf| {
            draw_still::<G>(&state, &state.view(Eye::Spectator), look, area, buf);
        }),
    }
}

/// The position after so many moves of bots, for a picture; on the same board always the same.
fn played<G: GameUi>(session: Session<G>, plies: usize) -> G {
    let state = session.state();
    // A board is settled once, so another seed leaves it as it is.
    let again = Session::<G>::new(state.variant(), state.seats(), SEED);
    let Some(mut driver) = between_bots(again, state.seats()) else {
        return state.clone();
    };
    // What the bank deals is no move that anybody sees.
    let mut seen = 0;
    while seen < plies && !driver.session().turn().is_over() {
        seen += usize::from(driver.due() != Due::Chance { by: None });
        if !matches!(driver.step(&Cancel::default()), Ok(Some(_))) {
            break;
        }
    }
    driver.session().state().clone()
}

/// A match between bots that play reasonably and at once; none if no bot plays this board.
fn between_bots<G: GameUi>(session: Session<G>, seats: usize) -> Option<Driver<G>> {
    let able = |strategy: &&Strategy<G>| (strategy.plays)(session.state().variant()).is_ok();
    let strategy = G::STRATEGIES.iter().filter(able).take(3).last()?;
    let player = Player::Bot { strategy: strategy.name.to_owned() };
    Some(Driver::new(session, vec![player; seats], Limit::Nodes(NODES)))
}

impl<G: GameUi> DemoMatch<G> {
    fn new(seed: u64) -> Option<DemoMatch<G>> {
        let variant = G::Variant::parse(G::BOARDS.first()?.1).ok()?;
        let seats = variant.usual_seats();
        let driver = between_bots(Session::new(&variant, seats, seed), seats)?;
        Some(DemoMatch { driver })
    }
}

impl<G: GameUi> Demo for DemoMatch<G> {
    fn step(&mut self) {
        // A bot that fails ends its miniature, like the end of the match.
        if !matches!(self.driver.step(&Cancel::default()), Ok(Some(_)))
            && let Some(fresh) = DemoMatch::new(self.driver.session().seed().wrapping_add(1))
        {
            *self = fresh;
        }
    }

    fn draw(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let session = self.driver.session();
        let view = session.state().view(audience::<G>(&session.turn()));
        draw_still::<G>(session.state(), &view, look, area, buf);
    }

    fn words(&self) -> String {
        self.driver.session().state().variant().summary()
    }
}
