//! A match in another house as lines of text: what `join --plain` and `watch --plain` print. What
//! belongs to the match goes to standard output, exactly as `play --plain` prints it; what is said
//! about the house goes to standard error.

use std::collections::VecDeque;
use std::io::{BufRead, Write, stdin};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use clap::Args;

use super::out::{self, stdout};
use super::plain::{meant, with_scores, with_signs};
use super::{Done, Failure, Shelf};
use crate::house::{
    ContestNews, FromGuest, FromHouse, Heard, Invitation, Keepsake, MatchNews, Moved, SeatInfo,
    SeatState, Seated, TableInfo, Telling, Visit, Visitor, Witness,
};
use crate::play::telling::conceded;
use crate::play::{Record, Scene, Seat, Turn, retold, sentence};
use crate::store::Store;
use crate::tui::GameUi;

/// How long a house that is gone is looked for, unless somebody says otherwise.
const PATIENCE: u64 = 300;

/// Which house to visit, and for how long to look for it.
#[derive(Args)]
pub struct VisitArgs {
    /// The invitation, as the host gave it to you
    #[arg(value_name = "INVITATION")]
    pub invitation: Invitation,
    /// Keep a copy of the match when it is over, or of what you have seen when you leave before
    #[arg(long)]
    pub keep: bool,
    /// How many seconds to look for a house that is gone
    #[arg(long, value_name = "SECONDS", default_value_t = PATIENCE)]
    patience: u64,
}

impl VisitArgs {
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }
}

/// Whatever reaches a guest.
enum Happening {
    Heard(Heard),
    Typed(String),
    /// There is no more input.
    InputEnded,
}

/// Somebody who plays or looks on, line by line.
pub struct PlainVisit {
    visitor: Visitor,
    happenings: Receiver<Happening>,
    typed: VecDeque<String>,
    input_ended: bool,
    /// What the seats were like when that was last said.
    seats: Vec<SeatInfo>,
    /// The table of one's seat, and how many were missing there when that was last said.
    table: Option<usize>,
    missing: usize,
    /// Told the token of the seat.
    seated: Box<dyn FnMut(&Seated)>,
    /// Whether a copy of the match goes to the saved ones of this machine.
    keep: bool,
    /// Whether the house holds a contest, and how far it was when that was last told.
    contest: bool,
    progress: String,
}

/// How a match was left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Left {
    Over,
    /// The input ended, or somebody said `quit`.
    Unfinished,
}

/// Whether standard input is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Input {
    Read,
    Ignored,
}

impl PlainVisit {
    /// Goes to the house.
    pub fn start(
        visit: Visit,
        input: Input,
        keep: bool,
        seated: Box<dyn FnMut(&Seated)>,
    ) -> Result<PlainVisit, Failure> {
        let (to, happenings) = channel();
        let heard = to.clone();
        let visitor = visit.start(move |it| heard.send(Happening::Heard(it)).is_ok())?;
        if input == Input::Read {
            thread::spawn(move || read_input(&to));
        }
        Ok(PlainVisit {
            visitor,
            happenings,
            typed: VecDeque::new(),
            input_ended: false,
            seats: Vec::new(),
            table: None,
            missing: 0,
            seated,
            keep,
            contest: false,
            progress: String::new(),
        })
    }

    /// Waits for the match, and sees it through to its end.
    pub fn run(mut self, shelf: &Shelf) -> Result<Left, Failure> {
        loop {
            let news = match self.hear()? {
                FromHouse::Match(news) if !self.contest => {
                    if news.you.is_none() {
                        // Lines of text tell one match, to its end.
                        self.visitor.say(FromGuest::Watch(Some(news.table)));
                    }
                    news
                }
                FromHouse::Contest(news) => {
                    self.contest = true;
                    self.contest_news(&news)?;
                    continue;
                }
                FromHouse::Said(said) if self.contest => {
                    writeln!(stdout(), "{}", retold(&said))?;
                    continue;
                }
                FromHouse::Ended(_) => return Ok(Left::Over),
                FromHouse::Refused(refusal) => {
                    out::complain(&retold(&refusal.why));
                    continue;
                }
                _ => continue,
            };
            let left = shelf.find(&news.game).map_err(|_| {
                let why = format!("this parlour doesn't have the game '{}'", news.game);
                Failure::Work(sentence(&why))
            })?;
            let left = left.see(&mut self, &news);
            self.visitor.leave();
            if let Ok(Left::Unfinished) = left {
                out::complain("you have left; the same command brings you back to your seat");
            }
            return left;
        }
    }

    /// Prints the standings after every round, and at the end.
    fn contest_news(&mut self, news: &ContestNews) -> Done {
        let league = news.progress.starts_with("match ") && !news.over;
        let progress = if league { String::new() } else { news.progress.clone() };
        let waits = news.standings.iter().all(|place| place.points.is_empty());
        if waits || std::mem::replace(&mut self.progress, progress.clone()) == progress {
            return Ok(());
        }
        let mut out = stdout();
        writeln!(out, "{}: {}", news.title, news.progress)?;
        for place in &news.standings {
            let points = &place.points;
            writeln!(out, "{:>3}. {:24} {points:>6}", place.place, place.name)?;
        }
        Ok(out.flush()?)
    }

    /// What the house says next. What is no part of the match is told on the way.
    fn hear(&mut self) -> Result<FromHouse, Failure> {
        loop {
            if let Some(message) = self.happens()? {
                return Ok(message);
            }
        }
    }

    /// What the house says next; or nothing, when somebody has typed or the line is gone.
    fn happens(&mut self) -> Result<Option<FromHouse>, Failure> {
        let Ok(happening) = self.happenings.recv() else {
            return Err(Failure::Work("the house is gone".to_owned()));
        };
        match happening {
            Happening::Typed(line) => self.typed.push_back(meant(&line).to_owned()),
            Happening::InputEnded => self.input_ended = true,
            Happening::Heard(Heard::Away) => {
                out::complain("the house doesn't answer; looking for it");
            }
            Happening::Heard(Heard::Ended(ended)) => {
                return Err(Failure::Work(sentence(ended.why())));
            }
            Happening::Heard(Heard::House(message)) => {
                self.tell(&message);
                return Ok(Some(message));
            }
        }
        Ok(None)
    }

    /// A line that somebody types now; none when there is no more input.
    fn wait_for_line(&mut self) -> Result<Option<String>, Failure> {
        while self.typed.is_empty() && !self.input_ended {
            self.happens()?;
        }
        Ok(self.typed.pop_front())
    }

    fn tell(&mut self, message: &FromHouse) {
        match message {
            FromHouse::Welcome(welcome) => {
                out::complain(&format!("you are {} in '{}'", welcome.name, welcome.house));
            }
            FromHouse::Seated(seated) => {
                (self.seated)(seated);
                let Seated { table, seat, .. } = seated;
                self.table = Some(*table);
                out::complain(&format!("you have seat {seat} of table {table}"));
            }
            FromHouse::Said(_) if self.contest => {}
            FromHouse::Said(said) => out::complain(&retold(said)),
            FromHouse::Tables(tables) => self.tell_free_seats(tables),
            FromHouse::Seats(seats) | FromHouse::Moved(Moved { seats, .. }) => {
                self.tell_seats(seats.clone());
            }
            FromHouse::Match(news) => self.tell_seats(news.seats.clone()),
            _ => {}
        }
    }

    /// Says how many are missing at one's own table, when that has changed.
    fn tell_free_seats(&mut self, tables: &[TableInfo]) {
        let own = |table: &&TableInfo| Some(table.number) == self.table && !table.playing;
        let free = tables.iter().find(own).map_or(0, TableInfo::free_seats);
        if free > 0 && free != std::mem::replace(&mut self.missing, free) {
            out::complain(&format!("waiting for {free} more"));
        }
    }

    fn tell_seats(&mut self, seats: Vec<SeatInfo>) {
        for (now, before) in seats.iter().zip(&self.seats) {
            let is = match (now.state, before.state) {
                (now, before) if now == before => continue,
                (SeatState::Away, _) => "is away",
                (SeatState::Slow, _) => "has a slow line",
                (SeatState::Bot, _) => "is still away, and a bot plays",
                (SeatState::Here, SeatState::Away | SeatState::Bot) => "is back",
                _ => continue,
            };
            out::complain(&retold(&format!("{} {is}", now.name)));
        }
        self.seats = seats;
    }
}

/// Sees a match of this game through to its end.
pub fn see<G: GameUi>(visit: &mut PlainVisit, news: &MatchNews) -> Result<Left, Failure> {
    PlainSeat::<G>::new(news)?.see(visit, news)
}

fn read_input(to: &Sender<Happening>) {
    let mut input = stdin().lock();
    loop {
        let mut bytes = Vec::new();
        let happening = match input.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => Happening::InputEnded,
            Ok(_) => Happening::Typed(String::from_utf8_lossy(&bytes).trim().to_owned()),
        };
        let ended = matches!(happening, Happening::InputEnded);
        if to.send(happening).is_err() || ended {
            return;
        }
    }
}

/// One match, seen from one seat or from beside it.
struct PlainSeat<G: GameUi> {
    names: Vec<String>,
    you: Option<Seat>,
    scene: Scene<G>,
    /// What was seen, to be kept.
    witness: Witness<G>,
    /// Moves that were told.
    told: usize,
    /// Whether this guest was asked,
    asked: bool,
    /// and whether the house has its answer and says nothing yet.
    answered: bool,
}

impl<G: GameUi> PlainSeat<G> {
    fn new(news: &MatchNews) -> Result<PlainSeat<G>, Failure> {
        let (names, you, told) = (news.names.clone(), news.you, news.told.len());
        let scene = read_scene(&news.scene)?;
        let witness = Witness::new(news).map_err(Failure::Work)?;
        Ok(PlainSeat { names, you, scene, witness, told, asked: false, answered: false })
    }

    fn see(mut self, visit: &mut PlainVisit, news: &MatchNews) -> Result<Left, Failure> {
        if self.you.is_some() && !self.scene.turn.is_over() {
            writeln!(stdout(), "{}", self.commands())?;
        }
        self.board()?;
        let mut record = news.record.clone();
        loop {
            if self.scene.turn.is_over() && record.is_some() {
                let Scene { turn, resigned, concession, .. } = &self.scene;
                let said = conceded(turn, *resigned, *concession, &self.names);
                writeln!(stdout(), "{said}")?;
                if let Some(record) = record.filter(|_| visit.keep) {
                    let record = Record::parse(&record).map_err(|error| {
                        Failure::Work(format!("the match can't be kept: {error}"))
                    })?;
                    keep(Keepsake::Match(Box::new(record)))?;
                }
                return Ok(Left::Over);
            }
            if self.scene.acting.is_some() && !self.answered {
                if !std::mem::replace(&mut self.asked, true) {
                    self.ask()?;
                }
                match visit.typed.pop_front() {
                    Some(line) if line == "quit" => return self.leave(visit),
                    Some(line) => {
                        self.answer(&line, visit)?;
                        continue;
                    }
                    None if visit.input_ended => return self.leave(visit),
                    None => {}
                }
            }
            // Leaving needs nobody's turn.
            if visit.typed.front().is_some_and(|line| line == "quit") {
                return self.leave(visit);
            }
            match visit.happens()? {
                None => {}
                Some(FromHouse::Moved(moved)) => self.moved(&moved)?,
                Some(FromHouse::Match(news)) => {
                    record = news.record.clone();
                    self.again(&news)?;
                }
                Some(FromHouse::TakeBack(seat)) => {
                    let name = &self.names[seat.index().min(self.names.len() - 1)];
                    writeln!(stdout(), "{name} would like to undo a move; yes or no?")?;
                    let granted = visit.wait_for_line()?.is_some_and(|line| line.starts_with('y'));
                    visit.visitor.say(FromGuest::Grant(granted));
                    self.asked = false;
                }
                // A move that was refused is asked for again.
                Some(FromHouse::Refused(refusal)) => {
                    writeln!(stdout(), "{}", retold(&refusal.why))?;
                    (self.asked, self.answered) = (false, false);
                }
                Some(FromHouse::Said(_)) => (self.asked, self.answered) = (false, false),
                Some(_) => {}
            }
        }
    }

    /// Leaves before the end, with a copy of what was seen if one was asked for.
    fn leave(&self, visit: &PlainVisit) -> Result<Left, Failure> {
        if visit.keep {
            keep(self.witness.copy())?;
        }
        Ok(Left::Unfinished)
    }

    /// Asks whoever sits here.
    fn ask(&self) -> Done {
        let Some(seat) = self.you else { return Ok(()) };
        let name = &self.names[seat.index()];
        let mut out = stdout();
        match self.scene.turn {
            Turn::Chance { .. } => writeln!(out, "{name}: press Enter to throw")?,
            _ => writeln!(out, "{name} to play, {}:", G::ASKS_FOR)?,
        }
        Ok(out.flush()?)
    }

    /// What can be typed besides a move.
    fn commands(&self) -> String {
        if matches!(self.scene.turn, Turn::Chance { by: Some(_) }) {
            let typed = "Press Enter to throw the dice; resign gives the match up, quit leaves.";
            return with_signs::<G>(typed);
        }
        with_signs::<G>(&format!(
            "Type a {}. Also: ? lists your moves, undo asks for your last move back, resign gives \
             the match up, quit leaves.",
            G::ASKS_FOR
        ))
    }

    /// Does what was typed.
    fn answer(&mut self, line: &str, visit: &PlainVisit) -> Done {
        let throws = matches!(self.scene.turn, Turn::Chance { .. });
        match line {
            "undo" => visit.visitor.say(FromGuest::TakeBack),
            "resign" => visit.visitor.say(FromGuest::Resign(None)),
            "?" | "help" => {
                let mut out = stdout();
                for line in G::choices(&self.scene.view, &self.scene.legal) {
                    writeln!(out, "{line}")?;
                }
                writeln!(out, "{}", self.commands())?;
                self.asked = false;
                return Ok(());
            }
            _ if throws => visit.visitor.say(FromGuest::Throw),
            text => {
                // What isn't a move at all needs no journey.
                if let Err(why) = text.parse::<G::Move>() {
                    writeln!(stdout(), "{}", sentence(&why.to_string()))?;
                    self.asked = false;
                    return Ok(());
                }
                visit.visitor.say(FromGuest::Move(text.to_owned()));
            }
        }
        self.answered = true;
        Ok(())
    }

    fn moved(&mut self, moved: &Moved) -> Done {
        self.told += moved.told.len();
        self.scene = read_scene(&moved.scene)?;
        self.witness.moved(moved).map_err(Failure::Work)?;
        (self.asked, self.answered) = (false, false);
        let mut news = false;
        for telling in &moved.told {
            news |= self.tell(telling)?;
        }
        if news { self.board() } else { Ok(()) }
    }

    /// Prints what is told of a move; answers whether the board is worth printing after it.
    fn tell(&self, telling: &Telling) -> Result<bool, Failure> {
        let own = telling.choice && telling.told.seat.is_some() && telling.told.seat == self.you;
        let lines = match (telling.choice, own) {
            // Where things lie face down, what comes of a move is news even to whoever made it.
            (true, true) if !G::SECRETS => &[][..],
            (true, _) => &telling.plain[..],
            (false, _) => &telling.told.lines[..],
        };
        let mut out = stdout();
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        // A card from the bank is no news worth a board.
        Ok(telling.told.seat.is_some())
    }

    /// The whole match again: after coming back, after a move was taken back, at the end.
    fn again(&mut self, news: &MatchNews) -> Done {
        let before = std::mem::replace(&mut self.scene, read_scene(&news.scene)?);
        (self.names, self.you) = (news.names.clone(), news.you);
        self.witness = Witness::new(news).map_err(Failure::Work)?;
        (self.asked, self.answered) = (false, false);
        let missed = news.told.get(self.told..).unwrap_or_default();
        for telling in missed {
            self.tell(telling)?;
        }
        let known = std::mem::replace(&mut self.told, news.told.len());
        if known != self.told || before.turn != self.scene.turn {
            self.board()?;
        }
        Ok(())
    }

    fn board(&self) -> Done {
        let board = G::plain(&self.scene.view);
        let board = with_scores(board, self.scene.scores.clone(), &self.names);
        Ok(writeln!(stdout(), "{board}")?)
    }
}

/// Reads what the house sent; a house of another version may send what makes no sense here.
fn read_scene<G: GameUi>(scene: &serde_json::Value) -> Result<Scene<G>, Failure> {
    serde_json::from_value(scene.clone()).map_err(|error| {
        let why = format!("what the house shows makes no sense here: {error}");
        Failure::Work(sentence(&why))
    })
}

/// Puts a copy of a match among the saved ones of this machine, or of what was seen of it among the
/// pictures.
fn keep(keepsake: Keepsake) -> Done {
    let store = Store::open_default();
    let path = match keepsake {
        Keepsake::Match(record) => {
            let save = store.new_save(&record.game);
            save.write(*record).map_err(|why| Failure::Work(why.to_string()))?;
            save.path().to_owned()
        }
        Keepsake::Text(game, text) => {
            store.keep_picture(game, "txt", &text).map_err(Failure::Work)?
        }
    };
    out::complain(&format!("a copy of the match is in {}", path.display()));
    Ok(())
}
