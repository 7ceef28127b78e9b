//! The one loop: waits for something to happen, tells the router, performs effects, draws.
//!
//! Everything arrives through one channel: keys and mouse from a reading thread, signals from
//! another, and word from running tasks. While nothing happens and nothing moves, it sleeps.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::input::{self, Input};
use super::router::Router;
use super::signals::{self, Signal};
use super::task::{Job, Waker};
use super::terminal::{self, Terminal};
use super::theme::Meaning;
use super::{Context, Effect, Msg, Screen, trip};
use crate::lang;

pub use super::signals::end_by;

enum Event {
    Input(Input),
    Signal(Signal),
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

/// How long the first frame waits to hear which background it is for. An answer that comes later
/// changes the colours then.
const TO_ANSWER: Duration = Duration::from_millis(150);

/// Runs the arcade until somebody leaves it. The last of the screens is on top.
pub fn run(mut context: Context, screens: Vec<Box<dyn Screen>>) -> io::Result<Exit> {
    let (send, events) = channel();
    // From here on no signal can leave the terminal as it must not be left.
    hear_signals(&send)?;
    let mut terminal = Terminal::enter(context.store.settings().mouse)?;
    hear_keys(&send)?;
    context.size = terminal.size();
    let (mut router, opened) = Router::new(screens, &mut context);
    let mut stage = Stage { send, exit: None, suspend: false, jobs: Vec::new() };
    stage.perform(&mut router, opened, &mut context);
    let exit = turn(&mut terminal, &mut router, &mut stage, &mut context, &events);
    // The terminal comes first: it must not wait for a program that plays and does not stop.
    drop(terminal);
    router.leave(&mut context);
    // With the screens their tasks are dropped, and so cancelled.
    drop(router);
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
    context: &mut Context,
    events: &Receiver<Event>,
) -> io::Result<Exit> {
    let mut last_tick = Instant::now();
    let mut language = context.store.settings().language.clone();
    let answers = terminal.ask()?;
    let mut unanswered = (answers && context.follows_background()).then(|| last_tick + TO_ANSWER);
    loop {
        if let Some(exit) = stage.exit {
            return Ok(exit);
        }
        if std::mem::take(&mut stage.suspend) {
            terminal.suspend(signals::step_aside)?;
            context.size = terminal.size();
        }
        terminal.set_mouse(context.store.settings().mouse)?;
        if language != context.store.settings().language {
            language = context.store.settings().language.clone();
            lang::speak(context.store.book());
        }
        unanswered = unanswered.filter(|until| Instant::now() < *until);
        if unanswered.is_none() {
            terminal.draw(|buf| router.view(buf.area, buf, context))?;
        }

        let tick = router.pulse().map(|pulse| last_tick + pulse);
        let mut next = match wait(events, tick.into_iter().chain(unanswered).min()) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Quit),
        };
        if matches!(next, Some(Event::Input(_))) {
            trip::snag("error")?;
        }
        // A key comes before the tick it arrives with, so that it can end the motion.
        let now = Instant::now();
        let elapsed = now - last_tick;
        let ticks = tick.is_some_and(|due| now >= due);
        if ticks || tick.is_none() {
            last_tick = now;
        }
        // Take what has happened meanwhile before drawing once; but a flood of keys, as from a cat
        // or a paste gone wrong, must not keep the screen from following.
        while let Some(event) = next.take() {
            let effect = match event {
                Event::Input(Input::Msg(Msg::Resized)) | Event::Signal(Signal::Resized) => {
                    terminal.measure();
                    context.size = terminal.size();
                    router.update(Msg::Resized, context)
                }
                Event::Input(Input::Msg(msg)) => router.update(msg, context),
                Event::Input(Input::Background(colour)) => {
                    context.set_background(colour);
                    Effect::None
                }
                Event::Input(Input::Answered) => {
                    unanswered = None;
                    Effect::None
                }
                Event::Woken => router.update(Msg::Woken, context),
                Event::Signal(Signal::StepAside) => Effect::Suspend,
                Event::Signal(Signal::GoOn) => {
                    // Whoever was stopped without being asked finds the terminal as others left it.
                    terminal.retake()?;
                    context.size = terminal.size();
                    router.update(Msg::Resized, context)
                }
                Event::Signal(Signal::End(signal)) => {
                    stage.exit = Some(Exit::Signal(signal));
                    Effect::None
                }
                Event::Closed => return Ok(Exit::Signal(signals::HANGUP)),
            };
            stage.perform(router, effect, context);
            if stage.exit.is_none() && now.elapsed() < LONGEST_BATCH {
                next = events.try_recv().ok();
            }
        }
        if ticks && stage.exit.is_none() {
            let effect = router.update(Msg::Tick(elapsed), context);
            stage.perform(router, effect, context);
        }
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
    fn perform(&mut self, router: &mut Router, effect: Effect, context: &mut Context) {
        match effect {
            Effect::None => {}
            Effect::Batch(effects) => {
                for effect in effects {
                    self.perform(router, effect, context);
                }
            }
            Effect::Quit => self.exit = Some(Exit::Quit),
            Effect::Suspend => self.suspend = true,
            Effect::Run(job) => self.start(job),
            Effect::Copy(text) => terminal::copy(&text),
            Effect::Bell => terminal::ring(),
            Effect::Say(sentence) => context.say(sentence, Meaning::Warn),
            Effect::Tell(sentence) => context.say(sentence, Meaning::Text),
            navigation => {
                let effect = router.navigate(navigation, context);
                self.perform(router, effect, context);
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

/// From now on signals are heard. The first that means to end the program asks the loop to leave.
/// Whoever sends another, or sends one while the terminal isn't taken, wants it to end without
/// waiting for anything; and a loop that doesn't leave in time is not waited for either.
fn hear_signals(send: &Sender<Event>) -> io::Result<()> {
    let send = send.clone();
    let mut asked = false;
    signals::hear(move |signal| {
        if let Signal::End(number) = signal {
            if asked || !terminal::is_taken() {
                terminal::end(number);
            }
            asked = true;
            let watch = thread::Builder::new().name("watch".to_owned());
            let _ = watch.spawn(move || {
                thread::sleep(2 * LEAVE);
                terminal::end(number);
            });
        }
        // After the loop has ended there is still somebody here to hear of the next signal.
        let _ = send.send(Event::Signal(signal));
    })
}

/// Starts the thread that reads the terminal.
fn hear_keys(send: &Sender<Event>) -> io::Result<()> {
    let terminal = input::terminal()?;
    let send = send.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        input::listen(&terminal, |input| send.send(Event::Input(input)).is_ok());
        let _ = send.send(Event::Closed);
    })?;
    Ok(())
}
