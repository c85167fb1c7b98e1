# The functions by which tests/*/CMakeLists.txt list their programs.
#
#   tern_unit_test(NAME DEPENDS component... [LINKED] [ALONE])
#       tests/unit/NAME.c becomes a part of the program of the last component named: unit/ring has
#       all files of the ring. It runs on Criterion where that is found, else on the plain runner.
#       LINKED also puts it into the program COMPONENT_linked, which calls the library instead of
#       the inlined code. ALONE makes it a program of its own: a file that includes another test file
#       with other settings has the same tests under the same names.
#   tern_stress_test(NAME [DEPENDS component...] [SOURCES file...])
#       tests/stress/NAME.c and the other files, on the plain runner, or with a main of its own.
#   tern_model_test(NAME [OWN_RELACY])
#       tests/model/NAME.cpp, with a main of its own, over Relacy. OWN_RELACY: it changes Relacy by
#       what it includes first, and so cannot share the precompiled headers.
#   tern_write_programs(LAYER)
#       after the last of them: the list for scripts/test, and the target tests-LAYER that builds
#       them all.
include_guard()

option(TERN_TEST_PLAIN "Run the unit tests on the plain runner instead of Criterion" OFF)
option(TERN_TEST_LINKED "Run the unit tests against the libraries too" ON)

# A listed file that is not there stays in the list: its layer fails instead of shrinking.
function(_tern_source_exists out layer source name)
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${source}")
        set(${out} TRUE PARENT_SCOPE)
    else()
        message(STATUS "tern: tests/${layer}/${source} is not there")
        set_property(GLOBAL APPEND PROPERTY TERN_PROGRAMS_${layer}
                                            "${CMAKE_CURRENT_BINARY_DIR}/${name}")
        set(${out} FALSE PARENT_SCOPE)
    endif()
endfunction()

function(_tern_test_program target layer output)
    cmake_parse_arguments(PARSE_ARGV 3 arg "" "RUNNER" "SOURCES;DEPENDS;DEFINITIONS")
    add_executable(${target} ${arg_SOURCES})
    set_property(GLOBAL APPEND PROPERTY TERN_TARGETS_${layer} ${target})
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${output})
    tern_compile_rules(${target})
    list(TRANSFORM arg_DEPENDS PREPEND "tern::")
    find_package(Threads REQUIRED)
    target_link_libraries(${target} PRIVATE ${arg_RUNNER} ${arg_DEPENDS} Threads::Threads)
    target_compile_definitions(${target} PRIVATE ${arg_DEFINITIONS})
    set_property(GLOBAL APPEND PROPERTY TERN_PROGRAMS_${layer} "$<TARGET_FILE:${target}>")
    add_test(NAME ${layer}/${output} COMMAND ${target} --quick)
    set_tests_properties(${layer}/${output} PROPERTIES LABELS ${layer})
endfunction()

# A file of a unit test program, which is there after the first of its files.
function(_tern_unit_file target output runner source)
    cmake_parse_arguments(PARSE_ARGV 4 arg "" "" "DEPENDS;DEFINITIONS")
    if(TARGET ${target})
        target_sources(${target} PRIVATE ${source})
        list(TRANSFORM arg_DEPENDS PREPEND "tern::")
        target_link_libraries(${target} PRIVATE ${arg_DEPENDS})
    else()
        _tern_test_program(
            ${target} unit ${output} RUNNER ${runner} SOURCES ${source} DEPENDS ${arg_DEPENDS}
            DEFINITIONS ${arg_DEFINITIONS})
    endif()
endfunction()

function(tern_unit_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "LINKED;ALONE" "" "DEPENDS")
    _tern_source_exists(there unit ${name}.c ${name})
    if(NOT there)
        return()
    endif()
    if(arg_ALONE)
        set(program ${name})
    else()
        list(GET arg_DEPENDS -1 program)
    endif()
    set(runner tern_test_plain)
    if(TARGET tern_test_criterion AND NOT TERN_TEST_PLAIN)
        set(runner tern_test_criterion)
    endif()
    _tern_unit_file(unit_${program} ${program} ${runner} ${name}.c DEPENDS ${arg_DEPENDS})
    if(arg_LINKED AND TERN_TEST_LINKED)
        _tern_unit_file(
            unit_${program}_linked ${program}_linked tern_test_plain ${name}.c
            DEPENDS ${arg_DEPENDS} DEFINITIONS TERN_NO_INLINE)
    endif()
endfunction()

function(tern_stress_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;SOURCES")
    _tern_source_exists(there stress ${name}.c ${name})
    if(there)
        _tern_test_program(
            stress_${name} stress ${name} RUNNER tern_test_plain SOURCES ${name}.c ${arg_SOURCES}
            DEPENDS ${arg_DEPENDS})
    endif()
endfunction()

# Relacy of 2019 is clean in C++17 under g++ 12 through <relacy/relacy.hpp>; relacy_std.hpp is not,
# it declares names in namespace std that are there. clang warns at its macro named $.
function(tern_model_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "OWN_RELACY" "" "")
    _tern_source_exists(there model ${name}.cpp ${name})
    if(NOT there OR NOT TERN_RELACY_INCLUDE_DIR)
        return()
    endif()
    # Headers only: the container's library is built over the real atomics.
    set(target model_${name})
    _tern_test_program(${target} model ${name} SOURCES ${name}.cpp DEFINITIONS TERN_MODEL)
    target_include_directories(${target} SYSTEM PRIVATE "${TERN_RELACY_INCLUDE_DIR}")
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/lib/arch/model")
    get_property(components GLOBAL PROPERTY TERN_COMPONENTS)
    foreach(component IN LISTS components)
        target_include_directories(
            ${target} PRIVATE "${PROJECT_SOURCE_DIR}/lib/${component}/include")
    endforeach()
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        target_compile_options(${target} PRIVATE -Wno-dollar-in-identifier-extension)
    endif()
    # A third of the compiler's time goes into Relacy's headers.
    get_property(first GLOBAL PROPERTY TERN_MODEL_FIRST)
    if(arg_OWN_RELACY)
        return()
    endif()
    if(first)
        target_precompile_headers(${target} REUSE_FROM ${first})
    else()
        target_precompile_headers(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/harness/relacy.hpp")
        set_property(GLOBAL PROPERTY TERN_MODEL_FIRST ${target})
    endif()
endfunction()

function(tern_write_programs layer)
    get_property(programs GLOBAL PROPERTY TERN_PROGRAMS_${layer})
    get_property(targets GLOBAL PROPERTY TERN_TARGETS_${layer})
    add_custom_target(tests-${layer})
    if(targets)
        add_dependencies(tests-${layer} ${targets})
    endif()
    list(JOIN programs "\n" lines)
    file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/tests/${layer}.programs" CONTENT "${lines}\n")
endfunction()
