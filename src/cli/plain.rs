//! The match as lines of text on standard input and output: for pipes, screen readers, and as the
//! document's own program.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Done, Failure};
use crate::arena::Driver;
use crate::lang::{self, as_told, told_as};
use crate::play::telling::{told, turn_sentence};
use crate::play::{Due, Eye, Game, Hue, Player, Seat, Secrets, sentence};
use crate::search::{Cancel, Entry, Roster};
use crate::tui::GameUi;

/// A seat as the command line asked for it: a computer may not have a strategy yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitting {
    Player(Player),
    /// A computer whose strategy is still to be named.
    Computer,
}

/// A match that is played line by line.
pub struct PlainMatch<'a, G: GameUi> {
    pub driver: Driver<G>,
    pub input: &'a Typing,
    pub output: &'a mut dyn Write,
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
    /// Nothing, and their time is up.
    Late,
}

/// Lines as they are typed. A thread of its own reads them, so that a clock can run out meanwhile.
pub struct Typing(Receiver<io::Result<Option<String>>>);

impl Typing {
    /// Reads this until its end, or until nobody listens any more.
    pub fn on(mut input: impl BufRead + Send + 'static) -> io::Result<Typing> {
        let (lines, typing) = mpsc::channel();
        thread::Builder::new().name("typing".to_owned()).spawn(move || {
            loop {
                let mut bytes = Vec::new();
                let line = input.read_until(b'\n', &mut bytes).map(|read| {
                    let text = || String::from_utf8_lossy(&bytes).trim().to_owned();
                    (read > 0).then(text)
                });
                let last = !matches!(line, Ok(Some(_)));
                if lines.send(line).is_err() || last {
                    break;
                }
            }
        })?;
        Ok(Typing(typing))
    }

    /// The next line, if it comes within so much time.
    fn line(&self, within: Option<Duration>) -> Result<Typed, Failure> {
        let line = match within {
            None => self.0.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(limit) => self.0.recv_timeout(limit),
        };
        match line {
            Ok(line) => Ok(line?.map_or(Typed::End, Typed::Line)),
            Err(RecvTimeoutError::Timeout) => Ok(Typed::Late),
            Err(RecvTimeoutError::Disconnected) => Ok(Typed::End),
        }
    }
}

/// What came of asking a person.
enum Asked<M> {
    Played(M),
    /// No move: one was taken back, or the time ran out.
    Nothing,
    Left,
}

/// Asks for the level of every computer that has none. `None` when the input ends first.
pub fn ask_strategies(
    sitting: Vec<Sitting>,
    bots: &Roster,
    hue: fn(Seat, usize) -> Hue,
    input: &Typing,
    output: &mut dyn Write,
) -> Result<Option<Vec<Player>>, Failure> {
    let seats = sitting.len();
    let mut players = Vec::with_capacity(seats);
    for (index, sitting) in sitting.into_iter().enumerate() {
        let Sitting::Player(player) = sitting else {
            let label = hue(Seat::at(index), seats).name();
            let Some(found) = ask_strategy(label, bots, input, output)? else {
                return Ok(None);
            };
            players.push(found.player());
            continue;
        };
        players.push(player);
    }
    Ok(Some(players))
}

/// Asks for one level, by its number or its name; any strategy's name will do as well.
fn ask_strategy<'a>(
    label: &str,
    bots: &'a Roster,
    input: &Typing,
    output: &mut dyn Write,
) -> Result<Option<&'a Entry>, Failure> {
    let able = bots.all.iter().filter(|bot| bot.unable.is_none());
    let offered: Vec<(&str, &Entry)> = match bots.levels() {
        levels if levels.is_empty() => able.map(|bot| (bot.name, bot)).collect(),
        levels => levels.into_iter().map(|(level, bot)| (level.name(), bot)).collect(),
    };
    let usual = bots.first_opponent();
    let usual = offered
        .iter()
        .position(|(_, bot)| usual.is_some_and(|usual| usual.name == bot.name))
        .unwrap_or(0);
    if let [(_, only)] = offered[..] {
        return Ok(Some(only));
    }
    writeln!(output, "Choose a level or a strategy for {label}:")?;
    for (number, (name, bot)) in (1..).zip(&offered) {
        let (name, spoken) = (lang::told(name), told_as(bot.spoken, "bot"));
        let about = lang::told(bot.sentence);
        let line = format!("  {number}  {name:<9} {spoken}, {about}");
        writeln!(output, "{}", as_told(&line))?;
    }
    loop {
        let (number, name) = (usual + 1, offered[usual].0);
        writeln!(output, "number or name, Enter for {number} ({name}):")?;
        output.flush()?;
        let Typed::Line(line) = input.line(None)? else { return Ok(None) };
        if line.is_empty() {
            return Ok(Some(offered[usual].1));
        }
        let numbered = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        // The name of a level as it is written above.
        let same = |name: &str| lang::told(name).to_lowercase() == line.to_lowercase();
        let named = offered.iter().position(|(name, _)| same(name));
        match numbered.or(named).and_then(|at| offered.get(at)) {
            Some((_, found)) => return Ok(Some(found)),
            None => match bots.find(&line) {
                Ok(found) => return Ok(Some(found)),
                Err(why) => writeln!(output, "{}", sentence(&why))?,
            },
        }
    }
}

impl<G: GameUi> PlainMatch<'_, G> {
    /// Plays to the end of the match or of the input. `saved` is called after every move.
    pub fn play(&mut self, saved: &mut dyn FnMut(&Driver<G>)) -> Result<Left, Failure> {
        let mut keyboard = None;
        if self.driver.seating().people() > 0 {
            writeln!(self.output, "{}", commands::<G>(self.driver.due()))?;
        }
        let mut shown_to = self.board(keyboard)?;
        loop {
            saved(&self.driver);
            let turn = self.driver.session().turn();
            if let Some(seat) = self.driver.seating().awaited::<G>(&turn, keyboard) {
                let name = self.driver.seating().name(seat).to_owned();
                let question =
                    format!("pass the keyboard to {name}; press Enter when only they can see it");
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
                    Asked::Nothing => None,
                    Asked::Played(mv) => Some(mv),
                },
                Due::Throw(seat) => match self.ask_to_throw(seat)? {
                    Asked::Left => return Ok(Left::Unfinished),
                    Asked::Nothing => None,
                    Asked::Played(()) => self.driver.roll(),
                },
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
        let board = drawn(session.state(), eye, self.driver.seating().names());
        writeln!(self.output, "{board}")?;
        Ok(eye)
    }

    /// What everybody has left, where the match is played against the clock.
    fn tell_clocks(&mut self) -> Done {
        let Some(clocks) = self.driver.clocks() else { return Ok(()) };
        let names = self.driver.seating().names().iter().zip(clocks.left_ms);
        let left = names.map(|(name, ms)| format!("{name} {:.1} s", ms as f64 / 1000.0));
        writeln!(self.output, "clock: {}", left.collect::<Vec<_>>().join(", "))?;
        Ok(())
    }

    fn prompt(&mut self, question: &str) -> Result<Typed, Failure> {
        writeln!(self.output, "{question}")?;
        self.output.flush()?;
        self.input.line(None)
    }

    /// Asks whoever is to move, while their clock runs; late is who hasn't answered when it is out.
    fn on_the_clock(&mut self, seat: Seat, question: &str) -> Result<Typed, Failure> {
        writeln!(self.output, "{question}")?;
        self.output.flush()?;
        let (begin, left) = (Instant::now(), self.driver.left(seat));
        let typed = self.input.line(left)?;
        let passed = match &typed {
            Typed::Late => left.unwrap_or_default(),
            _ => begin.elapsed(),
        };
        Ok(if self.driver.pass(passed).is_some() { Typed::Late } else { typed })
    }

    /// Asks a person to throw. Only Enter does: a word that means something else throws nothing.
    fn ask_to_throw(&mut self, seat: Seat) -> Result<Asked<()>, Failure> {
        let name = self.driver.seating().name(seat);
        let question = format!("{name}: press Enter to throw");
        loop {
            self.tell_clocks()?;
            let line = match self.on_the_clock(seat, &question)? {
                Typed::Line(line) => line,
                Typed::Late => return Ok(Asked::Nothing),
                Typed::End => return Ok(Asked::Left),
            };
            match meant(&line) {
                "" => return Ok(Asked::Played(())),
                "quit" => return Ok(Asked::Left),
                _ => writeln!(self.output, "{}", commands::<G>(self.driver.due()))?,
            }
        }
    }

    /// Asks a person until a move is legal, or they want something else.
    fn ask(&mut self, seat: Seat) -> Result<Asked<G::Move>, Failure> {
        let question = format!("{} to play, {}:", self.driver.seating().name(seat), G::ASKS_FOR);
        loop {
            self.tell_clocks()?;
            let line = match self.on_the_clock(seat, &question)? {
                Typed::Line(line) => line,
                Typed::Late => return Ok(Asked::Nothing),
                Typed::End => return Ok(Asked::Left),
            };
            match meant(&line) {
                "quit" => return Ok(Asked::Left),
                "undo" => match self.driver.undo(Secrets::Respect) {
                    Ok(()) => return Ok(Asked::Nothing),
                    Err(why) => writeln!(self.output, "{why}")?,
                },
                "?" | "help" => {
                    let state = self.driver.session().state();
                    for line in G::choices(&state.view(Eye::Seat(seat)), &state.legal_moves()) {
                        writeln!(self.output, "{line}")?;
                    }
                    writeln!(self.output, "{}", commands::<G>(self.driver.due()))?;
                }
                "hint" => {
                    let advice = match self.driver.hint(seat) {
                        Some(question) => question.advice(&Cancel::default()),
                        None => Err("there is no bot to ask on this board".to_owned()),
                    };
                    match advice {
                        Ok((mv, advice)) => writeln!(self.output, "{mv}: {advice}")?,
                        Err(why) => writeln!(self.output, "no hint: {why}")?,
                    }
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

/// A command as the code calls it, whether it was typed so or in the reader's language.
pub fn meant(line: &str) -> &str {
    let words = ["quit", "undo", "help", "hint", "answer", "resign", "yes", "no"];
    words.into_iter().find(|word| told_as(word, "typed") == line).unwrap_or(line)
}

/// What can be typed besides a move.
fn commands<G: GameUi>(due: Due) -> String {
    let typed = match due {
        Due::Throw(_) => {
            "Press Enter to throw the dice; quit saves the match and leaves.".to_owned()
        }
        _ => format!(
            "Type a {}. Also: ? lists your moves, hint suggests one, undo takes your last move \
             back, quit saves the match and leaves.",
            G::ASKS_FOR
        ),
    };
    with_signs::<G>(&typed)
}

/// Below what can be typed: what the signs on the board mean.
pub fn with_signs<G: Game>(typed: &str) -> String {
    [typed, G::SIGNS].join("\n").trim_end().to_owned()
}

/// The board, and under it `score: red 12, yellow 9` where the game has scores that its board doesn't
/// tell itself.
pub fn drawn<G: Game>(state: &G, eye: Eye, names: &[String]) -> String {
    with_scores(G::plain(&state.view(eye)), state.scores(), names)
}

/// A board with the scores under it, unless it tells them itself.
pub fn with_scores(board: String, scores: Option<Vec<i32>>, names: &[String]) -> String {
    match scores.filter(|_| !board.contains("points ")) {
        Some(scores) => {
            let each = scores.iter().zip(names);
            let each = each.map(|(score, name)| format!("{} {score}", lang::told(name)));
            format!("{board}\nscore: {}", each.collect::<Vec<_>>().join(", "))
        }
        None => board,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;
    use crate::games::connect4::{Board, Connect4};
    use crate::play::{Concession, Session, Variant};
    use crate::search::Limit;

    /// Types something, and then nothing more.
    struct Silent(&'static [u8]);

    impl Read for Silent {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                loop {
                    thread::park();
                }
            }
            self.0.read(buffer)
        }
    }

    fn driver(board: &str, seats: [&str; 2], limit: Limit, clock: &str) -> Driver<Connect4> {
        let board = Board::parse(board).unwrap();
        let players = seats.iter().map(|seat| seat.parse().unwrap()).collect();
        let session = Session::<Connect4>::new(&board, 2, 7);
        Driver::new(session, players, limit).timed(Some(clock.parse().unwrap()))
    }

    #[test]
    fn a_flag_falls_while_nothing_is_typed() {
        let board = "name = \"x\"";
        let driver = driver(board, ["human:Ada", "bot:easy"], Limit::Nodes(10), "1/move");
        let input = Typing::on(BufReader::new(Silent(b"4\n"))).unwrap();
        let mut output = Vec::new();
        let mut game = PlainMatch { driver, input: &input, output: &mut output };
        let left = game.play(&mut |_| ());
        assert!(matches!(left, Ok(Left::Over)));
        let output = String::from_utf8(output).unwrap();
        assert!(output.contains("Ada's time is up; yellow (Easy) wins"), "{output}");
    }

    /// However a bot counts its effort, its clock counts time.
    #[test]
    fn a_bot_is_on_the_clock_too() {
        let board = "name = \"x\"\ncolumns = 12\nrows = 12\nconnect = 6\n";
        let seats = ["human:Ada", "bot:minimax"];
        let mut driver = driver(board, seats, Limit::Nodes(u64::MAX / 2), "0.2/move");
        driver.play_text("4").unwrap();
        assert!(matches!(driver.step(&Cancel::default()), Ok(None)));
        assert_eq!(driver.session().concession(), Concession::OutOfTime);
        assert_eq!(driver.session().resigned(), Some(Seat::SECOND));
    }
}
