#!/bin/sh
# boot.sh PROJECT FOLDER PORT: becomes systemd with deploy/promissory.service as its only unit, in namespaces of its own
# (unshare -m -p -f -C -u -i --mount-proc), where the project is /opt/promissory. Everything it writes is gone with it, but
# for what it says, in FOLDER.
set -e
project=$1 folder=$2 port=$3
mount --make-rprivate /
for each in /run /var/lib /opt; do mount -t tmpfs tmpfs "$each"; done
mkdir -p /opt/promissory /run/units/promissory.service.d /run/etc
mount --bind "$project" /opt/promissory
cp /etc/passwd /etc/group /run/etc/
echo 'promissory:x:899:899::/var/lib/promissory:/usr/sbin/nologin' >> /run/etc/passwd
echo 'promissory:x:899:' >> /run/etc/group
for each in passwd group; do mount --bind "/run/etc/$each" "/etc/$each"; done
cp "$project/deploy/promissory.service" /run/units/
cat > /run/units/promissory.service.d/test.conf <<END
[Service]
Environment=PORT=$port
StandardOutput=append:$folder/site.log
StandardError=append:$folder/site.log
END
# No other unit of this machine may start.
for each in sysinit basic network-online multi-user shutdown umount exit local-fs; do
  printf '[Unit]\nDefaultDependencies=no\n' > "/run/units/$each.target"
done
printf '[Unit]\nDefaultDependencies=no\nWants=promissory.service\n' > /run/units/default.target
export SYSTEMD_UNIT_PATH=/run/units container=test PATH=/usr/local/bin:/usr/bin:/bin
exec /lib/systemd/systemd --system --show-status=no --unit=default.target
