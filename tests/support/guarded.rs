//! Buffers that end at a guard page.

/// A few pages, followed by one that must not be touched.
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
        // SAFETY: only `at_end` accesses this memory, and only before the guard page.
        unsafe { region::protect(guard, page, region::Protection::NONE) }.unwrap();
        Guarded { memory, length }
    }

    /// A copy of `bytes` that ends where the guard begins.
    pub fn at_end(&mut self, bytes: &[u8]) -> &[u8] {
        // SAFETY: the allocation is that long, readable and writable, and it is borrowed as long as
        // the slice lives.
        let all = unsafe { std::slice::from_raw_parts_mut(self.memory.as_mut_ptr::<u8>(), self.length) };
        let end = &mut all[self.length - bytes.len()..];
        end.copy_from_slice(bytes);
        end
    }
}
