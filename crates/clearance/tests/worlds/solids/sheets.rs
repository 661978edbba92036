//! Sheets, scaled solids, compounds and `f32`, against the same shapes made otherwise.

use clearance::d3_f64::{Collider, Compound, Mesh, Pose};
use clearance::glam::{DVec3, Vec3};
use clearance::{Contact, Solid};
use clearance_testing::{Random, pairs};

use super::refine::{are_same, patches, shallow};
use super::shapes::{Raw, any, moved, solid, turn};

const HERE: Pose = Pose::IDENTITY;

/// Ground over [-4, 4] x [-4, 4] with bumps, as a sheet, and as a block with this top.
fn ground(random: &mut Random) -> (Collider, Collider) {
    let n = 12;
    let place = |i: usize| 8.0 * i as f64 / n as f64 - 4.0;
    let rough = random.range(0.0, 0.3);
    let mut vertices = vec![];
    for (i, j) in (0..=n).flat_map(|i| (0..=n).map(move |j| (i, j))) {
        vertices.push(DVec3::new(place(i), place(j), rough * random.signed()));
    }
    let id = |i: usize, j: usize| (i * (n + 1) + j) as u32;
    let cells = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let mut triangles: Vec<[u32; 3]> = cells
        .flat_map(|(i, j)| {
            let [a, b, c, d] = [id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    let sheet = Mesh::new(vertices.clone(), triangles.clone()).unwrap();
    let around: Vec<u32> = (0..n)
        .map(|i| id(i, 0))
        .chain((0..n).map(|j| id(n, j)))
        .chain((0..n).map(|i| id(n - i, n)))
        .chain((0..n).map(|j| id(0, n - j)))
        .collect();
    let first = vertices.len() as u32;
    let below = |v: &u32| vertices[*v as usize] * DVec3::new(1.0, 1.0, 0.0) - DVec3::Z * 9.0;
    let low: Vec<DVec3> = around.iter().map(below).collect();
    vertices.extend(low);
    vertices.push(DVec3::NEG_Z * 9.0);
    let (count, middle) = (around.len() as u32, vertices.len() as u32 - 1);
    for k in 0..count {
        let (next, [p, q]) = ((k + 1) % count, [k, (k + 1) % count].map(|k| around[k as usize]));
        let [r, s] = [first + k, first + next];
        triangles.extend([[q, p, r], [q, r, s], [s, r, middle]]);
    }
    (sheet.into(), solid(&(vertices, triangles)))
}

#[test]
fn a_sheet_is_touched_as_a_block_with_this_top() {
    let (mut random, mut asked, mut same) = (Random::new(4), 0, 0);
    for _ in 0..pairs(300) {
        let (sheet, block) = ground(&mut random);
        let body = solid(&any(&mut random));
        let turn = turn(&mut random);
        let at = |z| Pose::new(DVec3::new(0.3, 0.2, z), turn).unwrap();
        let mut height = 3.0;
        for _ in 0..40 {
            height -= clearance::distance(&block, &HERE, &body, &at(height));
        }
        let at = at(height - libm::pow(10.0, random.range(-3.0, -1.0)));
        let found = patches(&sheet, &body, &at, |n| n);
        asked += 1;
        same += usize::from(are_same(&found, &patches(&block, &body, &at, |n| n)));
        assert!(found.iter().any(|patch| patch[2] > 0.0), "{found:?}");
    }
    println!("{same} of {asked} the same");
    assert!(same * 100 >= asked * 97, "{same} of {asked}");
}

#[test]
fn scaled_solids_are_touched_as_those_made_so() {
    let (mut random, mut asked, mut mirrored) = (Random::new(5), 0, 0);
    while asked < pairs(200) {
        let (raw, b) = (any(&mut random), solid(&any(&mut random)));
        let sign = |random: &mut Random| [1.0, -1.0][random.below(2)];
        let by = DVec3::from_array(
            [(); 3].map(|()| sign(&mut random) * [0.5, 1.0, 2.0][random.below(3)]),
        );
        let scaled = solid(&raw).scaled(by).unwrap();
        let made: Raw = moved(&raw, |p| p * by);
        let is_mirrored = by.x * by.y * by.z < 0.0;
        let turned =
            made.1.iter().map(|&[a, b, c]| if is_mirrored { [a, c, b] } else { [a, b, c] });
        let made = solid(&(made.0.clone(), turned.collect()));
        let Some(at) = shallow(&mut random, &scaled, &b) else { continue };
        asked += 1;
        mirrored += usize::from(is_mirrored);
        let found = [&scaled, &made].map(|a| patches(a, &b, &at, |n| n));
        assert!(are_same(&found[0], &found[1]), "{asked}: {found:?}");
    }
    assert!(mirrored * 3 > asked, "{mirrored} of {asked}");
}

#[test]
fn parts_of_a_compound_are_touched_one_by_one() {
    let (mut random, mut asked, mut both) = (Random::new(6), 0, 0);
    while asked < pairs(150) {
        let parts = [solid(&any(&mut random)), solid(&any(&mut random))];
        let poses =
            [(); 2].map(|()| Pose::new(random.direction3() * 0.6, turn(&mut random)).unwrap());
        let b = solid(&any(&mut random));
        let whole = Compound::new([0, 1].map(|i| (poses[i], parts[i].clone()))).unwrap().into();
        let Some(at) = shallow(&mut random, &whole, &b) else { continue };
        asked += 1;
        let found = patches(&whole, &b, &at, |n| n);
        let of_parts = [0, 1].map(|i| {
            let all = clearance::contacts(&parts[i], &poses[i], &b, &at, 0.0);
            all.iter()
                .map(|p| {
                    let n = p.manifold.normal;
                    [n.x, n.y, n.z, p.manifold.depth()]
                })
                .collect::<Vec<_>>()
        });
        both += usize::from(of_parts.iter().all(|found| !found.is_empty()));
        assert!(are_same(&found, &of_parts.concat()), "{asked}: {found:?} {of_parts:?}");
    }
    assert!(both > 0, "{asked}");
}

#[test]
fn single_precision_has_the_same_contacts() {
    let (mut random, mut asked) = (Random::new(7), 0);
    while asked < pairs(200) {
        let raw = [any(&mut random), any(&mut random)].map(|raw| {
            // Numbers that `f32` holds.
            moved(&raw, |p| p.as_vec3().as_dvec3())
        });
        let [a, b] = [solid(&raw[0]), solid(&raw[1])];
        let Some(at) = shallow(&mut random, &a, &b) else { continue };
        let narrow = |raw: &Raw| {
            let vertices: Vec<Vec3> = raw.0.iter().map(|p| p.as_vec3()).collect();
            let mesh = clearance::d3::Mesh::new(vertices, raw.1.clone()).unwrap();
            clearance::d3::Collider::from(Solid::new(mesh).unwrap())
        };
        let there =
            clearance::d3::Pose::new(at.translation().as_vec3(), at.turn().as_quat()).unwrap();
        let there_wide =
            Pose::new(there.translation().as_dvec3(), there.turn().as_dquat()).unwrap();
        let here = clearance::d3::Pose::IDENTITY;
        let found = clearance::contacts(&narrow(&raw[0]), &here, &narrow(&raw[1]), &there, 0.01);
        let wide = clearance::contacts(&a, &HERE, &b, &there_wide, 0.01);
        asked += 1;
        let is_like = |x: &Contact<Vec3>, y: &Contact<DVec3>| {
            (x.manifold.normal.as_dvec3() - y.manifold.normal).length() < 1e-3
                && (f64::from(x.manifold.deepest().separation) - y.manifold.deepest().separation)
                    .abs()
                    < 1e-5
        };
        assert!(
            found.len() == wide.len() && found.iter().all(|x| wide.iter().any(|y| is_like(x, y))),
            "{asked}: {found:#?} {wide:#?}"
        );
    }
}

#[test]
fn powers_of_two_and_margins_of_any_size() {
    let mut random = Random::new(10);
    for _ in 0..pairs(40) {
        let raw = [any(&mut random), any(&mut random)];
        let [a, b] = [solid(&raw[0]), solid(&raw[1])];
        let Some(at) = shallow(&mut random, &a, &b) else { continue };
        let found = clearance::contacts(&a, &HERE, &b, &at, 0.01);
        for exponent in [-200.0, -30.0, 100.0] {
            let by = libm::exp2(exponent);
            let [a, b] = [solid(&moved(&raw[0], |p| p * by)), solid(&moved(&raw[1], |p| p * by))];
            let there = Pose::new(at.translation() * by, at.turn()).unwrap();
            let scaled = clearance::contacts(&a, &HERE, &b, &there, 0.01 * by);
            assert_eq!(found.len(), scaled.len(), "{exponent}");
            for (x, y) in found.iter().zip(&scaled) {
                assert_eq!(x.manifold.normal, y.manifold.normal, "{exponent}");
                assert_eq!(x.manifold.depth() * by, y.manifold.depth(), "{exponent}");
            }
        }
        for margin in [1e3, 1e200, f64::INFINITY] {
            let wide = clearance::contacts(&a, &HERE, &b, &at, margin);
            assert!(wide.len() >= found.len(), "{margin}");
        }
        assert!(clearance::contacts(&a, &HERE, &b, &at, f64::NEG_INFINITY).is_empty());
        assert!(clearance::contacts(&a, &HERE, &b, &at, f64::NAN).is_empty());
    }
}
