/*
 * A small server, as far as its memory goes: one thread accepts connections, each an object of 256
 * bytes, and hands them to workers by a ring; a worker serves a connection and frees it. So every
 * object is allocated by one thread and freed by another, which is what general allocators find
 * hardest, and what a freelist does not even notice.
 *
 *     connections [--quick] [--workers N]
 *
 * serves the same connections with malloc and with a freelist, in turns, and prints the rate of
 * each.
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include <tern/arch/wait.h>
#include <tern/freelist.h>
#include <tern/ring.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WORKERS_MOST = 16, QUEUE = 1023, ROUNDS = 5 };

struct connection {
    uint64_t number;
    uint32_t sum;
    char request[244];
};

TERN_RING_DEFINE(connection_ring, struct connection *);

/* What the server is built on. */
struct server {
    struct tern_freelist *freelist; /* NULL: malloc and free */
    struct connection_ring *queue;
};

static struct connection *connection_new(struct server *server)
{
    return server->freelist != NULL ? tern_freelist_alloc(server->freelist)
                                    : malloc(sizeof(struct connection));
}

static void connection_delete(struct server *server, struct connection *connection)
{
    if (server->freelist != NULL)
        tern_freelist_free(server->freelist, connection);
    else
        free(connection);
}

/* ------------------------------------------------------------------------------------ the server
 */

static uint32_t checksum(const char *text)
{
    uint32_t sum = 2166136261u;
    for (; *text != '\0'; text++)
        sum = (sum ^ (unsigned char)*text) * 16777619u;
    return sum;
}

static void put(struct server *server, struct connection *connection)
{
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    while (connection_ring_enqueue(server->queue, connection) != 0)
        tern_wait_once(&wait);
}

static struct connection *get(struct server *server)
{
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    struct connection *connection = NULL;
    while (connection_ring_dequeue(server->queue, &connection) != 0)
        tern_wait_once(&wait);
    return connection;
}

static int accept_connections(struct server *server, uint64_t n)
{
    for (uint64_t number = 1; number <= n; number++) {
        struct connection *connection = connection_new(server);
        if (connection == NULL)
            return -1;
        connection->number = number;
        memcpy(connection->request, "GET /index.html", sizeof "GET /index.html");
        connection->request[11] = (char)('a' + number % 26);
        connection->sum = checksum(connection->request);
        put(server, connection);
    }
    return 0;
}

struct worker {
    struct server *server;
    uint64_t served;
    uint64_t sum; /* of the numbers, so that one that was lost or came twice shows */
    uint64_t bad;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct connection *connection;
    while ((connection = get(worker->server)) != NULL) {
        worker->served++;
        worker->sum += connection->number;
        worker->bad += connection->sum != checksum(connection->request);
        connection_delete(worker->server, connection);
    }
    return NULL;
}

/* ----------------------------------------------------------------------------------- measurement
 */

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Serves n connections; returns millions a second, or 0 if one was lost, doubled or damaged. */
static double serve(struct server *server, unsigned workers, uint64_t n)
{
    struct worker worker[WORKERS_MOST];
    pthread_t thread[WORKERS_MOST];
    uint64_t served = 0, sum = 0, bad = 0;
    unsigned started = 0;
    double start = seconds();
    for (; started < workers; started++) {
        worker[started] = (struct worker){server, 0, 0, 0};
        if (pthread_create(&thread[started], NULL, work, &worker[started]) != 0)
            break;
    }
    int error = started == 0 ? -1 : accept_connections(server, n);
    for (unsigned i = 0; i < started; i++)
        put(server, NULL); /* closing time, once for each */
    for (unsigned i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
        served += worker[i].served;
        sum += worker[i].sum;
        bad += worker[i].bad;
    }
    double elapsed = seconds() - start;
    if (error != 0 || started != workers || served != n || sum != n * (n + 1) / 2 || bad != 0)
        return 0;
    return (double)n / elapsed / 1e6;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int compare(struct server *server, unsigned workers, uint64_t n)
{
    struct tern_freelist *freelist = server->freelist;
    struct tern_freelist_stats stats;
    double rate[2][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        for (int which = 0; which < 2; which++) {
            server->freelist = which == 0 ? NULL : freelist;
            rate[which][round] = serve(server, workers, n);
            if (rate[which][round] <= 0) {
                fprintf(stderr, "connections: some were lost or damaged\n");
                return 1;
            }
        }
    }
    tern_freelist_stats(freelist, &stats);
    qsort(rate[0], ROUNDS, sizeof rate[0][0], by_value);
    qsort(rate[1], ROUNDS, sizeof rate[1][0], by_value);
    printf("%u workers, %llu connections of %zu bytes, median of %d rounds\n", workers,
           (unsigned long long)n, sizeof(struct connection), (int)ROUNDS);
    printf("malloc         %7.2f million connections/s\n", rate[0][ROUNDS / 2]);
    printf("tern_freelist  %7.2f million connections/s  (%.2f times as many)\n",
           rate[1][ROUNDS / 2], rate[1][ROUNDS / 2] / rate[0][ROUNDS / 2]);
    printf("               %zu objects in %zu slabs, %.2f bytes beside each, %zu still in use\n",
           stats.objects, stats.slabs,
           (double)(stats.bytes - stats.objects * stats.stride) / (double)stats.objects,
           stats.in_use);
    return stats.in_use != 0;
}

int main(int argc, char **argv)
{
    uint64_t n = 1000000;
    unsigned workers = 2;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            n = 20000;
        } else if (strcmp(argv[i], "--workers") == 0 && i + 1 < argc) {
            workers = (unsigned)strtoul(argv[++i], NULL, 10);
        } else {
            fprintf(stderr, "usage: %s [--quick] [--workers N]\n", argv[0]);
            return 2;
        }
    }
    if (workers < 1 || workers > WORKERS_MOST) {
        fprintf(stderr, "%s: 1 to %d workers\n", argv[0], (int)WORKERS_MOST);
        return 2;
    }

    struct tern_freelist_options memory = {.object_size = sizeof(struct connection)};
    struct tern_ring_options queue = {.capacity = QUEUE, .producer = TERN_RING_ST};
    struct server server = {tern_freelist_create(&memory), connection_ring_create(&queue)};
    int result = 1;
    if (server.freelist == NULL || server.queue == NULL)
        fprintf(stderr, "%s: out of memory\n", argv[0]);
    else
        result = compare(&server, workers, n);
    connection_ring_destroy(server.queue);
    tern_freelist_destroy(server.freelist);
    return result;
}
