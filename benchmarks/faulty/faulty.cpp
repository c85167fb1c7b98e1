/*
 * A queue or a stack under a mutex that can be told to do one thing wrong now and then. In C++,
 * so that every build shows that the loops compile as C++17 too.
 *
 * SPDX-License-Identifier: MIT
 */
#include "faulty.h"

#include <deque>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "../scenarios/adapter.h"

enum fault {
    FAULT_NONE,      /* the control: nothing is wrong with it */
    FAULT_LOSSY,     /* drops an object it was given */
    FAULT_DOUBLING,  /* gives an object out twice */
    FAULT_CHANGING,  /* flips a bit */
    FAULT_SWAPPING,  /* gives out the next but one object first */
    FAULT_INVENTING, /* has something to give even when it is empty */
    FAULT_REFUSING,  /* from some point on takes nothing any more */
    FAULT_STUCK      /* from some point on does not return */
};

/* Often enough for any round; not so early that setting a round up meets it. */
constexpr std::uint64_t FIRST_FAULT = 5000, BETWEEN_FAULTS = 997;

struct faulty_container {
    explicit faulty_container(fault which, bool stack, const bench_shape &shape)
        : fault_(which), stack_(stack), most_(2 * shape.capacity)
    {
    }

    bool enqueue(std::uint64_t object)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        operations_++;
        while (fault_ == FAULT_STUCK && operations_ > FIRST_FAULT)
            std::this_thread::yield();
        if (fault_ == FAULT_REFUSING && operations_ > FIRST_FAULT)
            return false;
        if (due(FAULT_LOSSY))
            return true;
        if (objects_.size() >= most_)
            return false;
        objects_.push_back(due(FAULT_CHANGING) ? object ^ 1u << 20 : object);
        if (due(FAULT_DOUBLING))
            objects_.push_back(object);
        return true;
    }

    bool dequeue(std::uint64_t &object)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        operations_++;
        object = 1;
        if (objects_.empty())
            return due(FAULT_INVENTING);
        if (due(FAULT_SWAPPING) && objects_.size() > 1)
            std::swap(objects_[next()], objects_[stack_ ? next() - 1 : 1]);
        object = objects_[next()];
        if (stack_)
            objects_.pop_back();
        else
            objects_.pop_front();
        return true;
    }

  private:
    std::size_t next() const
    {
        return stack_ ? objects_.size() - 1 : 0;
    }

    /* Whether this operation is one to go wrong. */
    bool due(fault which) const
    {
        return fault_ == which && operations_ > FIRST_FAULT && operations_ % BETWEEN_FAULTS < 2;
    }

    const fault fault_;
    const bool stack_;
    const std::size_t most_; /* room for what is doubled, or a full ring would hide it */
    std::uint64_t operations_ = 0;
    std::mutex mutex_;
    std::deque<std::uint64_t> objects_;
};

/* Two candidates, bench_NAME and bench_NAME_stack, for each fault. */
#define FAULT      FAULT_NONE
#define FAULT_NAME fault_none
#include "faulty_pair.inc.h"

#define FAULT      FAULT_LOSSY
#define FAULT_NAME fault_lossy
#include "faulty_pair.inc.h"

#define FAULT      FAULT_DOUBLING
#define FAULT_NAME fault_doubling
#include "faulty_pair.inc.h"

#define FAULT      FAULT_CHANGING
#define FAULT_NAME fault_changing
#include "faulty_pair.inc.h"

#define FAULT      FAULT_SWAPPING
#define FAULT_NAME fault_swapping
#include "faulty_pair.inc.h"

#define FAULT      FAULT_INVENTING
#define FAULT_NAME fault_inventing
#include "faulty_pair.inc.h"

#define FAULT      FAULT_REFUSING
#define FAULT_NAME fault_refusing
#include "faulty_pair.inc.h"

#define FAULT      FAULT_STUCK
#define FAULT_NAME fault_stuck
#include "faulty_pair.inc.h"

#define CANDIDATE(name)                                                             \
    static const struct bench_variant *const name##_variants[] = {&name##_variant}; \
    const struct bench_candidate bench_##name = {name##_variants, 1, NULL}

CANDIDATE(fault_none);
CANDIDATE(fault_none_stack);
CANDIDATE(fault_lossy);
CANDIDATE(fault_lossy_stack);
CANDIDATE(fault_doubling);
CANDIDATE(fault_doubling_stack);
CANDIDATE(fault_changing);
CANDIDATE(fault_changing_stack);
CANDIDATE(fault_swapping);
CANDIDATE(fault_swapping_stack);
CANDIDATE(fault_inventing);
CANDIDATE(fault_inventing_stack);
CANDIDATE(fault_refusing);
CANDIDATE(fault_refusing_stack);
CANDIDATE(fault_stuck);
CANDIDATE(fault_stuck_stack);
