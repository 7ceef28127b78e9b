//! How a match is told in words: names, what was played, how it stands. For every game alike.

use std::borrow::Cow;

use super::{Concession, Eye, Game, Outcome, Seat, Session, Turn, clean, shorten};
use crate::lang;

/// Columns are made for names of this length.
const LONGEST_NAME: usize = 40;

/// What is told of a move: the game's own lines. A first line that is no more than the move says
/// who played it.
pub fn told<G: Game>(state: &G, mv: &G::Move, eye: Eye, names: &[String]) -> Vec<String> {
    let mut lines = state.tell(mv, eye, names);
    let bare = state.seen_move(mv, eye);
    if let (Turn::Decide(seat), Some(first)) = (state.turn(), lines.first_mut())
        && *first == bare
    {
        *first = format!("{} plays {bare}", names[seat.index()]);
    }
    lines
}

/// Who is to play, or how it ended.
pub fn turn_sentence<G: Game>(session: &Session<G>, names: &[String]) -> String {
    conceded(&session.turn(), session.resigned(), session.concession(), names)
}

/// Who is to play, or how it ended, after somebody may have resigned.
///
/// ```
/// use parlour::play::{Outcome, Seat, Turn, telling};
///
/// let names = ["Ada".to_owned(), "Bob".to_owned()];
/// assert_eq!(telling::standing(&Turn::Decide(Seat::SECOND), None, &names), "Bob to play");
/// let over = Turn::Over(Outcome::Win(Seat::FIRST));
/// assert_eq!(telling::standing(&over, Some(Seat::SECOND), &names), "Bob resigns; Ada wins");
/// ```
pub fn standing(turn: &Turn, resigned: Option<Seat>, names: &[String]) -> String {
    conceded(turn, resigned, Concession::Resigned, names)
}

/// The same for whoever gave up in this way.
pub fn conceded(
    turn: &Turn,
    seat: Option<Seat>,
    concession: Concession,
    names: &[String],
) -> String {
    let name = |seat: Seat| &names[seat.index()];
    let resigned = seat.map(|seat| match concession {
        Concession::Resigned => format!("{} resigns; ", name(seat)),
        Concession::OutOfTime => format!("{}'s time is up; ", name(seat)),
    });
    let ending = match turn {
        Turn::Decide(seat) => format!("{} to play", name(*seat)),
        Turn::Chance { by: Some(seat) } => format!("{} to throw", name(*seat)),
        Turn::Chance { by: None } => "a card is drawn".to_owned(),
        Turn::Over(Outcome::Win(seat)) => format!("{} wins", name(*seat)),
        Turn::Over(Outcome::Draw) => "a draw".to_owned(),
        Turn::Over(Outcome::Places(seats)) => {
            let names: Vec<&str> = seats.iter().map(|seat| name(*seat).as_str()).collect();
            format!("places: {}", names.join(", "))
        }
    };
    resigned.unwrap_or_default() + &ending
}

/// The colours' names; numbered where colours repeat.
pub fn usual_names<G: Game>(seats: usize) -> Vec<String> {
    let label = |seat: Seat| {
        let hue = G::hue(seat, seats).name();
        let repeats =
            Seat::all(seats).filter(|other| G::hue(*other, seats).name() == hue).count() > 1;
        if repeats { format!("player {seat}") } else { hue.to_owned() }
    };
    Seat::all(seats).map(label).collect()
}

/// A board's name for sentences. The bundled ones have other names in other languages; what people
/// call their own is said as it is.
pub fn board_name<G: Game>(name: &str) -> Cow<'_, str> {
    match is_bundled::<G>(name) {
        true => Cow::Borrowed(name),
        false => lang::as_given(name),
    }
}

/// Whether a board that comes with the game is called so. A player's own one that is, too, has a
/// name that is marked as given.
pub fn is_bundled<G: Game>(name: &str) -> bool {
    named_so(G::BOARDS, name)
}

/// Whether one of these boards, by the names of their files, is called so.
pub(crate) fn named_so(boards: &[(&str, &'static str)], name: &str) -> bool {
    let of_file = |text: &'static str| text.lines().find_map(|line| line.strip_prefix("name = "));
    let known = boards.iter().filter_map(|(_, text)| of_file(text));
    known.map(|known| known.trim_matches('"')).any(|known| known == name)
}

/// A name that fits into a line, and paints nothing.
pub fn short_name(name: &str) -> String {
    shorten(&clean(name), LONGEST_NAME).into_owned()
}
