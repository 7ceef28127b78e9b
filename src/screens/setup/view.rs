//! What the page of a new match looks like beside its form: the staircase of levels, the board at
//! the right, and the buttons.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Setup;
use super::keys::{Action, SETUP};
use crate::play::Player;
use crate::search::Entry;
use crate::tui::Context;
use crate::tui::form;
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::text::{put, put_right, width, wrap};
use crate::tui::theme::Meaning;

pub const SIDE: Side = Side::Picture;
/// From so many rows of the panel on, the button is three rows high.
const TALL: u16 = 45;
/// With fewer rows the picture gets each that can be spared.
const LOW: u16 = 24;

/// Where things stand in the panel, from its foot upwards.
struct Places {
    picture: Rect,
    sentence: Rect,
    tour: Rect,
    start: Rect,
}

impl Setup {
    pub(super) fn draw(&self, buf: &mut Buffer, context: &Context) {
        let shell = Shell::of(context.area(), SIDE);
        shell.draw(&context.look, buf);
        form::draw(self, buf, context);
        self.draw_panel(&shell, buf, context);
    }

    fn places(&self, shell: &Shell, context: &Context) -> Places {
        let panel = shell.panel_text();
        let button = if panel.height >= TALL { 3 } else { 1 };
        let mut left = Rect { height: panel.height.saturating_sub(1), ..panel };
        let mut take = |rows: u16, air: u16| {
            let rows = rows.min(left.height);
            left.height -= rows;
            let taken = Rect { y: left.bottom(), height: rows, ..left };
            left.height = left.height.saturating_sub(air);
            taken
        };
        let start = take(button, 1);
        let offers_tour = self.newcomer && self.game.has_tour();
        let tour = take(u16::from(offers_tour), u16::from(offers_tour && button > 1));
        let most = if panel.height < LOW { 2 } else { 3 };
        let lines = wrap(self.beneath(context), panel.width).len().min(most);
        let sentence = take(lines as u16, u16::from(lines > 0));
        let caption = if panel.height < LOW { 1 } else { 2 };
        let picture = panels::inset(left, 0, caption, 0, 0);
        Places { picture, sentence, tour, start }
    }

    /// What stands under the picture: the sentence about its board, unless the list says it already.
    fn beneath(&self, context: &Context) -> &str {
        if self.tells(context) { "" } else { &self.looked_at }
    }

    /// Whether a click there starts the match, or the tour.
    pub(super) fn button_at(&self, at: Position, context: &Context) -> Option<Action> {
        let places = self.places(&Shell::of(context.area(), SIDE), context);
        if places.start.contains(at) {
            return Some(Action::Start);
        }
        places.tour.contains(at).then_some(Action::Tour)
    }

    fn draw_panel(&self, shell: &Shell, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let theme = look.theme();
        let (panel, places) = (shell.panel_text(), self.places(shell, context));
        match &self.preview {
            Ok(picture) => {
                panels::caption(look, panel, buf, &picture.name, &picture.summary);
                panels::picture(places.picture, buf, |buf, area| (picture.paint)(look, area, buf));
                let words = self.beneath(context);
                panels::paragraph(look, places.sentence, buf, words, theme.text());
            }
            Err(why) => {
                panels::paragraph(look, panel, buf, why, theme.style(Meaning::Warn));
            }
        }
        let (words, focus) = match &self.board {
            Ok(board) if self.is_turned => {
                (format!("Start on {}, {}", board.told, board.summary), Focus::Here)
            }
            Ok(board) => (format!("Start on {}", board.told), Focus::Here),
            Err(_) => ("Choose another board".to_owned(), Focus::Disabled),
        };
        self.draw_button(places.start, &words, focus, buf, context);
        if let Some(key) = context.keys.first(&SETUP, Action::Tour) {
            let words = format!("New here? {key} gives you a tour.");
            put(buf, places.tour, places.tour.x, places.tour.y, &words, theme.brass());
        }
    }

    fn draw_button(
        &self,
        area: Rect,
        words: &str,
        focus: Focus,
        buf: &mut Buffer,
        context: &Context,
    ) {
        let look = &context.look;
        let words = look.truncate(words, area.width);
        let middle = panels::row(area, area.height / 2);
        if look.has_colour() {
            for y in 0..area.height {
                panels::button(look, panels::row(area, y), buf, "", focus);
            }
        }
        panels::button(look, middle, buf, &words, focus);
        let key = context.keys.first(&SETUP, Action::Start).map(|key| key.to_string());
        let room = width(&words) + 6 <= area.width && look.has_colour();
        if room && focus == Focus::Here && key.as_deref() == Some("enter") {
            let sign = panels::inset(middle, 0, 0, 2, 0);
            put_right(buf, sign, look.glyph("↵", ""), look.theme().chosen());
        }
    }

    /// The levels of the chosen board, and who plays at each.
    pub(super) fn ladder(&self) -> Vec<(&'static str, &Entry)> {
        let ladder = self.board.as_ref().map(|board| board.bots.levels()).unwrap_or_default();
        ladder.into_iter().map(|(level, bot)| (level.name(), bot)).collect()
    }

    /// The seat whose level the staircase shows: the one in focus, else the first bot.
    pub(super) fn climbing(&self) -> usize {
        let bot =
            |seat: &usize| self.terms.chairs.get(*seat).is_some_and(|chair| chair.bot.is_some());
        let seen = Some(self.seat_seen).filter(|seat| *seat < self.terms.players);
        let in_focus = seen.filter(|seat| bot(seat) || self.focused_seat() == Some(*seat));
        in_focus.or_else(|| (0..self.terms.players).find(bot)).unwrap_or(0)
    }

    /// The step of the staircase at this place of the terminal.
    pub(super) fn step_at(&self, at: Position, context: &Context) -> Option<usize> {
        let area = form::place_below(self, super::rows::SEATS, context);
        if !area.contains(at) {
            return None;
        }
        let ladder = self.ladder();
        let names: Vec<&str> = ladder.iter().map(|(name, _)| *name).collect();
        let steps = panels::steps(panels::inset(area, 1, 0, 0, 0), &names);
        steps.iter().position(|place| (place.left()..place.right()).contains(&at.x))
    }

    /// The staircase, the chosen strategy's own name and what it sees.
    pub(super) fn draw_stairs(&self, area: Rect, buf: &mut Buffer, context: &Context) {
        let (look, theme) = (&context.look, context.look.theme());
        let ladder = self.ladder();
        let names: Vec<&str> = ladder.iter().map(|(name, _)| *name).collect();
        let seat = self.climbing();
        let Some(chair) = self.terms.chairs.get(seat) else { return };
        let found = match &chair.bot {
            Some(Player::Bot { strategy }) => self.bots.named(strategy),
            _ => None,
        };
        let chosen =
            found.and_then(|found| ladder.iter().position(|(_, it)| it.name == found.name));
        let sentence = u16::from(area.height > 1);
        let mut stairs = Rect { height: area.height - sentence, ..area };
        // With room for it every step says whose it is.
        let spoken: Vec<&str> =
            ladder.iter().map(|(_, it)| it.own_name().unwrap_or_default()).collect();
        let steps = panels::steps(area, &names);
        let roomy = area.height >= 9
            && spoken.iter().any(|name| !name.is_empty())
            && steps.iter().zip(&spoken).all(|(step, name)| width(name) < step.width);
        if roomy {
            stairs.height -= 1;
            for ((at, step), name) in steps.iter().enumerate().zip(&spoken) {
                let style = if chosen == Some(at) { theme.text() } else { theme.muted() };
                put(buf, *step, step.x, stairs.bottom(), name, style);
            }
        }
        panels::stairs(look, stairs, buf, &names, chosen);
        if sentence == 0 {
            return;
        }
        let line = panels::row(area, area.height - 1);
        let bots = self.terms.chairs[..self.terms.players]
            .iter()
            .filter(|chair| chair.bot.is_some())
            .count();
        let mut x = line.x;
        if bots > 1 {
            let hue = self.game.hue(seat, self.terms.players);
            x = put(buf, line, x, line.y, look.mark(hue), theme.seat(hue)) + 1;
        }
        let programs = !context.store.settings().programs.is_empty();
        // The foot of the page tells of the bot already.
        let (name, about) = match (&chair.bot, found) {
            (None, _) => (String::new(), "a person plays here; space seats a bot"),
            (Some(_), Some(_)) if self.focused_seat() == Some(seat) => match programs {
                true => (String::new(), "a bot plays here; space seats a program"),
                false => (String::new(), "a bot plays here; space seats a person"),
            },
            (_, Some(found)) => (found.own_name().unwrap_or_default().to_owned(), found.sentence),
            (Some(program), None) => (program.name(""), "a program from the settings"),
        };
        if !name.is_empty() && !roomy {
            x = put(buf, line, x, line.y, &name, theme.text()) + 2;
        }
        let room = line.right().saturating_sub(x);
        put(buf, line, x, line.y, &look.truncate(about, room), theme.muted());
    }
}
