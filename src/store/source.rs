//! What lies in a folder, told one by one, so that whoever shows it need not wait for the last.

/// Files to be read when somebody has the time: usually on a thread of its own.
pub struct Source<T>(Box<dyn FnOnce() -> Rows<T> + Send>);

/// What a source tells of.
pub struct Rows<T> {
    /// How many there are, or seem to be: some may be gone when their turn comes.
    pub total: usize,
    /// All of them, each read when it is asked for.
    pub rows: Box<dyn Iterator<Item = T>>,
}

impl<T: 'static> Source<T> {
    /// `open` looks into the folder; what is costly about a single file is for the iterator.
    pub fn new<I: Iterator<Item = T> + 'static>(
        open: impl FnOnce() -> (usize, I) + Send + 'static,
    ) -> Source<T> {
        Source(Box::new(move || {
            let (total, rows) = open();
            Rows { total, rows: Box::new(rows) }
        }))
    }

    /// Looks into the folder.
    pub fn open(self) -> Rows<T> {
        (self.0)()
    }

    /// The same files, made into something else as they are read.
    pub fn map<U: 'static>(self, make: impl FnMut(T) -> U + Send + 'static) -> Source<U> {
        Source::new(move || {
            let Rows { total, rows } = self.open();
            (total, rows.map(make))
        })
    }
}
