#!/bin/sh
# Judges the files of a folder with GNU parallel, one process for each, and reports what they found.
#   parallel.sh 'logs/*.ndjson.gz' parts        SSHLOGIN=host1,host2 takes other machines as well
set -eu
pattern=$1
folder=$2
mkdir -p "$folder"
# shellcheck disable=SC2086 # the pattern stands for files
set -- $pattern
printf '%s\n' "$@" |
  parallel ${SSHLOGIN:+--sshlogin "$SSHLOGIN" --workdir "$PWD"} --halt soon,fail=1 --retries 2 \
    npx conformance check {} --partial "$folder/{#}.json" --part-id '{#}' --parts "$#"
npx conformance check "$folder/*.json"
