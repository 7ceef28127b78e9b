//! Who sits at the table, whom the match waits for, and whose eyes look.
//!
//! A match has many hosts (the full screen, plain mode, the arena, a replay), and these questions
//! have one answer for all of them.

use std::sync::OnceLock;

use super::telling::{short_name, usual_names};
use super::{Eye, Game, Player, Seat, Turn};

/// The players of a match, by seat, with the names that sentences call them.
///
/// ```
/// use parlour::games::turtles::Turtles;
/// use parlour::play::{Due, Eye, Seat, Seating, Turn};
///
/// let seating = Seating::new::<Turtles>(vec!["human:Ada".parse()?, "bot:walker".parse()?]);
/// assert_eq!(seating.due(&Turn::Decide(Seat::SECOND)), Due::Computer(Seat::SECOND));
/// assert_eq!(seating.names(), ["Ada", "red (walker)"]);
/// assert_eq!(seating.labels(), ["Ada", "walker"]);
/// // Ada is the only person, so the screen is hers, whoever plays.
/// let eye = seating.eye::<Turtles>(&Turn::Decide(Seat::SECOND), None);
/// assert_eq!(eye, Eye::Seat(Seat::FIRST));
/// # Ok::<(), parlour::play::BadPlayer>(())
/// ```
#[derive(Clone, Debug)]
pub struct Seating {
    players: Vec<Player>,
    /// What seats and bots are called where nobody has a name of their own.
    usual: fn(usize) -> Vec<String>,
    bot: fn(&str) -> String,
    /// Found when somebody asks: in a contest of quick bots nobody does.
    called: OnceLock<Called>,
}

/// What sentences call the players, and what stands beside their marks.
#[derive(Clone, Debug)]
struct Called {
    names: Vec<String>,
    labels: Vec<String>,
}

/// What has to happen before a match can continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// A person chooses a move.
    Person(Seat),
    /// A person throws the dice with their own hands.
    Throw(Seat),
    /// A bot or a program chooses a move.
    Computer(Seat),
    /// Chance moves by itself: the bank deals, or a bot's dice are thrown for it.
    Chance {
        /// The bot whose dice they are; none when the bank deals.
        by: Option<Seat>,
    },
    /// Nothing: the match has ended.
    Nothing,
}

impl Seating {
    /// Seats these players, one a seat. Bots are called as their strategies are.
    pub fn new<G: Game>(players: Vec<Player>) -> Seating {
        Seating::calling::<G>(players, str::to_owned)
    }

    /// The same where people call a strategy by another name.
    pub fn calling<G: Game>(players: Vec<Player>, bot: fn(&str) -> String) -> Seating {
        Seating { players, usual: usual_names::<G>, bot, called: OnceLock::new() }
    }

    /// The same players under other names, such as those that a contest gives its entrants.
    pub fn named(self, names: Vec<String>) -> Seating {
        let called = Called { labels: names.clone(), names };
        Seating { called: called.into(), ..self }
    }

    fn called(&self) -> &Called {
        self.called.get_or_init(|| self.call())
    }

    fn call(&self) -> Called {
        let usual = (self.usual)(self.players.len());
        let seats = || self.players.iter().zip(&usual);
        let called = |player: &Player, usual: &str| match player {
            Player::Bot { strategy } => (self.bot)(strategy),
            other => other.name(usual),
        };
        let own: Vec<String> = seats().map(|(it, usual)| short_name(&called(it, usual))).collect();
        let whole = |(name, (player, usual)): (&String, (&Player, &String))| match player {
            Player::Human { .. } => player.as_given(name),
            _ => format!("{usual} ({})", player.as_given(name)),
        };
        let names = own.iter().zip(seats()).map(whole).collect();
        let alike = |name: &String| own.iter().filter(|other| *other == name).count() > 1;
        let label = |(name, (player, usual)): (&String, (&Player, &String))| match alike(name) {
            true if !player.is_human() => usual.clone(),
            _ => player.as_given(name),
        };
        let labels = own.iter().zip(seats()).map(label).collect();
        Called { names, labels }
    }

    /// Who sits where.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// What sentences call them.
    pub fn names(&self) -> &[String] {
        &self.called().names
    }

    /// What they are called beside their marks, where the colour needs no words: `Ada`, `Expert`.
    /// Where several would be called alike, their colours tell them apart.
    pub fn labels(&self) -> &[String] {
        &self.called().labels
    }

    /// The name of one seat.
    pub fn name(&self, seat: Seat) -> &str {
        &self.names()[seat.index()]
    }

    /// How many people play.
    #[inline(never)]
    pub fn people(&self) -> usize {
        self.players.iter().filter(|player| player.is_human()).count()
    }

    /// Whether a person sits there.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.players[seat.index()].is_human()
    }

    /// The first seat with a person in it.
    pub fn first_person(&self) -> Option<Seat> {
        Seat::all(self.players.len()).find(|seat| self.is_person(*seat))
    }

    /// The seat of the only person.
    pub fn only_person(&self) -> Option<Seat> {
        self.first_person().filter(|_| self.people() == 1)
    }

    /// Whom the match waits for.
    pub fn due(&self, turn: &Turn) -> Due {
        match *turn {
            Turn::Over(_) => Due::Nothing,
            Turn::Decide(seat) if self.is_person(seat) => Due::Person(seat),
            Turn::Decide(seat) => Due::Computer(seat),
            Turn::Chance { by: Some(seat) } if self.is_person(seat) => Due::Throw(seat),
            Turn::Chance { by } => Due::Chance { by },
        }
    }

    /// The person who must take the keyboard before anything secret is shown: people share it, and
    /// somebody else holds it.
    pub fn awaited<G: Game>(&self, turn: &Turn, keyboard: Option<Seat>) -> Option<Seat> {
        let next = turn.seat().filter(|seat| self.is_person(*seat))?;
        (G::SECRETS && self.people() > 1 && keyboard != Some(next)).then_some(next)
    }

    /// Whose eyes look at the screen all of them share, with the keyboard in this seat's hands.
    pub fn eye<G: Game>(&self, turn: &Turn, keyboard: Option<Seat>) -> Eye {
        let looking = match self.people() {
            // Nobody plays here from whom anything could be hidden.
            0 => return Eye::Everything,
            1 => self.first_person(),
            _ if self.awaited::<G>(turn, keyboard).is_some() => None,
            _ => keyboard,
        };
        looking.map_or_else(|| audience::<G>(turn), |seat| player::<G>(turn, seat))
    }
}

/// The eye of somebody who looks on. Nothing is secret once the match is over.
///
/// ```
/// use parlour::games::turtles::Turtles;
/// use parlour::play::{Eye, Outcome, Seat, Turn, seating};
///
/// assert_eq!(seating::audience::<Turtles>(&Turn::Decide(Seat::FIRST)), Eye::Spectator);
/// assert_eq!(seating::audience::<Turtles>(&Turn::Over(Outcome::Draw)), Eye::Everything);
/// ```
pub fn audience<G: Game>(turn: &Turn) -> Eye {
    if G::SECRETS && !turn.is_over() { Eye::Spectator } else { Eye::Everything }
}

/// The eye of whoever plays on this seat.
pub fn player<G: Game>(turn: &Turn, seat: Seat) -> Eye {
    if G::SECRETS && !turn.is_over() { Eye::Seat(seat) } else { Eye::Everything }
}
