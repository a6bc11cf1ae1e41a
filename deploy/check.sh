#!/usr/bin/env bash
# Checks every file of this folder with the program that reads it: promtool, haproxy, nginx, systemd-analyze, and the schemas of
# Kubernetes. Programs that are not installed are taken from Debian's packages into a temporary folder, without root.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# program NAME PACKAGE…: the path of a program, installed or from Debian's packages.
program() {
  local name=$1
  shift
  command -v "$name" && return
  (cd "$work" && apt-get download -qq "$@" >/dev/null 2>&1 && for package in *.deb; do dpkg -x "$package" root; done) >&2
  find "$work/root" -type f -path "*bin/$name" -perm -u+x | head -n 1
}
run() {
  LD_LIBRARY_PATH="$work/root/usr/lib/$(uname -m)-linux-gnu" "$@"
}

promtool=$(program promtool prometheus)
run "$promtool" check rules prometheus/rules.yml
run "$promtool" check config prometheus/prometheus.yml
(cd prometheus && run "$promtool" test rules rules.test.yml)

haproxy=$(program haproxy haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1)
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=records.example.com \
  -keyout "$work/key.pem" -out "$work/certificate.pem" 2>/dev/null
cat "$work/certificate.pem" "$work/key.pem" >"$work/records.pem"
for file in haproxy/service.cfg compose/haproxy.cfg haproxy/postgresql.cfg; do
  sed "s#/etc/haproxy/records.pem#$work/records.pem#; s#/etc/haproxy/503.http#$PWD/haproxy/503.http#" "$file" >"$work/haproxy.cfg"
  run "$haproxy" -c -f "$work/haproxy.cfg" >/dev/null
  echo "$file: valid"
done

nginx=$(program nginx nginx)
cp "$work/certificate.pem" "$work/records.pem"
cp "$work/key.pem" "$work/records.key"
run node checkNginx.mjs "$nginx" "$work" nginx/service.conf

if command -v systemd-analyze >/dev/null; then
  # It wants the programs that a unit starts, and a name for the instance.
  for unit in systemd/*.service; do
    sed 's#/usr/bin/node#/bin/true#; s#^User=.*#User=root#' "$unit" >"$work/$(basename "${unit/@./@8081.}")"
  done
  systemd-analyze verify "$work"/*.service && echo 'systemd: valid'
fi

(cd "$work" && echo '{}' >package.json && npm install -s --ignore-scripts --no-audit --no-fund \
  kubernetes-models@5.1.0 @kubernetes-models/cloudnative-pg@2.0.0 yaml@2.8.1)
node checkManifests.mjs "$work" kubernetes
