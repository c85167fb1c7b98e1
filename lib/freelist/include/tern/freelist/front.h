/*
 * What the inlined half of a freelist looks at: the loaded magazine of a thread, and where a thread
 * finds the one it has for a freelist. All the rest is the library's.
 *
 * Internal: users include <tern/freelist.h>.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_FREELIST_FRONT_H
#define TERN_FREELIST_FRONT_H

#include <tern/arch/atomic.h>
#include <tern/arch/cpu.h>
#include <tern/arch/shared.h>

#include <stddef.h>
#include <stdint.h>

TERN_EXTERN_C_BEGIN

/*
 * A number that only the owner of a cache writes, and statistics read meanwhile. The checker is
 * spared the latter, which would be a switch of threads at every object.
 */
#ifdef TERN_MODEL
typedef size_t tern_freelist_own;
typedef void *tern_freelist_own_ptr;
#    define tern_freelist_get(p)        (*(p))
#    define tern_freelist_set(p, value) ((void)(*(p) = (value)))
#else
typedef tern_atomic_size tern_freelist_own;
typedef tern_atomic_ptr tern_freelist_own_ptr;
#    define tern_freelist_get(p)        tern_load_relaxed(p)
#    define tern_freelist_set(p, value) tern_store_relaxed(p, value)
#endif

/*
 * The front of a cache: its loaded magazine. Without a magazine, and in a freelist that checks what
 * is done to it, count and limit are 0, which sends every call into the library.
 *
 * The object freed last may wait in `last`, above those of the magazine, where there is room for
 * it: count + 1 <= limit then. An alloc that follows a free finds it there by one load. With the
 * count alone, each of the two has to wait for what the other one has just stored there, and then
 * compute the next count from it: twice as long.
 *
 * Inside of the library's functions `last` is NULL.
 */
struct tern_freelist_cache {
    tern_freelist_own_ptr last;
    tern_freelist_own count;      /* objects in the magazine */
    size_t limit;                 /* how many fit */
    TERN_SHARED(void *) * items;  /* items[0 .. count - 1] are the objects */
    struct tern_freelist *origin; /* whose objects these are */
};

/* What is read of a freelist at every call. */
struct tern_freelist {
    uint64_t id;   /* unlike that of any other freelist of this process, past or present */
    uint32_t slot; /* where a thread finds its cache: bytes from the first of its slots */
    uint32_t kind; /* enum tern_freelist_kind */
};

/*
 * A thread's caches, by slot. As many freelists as there are slots get one each; of more that exist
 * at once, some share one, and a thread that goes from one such freelist to the other pays for a
 * lock and a search each time.
 */
#define TERN_FREELIST_SLOTS 32u

struct tern_freelist_slot {
    uint64_t id; /* of the freelist whose cache it is; 0 for none */
    struct tern_freelist_cache *cache;
};

#ifndef TERN_MODEL
/*
 * __thread, since a thread_local that C++ declares extern is reached through a function; the model
 * initial-exec, since a call for the address would cost more than the rest of the operation.
 */
#    ifdef __ELF__
#        define TERN_FREELIST_TLS __attribute__((tls_model("initial-exec")))
#    else
#        define TERN_FREELIST_TLS
#    endif
__extension__ extern __thread struct tern_freelist_slot
    tern_freelist_slots[TERN_FREELIST_SLOTS] TERN_FREELIST_TLS;

static inline struct tern_freelist_slot *tern_freelist_slot_of(const struct tern_freelist *freelist)
{
    return (struct tern_freelist_slot *)(void *)((char *)tern_freelist_slots + freelist->slot);
}
#endif

TERN_EXTERN_C_END

#endif /* TERN_FREELIST_FRONT_H */
