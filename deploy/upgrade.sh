#!/bin/sh
# Puts a release, or changed settings and secrets, into the place of what runs while people go on: new programs start
# beside those that run, and these leave one after the other once all the new ones are well. If one of the new does not
# get well, the new ones go again and all stays as it was. An earlier release comes back in the same way.
#
#   export COMPOSE_FILE=docker-compose.yml:compose.replicas.yml
#   RELEASE=next docker compose build && RELEASE=next sh deploy/upgrade.sh
#
# Meanwhile there are twice as many programs: mind the memory, and the connections of Postgres. docker-compose.yml by
# itself gives its one API a port of the machine that no second one can have; there it is `docker compose up --detach`,
# and a few seconds without an answer.
set -eu
# Seconds for the new ones to get well. One whose read models differ builds them from the whole ledger first.
patience=${PATIENCE_SECONDS:-900}

# Two at once would each take the other's new programs for its own.
exec 9< "$0"
flock --nonblock 9 || {
  echo 'Another upgrade is under way.' >&2
  exit 1
}

# What was stopped would be started again as it was, and count as new.
docker compose rm --force projector api > /dev/null
known=$(docker compose ps --all --quiet projector api)
# Where compose finds the secrets, which .env may say to it alone.
secrets=$(docker compose config | sed -n 's|^ *file: \(.*\)/postgres-password$|\1|p')
[ -d "$secrets" ] || {
  echo "There is no folder of secrets at '$secrets'." >&2
  exit 1
}

# outdated SERVICE: what runs of it with another image, other settings or older secrets than it would be started with now.
outdated() {
  hash=$(docker compose config --hash "$1" | cut -d ' ' -f 2)
  name=$(docker compose config --images "$1" | grep '^evo-rewards:' | sort -u)
  image=$(docker image inspect --format '{{.Id}}' "$name")
  for one in $(docker compose ps --quiet "$1"); do
    found=$(docker inspect --format '{{index .Config.Labels "com.docker.compose.config-hash"}} {{.Image}}' "$one")
    # A file of secrets that was written or put into its place since; programs read theirs when they start.
    started=$(docker inspect --format '{{.State.StartedAt}}' "$one")
    newer=$(find "$secrets" -type f -newerct "$started")
    [ "$found" = "$hash $image" ] && [ -z "$newer" ] || echo "$one"
  done
}

# begin SERVICE OLD…: as many new ones beside them, or more, where an upgrade that was cut off began more.
begin() {
  service=$1
  shift
  [ $# -gt 0 ] || return 0
  fresh=$(($(docker compose ps --quiet "$service" | wc -l) - $#))
  [ "$fresh" -ge $# ] || fresh=$#
  echo "$service: $fresh new beside $# old"
  docker compose up --detach --no-deps --no-recreate --scale "$service=$(($# + fresh))" "$service" &&
    well "$service" "$@" && return
  for one in $(docker compose ps --all --quiet projector api); do
    echo "$known" | grep -q "$one" && continue
    docker logs --tail 20 "$one" >&2
    docker rm --force "$one" > /dev/null
  done
  echo "$service did not get well; what ran before goes on." >&2
  exit 1
}

# well SERVICE OLD…: waits until all of it but the old ones are healthy, and fails where one says that it is not, or the time
# is up. What waits in compose (--wait) wants the old ones healthy as well, and to mend those may be what this is for.
well() {
  service=$1
  shift
  latest=$(($(date +%s) + patience))
  while all=$(docker compose ps --all --quiet "$service"); do
    waiting=''
    for one in $all; do
      case " $* " in *" $one "*) continue ;; esac
      case $(docker inspect --format '{{.State.Health.Status}}' "$one") in
        healthy) ;;
        unhealthy) return 1 ;;
        *) waiting=$one ;;
      esac
    done
    [ -n "$waiting" ] || return 0
    [ "$(date +%s)" -lt "$latest" ] || return 1
    sleep 1
  done
  return 1
}

leave() {
  for one in "$@"; do
    docker stop "$one" > /dev/null
    docker rm "$one" > /dev/null
  done
}

projectors=$(outdated projector)
apis=$(outdated api)
# Each is a list of containers.
# shellcheck disable=SC2086
{
  begin projector $projectors
  begin api $apis
  leave $apis
  # Until the last API of before has left, its read models are followed.
  leave $projectors
}
docker compose ps
