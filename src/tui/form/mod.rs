//! A form: rows under headings that can be looked at and changed. A page says which rows there are
//! and what a change does; focus, keys, mouse, scrolling and drawing are the same on all of them.
//!
//! Arrows up and down only look. Space, and left or right where a row has values, choose.

mod layout;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

pub use self::layout::ROOMY;
use self::layout::{Layout, sentence};
use super::keys::{Key, Nav};
pub use super::panels::Ends;
use super::panels::{self, Focus};
use super::text::{put, put_right, width, wrap};
use super::theme::Meaning;
use super::{Context, Effect, Hint, Look, Mouse, hints};
use crate::lang::as_told;
use crate::play::Hue;

/// Where a row stands: its part of the form, and its place there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct At {
    /// From 0, in the order of [`Form::parts`].
    pub part: usize,
    /// From 0 within its part.
    pub row: usize,
}

/// A heading and how many rows stand under it. There may be thousands: only those that are seen are
/// asked for.
pub struct Part {
    /// A word or two.
    pub heading: &'static str,
    /// How many rows there are.
    pub rows: usize,
    /// The row that stays in sight while the focus is elsewhere.
    pub chosen: usize,
}

/// A line of a form.
pub struct Row {
    /// The colour of the seat it is about, as a mark before the label.
    pub hue: Option<Hue>,
    /// What it is called.
    pub label: String,
    /// What can be chosen there, and what is.
    pub value: Value,
    /// The columns that the longest of its values takes, so that nothing moves when it is chosen; 0
    /// where nobody has measured.
    pub widest: u16,
    /// A few quiet words at the right.
    pub note: String,
    /// How strong it is, of five steps.
    pub strength: Option<u8>,
    /// What it means, in a sentence.
    pub about: String,
    /// Why it cannot be chosen now.
    pub unable: Option<String>,
}

/// What can be chosen in a row.
pub enum Value {
    /// This row, and then none of the others in its part.
    Option { chosen: bool, words: String },
    /// This row, so many times.
    Count(usize),
    /// One of several values, of which one is seen.
    Turn { text: String, ends: Ends },
    /// One of a few words that are all seen, and more about the chosen one.
    Words { words: Vec<&'static str>, chosen: usize, text: String, ends: Ends },
    /// Any text.
    Text(String),
}

/// What a person wants of the row in focus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The value before.
    Previous,
    /// The value after.
    Next,
    /// This one; where there are several, the next, and the first after the last.
    Choose,
}

impl Change {
    /// The place among `count` values after the change; left and right stop at the ends.
    pub fn step(self, at: usize, count: usize) -> usize {
        match self {
            Change::Previous => at.saturating_sub(1),
            Change::Next => (at + 1).min(count.saturating_sub(1)),
            Change::Choose => self.round(at, count),
        }
    }

    /// The same where the values go round.
    pub fn round(self, at: usize, count: usize) -> usize {
        let by = if self == Change::Previous { count.saturating_sub(1) } else { 1 };
        (at + by) % count.max(1)
    }
}

impl Row {
    /// A row with nothing but its label and its value.
    pub fn new(label: impl Into<String>, value: Value, about: impl Into<String>) -> Row {
        Row {
            hue: None,
            label: label.into(),
            value,
            widest: 0,
            note: String::new(),
            strength: None,
            about: about.into(),
            unable: None,
        }
    }
}

/// A page that is a form.
pub trait Form {
    /// The headings, and how many rows stand under each.
    fn parts(&self) -> Vec<Part>;
    /// The row at a place where `parts` has one.
    fn row(&self, at: At, context: &Context) -> Row;
    /// Where somebody looks.
    fn focus(&self) -> At;
    /// Somebody looks there now. Nothing is chosen by that.
    fn look_at(&mut self, at: At, context: &mut Context);
    /// Changes the row's value.
    fn change(&mut self, at: At, change: Change, context: &mut Context) -> Effect;
    /// Where the form stands on the page.
    fn area(&self, context: &Context) -> Rect;
    /// How many rows a picture under this part may have, the most first; 0 where there is none or
    /// where it can be left out.
    fn below(&self, _part: usize) -> &'static [u16] {
        &[0]
    }
    /// Draws that picture.
    fn draw_below(&self, _part: usize, _area: Rect, _buf: &mut Buffer, _desk: &Context) {}
}

/// What a key that works everywhere does to the form; none if it is for the page.
pub fn key(form: &mut dyn Form, nav: Nav, context: &mut Context) -> Option<Effect> {
    let (at, parts) = (form.focus(), form.parts());
    let before: usize = parts.iter().take(at.part).map(|part| part.rows).sum();
    let total: usize = parts.iter().map(|part| part.rows).sum();
    let page = usize::from(form.area(context).height / 2).max(1);
    let to = match nav {
        Nav::Up => (before + at.row).saturating_sub(1),
        Nav::Down => before + at.row + 1,
        Nav::PageUp => (before + at.row).saturating_sub(page),
        Nav::PageDown => before + at.row + page,
        Nav::First => 0,
        Nav::Last => total,
        Nav::Next | Nav::Previous => {
            let filled: Vec<usize> = (0..parts.len()).filter(|at| parts[*at].rows > 0).collect();
            let here = filled.iter().position(|part| *part == at.part).unwrap_or(0);
            let change = if nav == Nav::Next { Change::Next } else { Change::Previous };
            let part = filled[change.round(here, filled.len())];
            form.look_at(At { part, row: parts[part].chosen }, context);
            return Some(Effect::None);
        }
        Nav::Left => return Some(change(form, Change::Previous, context)),
        Nav::Right => return Some(change(form, Change::Next, context)),
        Nav::Confirm => return Some(change(form, Change::Choose, context)),
        _ => return None,
    };
    form.look_at(place(&parts, to.min(total.saturating_sub(1))), context);
    Some(Effect::None)
}

/// The place of a row that is counted through all parts.
fn place(parts: &[Part], mut row: usize) -> At {
    for (part, of) in parts.iter().enumerate() {
        if row < of.rows {
            return At { part, row };
        }
        row -= of.rows;
    }
    At::default()
}

fn change(form: &mut dyn Form, change: Change, context: &mut Context) -> Effect {
    let row = form.row(form.focus(), context);
    match (row.unable, row.value, change) {
        (Some(why), ..) => Effect::Say(why),
        (None, Value::Turn { ends, .. } | Value::Words { ends, .. }, Change::Previous)
            if !ends.less =>
        {
            Effect::None
        }
        (None, Value::Turn { ends, .. } | Value::Words { ends, .. }, Change::Next)
            if !ends.more =>
        {
            Effect::None
        }
        (None, Value::Count(0), Change::Previous) => Effect::None,
        (None, Value::Text(_), Change::Previous) => Effect::None,
        _ => form.change(form.focus(), change, context),
    }
}

/// What the mouse does to the form: the wheel moves the focus, a click on a row that can be chosen
/// chooses it, and elsewhere turns the value it hits.
pub fn mouse(form: &mut dyn Form, mouse: Mouse, at: Position, context: &mut Context) -> Effect {
    match mouse {
        Mouse::WheelUp => return key(form, Nav::Up, context).unwrap_or(Effect::None),
        Mouse::WheelDown => return key(form, Nav::Down, context).unwrap_or(Effect::None),
        Mouse::Hover => return Effect::None,
        Mouse::Click => {}
    }
    let area = form.area(context);
    let layout = Layout::of(form, area, context);
    let hit = layout.rows.iter().find(|(_, place)| place.contains(at));
    let Some((hit, row_place)) = hit.copied() else { return Effect::None };
    let row = form.row(hit, context);
    let again = form.focus() == hit;
    let label = layout.label(form, hit, row_place.x, context);
    let mut sheet = Buffer::empty(area);
    let arrows = draw_row(&row, Focus::Here, label, row_place, &mut sheet, &context.look);
    form.look_at(hit, context);
    match (&row.value, arrows) {
        (Value::Option { .. } | Value::Count(_), _) => change(form, Change::Choose, context),
        (_, Some([less, _])) if less.contains(at) => change(form, Change::Previous, context),
        (_, Some([_, more])) if more.contains(at) => change(form, Change::Next, context),
        _ if again => change(form, Change::Choose, context),
        _ => Effect::None,
    }
}

/// What works in the row that is in focus, for the footer.
pub fn hints(form: &dyn Form, context: &Context) -> Vec<Hint> {
    let keys = &context.keys;
    let row = form.row(form.focus(), context);
    let nav = |navs: &[Nav], words, about| hints::nav_about(keys, navs, words, about);
    // Where Enter starts something, Space is left to choose with.
    let choose = |words, about| Hint { keys: vec![Key::named("space")], words, about };
    let mut all = vec![nav(&[Nav::Up, Nav::Down], "look", "Moves up and down without choosing.")];
    if row.unable.is_some() {
        return all;
    }
    let turn = "Changes to the previous or the next value.";
    match row.value {
        Value::Option { chosen: true, .. } => {}
        Value::Option { .. } => all.push(choose("choose", "Chooses this one.")),
        Value::Count(count) => {
            all.push(match count {
                0 => choose("tick", "Adds it."),
                _ => choose("untick", "Leaves it out."),
            });
            let navs = if count == 0 { &[Nav::Right][..] } else { &[Nav::Left, Nav::Right] };
            all.push(nav(navs, "how many", "Adds one more of it, or takes one away."));
        }
        Value::Turn { ends, .. } | Value::Words { ends, .. } => {
            let less = ends.less.then_some(Nav::Left);
            let more = ends.more.then_some(Nav::Right);
            let navs: Vec<Nav> = less.into_iter().chain(more).collect();
            all.push(nav(&navs, "change", turn));
        }
        Value::Text(_) => all.push(choose("type", "Lets you type it.")),
    }
    all
}

/// What works on every form and does not always stand in the footer, for the help.
pub fn explained(context: &Context) -> Vec<Hint> {
    let keys = &context.keys;
    let nav = |navs: &[Nav], about| hints::nav_about(keys, navs, "", about);
    let space = Hint {
        keys: vec![Key::named("space")],
        words: "choose",
        about: "Chooses the row, or its next value.",
    };
    vec![
        space,
        nav(&[Nav::Left, Nav::Right], "Changes to the previous or the next value."),
        nav(&[Nav::Next, Nav::Previous], "Goes to the next part of the page, or the previous one."),
        nav(&[Nav::First, Nav::Last], "Goes to the first row, or the last."),
        nav(&[Nav::PageUp, Nav::PageDown], "Goes up or down by half a page."),
    ]
}

/// Where the picture under a part stands; empty where there is none.
pub fn place_below(form: &dyn Form, part: usize, context: &Context) -> Rect {
    let layout = Layout::of(form, form.area(context), context);
    let found = layout.below.iter().find(|(at, _)| *at == part);
    found.map_or(Rect::default(), |(_, place)| *place)
}

/// Columns before the label.
fn lead(row: &Row) -> u16 {
    let marked = matches!(row.value, Value::Option { .. } | Value::Count(_)) || row.hue.is_some();
    if marked { 2 } else { 0 }
}

/// Asks for every row that will be seen, so that drawing them has nothing left to read.
pub fn read_shown(form: &dyn Form, context: &Context) {
    for (at, _) in Layout::of(form, form.area(context), context).rows {
        let _ = form.row(at, context);
    }
}

/// Draws the form, and at its foot what is being said or what the row in focus means.
pub fn draw(form: &dyn Form, buf: &mut Buffer, context: &Context) {
    let look = &context.look;
    let area = form.area(context);
    let layout = Layout::of(form, area, context);
    for (word, place) in &layout.headings {
        panels::heading(look, panels::inset(*place, 1, 0, 1, 0), buf, word);
    }
    let focus = form.focus();
    for (at, place) in layout.rows.iter().filter(|(_, place)| !place.is_empty()) {
        let here = if *at == focus { Focus::Here } else { Focus::Elsewhere };
        let label = layout.label(form, *at, place.x, context);
        draw_row(&form.row(*at, context), here, label, *place, buf, look);
    }
    for (part, place) in &layout.below {
        form.draw_below(*part, panels::inset(*place, 1, 0, 0, 0), buf, context);
    }
    for (list, first, total) in &layout.lists {
        panels::scroll_mark(look, *list, buf, *first, *total);
    }
    // With two lines each, rows say what they mean themselves, where there is room for all of it.
    let row = form.row(focus, context);
    let told = layout.rows.iter().any(|(at, place)| {
        let lines = usize::from(place.height).saturating_sub(1);
        *at == focus && (1..=lines).contains(&sentence(&row, *place).len())
    });
    let about = if told { String::new() } else { row.about };
    let (words, meaning) = context.saying().unwrap_or((&about, Meaning::Muted));
    let lines = wrap(words, layout.foot.width).len() as u16;
    let foot = panels::inset(layout.foot, 0, layout.foot.height.saturating_sub(lines), 0, 0);
    panels::paragraph(look, foot, buf, words, look.theme().style(meaning));
}

/// Draws a row, with what it means on its second line where it has one; answers where the arrows of
/// its value stand.
fn draw_row(
    row: &Row,
    focus: Focus,
    label: u16,
    area: Rect,
    buf: &mut Buffer,
    look: &Look,
) -> Option<[Rect; 2]> {
    let theme = look.theme();
    let inner = panels::list_row(look, area, buf, focus);
    if focus == Focus::Here {
        for line in 1..area.height {
            panels::list_row(look, panels::row(area, line), buf, focus);
        }
    }
    let inner = panels::inset(inner, 0, 0, 1, 0);
    let focus = if row.unable.is_some() { Focus::Disabled } else { focus };
    let (name, second) = (panels::name_style(look, focus), panels::second_style(look, focus));
    let chosen = match row.value {
        Value::Option { chosen, .. } => Some((chosen, ("◉", "*"), ("○", "o"))),
        Value::Count(count) => Some((count > 0, ("●", "*"), ("○", "o"))),
        _ => None,
    };
    if let Some((chosen, (on, on_ascii), (off, off_ascii))) = chosen {
        let taken = chosen && row.unable.is_none();
        let sign = if taken { look.glyph(on, on_ascii) } else { look.glyph(off, off_ascii) };
        put(buf, inner, inner.x, inner.y, sign, if taken { theme.brass() } else { second });
    } else if let Some(hue) = row.hue {
        put(buf, inner, inner.x, inner.y, look.mark(hue), theme.seat(hue));
    }
    let lead = lead(row);
    let words = look.truncate(&row.label, label.saturating_sub(lead + 1));
    let style = match (&row.value, chosen) {
        (_, Some((true, ..))) if focus != Focus::Disabled => name.bold(),
        (Value::Option { .. } | Value::Count(_), _) => name,
        _ => second,
    };
    put(buf, inner, inner.x + lead, inner.y, &words, style);
    let mut rest = panels::inset(inner, label, 0, 0, 0);
    if let Some(why) = &row.unable {
        put(buf, rest, rest.x, rest.y, &look.truncate(why, rest.width), theme.faint());
        return None;
    }
    if let Some(strength) = row.strength {
        let meter = panels::inset(rest, rest.width.saturating_sub(5), 0, 0, 0);
        let on = !matches!(row.value, Value::Count(0));
        let style = if on { theme.brass() } else { theme.muted() };
        panels::meter(look, meter, buf, u16::from(strength), 5, style);
        rest = panels::inset(rest, 0, 0, 6, 0);
    }
    if !row.note.is_empty() {
        // The values come first.
        let note = look.truncate(&row.note, rest.width / 2);
        put_right(buf, rest, &note, second);
        rest = panels::inset(rest, 0, 0, width(&note) + 1, 0);
    }
    let about = panels::inset(area, 2 + lead, 1, 2, 0);
    panels::paragraph(look, about, buf, &row.about, second);
    match &row.value {
        Value::Option { words, .. } => {
            put(buf, rest, rest.x, rest.y, &look.truncate(words, rest.width), second);
        }
        Value::Count(count) => {
            if *count > 1 {
                let times = format!("{}{count}", look.glyph("×", "x"));
                put(buf, rest, rest.x, rest.y, &times, theme.brass());
            }
        }
        Value::Turn { text, ends } => {
            return Some(panels::turner(look, rest, buf, text, *ends, focus));
        }
        Value::Words { words, chosen, text, .. } => {
            let ends = panels::choices(look, rest, buf, words, *chosen, focus);
            let after = ends.last().map_or(rest.x, |place| place.right()) + 1;
            let rest = panels::inset(rest, after - rest.x, 0, 0, 0);
            put(buf, rest, rest.x, rest.y, &look.truncate(text, rest.width), name);
        }
        Value::Text(text) => {
            let text = if text.is_empty() { "none".to_owned() } else { as_told(text) };
            // Under the values that stand between arrows.
            let rest = panels::inset(rest, 2, 0, 0, 0);
            put(buf, rest, rest.x, rest.y, &look.truncate(&text, rest.width), second);
        }
    }
    None
}
