//! A list page: rows of two lines, one of them chosen and shown in full at the right. A page says
//! what its rows are; cursor, keys, mouse, scrolling and drawing are the same on all of them.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::keys::Nav;
use super::panels::{self, Focus, Shell, Side};
use super::text::{put, put_right, width};
use super::theme::Meaning;
use super::{Context, Hint, Look, Mouse, hints};

/// Lines of a row.
const LINES: u16 = 2;

/// What a row says.
#[derive(Default)]
pub struct Row {
    /// What it is.
    pub name: String,
    /// A few words at the right of it.
    pub right: String,
    /// On the second line.
    pub second: String,
    /// At the right of the second line.
    pub second_right: String,
}

/// A page that is a list.
pub trait List {
    /// The word above the rows.
    fn heading(&self) -> &'static str;
    /// How many rows there are.
    fn len(&self) -> usize;
    /// The chosen row.
    fn cursor(&self) -> usize;
    /// Chooses a row, or the last if there are not so many.
    fn go(&mut self, to: usize);
    /// What the row says; only those that are seen are asked for.
    fn row(&self, at: usize, context: &Context) -> Row;
    /// Draws more on the second line of a row, between its words.
    fn draw_more(&self, _at: usize, _area: Rect, _buf: &mut Buffer, _look: &Look) {}
    /// What stands in the place of the rows when there are none.
    fn nothing(&self) -> &'static str;
    /// Shows the chosen row in full.
    fn draw_panel(&self, shell: &Shell, buf: &mut Buffer, context: &Context);
}

/// The page's parts.
pub fn shell(context: &Context) -> Shell {
    Shell::of(context.area(), Side::Picture)
}

fn area(context: &Context) -> Rect {
    panels::inset(shell(context).board, 1, 2, 1, 1)
}

/// The rows that are seen.
pub fn shown(list: &dyn List, context: &Context) -> Range<usize> {
    let rows = usize::from(area(context).height / LINES).min(list.len());
    let first = panels::scroll_to(0, list.cursor(), rows, list.len());
    first..first + rows
}

/// What a key that works everywhere does to the list; false if it is for the page.
pub fn key(list: &mut dyn List, nav: Nav, context: &Context) -> bool {
    let page = usize::from(area(context).height / LINES).max(1);
    let at = list.cursor();
    list.go(match nav {
        Nav::Up => at.saturating_sub(1),
        Nav::Down => at + 1,
        Nav::PageUp => at.saturating_sub(page),
        Nav::PageDown => at + page,
        Nav::First => 0,
        Nav::Last => usize::MAX,
        _ => return false,
    });
    true
}

/// What the mouse does to the list; true if the chosen row was clicked once more, which opens it.
pub fn mouse(list: &mut dyn List, mouse: Mouse, at: Position, context: &Context) -> bool {
    match mouse {
        Mouse::WheelUp => drop(key(list, Nav::Up, context)),
        Mouse::WheelDown => drop(key(list, Nav::Down, context)),
        Mouse::Hover => {}
        Mouse::Click => {
            let area = area(context);
            let shown = shown(list, context);
            let hit = shown.start + usize::from(at.y.saturating_sub(area.y) / LINES);
            if area.contains(at) && shown.contains(&hit) {
                let again = hit == list.cursor();
                list.go(hit);
                return again;
            }
        }
    }
    false
}

/// The first words of the footer, as long as there is something to choose from.
pub fn hints(list: &dyn List, context: &Context) -> Vec<Hint> {
    let about = "Goes to the row above or below.";
    let hint = hints::nav_about(&context.keys, &[Nav::Up, Nav::Down], "choose", about);
    (list.len() > 1).then_some(hint).into_iter().collect()
}

/// What works on every list and does not stand in the footer, for the help.
pub fn explained(context: &Context) -> Vec<Hint> {
    let nav = |navs: &[Nav], about| hints::nav_about(&context.keys, navs, "", about);
    vec![
        nav(&[Nav::Up, Nav::Down], "Goes to the row above or below."),
        nav(&[Nav::First, Nav::Last], "Goes to the first row, or the last."),
        nav(&[Nav::PageUp, Nav::PageDown], "Goes up or down by a page."),
    ]
}

/// Draws the whole page: the list, the panel and what is being said.
pub fn draw(list: &dyn List, buf: &mut Buffer, context: &Context) {
    let look = &context.look;
    let shell = shell(context);
    shell.draw(look, buf);
    let area = area(context);
    let head = Rect { y: area.y.saturating_sub(1), height: 1, ..area };
    panels::heading(look, panels::inset(head, 1, 0, 1, 0), buf, list.heading());
    if list.len() == 0 {
        let words = panels::inset(area, 1, 1, 1, 0);
        panels::paragraph(look, words, buf, list.nothing(), look.theme().muted());
    }
    let shown = shown(list, context);
    for (at, y) in shown.clone().zip((0..).step_by(usize::from(LINES))) {
        let place = Rect { y: area.y + y, height: LINES, ..area }.intersection(area);
        draw_row(list, at, place, buf, context);
    }
    let seen = Rect { height: shown.len() as u16 * LINES, ..area }.intersection(area);
    panels::scroll_mark(look, seen, buf, shown.start * usize::from(LINES), list.len() * 2);
    list.draw_panel(&shell, buf, context);
    context.draw_status(shell.status(), buf, "", Meaning::Muted);
}

fn draw_row(list: &dyn List, at: usize, place: Rect, buf: &mut Buffer, context: &Context) {
    let look = &context.look;
    let focus = Focus::at(at, list.cursor());
    let (name, second) = (panels::name_style(look, focus), panels::second_style(look, focus));
    let row = list.row(at, context);
    let lines = [
        (0, row.name.as_str(), name, row.right.as_str()),
        (1, row.second.as_str(), second, row.second_right.as_str()),
    ];
    for (at_line, words, style, right) in lines {
        let line = panels::list_row(look, panels::row(place, at_line), buf, focus);
        let line = panels::inset(line, at_line, 0, 2, 0);
        put_right(buf, line, right, second);
        let room = line.width.saturating_sub(width(right) + 2);
        put(buf, line, line.x, line.y, &look.truncate(words, room), style);
        if at_line == 1 {
            let taken = if words.is_empty() { 0 } else { width(words) + 2 };
            let between = panels::inset(line, taken, 0, width(right) + 2, 0);
            list.draw_more(at, between, buf, look);
        }
    }
}
