//! The match as lines of text on standard input and output: for pipes, screen readers, and as the
//! document's own program.

use std::io::{BufRead, Write};

use super::{Done, Failure};
use crate::arena::Guest;
use crate::play::telling::{names_of, told, turn_sentence};
use crate::play::{Eye, Player, Seat, Secrets, Session, Turn, sentence};
use crate::search::{Bot, Bots, Budget, Cancel, Limit, bot_seed, strategy};
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
    pub session: Session<G>,
    pub players: Vec<Player>,
    pub limit: Limit,
    /// The programs among the players, by seat.
    pub guests: Vec<Option<Guest<G>>>,
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
    pub fn play(&mut self, saved: &mut dyn FnMut(&Session<G>)) -> Result<Left, Failure> {
        let names = names_of::<G>(&self.players);
        let humans = self.players.iter().filter(|player| player.is_human()).count();
        let mut shown_to = self.eye(None);
        self.board(shown_to)?;
        loop {
            saved(&self.session);
            let turn = self.session.turn();
            let seat = turn.seat();
            let human = seat.filter(|seat| self.players[seat.index()].is_human());
            if G::SECRETS && humans > 1 && human.is_some() && self.eye(human) != shown_to {
                let name = &names[human.map_or(0, Seat::index)];
                writeln!(
                    self.output,
                    "the keyboard goes to {name}; press Enter when nobody else looks"
                )?;
                self.output.flush()?;
                let Typed::Line(_) = read(self.input)? else { return Ok(Left::Unfinished) };
                shown_to = self.eye(human);
                self.board(shown_to)?;
            }
            let played = match turn {
                Turn::Over(_) => {
                    writeln!(self.output, "{}", turn_sentence(&self.session, &names))?;
                    for guest in self.guests.iter_mut().flatten() {
                        guest.say_goodbye(&self.session, &Cancel::default());
                    }
                    return Ok(Left::Over);
                }
                Turn::Decide(seat) if human.is_some() => match self.ask(seat, &names)? {
                    Some(moved) => moved,
                    None => return Ok(Left::Unfinished),
                },
                Turn::Decide(seat) => match self.think(seat)? {
                    Ok(mv) => {
                        self.announce(mv, shown_to, &names)?;
                        true
                    }
                    Err(why) => {
                        writeln!(self.output, "{} forfeits: {why}", names[seat.index()])?;
                        self.session.resign(seat);
                        false
                    }
                },
                Turn::Chance { by } => {
                    if let Some(seat) = by.filter(|_| human.is_some()) {
                        writeln!(self.output, "{}: press Enter to throw", names[seat.index()])?;
                        self.output.flush()?;
                        let Typed::Line(_) = read(self.input)? else { return Ok(Left::Unfinished) };
                    }
                    let before = self.session.state().clone();
                    let Some(mv) = self.session.roll() else {
                        return Err(Failure::Work("chance has no outcome here".to_owned()));
                    };
                    for line in before.tell(&mv, shown_to, &names) {
                        writeln!(self.output, "{line}")?;
                    }
                    // A card from the bank is no news worth a board.
                    by.is_some()
                }
            };
            if played {
                // A person's side of the table is shown when they have taken the keyboard.
                let next = self.eye(self.session.turn().seat().filter(|_| humans > 1));
                self.board(if next == shown_to { next } else { self.eye(None) })?;
            }
        }
    }

    /// Whose eyes the text is for: the one person, or the one who is asked.
    fn eye(&self, asked: Option<Seat>) -> Eye {
        if !G::SECRETS {
            return Eye::Everything;
        }
        let mut humans = (0..self.players.len()).filter(|at| self.players[*at].is_human());
        match (humans.next(), humans.next(), asked) {
            (Some(only), None, _) => Eye::Seat(Seat::at(only)),
            (Some(_), Some(_), Some(seat)) if self.players[seat.index()].is_human() => {
                Eye::Seat(seat)
            }
            _ => Eye::Spectator,
        }
    }

    fn board(&mut self, eye: Eye) -> Done {
        let eye = if self.session.turn().is_over() { Eye::Everything } else { eye };
        writeln!(self.output, "{}", G::plain(&self.session.state().view(eye)))?;
        Ok(())
    }

    /// Asks a person until a move is legal. True after a move, false after another command, and
    /// nothing when they leave.
    fn ask(&mut self, seat: Seat, names: &[String]) -> Result<Option<bool>, Failure> {
        loop {
            writeln!(self.output, "{} to play, {}:", names[seat.index()], G::ASKS_FOR)?;
            self.output.flush()?;
            let Typed::Line(line) = read(self.input)? else { return Ok(None) };
            match line.as_str() {
                "quit" => return Ok(None),
                "undo" => {
                    let human = |seat: Seat| self.players[seat.index()].is_human();
                    let back = self.session.last_turn_of(human).unwrap_or(self.session.ply());
                    match self.session.undo_to(back, Secrets::Respect) {
                        Ok(()) => return Ok(Some(true)),
                        Err(why) => writeln!(self.output, "{why}")?,
                    }
                }
                "?" | "help" => {
                    let legal = self.session.state().legal_moves();
                    let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
                    writeln!(self.output, "legal: {}", legal.join(" "))?;
                    writeln!(self.output, "also: undo, quit, ?")?;
                }
                text => {
                    let before = self.session.state().clone();
                    match self.session.play_text(text) {
                        Ok(mv) => {
                            self.reveal(&before, &mv, seat, names)?;
                            return Ok(Some(true));
                        }
                        Err(why) => writeln!(self.output, "{why}")?,
                    }
                }
            }
        }
    }

    /// Where things lie face down, what comes of a move is news even to whoever made it.
    fn reveal(&mut self, before: &G, mv: &G::Move, seat: Seat, names: &[String]) -> Done {
        if G::SECRETS {
            for line in told(before, mv, Eye::Seat(seat), names) {
                writeln!(self.output, "{line}")?;
            }
        }
        Ok(())
    }

    /// The move of a bot or a program; a program may have failed for the stated reason.
    fn think(&mut self, seat: Seat) -> Result<Result<G::Move, String>, Failure> {
        if let Some(guest) = &mut self.guests[seat.index()] {
            return Ok(guest.answer(&self.session, &Cancel::default()));
        }
        let Player::Bot { strategy: name } = &self.players[seat.index()] else {
            return Err(Failure::Call(format!("nobody plays for seat {seat}")));
        };
        let state = self.session.state();
        let found = strategy::<G>(name, state.variant()).map_err(Failure::Call)?;
        let seed = bot_seed(self.session.seed(), self.session.ply());
        let mut bot: Box<dyn Bot<G>> = (found.make)(state.variant(), seed);
        let budget = Budget::new(self.limit, Cancel::default());
        Ok(Ok(bot.choose(&state.view(Eye::Seat(seat)), seat, &state.legal_moves(), &budget)))
    }

    fn announce(&mut self, mv: G::Move, eye: Eye, names: &[String]) -> Done {
        for line in told(self.session.state(), &mv, eye, names) {
            writeln!(self.output, "{line}")?;
        }
        self.session
            .play(mv)
            .map_err(|why| Failure::Work(format!("the bot's move is refused: {why}")))
    }
}

fn read(input: &mut impl BufRead) -> Result<Typed, Failure> {
    let mut bytes = Vec::new();
    match input.read_until(b'\n', &mut bytes)? {
        0 => Ok(Typed::End),
        _ => Ok(Typed::Line(String::from_utf8_lossy(&bytes).trim().to_owned())),
    }
}
