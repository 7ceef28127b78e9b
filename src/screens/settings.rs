//! Settings: every value with what it means, and the change at once before one's eyes.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::{Games, Paint};
use crate::play::{Eye, Hue, Session, Variant};
use crate::store::{KEYS, Kind, Step};
use crate::tui::ask::{Prompt, row_at};
use crate::tui::game_ui::{GameUi, draw_still};
use crate::tui::help::HelpScreen;
use crate::tui::keys::Nav;
use crate::tui::panels::{self, Focus, Shell, Side};
use crate::tui::text::put;
use crate::tui::theme::Meaning;
use crate::tui::{Answer, Desk, Effect, Hint, Mouse, Msg, Screen, Title, hints};

const HELP: &str = include_str!("settings.md");

struct SettingsScreen {
    cursor: usize,
    preview: Option<Paint>,
    typing: bool,
}

/// The page on which a change is in force, and written, at once.
pub fn open(games: &Games) -> Box<dyn Screen> {
    let preview = games.all().first().and_then(|game| game.sample());
    Box::new(SettingsScreen { cursor: 0, preview, typing: false })
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

impl SettingsScreen {
    fn step(&mut self, step: Step, desk: &mut Desk) -> Effect {
        let mut settings = desk.store.settings().clone();
        KEYS[self.cursor].step(&mut settings, desk.store.own_themes(), step);
        Self::keep(settings, desk)
    }

    /// Uses and writes the settings; a file that cannot be written is no obstacle to using them.
    fn keep(settings: crate::store::Settings, desk: &mut Desk) -> Effect {
        let kept = desk.store.set_settings(settings);
        desk.restyle();
        match kept {
            Ok(()) => Effect::None,
            Err(why) => Effect::Say(format!("it holds until you leave, but is not kept: {why}")),
        }
    }

    fn type_in(&mut self, desk: &Desk) -> Effect {
        self.typing = true;
        let key = &KEYS[self.cursor];
        let now = key.shown(desk.store.settings());
        Effect::Open(Box::new(Prompt::new("Several, with commas between", &now)))
    }

    fn list_area(desk: &Desk) -> Rect {
        panels::inset(Shell::of(desk.area(), Side::Narrow).board, 1, 2, 1, 1)
    }

    fn places(desk: &Desk) -> Vec<Rect> {
        let list = Self::list_area(desk);
        (0..KEYS.len()).map(|at| panels::row(list, at as u16)).collect()
    }
}

impl Screen for SettingsScreen {
    fn update(&mut self, msg: Msg, desk: &mut Desk) -> Effect {
        let last = KEYS.len() - 1;
        let is_text = matches!(KEYS[self.cursor].kind, Kind::Texts { .. });
        match msg {
            Msg::Key(key) => match desk.keys.nav(&key) {
                Some(Nav::Up | Nav::Previous) => self.cursor = self.cursor.saturating_sub(1),
                Some(Nav::Down | Nav::Next) => self.cursor = (self.cursor + 1).min(last),
                Some(Nav::First) => self.cursor = 0,
                Some(Nav::Last) => self.cursor = last,
                Some(Nav::Left) if !is_text => return self.step(Step::Previous, desk),
                Some(Nav::Right | Nav::Confirm) if !is_text => return self.step(Step::Next, desk),
                Some(Nav::Confirm | Nav::Right) => return self.type_in(desk),
                Some(Nav::Back) => return Effect::Close,
                _ => {}
            },
            Msg::Answered(answer) => {
                let typing = std::mem::take(&mut self.typing);
                if let (true, Answer::Text(line)) = (typing, answer) {
                    let mut settings = desk.store.settings().clone();
                    return match KEYS[self.cursor].type_in(&mut settings, &line) {
                        Ok(()) => Self::keep(settings, desk),
                        Err(why) => Effect::Say(why),
                    };
                }
            }
            Msg::Mouse(Mouse::WheelUp, _) => self.cursor = self.cursor.saturating_sub(1),
            Msg::Mouse(Mouse::WheelDown, _) => self.cursor = (self.cursor + 1).min(last),
            Msg::Mouse(Mouse::Click, at) => {
                if let Some(hit) = row_at(&Self::places(desk), at) {
                    let again = hit == self.cursor;
                    self.cursor = hit;
                    if again {
                        return match matches!(KEYS[hit].kind, Kind::Texts { .. }) {
                            true => self.type_in(desk),
                            false => self.step(Step::Next, desk),
                        };
                    }
                }
            }
            _ => {}
        }
        Effect::None
    }

    fn view(&self, _: Rect, buf: &mut Buffer, desk: &Desk) {
        let look = &desk.look;
        let theme = look.theme();
        let shell = Shell::of(desk.area(), Side::Narrow);
        shell.draw(look, buf);
        let list = Self::list_area(desk);
        let head = Rect { y: list.y.saturating_sub(1), height: 1, ..list };
        panels::heading(look, panels::inset(head, 1, 0, 0, 0), buf, "Settings");
        for (at, key) in KEYS.iter().enumerate() {
            let focus = Focus::at(at, self.cursor);
            let line = panels::list_row(look, panels::row(list, at as u16), buf, focus);
            put(buf, line, line.x, line.y, key.title, panels::name_style(look, focus));
            let value = panels::inset(line, 30, 0, 1, 0);
            let shown = key.shown(desk.store.settings());
            match key.kind {
                Kind::Texts { .. } => {
                    let words = if shown.is_empty() { "none" } else { &shown };
                    let words = look.truncate(words, value.width);
                    put(buf, value, value.x, value.y, &words, panels::second_style(look, focus));
                }
                _ => drop(panels::turner(look, value, buf, &shown, focus)),
            }
        }
        let foot = panels::inset(list, 1, KEYS.len() as u16 + 1, 1, 0);
        let about = about(KEYS[self.cursor].name);
        panels::paragraph(look, foot, buf, &about, theme.muted());
        let file = desk.store.places().settings().display().to_string();
        desk.draw_status(shell.status(), buf, &format!("kept in {file}"), Meaning::Faint);
        let panel = shell.panel_text();
        put(buf, panel, panel.x, panel.y, "Preview", theme.strong());
        let picture = panels::inset(panel, 0, 2, 0, 4);
        let picture = Rect { height: picture.height.min(picture.width * 2 / 3), ..picture };
        if let Some(paint) = &self.preview {
            paint(look, picture, buf);
        }
        for (at, hue) in Hue::ALL.into_iter().enumerate() {
            let line = panels::row(panel, picture.height + 3 + at as u16 / 3);
            let x = line.x + at as u16 % 3 * 9;
            let end = put(buf, line, x, line.y, look.mark(hue), theme.seat(hue));
            put(buf, line, end + 1, line.y, hue.name(), theme.seat(hue));
        }
    }

    fn title(&self) -> Title {
        Title { name: "Settings".to_owned(), ..Title::default() }
    }

    fn hints(&self, desk: &Desk) -> Vec<Hint> {
        let keys = &desk.keys;
        let is_text = matches!(KEYS[self.cursor].kind, Kind::Texts { .. });
        vec![
            hints::nav(keys, &[Nav::Up, Nav::Down], "choose"),
            match is_text {
                true => hints::nav(keys, &[Nav::Confirm], "type"),
                false => hints::nav(keys, &[Nav::Left, Nav::Right], "change"),
            },
            hints::nav(keys, &[Nav::Help], "help"),
            hints::nav(keys, &[Nav::Back], "back"),
        ]
    }

    fn min_size(&self) -> Size {
        Size::new(72, 18)
    }

    fn help(&self, desk: &Desk) -> Option<Box<dyn Screen>> {
        Some(Box::new(HelpScreen::of_text("Settings", HELP, &self.hints(desk), desk)))
    }
}

/// What a setting means: the comment above it in the settings file.
fn about(name: &str) -> String {
    let template = crate::store::TEMPLATE;
    let Some(at) = template.find(&format!("\n{name} = ")) else { return String::new() };
    let start = template[..at].rfind("\n\n").map_or(0, |blank| blank + 2);
    template[start..at]
        .lines()
        .map(|line| line.trim_start_matches("# "))
        .collect::<Vec<_>>()
        .join(" ")
}
