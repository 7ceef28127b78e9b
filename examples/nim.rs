//! A whole game of your own: Nim, with boards, rules, a perfect bot and a screen. It gets the arcade
//! and every command: `cargo run --example nim`, or `cargo run --example nim -- arena nim --seat
//! bot:random --seat bot:perfect`.

use std::{fmt, str::FromStr, sync::Arc};

use parlour::search::{Bots, Budget, Level, RandomBot, Strategy};
use parlour::tui::board::{
    self, Grid, LabelSide, Labels, Margin, Mark, Pitch, Spot, Square, letters,
};
use parlour::tui::game_ui::{Input, Reply, Seen};
use parlour::tui::pieces::{Mood, bead};
use parlour::tui::{GameUi, Look, Meaning, keys::Nav};
use parlour::{Shelf, play::*};
use ratatui::{buffer::Buffer, layout::Rect, layout::Size};
use serde::{Deserialize, Serialize};

fn main() -> std::process::ExitCode {
    parlour::run(&Shelf::standard().with::<Nim>())
}

/// A board file: the heaps, and whether the last stone loses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    name: Name,
    heaps: Vec<u16>,
    #[serde(default)]
    misere: bool,
}

impl Variant for Board {
    const KEYS: &'static [&'static str] = &["name", "heaps", "misere"];

    fn parse(text: &str) -> Result<Board, FileError> {
        let board: Board = read_toml(text)?;
        if (1..=9).contains(&board.heaps.len()) && board.heaps.iter().all(|n| (1..=12).contains(n))
        {
            return Ok(board);
        }
        Err(FileError::of_key(text, "heaps", "expected 1 to 9 heaps of 1 to 12 stones"))
    }
    fn to_toml(&self) -> String {
        toml::to_string(self).expect("a board is a table")
    }
    fn name(&self) -> &str {
        self.name.as_str()
    }
    fn summary(&self) -> String {
        self.heaps.iter().map(u16::to_string).collect::<Vec<_>>().join("-")
    }
}

/// So many stones from one heap, as `b3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Take {
    heap: u16,
    stones: u16,
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letters(self.heap), self.stones)
    }
}

impl FromStr for Take {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Take, Refusal> {
        let heap = (0..9).find(|heap| text.starts_with(&letters(*heap)));
        match heap.zip(text.get(1..).and_then(|stones| stones.parse().ok())) {
            Some((heap, stones)) => Ok(Take { heap, stones }),
            None => Err(Refusal::new(format!("'{text}' isn't a move; 'b3' takes 3 from heap b"))),
        }
    }
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Nim {
    #[serde(with = "board_text")]
    board: Arc<Board>,
    heaps: Vec<u16>,
    to_move: Seat,
}

impl Game for Nim {
    const ID: &'static str = "nim";
    const TITLE: &'static str = "Nim";
    const TAGLINE: &'static str = "the last stone counts";
    const PAGE: &'static str = "# Nim\n\nTake as many stones as you like, but from one heap only. \
        Who takes the last stone **wins**; on a board with 'misere' they lose.\n\n\
        ```board\na1 b2\n```\n\nHere one stone is gone from heap a, and two from heap b.\n";
    const BOARDS: &'static [(&'static str, &'static str)] = &[
        ("standard", "name = \"Standard\"\nheaps = [3, 4, 5]\n"),
        ("marienbad", "name = \"Marienbad\"\nheaps = [1, 3, 5, 7]\nmisere = true\n"),
    ];
    type Variant = Board;
    type Move = Take;
    type Illegal = Refusal;
    parlour::nothing_is_secret!();

    fn start(board: Arc<Board>, _: usize) -> Nim {
        Nim { heaps: board.heaps.clone(), board, to_move: Seat::FIRST }
    }
    fn variant(&self) -> &Arc<Board> {
        &self.board
    }
    fn turn(&self) -> Turn {
        let winner = if self.board.misere { self.to_move } else { self.to_move.next(2) };
        let over = self.heaps.iter().all(|heap| *heap == 0);
        if over { Turn::Over(Outcome::Win(winner)) } else { Turn::Decide(self.to_move) }
    }
    fn legal_moves(&self) -> Vec<Take> {
        let heaps = (0..).zip(&self.heaps);
        heaps.flat_map(|(heap, n)| (1..=*n).map(move |stones| Take { heap, stones })).collect()
    }
    fn check(&self, take: &Take) -> Result<(), Refusal> {
        match self.heaps.get(usize::from(take.heap)) {
            Some(n) if (1..=*n).contains(&take.stones) => Ok(()),
            _ => Err(Refusal::new(format!("there is no '{take}' to take"))),
        }
    }
    fn play_unchecked(&mut self, take: &Take) {
        self.heaps[usize::from(take.heap)] -= take.stones;
        self.to_move = self.to_move.next(2);
    }
    fn plain(view: &Nim) -> String {
        let row = |(at, n): (u16, &u16)| format!("{} {}", letters(at), "o".repeat((*n).into()));
        (0..).zip(&view.heaps).map(row).collect::<Vec<_>>().join("\n")
    }
}

/// A bot: it leaves a lost position wherever it can.
fn perfect(view: &Nim, _: Seat, legal: &[Take], _: &Budget) -> Take {
    let lost = |next: Nim| {
        let sum = next.heaps.iter().fold(0, |sum, heap| sum ^ heap);
        sum == u16::from(next.board.misere && next.heaps.iter().all(|heap| *heap < 2))
    };
    *legal.iter().find(|take| lost(view.after(take))).unwrap_or(&legal[0])
}

impl Bots for Nim {
    const STRATEGIES: &'static [Strategy<Nim>] = &[
        Strategy::new("random", Level::Easy, "takes any", |_, seed| Box::new(RandomBot::new(seed))),
        Strategy::new("perfect", Level::Perfect, "never lets a win go", |_, _| Box::new(perfect)),
    ];
}

/// Each heap is a row of stones; the cursor takes its stone and those to the right of it.
fn grid(board: &Board, area: Rect) -> Grid {
    let Size { width, height } = Nim::min_size(board);
    let pitches = [Pitch::tight(3, 1), Pitch::tight(5, 2), Pitch::tight(7, 3)];
    Grid::fit(area, (width / 3, height), &pitches, Margin { left: 2, ..Margin::default() })
}

impl GameUi for Nim {
    type Ui = Spot;
    type Action = ();
    type Insight = ();

    fn act(at: &mut Spot, seen: &Seen<Nim>, input: Input<()>, area: Rect, _: &Look) -> Reply<Take> {
        let spot = grid(&seen.view.board, area).steer(*at, input);
        let Some((stone, heap)) = spot else { return Reply::Ignored };
        let n = seen.view.heaps[usize::from(heap)];
        *at = (stone.min(n.saturating_sub(1)), heap);
        let take = Take { heap, stones: n - at.0 };
        let chosen = matches!(input, Input::Nav(Nav::Confirm) | Input::Click(_));
        if chosen { Reply::Move(take) } else { Reply::Redraw }
    }
    fn draw(seen: &Seen<Nim>, at: &Spot, look: &Look, area: Rect, buf: &mut Buffer) {
        let (grid, current) = (grid(&seen.view.board, area), seen.acting.map(|_| *at));
        let ground = look.theme().ink(Meaning::Ground);
        let labels = Labels { rows: Some((LabelSide::Before, letters)), gap: 1, columns: None };
        let board = board::Board { look, grid, surface: None, labels, current };
        board.draw(buf, |(stone, heap)| {
            let n = seen.view.heaps[usize::from(heap)];
            let taken = seen.acting.filter(|_| heap == at.1 && stone >= at.0);
            let hue = taken.map_or(Hue::Blue, |seat| Nim::hue(seat, 2));
            let piece = (stone < n).then(|| bead(look, hue, Mood::Plain, ground, grid.cell()));
            let hinted = |take: &&Take| take.heap == heap && n - take.stones == stone;
            let hint = seen.hint.filter(hinted).map(|_| Mark::Hint);
            let mark = hint.or((current == Some((stone, heap))).then_some(Mark::Cursor));
            let (pieces, marks) = (piece.into_iter().collect(), mark.into_iter().collect());
            Square { pieces, marks, ..Square::default() }
        });
    }
    fn min_size(board: &Board) -> Size {
        Size::new(2 + 3 * board.heaps.iter().max().unwrap_or(&1), board.heaps.len() as u16)
    }
    fn words(_: &Seen<Nim>, _: &Spot) -> Vec<(&'static [Nav], &'static str)> {
        vec![(&[Nav::Left, Nav::Right, Nav::Up, Nav::Down], "stones"), (&[Nav::Confirm], "take")]
    }
}

#[test]
fn nim_obeys_the_laws() {
    parlour::laws::hold::<Nim>();
}
