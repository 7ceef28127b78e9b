//! `parlour lang`, the language of this call, and the command line's own words in it.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Arg, Args, Command, Subcommand};

use super::out::stdout;
use super::{Done, Failure};
use crate::lang::{self, BUNDLED, as_told, entries, told};
use crate::store::{self, Places, Store, languages};

#[derive(Args)]
pub struct LangArgs {
    #[command(subcommand)]
    command: LangCommand,
}

#[derive(Subcommand)]
enum LangCommand {
    /// Every language there is, bundled and yours
    List,
    /// Check a phrase book, and say what is wrong or missing and where
    Check {
        /// The file
        file: PathBuf,
    },
    /// A phrase book to begin with: every phrase, and room for yours
    New,
    /// Where your phrase books live
    Path,
}

pub fn run(args: &LangArgs) -> Done {
    let places = Places::find();
    match &args.command {
        LangCommand::List => {
            let mut out = stdout();
            writeln!(out, "{:<6} English", languages::ENGLISH)?;
            for (name, title, _) in BUNDLED {
                writeln!(out, "{name:<6} {title}")?;
            }
            for name in languages::own(&places) {
                writeln!(out, "{name:<6} yours")?;
            }
            Ok(())
        }
        LangCommand::Check { file } => check(file),
        LangCommand::New => {
            let mut out = stdout().for_programs(true);
            for text in bundled() {
                for line in
                    text.lines().filter(|line| line.is_empty() || line.starts_with(['>', '#']))
                {
                    writeln!(out, "{line}")?;
                }
            }
            Ok(())
        }
        LangCommand::Path => {
            let folder = places.languages();
            Ok(writeln!(stdout().for_programs(true), "{}", folder.display())?)
        }
    }
}

/// The books of the language that has every phrase.
fn bundled() -> impl Iterator<Item = &'static str> {
    BUNDLED.iter().take(1).flat_map(|(.., files)| files.iter().copied())
}

/// The phrase with nameless holes: what a book calls them is its own affair.
fn shape(english: &str) -> String {
    let mut shape = String::new();
    let mut inside = false;
    for sign in english.chars() {
        inside &= sign != '}';
        if !inside {
            shape.push(sign);
        }
        inside |= sign == '{';
    }
    shape
}

/// Every mistake with its line, what the program says no longer, and what is missing. The phrases
/// are quoted in English, so the sentences around them are told first.
fn check(file: &Path) -> Done {
    let text = store::read_text(file).map_err(Failure::Work)?;
    let (found, mistakes) = entries(&text);
    let known: Vec<Cow<str>> =
        bundled().flat_map(|text| entries(text).0).map(|entry| entry.english).collect();
    let shapes: HashSet<String> = known.iter().map(|english| shape(english)).collect();
    let mut out = stdout();
    let mut say = |line: Option<usize>, sentence: &str| -> io::Result<()> {
        let line = line.map_or(String::new(), |line| format!(":{line}"));
        writeln!(out, "{}", as_told(&format!("{}{line}: {sentence}", file.display())))
    };
    let of = |sentence: &str, english: &str| told(sentence).replace("{name}", english);
    for mistake in &mistakes {
        say(Some(mistake.line), &told(&mistake.why))?;
    }
    for entry in &found {
        let (line, english) = (Some(entry.line), &*entry.english);
        // A form of a word, or a rule of the language, is each book's own affair.
        if !shapes.contains(&shape(english)) && !english.contains('@') {
            say(line, &of("the program never says '{name}'", english))?;
        }
        if entry.told.is_empty() {
            say(line, &of("'{name}' has no translation yet", english))?;
        }
    }
    // A book of yours for a bundled language lies on top of ours, which has the rest.
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let on_top = BUNDLED.iter().any(|(name, ..)| *name == stem);
    if !on_top {
        let there: HashSet<String> = found.iter().map(|entry| shape(&entry.english)).collect();
        let missing = |english: &&Cow<str>| !there.contains(&shape(english));
        for english in known.iter().filter(missing).filter(|it| !it.contains('@')) {
            say(None, &of("'{name}' is missing", english))?;
        }
    }
    let translated = found.iter().filter(|entry| !entry.told.is_empty()).count();
    let count = known.len();
    match on_top {
        true => writeln!(out, "{translated} of {count} phrases are yours, the others ours")?,
        false => writeln!(out, "{translated} of {count} phrases are translated")?,
    }
    match mistakes.len() {
        0 => Ok(()),
        1 => Err(Failure::Work("1 mistake".to_owned())),
        count => Err(Failure::Work(format!("{count} mistakes"))),
    }
}

/// The value of `--lang`, if it is a language.
pub fn known(name: &str) -> Result<String, String> {
    let all = languages::everybodys();
    let own = languages::own(&Places::find());
    if all.contains(&name) || own.iter().any(|it| it == name) {
        return Ok(name.to_owned());
    }
    let all: Vec<&str> = all.into_iter().chain(own.iter().map(String::as_str)).collect();
    Err(format!("'{name}' isn't a language; use one of {}", all.join(", ")))
}

/// Speaks the language that the arguments ask for, or the settings, or the locale. It is needed
/// before the arguments are understood: what is wrong with them is said in it.
pub fn choose(arguments: &[OsString]) {
    let mut words = arguments.iter().skip(1).take_while(|word| *word != "--");
    let asked = words.find_map(|word| {
        let word = word.to_str()?;
        word.strip_prefix("--lang=").map(str::to_owned).or_else(|| {
            let at = arguments.iter().position(|it| it == "--lang").filter(|_| word == "--lang")?;
            arguments.get(at + 1)?.to_str().map(str::to_owned)
        })
    });
    lang::speak(match asked.filter(|name| known(name).is_ok()) {
        Some(name) => languages::book(&Places::find(), &name),
        None => Store::open_default().book(),
    });
}

/// The command line with its help in the reader's language.
pub fn translated(command: Command) -> Command {
    fn argument(argument: Arg) -> Arg {
        let help = argument.get_help().map(|help| told(&help.to_string()).into_owned());
        let long = argument.get_long_help().map(|help| told(&help.to_string()).into_owned());
        let argument = match help {
            Some(help) => argument.help(help),
            None => argument,
        };
        match long {
            Some(long) => argument.long_help(long),
            None => argument,
        }
    }
    let about = command.get_about().map(|about| told(&about.to_string()).into_owned());
    let long = command.get_long_about().map(|about| told(&about.to_string()).into_owned());
    let command = command.mut_args(argument).mut_subcommands(translated);
    let command = match about {
        Some(about) => command.about(about),
        None => command,
    };
    match long {
        Some(long) => command.long_about(long),
        None => command,
    }
}

/// Help and version on standard output, with what the parser itself says in the reader's language.
pub fn print(help: &clap::Error) -> io::Result<()> {
    let text = help.render().to_string();
    match retold(&text) {
        same if same == text => help.print(),
        told => write!(stdout().for_programs(true), "{told}"),
    }
}

/// A text of the parser's, in which our own words are told already: its headings, its errors, what
/// it adds to our sentences, and its two options.
pub fn retold(text: &str) -> String {
    let mut lines = String::new();
    // Words that may stand on two lines, which another language wants on one.
    let is_told = told("[default:") != "[default:";
    let broken = text.split_once(" [possible\n").filter(|_| is_told);
    let whole = broken.map(|(before, after)| {
        let values = after.trim_start();
        format!("{before}\n{}[possible {values}", &after[..after.len() - values.len()])
    });
    for line in whole.as_deref().unwrap_or(text).split_inclusive('\n') {
        let (words, end) = line.split_at(line.trim_end_matches('\n').len());
        let own = words.trim_start();
        let words = match words.rsplit_once(" [") {
            // The number may be on the next line.
            Some((before, after))
                if words.starts_with(' ') && (after.ends_with(']') || after == "default:") =>
            {
                format!("{before} {}", told(&format!("[{after}")))
            }
            _ if own.starts_with("tip: ") || own == "Possible values:" => told(words).into_owned(),
            _ if !words.starts_with(' ') => told(words).into_owned(),
            _ if own.starts_with("- ") => match words.split_once(": ") {
                Some((name, about)) => format!("{name}: {}", told(about)),
                None => words.to_owned(),
            },
            _ => match words.find("Print ") {
                Some(at) => format!("{}{}", &words[..at], told(&words[at..])),
                None => words.to_owned(),
            },
        };
        lines.push_str(&as_told(&words));
        lines.push_str(end);
    }
    lines
}
