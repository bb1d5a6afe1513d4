#!/bin/sh
# Makes images under the names that the compose files ask for, out of Debian's packages and of this project, for a machine
# that has a Docker engine and reaches no registry of images. README.md says what they are good for, and what not.
#
#   npm ci && sudo -E sh deploy/stand-ins/make-images.sh        10 minutes, 4 GB; needs debootstrap
#
# MIRROR is where Debian's packages come from. An image that is there already is left alone; `docker rmi` it first.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
mirror=${MIRROR:-http://deb.debian.org/debian}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

lacks() { ! docker image inspect "$1" > /dev/null 2>&1; }

# system SUITE PACKAGES: Debian's smallest system and these, in $work/SUITE; trusts whom this machine trusts.
system() {
  debootstrap --variant=minbase --include="ca-certificates,$2" "$1" "$work/$1" "$mirror" > "$work/$1.log" || {
    tail -n 20 "$work/$1.log" >&2
    exit 1
  }
  rm -rf "$work/$1/var/cache/apt/archives" "$work/$1/var/lib/apt/lists"
  mkdir -p "$work/$1/var/cache/apt/archives/partial" "$work/$1/var/lib/apt/lists/partial"
  cp /etc/ssl/certs/ca-certificates.crt "$work/$1/etc/ssl/certs/"
}

# image NAME SUITE CHANGES…: imports the system, and takes its folder away.
image() {
  name=$1
  suite=$2
  shift 2
  tar -C "$work/$suite" -c . | docker import "$@" - "$name" > /dev/null
  rm -rf "${work:?}/$suite"
  echo "$name"
}

if lacks node:24-bookworm-slim; then
  system bookworm curl
  local="$work/bookworm/usr/local"
  mkdir -p "$local/lib/node_modules"
  cp "$root/node_modules/node/bin/node" "$local/bin/node"
  cp -R "$(npm root --global)/npm" "$local/lib/node_modules/npm"
  for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$local/bin/$name"; done
  chroot "$work/bookworm" groupadd --gid 1000 node
  chroot "$work/bookworm" useradd --uid 1000 --gid node --create-home node
  image node:24-bookworm-slim bookworm \
    -c 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' -c 'CMD ["node"]'
fi

if lacks postgres:18; then
  system sid gosu,locales-all,postgresql-18
  cp "$here/postgres.sh" "$work/sid/usr/local/bin/docker-entrypoint.sh"
  chmod 0755 "$work/sid/usr/local/bin/docker-entrypoint.sh"
  chroot "$work/sid" pg_dropcluster 18 main
  chroot "$work/sid" sh -c 'usermod --uid 999 postgres && install -d -o postgres -m 1777 /var/lib/postgresql'
  image postgres:18 sid -c 'ENV PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/lib/postgresql/18/bin' \
    -c 'ENV LANG=en_US.utf8' -c 'ENV PGDATA=/var/lib/postgresql/18/docker' -c 'VOLUME /var/lib/postgresql' \
    -c 'ENTRYPOINT ["docker-entrypoint.sh"]' -c 'CMD ["postgres"]'
  # Nothing that an import can be told.
  printf 'FROM postgres:18\nSTOPSIGNAL SIGINT\n' | docker build --quiet --tag postgres:18 - > /dev/null
fi

if lacks caddy:2.10; then
  system sid busybox,caddy,libcap2-bin
  ln -s busybox "$work/sid/usr/bin/wget"
  chroot "$work/sid" setcap cap_net_bind_service=+ep /usr/bin/caddy
  image caddy:2.10 sid -c 'ENV XDG_CONFIG_HOME=/config' -c 'ENV XDG_DATA_HOME=/data' \
    -c 'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]'
fi

if lacks eventstore/es-gencert-cli:1.0.2; then
  system bookworm openssl
  cp "$here/certificates.sh" "$work/bookworm/usr/local/bin/es-gencert-cli"
  chmod 0755 "$work/bookworm/usr/local/bin/es-gencert-cli"
  image eventstore/es-gencert-cli:1.0.2 bookworm -c 'ENTRYPOINT ["es-gencert-cli"]'
fi

# The program's own image, and the node of the trial out of it.
docker build --tag "evo-rewards:${RELEASE:-latest}" "$root"
docker build --tag eventstore/eventstore:24.10 --build-arg "RELEASE=${RELEASE:-latest}" "$here"
