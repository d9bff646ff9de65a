# Third-party libraries, all from Debian packages, behind imported targets.
# Each is linked by one folder only; Eigen is the vocabulary type everywhere in solver/.

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)            # solver/base
find_package(nlohmann_json REQUIRED)  # solver/bake, plugin/baker
find_package(fmt REQUIRED)            # headers only: solver/base/fmt_library.cpp compiles it
find_package(CLI11 REQUIRED)          # plugin/baker
if(SINEW_TESTS)
  find_package(GTest REQUIRED)
endif()
if(SINEW_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()
