/*
 * Loaded before the C library (LD_PRELOAD): every fsync and fdatasync of the process first sleeps for SYNC_DELAY_MS.
 * The calling thread waits, as it does for a slow disk, and no other one.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

static void delay(void) {
  const char *given = getenv("SYNC_DELAY_MS");
  long ms = given == NULL ? 0 : atol(given);
  struct timespec left = {ms / 1000, ms % 1000 * 1000000L};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

typedef int sync_call(int);

int fsync(int fd) {
  delay();
  return ((sync_call *)dlsym(RTLD_NEXT, "fsync"))(fd);
}

int fdatasync(int fd) {
  delay();
  return ((sync_call *)dlsym(RTLD_NEXT, "fdatasync"))(fd);
}
