//! What was wrong with a text: its repairs, by kind.

use std::fmt;

use serde::Serialize;

use charsniff::{CodePage, Damage, Repair};

/// Repairs of the same kind.
#[derive(Serialize)]
pub struct Kind<'a> {
    damage: Damage,
    encodings: &'a [CodePage],
    count: usize,
    first: &'a Repair,
}

/// The kinds of the repairs, the most frequent first.
pub fn kinds(repairs: &[Repair]) -> Vec<Kind<'_>> {
    let mut kinds: Vec<Kind<'_>> = Vec::new();
    for repair in repairs {
        let is_same = |kind: &&mut Kind<'_>| kind.damage == repair.damage && kind.encodings == repair.encodings;
        match kinds.iter_mut().find(is_same) {
            Some(kind) => kind.count += 1,
            None => {
                let Repair { damage, encodings, .. } = repair;
                kinds.push(Kind { damage: *damage, encodings, count: 1, first: repair });
            }
        }
    }
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.count));
    kinds
}

/// Writes the number of places, and the first of them.
impl fmt::Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count > 1 {
            write!(f, "in {} places, the first: ", self.count)?;
        }
        write!(f, "{}", self.first)
    }
}
