/*
 * Naming the orders that a program reaches, and weakening one of them while it runs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_TESTS_MODEL_HARNESS_ORDERS_HPP
#define TERN_TESTS_MODEL_HARNESS_ORDERS_HPP

#include <tern/arch/atomic.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace model {

/* The part of a path that is the same on every machine: "lib/ring/include/tern/ring/claim.h". */
inline const char *in_tree(const char *file)
{
    const char *found = file;
    for (const char *at = file; (at = std::strstr(at, "lib/")) != nullptr; at++)
        found = at;
    return found;
}

struct weakening {
    bool wanted = false;
    unsigned number = 0; /* of the place */
    rl::memory_order order = rl::mo_relaxed;
};

inline weakening weakened;
inline bool printing = false;

inline void reached(tern_model_order &order)
{
    if (printing)
        std::printf("order %u %s:%u %s %s(%s)\n", order.number, in_tree(order.file), order.line,
                    order.function, order.operation, order.operand);
    if (weakened.wanted && weakened.number == order.number)
        order.used = weakened.order;
}

inline void watch_orders(bool print, const char *weaken)
{
    tern_model_watching.reached = reached;
    printing = print;
    if (weaken == nullptr)
        return;
    char *colon = nullptr;
    weakened.number = static_cast<unsigned>(std::strtoul(weaken, &colon, 10));
    const struct {
        const char *name;
        rl::memory_order order;
    } orders[] = {{":relaxed", rl::mo_relaxed},
                  {":none", rl::mo_relaxed},
                  {":acquire", rl::mo_acquire},
                  {":release", rl::mo_release},
                  {":acq_rel", rl::mo_acq_rel}};
    for (const auto &each : orders) {
        if (std::strcmp(colon, each.name) == 0) {
            weakened.order = each.order;
            weakened.wanted = true;
            return;
        }
    }
    refuse();
}

} // namespace model

#endif /* TERN_TESTS_MODEL_HARNESS_ORDERS_HPP */
