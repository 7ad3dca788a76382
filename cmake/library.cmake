# SPDX-License-Identifier: MIT OR Apache-2.0
# The library for others: libsluice.so with what include/sluice declares, the headers, and a file for pkg-config.

include(GNUInstallDirs)

function(sl_library)
  get_property(rooms GLOBAL PROPERTY SL_ROOMS)
  list(REMOVE_ITEM rooms sl_backends_cuda) # for the module alone
  set(exports ${CMAKE_SOURCE_DIR}/cmake/exports.map)
  add_library(sluice_shared SHARED ${CMAKE_SOURCE_DIR}/cmake/library.c)
  set_target_properties(sluice_shared PROPERTIES OUTPUT_NAME sluice VERSION ${PROJECT_VERSION} SOVERSION 0
    LINK_DEPENDS ${exports})
  target_link_libraries(sluice_shared PRIVATE -Wl,--whole-archive ${rooms} -Wl,--no-whole-archive)
  target_link_options(sluice_shared PRIVATE -Wl,--version-script=${exports} -Wl,--no-undefined)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/sluice.pc.in ${CMAKE_BINARY_DIR}/sluice.pc @ONLY)

  install(TARGETS sluice_shared LIBRARY)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/sluice TYPE INCLUDE FILES_MATCHING PATTERN *.h)
  install(FILES ${CMAKE_BINARY_DIR}/sluice.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  install(FILES LICENSE-MIT LICENSE-APACHE README.md CHANGELOG.md SECURITY.md TYPE DOC)
  if(TARGET sluice)
    install(TARGETS sluice RUNTIME)
  endif()
endfunction()
