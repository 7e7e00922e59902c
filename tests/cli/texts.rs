//! Every command of `docs/texts.md` prints the output shown beside it; every command of
//! `docs/heuristics.md` draws the picture beside it.

use crate::run::Folder;

/// Returns the parts of a table cell between backquotes.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn every_figure_is_printed() {
    let mut rows = 0;
    for row in include_str!("../../docs/texts.md").lines().filter(|line| line.starts_with("| ")) {
        let [_, _, command, printed, _] = row.split('|').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        // The examples test their own output.
        let Some(args) = quoted(command).next().and_then(|c| c.strip_prefix("sudomill ")) else {
            continue;
        };
        let run = Folder::new().run(args);
        let shown = run.out + &run.err;
        assert!(quoted(printed).count() > 0, "{row}");
        for part in quoted(printed) {
            assert!(shown.contains(part), "{part:?} of {row} is not in:\n{shown}");
        }
        rows += 1;
    }
    assert_eq!(rows, 22);
}

#[test]
fn every_drawing_is_current() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
    let page = include_str!("../../docs/heuristics.md");
    let mut drawn = Vec::new();
    for row in page.lines().filter(|line| line.contains("<br>`sudomill ")) {
        let picture = row.split('"').nth(1).unwrap();
        let quoted: Vec<_> = quoted(row).collect();
        let args = quoted.last().unwrap().strip_prefix("sudomill ").unwrap();
        let expected = std::fs::read_to_string(format!("{docs}/{picture}")).unwrap_or_else(|e| {
            panic!("docs/{picture}: {e}; make it: sudomill {args} --svg docs/{picture}")
        });
        Folder::new().run(&format!("{args} --svg -")).gives(&expected);
        drawn.push(quoted[0]);
    }
    // Every part has a drawing.
    let list = Folder::new().run("strategies").out;
    let parts = list.split("\n\n").skip(2).flat_map(|group| group.lines().skip(1));
    for part in parts.map(|line| line.split(' ').next().unwrap().replace("SEED", "0")) {
        assert!(
            drawn.contains(&part.as_str()),
            "docs/heuristics.md has no row with a drawing of {part}"
        );
    }
}
