# Language level, warnings, visibility and optimisation shared by every target, as interface targets.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

find_program(SINEW_CCACHE ccache)
if(SINEW_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${SINEW_CCACHE})
  # What ccache asks for where headers are precompiled (no source uses __DATE__ or __TIME__), and paths relative to the
  # project, so that another clone finds the same objects.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros
    CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${SINEW_CCACHE})
endif()

add_library(sinew_compiler INTERFACE)
target_compile_options(sinew_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror
  # One instruction set for all machines: the same job gives the same bytes everywhere. The program
  # and the add-on check for it before they start.
  -march=x86-64-v3
  -ffp-contract=fast
  # Everywhere, programs too: precompiled headers are for one way of compiling.
  -fPIC)
target_compile_definitions(sinew_compiler INTERFACE EIGEN_MPL2_ONLY)

if(SINEW_SANITIZE)
  target_compile_options(sinew_compiler INTERFACE -fsanitize=${SINEW_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(sinew_compiler INTERFACE -fsanitize=${SINEW_SANITIZE})
endif()

# sinew_add_c_program(<target> <source>): a caller of the C API as its users write them, in C99 and with nothing but sinew.h.
function(sinew_add_c_program target source)
  add_executable(${target} ${source})
  target_compile_options(${target} PRIVATE -Wall -Wextra -pedantic -Werror)
  set_target_properties(${target} PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF)
  target_link_libraries(${target} PRIVATE sinew)
  if(SINEW_SANITIZE)
    target_link_options(${target} PRIVATE -fsanitize=${SINEW_SANITIZE})
  endif()
endfunction()
