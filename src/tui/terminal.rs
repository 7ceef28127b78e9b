//! The terminal itself: what we turn on, and one guard that turns all of it off again.
//!
//! ratatui's own `restore` forgets the mouse, and its panic hook blanks the screen when any thread
//! panics; a failing bot must not. So both are written here.

use std::io::{self, Stdout, Write, stdout};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, OnceLock};
use std::thread::{self, ThreadId};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::style::{ResetColor, force_color_output};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::Frame;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Size;

/// Whether the terminal is ours now. Restoring twice must do no harm: a panic and the drop of the
/// guard may both want to.
static OURS: AtomicBool = AtomicBool::new(false);

/// The full screen, from `enter` until it is dropped, whatever ends it.
pub struct Terminal {
    /// Never dropped: ratatui would print to a terminal that may be gone, and panic.
    screen: ManuallyDrop<ratatui::Terminal<CrosstermBackend<Stdout>>>,
    mouse: bool,
}

impl Terminal {
    pub fn enter(mouse: bool) -> io::Result<Terminal> {
        // NO_COLOR is the theme's affair; crossterm's own handling would drop bold and reverse.
        force_color_output(true);
        install_panic_hook();
        turn_on(mouse)?;
        let screen = ratatui::Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(Terminal { screen: ManuallyDrop::new(screen), mouse })
    }

    /// Draws one frame, and shows it at once rather than line by line.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Frame)) -> io::Result<()> {
        queue!(stdout(), BeginSynchronizedUpdate)?;
        self.screen.draw(paint)?;
        execute!(stdout(), EndSynchronizedUpdate)
    }

    pub fn size(&self) -> Size {
        self.screen.size().unwrap_or_default()
    }

    pub fn set_mouse(&mut self, mouse: bool) -> io::Result<()> {
        if mouse != self.mouse {
            self.mouse = mouse;
            match mouse {
                true => execute!(stdout(), EnableMouseCapture)?,
                false => execute!(stdout(), DisableMouseCapture)?,
            }
        }
        Ok(())
    }

    /// Hands the terminal back while `pause` runs, then takes it again and forgets what was drawn.
    pub fn suspend(&mut self, pause: impl FnOnce()) -> io::Result<()> {
        restore();
        pause();
        turn_on(self.mouse)?;
        self.forget()
    }

    /// Draws everything anew with the next frame, whatever the screen shows by then: a terminal
    /// that was made smaller and larger again has lost what was cut off.
    ///
    /// ratatui's own `clear` asks the terminal where the cursor is, and waits in vain: the thread
    /// that reads the keys gets the answer. So this clears by hand and begins with a new screen.
    pub fn forget(&mut self) -> io::Result<()> {
        queue!(stdout(), Clear(ClearType::All))?;
        self.screen = ManuallyDrop::new(ratatui::Terminal::new(CrosstermBackend::new(stdout()))?);
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

fn turn_on(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    OURS.store(true, Ordering::SeqCst);
    execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste, Hide)?;
    if mouse {
        execute!(stdout(), EnableMouseCapture)?;
    }
    Ok(())
}

/// Undoes everything we may have turned on. Errors are of no use to anybody here: the terminal may
/// be gone.
pub fn restore() {
    if OURS.swap(false, Ordering::SeqCst) {
        let _ = queue!(
            stdout(),
            EndSynchronizedUpdate,
            DisableMouseCapture,
            DisableBracketedPaste,
            ResetColor,
            LeaveAlternateScreen,
            Show
        );
        let _ = stdout().flush();
        let _ = disable_raw_mode();
    }
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
            if on_main || !OURS.load(Ordering::SeqCst) {
                usual(panic);
            }
        }));
    });
}
