//! What lies in a folder, told one by one, so that whoever shows it need not wait for the last.

use crate::search::Cancel;

/// Files to be read when somebody has the time: usually on a thread of its own.
pub struct Source<T>(Open<T>);

type Open<T> = Box<dyn FnOnce(&Cancel) -> Rows<T> + Send>;

/// What a source tells of.
pub struct Rows<T> {
    /// How many there are, or seem to be: some may be gone when their turn comes.
    pub total: usize,
    /// All of them, each read when it is asked for.
    pub rows: Box<dyn Iterator<Item = T>>,
}

impl<T: 'static> Source<T> {
    /// `open` looks into the folder, until nobody wants to know any more; what is costly about a
    /// single file is for the iterator.
    pub fn new<I: Iterator<Item = T> + 'static>(
        open: impl FnOnce(&Cancel) -> (usize, I) + Send + 'static,
    ) -> Source<T> {
        Source(Box::new(move |cancel| {
            let (total, rows) = open(cancel);
            Rows { total, rows: Box::new(rows) }
        }))
    }

    /// Looks into the folder, as long as somebody wants to know.
    pub fn open(self, cancel: &Cancel) -> Rows<T> {
        (self.0)(cancel)
    }

    /// Everything at once, for those who can wait.
    pub fn all(self) -> Vec<T> {
        self.open(&Cancel::default()).rows.collect()
    }

    /// The same files, made into something else as they are read.
    pub fn map<U: 'static>(self, make: impl FnMut(T) -> U + Send + 'static) -> Source<U> {
        Source::new(move |cancel| {
            let Rows { total, rows } = self.open(cancel);
            (total, rows.map(make))
        })
    }
}
