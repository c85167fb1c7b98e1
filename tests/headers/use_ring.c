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

int use_typed_ring(void);
int use_ring(void);

int use_typed_ring(void)
{
    struct tern_ring_options options;
    struct sample sample;
    memset(&options, 0, sizeof options);
    memset(&sample, 0, sizeof sample);
    options.capacity = 8;
    struct sample_ring *ring = sample_ring_create(&options);
    if (ring == NULL)
        return 1;
    int result = sample_ring_enqueue(ring, sample) != 0 || sample_ring_dequeue(ring, &sample) != 0;
    sample_ring_destroy(ring);
    return result;
}

/* Objects that the compiler knows, elements of a size that it does not: it must not warn that the
 * paths for other sizes would leave the object. */
int use_ring(void)
{
    struct tern_ring_options options;
    unsigned char byte = 1;
    uint64_t words[3] = {1, 2, 3};
    memset(&options, 0, sizeof options);
    options.capacity = 8;
    options.elem_size = sizeof byte;
    struct tern_ring *bytes = tern_ring_create(&options);
    options.elem_size = sizeof words[0];
    options.producer = TERN_RING_ST;
    options.consumer = TERN_RING_ST;
    struct tern_ring *ring = tern_ring_create(&options);
    int result = 1;
    if (bytes != NULL && ring != NULL)
        result = tern_ring_enqueue(bytes, &byte) != 0 || tern_ring_dequeue(bytes, &byte) != 0 ||
                 tern_ring_enqueue_bulk(ring, words, 3, NULL) != 3 ||
                 tern_ring_enqueue(ring, &words[2]) != 0 ||
                 tern_ring_dequeue_bulk(ring, words, 3, NULL) != 3 ||
                 tern_ring_enqueue_burst(ring, words, 3, NULL) != 3 ||
                 tern_ring_dequeue_burst(ring, words, 3, NULL) != 3 ||
                 tern_ring_dequeue(ring, &words[0]) != 0;
    tern_ring_destroy(bytes);
    tern_ring_destroy(ring);
    return result;
}
