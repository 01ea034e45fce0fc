//! Names of tags and elements as numbers, which are compared quickly, and the sets of names that tree construction
//! uses.

/// A name in lower case: up to eight bytes, packed; or [`LONG`] plus the index in [`LONG_NAMES`] of a longer one.
pub(super) type Name = u64;

/// Any other name of more than eight bytes. Different names share this value.
pub(super) const LONG: Name = 1 << 63;

/// The names of more than eight bytes that the standard mentions.
const LONG_NAMES: [&[u8]; 6] =
    [b"annotation-xml", b"blockquote", b"figcaption", b"foreignobject", b"malignmark", b"plaintext"];

/// No name.
pub(super) const NONE: Name = 0;

/// The name that `bytes` spell, in any case.
pub(super) const fn name(bytes: &[u8]) -> Name {
    let mut i = 0;
    if bytes.len() <= 8 {
        let mut packed = 0;
        while i < bytes.len() {
            packed = packed << 8 | bytes[i].to_ascii_lowercase() as u64;
            i += 1;
        }
        return packed;
    }
    while i < LONG_NAMES.len() {
        if bytes.eq_ignore_ascii_case(LONG_NAMES[i]) {
            return LONG + 1 + i as u64;
        }
        i += 1;
    }
    LONG
}

macro_rules! names {
    ($($constant:ident $text:literal)+) => {
        $(pub(super) const $constant: Name = name($text.as_bytes());)+
    };
}

names! {
    A "a" ADDRESS "address" ANNOTATION_XML "annotation-xml" APPLET "applet" AREA "area"
    ARTICLE "article" ASIDE "aside" B "b" BASE "base" BASEFONT "basefont" BGSOUND "bgsound"
    BIG "big" BLOCKQUOTE "blockquote" BODY "body" BR "br" BUTTON "button" CAPTION "caption"
    CENTER "center" CODE "code" COL "col" COLGROUP "colgroup" DD "dd" DESC "desc"
    DETAILS "details" DIALOG "dialog" DIR "dir" DIV "div" DL "dl" DT "dt" EM "em" EMBED "embed"
    FIELDSET "fieldset" FIGCAPTION "figcaption" FIGURE "figure" FONT "font" FOOTER "footer"
    FOREIGN_OBJECT "foreignobject" FORM "form" FRAME "frame" FRAMESET "frameset" H1 "h1" H2 "h2"
    H3 "h3" H4 "h4" H5 "h5" H6 "h6" HEAD "head" HEADER "header" HGROUP "hgroup" HR "hr"
    HTML "html" I "i" IFRAME "iframe" IMAGE "image" IMG "img" INPUT "input" KEYGEN "keygen"
    LI "li" LINK "link" LISTING "listing" MAIN "main" MALIGNMARK "malignmark" MARQUEE "marquee"
    MATH "math" MENU "menu" META "meta" MGLYPH "mglyph" MI "mi" MN "mn" MO "mo" MS "ms"
    MTEXT "mtext" NAV "nav" NOBR "nobr" NOEMBED "noembed" NOFRAMES "noframes" NOSCRIPT "noscript"
    OBJECT "object" OL "ol" OPTGROUP "optgroup" OPTION "option" P "p" PARAM "param"
    PLAINTEXT "plaintext" PRE "pre" RB "rb" RP "rp" RT "rt" RTC "rtc" RUBY "ruby" S "s"
    SCRIPT "script" SEARCH "search" SECTION "section" SELECT "select" SMALL "small"
    SOURCE "source" SPAN "span" STRIKE "strike" STRONG "strong" STYLE "style" SUB "sub"
    SUMMARY "summary" SUP "sup" SVG "svg" TABLE "table" TBODY "tbody" TD "td" TEMPLATE "template"
    TEXTAREA "textarea" TFOOT "tfoot" TH "th" THEAD "thead" TITLE "title" TR "tr" TRACK "track"
    TT "tt" U "u" UL "ul" VAR "var" WBR "wbr" XMP "xmp"
}

/// Generates sets of names. A set includes the sets in the parentheses after its name.
macro_rules! sets {
    ($($(#[$doc:meta])* $visibility:vis fn $set:ident($($part:ident)*) { $($name:ident)+ })+) => {
        $(
            $(#[$doc])*
            $visibility const fn $set(name: Name) -> bool {
                $($part(name) ||)* matches!(name, $($name)|+)
            }
        )+
    };
}

sets! {
    /// HTML elements of the [special](https://html.spec.whatwg.org/multipage/parsing.html#special) category.
    pub(super) fn is_special(is_block is_heading is_in_table) {
        APPLET AREA BASE BASEFONT BGSOUND BODY BR BUTTON COL DD DT EMBED FORM FRAME FRAMESET HEAD HR HTML IFRAME IMG
        INPUT KEYGEN LI LINK LISTING MARQUEE META NOEMBED NOFRAMES NOSCRIPT OBJECT P PARAM PLAINTEXT PRE SCRIPT SELECT
        SOURCE STYLE TEMPLATE TEXTAREA TITLE TRACK WBR XMP
    }

    /// Elements whose start tags in a body only close a `p`.
    pub(super) fn is_block() {
        ADDRESS ARTICLE ASIDE BLOCKQUOTE CENTER DETAILS DIALOG DIR DIV DL FIELDSET FIGCAPTION FIGURE FOOTER HEADER
        HGROUP MAIN MENU NAV OL SEARCH SECTION SUMMARY UL
    }

    pub(super) fn is_heading() { H1 H2 H3 H4 H5 H6 }

    /// `table`, and the elements in it that have an insertion mode of their own.
    pub(super) fn is_in_table() { TABLE CAPTION COLGROUP TBODY TD TFOOT TH THEAD TR }

    /// Elements whose start tags are handled in a body as in a head.
    pub(super) fn is_in_head() { BASE BASEFONT BGSOUND LINK META NOFRAMES SCRIPT STYLE TEMPLATE TITLE }

    /// Elements of the [formatting](https://html.spec.whatwg.org/multipage/parsing.html#formatting) category.
    pub(super) fn is_formatting() { A B BIG CODE EM FONT I NOBR S SMALL STRIKE STRONG TT U }

    /// Elements that [generate implied end
    /// tags](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags) closes.
    pub(super) fn has_implied_end() { DD DT LI OPTGROUP OPTION P RB RP RT RTC }

    /// Start tags that end foreign content.
    pub(super) fn breaks_out(is_heading) {
        B BIG BLOCKQUOTE BODY BR CENTER CODE DD DIV DL DT EM EMBED HEAD HR I IMG LI LISTING MENU META NOBR OL P PRE RUBY
        S SMALL SPAN STRONG STRIKE SUB SUP TABLE TT U UL VAR
    }
}
