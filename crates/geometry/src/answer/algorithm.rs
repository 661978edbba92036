//! Which algorithm gave an answer, and why it stopped.

/// Why an algorithm stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum End {
    /// The bounds met within tolerance.
    Converged,
    /// The question asked was answered before the bounds met.
    Early,
    /// Rounding allowed no further progress; the bounds are as they are.
    NoProgress,
    /// The limit on steps was reached; the bounds are as they are.
    StepLimit,
}

/// An algorithm, as asked for and as answered with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Algorithm {
    /// Whatever suits the pair best.
    #[default]
    Auto,
    /// The closed form for half-spaces.
    HalfSpace,
    /// The closed forms of balls against balls, capsules and boxes, of two capsules, in space of
    /// capsules and cylinders against boxes, and of two balls that move along lines: what
    /// [`Algorithm::Auto`] takes for them. By name it is the same as that.
    ClosedForm,
    /// Distance and closest points by Gilbert, Johnson and Keerthi alone. Overlap: no depth.
    Gjk,
    /// What [`Algorithm::Auto`] takes for shapes that it knows nothing better for, and to finish what a
    /// better way leaves open: GJK, and EPA where the shapes overlap. It serves all shapes.
    GjkEpa,
    /// The boolean question alone, by evolving a simplex.
    GjkBoolean,
    /// Penetration by the expanding polytope alone. Apart: a lower bound only.
    Epa,
    /// Polytopes: every separating axis. Apart: a lower bound only, as with all of these.
    Sat,
    /// Polytopes: faces, and pairs of edges whose arcs cross on the Gauss map.
    SatPruned,
    /// Polytopes: the same, found by walking the overlaid Gauss maps.
    SatGauss,
    /// Polytopes: the axes that no bound rules out.
    SatBounded,
    /// Two boxes in space: their 15 axes. What [`Algorithm::Auto`] takes for them; of other
    /// shapes it says nothing.
    SatBoxes,
}

impl Algorithm {
    /// Is it one of the separating axis tests?
    pub fn is_sat(self) -> bool {
        use Algorithm::*;
        matches!(self, Sat | SatPruned | SatGauss | SatBounded | SatBoxes)
    }
    /// The name that the command line uses, to ask or to answer.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Auto => "auto",
            Algorithm::HalfSpace => "half-space",
            Algorithm::ClosedForm => "closed-form",
            Algorithm::Gjk => "gjk",
            Algorithm::GjkEpa => "gjk-epa",
            Algorithm::GjkBoolean => "gjk-boolean",
            Algorithm::Epa => "epa",
            Algorithm::Sat => "sat",
            Algorithm::SatPruned => "sat-pruned",
            Algorithm::SatGauss => "sat-gauss",
            Algorithm::SatBounded => "sat-bounded",
            Algorithm::SatBoxes => "sat-boxes",
        }
    }
}
