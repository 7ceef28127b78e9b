//! `parlour play` and the arcade itself: into the full screen, or into plain mode.

use std::io::{BufReader, IsTerminal, Write, stdin};

use clap::Args;

use super::out::{self, stdout};
use super::plain::{Left, PlainMatch, Sitting, Typing, ask_strategies};
use super::table::Beginning;
use super::{BoardArgs, Done, Failure, Shelf};
use crate::arena::{Driver, TimeControl};
use crate::play::{Player, Variant};
use crate::screens;
use crate::search::{Entry, Limit, Roster};
use crate::store::Store;
use crate::tui::event_loop::{self, Exit};
use crate::tui::{Context, GameUi, Screen};

pub const NO_TERMINAL: &str = "the full screen needs a terminal, and there is none here; 'parlour play GAME --plain' plays as text";

#[derive(Args)]
pub struct PlayArgs {
    pub game: String,
    /// Who plays: P for a person, C for the computer, as PvC
    #[arg(value_name = "PvP|PvC|CvP|CvC", value_parser = mode)]
    mode: Option<Mode>,
    /// A seat: human[:NAME], bot:STRATEGY or exec:COMMAND LINE; once per seat, in order
    #[arg(long = "seat", value_name = "SPEC")]
    seats: Vec<Player>,
    #[command(flatten)]
    board: BoardArgs,
    /// How many play
    #[arg(long)]
    players: Option<usize>,
    /// Makes everything random reproducible
    #[arg(long)]
    seed: Option<u64>,
    /// Bots look at this many positions for a move, instead of thinking for a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Play against the clock: SECONDS+INCREMENT for the match, as 300+5, or SECONDS/move, as 30/move
    #[arg(long, value_name = "CLOCK")]
    clock: Option<TimeControl>,
    /// Play as lines of text on standard input and output
    #[arg(long)]
    plain: bool,
}

/// `PvC` and its sisters, for any number of seats.
#[derive(Clone, Debug)]
pub struct Mode(Vec<Sitting>);

fn mode(text: &str) -> Result<Mode, String> {
    let seat = |letter: &str| match letter {
        "P" => Ok(Sitting::Player(Player::Human { name: None })),
        "C" => Ok(Sitting::Computer),
        _ => Err(format!("'{text}' isn't a way to play; use PvP, PvC, CvP or CvC")),
    };
    text.split('v').map(seat).collect::<Result<_, _>>().map(Mode)
}

/// The full-screen arcade, from its menu.
pub fn arcade(shelf: &Shelf) -> Done {
    if !stdin().is_terminal() || !out::stdout_is_terminal() {
        return Err(Failure::Call(NO_TERMINAL.to_owned()));
    }
    full_screen(shelf, |_| None)
}

/// Refuses the full screen where there is no terminal, and names what does without.
pub fn need_terminal(otherwise: &str) -> Done {
    match stdin().is_terminal() && out::stdout_is_terminal() {
        true => Ok(()),
        false => Err(Failure::Call(format!(
            "the full screen needs a terminal, and there is none here; '{otherwise}' does without"
        ))),
    }
}

/// What `TERM` says, unless it names a terminal that can show a full screen.
#[cfg(unix)]
fn too_simple() -> Option<&'static str> {
    match std::env::var("TERM").unwrap_or_default().as_str() {
        "" => Some("TERM isn't set"),
        "dumb" => Some("TERM is 'dumb'"),
        _ => None,
    }
}

/// Terminals that are no Unix ones say nothing of the kind.
#[cfg(not(unix))]
fn too_simple() -> Option<&'static str> {
    None
}

/// Takes the terminal, runs the arcade and gives the terminal back. The menu is always there;
/// whoever comes straight to another screen finds it when they leave that.
pub fn full_screen(
    shelf: &Shelf,
    first: impl FnOnce(&mut Context) -> Option<Box<dyn Screen>>,
) -> Done {
    let games = shelf.games();
    show(
        shelf,
        Box::new(|context| {
            let mut stack = vec![screens::menu::open(&games)];
            stack.extend(first(context));
            stack
        }),
    )
}

/// Shows this page and what it leads to, and ends with it. Nothing else of the arcade is in reach,
/// so a stranger may be let at it through ssh.
pub fn page_alone(shelf: &Shelf, page: impl FnOnce(&mut Context) -> Box<dyn Screen>) -> Done {
    show(shelf, Box::new(|context| vec![page(context)]))
}

/// What lies on top of each other at the start.
type Stack<'a> = Box<dyn FnOnce(&mut Context) -> Vec<Box<dyn Screen>> + 'a>;

fn show(shelf: &Shelf, pages: Stack) -> Done {
    if let Some(why) = too_simple() {
        let why = format!(
            "the full screen needs a terminal that can move its cursor, and {why}; 'parlour play \
             GAME --plain' plays as text"
        );
        return Err(Failure::Call(why));
    }
    let games = shelf.games();
    let mut context = Context::open(Store::open_default(), &screens::key_sections(&games));
    let stack = pages(&mut context);
    match event_loop::run(context, stack) {
        Ok(Exit::Quit) => Ok(()),
        Ok(Exit::Signal(signal)) => {
            // The terminal is ours no longer; end as whoever sent the signal expects.
            event_loop::end_by(signal);
            Ok(())
        }
        Err(error) => Err(Failure::Work(format!("the terminal: {error}"))),
    }
}

impl PlayArgs {
    pub fn run<G: GameUi>(&self, shelf: &Shelf) -> Done {
        let given = self.mode.as_ref().map(|mode| mode.0.len());
        // Whoever names one seat says nothing about the others; several are how many sit down.
        let named = Some(self.seats.len()).filter(|seats| *seats > 1);
        let seats = given.max(named);
        let seed = self.seed.unwrap_or_else(rand::random);
        let table = Beginning::<G>::lay(&self.board, self.players.or(seats), seed)?;
        let bots = Roster::of::<G>(Some(&table.board));
        let sitting = sit(self, table.seats, &bots)?;
        let limit = self.nodes.map(Limit::Nodes);
        match self.plain {
            true => plain(&table, sitting, &bots, limit, self.clock),
            false => {
                let players = players(sitting, &bots)?;
                screen(&table, players, limit, self.clock, shelf)
            }
        }
    }
}

fn too_many(named: usize, seats: usize) -> Failure {
    Failure::Call(format!("{named} seats are named, but {seats} play"))
}

/// Who sits where: the mode says person or computer, `--seat` says who exactly, in order.
fn sit(args: &PlayArgs, seats: usize, bots: &Roster) -> Result<Vec<Sitting>, Failure> {
    let person = || Sitting::Player(Player::Human { name: None });
    let mut sitting = match &args.mode {
        Some(mode) if mode.0.len() == seats => mode.0.clone(),
        Some(mode) => return Err(too_many(mode.0.len(), seats)),
        None => vec![person(); seats],
    };
    if args.seats.len() > seats {
        return Err(too_many(args.seats.len(), seats));
    }
    for (place, player) in sitting.iter_mut().zip(&args.seats) {
        let mut player = player.clone();
        match &mut player {
            Player::Bot { strategy: name } => {
                let found = bots.find(name).map_err(Failure::Call)?;
                found.name.clone_into(name);
            }
            Player::Human { .. } | Player::Program { .. } => {}
        }
        *place = Sitting::Player(player);
    }
    Ok(sitting)
}

/// Who plays on the screen, where nobody can be asked for a level: the bot that the setup would seat.
fn players(sitting: Vec<Sitting>, bots: &Roster) -> Result<Vec<Player>, Failure> {
    if !stdin().is_terminal() || !out::stdout_is_terminal() {
        return Err(Failure::Call(NO_TERMINAL.to_owned()));
    }
    let usual = || bots.first_opponent().map(Entry::player);
    let none = || Failure::Call("no strategy can play this board".to_owned());
    let player = |seat| match seat {
        Sitting::Player(player) => Ok(player),
        Sitting::Computer => usual().ok_or_else(none),
    };
    sitting.into_iter().map(player).collect()
}

fn screen<G: GameUi>(
    table: &Beginning<G>,
    players: Vec<Player>,
    limit: Option<Limit>,
    clock: Option<TimeControl>,
    shelf: &Shelf,
) -> Done {
    let session = table.session();
    full_screen(shelf, move |context| {
        let limit = limit.unwrap_or(context.store.settings().bot_limit());
        let driver = Driver::new(session, players, limit).timed(clock);
        Some(screens::play::begin_with(driver, context))
    })
}

fn plain<G: GameUi>(
    table: &Beginning<G>,
    sitting: Vec<Sitting>,
    bots: &Roster,
    limit: Option<Limit>,
    clock: Option<TimeControl>,
) -> Done {
    let input = Typing::on(BufReader::new(stdin()))?;
    let mut output = stdout();
    let Some(players) = ask_strategies(sitting, bots, G::hue, &input, &mut output)? else {
        // Nothing has begun, so there is nothing to save.
        return Ok(());
    };
    let store = Store::open_default();
    let limit = limit.unwrap_or(store.settings().bot_limit());
    let save = store.new_save(G::ID);
    let mut trouble = None;
    let mut game = PlainMatch::<G> {
        driver: Driver::new(table.session(), players, limit)
            .on_cores(store.settings().bot_cores)
            .timed(clock),
        input: &input,
        output: &mut output,
    };
    let left = game.play(&mut |driver| trouble = save.write(driver.record()).err())?;
    if matches!(left, Left::Over) {
        let (session, seating) = (game.driver.session(), game.driver.seating());
        // A match that cannot be counted was played all the same.
        let board = session.state().variant().name();
        drop(store.note_result(G::ID, board, seating.players(), &session.winners()));
    }
    if let Some(why) = trouble {
        return Err(Failure::Work(format!("the match could not be saved: {why}")));
    }
    if matches!(left, Left::Unfinished) {
        writeln!(output, "the match is saved in {}", save.path().display())?;
    }
    Ok(())
}
