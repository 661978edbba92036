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
}

impl Rates {
    /// With these speeds, all the while.
    pub fn even(now: Vec<f64>) -> Self {
        let most = now.iter().map(|speed| speed.abs()).collect();
        Self { bends: vec![0.0; now.len()], most, now }
    }
    /// Of polynomials, around `t`, between two times.
    pub fn of(frames: &[Frame], polynomials: &[Polynomial], t: f64, span: [f64; 2]) -> Self {
        let of_values: Vec<_> = polynomials.iter().map(|joint| joint.rate(t, span)).collect();
        let mut rates = Self::even(vec![0.0; frames.len()]);
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
}
