//! Every game the tests of the rules run through: all that stand on the shelf, and the tiny ones,
//! which have bots but no screen.

use parlour::games;
use parlour::search::Bots;
use parlour::tui::GameUi;

use crate::tiny::{Race, Sealed};

/// Something to do with the rules of each game.
pub trait Visit {
    fn game<G: Bots>(&mut self);
}

pub fn visit_all(visit: &mut impl Visit) {
    visit.game::<Race>();
    visit.game::<Sealed>();
    games::visit_all(&mut FromShelf(visit));
}

struct FromShelf<'a, V>(&'a mut V);

impl<V: Visit> games::Visitor for FromShelf<'_, V> {
    type Out = ();

    fn visit<G: GameUi>(&mut self) {
        self.0.game::<G>();
    }
}
