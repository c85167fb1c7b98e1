/*
 * Which thread has which cache, what happens when a thread ends, and fork.
 *
 * A freelist and a thread may end in either order, so the list that says which record belongs to
 * which thread is under one lock of the process, the registry's: a thread that ends takes its
 * records out of it and closes them while it holds the lock, and destroy takes the records of the
 * freelist out of it before it gives up their memory. A thread finds its cache without the lock, by
 * the number of the freelist, which no other one ever has: so what a slot says of a freelist that
 * is gone is never used.
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <errno.h>
#include <stdlib.h>

/* Not in the thread's own memory: a thread may end without its end being noticed, if it first calls
 * in the last round of its destructors. Then this stays, and its records with it. */
struct tern_freelist_thread {
    struct tern_freelist_record *records;
};

__thread struct tern_freelist_slot tern_freelist_slots[TERN_FREELIST_SLOTS] TERN_FREELIST_TLS;
static __thread struct tern_freelist_thread *this_thread TERN_FREELIST_TLS;
/* Nobody would notice its end again: it uses the commons from here on. */
static __thread bool this_thread_ended TERN_FREELIST_TLS;

static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static struct tern_freelist_pool *pools;
static uint64_t last_id;
static size_t users[TERN_FREELIST_SLOTS]; /* freelists that have this slot */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int once_error;

/* ------------------------------------------------------------------------------ ends of threads */

static void end_thread(void *argument)
{
    struct tern_freelist_thread *thread = (struct tern_freelist_thread *)argument;
    pthread_mutex_lock(&registry);
    while (thread->records != NULL) {
        struct tern_freelist_record *record = thread->records;
        thread->records = record->thread_next;
        record->thread = NULL;
        tern_freelist_close(tern_freelist_pool_of(record->store.front.origin), record);
    }
    /* Destructors of other keys may still call: they must not find what has been closed. */
    for (size_t i = 0; i < TERN_FREELIST_SLOTS; i++)
        tern_freelist_slots[i].id = 0;
    this_thread = NULL;
    this_thread_ended = true;
    pthread_mutex_unlock(&registry);
    free(thread);
}

static void remove_from_thread(struct tern_freelist_record *record)
{
    struct tern_freelist_record **at = &record->thread->records;
    while (*at != record)
        at = &(*at)->thread_next;
    *at = record->thread_next;
    record->thread = NULL;
}

/* ----------------------------------------------------------------------------------------- fork */

/* With all locks held, no slab is half entered, and nobody is in the commons. */
static void before_fork(void)
{
    pthread_mutex_lock(&registry);
    for (struct tern_freelist_pool *pool = pools; pool != NULL; pool = pool->registry_next) {
        pthread_mutex_lock(&pool->commons_lock);
        pthread_mutex_lock(&pool->lock);
        tern_freelist_depot_hold(&pool->depot);
    }
}

static void after_fork(void)
{
    for (struct tern_freelist_pool *pool = pools; pool != NULL; pool = pool->registry_next) {
        tern_freelist_depot_release(&pool->depot);
        pthread_mutex_unlock(&pool->lock);
        pthread_mutex_unlock(&pool->commons_lock);
    }
    pthread_mutex_unlock(&registry);
}

/* Of all threads only this one is left; the lists of the others have no owner any more. */
static void after_fork_in_child(void)
{
    for (struct tern_freelist_pool *pool = pools; pool != NULL; pool = pool->registry_next) {
        for (struct tern_freelist_record *record = pool->records; record != NULL;
             record = record->next) {
            if (record->thread != NULL && record->thread != this_thread) {
                record->thread = NULL;
                record->open = false;
                record->lost = true;
            }
        }
    }
    after_fork();
}

static void prepare_process(void)
{
    once_error = pthread_key_create(&key, end_thread);
    if (once_error == 0)
        once_error = pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

/* ------------------------------------------------------------------------------------ freelists */

int tern_freelist_register(struct tern_freelist_pool *pool)
{
    if (pthread_once(&once, prepare_process) != 0 || once_error != 0)
        return -ENOMEM;
    pthread_mutex_lock(&registry);
    uint32_t slot = 0;
    for (uint32_t i = 1; i < TERN_FREELIST_SLOTS; i++) {
        if (users[i] < users[slot])
            slot = i;
    }
    users[slot]++;
    pool->base.id = ++last_id;
    pool->base.slot = slot * (uint32_t)sizeof(struct tern_freelist_slot);
    pool->registry_next = pools;
    pools = pool;
    pthread_mutex_unlock(&registry);
    return 0;
}

void tern_freelist_unregister(struct tern_freelist_pool *pool)
{
    pthread_mutex_lock(&registry);
    struct tern_freelist_pool **at = &pools;
    while (*at != pool)
        at = &(*at)->registry_next;
    *at = pool->registry_next;
    users[pool->base.slot / sizeof(struct tern_freelist_slot)]--;
    for (struct tern_freelist_record *record = pool->records; record != NULL;
         record = record->next) {
        if (record->thread != NULL)
            remove_from_thread(record);
    }
    pthread_mutex_unlock(&registry);
}

/* ---------------------------------------------------------------------- the thread's records */

static struct tern_freelist_record *search(struct tern_freelist_pool *pool)
{
    struct tern_freelist_record *record = this_thread != NULL ? this_thread->records : NULL;
    while (record != NULL && record->store.front.origin != &pool->base)
        record = record->thread_next;
    return record;
}

/* Under the lock of the registry. */
static struct tern_freelist_record *open_for_this_thread(struct tern_freelist_pool *pool)
{
    if (this_thread == NULL) {
        struct tern_freelist_thread *thread =
            (struct tern_freelist_thread *)calloc(1, sizeof *thread);
        if (thread == NULL || pthread_setspecific(key, thread) != 0) {
            free(thread);
            return NULL;
        }
        this_thread = thread;
    }
    struct tern_freelist_record *record = tern_freelist_open(pool);
    if (record != NULL) {
        record->thread = this_thread;
        record->thread_next = this_thread->records;
        this_thread->records = record;
    }
    return record;
}

static struct tern_freelist_record *own_record(struct tern_freelist_pool *pool, bool open)
{
    struct tern_freelist_slot *slot = tern_freelist_slot_of(&pool->base);
    if (slot->id == pool->base.id)
        return tern_freelist_record_of(slot->cache);
    if (this_thread_ended)
        return NULL;
    pthread_mutex_lock(&registry);
    struct tern_freelist_record *record = search(pool);
    if (record == NULL && open)
        record = open_for_this_thread(pool);
    pthread_mutex_unlock(&registry);
    if (record != NULL) {
        slot->id = pool->base.id;
        slot->cache = &record->store.front;
    }
    return record;
}

struct tern_freelist_record *tern_freelist_own_record(struct tern_freelist_pool *pool)
{
    return own_record(pool, true);
}

struct tern_freelist_record *tern_freelist_find_record(struct tern_freelist_pool *pool)
{
    return own_record(pool, false);
}
