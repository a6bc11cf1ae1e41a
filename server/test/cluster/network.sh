#!/usr/bin/env bash
# The network of a cluster, inside the namespaces of inNamespaces.sh. Hosts 1 to 3 (10.0.0.1 to 10.0.0.3, with a file
# system of 1 GiB on /mnt/host1 to /mnt/host3) and the machine of the services (10.0.0.10, where this script runs) are on
# one bridge.
#   up               creates it
#   cut HOST         the host is alone; nothing is refused, packets vanish
#   split HOST       the host and the other two no longer hear each other; the services still reach it
#   unreachable HOST the services no longer reach the host; the other hosts do
#   heal HOST        ends all of these
set -euo pipefail
export PATH=$PATH:/usr/sbin:/sbin
nowhere=02:00:00:00:00:99

# lose NAMESPACE DEVICE HOST: what is sent there to the host vanishes.
lose() {
  ip ${1:+-n "$1"} neighbour replace "10.0.0.$3" lladdr "$nowhere" dev "$2" nud permanent
}
find_again() {
  ip ${1:+-n "$1"} neighbour delete "10.0.0.$3" dev "$2" 2>/dev/null || true
}
others() {
  for host in 1 2 3; do [ "$host" = "$1" ] || echo "$host"; done
}

case $1 in
up)
  mount -t tmpfs -o mode=755 tmpfs /mnt
  mkdir -p /run/netns
  mount -t tmpfs tmpfs /run/netns
  ip link set lo up
  ip link add bridge type bridge
  ip address add 10.0.0.10/24 dev bridge
  ip link set bridge up
  for host in 1 2 3; do
    ip netns add "host$host"
    ip link add "port$host" type veth peer name eth0 netns "host$host"
    ip link set "port$host" master bridge up
    ip -n "host$host" link set lo up
    ip -n "host$host" address add "10.0.0.$host/24" dev eth0
    ip -n "host$host" link set eth0 up
    mkdir "/mnt/host$host"
    mount -t tmpfs -o size=1g,mode=755 tmpfs "/mnt/host$host"
    chown postgres: "/mnt/host$host"
  done
  ;;
cut) ip link set "port$2" down ;;
split)
  for other in $(others "$2"); do
    lose "host$2" eth0 "$other"
    lose "host$other" eth0 "$2"
  done
  ;;
unreachable) lose '' bridge "$2" ;;
heal)
  ip link set "port$2" up
  find_again '' bridge "$2"
  for other in $(others "$2"); do
    find_again "host$2" eth0 "$other"
    find_again "host$other" eth0 "$2"
  done
  ;;
esac
