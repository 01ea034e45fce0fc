//! [replacement](https://encoding.spec.whatwg.org/#replacement): a single error in place of text that could
//! be read in two ways.

use crate::codec::{Decode, Handled};
use crate::simd::Kernels;

/// [replacement decoder](https://encoding.spec.whatwg.org/#replacement-decoder).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ReplacementDecoder {
    error_returned: bool,
}

impl Decode for ReplacementDecoder {
    /// Once the error was returned, the decoder is finished and ignores what follows.
    fn run(&mut self, _: &Kernels, src: &[u8], _: &mut [u8]) -> (usize, usize) {
        if self.error_returned { (src.len(), 0) } else { (0, 0) }
    }

    fn handle(&mut self, byte: Option<u8>) -> Handled {
        // 1. and 3.
        if byte.is_none() || self.error_returned {
            return Handled::Finished;
        }
        // 2.
        self.error_returned = true;
        Handled::error(1)
    }

    fn pending(&self) -> usize {
        0
    }
}
