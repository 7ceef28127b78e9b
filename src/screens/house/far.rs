//! A match in another house on the screen. It has no session, only scenes, and looks like every
//! other match; whoever holds it speaks to the house.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use serde_json::Value;

use super::super::board_words;
use super::super::match_view::{Beside, FRAME, MatchView};
use super::presence::Presence;
use crate::house::{FromGuest, Keepsake, MatchNews, Moved, SeatInfo, Witness};
use crate::lang::{as_told, told};
use crate::play::{Concession, Hue, Player, Scene, Seat, Turn, Variant, sentence};
use crate::search::seated;
use crate::tui::banner::Banner;
use crate::tui::game_ui::{GameUi, Input, Reply, all_keys, input_of, own_hints};
use crate::tui::help::HelpScreen;
use crate::tui::keys::{Key, Nav};
use crate::tui::theme::Meaning;
use crate::tui::{Context, Hint, Mouse, Screen, Title, hints};
use ratatui::layout::Position;

/// How often clocks are drawn.
const SECOND: Duration = Duration::from_secs(1);

/// What comes of a key.
pub enum Deed {
    /// It was understood, or not.
    Nothing,
    /// Whoever plays wants to leave.
    Back,
    /// Why not.
    Say(String),
    /// The house is to be told.
    Send(FromGuest),
}

/// A match whose game only it knows.
pub trait Far {
    /// The whole match, at the beginning, after coming back, at the end.
    fn again(&mut self, news: &MatchNews) -> Result<(), String>;
    /// One move more.
    fn moved(&mut self, moved: Moved, context: &Context) -> Result<(), String>;
    fn seats(&mut self, seats: Vec<SeatInfo>);
    fn key(&mut self, key: &Key, context: &Context) -> Deed;
    fn mouse(&mut self, mouse: Mouse, at: Position, context: &Context) -> Deed;
    fn tick(&mut self, elapsed: Duration, context: &Context);
    fn pulse(&self) -> Option<Duration>;
    /// `notice` is what has to be said about the line, if anything.
    fn draw(&self, notice: Option<&str>, buf: &mut Buffer, context: &Context);
    fn hints(&self, context: &Context) -> Vec<Hint>;
    fn title(&self) -> Title;
    fn min_size(&self) -> Size;
    fn help(&self, hints: &[Hint], context: &Context) -> Box<dyn Screen>;
    fn is_over(&self) -> bool;
    /// Whether we have played something that could be taken back.
    fn has_played(&self) -> bool;
    /// A copy of what was seen so far, to keep.
    fn copy(&self) -> Keepsake;
    /// The board alone, as large as it can be there.
    fn draw_board(&self, area: Rect, buf: &mut Buffer, context: &Context);
    /// What the players are called.
    fn names(&self) -> &[String];
    /// The colour of a seat.
    fn hue(&self, seat: Seat) -> Hue;
    /// Whose turn it is.
    fn due(&self) -> Option<Seat>;
    /// What a seat has left of its clock now; or, without one, how long it has been thinking.
    fn time(&self, seat: Seat) -> Time;
    /// The points of each seat, in games that count.
    fn scores(&self) -> Option<Vec<i64>>;
    /// How it ended, once it has.
    fn verdict(&self) -> Option<String>;
    /// What sentences call the player of a seat.
    fn name(&self, seat: Seat) -> String;
}

/// What there is to say about the time of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    Nothing,
    Left(Duration),
    Thinking(Duration),
}

/// Opens the match, or says why it can't be shown.
pub fn open<G: GameUi>(news: &MatchNews) -> Result<Box<dyn Far>, String> {
    Ok(Box::new(FarMatch::<G>::new(news)?))
}

struct FarMatch<G: GameUi> {
    variant: Arc<G::Variant>,
    view: MatchView<G>,
    /// What was seen, to be kept.
    witness: Witness<G>,
    /// Our own seat.
    you: Option<Seat>,
    /// Moves that wait until the one before has been seen.
    coming: VecDeque<Moved>,
    seats: Vec<SeatInfo>,
    /// Which match of the series, from 1.
    round: usize,
    /// Since the clocks were told.
    since: Duration,
    /// Whether the house has a move of ours and says nothing yet.
    waiting: bool,
    /// Whether the end is told in a banner over the board.
    bannered: bool,
}

impl<G: GameUi> FarMatch<G> {
    fn new(news: &MatchNews) -> Result<FarMatch<G>, String> {
        let variant = G::Variant::parse(&news.board).map_err(|error| error.to_string())?;
        let variant = Arc::new(variant);
        let view = view_of::<G>(&variant, news)?;
        Ok(FarMatch {
            variant,
            view,
            witness: Witness::new(news)?,
            you: news.you,
            coming: VecDeque::new(),
            seats: news.seats.clone(),
            round: news.round,
            since: Duration::ZERO,
            waiting: false,
            bannered: true,
        })
    }

    /// Shows the next move, once the one before has been seen.
    fn show_next(&mut self, context: &Context) -> Result<(), String> {
        while !self.view.is_moving()
            && let Some(moved) = self.coming.pop_front()
        {
            let scene = read::<G>(&moved.scene)?;
            for telling in moved.told {
                self.view.tell(telling.told);
            }
            self.view.step_to(scene, context);
        }
        Ok(())
    }

    fn input(&mut self, input: Input<G::Action>, context: &Context) -> Deed {
        let beside = Beside { training: context.store.settings().training, ..Beside::default() };
        match self.view.input(input, &beside, context) {
            Reply::Redraw => Deed::Nothing,
            Reply::Say(why) => Deed::Say(why),
            Reply::Move(_) if self.waiting || self.view.scene.acting.is_none() => {
                Deed::Say("it isn't your turn".to_owned())
            }
            Reply::Move(mv) => {
                self.waiting = true;
                Deed::Send(FromGuest::Move(mv.to_string()))
            }
            Reply::Ignored => {
                let throws = matches!(self.view.scene.turn, Turn::Chance { .. })
                    && self.view.scene.acting.is_some()
                    && !self.waiting;
                match input {
                    Input::Nav(Nav::Back) => Deed::Back,
                    Input::Nav(Nav::Confirm) | Input::Click(_) if throws => {
                        self.waiting = true;
                        Deed::Send(FromGuest::Throw)
                    }
                    _ => Deed::Nothing,
                }
            }
        }
    }

    /// Who sits here, and since when whose clock runs.
    fn presence(&self) -> Presence<'_> {
        Presence {
            seats: &self.seats,
            players: self.view.seating.players(),
            turn: self.view.scene.turn.seat(),
            since: self.since,
            round: self.round,
        }
    }

    /// Whether the match is over and has been seen to be.
    fn has_ended(&self) -> bool {
        self.view.scene.turn.is_over() && !self.view.is_moving() && self.coming.is_empty()
    }

    /// Tells the end over the board, as every match does.
    fn draw_end(&self, board: Rect, beside: &Beside<G>, context: &Context, buf: &mut Buffer) {
        let look = &context.look;
        let seats = self.view.names().len();
        let ink = match self.view.scene.winners.as_slice() {
            [winner] => look.theme().piece(G::hue(*winner, seats)),
            _ => look.theme().ink(Meaning::Brass),
        };
        let proof = G::proof(&self.view.seen(beside), &self.view.ui, look, board);
        let edges = G::edges(&self.view.seen(beside), &self.view.ui, look, board);
        Banner { words: &self.end_words(), ink, edges: &edges }.draw(look, board, &proof, buf);
    }

    /// What the banner says, and shorter.
    fn end_words(&self) -> Vec<(String, String)> {
        let Scene { view, turn, winners, resigned, concession, .. } = &self.view.scene;
        let names = self.view.names();
        let how = match (resigned, concession) {
            (Some(seat), Concession::Resigned) => format!("{} resigned", name_of(names, *seat)),
            (Some(seat), Concession::OutOfTime) => {
                format!("{} ran out of time", name_of(names, *seat))
            }
            (None, _) => G::how(view, turn, names).unwrap_or_default(),
        };
        end_words(names, winners, self.you, how)
    }

    /// Whose move it is, where it isn't ours.
    fn waited_for(&self) -> Option<String> {
        let seat = self.view.scene.turn.seat().filter(|_| self.view.scene.acting.is_none())?;
        Some(match self.waiting {
            true => "your move is on its way".to_owned(),
            false => format!("waiting for {}", self.seats.get(seat.index())?.name),
        })
    }
}

fn name_of(names: &[String], seat: Seat) -> String {
    names.get(seat.index()).cloned().unwrap_or_default()
}

fn end_words(
    names: &[String],
    winners: &[Seat],
    you: Option<Seat>,
    how: String,
) -> Vec<(String, String)> {
    match (winners, you) {
        ([], _) => vec![("A draw".to_owned(), how)],
        ([winner], Some(you)) if *winner == you => vec![("You win".to_owned(), how)],
        ([_], Some(_)) if names.len() == 2 => vec![("You lose".to_owned(), how)],
        ([winner], _) => {
            let winner = name_of(names, *winner);
            vec![(format!("{winner} wins"), how.clone()), (winner, how)]
        }
        (several, _) => {
            let names: Vec<String> = several.iter().map(|seat| name_of(names, *seat)).collect();
            let how = as_told(&format!("{} {}", told(&names.join(" and ")), told(&how)));
            vec![("A tie".to_owned(), how)]
        }
    }
}

impl<G: GameUi> Far for FarMatch<G> {
    fn again(&mut self, news: &MatchNews) -> Result<(), String> {
        let mut view = view_of::<G>(&self.variant, news)?;
        if self.view.scene.ply == view.scene.ply {
            // Nothing has moved: the cursor and what flies stay where they are.
            std::mem::swap(&mut view.ui, &mut self.view.ui);
        }
        self.view = view;
        (self.witness, self.you) = (Witness::new(news)?, news.you);
        self.coming.clear();
        self.bannered = true;
        self.seats(news.seats.clone());
        self.waiting = false;
        Ok(())
    }

    fn moved(&mut self, moved: Moved, context: &Context) -> Result<(), String> {
        self.seats(moved.seats.clone());
        self.waiting = false;
        self.witness.moved(&moved)?;
        self.coming.push_back(moved);
        self.show_next(context)
    }

    fn seats(&mut self, seats: Vec<SeatInfo>) {
        (self.seats, self.since) = (seats, Duration::ZERO);
        // A move that was refused may be made again.
        self.waiting = false;
    }

    fn key(&mut self, key: &Key, context: &Context) -> Deed {
        match input_of::<G>(key, &context.keys) {
            Some(Input::Nav(Nav::Confirm)) if self.has_ended() => {
                self.bannered = !self.bannered;
                Deed::Nothing
            }
            Some(input) => self.input(input, context),
            None => Deed::Nothing,
        }
    }

    fn mouse(&mut self, mouse: Mouse, at: Position, context: &Context) -> Deed {
        let input = match mouse {
            Mouse::Click => Input::Click(at),
            Mouse::Hover => Input::Hover(at),
            Mouse::WheelUp => Input::WheelUp,
            Mouse::WheelDown => Input::WheelDown,
        };
        self.input(input, context)
    }

    fn tick(&mut self, elapsed: Duration, context: &Context) {
        self.since += elapsed;
        self.view.tick(elapsed, context);
        // What makes no sense was refused when it came.
        let _ = self.show_next(context);
    }

    fn pulse(&self) -> Option<Duration> {
        let timed = self.seats.iter().any(|seat| seat.left_ms.is_some() || seat.kept_ms.is_some());
        let quiet = (timed && !self.is_over()).then_some(SECOND);
        if self.view.is_moving() { Some(FRAME) } else { quiet }
    }

    fn draw(&self, notice: Option<&str>, buf: &mut Buffer, context: &Context) {
        let training = context.store.settings().training;
        let beside = Beside { training, notes: self.presence().notes(), ..Beside::default() };
        let parts = self.view.draw(&beside, context, buf);
        if self.bannered && self.has_ended() {
            self.draw_end(parts.board, &beside, context, buf);
        }
        let (usual, meaning) = match (notice, self.view.verdict(), self.presence().absent()) {
            (Some(notice), ..) => (notice.to_owned(), Meaning::Warn),
            (None, Some(verdict), _) => (verdict, Meaning::Bright),
            (None, None, Some(absent)) => (absent, Meaning::Warn),
            (None, None, None) => {
                let prompt = G::prompt(&self.view.seen(&beside), &self.view.ui);
                (prompt.or_else(|| self.waited_for()).unwrap_or_default(), Meaning::Muted)
            }
        };
        context.draw_status(parts.status, buf, &usual, meaning);
    }

    fn hints(&self, context: &Context) -> Vec<Hint> {
        let beside = Beside::default();
        let seen = self.view.seen(&beside);
        let words = G::words(&seen, &self.view.ui).into_iter();
        let mut all: Vec<Hint> =
            words.map(|(navs, words)| hints::nav(&context.keys, navs, words)).collect();
        all.extend(own_hints::<G>(&seen, &self.view.ui, &context.keys));
        if self.has_ended() {
            let words = if self.bannered { "see the board" } else { "see the banner" };
            all.push(hints::nav(&context.keys, &[Nav::Confirm], words));
        }
        all
    }

    fn title(&self) -> Title {
        let clocks = self.presence().clocks();
        let scene = &self.view.scene;
        let right = match (clocks.is_empty(), &scene.turn) {
            (false, _) => clocks.join("  "),
            (true, Turn::Over(_)) => G::length(scene.counted),
            (true, _) => G::moment(&scene.view, scene.counted),
        };
        let detail = board_words::<G>(&self.variant);
        Title { name: G::TITLE.to_owned(), detail, right }
    }

    fn min_size(&self) -> Size {
        self.view.min_size()
    }

    fn help(&self, hints: &[Hint], context: &Context) -> Box<dyn Screen> {
        let all = hints::explained(hints.to_vec(), all_keys::<G>(&context.keys));
        Box::new(HelpScreen::of_game::<G>(&all, context))
    }

    fn is_over(&self) -> bool {
        self.view.scene.turn.is_over()
    }

    fn has_played(&self) -> bool {
        self.view.has_told_of(self.you)
    }

    fn copy(&self) -> Keepsake {
        self.witness.copy()
    }

    fn draw_board(&self, area: Rect, buf: &mut Buffer, context: &Context) {
        let beside = Beside::default();
        G::draw(&self.view.seen(&beside), &self.view.ui, &context.look, area, buf);
    }

    fn names(&self) -> &[String] {
        self.view.names()
    }

    fn hue(&self, seat: Seat) -> Hue {
        G::hue(seat, self.view.names().len())
    }

    fn due(&self) -> Option<Seat> {
        self.view.scene.turn.seat()
    }

    fn time(&self, seat: Seat) -> Time {
        let due = self.due() == Some(seat) && !self.is_over();
        let spent = if due { self.since } else { Duration::ZERO };
        let left = self.seats.get(seat.index()).and_then(|seat| seat.left_ms);
        match left.map(Duration::from_millis) {
            Some(left) => Time::Left(left.saturating_sub(spent)),
            None if spent >= SECOND => Time::Thinking(spent),
            None => Time::Nothing,
        }
    }

    fn scores(&self) -> Option<Vec<i64>> {
        let scores = self.view.scene.scores.as_ref()?.iter();
        Some(scores.copied().map(i64::from).collect())
    }

    fn verdict(&self) -> Option<String> {
        self.view.verdict()
    }

    fn name(&self, seat: Seat) -> String {
        self.seats.get(seat.index()).map_or(String::new(), |seat| seat.name.clone())
    }
}

fn view_of<G: GameUi>(variant: &Arc<G::Variant>, news: &MatchNews) -> Result<MatchView<G>, String> {
    let players = news.players.iter().map(|text| text.parse::<Player>());
    let players = players.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    let scene = read::<G>(&news.scene)?;
    if players.len() != news.names.len() || !variant.seats().contains(&players.len()) {
        return Err("the house shows an impossible table".to_owned());
    }
    let called = players.iter().zip(&news.names).map(|(player, name)| match player {
        Player::Human { .. } => player.as_given(name),
        // The names of others have their seat's before them.
        _ => name.clone(),
    });
    let names = called.collect();
    let seating = seated::<G>(players).named(names);
    let mut view = MatchView::new(variant, seating, scene);
    news.told.iter().for_each(|telling| view.tell(telling.told.clone()));
    Ok(view)
}

fn read<G: GameUi>(scene: &Value) -> Result<Scene<G>, String> {
    serde_json::from_value(scene.clone())
        .map_err(|error| sentence(&format!("what the house shows makes no sense here: {error}")))
}
