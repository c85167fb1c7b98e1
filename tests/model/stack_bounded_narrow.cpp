/*
 * The bounded stack on lists for ports without double-width CAS.
 *
 * SPDX-License-Identifier: MIT
 */
#define TERN_STACK_WIDE 0

#include "stack_bounded.hpp"

using namespace model;

namespace {

const scenario scenarios[] = {
    MODEL_STACK_BOUNDED("narrow"),
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
