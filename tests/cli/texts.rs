//! Every command of `docs/texts.md` prints what stands beside it.

use crate::run::Folder;

/// The parts of a cell of a table between backquotes.
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
