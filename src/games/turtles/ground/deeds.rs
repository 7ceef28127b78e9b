//! What each card does on the ground, and what comes of it.

use super::{Cell, Edge, Ground, Heading, Law, Pose, Tile};
use crate::games::turtles::cards::Card;
use crate::play::Seat;

/// What came of one card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    Turned,
    Walked,
    /// A crate went ahead of the turtle to this cell.
    Pushed(Cell),
    /// A half-turn at whatever stood in the way; nothing, at the edge.
    TurnedBack(Option<Tile>),
    /// Off the board, and so back to the start.
    Fell,
    /// Into this turtle: both went back to their starts.
    Collided(Seat),
    Arrived(Cell),
    /// The beam ended on this cell, the shooter's own where the edge is right in front.
    Fired {
        until: Cell,
        hit: Hit,
    },
}

/// The first thing in a laser's way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    Edge,
    /// Stone or crate, to which nothing happens.
    Solid,
    /// It has melted.
    Ice,
    Turtle(Seat),
    /// The beam came back to the shooter.
    Jewel,
}

impl Ground {
    /// The turtle of `seat`, which is racing, does what the card says.
    pub fn execute(&mut self, seat: Seat, card: Card, law: &Law) -> Deed {
        let pose = self.turtles[seat.index()].expect("only a racing turtle obeys cards");
        match card {
            Card::Left => self.face(seat, pose.heading.left()),
            Card::Right => self.face(seat, pose.heading.right()),
            Card::Forward => self.walk(seat, pose, law),
            Card::Laser => self.fire(seat, pose, law),
        }
    }

    fn face(&mut self, seat: Seat, heading: Heading) -> Deed {
        if let Some(pose) = &mut self.turtles[seat.index()] {
            pose.heading = heading;
        }
        Deed::Turned
    }

    fn turn_back(&mut self, seat: Seat) {
        if let Some(pose) = &mut self.turtles[seat.index()] {
            pose.heading = pose.heading.back();
        }
    }

    fn walk(&mut self, seat: Seat, pose: Pose, law: &Law) -> Deed {
        let Some(ahead) = self.beside(pose.cell, pose.heading) else {
            return match law.edge {
                Edge::Start => {
                    self.send_home(vec![seat], law);
                    Deed::Fell
                }
                Edge::Wall => {
                    self.turn_back(seat);
                    Deed::TurnedBack(None)
                }
            };
        };
        if let Some(other) = self.turtle_at(ahead) {
            self.send_home(vec![seat, other], law);
            return Deed::Collided(other);
        }
        match self.tile(ahead) {
            Tile::Empty => {
                self.turtles[seat.index()] = Some(Pose { cell: ahead, ..pose });
                Deed::Walked
            }
            Tile::Crate => self.push(seat, pose, ahead, law),
            Tile::Jewel => {
                self.turtles[seat.index()] = None;
                Deed::Arrived(ahead)
            }
            wall @ (Tile::Stone | Tile::Ice) => {
                self.turn_back(seat);
                Deed::TurnedBack(Some(wall))
            }
        }
    }

    /// Anything behind a crate blocks the push, and then it is an obstacle like a wall. The start
    /// of a racing turtle counts as something, since it must stay free; and so that no match
    /// becomes endless, a crate does not move where it would cut a turtle off from a jewel.
    fn push(&mut self, seat: Seat, pose: Pose, ahead: Cell, law: &Law) -> Deed {
        let behind = self.beside(ahead, pose.heading).filter(|&behind| {
            self.tile(behind) == Tile::Empty
                && self.turtle_at(behind).is_none()
                && self.start_at(behind, law).is_none()
        });
        let moved = behind.and_then(|behind| {
            let mut after = self.clone();
            after.set(ahead, Tile::Empty);
            after.set(behind, Tile::Crate);
            after.turtles[seat.index()] = Some(Pose { cell: ahead, ..pose });
            let harmless = after.cut_off(law).is_none() || self.cut_off(law).is_some();
            harmless.then_some((after, behind))
        });
        match moved {
            Some((after, behind)) => {
                *self = after;
                Deed::Pushed(behind)
            }
            None => {
                self.turn_back(seat);
                Deed::TurnedBack(Some(Tile::Crate))
            }
        }
    }

    fn fire(&mut self, seat: Seat, pose: Pose, law: &Law) -> Deed {
        let mut until = pose.cell;
        while let Some(next) = self.beside(until, pose.heading) {
            until = next;
            let hit = match (self.turtle_at(next), self.tile(next)) {
                (Some(other), _) => {
                    self.burn(other, law);
                    Hit::Turtle(other)
                }
                (None, Tile::Empty) => continue,
                (None, Tile::Stone | Tile::Crate) => Hit::Solid,
                (None, Tile::Ice) => {
                    self.set(next, Tile::Empty);
                    Hit::Ice
                }
                (None, Tile::Jewel) => {
                    self.burn(seat, law);
                    Hit::Jewel
                }
            };
            return Deed::Fired { until, hit };
        }
        Deed::Fired { until, hit: Hit::Edge }
    }

    /// A turtle is hit by a laser. What counts is how many sat down, not how many still race.
    fn burn(&mut self, seat: Seat, law: &Law) {
        if law.starts.len() > 2 {
            self.send_home(vec![seat], law);
        } else {
            self.turn_back(seat);
        }
    }

    /// Puts turtles back on their starts. One that stands on such a start goes to its own, and so
    /// on; starts differ, so this ends.
    fn send_home(&mut self, mut sent: Vec<Seat>, law: &Law) {
        for seat in &sent {
            self.turtles[seat.index()] = None;
        }
        while let Some(seat) = sent.pop() {
            let start = law.starts[seat.index()];
            sent.extend(self.turtle_at(start.cell));
            self.turtles[seat.index()] = Some(start);
        }
    }
}
