//! The editor, driven key by key as the event loop drives it.

use super::*;
use crate::games::goose::{Cell, Goose};
use crate::play::{Game, Variant};
use crate::store::{Places, Store, boards};
use crate::tui::{Answer, Existing, Keep};

/// An editor over an empty home.
struct Bench {
    editor: Editor,
    context: Context,
    _home: tempfile::TempDir,
}

impl Bench {
    fn new() -> Bench {
        let home = tempfile::tempdir().unwrap();
        let mut context = Context::open(Store::open(Places::at(home.path())), &[EDITOR.names()]);
        context.size = Size::new(80, 24);
        let board = Board::parse(Goose::BOARDS[0].1).unwrap();
        let mut bench = Bench { editor: Editor::new(&board), context, _home: home };
        bench.send(Msg::Shown);
        bench
    }

    /// Does what the event loop does; answers the sentence that was said.
    fn send(&mut self, msg: Msg) -> Option<String> {
        let then = self.editor.update(msg, &mut self.context);
        self.perform(then)
    }

    fn perform(&mut self, then: Then) -> Option<String> {
        match then {
            Then::Run(job) => {
                job(Box::new(|| ()));
                self.send(Msg::Woken)
            }
            Then::Say(said) | Then::Tell(said) => Some(said),
            Then::Keep(Keep::Board(_, name, text, existing)) => {
                let store = &self.context.store;
                let written = match existing {
                    Existing::Stays => boards::create::<Goose>(store, &name, &text),
                    Existing::IsReplaced => boards::replace::<Goose>(store, &name, &text),
                };
                self.send(Msg::Kept(written))
            }
            Then::Close => Some("closed".to_owned()),
            Then::Open(_) => Some("asked".to_owned()),
            Then::Batch(all) => all.into_iter().filter_map(|one| self.perform(one)).last(),
            _ => None,
        }
    }

    fn press(&mut self, keys: &str) -> Option<String> {
        let press = |bench: &mut Bench, key: &str| bench.send(Msg::Key(Key::named(key)));
        keys.split_whitespace().map(|key| press(self, key)).last().flatten()
    }

    fn cell(&self) -> &Cell {
        self.editor.draft.cell(self.editor.cursor)
    }
}

#[test]
fn a_cell_is_set_taken_back_and_repeated() {
    let mut bench = Bench::new();
    let wins = |bench: &Bench| bench.editor.figures.as_ref().unwrap().win[0];
    let before = wins(&bench);
    bench.press("tab g");
    assert_eq!((bench.editor.cursor, bench.cell().effect), (2, Effect::Goose));
    assert!(bench.editor.is_changed() && wins(&bench) != before);
    bench.press("w w");
    assert_eq!(bench.cell().effect, Effect::Wait(2));
    bench.press("7");
    assert_eq!(bench.cell().effect, Effect::Wait(7));
    bench.press("u u u u");
    assert_eq!(bench.cell().effect, Effect::Plain);
    assert!(!bench.editor.is_changed());
    assert_eq!(wins(&bench), before);
    assert_eq!(bench.press("u").as_deref(), Some("nothing to undo"));
    bench.press("y");
    assert_eq!(bench.cell().effect, Effect::Goose);
}

#[test]
fn a_teleport_is_aimed() {
    let mut bench = Bench::new();
    bench.press("tab p");
    assert_eq!(bench.press("enter").as_deref(), Some("a teleport to itself leads nowhere"));
    bench.press("right right enter");
    assert_eq!((bench.editor.cursor, bench.cell().effect), (2, Effect::Teleport(4)));
    bench.press("p right esc");
    assert_eq!((bench.editor.cursor, bench.cell().effect), (2, Effect::Teleport(4)));
}

#[test]
fn the_goal_of_a_teleport_can_be_typed() {
    let mut bench = Bench::new();
    bench.press("tab p 1 2 enter");
    assert_eq!((bench.editor.cursor, bench.cell().effect), (2, Effect::Teleport(12)));
    // There is no cell 99: the second digit begins anew.
    bench.press("p 9 9 enter");
    assert_eq!(bench.cell().effect, Effect::Teleport(9));
    bench.press("p 3 right 4 enter");
    assert_eq!(bench.cell().effect, Effect::Teleport(4), "walking forgets what was typed");
}

#[test]
fn the_ends_stay_plain_and_bad_boards_are_not_saved() {
    let mut bench = Bench::new();
    let refused = Some("the start and the last cell are plain");
    assert_eq!(bench.press("end t").as_deref(), refused);
    assert_eq!(bench.press("home left g").as_deref(), refused);
    // One cell and two dice: nobody ever throws a one.
    for _ in 0..62 {
        bench.press("-");
    }
    assert_eq!(bench.editor.draft.last(), 1);
    assert!(bench.press("s").unwrap().starts_with("not saved, because it can't be played"));
    assert!(bench.press("enter").unwrap().starts_with("it cannot be played yet"));
    bench.press("d d d");
    assert_eq!(bench.editor.draft.dice.count, 1);
    assert!(bench.editor.board.is_ok());
}

#[test]
fn leaving_asks_and_saving_writes_a_board_that_reads_back() {
    let mut bench = Bench::new();
    bench.press("tab t");
    assert_eq!(bench.press("esc").as_deref(), Some("asked"));
    bench.send(Msg::Answered(Answer::Chosen(0)));
    assert_eq!(bench.press("n").as_deref(), Some("asked"));
    bench.send(Msg::Answered(Answer::Text("bog".to_owned())));
    assert_eq!(bench.press("s").as_deref(), Some("asked"));
    let said = bench.send(Msg::Answered(Answer::Text("mine".to_owned()))).unwrap();
    assert!(said.starts_with("saved as") && !bench.editor.is_changed());
    let board = boards::load::<Goose>(&bench.context.store, "mine", &[]).unwrap();
    assert_eq!(board.cell(2).name.as_deref(), Some("bog"));
    assert_eq!(&Draft::from(&board), &bench.editor.draft);
    // A second time it asks before it writes over the first.
    bench.press("x s");
    let asked = bench.send(Msg::Answered(Answer::Text("mine".to_owned())));
    assert_eq!(asked.as_deref(), Some("asked"));
    bench.send(Msg::Answered(Answer::Chosen(1)));
    let board = boards::load::<Goose>(&bench.context.store, "mine", &[]).unwrap();
    assert_eq!(board.effect(2), Effect::Plain);
    assert_eq!(bench.press("esc").as_deref(), Some("closed"));
}

#[test]
fn a_trial_plays_to_the_end_and_leaves_the_draft_alone() {
    let mut bench = Bench::new();
    let draft = bench.editor.draft.clone();
    bench.press("enter");
    let over = |bench: &Bench| bench.editor.trial.as_ref().is_some_and(Trial::is_over);
    for _ in 0..20_000 {
        if over(&bench) {
            break;
        }
        bench.press("enter");
    }
    assert!(over(&bench));
    bench.press("esc");
    assert!(bench.editor.trial.is_none());
    assert_eq!(bench.editor.draft, draft);
}

#[test]
fn every_size_can_be_drawn() {
    let mut bench = Bench::new();
    for (width, height) in [(1, 1), (20, 5), (80, 24), (120, 40), (200, 70)] {
        bench.context.size = Size::new(width, height);
        let mut buf = Buffer::empty(bench.context.area());
        bench.editor.view(bench.context.area(), &mut buf, &bench.context);
    }
}
