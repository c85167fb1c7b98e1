/*
 * A freelist without magazines in memory that processes share: mapped at two addresses, attached
 * to, used by several at once, some of which are killed in the middle.
 *
 * A child checks nothing by the macros, which would run the rest of the tests in it: it returns
 * what it found as its exit code.
 */
#define _POSIX_C_SOURCE 200809L

#include "freelist_fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OBJECTS = 300, SIZE = 48, PROCESSES = 4, HELD = 20, LIMIT_SECONDS = 60 };

/* What a child may find; 0 is good. */
enum finding { GOOD, NO_MAPPING, SAME_ADDRESS, NOT_ATTACHED, OVERWRITTEN, OUTSIDE, TWICE };

/* Memory without a name: it goes when all processes have, whatever happens to them. */
static int shared_memory(size_t bytes)
{
    char name[64];
    int fd = -1;
    for (unsigned attempt = 0; fd < 0 && attempt < 100; attempt++) {
        snprintf(name, sizeof name, "/tern-freelist-%ld-%u", (long)getpid(), attempt);
        fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd >= 0)
        shm_unlink(name);
    CHECK_GE(fd, 0);
    CHECK_EQ(ftruncate(fd, (off_t)bytes), 0);
    return fd;
}

static void *map(int fd, size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

struct shared {
    struct tern_freelist *freelist;
    size_t bytes;
    int fd;
};

static struct tern_freelist_options options_of(enum tern_freelist_checks checks)
{
    struct tern_freelist_options options = {.object_size = SIZE,
                                            .alignment = 16,
                                            .max_objects = OBJECTS,
                                            .magazine_size = TERN_NO_MAGAZINE,
                                            .checks = checks};
    return options;
}

static struct shared shared_begin(enum tern_freelist_checks checks)
{
    struct tern_freelist_options options = options_of(checks);
    struct shared shared = {NULL, 0, -1};
    CHECK_EQ(tern_freelist_memsize(&options, &shared.bytes), 0);
    shared.fd = shared_memory(shared.bytes);
    shared.freelist = map(shared.fd, shared.bytes);
    CHECK_NE(shared.freelist, NULL);
    CHECK_EQ(tern_freelist_attach(shared.freelist, shared.bytes), -EINVAL); /* nothing is there */
    CHECK_EQ(tern_freelist_init(shared.freelist, shared.bytes, &options), 0);
    return shared;
}

static void shared_end(struct shared *shared)
{
    munmap(shared->freelist, shared->bytes);
    close(shared->fd);
}

/* All that is free, taken at once: how many, and whether they are apart. */
static size_t drain(struct tern_freelist *freelist, void **objects)
{
    size_t n = 0;
    while (n < OBJECTS && (objects[n] = tern_freelist_alloc(freelist)) != NULL)
        n++;
    CHECK_EQ(tern_freelist_alloc(freelist), NULL);
    CHECK(all_apart(objects, n, SIZE));
    return n;
}

/* What one mapping allocates, the other one frees. */
TEST(freelist_shared, two_mappings_of_one_process)
{
    for (int checks = TERN_FREELIST_CHECK; checks <= TERN_FREELIST_CHECK_NOT; checks++) {
        struct shared shared = shared_begin((enum tern_freelist_checks)checks);
        struct tern_freelist *other = map(shared.fd, shared.bytes);
        void *objects[OBJECTS];
        CHECK_NE(other, shared.freelist);
        CHECK_EQ(tern_freelist_attach(other, shared.bytes), 0);
        for (int round = 0; round < 3; round++) {
            CHECK_EQ(drain(shared.freelist, objects), (size_t)OBJECTS);
            CHECK_EQ(stats_of(other).in_use, (size_t)OBJECTS);
            for (size_t i = 0; i < OBJECTS; i++) {
                unsigned char *here = objects[i];
                unsigned char *there =
                    (unsigned char *)other + (here - (unsigned char *)shared.freelist);
                memset(here, (int)i, SIZE);
                CHECK_EQ(there[SIZE - 1], (unsigned char)i);
                tern_freelist_free(other, there);
            }
            CHECK_EQ(stats_of(shared.freelist).available, (size_t)OBJECTS);
        }
        munmap(other, shared.bytes);
        shared_end(&shared);
    }
}

TEST(freelist_shared, attach_sees_what_is_wrong)
{
    struct shared shared = shared_begin(TERN_FREELIST_CHECK_NOT);
    unsigned char *bytes = (unsigned char *)shared.freelist;
    CHECK_EQ(tern_freelist_attach(shared.freelist, shared.bytes), 0);
    CHECK_EQ(tern_freelist_attach(shared.freelist, SIZE_MAX), 0);
    CHECK_EQ(tern_freelist_attach(shared.freelist, shared.bytes - 1), -ENOSPC);
    CHECK_EQ(tern_freelist_attach(shared.freelist, 0), -ENOSPC);
    CHECK_EQ(tern_freelist_attach((void *)(bytes + 8), shared.bytes), -EINVAL);
    /* Each byte of what make writes there, up to and with the capacity: whatever it is changed to,
     * attach refuses, or says that the memory is too small. The byte of the checks may be either.
     */
    size_t refused = 0;
    for (size_t i = 0; i < 64; i++) {
        bytes[i] ^= 0x41;
        refused += tern_freelist_attach(shared.freelist, shared.bytes) != 0;
        bytes[i] ^= 0x41;
    }
    CHECK_GE(refused, (size_t)56);
    CHECK_EQ(tern_freelist_attach(shared.freelist, shared.bytes), 0);
    memset(bytes, 0, 64);
    CHECK_EQ(tern_freelist_attach(shared.freelist, shared.bytes), -EINVAL);
    memset(bytes, 0xFF, 64);
    CHECK_EQ(tern_freelist_attach(shared.freelist, shared.bytes), -EINVAL);
    shared_end(&shared);

    struct tern_freelist_options options = {.object_size = SIZE, .max_objects = 10};
    struct made made = make(FIXED, options);
    CHECK_EQ(tern_freelist_attach(made.freelist, made.bytes), -ENOTSUP);
    unmake(&made);
}

/* --------------------------------------------------------------------------- several processes */

/* In the child: the same memory elsewhere, and no longer where it was. */
static enum finding move(struct shared *shared)
{
    struct tern_freelist *here = map(shared->fd, shared->bytes);
    if (here == NULL)
        return NO_MAPPING;
    if (here == shared->freelist)
        return SAME_ADDRESS;
    munmap(shared->freelist, shared->bytes);
    if (tern_freelist_attach(here, shared->bytes) != 0)
        return NOT_ATTACHED;
    shared->freelist = here;
    return GOOD;
}

/* Takes and frees, up to HELD at a time, and looks whether what it holds stays its own. */
static enum finding use(struct tern_freelist *freelist, unsigned who, unsigned rounds)
{
    void *held[HELD];
    uint64_t random = who + test_seed();
    for (unsigned round = 0; round < rounds; round++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        size_t n = 1 + (random >> 33) % HELD, done = 0;
        if (random >> 40 & 1) {
            done = tern_freelist_alloc_bulk(freelist, held, n);
        } else {
            while (done < n && (held[done] = tern_freelist_alloc(freelist)) != NULL)
                done++;
        }
        for (size_t i = 0; i < done; i++)
            memset(held[i], (int)(who * HELD + i), SIZE);
        for (size_t i = 0; i < done; i++) {
            for (size_t j = 0; j < SIZE; j++) {
                if (((unsigned char *)held[i])[j] != (unsigned char)(who * HELD + i))
                    return OVERWRITTEN;
            }
        }
        if (random >> 41 & 1) {
            tern_freelist_free_bulk(freelist, held, done);
        } else {
            for (size_t i = 0; i < done; i++)
                tern_freelist_free(freelist, held[i]);
        }
    }
    return GOOD;
}

static pid_t start(struct shared shared, unsigned who, unsigned rounds)
{
    pid_t child = fork();
    if (child == 0) {
        alarm(2 * LIMIT_SECONDS);
        enum finding found = move(&shared);
        _exit(found != GOOD ? (int)found : (int)use(shared.freelist, who, rounds));
    }
    CHECK_GT(child, 0);
    return child;
}

TEST(freelist_shared, processes_at_different_addresses)
{
    for (int checks = TERN_FREELIST_CHECK; checks <= TERN_FREELIST_CHECK_NOT; checks++) {
        struct shared shared = shared_begin((enum tern_freelist_checks)checks);
        void *objects[OBJECTS];
        pid_t children[PROCESSES];
        for (unsigned i = 0; i < PROCESSES; i++)
            children[i] = start(shared, i, test_quick() ? 5000 : 50000);
        for (unsigned i = 0; i < PROCESSES; i++) {
            int status = -1;
            CHECK_EQ(waitpid(children[i], &status, 0), children[i]);
            CHECK_EQ(status, 0);
        }
        CHECK_EQ(stats_of(shared.freelist).in_use, (size_t)0);
        CHECK_EQ(drain(shared.freelist, objects), (size_t)OBJECTS);
        shared_end(&shared);
    }
}

/* What a killed process had allocated, or was just taking or giving back, is lost; nothing else is,
 * nothing is there twice, and the others go on. */
TEST(freelist_shared, killed_in_the_middle)
{
    struct shared shared = shared_begin(TERN_FREELIST_CHECK_NOT);
    unsigned kills = test_quick() ? 6 : 12;
    void *objects[OBJECTS];
    pid_t survivor = start(shared, 0, test_quick() ? 20000 : 200000);
    uint64_t random = test_seed();
    for (unsigned i = 0; i < kills; i++) {
        pid_t victim = start(shared, 1 + i % 3, UINT32_MAX);
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        struct timespec time = {0, 1000000 + (long)(random >> 33) % 8000000};
        nanosleep(&time, NULL);
        CHECK_EQ(kill(victim, SIGKILL), 0);
        int status = 0;
        CHECK_EQ(waitpid(victim, &status, 0), victim);
        CHECK(WIFSIGNALED(status));
        CHECK_EQ(WTERMSIG(status), SIGKILL); /* it had found nothing wrong until then */
    }
    int status = -1;
    CHECK_EQ(waitpid(survivor, &status, 0), survivor);
    CHECK_EQ(status, 0);
    size_t left = drain(shared.freelist, objects);
    CHECK_GE(left, OBJECTS - kills * (size_t)HELD);
    for (size_t i = 0; i < left; i++)
        tern_freelist_free(shared.freelist, objects[i]);
    CHECK_EQ(use(shared.freelist, 9, 1000), GOOD);
    CHECK_EQ(drain(shared.freelist, objects), left);
    shared_end(&shared);
}
