// Uses an installed ring from C++. Exits with 0 if all is as documented.
#include <tern/ring.h>

#include <cerrno>
#include <cstdio>

TERN_RING_DEFINE(int_ring, int);

int main()
{
    tern_ring_options options{};
    options.capacity = 2;
    options.elem_size = sizeof(int);

    tern_ring *ring = tern_ring_create(&options);
    int_ring *typed = int_ring_create(&options);
    int in = 5;
    int out = 0;
    bool ok = ring != nullptr && typed != nullptr && tern_ring_enqueue(ring, &in) == 0 &&
              tern_ring_dequeue(ring, &out) == 0 && out == 5 &&
              tern_ring_dequeue(ring, &out) == -ENOENT && int_ring_enqueue(typed, 6) == 0 &&
              int_ring_dequeue(typed, &out) == 0 && out == 6;
    if (typed != nullptr)
        int_ring_destroy(typed);
    if (ring != nullptr)
        tern_ring_destroy(ring);
    if (!ok)
        std::puts("the installed ring does not do what it should");
    return ok ? 0 : 1;
}
