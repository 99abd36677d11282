#!/bin/sh
# What `npm start` runs. Here stands what a process of Node can only be given before it starts.

# Without a cache from its first line, Node loads 17 MB to take the types out of the first file.
export NODE_COMPILE_CACHE="${COVENANT_RUN:-$PWD/run}/compiled"
# Threads of one process free memory of each other, which stays in as many arenas: 244 MB became 156. main.ts hands none of these on.
export MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
exec node tools/local/start/main.ts "$@"
