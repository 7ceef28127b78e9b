//! A house under load and under fire, all on this machine: how soon moves are seen, what a guest
//! costs, what strangers and broken lines do, and whether a killed house loses anything.
//!
//! `cargo run --profile quick --example crowd [crowd|rest|strangers|lines|kills]..`; without words
//! all of them. `CROWD_GUESTS` (200), `CROWD_STRANGERS` (100 000) and `CROWD_KILLS` (100) say how
//! many. The house is the `parlour` beside this program, `PARLOUR_BIN` or another one.

mod between;
mod kit;

use std::env;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parlour::house::{FromGuest, FromHouse, Heard, Invitation, PROTOCOL, Wants, dial};
use serde_json::json;

use between::{Between, between};
use kit::{House, LIMIT, Line, call, count, home, ply, scene, visit};

type Done = Result<(), Box<dyn Error>>;

fn main() -> Done {
    let mut wanted: Vec<String> = env::args().skip(1).collect();
    if wanted.is_empty() {
        wanted = ["crowd", "rest", "strangers", "lines", "kills"].map(str::to_owned).to_vec();
    }
    for word in &wanted {
        match word.as_str() {
            "crowd" => crowd()?,
            "rest" => rest()?,
            "strangers" => strangers()?,
            "lines" => lines()?,
            "kills" => kills()?,
            other => return Err(format!("'{other}' isn't a trial").into()),
        }
    }
    Ok(())
}

/// Seats two at every table; the first to move comes first.
fn pairs(house: &House, tables: usize) -> Result<Vec<[Line; 2]>, Box<dyn Error>> {
    let mut all = Vec::new();
    for table in 1..=tables {
        let guest = |seat: usize| {
            call(visit(&house.play, &format!("g{table}-{seat}"), Some(table), Wants::Seat))
        };
        all.push([guest(1)?, guest(2)?]);
        // The door lets so many wait at once.
        if table % 10 == 0 {
            thread::sleep(Duration::from_millis(200));
        }
    }
    Ok(all)
}

/// Everybody plays at once, at the pace of people: how soon is a move on the other screen?
fn crowd() -> Done {
    let guests = count("CROWD_GUESTS", 200);
    let tables = guests / 2;
    let home = home()?;
    let house = House::open(home.path(), &vec!["sogo"; tables], &[])?;
    let empty = house.memory();
    let pairs = pairs(&house, tables)?;
    let start = Instant::now();
    let took: Vec<_> = pairs
        .into_iter()
        .enumerate()
        .map(|(at, pair)| {
            thread::spawn(move || -> Result<Vec<Duration>, String> {
                let play = || -> Result<Vec<Duration>, Box<dyn Error>> {
                    let mut took = Vec::new();
                    let mut scenes = [scene(&pair[0])?, scene(&pair[1])?];
                    for turn in 0..20 {
                        let (mover, other) = (turn % 2, 1 - turn % 2);
                        // Not all at the same moment, and not in step.
                        let pause = 200 + (at * 37 + turn * 101) % 400;
                        thread::sleep(Duration::from_millis(pause as u64));
                        let Some((_, now)) = &scenes[mover] else { break };
                        let Some(mv) = now["legal"].as_array().and_then(|it| it.get(turn % 3))
                        else {
                            break;
                        };
                        let sent = Instant::now();
                        let text = mv.as_str().unwrap_or_default().to_owned();
                        pair[mover].0.say(FromGuest::Move(text));
                        scenes[mover] = scene(&pair[mover])?;
                        scenes[other] = scene(&pair[other])?;
                        if let Some((came, _)) = &scenes[other] {
                            took.push(came.saturating_duration_since(sent));
                        }
                    }
                    Ok(took)
                };
                let took = play().map_err(|error| error.to_string());
                // Everybody stays until all have played.
                thread::sleep(Duration::from_millis(500));
                took
            })
        })
        .collect();
    let full = thread::spawn({
        let pid = house.process.id();
        move || {
            thread::sleep(Duration::from_secs(4));
            fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default()
        }
    });
    let mut all = Vec::new();
    for table in took {
        all.extend(table.join().map_err(|_| "a table broke down")??);
    }
    all.sort();
    let at = |share: f64| all[((all.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let status = full.join().map_err(|_| "nobody looked")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    let kb: u64 = line.split_whitespace().nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
    let each = (kb * 1024).saturating_sub(empty) / guests as u64;
    println!(
        "crowd: {guests} guests at {tables} tables, {} moves in {:.1} s: seen after {:.1} ms \
         (median), {:.1} ms (99 of 100), {:.1} ms at most; {} KB a guest; house busy {:?}",
        all.len(),
        start.elapsed().as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0),
        each / 1024,
        house.busy(),
    );
    Ok(())
}

/// Everybody is there and nobody does anything.
fn rest() -> Done {
    let (home, tables) = (home()?, 20);
    let house = House::open(home.path(), &vec!["connect4"; tables], &[])?;
    let empty = (house.busy(), Instant::now());
    thread::sleep(Duration::from_secs(10));
    println!("rest: without guests {:?} in {:?}", house.busy() - empty.0, empty.1.elapsed());
    let pairs = pairs(&house, tables)?;
    for pair in &pairs {
        scene(&pair[0])?;
    }
    let before = (house.busy(), Instant::now());
    thread::sleep(Duration::from_secs(30));
    println!(
        "rest: {} guests at rest: {:?} of processor time in {:?}",
        2 * tables,
        house.busy() - before.0,
        before.1.elapsed()
    );
    Ok(())
}

/// What a stranger shouts, by number.
fn shout(house: &House, at: usize) {
    let address = (house.play.host.as_str(), house.play.port);
    let noise: Vec<u8> = (0..at % 900 + 1).map(|byte| ((byte * 31 + at * 7) % 256) as u8).collect();
    let raw = |bytes: &[u8]| {
        let Ok(mut socket) = TcpStream::connect(address) else { return };
        let _ = socket.write_all(bytes);
        if at.is_multiple_of(3) {
            let _ = socket.shutdown(Shutdown::Both);
        }
    };
    let inside = |lines: &[String]| {
        let Ok(mut wire) = dial(&house.play) else { return };
        for line in lines {
            let _ = wire.say(line);
            let _ = wire.flush();
        }
        wire.wait(Duration::from_millis(50));
        let _ = wire.hear(&mut Vec::new());
        let _ = wire.flush();
    };
    let secret = house.watch.secret.to_string();
    match at % 100 {
        0..70 => raw(&noise),
        70..80 => raw(b"GET / HTTP/1.1\r\nHost: house\r\n\r\n"),
        80..85 => raw(&[&[0x16, 3, 1, 2, 0, 1][..], &noise].concat()),
        85..90 => drop(TcpStream::connect(address)),
        90 => inside(&["{\"parlour\": {\"protocol\": 99}}".to_owned()]),
        91 => inside(&["{\"parlour\": {\"proto".to_owned()]),
        92 => inside(&["x".repeat(100_000)]),
        93 => {
            inside(
                &[json!({ "parlour": { "protocol": PROTOCOL, "code": "AAAAAAAA" } }).to_string()],
            )
        }
        94 => inside(&[
            json!({ "parlour": { "protocol": PROTOCOL, "code": secret, "token": "0" } })
                .to_string(),
            "{\"move\": \"4\"}".to_owned(),
            "{\"sit\": 1}".to_owned(),
        ]),
        _ => raw(&[0; 3]),
    }
}

/// Strangers of every kind while two play: nobody is disturbed, and nothing grows.
fn strangers() -> Done {
    let total = count("CROWD_STRANGERS", 100_000);
    let home = home()?;
    let mut house = House::open(home.path(), &["connect4"; 40], &[])?;
    let pair = pairs(&house, 1)?.remove(0);
    let mut scenes = [scene(&pair[0])?, scene(&pair[1])?];
    let (ended, came) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let (first, start) = (house.memory(), Instant::now());
    let said = house.said.load(Ordering::Relaxed);
    let mut slowest = Duration::ZERO;
    let (mut middle, mut moves) = (0, 0);
    thread::scope(|scope| -> Done {
        for thread in 0..4 {
            let (came, ended, house) = (came.clone(), ended.clone(), &house);
            scope.spawn(move || {
                for at in (thread..total).step_by(4) {
                    if ended.load(Ordering::Relaxed) {
                        return;
                    }
                    shout(house, at);
                    came.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let mut play = || -> Done {
            for turn in 0.. {
                if came.load(Ordering::Relaxed) >= total {
                    break;
                }
                let wait = Duration::from_secs_f64(1.0);
                thread::sleep(wait);
                if came.load(Ordering::Relaxed) >= total / 2 && middle == 0 {
                    middle = house.memory();
                }
                let (mover, other) = (turn % 2, 1 - turn % 2);
                let Some((_, now)) = &scenes[mover] else { continue };
                let Some(mv) = now["legal"].as_array().and_then(|it| it.get(turn / 2 % 7)) else {
                    continue;
                };
                let sent = Instant::now();
                pair[mover].0.say(FromGuest::Move(mv.as_str().unwrap_or_default().to_owned()));
                scenes[mover] = scene(&pair[mover])?;
                scenes[other] = scene(&pair[other])?;
                if let Some((came, _)) = &scenes[other] {
                    slowest = slowest.max(came.saturating_duration_since(sent));
                    moves += 1;
                }
            }
            Ok(())
        };
        let played = play();
        ended.store(true, Ordering::Relaxed);
        played
    })?;
    if house.process.try_wait()?.is_some() {
        return Err("the house is gone".into());
    }
    let took = start.elapsed();
    // The house counts for a moment before it says how many came.
    thread::sleep(Duration::from_secs(6));
    println!(
        "strangers: {} in {:.0} s; memory {} KB before, {} KB halfway, {} KB after; {moves} moves \
         meanwhile, the slowest seen after {:.1} ms; {} lines in the log since; house busy {:?}",
        came.load(Ordering::Relaxed),
        took.as_secs_f64(),
        first / 1024,
        middle / 1024,
        house.memory() / 1024,
        slowest.as_secs_f64() * 1e3,
        house.said.load(Ordering::Relaxed) - said,
        house.busy(),
    );
    let log = house.last_words();
    log.lines().filter(|line| line.contains("came to nothing")).for_each(|line| println!("{line}"));
    Ok(())
}

/// A match to its end through lines with something wrong with them.
fn lines() -> Done {
    for what in [Between::Cut(6000), Between::Delay(Duration::from_millis(500)), Between::Trickle] {
        let home = home()?;
        let house = House::open(home.path(), &["connect4"], &[])?;
        let door = between(&house.play, what)?;
        let start = Instant::now();
        let (moves, back) = play_through(&door, 1)?;
        println!(
            "lines: {what:?}: a match of {moves} moves to its end in {:.1} s, {back} times back",
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

/// Two play at this table until the end; answers the moves and how often somebody came back. Nobody
/// loses a move they have seen.
fn play_through(door: &Invitation, table: usize) -> Result<(u64, usize), Box<dyn Error>> {
    let guests = ["Ann", "Bob"].map(|name| call(visit(door, name, Some(table), Wants::Seat)));
    let played: Vec<_> = guests
        .into_iter()
        .map(|line| {
            let line = line.map_err(|error| error.to_string());
            thread::spawn(move || -> Result<(u64, usize), String> {
                let (visitor, heard) = line?;
                let (mut most, mut back) = (0, 0);
                let mut last = String::new();
                loop {
                    let (_, it) = heard
                        .recv_timeout(LIMIT)
                        .map_err(|_| format!("stuck at move {most}; heard last: {last}"))?;
                    last = format!("{it:.300?}");
                    let scene = match it {
                        Heard::House(FromHouse::Match(news)) if news.record.is_some() => {
                            return Ok((ply(&news.scene), back));
                        }
                        Heard::House(FromHouse::Match(news)) => news.scene,
                        Heard::House(FromHouse::Moved(moved)) => moved.scene,
                        Heard::Away => {
                            back += 1;
                            continue;
                        }
                        Heard::Ended(ended) => return Err(ended.why().to_owned()),
                        _ => continue,
                    };
                    if ply(&scene) < most {
                        return Err(format!("move {most} was seen and is lost"));
                    }
                    most = ply(&scene);
                    let legal = scene["legal"].as_array().cloned().unwrap_or_default();
                    if let Some(mv) = legal.get(most as usize / 2 % legal.len().max(1)) {
                        visitor.say(FromGuest::Move(mv.as_str().unwrap_or_default().to_owned()));
                    }
                }
            })
        })
        .collect();
    let (mut all, mut wrong) = ((0, 0), Vec::new());
    for (name, guest) in ["Ann", "Bob"].into_iter().zip(played) {
        match guest.join().map_err(|_| "a guest broke down")? {
            Ok((moves, back)) => all = (moves, all.1 + back),
            Err(why) => wrong.push(format!("{name}: {why}")),
        }
    }
    if wrong.is_empty() { Ok(all) } else { Err(wrong.join("\n").into()) }
}

/// The house is killed again and again while two play match after match.
fn kills() -> Done {
    let total = count("CROWD_KILLS", 100);
    let home = home()?;
    let tables = ["connect4"; 3];
    let mut house = House::open(home.path(), &tables, &[])?;
    let (play, start) = (house.play.clone(), Instant::now());
    let over = Arc::new(AtomicBool::new(false));
    let playing = thread::spawn({
        let (over, play) = (over.clone(), play.clone());
        move || -> Result<(u64, usize, usize), String> {
            let mut all = (0, 0, 0);
            while !over.load(Ordering::Relaxed) {
                // The next two may come before the last two are quite gone, so to another table.
                let table = all.2 % tables.len() + 1;
                let (moves, back) =
                    play_through(&play, table).map_err(|error| error.to_string())?;
                all = (all.0 + moves, all.1 + back, all.2 + 1);
            }
            Ok(all)
        }
    });
    for kill in 0..total {
        thread::sleep(Duration::from_millis(60 + (kill as u64 * 37) % 200));
        house.process.kill()?;
        house.process.wait()?;
        house = House::open(home.path(), &tables, &[])?;
        if house.play != play {
            return Err("the invitation has changed".into());
        }
    }
    over.store(true, Ordering::Relaxed);
    let played = playing.join().map_err(|_| "a guest broke down")?;
    let (moves, back, matches) = played.map_err(|why| format!("{why}\n{}", house.last_words()))?;
    println!(
        "kills: {total} in {:.1} s; {moves} moves in {matches} matches, {back} times back, no move \
         that was seen is lost",
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
