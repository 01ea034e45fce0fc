//! Adapters for the readers and streams of other libraries.

#[cfg(feature = "futures")]
mod futures;
mod progress;
mod read;
#[cfg(feature = "tokio")]
mod tokio;

#[cfg(feature = "futures")]
pub use futures::{TextStream, TextStreamError};
pub use read::Reader;
#[cfg(feature = "tokio")]
pub use tokio::AsyncReader;
