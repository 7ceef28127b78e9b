//! Whoever shouldn't be let in, and whatever isn't the protocol.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;

use parlour::house::{Invitation, Lost};
use serde_json::{Value, json};

use super::kit::{LIMIT, Open, Raw};

/// The invitation with the sign at this place changed.
fn spoilt(invitation: &Invitation, at: usize) -> Invitation {
    let text = invitation.to_string();
    let at = text.len() - 24 + at;
    let other = if &text[at..=at] == "7" { "8" } else { "7" };
    format!("{}{other}{}", &text[..at], &text[at + 1..]).parse().unwrap()
}

#[test]
fn an_invitation_with_one_letter_wrong_opens_nothing() {
    let house = Open::with(&["connect4"]);
    for at in [0, 8, 15] {
        let mut guest = Raw::seat(&spoilt(&house.play, at), "Mallory");
        assert_eq!(guest.next(), Err(Lost::AnotherHouse), "sign {at} belongs to the key");
    }
    for at in [16, 23] {
        let why = Raw::seat(&spoilt(&house.play, at), "Mallory").refusal();
        assert!(why.starts_with("the house doesn't know this invitation"), "{why}");
    }
    Raw::seat(&house.play, "Ann").expect("seated");
}

#[test]
fn codes_cannot_be_guessed_and_who_has_a_seat_comes_back_all_the_same() {
    let house = Open::with(&["connect4"]);
    let mut ann = Raw::seat(&house.play, "Ann");
    let token = ann.expect("seated")["token"].as_str().unwrap().to_owned();
    let refusals: Vec<String> =
        (0..12).map(|_| Raw::seat(&spoilt(&house.play, 20), "Mallory").refusal()).collect();
    assert!(refusals[9].starts_with("the house doesn't know"), "{}", refusals[9]);
    assert!(refusals[11].starts_with("too many wrong invitations"), "{}", refusals[11]);
    let why = Raw::seat(&house.play, "Bob").refusal();
    assert!(why.starts_with("too many"), "a right guess would tell too: {why}");
    let mut back = Raw::join(&house.play, "x", json!({ "wants": "back", "token": token }));
    assert_eq!(back.expect("welcome")["name"], "Ann");
}

#[test]
fn nobody_gets_what_their_invitation_or_their_place_does_not_allow() {
    let house = Open::with(&["connect4", "sogo"]);
    let seat = |name: &str| {
        let mut guest = Raw::join(&house.play, name, json!({ "wants": "seat", "table": 1 }));
        guest.expect("seated");
        guest
    };
    let mut ann = seat("Ann");
    let mut bob = seat("Bob");
    ann.expect("match");
    bob.say(json!({ "move": "4" }));
    assert_eq!(bob.refusal(), "it isn't your turn");
    let taken = Raw::join(&house.play, "Eve", json!({ "wants": "seat", "table": 1 })).refusal();
    assert_eq!(taken, "table 1 has no free seat");
    let watching = Raw::seat(&house.watch, "Eve").refusal();
    assert_eq!(watching, "this invitation is for watching; 'parlour watch' takes it");
    let mut eve = Raw::join(&house.watch, "Eve", json!({ "wants": "watch", "table": 1 }));
    eve.expect("match");
    for attempt in [json!({ "move": "4" }), json!("throw"), json!({ "resign": null })] {
        eve.say(attempt);
        assert_eq!(eve.refusal(), "you are watching; only those who play can do that");
    }
    eve.say(json!({ "sit": 2 }));
    assert_eq!(eve.refusal(), "your invitation is for watching only");
    let other =
        Raw::join(&house.play, "Old", json!({ "protocol": 99, "wants": "dance" })).refusal();
    assert!(other.starts_with("this house speaks protocol 1 and you speak 99"), "{other}");
    // A name paints nothing, and nobody has another's.
    let mut second = Raw::join(&house.play, "Ann", json!({}));
    assert_eq!(second.expect("welcome")["name"], "Ann 2");
    let mut painter = Raw::join(&house.play, "\u{1b}[2J\u{202e}x", json!({}));
    assert_eq!(painter.expect("welcome")["name"], "\u{fffd}[2Jx");
    // The match stands as it was.
    ann.say(json!({ "move": "4" }));
    assert_eq!(bob.expect("moved")["scene"]["ply"], json!(1));
}

/// Sends bytes and reads to the end, if it comes.
fn shout(house: &Open, bytes: &[u8]) {
    let address = house.play.address();
    let Ok(mut socket) = TcpStream::connect(&address) else { return };
    socket.set_read_timeout(Some(LIMIT)).unwrap();
    // The house may have hung up before everything is said.
    let _ = socket.write_all(bytes);
    let _ = socket.shutdown(std::net::Shutdown::Write);
    let mut rest = Vec::new();
    let _ = socket.take(1 << 20).read_to_end(&mut rest);
    assert!(!rest.windows(8).any(|it| it == b"protocol"), "nothing is said without a handshake");
}

#[test]
fn noise_disturbs_nobody() {
    let house = Open::with(&["sogo"]);
    let mut ann = Raw::seat(&house.play, "Ann");
    ann.expect("seated");
    let mut bob = Raw::seat(&house.play, "Bob");
    bob.expect("seated");
    let playing = thread::spawn(move || bob.play(2, |_| false).unwrap());
    let mut noise = vec![
        b"GET / HTTP/1.1\r\nHost: parlour\r\n\r\n".to_vec(),
        b"{\"parlour\": {\"protocol\": 1}}\n".to_vec(),
        Vec::new(),
        vec![0; 100_000],
        // A handshake that is cut off, one that claims to be endless, and one of an old version.
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
        [b"\x16\x03\x01\xff\xff".to_vec(), vec![1; 70_000]].concat(),
        b"\x16\x03\x00\x00\x04\x01\x00\x00\x00".to_vec(),
    ];
    noise.extend((0..40_u32).map(|seed| {
        (0..200).map(|at| (seed.wrapping_mul(2_654_435_761).rotate_left(at) % 251) as u8).collect()
    }));
    noise.iter().for_each(|bytes| shout(&house, bytes));
    // Behind a handshake: no object, half a line, too much nonsense, a line without end.
    for line in ["[]", "{}", "{\"move\": \"4\"}", "{\"parlour\": 7}", "null", "{\"parlour\":{}}"] {
        let mut guest = Raw::dial(&house.play);
        let _ = guest.wire.say(line);
        let why = guest.refusal();
        assert_eq!(why, "this isn't how a guest of a parlour begins", "{line}");
    }
    let mut endless = Raw::dial(&house.play);
    let mut sent = 0_usize;
    let piece = "x".repeat(60_000);
    let lost = loop {
        if let Err(lost) = endless.wire.say(&piece).and_then(|()| endless.wire.flush()) {
            break lost;
        }
        sent += piece.len();
        endless.wire.wait(LIMIT);
        if let Err(lost) = endless.wire.hear(&mut Vec::new()) {
            break lost;
        }
        assert!(sent < 4 << 20, "a line without end is heard without end");
    };
    assert!(matches!(lost, Lost::Left | Lost::Closed | Lost::TooSlow), "{lost}");
    // A thousand connections from one address, all open at once as far as the house lets them.
    let crowd: Vec<_> =
        (0..1000).filter_map(|_| TcpStream::connect(house.play.address()).ok()).collect();
    ann.play(1, |_| false).unwrap();
    playing.join().unwrap();
    drop(crowd);
}

#[test]
fn whoever_does_not_read_is_dropped() {
    let house = Open::with(&["connect4"]);
    let mut deaf = Raw::join(&house.play, "Deaf", json!({}));
    deaf.expect("welcome");
    // Each of these makes the house say something, and nothing of it is read.
    let mut lost = None;
    for _ in 0..100_000 {
        if let Err(why) = deaf.wire.say("{\"sit\": 9}").and_then(|()| deaf.wire.flush()) {
            lost = Some(why);
            break;
        }
    }
    assert!(lost.is_some(), "whoever says too much, or hears nothing, is shown out");
    Raw::seat(&house.play, "Ann").expect("seated");
}

/// Everything that has come so far, up to the answer to something that is always refused.
fn heard_so_far(guest: &mut Raw) -> Vec<(String, Value)> {
    guest.say(json!("throw"));
    let mut heard = Vec::new();
    loop {
        match guest.next().unwrap() {
            (key, value) if key == "refused" && value["why"] == "it isn't for you to throw now" => {
                return heard;
            }
            other => heard.push(other),
        }
    }
}

#[test]
fn nobody_is_pestered() {
    let house = Open::with(&["connect4"]);
    let mut ann = Raw::seat(&house.play, "Ann");
    ann.expect("seated");
    let mut bob = Raw::seat(&house.play, "Bob");
    bob.expect("match");
    ann.expect("match");
    ann.say(json!({ "move": "4" }));
    bob.expect("moved");
    (0..50).for_each(|_| ann.say(json!("take_back")));
    let refusals: Vec<String> = (0..49).map(|_| ann.refusal()).collect();
    assert_eq!(refusals[0], "the others have been asked already");
    assert_eq!(refusals[48], "that was a lot at once; wait a moment");
    let asked = |heard: &[(String, Value)]| heard.iter().filter(|it| it.0 == "take_back").count();
    assert_eq!(asked(&heard_so_far(&mut bob)), 1, "one question, however often it is asked");
    // Who asks can't answer for the others.
    thread::sleep(std::time::Duration::from_millis(1100));
    ann.say(json!({ "grant": true }));
    assert_eq!(ann.refusal(), "no one has asked you to let them undo a move");
    for again in [true, true, false] {
        bob.say(json!({ "grant": false }));
        bob.expect("said");
        thread::sleep(std::time::Duration::from_millis(600));
        ann.say(json!("take_back"));
        match again {
            true => drop(bob.expect("take_back")),
            false => assert_eq!(ann.refusal(), "the others don't agree to that"),
        }
    }
    // Who comes, goes and comes again a thousand times is heard of a few times.
    let mut eve = Raw::join(&house.watch, "Eve", json!({}));
    eve.expect("welcome");
    (0..500).for_each(|_| eve.say(json!({ "watch": 1 })));
    let mut shown = 0;
    let lots = (0..1000).find(|_| {
        let (key, value) = eve.next().unwrap();
        shown += usize::from(key == "match");
        value["why"] == "that was a lot at once; wait a moment"
    });
    assert!(lots.is_some() && shown <= 30, "{lots:?}, {shown} times");
}

#[test]
fn nonsense_from_those_inside_disturbs_nobody() {
    let house = Open::with(&["connect4", "goose"]);
    let mut ann = Raw::join(&house.play, "Ann", json!({ "wants": "seat", "table": 1 }));
    let token = ann.expect("seated")["token"].as_str().unwrap().to_owned();
    let mut bob = Raw::join(&house.play, "Bob", json!({ "wants": "seat", "table": 1 }));
    bob.expect("match");
    ann.expect("match");
    // Moves of every kind that isn't one, with signs that paint.
    for text in [
        "",
        "\u{1b}[2J",
        "\u{202e}4",
        "\0",
        "４",
        "4 4",
        "-1",
        "99999999999999999999",
        &"4".repeat(60_000),
    ] {
        ann.say(json!({ "move": text }));
        let why = ann.refusal();
        let clean = |sign: char| !sign.is_control() && sign != '\u{202e}';
        assert!(why.chars().all(clean) && why.chars().count() < 300, "{why:?}");
    }
    // Tables that aren't there, and numbers that aren't any.
    for line in ["{\"sit\":0}", "{\"sit\":18446744073709551615}", "{\"watch\":7}"] {
        let mut guest = Raw::join(&house.play, "Eve", json!({}));
        guest.expect("welcome");
        let _ = guest.wire.say(line);
        assert!(guest.refusal().starts_with("there is no table"), "{line}");
    }
    let deep = format!("{{\"move\":{}", "[".repeat(60_000));
    let wrong =
        ["{\"sit\":-1}", "{\"sit\":1e999}", "{\"sit\":1.5}", "{\"move\":null}", "\"dance\"", &deep];
    for line in wrong {
        let mut guest = Raw::join(&house.play, "Eve", json!({}));
        guest.expect("welcome");
        let _ = guest.wire.say(line);
        assert_eq!(guest.refusal(), "the house doesn't understand that");
    }
    // At the door too, and bytes that aren't text.
    let mut guest = Raw::dial(&house.play);
    let _ = guest.wire.say(&deep);
    assert_eq!(guest.refusal(), "this isn't how a guest of a parlour begins");
    // Nobody sits down on two chairs with one token, and the last who shows it has the seat.
    for _ in 0..100 {
        let mut again = Raw::join(&house.play, "Ann", json!({ "wants": "back", "token": token }));
        assert_eq!(again.expect("seated")["seat"], json!(0));
        ann = again;
    }
    let gone = Raw::join(&house.play, "Eve", json!({ "wants": "back", "token": "A".repeat(32) }));
    assert!({ gone }.refusal().starts_with("your seat is gone"));
    // A name is whoever has it.
    let mut other = Raw::join(&house.play, "Bob", json!({ "wants": "seat", "table": 2 }));
    assert_eq!(other.expect("welcome")["name"], "Bob 2");
    ann.expect("match");
    ann.say(json!({ "move": "4" }));
    loop {
        let (key, news) = bob.next().unwrap();
        if key == "moved" && news["scene"]["ply"] == json!(1) {
            break;
        }
    }
}

#[test]
fn who_looks_on_at_no_table_in_particular_goes_on_by_itself() {
    let house = Open::with(&["connect4", "sogo"]);
    let mut eve = Raw::join(&house.watch, "Eve", json!({ "wants": "watch" }));
    let mut stays = Raw::join(&house.watch, "Tom", json!({ "wants": "watch" }));
    stays.expect("welcome");
    let seat = |table: usize| {
        ["Ann", "Bob"].map(|name| {
            let wants = json!({ "wants": "seat", "table": table });
            let mut guest = Raw::join(&house.play, &format!("{name}{table}"), wants);
            guest.expect("seated");
            guest
        })
    };
    let mut sogo = seat(2);
    assert_eq!(eve.expect("match")["table"], json!(2), "the first match that begins");
    assert_eq!(stays.expect("match")["table"], json!(2));
    stays.say(json!({ "watch": 2 }));
    let _connect4 = seat(1);
    sogo[0].expect("match");
    sogo[0].say(json!({ "resign": null }));
    assert!(eve.expect("match")["record"].is_string(), "the end is seen");
    assert_eq!(eve.expect("match")["table"], json!(1), "and then the other match");
    assert!(stays.expect("match")["record"].is_string());
    stays.say(json!({ "move": "4" }));
    while let Ok((key, news)) = stays.next() {
        assert!(key != "match", "{news}");
        if key == "refused" {
            break;
        }
    }
}

#[test]
fn connections_that_only_wait_keep_nobody_out() {
    let house = Open::with(&["connect4"]);
    let wait = || TcpStream::connect(house.play.address()).unwrap();
    let silent: Vec<_> = (0..40).map(|_| wait()).collect();
    thread::sleep(std::time::Duration::from_millis(200));
    Raw::seat(&house.play, "Ann").expect("seated");
    drop(silent);
}
