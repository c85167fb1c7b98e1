/*
 * A thread of the ring stands still for good, at every step: who goes on, and in how many steps.
 *
 * In ST that is the whole promise: wait-free. In MT, RTS and HTS a side waits for itself, and never
 * for the other one; and in RTS a side goes on by htd_max. In NB and LF nobody waits for anybody.
 *
 * SPDX-License-Identifier: MIT
 */
#include "ring_progress.hpp"

using namespace model;

namespace {

/* ST has no loop: a look at each index, one at the limit, and at most two stores. */
using st_producer = stops<TERN_RING_ST, TERN_RING_ST, producing, consuming, 5, 5>;
using st_consumer = stops<TERN_RING_ST, TERN_RING_ST, consuming, producing, 5, 5>;

/* Alone on its side, a thread goes round once more for each CAS that fails for no reason. */
using mt_producer = stops<TERN_RING_MT, TERN_RING_MT, producing, consuming, 12, 12>;
using mt_consumer = stops<TERN_RING_MT, TERN_RING_MT, consuming, producing, 12, 12>;
using rts_producer = stops<TERN_RING_RTS, TERN_RING_RTS, producing, consuming, 19, 19>;
using rts_consumer = stops<TERN_RING_RTS, TERN_RING_RTS, consuming, producing, 19, 19>;
using hts_producer = stops<TERN_RING_HTS, TERN_RING_HTS, producing, consuming, 14, 14>;
using hts_consumer = stops<TERN_RING_HTS, TERN_RING_HTS, consuming, producing, 14, 14>;

/* With others on its side, once more for each time that one of them moves the head or the tail. */
struct rts_peer : stops<TERN_RING_RTS, TERN_RING_RTS, producing, both, 26, 38> {
    static constexpr size_t capacity = 4, slots = 4, htd_max = 3;
};

/* NB: beside an operation that is not finished a call is refused, and that takes no longer. LF: the
 * other one finds the work of the peer done, or does without it. */
using nb_producer = stops<TERN_RING_NB, TERN_RING_NB, producing, both, 40, 60>;
using nb_consumer = stops<TERN_RING_NB, TERN_RING_NB, consuming, both, 60, 60>;
using lf_producer = stops<TERN_RING_LF, TERN_RING_LF, producing, both, 40, 40>;
using lf_consumer = stops<TERN_RING_LF, TERN_RING_LF, consuming, both, 40, 40>;

const scenario scenarios[] = {
    {"st: a producer stops", ring_stopped_over<st_producer, full>, 0, true},
    {"st: a consumer stops", ring_stopped_over<st_consumer, full>, 0, true},
    {"mt: a producer stops", ring_stopped_over<mt_producer, bounded>, 2, true},
    {"mt: a consumer stops", ring_stopped_over<mt_consumer, bounded>, 2, true},
    {"rts: a producer stops", ring_stopped_over<rts_producer, bounded>, 2, true},
    {"rts: a consumer stops", ring_stopped_over<rts_consumer, bounded>, 2, true},
    {"rts: a producer stops beside another", ring_stopped_over<rts_peer, bounded>, 0, true},
    {"rts: a producer stops beside another", ring_stopped_over<rts_peer, bounded>, 1, false},
    {"rts: a producer stops beside another", ring_stopped_over<rts_peer, bounded>, 2, false},
    {"hts: a producer stops", ring_stopped_over<hts_producer, bounded>, 2, true},
    {"hts: a consumer stops", ring_stopped_over<hts_consumer, bounded>, 2, true},
    {"nb: a producer stops", ring_stopped_over<nb_producer, bounded>, 1, true},
    {"nb: a consumer stops", ring_stopped_over<nb_consumer, bounded>, 1, true},
    {"lf: a producer stops", ring_stopped_over<lf_producer, bounded>, 1, true},
    {"lf: a consumer stops", ring_stopped_over<lf_consumer, bounded>, 1, true},
    {"nb: a producer stops", ring_stopped_over<nb_producer, bounded>, 2, false},
    {"nb: a consumer stops", ring_stopped_over<nb_consumer, bounded>, 2, false},
    {"lf: a producer stops", ring_stopped_over<lf_producer, bounded>, 2, false},
    {"lf: a consumer stops", ring_stopped_over<lf_consumer, bounded>, 2, false},
};

} // namespace

int main(int argc, char **argv)
{
    return model::main(scenarios, argc, argv);
}
