/*
 * Adapter for the Treiber stack of libcds (https://github.com/khizmax/libcds), with and without
 * elimination, both with the library's default traits and its hazard pointers.
 *
 * A node is allocated for each object, and retired when it is popped. Each thread that uses the
 * stack is attached to the library before its loop and detached after it, not in the timed part.
 *
 * SPDX-License-Identifier: MIT
 */
#include <cds/container/treiber_stack.h>
#include <cds/gc/hp.h>
#include <cds/init.h>
#include <new>
#include <utility>

#include "../scenarios/adapter.h"
#include "peers.h"

namespace {

/* The library has one set of hazard pointers for the process; a stack is made for its threads. */
template <class Stack> struct cds_stack {
    explicit cds_stack(unsigned threads) : hazards(Stack::c_nHazardPtrCount, threads)
    {
        cds::threading::Manager::attachThread();
        stack = new Stack;
    }
    ~cds_stack()
    {
        delete stack;
        cds::threading::Manager::detachThread();
    }
    cds_stack(const cds_stack &) = delete;
    cds_stack &operator=(const cds_stack &) = delete;

    cds::gc::HP hazards;
    Stack *stack;
};

template <class Stack> cds_stack<Stack> *create(const bench_shape *shape)
{
    static const bool initialised = (cds::Initialize(), true);
    (void)initialised;
    try {
        return new cds_stack<Stack>(shape->threads + 1); /* and the one that sets it up */
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

/* The variant with loops whose threads are attached. */
template <const bench_variant &variant> struct attached {
    template <std::size_t loop> static void run(bench_worker *worker)
    {
        cds::threading::Manager::attachThread();
        variant.loop[loop](worker);
        cds::threading::Manager::detachThread();
    }
    template <std::size_t... loops> static bench_variant make(std::index_sequence<loops...>)
    {
        bench_variant made = variant;
        ((made.loop[loops] = variant.loop[loops] == nullptr ? nullptr : run<loops>), ...);
        return made;
    }
    static inline const bench_variant value = make(std::make_index_sequence<BENCH_LOOP_COUNT>());
};

using plain_stack = cds::container::TreiberStack<cds::gc::HP, void *>;
using elimination_stack = cds::container::TreiberStack<
    cds::gc::HP, void *,
    cds::container::treiber_stack::make_traits<cds::opt::enable_elimination<true>>::type>;

#define BENCH_ADAPTER cds_treiber
#define CDS_STACK     plain_stack
#include "cds_stack.inc.h"

#define BENCH_ADAPTER cds_elimination
#define CDS_STACK     elimination_stack
#include "cds_stack.inc.h"

const bench_variant *const treiber_variants[] = {&attached<cds_treiber_variant>::value};
const bench_variant *const elimination_variants[] = {&attached<cds_elimination_variant>::value};

} // namespace

const struct bench_candidate bench_cds_treiber_stack = {treiber_variants, 1, NULL};
const struct bench_candidate bench_cds_treiber_stack_elimination = {elimination_variants, 1, NULL};
