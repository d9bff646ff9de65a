# Third-party libraries, all from Debian packages, behind imported targets.
# Each is linked by one folder only; Eigen is the vocabulary type everywhere in solver/.

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)            # solver/base
find_package(nlohmann_json REQUIRED)  # solver/bake, plugin/baker
find_package(fmt REQUIRED)            # headers only: solver/base/fmt_library.cpp compiles it
find_package(CLI11 REQUIRED)          # plugin/baker
# solver/volume. OpenVDB's own find module asks for the development files of all that it was built with;
# its headers, those of Boost that they include, and its library are enough.
find_path(SINEW_OPENVDB_INCLUDE openvdb/openvdb.h REQUIRED)
find_library(SINEW_OPENVDB_LIBRARY openvdb REQUIRED)
add_library(sinew_openvdb INTERFACE)
target_include_directories(sinew_openvdb SYSTEM INTERFACE ${SINEW_OPENVDB_INCLUDE})
target_link_libraries(sinew_openvdb INTERFACE ${SINEW_OPENVDB_LIBRARY} TBB::tbb)
find_package(CGAL REQUIRED)           # tools/intersections
if(SINEW_TESTS)
  find_package(GTest REQUIRED)
endif()
if(SINEW_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()
