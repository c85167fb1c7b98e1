/* The tests of freelist_aba.c on a freelist whose tag stands still. */
#define TERN_FREELIST_TAG_STEP 0u

#include "freelist_aba.c"
