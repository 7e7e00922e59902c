//! In `docs/strategies.md`, every command beside a figure of a text prints it, and every command
//! beside a drawing draws it.

use crate::{puzzles::shipped, run::Folder};

/// Returns the parts of a table cell between backquotes.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Returns what a command beside a figure prints, in the folder `datasets`. The examples compare
/// their own output with `docs/examples.md`.
fn output(command: &str) -> String {
    if let Some(args) = command.strip_prefix("sudomill ") {
        let folder = Folder::with("texts.txt", shipped("texts.txt"));
        let run = folder.and("minimal.txt", shipped("minimal.txt")).run(args);
        return run.out + &run.err;
    }
    let blocks = include_str!("../../docs/examples.md").split("```console\n$ ").skip(1);
    let blocks = blocks.filter_map(|block| block.split("```").next()?.split_once('\n'));
    // A bar would end the cell of the table.
    let command = command.replace('\0', "|");
    blocks.filter(|(first, _)| *first == command).map(|(_, shown)| shown).collect()
}

/// Returns true if a text holds a figure that does not go on there: `calls 2` is not in `calls 20`,
/// nor in `calls 2,000`. A row of a grid may go on, with the next row.
fn is_shown(text: &str, figure: &str) -> bool {
    let is_row = figure.len() >= 9 && figure.chars().all(|c| c.is_ascii_digit() || c == '.');
    text.match_indices(figure).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + figure.len()..]);
        let number = after.trim_start_matches([',', '.']);
        let goes_on = |text: &str| {
            figure.ends_with(char::is_alphanumeric) && text.starts_with(char::is_alphanumeric)
        };
        let is_begun =
            figure.starts_with(char::is_alphanumeric) && before.ends_with(char::is_alphanumeric);
        let is_more =
            number.len() < after.len() && number.starts_with(|c: char| c.is_ascii_digit());
        !is_begun && (is_row || !goes_on(after) && !is_more)
    })
}

#[test]
fn figures_are_whole() {
    for (text, figure, expected) in [
        ("calls 2, passes 53", "calls 2", true),
        ("calls 20, passes 53", "calls 2", false),
        ("calls 2,552", "calls 2", false),
        ("calls 2,552", "calls 2,552", true),
        ("12 calls 2", "2 calls 2", false),
        ("\n213485796694731582", "213485796", true),
        ("\n5213485796694731582", "213485796", false),
    ] {
        assert_eq!(is_shown(text, figure), expected, "{figure:?} in {text:?}");
    }
}

#[test]
fn every_figure_is_printed() {
    let (mut shown, mut marks) = (String::new(), [0; 3]);
    let page = include_str!("../../docs/strategies.md");
    let (_, page) = page.split_once("\n## The texts and their figures\n").unwrap();
    let is_row = |line: &&str| line.starts_with('|') && !line.starts_with("| place");
    for row in page.lines().filter(is_row).filter(|line| !line.starts_with("| ---")) {
        let row = row.replace("\\|", "\0");
        let [_, _, figure, mark, command, _] = row.split('|').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        assert!(row.chars().count() <= 115, "too wide for a screen: {row}");
        let command = quoted(command).next().inspect(|command| shown = output(command));
        // Other tests type the answers to prompts.
        let is_typed = figure.contains("on a terminal");
        let parts = quoted(figure).count();
        let mark = ["stated", "computed", "—"].iter().position(|known| *known == mark.trim());
        marks[mark.unwrap_or_else(|| panic!("{row}"))] += 1;
        match mark {
            Some(2) => assert!(command.is_none() && parts == 0, "{row}"),
            _ => assert!(parts > 0 || is_typed, "{row}"),
        }
        for part in quoted(figure) {
            assert!(is_shown(&shown, part), "{part:?} of {row} is not in:\n{shown}");
        }
    }
    assert!(marks.iter().all(|&rows| rows > 5), "{marks:?}");
}

#[test]
fn every_drawing_is_current() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
    let page = include_str!("../../docs/strategies.md");
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
            "docs/strategies.md has no row with a drawing of {part}"
        );
    }
}
