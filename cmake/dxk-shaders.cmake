# SPDX-License-Identifier: MIT
#
# dxk_add_shaders(TARGET
#     SOURCES file... PROFILE profile [ENTRY function]
#     [DEFINES name[=value]...] [INCLUDES folder...] [OPTIONS option...]
#     [OUTPUT_DIRECTORY folder] [HEADER folder])
#
# Compiles each source to OUTPUT_DIRECTORY/NAME.dxil, and again when it or a file that it includes has changed. NAME is
# that of the source without its ending, and with _ENTRY if ENTRY is given. With HEADER, there is also a C header
# HEADER/NAME.h with the array NAME. Sources and INCLUDES are relative to the current source folder, outputs to the
# current binary folder, which is the default of OUTPUT_DIRECTORY.
#
# TARGET is made, as a part of `all`, unless there is such a target: then the shaders are built before it, and a library
# or a program finds the headers. Its property DXK_SHADERS lists all files that are made. The command is the target
# dxk-cli, or the program in DXK_EXECUTABLE.
cmake_policy(VERSION 3.16...3.25)

# The command, and what depends on it.
function(dxk_find_command_ command)
  if(TARGET dxk-cli AND (NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR))
    set(${command} dxk-cli PARENT_SCOPE)
    return()
  endif()
  get_property(hints GLOBAL PROPERTY DXK_HINTS_)
  find_program(DXK_EXECUTABLE dxk HINTS ${hints} DOC "the dxk command, which compiles shaders")
  if(NOT DXK_EXECUTABLE)
    message(FATAL_ERROR "dxk_add_shaders: there is no dxk command; set DXK_EXECUTABLE, or DXK_CLI to ON to build it")
  endif()
  set(${command} "${DXK_EXECUTABLE}" PARENT_SCOPE)
endfunction()

# Takes outputs for this call, as two calls cannot make the same, and makes their folders.
function(dxk_claim_outputs_)
  get_property(claimed GLOBAL PROPERTY DXK_OUTPUTS_)
  foreach(output IN LISTS ARGN)
    if(output IN_LIST claimed)
      message(FATAL_ERROR "dxk_add_shaders: ${output} is made already; give another OUTPUT_DIRECTORY or HEADER")
    endif()
    set_property(GLOBAL APPEND PROPERTY DXK_OUTPUTS_ "${output}")
    get_filename_component(folder "${output}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
  endforeach()
endfunction()

# How outputs depend on included files: the generators of old versions do not read dependency files.
function(dxk_depend_ result file)
  if(CMAKE_GENERATOR MATCHES "Ninja" OR NOT CMAKE_VERSION VERSION_LESS 3.21 OR
     (CMAKE_GENERATOR MATCHES "Makefiles" AND NOT CMAKE_VERSION VERSION_LESS 3.20))
    set(${result} DEPFILE "${file}" PARENT_SCOPE)
  else()
    message(WARNING "dxk_add_shaders: ${CMAKE_GENERATOR} builds again for included files from CMake 3.21 on")
    set(${result} "" PARENT_SCOPE)
  endif()
endfunction()

# The command that compiles one source to `object`, and to `header` if that is not empty.
function(dxk_add_shader_ source object header)
  set(outputs "${object}")
  set(how -Fo "${object}" -MF "${object}.d")
  if(header)
    get_filename_component(variable "${header}" NAME_WLE)
    string(MAKE_C_IDENTIFIER "${variable}" variable)
    list(APPEND outputs "${header}")
    list(APPEND how -Fh "${header}" -Vn ${variable})
  endif()
  dxk_claim_outputs_(${outputs})
  dxk_find_command_(command)
  dxk_depend_(dependencies "${object}.d")
  file(RELATIVE_PATH shown "${CMAKE_BINARY_DIR}" "${object}")
  add_custom_command(OUTPUT ${outputs} COMMAND ${command} compile ${ARGN} ${how} "${source}"
    DEPENDS "${source}" ${command} ${dependencies} COMMENT "Compiling shader ${shown}" VERBATIM COMMAND_EXPAND_LISTS)
endfunction()

# Builds outputs together with the target, which is made if there is none.
function(dxk_attach_outputs_ target headers)
  if(NOT TARGET ${target})
    add_custom_target(${target} ALL)
  endif()
  get_property(calls GLOBAL PROPERTY DXK_CALLS_${target})
  list(APPEND calls ${target})
  set_property(GLOBAL PROPERTY DXK_CALLS_${target} ${calls})
  list(LENGTH calls number)
  add_custom_target(${target}-shaders-${number} DEPENDS ${ARGN})
  add_dependencies(${target} ${target}-shaders-${number})
  set_property(TARGET ${target} APPEND PROPERTY DXK_SHADERS ${ARGN})
  get_target_property(type ${target} TYPE)
  if(headers AND type STREQUAL "INTERFACE_LIBRARY")
    target_include_directories(${target} INTERFACE "${headers}")
  elseif(headers AND NOT type STREQUAL "UTILITY")
    target_include_directories(${target} PRIVATE "${headers}")
  endif()
endfunction()

# -D and -I for the lists in `defines` and `includes`.
function(dxk_options_ result defines includes)
  set(options "")
  foreach(define IN LISTS ${defines})
    list(APPEND options -D "${define}")
  endforeach()
  foreach(folder IN LISTS ${includes})
    if(NOT folder MATCHES "^[$]<")
      get_filename_component(folder "${folder}" ABSOLUTE)
    endif()
    list(APPEND options -I "${folder}")
  endforeach()
  set(${result} ${options} PARENT_SCOPE)
endfunction()

function(dxk_add_shaders target)
  cmake_parse_arguments(arg "" "PROFILE;ENTRY;OUTPUT_DIRECTORY;HEADER" "SOURCES;DEFINES;INCLUDES;OPTIONS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "dxk_add_shaders: not understood: ${arg_UNPARSED_ARGUMENTS}")
  elseif(NOT arg_SOURCES OR NOT arg_PROFILE)
    message(FATAL_ERROR "dxk_add_shaders: SOURCES and PROFILE are required")
  endif()
  dxk_options_(options arg_DEFINES arg_INCLUDES)
  set(suffix "")
  if(arg_ENTRY)
    list(APPEND options -E ${arg_ENTRY})
    set(suffix _${arg_ENTRY})
  endif()
  get_filename_component(folder "${arg_OUTPUT_DIRECTORY}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  get_filename_component(headers "${arg_HEADER}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  set(made "")
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(source "${source}" ABSOLUTE)
    get_filename_component(name "${source}" NAME_WLE)
    set(object "${folder}/${name}${suffix}.dxil")
    set(header "")
    if(arg_HEADER)
      set(header "${headers}/${name}${suffix}.h")
    endif()
    dxk_add_shader_("${source}" "${object}" "${header}" -T ${arg_PROFILE} ${options} ${arg_OPTIONS})
    list(APPEND made "${object}" ${header})
  endforeach()
  if(NOT arg_HEADER)
    set(headers "")
  endif()
  dxk_attach_outputs_(${target} "${headers}" ${made})
endfunction()
