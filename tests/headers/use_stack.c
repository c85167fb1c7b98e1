/* What the macros and the inlined functions of the stacks become has to be as clean as the headers,
 * in C and in C++, also with objects and sizes that the compiler knows. */
#include <tern/stack.h>
#include <tern/stack_bounded.h>
#include <tern/stack_locked.h>

#include <string.h>

struct thing {
    int value;
    struct tern_stack_node node;
};

int use_intrusive_stack(void);
int use_locked_stack(void);
int use_bounded_stack(void);

static struct thing things[2];

int use_intrusive_stack(void)
{
    struct tern_stack stack;
    struct tern_stack_node *chain;
    if (tern_stack_init(&stack) != 0)
        return 1;
    tern_stack_push(&stack, &things[0].node);
    tern_stack_link(&things[1].node, NULL);
    tern_stack_push_chain(&stack, &things[1].node, &things[1].node);
    if (tern_stack_pop_n(&stack, 1, &chain) != 1 || tern_stack_next(chain) != NULL)
        return 1;
    chain = tern_stack_pop(&stack);
    if (chain == NULL || tern_stack_pop_all(&stack) != NULL || !tern_stack_empty(&stack))
        return 1;
    return TERN_STACK_OBJECT(chain, struct thing, node)->value;
}

int use_locked_stack(void)
{
    struct tern_stack_locked stack;
    struct tern_stack_node *chain;
    if (tern_stack_locked_init(&stack, TERN_WAIT_SPIN) != 0)
        return 1;
    tern_stack_locked_push(&stack, &things[0].node);
    tern_stack_locked_push_chain(&stack, &things[1].node, &things[1].node);
    if (tern_stack_locked_pop_n(&stack, 1, &chain) != 1)
        return 1;
    return tern_stack_locked_pop(&stack) == NULL || tern_stack_locked_pop_all(&stack) != NULL ||
           !tern_stack_locked_empty(&stack);
}

int use_bounded_stack(void)
{
    struct tern_stack_bounded_options options;
    void *pointers[3] = {&things[0], &things[1], &options};
    memset(&options, 0, sizeof options);
    options.capacity = 8;
    struct tern_stack_bounded *stack = tern_stack_bounded_create(&options);
    int result = 1;
    if (stack != NULL)
        result = tern_stack_bounded_push(stack, pointers) != 0 ||
                 tern_stack_bounded_push_bulk(stack, pointers, 3) != 3 ||
                 tern_stack_bounded_push_burst(stack, pointers, 1) != 1 ||
                 tern_stack_bounded_pop_bulk(stack, pointers, 3) != 3 ||
                 tern_stack_bounded_pop_burst(stack, pointers, 1) != 1 ||
                 tern_stack_bounded_pop(stack) == NULL || !tern_stack_bounded_empty(stack);
    tern_stack_bounded_destroy(stack);
    return result;
}
