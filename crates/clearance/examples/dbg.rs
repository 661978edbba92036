use clearance::d3_f64::*;
use clearance::trace::{Step, Trace};
use clearance::*;
struct P;
impl Trace<DVec3> for P {
    fn step(&mut self, s: Step<'_, DVec3>) {
        println!("{s:?}");
    }
}
fn main() -> Result<(), Error> {
    let a = Cone::new(2, 0.8571329116821289, 0.7806971669197083)?;
    let b = Point::new(DVec3::new(0.5103673338890076, -0.627221405506134, -0.22266744077205658))?;
    let sa = Sweep::linear(
        &Pose::new(
            DVec3::new(0.9694142937660217, -0.15462321043014526, -0.021864941343665123),
            DQuat::from_xyzw(
                0.17324616115527908,
                0.34479907355194944,
                -0.34468001327331943,
                0.8557423998918019,
            ),
        )?,
        DVec3::new(2.3587909487706775, 1.0047719584510375, 0.1729221585208525),
    )?;
    let sb = Sweep::linear(
        &Pose::new(
            DVec3::new(1.516841916204283, -0.05020015188635855, -0.12828558524478517),
            DQuat::from_xyzw(
                0.5072135855915613,
                0.21441864674061484,
                0.792206574571349,
                -0.2629976534633059,
            ),
        )?,
        DVec3::new(1.422206921571165, -0.3305120254250269, 0.6473173339754577),
    )?;
    let i = Cast::new(&a, &sa, &b, &sb, 588.0)?.trace(P).impact();
    println!("{i:?}");
    Ok(())
}
