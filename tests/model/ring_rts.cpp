/*
 * The ring with several threads on a side in RTS mode.
 *
 * SPDX-License-Identifier: MIT
 */
#include "ring_many.hpp"

using namespace model;

namespace {

using many = modes<TERN_RING_RTS, TERN_RING_RTS>;
using in = modes<TERN_RING_RTS, TERN_RING_ST>;
using out = modes<TERN_RING_ST, TERN_RING_RTS>;

const scenario scenarios[] = {
    MODEL_RING_MANY("rts", many, in, out, 2),
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
