/*
 * Parking under the model checker. A park goes on yielding while the word has the value, so a
 * wake-up that is lost is reported as a livelock. The two fences are full ones, which is what they
 * come to together. Time stands still.
 *
 * That makes the light one stronger than it is by itself: it would order loads and stores for a
 * thread beside which nobody sleeps. A test where nobody does defines TERN_MODEL_NOBODY_SLEEPS, and
 * has it as what it is then, nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERN_ARCH_MODEL_PARK_H
#define TERN_ARCH_MODEL_PARK_H

#ifdef TERN_MODEL_NOBODY_SLEEPS
#    define tern_fence_light() ((void)0)
#else
#    define tern_fence_light() tern_model_fence(TERN_MODEL_ORDER("fence_light", seq_cst, ), $)
#endif
#define tern_fence_heavy()    (tern_model_fence(TERN_MODEL_ORDER("fence_heavy", seq_cst, ), $), true)
#define tern_park_clock()     UINT64_C(0)
#define tern_unpark_one(word) ((void)(word))
#define tern_unpark_all(word) ((void)(word))

static inline void tern_park(tern_atomic_u32 *word, uint32_t value, uint64_t)
{
    while (tern_load_relaxed(word) == value)
        rl::yield(1, $);
}

#endif /* TERN_ARCH_MODEL_PARK_H */
