#!/bin/sh
# Podman's API as a process, until it ends or this one is asked to: then labs are stopped first.
# Arguments: Node, podman-stop.ts, the folder of the storage, the socket, then the command of Podman.
# A shell, since Node would keep 50 MB for nothing but to wait.
node=$1 stop=$2 storage=$3 socket=$4
shift 4

stop_labs() {
  trap '' TERM INT
  "$node" "$stop" --storage "$storage" --socket "$socket" --podman "$!"
  exit 0
}
trap stop_labs TERM INT

# In a separate process group, since a signal to ours would end it before it has stopped the labs; and it ends when we are killed.
setsid setpriv --pdeathsig KILL "$@" &
wait "$!"
