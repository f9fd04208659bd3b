#!/bin/bash
# A comparison in parts, as an array of Slurm: copy this file, edit it, sbatch it. Submit it again after any trouble,
# also with another array: finished models are not trained again.
#SBATCH --array=1-20
#SBATCH --ntasks=1 --cpus-per-task=1 --mem=1G
#SBATCH --time=60 --signal=USR1@120
#SBATCH --requeue --open-mode=append --output=slurm-%a.log

# train.products=portable: the same numbers on every kind of processor.
sweep=(configs/order.ini compare.seeds=1..100 train.keep=none train.products=portable --run runs/sweep)

srun --ntasks=1 poslab compare "${sweep[@]}" --jobs 1 --part "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
code=$?
# 75: it stopped with a checkpoint two minutes before the limit, or a model is in use elsewhere.
[ $code -ne 75 ] || scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
exit $code
