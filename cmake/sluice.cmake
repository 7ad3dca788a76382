# SPDX-License-Identifier: MIT OR Apache-2.0
# Rooms (folders of src/), programs and tests. Sources are found by folder, so adding a file needs no edit here.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)

add_library(sl_flags INTERFACE)
target_compile_definitions(sl_flags INTERFACE _GNU_SOURCE SL_VERSION="${PROJECT_VERSION}"
  $<$<BOOL:${SL_VERIFY}>:SL_VERIFY>)
target_include_directories(sl_flags INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
target_compile_options(sl_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wvla
  -Wformat=2 -Wcast-qual -Wpointer-arith -fno-strict-aliasing -ffp-contract=off
  $<$<BOOL:${SL_WERROR}>:-Werror>)
if(SL_SANITIZE)
  target_compile_options(sl_flags INTERFACE -O1 -fsanitize=${SL_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(sl_flags INTERFACE -fsanitize=${SL_SANITIZE})
  target_compile_definitions(sl_flags INTERFACE SL_SANITIZED)
endif()
if(SL_FUZZ)
  target_compile_options(sl_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
find_package(Threads REQUIRED)
target_link_libraries(sl_flags INTERFACE Threads::Threads m)

# Optimization across units for the programs. Objects carry both forms, so that the many test programs link as fast as
# without.
add_library(sl_lto INTERFACE)
if(SL_LTO)
  if(NOT CMAKE_C_COMPILER_ID STREQUAL GNU)
    message(FATAL_ERROR "SL_LTO needs gcc")
  endif()
  target_compile_options(sl_lto INTERFACE -flto=auto -ffat-lto-objects)
endif()

# For the rooms that see input. Not for the arithmetic: guards of arrays on the stack cost in its inner loops.
add_library(sl_hardening INTERFACE)
if(SL_HARDEN)
  target_compile_options(sl_hardening INTERFACE -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fcf-protection)
  add_link_options(-Wl,-z,relro,-z,now)
endif()

# Units for one instruction set carry its name at the end of the file name and get its flags; they are called only
# after the processor was asked.
set(SL_ISA_shani -msha -mssse3 -msse4.1)
set(SL_ISA_avx2 -mavx2)
set(SL_ISA_avx512 -mavx512f -mavx512vl)
set(SL_ISA_fma -mavx2 -mfma -mbmi2)
set(SL_ISA_adx -madx -mbmi2)
set(SL_ISA_ifma -mavx512f -mavx512dq -mavx512vl -mavx512bw -mavx512ifma -mbmi2 -madx)

function(sl_isa_flags)
  foreach(file ${ARGN})
    foreach(isa shani avx2 avx512 fma adx ifma)
      if(file MATCHES "_${isa}\\.c$")
        set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${SL_ISA_${isa}}")
      endif()
    endforeach()
  endforeach()
endfunction()

# Rooms and programs as tools/layers.txt names them. A room may include, and is linked with, what its line says.
function(sl_house)
  set(table ${CMAKE_SOURCE_DIR}/tools/layers.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(STRINGS ${table} lines REGEX "^[a-z]")
  set(SL_HOUSE ${lines})
  list(TRANSFORM SL_HOUSE REPLACE " .*" "")
  foreach(line ${lines})
    string(REGEX MATCHALL "[^ ]+" rooms "${line}")
    list(POP_FRONT rooms room)
    list(TRANSFORM rooms REPLACE "/" "_")
    list(TRANSFORM rooms PREPEND "sl_")
    if(room MATCHES "^apps/(.*)$")
      sl_program(${CMAKE_MATCH_1} ${room} ${rooms})
    else()
      sl_room(${room} ${rooms})
    endif()
  endforeach()
endfunction()

# sl_room(FOLDER LIBRARY...): library sl_FOLDER (slashes as _) of src/FOLDER/**.c, without the rooms inside that room; a
# room without sources has none.
function(sl_room room)
  string(REPLACE "/" "_" name sl_${room})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${room}/*.c
    ${CMAKE_SOURCE_DIR}/src/${room}/*.S)
  foreach(inner ${SL_HOUSE})
    if(inner MATCHES "^${room}/")
      list(FILTER sources EXCLUDE REGEX "/src/${inner}/")
    endif()
  endforeach()
  if(sources)
    add_library(${name} STATIC ${sources})
    set_property(GLOBAL APPEND PROPERTY SL_ROOMS ${name})
    target_link_libraries(${name} PUBLIC sl_flags ${ARGN})
    target_link_libraries(${name} PRIVATE sl_lto)
    if(NOT room MATCHES "^(math|backends)/")
      target_link_libraries(${name} PRIVATE sl_hardening)
    endif()
    sl_isa_flags(${sources})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${ARGN})
  endif()
endfunction()

function(sl_program program folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.c)
  if(sources)
    add_executable(${program} ${sources})
    target_include_directories(${program} PRIVATE ${CMAKE_SOURCE_DIR}/apps)
    target_link_libraries(${program} PRIVATE ${ARGN} sl_lto sl_hardening)
    if(SL_LTO)
      target_link_options(${program} PRIVATE -flto=auto -O2)
    endif()
  endif()
endfunction()
