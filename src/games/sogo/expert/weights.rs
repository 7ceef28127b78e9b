//! What the expert has learnt about positions: a number for what each line shows and for the
//! threats on each peg, in absolute colours, so that it knows who gets which level.
//!
//! The numbers are made by `cargo run --release --example learn_sogo` and lie in `config`.

use std::fmt::Write;
use std::sync::LazyLock;

use crate::games::sogo::lines::{self, Places, Twos};
use crate::play::Seat;

/// What a line can show: each of its four places free, red or yellow.
const SHOWN: usize = 81;
/// Lines that look the same when the pegs are turned or mirrored are of one class.
const CLASSES: usize = 18;
/// Corner, edge and inner pegs.
const PEGS: usize = 3;
/// By height, where the patterns of threats on the free places of a peg begin.
const HEIGHTS: [usize; 5] = [0, 256, 320, 336, 340];
const PATTERNS: usize = HEIGHTS[4];
/// How many beads can lie there.
const PLIES: usize = 64;

/// What lines and pegs are worth changes from the first bead to the last.
const ENDS: usize = 2;
const LATE_AT: usize = CLASSES * SHOWN + PEGS * PATTERNS;
const PEGS_AT: usize = CLASSES * SHOWN;
const PLIES_AT: usize = ENDS * LATE_AT;
const STRAITS_AT: usize = PLIES_AT + PLIES;
/// How many straits [`strait`] tells apart.
const STRAITS: usize = 4 * 2 * 18 * 6;
/// By whose turn it is, how high a place lies, how far above the next bead, and how many lines of
/// two of each side cross there.
const CROSSINGS: usize = 2 * 4 * 3 * 9;
const CROSSINGS_AT: usize = STRAITS_AT + STRAITS;
/// How many numbers there are.
pub const COUNT: usize = CROSSINGS_AT + CROSSINGS;

/// The places of the numbers for lines, each with what the line shows, as digits from 0 to 2: free,
/// red, yellow.
pub fn lines_of_numbers() -> impl Iterator<Item = (usize, [usize; 4])> {
    let digits = |shown: usize| [shown / 27, shown / 9 % 3, shown / 3 % 3, shown % 3];
    let line = move |at: usize| (at, digits(at % LATE_AT % SHOWN));
    (0..CLASSES * SHOWN).chain(LATE_AT..LATE_AT + CLASSES * SHOWN).map(line)
}

/// So much is a unit of log-odds.
pub const UNIT: f64 = 128.0;

/// All that was learnt, spread out for quick use.
pub struct Weights {
    /// By line and what it shows.
    lines: Vec<[[i16; ENDS]; SHOWN]>,
    /// By kind of peg, height and threats.
    pegs: [[[i16; ENDS]; PATTERNS]; PEGS],
    /// By the number of beads.
    plies: [i16; PLIES],
    /// By who runs out of beads that give nothing away.
    straits: [i16; STRAITS],
    /// By where lines of two cross.
    crossings: [i16; CROSSINGS],
    through: [[(u8, u8); 7]; 64],
}

impl Weights {
    /// The ones that the program comes with.
    pub fn learnt() -> &'static Weights {
        static LEARNT: LazyLock<Weights> = LazyLock::new(|| {
            let text = include_str!("../../../../config/weights/sogo.txt");
            Weights::new(&read(text).expect("the bundled weights are whole, as a test says"))
        });
        &LEARNT
    }

    /// From [`COUNT`] numbers in the order of [`features`].
    pub fn new(numbers: &[i16]) -> Weights {
        let shape = Shape::get();
        let ends = |at: usize| [numbers[at], numbers[LATE_AT + at]];
        let line = |line: usize| std::array::from_fn(|shown| ends(shape.feature(line, shown)));
        let peg = |kind| std::array::from_fn(|at| ends(PEGS_AT + kind * PATTERNS + at));
        Weights {
            lines: (0..shape.class.len()).map(line).collect(),
            pegs: std::array::from_fn(peg),
            plies: std::array::from_fn(|ply| numbers[PLIES_AT + ply]),
            straits: std::array::from_fn(|strait| numbers[STRAITS_AT + strait]),
            crossings: std::array::from_fn(|at| numbers[CROSSINGS_AT + at]),
            through: shape.through,
        }
    }

    /// How good a position is for red.
    pub fn judge(&self, tally: &Tally, taken: Places, sides: [(Places, Twos); 2]) -> i32 {
        let [(red, red_twos), (yellow, yellow_twos)] = sides;
        let beads = taken.count_ones() as i32;
        let [mut early, mut late] = tally.sums;
        each_pattern(taken, red, yellow, |kind, at| {
            let ends = self.pegs[kind][at];
            early += i32::from(ends[0]);
            late += i32::from(ends[1]);
        });
        let mut sum = (early * (64 - beads) + late * beads) / 64;
        sum += i32::from(self.plies[beads as usize & (PLIES - 1)])
            + i32::from(self.straits[strait(taken, red, yellow)]);
        each_crossing(taken | red | yellow, taken, [red_twos, yellow_twos], |at, count| {
            sum += i32::from(self.crossings[at]) * count as i32;
        });
        sum
    }
}

/// Calls `visit` with the number of each kind of place on lines of two, and how many there are.
/// Places that are `closed` don't count.
#[inline]
fn each_crossing(
    closed: Places,
    taken: Places,
    sides: [Twos; 2],
    mut visit: impl FnMut(usize, u32),
) {
    let open = lines::landing(taken);
    let next = lines::above(open);
    let far = !(taken | open | next);
    let turn = taken.count_ones() as usize % 2;
    let [red, yellow] = sides.map(|twos| [!twos.once, twos.once & !twos.twice, twos.twice]);
    for (distance, there) in [open, next, far].into_iter().enumerate() {
        for kind in 1..9 {
            let mut places = red[kind / 3] & yellow[kind % 3] & there & !closed;
            while places != 0 {
                let level = places.trailing_zeros() as usize / 16;
                let here = places & 0xffff << (16 * level);
                places &= !here;
                visit(((turn * 4 + level) * 3 + distance) * 9 + kind, here.count_ones());
            }
        }
    }
}

/// What every line shows, and what that is worth to red.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    shown: [u8; 76],
    pub sums: [i32; ENDS],
}

impl Tally {
    pub fn new(weights: &Weights, red: Places, yellow: Places) -> Tally {
        let empty = |end: usize| weights.lines.iter().map(|line| i32::from(line[0][end])).sum();
        let mut tally = Tally { shown: [0; 76], sums: std::array::from_fn(empty) };
        for place in lines::each(red) {
            tally.add(weights, place, Seat::FIRST);
        }
        for place in lines::each(yellow) {
            tally.add(weights, place, Seat::SECOND);
        }
        tally
    }

    /// A bead comes to lie on a place.
    #[inline]
    pub fn add(&mut self, weights: &Weights, place: Places, seat: Seat) {
        let through = &weights.through[place.trailing_zeros() as usize];
        for &(line, power) in through.iter().take_while(|(_, power)| *power != 0) {
            let shown = &mut self.shown[usize::from(line)];
            let worth = &weights.lines[usize::from(line)];
            let before = worth[usize::from(*shown)];
            *shown += power << seat.index();
            let after = worth[usize::from(*shown)];
            for (end, sum) in self.sums.iter_mut().enumerate() {
                *sum += i32::from(after[end]) - i32::from(before[end]);
            }
        }
    }
}

/// The places of the numbers that speak for a position, of [`COUNT`], and how much each counts.
pub fn features(red: Places, yellow: Places) -> Vec<(usize, f64)> {
    let shape = Shape::get();
    let taken = red | yellow;
    let late = f64::from(taken.count_ones()) / 64.0;
    let mut found = Vec::new();
    for (line, places) in shape.places.iter().enumerate() {
        let digit = |at: &u32| (red >> at & 1) as usize + 2 * (yellow >> at & 1) as usize;
        let at = shape.feature(line, places.iter().fold(0, |shown, at| shown * 3 + digit(at)));
        found.push((at, 1.0 - late));
        found.push((LATE_AT + at, late));
    }
    let threats = |beads| lines::completing(beads) & !taken;
    let threats = [threats(red), threats(yellow)];
    each_pattern(taken, threats[0], threats[1], |kind, at| {
        let at = PEGS_AT + kind * PATTERNS + at;
        found.push((at, 1.0 - late));
        found.push((LATE_AT + at, late));
    });
    found.push((PLIES_AT + (taken.count_ones() as usize & (PLIES - 1)), 1.0));
    found.push((STRAITS_AT + strait(taken, threats[0], threats[1]), 1.0));
    each_crossing(taken | threats[0] | threats[1], taken, lines::twos(red, yellow), |at, count| {
        found.push((CROSSINGS_AT + at, f64::from(count)));
    });
    found
}

/// Who will have to play below a threat: how many beads can still be played that give nothing
/// away, who is to move, and how many pegs are closed to either side or to both, because the
/// lowest threat on them is the other's.
fn strait(taken: Places, red: Places, yellow: Places) -> usize {
    let threats = red | yellow;
    let higher = threats << 16 | threats << 32 | threats << 48;
    let lowest = threats & !higher;
    let idle = (!taken & !(higher | threats | lines::below(threats))).count_ones() as usize;
    // Of many only the last ones count, and whether they are even.
    let idle = if idle > 5 { 4 + idle % 2 } else { idle };
    let pegs = |places: Places, most: usize| (places.count_ones() as usize).min(most);
    let (both, mine, theirs) = (
        pegs(lowest & red & yellow, 1),
        pegs(lowest & red & !yellow, 2),
        pegs(lowest & yellow & !red, 2),
    );
    let beads = taken.count_ones() as usize;
    let stage = (beads / 16).min(3);
    (((stage * 2 + beads % 2) * 2 + both) * 9 + mine * 3 + theirs) * 6 + idle
}

/// Calls `visit` with the kind of each peg that bears a threat, and the number of its pattern.
#[inline]
fn each_pattern(taken: Places, red: Places, yellow: Places, mut visit: impl FnMut(usize, usize)) {
    let any = red | yellow;
    let mut pegs = (any | any >> 16 | any >> 32 | any >> 48) & 0xffff;
    while pegs != 0 {
        let peg = pegs.trailing_zeros();
        pegs &= pegs - 1;
        // The four places of the peg side by side, the lowest first.
        let levels = |places: Places| {
            let upright = (places >> peg) & 0x0001_0001_0001_0001;
            (upright.wrapping_mul(0x0001_0002_0004_0008) >> 48) as usize & 15
        };
        let height = levels(taken).count_ones() as usize;
        if height == 4 {
            continue;
        }
        // Threats are on free places only, so below them there is nothing.
        let pattern = levels(red) >> height | levels(yellow) >> height << (4 - height);
        visit(usize::from(KIND[peg as usize]), HEIGHTS[height] + pattern);
    }
}

/// Corner, edge or inner, by peg.
const KIND: [u8; 16] = [0, 1, 1, 0, 1, 2, 2, 1, 1, 2, 2, 1, 0, 1, 1, 0];

/// How the lines lie.
struct Shape {
    /// The class of each line.
    class: Vec<usize>,
    /// Whether a class's lines look the same from both ends.
    symmetric: [bool; CLASSES],
    /// The places of each line, in the order in which its class sees them.
    places: Vec<[u32; 4]>,
    /// By place, the lines through it with the power of three of its digit, and then nothing.
    through: [[(u8, u8); 7]; 64],
}

impl Shape {
    fn get() -> &'static Shape {
        static SHAPE: LazyLock<Shape> = LazyLock::new(Shape::new);
        &SHAPE
    }

    fn new() -> Shape {
        let mut shape = Shape {
            class: Vec::new(),
            symmetric: [false; CLASSES],
            places: Vec::new(),
            through: [[(0, 0); 7]; 64],
        };
        let mut classes: Vec<[u32; 4]> = Vec::new();
        for (number, line) in lines::all().enumerate() {
            let mut along = [0; 4];
            for (at, place) in along.iter_mut().zip(lines::each(line)) {
                *at = place.trailing_zeros();
            }
            let mut against = along;
            against.reverse();
            let (least_along, least_against) = (least(along), least(against));
            let first = least_along.min(least_against);
            let class = classes.iter().position(|class| *class == first).unwrap_or_else(|| {
                classes.push(first);
                classes.len() - 1
            });
            let places = if least_along <= least_against { along } else { against };
            for (at, power) in places.into_iter().zip([27, 9, 3, 1]) {
                let through = &mut shape.through[at as usize];
                if let Some(room) = through.iter_mut().find(|(_, power)| *power == 0) {
                    *room = (number as u8, power);
                }
            }
            shape.class.push(class);
            shape.symmetric[class] = least_along == least_against;
            shape.places.push(places);
        }
        shape
    }

    /// The place of the number for what a line shows.
    fn feature(&self, line: usize, shown: usize) -> usize {
        let class = self.class[line];
        let backwards = shown % 3 * 27 + shown / 3 % 3 * 9 + shown / 9 % 3 * 3 + shown / 27;
        let shown = if self.symmetric[class] { shown.min(backwards) } else { shown };
        class * SHOWN + shown
    }
}

/// The least of all that a row of places becomes when the pegs are turned or mirrored.
fn least(places: [u32; 4]) -> [u32; 4] {
    let turned = |which: u32| {
        places.map(|at| {
            let (mut x, mut y, level) = (at % 4, at / 4 % 4, at / 16);
            if which & 1 != 0 {
                x = 3 - x;
            }
            if which & 2 != 0 {
                y = 3 - y;
            }
            if which & 4 != 0 {
                (x, y) = (y, x);
            }
            16 * level + 4 * y + x
        })
    };
    (0..8).map(turned).min().expect("there are eight")
}

/// The numbers of a file: whatever isn't behind a `#`.
pub fn read(text: &str) -> Result<Vec<i16>, String> {
    let words =
        text.lines().flat_map(|line| line.split('#').next().unwrap_or_default().split_whitespace());
    let numbers = words.map(|word| word.parse().map_err(|_| format!("'{word}' isn't a weight")));
    let numbers: Vec<i16> = numbers.collect::<Result<_, _>>()?;
    match numbers.len() {
        COUNT => Ok(numbers),
        other => Err(format!("{other} weights, expected {COUNT}")),
    }
}

/// The reverse of [`read`], with a heading for each table.
pub fn write(numbers: &[i16]) -> String {
    let shape = Shape::get();
    let mut text = String::from(
        "# What Sogo's expert has learnt, in 128ths of log-odds for red.\n\
         # Made by: cargo run --release --example learn_sogo\n",
    );
    let mut table = |heading: String, numbers: &[i16], width: usize| {
        let _ = writeln!(text, "\n# {heading}");
        for row in numbers.chunks(width) {
            let row: Vec<String> = row.iter().map(i16::to_string).collect();
            let _ = writeln!(text, "{}", row.join(" "));
        }
    };
    for (end, when) in ["at the beginning", "at the end"].into_iter().enumerate() {
        let numbers = &numbers[end * LATE_AT..][..LATE_AT];
        for class in 0..CLASSES {
            let line = shape.class.iter().position(|other| *other == class).unwrap_or_default();
            let names = shape.places[line].map(|at| {
                let (peg, level) = lines::peg_and_level(1 << at);
                format!("{peg} level {}", level + 1)
            });
            let names = names.join(", ");
            let heading = format!("lines like {names}, {when} (free, red, yellow, like digits)");
            table(heading, &numbers[class * SHOWN..][..SHOWN], 27);
        }
        for (kind, name) in ["corner", "edge", "inner"].into_iter().enumerate() {
            for height in 0..4 {
                let numbers =
                    &numbers[PEGS_AT + kind * PATTERNS..][HEIGHTS[height]..HEIGHTS[height + 1]];
                let heading = format!(
                    "{name} pegs with {height} beads, {when}, by red's and yellow's threats"
                );
                table(heading, numbers, 1 << (4 - height));
            }
        }
    }
    table("the number of beads".to_owned(), &numbers[PLIES_AT..STRAITS_AT], 16);
    let straits = &numbers[STRAITS_AT..CROSSINGS_AT];
    table("who runs out of beads that give nothing away".to_owned(), straits, 54);
    table("where lines of two cross".to_owned(), &numbers[CROSSINGS_AT..], 27);
    text
}
