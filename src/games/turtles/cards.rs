//! The four cards, and heaps of them whose order does not matter. Knows no board.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

/// A card of the deck, by what the turtle does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Card {
    /// A step ahead, or a bump into what is there.
    Forward,
    /// A quarter turn anticlockwise.
    Left,
    /// A quarter turn clockwise.
    Right,
    /// A shot at the first thing ahead, at any distance.
    Laser,
}

impl Card {
    /// In the order in which hands are written.
    pub const ALL: [Card; 4] = [Card::Forward, Card::Left, Card::Right, Card::Laser];

    /// `F`, `L`, `R` or `Z`, as moves and records write it.
    pub fn letter(self) -> char {
        match self {
            Card::Forward => 'F',
            Card::Left => 'L',
            Card::Right => 'R',
            Card::Laser => 'Z',
        }
    }

    /// The word on the card, which is also its key in board files.
    pub fn name(self) -> &'static str {
        match self {
            Card::Forward => "forward",
            Card::Left => "left",
            Card::Right => "right",
            Card::Laser => "laser",
        }
    }

    /// The card of a capital letter; none if there is no such card.
    pub fn from_letter(letter: char) -> Option<Card> {
        Card::ALL.into_iter().find(|card| card.letter() == letter)
    }
}

impl Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The letters of cards in their order, as moves and `show` write a program.
pub fn letters(cards: &[Card]) -> String {
    cards.iter().map(|card| card.letter()).collect()
}

/// A heap of cards: a hand, a deck or a discard pile. Only how many of each kind is known, so no
/// hidden order exists at which anybody could peek.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Cards([u8; Card::ALL.len()]);

impl Cards {
    /// An empty heap.
    pub const NONE: Cards = Cards([0; Card::ALL.len()]);

    /// A heap with so many cards of each kind.
    pub fn of(forward: u8, left: u8, right: u8, laser: u8) -> Cards {
        Cards([forward, left, right, laser])
    }

    /// How many cards of this kind it has.
    pub fn count(&self, card: Card) -> usize {
        usize::from(self.0[card as usize])
    }

    /// How many cards it has, of all kinds together.
    pub fn len(&self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// Whether there is no card of any kind.
    pub fn is_empty(&self) -> bool {
        *self == Cards::NONE
    }

    /// Adds one card.
    pub fn put(&mut self, card: Card) {
        self.0[card as usize] += 1;
    }

    /// Takes one such card out, if there is one.
    pub fn take(&mut self, card: Card) -> bool {
        let count = &mut self.0[card as usize];
        let had = *count > 0;
        *count = count.saturating_sub(1);
        had
    }

    /// The kinds of which there is at least one.
    pub fn kinds(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(move |&card| self.count(card) > 0)
    }

    /// Every card, in the order F L R Z.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().flat_map(move |card| std::iter::repeat_n(card, self.count(card)))
    }

    /// Both heaps as one.
    pub fn with(mut self, more: Cards) -> Cards {
        for (count, more) in self.0.iter_mut().zip(more.0) {
            *count += more;
        }
        self
    }

    /// What is left without `fewer`; none where something would be missing.
    pub fn without(mut self, fewer: Cards) -> Option<Cards> {
        for (count, fewer) in self.0.iter_mut().zip(fewer.0) {
            *count = count.checked_sub(fewer)?;
        }
        Some(self)
    }

    /// The first kind of which `wanted` has more than there is here.
    pub fn lacks(&self, wanted: Cards) -> Option<Card> {
        Card::ALL.into_iter().find(|&card| wanted.count(card) > self.count(card))
    }

    /// Every part of the heap that is not empty, small ones first in each kind.
    pub fn parts(self) -> Vec<Cards> {
        let mut parts = vec![Cards::NONE];
        for card in Card::ALL {
            let base = std::mem::take(&mut parts);
            for count in 0..=self.0[card as usize] {
                parts.extend(base.iter().map(|part| {
                    let mut part = *part;
                    part.0[card as usize] = count;
                    part
                }));
            }
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// Every different sequence of 1 to `most` cards of the heap, shorter ones before those that
    /// begin with them.
    pub fn sequences(self, most: usize) -> Vec<Vec<Card>> {
        fn grow(rest: Cards, most: usize, begun: &mut Vec<Card>, all: &mut Vec<Vec<Card>>) {
            if begun.len() == most {
                return;
            }
            for card in rest.kinds() {
                let mut less = rest;
                less.take(card);
                begun.push(card);
                all.push(begun.clone());
                grow(less, most, begun, all);
                begun.pop();
            }
        }
        let mut all = Vec::new();
        grow(self, most, &mut Vec::new(), &mut all);
        all
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut heap = Cards::NONE;
        for card in cards {
            heap.put(card);
        }
        heap
    }
}

impl Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| write!(f, "{card}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_of_a_hand_are_all_different() {
        let hand = Cards::of(2, 1, 0, 0);
        let all: Vec<String> = hand.sequences(5).iter().map(|cards| letters(cards)).collect();
        assert_eq!(all, ["F", "FF", "FFL", "FL", "FLF", "L", "LF", "LFF"]);
        assert_eq!(hand.sequences(1).len(), 2);
    }

    #[test]
    fn parts_are_every_way_to_discard() {
        let parts: Vec<String> =
            Cards::of(2, 0, 1, 0).parts().iter().map(Cards::to_string).collect();
        assert_eq!(parts, ["F", "FF", "R", "FR", "FFR"]);
    }

    #[test]
    fn a_heap_gives_no_card_it_has_not() {
        let mut heap = Cards::of(0, 1, 0, 0);
        assert!(heap.take(Card::Left));
        assert!(!heap.take(Card::Left));
        assert_eq!(heap, Cards::NONE);
        assert_eq!(Cards::of(1, 0, 0, 0).without(Cards::of(0, 1, 0, 0)), None);
        assert_eq!(Cards::of(1, 1, 0, 0).lacks(Cards::of(1, 2, 3, 0)), Some(Card::Left));
    }
}
