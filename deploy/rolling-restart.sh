#!/bin/sh
# Restarts the replicas of the compose profile `scale` one after the other, each only when the one before it is ready again.
# `deploy/rolling-restart.sh --new-image` replaces each container by one of the image as it is now (an upgrade).
set -eu
wait_until_healthy() {
  for _ in $(seq 120); do
    [ "$(docker inspect --format '{{.State.Health.Status}}' "$1")" = healthy ] && return 0
    sleep 0.5
  done
  echo "$1 does not become healthy: stopped here, the other replicas still serve." >&2
  exit 1
}
replicas() {
  docker compose --profile scale ps --quiet replica
}
# As many as run now, whatever REPLICAS says here.
count=$(replicas | wc -l)
for container in $(replicas); do
  if [ "${1:-}" = --new-image ]; then
    docker stop --time 35 "$container" >/dev/null
    docker rm "$container" >/dev/null
    others=$(replicas)
    docker compose --profile scale up --detach --no-build --no-deps --no-recreate --scale "replica=$count" replica >/dev/null 2>&1
    container=$(replicas | grep -vxF "$others")
  else
    docker restart --time 35 "$container" >/dev/null
  fi
  wait_until_healthy "$container"
  # The balancer asks twice a second.
  sleep 2
  echo "$container is ready again."
done
