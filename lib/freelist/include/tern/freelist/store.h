/*
 * A thread's two magazines, and their exchange with the depot.
 *
 * Simple version: one magazine a thread. A thread that frees one object too many and then takes
 * one, again and again, exchanges a magazine each time. With two, the loaded one and a spare, it
 * has to free or take M objects in a row before it exchanges another one (Bonwick and Adams,
 * "Magazines and vmem", 2001).
 *
 * A store holds at most two magazines, and one more for every M objects that its owner has in hand
 * and that are in no magazine of the depot. That is why free never fails. Let there be N objects,
 * G >= N / M magazines for them, and two more for each store. A thread with two full magazines that
 * frees an object first puts one of them into the depot, and then looks for one with room. If E
 * magazines are held elsewhere beyond two a store, E * M objects are with them, so the depot has
 * more than G - E magazines, and fewer than N - E * M objects: not all of its magazines are full.
 * The two looks, at the empty and at the partial ones, are not one moment; but if both find
 * nothing, somebody else has moved a magazine in between.
 *
 * Internal: users include <tern/freelist.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_FREELIST_STORE_H
#define TERN_FREELIST_STORE_H

#include <tern/freelist/depot.h>
#include <tern/freelist/front.h>

#include <stdbool.h>

TERN_EXTERN_C_BEGIN

struct tern_freelist_store {
    struct tern_freelist_cache front; /* the loaded magazine, opened up */
    struct tern_freelist_magazine *loaded;
    struct tern_freelist_magazine *spare;
    tern_freelist_own spare_count;
    /* Objects that came from the depot, and that went there, since the store was made: what is in
     * the depot follows from these of all stores. */
    tern_freelist_own taken;
    tern_freelist_own given;
};

/* A store without magazines: it gets them from the depot, when it needs them. */
static inline void tern_freelist_store_init(struct tern_freelist_store *store)
{
    tern_freelist_set(&store->front.last, NULL);
    tern_freelist_set(&store->front.count, (size_t)0);
    store->front.limit = 0;
    store->front.items = NULL;
    store->front.origin = NULL;
    store->loaded = NULL;
    store->spare = NULL;
    tern_freelist_set(&store->spare_count, (size_t)0);
    tern_freelist_set(&store->taken, (size_t)0);
    tern_freelist_set(&store->given, (size_t)0);
}

static inline void tern_freelist_load(struct tern_freelist_store *store,
                                      struct tern_freelist_magazine *magazine, size_t count,
                                      size_t limit)
{
    store->loaded = magazine;
    store->front.items = magazine == NULL ? NULL : magazine->items;
    store->front.limit = magazine == NULL ? 0 : limit;
    tern_freelist_set(&store->front.count, count);
}

/* The object freed last joins those of the loaded magazine, which has room for it. The functions
 * below ask for that. */
static inline void tern_freelist_gather(struct tern_freelist_store *store)
{
    void *last = tern_freelist_get(&store->front.last);
    size_t count = tern_freelist_get(&store->front.count);
    if (last == NULL)
        return;
    tern_shared_write(&store->front.items[count], last);
    tern_freelist_set(&store->front.count, count + 1);
    tern_freelist_set(&store->front.last, NULL);
}

/* The spare one becomes the loaded one, and the other way round. */
static inline void tern_freelist_swap(struct tern_freelist_store *store, size_t limit)
{
    struct tern_freelist_magazine *loaded = store->loaded;
    size_t count = tern_freelist_get(&store->front.count);
    tern_freelist_load(store, store->spare, tern_freelist_get(&store->spare_count), limit);
    store->spare = loaded;
    tern_freelist_set(&store->spare_count, count);
}

static inline void tern_freelist_count_taken(struct tern_freelist_store *store, size_t n)
{
    tern_freelist_set(&store->taken, tern_freelist_get(&store->taken) + n);
}

static inline void tern_freelist_count_given(struct tern_freelist_store *store, size_t n)
{
    tern_freelist_set(&store->given, tern_freelist_get(&store->given) + n);
}

/* The loaded magazine has no objects, or is none: makes it one that has. False if the spare one and
 * the depot have none either. */
static inline bool tern_freelist_refill(struct tern_freelist_store *store,
                                        struct tern_freelist_depot *depot)
{
    if (tern_freelist_get(&store->spare_count) != 0) {
        tern_freelist_swap(store, depot->limit);
        return true;
    }
    struct tern_freelist_magazine *found = tern_freelist_depot_take(depot);
    if (found == NULL)
        return false;
    size_t count = tern_shared_read(&found->count);
    struct tern_freelist_magazine *empty = store->loaded;
    tern_freelist_count_taken(store, count);
    tern_freelist_load(store, found, count, depot->limit);
    if (store->spare == NULL)
        store->spare = empty;
    else if (empty != NULL)
        tern_freelist_depot_put(depot, empty, 0);
    return true;
}

/* The loaded magazine has no room, or is none: makes it one that has. False if there was none,
 * which the argument above allows only while others move magazines. */
static inline bool tern_freelist_make_room(struct tern_freelist_store *store,
                                           struct tern_freelist_depot *depot)
{
    if (store->spare != NULL && tern_freelist_get(&store->spare_count) < depot->limit) {
        tern_freelist_swap(store, depot->limit);
        return true;
    }
    if (store->spare != NULL && store->loaded != NULL) {
        tern_freelist_depot_put(depot, store->spare, depot->limit);
        tern_freelist_count_given(store, depot->limit);
        store->spare = NULL;
        tern_freelist_set(&store->spare_count, (size_t)0);
    }
    struct tern_freelist_magazine *found = tern_freelist_depot_room(depot);
    if (found == NULL)
        return false;
    size_t count = tern_shared_read(&found->count);
    tern_freelist_count_taken(store, count);
    if (store->loaded != NULL) {
        store->spare = store->loaded;
        tern_freelist_set(&store->spare_count, tern_freelist_get(&store->front.count));
    }
    tern_freelist_load(store, found, count, depot->limit);
    return true;
}

/* Takes up to n objects; returns how many there were. */
static inline size_t tern_freelist_take(struct tern_freelist_store *store,
                                        struct tern_freelist_depot *depot, void **objects, size_t n)
{
    size_t done = 0;
    while (done < n) {
        size_t count = tern_freelist_get(&store->front.count);
        size_t some = count < n - done ? count : n - done;
        if (some == 0) {
            if (!tern_freelist_refill(store, depot))
                break;
            continue;
        }
        /* From the end of the magazine, in the order of the array: one copy. */
        TERN_SHARED(void *) *items = store->front.items + (count - some);
        for (size_t i = 0; i < some; i++)
            objects[done + i] = tern_shared_read(&items[i]);
        tern_freelist_set(&store->front.count, count - some);
        done += some;
    }
    return done;
}

/* Gives n objects back; returns how many found room, see make_room. */
static inline size_t tern_freelist_give(struct tern_freelist_store *store,
                                        struct tern_freelist_depot *depot, void *const *objects,
                                        size_t n)
{
    size_t done = 0;
    while (done < n) {
        size_t count = tern_freelist_get(&store->front.count);
        size_t room = store->front.limit - count;
        size_t some = room < n - done ? room : n - done;
        if (some == 0) {
            if (!tern_freelist_make_room(store, depot))
                break;
            continue;
        }
        TERN_SHARED(void *) *items = store->front.items + count;
        for (size_t i = 0; i < some; i++)
            tern_shared_write(&items[i], objects[done + i]);
        tern_freelist_set(&store->front.count, count + some);
        done += some;
    }
    return done;
}

/*
 * Gives both magazines back to the depot, which leaves the store as init did. The loaded one goes
 * first, so that the other one, poured together with what the depot has, finds it there, and no
 * more than two are ever held.
 */
static inline void tern_freelist_empty_out(struct tern_freelist_store *store,
                                           struct tern_freelist_depot *depot)
{
    struct tern_freelist_magazine *loaded = store->loaded, *spare = store->spare;
    size_t count = tern_freelist_get(&store->front.count);
    size_t spare_count = tern_freelist_get(&store->spare_count);
    tern_freelist_load(store, NULL, 0, 0);
    store->spare = NULL;
    tern_freelist_set(&store->spare_count, (size_t)0);
    tern_freelist_count_given(store, count + spare_count);
    if (loaded != NULL && spare != NULL)
        tern_freelist_depot_put(depot, loaded, count);
    else if (loaded != NULL)
        tern_freelist_depot_settle(depot, loaded, count);
    if (spare != NULL)
        tern_freelist_depot_settle(depot, spare, spare_count);
}

TERN_EXTERN_C_END

#endif /* TERN_FREELIST_STORE_H */
