//! A quick match inside the editor, to see a board in play: three pawns, thrown for by one key.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Ui;
use crate::games::goose::{Board, Goose};
use crate::play::telling::usual_names;
use crate::play::{Eye, Game, Session, Turn, Variant};
use crate::tui::game_ui::{GameUi, Seen, verdict};
use crate::tui::{Context, Look};

const PLAYERS: usize = 3;
const FRAME: Duration = Duration::from_millis(25);

pub struct Trial {
    session: Session<Goose>,
    ui: Ui,
    names: Vec<String>,
    /// What the last throw came to.
    told: Vec<String>,
}

impl Trial {
    pub fn new(board: &Board) -> Trial {
        let range = board.seats();
        let seats = PLAYERS.clamp(*range.start(), *range.end());
        Trial {
            session: Session::new(board, seats, rand::random()),
            ui: Ui::default(),
            names: usual_names::<Goose>(seats),
            told: Vec::new(),
        }
    }

    pub fn is_over(&self) -> bool {
        self.session.turn().is_over()
    }

    /// Throws for whoever is next; after the end, begins anew.
    pub fn throw(&mut self, context: &Context) {
        Goose::settle(&mut self.ui);
        if self.is_over() {
            *self = Trial::new(self.session.state().board());
            return;
        }
        let before = self.session.state().clone();
        if let Some(throw) = self.session.roll() {
            self.told = before.tell(&throw, Eye::Everything, &self.names);
            if context.animated() {
                Goose::moved(&mut self.ui, &before, self.session.state());
            }
        }
    }

    pub fn pass(&mut self, elapsed: Duration) {
        Goose::tick(&mut self.ui, elapsed);
    }

    pub fn pulse(&self) -> Option<Duration> {
        Goose::moving(&self.ui).then_some(FRAME)
    }

    /// What came of the last throw; while the pawn walks, only the throw itself.
    pub fn told(&self) -> String {
        let state = self.session.state();
        let turn = self.session.turn();
        let verdict = verdict::<Goose>(state, &turn, &self.session.winners(), &self.names);
        if Goose::moving(&self.ui) || self.told.is_empty() {
            return self.told.first().cloned().unwrap_or_default();
        }
        let lines = self.told.iter().cloned().chain(verdict);
        lines.collect::<Vec<String>>().join("\n")
    }

    pub fn draw(&self, look: &Look, area: Rect, buf: &mut Buffer) {
        let turn: Turn = self.session.turn();
        let seen = Seen { names: &self.names, ..Seen::still(self.session.state(), &turn) };
        Goose::draw(&seen, &self.ui, look, area, buf);
    }
}
