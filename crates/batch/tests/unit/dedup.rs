//! Classes of puzzles, in memory and in temporary files.

use std::{collections::HashMap, fs, io::Cursor};
use sudomill_batch::files::{
    CHUNK, RunOptions,
    dedup::{Dedup, DedupOptions, Member},
};
use sudomill_generate::{Kind, Recipe};
use sudomill_input::read_from;
use sudomill_output::Sink;
use sudomill_puzzle::{grid::Puzzle, solving::Status};
use sudomill_symmetry::Transformation;

/// Records of CSV and the number of the class of each.
struct Records {
    header: &'static str,
    lines: Vec<String>,
    classes: Vec<u64>,
}

impl Records {
    fn text(&self) -> String {
        self.lines.iter().fold(self.header.to_owned(), |text, line| text + line)
    }

    /// The first record of each class.
    fn first_of_each(&self) -> String {
        let first = self.firsts();
        let is_first = |number: &usize| first[&self.classes[*number]] == *number;
        let numbers = (0..self.lines.len()).filter(is_first);
        numbers.fold(self.header.to_owned(), |text, number| text + &self.lines[number])
    }

    /// The number of the first record of each class.
    fn firsts(&self) -> HashMap<u64, usize> {
        let mut firsts = HashMap::new();
        for (number, class) in self.classes.iter().enumerate() {
            firsts.entry(*class).or_insert(number);
        }
        firsts
    }

    /// The number of records of each class.
    fn sizes(&self) -> HashMap<u64, u64> {
        let mut sizes = HashMap::new();
        self.classes.iter().for_each(|class| *sizes.entry(*class).or_default() += 1);
        sizes
    }

    /// Finds the classes, and compares what is written and the members.
    fn check(&self, options: DedupOptions) {
        let mut dedup = Dedup::new(options);
        let source = read_from("memory", Cursor::new(self.text())).unwrap();
        let tally = dedup.add(source, &()).unwrap();
        let records = self.lines.len() as u64;
        assert_eq!([tally.puzzles(), tally.of(Status::Invalid)], [records, 0]);
        let mut found = dedup.classes(true).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mut sink = Sink::create(&path).unwrap();
        found.write_first(&mut sink).unwrap();
        sink.finish().unwrap();
        // Not `assert_eq`, which would print megabytes.
        assert!(fs::read_to_string(&path).unwrap() == self.first_of_each());
        let (firsts, sizes) = (self.firsts(), self.sizes());
        assert_eq!(found.sizes.iter().map(|it| it.1).sum::<u64>(), sizes.len() as u64);
        let above = self.header.lines().count() as u64 + 1;
        for Member { place, first, size, .. } in found.members {
            let class = self.classes[(place.line - above) as usize];
            assert_eq!((first.line, size), (firsts[&class] as u64 + above, sizes[&class]));
        }
    }
}

fn run(threads: usize, chunk: usize) -> DedupOptions<'static> {
    DedupOptions::default().with_run(RunOptions::default().with_threads(threads).with_chunk(chunk))
}

/// Puzzles, many of them equivalent.
#[test]
fn equivalent_puzzles() {
    let recipe = Recipe::new(Kind::Unique, 41);
    let make = |number: u64| {
        let class = number * number % 701;
        let puzzle: Puzzle = recipe.puzzle(class).unwrap();
        (Transformation::random(42, number).of_puzzle(&puzzle).to_string() + "\n", class)
    };
    let (lines, classes) = (0..2_000).map(make).unzip();
    let records = Records { header: "", lines, classes };
    for (threads, chunk) in [(1, CHUNK), (2, 1000), (3, 100_000)] {
        records.check(run(threads, chunk));
    }
}

/// The keys of 150,000 records, of 41 bytes and three numbers each, are 10.4 MB, more than the 128 × 64 KiB
/// that are held in memory; the records are 71 MB, more than 64 MiB.
#[test]
fn spilled_sets() {
    let recipe = Recipe::new(Kind::Unique, 41);
    let puzzles: Vec<Puzzle> = (0..100).map(|number| recipe.puzzle(number).unwrap()).collect();
    let note = "n".repeat(390);
    let make = |number: u64| {
        let class = number * number % 100_003;
        let puzzle = &puzzles[(class % 100) as usize];
        (format!("{},{note}\n", Transformation::random(42, class).of_puzzle(puzzle)), class)
    };
    let (lines, classes) = (0..150_000).map(make).unzip();
    let records = Records { header: "puzzle,note\n", lines, classes };
    for (threads, chunk) in [(1, CHUNK), (3, 100_000)] {
        records.check(run(threads, chunk).with_exact(true));
    }
}
