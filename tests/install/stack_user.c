/* Uses an installed stack. Exits with 0 if all is as documented. */
#include <tern/stack.h>
#include <tern/stack_bounded.h>
#include <tern/stack_locked.h>

#include <errno.h>
#include <stdio.h>

struct object {
    int value;
    struct tern_stack_node node;
};

static struct object first = {.value = 1}, second = {.value = 2};

static int is(struct tern_stack_node *node, const struct object *object)
{
    return node != NULL && TERN_STACK_OBJECT(node, struct object, node) == object;
}

static int intrusive(void)
{
    static struct tern_stack stack;
    struct tern_stack_node *chain;
    int error = tern_stack_init(&stack);

    if (error != 0)
        return error == -ENOTSUP && !TERN_HAVE_DWCAS;
    tern_stack_push(&stack, &first.node);
    tern_stack_push(&stack, &second.node);
    return is(tern_stack_pop(&stack), &second) && tern_stack_pop_n(&stack, 2, &chain) == 1 &&
           is(chain, &first) && tern_stack_pop_all(&stack) == NULL && tern_stack_empty(&stack);
}

static int locked(void)
{
    static struct tern_stack_locked stack;

    if (tern_stack_locked_init(&stack, TERN_WAIT_ADAPTIVE) != 0)
        return 0;
    tern_stack_link(&first.node, &second.node);
    tern_stack_locked_push_chain(&stack, &first.node, &second.node);
    return is(tern_stack_locked_pop(&stack), &first) &&
           is(tern_stack_locked_pop(&stack), &second) && tern_stack_locked_empty(&stack);
}

static int bounded(bool with_lock)
{
    struct tern_stack_bounded_options options = {.capacity = 3, .locked = with_lock};
    struct tern_stack_bounded *stack = tern_stack_bounded_create(&options);
    void *in[2] = {&first, &second}, *out[2] = {NULL, NULL};
    int ok;

    if (stack == NULL)
        return 0;
    ok = tern_stack_bounded_push_bulk(stack, in, 2) == 2 &&
         tern_stack_bounded_push(stack, &options) == 0 &&
         tern_stack_bounded_push(stack, &options) == -ENOBUFS &&
         tern_stack_bounded_pop(stack) == &options &&
         tern_stack_bounded_pop_burst(stack, out, 2) == 2 && out[0] == &second &&
         out[1] == &first && tern_stack_bounded_count(stack) == 0;
    tern_stack_bounded_destroy(stack);
    return ok;
}

int main(void)
{
    if (!intrusive() || !locked() || !bounded(false) || !bounded(true)) {
        puts("the installed stack does not do what it should");
        return 1;
    }
    return 0;
}
