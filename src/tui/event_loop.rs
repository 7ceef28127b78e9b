//! The one loop: waits for something to happen, tells the router, performs effects, draws.
//!
//! Everything arrives through one channel: keys and mouse from a reading thread, signals from
//! another, and word from running tasks. While nothing happens and nothing moves, it sleeps.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event as Input, MouseButton, MouseEventKind};
use ratatui::layout::Position;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::keys::Key;
use super::router::Router;
use super::task::{Job, Waker};
use super::terminal::Terminal;
use super::theme::Meaning;
use super::{Desk, Effect, Mouse, Msg, Screen, trip};

enum Event {
    Input(Input),
    Signal(i32),
    Woken,
    /// Nothing can be read any more: the terminal is gone.
    Closed,
}

/// How the arcade was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    Quit,
    Signal(i32),
}

/// So long work beside the screen has to stop when the arcade is left: programs that play must be
/// ended by those who started them.
const LEAVE: Duration = Duration::from_secs(2);

/// Runs the arcade until somebody leaves it. The last of the screens is on top.
pub fn run(mut desk: Desk, screens: Vec<Box<dyn Screen>>) -> io::Result<Exit> {
    let mut terminal = Terminal::enter(desk.store.settings().mouse)?;
    desk.size = terminal.size();
    let (mut router, opened) = Router::new(screens, &mut desk);
    let (send, events) = channel();
    let mut stage = Stage { send: send.clone(), exit: None, suspend: false, jobs: Vec::new() };
    stage.perform(&mut router, opened, &mut desk);
    terminal.draw(|frame| router.view(frame.area(), frame.buffer_mut(), &desk))?;
    listen(&send)?;
    let exit = turn(&mut terminal, &mut router, &mut stage, &mut desk, &events);
    // With the screens their tasks are dropped, and so cancelled.
    drop(router);
    drop(terminal);
    stage.see_off();
    exit
}

/// How long events are taken in before the next frame.
const LONGEST_BATCH: Duration = Duration::from_millis(30);

/// Goes round until somebody leaves.
fn turn(
    terminal: &mut Terminal,
    router: &mut Router,
    stage: &mut Stage,
    desk: &mut Desk,
    events: &Receiver<Event>,
) -> io::Result<Exit> {
    let mut last_tick = Instant::now();
    loop {
        let due = router.pulse().map(|pulse| last_tick + pulse);
        let mut next = match wait(events, due) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Quit),
        };
        trip::snag("error")?;
        // A key comes before the tick it arrives with, so that it can end the motion.
        let now = Instant::now();
        let elapsed = now - last_tick;
        let ticks = due.is_some_and(|due| now >= due);
        if ticks || due.is_none() {
            last_tick = now;
        }
        // Take what has happened meanwhile before drawing once; but a flood of keys, as from a cat
        // or a paste gone wrong, must not keep the screen from following.
        let mut resized = false;
        while let Some(event) = next.take() {
            let effect = match event {
                Event::Input(input) => match message(&input) {
                    Some(Msg::Resized) => {
                        resized = true;
                        desk.size = terminal.size();
                        router.update(Msg::Resized, desk)
                    }
                    Some(msg) => router.update(msg, desk),
                    None => Effect::None,
                },
                Event::Woken => router.update(Msg::Woken, desk),
                Event::Signal(SIGTSTP) => Effect::Suspend,
                Event::Signal(signal) => {
                    stage.exit = Some(Exit::Signal(signal));
                    Effect::None
                }
                Event::Closed => return Ok(Exit::Signal(SIGHUP)),
            };
            stage.perform(router, effect, desk);
            if let Some(exit) = stage.exit {
                return Ok(exit);
            }
            if now.elapsed() < LONGEST_BATCH {
                next = events.try_recv().ok();
            }
        }
        if ticks {
            let effect = router.update(Msg::Tick(elapsed), desk);
            stage.perform(router, effect, desk);
        }
        if let Some(exit) = stage.exit {
            return Ok(exit);
        }
        if std::mem::take(&mut stage.suspend) {
            terminal.suspend(|| drop(emulate_default_handler(SIGTSTP)))?;
            desk.size = terminal.size();
        }
        terminal.set_mouse(desk.store.settings().mouse)?;
        if resized {
            terminal.forget()?;
        }
        terminal.draw(|frame| router.view(frame.area(), frame.buffer_mut(), desk))?;
    }
}

/// Carries out what the screens ask for.
struct Stage {
    send: Sender<Event>,
    exit: Option<Exit>,
    suspend: bool,
    /// Work that may still be going on.
    jobs: Vec<JoinHandle<()>>,
}

impl Stage {
    fn perform(&mut self, router: &mut Router, effect: Effect, desk: &mut Desk) {
        match effect {
            Effect::None => {}
            Effect::Batch(effects) => {
                for effect in effects {
                    self.perform(router, effect, desk);
                }
            }
            Effect::Quit => self.exit = Some(Exit::Quit),
            Effect::Suspend => self.suspend = true,
            Effect::Run(job) => self.start(job),
            Effect::Say(sentence) => desk.say(sentence, Meaning::Warn),
            Effect::Tell(sentence) => desk.say(sentence, Meaning::Text),
            navigation => {
                let effect = router.navigate(navigation, desk);
                self.perform(router, effect, desk);
            }
        }
    }

    fn start(&mut self, job: Job) {
        self.jobs.retain(|job| !job.is_finished());
        let send = self.send.clone();
        let wake: Waker = Box::new(move || drop(send.send(Event::Woken)));
        let named = thread::Builder::new().name("task".to_owned()).stack_size(16 << 20);
        // A machine that can start no thread at all cannot be helped; the task then looks done.
        self.jobs.extend(named.spawn(move || job(wake)));
    }

    /// Waits until all work has stopped, but not for ever.
    fn see_off(&self) {
        let deadline = Instant::now() + LEAVE;
        while self.jobs.iter().any(|job| !job.is_finished()) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The next event, or a time-out when a tick is due.
fn wait(events: &Receiver<Event>, due: Option<Instant>) -> Result<Event, RecvTimeoutError> {
    match due {
        Some(due) => events.recv_timeout(due.saturating_duration_since(Instant::now())),
        None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
    }
}

/// Starts the threads that read the terminal and wait for signals.
fn listen(send: &Sender<Event>) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP])?;
    let out = send.clone();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            if out.send(Event::Signal(signal)).is_err() {
                return;
            }
        }
    })?;
    let out = send.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        loop {
            let event = event::read().map_or(Event::Closed, Event::Input);
            let closed = matches!(event, Event::Closed);
            if out.send(event).is_err() || closed {
                return;
            }
        }
    })?;
    Ok(())
}

/// What a terminal event means to a screen.
fn message(input: &Input) -> Option<Msg> {
    match input {
        Input::Key(event) => Key::pressed(event).map(Msg::Key),
        Input::Paste(text) => Some(Msg::Paste(text.clone())),
        Input::Resize(..) => Some(Msg::Resized),
        Input::Mouse(event) => {
            let mouse = match event.kind {
                MouseEventKind::Down(MouseButton::Left) => Mouse::Click,
                MouseEventKind::Moved | MouseEventKind::Drag(_) => Mouse::Hover,
                MouseEventKind::ScrollUp => Mouse::WheelUp,
                MouseEventKind::ScrollDown => Mouse::WheelDown,
                _ => return None,
            };
            Some(Msg::Mouse(mouse, Position::new(event.column, event.row)))
        }
        Input::FocusGained | Input::FocusLost => None,
    }
}
