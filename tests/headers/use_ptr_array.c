/* What the pointer array's macros expand to has to be as clean as the header itself, in C and in
 * C++. */
#include <tern/ptr_array.h>

#include <string.h>

struct packet {
    unsigned length;
};

TERN_PTR_ARRAY_DEFINE(packet_queue, struct packet);
TERN_PTR_ARRAY_DEFINE(text_queue, const char);

int use_ptr_array(void);

int use_ptr_array(void)
{
    struct tern_ptr_array_options options;
    struct packet packet, *out = NULL, *two[2] = {&packet, &packet};
    memset(&options, 0, sizeof options);
    memset(&packet, 0, sizeof packet);
    options.size = 8;
    struct packet_queue *queue = packet_queue_create(&options);
    if (queue == NULL)
        return 1;
    int result = packet_queue_produce(queue, &packet) != 0 || packet_queue_peek(queue) != &packet ||
                 packet_queue_consume(queue) != &packet ||
                 packet_queue_produce_batched(queue, two, 2) != 2 ||
                 packet_queue_consume_batched(queue, two, 2, NULL) != 2 ||
                 packet_queue_produce_wait(queue, &packet, 0) != 0 ||
                 packet_queue_consume_wait(queue, &out, 0) != 0;
    packet_queue_destroy(queue, NULL, NULL);
    return result;
}
