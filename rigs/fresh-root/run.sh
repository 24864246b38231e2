#!/usr/bin/env bash
# Installs lazymcp and runs the README's first session by copy and paste, in a Debian that has its base and nothing else: what
# stands between the marks of the README is run there, line by line, by a user of that Debian.
#
# usage: rigs/fresh-root/run.sh [--keep] [DIR]
#   DIR     the root directory; one that is there is used as it is. Default: a temporary one
#   --keep  leave it there
#
# Needs Linux x86-64, root, debootstrap and Debian's packages, Maven Central and the npm registry; 3 GB and some ten minutes. How
# this machine reaches these (name servers, certificates of its own, npm's settings) is carried over, nothing else of it.
set -euo pipefail

suite=trixie
repository=$(cd "$(dirname "$0")/../.." && pwd)

main() {
    local keep='' root=''
    for argument; do
        case $argument in
            --keep) keep=yes ;;
            -*) usage ;;
            *) [ -z "$root" ] || usage; root=$argument ;;
        esac
    done
    [ "$(id -u)" -eq 0 ] || die 'making a root directory needs root'
    command -v debootstrap > /dev/null || die "debootstrap is missing: apt-get install debootstrap"
    if [ -z "$root" ]; then root=$(mktemp -d /var/tmp/lazymcp-fresh.XXXXXX); fi
    # shellcheck disable=SC2064 # the root of now
    if [ -z "$keep" ]; then trap "rm -rf --one-file-system '$root'" EXIT; fi
    [ -x "$root/bin/sh" ] || step "Debian $suite" debootstrap --variant=minbase "$suite" "$root"
    connect "$root"
    step 'A user, with a clone' move_in "$root"
    step 'What the README asks for' inside "$root" root "$(lines needs | sed 's/^sudo //')"
    step 'Installation' inside "$root" ann "cd lazymcp && $(lines install)"
    step 'The first session' inside "$root" ann "cd lazymcp && $(lines session)"
    # shellcheck disable=SC2016 # for the shell inside
    step 'What is installed' inside "$root" ann 'export PATH=~/.local/bin:$PATH; lazymcp --version; test -s ~/.local/share/man/man1/lazymcp.1'
    step 'And what is left when it is removed: nothing' inside "$root" ann 'lazymcp/install.sh --uninstall && test ! -e ~/.local/bin/lazymcp'
    echo '== all of it went through'
}

usage() {
    echo "usage: $0 [--keep] [DIR]" >&2
    exit 2
}

die() {
    echo "error: $1" >&2
    exit 1
}

step() { # TITLE COMMAND…
    local title=$1 from=$SECONDS
    shift
    printf '\n== %s\n' "$title"
    "$@" || die "$title: exit code $?"
    printf '== %d s: %s\n' $((SECONDS - from)) "$title"
}

# The shell lines of the README between <!-- MARK --> and <!-- /MARK -->.
lines() { # MARK
    awk -v mark="$1" '$0 == "<!-- " mark " -->" { on = 1 } $0 == "<!-- /" mark " -->" { on = 0 }
        on && /^```/ { code = ($0 == "```sh"); next }
        on && code' "$repository/README.md"
}

connect() { # ROOT
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    mkdir -p "$1/usr/local/share/ca-certificates"
    find /usr/local/share/ca-certificates -name '*.crt' -exec cp {} "$1/usr/local/share/ca-certificates" \;
    # Certificates first: package managers for programs want them, and nobody writes that down.
    inside "$1" root 'apt-get update -qq && apt-get install -y -qq --no-install-recommends ca-certificates > /dev/null && update-ca-certificates'
}

move_in() { # ROOT
    if [ ! -d "$1/home/ann" ]; then inside "$1" root 'useradd --create-home --shell /bin/bash ann'; fi
    rm -rf "$1/home/ann/lazymcp"
    git clone --quiet "$repository" "$1/home/ann/lazymcp"
    if [ -f "${NPM_CONFIG_USERCONFIG:-$HOME/.npmrc}" ]; then cp "${NPM_CONFIG_USERCONFIG:-$HOME/.npmrc}" "$1/home/ann/.npmrc"; fi
    chroot "$1" chown -R ann: /home/ann
}

# Runs SCRIPT as USER of the new root, in its home directory, with nothing of this environment. All its processes end with it.
inside() { # ROOT USER SCRIPT
    # shellcheck disable=SC2016 # for the shell inside
    unshare --mount --pid --fork --kill-child /bin/sh -c '
        mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" || exit 1
        exec env -i TERM=dumb LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
            chroot "$1" /sbin/runuser -u "$2" -- /bin/bash -euo pipefail -c "export HOME=\$(getent passwd \"\$(id -un)\" | cut -d : -f 6); cd; $3"
    ' sh "$@"
}

main "$@"
