//! Who looks: whose eyes the screen sees with, what they see, and who has the keyboard.

use super::PlayScreen;
use super::thinkers::Thinkers;
use crate::play::{Eye, Game, Player, Seat, Turn};
use crate::screens::match_view::{self, Told};
use crate::tui::Desk;
use crate::tui::game_ui::{GameUi, Seen};

/// The position as the screen shows it, made anew after every change.
pub struct Now<G: Game> {
    pub eye: Eye,
    pub view: G::View,
    pub turn: Turn,
    /// What the person who is asked may play.
    pub legal: Vec<G::Move>,
    pub acting: Option<Seat>,
}

impl<G: GameUi> Now<G> {
    /// The position and what is thought of it, for the game's drawing.
    pub fn seen<'a>(
        &'a self,
        names: &'a [String],
        thinkers: &'a Thinkers<G>,
        desk: &Desk,
    ) -> Seen<'a, G> {
        Seen {
            view: &self.view,
            turn: &self.turn,
            legal: &self.legal,
            acting: self.acting,
            names,
            hint: thinkers.hint(),
            insight: thinkers.insight(),
            training: desk.store.settings().training,
        }
    }
}

impl<G: GameUi> PlayScreen<G> {
    /// Whether the keyboard must change hands before anything secret is shown.
    fn handing_over(&self) -> bool {
        G::SECRETS
            && self.humans() > 1
            && self
                .session
                .turn()
                .seat()
                .is_some_and(|s| self.is_human(s) && self.seated != Some(s))
    }

    /// Whether the page between two people is shown. What was just played comes to its end first,
    /// seen by everybody.
    pub(super) fn asks_for_keyboard(&self) -> bool {
        self.handing_over() && !G::moving(&self.ui)
    }

    /// Through whose eyes the screen looks now.
    fn eye(&self) -> Eye {
        if !G::SECRETS || self.session.turn().is_over() {
            return Eye::Everything;
        }
        match self.humans() {
            0 => Eye::Spectator,
            1 => first_eye::<G>(&self.players),
            _ if self.handing_over() => Eye::Spectator,
            _ => self.seated.map_or(Eye::Spectator, Eye::Seat),
        }
    }

    /// Makes what is shown follow from the session again.
    pub(super) fn look_again(&mut self) {
        let eye = self.eye();
        let turn = self.session.turn();
        let acting = turn.seat().filter(|seat| self.is_human(*seat) && !self.handing_over());
        let deciding = matches!(turn, Turn::Decide(_)) && acting.is_some();
        let legal = if deciding { self.session.state().legal_moves() } else { Vec::new() };
        let eye_changed = eye != self.now.eye;
        self.now = Now { eye, view: self.session.state().view(eye), turn, legal, acting };
        if eye_changed || self.log.len() > self.session.ply() {
            self.log.clear();
        }
        if self.log.len() < self.session.ply() {
            let names = &self.names;
            match self.log.len() + 1 == self.session.ply() {
                // The usual case: one move more.
                true => {
                    let before = self.session.state_at(self.log.len());
                    let mv = &self.session.moves()[self.log.len()];
                    let told = before.tell(mv, eye, names);
                    self.log.push(Told { seat: before.turn().seat(), lines: told });
                }
                false => self.log = match_view::log(&self.session, self.session.ply(), eye, names),
            }
        }
    }

    pub(super) fn seen(&self, desk: &Desk) -> Seen<'_, G> {
        self.now.seen(&self.names, &self.thinkers, desk)
    }
}

/// The eye of the only person, before anything has happened.
pub fn first_eye<G: GameUi>(players: &[Player]) -> Eye {
    if !G::SECRETS {
        return Eye::Everything;
    }
    let mut humans = (0..players.len()).filter(|at| players[*at].is_human());
    match (humans.next(), humans.next()) {
        (Some(only), None) => Eye::Seat(Seat::at(only)),
        _ => Eye::Spectator,
    }
}
