//! What one frame costs: the match screen of every game at 200 x 60, beside a plain ratatui
//! paragraph that fills the same screen, in the same run; and then the program's first frame.
//!
//! `cargo bench --profile quick --bench frame`

use std::io::Read;
use std::time::{Duration, Instant};

use parlour::games::{self, Visitor};
use parlour::play::{Player, Session, Turn, Variant};
use parlour::screens;
use parlour::store::{Places, Store};
use parlour::tui::router::Router;
use parlour::tui::{Depth, Desk, GameUi};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::widgets::{Paragraph, Widget};

const AREA: Rect = Rect { x: 0, y: 0, width: 200, height: 60 };
const FRAMES: u32 = 300;

/// The mean time of one call, in microseconds. The first calls, which fill memories, do not count.
fn mean(mut draw: impl FnMut(&mut Buffer)) -> f64 {
    let mut buffer = Buffer::empty(AREA);
    for _ in 0..20 {
        draw(&mut buffer);
    }
    let begun = Instant::now();
    for _ in 0..FRAMES {
        buffer.reset();
        draw(&mut buffer);
    }
    begun.elapsed().as_secs_f64() * 1e6 / f64::from(FRAMES)
}

/// The match screen of a game after some moves.
struct Frame;

impl Visitor for Frame {
    type Out = (&'static str, f64);

    fn visit<G: GameUi>(&mut self) -> Self::Out {
        let home = tempfile::tempdir().expect("a temporary folder can be made");
        let store = Store::open(Places::at(home.path()));
        let mut desk = Desk::with_depth(store, &screens::key_sections(), Depth::True);
        desk.size = Size::new(AREA.width, AREA.height);
        let variant = G::Variant::parse(G::BOARDS[0].1).expect("bundled boards are good");
        let seats = variant.usual_seats();
        let mut session = Session::<G>::new(&variant, seats, 7);
        for at in 0..12 {
            match session.turn() {
                Turn::Over(_) => break,
                Turn::Chance { .. } => drop(session.roll()),
                Turn::Decide(_) => {
                    let legal = session.state().legal_moves();
                    let pick = legal[(at * 7 + 3) % legal.len()].clone();
                    session.play(pick).expect("it is legal");
                }
            }
        }
        // One person, so that no page asks to hand the keyboard over.
        let mut players = vec![Player::Bot { strategy: G::STRATEGIES[0].name.to_owned() }; seats];
        players[0] = Player::Human { name: Some("Ada".to_owned()) };
        let screen = screens::play::open(session, players, &mut desk);
        let (router, _) = Router::new(vec![screen], &mut desk);
        (G::ID, mean(|buffer| router.view(AREA, buffer, &desk)))
    }
}

/// From the start of the program to its first whole frame in a pseudo-terminal.
fn first_frame() -> Duration {
    let home = tempfile::tempdir().expect("a temporary folder can be made");
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("there is a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_parlour"));
    command.env("PARLOUR_HOME", home.path());
    command.env("TERM", "xterm-256color");
    let mut reader = pair.master.try_clone_reader().expect("it can be read");
    let begun = Instant::now();
    let mut child = pair.slave.spawn_command(command).expect("the program starts");
    let (mut seen, mut bytes) = (Vec::new(), [0; 65536]);
    const WHOLE: &[u8] = b"\x1b[?2026l";
    while !seen.windows(WHOLE.len()).any(|part| part == WHOLE) {
        match reader.read(&mut bytes) {
            Ok(count @ 1..) => seen.extend_from_slice(&bytes[..count]),
            _ => break,
        }
    }
    let took = begun.elapsed();
    child.kill().expect("it is still running");
    drop(child.wait());
    took
}

fn main() {
    let line = "The quick brown fox jumps over the lazy dog. ".repeat(5);
    let text = vec![&line[..usize::from(AREA.width)]; usize::from(AREA.height)].join("\n");
    let plain = mean(|buffer| Paragraph::new(text.as_str()).render(AREA, buffer));
    println!("one frame at {} x {}, mean of {FRAMES}", AREA.width, AREA.height);
    println!("{:<12} {plain:>8.1} us", "paragraph");
    for (game, time) in games::visit_all(&mut Frame) {
        println!("{game:<12} {time:>8.1} us  {:>5.2} x the paragraph", time / plain);
    }
    let mut starts: Vec<Duration> = (0..15).map(|_| first_frame()).collect();
    starts.sort_unstable();
    let (best, median) = (starts[0].as_secs_f64() * 1e3, starts[7].as_secs_f64() * 1e3);
    println!("first frame of the program: {median:.1} ms (median of 15), {best:.1} ms at best");
    let size = std::fs::metadata(env!("CARGO_BIN_EXE_parlour")).map_or(0, |about| about.len());
    println!("the binary of this profile: {:.1} MB", size as f64 / 1e6);
}
