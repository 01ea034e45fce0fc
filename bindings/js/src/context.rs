//! Converts JavaScript's options to a [`Context`] and headers.

#[cfg(feature = "whole")]
use charsniff::Encoding;
use charsniff::{Context, Detection, Kind};

use crate::{CONTEXTS, with_buffers};

/// A context and the headers that came with the bytes.
pub struct Given {
    pub context: Context,
    pub headers: Vec<(Vec<u8>, Vec<u8>)>,
}

/// The result of setting an option.
pub enum Taken {
    Yes = 0,
    UnknownOption = 1,
    BadValue = 2,
    /// The option goes with another context.
    WrongContext = 3,
}

impl Given {
    fn new(kind: Kind) -> Given {
        Given { context: Context::of(kind), headers: Vec::new() }
    }

    pub fn change(&mut self, change: &dyn Fn(Context) -> Context) {
        let context = std::mem::take(&mut self.context);
        self.context = change(context);
    }

    /// Sets an option. Flags are "true" or "false", numbers are decimal.
    fn set(&mut self, name: &str, value: &str) -> Taken {
        let is_true = value == "true";
        match name {
            "reading" => match value.parse() {
                Ok(reading) => self.change(&|context| context.reading(reading)),
                Err(_) => return Taken::BadValue,
            },
            "mimeType" => self.change(&|context| context.mime_type(value)),
            "locale" => self.change(&|context| context.locale(value)),
            "tld" => self.change(&|context| context.tld(value)),
            "url" => self.change(&|context| context.url(value)),
            "detection" => match value.parse::<Detection>() {
                Ok(detection) => self.change(&|context| context.detection(detection)),
                Err(_) => return Taken::BadValue,
            },
            "detectionCeiling" => match value.parse() {
                Ok(bytes) => self.change(&|context| context.detection_ceiling(bytes)),
                Err(_) => return Taken::BadValue,
            },
            "detectIso2022Jp" => self.change(&|context| context.detect_iso_2022_jp(is_true)),
            "truncated" => self.change(&|context| context.truncated(is_true)),
            _ => return self.set_fact(name, value),
        }
        Taken::Yes
    }
}

/// The encodings that labels with commas between them name; `None` if one names none.
#[cfg(feature = "whole")]
pub fn labelled(labels: &str) -> Option<Vec<Encoding>> {
    labels.split(',').map(|label| Encoding::for_label(label.as_bytes())).collect()
}

/// A new context of the row that is named. 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn context_new(length: usize) -> u32 {
    let kind =
        with_buffers(length, |name, _| std::str::from_utf8(name).ok().and_then(|name| name.parse::<Kind>().ok()));
    kind.map_or(0, |kind| CONTEXTS.with_borrow_mut(|contexts| contexts.insert(Given::new(kind))))
}

/// Sets the option whose name and value are in the input buffer, one after the other: see [`Taken`].
#[unsafe(no_mangle)]
pub extern "C" fn context_set(context: u32, name_length: usize, length: usize) -> u32 {
    let taken = CONTEXTS.with_borrow_mut(|contexts| {
        let given = contexts.get_mut(context)?;
        with_buffers(length, |input, _| {
            let (name, value) = input.split_at_checked(name_length)?;
            Some(given.set(std::str::from_utf8(name).ok()?, std::str::from_utf8(value).ok()?))
        })
    });
    taken.unwrap_or(Taken::BadValue) as u32
}

/// Adds the header whose name and value are in the input buffer, one after the other.
#[unsafe(no_mangle)]
pub extern "C" fn context_add_header(context: u32, name_length: usize, length: usize) {
    CONTEXTS.with_borrow_mut(|contexts| {
        with_buffers(length, |input, _| {
            if let (Some(given), Some((name, value))) = (contexts.get_mut(context), input.split_at_checked(name_length))
            {
                given.headers.push((name.to_vec(), value.to_vec()));
            }
        });
    });
}

/// Frees a context.
#[unsafe(no_mangle)]
pub extern "C" fn context_free(context: u32) {
    CONTEXTS.with_borrow_mut(|contexts| contexts.remove(context));
}
