//! Equivalent puzzles: the columns `canonical`, `minimal` and their friends, and `dedup`.

#[cfg(target_os = "linux")]
use crate::faults::shell;
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

fn solve(input: &str, columns: &str) -> Run {
    let args = format!("solve -q in --format csv --columns {columns}");
    Folder::with("in", input).run(&args)
}

#[test]
fn canonical_columns() {
    let columns = "line,canonical,automorphisms";
    let run = solve(&lines(&[EY1, &ey1_turned(), CONFLICT, ROYLE]), columns);
    let rows = run.rows();
    assert_eq!(rows[1][1..], [EY1_CANONICAL, "1"]);
    assert_eq!(rows[1][1..], rows[2][1..]);
    assert_eq!(rows[3][1..], ["", ""]);
    assert_ne!(rows[1][1], rows[4][1]);
    // An empty grid has all transformations.
    let empty = ".".repeat(81);
    let all = "1218998108160";
    let run = solve(&lines(&[&empty]), "canonical,automorphisms");
    assert_eq!(run.out, format!("canonical,automorphisms\n{empty},{all}\n"));
    // A canonical form is its own.
    let form = rows[1][1].clone();
    assert_eq!(solve(&lines(&[&form]), columns).rows()[1][1], form);
}

/// The form has the digits 1 to 9 in any alphabet, and equal solutions have equal forms.
#[test]
fn canonical_in_other_alphabets() {
    let columns = "canonical,canonical_solution";
    let usual = solve(&lines(&[EY1]), columns);
    let letters: String = EY1.chars().map(|c| if c == '0' { '.' } else { to_letter(c) }).collect();
    let args = format!("solve -q in --format csv --columns {columns} --alphabet ABCDEFGHI");
    assert_eq!(Folder::with("in", lines(&[&letters])).run(&args).out, usual.out);
    let of_grid = solve(&lines(&[EY1_SOLVED]), "canonical");
    assert_eq!(of_grid.rows()[1][0], usual.rows()[1][1]);
}

fn to_letter(digit: char) -> char {
    char::from(digit as u8 - b'1' + b'A')
}

#[test]
fn canonical_needs_nine_rows_and_clues() {
    for column in ["canonical", "canonical_solution", "automorphisms"] {
        solve(SMALL, column).refuses(&format!("column '{column}' is for 9×9, not for 4×4"));
    }
    let candidates: String = (0..81).map(|_| "123456789").collect();
    let run = solve(&candidates, "canonical,automorphisms,minimal,redundant");
    assert_eq!(run.out, "canonical,automorphisms,minimal,redundant\n,,,\n");
}

#[test]
fn minimal_columns() {
    // With a clue more: it is redundant, and so may be others.
    let more = with(ROYLE, 1, '9');
    let input = lines(&[ROYLE, &more, NO_SOLUTION, EY1_SOLVED, "bad"]);
    let rows = solve(&input, "minimal,redundant").rows();
    assert_eq!(rows[1], ["yes", "0"]);
    assert_eq!(rows[2][0], "no");
    assert!(rows[2][1].parse::<u32>().unwrap() >= 1);
    // A full grid needs none of its clues.
    assert_eq!(rows[3..], [["", ""], ["no", "81"], ["", ""]]);
    let small = solve(&lines(&[".4.3.3........2.", "24.3.3........2."]), "minimal,redundant");
    small.gives("minimal,redundant\nyes,0\nno,1\n");
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
    let program = assert_cmd::cargo::cargo_bin!("sudomill").display().to_string();
    let folder = Folder::with("in", lines(&[DIAG]).repeat(1_000_000));
    let dedup = "dedup in --exact --no-mmap -j 1 -o out";
    let (code, err) = shell(&folder, &format!("ulimit -v 150000; exec {program} {dedup}"));
    assert_eq!(code, Some(0), "{err}");
    assert!(err.starts_with("1,000,000 puzzles: 1 class, 999,999 repeated; "), "{err}");
    assert_eq!(folder.read("out"), lines(&[DIAG]));
}

/// Records are copied as they are, whatever their form; other spellings are the same puzzle.
#[test]
fn dedup_copies_records() {
    let dotted = EY1.replace('0', ".");
    let table = format!(
        "id,puzzle,note\n1,{EY1},\"a, \"\"b\"\"\nc\"\n2,{dotted},x\n3,{ROYLE},\r\n4,{EY1},y\n"
    );
    let kept = format!("id,puzzle,note\n1,{EY1},\"a, \"\"b\"\"\nc\"\n3,{ROYLE},\r\n");
    let json = format!("{{\"p\": \"{EY1}\", \"n\": [1]}}\n{{\"p\":\"{dotted}\"}}\n");
    let kept_json = format!("{{\"p\": \"{EY1}\", \"n\": [1]}}\n");
    let grid: String =
        EY1.as_bytes().chunks(9).map(|row| lines(&[String::from_utf8_lossy(row)])).collect();
    let folder = Folder::with("a.csv", &table)
        .and("a.csv.gz", gzip(&table))
        .and("a.jsonl", json)
        .and("grids", format!("{grid}\n{grid}"))
        .and("empty.csv", "");
    folder.run("dedup a.csv -q").gives(&kept);
    folder.run("dedup a.csv.gz -q --exact").gives(&kept);
    folder.run("dedup a.csv a.csv -q").gives(&kept);
    let run = folder.run("dedup empty.csv a.csv -q");
    assert_eq!((run.code, run.out), (Some(0), kept.clone()), "{}", run.err);
    folder
        .run("dedup a.csv grids -q")
        .refuses("grids: its columns differ from those of the earlier inputs");
    folder.run("dedup a.jsonl -q").gives(&kept_json);
    folder.run("dedup grids -q").gives(&lines(&[EY1]));
}

#[test]
fn dedup_against_another_set() {
    let train = format!("puzzle,solution\n{ROYLE},{ROYLE_SOLVED}\n{EY1},\n{},\n", ey1_turned());
    let folder = Folder::with("train.csv", train)
        .and("test", lines(&[&with(ROYLE, 1, '9'), &ey1_turned()]))
        .and("other", lines(&[&with(ROYLE, 1, '9')]));
    let run = folder.run("dedup test --against train.csv");
    let shared = "file,line,against_file,against_line,count\ntest,2,train.csv,3,2\n";
    assert_eq!((run.code, run.out.as_str()), (Some(1), shared));
    let words = "2 puzzles: 1 among the 3 puzzles of --against; 1 other line skipped; ";
    assert!(run.err.starts_with(words), "{}", run.err);
    // Only the puzzle itself, letter for letter.
    let exact = folder.run("dedup test --against train.csv --exact -q");
    assert_eq!(exact.out, "file,line,against_file,against_line,count\ntest,2,train.csv,4,1\n");
    let header = "file,line,against_file,against_line,count\n";
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
        let run = folder.run(&format!("dedup in {against} -q"));
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{}", run.err);
        let words = "sudomill: found no puzzle in the files of --against; expected at least one\n";
        assert!(run.err.ends_with(words), "{}", run.err);
    }
    let line = "both sets cannot come from standard input; FILE names the first";
    folder.feed(lines(&[EY1]), "dedup --against -").refuses(line);
    let shared = "file,line,against_file,against_line,count\nin,1,";
    let run = folder.run("dedup in --against folder --include *.txt -q");
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.out.starts_with(shared), "{}", run.out);
    folder.run("dedup folder --include *.txt -q").gives(&lines(&[EY1]));
}

#[test]
fn dedup_reports_what_it_leaves_out() {
    let folder = Folder::with("in", lines(&[EY1, "12345", CONFLICT, EY1]))
        .and("bad", "hello\n12345\n")
        .and("small", lines(&[SMALL, SMALL]));
    let run = folder.run("dedup in -o out");
    assert_eq!(run.code, Some(1));
    let messages = "in:2:6: found the end of the puzzle after 5 cells; expected 81\n\
                    in:3:66: digit 5 twice in column 3 (r2c3 and r8c3)\n\
                    2 puzzles: 1 class, 1 repeated; 2 bad lines; ";
    assert!(run.err.starts_with(messages), "{}", run.err);
    assert_eq!(folder.read("out"), lines(&[EY1]));
    // Nothing is written by a run that fails.
    for args in ["dedup bad -o no", "dedup in nofile -o no", "dedup in --against nofile -o no"] {
        assert_eq!(folder.run(args).code, Some(2), "{args}");
        assert!(!folder.names().contains(&"no".to_owned()), "{args}: {:?}", folder.names());
    }
    let run = folder.run("dedup small -o no");
    run.refuses("small: found 4×4; the canonical form is for 9×9 clues");
    folder.run("dedup small --exact -q").gives(&lines(&[SMALL]));
    let same = folder.run("dedup in -o in");
    assert_eq!(same.code, Some(2), "{}", same.err);
    folder.run("dedup in --against in --classes c").refuses_arguments(&["--classes"]);
}
