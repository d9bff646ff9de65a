# How sources are compiled in little time: headers of others once, and several sources in one go.
#
# A source still includes what it uses; clang-tidy, which does not see the precompiled headers, says so when it does not.
# Two sets: `sinew_precompiled` for what must run fast, `sinew_precompiled_quick` for what must compile fast (tests and
# what they share). All else about the compile line must be alike.
set(SINEW_COMMON_HEADERS
  <Eigen/Core> <Eigen/Geometry> <Eigen/LU> <fmt/format.h> <nlohmann/json.hpp>
  <algorithm> <array> <cmath> <filesystem> <functional> <fstream> <map> <memory> <optional> <span> <string> <string_view> <vector>)
set(SINEW_QUICK_OPTIONS $<$<CONFIG:Release>:-O1>)

file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/precompiled/nothing.cpp CONTENT "" @ONLY)
add_library(sinew_precompiled OBJECT ${CMAKE_BINARY_DIR}/precompiled/nothing.cpp)
target_link_libraries(sinew_precompiled PRIVATE sinew_compiler Eigen3::Eigen)
target_precompile_headers(sinew_precompiled PRIVATE ${SINEW_COMMON_HEADERS})

add_library(sinew_precompiled_quick OBJECT ${CMAKE_BINARY_DIR}/precompiled/nothing.cpp)
target_link_libraries(sinew_precompiled_quick PRIVATE sinew_compiler Eigen3::Eigen)
target_precompile_headers(sinew_precompiled_quick PRIVATE ${SINEW_COMMON_HEADERS})
if(SINEW_TESTS)
  list(APPEND SINEW_QUICK_OPTIONS $<TARGET_PROPERTY:GTest::gtest,INTERFACE_COMPILE_OPTIONS>)
  target_precompile_headers(sinew_precompiled_quick PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
endif()
target_compile_options(sinew_precompiled_quick PRIVATE ${SINEW_QUICK_OPTIONS})

# Several sources of a target in one go: what Eigen and json.hpp are asked for by all of them is compiled once. Names in
# unnamed namespaces must therefore differ within a folder. Off where one source at a time is compiled often.
option(SINEW_TOGETHER "Compile sources in groups: a whole build is quicker, a change of one source slower" ON)
function(sinew_compile_together target group_size)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${SINEW_TOGETHER} UNITY_BUILD_BATCH_SIZE ${group_size})
endfunction()

# Names of sources in messages of assertions and tests start at the project. Otherwise the objects of two clones differ,
# and ccache compiles all tests again in the second. Not for the precompiled headers: ccache takes the option as it is there.
set(SINEW_RELATIVE_NAMES -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)

# What must run fast: libraries, and programs whose figures are looked at.
function(sinew_compile_for_speed target)
  target_compile_options(${target} PRIVATE ${SINEW_RELATIVE_NAMES})
  target_precompile_headers(${target} REUSE_FROM sinew_precompiled)
  sinew_compile_together(${target} 6)
endfunction()

# What must compile fast: tests and what they share. What they test is in the libraries.
function(sinew_compile_quickly target)
  target_compile_options(${target} PRIVATE ${SINEW_QUICK_OPTIONS} ${SINEW_RELATIVE_NAMES})
  target_precompile_headers(${target} REUSE_FROM sinew_precompiled_quick)
  sinew_compile_together(${target} 10)
endfunction()
