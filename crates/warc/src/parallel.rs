//! Processes records on many threads, in bounded memory, with the results in order.
//!
//! The threads take turns at reading. Each reads some records and opens a slot for their results;
//! then it unpacks the pages, does the work and puts the results into the slot. Slots are emptied
//! in order. While too many bytes wait, only the thread of the first slot works, and only if that
//! slot is empty. Long bodies are also unpacked by that thread only.

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::limits::Limits;
use super::page::{Page, weight};
use super::record::Record;
use super::records::{Error, Records};

/// How many records, or bytes of them, a thread reads in a turn.
const TURN_RECORDS: usize = 128;
const TURN_BYTES: usize = 1024 * 1024;
/// Bodies longer than this, in bytes, are unpacked one at a time.
const LONG_BODY: usize = 4 * 1024 * 1024;

/// An entry of a crawl.
#[derive(Debug)]
#[non_exhaustive]
pub enum Entry {
    /// A Web resource: an HTTP response, a `resource` or a `conversion`.
    Page(Page),
    /// A record without a Web resource.
    Other(Record),
    /// Bytes that cannot be read as a record.
    Broken {
        /// The position in the file, in bytes; in a compressed file, that of the member.
        offset: u64,
        /// What is wrong, for people.
        reason: String,
    },
}

impl Records {
    /// Calls `work` with each entry of the crawl, on `threads` threads. The results come in the
    /// order of the crawl. With 0 threads, as many are used as there are cores. With 1, the work is
    /// done by the thread that asks for a result.
    ///
    /// Returns an iterator over `io::Result<T>`, which ends after an error. It holds at most what [`Limits`] allows,
    /// provided that a result takes no more memory than its page. A panic in `work` is resumed in the thread that asks
    /// for a result.
    ///
    /// ```
    /// use charsniff_warc::{Entry, Records};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/small.warc.gz");
    /// let names = Records::open(path)?.map_pages(0, |entry| match entry {
    ///     Entry::Page(page) => page.sniff(&page.context()).encoding.name(),
    ///     _ => "",
    /// });
    /// let names: Vec<&str> = names.collect::<Result<_, _>>()?;
    /// assert!(names.contains(&"Shift_JIS"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn map_pages<T, F>(self, threads: usize, work: F) -> MapPages<T>
    where
        T: Send + 'static,
        F: Fn(Entry) -> T + Send + Sync + 'static,
    {
        let limits = self.bounds();
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        };
        if threads == 1 {
            return MapPages(Inner::Here { records: self, work: Box::new(work), limits });
        }
        let queue = Arc::new(Queue::new(limits.ahead_bytes));
        let (records, work) = (Arc::new(Mutex::new(self)), Arc::new(work));
        for n in 0..threads {
            let (of_thread, records, work) = (queue.clone(), records.clone(), work.clone());
            let run = move || {
                if let Err(panic) = catch_unwind(AssertUnwindSafe(|| run(&records, &of_thread, &*work, limits))) {
                    of_thread.end(Some(End::Panic(panic)));
                }
            };
            let started = std::thread::Builder::new().name("charsniff warc".to_owned()).spawn(run);
            // Fewer threads are enough.
            if let (Err(error), 0) = (started, n) {
                queue.end(Some(End::Error(error)));
            }
        }
        MapPages(Inner::Threads(queue))
    }
}

/// The results of [`Records::map_pages`].
pub struct MapPages<T>(Inner<T>);

enum Inner<T> {
    Here { records: Records, work: Box<dyn Fn(Entry) -> T + Send>, limits: Limits },
    Threads(Arc<Queue<T>>),
}

impl<T> fmt::Debug for MapPages<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapPages").finish_non_exhaustive()
    }
}

impl<T> Iterator for MapPages<T> {
    type Item = io::Result<T>;

    fn next(&mut self) -> Option<io::Result<T>> {
        loop {
            if let Some(next) = self.next_within(Duration::MAX) {
                return next;
            }
        }
    }
}

impl<T> MapPages<T> {
    /// Like [`next`](Iterator::next), but returns `None` if there is no result within this time. With
    /// one thread it blocks until the work is done.
    ///
    /// ```
    /// use std::time::Duration;
    /// use charsniff_warc::Records;
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/small.warc.gz");
    /// let mut entries = Records::open(path)?.map_pages(2, |entry| entry);
    /// let first = loop {
    ///     match entries.next_within(Duration::from_millis(100)) {
    ///         Some(next) => break next,
    ///         None => println!("still reading"),
    ///     }
    /// };
    /// assert!(first.is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn next_within(&mut self, time: Duration) -> Option<Option<io::Result<T>>> {
        match &mut self.0 {
            Inner::Here { records, work, limits } => Some(records.next().map(|record| {
                let entry = match Next::of(record)? {
                    Next::Page(record) => record.unpack(limits),
                    Next::Done(entry) => entry,
                };
                Ok(work(entry))
            })),
            Inner::Threads(queue) => queue.take(time),
        }
    }
}

impl<T> Drop for MapPages<T> {
    /// The threads end by themselves. One may still wait for a pipe.
    fn drop(&mut self) {
        if let Inner::Threads(queue) = &self.0 {
            queue.end(None);
        }
    }
}

/// What to do with an entry.
enum Next {
    /// Turn it into a page.
    Page(Record),
    Done(Entry),
}

impl Next {
    fn of(record: Result<Record, Error>) -> io::Result<Next> {
        match record {
            Ok(record) if record.has_page() => Ok(Next::Page(record)),
            Ok(record) => Ok(Next::Done(Entry::Other(record))),
            Err(Error::Broken { offset, reason }) => Ok(Next::Done(Entry::Broken { offset, reason })),
            Err(Error::Io(error)) => Err(error),
        }
    }

    fn weight(&self) -> usize {
        match self {
            Next::Page(record) | Next::Done(Entry::Other(record)) => {
                size_of::<Record>() + record.block.len() + record.url.len() + weight(&record.fields)
            }
            Next::Done(_) => size_of::<Record>(),
        }
    }
}

/// The loop of a thread. It ends when everything is read or the iterator is dropped.
fn run<T>(records: &Mutex<Records>, queue: &Queue<T>, work: &impl Fn(Entry) -> T, limits: Limits) {
    loop {
        let mut reader = lock(records);
        let Some(slot) = queue.open(limits.ahead_bytes) else { return };
        let mut steps = Vec::new();
        let mut bytes = 0;
        let mut end = None;
        while end.is_none() && steps.len() < TURN_RECORDS && bytes < TURN_BYTES {
            match reader.next().map(Next::of) {
                Some(Ok(step)) => {
                    let weight = step.weight();
                    bytes += weight;
                    steps.push((step, weight));
                }
                Some(Err(error)) => end = Some(Some(error)),
                None => end = Some(None),
            }
        }
        queue.hold(bytes, end.is_some());
        drop(reader);
        for (step, weight) in steps {
            let Some(entry) = queue.may_work(slot, limits.ahead_bytes).then_some(step) else { return };
            let (entry, added) = match entry {
                Next::Done(entry) => (entry, 0),
                Next::Page(record) => match record.into_page_of(LONG_BODY.min(limits.body_bytes)) {
                    Ok(page) => {
                        let added = page.weight().saturating_sub(weight);
                        (Entry::Page(page), added)
                    }
                    Err(_) if !queue.may_work(slot, 0) => return,
                    Err(record) => (record.unpack(&limits), limits.ahead_bytes),
                },
            };
            queue.hold(added, false);
            queue.put(slot, Ok(work(entry)), weight + added);
        }
        if let Some(Some(error)) = end {
            queue.put(slot, Err(error), 0);
        }
        queue.close(slot);
    }
}

impl Record {
    fn unpack(self, limits: &Limits) -> Entry {
        Entry::Page(self.unpack_to(limits.body_bytes))
    }
}

/// The waiting results, one slot per turn, in the order of the crawl.
struct Queue<T> {
    /// How many bytes may wait.
    ahead: usize,
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    slots: VecDeque<Slot<T>>,
    /// How many slots were emptied and removed.
    taken: u64,
    /// How many bytes were read whose results were not taken.
    held: usize,
    /// How many threads wait for a change.
    waiting: usize,
    is_all_read: bool,
    /// The iterator was dropped.
    is_over: bool,
    end: Option<End>,
}

struct Slot<T> {
    results: VecDeque<(io::Result<T>, usize)>,
    is_done: bool,
}

enum End {
    Panic(Box<dyn Any + Send>),
    Error(io::Error),
}

impl<T> Queue<T> {
    fn new(ahead: usize) -> Queue<T> {
        let (slots, end) = (VecDeque::new(), None);
        let state = State { slots, taken: 0, held: 0, waiting: 0, is_all_read: false, is_over: false, end };
        Queue { ahead, state: Mutex::new(state), changed: Condvar::new() }
    }
}

impl<T> Queue<T> {
    fn wait<'a>(&self, state: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
        self.wait_within(state, Duration::MAX).0
    }

    /// Waits for a change. Returns false if there was none in this time.
    fn wait_within<'a>(&self, mut state: MutexGuard<'a, State<T>>, time: Duration) -> (MutexGuard<'a, State<T>>, bool) {
        state.waiting += 1;
        let (mut state, timeout) = self.changed.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        (state, !timeout.timed_out())
    }

    fn change(&self, state: MutexGuard<'_, State<T>>) {
        let is_awaited = state.waiting > 0;
        drop(state);
        if is_awaited {
            self.changed.notify_all();
        }
    }

    /// Opens a slot for what is read next, once fewer than `ahead` bytes wait. `None` if everything
    /// is read.
    fn open(&self, ahead: usize) -> Option<u64> {
        let mut state = lock(&self.state);
        while !state.is_over && !state.is_all_read && state.held > 0 && state.held >= ahead {
            state = self.wait(state);
        }
        if state.is_over || state.is_all_read {
            return None;
        }
        state.slots.push_back(Slot { results: VecDeque::new(), is_done: false });
        Some(state.taken + state.slots.len() as u64 - 1)
    }

    /// Counts bytes that were read or unpacked.
    fn hold(&self, bytes: usize, is_all_read: bool) {
        let mut state = lock(&self.state);
        state.held += bytes;
        state.is_all_read |= is_all_read;
    }

    /// Waits until fewer than `ahead` bytes are held, or until the consumer waits for this slot and
    /// it is empty. Returns false when the iterator was dropped.
    fn may_work(&self, slot: u64, ahead: usize) -> bool {
        let mut state = lock(&self.state);
        let mut is_told = false;
        loop {
            let is_awaited = state.taken == slot && state.slots.front().is_some_and(|slot| slot.results.is_empty());
            if state.is_over || is_awaited || state.held < ahead {
                return !state.is_over;
            }
            // The consumer has not been woken for the results that are there.
            if !std::mem::replace(&mut is_told, true) {
                self.changed.notify_all();
            }
            state = self.wait(state);
        }
    }

    /// Puts a result into a slot. The consumer is woken when the slot is full or its thread has to
    /// wait: waking it for each result would cost more than most results do.
    fn put(&self, slot: u64, result: io::Result<T>, weight: usize) {
        let mut state = lock(&self.state);
        let taken = state.taken;
        if let Some(slot) = state.slots.get_mut((slot - taken) as usize) {
            slot.results.push_back((result, weight));
        }
    }

    /// Marks a slot as complete.
    fn close(&self, slot: u64) {
        let mut state = lock(&self.state);
        let taken = state.taken;
        if let Some(slot) = state.slots.get_mut((slot - taken) as usize) {
            slot.is_done = true;
        }
        self.change(state);
    }

    /// Ends: the iterator was dropped, or no more results can come.
    fn end(&self, end: Option<End>) {
        let mut state = lock(&self.state);
        state.is_over = true;
        state.end = state.end.take().or(end);
        self.change(state);
    }

    /// The next result, if it is there in this time.
    fn take(&self, time: Duration) -> Option<Option<io::Result<T>>> {
        let mut state = lock(&self.state);
        loop {
            match state.end.take() {
                Some(End::Panic(panic)) => {
                    drop(state);
                    resume_unwind(panic)
                }
                Some(End::Error(error)) => return Some(Some(Err(error))),
                None if state.is_over => return Some(None),
                None => {}
            }
            let front = state.slots.front_mut();
            match front.map(|slot| (slot.results.pop_front(), slot.is_done)) {
                Some((Some((result, weight)), _)) => {
                    state.held = state.held.saturating_sub(weight);
                    let is_empty = state.slots.front().is_none_or(|slot| slot.results.is_empty());
                    // Waiting threads also continue when half of what they wait for has been taken.
                    if is_empty || state.held <= self.ahead / 2 && state.held + weight > self.ahead / 2 {
                        self.change(state);
                    }
                    return Some(Some(result));
                }
                Some((None, true)) => {
                    state.slots.pop_front();
                    state.taken += 1;
                    // The thread of the next slot may be waiting for its turn.
                    if state.waiting > 0 {
                        self.changed.notify_all();
                    }
                }
                None if state.is_all_read => return Some(None),
                Some((None, false)) | None => {
                    let (changed, is_changed) = self.wait_within(state, time);
                    if !is_changed {
                        return None;
                    }
                    state = changed;
                }
            }
        }
    }
}

/// A lock that ignores poisoning: no panic can leave the state half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
