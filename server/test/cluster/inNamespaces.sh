#!/usr/bin/env bash
# inNamespaces.sh COMMAND…: runs a command in namespaces of its own (network, processes, mounts) as root, with three
# hosts to start a cluster on: see network.sh. Files of the cluster are in a tmpfs on /mnt that only the command sees.
# When the command ends, or when this script is ended in any way, the kernel removes its processes, networks and files.
# Ends with 0 if the machine does not allow namespaces: nothing was tested then, and it says so.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

unable() {
  echo "No cluster was tested: $1"
  exit 0
}

[ "$(uname -s)" = Linux ] || unable 'network namespaces need Linux.'
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  sudo -n true 2>/dev/null || unable 'network namespaces need root, or sudo without a password.'
  as_root=(sudo -n --preserve-env)
fi
isolated=("${as_root[@]}" unshare --mount --net --pid --fork --kill-child --mount-proc)
"${isolated[@]}" mount -t tmpfs tmpfs /mnt 2>/dev/null ||
  unable 'this machine does not allow namespaces (unshare, mount).'

# Debian's packages; none of their services is started.
missing=()
for need in patroni:patroni etcd:etcd-server haproxy:haproxy ip:iproute2 setpriv:util-linux; do
  command -v "${need%:*}" >/dev/null || [ -x "/usr/sbin/${need%:*}" ] || missing+=("${need#*:}")
done
command -v pg_config >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
if [ "${#missing[@]}" -gt 0 ]; then
  command -v apt-get >/dev/null || unable "these programs are missing: ${missing[*]}"
  policy=/usr/sbin/policy-rc.d
  added=
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" install -m 755 /dev/stdin "$policy"
    added=$policy
  fi
  install=(env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}")
  status=0
  { "${as_root[@]}" apt-get update -q && "${as_root[@]}" "${install[@]}"; } >/dev/null || status=$?
  [ -z "$added" ] || "${as_root[@]}" rm -f "$added"
  [ "$status" -eq 0 ] || unable "these packages could not be installed: ${missing[*]}"
fi

"${isolated[@]}" env PATH="$PATH:/usr/sbin:/sbin" ip link add probe type bridge 2>/dev/null ||
  unable 'this machine does not allow network bridges.'

# The shell inside is process 1 there: it adopts and reaps what the faults leave behind.
inside='
  child=
  trap "[ -n \"\$child\" ] || exit 143; kill -TERM \$child 2>/dev/null" INT TERM HUP
  "$0/network.sh" up
  "$@" &
  child=$!
  while :; do
    wait "$child" && exit 0 || status=$?
    kill -0 "$child" 2>/dev/null || exit "$status"
  done'
# sudo has a PATH of its own, which may lead to another Node.
"${isolated[@]}" env PATH="$PATH:/usr/sbin:/sbin" bash -c "$inside" "$here" "$@" &
outer=$!
trap 'kill -TERM "$outer" 2>/dev/null || true' INT TERM HUP
while :; do
  wait "$outer" && exit 0 || status=$?
  kill -0 "$outer" 2>/dev/null || exit "$status"
done
