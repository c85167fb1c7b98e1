/*
 * The ring with several threads on a side in MT mode.
 *
 * SPDX-License-Identifier: MIT
 */
#include "ring_many.hpp"

using namespace model;

namespace {

using many = modes<TERN_RING_MT, TERN_RING_MT>;
using in = modes<TERN_RING_MT, TERN_RING_ST>;
using out = modes<TERN_RING_ST, TERN_RING_MT>;

const scenario scenarios[] = {
    MODEL_RING_MANY("mt", many, in, out, 3),
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
