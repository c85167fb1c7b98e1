# Language level, warnings and sanitizers of Tern's own targets. Nothing here reaches users.
include_guard()

if(TERN_SANITIZE)
    add_compile_options(
        -fsanitize=${TERN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
    add_link_options(-fsanitize=${TERN_SANITIZE})
endif()

if(TERN_DEBUG)
    add_compile_definitions(TERN_DEBUG=1)
endif()

# tern_compile_rules(target): C11 and C++17 without extensions, and the full warning set.
function(tern_compile_rules target)
    set_target_properties(
        ${target}
        PROPERTIES C_STANDARD 11
                   C_STANDARD_REQUIRED ON
                   C_EXTENSIONS OFF
                   CXX_STANDARD 17
                   CXX_STANDARD_REQUIRED ON
                   CXX_EXTENSIONS OFF)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion)
    if(TERN_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
endfunction()
