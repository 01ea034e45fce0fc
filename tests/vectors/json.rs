//! Bytes as JSON: a string with a character for each byte; where some repeat, pieces of that, each a string, or a
//! string and a repeat count.

use serde::{Serialize, Serializer, ser::SerializeSeq};

/// Bytes to be written.
pub struct Bytes(pub Vec<u8>);

/// The longest unit that is looked for.
const LONGEST_UNIT: usize = 40;

/// How many bytes must repeat to be a piece of their own.
const SHORTEST_RUN: usize = 100;

fn characters(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// The length of the unit, and how often it stands at the start of `bytes`.
fn run(bytes: &[u8]) -> Option<(usize, usize)> {
    (1..=LONGEST_UNIT.min(bytes.len())).find_map(|length| {
        let count = bytes.chunks_exact(length).take_while(|chunk| *chunk == &bytes[..length]).count();
        (count > 1 && length * count >= SHORTEST_RUN).then_some((length, count))
    })
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (mut once, mut pieces, mut position) = (0, Vec::new(), 0);
        while position < self.0.len() {
            match run(&self.0[position..]) {
                Some((length, count)) => {
                    pieces.push((once..position, 1));
                    pieces.push((position..position + length, count));
                    position += length * count;
                    once = position;
                }
                None => position += 1,
            }
        }
        if pieces.is_empty() {
            return serializer.serialize_str(&characters(&self.0));
        }
        pieces.push((once..position, 1));
        pieces.retain(|(piece, _)| !piece.is_empty());
        let mut list = serializer.serialize_seq(Some(pieces.len()))?;
        for (piece, count) in pieces {
            let text = characters(&self.0[piece]);
            if count == 1 { list.serialize_element(&text)? } else { list.serialize_element(&(text, count))? }
        }
        list.end()
    }
}

/// One line of a file.
pub fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}
