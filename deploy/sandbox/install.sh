#!/bin/sh
# Turns a bare Debian root into the sandbox's root tree. Runs as root inside that root, in a
# `docker build` or in a chroot, and leaves nothing of the installation behind, itself included.
#
# Usage: install.sh LANGUAGE...    (each is a file packages/LANGUAGE.txt beside this script)
# Beside it may lie apt/, written by build.sh: this machine's sources, settings and certificates.
set -eu

recipe=$(dirname "$0")
export DEBIAN_FRONTEND=noninteractive LC_ALL=C

# Documentation and translations are never unpacked; licence texts stay.
cat > /etc/dpkg/dpkg.cfg.d/microjudge <<'CONF'
path-exclude=/usr/share/doc/*
path-include=/usr/share/doc/*/copyright
path-exclude=/usr/share/man/*
path-exclude=/usr/share/info/*
path-exclude=/usr/share/locale/*
path-exclude=/usr/share/lintian/*
CONF

if [ -s "$recipe/apt/sources.list" ]; then
    rm -rf /etc/apt/sources.list.d /etc/apt/sources.list
    cp "$recipe/apt/sources.list" /etc/apt/sources.list
fi
for kind in apt.conf auth.conf; do
    if [ -s "$recipe/apt/$kind" ]; then
        mkdir -p "/etc/apt/$kind.d"
        cp "$recipe/apt/$kind" "/etc/apt/$kind.d/microjudge.conf"
    fi
done
if [ -s "$recipe/apt/ca-certificates.crt" ]; then
    echo "Acquire::https::CAInfo \"$recipe/apt/ca-certificates.crt\";" \
        > /etc/apt/apt.conf.d/microjudge-ca.conf
fi
# A chroot or a build has no services to start.
printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d

apt-get update
for language in "$@"; do
    # shellcheck disable=SC2046 # one word a package is meant
    apt-get install --yes --no-install-recommends \
        $(grep -v '^#' "$recipe/packages/$language.txt")
done

# Where a slot mounts things: the guest's code, its socket, the program's folder.
mkdir -p /opt/microjudge/guest /run/slot /box

# Nothing in here gives a program more rights than it has.
find / -xdev -type f -perm /6000 -exec chmod ug-s {} +

# Drop what only the installation needed, and the libraries' own tests (numpy.testing imports what
# else lies in their folders).
apt-get clean
find /usr/lib/python3/dist-packages -type f -path '*/tests/*' \
    \( -name 'test_*' -o -path '*/tests/data/*' \) -delete
find /usr/share/doc -type f ! -name copyright -delete
find /usr/share/doc -type l -delete
rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* /usr/share/man/* /usr/share/info/* \
    /usr/share/locale/* /usr/share/lintian /usr/sbin/policy-rc.d \
    /etc/apt/sources.list /etc/apt/sources.list.d \
    /etc/apt/apt.conf.d/microjudge.conf /etc/apt/apt.conf.d/microjudge-ca.conf \
    /etc/apt/auth.conf.d/microjudge.conf /etc/dpkg/dpkg.cfg.d/microjudge /tmp/recipe
