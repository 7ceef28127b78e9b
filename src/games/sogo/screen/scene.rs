//! What there is to see at each place of the cube. Both views draw this, so they show the same.

use super::{Ui, hue};
use crate::games::sogo::lines::{self, Places, each};
use crate::games::sogo::{Peg, Sogo};
use crate::play::{Hue, Seat};
use crate::tui::Look;
use crate::tui::game_ui::{GameUi, Seen};
use crate::tui::pieces::Mood;

pub struct Scene<'a> {
    pub look: &'a Look,
    view: &'a Sogo,
    ui: &'a Ui,
    /// Who holds a bead over the pegs.
    acting: Option<Seat>,
    /// The peg that a hint proposes.
    hint: Option<Peg>,
    /// Where the next beads land, while somebody may choose.
    landings: Places,
    /// The lines through the chosen place that its player can still complete.
    lines: Places,
    /// Where the opponent could complete a line at once or with the next bead but one.
    warnings: Places,
}

/// What one place shows.
pub struct Place {
    pub what: What,
    /// It lies on a line through the chosen place.
    pub on_line: bool,
    /// The opponent would win there.
    pub warned: bool,
    pub cursor: bool,
    /// A hint proposes it.
    pub proposed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Bead(Hue, Mood),
    /// The bead in hand would land here.
    Ghost(Hue),
    /// A bead would land here.
    Landing,
    Nothing,
}

impl<'a> Scene<'a> {
    pub fn new(seen: &'a Seen<'a, Sogo>, ui: &'a Ui, look: &'a Look) -> Scene<'a> {
        let view = seen.view;
        let acting = seen.acting.filter(|_| !Sogo::moving(ui));
        let taken = view.taken();
        let landings = if acting.is_some() { lines::landing(taken) } else { 0 };
        let lands = landings & lines::on_peg(ui.peg);
        let lines = match acting {
            Some(seat) if lands != 0 => lines::through(lands, view.beads(seat.next(2)))
                .fold(0, |places, line| places | line),
            _ => 0,
        };
        let warnings = match acting.filter(|_| ui.warns) {
            Some(seat) => view.threats(seat.next(2)) & (landings | lines::above(landings)),
            None => 0,
        };
        let hint = seen.hint.copied();
        Scene { look, view, ui, acting, hint, landings, lines, warnings }
    }

    /// The chosen peg and the colour of the bead over it, while somebody may choose.
    pub fn hand(&self) -> Option<(Peg, Hue)> {
        self.acting.map(|seat| (self.ui.peg, hue(seat)))
    }

    pub fn hint(&self) -> Option<Peg> {
        self.hint
    }

    /// The level of the bead in hand: where it would land, or where it is while it falls.
    pub fn level(&self) -> Option<usize> {
        self.acting.and_then(|_| self.view.landing(self.ui.peg))
    }

    /// The bead that is falling: its peg, its colour, and its height in levels from 0.
    pub fn falling(&self) -> Option<(Peg, Hue, f32)> {
        let ((peg, level), height) = self.ui.landing.falling()?;
        let seat = self.view.bead(peg, level)?;
        Some((peg, hue(seat), level as f32 + height))
    }

    pub fn place(&self, peg: Peg, level: usize) -> Place {
        let place = lines::place(peg, level);
        let chosen = self.acting.is_some() && peg == self.ui.peg;
        // On a full peg the cursor stays on its top.
        let cursor = chosen && level == self.view.landing(peg).unwrap_or(3);
        let proposed = self.hint == Some(peg) && self.landings & place != 0;
        let falling = self.ui.landing.falling();
        let in_flight = falling.is_some_and(|(place, _)| place == (peg, level));
        let what = match (self.view.bead(peg, level).filter(|_| !in_flight), self.acting) {
            (Some(seat), _) => What::Bead(hue(seat), self.mood(place)),
            (None, Some(seat)) if cursor => What::Ghost(hue(seat)),
            _ if self.landings & place != 0 => What::Landing,
            _ => What::Nothing,
        };
        Place {
            what,
            on_line: self.lines & place != 0,
            warned: self.warnings & place != 0,
            cursor,
            proposed,
        }
    }

    fn mood(&self, place: Places) -> Mood {
        let line = self.view.winning_places();
        let last = self.view.last().is_some_and(|peg| {
            let top = self.view.landing(peg).unwrap_or(4) - 1;
            place == lines::place(peg, top)
        });
        if line == 0 || self.ui.landing.falling().is_some() {
            return if last { Mood::Last } else { Mood::Plain };
        }
        match each(line).position(|it| it == place) {
            None => Mood::Dimmed,
            Some(at) if self.ui.landing.lights(at) => Mood::Winning,
            Some(_) => Mood::Plain,
        }
    }
}
