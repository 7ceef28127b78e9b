//! The laws that every game obeys, shown on random play. A game from elsewhere runs them all with
//! one line in its tests.
//!
//! ```
//! use parlour::games::sogo::Sogo;
//!
//! parlour::laws::hold::<Sogo>();
//! ```

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use rand::{Rng, RngExt};

use crate::play::page::{Block, blocks};
use crate::play::{
    Dice, Eye, Game, Hue, NoUndo, Outcome, Player, Record, Seat, Secrets, Session, Turn, Variant,
    with_keys,
};
use crate::search::{Bots, Budget, Level, levels, strategy};

/// Matches for each board and number of seats.
const MATCHES: u64 = 2;
/// No random match of any game is longer than this.
const LONGEST: usize = 200_000;
/// Moves that somebody who goes in circles thinks about.
const CIRCLING: usize = 8;
/// Positions of one match that are looked at closely; a law costs time at each of them.
const CLOSE_LOOKS: usize = 12;
/// Moves from elsewhere in the match that are tried at such a position.
const STRANGERS: usize = 30;

/// Plays random matches on every bundled board with several numbers of seats, and panics with a
/// sentence at the first law that is broken: what is listed is what is accepted, texts read back,
/// undo and records give the same match again, nothing secret is seen, bots answer at once, the
/// rules page shows positions that can be reached.
pub fn hold<G: Bots>() {
    let boards = G::BOARDS.iter().map(|(stem, text)| {
        let board = G::Variant::parse(text)
            .unwrap_or_else(|error| panic!("{} {}", G::ID, error.in_file(stem)));
        (stem, text, board)
    });
    for (stem, text, board) in boards {
        assert!(board.seats().contains(&board.usual_seats()), "{} {stem}", G::ID);
        keys_are_named::<G>(stem, text, &board);
        for seats in some_of(board.seats()) {
            let usual = seats == board.usual_seats();
            for seed in 0..if usual { MATCHES } else { 1 } {
                hold_in_a_match::<G>(&board, seats, seed);
            }
        }
        stubborn_players_come_to_an_end::<G>(stem, &board);
        // What repeats itself depends on the rules more than on the board, and looking costs time.
        if *stem == G::BOARDS[0].0 {
            players_who_go_in_circles_come_to_an_end::<G>(stem, &board);
        }
        levels_make_a_ladder::<G>(&board);
        bots_answer_at_once::<G>(&board);
    }
    for block in blocks(G::PAGE).into_iter().chain(blocks(G::TOUR)) {
        if let Block::Board(picture) = block {
            assert!(picture.session::<G>().is_some(), "{}: the page shows {picture:?}", G::ID);
        }
    }
}

/// The smallest numbers of seats, and the largest. Of a crowd, forty are enough: hundreds keep
/// sending each other back to the start, and a match of the goose game would last for days.
fn some_of(seats: RangeInclusive<usize>) -> Vec<usize> {
    let most = (*seats.end()).min(40);
    seats.filter(|&number| number <= 4 || number == most).collect()
}

/// `KEYS` names every key a board file may have, and any other key is refused.
fn keys_are_named<G: Game>(stem: &str, text: &str, board: &G::Variant) {
    for file in [text, &board.to_toml()] {
        let table: toml::Table =
            file.parse().unwrap_or_else(|error| panic!("{} {stem}: {error}", G::ID));
        for key in table.keys() {
            assert!(G::Variant::KEYS.contains(&key.as_str()), "{} {stem}: '{key}'", G::ID);
        }
    }
    let strange = with_keys(text, &[("no_such_key".to_owned(), "1".to_owned())]);
    let taken = strange.and_then(|strange| G::Variant::parse(&strange));
    assert!(taken.is_err(), "{} {stem} takes any key", G::ID);
}

/// A random move: first its kind, then one of that kind. Where there are a hundred ways to lay cards
/// and one to run them, nobody would ever get anywhere otherwise.
fn any_kind<M: Clone + ToString>(legal: &[M], rng: &mut impl Rng) -> M {
    let kind = |mv: &M| mv.to_string().split_once(':').map(|(kind, _)| kind.to_owned());
    let mut kinds: Vec<Option<String>> = legal.iter().map(kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let chosen = &kinds[rng.random_range(0..kinds.len())];
    let of_kind: Vec<&M> = legal.iter().filter(|mv| kind(mv) == *chosen).collect();
    of_kind[rng.random_range(0..of_kind.len())].clone()
}

/// However stubborn its players are, a match ends: here everybody always takes the first of their
/// moves, or always the last.
fn stubborn_players_come_to_an_end<G: Game>(stem: &str, board: &G::Variant) {
    for choose in [<[G::Move]>::first, <[G::Move]>::last] {
        let mut session = Session::<G>::new(board, board.usual_seats(), 1);
        while !session.turn().is_over() {
            assert!(session.ply() < LONGEST, "{} {stem}: the match does not end", G::ID);
            if session.roll().is_some() {
                continue;
            }
            let legal = session.state().legal_moves();
            let mv = choose(&legal).expect("a match that isn't over has a move");
            session.play(mv.clone()).expect("a listed move is legal");
        }
    }
}

/// Nor can players keep a match going who want nothing else: each of theirs goes back to where the
/// match has been most often, if some move does.
fn players_who_go_in_circles_come_to_an_end<G: Game>(stem: &str, board: &G::Variant) {
    let look = |state: &G| serde_json::Value::Object(G::describe(&state.view(Eye::Everything)));
    let mut been: HashMap<String, usize> = HashMap::new();
    let mut session = Session::<G>::new(board, board.usual_seats(), 2);
    while !session.turn().is_over() {
        assert!(session.ply() < LONGEST, "{} {stem}: the match goes in circles for ever", G::ID);
        if session.roll().is_some() {
            continue;
        }
        *been.entry(look(session.state()).to_string()).or_default() += 1;
        let legal = session.state().legal_moves();
        // The last ones listed are those that lay nothing and take nothing.
        let tried = legal.iter().rev().take(CIRCLING);
        let back = tried.max_by_key(|mv| {
            let mut after = session.state().clone();
            after.play_unchecked(mv);
            been.get(&look(&after).to_string()).copied().unwrap_or(0)
        });
        let mv = back.expect("a match that isn't over has a move").clone();
        session.play(mv).expect("a listed move is legal");
    }
}

/// Levels rise with the strategies, every board has one that can be chosen wherever any strategy has
/// a level, and a strategy that is named like a level stands on it.
fn levels_make_a_ladder<G: Bots>(board: &G::Variant) {
    let on_levels = G::STRATEGIES.iter().filter_map(|strategy| strategy.level);
    assert!(on_levels.clone().is_sorted(), "{}: levels in order", G::ID);
    for known in G::STRATEGIES {
        if let Some(level) = Level::read(known.name) {
            assert_eq!(known.level, Some(level), "{}: '{}' is a level's name", G::ID, known.name);
        }
    }
    let here = levels::<G>(board);
    assert!(here.is_empty() == (on_levels.count() == 0), "{}: a level for every board", G::ID);
    for (level, found) in here {
        let named = strategy::<G>(level.name(), board).map(|found| found.name);
        assert_eq!(named, Ok(found.name), "{}: a level is found by its name", G::ID);
    }
}

/// Every bot that can play this board chooses a legal move, even with a budget of one position.
fn bots_answer_at_once<G: Bots>(board: &G::Variant) {
    for strategy in G::STRATEGIES.iter().filter(|strategy| (strategy.plays)(board).is_ok()) {
        let mut session = Session::<G>::new(board, board.usual_seats(), 1);
        while matches!(session.turn(), Turn::Chance { .. }) {
            session.roll();
        }
        let Turn::Decide(seat) = session.turn() else { continue };
        let (view, legal) = (session.state().view(Eye::Seat(seat)), session.state().legal_moves());
        let mut bot = (strategy.make)(session.state().variant(), 1);
        let mv = bot.choose(&view, seat, &legal, &Budget::nodes(1));
        assert!(legal.contains(&mv), "{}: '{}' plays '{mv}'", G::ID, strategy.name);
    }
}

/// Plays one random match and checks every law of the rules on the way.
pub fn hold_in_a_match<G: Game>(variant: &G::Variant, seats: usize, seed: u64) {
    let at = format!("{}, board '{}', {seats} seats, seed {seed}", G::ID, variant.name());
    boards_read_back(variant, seed, &at);
    let mut rng = Dice::new(seed).stream(usize::MAX);
    let mut session = Session::<G>::new(variant, seats, seed);
    assert_eq!(session.state().seats(), seats, "{at}: so many sat down");
    let mut states = vec![session.state().clone()];
    let mut pool: Vec<G::Move> = Vec::new();
    let mut known = HashSet::new();
    while !session.turn().is_over() {
        let at = format!("{at}, ply {}", session.ply());
        assert!(session.ply() < LONGEST, "{at}: the match doesn't end");
        let legal = session.state().legal_moves();
        assert!(!legal.is_empty(), "{at}: no move, but the match isn't over");
        for mv in &legal {
            if known.insert(mv.clone()) {
                pool.push(mv.clone());
            }
        }
        let mv = match session.turn() {
            Turn::Chance { .. } => session.roll().expect("a chance turn has outcomes"),
            _ => {
                let mv = any_kind(&legal, &mut rng);
                session.play(mv.clone()).unwrap_or_else(|why| panic!("{at}: '{mv}': {why}"));
                mv
            }
        };
        assert!(legal.contains(&mv), "{at}: '{mv}' was drawn but isn't listed");
        states.push(session.state().clone());
    }

    for &ply in &spread(states.len()) {
        let at = format!("{at}, ply {ply}");
        let state = &states[ply];
        lists_what_it_accepts(state, &pool, &mut rng, &at);
        tells_its_moves_apart(state, &at);
        keeps_its_books(state, &at);
        hides_what_is_secret(state, &mut rng, &at);
        if let Some(mv) = session.moves().get(ply) {
            alike_moves_look_alike(state, mv, &at);
        }
    }
    takes_back_and_repeats(&mut session, &states, &at);
    replays(&session, seats, &at);
}

/// Some plies of a match: the first, the last, and others evenly between.
fn spread(states: usize) -> Vec<usize> {
    let step = states.div_ceil(CLOSE_LOOKS).max(1);
    (0..states - 1).step_by(step).chain([states - 1]).collect()
}

fn boards_read_back<V: Variant>(variant: &V, seed: u64, at: &str) {
    let settled = variant.settle(seed);
    for board in [variant, &settled] {
        let text = board.to_toml();
        let back = V::parse(&text)
            .unwrap_or_else(|error| panic!("{at}: {}\n{text}", error.in_file("its own board")));
        assert!(&back == board, "{at}: the board reads back differently:\n{text}");
    }
    assert!(settled.settle(seed + 1) == settled, "{at}: a settled board is settled again");
    assert_eq!(settled.seats(), variant.seats(), "{at}: settling changed the number of seats");
    assert!(!variant.name().trim().is_empty(), "{at}: the board has no name");
}

/// `legal_moves` is what `check` accepts; a refused move changes nothing.
fn lists_what_it_accepts<G: Game>(state: &G, pool: &[G::Move], rng: &mut dyn Rng, at: &str) {
    let legal = state.legal_moves();
    for mv in &legal {
        assert_eq!(state.check(mv), Ok(()), "{at}: '{mv}' is listed but refused");
    }
    assert_eq!(state.legal_moves(), legal, "{at}: the order of the moves isn't stable");
    let listed: HashSet<&G::Move> = legal.iter().collect();
    assert_eq!(listed.len(), legal.len(), "{at}: a move is listed twice");

    let mut outcomes: Option<Vec<G>> = None;
    for _ in 0..STRANGERS.min(pool.len() * 2) {
        let mv = &pool[rng.random_range(0..pool.len())];
        let mut after = state.clone();
        match after.play(mv) {
            Err(why) => {
                assert!(!listed.contains(mv), "{at}: '{mv}' is listed but refused: {why}");
                assert!(after == *state, "{at}: the refused '{mv}' changed the state");
                assert!(!why.to_string().trim().is_empty(), "{at}: '{mv}': refused without reason");
            }
            // A move may have a second notation, such as dice in the other order.
            Ok(()) if !listed.contains(mv) => {
                let outcomes = outcomes.get_or_insert_with(|| {
                    let played = legal.iter().map(|mv| {
                        let mut after = state.clone();
                        after.play_unchecked(mv);
                        after
                    });
                    played.collect()
                });
                assert!(outcomes.contains(&after), "{at}: '{mv}' is accepted but not listed");
            }
            Ok(()) => {}
        }
    }
}

/// The text of a move reads back, is its own among the legal ones, and fits into a record.
fn tells_its_moves_apart<G: Game>(state: &G, at: &str) {
    let legal = state.legal_moves();
    let texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
    for (mv, text) in legal.iter().zip(&texts) {
        let back: G::Move =
            text.parse().unwrap_or_else(|error| panic!("{at}: '{text}' cannot be read: {error}"));
        assert_eq!(&back, mv, "{at}: '{text}' reads back as another move");
        let clean = !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == '#');
        assert!(clean && !text.is_empty(), "{at}: '{text}' doesn't fit into a record");
        assert_eq!(state.seen_move(mv, Eye::Everything), *text, "{at}: everything is seen");
    }
    let distinct: HashSet<&String> = texts.iter().collect();
    assert_eq!(distinct.len(), texts.len(), "{at}: two moves have one text");
    let line = texts.join(" ");
    assert_eq!(G::split_moves(state.variant(), &line), texts, "{at}: '{line}' splits wrongly");
}

/// Seats, scores, weights and the outcome agree with each other.
fn keeps_its_books<G: Game>(state: &G, at: &str) {
    let seats = state.seats();
    let legal = state.legal_moves();
    let drawn: Vec<G::Move> = state.chance_weights().into_iter().map(|(mv, _)| mv).collect();
    let scores = state.scores();
    if let Some(scores) = &scores {
        assert_eq!(scores.len(), seats, "{at}: a score for each seat");
    }
    let hues: HashSet<_> = Seat::all(seats).map(|seat| G::hue(seat, seats)).collect();
    let expected = seats.min(Hue::ALL.len());
    assert_eq!(hues.len(), expected, "{at}: two seats have one colour, while there are others");
    assert!(state.turn().seat().is_none_or(|seat| seat.index() < seats), "{at}: nobody's turn");
    let names: Vec<String> = Seat::all(seats).map(|seat| format!("player {seat}")).collect();
    for eye in eyes(seats) {
        let view = state.view(eye);
        assert!(!G::plain(&view).trim().is_empty(), "{at}: plain mode prints no board");
        let told = G::describe(&view);
        assert!(told["board"].is_array(), "{at}: 'board' is told as rows");
        for mv in legal.iter().take(3) {
            let lines = state.tell(mv, eye, &names);
            let whole = lines.iter().all(|line| !line.contains('\n'));
            assert!(whole, "{at}: '{mv}' is told in lines: {lines:?}");
        }
    }
    match state.turn() {
        Turn::Decide(_) => assert!(drawn.is_empty(), "{at}: nothing is drawn at a decision"),
        Turn::Chance { .. } => {
            assert_eq!(drawn, legal, "{at}: the outcomes of chance are the legal moves");
            let weighty = state.chance_weights().iter().all(|(_, weight)| *weight > 0);
            assert!(weighty, "{at}: an outcome that never comes is not one");
        }
        Turn::Over(outcome) => {
            assert!(legal.is_empty() && drawn.is_empty(), "{at}: the match goes on after its end");
            match outcome {
                Outcome::Win(seat) => assert!(seat.index() < seats, "{at}: nobody won"),
                Outcome::Draw => {}
                Outcome::Places(places) => {
                    let best_first = |seat: &Seat| {
                        let score = scores.as_ref().map_or(0, |scores| scores[seat.index()]);
                        (-score, *seat)
                    };
                    let everybody: Vec<Seat> = Seat::all(seats).collect();
                    let mut sorted = places.clone();
                    sorted.sort();
                    assert_eq!(sorted, everybody, "{at}: everybody has one place");
                    let ordered = scores.is_none() || places.is_sorted_by_key(best_first);
                    assert!(ordered, "{at}: places {places:?} against scores {scores:?}");
                }
            }
        }
    }
}

/// Who looks: the first seats and the last, a spectator, and somebody who sees everything. In a
/// crowd, those in the middle see what their neighbours do.
fn eyes(seats: usize) -> Vec<Eye> {
    let looking = Seat::all(seats).filter(|seat| seat.index() < 4 || seat.index() + 1 == seats);
    looking.map(Eye::Seat).chain([Eye::Spectator, Eye::Everything]).collect()
}

/// A state imagined from a view looks the same to that eye, offers the same choices and can be
/// played; what the eye cannot see makes no difference to what it is told.
fn hides_what_is_secret<G: Game>(state: &G, rng: &mut dyn Rng, at: &str) {
    for eye in eyes(state.seats()) {
        let at = format!("{at}, seen by {eye:?}");
        let view = state.view(eye);
        let mut imagined = G::imagine(&view, rng);
        assert!(imagined.view(eye) == view, "{at}: imagined\n{imagined:?}\nfrom\n{view:?}");
        let write = |view: &G::View| {
            serde_json::to_string(view).unwrap_or_else(|why| panic!("{at}: not written: {why}"))
        };
        let written = write(&view);
        let read: G::View = serde_json::from_str(&written)
            .unwrap_or_else(|why| panic!("{at}: {why}, read from\n{written}"));
        assert!(read == view, "{at}: written as\n{written}\nand read as\n{read:?}");
        let other = write(&imagined.view(eye));
        assert_eq!(other, written, "{at}: what is written depends on a secret");
        assert_eq!(imagined.turn(), state.turn(), "{at}: the turn is no secret");
        assert_eq!(imagined.seats(), state.seats(), "{at}: the seats are no secret");
        if eye == Eye::Everything {
            assert!(imagined == *state, "{at}: nothing is left to imagine");
        }
        let legal = state.legal_moves();
        let imagined_legal = imagined.legal_moves();
        if let Turn::Decide(seat) = state.turn()
            && eye == Eye::Seat(seat)
        {
            assert_eq!(imagined_legal, legal, "{at}: the seat's own moves depend on a secret");
        }
        for mv in legal.iter().filter(|mv| imagined.check(mv).is_ok()) {
            let (here, there) = (state.seen_move(mv, eye), imagined.seen_move(mv, eye));
            assert_eq!(here, there, "{at}: the text of '{mv}' depends on a secret");
        }
        for _ in 0..12 {
            let legal = imagined.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = &legal[rng.random_range(0..legal.len())];
            imagined.play(mv).unwrap_or_else(|why| panic!("{at}: imagined, '{mv}': {why}"));
        }
    }
}

/// Moves that read alike to an eye lead to positions that look alike to it; and where a part of a
/// move is hidden, nothing more can be read from its text than is seen on the board.
fn alike_moves_look_alike<G: Game>(state: &G, played: &G::Move, at: &str) {
    let view_after = |mv: &G::Move, eye| {
        let mut after = state.clone();
        after.play_unchecked(mv);
        after.view(eye)
    };
    let legal = state.legal_moves();
    for eye in eyes(state.seats()) {
        let seen = state.seen_move(played, eye);
        let hidden = seen != played.to_string();
        for other in legal.iter().filter(|mv| *mv != played).take(STRANGERS) {
            let reads_alike = state.seen_move(other, eye) == seen;
            if !reads_alike && !hidden {
                continue;
            }
            let looks_alike = view_after(other, eye) == view_after(played, eye);
            let which = format!("{at}: {eye:?} should not know '{played}' from '{other}'");
            assert!(
                looks_alike || !reads_alike,
                "{which}: both read '{seen}', but the views differ"
            );
            assert!(reads_alike || !looks_alike, "{which}, but reads '{seen}'");
        }
    }
}

/// Taking back gives the state that was there, and repeating gives the state that came.
fn takes_back_and_repeats<G: Game>(session: &mut Session<G>, states: &[G], at: &str) {
    let last = states.len() - 1;
    for &ply in &spread(states.len()) {
        assert!(session.state_at(ply) == states[ply], "{at}: the state at ply {ply}");
    }
    for &ply in spread(states.len()).iter().filter(|&&ply| ply < last) {
        let revealed = (ply..last).find_map(|ply| states[ply].reveals(&session.moves()[ply]));
        let expected = match revealed {
            Some(what) => Err(NoUndo::Revealed(what)),
            None => Ok(()),
        };
        assert_eq!(session.undo_to(ply, Secrets::Respect), expected, "{at}: back to ply {ply}");
        if expected.is_err() {
            assert!(*session.state() == states[last], "{at}: a refused undo changed the state");
            session.undo_to(ply, Secrets::Ignore).expect("there are moves to take back");
        }
        assert!(*session.state() == states[ply], "{at}: taken back to ply {ply}");
        for expected in &states[ply + 1..] {
            session.redo().expect("a move that was taken back can be repeated");
            assert!(session.state() == expected, "{at}: repeated from ply {ply}");
        }
        assert_eq!(session.redo(), None, "{at}: everything is repeated");
    }
}

/// The record's text gives the same match again, without a generator.
fn replays<G: Game>(session: &Session<G>, seats: usize, at: &str) {
    let person = |seat: Seat| Player::Human { name: Some(format!("P{seat}")) };
    let players: Vec<Player> = Seat::all(seats).map(person).collect();
    let text = session.record(&players).to_string();
    let record = Record::parse(&text).unwrap_or_else(|why| panic!("{at}: {why}\n{text}"));
    let again = Session::<G>::from_record(&record).unwrap_or_else(|why| panic!("{at}: {why}"));
    assert!(again.state() == session.state(), "{at}: the record replays to another state");
    assert_eq!(again.moves(), session.moves(), "{at}: the record has other moves");
    assert_eq!(again.record(&players).to_string(), text, "{at}: the record is written differently");
}
