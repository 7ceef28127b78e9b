//! Pipes, sockets, devices and folders where a file should be: each is said, none is waited for,
//! and none is replaced.

use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use parlour::play::{Player, Seat};
use parlour::store::boards;
use parlour::store::{Places, SaveFile, Settings, Store};

use crate::tiny::Race;

/// How something is called that is put in the place of a file, and how it gets there.
type Kind = (&'static str, fn(&Path));

const KINDS: [Kind; 4] = [
    ("a pipe", |path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success())),
    ("a socket", |path| drop(UnixListener::bind(path).unwrap())),
    ("a device", |path| symlink("/dev/zero", path).unwrap()),
    ("a folder", |path| fs::create_dir(path).unwrap()),
];

/// Does something that may never end if it is wrong, and fails then.
fn soon<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (send, done) = channel();
    thread::spawn(move || send.send(work()));
    let Ok(value) = done.recv_timeout(Duration::from_secs(30)) else { panic!("{what} hangs") };
    value
}

#[test]
fn nothing_but_files_is_read_or_replaced() {
    for (kind, make) in KINDS {
        let home = crate::homes::home();
        let places = Places::at(home.path());
        let theme = places.themes().join("forest.toml");
        let board = places.boards(Some("tiny-race")).join("mine.toml");
        let save = places.matches().join("evening.parlour");
        let files = [
            places.settings(),
            places.keys(),
            places.remembered(),
            places.statistics(),
            theme,
            board,
            save.clone(),
        ];
        for file in &files {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            make(file);
        }
        let is_there = |file: &Path| {
            let about = fs::symlink_metadata(file).unwrap().file_type();
            match kind {
                "a pipe" => about.is_fifo(),
                "a socket" => about.is_socket(),
                "a device" => about.is_symlink(),
                _ => about.is_dir(),
            }
        };
        let said = soon(kind, move || {
            let mut store = Store::open(places);
            assert!(store.keys_text().is_none() && store.theme_text("forest").is_none());
            let mut said = store.take_complaints();
            said.extend(store.statistics().skipped);
            let load = boards::load::<Race>(&store, "mine", &[]);
            assert!(load.is_err() && boards::list::<Race>(&store).len() == 2);
            assert!(store.matches().is_empty() && store.last_unfinished().is_none());
            said
        });
        assert_eq!(said.len(), 5, "{said:?}");
        for (said, file) in said.iter().zip([0, 2, 1, 4, 3].map(|at| &files[at])) {
            let why = format!("cannot read '{}': it is {kind}, not a file", file.display());
            let forgotten = format!("{why}; the last choices are forgotten");
            assert!(*said == why || *said == forgotten, "{said}");
        }
        let places = Places::at(home.path());
        soon(kind, move || {
            let mut store = Store::open(places);
            let settings = Settings { mouse: false, ..Settings::default() };
            assert!(store.set_settings(settings).is_err());
            assert!(store.change_remembered("goose", |_| ()).is_err());
            let players = [Player::Human { name: None }];
            assert!(store.note_result("goose", "Standard", &players, &[Seat::at(0)]).is_err());
            let record = parlour::play::Record::default();
            let why = SaveFile::at(&save).write(record).unwrap_err();
            assert_eq!(why.reason(), format!("it is {kind}, not a file"));
        });
        assert!(files.iter().all(|file| is_there(file)), "{kind}");
    }
}

/// The whole program starts and says so.
#[test]
fn the_program_starts_with_pipes_for_settings() {
    let home = crate::homes::home();
    let places = Places::at(home.path());
    for file in [places.settings(), places.keys(), places.remembered(), places.statistics()] {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        KINDS[0].1(&file);
    }
    let path = home.path().to_owned();
    let output = soon("the program", move || {
        let mut program = Command::new(env!("CARGO_BIN_EXE_parlour"));
        let listing = program.args(["boards", "list", "goose"]).env("PARLOUR_HOME", path);
        listing.output().unwrap()
    });
    assert!(output.status.success(), "{output:?}");
}
