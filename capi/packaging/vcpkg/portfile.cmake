# Not tested with vcpkg yet. It needs cargo, and the commit of the release in REF.
vcpkg_from_git(OUT_SOURCE_PATH SOURCE_PATH URL "<repository>" REF 0)
find_program(CARGO cargo REQUIRED)
vcpkg_execute_required_process(
  COMMAND "${CARGO}" xtask capi --to "${CURRENT_PACKAGES_DIR}"
  WORKING_DIRECTORY "${SOURCE_PATH}"
  LOGNAME "build-${TARGET_TRIPLET}")
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/clearance)
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE-MIT" "${SOURCE_PATH}/LICENSE-APACHE")
