//! Every form of every key, whatever is cut off, and bytes at random.

use proptest::prelude::*;
use ratatui::layout::Position;

use super::decoder::Decoder;
use super::*;

/// What comes of the bytes and the silence after them, one word for each.
fn heard(bytes: &[u8]) -> Vec<String> {
    let mut decoder = Decoder::default();
    let mut found = decoder.feed(bytes);
    found.extend(decoder.silence());
    words(found)
}

fn words(found: Vec<Input>) -> Vec<String> {
    found.into_iter().map(word).collect()
}

fn word(input: Input) -> String {
    match input {
        Input::Msg(Msg::Key(key)) => key.to_string(),
        Input::Msg(Msg::Mouse(mouse, Position { x, y })) => format!("{mouse:?} {x},{y}"),
        Input::Msg(Msg::Paste(text)) => format!("'{text}'"),
        Input::Background(Rgb(red, green, blue)) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Input::Answered => "answered".to_owned(),
        Input::Msg(other) => panic!("{other:?} is nothing that a terminal sends"),
    }
}

fn check(cases: &[(&str, &str)]) {
    for (bytes, expected) in cases {
        let expected: Vec<&str> = expected.split(' ').filter(|word| !word.is_empty()).collect();
        assert_eq!(heard(bytes.as_bytes()), expected, "{bytes:?}");
    }
}

#[test]
fn characters_and_control_characters_are_keys() {
    check(&[
        ("aZ4?", "a Z 4 ?"),
        (" ", "space"),
        ("é漢👩", "é 漢 👩"),
        ("\r", "enter"),
        ("\n", "ctrl-j"),
        ("\t", "tab"),
        ("\x7f", "backspace"),
        ("\x08", "ctrl-h"),
        ("\x01\x1a", "ctrl-a ctrl-z"),
        ("\0", "ctrl-space"),
        ("\x1c\x1f", "ctrl-4 ctrl-7"),
        ("\u{9b}", ""),
    ]);
}

#[test]
fn escape_alone_is_a_key_and_before_another_it_is_alt() {
    check(&[
        ("\x1b", "esc"),
        ("\x1b\x1b", "esc esc"),
        ("\x1b\x1b\x1b", "esc esc esc"),
        ("\x1bx", "alt-x"),
        ("\x1bX", "alt-X"),
        ("\x1bé", "alt-é"),
        ("\x1b\r", "alt-enter"),
        ("\x1b\x12", "ctrl-alt-r"),
        ("\x1b\x7f", "alt-backspace"),
        ("\x1b\x1b[A", "esc up"),
        // A hand that presses alt and the beginning of a sequence.
        ("\x1b[", "alt-["),
        ("\x1bO", "alt-O"),
        ("\x1b]", "alt-]"),
        ("\x1bP", "alt-P"),
        ("\x1b[\r", "alt-[ enter"),
    ]);
}

#[test]
fn every_form_of_the_cursor_keys_is_known() {
    for (letter, name) in
        [('A', "up"), ('B', "down"), ('C', "right"), ('D', "left"), ('H', "home"), ('F', "end")]
    {
        check(&[
            (&format!("\x1b[{letter}"), name),
            (&format!("\x1bO{letter}"), name),
            (&format!("\x1b[1;1{letter}"), name),
            // Shift is no part of a name.
            (&format!("\x1b[1;2{letter}"), name),
            (&format!("\x1b[1;3{letter}"), &format!("alt-{name}")),
            (&format!("\x1b[1;5{letter}"), &format!("ctrl-{name}")),
            (&format!("\x1b[1;7{letter}"), &format!("ctrl-alt-{name}")),
            (&format!("\x1bO5{letter}"), &format!("ctrl-{name}")),
            (&format!("\x1bO1;5{letter}"), &format!("ctrl-{name}")),
        ]);
    }
    check(&[("\x1b[Z", "backtab"), ("\x1b[a", "up"), ("\x1bOd", "ctrl-left")]);
}

#[test]
fn the_keys_with_numbers_are_known() {
    for (number, name) in [
        (1, "home"),
        (7, "home"),
        (2, "insert"),
        (3, "delete"),
        (4, "end"),
        (8, "end"),
        (5, "pageup"),
        (6, "pagedown"),
        (11, "f1"),
        (15, "f5"),
        (17, "f6"),
        (21, "f10"),
        (24, "f12"),
        (34, "f20"),
    ] {
        check(&[
            (&format!("\x1b[{number}~"), name),
            (&format!("\x1b[{number};5~"), &format!("ctrl-{name}")),
            (&format!("\x1b[{number}$"), name),
            (&format!("\x1b[{number}^"), &format!("ctrl-{name}")),
        ]);
    }
    check(&[
        ("\x1bOP\x1bOQ\x1bOR\x1bOS", "f1 f2 f3 f4"),
        ("\x1b[1;5P\x1b[1;5R", "ctrl-f1 ctrl-f3"),
        ("\x1b[[A\x1b[[E", "f1 f5"),
        ("\x1bOM\x1bOp\x1bOj", "enter 0 *"),
    ]);
}

#[test]
fn keys_by_the_number_of_their_character_are_known() {
    check(&[
        ("\x1b[97u", "a"),
        ("\x1b[97;2u", "A"),
        ("\x1b[99;5u", "ctrl-c"),
        ("\x1b[27;5;99~", "ctrl-c"),
        ("\x1b[13;2u", "enter"),
        ("\x1b[9;2u", "backtab"),
        ("\x1b[27u", "esc"),
        // Let go of.
        ("\x1b[97;1:3u", ""),
        ("\x1b[1;1:3A", ""),
    ]);
}

#[test]
fn the_mouse_is_known_in_every_way_of_reporting_it() {
    for (bytes, expected) in [
        (&b"\x1b[<0;6;3M"[..], "Click 5,2"),
        (b"\x1b[<0;300;100M", "Click 299,99"),
        (b"\x1b[<16;6;3M", "Click 5,2"),
        (b"\x1b[<32;6;3M", "Hover 5,2"),
        (b"\x1b[<35;1;1M", "Hover 0,0"),
        (b"\x1b[<64;6;3M", "WheelUp 5,2"),
        (b"\x1b[<65;6;3M", "WheelDown 5,2"),
        (b"\x1b[M &#", "Click 5,2"),
        (b"\x1b[MC&#", "Hover 5,2"),
        (b"\x1b[M \x7f\xff", "Click 94,222"),
        (b"\x1b[32;6;3M", "Click 5,2"),
    ] {
        assert_eq!(heard(bytes), [expected], "{bytes:?}");
    }
    check(&[
        // Let go of, other buttons, the wheel to the side, and no place at all.
        ("\x1b[<0;6;3m", ""),
        ("\x1b[<2;6;3M", ""),
        ("\x1b[<66;6;3M", ""),
        ("\x1b[<128;6;3M", ""),
        ("\x1b[<0;0;0M", ""),
        ("\x1b[<0;99999;3M", ""),
        ("\x1b[M#&#", ""),
        ("\x1b[<0;6M", ""),
    ]);
}

#[test]
fn a_paste_is_one_text() {
    let long = "ab\r\né".repeat(200_000);
    let mut bytes = b"\x1b[200~".to_vec();
    bytes.extend(long.as_bytes());
    bytes.extend(b"\x1b[201~x");
    assert!(bytes.len() > 1 << 20);
    let mut decoder = Decoder::default();
    let found: Vec<Input> = bytes.chunks(4096).flat_map(|part| decoder.feed(part)).collect();
    assert_eq!(words(found), [format!("'{long}'"), "x".to_owned()]);
    // Escapes within, and bytes that are no text, do no harm.
    assert_eq!(heard(b"\x1b[200~a\x1b[Ab\xff\x1b[201~"), ["'a\x1b[Ab\u{fffd}'"]);
    check(&[("\x1b[200~\x1b[201~", ""), ("\x1b[201~k", "k")]);
}

#[test]
fn an_endless_paste_takes_no_endless_memory() {
    let mut decoder = Decoder::default();
    decoder.feed(b"\x1b[200~");
    for _ in 0..20 {
        assert!(decoder.feed(&[b'a'; 1 << 20]).is_empty());
    }
    let found = decoder.feed(b"\x1b[201~x");
    let [Input::Msg(Msg::Paste(text)), _] = &found[..] else { panic!("a paste and a key") };
    assert!((16 << 20..17 << 20).contains(&text.len()), "{}", text.len());
}

#[test]
fn answers_are_no_keys() {
    check(&[
        ("\x1b]11;rgb:ffff/8080/0000\x1b\\", "#ff8000"),
        ("\x1b]11;rgb:f/8/0\x07", "#ff8800"),
        ("\x1b]11;rgba:ffff/ffff/ffff/ffff\x07", "#ffffff"),
        ("\x1b]11;#102030\x07", "#102030"),
        ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;22c", "#ffffff answered"),
        // To what was not asked, or cannot be understood.
        ("\x1b]10;rgb:ffff/ffff/ffff\x07k", "k"),
        ("\x1b]11;rgb:\x07k", "k"),
        ("\x1b]11;rgb:fffff/0/0\x07k", "k"),
        ("\x1b]11;rgb:-1/0/0\x07k", "k"),
        ("\x1bP>|xterm(379)\x1b\\k", "k"),
        ("\x1b[12;40Rk", "k"),
        ("\x1b[0n\x1b[>41;379;0c\x1b[?2026;2$yk", "k"),
        ("\x1b[I\x1b[Ok", "k"),
    ]);
}

/// Each of these made crossterm wait for ever.
const CUT_OFF: [&str; 14] = [
    "\x1b[?",
    "\x1b[1;",
    "\x1b[<0;1",
    "\x1b[200~abc",
    "\x1b[200~",
    "\x1b[M ",
    "\x1b[[",
    "\x1b[3",
    "\x1bO1;",
    "\x1b]11;rgb:ffff/f",
    "\x1b]11;rgb:ffff/ffff/ffff\x1b",
    "\x1bP1$",
    "\x1b[99999999999999999999999",
    "\x1b[ !\"#",
];

#[test]
fn what_is_cut_off_ends_in_silence() {
    for bytes in CUT_OFF {
        let mut decoder = Decoder::default();
        assert!(decoder.feed(bytes.as_bytes()).is_empty(), "{bytes:?}");
        assert!(decoder.patience().is_some(), "{bytes:?}");
        // What was pasted is the user's own; the rest means nothing.
        let pasted = if bytes.ends_with("abc") { vec!["'abc'"] } else { Vec::new() };
        assert_eq!(words(decoder.silence()), pasted, "{bytes:?}");
        assert_eq!(decoder.patience(), None, "{bytes:?}");
        assert_eq!(words(decoder.feed(b"k\x1b[A")), ["k", "up"], "{bytes:?}");
    }
}

#[test]
fn ctrl_c_is_heard_in_the_middle_of_anything() {
    for bytes in CUT_OFF {
        let mut decoder = Decoder::default();
        decoder.feed(bytes.as_bytes());
        assert_eq!(words(decoder.feed(b"\x03")), ["ctrl-c"], "{bytes:?}");
        assert_eq!(words(decoder.feed(b"k")), ["k"], "{bytes:?}");
    }
    check(&[("\x1b\x03", "esc ctrl-c"), ("\x1b[\x03", "alt-[ ctrl-c")]);
    assert_eq!(heard(b"\xc3\x03"), ["ctrl-c"]);
}

#[test]
fn a_sequence_that_breaks_off_does_not_take_the_next_with_it() {
    check(&[
        ("\x1b[1;\x1b[B", "down"),
        ("\x1b]11;rgb\x1b[B", "down"),
        ("\x1bO\x1bOP", "alt-O f1"),
        ("\x1b[1;\rk", "enter k"),
        ("\x1b[1;é", "é"),
    ]);
    assert_eq!(heard(b"\x1b[<0;1\x1b[<0;6;3M"), ["Click 5,2"]);
    assert_eq!(heard(b"\xc3k\xff\xfe\xe2\x82j"), ["k", "j"]);
    assert_eq!(heard(b"\x1b\xffk"), ["esc", "k"]);
}

#[test]
fn a_hand_that_holds_a_key_is_not_swallowed_for_long() {
    // After alt-] everything is text of an answer, but no answer is that long.
    let found = heard(format!("\x1b]{}", "j".repeat(400)).as_bytes());
    assert!(found.len() > 100 && found.iter().all(|key| key == "j"), "{found:?}");
}

/// Pieces of sequences, so that chance meets the interesting ones.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&[u8]> = vec![
        b"\x1b",
        b"[",
        b"O",
        b"]",
        b"P",
        b"M",
        b"<",
        b"?",
        b"1",
        b"27",
        b"200",
        b"201",
        b";",
        b":",
        b"~",
        b"$",
        b"u",
        b"m",
        b"c",
        b"A",
        b"R",
        b"\x07",
        b"\\",
        b"11;rgb:",
        b"ff/",
        b"\xc3",
        b"\xa9",
        b"\xff",
        b"\x7f",
        b" ",
        b"\r",
        b"\x1b[200~",
        b"\x1b[201~",
    ];
    let piece = prop_oneof![
        4 => prop::sample::select(pieces).prop_map(<[u8]>::to_vec),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 512, ..ProptestConfig::default() })]

    /// How the bytes are cut into pieces means nothing, as long as there is no silence.
    #[test]
    fn pieces_mean_what_the_whole_means(bytes in noise(), size in 1_usize..7) {
        let mut whole = Decoder::default();
        let mut parts = Decoder::default();
        let found: Vec<Input> = bytes.chunks(size).flat_map(|part| parts.feed(part)).collect();
        prop_assert_eq!(whole.feed(&bytes), found);
        prop_assert_eq!(whole.silence(), parts.silence());
    }

    /// After silence every key is heard, and after nothing but ctrl-c too.
    #[test]
    fn nothing_deafens_it(bytes in noise()) {
        let mut decoder = Decoder::default();
        decoder.feed(&bytes);
        decoder.silence();
        prop_assert_eq!(decoder.patience(), None);
        prop_assert_eq!(words(decoder.feed(b"k\x1b[A\x1b[<0;1;1M")), ["k", "up", "Click 0,0"]);
        decoder.feed(&bytes);
        let last = words(decoder.feed(b"\x03")).pop();
        prop_assert_eq!(last.as_deref(), Some("ctrl-c"));
        prop_assert_eq!(words(decoder.feed(b"k")), ["k"]);
    }
}
