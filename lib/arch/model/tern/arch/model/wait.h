/*
 * Waiting under the model checker: always a yield, which tells the scheduler that this thread can
 * get no further by itself. A wait that nobody ends is then reported as a livelock.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_MODEL_WAIT_H
#define TERN_ARCH_MODEL_WAIT_H

/* One round counts as spinning, so that both kinds of wait are walked. */
#define TERN_WAIT_SPINS 1u

#define tern_wait_once(wait) ((void)(wait)->rounds++, tern_model_step(), rl::yield(1, $))

#endif /* TERN_ARCH_MODEL_WAIT_H */
