# What every component of Tern has, written once.
#
#   tern_add_component(name [DEPENDS component...] [SOURCES file...] [THREADS])
#
# is called from lib/NAME/CMakeLists.txt, whose public headers are in include/, and gives
#   - the target tern::NAME: a static library libtern_NAME.a, shared with BUILD_SHARED_LIBS, or
#     header only where there are no SOURCES;
#   - its headers, library, exported target and tern_NAME.pc in the install, all of them in the
#     install component tern_NAME;
#   - its place in the CMake package: find_package(tern COMPONENTS NAME) loads it and what it
#     DEPENDS on, nothing else.
# THREADS says that the component calls pthreads.
#
#   tern_install_package()
#
# comes after the last component and installs the package files all of them share.
include_guard()
include(CMakePackageConfigHelpers)

set(TERN_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/tern")
set(TERN_COMPONENT_TEMPLATES "${CMAKE_CURRENT_LIST_DIR}")

# Until 1.0 a minor version may change the ABI, so it is part of the soname.
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(TERN_SOVERSION "0.${PROJECT_VERSION_MINOR}")
    set(TERN_COMPATIBILITY SameMinorVersion)
else()
    set(TERN_SOVERSION "${PROJECT_VERSION_MAJOR}")
    set(TERN_COMPATIBILITY SameMajorVersion)
endif()

function(tern_add_component name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "THREADS" "" "DEPENDS;SOURCES")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "tern_add_component(${name}): unknown ${arg_UNPARSED_ARGUMENTS}")
    endif()
    set(target tern_${name})

    if(arg_SOURCES)
        add_library(${target} ${arg_SOURCES})
        tern_compile_rules(${target})
        set_target_properties(
            ${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${TERN_SOVERSION}
                                 POSITION_INDEPENDENT_CODE ON)
        set(scope PUBLIC)
    else()
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    endif()
    add_library(tern::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    target_include_directories(
        ${target} ${scope} "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>"
        "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
    foreach(dependency IN LISTS arg_DEPENDS)
        target_link_libraries(${target} ${scope} tern::${dependency})
    endforeach()
    if(arg_THREADS)
        set(THREADS_PREFER_PTHREAD_FLAG ON)
        find_package(Threads REQUIRED)
        target_link_libraries(${target} ${scope} Threads::Threads)
    endif()

    # What the package configuration has to know of it.
    set_property(GLOBAL APPEND PROPERTY TERN_COMPONENTS ${name})
    set_property(
        GLOBAL APPEND_STRING
        PROPERTY TERN_COMPONENT_FACTS
                 "set(_tern_depends_${name} ${arg_DEPENDS})\nset(_tern_threads_${name} ${arg_THREADS})\n")

    if(TERN_INSTALL)
        install(DIRECTORY include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
                COMPONENT ${target}
                FILES_MATCHING
                PATTERN "*.h")
        install(
            TARGETS ${target}
            EXPORT tern-${name}-targets
            ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${target}
            LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${target}
                    NAMELINK_COMPONENT ${target}
            RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT ${target})
        install(
            EXPORT tern-${name}-targets
            NAMESPACE tern::
            DESTINATION "${TERN_CMAKE_DIR}"
            COMPONENT ${target})
        _tern_install_pkg_config(
            ${name} "${arg_DEPENDS}" "${arg_SOURCES}" "${arg_THREADS}")
    endif()
endfunction()

# A path in the .pc file: relative to the file itself, so that the tree can be moved, unless the
# user asked for an absolute one.
function(_tern_pkg_config_path out directory)
    if(IS_ABSOLUTE "${directory}")
        set(${out} "${directory}" PARENT_SCOPE)
    else()
        set(${out} "\${prefix}/${directory}" PARENT_SCOPE)
    endif()
endfunction()

function(_tern_install_pkg_config name depends sources threads)
    set(PC_NAME tern_${name})
    set(PC_DIR "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
    if(IS_ABSOLUTE "${PC_DIR}")
        set(PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
    else()
        file(RELATIVE_PATH up "/${PC_DIR}" "/")
        string(REGEX REPLACE "/$" "" up "${up}")
        set(PC_PREFIX "\${pcfiledir}/${up}")
    endif()
    _tern_pkg_config_path(PC_INCLUDEDIR "${CMAKE_INSTALL_INCLUDEDIR}")
    _tern_pkg_config_path(PC_LIBDIR "${CMAKE_INSTALL_LIBDIR}")
    set(PC_REQUIRES "")
    if(depends)
        list(TRANSFORM depends PREPEND "tern_")
        list(JOIN depends ", " PC_REQUIRES)
    endif()
    set(PC_LIBS "")
    if(sources)
        string(APPEND PC_LIBS "-L\${libdir} -l${PC_NAME}")
    endif()
    set(PC_CFLAGS "-I\${includedir}")
    if(threads)
        string(APPEND PC_LIBS " -pthread")
        string(APPEND PC_CFLAGS " -pthread")
    endif()
    configure_file(
        "${TERN_COMPONENT_TEMPLATES}/tern_component.pc.in"
        "${CMAKE_CURRENT_BINARY_DIR}/${PC_NAME}.pc" @ONLY)
    install(
        FILES "${CMAKE_CURRENT_BINARY_DIR}/${PC_NAME}.pc"
        DESTINATION "${PC_DIR}"
        COMPONENT ${PC_NAME})
endfunction()

function(tern_install_package)
    if(NOT TERN_INSTALL)
        return()
    endif()
    get_property(TERN_COMPONENTS GLOBAL PROPERTY TERN_COMPONENTS)
    get_property(TERN_COMPONENT_FACTS GLOBAL PROPERTY TERN_COMPONENT_FACTS)
    configure_package_config_file(
        "${TERN_COMPONENT_TEMPLATES}/tern-config.cmake.in"
        "${CMAKE_CURRENT_BINARY_DIR}/tern-config.cmake"
        INSTALL_DESTINATION "${TERN_CMAKE_DIR}")
    write_basic_package_version_file(
        "${CMAKE_CURRENT_BINARY_DIR}/tern-config-version.cmake"
        COMPATIBILITY ${TERN_COMPATIBILITY})
    # Every component depends on arch, so the shared files go with it.
    install(
        FILES "${CMAKE_CURRENT_BINARY_DIR}/tern-config.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/tern-config-version.cmake"
        DESTINATION "${TERN_CMAKE_DIR}"
        COMPONENT tern_arch)
    install(
        FILES LICENSE
        DESTINATION "${CMAKE_INSTALL_DOCDIR}"
        COMPONENT tern_arch)
endfunction()
