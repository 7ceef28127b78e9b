//! Where the parts of a form stand: how many lines a row has, what scrolls, and the room for the
//! pictures under its parts.

use std::ops::Range;

use ratatui::layout::Rect;

use super::{At, Form, Row, Value, lead};
use crate::tui::Context;
use crate::tui::panels;
use crate::tui::text::{width, wrap};

/// Rows at the foot for the sentence about the row in focus.
const FOOT: u16 = 2;
/// Fewer rows of a part than these are no list any more.
const FEWEST: usize = 2;
/// So many lines of a list are enough to see where one is.
const LISTED: usize = 4;
/// With fewer columns a sentence would be cut.
pub const ROOMY: u16 = 56;
/// Columns between labels and values, unless that is too many.
const AIR: u16 = 2;
/// No label takes more columns from the values.
const WIDEST_LABEL: u16 = 30;

/// Where everything stands.
pub(super) struct Layout {
    pub headings: Vec<(&'static str, Rect)>,
    pub rows: Vec<(At, Rect)>,
    /// Where a list is, the first line of it that is seen, and how many there are.
    pub lists: Vec<(Rect, usize, usize)>,
    /// The pictures under the parts.
    pub below: Vec<(usize, Rect)>,
    pub foot: Rect,
    /// Columns between the labels of each part and its values.
    air: Vec<u16>,
}

/// How the lines of a form are set.
#[derive(Clone, Copy)]
struct Setting {
    /// Lines from one row to the next, in the first part and in the others.
    pitch: [usize; 2],
    /// Which of the heights each picture has.
    picture: usize,
    /// Whether short rows stand two and two side by side.
    paired: bool,
    /// Whether the lines between rows say what these mean; otherwise they are air.
    says: bool,
}

impl Setting {
    /// From the most generous to the tightest.
    const ALL: [Setting; 14] = {
        const fn set(pitch: [usize; 2], picture: usize, paired: bool) -> Setting {
            Setting { pitch, picture, paired, says: pitch[0] > 1 || pitch[1] > 1 }
        }
        [
            set([3, 3], 0, false),
            set([3, 2], 0, false),
            set([2, 2], 0, false),
            set([3, 3], 1, false),
            set([3, 1], 0, false),
            set([2, 2], 1, false),
            set([2, 1], 0, false),
            set([2, 1], 1, false),
            Setting { pitch: [2, 2], picture: 1, paired: false, says: false },
            set([1, 1], 1, false),
            set([1, 1], 2, false),
            set([1, 1], 2, true),
            set([1, 1], 3, true),
            set([1, 1], 4, true),
        ]
    };

    fn pitch(self, part: usize) -> usize {
        self.pitch[part.min(1)]
    }
}

impl Layout {
    pub fn of(form: &dyn Form, area: Rect, context: &Context) -> Layout {
        let (parts, focus) = (form.parts(), form.focus());
        let foot = FOOT.min(area.height);
        let room = usize::from(area.height - foot);
        let pairs: Vec<Option<Pairing>> = (0..parts.len())
            .map(|part| pairing(form, part, parts[part].rows, area, context))
            .collect();
        let pairing =
            |setting: Setting, part: usize| pairs[part].as_ref().filter(|_| setting.paired);
        let picture = |setting: Setting, part: usize| {
            let heights = form.below(part);
            usize::from(heights[setting.picture.min(heights.len() - 1)])
        };
        let lines = |setting: Setting| -> Vec<usize> {
            let lines = |part: usize| match pairing(setting, part) {
                Some(pairing) => pairing.lines.len(),
                None => parts[part].rows,
            };
            (0..parts.len()).map(lines).collect()
        };
        // A part that is filled has its heading and a line of air.
        let total = |shown: &[usize], setting: Setting| {
            let of = |part: usize| match shown[part] {
                0 => 0,
                lines => lines * setting.pitch(part) + 2 + picture(setting, part),
            };
            (0..shown.len()).map(of).sum::<usize>()
        };
        let lengths: Vec<Vec<usize>> = (0..parts.len())
            .map(|part| sentence_lengths(form, part, parts[part].rows, area, context))
            .collect();
        // With room to spare each row says what it means below its value, unless too many of these
        // sentences would be cut.
        let says = |setting: &Setting| {
            let cut = |part: usize| {
                let pitch = setting.pitch(part);
                lengths[part].iter().filter(|lines| pitch > 1 && **lines >= pitch).count()
            };
            area.width >= ROOMY && (0..parts.len()).all(|at| cut(at) * 4 <= lengths[at].len())
        };
        let fits = |setting: &Setting| {
            total(&lines(*setting), *setting) <= room + 1
                && (!setting.says || says(setting))
                && (setting.says || setting.pitch == [1, 1] || area.width >= ROOMY)
        };
        // Before a picture shrinks, long lists scroll.
        let scrolls = |setting: &Setting| {
            let cut: Vec<usize> = lines(*setting).into_iter().map(|all| all.min(LISTED)).collect();
            setting.paired && total(&cut, *setting) <= room + 1
        };
        let tightest = Setting::ALL[Setting::ALL.len() - 1];
        let mut all = Setting::ALL.into_iter();
        let setting = all.clone().filter(|it| it.picture <= 2).find(fits);
        let setting = setting.or_else(|| all.find(scrolls)).unwrap_or(tightest);
        let all = lines(setting);
        let mut shown = all.clone();
        // What does not fit scrolls, the longest part first.
        while let excess @ 1.. = total(&shown, setting).saturating_sub(room + 1) {
            let Some(longest) = (0..shown.len()).rev().max_by_key(|at| shown[*at]) else { break };
            if shown[longest] <= FEWEST {
                break;
            }
            // No shorter than the next longest: then both give way.
            let next = shown.iter().enumerate().filter(|(at, _)| *at != longest);
            let next = next.map(|(_, rows)| *rows).max().unwrap_or(0);
            let least = next.min(shown[longest] - 1).max(FEWEST);
            shown[longest] = shown[longest].saturating_sub(excess).max(least);
        }
        let mut layout = Layout {
            headings: Vec::new(),
            rows: Vec::new(),
            lists: Vec::new(),
            below: Vec::new(),
            foot: Rect::default(),
            air: (0..parts.len())
                .map(|part| pairing(setting, part).map_or(AIR, |pairing| pairing.air))
                .collect(),
        };
        let mut y = 0;
        for (at, part) in parts.iter().enumerate().filter(|(_, part)| part.rows > 0) {
            let pitch = setting.pitch(at) as u16;
            layout.headings.push((part.heading, panels::row(area, y)));
            y += 1;
            let pairing = pairing(setting, at);
            let cursor = if at == focus.part { focus.row } else { part.chosen };
            let cursor = cursor.min(part.rows - 1);
            let cursor = pairing.map_or(cursor, |pairing| pairing.line_of(cursor));
            let first = panels::scroll_to(0, cursor, shown[at], all[at]);
            let list = Rect { y: area.y + y, height: shown[at] as u16 * pitch, ..area };
            if shown[at] < all[at] {
                layout.lists.push((list.intersection(area), first, all[at]));
            }
            for line in first..first + shown[at] {
                let place = Rect { y: area.y + y, height: pitch, ..area }.intersection(area);
                let (rows, halves) = match pairing {
                    None => (line..line + 1, [place, Rect::default()]),
                    Some(pairing) => pairing.places(line, place),
                };
                for (row, place) in rows.zip(halves) {
                    let at = At { part: at, row };
                    let height = match setting.says && pitch > 1 {
                        false => 1,
                        true => 1 + sentence(&form.row(at, context), place).len().max(1) as u16,
                    };
                    layout.rows.push((at, Rect { height: height.min(place.height), ..place }));
                }
                y += pitch;
            }
            let height = picture(setting, at) as u16;
            if height > 0 {
                let place = Rect { y: area.y + y, height, ..area }.intersection(area);
                layout.below.push((at, place));
                y += height;
            }
            y += u16::from(pitch < 3 || height > 0);
        }
        // Its last row stands at the bottom, and it may be as long as there is room.
        let free = area.height.saturating_sub(y).max(foot);
        layout.foot = panels::inset(area, 1, area.height - free.min(area.height), 1, 0);
        layout
    }

    /// The columns of the labels in this column of a part.
    pub fn label(&self, form: &dyn Form, at: At, x: u16, context: &Context) -> u16 {
        let column = self.rows.iter().filter(|(it, place)| it.part == at.part && place.x == x);
        let widths = column.map(|(at, _)| {
            let row = form.row(*at, context);
            width(&row.label) + lead(&row)
        });
        let air = self.air.get(at.part).copied().unwrap_or(AIR);
        widths.max().unwrap_or(0).min(WIDEST_LABEL) + air
    }
}

/// What a row means, in lines that fit under its label.
pub(super) fn sentence(row: &Row, place: Rect) -> Vec<String> {
    wrap(&row.about, place.width.saturating_sub(lead(row) + 4))
}

/// How many lines the sentence of each row takes. A long list isn't asked.
fn sentence_lengths(
    form: &dyn Form,
    part: usize,
    rows: usize,
    area: Rect,
    context: &Context,
) -> Vec<usize> {
    let rows = if rows > MOST_READ { 0 } else { rows };
    (0..rows).map(|row| sentence(&form.row(At { part, row }, context), area).len()).collect()
}

/// The rows of a part two and two side by side; one that is too long for that has its own line.
struct Pairing {
    /// The columns of the left half.
    left: u16,
    /// Columns between labels and values.
    air: u16,
    lines: Vec<Line>,
}

#[derive(Clone)]
struct Line {
    rows: Range<usize>,
    is_long: bool,
}

impl Pairing {
    fn line_of(&self, row: usize) -> usize {
        self.lines.iter().position(|line| line.rows.contains(&row)).unwrap_or(0)
    }

    /// Which rows stand on a line, and where.
    fn places(&self, line: usize, place: Rect) -> (Range<usize>, [Rect; 2]) {
        let Line { rows, is_long } = self.lines[line].clone();
        let left = if is_long { place.width } else { self.left };
        (rows, [Rect { width: left, ..place }, panels::inset(place, left, 0, 0, 0)])
    }
}

/// The columns of a row's label and of the longest of its values, with their signs.
fn columns(row: &Row) -> Option<(u16, u16)> {
    let Value::Turn { text, .. } = &row.value else { return None };
    Some((width(&row.label) + lead(row), width(text).max(row.widest) + 4))
}

/// The rows two and two side by side, if most of a part are short enough for that.
fn pairing(
    form: &dyn Form,
    part: usize,
    rows: usize,
    area: Rect,
    context: &Context,
) -> Option<Pairing> {
    if !(2..=MOST_PAIRED).contains(&rows) {
        return None;
    }
    let rows = (0..rows).map(|row| columns(&form.row(At { part, row }, context)));
    let rows: Vec<(u16, u16)> = rows.collect::<Option<_>>()?;
    let mut long = vec![false; rows.len()];
    loop {
        let lines = lines(&long);
        if lines.len() == rows.len() {
            return None;
        }
        let mut halves = [(0, 0); 2];
        for line in lines.iter().filter(|line| !line.is_long) {
            for (row, half) in line.rows.clone().zip(&mut halves) {
                *half = (half.0.max(rows[row].0), half.1.max(rows[row].1));
            }
        }
        for air in [AIR, AIR - 1] {
            // The mark of the focus stands before each.
            let [left, right] = halves.map(|(label, value)| label + air + value + 3);
            let least = left.max(area.width / 2);
            if least + right <= area.width {
                return Some(Pairing { left: least, air, lines });
            }
            if left + right <= area.width {
                return Some(Pairing { left: area.width - right, air, lines });
            }
        }
        let short = (0..rows.len()).filter(|row| !long[*row]);
        let longest = short.max_by_key(|row| rows[*row].1)?;
        long[longest] = true;
    }
}

/// Which rows stand side by side, when some are long.
fn lines(long: &[bool]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut row = 0;
    while row < long.len() {
        let is_long = long[row];
        let paired = !is_long && long.get(row + 1) == Some(&false);
        let rows = row..row + 1 + usize::from(paired);
        row = rows.end;
        lines.push(Line { rows, is_long });
    }
    lines
}

/// A part with more rows than these is a list that may be long.
const MOST_READ: usize = 30;
/// More rows of a part than these are a list.
const MOST_PAIRED: usize = 12;
