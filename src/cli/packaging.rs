//! What packagers and the curious ask for: completions, manual pages, the places of files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;

use super::out::stdout;
use super::{Done, Failure};
use crate::lang::{told, told_as};
use crate::play::clean;
use crate::store::Places;

pub fn completions(shell: Shell, mut command: Command) -> Done {
    // It panics where it cannot write, so it writes where it always can.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "parlour", &mut script);
    Ok(stdout().for_programs(true).write_all(&script)?)
}

#[derive(Args)]
pub struct ManArgs {
    /// The page of this command; without one, the page of parlour itself
    command: Option<String>,
    /// Write the pages of all commands into this folder instead
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    all: Option<PathBuf>,
}

/// Where files are, as a manual page says it: one built on this machine is read on another.
const MAN_FILES: &str = "\
.SH FILES
.TP
$XDG_CONFIG_HOME/parlour (~/.config/parlour)
settings, keys, themes
.TP
$XDG_DATA_HOME/parlour (~/.local/share/parlour)
boards, puzzles, matches, contests
.TP
$XDG_STATE_HOME/parlour (~/.local/state/parlour)
what the arcade remembers from one time to the next
.PP
On other systems, and with PARLOUR_HOME set, they are elsewhere: 'parlour \\-\\-version' prints the \
places on this machine.
";

pub fn man(args: &ManArgs, mut whole: Command) -> Done {
    // The commands learn their full names.
    whole.build();
    if let Some(folder) = &args.all {
        return fs::create_dir_all(folder)
            .and_then(|()| write_pages(&whole, folder))
            .map_err(|why| Failure::Work(format!("can't write to '{}': {why}", folder.display())));
    }
    let wanted = match &args.command {
        None => Some(&whole),
        Some(name) => whole.find_subcommand(name).filter(|command| !command.is_hide_set()),
    };
    match (wanted, &args.command) {
        (None, Some(name)) => Err(Failure::Call(unknown_command(name, &whole))),
        (wanted, _) => {
            Ok(stdout().for_programs(true).write_all(&manual_page(wanted.unwrap_or(&whole))?)?)
        }
    }
}

fn manual_page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    if command.get_name() == "parlour" {
        let line = |line: &str| match line.starts_with('.') {
            true => format!("{line}\n"),
            false => format!("{}\n", told(line)),
        };
        page.extend(MAN_FILES.lines().map(line).collect::<String>().into_bytes());
    }
    let page = String::from_utf8_lossy(&page).into_owned();
    // What the page's maker says; our own words are told already.
    let line = |line: &str| match line.strip_prefix(".SH ") {
        Some(words) => format!(".SH {}\n", told(words)),
        None if line.starts_with("Print ") => {
            format!("{}\n", told(&line.replace("\\*(Aq", "'").replace("\\-", "-")))
        }
        None => match line.strip_prefix("\\fI").map(|it| it.split_once("Possible values:")) {
            Some(Some(("", rest))) => format!("\\fI{}{rest}\n", told("Possible values:")),
            _ => {
                let line = line.replace("\\fIsubcommands\\fR", "\\fICOMMAND\\fR");
                format!("{}\n", line.replace("[default:", &told("[default:")))
            }
        },
    };
    Ok(page.lines().map(line).collect::<String>().into_bytes())
}

/// The page of a command and those of all below it, each in a file of its own.
fn write_pages(command: &Command, folder: &Path) -> io::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    fs::write(folder.join(format!("{name}.1")), manual_page(command)?)?;
    let mut shown = command.get_subcommands().filter(|command| !command.is_hide_set());
    shown.try_for_each(|below| write_pages(below, folder))
}

fn unknown_command(name: &str, whole: &Command) -> String {
    let known = whole.get_subcommands().filter(|command| !command.is_hide_set());
    let known: Vec<&str> = known.map(Command::get_name).collect();
    format!("'{name}' isn't a command; there are {}", known.join(", "))
}

/// Where the files live, for `--help` and `--version`.
pub fn places_text() -> String {
    let mut text = format!("{}\n", told("Files:"));
    let places = Places::find();
    if let Some(why) = places.complaint() {
        return why;
    }
    let list = places.list().into_iter();
    let list: Vec<_> = list.map(|(what, path)| (told_as(what, "place"), path)).collect();
    let width = list.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0);
    for (what, path) in list {
        let path = path.display().to_string();
        text.push_str(&format!("  {what:<width$} {}\n", clean(&path)));
    }
    text.push_str(&told("Set PARLOUR_HOME to keep all of them in one folder of your choice."));
    text
}

pub fn long_version() -> String {
    format!("{}\n\n{}", env!("CARGO_PKG_VERSION"), places_text())
}
