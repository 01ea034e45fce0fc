//! The indexes of the Encoding Standard, read from its index files.

#[path = "../index_files.rs"]
mod index_files;

use index_files::pairs;

/// An [index](https://encoding.spec.whatwg.org/#index): pointer → code point.
pub struct Index(Vec<Option<char>>);

impl Index {
    /// [Index code point](https://encoding.spec.whatwg.org/#index-code-point).
    pub fn code_point(&self, pointer: usize) -> Option<char> {
        self.0.get(pointer).copied().flatten()
    }

    fn of(pairs: &[(u32, u32)]) -> Index {
        let mut index = Vec::new();
        for &(pointer, code_point) in pairs {
            let pointer = pointer as usize;
            index.resize(index.len().max(pointer + 1), None);
            index[pointer] = char::from_u32(code_point);
        }
        Index(index)
    }
}

/// The indexes of the multi-byte encodings.
pub struct Indexes {
    pub big5: Index,
    pub euc_kr: Index,
    pub gb18030: Index,
    pub gb18030_ranges: Vec<(u32, u32)>,
    pub jis0208: Index,
    pub jis0212: Index,
}

impl Indexes {
    pub fn read() -> Indexes {
        Indexes {
            big5: index("big5"),
            euc_kr: index("euc-kr"),
            gb18030: index("gb18030"),
            gb18030_ranges: pairs("gb18030-ranges"),
            jis0208: index("jis0208"),
            jis0212: index("jis0212"),
        }
    }
}

pub fn index(name: &str) -> Index {
    Index::of(&pairs(name))
}
