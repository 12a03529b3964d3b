#!/bin/bash
# Installs the package in a fresh Debian 12, uses it there, and removes it. Needs root and debootstrap.
set -euo pipefail
cd "$(dirname "$0")/.."

package=$(ls .build/swage_*_amd64.deb)
base=.build/chroot/bookworm root=.build/chroot/bookworm-with-swage
Scripts/chroot.sh bookworm "$base" true
rm -rf --one-file-system "$root"
cp -a "$base" "$root"

mkdir "$root/trial"
cp "$package" "$root/trial/swage.deb"
cp Examples/elephants-dream.mkv "$root/trial/film.mkv"
ffmpeg -v error -i Examples/elephants-dream.mkv -frames:v 1 -q:v 2 "$root/trial/photo.jpg"

cat >"$root/trial/test" <<'TEST'
set -euxo pipefail
cd /trial
apt-get -q update
# What it recommends stays out, so that what it depends on has to be enough.
apt-get -q install -y --no-install-recommends ./swage.deb
swage --version
swage capabilities
swage compress film.mkv -o film.mp4
swage inspect film.mp4
swage image photo.jpg -o photo.heic
swage image photo.jpg -o photo.avif
head -c 12 photo.heic | grep -a ftypheic
head -c 12 photo.avif | grep -a ftypavif
for file in /usr/share/man/man1/swage.1.gz /usr/share/bash-completion/completions/swage \
  /usr/share/zsh/vendor-completions/_swage /usr/share/fish/vendor_completions.d/swage.fish \
  /usr/share/doc/swage/copyright /usr/share/doc/swage/changelog.gz /usr/share/doc/swage/changelog.Debian.gz; do
  test -s "$file"
done
apt-get -q purge -y swage
test ! -e /usr/bin/swage
TEST
Scripts/chroot.sh bookworm "$root" bash /trial/test
rm -rf --one-file-system "$root"
