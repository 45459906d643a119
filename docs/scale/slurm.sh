#!/bin/sh
#SBATCH --job-name=conformance
#SBATCH --array=0-99
#SBATCH --cpus-per-task=1
#SBATCH --mem=500M
#SBATCH --requeue
# One task a file: logs/0.ndjson.gz to logs/99.ndjson.gz. A task that is run again writes its part anew.
#   sbatch --wait docs/scale/slurm.sh && npx conformance check 'parts/*.json'
set -eu
id=$SLURM_ARRAY_TASK_ID
mkdir -p parts
npx conformance check "logs/$id.ndjson.gz" \
  --partial "parts/$id.json" --part-id "$id" --parts "$SLURM_ARRAY_TASK_COUNT"
