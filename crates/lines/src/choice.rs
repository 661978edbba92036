//! The algorithms that can be requested, by their names on the command line.

use clearance::Algorithm;
use clearance::lessons::by_name;
use clearance::pair::Method;
use clearance::space::Vector;

/// Which algorithm to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Choice {
    /// Whatever suits the pair: a closed form, separating axes, GJK or EPA
    Auto,
    /// Distance and closest points; overlap gives no depth
    Gjk,
    /// GJK, and EPA where the shapes overlap: what serves all shapes
    GjkEpa,
    /// Yes or no, nothing else
    GjkBoolean,
    /// Penetration; a gap gives a lower bound only
    Epa,
    /// Separating axes of polytopes, all of them; a gap gives a lower bound only
    Sat,
    /// Separating axes, pruned on the Gauss map
    SatPruned,
    /// Separating axes, by walking the overlaid Gauss maps
    SatGauss,
    /// Separating axes that no bound rules out
    SatBounded,
    /// The 15 axes of two boxes in 3D
    SatBoxes,
    /// A closed form, where the pair has one
    ClosedForm,
    /// The closed form of half-spaces
    HalfSpace,
}

impl Choice {
    const ALL: [Self; 12] = [
        Self::Auto,
        Self::Gjk,
        Self::GjkEpa,
        Self::GjkBoolean,
        Self::Epa,
        Self::Sat,
        Self::SatPruned,
        Self::SatGauss,
        Self::SatBounded,
        Self::SatBoxes,
        Self::ClosedForm,
        Self::HalfSpace,
    ];

    /// All names on the command line.
    pub fn names() -> [&'static str; 12] {
        Self::ALL.map(|choice| choice.algorithm().name())
    }
    /// By its name on the command line.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.algorithm().name() == name)
    }
    /// Does it answer casts, too?
    pub fn casts(self) -> bool {
        matches!(self, Choice::Auto | Choice::Gjk | Choice::ClosedForm | Choice::HalfSpace)
    }
    /// What a query takes for it.
    pub fn method<V: Vector>(self) -> Method<V> {
        by_name(self.algorithm())
    }
    /// The library's name for it.
    pub fn algorithm(self) -> Algorithm {
        match self {
            Choice::Auto => Algorithm::Auto,
            Choice::Gjk => Algorithm::Gjk,
            Choice::GjkEpa => Algorithm::GjkEpa,
            Choice::GjkBoolean => Algorithm::GjkBoolean,
            Choice::Epa => Algorithm::Epa,
            Choice::Sat => Algorithm::Sat,
            Choice::SatPruned => Algorithm::SatPruned,
            Choice::SatGauss => Algorithm::SatGauss,
            Choice::SatBounded => Algorithm::SatBounded,
            Choice::SatBoxes => Algorithm::SatBoxes,
            Choice::ClosedForm => Algorithm::ClosedForm,
            Choice::HalfSpace => Algorithm::HalfSpace,
        }
    }
}

/// How to answer a line.
#[derive(Clone, Copy)]
pub struct How {
    /// The requested algorithm.
    pub choice: Choice,
    /// Is the answer also checked by the independent checker? Needs the feature `checker`.
    pub verify: bool,
}

impl How {
    /// Constant without the feature `checker`, so that the checker's code is left out.
    pub(crate) fn checks(self) -> bool {
        cfg!(feature = "checker") && self.verify
    }
}
