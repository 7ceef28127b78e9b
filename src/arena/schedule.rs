//! Who meets whom, on which seat and in which order.
//!
//! Matches come in waves. All of a wave can be played at the same time; what the next one is may
//! depend on the results. So the numbers of the matches, and with them their dice, follow from the
//! seed and the results alone, whoever plays them and when.
//!
//! Within a wave they come in sets: a table of entrants plays as many matches in a row as it has
//! seats, with the same dice and the same opening, everybody once on every seat.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::bracket::Bracket;
use super::part::Part;
use super::swiss::Swiss;
use super::{Plan, Played};

/// How a contest is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody against everybody.
    League,
    /// Two meet, and the better one stays in.
    KnockOut,
    /// The first entrant against each of the others.
    Gauntlet,
    /// So many rounds, in each of which those meet who are about equal.
    Swiss(usize),
}

impl Format {
    /// In the order of the setup page.
    pub const ALL: [Format; 4] =
        [Format::League, Format::KnockOut, Format::Gauntlet, Format::Swiss(5)];

    /// The word for people and for what is remembered.
    pub fn word(self) -> &'static str {
        match self {
            Format::League => "league",
            Format::KnockOut => "knock-out",
            Format::Gauntlet => "gauntlet",
            Format::Swiss(_) => "swiss",
        }
    }

    /// Whether two sit down to each match, whatever the game would allow.
    pub fn is_for_two(self) -> bool {
        matches!(self, Format::KnockOut | Format::Swiss(_))
    }

    /// How many matches that makes, unless some knock-out needs more of them.
    pub fn games(self, entrants: usize, seats: usize, rounds: usize) -> usize {
        // One after the other, so that every division comes out even.
        let choose = |of: usize, seats: usize| {
            (0..seats).fold(1, |tables, at| tables * of.saturating_sub(at) / (at + 1))
        };
        let tables = match self {
            Format::League => choose(entrants, seats),
            Format::Gauntlet => choose(entrants.saturating_sub(1), seats.saturating_sub(1)),
            Format::KnockOut => entrants.saturating_sub(1),
            Format::Swiss(turns) => entrants / 2 * turns,
        };
        tables * rounds
    }
}

/// In which order the matches of a wave are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Every table plays one match, then every table the next, each with dice of its own: journals
    /// of versions 1 and 2.
    Rounds,
    /// Every table plays one set, then every table the next.
    Sets,
}

/// A match that is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Its number in the contest, from 0.
    pub number: usize,
    /// The number of the first match of its set, which settles dice and opening.
    pub set: usize,
    /// Who sits on each seat.
    pub seating: Vec<usize>,
}

impl Pairing {
    /// Whether this is the match that was played.
    pub(super) fn is_of(&self, played: &Played) -> bool {
        (self.number, self.set) == (played.number, played.set) && self.seating == played.seating
    }
}

/// The matches of a contest: those that were played, and those that can be played now.
#[derive(Clone, PartialEq, Debug)]
pub struct Schedule {
    wave: Wave,
    /// How many of the wave have been played, and of those before it.
    done: usize,
    before: usize,
    rounds: usize,
    sequel: Sequel,
}

/// What decides who meets in the next wave.
#[derive(Clone, PartialEq, Debug)]
enum Sequel {
    /// There is only one.
    None,
    KnockOut(Bracket),
    Swiss(Swiss),
}

impl Schedule {
    pub(super) fn new(plan: &Plan) -> Schedule {
        let (entrants, seats, rounds) = (plan.entrants.len(), plan.seats, plan.rounds);
        let seed = plan.seed.number();
        let (tables, sequel) = match plan.format {
            Format::League => (tables(entrants, seats), Sequel::None),
            Format::Gauntlet => {
                let mut tables = tables(entrants, seats);
                tables.retain(|table| table.contains(&0));
                (tables, Sequel::None)
            }
            Format::KnockOut => {
                let bracket = Bracket::draw(entrants, seed);
                (bracket.undecided(), Sequel::KnockOut(bracket))
            }
            Format::Swiss(turns) => {
                let mut swiss = Swiss::draw(entrants, turns, seed);
                (swiss.pair(rounds), Sequel::Swiss(swiss))
            }
        };
        let (order, part) = (plan.order, plan.part);
        let wave = Wave { first: 0, tables, rounds: 0..rounds, seats, order, part };
        Schedule { wave, done: 0, before: 0, rounds, sequel }
    }

    /// How many matches have been played.
    pub fn played(&self) -> usize {
        self.before + self.done
    }

    /// How many matches there are, unless some knock-out needs more of them.
    pub fn games(&self) -> usize {
        match &self.sequel {
            Sequel::None => self.wave.len(),
            Sequel::KnockOut(bracket) => {
                let ties = bracket.stages.iter().flatten().filter(|tie| tie.winner.is_none());
                let open = ties.map(|tie| self.rounds.saturating_sub(tie.games)).sum::<usize>();
                self.played() + open.max(self.wave.len() - self.done)
            }
            Sequel::Swiss(swiss) => self.before + self.wave.len() + swiss.to_come(self.rounds),
        }
    }

    /// Whether nothing is left to play; ties that are still even get their extra matches first.
    pub fn is_over(&self) -> bool {
        self.done == self.wave.len()
    }

    /// The match that comes next, where there is one.
    pub(super) fn next(&self) -> Pairing {
        self.wave.pairing(self.done)
    }

    /// What can be played now, the played ones included.
    pub(super) fn wave(&self) -> &Wave {
        &self.wave
    }

    /// How many of the wave have been played.
    pub(super) fn done_of_wave(&self) -> usize {
        self.done
    }

    pub(crate) fn bracket(&self) -> Option<&Bracket> {
        if let Sequel::KnockOut(bracket) = &self.sequel { Some(bracket) } else { None }
    }

    pub(crate) fn swiss(&self) -> Option<&Swiss> {
        if let Sequel::Swiss(swiss) = &self.sequel { Some(swiss) } else { None }
    }

    /// Who sits down to the next matches, without those in which somebody of `but` plays.
    pub(crate) fn upcoming(&self, but: &[usize], most: usize) -> Vec<Vec<usize>> {
        let rest = (self.done..self.wave.len()).map(|at| self.wave.pairing(at).seating);
        let mut next: Vec<Vec<usize>> = Vec::new();
        for seating in rest.take(64) {
            let known = next.iter().any(|it| seating.iter().all(|entrant| it.contains(entrant)));
            if !known && !seating.iter().any(|it| but.contains(it)) && next.len() < most {
                next.push(seating);
            }
        }
        next
    }

    /// The match of this number, if it is one of those that can be played now.
    pub(super) fn numbered(&self, number: usize) -> Option<Pairing> {
        let at = number.checked_sub(self.wave.first)?;
        (self.wave.part == Part::WHOLE && at < self.wave.len()).then(|| self.wave.pairing(at))
    }

    /// Takes note of the next match, which has been played.
    pub fn note(&mut self, played: &Played) {
        self.done += 1;
        match &mut self.sequel {
            Sequel::None => return,
            Sequel::KnockOut(bracket) => bracket.note(&played.seating, &played.scores),
            Sequel::Swiss(swiss) => swiss.note(&played.seating, &played.scores),
        }
        if self.done < self.wave.len() {
            return;
        }
        let (tables, rounds) = match &mut self.sequel {
            Sequel::None => return,
            Sequel::KnockOut(bracket) => {
                let rounds = bracket.judge(self.rounds);
                (bracket.undecided(), rounds)
            }
            Sequel::Swiss(swiss) => (swiss.pair(self.rounds), 0..self.rounds),
        };
        self.before += self.done;
        self.done = 0;
        self.wave = Wave { first: self.before, tables, rounds, ..self.wave.clone() };
    }
}

/// Matches that can be played at the same time: so many rounds at each of these tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wave {
    /// The number of its first match in the contest.
    first: usize,
    /// Who sits down together.
    tables: Vec<Vec<usize>>,
    rounds: Range<usize>,
    seats: usize,
    order: Order,
    part: Part,
}

/// ```text
/// sets     [ set 0, table 0 | set 0, table 1 | set 1, table 0 | set 1, table 1 | table 0 | table 1 ]
/// matches    seats each                                                          rounds % seats each
/// ```
impl Wave {
    /// The whole sets of all tables, and the matches of the one that each table plays in part.
    fn sets(&self) -> (usize, usize) {
        (self.tables.len() * (self.rounds.len() / self.seats), self.rounds.len() % self.seats)
    }

    /// How many of the whole sets, and of the others, belong to the part that is played here.
    fn ours(&self) -> (usize, usize) {
        let (whole, rest) = self.sets();
        let all = if rest == 0 { whole } else { whole + self.tables.len() };
        (self.part.of(whole), self.part.of(all) - self.part.of(whole))
    }

    /// How many matches are played here.
    pub fn len(&self) -> usize {
        let (whole, others) = self.ours();
        whole * self.seats + others * self.sets().1
    }

    /// The match that is played here after so many others.
    pub fn pairing(&self, at: usize) -> Pairing {
        if self.order == Order::Rounds {
            let (number, tables) = (self.first + at, self.tables.len());
            let seating = self.seating(at % tables, at / tables);
            return Pairing { number, set: number, seating };
        }
        let (whole, rest) = self.sets();
        let ours = self.ours().0 * self.seats;
        let (set, before, turn, round) = if at < ours {
            let set = self.part.nth(at / self.seats);
            let turn = at % self.seats;
            (set, set * self.seats, turn, set / self.tables.len() * self.seats + turn)
        } else {
            let (at, first) = (at - ours, self.ours().0);
            let set = self.part.nth(first + at / rest);
            let turn = at % rest;
            let before = whole * self.seats + (set - whole) * rest;
            (set, before, turn, self.rounds.len() - rest + turn)
        };
        let set_number = self.first + before;
        let seating = self.seating(set % self.tables.len(), round);
        Pairing { number: set_number + turn, set: set_number, seating }
    }

    /// Who sits where in a round. Everybody moves up by one seat from round to round, so that all
    /// begin equally often; with more than two, the order turns round after each cycle, so that
    /// nobody always follows the same one.
    fn seating(&self, table: usize, round: usize) -> Vec<usize> {
        let round = self.rounds.start + round;
        let mut seating = self.tables[table].clone();
        let seats = seating.len();
        if (round / seats) % 2 == 1 && seats > 2 {
            seating.reverse();
        }
        seating.rotate_left(round % seats);
        seating
    }
}

/// Every choice of entrants that can sit down together, each in the entrants' order.
fn tables(entrants: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut tables = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |table: Vec<usize>| {
            let next = table.last().map_or(0, |last| last + 1);
            (next..entrants).map(move |entrant| {
                let mut table = table.clone();
                table.push(entrant);
                table
            })
        };
        tables = tables.into_iter().flat_map(longer).collect();
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::super::bracket::Tie;
    use super::*;
    use crate::games::goose::Goose;
    use crate::play::{Game, Player, Variant};

    fn plan(format: Format, entrants: usize, seats: usize, rounds: usize) -> Plan {
        let board = <Goose as Game>::Variant::parse(Goose::BOARDS[0].1).unwrap();
        let players = vec![Player::Bot { strategy: "any".to_owned() }; entrants];
        let plan = Plan::new::<Goose>(&board, players, seats, Vec::new());
        Plan { format, rounds, seed: 5.into(), ..plan }
    }

    /// Plays a contest in which the entrant of the higher number always wins, or nobody does.
    fn played(plan: &Plan, decided: bool) -> (Schedule, Vec<Pairing>) {
        let mut schedule = Schedule::new(plan);
        let mut all = Vec::new();
        while !schedule.is_over() {
            let Pairing { number, set, seating } = schedule.next();
            all.push(schedule.next());
            let first = f64::from(u8::from(seating[0] > seating[1]));
            let scores = if decided { vec![first, 1.0 - first] } else { vec![0.5, 0.5] };
            schedule.note(&Played { number, set, seating, scores, ..Played::default() });
            assert!(schedule.played() <= schedule.games());
        }
        (schedule, all)
    }

    #[test]
    fn the_best_of_any_number_comes_through() {
        for entrants in 2..=17 {
            let (schedule, _) = played(&plan(Format::KnockOut, entrants, 2, 3), true);
            let bracket = schedule.bracket().unwrap();
            assert_eq!(bracket.champion(), Some(entrants - 1));
            assert_eq!(schedule.played(), Format::KnockOut.games(entrants, 2, 3), "{entrants}");
            let ties: Vec<&Tie> = bracket.stages.iter().flatten().collect();
            assert!(ties.iter().all(|tie| tie.winner.is_some() && !tie.by_lot));
            let free = ties.iter().filter(|tie| tie.games == 0).count();
            assert_eq!(free, entrants.next_power_of_two() - entrants, "{entrants}");
            // Nobody is spared twice.
            let first = bracket.stages[0].iter().filter(|tie| tie.games == 0).count();
            assert_eq!(first, free);
        }
    }

    #[test]
    fn who_is_equal_plays_on_and_then_the_lot_decides() {
        let (schedule, _) = played(&plan(Format::KnockOut, 2, 2, 3), false);
        assert_eq!((schedule.played(), schedule.games()), (7, 7));
        let tie = schedule.bracket().unwrap().stages[0][0];
        assert!(tie.by_lot && tie.winner.is_some(), "{tie:?}");
    }

    #[test]
    fn a_seed_has_its_draw() {
        for format in [Format::KnockOut, Format::Swiss(3)] {
            let pairs = |seed: u64| {
                let plan = Plan { seed: seed.into(), ..plan(format, 8, 2, 1) };
                played(&plan, true).1
            };
            assert_eq!(pairs(1), pairs(1));
            assert_ne!(pairs(1), pairs(2));
        }
    }

    #[test]
    fn everybody_begins_equally_often() {
        for (entrants, seats) in [(2, 2), (3, 2), (4, 2), (3, 3), (4, 3), (4, 4)] {
            for order in [Order::Rounds, Order::Sets] {
                let plan = Plan { order, ..plan(Format::League, entrants, seats, 12) };
                let mut on_seat = vec![vec![0; seats]; entrants];
                let (schedule, all) = played(&plan, true);
                for pairing in all {
                    for (seat, entrant) in pairing.seating.into_iter().enumerate() {
                        on_seat[entrant][seat] += 1;
                    }
                }
                assert_eq!(schedule.games(), Format::League.games(entrants, seats, 12));
                let same = on_seat.iter().flatten().all(|count| *count == on_seat[0][0]);
                assert!(same, "{entrants} entrants on {seats} seats: {on_seat:?}");
            }
        }
    }

    #[test]
    fn a_set_has_everybody_once_on_every_seat() {
        for (format, entrants, seats, rounds) in [
            (Format::League, 4, 3, 7),
            (Format::League, 2, 2, 5),
            (Format::Gauntlet, 5, 2, 4),
            (Format::KnockOut, 5, 2, 3),
            (Format::Swiss(3), 7, 2, 2),
        ] {
            let (_, all) = played(&plan(format, entrants, seats, rounds), true);
            assert!(all.iter().enumerate().all(|(at, pairing)| pairing.number == at));
            assert_eq!(all.len(), format.games(entrants, seats, rounds));
            for set in all.chunk_by(|one, other| one.set == other.set) {
                assert!(set.len() <= seats && set[0].set == set[0].number);
                for seat in 0..seats {
                    let mut sat: Vec<usize> = set.iter().map(|it| it.seating[seat]).collect();
                    sat.sort_unstable();
                    sat.dedup();
                    assert_eq!(sat.len(), set.len(), "{format:?}: somebody sat there twice");
                }
            }
        }
        let (_, all) = played(&plan(Format::Gauntlet, 5, 3, 2), true);
        assert!(all.iter().all(|pairing| pairing.seating.contains(&0)));
    }

    #[test]
    fn the_parts_are_the_whole() {
        for (entrants, seats, rounds) in [(2, 2, 9), (4, 2, 6), (4, 3, 8), (3, 3, 2), (2, 2, 1)] {
            let whole = plan(Format::League, entrants, seats, rounds);
            let all = played(&whole, true).1;
            for n in [1, 2, 3, 8] {
                let mut parts = Vec::new();
                for k in 1..=n {
                    let part = played(&Plan { part: Part { k, n }, ..whole.clone() }, true).1;
                    assert!(part.windows(2).all(|two| two[0].number < two[1].number));
                    parts.extend(part);
                }
                parts.sort_by_key(|pairing| pairing.number);
                assert_eq!(parts, all, "{entrants} entrants, {rounds} rounds, {n} parts");
            }
        }
        for wrong in ["", "0/3", "4/3", "1", "a/b", "1/0"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_swiss_pairs_equals_who_have_not_met() {
        for (entrants, turns) in [(8, 3), (7, 4), (30, 7), (2, 3), (6, 5)] {
            let (schedule, all) = played(&plan(Format::Swiss(turns), entrants, 2, 2), true);
            let mut met = vec![0; entrants * entrants];
            for pairing in all.iter().filter(|it| it.number == it.set) {
                let (one, other) = (pairing.seating[0], pairing.seating[1]);
                met[one.min(other) * entrants + one.max(other)] += 1;
            }
            let most = if turns < entrants { 1 } else { turns };
            assert!(met.iter().all(|count| *count <= most), "{entrants} {turns}");
            let swiss = schedule.swiss().unwrap();
            assert_eq!(swiss.order()[0], entrants - 1, "the best of {entrants} comes first");
            // A bye counts like a win, and nobody has two before all have one.
            let byes: usize = swiss.byes().iter().sum();
            assert_eq!(byes, if entrants % 2 == 1 { turns } else { 0 });
            assert!(swiss.byes().iter().all(|byes| *byes <= 1), "{:?}", swiss.byes());
        }
    }
}
