//! Poses compose, invert and transform as glam's affine matrices do in `f64`, and convert to
//! matrices and back.

use core::f64::consts::PI;
use std::fmt::Debug;

use clearance::glam::{
    Affine2, Affine3, Affine3A, DAffine2, DAffine3, DMat3, DMat4, DQuat, DVec2, DVec3, Mat3, Mat4,
    Quat, Vec2, Vec3,
};
use clearance::number::Scalar;
use clearance::space::{Turn, Vector};
use clearance::{Error, Pose};
use clearance_testing::Random;

/// The vectors differ by at most a few roundings of `length`.
fn near<V: Vector>(found: V, expected: V::Wide, length: f64, what: &str) {
    let off = (found.widen() - expected).norm();
    let most = 4.0 * V::Scalar::EPSILON.to_f64() * length;
    assert!(off <= most, "{what}: {found:?} is not {expected:?}: off by {off:e} of {most:e}");
}

/// The type of a rotation argument: an angle or a quaternion.
type Given<V> = <<V as Vector>::Turn as Turn>::Given;

macro_rules! suite {
    ($test:ident, $v:ident, $dv:ident, $affine:ident, $mat:ident, $daffine:ident, $random:expr,
     $transform:ident, $transform_vector:ident, $dmat:ident) => {
        #[test]
        fn $test() -> Result<(), Error> {
            /// The exact pose: the columns, in `f64`.
            fn wide(pose: &Pose<$v>) -> $daffine {
                $daffine::from(pose.widen())
            }
            /// Converts to a matrix type and back.
            fn there_and_back<M: From<Pose<$v>> + TryInto<Pose<$v>, Error = Error>>(
                pose: &Pose<$v>,
            ) -> Result<(), Error> {
                let back: Pose<$v> = M::from(*pose).try_into()?;
                assert_eq!(back.translation(), pose.translation());
                for (x, y) in back.columns().into_iter().zip(pose.columns()) {
                    near($v::narrow(x), y, 1.0, "back from the matrix");
                }
                Ok(())
            }

            let mut random = Random::new(14);
            let (mut plain, mut half_turns) = (0, 0);
            for i in 0..2_000 {
                let make: fn(&mut Random, u32) -> Pose<$v> = $random;
                let (a, b) = (make(&mut random, i), make(&mut random, i / 8));
                let p = $v::narrow(<$dv>::from_fn(|_| random.range(-10.0, 10.0)));
                let (x, y) = (wide(&a), wide(&b));
                let (t, u) = (a.translation().widen().norm(), b.translation().widen().norm());
                let length = p.widen().norm();
                let q = p.widen();

                near(a.transform_point(p), x.$transform(q), length + t, "a point");
                near(a.transform_vector(p), x.$transform_vector(q), length, "a vector");
                let inverse = x.inverse();
                near(a.inverse_transform_point(p), inverse.$transform(q), length + t, "back");
                near(a.inverse_transform_vector(p), inverse.$transform_vector(q), length, "back");

                let both = a * b;
                near(both.transform_point(p), (x * y).$transform(q), length + t + u, "composed");
                assert_eq!((both, both), (&a * &b, a * &b));
                let mut product = a;
                product *= b;
                assert_eq!(product, &a * b);

                near(a.inverse().transform_point(p), inverse.$transform(q), length + t, "inverse");
                near((a * a.inverse()).transform_point(p), q, length + 2.0 * t, "undone");
                assert_eq!(a.inverse().inverse().turn(), a.turn());
                assert_eq!((a * Pose::IDENTITY, Pose::IDENTITY * a), (a, a));

                there_and_back::<$affine>(&a)?;
                there_and_back::<$mat>(&both)?;
                assert_eq!($dmat::from(a.widen()), $dmat::from(x));
                let (translation, turn): ($v, Given<$v>) = a.into();
                let again = Pose::<$v>::try_from((translation, turn))?;
                near(again.transform_point(p), x.$transform(q), length + t, "from parts");
                plain += u32::from(a.turn() == Turn::IDENTITY);
                half_turns += u32::from(a.columns()[0].x < -0.999_999);
            }
            assert!(plain > 100 && half_turns > 100, "{plain} plain, {half_turns} half turns");

            // The product of many poses is still a rotation.
            let step = {
                let make: fn(&mut Random, u32) -> Pose<$v> = $random;
                Pose::<$v>::new(Vector::ZERO, <($v, Given<$v>)>::from(make(&mut random, 1)).1)?
            };
            let mut chain = step;
            for _ in 0..10_000 {
                chain *= step;
            }
            let length: f64 = chain.turn().numbers().iter().map(|x| x * x).sum();
            assert!((length - 1.0).abs() < 4.0 * <$v as Vector>::Scalar::EPSILON.to_f64());

            // A translation beyond the largest length is clamped to it.
            let far = <$v as Vector>::Scalar::LARGEST;
            let end = Pose::<$v>::at(<$v>::from_fn(|_| far))?;
            assert_eq!((end * end).translation(), end.translation());
            let corner = Pose::<$v>::new(end.translation(), <($v, Given<$v>)>::from(step).1)?;
            for pose in [corner * end, corner.inverse(), corner.inverse() * corner.inverse()] {
                assert!(pose.translation().max_abs() <= far);
            }
            Ok(())
        }
    };
}

/// A random angle; some are 0 or half turns.
fn angle(random: &mut Random, i: u32) -> f64 {
    match i % 8 {
        0 => 0.0,
        1 if i % 16 == 1 => PI,
        1 => -PI,
        _ => random.range(-PI, PI),
    }
}

fn rotation(random: &mut Random, i: u32) -> DQuat {
    match i % 8 {
        0 => DQuat::IDENTITY,
        2 => DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0),
        4 => DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0),
        // Close to a half turn, where the trace of the matrix is inaccurate.
        6 => (random.rotation() * 1e-6 + DQuat::from_xyzw(0.6, -0.8, 0.0, 0.0)).normalize(),
        _ => random.rotation(),
    }
}

suite!(
    plane_f32,
    Vec2,
    DVec2,
    Affine2,
    Mat3,
    DAffine2,
    |random, i| Pose::new(random.in_cube(5.0).as_vec3().truncate(), angle(random, i) as f32)
        .unwrap(),
    transform_point2,
    transform_vector2,
    DMat3
);
suite!(
    plane_f64,
    DVec2,
    DVec2,
    DAffine2,
    DMat3,
    DAffine2,
    |random, i| Pose::new(random.in_cube(5.0).truncate(), angle(random, i)).unwrap(),
    transform_point2,
    transform_vector2,
    DMat3
);
suite!(
    space_f32,
    Vec3,
    DVec3,
    Affine3A,
    Mat4,
    DAffine3,
    |random, i| Pose::new(random.in_cube(5.0).as_vec3(), rotation(random, i).as_quat()).unwrap(),
    transform_point3,
    transform_vector3,
    DMat4
);
suite!(
    space_f64,
    DVec3,
    DVec3,
    DAffine3,
    DMat4,
    DAffine3,
    |random, i| Pose::new(random.in_cube(5.0), rotation(random, i)).unwrap(),
    transform_point3,
    transform_vector3,
    DMat4
);

/// The message of the error, if there is one.
fn refused<P>(made: impl TryInto<P, Error = Error>) -> String {
    made.try_into().err().map(|e| e.to_string()).unwrap_or_default()
}

fn contains(text: &str, part: impl Debug + AsRef<str>) {
    assert!(text.contains(part.as_ref()), "{text:?} has no {part:?}");
}

#[test]
fn matrices_that_are_no_pose_are_refused() {
    type P = Pose<Vec3>;
    let quarter = Quat::from_rotation_x(1.0);
    let turned = Mat4::from_rotation_translation(quarter, Vec3::new(1.0, 2.0, 3.0));

    contains(&refused::<P>(turned * Mat4::from_scale(Vec3::new(1.0, 2.0, 1.0))), "column");
    contains(&refused::<P>(Mat4::from_scale(Vec3::splat(1.001))), "which must be 1, is 1.002");
    contains(&refused::<P>(Mat4::ZERO), "is 0");
    let mut sheared = Mat3::IDENTITY;
    sheared.x_axis.y = 0.01;
    contains(&refused::<P>(Mat4::from_mat3(sheared)), "column");
    contains(&refused::<P>(turned * Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0))), "determinant");
    contains(&refused::<P>(Affine3A::from_scale(Vec3::NEG_ONE)), "determinant");
    contains(&refused::<P>(Affine3::from_scale(Vec3::NEG_ONE)), "determinant");
    let mut projection = Mat4::IDENTITY;
    projection.z_axis.w = -1.0;
    contains(&refused::<P>(projection), "last row");
    for i in 0..16 {
        let mut numbers = turned.to_cols_array();
        for bad in [f32::NAN, f32::INFINITY] {
            numbers[i] = bad;
            contains(&refused::<P>(Mat4::from_cols_array(&numbers)), "not finite");
        }
    }
    let far = Affine3A::from_translation(Vec3::splat(3e38));
    contains(&refused::<P>(far), "translation is too large");
    contains(&refused::<Pose<DVec3>>(DMat4::from_scale(DVec3::splat(1.0 + 1e-9))), "column");

    contains(&refused::<Pose<Vec2>>(Affine2::from_scale(Vec2::new(1.0, -1.0))), "determinant");
    contains(&refused::<Pose<Vec2>>(Mat3::from_diagonal(Vec3::new(2.0, 2.0, 1.0))), "column");
    contains(&refused::<Pose<Vec2>>(Mat3::from_diagonal(Vec3::new(1.0, 1.0, 2.0))), "last row");
    contains(&refused::<Pose<DVec2>>(DAffine2::from_cols_array(&[f64::NAN; 6])), "not finite");

    contains(&refused::<P>((Vec3::X, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0))), "quaternion is zero");
    contains(&refused::<P>((Vec3::X, Quat::from_xyzw(0.0, f32::NAN, 0.0, 1.0))), "not finite");
    contains(&refused::<Pose<Vec2>>((Vec2::X, f32::INFINITY)), "angle is not finite");
    contains(&refused::<Pose<DVec3>>((DVec3::INFINITY, DQuat::IDENTITY)), "not finite");
}

/// Products of many matrices, as in scene graphs, lose some accuracy and still convert to poses.
#[test]
fn matrices_of_long_chains_are_poses() {
    let mut random = Random::new(15);
    let mut worst = 0.0_f32;
    for _ in 0..200 {
        let (mut matrix, mut exact) = (Affine3A::IDENTITY, DQuat::IDENTITY);
        for _ in 0..100 {
            let turn = random.rotation().as_quat();
            matrix *= Affine3A::from_quat(turn);
            exact *= turn.as_dquat().normalize();
        }
        let pose = Pose::<Vec3>::try_from(matrix).expect("a rotation");
        let exact = Pose::new(DVec3::ZERO, exact).unwrap();
        near(pose.transform_point(Vec3::X), exact.transform_point(DVec3::X), 32.0, "a chain");
        worst = worst.max((matrix.matrix3.x_axis.length_squared() - 1.0).abs());
    }
    assert!(worst > 4.0 * f32::EPSILON, "nothing was lost: {worst:e}");
}
