//! HTML as a browser's parser sees it, as far as declarations go: [`MetaScanner`].

mod character_reference;
mod doctype;
mod formatting;
mod in_body;
mod in_table;
mod insertion_mode;
mod meta;
mod name;
mod scanner;
mod stack;
mod tag;
mod tokenizer;
mod tree;

pub use scanner::{MetaDeclaration, MetaScanner};
