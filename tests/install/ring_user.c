/* Uses an installed ring, by both of its interfaces. Exits with 0 if all is as documented. */
#include <tern/ring.h>

#include <errno.h>
#include <stdio.h>

TERN_RING_DEFINE(int_ring, int);

static int untyped(void)
{
    struct tern_ring_options options = {.capacity = 3, .elem_size = sizeof(int)};
    struct tern_ring *ring = tern_ring_create(&options);
    int in[4] = {1, 2, 3, 4};
    int out[4] = {0};
    int ok;

    if (ring == NULL)
        return 0;
    ok = tern_ring_enqueue_bulk(ring, in, 4, NULL) == 0 && /* exact capacity */
         tern_ring_enqueue_bulk(ring, in, 3, NULL) == 3 &&
         tern_ring_enqueue(ring, &in[3]) == -ENOBUFS && tern_ring_dequeue(ring, &out[0]) == 0 &&
         tern_ring_dequeue_burst(ring, &out[1], 3, NULL) == 2 &&
         tern_ring_dequeue(ring, &out[3]) == -ENOENT && out[0] == 1 && out[1] == 2 && out[2] == 3;
    tern_ring_destroy(ring);
    return ok;
}

static int typed(void)
{
    struct tern_ring_options options = {
        .capacity = 2, .producer = TERN_RING_ST, .consumer = TERN_RING_ST};
    struct int_ring *ring = int_ring_create(&options);
    int value = 0;
    int ok;

    if (ring == NULL)
        return 0;
    ok = int_ring_enqueue(ring, 7) == 0 && int_ring_dequeue(ring, &value) == 0 && value == 7;
    int_ring_destroy(ring);
    return ok;
}

int main(void)
{
    if (!untyped() || !typed()) {
        puts("the installed ring does not do what it should");
        return 1;
    }
    return 0;
}
