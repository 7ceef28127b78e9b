//! A position as the expert's search sees it: bare bits, with the threats of both sides at hand.

use crate::games::sogo::Sogo;
use crate::games::sogo::lines::{Places, Twos, below, completing, landing, made_by, twos};
use crate::search::fingerprint;

/// Seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beads {
    pub mine: Places,
    pub theirs: Places,
    /// The free places, within reach or not, that would complete a line of either side.
    pub my_wins: Places,
    pub their_wins: Places,
}

/// What there is to decide.
pub enum Choice {
    /// The side to move completes a line.
    Wins,
    /// Whatever it does, the opponent completes one.
    Loses,
    /// The cube is full.
    Draw,
    /// The one place that stops the opponent.
    Forced(Places),
    /// The places that do not hand the opponent a line at once.
    Free(Places),
}

impl Beads {
    pub fn new(mine: Places, theirs: Places) -> Beads {
        let free = !(mine | theirs);
        let (my_wins, their_wins) = (completing(mine) & free, completing(theirs) & free);
        Beads { mine, theirs, my_wins, their_wins }
    }

    /// The same after a bead on `place`, seen by the opponent.
    pub fn after(self, place: Places) -> Beads {
        let mine = self.mine | place;
        let free = !(mine | self.theirs);
        Beads {
            mine: self.theirs,
            theirs: mine,
            my_wins: self.their_wins & free,
            their_wins: (self.my_wins | made_by(place, mine)) & free,
        }
    }

    /// As the one to move sees it.
    pub fn of(state: &Sogo) -> Beads {
        let seat = state.to_move();
        Beads::new(state.beads(seat), state.beads(seat.next(2)))
    }

    /// The table's key of a position.
    pub fn key(self) -> u64 {
        fingerprint(&(self.mine, self.theirs))
    }

    pub fn taken(self) -> Places {
        self.mine | self.theirs
    }

    /// The free places on lines of two of either side, the mover's first.
    pub fn twos(self) -> [Twos; 2] {
        twos(self.mine, self.theirs)
    }

    pub fn choice(self) -> Choice {
        let open = landing(self.taken());
        if open == 0 {
            return Choice::Draw;
        }
        if self.my_wins & open != 0 {
            return Choice::Wins;
        }
        let now = self.their_wins & open;
        // A bead just below a threat lets the opponent complete it.
        let safe = !below(self.their_wins);
        match now.count_ones() {
            0 if open & safe != 0 => Choice::Free(open & safe),
            1 if now & safe != 0 => Choice::Forced(now),
            _ => Choice::Loses,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;

    use super::*;
    use crate::games::sogo::expert::search::WIN;
    use crate::games::sogo::expert::tests::plain;
    use crate::games::sogo::lines::{complete, each};

    /// What is seen without looking ahead is what looking ahead finds.
    #[test]
    fn choices_agree_with_the_rules() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut seen = [0; 3];
        for _ in 0..150 {
            let mut state = Beads::new(0, 0);
            while complete(state.theirs) == 0 && landing(state.taken()) != 0 {
                assert_eq!(state, Beads::new(state.mine, state.theirs), "threats are kept up");
                let soon = plain(state.mine, state.theirs, 2, 0);
                let open: Vec<Places> = each(landing(state.taken())).collect();
                let kind = match state.choice() {
                    Choice::Wins => {
                        assert_eq!(soon, WIN - 1);
                        0
                    }
                    Choice::Loses => {
                        assert_eq!(soon, 2 - WIN);
                        1
                    }
                    Choice::Draw => unreachable!("a full cube has no landing"),
                    Choice::Forced(safe) | Choice::Free(safe) => {
                        assert_eq!(soon, 0);
                        for place in &open {
                            let next = state.after(*place);
                            let loses = plain(next.mine, next.theirs, 1, 1) > 0;
                            assert_eq!(loses, place & safe == 0);
                        }
                        2
                    }
                };
                seen[kind] += 1;
                state = state.after(*open.choose(&mut rng).unwrap());
            }
        }
        assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
    }
}
