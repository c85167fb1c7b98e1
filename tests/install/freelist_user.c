#define _POSIX_C_SOURCE 200809L /* pthread_barrier_t */

/* Uses an installed freelist, from a thread that ends after it too. Exits with 0 if all is as
 * documented. */
#include <tern/freelist.h>

#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static struct tern_freelist *freelist;
static pthread_barrier_t barrier;

static void *use(void *argument)
{
    void *object = tern_freelist_alloc(freelist);
    (void)argument;
    tern_freelist_free(freelist, object);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier); /* the freelist ends here */
    return object;
}

int main(void)
{
    struct tern_freelist_options options = {.object_size = 64, .max_objects = 200};
    void *objects[201], *result = NULL;
    pthread_t thread;
    int ok;

    freelist = tern_freelist_create(&options);
    if (freelist == NULL || pthread_barrier_init(&barrier, NULL, 2) != 0 ||
        pthread_create(&thread, NULL, use, NULL) != 0)
        return 1;
    pthread_barrier_wait(&barrier);
    errno = 0;
    ok = tern_freelist_alloc_bulk(freelist, objects, 201) == 0 && errno == ENOMEM &&
         tern_freelist_alloc_bulk(freelist, objects, 72) == 72;
    tern_freelist_free_bulk(freelist, objects, 72);
    tern_freelist_destroy(freelist);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, &result);
    if (!ok || result == NULL) {
        puts("the installed freelist does not do what it should");
        return 1;
    }
    return 0;
}
