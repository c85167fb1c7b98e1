/*
 * The ring with a different mode on each side, wide and narrow positions in all combinations.
 *
 * SPDX-License-Identifier: MIT
 */
#include "ring_many.hpp"

using namespace model;

namespace {

using mt_rts = modes<TERN_RING_MT, TERN_RING_RTS>;
using rts_mt = modes<TERN_RING_RTS, TERN_RING_MT>;
using mt_hts = modes<TERN_RING_MT, TERN_RING_HTS>;
using hts_mt = modes<TERN_RING_HTS, TERN_RING_MT>;
using rts_hts = modes<TERN_RING_RTS, TERN_RING_HTS>;
using hts_rts = modes<TERN_RING_HTS, TERN_RING_RTS>;
using st_rts = modes<TERN_RING_ST, TERN_RING_RTS>;
using hts_st = modes<TERN_RING_HTS, TERN_RING_ST>;

#define MODEL_RING_PAIR(name, pair)                                                             \
    {name ": one and one, full ring", ring_over<one_and_one_full<pair>, full>, 0, true},        \
    {                                                                                           \
        name ": two and two, bursts of 2", ring_over<two_and_two_bursts<pair>, sampled>, 50000, \
            true                                                                                \
    }

#define MODEL_RING_ONE(name, pair, shape)                                                \
    {name ": one and one, full ring", ring_over<one_and_one_full<pair>, full>, 0, true}, \
    {                                                                                    \
        name ": two against one", ring_over<shape<pair>, bounded>, 3, true               \
    }

const scenario scenarios[] = {
    MODEL_RING_PAIR("mt to rts", mt_rts),
    MODEL_RING_PAIR("rts to mt", rts_mt),
    MODEL_RING_PAIR("mt to hts", mt_hts),
    MODEL_RING_PAIR("hts to mt", hts_mt),
    MODEL_RING_PAIR("rts to hts", rts_hts),
    MODEL_RING_PAIR("hts to rts", hts_rts),
    MODEL_RING_ONE("st to rts", st_rts, two_consumers),
    MODEL_RING_ONE("hts to st", hts_st, two_producers),
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
