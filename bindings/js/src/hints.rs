//! The detector with candidates and hints.

use std::cell::RefCell;

use charsniff::Detector;

use crate::context::{Taken, labelled};
use crate::detector::write_guess;
use crate::slab::Slab;
use crate::with_buffers;

thread_local! {
    static DETECTORS: RefCell<Slab<Detector>> = const { RefCell::new(Slab::new()) };
}

/// A new detector without hints.
#[unsafe(no_mangle)]
pub extern "C" fn detector_new() -> u32 {
    DETECTORS.with_borrow_mut(|detectors| detectors.insert(Detector::new()))
}

/// Adds a hint, or candidates, whose labels are separated by commas. The name and the value are in the input buffer,
/// one after the other. See [`Taken`].
#[unsafe(no_mangle)]
pub extern "C" fn detector_set(detector: u32, name_length: usize, length: usize) -> u32 {
    let taken = DETECTORS.with_borrow_mut(|detectors| {
        let detector = detectors.get_mut(detector)?;
        with_buffers(length, |input, _| {
            let (name, value) = input.split_at_checked(name_length)?;
            let value = std::str::from_utf8(value).ok()?;
            let given = std::mem::take(detector);
            *detector = match name {
                b"only" => given.only(labelled(value)?),
                b"except" => given.except(labelled(value)?),
                b"prefer" => given.prefer(labelled(value)?),
                b"language" => given.language(value),
                b"tld" => given.tld(value),
                b"locale" => given.locale(value),
                b"detectIso2022Jp" => given.iso_2022_jp(value == "true"),
                _ => return Some(Taken::UnknownOption),
            };
            Some(Taken::Yes)
        })
    });
    taken.unwrap_or(Taken::BadValue) as u32
}

/// Frees a detector.
#[unsafe(no_mangle)]
pub extern "C" fn detector_free(detector: u32) {
    DETECTORS.with_borrow_mut(|detectors| detectors.remove(detector));
}

/// Detects the one encoding of `count` strings by a detector, and writes what [`write_guess`] says. The input buffer has
/// their lengths, in numbers of 32 bits, and then the strings.
#[unsafe(no_mangle)]
pub extern "C" fn detector_detect_all(detector: u32, count: usize, length: usize) -> usize {
    DETECTORS.with_borrow(|detectors| {
        let Some(detector) = detectors.get(detector) else { return 0 };
        with_buffers(length, |bytes, output| {
            let Some((lengths, mut rest)) = bytes.split_at_checked(count * 4) else { return 0 };
            let lengths = lengths.as_chunks::<4>().0.iter().map(|length| u32::from_le_bytes(*length) as usize);
            let strings: Vec<&[u8]> = lengths.map(|length| rest.split_off(..length).unwrap_or_default()).collect();
            write_guess(detector.detect_all(&strings), output)
        })
    })
}

/// Detects the encoding of the input buffer's bytes by a detector, and writes what [`write_guess`] says.
#[unsafe(no_mangle)]
pub extern "C" fn detector_detect(detector: u32, length: usize) -> usize {
    DETECTORS.with_borrow(|detectors| {
        let Some(detector) = detectors.get(detector) else { return 0 };
        with_buffers(length, |bytes, output| write_guess(detector.detect(bytes), output))
    })
}
