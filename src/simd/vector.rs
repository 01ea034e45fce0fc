//! Loads and stores the vectors of all instruction sets.
//!
//! These functions have no features of their own. They are inlined into the kernels, which have.

/// A vector of an instruction set.
///
/// # Safety
/// Any bytes are a vector. [`Bytes`](Self::Bytes) and [`Units`](Self::Units) are arrays of integers as long as the
/// vector, and [`Block`](Self::Block) is one as long as four vectors.
pub(super) unsafe trait Vector: Copy {
    type Bytes;
    type Units;
    type Block;
}

/// Implements [`Vector`] for a type of this length in bytes.
macro_rules! vector {
    ($vector:path, $length:literal) => {
        const _: () = assert!(size_of::<$vector>() == $length);
        // SAFETY: it is plain data, and has that length.
        unsafe impl Vector for $vector {
            type Bytes = [u8; $length];
            type Units = [u16; $length / 2];
            type Block = [u8; 4 * $length];
        }
    };
}

#[cfg(target_arch = "x86_64")]
vector!(core::arch::x86_64::__m128i, 16);
#[cfg(target_arch = "x86_64")]
vector!(core::arch::x86_64::__m256i, 32);
#[cfg(target_arch = "x86_64")]
vector!(core::arch::x86_64::__m512i, 64);
#[cfg(target_arch = "aarch64")]
vector!(core::arch::aarch64::uint8x16_t, 16);

#[inline(always)]
pub(super) fn load<V: Vector>(bytes: &V::Bytes) -> V {
    // SAFETY: the array is as long as the vector (`Vector`).
    unsafe { core::ptr::from_ref(bytes).cast::<V>().read_unaligned() }
}

#[inline(always)]
pub(super) fn load_units<V: Vector>(units: &V::Units) -> V {
    // SAFETY: the array is as long as the vector (`Vector`).
    unsafe { core::ptr::from_ref(units).cast::<V>().read_unaligned() }
}

#[inline(always)]
pub(super) fn load_block<V: Vector>(block: &V::Block) -> [V; 4] {
    let start = core::ptr::from_ref(block).cast::<V>();
    // SAFETY: the array is as long as four vectors (`Vector`).
    unsafe {
        let vector = |i| start.add(i).read_unaligned();
        [vector(0), vector(1), vector(2), vector(3)]
    }
}

#[inline(always)]
pub(super) fn store<V: Vector>(bytes: &mut V::Bytes, vector: V) {
    // SAFETY: the array is as long as the vector (`Vector`).
    unsafe { core::ptr::from_mut(bytes).cast::<V>().write_unaligned(vector) }
}

#[inline(always)]
pub(super) fn store_units<V: Vector>(units: &mut V::Units, vector: V) {
    // SAFETY: the array is as long as the vector (`Vector`).
    unsafe { core::ptr::from_mut(units).cast::<V>().write_unaligned(vector) }
}

/// Stores the first vector first: from last to first takes twice as long where vectors lie across cache lines.
#[inline(always)]
pub(super) fn store_block<V: Vector>(block: &mut V::Block, vectors: [V; 4]) {
    let start = core::ptr::from_mut(block).cast::<V>();
    let [a, b, c, d] = vectors;
    // SAFETY: the array is as long as four vectors (`Vector`).
    unsafe {
        start.write_unaligned(a);
        start.add(1).write_unaligned(b);
        start.add(2).write_unaligned(c);
        start.add(3).write_unaligned(d);
    }
}

/// Stores at `room[at..]`, if all of the vector fits.
#[inline(always)]
pub(super) fn put<V: Vector>(room: &mut [u8], at: usize, vector: V) {
    if let Some(room) = room.get_mut(at..).and_then(|room| room.get_mut(..size_of::<V>())) {
        // SAFETY: the slice is as long as the vector.
        unsafe { room.as_mut_ptr().cast::<V>().write_unaligned(vector) }
    }
}
