#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| charsniff_fuzz::repair::run(data));
