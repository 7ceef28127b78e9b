//! The miniature beside the menu: a small match that plays itself.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::play::seating::audience;
use crate::play::{Eye, Session, Turn, Variant};
use crate::search::{Bot, Budget, Strategy, bot_seed};
use crate::tui::Look;
use crate::tui::game_ui::{GameUi, draw_still};

/// What a bot may spend on a move.
const NODES: u64 = 300;
/// The first match of every miniature; each one after it has the next seed.
const SEED: u64 = 1;

/// A small match that plays itself.
pub trait Demo {
    fn step(&mut self);
    fn draw(&self, look: &Look, area: Rect, buf: &mut Buffer);
    fn words(&self) -> String;
}

struct DemoMatch<G: GameUi> {
    session: Session<G>,
}

/// The miniature of a game; none if its first board makes no match.
pub fn open<G: GameUi>() -> Option<Box<dyn Demo>> {
    DemoMatch::<G>::new(SEED).map(|demo| Box::new(demo) as Box<dyn Demo>)
}

/// The position after so many moves of bots, for a picture.
pub fn played<G: GameUi>(session: Session<G>, plies: usize) -> G {
    let mut demo = DemoMatch { session };
    for _ in 0..plies {
        if !demo.session.turn().is_over() {
            demo.step();
        }
    }
    demo.session.state().clone()
}

impl<G: GameUi> DemoMatch<G> {
    fn new(seed: u64) -> Option<DemoMatch<G>> {
        let variant = G::Variant::parse(G::BOARDS.first()?.1).ok()?;
        Some(DemoMatch { session: Session::new(&variant, variant.usual_seats(), seed) })
    }
}

impl<G: GameUi> Demo for DemoMatch<G> {
    fn step(&mut self) {
        match self.session.turn() {
            Turn::Over(_) => {
                if let Some(fresh) = DemoMatch::new(self.session.seed().wrapping_add(1)) {
                    *self = fresh;
                }
            }
            Turn::Chance { .. } => drop(self.session.roll()),
            Turn::Decide(seat) => {
                let state = self.session.state();
                let able = |s: &&Strategy<G>| (s.plays)(state.variant()).is_ok();
                let Some(strategy) = G::STRATEGIES.iter().filter(able).take(3).last() else {
                    return;
                };
                let seed = bot_seed(self.session.seed(), self.session.ply());
                let mut bot: Box<dyn Bot<G>> = (strategy.make)(state.variant(), seed);
                let budget = Budget::nodes(NODES);
                let view = state.view(Eye::Seat(seat));
                let mv = bot.choose(&view, seat, &state.legal_moves(), &budget);
                drop(self.session.play(mv));
            }
        }
    }

    fn draw(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let state = self.session.state();
        let view = state.view(audience::<G>(&self.session.turn()));
        draw_still::<G>(state, &view, look, area, buf);
    }

    fn words(&self) -> String {
        self.session.state().variant().summary()
    }
}
