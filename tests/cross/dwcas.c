/* One function for each order of DWCAS, for tests/cross/orders to look at. */
#include <tern/arch/dwcas.h>

#define FUNCTION(order)                                                                      \
    bool order(tern_atomic_pair *, struct tern_pair *, struct tern_pair);                    \
    bool order(tern_atomic_pair *pair, struct tern_pair *expected, struct tern_pair desired) \
    {                                                                                        \
        return tern_dwcas_##order(pair, expected, desired);                                  \
    }

FUNCTION(relaxed)
FUNCTION(acquire)
FUNCTION(release)
FUNCTION(acq_rel)
