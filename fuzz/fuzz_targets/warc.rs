#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| charsniff_fuzz::warc::run(data));
