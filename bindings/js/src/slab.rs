//! Objects that JavaScript refers to by a number.

/// Objects by their handles, which are never 0. A handle is used again after its object is freed.
pub struct Slab<T> {
    things: Vec<Option<T>>,
    /// The places that are free.
    free: Vec<usize>,
}

impl<T> Slab<T> {
    pub const fn new() -> Slab<T> {
        Slab { things: Vec::new(), free: Vec::new() }
    }

    pub fn insert(&mut self, thing: T) -> u32 {
        let place = self.free.pop().unwrap_or_else(|| {
            self.things.push(None);
            self.things.len() - 1
        });
        self.things[place] = Some(thing);
        place as u32 + 1
    }

    pub fn get(&self, handle: u32) -> Option<&T> {
        self.things.get((handle as usize).checked_sub(1)?)?.as_ref()
    }

    pub fn get_mut(&mut self, handle: u32) -> Option<&mut T> {
        self.things.get_mut((handle as usize).checked_sub(1)?)?.as_mut()
    }

    pub fn remove(&mut self, handle: u32) {
        let Some(place) = (handle as usize).checked_sub(1) else { return };
        if self.things.get_mut(place).and_then(Option::take).is_some() {
            self.free.push(place);
        }
    }
}
