#!/usr/bin/env bash
# Builds the pgvector extension for PostgreSQL 15 on Debian 12, which has no package of it: the source is the one of
# the next Debian release, fetched and verified by apt. Needs root. Does nothing where the extension is installed.
set -euo pipefail

readonly PG_MAJOR=15
readonly SOURCE_RELEASE=trixie
control_file="/usr/share/postgresql/$PG_MAJOR/extension/vector.control"

if [[ -f $control_file ]]; then
  echo "pgvector is installed: $control_file"
  exit 0
fi

workshop=$(mktemp -d)
trap 'rm -rf "$workshop"' EXIT
# apt downloads as the user _apt, which has to reach the folder.
chmod 755 "$workshop"

# Index and sources of the other release stay in the temporary folder: this machine keeps installing from its own.
apt_of_source_release() {
  apt-get --quiet \
    -o Dir::Etc::SourceList="$workshop/source-release.list" \
    -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State::Lists="$workshop/lists" \
    "$@"
}

# The mirror this machine uses for Debian itself, whichever that is.
debian_mirror() {
  # shellcheck disable=SC2016 # the names are apt's, not the shell's
  apt-get indextargets --format '$(CODENAME) $(ORIGIN) $(REPO_URI)' | awk '$1 == "bookworm" && $2 == "Debian" { print $3; exit }'
}

apt-get --quiet update
DEBIAN_FRONTEND=noninteractive apt-get --quiet --yes install --no-install-recommends \
  "postgresql-$PG_MAJOR" "postgresql-server-dev-$PG_MAJOR" build-essential dpkg-dev debian-archive-keyring

mirror=$(debian_mirror)
if [[ -z $mirror ]]; then
  echo 'No Debian 12 (bookworm) mirror in the package sources of this machine' >&2
  exit 1
fi
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $SOURCE_RELEASE main" \
  >"$workshop/source-release.list"
mkdir -p "$workshop/lists/partial" "$workshop/pgvector"
chown -R _apt "$workshop/lists" "$workshop/pgvector"

apt_of_source_release update
cd "$workshop/pgvector"
apt_of_source_release source pgvector
cd pgvector-*/
# No -march=native: the result may be copied to another machine. No bitcode: it only serves the just-in-time compiler.
make --silent OPTFLAGS='' with_llvm=no PG_CONFIG="/usr/lib/postgresql/$PG_MAJOR/bin/pg_config"
make --silent install with_llvm=no PG_CONFIG="/usr/lib/postgresql/$PG_MAJOR/bin/pg_config"

[[ -f $control_file ]]
echo "pgvector $(sed -n "s/^default_version = '\(.*\)'/\1/p" "$control_file") is installed for PostgreSQL $PG_MAJOR"
