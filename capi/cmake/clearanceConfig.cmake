# clearance::clearance is the shared library, clearance::static the static one. The folder may be moved.
get_filename_component(clearance_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET clearance::clearance)
  add_library(clearance::clearance SHARED IMPORTED)
  add_library(clearance::static STATIC IMPORTED)
  foreach(clearance_target clearance::clearance clearance::static)
    set_target_properties(${clearance_target} PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${clearance_prefix}/include"
      INTERFACE_COMPILE_FEATURES "c_std_99;cxx_std_17")
  endforeach()
  if(WIN32)
    set_target_properties(clearance::clearance PROPERTIES
      IMPORTED_LOCATION "${clearance_prefix}/bin/clearance.dll"
      IMPORTED_IMPLIB "${clearance_prefix}/lib/clearance.dll.lib")
    set_target_properties(clearance::static PROPERTIES
      IMPORTED_LOCATION "${clearance_prefix}/lib/clearance.lib"
      INTERFACE_COMPILE_DEFINITIONS CL_STATIC
      INTERFACE_LINK_LIBRARIES "kernel32;ntdll;userenv;ws2_32;dbghelp")
  else()
    set_target_properties(clearance::clearance PROPERTIES
      IMPORTED_LOCATION "${clearance_prefix}/lib/libclearance${CMAKE_SHARED_LIBRARY_SUFFIX}")
    find_package(Threads REQUIRED)
    set_target_properties(clearance::static PROPERTIES
      IMPORTED_LOCATION "${clearance_prefix}/lib/libclearance.a"
      INTERFACE_COMPILE_DEFINITIONS CL_STATIC
      INTERFACE_LINK_LIBRARIES "m;Threads::Threads;${CMAKE_DL_LIBS}")
  endif()
endif()
unset(clearance_prefix)
