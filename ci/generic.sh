#!/bin/sh
# Runs the suite in any CI that has a POSIX shell, npm and Node.js 20.19 or newer, and ends with its exit code:
# 0 conforms, 1 deviates, 2 usage or configuration, 3 incomplete, 4 fault of the suite or of its installation.
#
#   CONFORMANCE_…   the settings, secrets included, from the CI's own store of variables
#   SUITE_VERSION   the version to install from npm, or "installed" to take the one in ./node_modules
#   arguments       handed to `conformance run`
#
# A .env file that lies in the checkout is not read: whoever may change the checkout may not change the target.
set -eu

version=${SUITE_VERSION:-0.1.0}

say() {
  printf 'entity-config-conformance: %s\n' "$1" >&2
}

node_is_new_enough() {
  node -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit((a === 20 && b >= 19) || (a === 22 && b >= 12) || a > 22 ? 0 : 1);'
}

# What lies in the checkout chooses nothing of what is installed: npm works in a folder outside of it, with a cache of
# its own, and reads no settings from a home inside of it. npm, and what it may start, sees none of the secrets.
install_suite() (
  unset CONFORMANCE_ACCESS_TOKEN CONFORMANCE_ACCESS_TOKEN_COMMAND CONFORMANCE_RULE_COMMAND
  if in_checkout "${HOME:-/}"; then HOME=$folder; fi
  cd "$folder" &&
    npm install --prefix . --cache ./cache --ignore-scripts --no-save --no-audit --no-fund \
      "entity-config-conformance@$version"
)

if ! command -v node >/dev/null || ! node_is_new_enough; then
  say 'Node.js 20.19, 22.12 or newer is needed. Put one on the PATH, for example with the image node:24.'
  exit 2
fi

checkout=$(cd "${CI_PROJECT_DIR:-${GITHUB_WORKSPACE:-.}}" 2>/dev/null && pwd -P || pwd -P)
in_checkout() { case $(cd "$1" 2>/dev/null && pwd -P)/ in "$checkout"/*) ;; *) return 1 ;; esac }
folder=$(mktemp -d)
if in_checkout "$folder"; then rmdir "$folder" && folder=$(mktemp -d /tmp/conformance-XXXXXX); fi
trap 'rm -rf "$folder"' EXIT

case $version in
  installed)
    command=$PWD/node_modules/.bin/conformance
    if [ ! -f "$command" ]; then
      say 'SUITE_VERSION is "installed", but there is no node_modules/.bin/conformance. Run "npm ci" first.'
      exit 2
    fi
    ;;
  *[!0-9A-Za-z.+-]* | -* | .* | '')
    say 'SUITE_VERSION is no version. Give one like 0.1.0, or "installed".'
    exit 2
    ;;
  *)
    if ! install_suite >"$folder/npm.log" 2>&1; then
      cat "$folder/npm.log" >&2
      say 'npm could not install the suite; nothing was sent.'
      exit 4
    fi
    command=$folder/node_modules/.bin/conformance
    ;;
esac

# The embedded service takes no file of settings, and a file that was named is the operator's choice.
nothing=/dev/null
for argument in "$@"; do
  case $argument in
    --reference | --env-file | --env-file=*) nothing= ;;
  esac
done

# A CI that cancels signals this shell alone: the run is told, and ends with reports of what was done.
"$command" run ${nothing:+--env-file "$nothing"} "$@" &
run=$!
trap 'kill -s TERM "$run"' INT TERM
code=0
wait "$run" || code=$?
while kill -s 0 "$run" 2>/dev/null; do
  code=0
  wait "$run" || code=$?
done
exit "$code"
