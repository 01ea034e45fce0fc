//! Compares every decoder with a literal model of the standard's handler: every state that the
//! model can reach, with every byte and with the end of the queue. If two decoders agree on each of
//! these steps, and their states correspond one to one, they agree on all inputs.

use std::collections::HashMap;

use charsniff::{Decoder, DecoderResult, Encoding};

use super::decoder_model::decoders::{self, Data, Model, process};
use super::decoder_model::index::{Indexes, index};
use super::stride::stride;

/// Decodes `bytes` with our decoder. `None` is an error.
fn ours(decoder: &mut Decoder, bytes: &[u8], last: bool, output: &mut Vec<Option<char>>) {
    let mut buffer = [0; 64];
    let mut read = 0;
    loop {
        let (result, r, written) = decoder.decode_to_utf8_without_replacement(&bytes[read..], &mut buffer, last);
        read += r;
        output.extend(std::str::from_utf8(&buffer[..written]).unwrap().chars().map(Some));
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => output.push(None),
        }
    }
}

/// A state of the model, our decoder in the corresponding state, and the state and byte from which
/// it was reached.
type Reached<M> = (M, Decoder, Option<(usize, u8)>);

/// The first states are tested even with a stride. Only gb18030 has more.
const ALWAYS: usize = 2000;

/// Visits all states of `initial` and of the decoder of `encoding` in parallel.
fn walk<M: Model>(encoding: Encoding, initial: M, data: &Data) {
    // Maps a state of the model to its place in `reached`. The initial state comes first, since it
    // is looked up most often.
    let mut states = HashMap::new();
    let mut reached: Vec<Reached<M>> = vec![(initial.clone(), encoding.new_decoder_without_bom_handling(), None)];
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    let mut steps = 0_u64;
    let mut at = 0;
    while let Some((state, decoder, _)) = reached.get(at).cloned() {
        for byte in (0..=0xFF).map(Some).chain([None]) {
            let (mut state, mut decoder) = (state.clone(), decoder.clone());
            expected.clear();
            found.clear();
            process(&mut state, byte, data, &mut expected);
            ours(&mut decoder, byte.as_slice(), byte.is_none(), &mut found);
            if found != expected {
                panic!("{encoding} after {:02X?}, {byte:02X?}: {found:?}, not {expected:?}", path(&reached, at));
            }
            steps += 1;
            let Some(byte) = byte else { continue };
            let known = if state == initial { Some(0) } else { states.get(&state).copied() };
            match known {
                Some(known) => {
                    let same = reached[known].1 == decoder;
                    assert!(same, "{encoding} after {:02X?}, {byte:02X}: {decoder:?}", path(&reached, at));
                }
                None => {
                    states.insert(state.clone(), reached.len());
                    reached.push((state, decoder, Some((at, byte))));
                }
            }
        }
        at += if at < ALWAYS { 1 } else { stride() };
    }
    whole(encoding, initial, data, &reached);
    println!("{encoding}: {} states, {steps} steps", reached.len());
}

/// The bytes that lead to a state.
fn path<M>(reached: &[Reached<M>], mut at: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Some((before, byte)) = reached[at].2 {
        bytes.push(byte);
        at = before;
    }
    bytes.reverse();
    bytes
}

/// Visits all these states one after another in one input, which is decoded at once. This tests the
/// runs, which the walk byte by byte does not use.
fn whole<M: Model>(encoding: Encoding, mut model: M, data: &Data, reached: &[Reached<M>]) {
    let mut bytes = Vec::new();
    for at in (0..ALWAYS.min(reached.len())).chain((ALWAYS..reached.len()).step_by(stride())) {
        bytes.extend(path(reached, at));
        bytes.push((at % 251) as u8);
        bytes.extend(path(reached, reached.len() - 1 - at));
    }
    let mut expected = Vec::new();
    for &byte in &bytes {
        process(&mut model, Some(byte), data, &mut expected);
    }
    process(&mut model, None, data, &mut expected);
    let mut found = Vec::new();
    ours(&mut encoding.new_decoder_without_bom_handling(), &bytes, true, &mut found);
    assert!(found == expected, "{encoding}: all states in one input");
}

fn data(walk: impl FnOnce(&Data)) {
    walk(&Data { indexes: &Indexes::read(), single_byte: None });
}

#[test]
fn utf_8() {
    data(|data| walk(Encoding::Utf8, decoders::Utf8::default(), data));
}

#[test]
fn single_byte() {
    data(|data| {
        for encoding in Encoding::ALL.into_iter().filter(|encoding| encoding.is_single_byte()) {
            let name = match encoding {
                Encoding::XUserDefined => continue,
                // The standard has one index for both.
                Encoding::Iso8859_8I => Encoding::Iso8859_8.name(),
                _ => encoding.name(),
            };
            let index = index(&name.to_lowercase());
            let data = Data { indexes: data.indexes, single_byte: Some(&index) };
            walk(encoding, decoders::SingleByte, &data);
        }
        walk(Encoding::XUserDefined, decoders::UserDefined, data);
    });
}

#[test]
fn gbk() {
    data(|data| walk(Encoding::Gbk, decoders::Gb18030::default(), data));
}

#[test]
fn gb18030() {
    data(|data| walk(Encoding::Gb18030, decoders::Gb18030::default(), data));
}

#[test]
fn big5() {
    data(|data| walk(Encoding::Big5, decoders::Big5::default(), data));
}

#[test]
fn euc_jp() {
    data(|data| walk(Encoding::EucJp, decoders::EucJp::default(), data));
}

#[test]
fn iso_2022_jp() {
    data(|data| walk(Encoding::Iso2022Jp, decoders::Iso2022Jp::default(), data));
}

#[test]
fn shift_jis() {
    data(|data| walk(Encoding::ShiftJis, decoders::ShiftJis::default(), data));
}

#[test]
fn euc_kr() {
    data(|data| walk(Encoding::EucKr, decoders::EucKr::default(), data));
}

#[test]
fn replacement() {
    data(|data| walk(Encoding::Replacement, decoders::Replacement::default(), data));
}

#[test]
fn utf_16be() {
    data(|data| walk(Encoding::Utf16Be, decoders::Utf16::<true>::default(), data));
}

#[test]
fn utf_16le() {
    data(|data| walk(Encoding::Utf16Le, decoders::Utf16::<false>::default(), data));
}
