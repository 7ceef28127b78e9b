//! Settings: every value with what it means, and the change at once before one's eyes.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::Games;
use crate::play::{Eye, Hue, Session, Variant};
use crate::store::{KEYS, Kind, Step};
use crate::tui::ask::Prompt;
use crate::tui::form::{self, At, Change, Ends, Form, Part, Row, Value};
use crate::tui::game_ui::{GameUi, draw_still};
use crate::tui::help::HelpScreen;
use crate::tui::keys::Nav;
use crate::tui::panels::{self, Paint, Shell, Side};
use crate::tui::text::{put, width};
use crate::tui::{Answer, Context, Effect, Hint, Keep, Msg, Screen, Title, hints};

const HELP: &str = include_str!("settings.md");

struct SettingsScreen {
    cursor: usize,
    preview: Option<Paint>,
}

/// The page on which a change is in force, and written, at once.
pub fn open(games: &Games) -> Box<dyn Screen> {
    let preview = games.all().first().and_then(|game| game.sample());
    Box::new(SettingsScreen { cursor: 0, preview })
}

/// The same from a match of this game, on whose board the look can be judged.
pub fn open_for<G: GameUi>() -> Box<dyn Screen> {
    Box::new(SettingsScreen { cursor: 0, preview: sample::<G>() })
}

/// A board of a game with something on it, to judge colours and characters by.
pub(super) fn sample<G: GameUi>() -> Option<Paint> {
    let variant = G::Variant::parse(G::BOARDS.first()?.1).ok()?;
    let mut session = Session::<G>::new(&variant, variant.usual_seats(), 7);
    for at in 0..12 {
        let legal = session.state().legal_moves();
        if let Some(mv) = legal.get((at * 5 + 3) % legal.len().max(1)) {
            session.play(mv.clone()).ok()?;
        }
    }
    let state = session.state().clone();
    let view = state.view(Eye::Spectator);
    Some(Box::new(move |look, area, buf| draw_still::<G>(&state, &view, look, area, buf)))
}

impl Form for SettingsScreen {
    fn parts(&self) -> Vec<Part> {
        vec![Part { heading: "Settings", rows: KEYS.len(), chosen: 0 }]
    }

    fn row(&self, at: At, context: &Context) -> Row {
        let key = &KEYS[at.row];
        let text = key.shown(context.store.settings());
        let value = match key.kind {
            Kind::Texts { .. } => Value::Text(text),
            Kind::Number { least, most, is_time, .. } => {
                let number = text.parse().unwrap_or(least);
                let text = if is_time { format!("{} s", number as f64 / 1000.0) } else { text };
                Value::Turn { text, ends: Ends { less: number > least, more: number < most } }
            }
            _ => Value::Turn { text, ends: Ends::NONE },
        };
        Row::new(key.title, value, key.about)
    }

    fn focus(&self) -> At {
        At { part: 0, row: self.cursor }
    }

    fn look_at(&mut self, at: At, _: &mut Context) {
        self.cursor = at.row;
    }

    fn change(&mut self, at: At, change: Change, context: &mut Context) -> Effect {
        let key = &KEYS[at.row];
        let mut settings = context.store.settings().clone();
        if matches!(key.kind, Kind::Texts { .. }) {
            let prompt = Prompt::to_edit("Several, with commas between", &key.shown(&settings));
            return Effect::Open(Box::new(prompt));
        }
        let step = if change == Change::Previous { Step::Previous } else { Step::Next };
        key.step(&mut settings, context.store.own(), step);
        Effect::Keep(Keep::Settings(Box::new(settings)))
    }

    fn area(&self, context: &Context) -> Rect {
        panels::inset(Shell::of(context.area(), Side::Picture).board, 1, 1, 1, 0)
    }
}

impl Screen for SettingsScreen {
    fn update(&mut self, msg: Msg, context: &mut Context) -> Effect {
        match msg {
            Msg::Key(key) => match context.keys.nav(&key) {
                Some(Nav::Back) => Effect::Close,
                Some(nav) => form::key(self, nav, context).unwrap_or(Effect::None),
                None => Effect::None,
            },
            Msg::Answered(Answer::Text(line)) => {
                let mut settings = context.store.settings().clone();
                match KEYS[self.cursor].type_in(&mut settings, &line) {
                    Ok(()) => Effect::Keep(Keep::Settings(Box::new(settings))),
                    Err(why) => Effect::Say(why),
                }
            }
            Msg::Mouse(mouse, at) => form::mouse(self, mouse, at, context),
            _ => Effect::None,
        }
    }

    fn view(&self, _: Rect, buf: &mut Buffer, context: &Context) {
        let look = &context.look;
        let theme = look.theme();
        let shell = Shell::of(context.area(), Side::Picture);
        shell.draw(look, buf);
        form::draw(self, buf, context);
        let panel = shell.panel_text();
        put(buf, panel, panel.x, panel.y, "Preview", theme.strong());
        if let Some(paint) = &self.preview {
            let picture = panels::inset(panel, 0, 2, 0, 4);
            panels::picture(picture, buf, |buf, area| paint(look, area, buf));
        }
        let widest = Hue::ALL.iter().map(|hue| width(hue.name()) + 2).max().unwrap_or(0);
        let pitch = (panel.width.saturating_sub(widest) / 2).min(widest + 4);
        for (at, hue) in Hue::ALL.into_iter().enumerate() {
            let line = panels::row(panel, panel.height.saturating_sub(3) + at as u16 / 3);
            let x = line.x + at as u16 % 3 * pitch;
            let end = put(buf, line, x, line.y, look.mark(hue), theme.seat(hue));
            put(buf, line, end + 1, line.y, hue.name(), theme.seat(hue));
        }
    }

    fn title(&self) -> Title {
        Title { name: "Settings".to_owned(), ..Title::default() }
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let mut all = form::hints(self, context);
        all.extend(hints::help_and_back(&context.keys, "back"));
        all
    }

    fn min_size(&self) -> Size {
        Size::new(72, 18)
    }

    fn help(&self, context: &Context) -> Option<Box<dyn Screen>> {
        let all = hints::explained(self.hints(context), form::explained(context));
        let text = HELP.replace("FILE", &context.store.places().settings().display().to_string());
        Some(Box::new(HelpScreen::of_text("Settings", &text, &all, context)))
    }
}
