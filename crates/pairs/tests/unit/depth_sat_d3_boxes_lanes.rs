//! Tests of `depth::sat::d3::boxes_lanes`.

use core::array::from_fn;
use core::ops::{Add, Div, Mul, Sub};

use clearance_pairs::depth::sat::d3::boxes_lanes::*;
use clearance_pairs::depth::sat::d3::{BoxAxes, Three};
use clearance_testing::{Counted, Random};
use glam::DVec3;

/// A number in `f32`, with its error.
type Number = Counted<24>;

/// Three such numbers.
#[derive(Clone, Copy)]
struct Lane([Number; 3]);

impl Lane {
    fn zip(self, other: Self, of: impl Fn(Number, Number) -> Number) -> Self {
        Self(from_fn(|i| of(self.0[i], other.0[i])))
    }
}
impl Add for Lane {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.zip(other, Add::add)
    }
}
impl Sub for Lane {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.zip(other, Sub::sub)
    }
}
impl Mul for Lane {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.zip(other, Mul::mul)
    }
}
impl Mul<Number> for Lane {
    type Output = Self;
    fn mul(self, by: Number) -> Self {
        Self(self.0.map(|x| x * by))
    }
}
impl Div for Lane {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        self.zip(other, Div::div)
    }
}
impl Three for Lane {
    type Number = Number;
    fn splat(number: Number) -> Self {
        Self([number; 3])
    }
    fn at(self, i: usize) -> Number {
        self.0[i]
    }
    fn abs(self) -> Self {
        Self(self.0.map(Number::abs))
    }
    fn min(self, other: Self) -> Self {
        self.zip(other, Number::min)
    }
    fn least(self) -> Number {
        self.0[0].min(self.0[1]).min(self.0[2])
    }
    fn turned(self) -> [Self; 2] {
        let [x, y, z] = self.0;
        [Self([y, z, x]), Self([z, x, y])]
    }
    fn above(self, other: Self) -> u32 {
        (0..3).map(|i| u32::from(self.0[i].value > other.0[i].value) << i).sum()
    }
}

/// Evaluates the overlaps along all axes over numbers that count their errors, as [`Lanes::new`] does: the
/// largest error is [`OFF`], with a little room.
#[test]
fn off_is_the_counted_error() {
    let (mut random, mut most) = (Random::new(20), 0.0_f64);
    let lane = |v: DVec3| Lane(v.to_array().map(Number::rounded));
    let turned = |m: [Lane; 3]| [0, 1, 2].map(|i| Lane(m.map(|column| column.0[i])));
    for i in 0..20_000 {
        let turns = [(); 2].map(|()| glam::DMat3::from_quat(random.rotation()));
        let size = |random: &mut Random| libm::pow(10.0, -3.0 * f64::from(i % 2) * random.unit());
        let halves = [(); 2].map(|()| DVec3::from_array([(); 3].map(|()| size(&mut random))));
        let way = random.direction3() * [0.0, 0.1, 1.0, 3.0][i as usize % 4];
        let length = halves[0].length() + halves[1].length() + way.length();
        let [a, b] = turns.map(|m| [m.x_axis, m.y_axis, m.z_axis].map(lane));
        let into_a = turned(a);
        let seen = |v: Lane| into_a[0] * v.at(0) + into_a[1] * v.at(1) + into_a[2] * v.at(2);
        let columns = b.map(seen);
        let [half_a, half_b] = halves.map(lane);
        let (rows, middle) = (turned(columns), seen(lane(way)));
        let axes = BoxAxes { half_a, half_b, columns, rows, middle };
        let edges = [0, 1, 2].map(|i| axes.edges(i));
        for overlap in axes.faces().into_iter().chain(edges).flat_map(|lane| lane.0) {
            most = most.max(overlap.epsilons(length));
        }
    }
    println!("{most} epsilons");
    assert!(most <= f64::from(OFF) && most > 0.25 * f64::from(OFF), "{most}");
}
