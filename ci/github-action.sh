#!/usr/bin/env bash
# The step of action.yml: a run, then its outputs, its job summary, its exit code. Inputs come as variables, never as
# text of this script. Written for bash 3.2, which macOS runners have.
set -euo pipefail

out=${CONFORMANCE_OUT:-conformance-report}
# The usual formats, and the one that code scanning reads.
export CONFORMANCE_REPORTER=${CONFORMANCE_REPORTER:-terminal,json,junit,markdown,html,sarif}
started=$(mktemp "$RUNNER_TEMP/conformance-XXXXXX")
trap 'rm -f "$started"' EXIT

# The form with a delimiter, so that no value can start an output of its own.
output() {
  local delimiter="end-$RANDOM$RANDOM$RANDOM$RANDOM"
  printf '%s<<%s\n%s\n%s\n' "$1" "$delimiter" "$2" "$delimiter" >>"$GITHUB_OUTPUT"
}

# The path of a report of this run; one that an earlier run left does not count.
written() {
  if [ "$out/$1" -nt "$started" ]; then
    case $out in
      /*) printf '%s' "$out/$1" ;;
      *) printf '%s' "$PWD/$out/$1" ;;
    esac
  fi
}

args=()
while IFS= read -r line; do
  [ -z "$line" ] || args+=("$line")
done <<<"${INPUT_ARGS:-}"

# A cancelled workflow signals this shell alone: the run is told, and ends with reports of what was done.
sh "$GITHUB_ACTION_PATH/ci/generic.sh" ${args[@]+"${args[@]}"} --out "$out" &
run=$!
trap 'kill -s TERM "$run"' INT TERM
code=0
wait "$run" || code=$?
while kill -s 0 "$run" 2>/dev/null; do
  code=0
  wait "$run" || code=$?
done

case $code in
  0) outcome=conforms ;;
  1) outcome=deviates ;;
  2) outcome=usage ;;
  3 | 130 | 143) outcome=incomplete ;;
  *) outcome=fault ;;
esac
output outcome "$outcome"
output exit-code "$code"
output report "$(written report.json)"
output sarif "$(written report.sarif)"

summary=$(written report.md)
if [ -n "$summary" ]; then
  cat "$summary" >>"$GITHUB_STEP_SUMMARY"
elif [ "$code" -ne 0 ]; then
  echo "::error title=Conformance::No report was written ($outcome, exit $code). The log of this step says why."
  printf '## ❌ No conformance report (%s, exit %s)\n\nThe log of the step says why.\n' "$outcome" "$code" \
    >>"$GITHUB_STEP_SUMMARY"
fi
exit "$code"
