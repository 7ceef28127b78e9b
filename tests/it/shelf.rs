//! Every game the tests run through: all that stand on the shelf, and the tiny ones.

use parlour::games;
use parlour::search::Bots;
use parlour::tui::GameUi;

use crate::tiny::{Race, Sealed};

/// Something that can be done with any game. The tiny ones have no screen, so it asks for less than
/// [`games::Visitor`].
pub trait Visitor {
    type Out;
    fn visit<G: Bots>(&mut self) -> Self::Out;
}

struct OnTheShelf<'a, V>(&'a mut V);

impl<V: Visitor<Out = ()>> games::Visitor for OnTheShelf<'_, V> {
    type Out = ();

    fn visit<G: GameUi>(&mut self) {
        self.0.visit::<G>();
    }
}

pub fn visit_all(visitor: &mut impl Visitor<Out = ()>) {
    visitor.visit::<Race>();
    visitor.visit::<Sealed>();
    games::visit_all(&mut OnTheShelf(visitor));
}
