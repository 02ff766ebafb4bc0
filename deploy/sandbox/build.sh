#!/usr/bin/env bash
# Builds what judged programs run in: the Docker image, or the same root tree as a folder for
# bubblewrap. Does nothing where it is there already.
#
# Usage: build.sh                    the image
#        build.sh --rootfs [DIR]     the folder (default: where the bubblewrap backend looks)
#        build.sh --here             what this machine can: the image where Docker answers, the
#                                    folder where bubblewrap is; says what it leaves out
#        --force                     build again although it is there
#
# The base is $BASE where given, else debian:trixie-slim where it is here or can be pulled, else one
# made with debootstrap (needs root). apt in the build uses this machine's mirror, proxy settings,
# credentials and certificates; none of them stays in the image.
# The tag comes from sandbox/image.py, so a changed recipe is a new image.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
checkout=$(cd "$here/../.." && pwd)
suite=trixie
registry_base=debian:$suite-slim
local_base=microjudge-base:$suite
languages=${LANGUAGES:-python}

say() { printf '%s\n' "sandbox image: $*" >&2; }
die() { say "$*"; exit 1; }
sandbox_image() { (cd "$checkout" && "${PYTHON:-python3}" -m sandbox.image "$@"); }
docker_answers() { command -v docker > /dev/null && docker info > /dev/null 2>&1; }

scratch=$(mktemp -d "${TMPDIR:-/var/tmp}/microjudge-build.XXXXXX")
unfinished=
container=
clean_up() {
    if [[ -n $container ]]; then docker rm --force "$container" > /dev/null 2>&1 || true; fi
    rm -rf --one-file-system "$scratch" ${unfinished:+"$unfinished"}
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# --- this machine's apt, for the build -----------------------------------------------------------

# Prints the Debian mirror that this machine uses, or nothing where it is not a Debian.
debian_mirror() {
    local id='' codename=''
    # shellcheck source=/dev/null
    id=$(. /etc/os-release && printf '%s' "${ID:-}")
    # shellcheck source=/dev/null
    codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
    if [[ $id == debian ]] && command -v apt-get > /dev/null; then
        # shellcheck disable=SC2016 # the names are apt's
        apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' \
            | awk -v release="$codename" '$1 == release && $2 == "main" { print $3; exit }'
    fi
}

# Writes apt/ into the build context $1; see install.sh.
write_apt_settings() {
    local into=$1/apt mirror
    mkdir -p "$into"
    mirror=$(debian_mirror)
    if [[ -n $mirror ]]; then
        printf 'deb %s %s main\n' "$mirror" "$suite" > "$into/sources.list"
    fi
    if command -v apt-config > /dev/null; then
        apt-config dump | grep --extended-regexp --ignore-case \
            '^Acquire::(Check-[a-z-]+|Retries|ForceIPv[46]|https?::(.*::)?(Proxy|Timeout|Verify-[a-z]+)) ' \
            > "$into/apt.conf" || true
    fi
    cat /etc/apt/auth.conf /etc/apt/auth.conf.d/*.conf > "$into/auth.conf" 2> /dev/null || true
    cat /etc/ssl/certs/ca-certificates.crt > "$into/ca-certificates.crt" 2> /dev/null || true
}

write_context() {
    mkdir -p "$1"
    cp -R "$here/Dockerfile" "$here/install.sh" "$here/packages" "$1/"
    write_apt_settings "$1"
}

# --- a base ----------------------------------------------------------------------------------------

# Makes a bare Debian root in $1.
bootstrap() {
    [[ $(id -u) == 0 ]] || die "debootstrap needs root: run 'sudo $0 $asked'"
    command -v debootstrap > /dev/null \
        || die "debootstrap is missing: run 'apt-get install debootstrap'"
    local mirror options=() keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    mirror=$(debian_mirror)
    if [[ -f $keyring ]]; then options+=(--keyring "$keyring"); fi
    say "making a Debian $suite base with debootstrap"
    if ! debootstrap "${options[@]}" --variant=minbase "$suite" "$1" ${mirror:+"$mirror"} \
        > "$scratch/debootstrap.log" 2>&1; then
        tail -n 20 "$scratch/debootstrap.log" >&2
        die "debootstrap failed"
    fi
}

# Prints the name of an image to build on.
find_base() {
    if [[ -n ${BASE:-} ]]; then
        printf '%s' "$BASE"
    elif docker image inspect "$registry_base" > /dev/null 2>&1 \
        || docker pull --quiet "$registry_base" > /dev/null 2>&1; then
        printf '%s' "$registry_base"
    else
        if ! docker image inspect "$local_base" > /dev/null 2>&1; then
            say "$registry_base cannot be pulled"
            bootstrap "$scratch/base"
            tar --create --directory "$scratch/base" --numeric-owner --one-file-system . \
                | docker import - "$local_base" > /dev/null
            rm -rf --one-file-system "$scratch/base"
        fi
        printf '%s' "$local_base"
    fi
}

# --- the image -------------------------------------------------------------------------------------

build_image() {
    local image=$1 base arguments=() name
    if [[ -z $force ]] && docker image inspect "$image" > /dev/null 2>&1; then
        say "$image is there"
        return
    fi
    base=$(find_base)
    write_context "$scratch/context"
    for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
        if [[ -n ${!name:-} ]]; then arguments+=(--build-arg "$name"); fi
    done
    say "building $image on $base"
    if ! docker build --network host --force-rm "${arguments[@]}" \
        --build-arg "BASE=$base" --build-arg "LANGUAGES=$languages" \
        --build-arg "RECIPE=${image##*:}" --tag "$image" "$scratch/context" \
        > "$scratch/build.log" 2>&1; then
        tail -n 40 "$scratch/build.log" >&2
        die "docker build failed"
    fi
    docker image prune --force --filter label=microjudge.stage=build > /dev/null
    say "built $image, $(docker image inspect --format '{{.Size}}' "$image") bytes"
}

# --- the folder ------------------------------------------------------------------------------------

unpack_image() {
    local same_owner=--no-same-owner
    if [[ $(id -u) == 0 ]]; then same_owner=--same-owner; fi
    container=$(docker create "$1")
    docker export "$container" | tar --extract --directory "$2" --numeric-owner "$same_owner" \
        --preserve-permissions --exclude 'dev/*' --exclude .dockerenv
    docker rm "$container" > /dev/null
    container=
}

install_in_chroot() {
    bootstrap "$1"
    write_context "$1/tmp/recipe"
    say "installing into $1"
    # shellcheck disable=SC2086 # one word a language is meant
    if ! chroot "$1" /bin/sh /tmp/recipe/install.sh $languages > "$scratch/install.log" 2>&1; then
        tail -n 40 "$scratch/install.log" >&2
        die "the installation failed"
    fi
    rm -rf --one-file-system "${1:?}"/dev/*
    : > "$1/etc/resolv.conf"
    : > "$1/etc/hostname"
}

build_rootfs() {
    local image=$1 into=$2
    if [[ -z $force ]] && [[ -f $into/$marker ]]; then
        say "$into is there"
        return
    fi
    [[ ! -e $into || -f $into/$marker || -z $(ls -A "$into") ]] \
        || die "$into holds something that is not a root tree: give another folder"
    mkdir -p "$(dirname "$into")"
    unfinished=$(mktemp -d "$into.unfinished.XXXXXX")
    chmod 755 "$unfinished"
    if docker_answers; then
        build_image "$image"
        unpack_image "$image" "$unfinished"
    else
        install_in_chroot "$unfinished"
    fi
    printf '%s\n' "$image" > "$unfinished/$marker"
    if [[ -e $into ]]; then rm -rf --one-file-system "$into"; fi
    mv --no-target-directory "$unfinished" "$into"
    unfinished=
    say "unpacked $image into $into"
}

build_what_is_possible() {
    local image=$1 into=$2
    if docker_answers; then
        build_image "$image"
    else
        say "Docker does not answer: no image is built, programs run under bubblewrap"
    fi
    if ! command -v bwrap > /dev/null; then
        say "bubblewrap is not installed: its root tree is left out"
    elif docker_answers || { [[ $(id -u) == 0 ]] && command -v debootstrap > /dev/null; }; then
        build_rootfs "$image" "$into"
    else
        say "bubblewrap will run the host's Python: its root tree needs Docker, or root and debootstrap"
    fi
}

# --- what was asked --------------------------------------------------------------------------------

asked="$*"
force=
what=image
folder=
while (($#)); do
    case $1 in
        --force) force=yes ;;
        --here) what=here ;;
        --rootfs)
            what=rootfs
            if [[ -n ${2:-} && $2 != --* ]]; then
                folder=$2
                shift
            fi
            ;;
        *) die "unknown argument $1; usage: build.sh [--force] [--here | --rootfs [DIR]]" ;;
    esac
    shift
done

image=$(sandbox_image)
marker=$(sandbox_image --marker)
case $what in
    here) build_what_is_possible "$image" "$(sandbox_image --rootfs)" ;;
    rootfs) build_rootfs "$image" "${folder:-$(sandbox_image --rootfs)}" ;;
    image)
        docker_answers || die "Docker does not answer: start it with 'systemctl start docker'"
        build_image "$image"
        ;;
esac
