#!/bin/bash
# After all parts of the sweep '$name': runs what is still missing, and fails when that fails.
# Written by: kokushi sweep $spec_name --emit slurm
#SBATCH --job-name=$name-finish
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=slurm-%x-%j.out
set -eu

kokushi=$${KOKUSHI:-$kokushi}

srun --ntasks=1 "$$kokushi" sweep $spec --display plain
