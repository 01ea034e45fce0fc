//! The option `--level`.

use charsniff::Level;

/// The level of that name.
pub fn level(name: &str) -> Level {
    match name {
        "portable" => Level::Portable,
        "avx2" => Level::Avx2,
        "avx512" => Level::Avx512,
        "neon" => Level::Neon,
        other => panic!("no level is called {other:?}"),
    }
}
