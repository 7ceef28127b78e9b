//! `parlour host`: opens a house for people and programs on other machines.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::out::{self, stdout};
use super::play::{full_screen, need_terminal};
use super::{Done, Failure, Shelf};
use crate::house::usual_name;
use crate::house::{Away, Clock, HostedGames, House, Opening, Right};
use crate::play::Player;
use crate::screens;
use crate::store::Store;

/// Lines that wait for whoever reads what happens.
const LOG: usize = 1000;

#[derive(Args)]
pub struct HostArgs {
    /// Where to listen for guests: 127.0.0.1:0 for this machine and a free port, 0.0.0.0:4177 for
    /// your network. Without it only guests on this machine can come
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Option<SocketAddr>,
    /// What invitations say instead of that address, where guests know this machine by another
    #[arg(long, value_name = "HOST")]
    address: Option<String>,
    /// What the house is called
    #[arg(long, value_name = "HOUSE")]
    name: Option<String>,
    /// Open a table; may be given several times
    #[arg(long = "table", value_name = "GAME[:VARIANT]")]
    tables: Vec<String>,
    /// How many play at each table
    #[arg(long)]
    players: Option<usize>,
    /// A seat of each table: guest, or bot:STRATEGY; once per seat, in order
    #[arg(long = "seat", value_name = "SPEC", value_parser = seat)]
    seats: Vec<SeatFor>,
    /// Time for the whole match, in seconds, and what each move adds: 300+5
    #[arg(long, value_name = "SECONDS+INCREMENT", value_parser = clock)]
    clock: Option<Clock>,
    /// What happens to the seat of a player who stays away
    #[arg(long, value_name = "WHAT", default_value = "wait")]
    away: AwayChoice,
    /// For how many seconds their seat is kept before that
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    away_after: u64,
    /// What a program's move may take, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5000)]
    move_ms: u64,
    /// Print what happens as lines of text
    #[arg(long)]
    plain: bool,
}

/// The words of `--away`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AwayChoice {
    /// it waits for them
    Wait,
    /// a bot plays until they are back
    Bot,
    /// they lose the match
    Forfeit,
}

/// Whom a seat is for.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SeatFor(Option<String>);

fn seat(text: &str) -> Result<SeatFor, String> {
    if text == "guest" {
        return Ok(SeatFor(None));
    }
    match text.parse() {
        Ok(Player::Human { name: None }) => Ok(SeatFor(None)),
        Ok(Player::Bot { strategy }) => Ok(SeatFor(Some(strategy))),
        Ok(Player::Program { .. }) => Err("a program takes a seat with 'parlour join INVITATION \
            --name NAME -- COMMAND'"
            .to_owned()),
        _ => Err(format!("'{text}' isn't a seat of a house; use 'guest' or 'bot:STRATEGY'")),
    }
}

fn clock(text: &str) -> Result<Clock, String> {
    let wrong = || format!("'{text}' isn't a clock; use SECONDS+INCREMENT, like 300+5");
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| {
        let seconds = text.trim().parse::<f64>().ok().filter(|it| (0.0..=1e6).contains(it));
        seconds.map(Duration::from_secs_f64).ok_or_else(wrong)
    };
    let clock = Clock { base: seconds(base)?, increment: seconds(increment)? };
    if clock.base.is_zero() { Err(wrong()) } else { Ok(clock) }
}

/// How a table is opened that was asked for as `GAME[:VARIANT]`.
fn opening(
    args: &HostArgs,
    asked: &str,
    games: &HostedGames,
    store: &Store,
) -> Result<Opening, Failure> {
    let (game, variant) = match asked.split_once(':') {
        Some((game, variant)) => (game, Some(variant)),
        None => (asked, None),
    };
    let mut bots: Vec<Option<String>> = args.seats.iter().map(|seat| seat.0.clone()).collect();
    let found =
        games.find_board(store, game, variant, args.players, &bots).map_err(Failure::Call)?;
    bots.resize(found.seats, None);
    Ok(Opening {
        game: game.to_owned(),
        asked: asked.to_owned(),
        board: found.board,
        title: found.title,
        bots,
        people: Vec::new(),
        clock: args.clock,
        away: match args.away {
            AwayChoice::Wait => Away::Wait,
            AwayChoice::Bot => Away::Bot,
            AwayChoice::Forfeit => Away::Forfeit,
        },
        away_after: Duration::from_secs(args.away_after),
        stand_in: found.stand_in,
        move_ms: args.move_ms,
    })
}

pub fn run(args: HostArgs, shelf: &Shelf) -> Done {
    if !args.plain {
        need_terminal("parlour host --plain")?;
    }
    let store = Store::open_default();
    let games = shelf.games().hosted();
    let openings = args.tables.iter().map(|asked| opening(&args, asked, &games, &store));
    let openings: Vec<Opening> = openings.collect::<Result<_, _>>()?;
    let local = args.listen.is_none_or(|listen| listen.ip().is_loopback());
    let mut house =
        House::open(store, games, args.listen, args.name, args.address).map_err(Failure::Work)?;
    house.lay_tables(openings).map_err(Failure::Work)?;
    if args.plain {
        return plain(house, local);
    }
    let games = shelf.games();
    full_screen(shelf, move |_| Some(screens::house::host(&games, house, usual_name())))
}

fn plain(house: House, local: bool) -> Done {
    let mut output = stdout();
    let invitation = |right: Right| format!("{} {}", right.word(), house.invitation(right));
    // A house to which nobody can be invited is of no use.
    writeln!(output, "{}", invitation(Right::Play))?;
    output.flush()?;
    if local {
        out::complain(
            "only guests on this machine can come; '--listen 0.0.0.0:4177' opens the house to \
             everybody on your network who has an invitation",
        );
    }
    // Whoever reads this may stop reading or go away (`| head -1`), and the guests play on: lines
    // that don't fit are lost.
    let (lines, log) = sync_channel::<String>(LOG);
    thread::spawn(move || {
        for line in log {
            if writeln!(output, "{line}").and_then(|()| output.flush()).is_err() {
                return;
            }
        }
    });
    drop(lines.try_send(invitation(Right::Watch)));
    let tables = house.snapshot().tables;
    for table in &tables {
        let state = match (table.playing, table.free_seats()) {
            (true, _) => table.standing.clone(),
            (false, 1) => "1 free seat".to_owned(),
            (false, free) => format!("{free} free seats"),
        };
        drop(lines.try_send(format!("table {}: {}; {state}", table.number, table.title)));
    }
    if tables.is_empty() {
        drop(lines.try_send("there is no table; '--table GAME' opens one".to_owned()));
    }
    house.run(&mut |said, _| said.iter().for_each(|line| drop(lines.try_send(line.clone()))));
    Ok(())
}
