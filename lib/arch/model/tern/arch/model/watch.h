/*
 * What a test can see of the operations on atomics, and change about them:
 *
 *   - each operation as it begins, so that a test counts them, or ends a thread in front of one;
 *   - each place in the source that names an order which is not relaxed, when it is reached for the
 *     first time, so that a test can give it a weaker one from then on.
 *
 * Both in the programs as they are built for any other test: what is weakened is what was proved.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_MODEL_WATCH_H
#define TERN_ARCH_MODEL_WATCH_H

#include <relacy/relacy.hpp>

/* An order at its place. */
struct tern_model_order {
    const char *operation; /* as in the source, without the prefix: "load_acquire" */
    const char *operand;   /* the first argument, as in the source */
    const char *file;
    unsigned line;   /* where the call ends, or that of the macro that it is in */
    unsigned number; /* of this place in this program; of two in one line, the later has more */
    rl::memory_order named;
    rl::memory_order used;
    const char *function; /* null until it is reached */
};

struct tern_model_watch {
    void (*before_operation)();
    void (*reached)(tern_model_order &);
};

inline tern_model_watch tern_model_watching = {nullptr, nullptr};

static inline void tern_model_step(void)
{
    if (tern_model_watching.before_operation != nullptr)
        tern_model_watching.before_operation();
}

static inline rl::memory_order tern_model_reach(tern_model_order &order, const char *function)
{
    if (order.function == nullptr) {
        order.function = function;
        if (tern_model_watching.reached != nullptr)
            tern_model_watching.reached(order);
    }
    tern_model_step();
    return order.used;
}

/* The order that an operation gets which names `order`: an expression. The lambda is there for its
 * static variable, one a place. */
#define TERN_MODEL_ORDER(operation, order, p) TERN_MODEL_ORDER_##order(operation, p)

#define TERN_MODEL_ORDER_relaxed(operation, p) (tern_model_step(), rl::mo_relaxed)
#define TERN_MODEL_ORDER_acquire(operation, p) TERN_MODEL_ORDER_AT(operation, acquire, p)
#define TERN_MODEL_ORDER_release(operation, p) TERN_MODEL_ORDER_AT(operation, release, p)
#define TERN_MODEL_ORDER_acq_rel(operation, p) TERN_MODEL_ORDER_AT(operation, acq_rel, p)
#define TERN_MODEL_ORDER_seq_cst(operation, p) TERN_MODEL_ORDER_AT(operation, seq_cst, p)

#define TERN_MODEL_ORDER_AT(operation, order, p)                                               \
    tern_model_reach(                                                                          \
        []() -> tern_model_order & {                                                           \
            static tern_model_order place = {                                                  \
                operation "_" #order, #p,     __FILE__, __LINE__, __COUNTER__, rl::mo_##order, \
                rl::mo_##order,       nullptr};                                                \
            return place;                                                                      \
        }(),                                                                                   \
        __func__)

/* A fence that was weakened to nothing. */
static inline void tern_model_fence(rl::memory_order order, rl::debug_info_param where)
{
    if (order != rl::mo_relaxed)
        rl::atomic_thread_fence(order, where);
}

#endif /* TERN_ARCH_MODEL_WATCH_H */
