//! The end of a match: a banner over the board, and in the panel the score of the series and what
//! comes next.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::PlayScreen;
use super::keys::{Action, END, MATCH};
use crate::lang::{as_told, told};
use crate::play::{Concession, Hue, Player, Scene, Seat, Seating, Series, Session};
use crate::screens::match_view::Layout;
use crate::tui::banner::Banner;
use crate::tui::game_ui::GameUi;
use crate::tui::panels;
use crate::tui::text::{put, put_centred, put_right, width};
use crate::tui::theme::Meaning;
use crate::tui::{Charset, Context, Look, pixels};

/// What can be done next, in the order of the panel.
const NEXT: [Action; 6] = [
    Action::Again,
    Action::TryAgain,
    Action::Opponent,
    Action::Board,
    Action::Replay,
    Action::WhereLost,
];

impl<G: GameUi> PlayScreen<G> {
    /// Whether the match is over and has been seen to be.
    pub(super) fn has_ended(&self) -> bool {
        self.turn().is_over() && !self.table.is_moving()
    }

    fn end(&self) -> End<'_> {
        let scene = &self.table.scene;
        End {
            seating: &self.table.seating,
            series: self.driver.series(),
            winners: &scene.winners,
            conceded: scene.resigned.map(|seat| (seat, scene.concession)),
            hue: G::hue,
            offered: self.offered().collect(),
            missed: self.puzzler.missed.as_ref().map_or(0, |missed| missed.number),
            first_seat_begins: first_seat_begins::<G>(self.driver.session()),
        }
    }

    /// How the match ended, in a sentence for whoever sits here; none while it goes on.
    pub(super) fn verdict(&self) -> Option<String> {
        let Scene { view, turn, resigned, .. } = &self.table.scene;
        let plain = self.table.verdict()?;
        let praise = || self.end().praise(G::how(view, turn, self.table.names()));
        Some(resigned.map_or_else(praise, |_| None).unwrap_or(plain))
    }

    /// Draws what the end adds to the board, and the whole panel.
    pub(super) fn draw_end(&self, parts: Layout, context: &Context, buf: &mut Buffer) {
        let (look, end) = (&context.look, self.end());
        if self.bannered {
            let side =
                Rect { height: parts.status.bottom().saturating_sub(parts.board.y), ..parts.board };
            let ink = match end.winning_hue() {
                Some(hue) => look.theme().piece(hue),
                None => look.theme().ink(Meaning::Brass),
            };
            let beside = self.beside(context);
            let proof = G::proof(&self.table.seen(&beside), &self.table.ui, look, parts.board);
            let edges = G::edges(&self.table.seen(&beside), &self.table.ui, look, parts.board);
            let Scene { view, turn, .. } = &self.table.scene;
            let words = end.words(G::how(view, turn, self.table.names()));
            Banner { words: &words, ink, edges: &edges }.draw(look, side, &proof, buf);
        }
        let places = self.places(parts.panel, context);
        self.table.draw_seats(&self.beside(context), parts.panel, context, buf);
        end.draw_series(places.series, look, buf);
        end.draw_next(&places, context, buf);
        if places.rest.height > 2 {
            self.table.draw_moves(places.rest, context, buf);
        }
    }

    /// Which row of *Next* is under the mouse.
    pub(super) fn next_at(&self, at: Position, context: &Context) -> Option<Action> {
        let places = self.places(self.table.layout(context).panel, context);
        let row = places.next.iter().position(|row| row.contains(at))?;
        self.offered().nth(row)
    }

    fn offered(&self) -> impl Iterator<Item = Action> + '_ {
        NEXT.into_iter().filter(|action| self.offers(*action))
    }

    /// Divides what the seats leave of the panel. What comes next is never left out.
    fn places(&self, panel: Rect, context: &Context) -> Places {
        let rest = self.table.below_seats(&self.beside(context), panel, &context.look);
        let rows = self.offered().count() as u16;
        let room = rest.height.saturating_sub(rows + 1);
        let seats = self.players().len() as u16;
        let wanted = match (seats, context.look.charset()) {
            (2, Charset::Unicode) => 6,
            (2, Charset::Ascii) => 3,
            _ => seats + 1,
        };
        let series = if room > wanted { wanted } else { room.saturating_sub(1) };
        let series = if series < 2 { 0 } else { series };
        let heading = panels::inset(rest, 0, series + u16::from(series > 0), 0, 0);
        let next = (0..rows).map(|row| panels::row(heading, row + 1)).collect();
        let used = rows + 2;
        Places {
            series: Rect { height: series, ..rest },
            heading: panels::row(heading, 0),
            next,
            rest: panels::inset(heading, 0, used, 0, 0),
        }
    }
}

/// How a match ended, whatever was played.
struct End<'a> {
    seating: &'a Seating,
    series: &'a Series,
    winners: &'a [Seat],
    /// Who gave up, and how.
    conceded: Option<(Seat, Concession)>,
    /// The colour of a seat, of so many.
    hue: fn(Seat, usize) -> Hue,
    /// What can be done next.
    offered: Vec<Action>,
    /// The move at which a win was missed.
    missed: usize,
    first_seat_begins: bool,
}

impl End<'_> {
    fn seats(&self) -> usize {
        self.seating.players().len()
    }

    fn draw_next(&self, places: &Places, context: &Context, buf: &mut Buffer) {
        let look = &context.look;
        panels::heading(look, places.heading, buf, "Next");
        for (action, row) in self.offered.iter().copied().zip(&places.next) {
            let words = match action {
                Action::Again => self.rematch_words(row.width.saturating_sub(2)),
                Action::Opponent => "Another opponent".to_owned(),
                Action::Board => "Another board".to_owned(),
                Action::Replay => "Replay".to_owned(),
                Action::TryAgain => {
                    format!("Missed a win at move {}", self.missed)
                }
                _ => "Where it was lost".to_owned(),
            };
            let key =
                context.keys.first(&END, action).or_else(|| context.keys.first(&MATCH, action));
            let ascii = look.charset() == Charset::Ascii;
            let key = key.as_ref().map_or("", |key| key.label(ascii));
            let key = if key == "enter" { look.glyph("↵", ">") } else { key };
            if action == Action::Again {
                // The whole row is the button, from the panel's edge on.
                let button = Rect { x: row.x.saturating_sub(1), width: row.width + 1, ..*row };
                let style = look.theme().chosen();
                if look.has_colour() {
                    crate::tui::text::fill(buf, button, style);
                }
                put(buf, *row, row.x, row.y, &as_told(&format!("{key} {}", told(&words))), style);
                continue;
            }
            let end = put(buf, *row, row.x, row.y, key, look.theme().key());
            put(buf, *row, end + 1, row.y, &words, look.theme().text());
        }
    }

    /// The score, large between two, as a list among more.
    fn draw_series(&self, area: Rect, look: &Look, buf: &mut Buffer) {
        if area.height < 2 {
            return;
        }
        let (theme, seats) = (look.theme(), self.seats());
        let (series, winners) = (self.series, self.winners);
        panels::heading(look, area, buf, "Series");
        let many = match series.best_of {
            Some(all) => format!(" best of {all}"),
            None => format!(" match {}", series.played() + 1),
        };
        put_right(buf, panels::row(area, 0), &many, theme.muted());
        let wins = series.wins(winners, seats);
        let of = |seat: Seat| wins[series.player(seat, seats)];
        let hue = |seat: Seat| (self.hue)(seat, seats);
        if seats != 2 {
            for (seat, at) in Seat::all(seats).zip(1..area.height) {
                let row = panels::row(area, at);
                put(buf, row, row.x, row.y, look.mark(hue(seat)), theme.seat(hue(seat)));
                let end = put_right(buf, row, &of(seat).to_string(), theme.strong());
                let name = self.called(seat);
                let name = look.truncate(&name, end.saturating_sub(row.x + 3));
                put(buf, row, row.x + 2, row.y, &name, theme.text());
            }
            return;
        }
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| of(seat).to_string());
        let score = panels::inset(area, 0, 1, 0, 1);
        if look.charset() == Charset::Ascii || area.height < 6 {
            let words = format!("{first} - {second}");
            put_centred(buf, panels::row(score, 0), &words, theme.strong());
        } else {
            let dash = pixels::columns("-", 1).unwrap_or(3);
            let middle = score.x + (score.width - dash) / 2;
            let left = pixels::columns(&first, 1).unwrap_or(0);
            let at = |x: u16| Rect { x, width: score.right().saturating_sub(x), ..score };
            let ink = |seat| theme.piece(hue(seat));
            pixels::draw(
                look,
                at(middle.saturating_sub(left + 4)),
                buf,
                &first,
                ink(Seat::FIRST),
                1,
            );
            pixels::draw(look, at(middle), buf, "-", theme.ink(Meaning::Muted), 1);
            pixels::draw(look, at(middle + dash + 4), buf, &second, ink(Seat::SECOND), 1);
        }
        self.draw_pips(panels::row(area, area.height - 1), look, buf);
    }

    /// A pip for each match of the series, those to come hollow.
    fn draw_pips(&self, row: Rect, look: &Look, buf: &mut Buffer) {
        let (theme, seats) = (look.theme(), self.seats());
        let (series, winners) = (self.series, self.winners);
        let mut pips: Vec<(&str, _)> = Vec::new();
        for won in series.results(Some(winners), seats) {
            pips.push(match won.as_slice() {
                [player] => {
                    let hue = (self.hue)(series.seat(*player, seats), seats);
                    (look.mark(hue), theme.seat(hue))
                }
                _ => (look.glyph("◐", "="), theme.muted()),
            });
        }
        let all = series.best_of.map_or(pips.len(), usize::from);
        while pips.len() < all {
            pips.push((look.glyph("○", "."), theme.faint()));
        }
        let shown = usize::from(row.width).div_ceil(2).max(1);
        let pips = &pips[pips.len().saturating_sub(shown)..];
        let step = if pips.len() * 4 <= usize::from(row.width) { 4 } else { 2 };
        let wide = (pips.len() as u16).saturating_sub(1) * step + 1;
        let mut x = row.x + row.width.saturating_sub(wide) / 2;
        for (pip, style) in pips {
            put(buf, row, x, row.y, pip, *style);
            x += step;
        }
    }

    /// The one winner's colour.
    fn winning_hue(&self) -> Option<Hue> {
        match self.winners {
            [seat] => Some((self.hue)(*seat, self.seats())),
            _ => None,
        }
    }

    /// What the page calls a player.
    fn called(&self, seat: Seat) -> String {
        self.seating.labels()[seat.index()].clone()
    }

    /// The only person at the table.
    fn alone(&self) -> Option<Seat> {
        self.seating.only_person()
    }

    /// How it ended, to the only person if that is who won.
    fn praise(&self, how: Option<String>) -> Option<String> {
        let (said, how) = match (self.alone(), self.winners) {
            (Some(you), [winner]) if you == *winner => self.words(how).swap_remove(0),
            _ => return None,
        };
        Some(as_told(format!("{} {}", told(&said), told(&how)).trim_end()))
    }

    /// What the banner says, and shorter.
    /// `how` is what the game says of it.
    fn words(&self, how: Option<String>) -> Vec<(String, String)> {
        let (seats, winners) = (self.seats(), self.winners);
        let how = match self.conceded {
            Some((seat, Concession::Resigned)) if self.alone() == Some(seat) => {
                "you resigned".to_owned()
            }
            Some((seat, Concession::OutOfTime)) if self.alone() == Some(seat) => {
                "your time ran out".to_owned()
            }
            Some((seat, Concession::Resigned)) => format!("{} resigned", self.called(seat)),
            Some((seat, Concession::OutOfTime)) => {
                format!("{} ran out of time", self.called(seat))
            }
            None => how.unwrap_or_default(),
        };
        let series = self.series;
        let how = match series.decided(winners, seats).map(|player| series.seat(player, seats)) {
            Some(seat) => {
                let mut wins = series.wins(winners, seats);
                let most = wins.swap_remove(series.player(seat, seats));
                let next = wins.into_iter().max().unwrap_or(0);
                format!("{how}; series {most} to {next}")
            }
            None => how,
        };
        let how = how.trim_start_matches("; ").to_owned();
        match self.winners {
            [] => vec![("A draw".to_owned(), how)],
            [winner] => {
                let person = self.seating.players()[winner.index()].is_human();
                let hue = (self.hue)(*winner, seats).name();
                match (self.alone(), &self.seating.players()[winner.index()]) {
                    (Some(you), _) if you != *winner => {
                        // 'You lose with four in a row' would say the wrong thing of the wrong one.
                        let who = match self.conceded {
                            Some(_) => how.clone(),
                            None => as_told(&format!(
                                "{} {} {}",
                                told(&self.called(*winner)),
                                told("wins"),
                                told(&how)
                            )),
                        };
                        vec![("You lose".to_owned(), who), ("You lose".to_owned(), how)]
                    }
                    (Some(_), Player::Human { name: None }) => vec![("You win".to_owned(), how)],
                    _ => {
                        let name = if person { self.called(*winner) } else { hue.to_owned() };
                        let wins = match self.conceded {
                            Some(_) => how.clone(),
                            None => as_told(&format!("{} {}", told("wins"), told(&how))),
                        };
                        vec![(format!("{name} wins"), how), (name, wins)]
                    }
                }
            }
            several => {
                let names: Vec<String> = several.iter().map(|seat| self.called(*seat)).collect();
                vec![(
                    "A tie".to_owned(),
                    as_told(&format!("{} {}", told(&names.join(" and ")), told(&how))),
                )]
            }
        }
    }

    /// What the button for another match says: who begins it, where that is known and fits.
    fn rematch_words(&self, room: u16) -> String {
        let seats = self.seats();
        let (series, winners) = (self.series, self.winners);
        let word = if series.is_over(winners, seats) { "New series" } else { "Rematch" };
        if !self.first_seat_begins || seats < 2 {
            return word.to_owned();
        }
        let begins = Seat::at(series.steps(winners, seats) % seats);
        let bots = seats - self.seating.people();
        // Whoever begins sits on the first seat then, so no colour tells who that is.
        let said = match &self.seating.players()[begins.index()] {
            Player::Human { .. } if self.alone().is_some() => format!("{word}, you begin"),
            Player::Human { name: None } if begins != Seat::FIRST => {
                format!("{word}, swap colours")
            }
            Player::Human { .. } => format!("{word}, {} begins", self.called(begins)),
            _ if bots == 1 => format!("{word}, the bot begins"),
            _ => format!("{word}, a bot begins"),
        };
        if width(&said) <= room { said } else { word.to_owned() }
    }
}

/// The parts of the panel below the seats.
struct Places {
    series: Rect,
    heading: Rect,
    /// A row for each thing that can be done next.
    next: Vec<Rect>,
    rest: Rect,
}

/// Whether whoever sits on the first seat makes the first move. Where the bank acts first, it draws
/// lots.
pub(super) fn first_seat_begins<G: GameUi>(session: &Session<G>) -> bool {
    session.state_at(0).turn().seat() == Some(Seat::FIRST)
}
