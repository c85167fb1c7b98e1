// Uses an installed pointer array from C++. Exits with 0 if all is as documented.
#include <tern/ptr_array.h>

#include <cstdio>

TERN_PTR_ARRAY_DEFINE(int_array, int);

int main()
{
    static int one = 1, two = 2;
    tern_ptr_array_options options{};
    options.size = 1;
    int_array *typed = int_array_create(&options);
    tern_ptr_array *array = tern_ptr_array_create(&options);
    bool ok = typed != nullptr && array != nullptr && int_array_produce(typed, &one) == 0 &&
              int_array_produce(typed, &two) == -ENOBUFS && int_array_peek(typed) == &one &&
              int_array_consume(typed) == &one && int_array_consume(typed) == nullptr &&
              tern_ptr_array_produce(array, &two) == 0 && tern_ptr_array_full(array) &&
              tern_ptr_array_consume(array) == &two && tern_ptr_array_empty(array);
    if (typed != nullptr)
        int_array_destroy(typed, nullptr, nullptr);
    tern_ptr_array_destroy(array, nullptr, nullptr);
    if (!ok)
        std::puts("the installed pointer array does not do what it should");
    return ok ? 0 : 1;
}
