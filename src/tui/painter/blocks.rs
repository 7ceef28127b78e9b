//! The choice of a block character and its two colours for the samples of one cell.

use ratatui::style::{Color, Modifier};

use crate::tui::colour::{Ink, Rgb};

/// The points of a cell that something covers: bit `8 * y + x`, from the top left.
pub type Mask = u64;

pub const FULL: Mask = Mask::MAX;

/// What one cell shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fit {
    pub symbol: &'static str,
    pub fg: Color,
    pub bg: Color,
    /// The terminal's own background is no foreground: to draw with it, a cell is reversed.
    pub modifier: Modifier,
}

impl Fit {
    fn new(symbol: &'static str, fg: Color, bg: Color) -> Fit {
        if fg == Color::Reset {
            Fit { symbol, fg: bg, bg: fg, modifier: Modifier::REVERSED }
        } else {
            Fit { symbol, fg, bg, modifier: Modifier::empty() }
        }
    }

    /// One colour everywhere.
    pub fn flat(color: Color) -> Fit {
        Fit { symbol: " ", fg: Color::Reset, bg: color, modifier: Modifier::empty() }
    }
}

/// The block characters with the points they cover, plainest first: among equals the first wins.
const BLOCKS: [(&str, Mask); 30] = [
    (" ", 0),
    ("▄", lower(4)),
    ("▀", !lower(4)),
    ("▌", left(4)),
    ("▐", !left(4)),
    ("▖", left(4) & lower(4)),
    ("▗", !left(4) & lower(4)),
    ("▘", left(4) & !lower(4)),
    ("▝", !left(4) & !lower(4)),
    ("▚", (left(4) & !lower(4)) | (!left(4) & lower(4))),
    ("▞", (!left(4) & !lower(4)) | (left(4) & lower(4))),
    ("▙", left(4) | lower(4)),
    ("▟", !left(4) | lower(4)),
    ("▛", left(4) | !lower(4)),
    ("▜", !left(4) | !lower(4)),
    ("▁", lower(1)),
    ("▂", lower(2)),
    ("▃", lower(3)),
    ("▅", lower(5)),
    ("▆", lower(6)),
    ("▇", lower(7)),
    ("▏", left(1)),
    ("▎", left(2)),
    ("▍", left(3)),
    ("▋", left(5)),
    ("▊", left(6)),
    ("▉", left(7)),
    ("▔", !lower(7)),
    ("▕", !left(7)),
    ("█", FULL),
];

/// The lowest rows of points.
const fn lower(rows: u32) -> Mask {
    FULL << (64 - 8 * rows)
}

/// The leftmost columns of points.
const fn left(columns: u32) -> Mask {
    ((1 << columns) - 1) * 0x0101_0101_0101_0101
}

/// The points a character covers, if it is a block.
pub fn mask_of(symbol: &str) -> Option<Mask> {
    let is_block = |symbol: char| symbol == ' ' || ('\u{2580}'..='\u{259f}').contains(&symbol);
    // Most cells hold letters, which need no search.
    if !symbol.starts_with(is_block) {
        return None;
    }
    BLOCKS.iter().find(|(block, _)| *block == symbol).map(|(_, mask)| *mask)
}

/// The character that covers most of these points and least beside them; eighths would look like
/// slips beside quarters, so only halves and quarters are taken.
pub fn nearest_block(mask: Mask) -> &'static str {
    let wrong = |block: &&(&str, Mask)| (block.1 ^ mask).count_ones();
    let coarse = BLOCKS.iter().filter(|(_, block)| {
        COARSE.iter().all(|part| {
            let both = block & part;
            both == 0 || both == *part
        })
    });
    coarse.min_by_key(wrong).map_or(" ", |(symbol, _)| symbol)
}

/// The quarters of a cell.
const COARSE: [Mask; 4] =
    [left(4) & lower(4), !left(4) & lower(4), left(4) & !lower(4), !left(4) & !lower(4)];

/// The character and colours nearest to these layers, which cover the cell without overlapping.
///
/// With true colour each side takes the mean of what it covers, so edges come out smooth. Without,
/// it takes the one colour that is least wrong, and nothing is blended.
pub fn fit(layers: &[(Ink, Mask)]) -> Fit {
    if layers.iter().all(|(ink, _)| ink.blends()) { blended(layers) } else { pure(layers) }
}

/// One colour for a whole cell, as a letter needs behind it.
pub fn flat(layers: &[(Ink, Mask)]) -> Color {
    if layers.iter().all(|(ink, _)| ink.blends()) {
        blend(layers, FULL).map_or(Color::Reset, Color::from)
    } else {
        least_wrong(layers, FULL).map_or(Color::Reset, |(ink, _)| ink.color())
    }
}

fn blended(layers: &[(Ink, Mask)]) -> Fit {
    let total = Sum::of(layers, FULL);
    let (mut most, mut best) = (f32::MIN, BLOCKS[0]);
    for block in BLOCKS {
        let front = Sum::of(layers, block.1);
        // The squared error is a constant less this, so the largest is the nearest.
        let nearness = front.explained() + total.minus(front).explained();
        if nearness > most + 1.0 {
            (most, best) = (nearness, block);
        }
    }
    let (symbol, mask) = best;
    match (blend(layers, mask), blend(layers, !mask)) {
        (Some(front), Some(back)) => Fit::new(symbol, front.into(), back.into()),
        (front, back) => Fit::flat(front.or(back).map_or(Color::Reset, Color::from)),
    }
}

/// The mean colour of the points of `mask`, with a little contrast: what covers less than a quarter
/// of them is left out, because a trace of a piece beside it looks like dirt, not like an edge.
fn blend(layers: &[(Ink, Mask)], mask: Mask) -> Option<Rgb> {
    let trace = mask.count_ones() as f32 / 4.0;
    let mut sum = Sum::default();
    for (ink, covered) in layers {
        sum.add(*ink, ((covered & mask).count_ones() as f32 - trace).max(0.0));
    }
    // Five colours in one spot may all be traces.
    if sum.points > 0.0 { sum.mean() } else { Sum::of(layers, mask).mean() }
}

fn pure(layers: &[(Ink, Mask)]) -> Fit {
    let mut best = (u64::MAX, Fit::flat(Color::Reset));
    for (symbol, mask) in BLOCKS {
        let (wrong, fit) = match (least_wrong(layers, mask), least_wrong(layers, !mask)) {
            (Some((front, a)), Some((back, b))) => {
                (a + b, Fit::new(symbol, front.color(), back.color()))
            }
            (Some((ink, wrong)), None) | (None, Some((ink, wrong))) => {
                (wrong, Fit::flat(ink.color()))
            }
            (None, None) => continue,
        };
        if wrong < best.0 {
            best = (wrong, fit);
        }
    }
    best.1
}

/// The ink that misses least on the points of `mask`, with how much it misses.
fn least_wrong(layers: &[(Ink, Mask)], mask: Mask) -> Option<(Ink, u64)> {
    if mask == 0 {
        return None;
    }
    let wrong = |candidate: Ink| -> u64 {
        let miss = |(ink, covered): &(Ink, Mask)| {
            let points = u64::from((covered & mask).count_ones());
            points * u64::from(ink.rgb().distance(candidate.rgb()))
        };
        layers.iter().map(miss).sum()
    };
    let inks = layers.iter().map(|(ink, _)| (*ink, wrong(*ink)));
    inks.min_by_key(|(_, wrong)| *wrong)
}

/// The sum of the colours of some points.
#[derive(Clone, Copy, Default)]
struct Sum {
    points: f32,
    rgb: [f32; 3],
}

impl Sum {
    fn of(layers: &[(Ink, Mask)], mask: Mask) -> Sum {
        let mut sum = Sum::default();
        for (ink, covered) in layers {
            sum.add(*ink, (covered & mask).count_ones() as f32);
        }
        sum
    }

    fn add(&mut self, ink: Ink, points: f32) {
        let Rgb(red, green, blue) = ink.rgb();
        self.points += points;
        for (channel, value) in self.rgb.iter_mut().zip([red, green, blue]) {
            *channel += points * f32::from(value);
        }
    }

    fn minus(self, part: Sum) -> Sum {
        let [red, green, blue] = self.rgb;
        let [r, g, b] = part.rgb;
        Sum { points: self.points - part.points, rgb: [red - r, green - g, blue - b] }
    }

    fn mean(self) -> Option<Rgb> {
        let channel = |sum: f32| (sum / self.points).round() as u8;
        (self.points > 0.0)
            .then(|| Rgb(channel(self.rgb[0]), channel(self.rgb[1]), channel(self.rgb[2])))
    }

    fn explained(self) -> f32 {
        let square: f32 = self.rgb.iter().map(|sum| sum * sum).sum();
        if self.points > 0.0 { square / self.points } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = Rgb(226, 78, 70);
    const DARK: Rgb = Rgb(20, 26, 44);

    fn rich(rgb: Rgb) -> Ink {
        Ink::new(rgb, rgb.into())
    }

    #[test]
    fn every_block_is_found_again_from_its_own_points() {
        for (symbol, mask) in BLOCKS {
            assert_eq!(mask_of(symbol), Some(mask));
            let found = fit(&[(rich(RED), mask), (rich(DARK), !mask)]);
            // The same picture may have another name: its negative, with the colours swapped.
            let shown = mask_of(found.symbol).unwrap();
            let red_points = match (found.fg == RED.into(), found.bg == RED.into()) {
                (true, true) => FULL,
                (true, false) => shown,
                (false, true) => !shown,
                (false, false) => 0,
            };
            assert_eq!(red_points, mask, "{symbol}");
        }
        for letter in ["a", "◆", "─", "░", ""] {
            assert_eq!(mask_of(letter), None, "{letter}");
        }
    }

    #[test]
    fn edges_are_blended_in_true_colour_only() {
        // Two thirds of the upper half are red.
        let mask: Mask = 0x0000_0000_00ff_ffff;
        let ragged = mask & !0x0000_0000_0000_0003;
        let smooth = fit(&[(rich(RED), ragged), (rich(DARK), !ragged)]);
        assert!(![RED.into(), DARK.into()].contains(&smooth.fg) || smooth.bg != DARK.into());
        let few = |rgb, index| Ink::new(rgb, Color::Indexed(index));
        let hard = fit(&[(few(RED, 167), ragged), (few(DARK, 234), !ragged)]);
        let pair = [Color::Indexed(167), Color::Indexed(234)];
        assert!(pair.contains(&hard.fg) && pair.contains(&hard.bg), "{hard:?}");
    }

    #[test]
    fn the_terminals_own_background_is_drawn_in_reverse() {
        let own = Ink::new(Rgb::BLACK, Color::Reset);
        let red = Ink::new(RED, Color::LightRed);
        for (_, mask) in BLOCKS.into_iter().filter(|(_, mask)| ![0, FULL].contains(mask)) {
            let found = fit(&[(own, mask), (red, !mask)]);
            let shown = mask_of(found.symbol).unwrap();
            let reversed = found.modifier == Modifier::REVERSED;
            assert_eq!((found.fg, found.bg), (Color::LightRed, Color::Reset));
            assert_eq!(if reversed { shown } else { !shown }, mask, "{found:?}");
        }
    }
}
