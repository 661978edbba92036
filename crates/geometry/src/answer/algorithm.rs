//! [`Algorithm`], which algorithm gave an answer, and [`End`], why it stopped.

/// Why an algorithm stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum End {
    /// The lower and the upper bound met within tolerance.
    Converged,
    /// The question was answered before the bounds met.
    Early,
    /// Rounding error prevented further progress. The bounds are valid, but did not meet.
    NoProgress,
    /// The limit on the number of steps was reached. The bounds are valid, but did not meet.
    StepLimit,
}

/// An algorithm, as the request of a query and in its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Algorithm {
    /// The best algorithm for the pair. The answer names the one that it was: [`Algorithm::AUTO_ANSWERS`] has
    /// them all.
    #[default]
    Auto,
    /// The closed form for half-spaces. No answer for other shapes.
    HalfSpace,
    /// The closed forms, which [`Algorithm::Auto`] uses where they exist: balls against balls, capsules,
    /// boxes and round shapes; two capsules; round shapes around one axis; in 3D, capsules and cylinders
    /// against boxes; in 2D, all that has straight sides; and balls that move along lines. No answer where a
    /// pair has none, or where rounding leaves it open.
    ClosedForm,
    /// GJK (Gilbert, Johnson and Keerthi) alone: distance and closest points. No depth if the shapes
    /// overlap.
    Gjk,
    /// GJK, and EPA if the shapes overlap: the answer names the one of both that gave it. It handles all
    /// shapes. [`Algorithm::Auto`] uses it for shapes without a better algorithm, and to finish what a better
    /// algorithm leaves undecided.
    GjkEpa,
    /// GJK for the yes-or-no question of intersection alone, by evolving a simplex.
    GjkBoolean,
    /// EPA (expanding polytope algorithm) alone: penetration depth. Only a lower bound if the shapes are
    /// apart. It begins with GJK, which answers where only the rounding radii overlap.
    Epa,
    /// Separating axis test of polytopes with every axis. Like all separating axis tests, it gives only a
    /// lower bound if the shapes are apart.
    Sat,
    /// Separating axis test of polytopes with the faces, and those pairs of edges whose arcs cross on the
    /// Gauss map. In 2D there are no pairs of edges: it is the same as [`Algorithm::SatGauss`].
    SatPruned,
    /// Like [`Algorithm::SatPruned`], but finds the pairs of edges by walking the overlaid Gauss maps.
    SatGauss,
    /// Separating axis test of polytopes with those axes that no bound rules out. In 2D it is the same as
    /// [`Algorithm::SatGauss`].
    SatBounded,
    /// The 15 axes of two boxes in 3D. [`Algorithm::Auto`] uses it for two boxes. For other shapes it gives
    /// no answer.
    SatBoxes,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Auto,
        Self::HalfSpace,
        Self::ClosedForm,
        Self::Gjk,
        Self::GjkEpa,
        Self::GjkBoolean,
        Self::Epa,
        Self::Sat,
        Self::SatPruned,
        Self::SatGauss,
        Self::SatBounded,
        Self::SatBoxes,
    ];

    /// What [`Algorithm::Auto`] answers a query with: [`Algorithm::Sat`] contacts of two rectangles alone.
    pub const AUTO_ANSWERS: [Self; 8] = [
        Self::HalfSpace,
        Self::ClosedForm,
        Self::Gjk,
        Self::Epa,
        Self::Sat,
        Self::SatGauss,
        Self::SatBounded,
        Self::SatBoxes,
    ];

    /// What a query by this name is answered with; an answer by none of these has no bounds. Half-spaces keep
    /// their closed form.
    pub fn answers(self) -> &'static [Self] {
        let at = Self::ALL.iter().position(|one| *one == self).unwrap_or_default();
        match self {
            Self::Auto => &Self::AUTO_ANSWERS,
            Self::GjkEpa | Self::Epa => &[Self::Gjk, Self::Epa],
            _ => core::slice::from_ref(&Self::ALL[at]),
        }
    }

    /// Is it one of the separating axis tests?
    pub fn is_sat(self) -> bool {
        use Algorithm::*;
        matches!(self, Sat | SatPruned | SatGauss | SatBounded | SatBoxes)
    }
    /// The name of the algorithm on the command line, in requests and in answers.
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
