//! The algorithms that can be requested, by their names on the command line.

use clearance::Algorithm;

/// Which algorithm to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Asked {
    /// Whatever suits the pair
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
}

impl Asked {
    const ALL: [Self; 9] = [
        Self::Auto,
        Self::Gjk,
        Self::GjkEpa,
        Self::GjkBoolean,
        Self::Epa,
        Self::Sat,
        Self::SatPruned,
        Self::SatGauss,
        Self::SatBounded,
    ];

    /// By its name on the command line.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|asked| asked.algorithm().name() == name)
    }
    /// Is it a separating axis test?
    pub fn is_sat(self) -> bool {
        matches!(self, Asked::Sat | Asked::SatPruned | Asked::SatGauss | Asked::SatBounded)
    }
    /// Does it answer casts, too?
    pub fn casts(self) -> bool {
        matches!(self, Asked::Auto | Asked::Gjk)
    }
    /// The library's name for it.
    pub fn algorithm(self) -> Algorithm {
        match self {
            Asked::Auto => Algorithm::Auto,
            Asked::Gjk => Algorithm::Gjk,
            Asked::GjkEpa => Algorithm::GjkEpa,
            Asked::GjkBoolean => Algorithm::GjkBoolean,
            Asked::Epa => Algorithm::Epa,
            Asked::Sat => Algorithm::Sat,
            Asked::SatPruned => Algorithm::SatPruned,
            Asked::SatGauss => Algorithm::SatGauss,
            Asked::SatBounded => Algorithm::SatBounded,
        }
    }
}

/// How to answer a line.
#[derive(Clone, Copy)]
pub struct How {
    /// The requested algorithm.
    pub asked: Asked,
    /// Is the answer also checked by the independent checker? Needs the feature `checker`.
    pub verify: bool,
}

impl How {
    /// Constant without the feature `checker`, so that the checker's code is left out.
    pub(crate) fn checks(self) -> bool {
        cfg!(feature = "checker") && self.verify
    }
}
