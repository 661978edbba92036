//! [`Rates`]: how the joints of all frames move around a time.

use crate::curve::Polynomial;
use crate::robot::Frame;

/// How the joints of all frames move around a time. Frame 0 has none.
#[derive(Clone, Debug)]
pub(crate) struct Rates {
    /// How fast, now.
    pub now: Vec<f64>,
    /// At least the magnitudes of all speeds and second derivatives, all the while.
    pub most: Vec<f64>,
    pub bends: Vec<f64>,
    /// Have any joints second derivatives?
    pub is_curved: bool,
    /// With two clocks: how fast, if the second one runs backwards.
    pub back: Option<Vec<f64>>,
}

impl Rates {
    /// With these speeds, all the while.
    pub fn even(now: Vec<f64>) -> Self {
        let most = now.iter().map(|speed| speed.abs()).collect();
        Self { bends: vec![0.0; now.len()], most, now, is_curved: false, back: None }
    }
    /// Of polynomials, around `t`, between two times.
    pub fn of(frames: &[Frame], polynomials: &[Polynomial], t: f64, span: [f64; 2]) -> Self {
        let of_values: Vec<_> = polynomials.iter().map(|joint| joint.rate(t, span)).collect();
        let mut rates = Self { is_curved: true, ..Self::even(vec![0.0; frames.len()]) };
        for (k, frame) in frames.iter().enumerate().skip(1) {
            if !polynomials[frame.value].is_still() {
                let (rate, factor) = (of_values[frame.value], frame.multiplier);
                rates.now[k] = factor * rate.now;
                rates.most[k] = factor.abs() * rate.most;
                rates.bends[k] = factor.abs() * rate.bend;
            }
        }
        rates
    }
    /// Of two clocks, whose units of time are these half-widths. No frame moves with both.
    pub fn of_clocks([one, two]: [&Self; 2], [h, k]: [f64; 2]) -> Self {
        let each = |of: fn(&Self) -> &Vec<f64>, [h, k]: [f64; 2]| {
            of(one).iter().zip(of(two)).map(|(a, b)| h * a + k * b).collect::<Vec<f64>>()
        };
        Self {
            now: each(|rates| &rates.now, [h, k]),
            most: each(|rates| &rates.most, [h, k]),
            bends: each(|rates| &rates.bends, [h * h, k * k]),
            is_curved: one.is_curved || two.is_curved,
            back: Some(each(|rates| &rates.now, [h, -k])),
        }
    }
}
