//! `sniff`, `explain` and `decode` in every context with random facts: they agree, and the text
//! is what `encoding_rs` makes of the bytes by the same verdict. Each input tests one of the two properties.

use arbitrary::Unstructured;
use charsniff::{Outcome, Reading, decode, explain, sniff, try_decode};

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let Ok(context) = crate::context(&mut u) else { return };
    let context = match u.int_in_range(0..=4) {
        Ok(3) => context.reading(Reading::Chromium),
        Ok(4) => context.reading(Reading::Crawler),
        _ => context,
    };
    let Ok(content_type) = u.arbitrary::<Option<&[u8]>>() else { return };
    let Ok(question) = u.arbitrary::<u8>() else { return };
    let bytes = u.take_rest();
    let headers = content_type.map(|value| [("Content-Type", value)]);
    let sniffed = sniff(bytes, headers, &context);
    if question % 4 == 0 {
        let explanation = explain(bytes, headers, &context);
        assert_eq!(explanation.sniffed, sniffed);
        assert_eq!(explanation.stages.iter().filter(|report| report.outcome == Outcome::Decided).count(), 1);
        if question % 32 == 0 {
            let _ = explanation.to_string();
        }
        return;
    }

    let body = &bytes[sniffed.bom_length()..];
    let decoded = decode(bytes, headers, &context);
    if sniffed.is_isomorphic() {
        assert!(decoded.text.chars().map(u32::from).eq(body.iter().map(|&byte| byte.into())));
    } else if sniffed.is_utf_32() {
        crate::assert_is_utf_32(&sniffed, body, &decoded.text, decoded.errors);
    } else {
        let (text, had_errors) = crate::peer(sniffed.encoding).decode_without_bom_handling(body);
        assert_eq!((&decoded.text, decoded.errors > 0), (&text, had_errors));
    }
    match try_decode(bytes, headers, &context) {
        Ok(tried) => assert_eq!(tried, decoded),
        Err(error) => {
            assert!(sniffed.is_fatal() && decoded.errors > 0);
            assert!(error.offset + error.length <= bytes.len() && error.length > 0 || bytes.is_empty());
            let good = &bytes[sniffed.bom_length()..error.offset];
            assert!(!crate::peer(sniffed.encoding).decode_without_bom_handling(good).1 || good.is_empty());
        }
    }
}
