# SPDX-License-Identifier: MIT
# Runs a vcpkg port without vcpkg: its functions are defined here, as far as the port uses them, so that what it
# asks for is configured for real, and a wrong option or file is found.
#
#     cmake -DPORT=FOLDER -DSOURCE=FOLDER -DOUT=FOLDER -P vcpkg_dry_run.cmake
cmake_minimum_required(VERSION 3.18)
set(VCPKG_LIBRARY_LINKAGE dynamic)
set(CURRENT_PACKAGES_DIR "${OUT}/packages")
set(FEATURES zlib)

function(vcpkg_from_github)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUT_SOURCE_PATH;REPO;REF;SHA512;HEAD_REF" "")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_REPO MATCHES "^[^/]+/[^/]+$" OR NOT arg_SHA512 MATCHES "^[0-9a-f]+$")
    message(FATAL_ERROR "vcpkg_from_github: ${ARGV}")
  endif()
  set(${arg_OUT_SOURCE_PATH} "${SOURCE}" PARENT_SCOPE)
endfunction()

function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUT_FEATURE_OPTIONS" "FEATURES")
  set(options "")
  while(arg_FEATURES)
    list(POP_FRONT arg_FEATURES feature variable)
    list(FIND FEATURES ${feature} place)
    if(place LESS 0)
      list(APPEND options -D${variable}=OFF)
    else()
      list(APPEND options -D${variable}=ON)
    endif()
  endwhile()
  set(${arg_OUT_FEATURE_OPTIONS} "${options}" PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
  execute_process(COMMAND "${CMAKE_COMMAND}" -S "${arg_SOURCE_PATH}" -B "${OUT}/build" ${arg_OPTIONS}
                  RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE said)
  if(result OR said MATCHES "not used by the project")
    message(FATAL_ERROR "cannot configure: ${said}")
  endif()
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
  foreach(file ${arg_FILE_LIST})
    if(NOT EXISTS "${file}")
      message(FATAL_ERROR "there is no ${file}")
    endif()
  endforeach()
endfunction()

foreach(name vcpkg_cmake_install vcpkg_cmake_config_fixup vcpkg_fixup_pkgconfig vcpkg_copy_tools)
  cmake_language(EVAL CODE "function(${name})\nendfunction()")
endforeach()
set(PORT_FOLDER "${PORT}")
set(PORT dxk)
include("${PORT_FOLDER}/portfile.cmake")
