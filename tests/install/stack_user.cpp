// Uses an installed stack from C++. Exits with 0 if all is as documented.
#include <tern/stack.h>
#include <tern/stack_bounded.h>
#include <tern/stack_locked.h>

#include <cstdio>

struct object {
    tern_stack_node node;
    int value;
};

int main()
{
    static tern_stack stack;
    static tern_stack_locked locked;
    static object one{};
    tern_stack_bounded_options options{};
    options.capacity = 2;
    tern_stack_bounded *bounded = tern_stack_bounded_create(&options);
    bool ok = bounded != nullptr && tern_stack_bounded_push(bounded, &one) == 0 &&
              tern_stack_bounded_pop(bounded) == &one && tern_stack_bounded_pop(bounded) == nullptr;
    tern_stack_bounded_destroy(bounded);

    ok = ok && tern_stack_locked_init(&locked, TERN_WAIT_SPIN) == 0;
    if (ok) {
        tern_stack_locked_push(&locked, &one.node);
        ok = TERN_STACK_OBJECT(tern_stack_locked_pop(&locked), object, node) == &one;
    }
    if (ok && tern_stack_init(&stack) == 0) {
        tern_stack_push(&stack, &one.node);
        ok = tern_stack_pop(&stack) == &one.node && tern_stack_empty(&stack);
    }
    if (!ok)
        std::puts("the installed stack does not do what it should");
    return ok ? 0 : 1;
}
