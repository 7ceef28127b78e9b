//! The match as lines of text on standard input and output: for pipes, screen readers, and as the
//! document's own program.

use std::io::{BufRead, Write};

use super::{Done, Failure};
use crate::arena::Driver;
use crate::play::telling::{told, turn_sentence};
use crate::play::{Due, Eye, Player, Seat, Secrets, sentence};
use crate::search::{Bots, Cancel, strategy};
use crate::tui::GameUi;

/// A seat as the command line asked for it: a computer may not have a strategy yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitting {
    Player(Player),
    /// A computer whose strategy is still to be named.
    Computer,
}

/// A match that is played line by line.
pub struct PlainMatch<'a, G: GameUi, I, O> {
    pub driver: Driver<G>,
    pub input: &'a mut I,
    pub output: &'a mut O,
}

/// How a plain match was left.
pub enum Left {
    Over,
    /// The input ended, or somebody said `quit`.
    Unfinished,
}

/// What a person typed.
enum Typed {
    Line(String),
    End,
}

/// What came of asking a person.
enum Asked<M> {
    Played(M),
    Undone,
    Left,
}

/// Asks for the strategy of every computer that has none. `None` when the input ends first.
pub fn ask_strategies<G: Bots>(
    sitting: Vec<Sitting>,
    variant: &G::Variant,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<Option<Vec<Player>>, Failure> {
    let seats = sitting.len();
    let mut players = Vec::with_capacity(seats);
    for (index, sitting) in sitting.into_iter().enumerate() {
        let Sitting::Player(player) = sitting else {
            let label = G::hue(Seat::at(index), seats).name();
            let known: Vec<&str> = G::STRATEGIES
                .iter()
                .filter(|strategy| (strategy.plays)(variant).is_ok())
                .map(|strategy| strategy.name)
                .collect();
            loop {
                writeln!(output, "strategy for {label} ({}):", known.join(", "))?;
                output.flush()?;
                let Typed::Line(line) = read(input)? else { return Ok(None) };
                match strategy::<G>(&line, variant) {
                    Ok(found) => {
                        players.push(Player::Bot { strategy: found.name.to_owned() });
                        break;
                    }
                    Err(why) => writeln!(output, "{}", sentence(&why))?,
                }
            }
            continue;
        };
        players.push(player);
    }
    Ok(Some(players))
}

impl<G: GameUi, I: BufRead, O: Write> PlainMatch<'_, G, I, O> {
    /// Plays to the end of the match or of the input. `saved` is called after every move.
    pub fn play(&mut self, saved: &mut dyn FnMut(&Driver<G>)) -> Result<Left, Failure> {
        let mut keyboard = None;
        let mut shown_to = self.board(keyboard)?;
        loop {
            saved(&self.driver);
            let turn = self.driver.session().turn();
            if let Some(seat) = self.driver.seating().awaited::<G>(&turn, keyboard) {
                let name = self.driver.seating().name(seat).to_owned();
                let question =
                    format!("the keyboard goes to {name}; press Enter when nobody else looks");
                let Typed::Line(_) = self.prompt(&question)? else { return Ok(Left::Unfinished) };
                keyboard = Some(seat);
                shown_to = self.board(keyboard)?;
            }
            let before = self.driver.session().state().clone();
            let due = self.driver.due();
            let played = match due {
                Due::Nothing => {
                    let (session, seating) = (self.driver.session(), self.driver.seating());
                    writeln!(self.output, "{}", turn_sentence(session, seating.names()))?;
                    if let Some(say) = self.driver.goodbye() {
                        say(&Cancel::default());
                    }
                    return Ok(Left::Over);
                }
                Due::Person(seat) => match self.ask(seat)? {
                    Asked::Left => return Ok(Left::Unfinished),
                    Asked::Undone => None,
                    Asked::Played(mv) => Some(mv),
                },
                Due::Throw(seat) => {
                    let name = self.driver.seating().name(seat).to_owned();
                    let question = format!("{name}: press Enter to throw");
                    let Typed::Line(_) = self.prompt(&question)? else {
                        return Ok(Left::Unfinished);
                    };
                    self.driver.roll()
                }
                Due::Computer(_) | Due::Chance { .. } => match self.driver.step(&Cancel::default())
                {
                    Ok(mv) => mv,
                    Err(why) => {
                        let name = self.driver.seating().name(why.seat).to_owned();
                        writeln!(self.output, "{name} forfeits: {why}")?;
                        self.driver.resign(why.seat);
                        continue;
                    }
                },
            };
            if let Some(mv) = played {
                self.tell(&before, &mv, due, shown_to)?;
            }
            // A card from the bank is no news worth a board.
            if due != (Due::Chance { by: None }) {
                shown_to = self.board(keyboard)?;
            }
        }
    }

    /// Shows the board to whoever may look now, and says whose eyes those are.
    fn board(&mut self, keyboard: Option<Seat>) -> Result<Eye, Failure> {
        let session = self.driver.session();
        let eye = self.driver.seating().eye::<G>(&session.turn(), keyboard);
        writeln!(self.output, "{}", G::plain(&session.state().view(eye)))?;
        Ok(eye)
    }

    fn prompt(&mut self, question: &str) -> Result<Typed, Failure> {
        writeln!(self.output, "{question}")?;
        self.output.flush()?;
        read(self.input)
    }

    /// Asks a person until a move is legal, or they want something else.
    fn ask(&mut self, seat: Seat) -> Result<Asked<G::Move>, Failure> {
        let question = format!("{} to play, {}:", self.driver.seating().name(seat), G::ASKS_FOR);
        loop {
            let Typed::Line(line) = self.prompt(&question)? else { return Ok(Asked::Left) };
            match line.as_str() {
                "quit" => return Ok(Asked::Left),
                "undo" => match self.driver.undo(Secrets::Respect) {
                    Ok(()) => return Ok(Asked::Undone),
                    Err(why) => writeln!(self.output, "{why}")?,
                },
                "?" | "help" => {
                    let legal = self.driver.session().state().legal_moves();
                    let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
                    writeln!(self.output, "legal: {}", legal.join(" "))?;
                    writeln!(self.output, "also: undo, quit, ?")?;
                }
                text => match self.driver.play_text(text) {
                    Ok(mv) => return Ok(Asked::Played(mv)),
                    Err(why) => writeln!(self.output, "{why}")?,
                },
            }
        }
    }

    /// Tells what was played. Where nothing lies face down, people know what they did themselves.
    fn tell(&mut self, before: &G, mv: &G::Move, due: Due, eye: Eye) -> Done {
        let names = self.driver.seating().names();
        let lines = match due {
            Due::Person(_) if !G::SECRETS => Vec::new(),
            Due::Person(seat) => told(before, mv, Eye::Seat(seat), names),
            Due::Computer(_) => told(before, mv, eye, names),
            _ => before.tell(mv, eye, names),
        };
        for line in lines {
            writeln!(self.output, "{line}")?;
        }
        Ok(())
    }
}

fn read(input: &mut impl BufRead) -> Result<Typed, Failure> {
    let mut bytes = Vec::new();
    match input.read_until(b'\n', &mut bytes)? {
        0 => Ok(Typed::End),
        _ => Ok(Typed::Line(String::from_utf8_lossy(&bytes).trim().to_owned())),
    }
}
