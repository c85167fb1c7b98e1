/*
 * Misuses of a freelist that checks, of the kind that only Valgrind sees: it runs this program,
 * once for each, and tests/valgrind/run looks at what it reports.
 */
#include <tern/freelist.h>

#include <stdio.h>
#include <string.h>

enum { SIZE = 40 };

static int sink;

static void good(struct tern_freelist *freelist)
{
    unsigned char *objects[100];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 100; i++) {
            objects[i] = tern_freelist_alloc(freelist);
            memset(objects[i], i, SIZE);
        }
        for (int i = 0; i < 100; i++) {
            sink += objects[i][SIZE - 1];
            tern_freelist_free(freelist, objects[i]);
        }
        tern_freelist_trim(freelist);
    }
}

static void read_after_free(struct tern_freelist *freelist)
{
    volatile unsigned char *object = tern_freelist_alloc(freelist);
    *object = 1;
    tern_freelist_free(freelist, (void *)object);
    sink += *object;
}

static void read_before_write(struct tern_freelist *freelist)
{
    volatile unsigned char *object = tern_freelist_alloc(freelist);
    if (*object == 7)
        sink++;
    tern_freelist_free(freelist, (void *)object);
}

static void read_beyond(struct tern_freelist *freelist)
{
    volatile unsigned char *object = tern_freelist_alloc(freelist);
    sink += object[SIZE];
    tern_freelist_free(freelist, (void *)object);
}

static void leak(struct tern_freelist *freelist)
{
    unsigned char *object = tern_freelist_alloc(freelist);
    memset(object, 1, SIZE);
}

static const struct {
    const char *name;
    void (*body)(struct tern_freelist *);
} cases[] = {
    {"good", good},
    {"read_after_free", read_after_free},
    {"read_before_write", read_before_write},
    {"read_beyond", read_beyond},
    {"leak", leak},
};

int main(int argc, char **argv)
{
    struct tern_freelist_options options = {
        .object_size = SIZE, .alignment = 64, .checks = TERN_FREELIST_CHECK};
    for (size_t i = 0; argc == 2 && i < sizeof cases / sizeof cases[0]; i++) {
        if (strcmp(argv[1], cases[i].name) == 0) {
            struct tern_freelist *freelist = tern_freelist_create(&options);
            if (freelist == NULL)
                return 3;
            cases[i].body(freelist);
            if (cases[i].body != leak) /* which is to be found at the end of the program */
                tern_freelist_destroy(freelist);
            return sink < 0;
        }
    }
    fprintf(stderr, "usage: %s CASE\n", argv[0]);
    return 2;
}
