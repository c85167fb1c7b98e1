/*
 * The bounded stack on lists that know their length, and the one with a lock.
 *
 * SPDX-License-Identifier: MIT
 */
#include "stack_bounded.hpp"

using namespace model;

namespace {

const scenario scenarios[] = {
    MODEL_STACK_BOUNDED("bounded"),
    {"bounded, locked: push and pop", bounded_over<bounded_push_pop<true>, bounded>, 3, true},
    {"bounded, locked: bulk", bounded_over<bounded_bulk<true>, bounded>, 3, true},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
