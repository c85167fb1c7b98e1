// Uses an installed freelist from C++. Exits with 0 if all is as documented.
#include <tern/freelist.h>

#include <cstdio>

int main()
{
    tern_freelist_options options{};
    options.object_size = 24;
    options.max_objects = 100;
    tern_freelist *freelist = tern_freelist_create(&options);
    void *objects[2] = {nullptr, nullptr};
    bool ok = freelist != nullptr;
    if (ok) {
        for (void *&object : objects)
            object = tern_freelist_alloc(freelist);
        ok = objects[0] != nullptr && objects[1] != nullptr && objects[0] != objects[1];
        for (void *object : objects)
            tern_freelist_free(freelist, object);
        tern_freelist_destroy(freelist);
    }
    if (!ok)
        std::puts("the installed freelist does not do what it should");
    return ok ? 0 : 1;
}
