//! Feeds: any bytes as the JSON of `sudomill bench`.
//! Compares: a benchmark with itself, written as JSON and read back, and with itself as in
//! `sudomill compare`; the size of its page with the maximum.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudomill::{
    bench::{
        compare::{Tolerance, Verdict, compare},
        parse,
    },
    report::{MAX_BYTES, Report},
};

fuzz_target!(|json: &[u8]| {
    let Ok(benchmark) = parse("a.json", json) else { return };
    let text = serde_json::to_vec(&benchmark).expect("it can be written");
    let again = parse("again.json", &text).expect("what is written can be read");
    assert_eq!(serde_json::to_vec(&again).expect("as before"), text);
    let comparison = compare(&benchmark, &benchmark, &Tolerance::default());
    assert_ne!(comparison.verdict, Verdict::Failed, "{:?}", comparison.differences);
    let mut report = Report::new("fuzz");
    report.add_result("a.json", benchmark);
    assert!(report.page().len() <= MAX_BYTES);
    report.figures();
});
