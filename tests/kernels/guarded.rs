//! Bytes in front of memory that cannot be read.

/// A few pages, then one that cannot be touched.
pub struct Guarded {
    memory: region::Allocation,
    length: usize,
}

impl Guarded {
    pub fn new() -> Guarded {
        let page = region::page::size();
        let length = 4 * page;
        let mut memory = region::alloc(length + page, region::Protection::READ_WRITE).unwrap();
        let guard = memory.as_mut_ptr::<u8>().wrapping_add(length);
        // SAFETY: nothing but `at_end` looks at this memory, and it stays in front of the guard.
        unsafe { region::protect(guard, page, region::Protection::NONE) }.unwrap();
        Guarded { memory, length }
    }

    /// A copy of `bytes` that ends where the guard begins.
    pub fn at_end(&mut self, bytes: &[u8]) -> &[u8] {
        // SAFETY: the allocation is as long, readable and writable, and borrowed as long as
        // the slice lives.
        let all = unsafe { std::slice::from_raw_parts_mut(self.memory.as_mut_ptr::<u8>(), self.length) };
        let end = &mut all[self.length - bytes.len()..];
        end.copy_from_slice(bytes);
        end
    }
}
