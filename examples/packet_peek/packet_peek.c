/*
 * A queue of packets, as a driver has one between those who send and the reader of a device.
 *
 * The reader does what a read() of a tap device does: it is asked for the length of the next packet
 * first, so that it can bring a buffer that is large enough, and only then takes the packet. With
 * several readers nobody may take the packet away while one of them looks into it: peek_call looks
 * under the consumers' lock.
 *
 * A second reader takes packets by the batch and has room for so many bytes only: what does not fit
 * any more it gives back to the front (unconsume). Meanwhile the queue is made longer and shorter;
 * packets for which there is no place go to a callback. In the end every packet is accounted for.
 *
 *     packet_peek [--quick]
 */
#include <tern/ptr_array.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct packet {
    unsigned length;
    unsigned char bytes[];
};

TERN_PTR_ARRAY_DEFINE(packet_queue, struct packet);

enum { SENDERS = 2, LONGEST = 1500, SEGMENT = LONGEST, BATCH = 8 };

/* Packets, bytes, and the sum of the bytes: what went in is what came out. */
struct account {
    uint64_t packets, bytes, sum;
};

static struct packet_queue *queue;
static unsigned packets_each = 200000;
static uint64_t outgrown; /* peeked, and then a larger one was there */

static void enter(struct account *account, const struct packet *packet)
{
    account->packets++;
    account->bytes += packet->length;
    for (unsigned i = 0; i < packet->length; i++)
        account->sum += packet->bytes[i];
}

static void add(struct account *to, const struct account *from)
{
    to->packets += from->packets;
    to->bytes += from->bytes;
    to->sum += from->sum;
}

static void drop(struct packet *packet, void *account)
{
    enter(account, packet);
    free(packet);
}

static void *send_packets(void *context)
{
    struct account *sent = context;
    uint64_t random = (uintptr_t)context;
    for (unsigned i = 0; i < packets_each; i++) {
        random = random * UINT64_C(6364136223846793005) + 1;
        unsigned length = 1 + (unsigned)(random >> 33) % (i % 8 == 0 ? LONGEST : 100);
        struct packet *packet = malloc(sizeof *packet + length);
        if (packet == NULL)
            abort();
        packet->length = length;
        memset(packet->bytes, (int)(random >> 40), length);
        enter(sent, packet);
        /* Sleeps while the queue is full. */
        if (packet_queue_produce_wait(queue, packet, TERN_PTR_ARRAY_FOREVER) != 0)
            abort();
    }
    return NULL;
}

static int length_of(struct packet *packet, void *context)
{
    (void)context;
    return (int)packet->length;
}

/* One packet at a time, into a buffer of the length that the next packet has. */
static void *read_packets(void *context)
{
    struct account *received = context;
    for (;;) {
        struct packet *packet;
        int length = 0;
        size_t room =
            packet_queue_peek_call(queue, length_of, NULL, &length) == 0 ? (size_t)length : LONGEST;
        unsigned char *buffer = malloc(room);
        if (buffer == NULL)
            abort();
        if (packet_queue_consume_wait(queue, &packet, TERN_PTR_ARRAY_FOREVER) != 0) {
            free(buffer); /* closed, and nothing is left */
            return NULL;
        }
        if (packet->length > room) {
            /* The other reader was faster, and this is the packet behind the one that was seen. */
            unsigned char *larger = realloc(buffer, packet->length);
            if (larger == NULL)
                abort();
            buffer = larger;
            outgrown++;
        }
        memcpy(buffer, packet->bytes, packet->length);
        enter(received, packet);
        free(packet);
        free(buffer);
    }
}

/* As many packets at once as fit into a segment; the first always does. */
static void *read_segments(void *context)
{
    struct account *received = context;
    for (;;) {
        struct packet *packets[BATCH];
        size_t n = 1, taken = 0, bytes = 0;
        if (packet_queue_consume_wait(queue, &packets[0], TERN_PTR_ARRAY_FOREVER) != 0)
            return NULL;
        n += packet_queue_consume_batched(queue, packets + 1, BATCH - 1, NULL);
        while (taken < n && bytes + packets[taken]->length <= SEGMENT)
            bytes += packets[taken++]->length;
        /* The others are the next to come out again; if the queue is full by now, as many of them
         * as there is no room for are read after all. */
        (void)packet_queue_unconsume(queue, packets + taken, n - taken, drop, received);
        for (size_t i = 0; i < taken; i++)
            drop(packets[i], received);
    }
}

int main(int argc, char **argv)
{
    struct tern_ptr_array_options options = {.size = 256};
    struct account sent[SENDERS], received[3];
    pthread_t senders[SENDERS], readers[2];

    if (argc > 1 && strcmp(argv[1], "--quick") == 0)
        packets_each = 10000;
    memset(sent, 0, sizeof sent);
    memset(received, 0, sizeof received);
    queue = packet_queue_create(&options);
    if (queue == NULL || pthread_create(&readers[0], NULL, read_packets, &received[0]) != 0 ||
        pthread_create(&readers[1], NULL, read_segments, &received[1]) != 0)
        return 1;
    for (int i = 0; i < SENDERS; i++)
        if (pthread_create(&senders[i], NULL, send_packets, &sent[i]) != 0)
            return 1;

    for (size_t i = 0; i < 100; i++)
        if (packet_queue_resize(queue, i % 2 == 0 ? 16 : 256, drop, &received[2]) != 0)
            return 1;

    for (int i = 0; i < SENDERS; i++)
        pthread_join(senders[i], NULL);
    packet_queue_close(queue);
    for (int i = 0; i < 2; i++)
        pthread_join(readers[i], NULL);

    add(&sent[0], &sent[1]);
    struct tern_ptr_array_statistics statistics;
    packet_queue_get_statistics(queue, &statistics);
    printf("%" PRIu64 " packets sent; %" PRIu64 " read one by one (%" PRIu64
           " of another length than was seen), %" PRIu64 " by segments, %" PRIu64 " dropped\n",
           sent[0].packets, received[0].packets, outgrown, received[1].packets,
           received[2].packets);
    printf("%" PRIu64 " given back; full %" PRIu64 " times; senders slept %" PRIu64
           " times, readers %" PRIu64 "\n",
           statistics.unconsumed, statistics.refused, statistics.producer_sleeps,
           statistics.consumer_sleeps);
    add(&received[0], &received[1]);
    add(&received[0], &received[2]);
    packet_queue_destroy(queue, NULL, NULL);
    if (memcmp(&sent[0], &received[0], sizeof sent[0]) != 0) {
        fprintf(stderr, "packets were lost or doubled\n");
        return 1;
    }
    return 0;
}
