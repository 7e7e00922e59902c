use sudomill_puzzle::grid::size::*;

#[test]
fn names_read_back() {
    for &size in Size::ALL {
        assert_eq!(size.to_string().parse(), Ok(size));
        assert_eq!(size.side().to_string().parse(), Ok(size));
        assert_eq!(Size::from_cells(size.cells()), Some(size));
    }
    for size in Size::every() {
        assert_eq!(Size::from_boxes(size.box_rows(), size.box_columns()), Some(size));
        assert_eq!(Size::from_order_text(&size.order_text()), Some(size));
    }
    assert_eq!(Size::from_order_text("3×2"), Some(Size::SixTall));
    for name in ["", "x", "2x", "x3", "2x2x2", "3x6", "6", "1x4", "-2x3"] {
        assert_eq!(Size::from_order_text(name), None, "{name}");
    }
}

#[test]
fn unknown_names_are_refused() {
    for name in ["", "3", "9x", "9x16", "x9", "+x9", "9×9×9"] {
        let error = name.parse::<Size>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("found {name}; expected ")), "{error}");
    }
    let error = "7".parse::<Size>().unwrap_err().to_string();
    let sizes: Vec<_> = Size::ALL.iter().map(ToString::to_string).collect();
    let (last, others) = sizes.split_last().unwrap();
    assert_eq!(error, format!("found 7; expected {} or {last}", others.join(", ")));
}
