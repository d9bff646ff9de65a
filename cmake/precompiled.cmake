# Third-party headers that most sources include, compiled once: Eigen alone takes longer to read than most sources.
#
# A source still includes what it uses; clang-tidy, which does not see the precompiled headers, says so when it does not.
# Two sets, as tests are compiled with other optimisation; all else about the compile line must be alike.
set(SINEW_COMMON_HEADERS
  <Eigen/Core> <Eigen/Geometry> <Eigen/LU> <fmt/format.h> <nlohmann/json.hpp>
  <algorithm> <array> <cmath> <filesystem> <functional> <fstream> <map> <memory> <optional> <span> <string> <string_view> <vector>)

file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/precompiled/nothing.cpp CONTENT "" @ONLY)
add_library(sinew_precompiled OBJECT ${CMAKE_BINARY_DIR}/precompiled/nothing.cpp)
target_link_libraries(sinew_precompiled PRIVATE sinew_compiler Eigen3::Eigen)
target_precompile_headers(sinew_precompiled PRIVATE ${SINEW_COMMON_HEADERS})

if(SINEW_TESTS)
  add_library(sinew_precompiled_tests OBJECT ${CMAKE_BINARY_DIR}/precompiled/nothing.cpp)
  target_link_libraries(sinew_precompiled_tests PRIVATE sinew_compiler Eigen3::Eigen GTest::gmock)
  target_compile_options(sinew_precompiled_tests PRIVATE ${SINEW_TEST_OPTIONS})
  target_precompile_headers(sinew_precompiled_tests PRIVATE ${SINEW_COMMON_HEADERS} <gmock/gmock.h> <gtest/gtest.h>)
endif()

# Several sources of a target in one go: what Eigen and json.hpp are asked for by all of them is compiled once. Names in
# unnamed namespaces must therefore differ within a folder. Off where one source at a time is compiled often.
option(SINEW_TOGETHER "Compile sources in groups: a whole build is quicker, a change of one source slower" ON)
function(sinew_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${SINEW_TOGETHER} UNITY_BUILD_BATCH_SIZE 6)
endfunction()
