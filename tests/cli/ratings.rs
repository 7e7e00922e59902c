//! The columns of ratings, and the rating of `candidates`.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, solve},
};
use serde_json::{Value, json};
use sudomill::rating::Technique;

/// Puzzles of our own, with the ratings of Sudoku Explainer 1.2.1.
const RATED: [(&str, &str); 3] = [
    (
        "1...8.6..6.3..5...92..4.38...........3..18...57.6..84.342.6.9...9.53.7.27.....41.",
        "1.2,1.2,1.2,hidden single in a box",
    ),
    (
        "...9...7.....31.65.1.7..9..2......5.371...824.9......3..7..2.4.92.46.....3...8...",
        "4.2,1.2,1.2,XY-wing",
    ),
    (
        "....48...3.47....2...6..4.9..63..81...5.7.9...31..92..1.9..3...6....73.4...26....",
        "6.6,1.2,1.2,forcing X-chain",
    ),
];

const COLUMNS: &str = "status,rating,rating_pearl,rating_diamond,hardest_technique";

fn text() -> String {
    let others = [&several(), NO_SOLUTION, "x"];
    lines(&RATED.map(|(puzzle, _)| puzzle).into_iter().chain(others).collect::<Vec<_>>())
}

/// A 9×9 puzzle with many solutions.
fn several() -> String {
    format!("1{}", ".".repeat(80))
}

#[test]
fn only_puzzles_with_one_solution_are_rated() {
    let rows = RATED.map(|(_, ratings)| format!("unique,{ratings}\n"));
    let text = text();
    let statuses: Vec<_> = solve(&text, "--format csv --columns status").column(0);
    let others: String = statuses[3..].iter().map(|it| format!("{it},,,,\n")).collect();
    let expected = format!("{COLUMNS}\n{}{others}", rows.concat());
    let run = solve_every_way(&text, &format!("--format csv --columns {COLUMNS}"));
    run.prints(1, &expected);
    let folder = Folder::with("input", &text);
    let run = folder.run(&format!("solve input --format csv --columns {COLUMNS}"));
    run.tells(1, &["rating 1.0 to 1.9: 1, 4.0 to 4.9: 1, 6.0 to 6.9: 1\n"]);
}

#[test]
fn a_limit_leaves_fields_empty() {
    let args = format!("--format jsonl --columns {COLUMNS} --max-rating 4.2");
    let values = solve(text(), &args).values();
    let ratings: Vec<_> = values.iter().take(3).map(|value| value["rating"].clone()).collect();
    assert_eq!(ratings, [json!(1.2), json!(4.2), Value::Null]);
    assert_eq!(values[1]["hardest_technique"], "XY-wing");
    assert!(values[2..].iter().all(|value| value["hardest_technique"].is_null()));
    let folder = Folder::with("input", text());
    let run = folder.run(&format!("solve input {args} --summary summary.json"));
    run.tells(1, &["rating 1.0 to 1.9: 1, 4.0 to 4.9: 1, above the limit: 1"]);
    let ratings = &folder.json("summary.json")["ratings"];
    assert_eq!((&ratings["1.0 to 1.9"], &ratings["above the limit"]), (&json!(1), &json!(1)));
    // A search for one solution does not prove that it is the only one.
    let run = solve(RATED[0].0, "--limit 1 --format csv --columns status,rating");
    run.gives("status,rating\nsolved,\n");
}

/// Rows that take long hold up neither the rows nor the threads beside them.
#[test]
fn slow_rows_keep_their_place() {
    let hardest = (HARDEST, "11.1,11.1,10.5,dynamic forcing chains + multiple forcing chains");
    let mut rated = RATED.repeat(30);
    rated.insert(0, hardest);
    rated.insert(40, hardest);
    let puzzles: Vec<_> = rated.iter().map(|(puzzle, _)| *puzzle).collect();
    let rows: String = rated.iter().map(|(_, ratings)| format!("unique,{ratings}\n")).collect();
    let expected = format!("{COLUMNS}\n{rows}");
    let folder = Folder::with("input", lines(&puzzles));
    for way in ["-j1", "-j3 --chunk-size 200", "-j2 --no-mmap --chunk-size 1"] {
        folder
            .run(&format!("solve input -q {way} --format csv --columns {COLUMNS}"))
            .gives(&expected);
    }
}

#[test]
fn ratings_select() {
    for (only, expected) in [
        ("rating:1.2..4.1", "unique,1.2\n"),
        ("rating:4.2..6.6", "unique,4.2\nunique,6.6\n"),
        ("rating:4.2,invalid", "unique,4.2\ninvalid,\n"),
        ("rating:1..2,rating:6..7", "unique,1.2\nunique,6.6\n"),
        ("rating:7..20", ""),
    ] {
        let run = solve(text(), &format!("--format csv --columns status,rating --only {only}"));
        run.prints(1, &format!("status,rating\n{expected}"));
    }
}

#[test]
fn what_ratings_need() {
    for (input, args, line) in [
        (RATED[0].0, "--only rating:1..2", "--only rating needs a column of ratings"),
        (
            RATED[0].0,
            "--format csv --columns rating --only rating:2..1",
            "found ratings from 2 down to 1",
        ),
        (
            RATED[0].0,
            "--format csv --columns rating --only rating:x",
            "expected a rating from 0.0 to 20.0, with one decimal",
        ),
        (
            RATED[0].0,
            "--max-rating 9",
            "--max-rating needs a column of ratings: --columns rating,...",
        ),
        (SMALL, "--format csv --columns rating", "column 'rating' is for 9×9, not for 4×4"),
    ] {
        solve(input, args).tells(2, &[line]);
    }
    let run = solve(RATED[0].0, "--format csv --columns rating --max-rating 9.55");
    run.tells(2, &["expected a rating from 0.0 to 20.0, with one decimal"]);
}

/// The page lists every technique with its lowest rating, in the order of the code.
#[test]
fn documented_techniques() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/ratings.md");
    let page = std::fs::read_to_string(path).unwrap();
    let row = |technique: &Technique| format!("| {} | {technique} |", technique.lowest());
    let rows: Vec<_> = Technique::ALL.iter().map(row).collect();
    let mut places = rows.iter().map(|row| page.find(row).unwrap_or_else(|| panic!("{row}")));
    assert!(places.by_ref().is_sorted());
}

#[test]
fn candidates_shows_the_rating_and_the_steps() {
    let puzzle = RATED[1].0;
    let run = Folder::new().run(&format!("candidates {puzzle}"));
    run.is_silent(0).shows(&[
        "exactly one solution\n",
        "\nrating: 4.2, pearl 1.2, diamond 1.2; hardest step: XY-wing\n",
        "\n4.2 XY-wing: ",
    ]);
    let values = Folder::new().run(&format!("candidates {puzzle} --format jsonl")).values();
    let record = &values[0];
    assert_eq!((&record["rating"], &record["rating_pearl"]), (&json!(4.2), &json!(1.2)));
    let steps = record["steps"].as_array().unwrap();
    let hardest: Vec<_> = steps.iter().filter(|step| step["rating"] == 4.2).collect();
    assert!(!hardest.is_empty() && hardest.iter().all(|step| step["technique"] == "XY-wing"));
    assert_eq!(hardest[0]["cells"].as_array().unwrap().len(), 3);
    let placed = steps.iter().filter(|step| step.get("cell").is_some());
    assert_eq!(placed.count() as u64 + record["clues"].as_u64().unwrap(), 81);
    for puzzle in [SMALL, &several()] {
        let run = Folder::new().run(&format!("candidates {puzzle} --format jsonl"));
        assert!(run.values()[0].get("rating").is_none());
    }
}
