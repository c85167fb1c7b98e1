/*
 * The ring in LF mode.
 *
 * SPDX-License-Identifier: MIT
 */
#define TERN_DEBUG 1 /* what the header says must hold is checked */

#include "ring_ceasing.hpp"

using namespace model;

namespace {

using many = modes<TERN_RING_LF, TERN_RING_LF>;

const scenario scenarios[] = {
    MODEL_RING_MANY("lf", many, many, many, 2),
    MODEL_RING_CEASING("lf", TERN_RING_LF),
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
