//! The tests that `tools/machines.sh` runs on emulated machines, in one program, since building
//! many would take longer than running them. `allocations` stays apart because it has its own
//! allocator.

#![cfg(emulated)]

#[path = "../bounds.rs"]
mod bounds;
#[path = "../contexts.rs"]
mod contexts;
#[path = "../crawlers.rs"]
mod crawlers;
#[path = "../decoders/main.rs"]
mod decoders;
#[path = "../detector.rs"]
mod detector;
#[path = "../encoders/main.rs"]
mod encoders;
#[path = "../kernels/main.rs"]
mod kernels;
#[path = "../locales.rs"]
mod locales;
#[path = "../security.rs"]
mod security;
#[path = "../stream.rs"]
mod stream;
#[path = "../tables.rs"]
mod tables;
#[path = "../text_api.rs"]
mod text_api;
