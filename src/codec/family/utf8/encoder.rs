//! [UTF-8 encoder](https://encoding.spec.whatwg.org/#utf-8-encoder).

use crate::codec::encode::{Bytes, Encode, Encoded};
use crate::codec::kernel::encode::EncodeKernels;

/// [UTF-8 encoder](https://encoding.spec.whatwg.org/#utf-8-encoder); it has no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Utf8Encoder;

impl Encode for Utf8Encoder {
    fn run(&mut self, _kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize) {
        let n = super::encode_into(src, dst);
        (n, n)
    }

    fn handle(&mut self, c: Option<char>) -> Encoded {
        // 1. to 6. A `str` already holds these bytes.
        let Some(c) = c else { return Encoded::Finished };
        let mut bytes = [0; 4];
        let length = c.encode_utf8(&mut bytes).len();
        Encoded::Bytes(Bytes::new(bytes, length as u8))
    }
}
