//! Regions and extra units against a solver that shares no code with the crate.

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use sudomill_oracles::units::{MOST, Plain};
use sudomill_puzzle::{
    for_size,
    grid::{Candidates, Drawing, Extra, Order, Order2, Order3, Puzzle, Size, Units},
    solving::{Counters, Event, Limits, Outcome, Status},
    verify,
};
use sudomill_solvers::registry;

fn boxes(size: Size) -> Vec<usize> {
    let cell = |cell: usize| {
        let (row, column) = (cell / size.side(), cell % size.side());
        row / size.box_rows() * size.stacks() + column / size.box_columns()
    };
    (0..size.cells()).map(cell).collect()
}

fn neighbors(cell: usize, side: usize) -> Vec<usize> {
    let (row, column) = (cell / side, cell % side);
    let mut all = Vec::new();
    all.extend((row > 0).then(|| cell - side));
    all.extend((row + 1 < side).then(|| cell + side));
    all.extend((column > 0).then(|| cell - 1));
    all.extend((column + 1 < side).then(|| cell + 1));
    all
}

fn is_connected(regions: &[usize], region: usize, side: usize) -> bool {
    let first = regions.iter().position(|it| *it == region).unwrap();
    let mut reached = vec![first];
    let mut next = 0;
    while next < reached.len() {
        for cell in neighbors(reached[next], side) {
            if regions[cell] == region && !reached.contains(&cell) {
                reached.push(cell);
            }
        }
        next += 1;
    }
    reached.len() == side
}

/// The boxes after exchanges of cells between regions that touch, which stay in one piece.
pub fn random_regions(size: Size, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let (mut regions, side) = (boxes(size), size.side());
    for _ in 0..400 {
        let [one, other] = [(); 2].map(|()| rng.random_range(0..size.cells() as u32) as usize);
        let touches =
            |cell: usize, region| neighbors(cell, side).iter().any(|it| regions[*it] == region);
        let (a, b) = (regions[one], regions[other]);
        if a == b || !touches(one, b) || !touches(other, a) {
            continue;
        }
        (regions[one], regions[other]) = (b, a);
        if !is_connected(&regions, a, side) || !is_connected(&regions, b, side) {
            (regions[one], regions[other]) = (a, b);
        }
    }
    regions
}

pub fn drawing(regions: &[usize]) -> Drawing {
    let symbol = |region: &usize| Some(char::from(b'A' + *region as u8));
    Drawing::new(regions.iter().map(symbol).collect()).unwrap()
}

fn diagonals(side: usize) -> Vec<Vec<usize>> {
    vec![(0..side).map(|i| i * side + i).collect(), (1..=side).map(|i| i * side - i).collect()]
}

/// Two units of random cells, the second smaller than the number of digits.
pub fn random_extra(size: Size, rng: &mut ChaCha8Rng) -> Vec<Vec<usize>> {
    let mut cells: Vec<usize> = (0..size.cells()).collect();
    cells.shuffle(rng);
    let mut units = vec![cells[..size.side()].to_vec(), cells[size.side()..][..3].to_vec()];
    units.iter_mut().for_each(|unit| unit.sort_unstable());
    units
}

pub fn extra_drawing(size: Size, units: &[Vec<usize>]) -> Extra {
    let symbol = |cell| units.iter().position(|unit| unit.contains(&cell));
    let symbols = (0..size.cells()).map(|cell| symbol(cell).map(|i| char::from(b'a' + i as u8)));
    Extra::Drawing(Drawing::new(symbols.collect()).unwrap())
}

/// Compares every kind of strategy with the plain solver on puzzles from full to nearly empty.
/// Returns the number of puzzles.
fn compare<O: Order>(units: Units, plain: &Plain, rng: &mut ChaCha8Rng) -> usize {
    let mut digits: Vec<u8> = (1..=plain.side as u8).collect();
    digits.shuffle(rng);
    let mut full = None;
    let mut tries = 0;
    plain.solve(&mut vec![0; O::CELLS], &digits, &mut MOST.clone(), &mut |values| {
        full = Some(values.to_vec());
        false
    });
    let Some(full) = full else { return 0 };
    let mut compared = 0;
    let mut cells: Vec<usize> = (0..O::CELLS).collect();
    cells.shuffle(rng);
    let mut values = full.clone();
    for (removed, cell) in cells.into_iter().enumerate() {
        values[cell] = 0;
        if removed % 3 != 0 {
            continue;
        }
        let Some(expected) = plain.count(&values, 3) else { break };
        compared += 1;
        let puzzle = Puzzle::<O>::new_in(units, &values).unwrap();
        for name in [
            "region-lanes",
            "regions",
            "mrv",
            "naked/bilocation/descending",
            "pairs/mrv+degree",
            "locked/first/least-constraining",
        ] {
            let strategy = registry::find(name).unwrap().in_units(units).unwrap();
            let outcome =
                strategy.solver::<O>().solve(&puzzle, &Limits::default().with_solutions(3));
            assert_eq!(outcome.solutions, expected, "{name} {puzzle} {units:?}");
            let found = outcome.solution.unwrap();
            assert_eq!(verify::check_in(units, &puzzle, found.values()), Ok(()));
            assert!(plain.is_solution(found.values()));
        }
        // Beyond, there are too many ways for the plain solver.
        tries += usize::from(expected == 3);
        if tries == 3 {
            break;
        }
    }
    // A wrong clue mostly leaves no solution.
    let cell = rng.random_range(0..O::CELLS as u32) as usize;
    values[cell] = full[cell] % plain.side as u8 + 1;
    if let (Ok(puzzle), Some(expected)) =
        (Puzzle::<O>::new_in(units, &values), plain.count(&values, 2))
    {
        for name in ["region-lanes", "regions"] {
            let strategy = registry::find(name).unwrap().in_units(units).unwrap();
            let outcome = strategy.solver::<O>().solve(&puzzle, &Limits::default());
            assert_eq!(outcome.solutions, expected, "{name} {puzzle} {units:?}");
        }
        compared += 1;
    }
    compared
}

#[test]
fn random_regions_as_a_plain_solver_counts() {
    let mut rng = ChaCha8Rng::seed_from_u64(80);
    let mut compared = 0;
    for size in Size::every().filter(|&size| size <= Size::Nine) {
        for round in 0..12 {
            let regions = random_regions(size, &mut rng);
            let extra = match round % 3 {
                0 => vec![],
                1 => diagonals(size.side()),
                _ => random_extra(size, &mut rng),
            };
            let named = match round % 3 {
                0 => vec![],
                1 => vec![Extra::Diagonals],
                _ => vec![extra_drawing(size, &extra)],
            };
            let units = Units::new(size, Some(&drawing(&regions)), &named).unwrap();
            let plain = Plain::new(size.side(), &regions, &extra);
            compared += for_size!(size, O => compare::<O>(units, &plain, &mut rng));
            // With boxes.
            if let Ok(units) = Units::new(size, None, &named) {
                let plain = Plain::new(size.side(), &boxes(size), &extra);
                compared += for_size!(size, O => compare::<O>(units, &plain, &mut rng));
            }
        }
    }
    assert!(compared > 800, "{compared}");
}

#[test]
fn windows_as_a_plain_solver_counts() {
    let mut rng = ChaCha8Rng::seed_from_u64(81);
    let window = |top: usize, left: usize| {
        (0..9).map(|i| (top + i / 3) * 9 + left + i % 3).collect::<Vec<_>>()
    };
    let windows = [window(1, 1), window(1, 5), window(5, 1), window(5, 5)];
    let units = Units::new(Size::Nine, None, &[Extra::Windows]).unwrap();
    let plain = Plain::new(9, &boxes(Size::Nine), &windows);
    let compared: usize = (0..10).map(|_| compare::<Order3>(units, &plain, &mut rng)).sum();
    assert!(compared > 50, "{compared}");
}

/// Every way to divide 4×4 into four regions of four cells, each in one piece.
fn jigsaws_of_four() -> Vec<Vec<usize>> {
    fn fill(regions: &mut Vec<usize>, region: usize, all: &mut Vec<Vec<usize>>) {
        let Some(first) = regions.iter().position(|it| *it == 4) else {
            return all.push(regions.clone());
        };
        for others in 0_u32..1 << 16 {
            let cells = others | 1 << first;
            let are_open = (0..16).all(|cell| cells >> cell & 1 == 0 || regions[cell] == 4);
            if others >> first & 1 == 1 || cells.count_ones() != 4 || !are_open {
                continue;
            }
            let before = regions.clone();
            (0..16).filter(|cell| cells >> cell & 1 == 1).for_each(|cell| regions[cell] = region);
            if is_connected(regions, region, 4) {
                fill(regions, region + 1, all);
            }
            *regions = before;
        }
    }
    let mut all = Vec::new();
    fill(&mut vec![4; 16], 0, &mut all);
    all
}

fn count_all(units: Units) -> Outcome<Order2> {
    let empty = Puzzle::<Order2>::new_in(units, &[0; 16]).unwrap();
    let solver = registry::find("regions").unwrap().in_units(units).unwrap().solver::<Order2>();
    solver.solve(&empty, &Limits::default().with_solutions(1000))
}

#[test]
fn grids_of_four() {
    // All Latin squares, of which each kind of units keeps some.
    let mut squares = Vec::new();
    Plain::lines(4).solve(&mut [0; 16], &[1, 2, 3, 4], &mut usize::MAX.clone(), &mut |values| {
        squares.push(values.to_vec());
        true
    });
    assert_eq!(squares.len(), 576);
    let of = |plain: &Plain| squares.iter().filter(|it| plain.is_solution(it)).count() as u64;

    let with_diagonals = Plain::new(4, &boxes(Size::Four), &diagonals(4));
    let units = Units::new(Size::Four, None, &[Extra::Diagonals]).unwrap();
    assert_eq!((count_all(units).solutions, of(&with_diagonals)), (48, 48));

    let jigsaws = jigsaws_of_four();
    assert_eq!(jigsaws.len(), 117);
    for regions in jigsaws {
        for (extra, lists) in [(vec![], vec![]), (vec![Extra::Diagonals], diagonals(4))] {
            let units = Units::new(Size::Four, Some(&drawing(&regions)), &extra).unwrap();
            let plain = Plain::new(4, &regions, &lists);
            assert_eq!(count_all(units).solutions, of(&plain), "{regions:?}");
        }
    }
}

/// A line of each set: `.` or 0 for an empty cell.
fn lines(text: &'static str, most: usize) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#')).take(most)
}

#[test]
fn standard_boxes_count_as_locked_mrv() {
    let sets = [
        (Size::Four, include_str!("../../../../datasets/4x4.txt")),
        (Size::Six, include_str!("../../../../datasets/6x6.txt")),
        (Size::Nine, include_str!("../../../../datasets/minimal.txt")),
        (Size::Nine, include_str!("../../../../datasets/hard.txt")),
        (Size::Nine, include_str!("../../../../datasets/multiple.txt")),
        (Size::Nine, include_str!("../../../../datasets/unsolvable.txt")),
        (Size::Twelve, include_str!("../../../../datasets/12x12.txt")),
        (Size::Sixteen, include_str!("../../../../datasets/16x16.txt")),
    ];
    let mut searched = 0;
    for (size, text) in sets {
        let given = Units::new(size, Some(&drawing(&boxes(size))), &[]).unwrap();
        let locked = registry::find("locked/mrv").unwrap();
        let regions = registry::find("regions").unwrap();
        let in_regions = regions.clone().in_units(given).unwrap();
        for_size!(size, O => {
            let solvers = [&locked, &regions, &in_regions].map(|it| it.solver::<O>());
            for line in lines(text, if size > Size::Nine { 40 } else { 300 }) {
                let puzzle: Puzzle<O> = line.parse().unwrap();
                let limits = Limits::default().with_max_guesses(2000);
                let [locked, regions, in_regions] = solvers.each_ref().map(|it| it.solve(&puzzle, &limits));
                assert_eq!(locked.named_counters(), regions.named_counters(), "{line}");
                assert_eq!((locked, locked.named_counters()), (in_regions, in_regions.named_counters()), "{line}");
                searched += usize::from(locked.counters.guesses > 0);
            }
        });
    }
    assert!(searched > 500, "{searched}");
}

#[test]
fn guesses_begin_where_most_units_meet() {
    let units = Units::new(Size::Nine, None, &[Extra::Diagonals]).unwrap();
    for (name, first) in [("regions", 40), ("mrv", 40), ("first", 0)] {
        let mut guess = None;
        let mut observer = |event: Event, _: &Counters| {
            if let Event::Guess(cell, _) = event {
                guess.get_or_insert(cell.index());
            }
        };
        let empty = Puzzle::<Order3>::new_in(units, &[0; 81]).unwrap();
        let strategy = registry::find(name).unwrap().in_units(units).unwrap();
        let limits = Limits::default().with_solutions(1).with_max_guesses(1);
        strategy.solver::<Order3>().trace(&empty, &limits, &mut observer);
        assert_eq!(guess, Some(first), "{name}");
    }
}

#[test]
fn candidates_are_kept() {
    let units = Units::new(Size::Four, None, &[Extra::Diagonals]).unwrap();
    let mut candidates = [Candidates::all::<Order2>(); 16];
    candidates[0] = Candidates::from_bits(0b0110);
    candidates[5] = Candidates::from_bits(0b1000);
    let puzzle = Puzzle::<Order2>::from_candidates(&candidates).unwrap();
    let solver = registry::find("regions").unwrap().in_units(units).unwrap().solver::<Order2>();
    let outcome = solver.solve(&puzzle, &Limits::default().with_solutions(1000));
    let plain = Plain::new(4, &boxes(Size::Four), &diagonals(4));
    let mut expected = 0;
    plain.solve(&mut [0; 16], &[1, 2, 3, 4], &mut usize::MAX.clone(), &mut |values| {
        expected += u64::from([2, 3].contains(&values[0]) && values[5] == 4);
        true
    });
    assert_eq!((outcome.status, outcome.solutions), (Status::Multiple, expected));
}

#[test]
fn other_strategies_refuse_by_name() {
    let units = Units::new(Size::Four, None, &[Extra::Diagonals]).unwrap();
    for name in ["lanes", "restarts", "moler", "electroyou", "backtracking", "generate-and-test"] {
        let error = registry::find(name).unwrap().in_units(units).unwrap_err().to_string();
        assert!(error.starts_with(&format!("strategy {name} knows only")), "{error}");
    }
}
