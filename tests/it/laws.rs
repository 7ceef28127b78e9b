//! Every game obeys the laws, those of this crate and the tiny ones of the tests.

use parlour::laws;
use parlour::search::Bots;

use crate::shelf::{Visit, visit_all};

#[test]
fn every_game_obeys_the_laws() {
    struct Obey;
    impl Visit for Obey {
        fn game<G: Bots>(&mut self) {
            laws::hold::<G>();
        }
    }
    visit_all(&mut Obey);
}
