#!/bin/sh
# Runs the suite in any CI that has a POSIX shell, npm and Node.js 20.19 or newer, and ends with its exit code:
# 0 conforms, 1 deviates, 2 usage or configuration, 3 incomplete, 4 fault of the suite or of its installation.
#
#   CONFORMANCE_…   the settings, secrets included, from the CI's own store of variables
#   SUITE_VERSION   what to install: a version, a tarball (path or https:// URL), a git address (git+https://HOST/REPOSITORY#COMMIT),
#                   or "installed" for the one in ./node_modules
#   arguments       those of `conformance run`
#
# A .env file that lies in the checkout is not read: whoever may change the checkout may not change the target.
set -eu

version=${SUITE_VERSION:-0.1.0}
forms='a version on npm, the path or https:// URL of a tarball, a git address (git+https://HOST/REPOSITORY#COMMIT), or "installed" for the one in ./node_modules'

say() {
  printf 'entity-config-conformance: %s\n' "$1" >&2
}

node_is_new_enough() {
  node -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit((a === 20 && b >= 19) || (a === 22 && b >= 12) || a > 22 ? 0 : 1);'
}

# Where npm gets the suite from. Fails for what is none of these.
source_of() {
  case $1 in
    git+https://* | git+ssh://* | git+file://* | github:* | https://*) printf '%s' "$1" ;;
    *.tgz) [ -f "$1" ] && (cd "$(dirname -- "$1")" && printf '%s/%s' "$(pwd -P)" "$(basename -- "$1")") ;;
    *[!0-9A-Za-z.+-]* | -* | .* | '') return 1 ;;
    *) printf '%s' "$1" ;;
  esac
}

# The checkout does not choose what is installed: npm works in a folder outside of it, with its own cache, and reads no
# settings from a home inside of it. npm, and what it may start, sees none of the secrets. Only a git address may run
# scripts: what is installed from there has to be built.
install_suite() (
  for name in $(env | sed -n 's/^\(CONFORMANCE_[0-9A-Z_]*\)=.*/\1/p'); do unset "$name"; done
  if in_checkout "${HOME:-/}"; then HOME=$folder; fi
  case $source in git+* | github:*) ignored=false ;; *) ignored=true ;; esac
  mkdir -p "$suite" && cd "$suite" &&
    npm install --prefix . --cache ../../cache "--ignore-scripts=$ignored" --no-save --no-audit --no-fund \
      "entity-config-conformance@$source" &&
    printf '{"_npx":{"packages":["%s"]}}\n' "entity-config-conformance@$source" >package.json
)

if ! command -v node >/dev/null || ! node_is_new_enough; then
  found=$(node --version 2>/dev/null) || found='no node'
  say "found $found on the PATH; Node.js 20.19 or later 20.x, or 22.12 or later is needed. Nothing was sent.
Set the image of the job to node:24, or add a step before this one that installs Node.js 24."
  exit 2
fi

checkout=$(cd "${CI_PROJECT_DIR:-${GITHUB_WORKSPACE:-.}}" 2>/dev/null && pwd -P || pwd -P)
in_checkout() { case $(cd "$1" 2>/dev/null && pwd -P)/ in "$checkout"/*) ;; *) return 1 ;; esac }
folder=$(mktemp -d)
if in_checkout "$folder"; then rmdir "$folder" && folder=$(mktemp -d /tmp/conformance-XXXXXX); fi
trap 'rm -rf "$folder"' EXIT
# Commands that are printed name what npx can get again, and not this folder, which is removed.
suite=$folder/_npx/suite

case $version in
  installed)
    command=$PWD/node_modules/.bin/conformance
    if [ ! -f "$command" ]; then
      say 'SUITE_VERSION is "installed", but there is no node_modules/.bin/conformance. Run "npm ci" first.'
      exit 2
    fi
    ;;
  *)
    if ! source=$(source_of "$version"); then
      say "SUITE_VERSION is \"$version\". Expected $forms."
      exit 2
    fi
    if ! install_suite >"$folder/npm.log" 2>&1; then
      cat "$folder/npm.log" >&2
      say "npm could not install entity-config-conformance@$version; nothing was sent. The lines above say why.
If npm does not have it, set SUITE_VERSION (in action.yml: the input version) to $forms."
      exit 4
    fi
    command=$suite/node_modules/.bin/conformance
    if [ ! -f "$command" ]; then
      say "What npm installed from $version has no command conformance; nothing was sent."
      exit 4
    fi
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
