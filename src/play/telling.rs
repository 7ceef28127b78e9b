//! How a match is told in words: names, what was played, how it stands. For every game alike.

use super::{Eye, Game, Outcome, Player, Seat, Session, Turn, clean, shorten};

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
    let name = |seat: Seat| &names[seat.index()];
    let resigned = session.resigned().map(|seat| format!("{} resigns; ", name(seat)));
    let ending = match session.turn() {
        Turn::Decide(seat) => format!("{} to play", name(seat)),
        Turn::Chance { by: Some(seat) } => format!("{} to throw", name(seat)),
        Turn::Chance { by: None } => "a card is drawn".to_owned(),
        Turn::Over(Outcome::Win(seat)) => format!("{} wins", name(seat)),
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

/// A name that fits into a line, and paints nothing.
pub fn short_name(name: &str) -> String {
    shorten(&clean(name), LONGEST_NAME).into_owned()
}

/// The names of the players as plain mode and panels print them: `red`, `Ada`,
/// `yellow (coup gagnant)`.
pub fn names_of<G: Game>(players: &[Player]) -> Vec<String> {
    let usual = usual_names::<G>(players.len());
    let name = |(player, usual): (&Player, String)| match player {
        Player::Human { name: None } => usual,
        Player::Human { name: Some(name) } => short_name(name),
        bot => format!("{usual} ({})", short_name(&bot.name(&usual))),
    };
    players.iter().zip(usual).map(name).collect()
}
