use sudomill_puzzle::grid::Order2;
use sudomill_puzzle::grid::solution::*;

#[test]
fn parses_its_text() {
    let solution: Solution<Order2> = "2413134242313124".parse().unwrap();
    assert_eq!(solution.to_string().parse(), Ok(solution));
    assert_eq!(Solution::new(solution.values()), Ok(solution));
}

#[test]
fn refuses_other_texts() {
    let message = |text: &str| text.parse::<Solution<Order2>>().unwrap_err().to_string();
    assert_eq!(message("241313424231312"), "found 15 cells; expected 16");
    assert_eq!(message("241313424231312."), "found no digit of the grid in cell 15");
    assert_eq!(message("5413134242313124"), "found no digit of the grid in cell 0");
}
