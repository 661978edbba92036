//! Every shape converted to [`Shape`] gives the answers of the shape itself, in scenes too.

use clearance::d3::{self, Body, Facet, Pose, Scene, Sphere, Vec3};
use clearance::glam::{DVec2, DVec3, Vec2};
use clearance::shape::{
    Ball, Capsule, ChainSegment, ConvexShape, Core, Cuboid, Custom, Cylinder, Face, Hull, View,
    Wide,
};
use clearance::{Axis, Convex, Manifold, Query, Rounded, Shape, d2};
use clearance_testing::{Random, pairs};
use std::sync::Arc;

/// A cuboid that reports its kind, as user-defined shapes may.
#[derive(Debug)]
struct Mine(Cuboid<Vec3>);

impl Convex for Mine {
    type V = Vec3;
    fn support(&self, direction: Vec3) -> Vec3 {
        self.0.support(direction)
    }
    fn center(&self) -> Vec3 {
        Vec3::ZERO
    }
    fn radius(&self) -> f32 {
        0.25
    }
    fn face(&self, direction: Wide<Self>, face: &mut Face<Wide<Self>>) {
        self.0.face(direction, face);
    }
    fn identity(&self) -> Option<u64> {
        Some(17)
    }
    fn view(&self) -> View<'_, Vec3> {
        self.0.view()
    }
    fn contact_normal(&self, normal: DVec3, other: DVec3) -> Option<DVec3> {
        (other.x > -0.5).then_some(normal)
    }
}

/// Facets and user-defined shapes have not made it larger.
#[test]
fn a_shape_is_small() {
    assert!(size_of::<Shape<Vec2>>() <= 160 && size_of::<Shape<DVec2>>() <= 168);
    assert!(size_of::<Shape<Vec3>>() <= 168 && size_of::<Shape<DVec3>>() <= 176);
    fn shared<T: Send + Sync + Clone>() {}
    shared::<Shape<Vec3>>();
}

fn facet(random: &mut Random) -> Facet {
    let mut point = || random.in_cube(1.0).as_vec3();
    let corners = [point(), point(), point()];
    Facet::new(corners).unwrap().with_neighbours([Some(point()), None, Some(point())]).unwrap()
}

/// The shape itself and the same shape as a `Shape`: contacts with changed normals, and clearances.
#[test]
fn the_same_answers_as_the_shape_itself() {
    let mut random = Random::new(8);
    let (mut touching, mut refused) = (0, 0);
    let count = pairs(300);
    let mut same = |own: Option<Manifold<Vec3>>, any: Option<Manifold<Vec3>>| {
        assert_eq!(own, any);
        if own.is_some() { touching += 1 } else { refused += 1 }
    };
    let ball = Sphere::new(0.5).unwrap();
    for _ in 0..count {
        let [p, q] = [(); 2].map(|()| {
            Pose::new(random.in_cube(0.6).as_vec3(), random.rotation().as_quat()).unwrap()
        });
        let (facet, mine) = (facet(&mut random), Mine(Cuboid::new(Vec3::splat(0.3)).unwrap()));
        let rounded = Rounded::new(facet, 0.1).unwrap();
        let any: [Shape<Vec3>; 2] = [facet.into(), rounded.into()];
        let contact = |shape: &Shape<Vec3>| d3::contact_manifold(shape, &p, &ball, &q, 0.1);
        same(d3::contact_manifold(&facet, &p, &ball, &q, 0.1), contact(&any[0]));
        same(d3::contact_manifold(&rounded, &p, &ball, &q, 0.1), contact(&any[1]));
        let own = d3::contact_manifold(&mine, &p, &ball, &q, 0.1);
        let clearance = d3::clearance(&mine, &p, &facet, &q);
        let custom = Shape::custom(mine);
        same(own, contact(&custom));
        assert_eq!(d3::clearance(&custom, &p, &any[0], &q), clearance);
    }
    assert!(touching > count && refused > count / 2, "{touching} {refused}");
}

#[test]
fn chains_keep_their_fronts() {
    let [right, left, beyond] = [1.0, 0.0, -1.0].map(|x| Vec2::new(x, 0.0));
    let link =
        ChainSegment::new([right, left]).unwrap().with_neighbours([None, Some(beyond)]).unwrap();
    let (any, ball) = (Shape::from(link), d2::Circle::new(0.5).unwrap());
    let contact = |x, y| {
        let pose = d2::Pose::at(Vec2::new(x, y)).unwrap();
        d2::contact_manifold(&any, &d2::Pose::IDENTITY, &ball, &pose, 0.0)
    };
    assert_eq!(contact(0.3, 0.49).unwrap().normal, Vec2::Y);
    assert!(contact(-0.1, 0.45).is_none() && contact(0.3, -0.1).is_none());
}

/// Every rounded shape converts to `Shape` and keeps its radius.
#[test]
fn every_rounded_shape_converts_to_shape() {
    let cuboid = Cuboid::new(Vec3::ONE).unwrap();
    let any: Shape<Vec3> = Rounded::new(cuboid, 0.25).unwrap().into();
    let as_before: Shape<Vec3> = Rounded::new(ConvexShape::from(cuboid), 0.25).unwrap().into();
    assert_eq!(any, as_before);
    let _: Shape<Vec3> = Rounded::new(Hull::new([Vec3::ONE]).unwrap(), 0.5).unwrap().into();
    let _: Shape<Vec3> =
        Rounded::new(Cylinder::new(Axis::X, 1.0, 1.0).unwrap(), 0.5).unwrap().into();
    let _: Shape<DVec2> =
        Rounded::new(Capsule::along(Axis::X, 1.0, 1.0).unwrap(), 0.5).unwrap().into();
    let _: Shape<DVec2> = Rounded::new(Ball::new(1.0).unwrap(), 0.5).unwrap().into();
    let custom = Rounded::new(Custom::new(Mine(cuboid)), 0.5);
    assert!(Shape::from(custom.unwrap()).aabb(&Pose::IDENTITY).max.cmpge(Vec3::splat(1.75)).all());
}

#[test]
fn user_defined_shapes_in_scenes_and_comparisons() {
    let mine = || Mine(Cuboid::new(Vec3::splat(0.5)).unwrap());
    let (one, other) = (Shape::custom(mine()), Shape::custom(mine()));
    assert_eq!((one == one.clone(), one == other), (true, false));
    let shared: Arc<dyn Convex<V = Vec3> + Send + Sync> = Arc::new(mine());
    assert_eq!(Shape::from(Arc::clone(&shared)), Shape::from(shared));
    assert!(format!("{one:?}").contains("Custom { center: "), "{one:?}");
    let error = serde_json::to_string(&one).unwrap_err().to_string();
    assert!(error.contains("a shape of one's own has no text form"), "{error}");

    let mut scene = Scene::new();
    let facet = Facet::new([Vec3::ZERO, Vec3::X * 9.0, Vec3::Y * 9.0]).unwrap();
    let floor = scene.add(Body::fixed(facet));
    let on = |x, z| Pose::at(Vec3::new(x, 2.0, z)).unwrap();
    let mine = scene.add(Body::moving(one).at(on(2.0, 0.74)));
    let ball = Rounded::new(Sphere::new(0.25).unwrap(), 0.25).unwrap();
    scene.add(Body::moving(ball).at(on(4.0, 0.49)));
    scene.add(Body::moving(Sphere::new(0.5).unwrap()).at(on(5.0, -0.1)));
    let found = scene.step(0.0).contacts().map(|touching| {
        let places = [touching.pair.a, touching.pair.b].map(|body| body.index());
        let manifold = touching.deepest();
        (places, manifold.normal, manifold.points().len())
    });
    assert_eq!(found.collect::<Vec<_>>(), [([0, 1], Vec3::Z, 4), ([0, 2], Vec3::Z, 1)]);
    // It rests, recognised by its identity.
    let (floor, mine) = (&scene[floor], &scene[mine]);
    let mut cache = d3::Cache::default();
    for step in 0..3 {
        let query = Query::new(&floor.shape, &floor.pose, &mine.shape, &mine.pose);
        assert_eq!(query.cache(&mut cache).manifold(0.1).unwrap().points().len(), 4);
        assert_eq!(cache.is_at_rest(), step > 0);
    }
    // The solvers use the view of its core.
    let d3::Collider::Convex(Shape::Convex(rounded)) = &mine.shape else { panic!() };
    assert_eq!(rounded.inner().to_core(), Core::Box(DVec3::splat(0.5)));
}
