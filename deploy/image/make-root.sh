#!/bin/sh
# Makes the root file system of an image: `make-root.sh FOLDER PACKAGE.tgz...`, as root on Debian with node, npm and binutils.
# Dockerfile runs it, and docs/administrator/containers.md says how it was tried without a container engine.
set -eu
root=$1
shift
here=$(dirname "$(readlink -f "$0")")

mkdir -p "$root/usr/lib" "$root/usr/lib64" "$root/usr/local/bin" "$root/etc/ssl/certs" "$root/opt/kitestring" "$root/proc" "$root/dev" "$root/sys"
ln -s usr/lib "$root/lib"
ln -s usr/lib64 "$root/lib64"

# Of Debian: the C and C++ libraries, name resolution, certificates. No shell, no package manager.
for name in libc libm libmvec libdl libpthread librt libresolv libnss_dns libnss_files libstdc++ libgcc_s libatomic; do
  for file in /usr/lib/*-linux-gnu/$name.so.?; do
    if [ -e "$file" ]; then install -D -m 0755 "$file" "$root$file"; fi
  done
done
for file in /usr/lib64/ld-linux-*.so.* /usr/lib/ld-linux-*.so.*; do
  if [ -e "$file" ]; then install -D -m 0755 "$file" "$root$file"; fi
done
cp -L /etc/os-release "$root/etc/os-release"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
printf 'root:x:0:0::/:/none\nkitestring:x:1000:1000::/data:/none\n' > "$root/etc/passwd"
printf 'root:x:0:\nkitestring:x:1000:\n' > "$root/etc/group"

# Symbols of Node are for a debugger of its C++ code, source maps and types for one of libraries.
strip -o "$root/usr/local/bin/node" "$(readlink -f "$(command -v node)")"
echo '{"private":true}' > "$root/opt/kitestring/package.json"
npm install --prefix "$root/opt/kitestring" --omit=dev --ignore-scripts --no-audit --no-fund "$@"
find "$root/opt/kitestring" -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
rm -f "$root/opt/kitestring/node_modules/.package-lock.json"
mkdir -p "$root/opt/kitestring/deploy/image" "$root/opt/kitestring/deploy/compose"
cp "$here/is-healthy.mjs" "$root/opt/kitestring/deploy/image/"
cp "$here/../compose/first-start.mjs" "$root/opt/kitestring/deploy/compose/"
node "$here/write-sbom.mjs" "$root"

# A new volume takes owner and mode of the folder in whose place it is mounted.
install -d -o 1000 -g 1000 -m 0700 "$root/data" "$root/first/hub"
for name in broker postgres relay s3 s3-data idp; do install -d -o 1000 -g 1000 -m 0755 "$root/first/$name"; done
install -d -m 1777 "$root/tmp"
