//! Every game the tests run through: all that stand on the shelf, and the tiny ones.

use parlour::games;
pub use parlour::games::Visitor;

use crate::tiny::{Race, Sealed};

pub fn visit_all(visitor: &mut impl Visitor<Out = ()>) {
    visitor.visit::<Race>();
    visitor.visit::<Sealed>();
    games::visit_all(visitor);
}
