//! Whether a board can be played: some throws must lead home from wherever a pawn may rest.

use super::{Board, Effect};

impl Board {
    /// Why a match on this board might never end, or never be won.
    ///
    /// From each cell where a pawn can come to rest, traps apart, some throws must lead to the last
    /// one. Then a player alone gets there. Among several, whoever is nearest gets there too if the
    /// others can throw so that they do not land on that pawn, which takes two different cells to
    /// go to: otherwise two pawns may have to change places for ever.
    pub(super) fn flaw(&self) -> Option<String> {
        let visited = self.distances(std::iter::once(0).chain(self.at.iter().copied()));
        let mut comes_from: Vec<Vec<u16>> = vec![Vec::new(); self.cells.len()];
        for cell in 0..self.last() {
            for to in self.next_cells(cell) {
                comes_from[usize::from(to)].push(cell);
            }
        }
        let mut leads_home = vec![false; self.cells.len()];
        let mut open = vec![self.last()];
        leads_home[usize::from(self.last())] = true;
        while let Some(cell) = open.pop() {
            for &before in &comes_from[usize::from(cell)] {
                if !leads_home[usize::from(before)] {
                    leads_home[usize::from(before)] = true;
                    open.push(before);
                }
            }
        }
        let last = self.last();
        let rests =
            |&cell: &u16| visited[usize::from(cell)].is_some() && self.effect(cell) != Effect::Trap;
        for cell in (0..last).filter(rests) {
            if !leads_home[usize::from(cell)] {
                return Some(match cell {
                    0 => format!("the last cell, {last}, can never be reached by any throws"),
                    _ => format!(
                        "from cell {cell} the last cell, {last}, can never be reached by any \
                         throws, so a match might not end"
                    ),
                });
            }
            let mut next = self.next_cells(cell);
            let first = next.next();
            if first != Some(last) && next.all(|to| Some(to) == first) {
                return Some(format!(
                    "from cell {cell} every throw leads to the same cell, so two players might \
                     change places for ever"
                ));
            }
        }
        None
    }
}
