//! `report`: the page, and errors.

use crate::run::Folder;

#[test]
fn needs_input() {
    Folder::new().run("report -o page.html").refuses_arguments(&["<RESULT.json>"]);
    Folder::new().run("report --summary s.json").refuses_arguments(&["--output <FILE>"]);
}

#[cfg(not(feature = "report"))]
#[test]
fn build_without_feature() {
    let folder = Folder::with("s.json", "{}");
    folder.run("report --summary s.json -o page.html").refuses(
        "this sudomill was built without the feature `report`; \
         install it with: cargo install sudomill --features report",
    );
    assert_eq!(folder.names(), ["s.json"]);
}

#[cfg(feature = "report")]
mod drawn {
    use crate::{
        puzzles::{EY1, ROYLE, lines},
        run::Folder,
    };

    /// The lines of several inputs follow each other, and the slowest puzzles name their file.
    #[test]
    fn results_and_summary() {
        let folder =
            Folder::with("a.txt", lines(&[EY1, "?", EY1])).and("b.txt", lines(&["# b", ROYLE]));
        let outputs = "-o out.txt --timing timing.csv --summary summary.json";
        let columns = "--columns difficulty --format csv";
        folder.run(&format!("solve a.txt b.txt -q --strategy mrv {columns} {outputs}"));
        let along = folder.json("summary.json")["distribution"]["along"].clone();
        let starts = along.as_array().unwrap().iter().map(|it| it["line"].as_u64().unwrap());
        assert_eq!(starts.collect::<Vec<_>>(), [1, 3, 5]);
        folder
            .run("bench b.txt --rounds 1 --seconds 0.01 -q --format json -o bench.json")
            .gives("");
        folder.run("report bench.json --summary summary.json -q -o page.html").gives("");
        let page = folder.read("page.html");
        let lines = ["Line 3 of a.txt", "Line 2 of b.txt", "line of all files", "Difficulty: "];
        for text in lines.into_iter().chain(["lanes", &ROYLE.replace('0', "."), "unique: 3"]) {
            assert!(page.contains(text), "{text}");
        }
    }

    /// A run without a timing file has no distribution, and one that was resumed knows only a part.
    #[test]
    fn summary_without_times() {
        let folder = Folder::with("a.txt", lines(&[EY1]));
        folder.run("solve a.txt -q -o out.txt --summary s.json");
        let known = "expected the JSON of `sudomill solve --timing FILE --summary FILE`\n";
        let told = format!("missing field `distribution`; {known}");
        folder.run("report --summary s.json -o page.html").tells(2, &[&told]);
        assert!(!folder.path("page.html").exists());
        let folder = Folder::with("timing.csv", "line,status\n").and("s.json", "{\n\"input\": 1}");
        let known = known.trim_end();
        let number = "invalid type: integer `1`, expected a string";
        for (args, line) in [
            ("timing.csv", "timing.csv:1:1: expected value; expected the JSON of `sudomill bench`"),
            ("--summary s.json", &format!("s.json:2:10: {number}; {known}")),
        ] {
            folder.run(&format!("report {args} -o page.html")).refuses(line);
        }
        let same = "s.json: is the summary and the page; choose another file";
        folder.run("report --summary s.json -o s.json").refuses(same);
    }
}
