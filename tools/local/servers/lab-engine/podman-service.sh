#!/bin/sh
# Podman's API as a process, until it ends or this one is asked to: then labs are stopped first.
# Arguments: Node, podman-stop.ts, the folder of the storage, the socket, then the command of Podman.
# A shell, since Node would keep 50 MB for nothing but to wait.
node=$1 stop=$2 storage=$3 socket=$4
shift 4
podman=

# In separate process groups, since a signal to ours would end Podman before it has stopped the labs, and a second one what stops them.
# They end when we are killed.
stop_labs() {
  trap '' TERM INT
  setsid setpriv --pdeathsig KILL "$node" "$stop" --storage "$storage" --socket "$socket" --podman "$podman" && exit 0
  [ -z "$podman" ] || kill -TERM "$podman"
  wait
  exit 1
}
trap stop_labs TERM INT

setsid setpriv --pdeathsig KILL "$@" &
podman=$!
wait "$podman"
