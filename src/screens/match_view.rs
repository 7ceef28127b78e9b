//! What a match looks like, played or replayed: the board at the left, the side panel at the right.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::play::{Eye, Game, Player, Seat, Session, Turn};
use crate::search::{Bots, strategy};
use crate::tui::game_ui::{GameUi, MoveList, Seen};
use crate::tui::{Look, panels};

/// The parts of the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pub board: Rect,
    /// One row under the board, for what has to be said.
    pub status: Rect,
    pub panel: Rect,
}

/// Divides the body. The board is the largest thing, always.
pub fn layout<G: GameUi>(body: Rect) -> Layout {
    let panel_width = match (body.width, G::WIDE_PANEL) {
        (width, _) if width >= 110 => 34,
        (_, true) => 32,
        (_, false) => 28,
    }
    .min(body.width / 2);
    let left = Rect { width: body.width - panel_width, ..body };
    let status = Rect { y: left.bottom().saturating_sub(1), height: left.height.min(1), ..left };
    let board = Rect { height: left.height.saturating_sub(1), ..left };
    let panel = Rect { x: left.right(), width: panel_width, ..body };
    Layout { board, status, panel }
}

/// What was told of one ply, and who played it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub seat: Option<Seat>,
    pub lines: Vec<String>,
}

/// What this eye was told of each of the first `plies` moves.
pub fn log<G: Game>(session: &Session<G>, plies: usize, eye: Eye, names: &[String]) -> Vec<Told> {
    let mut state = session.state_at(0);
    let mut log = Vec::with_capacity(plies);
    for mv in &session.moves()[..plies] {
        log.push(Told { seat: state.turn().seat(), lines: state.tell(mv, eye, names) });
        state.play_unchecked(mv);
    }
    log
}

/// Everything the side panel shows beside the game's own part.
pub struct Panel<'a> {
    pub players: &'a [Player],
    pub names: &'a [String],
    pub log: &'a [Told],
    /// How long the bot to move has been thinking.
    pub thinking: Option<Duration>,
}

impl Panel<'_> {
    pub fn draw<G: GameUi>(
        &self,
        seen: &Seen<G>,
        ui: &G::Ui,
        variant: &G::Variant,
        area: Rect,
        buf: &mut Buffer,
        look: &Look,
    ) {
        panels::panel(area, buf, look);
        let inner = Rect {
            x: area.x + 2,
            y: area.y + 1,
            width: area.width.saturating_sub(3),
            height: area.height.saturating_sub(1),
        }
        .intersection(area);
        let rest = self.seats::<G>(seen, variant, inner, buf, look);
        let own = G::panel_rows(seen, ui, rest.height).min(rest.height);
        if own > 0 {
            G::panel(seen, ui, look, Rect { height: own, ..rest }, buf);
        }
        let rest = below(rest, own + u16::from(own > 0));
        self.moves::<G>(seen.turn, rest, buf, look);
    }

    /// Draws the seats and answers what is left of the area.
    fn seats<G: GameUi>(
        &self,
        seen: &Seen<G>,
        variant: &G::Variant,
        area: Rect,
        buf: &mut Buffer,
        look: &Look,
    ) -> Rect {
        let seats = self.players.len();
        let active = seen.turn.seat();
        // Two lines each while that leaves room for the moves, and air between two or three.
        let roomy = seats * 2 <= usize::from(area.height / 2);
        let airy = roomy && seats * 3 <= usize::from(area.height / 2).max(6);
        let step = if airy { 3 } else { 1 + u16::from(roomy) };
        let visible = usize::from((area.height / 2).max(1) / step).clamp(1, seats);
        let first = match active {
            Some(seat) if seats > visible => {
                seat.index().saturating_sub(visible / 2).min(seats - visible)
            }
            _ => 0,
        };
        let mut y = area.y;
        for seat in Seat::all(seats).skip(first).take(visible) {
            let row = Rect { y, height: 1, ..area }.intersection(area);
            self.seat_line(seen, seat, active == Some(seat), row, buf, look, !roomy);
            if roomy {
                let row = Rect { y: y + 1, height: 1, ..area }.intersection(area);
                self.seat_detail(seen, variant, seat, active == Some(seat), row, buf, look);
            }
            y += step;
        }
        let used = (y - area.y).min(area.height);
        below(area, used + u16::from(!airy))
    }

    #[allow(clippy::too_many_arguments)]
    fn seat_line<G: GameUi>(
        &self,
        seen: &Seen<G>,
        seat: Seat,
        active: bool,
        row: Rect,
        buf: &mut Buffer,
        look: &Look,
        with_note: bool,
    ) {
        if row.is_empty() {
            return;
        }
        let hue = G::hue(seat, self.players.len());
        let colour = look.theme().seat(hue);
        let place = match seen.turn {
            Turn::Over(outcome) if outcome.winner() == Some(seat) => "wins",
            Turn::Over(_) => "",
            Turn::Chance { by: Some(_) } if active => "to throw",
            _ if active => "to play",
            _ => "",
        };
        let note = if with_note && place.is_empty() {
            G::seat_note(seen.view, seat)
        } else {
            place.to_owned()
        };
        let right = panels::text_right(buf, row, &note, colour.add_modifier(Modifier::BOLD));
        if active {
            panels::edge_mark(buf, row, look, colour);
        }
        let name_style = if active { look.theme().strong() } else { look.theme().text() };
        panels::text(buf, row.x, row.y, 2, look.mark(hue), colour);
        let width = row.width.saturating_sub(3 + right);
        panels::text(buf, row.x + 2, row.y, width, &self.names[seat.index()], name_style);
    }

    #[allow(clippy::too_many_arguments)]
    fn seat_detail<G: GameUi>(
        &self,
        seen: &Seen<G>,
        variant: &G::Variant,
        seat: Seat,
        active: bool,
        row: Rect,
        buf: &mut Buffer,
        look: &Look,
    ) {
        if row.is_empty() {
            return;
        }
        let muted = look.theme().muted();
        if active {
            panels::edge_mark(buf, row, look, look.theme().seat(G::hue(seat, self.players.len())));
        }
        let note = panels::text_right(buf, row, &G::seat_note(seen.view, seat), look.theme().text());
        let words = match (self.thinking.filter(|_| active), &self.players[seat.index()]) {
            (Some(time), _) => {
                let dots = ".".repeat(1 + (time.as_millis() / 400 % 3) as usize);
                format!("thinking {:.1} s {dots}", time.as_secs_f32())
            }
            (None, Player::Human { .. }) => "human".to_owned(),
            (None, Player::Bot { strategy: name }) => match strategy::<G>(name, variant) {
                Ok(found) => format!("bot · {}", found.sentence),
                Err(_) => "bot".to_owned(),
            },
            (None, Player::Program { command }) => format!("program · {command}"),
        };
        let width = row.width.saturating_sub(3 + note);
        panels::text(buf, row.x + 2, row.y, width, &words, muted);
    }

    fn moves<G: GameUi>(&self, turn: &Turn, area: Rect, buf: &mut Buffer, look: &Look) {
        if area.height < 2 {
            return;
        }
        panels::heading(Rect { height: 1, ..area }, buf, look, "Moves");
        let list = below(area, 1);
        match G::MOVE_LIST {
            MoveList::Pairs => self.pairs::<G>(turn, list, buf, look),
            MoveList::Lines => self.lines::<G>(list, buf, look),
        }
    }

    /// Moves side by side, a round together, as a score sheet has them.
    fn pairs<G: GameUi>(&self, turn: &Turn, area: Rect, buf: &mut Buffer, look: &Look) {
        let seats = self.players.len().max(1);
        let text = |told: &Told| told.lines.first().cloned().unwrap_or_default();
        let widest = self.log.iter().map(|told| text(told).chars().count()).max().unwrap_or(1);
        let label = self.log.len().to_string().len().max(2);
        let round = seats * (widest + 1) + 1;
        let room = usize::from(area.width).saturating_sub(label);
        let rounds = (room / round).max(1);
        let per_row = rounds * seats;
        let rows = self.log.len().div_ceil(per_row);
        let first = rows.saturating_sub(usize::from(area.height));
        for (line, chunk) in self.log.chunks(per_row).enumerate().skip(first) {
            let y = area.y + (line - first) as u16;
            let number = format!("{:>label$}", line * per_row + 1);
            panels::text(buf, area.x, y, label as u16, &number, look.theme().faint());
            for (at, told) in chunk.iter().enumerate() {
                let x = label + 1 + (at / seats) * round + (at % seats) * (widest + 1) + 1;
                let hue = told.seat.map(|seat| G::hue(seat, seats));
                let mut style = hue.map_or(look.theme().muted(), |hue| look.theme().seat(hue));
                let newest = line * per_row + at + 1 == self.log.len();
                if newest && !turn.is_over() {
                    style = style.add_modifier(Modifier::REVERSED);
                }
                let width = (usize::from(area.width)).saturating_sub(x).min(widest) as u16;
                panels::text(buf, area.x + x as u16, y, width, &text(told), style);
            }
        }
    }

    /// What was told, the newest at the bottom.
    fn lines<G: GameUi>(&self, area: Rect, buf: &mut Buffer, look: &Look) {
        let seats = self.players.len();
        let mut rows: Vec<(Option<Seat>, bool, String)> = Vec::new();
        // Only as many as can be seen are wrapped; a match may be thousands of lines long.
        for told in self.log.iter().rev() {
            for line in told.lines.iter().rev() {
                let wrapped = panels::wrap(line, usize::from(area.width.saturating_sub(2)));
                for (at, part) in wrapped.into_iter().enumerate().rev() {
                    rows.push((told.seat, at == 0, part));
                }
            }
            if rows.len() >= usize::from(area.height) {
                break;
            }
        }
        rows.truncate(usize::from(area.height));
        for (at, (seat, begins, line)) in rows.iter().rev().enumerate() {
            let y = area.y + at as u16;
            if let (Some(seat), true) = (seat, begins) {
                let hue = G::hue(*seat, seats);
                panels::text(buf, area.x, y, 1, look.mark(hue), look.theme().seat(hue));
            }
            let newest = at + 1 == rows.len();
            let style: Style = if newest { look.theme().text() } else { look.theme().muted() };
            panels::text(buf, area.x + 2, y, area.width.saturating_sub(2), line, style);
        }
    }
}

fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}
