//! Records on many threads, results in order, memory in bounds.
//!
//! Each thread takes its turn at reading: it takes some records, makes pages of them, does the work
//! and leaves the results in the slot that it opened while it read. The slots are taken in order.
//! When too many bytes wait, only the thread goes on whose slot is the first, and that is empty. A
//! long body is unpacked by no other thread either.

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Limits;
use super::page::{Page, weight};
use super::record::Record;
use super::records::{Error, Records};

/// How much a thread reads at a turn: so many records, or bytes of them.
const TURN_RECORDS: usize = 128;
const TURN_BYTES: usize = 1024 * 1024;
/// Longer bodies, in bytes, are unpacked one at a time.
const LONG_BODY: usize = 4 * 1024 * 1024;

/// What a crawl holds, one after another.
#[derive(Debug)]
#[non_exhaustive]
pub enum Entry {
    /// A Web resource: an HTTP response, a `resource`, a `conversion`.
    Page(Page),
    /// A record that holds none.
    Other(Record),
    /// Something that can't be read as a record.
    Broken {
        /// Where in the file, in bytes; in a compressed file, where the member starts.
        offset: u64,
        /// What is wrong, for people.
        reason: String,
    },
}

impl Records {
    /// Does `work` with each entry of the crawl, on `threads` threads; the results come in the order
    /// of the crawl. 0 stands for as many threads as there are cores; with 1, the thread that asks
    /// for a result does the work itself.
    ///
    /// An iterator over `io::Result<T>`; after an error it ends. It holds what [`Limits`] says, if a
    /// result takes no more room than the page that it is made of. A panic in `work` goes on in the
    /// thread that asks for a result.
    ///
    /// ```
    /// use charsniff::warc::{Entry, Records};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/crawl.warc.gz");
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
            // Fewer threads do too.
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
        match &mut self.0 {
            Inner::Here { records, work, limits } => {
                let entry = match Step::of(records.next()?) {
                    Ok(Step::Page(record)) => record.unpack(limits),
                    Ok(Step::Done(entry)) => entry,
                    Err(error) => return Some(Err(error)),
                };
                Some(Ok(work(entry)))
            }
            Inner::Threads(queue) => queue.take(),
        }
    }
}

impl<T> Drop for MapPages<T> {
    /// The threads end by themselves; one may wait for a pipe.
    fn drop(&mut self) {
        if let Inner::Threads(queue) = &self.0 {
            queue.end(None);
        }
    }
}

/// What is to be done with what was read.
enum Step {
    /// A page is to be made of it.
    Page(Record),
    Done(Entry),
}

impl Step {
    fn of(record: Result<Record, Error>) -> io::Result<Step> {
        match record {
            Ok(record) if record.has_page() => Ok(Step::Page(record)),
            Ok(record) => Ok(Step::Done(Entry::Other(record))),
            Err(Error::Broken { offset, reason }) => Ok(Step::Done(Entry::Broken { offset, reason })),
            Err(Error::Io(error)) => Err(error),
        }
    }

    fn weight(&self) -> usize {
        match self {
            Step::Page(record) | Step::Done(Entry::Other(record)) => {
                size_of::<Record>() + record.block.len() + record.url.len() + weight(&record.fields)
            }
            Step::Done(_) => size_of::<Record>(),
        }
    }
}

/// What one thread does until all is read, or no one wants more.
fn run<T>(records: &Mutex<Records>, queue: &Queue<T>, work: &impl Fn(Entry) -> T, limits: Limits) {
    loop {
        let mut reader = lock(records);
        let Some(slot) = queue.open(limits.ahead_bytes) else { return };
        let mut steps = Vec::new();
        let mut bytes = 0;
        let mut end = None;
        while end.is_none() && steps.len() < TURN_RECORDS && bytes < TURN_BYTES {
            match reader.next().map(Step::of) {
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
                Step::Done(entry) => (entry, 0),
                Step::Page(record) => match record.into_page_of(LONG_BODY.min(limits.body_bytes)) {
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

/// The results that wait, a slot a turn, in the order of the crawl.
struct Queue<T> {
    /// How many bytes may wait.
    ahead: usize,
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    slots: VecDeque<Slot<T>>,
    /// How many slots there were before.
    taken: u64,
    /// How many bytes have been read whose results have not been taken.
    held: usize,
    /// How many threads wait for a change.
    waiting: usize,
    is_all_read: bool,
    /// No one wants more.
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
    fn wait<'a>(&self, mut state: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
        state.waiting += 1;
        let mut state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state
    }

    fn change(&self, state: MutexGuard<'_, State<T>>) {
        let is_awaited = state.waiting > 0;
        drop(state);
        if is_awaited {
            self.changed.notify_all();
        }
    }

    /// A slot for what is read next, once fewer than `ahead` bytes wait; unless all is read.
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

    /// Waits until fewer than `ahead` bytes are held, or the results of this slot are awaited and
    /// none is there. False when no one wants them any more.
    fn may_work(&self, slot: u64, ahead: usize) -> bool {
        let mut state = lock(&self.state);
        let mut is_told = false;
        loop {
            let is_awaited = state.taken == slot && state.slots.front().is_some_and(|slot| slot.results.is_empty());
            if state.is_over || is_awaited || state.held < ahead {
                return !state.is_over;
            }
            // The results that are there have not been told of before.
            if !std::mem::replace(&mut is_told, true) {
                self.changed.notify_all();
            }
            state = self.wait(state);
        }
    }

    /// Leaves a result. It is told of when the slot is full, or its thread has to wait: to wake
    /// another thread for each would cost more than many results do.
    fn put(&self, slot: u64, result: io::Result<T>, weight: usize) {
        let mut state = lock(&self.state);
        let taken = state.taken;
        if let Some(slot) = state.slots.get_mut((slot - taken) as usize) {
            slot.results.push_back((result, weight));
        }
    }

    /// All results of a slot are there.
    fn close(&self, slot: u64) {
        let mut state = lock(&self.state);
        let taken = state.taken;
        if let Some(slot) = state.slots.get_mut((slot - taken) as usize) {
            slot.is_done = true;
        }
        self.change(state);
    }

    /// No one wants more, or no more can come.
    fn end(&self, end: Option<End>) {
        let mut state = lock(&self.state);
        state.is_over = true;
        state.end = state.end.take().or(end);
        self.change(state);
    }

    /// The next result, once it is there.
    fn take(&self) -> Option<io::Result<T>> {
        let mut state = lock(&self.state);
        loop {
            match state.end.take() {
                Some(End::Panic(panic)) => {
                    drop(state);
                    resume_unwind(panic)
                }
                Some(End::Error(error)) => return Some(Err(error)),
                None if state.is_over => return None,
                None => {}
            }
            let front = state.slots.front_mut();
            match front.map(|slot| (slot.results.pop_front(), slot.is_done)) {
                Some((Some((result, weight)), _)) => {
                    state.held = state.held.saturating_sub(weight);
                    let is_empty = state.slots.front().is_none_or(|slot| slot.results.is_empty());
                    // Threads that wait go on when half of what they wait for has been taken, too.
                    if is_empty || state.held <= self.ahead / 2 && state.held + weight > self.ahead / 2 {
                        self.change(state);
                    }
                    return Some(result);
                }
                Some((None, true)) => {
                    state.slots.pop_front();
                    state.taken += 1;
                    // The thread of the next slot may wait for its turn.
                    if state.waiting > 0 {
                        self.changed.notify_all();
                    }
                }
                None if state.is_all_read => return None,
                Some((None, false)) | None => state = self.wait(state),
            }
        }
    }
}

/// What another thread left when it panicked is as it was: nothing is changed halfway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
