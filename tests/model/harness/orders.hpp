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
#include <string>

namespace model {

/* "lib/ring/include/tern/ring/claim.h:66:load_acquire": what --orders prints and --weaken is told.
 * Made in the middle of an execution, where memory that is allocated is Relacy's: in an array. */
struct place {
    char text[256];

    explicit place(const tern_model_order &order)
    {
        const char *file = order.file;
        for (const char *at = file; (at = std::strstr(at, "lib/")) != nullptr; at++)
            file = at;
        std::snprintf(text, sizeof text, "%s:%u:%s", file, order.line, order.operation);
    }
};

struct weakening {
    std::string place;
    rl::memory_order order = rl::mo_relaxed;
};

inline weakening wanted;
inline bool printing = false;

inline void reached(tern_model_order &order)
{
    const place place(order);
    if (printing)
        std::printf("order %s %s %s(%s)\n", place.text, order.function, order.operation,
                    order.operand);
    if (wanted.place == place.text)
        order.used = wanted.order;
}

inline void watch_orders(bool print, const char *weaken)
{
    tern_model_watching.reached = reached;
    printing = print;
    if (weaken == nullptr)
        return;
    const char *colon = std::strrchr(weaken, ':');
    const struct {
        const char *name;
        rl::memory_order order;
    } orders[] = {{":relaxed", rl::mo_relaxed},
                  {":none", rl::mo_relaxed},
                  {":acquire", rl::mo_acquire},
                  {":release", rl::mo_release},
                  {":acq_rel", rl::mo_acq_rel}};
    for (const auto &each : orders) {
        if (colon != nullptr && std::strcmp(colon, each.name) == 0) {
            wanted.place.assign(weaken, static_cast<size_t>(colon - weaken));
            wanted.order = each.order;
            return;
        }
    }
    refuse();
}

} // namespace model

#endif /* TERN_TESTS_MODEL_HARNESS_ORDERS_HPP */
