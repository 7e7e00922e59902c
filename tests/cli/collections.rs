//! Equivalent puzzles: the columns `canonical`, `minimal` and their friends, and `dedup`.

use crate::{
    packed::gzip,
    puzzles::*,
    run::{Folder, Run},
};

const EY1_CANONICAL: &str =
    ".......12.....34....4.12.56......6.3.7.....8.12.9..5.4..2..49...9.2...4.8.513....";

/// Equivalent to [`EY1`]: transposed, with other digits.
fn ey1_turned() -> String {
    let cell = |at: usize| match EY1.as_bytes()[at % 9 * 9 + at / 9] {
        b'0' => '.',
        digit => char::from(b'1' + (digit - b'1' + 4) % 9),
    };
    (0..81).map(cell).collect()
}

fn solve(puzzles: &[&str], columns: &str) -> Run {
    crate::run::solve(lines(puzzles), &format!("--format csv --columns {columns}"))
}

#[test]
fn canonical_columns() {
    let columns = "canonical,automorphisms";
    let rows = solve(&[EY1, &ey1_turned(), CONFLICT, ROYLE], columns).rows();
    assert_eq!(rows[1], [EY1_CANONICAL, "1"]);
    assert_eq!((&rows[2], &rows[3][..]), (&rows[1], &["", ""].map(str::to_owned)[..]));
    assert_ne!(rows[1][0], rows[4][0]);
    // The start of what `sha256sum` tells.
    let keys = solve(&[EY1, CONFLICT], "canonical_key").rows();
    assert_eq!(keys[1..], [["20ae5fa63d86e0e8cb33cc974c03db8e"], [""]]);
    // An empty grid has all transformations; a canonical form is its own.
    let empty = ".".repeat(81);
    for (puzzle, automorphisms) in [(&*empty, "1218998108160"), (EY1_CANONICAL, "1")] {
        let run = solve(&[puzzle], columns);
        assert_eq!(run.out, format!("{columns}\n{puzzle},{automorphisms}\n"));
    }
    // The form has the digits 1 to 9 in any alphabet, and equal solutions have equal forms.
    let columns = "canonical,canonical_solution";
    let usual = solve(&[EY1], columns);
    let letter = |c: char| if c == '0' { '.' } else { char::from(c as u8 - b'1' + b'A') };
    let letters: String = EY1.chars().map(letter).collect();
    solve(&[&letters], &format!("{columns} --alphabet ABCDEFGHI")).gives(&usual.out);
    assert_eq!(solve(&[EY1_SOLVED], "canonical").column(0), usual.column(1));
}

#[test]
fn canonical_needs_nine_rows_and_clues() {
    for column in ["canonical", "canonical_key", "canonical_solution", "automorphisms"] {
        solve(&[SMALL], column).refuses(&format!("column '{column}' is for 9×9, not for 4×4"));
    }
    let columns = "canonical,automorphisms,minimal,redundant";
    let run = solve(&[&"123456789".repeat(81)], columns);
    assert_eq!(run.out, format!("{columns}\n,,,\n"));
}

#[test]
fn minimal_columns() {
    // With a clue more: it is redundant, and so may be others.
    let more = with(ROYLE, 1, '9');
    let puzzles = [ROYLE, &more, NO_SOLUTION, EY1_SOLVED, "bad"];
    let rows = solve(&puzzles, "minimal,redundant").rows();
    assert_eq!(rows[1], ["yes", "0"]);
    assert!(rows[2][0] == "no" && rows[2][1].parse::<u32>().unwrap() >= 1, "{rows:?}");
    // A full grid needs none of its clues.
    assert_eq!(rows[3..], [["", ""], ["no", "81"], ["", ""]]);
    let small = solve(&[".4.3.3........2.", "24.3.3........2."], "minimal,redundant");
    small.gives("minimal,redundant\nyes,0\nno,1\n");
}

/// The library's tests check what `reduced` is. It depends only on the puzzle; rows that are not unique
/// have none.
#[test]
fn reduced_column() {
    let unique = shipped("easy.txt");
    let unique: Vec<_> = unique.lines().take(100).collect();
    let several = format!("1{}", ".".repeat(80));
    let others = [NO_SOLUTION, "bad", &several, ROYLE];
    let input = lines(&[&unique[..], &others].concat());
    let folder = Folder::with("in", &input);
    let columns = "--format csv --columns reduced";
    let run = folder.run(&format!("solve in {columns} -q"));
    let reduced = run.column(0);
    let dotted_royle = dotted(ROYLE);
    assert_eq!(reduced[100..], ["", "", "", &dotted_royle]);
    for (reduced, puzzle) in reduced[..100].iter().zip(&unique) {
        assert!(reduced.bytes().zip(puzzle.bytes()).all(|(new, old)| new == b'.' || new == old));
    }
    let minimal = solve(&reduced[..100].iter().map(String::as_str).collect::<Vec<_>>(), "minimal");
    assert!(minimal.column(0).iter().all(|it| it == "yes"));
    for how in ["-j 1", "-j 3", "--no-mmap", "--backend portable", "--strategy mrv"] {
        folder.run(&format!("solve in {columns} -q {how}")).prints(1, &run.out);
        folder.feed(input.clone(), &format!("solve - {columns} -q {how}")).prints(1, &run.out);
    }
    // In the symbols of the puzzle; of every size.
    let letters = "2431314242131324".replace('1', "A").replace('2', "B").replace('3', "C");
    let run = crate::run::solve(letters.replace('4', "D"), &format!("{columns} --alphabet ABCD"));
    assert!(run.column(0)[0].bytes().all(|symbol| b".ABCD".contains(&symbol)), "{}", run.out);
    for size in ["6x6", "16x16"] {
        let [_, full] = first(size);
        let reduced = solve(&[&full], "reduced").column(0).remove(0);
        assert_eq!(solve(&[&reduced], "minimal").column(0), ["yes"]);
    }
}

#[test]
fn dedup_keeps_the_first_of_each_class() {
    let input = ["# a comment", EY1, ROYLE, "", &ey1_turned(), EY1, &with(EY1, 1, '2')];
    let folder = Folder::with("in", lines(&input));
    for how in ["", "-j 1", "-j 3", "--no-mmap"] {
        let run = folder.run(&format!("dedup in -o out {how} --classes classes"));
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
        let (first, rest) = run.err.split_once("; 2 other lines skipped; ").unwrap();
        assert_eq!(first, "5 puzzles: 3 classes, 2 repeated");
        assert!(rest.ends_with("s\n1 class of 3 puzzles\n"), "{rest}");
        assert_eq!(folder.read("out"), lines(&[EY1, ROYLE, &with(EY1, 1, '2')]));
        let classes = "file,line,first_file,first_line,size\n\
                       in,2,in,2,3\nin,5,in,2,3\nin,6,in,2,3\n";
        assert_eq!(folder.read("classes"), classes);
    }
    let exact = folder.run("dedup in --exact -q");
    exact.gives(&lines(&[EY1, ROYLE, &ey1_turned(), &with(EY1, 1, '2')]));
    folder.feed(lines(&[EY1, EY1]), "dedup -q").gives(&lines(&[EY1]));
}

/// A class of a million records takes little more memory than one of a thousand.
#[cfg(target_os = "linux")]
#[test]
fn dedup_of_a_large_class() {
    let folder = Folder::with("in", lines(&[DIAG]).repeat(1_000_000));
    let dedup = "dedup in --exact --no-mmap -j 1 -o out";
    // An arena of the allocator for each thread would reserve a random number of 64 MiB.
    let limits = "export MALLOC_ARENA_MAX=1; ulimit -v 140000";
    let run = folder.shell(&format!("{limits}; exec sudomill {dedup}"));
    run.exits(0).begins("1,000,000 puzzles: 1 class, 999,999 repeated; ");
    assert_eq!(folder.read("out"), lines(&[DIAG]));
}

/// Records are copied as they are, whatever their form; other spellings are the same puzzle.
#[test]
fn dedup_copies_records() {
    let kept = filled("id,puzzle,note\n1,P1,\"a, \"\"b\"\"\nc\"\n3,P2,\r\n");
    let [first, other] = kept.split_at(kept.rfind("3,").unwrap()).into();
    let table = format!("{first}2,{},x\n{other}4,{EY1},y\n", dotted(EY1));
    let kept_json = filled("{\"p\": \"P1\", \"n\": [1]}\n");
    let json = format!("{kept_json}{{\"p\":\"{}\"}}\n", dotted(EY1));
    let folder = Folder::with("a.csv", &table)
        .and("a.csv.gz", gzip(&table))
        .and("a.jsonl", json)
        .and("grids", format!("{0}\n{0}", grid(EY1)))
        .and("empty.csv", "");
    for (args, kept) in [
        ("a.csv", &kept),
        ("a.csv.gz --exact", &kept),
        ("a.csv a.csv", &kept),
        ("a.jsonl", &kept_json),
        ("grids", &lines(&[EY1])),
    ] {
        folder.run(&format!("dedup {args} -q")).gives(kept);
    }
    folder.run("dedup empty.csv a.csv -q").prints(0, &kept);
    let run = folder.run("dedup a.csv grids -q");
    run.refuses("grids: its columns differ from those of the earlier inputs");
}

#[test]
fn dedup_against_another_set() {
    let train = format!("puzzle,solution\n{ROYLE},{ROYLE_SOLVED}\n{EY1},\n{},\n", ey1_turned());
    let folder = Folder::with("train.csv", train)
        .and("test", lines(&[&with(ROYLE, 1, '9'), &ey1_turned()]))
        .and("other", lines(&[&with(ROYLE, 1, '9')]));
    let header = "file,line,against_file,against_line,count\n";
    let run = folder.run("dedup test --against train.csv");
    run.prints(1, &format!("{header}test,2,train.csv,3,2\n"));
    run.begins("2 puzzles: 1 among the 3 puzzles of --against; 1 other line skipped; ");
    // Only the puzzle itself, letter for letter.
    let exact = folder.run("dedup test --against train.csv --exact -q");
    exact.prints(1, &format!("{header}test,2,train.csv,4,1\n"));
    folder.run("dedup other --against train.csv -q").gives(header);
    folder.run("dedup other --against train.csv --against test -q -o out");
    assert_eq!(folder.read("out"), format!("{header}other,1,test,1,1\n"));
}

/// A check for leakage must not pass because nothing was compared.
#[test]
fn dedup_against_nothing() {
    let folder = Folder::with("in", lines(&[EY1])).and("empty", "").and("comment", "# none\n");
    std::fs::create_dir(folder.path("folder")).unwrap();
    let folder = folder.and("folder/a.txt", lines(&[EY1])).and("folder/b.csv", "x");
    for against in ["--against empty", "--against comment --against empty"] {
        let words = "sudomill: found no puzzle in the files of --against; expected at least one\n";
        folder.run(&format!("dedup in {against} -q")).prints(2, "").tells(2, &[words]);
    }
    let line = "both sets cannot come from standard input; FILE names the first";
    folder.feed(lines(&[EY1]), "dedup --against -").refuses(line);
    let run = folder.run("dedup in --against folder --include *.txt -q");
    run.exits(1).shows(&["file,line,against_file,against_line,count\nin,1,"]);
    folder.run("dedup folder --include *.txt -q").gives(&lines(&[EY1]));
}

#[test]
fn dedup_reports_what_it_leaves_out() {
    let folder = Folder::with("in", lines(&[EY1, "12345", CONFLICT, EY1]))
        .and("bad", "hello\n12345\n")
        .and("small", lines(&[SMALL, SMALL]));
    let run = folder.run("dedup in -o out");
    let messages = "in:2:6: found the end of the puzzle after 5 cells; expected 81\n\
                    in:3:66: digit 5 twice in column 3 (r2c3 and r8c3)\n\
                    2 puzzles: 1 class, 1 repeated; 2 bad lines; ";
    run.exits(1).begins(messages);
    assert_eq!(folder.read("out"), lines(&[EY1]));
    // Nothing is written by a run that fails.
    for args in ["dedup bad -o no", "dedup in nofile -o no", "dedup in --against nofile -o no"] {
        folder.run(args).exits(2);
        assert!(!folder.path("no").exists(), "{args}");
    }
    let run = folder.run("dedup small -o no");
    run.refuses("small: found 4×4; the canonical form is for 9×9 clues");
    folder.run("dedup small --exact -q").gives(&lines(&[SMALL]));
    folder.run("dedup in -o in").exits(2);
    folder.run("dedup in --against in --classes c").refuses_arguments(&["--classes"]);
}
