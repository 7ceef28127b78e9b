//! Motions that several games share, as arithmetic: what falls, and what lights up. They are told
//! how much time passes and never look at a clock.

use std::time::Duration;

/// A fall of six steps takes this long; others in proportion to what gravity says.
const FALL_OF_SIX: f32 = 0.22;
/// The fall and its bounce together, as a multiple of the fall alone.
const WITH_BOUNCE: f32 = 1.35;
/// One piece of a line after the other.
const BEAT: Duration = Duration::from_millis(90);
/// Two slow pulses follow, half of each dark.
const PULSE: u32 = 8;

/// What happens when a piece is dropped: it falls into its place, and if that wins, the line lights
/// up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Landing<P> {
    falling: Option<(P, Fall)>,
    glowing: Option<Glow>,
}

impl<P> Default for Landing<P> {
    /// Nothing moves.
    fn default() -> Landing<P> {
        Landing { falling: None, glowing: None }
    }
}

impl<P: Copy> Landing<P> {
    /// A piece falls `distance` steps to `place`; it completes a line of so many pieces, or of none.
    pub fn new(place: P, distance: f32, line: u32) -> Landing<P> {
        let glowing = (line > 0).then(|| Glow::new(line));
        Landing { falling: Some((place, Fall::new(distance))), glowing }
    }

    /// The place of the piece that is falling, and how many steps above it the piece is now.
    pub fn falling(&self) -> Option<(P, f32)> {
        self.falling.map(|(place, fall)| (place, fall.height()))
    }

    /// Whether the piece of the line of this number, from 0, is lit; all are when nothing moves.
    pub fn lights(&self, piece: usize) -> bool {
        self.glowing.is_none_or(|glow| glow.lights(piece))
    }

    pub fn moves(&self) -> bool {
        self.falling.is_some() || self.glowing.is_some()
    }

    pub fn tick(&mut self, elapsed: Duration) {
        if let Some((_, fall)) = &mut self.falling {
            if !fall.tick(elapsed) {
                self.falling = None;
            }
        } else if let Some(glow) = &mut self.glowing
            && !glow.tick(elapsed)
        {
            self.glowing = None;
        }
    }
}

/// A piece on its way down, with one small bounce at the end.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Fall {
    /// How many steps it falls.
    distance: f32,
    time: f32,
}

impl Fall {
    fn new(distance: f32) -> Fall {
        Fall { distance, time: 0.0 }
    }

    /// How many steps above its place the piece is now.
    fn height(&self) -> f32 {
        let fall = self.falling_time();
        if self.time < fall {
            return self.distance * (1.0 - (self.time / fall).powi(2));
        }
        let bounce = (self.time - fall) / (fall * (WITH_BOUNCE - 1.0)).max(0.001);
        (0.5 * (1.0 - (2.0 * bounce - 1.0).powi(2))).max(0.0)
    }

    /// Time passes; answers whether the piece is still moving.
    fn tick(&mut self, elapsed: Duration) -> bool {
        self.time += elapsed.as_secs_f32();
        self.time < self.falling_time() * WITH_BOUNCE
    }

    /// Half of g t² is the way, so the time goes with the root of it.
    fn falling_time(&self) -> f32 {
        FALL_OF_SIX * (self.distance / 6.0).sqrt()
    }
}

/// The pieces of a winning line, which light up one after the other and then pulse twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Glow {
    pieces: u32,
    time: Duration,
}

impl Glow {
    fn new(pieces: u32) -> Glow {
        Glow { pieces, time: Duration::ZERO }
    }

    /// Whether the piece of this number, from 0, is lit now.
    fn lights(&self, piece: usize) -> bool {
        let beat = (self.time.as_millis() / BEAT.as_millis()) as u32;
        let bright = beat.checked_sub(self.pieces).is_none_or(|after| after % PULSE < PULSE / 2);
        beat as usize >= piece && bright
    }

    /// Time passes; answers whether it still changes.
    fn tick(&mut self, elapsed: Duration) -> bool {
        self.time += elapsed;
        self.time < BEAT * (self.pieces + 2 * PULSE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Duration = Duration::from_millis(10);

    #[test]
    fn a_fall_begins_above_and_ends_in_its_place() {
        let mut fall = Fall::new(6.0);
        assert_eq!(fall.height(), 6.0);
        let mut heights = vec![fall.height()];
        while fall.tick(FRAME) {
            heights.push(fall.height());
        }
        let landed = heights.iter().position(|height| *height < 0.6).unwrap();
        assert!(heights[..landed].is_sorted_by(|a, b| a > b), "{heights:?}");
        assert!(heights[landed..].iter().all(|height| (0.0..0.6).contains(height)), "{heights:?}");
        assert!((20..40).contains(&heights.len()), "{}", heights.len());
    }

    #[test]
    fn a_line_lights_up_piece_by_piece() {
        let mut glow = Glow::new(4);
        assert!(glow.lights(0) && !glow.lights(1));
        glow.tick(BEAT * 3);
        assert!(glow.lights(3));
        let mut changes = 0;
        let mut lit = true;
        while glow.tick(FRAME) {
            changes += u32::from(glow.lights(3) != lit);
            lit = glow.lights(3);
        }
        assert_eq!(changes, 3, "dark, bright, and dark again");
    }

    #[test]
    fn the_line_lights_up_when_the_piece_has_landed() {
        let mut landing = Landing::new('d', 3.0, 4);
        assert_eq!(landing.falling(), Some(('d', 3.0)));
        let (mut fell, mut glowed) = (0, 0);
        while landing.moves() {
            match landing.falling() {
                Some(_) if glowed == 0 => fell += 1,
                Some(_) => panic!("it fell after it had landed"),
                None => glowed += 1,
            }
            landing.tick(FRAME);
        }
        assert!(fell > 5 && glowed > fell, "{fell} {glowed}");
        assert!(landing.lights(3) && landing == Landing::default());
    }
}
