//! How odd a text is: the sum of costs of neighbouring characters, in nats (the natural logarithm of how much rarer
//! they are than others). Text that was decoded wrongly has pairs that ordinary text lacks: a capital inside a word,
//! a currency sign between letters.

/// The kind of a character, which determines beside which others it is common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// White space, ASCII punctuation, the start and the end.
    Edge,
    Digit,
    Lower,
    Upper,
    /// A letter of a script without case, or one of its marks.
    Letter,
    /// Quotation marks and the ellipsis: on either side of a word, seldom between letters.
    Quote,
    /// `’`, which also stands between letters.
    Apostrophe,
    /// `¿` and `¡`: before a word.
    Opening,
    Dash,
    /// `™`, `°`, `²`: after a word or a number.
    Trailing,
    /// Signs that stand alone or beside numbers.
    Sign,
    /// No-break space, soft hyphen, zero-width characters.
    Space,
    /// Arrows, dingbats, emoji.
    Symbol,
    /// Box drawing.
    Box,
    /// A combining mark.
    Mark,
    /// C1 controls, private use, U+FFFD, noncharacters.
    Control,
}

/// A character's kind, its script (0 if it is not a letter), and its cost regardless of its neighbours.
#[derive(Clone, Copy)]
pub(super) struct Class {
    kind: Kind,
    pub(super) script: u16,
    pub(super) cost: i32,
}

pub(super) const LATIN: u16 = 1;
const GREEK: u16 = 2;
const CYRILLIC: u16 = 3;
const HEBREW: u16 = 4;
const ARABIC: u16 = 5;
/// Chinese, Japanese and Korean.
const EAST_ASIAN: u16 = 6;
const THAI: u16 = 7;
/// Scripts from here on are Unicode blocks of 128 code points.
const BLOCKS: u16 = 16;

/// The cost of a letter beside a letter of another script.
const OTHER_SCRIPT: i32 = 9;

const EDGE: Class = Class { kind: Kind::Edge, script: 0, cost: 0 };

pub(super) fn class(c: char) -> Class {
    let of = |kind, cost| Class { kind, script: 0, cost };
    let cased = |script, cost| {
        let kind = if c.is_uppercase() { Kind::Upper } else { Kind::Lower };
        Class { kind, script, cost }
    };
    let letter = |script, cost| Class { kind: Kind::Letter, script, cost };
    match c {
        'a'..='z' => Class { kind: Kind::Lower, script: LATIN, cost: 0 },
        'A'..='Z' => Class { kind: Kind::Upper, script: LATIN, cost: 0 },
        '0'..='9' => of(Kind::Digit, 0),
        '\0'..='\x7F' => EDGE,
        '\u{80}'..='\u{9F}' => of(Kind::Control, 0),
        '\u{A0}' | '\u{AD}' | '\u{2000}'..='\u{200F}' | '\u{2028}'..='\u{202F}' => of(Kind::Space, 0),
        '\u{205F}'..='\u{206F}' | '\u{FEFF}' | '\u{FE00}'..='\u{FE0F}' => of(Kind::Space, 0),
        '¡' | '¿' => of(Kind::Opening, 0),
        '«' | '»' | '‘' | '‚' | '“' | '”' | '„' | '‹' | '›' | '…' => of(Kind::Quote, 0),
        '’' | 'ʻ' | 'ʼ' => of(Kind::Apostrophe, 0),
        '‐'..='―' | '·' | '•' => of(Kind::Dash, 0),
        '©' | '´' => of(Kind::Trailing, 2),
        '®' | '°' | 'º' | 'ª' | '²' | '³' | '¹' | '™' | '\u{2070}'..='\u{209F}' => of(Kind::Trailing, 0),
        '¤' | '¦' | '¨' | '¬' | '¯' | '¸' | '¶' | '†' | '‡' | 'ˆ' | '˜' | 'ˇ' | '˘' | '˙' | '˛' | '˝' => {
            of(Kind::Sign, 3)
        }
        '\u{A1}'..='\u{BF}' if c != 'µ' => of(Kind::Sign, 0),
        '×' | '÷' => of(Kind::Sign, 0),
        'µ' => Class { kind: Kind::Lower, script: GREEK, cost: 0 },
        'ƒ' | 'ˉ'..='˟' => cased(LATIN, 8),
        'À'..='ſ' | 'Ơ' | 'ơ' | 'Ư' | 'ư' | 'Ș'..='ț' | 'Ạ'..='ỹ' => cased(LATIN, 0),
        '\u{180}'..='\u{24F}' => cased(LATIN, 4),
        'ə' | 'ɛ' | 'ɔ' | 'ɓ' | 'ɗ' | 'ɖ' | 'ɣ' | 'ɩ' | 'ʋ' => cased(LATIN, 4),
        '\u{250}'..='\u{2FF}' => cased(LATIN, 9),
        // Strokes through a character, and frames around it: after any sign.
        '\u{334}'..='\u{338}' | '\u{20D0}'..='\u{20FF}' => of(Kind::Symbol, 1),
        '\u{300}'..='\u{36F}' => of(Kind::Mark, 2),
        'Ά'..='ώ' => cased(GREEK, 0),
        '\u{370}'..='\u{3FF}' => cased(GREEK, 6),
        '\u{1F00}'..='\u{1FFF}' => cased(GREEK, 2),
        'Ѐ'..='џ' | 'Ґ' | 'ґ' => cased(CYRILLIC, 0),
        '\u{460}'..='\u{489}' => cased(CYRILLIC, 8),
        '\u{48A}'..='\u{52F}' => cased(CYRILLIC, 2),
        'א'..='ת' => letter(HEBREW, 0),
        '\u{590}'..='\u{5FF}' => letter(HEBREW, 2),
        '،'..='٩' | 'پ' | 'چ' | 'ژ' | 'ک' | 'گ' | 'ی' => letter(ARABIC, 0),
        '\u{600}'..='\u{6FF}' | '\u{750}'..='\u{77F}' => letter(ARABIC, 3),
        '\u{E00}'..='\u{E7F}' => letter(THAI, 0),
        // Punctuation of East Asia.
        '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}' => of(Kind::Edge, 1),
        '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}' | '\u{FF5B}'..='\u{FF65}' => {
            of(Kind::Edge, 1)
        }
        '\u{3000}'..='\u{30FF}' | '\u{AC00}'..='\u{D7A3}' | '\u{FF00}'..='\u{FFEF}' => letter(EAST_ASIAN, 0),
        '\u{4E00}'..='\u{9FFF}' => letter(EAST_ASIAN, 1),
        '\u{2E80}'..='\u{A4CF}' | '\u{20000}'..='\u{3FFFF}' => letter(EAST_ASIAN, 6),
        // U+FFFD is a trace of earlier damage, and is not odd in itself.
        char::REPLACEMENT_CHARACTER => of(Kind::Symbol, 0),
        '\u{2500}'..='\u{259F}' => of(Kind::Box, 2),
        '\u{2190}'..='\u{21FF}' | '\u{25A0}'..='\u{27BF}' | '\u{1F300}'..='\u{1FAFF}' => of(Kind::Symbol, 2),
        '\u{2300}'..='\u{2BFF}' | '\u{1F000}'..='\u{1F2FF}' => of(Kind::Symbol, 6),
        '\u{2010}'..='\u{22FF}' => of(Kind::Sign, 0),
        '\u{E000}'..='\u{F8FF}' | '\u{FDD0}'..='\u{FDEF}' | '\u{FFF0}'..='\u{FFFF}' | '\u{1FB00}'.. => {
            of(Kind::Control, 12)
        }
        '\u{FB00}'..='\u{FB06}' => cased(LATIN, 4),
        '\u{FB50}'..='\u{FEFC}' => letter(ARABIC, 4),
        _ => letter(BLOCKS + (u32::from(c) >> 7) as u16, 4),
    }
}

/// The script of a letter; `None` for signs, which stand in texts of all scripts.
#[cfg(feature = "detector")]
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn script(c: char) -> Option<u16> {
    Some(class(c).script).filter(|script| *script != 0)
}

/// Whether a character is a letter of a script whose words stand between spaces.
pub(super) fn is_alphabetic(c: char) -> bool {
    let Class { script, kind, .. } = class(c);
    script != 0 && kind != Kind::Symbol && !matches!(script, EAST_ASIAN | THAI)
}

/// Whether a character is one of box drawing.
pub(super) fn is_box(c: char) -> bool {
    class(c).kind == Kind::Box
}

/// The cost of two neighbours.
fn pair(before: Class, after: Class) -> i32 {
    use Kind::*;
    let is_small_greek = |class: Class| class.script == GREEK && class.kind == Lower;
    let is_letter = |kind| matches!(kind, Lower | Upper | Letter);
    // The cost beside a letter, and beside anything else.
    let beside = |kind, letter: i32, other: i32| if is_letter(kind) { letter } else { other };
    match (before.kind, after.kind) {
        (Control, Control) => 4,
        (Control, _) | (_, Control) => 8,
        // Signs of science: `IL2Rγc`.
        (a, b)
            if is_letter(a)
                && is_letter(b)
                && before.script.min(after.script) == LATIN
                && (is_small_greek(before) || is_small_greek(after))
                && before.script != after.script =>
        {
            5
        }
        (a, b) if is_letter(a) && is_letter(b) && before.script != after.script => {
            of_scripts(before.script, after.script)
        }
        (Digit, b) if is_letter(b) && !matches!(after.script, LATIN | EAST_ASIAN) => 3,
        (a, Digit) if is_letter(a) && !matches!(before.script, LATIN | EAST_ASIAN) => 3,
        (Lower, Upper) => 7,
        (Mark, Mark) => 0,
        (a, Mark) => beside(a, 0, 10),
        (Box, Box) | (Symbol, Symbol) => 0,
        (a, Box) | (Box, a) => beside(a, 8, 1),
        (Trailing | Sign, Opening) => 4,
        (a, Opening) => beside(a, 6, 0),
        (Opening, b) => beside(b, 0, 3),
        (Trailing | Sign, Trailing | Sign | Quote) | (Quote, Trailing | Sign) => 2,
        (Trailing, b) => beside(b, 5, 0),
        (a, Trailing) => beside(a, 2, 1),
        (a, Sign) | (Sign, a) => beside(a, 5, 1),
        (a, Symbol) | (Symbol, a) => beside(a, 2, 0),
        (Quote | Apostrophe | Dash, Quote | Apostrophe | Dash) => 1,
        (a, Quote | Dash) | (Quote | Dash, a) => beside(a, 1, 0),
        _ => 0,
    }
}

/// The cost of a letter beside one of another script.
pub(super) fn of_scripts(before: u16, after: u16) -> i32 {
    match (before.min(after), before.max(after)) {
        (one, other) if one == other => 0,
        // These scripts are written without a space between them.
        (LATIN, EAST_ASIAN | THAI) => 3,
        _ => OTHER_SCRIPT,
    }
}

/// The cost of a sign between two letters, in addition to those of the pairs.
fn between_letters(before: Class, between: Class, after: Class) -> i32 {
    use Kind::*;
    let is_letter = |class: Class| matches!(class.kind, Lower | Upper | Letter) && class.script < EAST_ASIAN;
    if !(is_letter(before) && is_letter(after)) {
        return 0;
    }
    match between.kind {
        Letter if between.script == EAST_ASIAN => 8,
        Quote | Opening | Trailing | Sign => 4,
        Dash => 1,
        _ => 0,
    }
}

/// The additional cost of two characters that no language has beside each other, although their kinds are common
/// neighbours.
fn characters(before: char, after: char) -> i32 {
    match (before, after) {
        ('Â' | 'Ã' | 'Å' | 'â' | 'ã' | 'å' | 'Ð' | 'Ñ' | 'Ø' | 'Ù', 'š' | 'Š' | 'ž' | 'Ž') => 6,
        ('Â' | 'Ã' | 'Ä' | 'Å' | 'â' | 'ã' | 'å' | 'Ð' | 'Ñ' | 'Ø' | 'Ù', 'œ' | 'Œ' | 'ƒ' | 'Ÿ') => 6,
        ('Â' | 'Ã', '\u{A0}') => 1,
        ('â', '†' | '‡' | 'ˆ' | '‰' | '‹' | '˜' | '™' | '•') => 3,
        ('Â' | 'Ã' | 'Î' | 'Ï', _) if matches!(class(after).kind, Kind::Opening | Kind::Trailing | Kind::Sign) => 3,
        ('√', '©' | '®' | '†' | '¶' | '´' | '¨' | 'ß' | 'º' | 'ª' | '≤' | '≥' | '≠') => 4,
        // These open a quotation.
        (_, '‚' | '„') if is_alphabetic(before) => 3,
        _ => 0,
    }
}

/// The cost of `text` between two characters; `None` is the start or the end.
pub(super) fn of(before: Option<char>, text: impl Iterator<Item = char>, after: Option<char>) -> i32 {
    let mut total = 0;
    let mut last = [EDGE, before.map_or(EDGE, class)];
    let mut add = |class: Class| {
        total += class.cost + pair(last[1], class) + between_letters(last[0], last[1], class);
        last = [last[1], class];
    };
    let mut last_character = '\0';
    let mut of_characters = 0;
    text.for_each(|c| {
        add(class(c));
        of_characters += characters(last_character, c);
        last_character = c;
    });
    let after = after.map_or(EDGE, class);
    add(Class { cost: 0, ..after });
    total + of_characters
}
