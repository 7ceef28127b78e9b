//! Every game obeys the laws, on every board of its own.

use parlour::games::{self, Visitor};
use parlour::laws;
use parlour::tui::GameUi;

use crate::tiny::{Race, Sealed};

fn hold(id: &str) {
    struct Obey;
    impl Visitor for Obey {
        type Out = ();

        fn visit<G: GameUi>(&mut self) {
            laws::hold::<G>();
        }
    }
    assert!(games::visit(id, &mut Obey).is_some(), "there is no game {id}");
}

/// A test for each, so that two cores share them.
macro_rules! games {
    ($($id:ident)+) => {
        $(#[test]
        fn $id() {
            hold(stringify!($id));
        })+

        #[test]
        fn none_is_forgotten() {
            assert_eq!(games::IDS, [$(stringify!($id)),+]);
        }
    };
}

games!(connect4 sogo gobblet vorassic goose turtles);

#[test]
fn games_without_a_screen() {
    laws::hold::<Race>();
    laws::hold::<Sealed>();
}
