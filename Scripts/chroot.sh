#!/bin/bash
# Runs a command as root in a Debian of its own: chroot.sh SUITE FOLDER COMMAND...
#
# The folder is made a minimal Debian unless it is one. It comes from MIRROR, else from where this machine has its
# packages from if it is a Debian, else from deb.debian.org. SHARED names folders, separated by colons, that the command
# sees at the same place, read-only. What is mounted goes with the command.
set -euo pipefail

suite=$1 root=$2
shift 2
if [ "$(id -u)" -ne 0 ]; then
  echo "Making and entering another Debian needs root." >&2
  exit 1
fi

mirror() {
  local origin
  origin=$(. /etc/os-release && echo "${ID:-}/${VERSION_CODENAME:-}")
  apt-get indextargets --format '$(ORIGIN)/$(CODENAME) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null \
    | sed -n "s,^[Dd]ebian/${origin#debian/} ,,p" | head -n 1 || true
}

if [ ! -e "$root/.complete" ]; then
  source=${MIRROR:-$(mirror)}
  rm -rf --one-file-system "$root"
  mkdir -p "$root"
  debootstrap --variant=minbase "$suite" "$root" "${source:-http://deb.debian.org/debian}"
  touch "$root/.complete"
fi

export SHARED=${SHARED:-} ROOT=$root
exec unshare --mount --pid --fork --propagation private bash -euc '
  mount -t proc proc "$ROOT/proc"
  mount --rbind /dev "$ROOT/dev"
  mount --rbind -o ro /sys "$ROOT/sys"
  mount -t tmpfs tmpfs "$ROOT/run"
  IFS=:
  for folder in $SHARED; do
    mkdir -p "$ROOT$folder"
    mount --bind -o ro "$folder" "$ROOT$folder"
  done
  cp /etc/resolv.conf "$ROOT/etc/resolv.conf"
  exec chroot "$ROOT" env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "PATH=${TOOLS:-/usr/bin}:/usr/sbin:/usr/bin:/sbin:/bin" "$@"
' bash "$@"
