import { keeperLauncher } from './keeper-launcher.ts';

/** Slurm runs the queue where and when it wants: it is told what, and the held submission is let go. */
export const sbatch = keeperLauncher('sbatch');
