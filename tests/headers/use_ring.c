/* What the ring's macros expand to has to be as clean as the header itself, in C and in C++. */
#include <tern/ring.h>

#include <string.h>

struct sample {
    uint64_t at;
    unsigned char byte[3];
};

TERN_RING_DEFINE(byte_ring, unsigned char);
TERN_RING_DEFINE(int_ring, int);
TERN_RING_DEFINE(pointer_ring, void *);
TERN_RING_DEFINE(sample_ring, struct sample);

int use_ring(void);

int use_ring(void)
{
    struct tern_ring_options options;
    struct sample sample;
    memset(&options, 0, sizeof options);
    memset(&sample, 0, sizeof sample);
    options.capacity = 8;
    options.elem_size = sizeof(struct sample);
    struct sample_ring *ring = sample_ring_create(&options);
    if (ring == NULL)
        return 1;
    int result = sample_ring_enqueue(ring, sample) != 0 || sample_ring_dequeue(ring, &sample) != 0;
    sample_ring_destroy(ring);
    return result;
}
