//! Text that was written is read back to the same bits, and wrong text is refused.

use clearance_testing::Random;
use clearance_worlds::{Chain, HeightField, Mesh, Solid};
use glam::{DVec3, Vec2, Vec3};
use serde_json::{from_str, to_string};

use crate::models::{rough_ball, star};

#[test]
fn written_and_read() {
    let mut random = Random::new(10);
    let ball = rough_ball(&mut random, 6, 5);
    let solid = Solid::new(ball.mesh()).unwrap();
    let again: Solid<DVec3> = from_str(&to_string(&solid).unwrap()).unwrap();
    assert_eq!((again.vertices(), again.facets()), (solid.vertices(), solid.facets()));
    let mesh =
        Mesh::new(ball.vertices.iter().map(|v| v.as_vec3()).collect(), ball.triangles).unwrap();
    let again: Mesh<Vec3> = from_str(&to_string(&mesh).unwrap()).unwrap();
    assert_eq!((again.vertices(), again.facets()), (mesh.vertices(), mesh.facets()));
    let ring = star(&mut random, 9);
    let again: Solid<glam::DVec2> = from_str(&to_string(&ring).unwrap()).unwrap();
    assert_eq!((again.vertices(), again.facets()), (ring.vertices(), ring.facets()));
    let rows: Vec<[f32; 4]> = (0..3).map(|_| [0; 4].map(|_| random.signed() as f32)).collect();
    let ground = HeightField::<Vec3>::new(&rows, [0.1, 0.7]).unwrap();
    let again: HeightField<Vec3> = from_str(&to_string(&ground).unwrap()).unwrap();
    assert_eq!((again.vertices(), again.cell()), (ground.vertices(), ground.cell()));
}

#[test]
fn wrong_text_is_refused() {
    let said = |text: &str| from_str::<Mesh<Vec3>>(text).unwrap_err().to_string();
    assert!(
        said(r#"{"vertices":[[0,0,0]],"triangles":[[0,0,1]]}"#)
            .starts_with("triangle 0 names vertex 1")
    );
    assert!(
        said(r#"{"vertices":[[0,0]],"triangles":[[0,0,0]]}"#)
            .starts_with("a vector takes 3 numbers")
    );
    assert!(said(r#"{"vertices":[[0,0,1e39]],"triangles":[[0,0,0]]}"#).contains("is not finite"));
    assert!(said(r#"{"vertices":[],"triangles":[]}"#).contains("at least one point"));
    assert!(said(r#"{"triangles":[]}"#).contains("missing field `vertices`"));
    let chain = from_str::<Chain<Vec2>>(r#"{"vertices":[[0,0]],"segments":[[0,-1]]}"#);
    assert!(chain.unwrap_err().to_string().contains("expected u32"));
    let ground = from_str::<HeightField<Vec3>>(r#"{"heights":[[0,1],[2]],"cell":[1,1]}"#);
    assert!(ground.unwrap_err().to_string().starts_with("row 1 of the height field has 1 heights"));
}
