//! The declarations that an HTML parser would act on, in chunks.

use std::cell::RefCell;

use charsniff::{MetaDeclaration, MetaScanner, MetaStream, Reading};

use crate::slab::Slab;
use crate::{number_of, with_buffers};

thread_local! {
    static SCANNERS: RefCell<Slab<MetaStream>> = const { RefCell::new(Slab::new()) };
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
    SCANNERS.with_borrow_mut(|scanners| scanners.insert(MetaStream::new(scanner)))
}

/// Looks at the page's next bytes, or with `last`, ends the page. Writes the declarations found, six numbers of 32 bits each:
/// encoding, whether it is in the head, where tag and label start and end. Returns how many there
/// are.
#[unsafe(no_mangle)]
pub extern "C" fn scanner_push(scanner: u32, length: usize, last: bool) -> usize {
    SCANNERS.with_borrow_mut(|scanners| {
        let Some(scanner) = scanners.get_mut(scanner) else { return 0 };
        with_buffers(length, |chunk, output| {
            let found = if last { scanner.end() } else { scanner.push(chunk) };
            for MetaDeclaration { encoding, tag, label_range, in_head, .. } in found {
                let numbers = [tag.start, tag.end, label_range.start, label_range.end].map(|place| place as u32);
                for number in [number_of(encoding), in_head.into()].into_iter().chain(numbers) {
                    output.extend_from_slice(&number.to_le_bytes());
                }
            }
            output.len() / 24
        })
    })
}

/// Whether no declaration in what follows can count.
#[unsafe(no_mangle)]
pub extern "C" fn scanner_is_over(scanner: u32) -> bool {
    SCANNERS.with_borrow(|scanners| scanners.get(scanner).is_none_or(MetaStream::is_over))
}

/// Frees a scanner.
#[unsafe(no_mangle)]
pub extern "C" fn scanner_free(scanner: u32) {
    SCANNERS.with_borrow_mut(|scanners| scanners.remove(scanner));
}
