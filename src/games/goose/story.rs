//! What happens in a match, in plain sentences for the list beside the board. The trace that the
//! original rules print word for word is in `rules`.

use super::rules::{Event, Goose};
use super::variant::{Effect, Journey};
use crate::play::Seat;

impl Goose {
    /// One event as somebody at the table would tell it.
    pub(super) fn sentence(&self, event: Event, names: &[String]) -> String {
        let name = |seat: Seat| match names.get(seat.index()) {
            Some(name) => name.clone(),
            None => format!("player {seat}"),
        };
        match event {
            Event::Moved { seat, way, displaced } => {
                let told = self.journey_told(&name(seat), way);
                match (displaced, way.from) {
                    (None, _) => told,
                    (Some(other), 0) => format!("{told}, sending {} to the start", name(other)),
                    (Some(other), from) => format!("{told}, sending {} to {from}", name(other)),
                }
            }
            Event::Passed { seat, cell } => match self.board().effect(cell) {
                Effect::Trap => format!("{} is held in the {}", name(seat), self.named(cell)),
                _ => format!("{} waits a turn", name(seat)),
            },
            Event::Won(seat) => format!("{} is home and wins", name(seat)),
            Event::AllTrapped => "everybody is trapped".to_owned(),
        }
    }

    fn journey_told(&self, who: &str, way: Journey) -> String {
        let Journey { from, sum, reached, jump } = way;
        let board = self.board();
        let named = self.named(reached);
        match (board.effect(reached), jump) {
            (Effect::Goose, Some(to)) => {
                format!("{who} threw {sum}: goose on {reached}, {sum} more to {to}")
            }
            (Effect::Teleport(_), Some(0)) => {
                format!("{who} threw {sum}: the {named}, back to the start")
            }
            (Effect::Teleport(_), Some(to)) if to < reached => {
                format!("{who} threw {sum}: the {named}, back to {to}")
            }
            (Effect::Teleport(_), Some(to)) => {
                format!("{who} threw {sum}: the {named}, on to {to}")
            }
            (Effect::Trap, _) => {
                format!("{who} threw {sum}: into the {named}, until another lands there")
            }
            (Effect::Wait(1), _) => format!("{who} threw {sum}: the {named}, to wait a turn"),
            (Effect::Wait(turns), _) => {
                format!("{who} threw {sum}: the {named}, to wait {turns} turns")
            }
            _ if reached == board.last() => format!("{who} threw {sum}"),
            _ if from + sum > board.last() => {
                format!("{who} threw {sum}: too many, back to {reached}")
            }
            _ => format!("{who} threw {sum}: on to {reached}"),
        }
    }

    /// What a special cell is called in the middle of a sentence.
    pub(super) fn named(&self, cell: u16) -> String {
        let name = self.board().cell(cell).word().map(str::to_lowercase);
        name.unwrap_or_else(|| {
            match self.board().effect(cell) {
                Effect::Plain => "cell",
                Effect::Goose => "goose",
                Effect::Trap => "trap",
                Effect::Wait(_) => "rest",
                Effect::Teleport(_) => "jump",
            }
            .to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::games::goose::{Goose, Throw};
    use crate::play::{Eye, Game, Variant, with_keys};
    use std::sync::Arc;

    /// Told from stated cells of the classic board, throw by throw.
    fn story(at: &str, throws: &[&str]) -> Vec<String> {
        let text = with_keys(Goose::BOARDS[0].1, &[("at".to_owned(), at.to_owned())]).unwrap();
        let board = <Goose as Game>::Variant::parse(&text).unwrap();
        let mut game = Goose::start(Arc::new(board), at.split(',').count());
        let names = ["bilbo", "frodo", "sam"].map(str::to_owned);
        let mut lines = Vec::new();
        for throw in throws {
            let throw: Throw = throw.parse().unwrap();
            lines.extend(game.story(&throw, Eye::Everything, &names));
            game.play(&throw).unwrap();
        }
        lines
    }

    #[test]
    fn each_thing_is_told_as_at_the_table() {
        for (at, throw, told) in [
            ("[0, 7]", "1+3", "bilbo threw 4: on to 4"),
            ("[3, 7]", "1+3", "bilbo threw 4: on to 7, sending frodo to 3"),
            ("[0, 7]", "3+4", "bilbo threw 7: on to 7, sending frodo to the start"),
            ("[21, 7]", "2+4", "bilbo threw 6: goose on 27, 6 more to 33"),
            ("[0, 7]", "3+3", "bilbo threw 6: the horse, on to 12"),
            ("[38, 7]", "2+2", "bilbo threw 4: the maze, back to 30"),
            ("[29, 7]", "1+1", "bilbo threw 2: into the well, until another lands there"),
            ("[15, 7]", "2+2", "bilbo threw 4: the inn, to wait 2 turns"),
            ("[60, 7]", "2+2", "bilbo threw 4: too many, back to 62"),
        ] {
            assert_eq!(story(at, &[throw]), [told], "{at} {throw}");
        }
        assert_eq!(story("[61, 7]", &["1+1"]), ["bilbo threw 2", "bilbo is home and wins"]);
        let held = story("[0, 31]", &["1+1"]);
        assert_eq!(held, ["bilbo threw 2: on to 2", "frodo is held in the well"]);
    }
}
