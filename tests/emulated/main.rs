//! The tests that `tests/machines.sh` runs on emulated machines, as one program: building one for each
//! of them would take longer than running them. `allocations` counts for itself.

#![cfg(emulated)]

#[path = "../bounds.rs"]
mod bounds;
#[path = "../contexts.rs"]
mod contexts;
#[path = "../decoders_faults.rs"]
mod decoders_faults;
#[path = "../decoders_model.rs"]
mod decoders_model;
#[path = "../decoders_peer.rs"]
mod decoders_peer;
#[path = "../decoders_whole.rs"]
mod decoders_whole;
#[path = "../detector.rs"]
mod detector;
#[path = "../encode_kernels.rs"]
mod encode_kernels;
#[path = "../encoder_buffers.rs"]
mod encoder_buffers;
#[path = "../encoders.rs"]
mod encoders;
#[path = "../kernels.rs"]
mod kernels;
#[path = "../locales.rs"]
mod locales;
#[path = "../policies.rs"]
mod policies;
#[path = "../security.rs"]
mod security;
#[path = "../stream.rs"]
mod stream;
#[path = "../tables.rs"]
mod tables;
#[path = "../text_api.rs"]
mod text_api;
