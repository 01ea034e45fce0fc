//! The declarations that an HTML parser would act on, in chunks.

use std::cell::RefCell;

use charsniff::{MetaDeclaration, MetaScanner, Reading};

use crate::slab::Slab;
use crate::{number_of, with_buffers};

thread_local! {
    static SCANNERS: RefCell<Slab<Scanner>> = const { RefCell::new(Slab::new()) };
}

/// How much of a tag or DOCTYPE that does not end is held, in bytes. Behind that, nothing is looked
/// for any more.
const MOST_HELD: usize = 1 << 20;

/// A scanner, and the bytes that it has to be given again.
struct Scanner {
    scanner: MetaScanner,
    held: Vec<u8>,
    /// How many bytes have to be held before they are looked at again, so that a long tag in small
    /// chunks does not make the cost quadratic.
    next_try: usize,
    is_over: bool,
}

impl Scanner {
    fn push(&mut self, chunk: &[u8], last: bool, mut found: impl FnMut(MetaDeclaration)) {
        if self.is_over {
            return;
        }
        self.held.extend_from_slice(chunk);
        if self.held.len() < self.next_try && !last {
            return;
        }
        let start = self.scanner.position();
        while let Some(declaration) = self.scanner.scan(&self.held[self.scanner.position() - start..], last) {
            found(declaration);
        }
        self.held.drain(..self.scanner.position() - start);
        self.next_try = self.held.len() + self.held.len() / 8;
        self.is_over = last || self.scanner.is_over() || self.held.len() > MOST_HELD;
        if self.is_over {
            self.held = Vec::new();
        }
    }
}

/// A new scanner. `rules`: 0 a parser's, 1 Chromium's, 2 Firefox's, which read the first `limit`
/// bytes, and on in the head.
#[unsafe(no_mangle)]
pub extern "C" fn scanner_new(rules: u32, scripting: bool, limit: usize) -> u32 {
    let scanner = match rules {
        0 => MetaScanner::new(scripting),
        1 => MetaScanner::for_reading(Reading::Chromium, limit),
        _ => MetaScanner::for_reading(Reading::Firefox, limit),
    };
    let scanner = Scanner { scanner, held: Vec::new(), next_try: 0, is_over: false };
    SCANNERS.with_borrow_mut(|scanners| scanners.insert(scanner))
}

/// Looks at the page's next bytes. Writes the declarations found, six numbers of 32 bits each:
/// encoding, whether it is in the head, where tag and label start and end. Returns how many there
/// are.
#[unsafe(no_mangle)]
pub extern "C" fn scanner_push(scanner: u32, length: usize, last: bool) -> usize {
    SCANNERS.with_borrow_mut(|scanners| {
        let Some(scanner) = scanners.get_mut(scanner) else { return 0 };
        with_buffers(length, |chunk, output| {
            scanner.push(chunk, last, |MetaDeclaration { encoding, tag, label, in_head, .. }| {
                let numbers = [tag.start, tag.end, label.start, label.end].map(|place| place as u32);
                for number in [number_of(encoding), in_head.into()].into_iter().chain(numbers) {
                    output.extend_from_slice(&number.to_le_bytes());
                }
            });
            output.len() / 24
        })
    })
}

/// Whether no declaration in what follows can count.
#[unsafe(no_mangle)]
pub extern "C" fn scanner_is_over(scanner: u32) -> bool {
    SCANNERS.with_borrow(|scanners| scanners.get(scanner).is_none_or(|scanner| scanner.is_over))
}

/// Frees a scanner.
#[unsafe(no_mangle)]
pub extern "C" fn scanner_free(scanner: u32) {
    SCANNERS.with_borrow_mut(|scanners| scanners.remove(scanner));
}
