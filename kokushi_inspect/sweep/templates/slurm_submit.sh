#!/bin/sh
# Submits the sweep '$name'. Options of sbatch may follow: sh submit.sh --partition=cpu --time=8:00:00
# Written by: kokushi sweep $spec_name --emit slurm
set -eu
cd "$$(dirname "$$0")"

parts=$$(sbatch --parsable "$$@" part.sbatch)
finish=$$(sbatch --parsable "$$@" --dependency="afterany:$${parts%%;*}" finish.sbatch)
echo "parts: job $${parts%%;*} (1-$parts), then: job $${finish%%;*}"
