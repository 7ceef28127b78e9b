//! Where the parts of a form stand: how many lines a row has, what scrolls, and the room for the
//! pictures under its parts.

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
}

impl Setting {
    /// From the most generous to the tightest.
    const ALL: [Setting; 12] = {
        const fn set(pitch: [usize; 2], picture: usize, paired: bool) -> Setting {
            Setting { pitch, picture, paired }
        }
        [
            set([3, 3], 0, false),
            set([2, 2], 0, false),
            set([3, 3], 1, false),
            set([3, 1], 0, false),
            set([2, 2], 1, false),
            set([2, 1], 0, false),
            set([2, 1], 1, false),
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
        let pairs: Vec<Option<u16>> = (0..parts.len())
            .map(|part| pairing(form, part, parts[part].rows, area, context))
            .collect();
        let across = |setting: Setting, part: usize| match setting.paired && pairs[part].is_some() {
            true => 2,
            false => 1,
        };
        let picture = |setting: Setting, part: usize| {
            let heights = form.below(part);
            usize::from(heights[setting.picture.min(heights.len() - 1)])
        };
        let lines = |setting: Setting| -> Vec<usize> {
            (0..parts.len()).map(|part| parts[part].rows.div_ceil(across(setting, part))).collect()
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
                && (setting.pitch == [1, 1] || says(setting))
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
        };
        let mut y = 0;
        for (at, part) in parts.iter().enumerate().filter(|(_, part)| part.rows > 0) {
            let pitch = setting.pitch(at) as u16;
            layout.headings.push((part.heading, panels::row(area, y)));
            y += 1;
            let across = across(setting, at);
            let cursor = if at == focus.part { focus.row } else { part.chosen };
            let cursor = cursor.min(part.rows - 1) / across;
            let first = panels::scroll_to(0, cursor, shown[at], all[at]);
            let list = Rect { y: area.y + y, height: shown[at] as u16 * pitch, ..area };
            if shown[at] < all[at] {
                layout.lists.push((list.intersection(area), first, all[at]));
            }
            for line in first..first + shown[at] {
                let place = Rect { y: area.y + y, height: pitch, ..area }.intersection(area);
                let halves = match pairs[at].filter(|_| across == 2) {
                    None => [place, Rect::default()],
                    Some(left) => {
                        [Rect { width: left, ..place }, panels::inset(place, left, 0, 0, 0)]
                    }
                };
                let rows = (line * across..part.rows).take(across);
                for (row, place) in rows.zip(halves) {
                    let at = At { part: at, row };
                    let height = match pitch {
                        1 => 1,
                        _ => 1 + sentence(&form.row(at, context), place).len().max(1) as u16,
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
        widths.max().unwrap_or(0).min(WIDEST_LABEL) + 2
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

/// The columns of the left half, if all rows of a part are short enough to stand two and two.
fn pairing(
    form: &dyn Form,
    part: usize,
    rows: usize,
    area: Rect,
    context: &Context,
) -> Option<u16> {
    if !(2..=MOST_PAIRED).contains(&rows) {
        return None;
    }
    let mut halves = [(0, 0); 2];
    for row in 0..rows {
        let it = form.row(At { part, row }, context);
        let Value::Turn { text, .. } = &it.value else { return None };
        let half = &mut halves[row % 2];
        half.0 = half.0.max(width(&it.label) + lead(&it) + 2);
        half.1 = half.1.max(width(text) + 4);
    }
    // The mark of the focus stands before each.
    let [left, right] = halves.map(|(label, value)| label + value + 3);
    let least = left.max(area.width / 2);
    match (least + right <= area.width, left + right <= area.width) {
        (true, _) => Some(least),
        (false, true) => Some(area.width - right),
        (false, false) => None,
    }
}

/// A part with more rows than these is a list that may be long.
const MOST_READ: usize = 30;
/// More rows of a part than these are a list.
const MOST_PAIRED: usize = 12;
