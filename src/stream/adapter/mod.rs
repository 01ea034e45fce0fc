//! Adapters: resources that come from the readers and streams of other libraries, as text.

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
