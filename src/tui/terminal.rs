//! The terminal itself: what we turn on, and one guard that turns all of it off again.
//!
//! ratatui's own `restore` forgets the mouse, its panic hook blanks the screen when any thread
//! panics, and its `Terminal` asks where the cursor is, which the thread that reads the keys would
//! hear. So all that is written here, and of ratatui only the buffers and their writing are used.

use std::io::{self, Write, stdout};
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::queue;
use crossterm::style::{ResetColor, force_color_output};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::signals::end_by;

/// Whether the terminal is ours now. Whoever writes to it or gives it back holds this until it is
/// done: it may be the main thread, a panic, or the thread that hears signals.
static OURS: Mutex<bool> = Mutex::new(false);

fn ours() -> MutexGuard<'static, bool> {
    OURS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What colour the background has; and what kind of terminal it is, which every one answers, so
/// that one that doesn't know the first question keeps nobody waiting.
const QUESTIONS: &[u8] = b"\x1b]11;?\x1b\\\x1b[c";

/// Once the terminal is no longer raw, ctrl-c makes the kernel throw away what the terminal hasn't
/// read yet. So it gets a moment to read how it is given back.
const READS: Duration = Duration::from_millis(20);

/// The full screen, from `enter` until it is dropped, whatever ends it.
pub struct Terminal {
    mouse: bool,
    /// What is on the screen.
    shown: Buffer,
    /// Where the next frame is painted.
    next: Buffer,
    /// Whether the screen has to be cleared first.
    forgotten: bool,
}

impl Terminal {
    /// Whoever calls this has made sure that signals are heard from now on.
    pub fn enter(mouse: bool) -> io::Result<Terminal> {
        // NO_COLOR is the theme's affair; crossterm's own handling would drop bold and reverse.
        force_color_output(true);
        install_panic_hook();
        // Dropped, and so given back, if any of the rest fails.
        let mut terminal =
            Terminal { mouse, shown: Buffer::default(), next: Buffer::default(), forgotten: true };
        terminal.turn_on()?;
        terminal.measure();
        Ok(terminal)
    }

    /// Asks the terminal about itself, if its answers come apart from the keys. Says whether any
    /// will.
    pub fn ask(&self) -> io::Result<bool> {
        if cfg!(unix) {
            write(QUESTIONS)?;
        }
        Ok(cfg!(unix))
    }

    /// Draws one frame, and shows it at once rather than line by line.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        self.next.reset();
        paint(&mut self.next);
        let mut bytes = Vec::new();
        queue!(bytes, BeginSynchronizedUpdate)?;
        if std::mem::take(&mut self.forgotten) {
            queue!(bytes, Clear(ClearType::All))?;
            self.shown.reset();
        }
        CrosstermBackend::new(&mut bytes).draw(self.shown.diff_iter(&self.next))?;
        queue!(bytes, EndSynchronizedUpdate)?;
        std::mem::swap(&mut self.shown, &mut self.next);
        write(&bytes)
    }

    /// As it was when it was last measured.
    pub fn size(&self) -> Size {
        self.shown.area.as_size()
    }

    /// Finds out how large the terminal is now, and draws everything anew with the next frame: one
    /// that was made smaller and larger again has lost what was cut off.
    pub fn measure(&mut self) {
        let (width, height) = crossterm::terminal::size().unwrap_or_default();
        let area = Rect::new(0, 0, width, height);
        (self.shown, self.next) = (Buffer::empty(area), Buffer::empty(area));
        self.forgotten = true;
    }

    pub fn set_mouse(&mut self, mouse: bool) -> io::Result<()> {
        if mouse == self.mouse {
            return Ok(());
        }
        self.mouse = mouse;
        let mut bytes = Vec::new();
        match mouse {
            true => queue!(bytes, EnableMouseCapture)?,
            false => queue!(bytes, DisableMouseCapture)?,
        }
        write(&bytes)
    }

    /// Hands the terminal back while `pause` runs, then takes it again.
    pub fn suspend(&mut self, pause: impl FnOnce()) -> io::Result<()> {
        restore();
        pause();
        self.retake()
    }

    /// Turns everything on again, whatever others have done to the terminal meanwhile.
    pub fn retake(&mut self) -> io::Result<()> {
        disable_raw_mode()?;
        self.turn_on()?;
        self.measure();
        Ok(())
    }

    fn turn_on(&self) -> io::Result<()> {
        let mut bytes = Vec::new();
        queue!(bytes, EnterAlternateScreen, EnableBracketedPaste, Hide)?;
        if self.mouse {
            queue!(bytes, EnableMouseCapture)?;
        }
        let mut ours = ours();
        enable_raw_mode()?;
        *ours = true;
        drop(ours);
        write(&bytes)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Writes to the terminal as long as it is ours.
fn write(bytes: &[u8]) -> io::Result<()> {
    let ours = ours();
    if !*ours {
        return Ok(());
    }
    let mut out = stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Undoes everything we may have turned on. Twice does no harm: a panic and the drop of the guard
/// may both want to.
pub fn restore() {
    give_back(&mut ours());
}

/// Ends the program as the signal would have ended it had nobody heard it, but with the terminal
/// given back; nobody can take it again meanwhile.
pub fn end(signal: i32) {
    let held = ours_soon();
    match held {
        Some(mut ours) => end_with(&mut ours, signal),
        // Somebody is stuck writing to a terminal that doesn't read: nothing can be said to it.
        None => end_with(&mut false, signal),
    }
}

fn end_with(ours: &mut bool, signal: i32) {
    give_back(ours);
    let _ = disable_raw_mode();
    end_by(signal);
}

/// Whether the terminal is in our hands. Whoever is just writing to it has it.
pub fn is_taken() -> bool {
    OURS.try_lock().map_or(true, |ours| *ours)
}

/// Waits for others to finish with the terminal, but not for ever.
fn ours_soon() -> Option<MutexGuard<'static, bool>> {
    const STEP: Duration = Duration::from_millis(5);
    let mut tries = std::iter::repeat_n((), 200);
    tries.find_map(|()| match OURS.try_lock() {
        Ok(ours) => Some(ours),
        Err(TryLockError::Poisoned(ours)) => Some(ours.into_inner()),
        Err(TryLockError::WouldBlock) => {
            thread::sleep(STEP);
            None
        }
    })
}

/// Puts a text into the clipboard of the terminal (OSC 52), which works over ssh too. A terminal
/// that doesn't know this, or doesn't allow it, shows nothing.
pub fn copy(text: &str) {
    if is_taken() {
        let _ = write(format!("\x1b]52;c;{}\x07", base64(text.as_bytes())).as_bytes());
    }
}

/// Rings the terminal's bell, or flashes, as whoever looks has chosen.
pub fn ring() {
    if is_taken() {
        let _ = write(b"\x07");
    }
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits =
            (0..3).fold(0, |bits, at| bits << 8 | usize::from(three.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let sign = SIGNS[bits >> (18 - 6 * at) & 63];
            text.push(if at <= three.len() { char::from(sign) } else { '=' });
        }
    }
    text
}

/// Errors are of no use to anybody here: the terminal may be gone.
fn give_back(ours: &mut bool) {
    if !std::mem::take(ours) {
        return;
    }
    let mut bytes = Vec::new();
    let _ = queue!(
        bytes,
        EndSynchronizedUpdate,
        DisableMouseCapture,
        DisableBracketedPaste,
        ResetColor,
        LeaveAlternateScreen,
        Show
    );
    let mut out = stdout().lock();
    let _ = out.write_all(&bytes).and_then(|()| out.flush());
    thread::sleep(READS);
    let _ = disable_raw_mode();
}

/// A panic on the main thread gives the terminal back before it is told. One on any other thread
/// is caught where the work was started and becomes a message; printing it would spoil the screen.
fn install_panic_hook() {
    static ONCE: Once = Once::new();
    static MAIN: OnceLock<ThreadId> = OnceLock::new();
    MAIN.get_or_init(|| thread::current().id());
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let on_main = MAIN.get() == Some(&thread::current().id());
            if on_main {
                restore();
            }
            if on_main || !is_taken() {
                usual(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn what_is_copied_is_written_as_the_terminal_reads_it() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
