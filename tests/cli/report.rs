//! `report`: the page, and errors.

use crate::run::Folder;

const HEADER: &str = "line,status,solutions,clues,guesses,backtracks,steps,solve_ns\n";

#[test]
fn needs_input() {
    Folder::new().run("report -o page.html").refuses_arguments(&["<RESULT.json>"]);
    Folder::new().run("report --timing t.csv").refuses_arguments(&["--output <FILE>"]);
}

#[cfg(not(feature = "report"))]
#[test]
fn build_without_feature() {
    let folder = Folder::with("timing.csv", HEADER);
    folder.run("report --timing timing.csv -o page.html").refuses(
        "this sudomill was built without the feature `report`; \
         install it with: cargo install sudomill --features report",
    );
    assert_eq!(folder.names(), ["timing.csv"]);
}

#[cfg(feature = "report")]
mod drawn {
    use super::HEADER;
    use crate::{
        puzzles::{DIAG, EY1, ROYLE, lines},
        run::Folder,
    };

    const PAGE: &str = "report --timing timing.csv -q -o page.html";

    #[test]
    fn page_of_timing() {
        let folder = Folder::with("puzzles.txt", lines(&["# two", EY1, ROYLE]));
        folder.run("solve puzzles.txt -q -o solutions.txt --timing timing.csv");
        folder.run(&format!("{PAGE} --puzzles puzzles.txt")).gives("");
        let page = folder.read("page.html");
        assert_eq!(page.matches("class=\"grid\"").count(), 2);
        let line = ROYLE.replace('0', ".");
        assert!(
            page.contains(&format!("data-line=\"{line}\""))
                && page.contains("Line 3 of timing.csv")
        );
        let run = folder.run("report --timing timing.csv -o -");
        assert!(run.out.starts_with("<!DOCTYPE html>") && run.err.is_empty(), "{}", run.err);
        assert!(run.out.contains("--puzzles PUZZLES.txt"), "how to get the grids");
    }

    #[test]
    fn compressed_timing() {
        let folder = Folder::with("puzzles.txt", lines(&[DIAG]));
        folder.run("solve puzzles.txt -q -o solutions.txt --timing timing.csv");
        let packed = zstd::encode_all(folder.read("timing.csv").as_bytes(), 1).unwrap();
        let folder = folder.and("timing.csv.zst", packed);
        folder
            .run("report --timing timing.csv.zst --puzzles puzzles.txt -q -o page.html")
            .gives("");
        assert!(
            folder.read("page.html").contains(&format!("data-line=\"{}\"", DIAG.replace('0', ".")))
        );
    }

    #[test]
    fn bad_row() {
        let folder = Folder::with("timing.csv", format!("{HEADER}1,unique,1,17,0,0,0,fast\n"));
        let told = "timing.csv:2:21: found \"fast\"; expected a whole number";
        folder.run(PAGE).refuses(told);
        assert_eq!(folder.names(), ["timing.csv"]);
    }

    #[test]
    fn wrong_files() {
        let rows = format!("{HEADER}1,unique,1,28,0,0,0,5\n4,unique,1,17,0,0,0,5\n");
        let folder = Folder::with("timing.csv", rows).and("puzzles.txt", lines(&[EY1]));
        folder.run(&format!("{PAGE} --puzzles puzzles.txt")).refuses(
            "puzzles.txt:4: found the end of the file; expected the puzzle of that line: \
             is it the file that was solved?",
        );
        let run = folder.run("report puzzles.txt -o page.html");
        assert!(run.err.starts_with("sudomill: puzzles.txt:1:"), "{}", run.err);
        assert!(run.err.ends_with("expected the JSON of `sudomill bench`\n"), "{}", run.err);
        folder.run("report timing.csv -o page.html").refuses(
            "timing.csv: found rows of `sudomill solve --timing`; expected the JSON of \
             `sudomill bench`; pass timing files with --timing",
        );
        folder.run(&format!("{PAGE} --puzzles a b")).refuses(
            "found 2 files of puzzles for timing.csv; expected one: its rows have no column \
                 `file`",
        );
        folder
            .run(&format!("{PAGE} --timing timing.csv --puzzles a b c"))
            .refuses("found 3 files of puzzles for 2 timing files; expected at most one for each");
    }

    /// The same number of lines, and the slowest puzzle has the same number of clues.
    #[test]
    fn other_clues() {
        let solved = lines(&[EY1, ROYLE, EY1]);
        let folder = Folder::with("solved.txt", &solved).and("other.txt", lines(&[EY1, EY1, EY1]));
        folder.run("solve solved.txt -q -o solutions.txt --timing timing.csv");
        folder.run(&format!("{PAGE} --puzzles other.txt")).refuses(
            "other.txt:2:1: found puzzles with other clues in this line; expected those of \
             timing.csv: is it the file that was solved?",
        );
        assert!(!folder.names().contains(&"page.html".to_owned()));
        let folder = folder.and("more.txt", solved.clone() + ROYLE + "\n");
        let run = folder.run(&format!("{PAGE} --puzzles more.txt"));
        assert_eq!(
            (run.code, run.err.as_str()),
            (Some(0), "more.txt: 1 puzzle without a row in timing.csv\n")
        );
        let folder = folder.and("fewer.txt", lines(&[EY1, ROYLE]));
        folder.run(&format!("{PAGE} --puzzles fewer.txt")).refuses(
            "fewer.txt:3: found the end of the file; expected the puzzle of that line: \
             is it the file that was solved?",
        );
    }

    #[test]
    fn column() {
        let rows = format!("id,easy,hard\n1,{EY1},{ROYLE}\n");
        let folder = Folder::with("puzzles.csv", rows);
        folder.run("solve puzzles.csv -q --column hard -o out.txt --timing timing.csv");
        let run = folder.run(&format!("{PAGE} --puzzles puzzles.csv --column hard"));
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert!(folder.read("page.html").contains(&ROYLE.replace('0', ".")));
        let other = folder.run(&format!("{PAGE} --puzzles puzzles.csv"));
        assert!(other.err.contains("found puzzles with other clues"), "{}", other.err);
    }

    #[test]
    #[cfg_attr(windows, ignore = "compares paths")]
    fn several_inputs() {
        let folder = Folder::with("a.txt", lines(&[EY1, "?", EY1]));
        std::fs::create_dir(folder.path("more")).unwrap();
        let folder = folder.and("more/b.txt", lines(&["# two", ROYLE, DIAG]));
        folder.run("solve a.txt more -q -o solutions.txt --timing timing.csv");
        let run = folder.run(&format!("{PAGE} --puzzles a.txt more"));
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        let page = folder.read("page.html");
        let line = ROYLE.replace('0', ".");
        assert!(page.contains(&format!("data-line=\"{line}\"")));
        for place in ["Line 3 of a.txt", "Line 2 of more/b.txt", "a.txt:1"] {
            assert!(page.contains(place), "{place}");
        }
        folder.run(&format!("{PAGE} --puzzles a.txt")).refuses(
            "timing.csv: its rows name more/b.txt, which is not among the files of puzzles; name \
             them as for `solve`",
        );
        std::fs::write(folder.path("more/b.txt"), lines(&[EY1, EY1, EY1])).unwrap();
        let run = folder.run(&format!("{PAGE} --puzzles a.txt more"));
        assert!(run.err.contains("more/b.txt:2:1: found puzzles with other clues"), "{}", run.err);
    }

    #[test]
    fn results_as_timing() {
        let rows = format!("id,puzzle,note\n1,{EY1},\"a, \"\"b\"\"\nc\"\n2,?,\n3,{ROYLE},x\n");
        let folder = Folder::with("puzzles.csv", rows);
        let columns = "line,status,message,difficulty,guesses,solve_ns";
        folder.run(&format!(
            "solve puzzles.csv -q --format csv --keep all --columns {columns} -o timing.csv"
        ));
        let run = folder.run(&format!("{PAGE} --puzzles puzzles.csv"));
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        let page = folder.read("page.html");
        assert!(page.contains("Line 5 of timing.csv") && page.contains(&ROYLE.replace('0', ".")));
    }

    #[test]
    fn shard() {
        let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE, "what?", EY1, ROYLE]));
        for (shard, header) in [("1/2", ""), ("2/2", HEADER)] {
            let args = format!("solve puzzles.txt -q -o solutions.txt --shard {shard}");
            folder.run(&format!("{args} --timing part.csv"));
            // The first part has the header for all.
            let rows = header.to_owned() + &folder.read("part.csv");
            std::fs::write(folder.path("timing.csv"), rows).unwrap();
            let run = folder.run(&format!("{PAGE} --puzzles puzzles.txt"));
            assert_eq!(run.code, Some(0), "{run:?}");
            assert_eq!(run.err, "puzzles.txt: 2 puzzles without a row in timing.csv\n");
        }
    }

    #[test]
    fn files_in_any_order() {
        let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE]));
        folder.run("solve puzzles.txt -q -o solutions.txt --timing timing.csv");
        let bench = "bench puzzles.txt --rounds 1 --seconds 0.01 -q --format json -o bench.json";
        folder.run(bench).gives("");
        let page = |args: &str| {
            folder.run(&format!("report {args} -q -o page.html")).gives("");
            folder.read("page.html")
        };
        let expected = page("bench.json --timing timing.csv --puzzles puzzles.txt");
        assert!(expected.contains("timing file") && expected.contains("lanes"));
        for args in [
            "--timing timing.csv --puzzles puzzles.txt bench.json",
            "--timing timing.csv bench.json --puzzles puzzles.txt",
            "--timing bench.json timing.csv --puzzles puzzles.txt",
        ] {
            assert_eq!(page(args), expected, "{args}");
        }
        assert!(!page("--timing bench.json").contains("timing file"));
    }

    #[test]
    fn keeps_input() {
        let folder = Folder::with("timing.csv", HEADER);
        folder
            .run("report --timing timing.csv -o timing.csv")
            .refuses("timing.csv: is the timing file and the page; choose another file");
        assert_eq!(folder.read("timing.csv"), HEADER);
    }
}
