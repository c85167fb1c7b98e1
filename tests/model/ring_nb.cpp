/*
 * The ring in NB mode, with stamps of 2 bits, which wrap every other lap.
 *
 * SPDX-License-Identifier: MIT
 */
#define TERN_DEBUG           1 /* what the header says must hold is checked */
#define TERN_RING_STAMP_BITS 2

#include "ring_ceasing.hpp"

using namespace model;

namespace {

using many = modes<TERN_RING_NB, TERN_RING_NB>;

const scenario scenarios[] = {
    MODEL_RING_MANY("nb", many, many, many, 2),
    MODEL_RING_CEASING("nb", TERN_RING_NB),
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
