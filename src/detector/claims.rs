//! What is declared, where the bytes decide ([`Reading::Crawler`](crate::Reading::Crawler)), and what that is worth.

use crate::Encoding;

/// The maximum number of claims: one of each stage before the detector except the override, and a declaration that
/// browsers ignore.
const MOST: usize = 6;

/// Encodings that were claimed, in the pipeline's order. The detector adds the cost of each claim to all
/// encodings that the claim does not name.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Claims {
    claims: [Option<(Encoding, u32)>; MOST],
}

impl Claims {
    /// Adds a claim that costs `nats`.
    pub(crate) fn add(&mut self, encoding: Encoding, nats: u32) {
        if let Some(free) = self.claims.iter_mut().find(|claim| claim.is_none()) {
            *free = Some((encoding, nats));
        }
    }

    fn iter(&self) -> impl Iterator<Item = (Encoding, u32)> + '_ {
        self.claims.iter().map_while(|claim| *claim)
    }

    pub(crate) fn encodings(&self) -> impl Iterator<Item = Encoding> + '_ {
        self.iter().map(|(encoding, _)| encoding)
    }

    /// Whether `encoding`, or another one with the same decoder, is claimed.
    #[cfg(feature = "detector")]
    pub(crate) fn name(&self, encoding: Encoding) -> bool {
        self.encodings().any(|claimed| decoders_agree(claimed, encoding))
    }

    /// What the claims cost `encoding`, in nats.
    pub(crate) fn against(&self, encoding: Encoding) -> u32 {
        self.iter().filter(|(claimed, _)| !decoders_agree(*claimed, encoding)).map(|(_, nats)| nats).sum()
    }

    /// What the claims of `encoding` cost the others, in nats.
    pub(crate) fn in_favour(&self, encoding: Encoding) -> u32 {
        self.total() - self.against(encoding)
    }

    /// What all claims cost together, in nats.
    pub(crate) fn total(&self) -> u32 {
        self.iter().map(|(_, nats)| nats).sum()
    }
}

/// Whether two encodings have the same decoder.
pub(crate) fn decoders_agree(one: Encoding, other: Encoding) -> bool {
    let decoder = |encoding| match encoding {
        Encoding::Gb18030 => Encoding::Gbk,
        Encoding::Iso8859_8I => Encoding::Iso8859_8,
        _ => encoding,
    };
    decoder(one) == decoder(other)
}
