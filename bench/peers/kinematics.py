"""The poses of links by pinocchio (PyPI `pin`), as JSON: what our kinematics is compared with.

    python peers/kinematics.py ROBOT.urdf .. > poses.json
    CLEARANCE_KINEMATICS=poses.json cargo test -p clearance-models kinematics -- --ignored --nocapture

Three configurations a robot: all joints at 0 and two at random. Values of joints that turn without end are angles.
"""

import json
import math
import random
import sys

import pinocchio as pin


def configurations(model):
    """Values of the joints that move by one number and follow no other, by name, and pinocchio's vector."""
    for number in range(3):
        values, vector = {}, pin.neutral(model)
        for joint, name in list(zip(model.joints, model.names))[1:]:
            if joint.nv != 1 or "Mimic" in joint.shortname():
                continue
            value = random.uniform(-1.5, 1.5) if number else 0.0
            if joint.nq == 2:
                vector[joint.idx_q : joint.idx_q + 2] = [math.cos(value), math.sin(value)]
            else:
                vector[joint.idx_q] = value
            values[name] = value
        yield values, vector


def poses(path):
    """The places of all links of a robot."""
    model = pin.buildModelFromUrdf(path, mimic=True)
    data = model.createData()
    for values, vector in configurations(model):
        pin.framesForwardKinematics(model, data, vector)
        links = {}
        for frame, place in zip(model.frames, data.oMf):
            if frame.type == pin.FrameType.BODY:
                links[frame.name] = place.homogeneous[:3].ravel().tolist()
        yield {"urdf": path, "values": values, "links": links}


def main():
    random.seed(1)
    found = []
    for path in sys.argv[1:]:
        try:
            found.extend(poses(path))
        except Exception as wrong:  # pinocchio refuses some files
            print(f"{path}: {wrong}", file=sys.stderr)
    json.dump(found, sys.stdout, indent=None)


main()
