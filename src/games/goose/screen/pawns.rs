//! The pawns, on their way and where they wait: a meadow below the track, or a strip beside it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::art::{self, Sight};
use super::picture::{BoardPicture, Pawn, STRIP, Start};
use crate::tui::Charset;
use crate::tui::colour::Ink;
use crate::tui::text::{fill, put, put_centred, width};
use crate::tui::theme::Meaning;

impl BoardPicture<'_> {
    /// The start: a meadow with a gate below the first cell, or a strip beside it.
    pub(super) fn draw_start(&self, buf: &mut Buffer) {
        let theme = self.look.theme();
        match self.start {
            Start::Hidden => {}
            Start::Strip(place) => {
                if self.look.paints() {
                    let grass = self.grass();
                    fill(buf, place, theme.muted().bg(grass.color()));
                }
                let words = self.look.glyph("▸", ">");
                let style = theme.style(Meaning::Green);
                put(buf, place, place.right() - 1, self.gate(place), words, style);
            }
            Start::Meadow(place) => {
                let grass = self.grass();
                if self.look.paints() {
                    fill(buf, place, theme.muted().bg(grass.color()));
                    self.flowers(place, grass, buf);
                    if place.height > 1 {
                        self.fence(place, buf);
                    }
                }
                let y = place.y + place.height / 2;
                let words = format!("{} start", self.look.glyph("▲", "^"));
                let style = theme.style(Meaning::Green);
                let x = self.rect(1).map_or(place.x, |first| first.x) + 1;
                put(buf, place, x, y.min(place.bottom() - 1), &words, style);
            }
        }
    }

    fn grass(&self) -> Ink {
        let theme = self.look.theme();
        theme.ink(Meaning::Felt).towards(theme.ink(Meaning::Green), 0.10)
    }

    /// The row of a strip that leads to the first cell.
    fn gate(&self, strip: Rect) -> u16 {
        self.rect(1).map_or(strip.bottom(), |first| first.bottom()).saturating_sub(1)
    }

    /// A dark edge above the meadow, open between two posts under the first cell.
    fn fence(&self, place: Rect, buf: &mut Buffer) {
        let theme = self.look.theme();
        let Some(first) = self.rect(1) else { return };
        let post = theme.ink(Meaning::Brass).towards(theme.ink(Meaning::Wood), 0.45);
        for x in place.left()..place.right() {
            let (sign, ink) = match x {
                x if x == first.x || x + 1 == first.right() => ("█", post),
                x if (first.left()..first.right()).contains(&x) => continue,
                _ => ("▀", theme.ink(Meaning::Ground)),
            };
            put(buf, place, x, place.y, sign, Style::new().fg(ink.color()));
        }
    }

    /// Tufts of grass and a few flowers, the same every time.
    fn flowers(&self, place: Rect, grass: Ink, buf: &mut Buffer) {
        let theme = self.look.theme();
        let key = ("goose meadow", place.width);
        let sprite = self.look.sprite(key, place.width, place.height, |canvas| {
            let mut stir = 7_u32;
            let [tuft, light] = [0.25, 0.5].map(|it| grass.towards(theme.ink(Meaning::Green), it));
            for pixel in (0..2 * place.height).flat_map(|y| (0..place.width).map(move |x| (x, y))) {
                stir = stir.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let ink = match stir >> 24 {
                    0..=11 => tuft,
                    12..=19 => light,
                    20 => theme.ink(Meaning::Yellow),
                    21 => theme.ink(Meaning::Pink),
                    _ => continue,
                };
                // The words and the gate stay clear.
                if pixel.0 >= 10 {
                    canvas.pixels(pixel.0, pixel.1, 1, &["x"], |_| Some(ink));
                }
            }
        });
        sprite.draw(buf, place.x.into(), place.y.into());
    }

    pub fn pawns(&self, buf: &mut Buffer, pawns: &[Pawn]) {
        self.waiting_at_start(buf, pawns);
        for pawn in pawns.iter().filter(|pawn| pawn.cell > 0) {
            if let Some(rect) = self.rect(pawn.cell) {
                self.pawn(buf, pawn, rect);
            }
        }
    }

    fn pawn(&self, buf: &mut Buffer, pawn: &Pawn, rect: Rect) {
        let look = self.look;
        let theme = look.theme();
        let (w, h) = self.track.size();
        if w < 5 {
            let style = theme.on_piece(pawn.hue);
            fill(buf, rect, style);
            put_centred(buf, rect, look.mark(pawn.hue), style);
            return;
        }
        if self.prints_pawn(pawn, rect, buf) {
            return;
        }
        if !look.paints() {
            // A plain cell has a row for it; a sign stays, and the pawn stands on the line below.
            let up = 1 + u16::from(self.is_lined() && self.sight(pawn.cell).is_none());
            let row = Rect { y: rect.bottom() - up.min(rect.height), height: 1, ..rect };
            let [open, shut] = [look.glyph("‹", "<"), look.glyph("›", ">")];
            let style = theme.seat(pawn.hue).add_modifier(Modifier::BOLD);
            let style = match look.charset() {
                Charset::Unicode if !look.has_colour() => style.add_modifier(Modifier::REVERSED),
                _ => style,
            };
            put_centred(buf, row, &format!("{open}{}{shut}", pawn.tag), style);
            return;
        }
        // A small special cell keeps its sign: only the foot of the pawn stands in it.
        let special = self.sight(pawn.cell).is_some();
        let rows = match h {
            0..=2 => 1,
            3 | 4 if special => 1,
            3 | 4 => 2,
            _ => h,
        };
        let place = Rect { y: rect.bottom() - rows, height: rows, ..rect };
        // In the well only the head looks over the rim.
        let clip = match self.sight(pawn.cell) {
            Some(Sight::Well) if rows > 2 => Rect { height: rows - 2, ..place },
            _ => place,
        };
        self.figure(buf, pawn, place, clip);
    }

    /// Draws a pawn without colour between the number of its cell and the line below, beside a picture
    /// that stands there; answers whether there was room for it.
    fn prints_pawn(&self, pawn: &Pawn, rect: Rect, buf: &mut Buffer) -> bool {
        let (wide, high) = art::PRINTED;
        let inner = Rect {
            width: rect.width.saturating_sub(1),
            height: rect.height.saturating_sub(1),
            ..rect
        };
        let shared = self.sight(pawn.cell).is_some();
        let room = if shared { 3 * wide } else { wide };
        let unicode = !self.look.paints() && self.look.charset() == Charset::Unicode;
        if !unicode || !self.is_lined() || inner.width < room || inner.height <= high {
            return false;
        }
        let style = self.look.theme().seat(pawn.hue);
        let sprite = self.look.sprite(("goose pawn", &pawn.tag, style), wide, high, |canvas| {
            art::printed_pawn(&pawn.tag, canvas, style);
        });
        let middle = inner.x + (inner.width - wide) / 2;
        let x = if shared { inner.right() - wide } else { middle };
        // It stands before the picture, not in it.
        let before = Rect { x: x - 1, y: inner.bottom() - high, width: 1 + wide, height: high };
        fill(buf, before, self.look.theme().ground());
        sprite.draw(buf, x.into(), (inner.bottom() - high).into());
        true
    }

    /// A pawn at the foot of a place, with its mark on the body.
    fn figure(&self, buf: &mut Buffer, pawn: &Pawn, place: Rect, clip: Rect) {
        let (look, theme) = (self.look, self.look.theme());
        let Rect { width: wide, height: high, .. } = place;
        // The last half row belongs to the way on.
        let foot = u16::from(high >= 5);
        let sprite = look.sprite(("goose pawn", pawn.hue, &pawn.tag), wide, high, |canvas| {
            art::pawn(look, theme.piece(pawn.hue), canvas, foot);
            let body = if high >= 4 { high - 2 } else { high - 1 };
            let from = wide.saturating_sub(width(&pawn.tag)) / 2;
            for (letter, x) in pawn.tag.chars().zip(from..) {
                let style = theme.on_piece(pawn.hue);
                canvas.letter(x, body, letter.encode_utf8(&mut [0; 4]), style);
            }
        });
        sprite.draw_within(clip, buf, place.x.into(), place.y.into());
    }

    /// Those at the start stand side by side in the meadow, or one above the other in the strip;
    /// what does not fit is counted.
    fn waiting_at_start(&self, buf: &mut Buffer, pawns: &[Pawn]) {
        let theme = self.look.theme();
        let grass = self.grass();
        let waiting: Vec<&Pawn> = pawns.iter().filter(|pawn| pawn.cell == 0).collect();
        let (place, room) = match self.start {
            Start::Hidden => return,
            Start::Strip(place) => (place, usize::from(self.gate(place).saturating_sub(place.y))),
            // From behind the word on.
            Start::Meadow(place) => (place, usize::from(place.width.saturating_sub(14) / 4)),
        };
        let shown = if waiting.len() <= room { waiting.len() } else { room.saturating_sub(1) };
        let more = format!("+{}", waiting.len() - shown);
        if let Start::Meadow(place) = self.start {
            let (first, room) = (place.x + 11, place.width.saturating_sub(14));
            let pitch = (room / (shown.max(1) as u16)).clamp(4, 8);
            for (pawn, at) in waiting.iter().take(shown).zip(0..) {
                let place = Rect { x: first + at * pitch, width: 5, ..place };
                match self.look.paints() && place.height > 1 {
                    true => self.figure(buf, pawn, place, place),
                    false => {
                        let row = Rect { y: place.bottom() - 1, height: 1, ..place };
                        let style = theme.on_piece(pawn.hue);
                        put_centred(buf, row, &format!(" {} ", pawn.tag), style);
                        if self.look.paints() {
                            // Shoulders: a box would be no pawn.
                            let wide = width(&pawn.tag) + 2;
                            let left = row.x + row.width.saturating_sub(wide) / 2;
                            for (sign, x) in [("▟", left), ("▙", left + wide - 1)] {
                                let piece = theme.piece(pawn.hue).color();
                                let style = Style::new().fg(piece).bg(grass.color());
                                put(buf, row, x, row.y, sign, style);
                            }
                        }
                    }
                }
            }
            if shown < waiting.len() {
                let x = first + shown as u16 * pitch;
                put(buf, place, x, place.bottom() - 1, &more, theme.muted());
            }
            return;
        }
        for (pawn, up) in waiting.iter().take(shown).zip(1..) {
            let y = self.gate(place).saturating_sub(up);
            let tag = format!("{:^2}", pawn.tag.chars().take(2).collect::<String>());
            let style = match self.look.has_colour() {
                true => theme.on_piece(pawn.hue),
                false => theme.seat(pawn.hue),
            };
            put(buf, place, place.x, y, &tag, style);
        }
        if shown < waiting.len() {
            put(buf, Rect { width: STRIP, ..place }, place.x, place.y, &more, theme.muted());
        }
    }
}
