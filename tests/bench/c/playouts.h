/* What the three games share: a generator, and random games for a given time.

   Each game offers play(): one random game, which gives the number of its moves. A program is called with how many
   seconds of CPU time it is to play and a seed, and prints games, moves and the seconds that they took. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t random_state;

/* SplitMix64 */
static uint64_t next_random(void) {
    uint64_t z = (random_state += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

/* a number from 0 to n - 1 */
static int below(int n) { return (int)((next_random() >> 32) * (uint64_t)n >> 32); }

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int play(void);

int main(int count, char **words) {
    if (count != 3) return 2;
    double wanted = atof(words[1]), begin = cpu_seconds(), taken;
    long games = 0, moves = 0;
    random_state = strtoull(words[2], 0, 10);
    do {
        for (int i = 0; i < 100; i++, games++) moves += play();
        taken = cpu_seconds() - begin;
    } while (taken < wanted);
    printf("%ld %ld %.6f\n", games, moves, taken);
    return 0;
}
