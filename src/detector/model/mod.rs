//! The models: tables of what letters, ideographs and signs cost, made by a generator from texts.

pub(crate) mod east_asian_signs;
pub(crate) mod ideographs;
pub(crate) mod language_model;
pub(crate) mod letters;
pub(crate) mod signs;
pub(crate) mod symbol;
pub(crate) mod table;
