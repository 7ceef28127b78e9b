//! How good an undecided position looks: what stands in each line, by size.

use super::search::{GUESS, Value};
use super::stacks::{Rules, SIZES, Sight, Stacks, each};

/// What a cell can show: nothing, or a piece of either side in one of four sizes.
const SIGNS: usize = 1 + 2 * SIZES;
/// What a line of four cells can show.
const SHOWN: usize = SIGNS.pow(4);

/// By what a line shows, how good it is for the side to move.
pub struct Judge {
    rules: Rules,
    worth: Vec<i16>,
}

impl Judge {
    pub fn new(rules: &Rules) -> Judge {
        let worth = (0..SHOWN).map(|shown| worth_of(shown, rules) as i16).collect();
        Judge { rules: *rules, worth }
    }

    pub fn guess(&self, state: &Stacks, sight: &Sight) -> Value {
        let mut signs = [0_u8; 16];
        for size in 0..self.rules.sizes {
            let top = !sight.closed[size + 1];
            for cell in each(state.mine[size] & top) {
                signs[cell as usize] = 1 + size as u8;
            }
            for cell in each(state.theirs[size] & top) {
                signs[cell as usize] = (1 + SIZES + size) as u8;
            }
        }
        let mut value = TEMPO;
        for &line in self.rules.lines() {
            let shown =
                each(line).fold(0, |shown, cell| shown * SIGNS + usize::from(signs[cell as usize]));
            value += Value::from(self.worth[shown]);
        }
        value.clamp(-GUESS, GUESS)
    }
}

/// To be on the move.
const TEMPO: Value = 12;

/// What a line is worth by the number of pieces that are missing in it.
const MISSING: [f64; 4] = [80.0, 80.0, 30.0, 8.0];
/// What is left of that for each piece of one's own, by size: the small are easily covered.
const FIRM: [f64; SIZES] = [0.75, 0.85, 0.95, 1.0];
/// What is left for each foreign piece that must be covered first, by size. The largest cannot be
/// covered at all.
const BLOCKED: [f64; SIZES] = [0.7, 0.55, 0.4, 0.0];

fn worth_of(shown: usize, rules: &Rules) -> f64 {
    let (mut mine, mut theirs) = (Part::default(), Part::default());
    let mut rest = shown;
    for _ in 0..rules.side {
        let sign = rest % SIGNS;
        rest /= SIGNS;
        if sign > 0 {
            // Where there are fewer sizes, the largest of them still counts as the largest.
            let size = ((sign - 1) % SIZES + SIZES - rules.sizes).min(SIZES - 1);
            let (owner, other) =
                if sign <= SIZES { (&mut mine, &mut theirs) } else { (&mut theirs, &mut mine) };
            owner.count += 1;
            owner.left *= FIRM[size];
            other.left *= BLOCKED[size];
        }
    }
    mine.worth(rules.side) - theirs.worth(rules.side)
}

/// One side's part in a line.
struct Part {
    count: usize,
    /// What is left of its worth.
    left: f64,
}

impl Default for Part {
    fn default() -> Part {
        Part { count: 0, left: 1.0 }
    }
}

impl Part {
    fn worth(&self, side: usize) -> f64 {
        if self.count == 0 { 0.0 } else { MISSING[side - self.count] * self.left }
    }
}
