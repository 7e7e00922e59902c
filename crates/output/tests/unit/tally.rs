//! The counts of a run in JSON.

use sudomill_input::Skip;
use sudomill_output::Counts;
use sudomill_puzzle::solving::Status;

#[test]
fn json_by_name() {
    let skipped: Counts<Skip> = [(Skip::Comment, 2), (Skip::Row, 8)].into_iter().collect();
    let json = r#"{"blank":0,"comment":2,"header":0,"count":0,"row":8}"#;
    assert_eq!(serde_json::to_string(&skipped).unwrap(), json);
    assert_eq!(serde_json::from_str::<Counts<Skip>>(json).unwrap(), skipped);
    let some: Counts<Status> = serde_json::from_str(r#"{"gave-up":3,"other":1}"#).unwrap();
    assert_eq!((some.of(Status::GaveUp), some.sum()), (3, 3));
}
