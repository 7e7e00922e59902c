//! The axes of a picture: the places of values, and the ticks.

/// About as many ticks has an axis.
const TICKS: usize = 6;

/// An axis of a picture.
#[derive(Clone, Debug)]
pub(in crate::report) struct Axis {
    /// The quantity and its unit.
    pub title: String,
    /// The ends, as places.
    pub ends: (f64, f64),
    /// Places and their labels.
    pub ticks: Vec<(f64, String)>,
    log: bool,
}

type Label = fn(f64) -> String;

impl Axis {
    /// A logarithmic axis that fits all positive values.
    pub fn log(values: impl Iterator<Item = f64>, title: &str, label: Label) -> Self {
        let (least, most) = extremes(values);
        let (low, high) = (least.log10(), most.log10());
        // A factor of two around equal values, a margin around others.
        let margin = ((0.3 - (high - low)) / 2.0).max((high - low) * 0.03);
        let ends = (low - margin, high + margin);
        let ticks = log_ticks(ends).into_iter().map(|tick| (tick.log10(), label(tick))).collect();
        Self { title: title.to_owned(), ends, ticks, log: true }
    }

    /// An axis from `from` to the largest of these values.
    pub fn linear(from: f64, values: impl Iterator<Item = f64>, title: &str, label: Label) -> Self {
        let (_, most) = extremes(values);
        let most = most.max(from + 1e-6);
        let ends = (from, most + (most - from) * 0.03);
        let ticks = linear_ticks(ends).into_iter().map(|tick| (tick, label(tick))).collect();
        Self { title: title.to_owned(), ends, ticks, log: false }
    }

    /// Logarithmic if the values are far apart, else linear from 0.
    pub fn suited(values: &[f64], title: &str, label: Label) -> Self {
        let (least, most) = extremes(values.iter().copied());
        match most / least {
            20.0.. => Self::log(values.iter().copied(), &format!("{title}, log scale"), label),
            _ => Self::linear(0.0, values.iter().copied(), title, label),
        }
    }

    /// An axis over the places 0, 1, … with these labels, or every second, third, … of
    /// them.
    pub fn classes(labels: Vec<String>, title: &str) -> Self {
        let ends = (-0.6, labels.len() as f64 - 0.4);
        let step = labels.len().div_ceil(9).max(1);
        let ticks = labels.into_iter().enumerate().step_by(step);
        let ticks = ticks.map(|(i, label)| (i as f64, label)).collect();
        Self { title: title.to_owned(), ends, ticks, log: false }
    }

    /// An axis without ticks.
    pub fn bare(ends: (f64, f64)) -> Self {
        Self { title: String::new(), ends, ticks: Vec::new(), log: false }
    }

    /// The place of a value; beyond the axis, that of its end.
    pub fn place(&self, value: f64) -> f64 {
        let place = if self.log { value.max(1e-300).log10() } else { value };
        place.clamp(self.ends.0, self.ends.1)
    }

    /// How far along the axis a place is: 0 at its start, 1 at its end.
    pub fn share(&self, place: f64) -> f64 {
        (place - self.ends.0) / (self.ends.1 - self.ends.0)
    }
}

/// The least and the largest positive value; 1 and 10 if there is none.
fn extremes(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let usual = |value: &f64| (1e-9..1e30).contains(value);
    let join = |(least, most): (f64, f64), value: f64| (least.min(value), most.max(value));
    match values.filter(usual).fold((f64::MAX, f64::MIN), join) {
        (least, most) if least <= most => (least, most),
        _ => (1.0, 10.0),
    }
}

/// Round values between two ends that are given as logarithms: powers of ten if
/// there are enough of them.
fn log_ticks(ends: (f64, f64)) -> Vec<f64> {
    const LADDERS: [&[f64]; 3] = [&[1.0], &[1.0, 2.0, 5.0], &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0]];
    let decades = (ends.0.floor() as i32)..=(ends.1.ceil() as i32);
    let inside = |value: &f64| (ends.0..=ends.1).contains(&value.log10());
    let ticks = |ladder: &[f64]| -> Vec<f64> {
        let all = decades.clone().flat_map(|d| ladder.iter().map(move |s| s * 10f64.powi(d)));
        all.filter(inside).collect()
    };
    let ladders = LADDERS.map(ticks);
    let enough = ladders.iter().find(|ticks| ticks.len() >= 3).unwrap_or(&ladders[2]);
    enough.iter().copied().step_by(enough.len().div_ceil(TICKS).max(1)).collect()
}

/// Multiples of a round step.
fn linear_ticks((from, to): (f64, f64)) -> Vec<f64> {
    let rough = (to - from) / (TICKS as f64 - 1.0);
    let ten = 10f64.powf(rough.log10().floor());
    let round = [1.0, 2.0, 2.5, 5.0, 10.0].map(|factor| factor * ten);
    let step = round.into_iter().find(|step| *step >= rough * 0.999).unwrap_or(rough);
    let first = (from / step).ceil() as i64;
    (first..).map(|n| n as f64 * step).take_while(|tick| *tick <= to).take(2 * TICKS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, label)| label.as_str()).collect()
    }

    fn plain(value: f64) -> String {
        format!("{value}")
    }

    #[test]
    fn round_ticks() {
        let log = |values: [f64; 2]| Axis::log(values.into_iter(), "", plain);
        assert_eq!(labels(&log([30.0, 20_000.0])), ["100", "1000", "10000"]);
        assert_eq!(labels(&log([90.0, 600.0])), ["100", "200", "500"]);
        assert_eq!(labels(&log([100.0, 100.0])), ["100"]);
        assert!(log([1.0, 1e12]).ticks.len() <= TICKS + 1);
        assert_eq!(
            labels(&Axis::linear(0.0, [9.0].into_iter(), "", plain)),
            ["0", "2", "4", "6", "8"]
        );
    }

    #[test]
    fn odd_values() {
        for values in [vec![], vec![0.0], vec![f64::NAN, -1.0], vec![f64::MAX], vec![1e-8, 1e29]] {
            for axis in
                [Axis::log(values.iter().copied(), "", plain), Axis::suited(&values, "", plain)]
            {
                assert!(axis.ends.0 < axis.ends.1 && axis.ticks.len() < 20, "{values:?}: {axis:?}");
                assert!((axis.ends.0..=axis.ends.1).contains(&axis.place(0.0)));
            }
        }
    }
}
