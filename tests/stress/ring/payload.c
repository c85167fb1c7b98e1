/* Elements whose every byte follows from who wrote them and their number; and random numbers. */
#include "stress.h"

uint64_t mix(uint64_t z) /* splitmix64 */
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

unsigned random_below(struct worker *w, unsigned limit)
{
    w->random += UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned)((mix(w->random) >> 32) * limit >> 32);
}

/*
 * The first word: 8 bits of who sent it, 32 of its number, 24 of a checksum over both. The other
 * words follow from it, so that every byte of an element is checked.
 */
static uint64_t first_word(unsigned who, uint64_t number)
{
    uint64_t name = (uint64_t)who << 56 | number << 24;
    return name | mix(name) >> 40;
}

void element_write(uint64_t *word, size_t words, unsigned who, uint64_t number)
{
    word[0] = first_word(who, number);
    for (size_t i = 1; i < words; i++)
        word[i] = mix(word[0] ^ i);
}

bool element_read(const uint64_t *word, size_t words, unsigned *who, uint64_t *number)
{
    *who = (unsigned)(word[0] >> 56);
    *number = word[0] >> 24 & UINT32_MAX;
    bool good = word[0] == first_word(*who, *number);
    for (size_t i = 1; i < words; i++)
        good = word[i] == mix(word[0] ^ i) && good;
    return good;
}

bool element_is(const uint64_t *word, size_t words, unsigned who, uint64_t number)
{
    unsigned by;
    uint64_t as;
    return element_read(word, words, &by, &as) && by == who && as == number;
}
