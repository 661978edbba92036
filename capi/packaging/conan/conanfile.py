"""Not tested with Conan yet. It needs cargo: conan create . --version 0.1.0"""

from conan import ConanFile
from conan.tools.files import get


class Clearance(ConanFile):
    name = "clearance"
    description = "Exact and proven questions about collisions"
    license = "MIT OR Apache-2.0"
    url = "<repository>"
    settings = "os", "arch", "compiler"

    def source(self):
        get(self, f"{self.url}/archive/refs/tags/v{self.version}.tar.gz", strip_root=True)

    def build(self):
        self.run(f'cargo xtask capi --to "{self.build_folder}/installed"', cwd=self.source_folder)

    def package(self):
        from conan.tools.files import copy

        copy(self, "*", f"{self.build_folder}/installed", self.package_folder)

    def package_info(self):
        self.cpp_info.libs = ["clearance"]
        self.cpp_info.set_property("cmake_target_name", "clearance::clearance")
