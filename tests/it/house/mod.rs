//! A house and its guests, over real sockets on the loopback address.

mod commands;
mod contest;
#[cfg(unix)]
mod evening;
mod kit;
mod strangers;

use std::thread;

use parlour::games;
use parlour::house::{Away, Clock, Ended, FromGuest, FromHouse, Heard, Visit, Wants};
use parlour::play::{Eye, Record, Scene, Seat, Session, Told};
use parlour::tui::GameUi;
use serde_json::{Value, json};

use kit::{LIMIT, Open, Raw};

/// Seats as many guests as the first table has seats.
fn seat_all(house: &Open, seats: usize) -> Vec<Raw> {
    (0..seats)
        .map(|at| {
            let mut guest = Raw::seat(&house.play, &format!("guest{at}"));
            guest.expect("seated");
            guest
        })
        .collect()
}

fn seats_of(house: &Open, game: &str) -> usize {
    kit::table(house.home.path(), game).bots.len()
}

#[test]
fn every_game_is_played_from_joining_to_the_end() {
    for (at, game) in games::IDS.iter().enumerate() {
        let house = Open::changed(&[game], kit::soon_over);
        let guests = seat_all(&house, seats_of(&house, game));
        let mut spectator = Raw::join(&house.watch, "Eve", json!({ "wants": "watch" }));
        let playing: Vec<_> = guests
            .into_iter()
            .enumerate()
            .map(|(seat, mut guest)| {
                thread::spawn(move || guest.play((at * 10 + seat) as u64, |_| false).unwrap())
            })
            .collect();
        let seen = spectator.play(0, |_| false).unwrap();
        for ended in playing {
            let ended = ended.join().unwrap();
            assert_eq!(ended["record"], seen["record"], "{game}: everybody saw the same match");
            assert_eq!(ended["scene"]["view"], seen["scene"]["view"], "{game}");
        }
        let record = Record::parse(seen["record"].as_str().unwrap()).unwrap();
        assert!(record.result.is_some(), "{game}: {record:?}");
        let kept = house.store().matches();
        assert_eq!(kept.len(), 1, "{game}: one record among the host's matches");
        let kept = kept[0].record.as_ref().unwrap();
        assert_eq!((&kept.moves, &kept.result), (&record.moves, &record.result), "{game}");
    }
}

/// What a guest has received is, byte for byte, what its seat may know at that moment, worked out
/// from the record; and that is less than everything.
#[test]
fn a_guest_is_sent_what_its_seat_may_know_and_nothing_else() {
    struct Check<'a>(&'a Record, &'a [Vec<String>], &'a [String]);
    impl games::Visitor for Check<'_> {
        type Out = usize;

        fn visit<G: GameUi>(&mut self) -> usize {
            let session = Session::<G>::from_record(self.0).unwrap();
            let mut hidden = 0;
            for (seat, log) in self.1.iter().enumerate() {
                let seat = Seat::at(seat);
                let messages = log.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
                for news in messages.filter_map(|it| it.get("moved").cloned()) {
                    let ply = news["scene"]["ply"].as_u64().unwrap() as usize;
                    if ply >= session.ply() {
                        continue;
                    }
                    let eye = |eye| serde_json::to_value(Scene::past(&session, ply, eye)).unwrap();
                    let allowed = eye(Eye::Seat(seat));
                    assert_eq!(news["scene"]["view"], allowed["view"], "seat {seat}, ply {ply}");
                    hidden += usize::from(allowed["view"] != eye(Eye::Everything)["view"]);
                    let (before, mv) = (session.state_at(ply - 1), &session.moves()[ply - 1]);
                    let told = Told::of(&before, mv, Eye::Seat(seat), self.2);
                    assert_eq!(news["told"][0]["lines"], json!(told.lines), "ply {ply}");
                }
            }
            hidden
        }
    }
    let house = Open::changed(&["turtles"], kit::soon_over);
    let guests = seat_all(&house, 2);
    let playing = guests.into_iter().enumerate().map(|(seat, mut guest)| {
        thread::spawn(move || {
            let end = guest.play(seat as u64, |_| false).unwrap();
            (guest.log, end)
        })
    });
    let played: Vec<_> =
        playing.collect::<Vec<_>>().into_iter().map(|it| it.join().unwrap()).collect();
    let end = &played[0].1;
    let record = Record::parse(end["record"].as_str().unwrap()).unwrap();
    let names: Vec<String> = serde_json::from_value(end["names"].clone()).unwrap();
    let logs: Vec<Vec<String>> = played.iter().map(|(log, _)| log.clone()).collect();
    let hidden = games::visit("turtles", &mut Check(&record, &logs, &names)).unwrap();
    assert!(hidden > 20, "the seats have had secrets: {hidden}");
    // Nor does a guest get what opens doors, or what the dice come from, while the match lasts.
    let token = |log: &[String]| {
        let seated = log.iter().find(|line| line.starts_with("{\"seated\"")).unwrap();
        let seated: Value = serde_json::from_str(seated).unwrap();
        seated["seated"]["token"].as_str().unwrap().to_owned()
    };
    let seed = record.seed.to_string();
    for (own, other) in [(0, 1), (1, 0)] {
        let strange = [token(&logs[other]), house.watch.secret.to_string(), seed.clone()];
        let during = logs[own].iter().filter(|line| !line.contains("\"record\""));
        for line in during {
            assert!(!strange.iter().any(|secret| line.contains(secret)), "{line}");
        }
    }
}

#[test]
fn whoever_comes_back_gets_the_whole_match_and_goes_on() {
    let house = Open::with(&["sogo"]);
    let mut first = Raw::seat(&house.play, "Ann");
    let token = first.expect("seated")["token"].as_str().unwrap().to_owned();
    let mut second = Raw::seat(&house.play, "Bob");
    second.expect("seated");
    let other = thread::spawn(move || second.play(2, |_| false).unwrap());
    first.play(1, |scene| scene["ply"].as_u64() >= Some(4));
    // The line is cut without a word.
    drop(first);
    let mut back = Raw::join(&house.play, "Ann", json!({ "wants": "back", "token": token }));
    assert_eq!(back.expect("welcome")["name"], "Ann");
    let news = back.expect("match");
    assert_eq!((&news["you"], &news["names"]), (&json!(0), &json!(["Ann", "Bob"])));
    let (told, ply) = (news["told"].as_array().unwrap().len(), news["scene"]["ply"].as_u64());
    assert_eq!(Some(told as u64), ply);
    assert!(ply >= Some(4));
    if !news["scene"]["acting"].is_null() {
        back.say(json!({ "move": news["scene"]["legal"][0] }));
    }
    let end = back.play(3, |_| false).unwrap();
    assert_eq!(end["record"], other.join().unwrap()["record"]);
}

/// The guests are the real ones, which come back by themselves.
#[test]
fn a_house_that_is_killed_again_and_again_loses_no_move() {
    let mut house = Open::with(&["connect4"]);
    let guests: Vec<_> = (0..2)
        .map(|seat| {
            let visit = Visit {
                invitation: house.play.clone(),
                name: format!("guest{seat}"),
                wants: Wants::Seat,
                table: None,
                program: false,
                token: None,
                patience: LIMIT,
            };
            let (to, heard) = std::sync::mpsc::channel();
            (visit.start(move |it| to.send(it).is_ok()).unwrap(), heard)
        })
        .collect();
    let (plies, seen) = std::sync::mpsc::channel();
    let playing: Vec<_> = guests
        .into_iter()
        .map(|(visitor, heard)| {
            let plies = plies.clone();
            thread::spawn(move || {
                let mut most = 0;
                loop {
                    let scene = match heard.recv_timeout(LIMIT).unwrap() {
                        Heard::House(FromHouse::Match(news)) if news.record.is_some() => {
                            return news;
                        }
                        Heard::House(FromHouse::Match(news)) => news.scene,
                        Heard::House(FromHouse::Moved(moved)) => moved.scene,
                        Heard::Ended(ended) => panic!("{}", ended.why()),
                        _ => continue,
                    };
                    let ply = scene["ply"].as_u64().unwrap();
                    assert!(ply >= most, "move {most} was seen and is lost");
                    most = ply;
                    let _ = plies.send(ply);
                    if let Some(mv) = scene["legal"].as_array().and_then(|legal| legal.last()) {
                        visitor.say(FromGuest::Move(mv.as_str().unwrap().to_owned()));
                    }
                }
            })
        })
        .collect();
    for ply in [1, 3, 4, 6] {
        while seen.recv_timeout(LIMIT).unwrap() < ply {}
        house.restart();
    }
    let ends: Vec<_> = playing.into_iter().map(|it| it.join().unwrap()).collect();
    assert_eq!(ends[0].record, ends[1].record);
}

/// A guest makes the token of its seat itself: whatever is lost on the way, asking again brings it
/// to the seat that it has already.
#[test]
fn joining_twice_with_the_same_token_takes_one_seat() {
    let mut house = Open::with(&["connect4"]);
    let token = "ANN0".repeat(8);
    let ask = json!({ "wants": "seat", "token": token });
    // The house has written the seat down and is killed before the guest knows.
    let mut first = Raw::join(&house.play, "Ann", ask.clone());
    first.expect("seated");
    house.restart();
    let mut back = Raw::join(&house.play, "Ann", ask);
    assert_eq!(back.expect("seated"), json!({ "table": 1, "seat": 0, "token": token }));
    let mut second = Raw::seat(&house.play, "Bob");
    assert_eq!(second.expect("match")["names"], json!(["Ann", "Bob"]));
    assert_eq!(back.expect("match")["you"], json!(0));
    // In the lobby the token comes before the seat is asked for.
    let house = Open::with(&["connect4"]);
    let mut guest = Raw::join(&house.play, "Ann", json!({ "wants": "lobby" }));
    guest.say(json!({ "token": token }));
    guest.say(json!({ "sit": 1 }));
    assert_eq!(guest.expect("seated")["token"], json!(token));
    drop(guest);
    let mut back = Raw::join(&house.play, "Ann", json!({ "wants": "lobby", "token": token }));
    assert_eq!(back.expect("seated")["seat"], json!(0));
    // A token that could be guessed is not taken, nor one that somebody has.
    let mut weak = Raw::join(&house.play, "Eve", json!({ "wants": "seat", "token": "0" }));
    assert_ne!(weak.expect("seated")["token"], json!("0"));
}

/// A line that is cut while nobody plays costs no seat: not before the match, nor before its end
/// was seen. Whoever says goodbye frees theirs.
#[test]
fn a_cut_line_costs_no_seat_before_the_match_nor_after_it() {
    let house = Open::with(&["connect4"]);
    let mut ann = Raw::seat(&house.play, "Ann");
    let token = ann.expect("seated")["token"].clone();
    drop(ann);
    let back = || Raw::join(&house.play, "x", json!({ "wants": "back", "token": token }));
    let mut ann = back();
    assert_eq!(ann.expect("seated")["seat"], json!(0));
    let mut bob = Raw::seat(&house.play, "Bob");
    bob.expect("match");
    ann.expect("match");
    drop(ann);
    bob.say(json!({ "resign": null }));
    while !bob.expect("match")["record"].is_string() {}
    bob.wire.close();
    // Somebody new takes the seat that is free, and hears nothing of the old match.
    let mut cid = Raw::seat(&house.play, "Cid");
    assert_eq!(cid.expect("seated")["seat"], json!(1));
    let mut ann = back();
    assert!(ann.expect("match")["record"].is_string());
    ann.say(json!("rematch"));
    let begun = cid.expect("match");
    assert_eq!((&begun["round"], &begun["record"]), (&json!(2), &Value::Null), "{begun}");
}

#[test]
fn whoever_waits_for_a_match_when_the_house_closes_waits_when_it_opens() {
    let mut house = Open::with(&["connect4"]);
    let mut first = Raw::seat(&house.play, "Ann");
    let token = first.expect("seated")["token"].as_str().unwrap().to_owned();
    house.restart();
    let mut back = Raw::join(&house.play, "Ann", json!({ "wants": "back", "token": token }));
    back.expect("seated");
    let mut second = Raw::seat(&house.play, "Bob");
    assert_eq!(second.expect("match")["names"], json!(["Ann", "Bob"]));
    assert_eq!(back.expect("match")["you"], json!(0));
}

#[test]
fn whoever_stays_away_loses_or_is_played_for_as_the_table_says() {
    for (away, says) in [(Away::Forfeit, "forfeits"), (Away::Bot, "plays for them")] {
        let house = Open::changed(&["connect4"], |table| {
            table.away = away;
            table.away_after = std::time::Duration::from_millis(10);
            table.stand_in = "hasard".to_owned();
        });
        let mut guests = seat_all(&house, 2);
        let mut stays = guests.remove(1);
        stays.expect("match");
        drop(guests);
        let said = stays.expect("said");
        assert!(said.as_str().unwrap().contains(says), "{said}");
        let end = stays.play(1, |_| false).unwrap();
        if away == Away::Forfeit {
            assert_eq!(end["scene"]["resigned"], json!(0));
        }
    }
}

#[test]
fn a_flag_falls_and_the_time_left_is_told() {
    let house = Open::changed(&["connect4"], |table| {
        let base = std::time::Duration::from_millis(300);
        table.clock = Some(Clock { base, increment: base });
    });
    let mut guests = seat_all(&house, 2);
    let news = guests[1].expect("match");
    assert!(news["seats"][1]["left_ms"].as_u64() <= Some(300), "{news}");
    let end = guests[1].play(1, |_| false).unwrap();
    assert_eq!(end["scene"]["resigned"], json!(0), "who doesn't move loses");
    let record = end["record"].as_str().unwrap();
    assert!(record.contains("\nout of time: 1\n"), "the record says that it was time: {record}");
}

#[test]
fn a_move_is_taken_back_when_the_other_agrees_and_a_rematch_changes_seats() {
    let house = Open::with(&["connect4"]);
    let mut guests = seat_all(&house, 2);
    guests[0].expect("match");
    guests[0].say(json!({ "move": "4" }));
    guests[0].expect("moved");
    for (granted, ply) in [(false, 1), (true, 0)] {
        guests[0].say(json!("take_back"));
        assert_eq!(guests[1].expect("take_back"), json!(0));
        guests[1].say(json!({ "grant": granted }));
        match granted {
            true => assert_eq!(guests[0].expect("match")["scene"]["ply"], json!(ply)),
            false => drop(guests[0].expect("said")),
        }
    }
    guests[0].say(json!({ "resign": null }));
    for guest in &mut guests {
        while !guest.expect("match")["record"].is_string() {}
        guest.say(json!("rematch"));
    }
    let again = guests[0].expect("match");
    assert_eq!((&again["you"], &again["round"]), (&json!(1), &json!(2)), "the other one begins");
    assert_eq!(again["seats"][0]["won"], json!(1), "who won sits first now: {again}");
}

#[test]
fn a_visit_ends_with_a_sentence_when_the_house_is_lost_for_good() {
    let mut house = Open::with(&["connect4"]);
    let invitation = house.play.clone();
    house.kill();
    let visit = Visit {
        invitation,
        name: "Ann".to_owned(),
        wants: Wants::Seat,
        table: None,
        program: false,
        token: None,
        patience: std::time::Duration::from_millis(300),
    };
    let (to, heard) = std::sync::mpsc::channel();
    let _visitor = visit.start(move |it| to.send(it).is_ok()).unwrap();
    let Heard::Ended(Ended::Lost(why)) = heard.recv_timeout(LIMIT).unwrap() else {
        panic!("the visit goes on")
    };
    assert!(why.starts_with("no answer from 127.0.0.1:"), "{why}");
}
