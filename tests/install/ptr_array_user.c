/* Uses an installed pointer array. Exits with 0 if all is as documented. */
#include <tern/ptr_array.h>

#include <errno.h>
#include <stdio.h>

static int numbers[4] = {1, 2, 3, 4};

static void count(void *item, void *context)
{
    *(int *)context += *(const int *)item;
}

static int read_value(void *item, void *context)
{
    (void)context;
    return *(const int *)item;
}

static int works(enum tern_ptr_array_flavour flavour)
{
    struct tern_ptr_array_options options = {.size = 3, .producer = flavour, .consumer = flavour};
    struct tern_ptr_array *array = tern_ptr_array_create(&options);
    void *items[3] = {&numbers[1], &numbers[2], &numbers[3]}, *out[3], *item = NULL;
    size_t freed = 0;
    int ok, value = 0, left = 0;

    if (array == NULL)
        return 0;
    ok = tern_ptr_array_produce(array, &numbers[0]) == 0 &&
         tern_ptr_array_produce_batched(array, items, 3) == 2 &&
         tern_ptr_array_produce(array, items[2]) == -ENOBUFS &&
         tern_ptr_array_produce_wait(array, items[2], 1000) == -ETIMEDOUT &&
         tern_ptr_array_peek(array) == &numbers[0] &&
         tern_ptr_array_peek_call(array, read_value, NULL, &value) == 0 && value == 1 &&
         tern_ptr_array_consume(array) == &numbers[0] &&
         tern_ptr_array_resize(array, 5, NULL, NULL) == 0 &&
         tern_ptr_array_produce_wait(array, items[2], TERN_PTR_ARRAY_FOREVER) == 0 &&
         tern_ptr_array_consume_batched(array, out, 2, &freed) == 2 && freed == 2 &&
         tern_ptr_array_unconsume(array, out, 2, NULL, NULL) == 2;
    tern_ptr_array_close(array);
    ok = ok && tern_ptr_array_produce(array, items[0]) == -EPIPE &&
         tern_ptr_array_consume_wait(array, &item, TERN_PTR_ARRAY_FOREVER) == 0 &&
         item == &numbers[1];
    return tern_ptr_array_destroy(array, count, &left) == 2 && ok && left == 7;
}

int main(void)
{
    if (!works(TERN_PTR_ARRAY_LOCKED) || !works(TERN_PTR_ARRAY_RAW)) {
        puts("the installed pointer array does not do what it should");
        return 1;
    }
    return 0;
}
