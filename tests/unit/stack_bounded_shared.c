/*
 * One bounded stack, two processes, two addresses: memory from shm_open, mapped anew by the child,
 * which then has nothing at the address where the stack was made.
 *
 * What goes round are tokens 1 .. TOKENS. Whoever holds one says so in shared memory, so that two
 * holders meet. A child checks nothing by the macros, which would run the rest of the tests in it:
 * it returns what it found as its exit code.
 */
#define _POSIX_C_SOURCE 200809L

#include "test.h"

#include <tern/stack_bounded.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TOKENS = 100, MOST = 16, LIMIT_SECONDS = 60 };

/* What a process may find; 0 is good. */
enum finding { GOOD, NO_MAPPING, SAME_ADDRESS, NOT_ATTACHED, TWO_HOLDERS, NO_TOKEN, TOO_LATE };

/* Beside the stack, at the end of the memory. */
struct shared {
    tern_atomic_u32 held[TOKENS + 1];
    tern_atomic_u32 child_rounds;
};

struct view {
    struct tern_stack_bounded *stack;
    struct shared *shared;
};

static size_t stack_bytes;

static size_t all_bytes(void)
{
    return stack_bytes + sizeof(struct shared);
}

/* Memory without a name: it goes when both processes have, whatever happens to them. */
static int shared_memory(size_t bytes)
{
    char name[64];
    int fd = -1;
    for (unsigned attempt = 0; fd < 0 && attempt < 100; attempt++) {
        snprintf(name, sizeof name, "/tern-stack-%ld-%u", (long)getpid(), attempt);
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

static bool map(int fd, struct view *view)
{
    unsigned char *at = mmap(NULL, all_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    view->stack = (struct tern_stack_bounded *)(void *)at;
    view->shared = (struct shared *)(void *)(at + stack_bytes);
    return at != MAP_FAILED;
}

/* In the child: the same memory elsewhere, and no longer where it was. */
static enum finding move_to(int fd, struct view *view)
{
    struct view here;
    if (!map(fd, &here))
        return NO_MAPPING;
    if (here.stack == view->stack)
        return SAME_ADDRESS;
    munmap((void *)view->stack, all_bytes());
    if (tern_stack_bounded_attach(here.stack, stack_bytes) != 0)
        return NOT_ATTACHED;
    *view = here;
    return GOOD;
}

static time_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

/* One round: some tokens off, and back on again. */
static enum finding go_round(struct view *v, unsigned round)
{
    void *tokens[MOST];
    struct tern_wait wait = tern_wait_begin(TERN_WAIT_ADAPTIVE);
    time_t until = now() + LIMIT_SECONDS;
    size_t n = 1 + round % MOST, count, put = 0;
    if (n == 1) {
        tokens[0] = tern_stack_bounded_pop(v->stack);
        count = tokens[0] != NULL;
    } else {
        count = tern_stack_bounded_pop_burst(v->stack, tokens, n);
    }
    for (size_t i = 0; i < count; i++) {
        size_t token = (size_t)(uintptr_t)tokens[i];
        if (token < 1 || token > TOKENS)
            return NO_TOKEN;
        if (tern_exchange_relaxed(&v->shared->held[token], 1u) != 0)
            return TWO_HOLDERS;
    }
    for (size_t i = 0; i < count; i++)
        tern_store_relaxed(&v->shared->held[(size_t)(uintptr_t)tokens[i]], 0u);
    while (put < count) {
        size_t done = tern_stack_bounded_push_burst(v->stack, tokens + put, count - put);
        put += done;
        if (done == 0)
            tern_wait_once(&wait);
        if (done == 0 && now() > until)
            return TOO_LATE;
    }
    return GOOD;
}

static enum finding child(int fd, struct view view, bool until_stopped)
{
    enum finding finding = move_to(fd, &view);
    unsigned rounds = test_quick() ? 20000 : 200000;
    for (unsigned i = 0; finding == GOOD && (until_stopped || i < rounds); i++) {
        finding = go_round(&view, i);
        tern_store_relaxed(&view.shared->child_rounds, i + 1);
    }
    return finding;
}

/* A stack full of the tokens, in shared memory. */
static int begin(struct view *view, bool locked)
{
    struct tern_stack_bounded_options options = {.capacity = TOKENS, .locked = locked};
    CHECK_EQ(tern_stack_bounded_memsize(&options, &stack_bytes), 0);
    int fd = shared_memory(all_bytes());
    CHECK(map(fd, view));
    CHECK_EQ(tern_stack_bounded_init(view->stack, stack_bytes, &options), 0);
    for (uintptr_t i = 1; i <= TOKENS; i++) {
        tern_store_relaxed(&view->shared->held[i], 0u);
        CHECK_EQ(tern_stack_bounded_push(view->stack, (void *)i), 0);
    }
    tern_store_relaxed(&view->shared->child_rounds, 0u);
    return fd;
}

/* Each token at most once; returns how many there are. */
static size_t drain(struct view *view)
{
    bool seen[TOKENS + 1] = {false};
    size_t count = 0;
    void *token;
    while ((token = tern_stack_bounded_pop(view->stack)) != NULL) {
        size_t i = (size_t)(uintptr_t)token;
        CHECK(i >= 1 && i <= TOKENS);
        CHECK(!seen[i]);
        seen[i] = true;
        count++;
    }
    return count;
}

static void end(struct view *view, int fd)
{
    munmap((void *)view->stack, all_bytes());
    close(fd);
}

static void two_processes(bool locked)
{
    struct view view;
    int status, fd = begin(&view, locked);
    pid_t pid = fork();
    CHECK_GE(pid, 0);
    if (pid == 0)
        _exit((int)child(fd, view, false));
    enum finding finding = GOOD;
    for (unsigned i = 0; finding == GOOD && waitpid(pid, &status, WNOHANG) == 0; i++)
        finding = go_round(&view, i);
    if (finding != GOOD) {
        kill(pid, SIGKILL);
        waitpid(pid, &status, 0);
    }
    CHECK_EQ(finding, GOOD);
    CHECK(WIFEXITED(status));
    CHECK_EQ(WEXITSTATUS(status), GOOD);
    CHECK_EQ(tern_stack_bounded_count(view.stack), TOKENS);
    CHECK_EQ(drain(&view), TOKENS);
    end(&view, fd);
}

TEST(stack_bounded_shared, two_processes)
{
    two_processes(false);
}

TEST(stack_bounded_shared, two_processes_locked)
{
    two_processes(true);
}

/* A process dies somewhere in the middle of an operation: it takes with it what it had in its
 * hands, a batch at most, and the stack goes on. reset gives the places back. */
TEST(stack_bounded_shared, a_process_dies)
{
    struct timespec moment = {0, 0};
    for (unsigned death = 0; death < (test_quick() ? 20 : 200); death++) {
        struct view view;
        int status, fd = begin(&view, false);
        pid_t pid = fork();
        CHECK_GE(pid, 0);
        if (pid == 0)
            _exit((int)child(fd, view, true));
        while (tern_load_relaxed(&view.shared->child_rounds) == 0)
            CHECK_EQ(waitpid(pid, &status, WNOHANG), 0);
        moment.tv_nsec = (long)(death * 7919 % 100000);
        nanosleep(&moment, NULL);
        kill(pid, SIGKILL);
        CHECK_EQ(waitpid(pid, &status, 0), pid);
        CHECK(WIFSIGNALED(status));
        for (unsigned token = 1; token <= TOKENS; token++)
            tern_store_relaxed(&view.shared->held[token], 0u);
        CHECK_EQ(tern_stack_bounded_attach(view.stack, stack_bytes), 0);
        /* As long as tokens are there, rounds end. */
        size_t count = tern_stack_bounded_count(view.stack);
        CHECK(count <= TOKENS && count >= TOKENS - MOST);
        CHECK_GE(drain(&view), (size_t)(TOKENS - MOST));
        tern_stack_bounded_reset(view.stack);
        for (uintptr_t i = 1; i <= TOKENS; i++)
            CHECK_EQ(tern_stack_bounded_push(view.stack, (void *)i), 0);
        CHECK_EQ(drain(&view), TOKENS);
        end(&view, fd);
    }
}
