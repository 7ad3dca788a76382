# SPDX-License-Identifier: MIT OR Apache-2.0
# The library for others: libsluice.so and libsluice.a with what include/sluice declares and nothing else, the headers,
# and files for pkg-config and find_package.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# All rooms as one object whose only global names are the public ones: an archive has no version script, and names of
# rooms in it could collide with those of the program that it is linked into.
function(sl_library_object object)
  get_property(rooms GLOBAL PROPERTY SL_ROOMS)
  list(REMOVE_ITEM rooms sl_backends_cuda) # for the module alone
  list(TRANSFORM rooms REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE archives)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -fno-lto -o ${object}
      -Wl,--whole-archive ${archives} -Wl,--no-whole-archive
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=sluice_* --remove-section=.gnu.lto_*
      --remove-section=.gnu.debuglto_* --strip-symbol=__gnu_lto_* ${object}
    DEPENDS ${rooms} VERBATIM COMMENT "All rooms as one object")
  set_source_files_properties(${object} TARGET_DIRECTORY sl_flags PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  add_custom_target(sluice_object DEPENDS ${object})
endfunction()

function(sl_library)
  set(object ${CMAKE_BINARY_DIR}/gen/sluice.o)
  set(exports ${CMAKE_SOURCE_DIR}/cmake/exports.map)
  sl_library_object(${object})
  add_library(sluice_shared SHARED ${object})
  add_library(sluice_static STATIC ${object})
  set_target_properties(sluice_shared sluice_static PROPERTIES OUTPUT_NAME sluice LINKER_LANGUAGE C)
  set_target_properties(sluice_shared PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0 EXPORT_NAME sluice
    LINK_DEPENDS ${exports})
  set_target_properties(sluice_static PROPERTIES EXPORT_NAME static)
  target_link_options(sluice_shared PRIVATE -Wl,--version-script=${exports} -Wl,--no-undefined)
  target_link_libraries(sluice_shared PRIVATE Threads::Threads m)
  target_link_libraries(sluice_static INTERFACE Threads::Threads m)
  foreach(library sluice_shared sluice_static)
    add_dependencies(${library} sluice_object)
    target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  endforeach()
  sl_install()
endfunction()

function(sl_install)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/sluice)
  file(RELATIVE_PATH SL_PC_TO_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/sluice.pc.in ${CMAKE_BINARY_DIR}/sluice.pc @ONLY)
  configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/sluice-config.cmake.in ${CMAKE_BINARY_DIR}/sluice-config.cmake
    INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/sluice-config-version.cmake COMPATIBILITY SameMinorVersion)

  install(TARGETS sluice_shared sluice_static EXPORT sluice-targets LIBRARY ARCHIVE)
  install(EXPORT sluice-targets NAMESPACE sluice:: DESTINATION ${package})
  install(FILES ${CMAKE_BINARY_DIR}/sluice-config.cmake ${CMAKE_BINARY_DIR}/sluice-config-version.cmake
    DESTINATION ${package})
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/sluice TYPE INCLUDE FILES_MATCHING PATTERN *.h)
  install(FILES ${CMAKE_BINARY_DIR}/sluice.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  install(FILES LICENSE-MIT LICENSE-APACHE README.md CHANGELOG.md SECURITY.md TYPE DOC)
  if(TARGET sluice)
    install(TARGETS sluice RUNTIME)
    sl_manual(man sluice.1 ${CMAKE_INSTALL_MANDIR}/man1)
    sl_manual(bash sluice ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    sl_manual(zsh _sluice ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    sl_manual(fish sluice.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
endfunction()

# What `sluice manual FORM` prints, installed as NAME in FOLDER.
function(sl_manual form name folder)
  set(file ${CMAKE_BINARY_DIR}/manual/${form}/${name})
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/manual/${form})
  add_custom_command(OUTPUT ${file} COMMAND sluice manual ${form} > ${file} DEPENDS sluice VERBATIM
    COMMENT "Manual: ${form}")
  add_custom_target(sluice_manual_${form} ALL DEPENDS ${file})
  install(FILES ${file} DESTINATION ${folder})
endfunction()
