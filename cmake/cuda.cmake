# SPDX-License-Identifier: MIT OR Apache-2.0
# The CUDA module, lib/sluice/libsluice-cuda.so, where nvcc is (tools/dev build --cuda), and modules for tests.

include(GNUInstallDirs)

# Where programs look for it, and what it has code for.
function(sl_module_definitions)
  set_property(SOURCE ${CMAKE_SOURCE_DIR}/src/backends/module/module_load.c APPEND PROPERTY COMPILE_DEFINITIONS
    SL_MODULE_DEFAULT_PATH="${CMAKE_INSTALL_FULL_LIBDIR}/sluice/libsluice-cuda.so")
  string(REPLACE ";" " " targets "${SL_CUDA_TARGETS}")
  set_property(SOURCE ${CMAKE_SOURCE_DIR}/src/backends/cuda/cuda_module.c APPEND PROPERTY COMPILE_DEFINITIONS
    SL_CUDA_TARGETS="${targets}")
endfunction()

# SL_CUDA_TARGETS: what to make code for, as ptxas names it: sm_NN (machine code) and compute_NN (PTX).
macro(sl_cuda_language)
  set(architectures "")
  foreach(target ${SL_CUDA_TARGETS})
    string(REGEX REPLACE "^sm_([0-9]+)$" "\\1-real" architecture ${target})
    string(REGEX REPLACE "^compute_([0-9]+)$" "\\1-virtual" architecture ${architecture})
    list(APPEND architectures ${architecture})
  endforeach()
  set(CMAKE_CUDA_ARCHITECTURES ${architectures})
  enable_language(CUDA)
endmacro()

function(sl_cuda_module)
  if(SL_SANITIZE)
    message(FATAL_ERROR "SL_CUDA and SL_SANITIZE: the CUDA module is built without sanitizers")
  endif()
  file(GLOB kernels CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/backends/cuda/*.cu)
  add_library(sl_cuda_kernels OBJECT ${kernels})
  target_compile_features(sl_cuda_kernels PRIVATE cuda_std_17)
  set_target_properties(sl_cuda_kernels PROPERTIES CUDA_EXTENSIONS OFF CUDA_VISIBILITY_PRESET hidden)
  target_include_directories(sl_cuda_kernels PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  # A kernel that spills registers on sm_90, for which they are measured, is one that does not build; on others the
  # compiler may keep some words of G2 in local memory. tools/cuda-kernels shows what each kernel has.
  set(spills "")
  if("${SL_CUDA_TARGETS}" STREQUAL "sm_90;compute_90")
    set(spills -Xptxas=-warn-spills,-warn-lmem-usage)
  endif()
  target_compile_options(sl_cuda_kernels PRIVATE -Werror=all-warnings -Xcompiler=-Wall,-Wextra,-Werror ${spills}
    -lineinfo)
  target_compile_definitions(sl_cuda_kernels PRIVATE _GNU_SOURCE)

  set(exports ${CMAKE_SOURCE_DIR}/cmake/cuda.map)
  add_library(sluice_cuda MODULE ${CMAKE_SOURCE_DIR}/src/backends/cuda/cuda_module.c $<TARGET_OBJECTS:sl_cuda_kernels>)
  set_target_properties(sluice_cuda PROPERTIES OUTPUT_NAME sluice-cuda LINKER_LANGUAGE CUDA LINK_DEPENDS ${exports}
    CUDA_RUNTIME_LIBRARY Static LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/sluice)
  target_link_libraries(sluice_cuda PRIVATE sl_backends_cuda)
  target_link_options(sluice_cuda PRIVATE -Wl,--version-script=${exports} -Wl,--no-undefined -static-libgcc
    -static-libstdc++)
  install(TARGETS sluice_cuda LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/sluice)
endfunction()

# tests/modules/module_*.c: modules, some of them broken, as build/tests/modules/NAME.so.
function(sl_test_modules)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/modules/module_*.c)
  add_custom_target(sl_test_modules)
  foreach(source ${sources})
    get_filename_component(target ${source} NAME_WE)
    string(REGEX REPLACE "^module_" "" name ${target})
    add_library(${target} MODULE ${source})
    set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/modules)
    target_link_libraries(${target} PRIVATE sl_backends_module sl_backends_cpu sl_backends_cuda)
    file(READ ${source} text)
    if(text MATCHES "unit/backends/cuda/") # the CUDA module's own functions, over a runtime of tests
      target_link_libraries(${target} PRIVATE sl_harness)
    endif()
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
    add_dependencies(sl_test_modules ${target})
  endforeach()
endfunction()
