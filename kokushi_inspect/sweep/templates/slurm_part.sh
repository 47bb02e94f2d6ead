#!/bin/bash
# One part of the sweep '$name' for each index of the array: $entries entries in $parts parts.
# Written by: kokushi sweep $spec_name --emit slurm
#SBATCH --job-name=$name
#SBATCH --array=1-$parts
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=slurm-%x-%A_%a.out
set -eu

# Keys come from the environment in which the job was submitted; none is written here.
kokushi=$${KOKUSHI:-$kokushi}

# A part that is started again goes on where its logs end.
srun --ntasks=1 "$$kokushi" sweep $spec --part "$$SLURM_ARRAY_TASK_ID/$parts" --display plain
