//! What packagers and the curious ask for: completions, the manual page, the places of files.

use std::io::Write;

use clap::Command;
use clap_complete::Shell;

use super::Done;
use super::out::stdout;
use crate::play::clean;
use crate::store::Places;

pub fn completions(shell: Shell, mut command: Command) -> Done {
    // It panics where it cannot write, so it writes where it always can.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "parlour", &mut script);
    Ok(stdout().write_all(&script)?)
}

pub fn man(command: Command) -> Done {
    let page = clap_mangen::Man::new(command.after_help(places_text()));
    Ok(page.render(&mut stdout())?)
}

/// Where the files live, for `--help` and `--version`.
pub fn places_text() -> String {
    let mut text = String::from("Files:\n");
    let places = Places::find();
    if let Some(why) = places.complaint() {
        return why;
    }
    for (what, path) in places.list() {
        let path = path.display().to_string();
        text.push_str(&format!("  {what:<10} {}\n", clean(&path)));
    }
    text.push_str("Set PARLOUR_HOME to keep all of them in one folder of your choice.");
    text
}

pub fn long_version() -> String {
    format!("{}\n\n{}", env!("CARGO_PKG_VERSION"), places_text())
}
