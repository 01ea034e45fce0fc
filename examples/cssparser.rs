//! Parses a style sheet without a declaration with cssparser, in the encoding of its environment:
//! that of the `<link>`, else that of the document that refers to it.
//!
//!     cargo run --example cssparser

use charsniff::{Context, Encoding, Source, decode};
use cssparser::{Parser, Token};

/// All strings in the style sheet, nested blocks included.
fn strings(parser: &mut Parser<'_>, found: &mut Vec<String>) {
    while let Ok(token) = parser.next().cloned() {
        match token {
            Token::QuotedString(string) => found.push(string.to_string()),
            Token::CurlyBracketBlock | Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock => {
                let nested: Result<(), cssparser::ParseError<()>> = parser.parse_nested_block(|block| {
                    strings(block, found);
                    Ok(())
                });
                debug_assert!(nested.is_ok());
            }
            _ => {}
        }
    }
}

pub fn main() {
    let sheet = b"q { quotes: '\xAB' '\xBB' } .more::after { content: '\xE4\xE0\xEB\xE5\xE5' }";
    let declared = [b"@charset \"koi8-r\";".as_slice(), b"p::before { content: '\xC4\xC1' }"].concat();
    let document = Context::css().document(Encoding::Windows1251);
    let cases = [
        (&sheet[..], document.clone(), Source::Document, vec!["«", "»", "далее"]),
        (sheet, document.clone().reference_charset("windows-1252"), Source::Reference, vec!["«", "»", "äàëåå"]),
        (&declared, document, Source::AtCharset, vec!["koi8-r", "да"]),
    ];
    for (bytes, context, source, expected) in cases {
        let decoded = decode(bytes, "text/css", &context);
        let mut found = Vec::new();
        strings(&mut Parser::new(&decoded.text), &mut found);
        println!("{}: {}", decoded.sniffed, found.join(" "));
        assert_eq!((decoded.sniffed.source, found), (source, expected.into_iter().map(str::to_owned).collect()));
    }
}
