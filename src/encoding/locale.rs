//! Names of locales.

/// The locale without the codeset and the modifier of [POSIX]: `ru` for `ru.UTF-8`, `sr_RS` for `sr_RS@latin`.
///
/// [POSIX]: https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html#tag_08_02
pub(crate) fn language_and_territory(tag: &[u8]) -> &[u8] {
    tag.split(|byte| matches!(byte, b'.' | b'@')).next().unwrap_or_default()
}
