//! A match as somebody sees it at one moment: all that a screen needs, and nothing of the session.
//!
//! A match on this machine makes its scenes from the session; one far away is sent them.

use serde::{Deserialize, Serialize};

use super::{Concession, Due, Eye, Game, Seat, Seating, Session, Turn};

/// What one eye sees of a match, and what it may do there.
///
/// ```
/// use parlour::games::goose::Goose;
/// use parlour::play::{Clocks, Eye, Game, Scene, Seat, Session, Variant};
///
/// let board = <Goose as Game>::Variant::parse(Goose::BOARDS[0].1)?;
/// let mut session = Session::<Goose>::new(&board, 2, 7);
/// session.roll();
/// let mut scene = Scene::watched(&session, Eye::Spectator);
/// scene.clocks = Some(Clocks { left_ms: vec![60_000, 58_500], running: Some(Seat::SECOND) });
/// let text = serde_json::to_string(&scene)?;
/// assert_eq!(serde_json::from_str::<Scene<Goose>>(&text)?, scene);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Scene<G: Game> {
    /// Whose eye it is.
    pub eye: Eye,
    /// The position, as that eye sees it.
    pub view: G::View,
    /// Whom the match waits for, or how it ended; a resignation counts, which no view knows of.
    pub turn: Turn,
    /// The seat of the person who is asked here.
    pub acting: Option<Seat>,
    /// What they may play; empty while nobody here is asked to choose.
    #[serde(with = "notation")]
    pub legal: Vec<G::Move>,
    /// How many moves have been played,
    pub ply: usize,
    /// and how many of them players count.
    #[serde(default)]
    pub counted: usize,
    /// The points of each seat, in games that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<i32>>,
    /// Who shares the first place, once it is over.
    pub winners: Vec<Seat>,
    /// Who gave up, if somebody did.
    pub resigned: Option<Seat>,
    /// How they gave up.
    #[serde(default, skip_serializing_if = "is_resigned")]
    pub concession: Concession,
    /// How much time everybody has, where the match is played against the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
}

/// The clocks of a match as they stood at the moment of a scene.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clocks {
    /// What each seat has left, in milliseconds.
    pub left_ms: Vec<u64>,
    /// Whose clock runs; nobody's before the first move, in a pause and after the end.
    pub running: Option<Seat>,
}

/// What was told of one move, and who played it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Told {
    /// Nobody where the bank moved.
    pub seat: Option<Seat>,
    /// The game's own words; none where it is no news.
    pub lines: Vec<String>,
}

impl<G: Game> Scene<G> {
    /// The match for somebody who looks on with this eye.
    pub fn watched(session: &Session<G>, eye: Eye) -> Scene<G> {
        Scene {
            eye,
            view: session.state().view(eye),
            turn: session.turn(),
            acting: None,
            legal: Vec::new(),
            ply: session.ply(),
            counted: counted::<G>(session.moves()),
            scores: session.state().scores(),
            winners: session.winners(),
            resigned: session.resigned(),
            concession: session.concession(),
            clocks: None,
        }
    }

    /// How the match stood after so many moves.
    pub fn past(session: &Session<G>, ply: usize, eye: Eye) -> Scene<G> {
        if ply >= session.ply() {
            return Scene::watched(session, eye);
        }
        let state = session.state_at(ply);
        Scene {
            eye,
            view: state.view(eye),
            turn: state.turn(),
            acting: None,
            legal: Vec::new(),
            ply,
            counted: counted::<G>(&session.moves()[..ply]),
            scores: state.scores(),
            winners: Vec::new(),
            resigned: None,
            concession: Concession::default(),
            clocks: None,
        }
    }

    /// The match on a screen that people share, with the keyboard in this seat's hands. Whoever
    /// is to move there is asked, once the keyboard is theirs.
    pub fn shared(session: &Session<G>, seating: &Seating, keyboard: Option<Seat>) -> Scene<G> {
        let turn = session.turn();
        let mut scene = Scene::watched(session, seating.eye::<G>(&turn, keyboard));
        if seating.awaited::<G>(&turn, keyboard).is_none() {
            scene.ask(session, seating.due(&turn));
        }
        scene
    }

    /// Asks whoever is due, if that is a person.
    pub fn ask(&mut self, session: &Session<G>, due: Due) {
        match due {
            Due::Person(seat) => {
                self.acting = Some(seat);
                self.legal = session.state().legal_moves();
            }
            Due::Throw(seat) => self.acting = Some(seat),
            Due::Computer(_) | Due::Chance { .. } | Due::Nothing => {}
        }
    }
}

impl Told {
    /// What `eye` is told when this move is played here.
    pub fn of<G: Game>(state: &G, mv: &G::Move, eye: Eye, names: &[String]) -> Told {
        Told { seat: state.turn().seat(), lines: state.tell(mv, eye, names) }
    }

    /// The same as the list beside the board tells it.
    pub fn story<G: Game>(state: &G, mv: &G::Move, eye: Eye, names: &[String]) -> Told {
        Told { seat: state.turn().seat(), lines: state.story(mv, eye, names) }
    }

    /// The story of all moves of a match, as `eye` saw it.
    pub fn all<G: Game>(session: &Session<G>, eye: Eye, names: &[String]) -> Vec<Told> {
        let mut state = session.state_at(0);
        let tell = |mv| {
            let told = Told::story(&state, mv, eye, names);
            state.play_unchecked(mv);
            told
        };
        session.moves().iter().map(tell).collect()
    }
}

fn counted<G: Game>(moves: &[G::Move]) -> usize {
    moves.iter().filter(|mv| G::counts(mv)).count()
}

/// Whoever reads a scene of an older parlour takes this for granted.
fn is_resigned(concession: &Concession) -> bool {
    *concession == Concession::Resigned
}

/// Writes moves in their own notation.
mod notation {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<M: Display, S: Serializer>(
        moves: &[M],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(moves.iter().map(ToString::to_string))
    }

    pub fn deserialize<'de, M: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<M>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}
