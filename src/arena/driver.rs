//! A match with everybody who plays in it: says what is due, and takes one step at a time.
//!
//! Every host of a match drives it with this: the match screen, plain mode, the referee of a
//! contest. A host looks at [`Driver::due`] and decides when it happens:
//!
//! - a person is due: show them a [`crate::play::Scene`], and give their choice to
//!   [`Driver::play`] or [`Driver::play_text`];
//! - a person throws: [`Driver::roll`], when they want it;
//! - chance or a computer is due: [`Driver::step`], which thinks here and now. A host that must not
//!   wait for a computer takes the [`Question`] of [`Driver::ask`] to another thread, and plays the
//!   answer;
//! - nothing is due: [`Driver::goodbye`] tells the programs how it ended.

use std::fmt::{self, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::clock::{TimeControl, Timer};
use super::guest::{Guest, Patience};
use super::program::{Fault, Leaving};
use crate::play::{
    Clocks, Concession, Due, Eye, NoUndo, Player, Record, Refused, Seat, Seating, Secrets, Series,
    Session, sentence,
};
use crate::search::{
    Advice, Bot, Bots, Budget, Cancel, Limit, Strategy, panic_text, seat_seed, seated, strategy,
    strongest,
};

/// A match, who sits where, and the bots and programs among them.
///
/// A bot sits down once and plays to the end of the match: it may remember. Its seed comes from the
/// match's, its seat and the move it sits down at, so the same seed and nodes play the same match
/// in every host. After an undo, a redo or a load, bots sit down anew at the move that is next then.
///
/// ```
/// use parlour::arena::Driver;
/// use parlour::games::connect4::{Board, Connect4};
/// use parlour::play::{Due, Game, Seat, Session, Variant};
/// use parlour::search::{Cancel, Limit};
///
/// let board = Board::parse(Connect4::BOARDS[0].1)?;
/// let players = vec!["human:Ada".parse()?, "bot:minimax".parse()?];
/// let session = Session::<Connect4>::new(&board, 2, 42);
/// let mut game = Driver::new(session, players, Limit::Nodes(500));
/// game.play_text("4")?;
/// assert_eq!(game.due(), Due::Computer(Seat::SECOND));
/// assert!(game.step(&Cancel::default())?.is_some());
/// assert_eq!(game.due(), Due::Person(Seat::FIRST));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Driver<G: Bots> {
    session: Session<G>,
    seating: Seating,
    limit: Limit,
    /// On how many cores bots may think.
    cores: usize,
    chairs: Vec<Chair<G>>,
    /// The move at which the bots sat down.
    since: usize,
    /// The clocks, where the match is played against them.
    timer: Option<Timer>,
    series: Series,
}

/// Who sits on a seat, as far as the driver can ask them; on whatever thread.
#[derive(Clone)]
pub(super) enum Chair<G: Bots> {
    Person,
    Bot {
        /// How it plays, or why nobody does.
        strategy: Result<&'static Strategy<G>, String>,
        /// The seat whose dice it has: its own, unless a contest hands them round.
        dice: Seat,
        /// Made when it is first asked.
        bot: Arc<Mutex<Option<Box<dyn Bot<G>>>>>,
    },
    Program(Arc<Mutex<Guest<G>>>),
}

/// Why somebody who was due gave no usable answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoAnswer {
    /// Who; the first seat where it is the bank.
    pub seat: Seat,
    /// What went wrong.
    pub fault: Fault,
    /// The last lines of a program's error output.
    pub last_words: Vec<String>,
}

impl Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sentence(&self.fault.to_string()))?;
        self.last_words.last().map_or(Ok(()), |words| write!(f, "; its last words: {words}"))
    }
}

impl std::error::Error for NoAnswer {}

impl NoAnswer {
    pub(super) fn of(seat: Seat, fault: Fault) -> NoAnswer {
        NoAnswer { seat, fault, last_words: Vec::new() }
    }
}

/// A position with the computer that is asked about it; any thread can have it answered.
#[derive(Clone)]
pub struct Question<G: Bots> {
    chair: Chair<G>,
    session: Session<G>,
    seat: Seat,
    limit: Limit,
    cores: usize,
    since: usize,
}

impl<G: Bots> Question<G> {
    /// The answer and what speaks for it, which may take as long again.
    pub fn advice(&self, cancel: &Cancel) -> Result<(G::Move, Advice), String> {
        let mv = self.answer(cancel).map_err(|why| why.to_string())?;
        Ok(self.reason(mv, cancel))
    }

    /// A move that is known already, and what speaks for it.
    pub fn reason(&self, mv: G::Move, cancel: &Cancel) -> (G::Move, Advice) {
        let view = self.session.state().view(Eye::Seat(self.seat));
        let budget = Budget::new(self.limit, cancel.clone());
        let advice = G::advise(&view, self.seat, &mv, &budget);
        (mv, advice)
    }

    /// The same without what speaks for it, which takes no time.
    pub fn order(&self, mv: &G::Move) -> Advice {
        Advice::new(G::order(&self.session.state().view(Eye::Seat(self.seat)), mv), "")
    }

    /// Thinks until there is an answer, or until it is called off.
    pub fn answer(&self, cancel: &Cancel) -> Result<G::Move, NoAnswer> {
        let budget = Budget::new(self.limit, cancel.clone()).on_cores(self.cores, on_threads);
        self.chair.choose(&self.session, self.seat, self.since, &budget, cancel)
    }
}

impl<G: Bots> Driver<G> {
    /// Seats these players, one a seat. Programs get as much time for a move as bots do.
    pub fn new(session: Session<G>, players: Vec<Player>, limit: Limit) -> Driver<G> {
        let patience = Patience::at_a_table(limit);
        let variant = session.state().variant();
        let chair = |(index, player): (usize, &Player)| match player {
            Player::Human { .. } => Chair::Person,
            Player::Bot { strategy: name } => {
                Chair::bot(strategy::<G>(name, variant), Seat::at(index))
            }
            Player::Program { command } => {
                Chair::program(Guest::new(command, Seat::at(index), patience))
            }
        };
        let chairs = players.iter().enumerate().map(chair).collect();
        Driver::seated(session, players, chairs, limit)
    }

    /// The same with the chairs of a contest, where bots need not be on the game's list.
    pub(super) fn seated(
        session: Session<G>,
        players: Vec<Player>,
        chairs: Vec<Chair<G>>,
        limit: Limit,
    ) -> Driver<G> {
        let (seating, since) = (seated::<G>(players), session.ply());
        let (timer, series) = (None, Series::default());
        Driver { session, seating, limit, cores: 1, chairs, since, timer, series }
    }

    /// Bots think on so many cores, where that helps them.
    #[must_use]
    pub fn on_cores(self, cores: usize) -> Driver<G> {
        Driver { cores, ..self }
    }

    /// The match of a record, with its clocks and its series. Bots have what the record says, or this
    /// limit.
    pub fn reopened(session: Session<G>, record: &Record, usual: Limit) -> Driver<G> {
        let limit = record.think.as_deref().and_then(|text| text.parse().ok());
        let control = record.clock.as_deref().and_then(|text| text.parse().ok());
        let mut driver = Driver::new(session, record.players.clone(), limit.unwrap_or(usual))
            .timed(control)
            .in_series(record.series.clone());
        if let Some(timer) = &mut driver.timer {
            *timer = Timer::new(timer.control(), record.players.len(), &record.left_ms);
        }
        driver
    }

    /// Everybody gets a clock.
    #[must_use]
    pub fn timed(mut self, control: Option<TimeControl>) -> Driver<G> {
        let seats = self.seating.players().len();
        self.timer = control.map(|control| Timer::new(control, seats, &[]));
        self
    }

    /// It is one match of several.
    #[must_use]
    pub fn in_series(mut self, series: Series) -> Driver<G> {
        self.series = series;
        self
    }

    /// The matches of the same people before this one.
    pub fn series(&self) -> &Series {
        &self.series
    }

    /// The time control, where there is one.
    pub fn control(&self) -> Option<TimeControl> {
        self.timer.as_ref().map(Timer::control)
    }

    /// The clocks as they stand. Nobody's runs before something is played, or after the end.
    pub fn clocks(&self) -> Option<Clocks> {
        self.timer.as_ref().map(|timer| timer.clocks(self.on_clock()))
    }

    /// Whose clock runs.
    fn on_clock(&self) -> Option<Seat> {
        let begun = self.session.ply() > 0;
        self.session.turn().seat().filter(|_| begun && !self.session.turn().is_over())
    }

    /// What is left on the clock of whoever is to move; none where it doesn't run.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        let timer = self.timer.as_ref()?;
        (self.on_clock() == Some(seat)).then(|| timer.left(seat))
    }

    /// So much time has passed for whoever is to move. Whose flag falls has lost; that seat is
    /// answered.
    pub fn pass(&mut self, elapsed: Duration) -> Option<Seat> {
        self.timer.as_ref()?;
        let (seat, timer) = (self.on_clock()?, self.timer.as_mut()?);
        timer.pass(seat, elapsed).then(|| {
            self.session.concede(seat, Concession::OutOfTime);
            seat
        })
    }

    /// The match.
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// Who sits where.
    pub fn seating(&self) -> &Seating {
        &self.seating
    }

    /// What bots may spend on a move.
    pub fn limit(&self) -> Limit {
        self.limit
    }

    /// Whom the match waits for.
    pub fn due(&self) -> Due {
        self.seating.due(&self.session.turn())
    }

    /// The match as a file's contents.
    pub fn record(&self) -> Record {
        let think = Some(self.limit.to_string());
        Record {
            think,
            clock: self.control().map(|control| control.to_string()),
            left_ms: self.timer.as_ref().map(Timer::left_ms).unwrap_or_default(),
            series: self.series.clone(),
            ..self.session.record(self.seating.players())
        }
    }

    /// Plays somebody's move, or changes nothing.
    pub fn play(&mut self, mv: G::Move) -> Result<(), Refused<G::Illegal>> {
        let seat = self.next_to_press();
        self.session.play(mv)?;
        self.press(seat);
        Ok(())
    }

    /// Who presses a clock after their move.
    fn next_to_press(&self) -> Option<Seat> {
        self.timer.as_ref().and_then(|_| self.session.turn().seat())
    }

    /// Whoever has moved presses their clock.
    fn press(&mut self, seat: Option<Seat>) {
        if let (Some(seat), Some(timer)) = (seat, &mut self.timer) {
            timer.moved(seat);
        }
    }

    /// Reads a move and plays it, or says why not in a sentence that is fit to be read.
    pub fn play_text(&mut self, text: &str) -> Result<G::Move, String> {
        let seat = self.next_to_press();
        let mv = self.session.play_text(text)?;
        self.press(seat);
        Ok(mv)
    }

    /// Throws the dice or deals, where chance is next.
    pub fn roll(&mut self) -> Option<G::Move> {
        let seat = self.next_to_press();
        let mv = self.session.roll()?;
        self.press(seat);
        Some(mv)
    }

    /// The seat gives up.
    pub fn resign(&mut self, seat: Seat) {
        self.concede(seat, Concession::Resigned);
    }

    /// The same for whatever reason.
    pub fn concede(&mut self, seat: Seat, how: Concession) {
        self.session.concede(seat, how);
    }

    /// Takes the step that is due and needs no person, and answers the move; nothing where a person
    /// is due, the match is over, or a flag has fallen.
    pub fn step(&mut self, cancel: &Cancel) -> Result<Option<G::Move>, NoAnswer> {
        self.take(self.due(), cancel)
    }

    /// The same by somebody who has just looked what is due.
    pub(super) fn take(&mut self, due: Due, cancel: &Cancel) -> Result<Option<G::Move>, NoAnswer> {
        match due {
            Due::Person(_) | Due::Throw(_) | Due::Nothing => Ok(None),
            Due::Chance { by } => {
                let stuck = || Fault::Broken("chance has no outcome here".to_owned());
                let seat = by.unwrap_or(Seat::FIRST);
                self.roll().map(Some).ok_or_else(|| NoAnswer::of(seat, stuck()))
            }
            Due::Computer(seat) => {
                let chair = &self.chairs[seat.index()];
                let budget = Budget::new(self.limit_of(seat), cancel.clone())
                    .on_cores(self.cores, on_threads);
                let alarm = self.left(seat).map(|left| ring_after(left, cancel.clone()));
                let begin = self.timer.is_some().then(Instant::now);
                let chosen = chair.choose(&self.session, seat, self.since, &budget, cancel);
                drop(alarm);
                // Whoever thinks is on the clock, with whatever they count their effort in.
                if begin.and_then(|begin| self.pass(begin.elapsed())).is_some() {
                    return Ok(None);
                }
                let mv = chosen?;
                self.session.play_checked(mv.clone());
                self.press(Some(seat));
                Ok(Some(mv))
            }
        }
    }

    /// What a bot on this seat may spend on its next move.
    fn limit_of(&self, seat: Seat) -> Limit {
        self.timer.as_ref().map_or(self.limit, |timer| timer.limit(seat, self.limit))
    }

    /// What a computer on this seat is to be asked.
    pub fn ask(&self, seat: Seat) -> Question<G> {
        Question {
            chair: self.chairs[seat.index()].clone(),
            session: self.session.clone(),
            seat,
            limit: self.limit_of(seat),
            cores: self.cores,
            since: self.since,
        }
    }

    /// The same for the strongest bot there is, on behalf of a person; none if no bot plays here.
    pub fn hint(&self, seat: Seat) -> Option<Question<G>> {
        let strategy = strongest::<G>(self.session.state().variant())?;
        let (chair, since) = (Chair::bot(Ok(strategy), seat), self.session.ply());
        Some(Question { chair, since, ..self.ask(seat) })
    }

    /// Lets a bot of this strategy answer for the person on a seat, or nobody any more. Who sits
    /// there stays who they are.
    pub fn stand_in(&mut self, seat: Seat, name: Option<&str>) {
        if self.seating.is_person(seat) {
            let found = |name: &str| strategy::<G>(name, self.session.state().variant());
            let chair = name.map(|name| Chair::bot(found(name), seat));
            self.chairs[seat.index()] = chair.unwrap_or(Chair::Person);
        }
    }

    /// Goes back to where this seat last had to act.
    pub fn undo_for(&mut self, seat: Seat, secrets: Secrets) -> Result<(), NoUndo> {
        let back = self.session.last_turn_of(|other| other == seat);
        self.session.undo_to(back.unwrap_or(self.session.ply()), secrets)?;
        self.sit_down_anew();
        Ok(())
    }

    /// Goes back to where a person last had to act; by one move where nobody plays by hand.
    pub fn undo(&mut self, secrets: Secrets) -> Result<(), NoUndo> {
        self.session.undo_to(self.before(), secrets)?;
        self.sit_down_anew();
        Ok(())
    }

    /// Whether [`Driver::undo`] would take anything back, or why not.
    pub fn may_undo(&self, secrets: Secrets) -> Result<(), NoUndo> {
        self.session.may_undo_to(self.before(), secrets)
    }

    /// Where an undo leads.
    fn before(&self) -> usize {
        let back = match self.seating.people() {
            0 => Some(self.session.ply().saturating_sub(1)),
            _ => self.session.last_turn_of(|seat| self.seating.is_person(seat)),
        };
        back.unwrap_or(self.session.ply())
    }

    /// Goes forth again to where a person had to act next, if moves were taken back.
    pub fn redo(&mut self) {
        while self.session.redo().is_some() {
            let asked = self.session.turn().seat().is_some_and(|seat| self.seating.is_person(seat));
            if asked || self.seating.people() == 0 {
                break;
            }
        }
        self.sit_down_anew();
    }

    /// Whatever the bots remember is of another match now, and one may still be thinking about it.
    /// Programs find out by themselves.
    fn sit_down_anew(&mut self) {
        if let Some(timer) = &mut self.timer {
            timer.set_back();
        }
        self.since = self.session.ply();
        for chair in &mut self.chairs {
            if let Chair::Bot { bot, .. } = chair {
                *bot = Arc::default();
            }
        }
    }

    /// Greets every program before the first move; otherwise each is when it is first asked.
    pub(super) fn greet(&self, cancel: &Cancel) -> Result<(), NoAnswer> {
        for (seat, guest) in self.programs() {
            let mut guest = lock(guest);
            guest.sit_down(&self.session, cancel).map_err(|why| guest.fail(seat, why))?;
        }
        Ok(())
    }

    /// What the program on this seat calls itself, if it has said so.
    pub(super) fn name_given(&self, seat: Seat) -> Option<String> {
        match &self.chairs[seat.index()] {
            Chair::Program(guest) => lock(guest).name().map(str::to_owned),
            Chair::Person | Chair::Bot { .. } => None,
        }
    }

    /// What a program has left of the match's clock, where there is one.
    pub(super) fn time_left(&self, seat: Seat) -> Option<Duration> {
        match &self.chairs[seat.index()] {
            Chair::Program(guest) => lock(guest).left(),
            Chair::Person | Chair::Bot { .. } => None,
        }
    }

    /// Something that tells the programs how the match ended and says how each of them left, on
    /// whatever thread; nothing where no programs play.
    pub(crate) fn goodbye(&self) -> Option<impl FnOnce(&Cancel) -> Vec<(Seat, Leaving)> + use<G>> {
        let guests: Vec<_> = self.programs().map(|(seat, it)| (seat, Arc::clone(it))).collect();
        if guests.is_empty() {
            return None;
        }
        let session = self.session.clone();
        Some(move |cancel: &Cancel| {
            let leave = |(seat, guest): (Seat, Arc<Mutex<Guest<G>>>)| {
                (seat, lock(&guest).say_goodbye(&session, cancel))
            };
            guests.into_iter().map(leave).collect()
        })
    }

    fn programs(&self) -> impl Iterator<Item = (Seat, &Arc<Mutex<Guest<G>>>)> {
        self.chairs.iter().enumerate().filter_map(|(index, chair)| match chair {
            Chair::Program(guest) => Some((Seat::at(index), guest)),
            Chair::Person | Chair::Bot { .. } => None,
        })
    }
}

impl<G: Bots> Chair<G> {
    pub fn bot(strategy: Result<&'static Strategy<G>, String>, dice: Seat) -> Chair<G> {
        Chair::Bot { strategy, dice, bot: Arc::default() }
    }

    pub fn program(guest: Guest<G>) -> Chair<G> {
        Chair::Program(Arc::new(Mutex::new(guest)))
    }

    /// A legal move, or what went wrong. Whoever failed starts anew when they are asked again.
    fn choose(
        &self,
        session: &Session<G>,
        seat: Seat,
        since: usize,
        budget: &Budget,
        cancel: &Cancel,
    ) -> Result<G::Move, NoAnswer> {
        let failed = |fault| NoAnswer::of(seat, fault);
        match self {
            Chair::Person => Err(failed(Fault::NotStarted("a person sits there".to_owned()))),
            Chair::Program(guest) => {
                let mut guest = lock(guest);
                guest.choose(session, cancel).map_err(|why| guest.fail(seat, why))
            }
            Chair::Bot { strategy, dice, bot } => {
                let strategy =
                    strategy.as_ref().map_err(|why| failed(Fault::NotStarted(why.clone())))?;
                let state = session.state();
                let (view, legal) = (state.view(Eye::Seat(seat)), state.legal_moves());
                let seed = seat_seed(session.seed(), *dice, since);
                let mut place = lock(bot);
                let mut bot = place.take();
                let answer = catch_unwind(AssertUnwindSafe(|| {
                    bot.get_or_insert_with(|| (strategy.make)(state.variant(), seed))
                        .choose(&view, seat, &legal, budget)
                }));
                let mv =
                    answer.map_err(|panic| failed(Fault::Broken(panic_text(panic.as_ref()))))?;
                // A bot that was told to stop has not chosen freely.
                if cancel.is_cancelled() {
                    return Err(failed(Fault::Cancelled));
                }
                let illegal = |why| Fault::Illegal(mv.to_string(), format!("{why}"));
                state.check(&mv).map_err(|why| failed(illegal(why)))?;
                *place = bot;
                Ok(mv)
            }
        }
    }
}

/// Does pieces of a bot's thought at the same time. Those for which the system has no thread are left.
fn on_threads(pieces: usize, work: &(dyn Fn(usize) + Sync)) {
    thread::scope(|scope| {
        for at in 1..pieces {
            drop(
                thread::Builder::new().name("bot".to_owned()).spawn_scoped(scope, move || work(at)),
            );
        }
        work(0);
    });
}

/// Cancels when so much time has passed, unless what it answers is dropped before.
fn ring_after(left: Duration, cancel: Cancel) -> mpsc::Sender<()> {
    let (stop, stopped) = mpsc::channel();
    // Without a thread the flag falls when the answer comes.
    drop(thread::Builder::new().name("clock".to_owned()).spawn(move || {
        if stopped.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
            cancel.cancel();
        }
    }));
    stop
}

/// What is behind these locks is whole after every statement, whoever panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
