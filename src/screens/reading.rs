//! A list that is read beside the screen and shown as far as it has come.
//!
//! Opening a page reads nothing: the files come in slices from a task, and keys work meanwhile. The
//! cursor stays on its row while others come in above it.

use std::cmp::Ordering;
use std::ffi::{OsStr, OsString};
use std::time::{Duration, Instant};

use super::number;
use crate::search::Cancel;
use crate::store::{Rows, Source};
use crate::tui::Effect;
use crate::tui::task::{News, Task};

/// A page is full with so many; they come first.
const FIRST_SLICE: usize = 100;
/// The other slices are what is read in this time, but no smaller share than this of all that was
/// read before: to put a few into a long list takes as long as to put many.
const SLICE: Duration = Duration::from_millis(60);
const SHARE: usize = 4;

/// Something that a list shows.
pub trait Row: Send + 'static {
    /// Where it stands in the list; no two rows have the same place.
    type Place<'a>: Ord;

    fn place(&self) -> Self::Place<'_>;
    /// What tells it from all others, wherever it stands.
    fn id(&self) -> &OsStr;
}

/// Puts rows in order by way of their numbers: what sorts is written once for all kinds of rows.
fn put_in_order<R: Row>(rows: &mut Vec<R>) {
    let order = order_of(rows.len(), &|one, other| rows[one].place().cmp(&rows[other].place()));
    let mut unordered: Vec<Option<R>> = rows.drain(..).map(Some).collect();
    rows.extend(order.into_iter().filter_map(|at| unordered[at].take()));
}

fn order_of(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}

/// What the task has read since it last said something.
struct Slice<R> {
    rows: Vec<R>,
    total: usize,
}

/// The list, its cursor, and the reading that may still be going on.
pub struct Reading<R> {
    rows: Vec<R>,
    cursor: usize,
    /// Whether somebody has chosen a row: then the cursor stays on it, else at the top.
    pinned: bool,
    /// A list that is read once more, until it can take the place of the one that is shown.
    again: Option<Vec<R>>,
    /// How many have been read, of how many.
    progress: (usize, usize),
    task: Option<Task<Slice<R>>>,
}

impl<R: Row> Reading<R> {
    /// A list of what is known at once; all the rest comes with [`Reading::begin`].
    pub fn new(rows: Vec<R>) -> Reading<R> {
        Reading { rows, cursor: 0, pinned: false, again: None, progress: (0, 0), task: None }
    }

    /// Reads the whole list beside the screen. Once it has been read, what is shown stays until it
    /// is read again.
    pub fn begin(&mut self, source: Source<R>) -> Effect {
        let (task, run) = Task::new(move |cancel, report: &mut dyn FnMut(Slice<R>)| {
            read(source, cancel, report);
        });
        if self.progress.1 > 0 {
            self.again = Some(Vec::new());
        }
        self.progress = (0, 0);
        self.task = Some(task);
        run
    }

    /// Takes in what has been read meanwhile, and says whether the list is another one now.
    pub fn listen(&mut self) -> bool {
        let mut new = Vec::new();
        while let Some(news) = self.task.as_ref().and_then(Task::poll) {
            match news {
                News::Report(slice) => {
                    self.progress = (self.progress.0 + slice.rows.len(), slice.total);
                    new.extend(slice.rows);
                }
                // What could not be read is missing; all else is there.
                News::Failed(_) => {}
                News::Done => self.task = None,
            }
        }
        match (&mut self.again, &self.task) {
            (Some(again), Some(_)) => {
                again.extend(new);
                false
            }
            (Some(again), None) => {
                let mut all = std::mem::take(again);
                self.again = None;
                all.extend(new);
                self.change(|rows| *rows = all);
                true
            }
            (None, _) => {
                let changed = !new.is_empty();
                self.insert(new);
                changed
            }
        }
    }

    fn insert(&mut self, mut new: Vec<R>) {
        // Two lists in order are put together quickly, even if one of them is very long.
        put_in_order(&mut new);
        let order = self.rows.last().into_iter().chain(&new);
        match order.is_sorted_by(|one, other| one.place() < other.place()) {
            true => self.rows.extend(new),
            false => self.change(|rows| rows.extend(new)),
        }
    }

    /// Changes the rows, puts them in order, and finds the chosen one again.
    fn change(&mut self, change: impl FnOnce(&mut Vec<R>)) {
        let chosen: Option<OsString> =
            self.chosen().filter(|_| self.pinned).map(|row| row.id().to_owned());
        change(&mut self.rows);
        put_in_order(&mut self.rows);
        self.rows.dedup_by(|later, first| later.place() == first.place());
        let same = chosen.and_then(|id| self.rows.iter().position(|row| row.id() == id));
        self.cursor = same.unwrap_or(self.cursor).min(self.last());
    }

    /// Takes the chosen row out: it was deleted. The cursor is on the next one then.
    pub fn remove(&mut self) {
        if self.cursor < self.rows.len() {
            self.rows.remove(self.cursor);
            self.cursor = self.cursor.min(self.last());
        }
    }

    /// Puts in a row that was just read, in the place of one of the same id.
    pub fn add(&mut self, row: R) {
        self.rows.retain(|old| old.id() != row.id());
        self.insert(vec![row]);
    }

    /// Chooses a row, or the last if there are not so many.
    pub fn go(&mut self, to: usize) {
        self.pinned = true;
        self.cursor = to.min(self.last());
    }

    /// Chooses the row of this id, if it is there already.
    pub fn go_to(&mut self, id: &str) {
        if let Some(at) = self.rows.iter().position(|row| row.id() == id) {
            self.go(at);
        }
    }

    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The row under the cursor.
    pub fn chosen(&self) -> Option<&R> {
        self.rows.get(self.cursor)
    }

    pub fn rows(&self) -> &[R] {
        &self.rows
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    fn last(&self) -> usize {
        self.rows.len().saturating_sub(1)
    }

    pub fn is_reading(&self) -> bool {
        self.task.is_some()
    }

    /// `reading… 12 300 of 100 000`, or how many there are.
    pub fn count(&self) -> String {
        match (&self.task, self.progress) {
            (None, _) => number(self.len()),
            (Some(_), (_, 0)) => "reading…".to_owned(),
            (Some(_), (read, total)) => {
                format!("reading… {} of {}", number(read), number(total))
            }
        }
    }
}

/// Reads all, and reports in slices.
fn read<R: Row>(source: Source<R>, cancel: &Cancel, report: &mut dyn FnMut(Slice<R>)) {
    let Rows { total, rows } = source.open(cancel);
    let mut slice = Vec::new();
    let (mut since, mut reported) = (Instant::now(), 0);
    for row in rows {
        if cancel.is_cancelled() {
            return;
        }
        slice.push(row);
        let full = match reported {
            0 => slice.len() == FIRST_SLICE || since.elapsed() >= SLICE,
            _ => slice.len() * SHARE >= reported && since.elapsed() >= SLICE,
        };
        if full {
            reported += slice.len();
            report(Slice { rows: std::mem::take(&mut slice), total });
            since = Instant::now();
        }
    }
    report(Slice { rows: slice, total });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(PartialEq, Debug)]
    struct Numbered(u32, String);

    impl Row for Numbered {
        type Place<'a> = u32;

        fn place(&self) -> u32 {
            self.0
        }

        fn id(&self) -> &OsStr {
            OsStr::new(&self.1)
        }
    }

    fn rows(places: &[u32]) -> Vec<Numbered> {
        places.iter().map(|place| Numbered(*place, place.to_string())).collect()
    }

    fn places(list: &Reading<Numbered>) -> Vec<u32> {
        list.rows().iter().map(Row::place).collect()
    }

    /// The list after its task has done all its work.
    fn whole(list: &mut Reading<Numbered>, places: &'static [u32]) -> bool {
        let source = Source::new(move |_| (places.len(), rows(places).into_iter()));
        let Effect::Run(job) = list.begin(source) else { panic!("reading is a task") };
        assert!(!list.listen() && list.is_reading(), "nothing is read before the task runs");
        job(Box::new(|| ()));
        list.listen()
    }

    #[test]
    fn rows_are_read_by_the_task_and_put_in_order() {
        let mut list = Reading::new(rows(&[4]));
        assert!(whole(&mut list, &[7, 4, 1]));
        assert_eq!(places(&list), [1, 4, 7]);
        assert_eq!((list.cursor(), list.count()), (0, "3".to_owned()));
    }

    #[test]
    fn the_cursor_stays_on_its_row_once_somebody_has_chosen_it() {
        let mut list = Reading::new(rows(&[5, 6]));
        list.insert(rows(&[3]));
        assert_eq!(list.chosen().unwrap().0, 3, "nobody has chosen yet: the top");
        list.go(2);
        list.insert(rows(&[1, 2, 9]));
        assert_eq!(places(&list), [1, 2, 3, 5, 6, 9]);
        assert_eq!(list.chosen().unwrap().0, 6);
        list.insert(rows(&[10, 11]));
        assert_eq!((list.len(), list.chosen().unwrap().0), (8, 6));
    }

    #[test]
    fn a_list_that_is_read_again_is_shown_until_it_is_whole() {
        let mut list = Reading::new(Vec::new());
        whole(&mut list, &[1, 2, 3, 4]);
        list.go(2);
        let source = Source::new(|_| (3, rows(&[1, 3, 5]).into_iter()));
        let Effect::Run(job) = list.begin(source) else { panic!("reading is a task") };
        assert_eq!(places(&list), [1, 2, 3, 4]);
        assert_eq!(list.count(), "reading…");
        job(Box::new(|| ()));
        list.listen();
        assert_eq!((places(&list), list.chosen().unwrap().0), (vec![1, 3, 5], 3));
        list.remove();
        assert_eq!((places(&list), list.chosen().unwrap().0), (vec![1, 5], 5));
    }

    #[test]
    fn slices_are_as_many_as_a_page_and_say_of_how_many() {
        let many = 3 * FIRST_SLICE;
        let source =
            Source::new(move |_| (many, (0..many as u32).map(|at| Numbered(at, at.to_string()))));
        let mut slices = Vec::new();
        read(source, &Cancel::default(), &mut |slice| slices.push((slice.rows.len(), slice.total)));
        assert_eq!(slices[0], (FIRST_SLICE, many));
        assert_eq!(slices.iter().map(|slice| slice.0).sum::<usize>(), many);
    }

    #[test]
    fn a_reading_that_nobody_waits_for_ends() {
        let cancel = Cancel::default();
        let flag = cancel.clone();
        let endless = (0..).map(move |at| {
            if at == 1000 {
                flag.cancel();
            }
            Numbered(at, at.to_string())
        });
        read(Source::new(move |_| (0, endless)), &cancel, &mut |_| ());
    }
}
