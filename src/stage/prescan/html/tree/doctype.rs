//! Which [DOCTYPE](https://html.spec.whatwg.org/multipage/parsing.html#doctype-state) puts a page
//! in [quirks
//! mode](https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode), in which
//! a `table` does not close a `p`.

/// Whether a page is in quirks mode. `doctype` is the text between `<!doctype` and `>`. Linear in its length.
pub(super) fn is_quirky(doctype: &[u8]) -> bool {
    let (name, rest) = split(doctype.trim_ascii_start(), |byte| byte.is_ascii_whitespace());
    if !name.eq_ignore_ascii_case(b"html") {
        return true;
    }
    let rest = rest.trim_ascii_start();
    if rest.is_empty() {
        return false;
    }
    // From here on, any syntax error forces quirks mode.
    let Some((keyword, rest)) = rest.split_at_checked(b"PUBLIC".len()) else { return true };
    let (public, system) = if keyword.eq_ignore_ascii_case(b"PUBLIC") {
        let Some((public, rest)) = identifier(rest) else { return true };
        match identifier(rest) {
            Some((system, _)) => (Some(public), Some(system)),
            None if rest.trim_ascii_start().is_empty() => (Some(public), None),
            None => return true,
        }
    } else if keyword.eq_ignore_ascii_case(b"SYSTEM") {
        let Some((system, _)) = identifier(rest) else { return true };
        (None, Some(system))
    } else {
        return true;
    };
    let is_public = |id: &&str| public.is_some_and(|public| public.eq_ignore_ascii_case(id.as_bytes()));
    let starts_public = |start: &&str| {
        let public = public.and_then(|public| public.get(..start.len()));
        public.is_some_and(|public| public.eq_ignore_ascii_case(start.as_bytes()))
    };
    PUBLIC.iter().any(is_public)
        || PUBLIC_STARTS.iter().any(starts_public)
        || system.is_some_and(|system| system.eq_ignore_ascii_case(SYSTEM.as_bytes()))
        || (system.is_none() && PUBLIC_STARTS_WITHOUT_SYSTEM.iter().any(starts_public))
}

/// A quoted identifier after whitespace, and what follows it.
fn identifier(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (quote, rest) = bytes.trim_ascii_start().split_first().filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
    let (identifier, rest) = split(rest, |byte| byte == *quote);
    Some((identifier, rest.get(1..)?))
}

/// The bytes before the first one that `ends` them, and the rest.
fn split(bytes: &[u8], ends: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|&byte| ends(byte)).unwrap_or(bytes.len());
    bytes.split_at(end)
}

const PUBLIC: [&str; 3] = ["-//W3O//DTD W3 HTML Strict 3.0//EN//", "-/W3C/DTD HTML 4.0 Transitional/EN", "HTML"];
const SYSTEM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";
const PUBLIC_STARTS_WITHOUT_SYSTEM: [&str; 2] =
    ["-//W3C//DTD HTML 4.01 Frameset//", "-//W3C//DTD HTML 4.01 Transitional//"];
const PUBLIC_STARTS: [&str; 54] = [
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];
