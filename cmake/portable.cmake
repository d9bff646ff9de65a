# What is shipped must run where no development package is installed, and beside other C++ programs.

# Libraries that are shipped with the target are found beside it, and the C++ run-time library is inside.
function(sinew_make_portable target)
  set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN")
  # The older tag goes before LD_LIBRARY_PATH, which start scripts of Blender set to libraries of their own.
  target_link_options(${target} PRIVATE LINKER:--disable-new-dtags)
  if(NOT SINEW_SANITIZE)  # the sanitizers need the shared one
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc)
  endif()
endfunction()
