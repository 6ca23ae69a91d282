import { Problem } from '../problem.ts';
import { kubeJob } from './kube-job.ts';
import type { Launcher } from './launcher.ts';
import { sbatch } from './sbatch.ts';
import { setsid } from './setsid.ts';
import { tmux } from './tmux.ts';

const launchers: Partial<Record<string, Launcher>> = Object.assign(Object.create(null), {
  tmux,
  setsid,
  sbatch,
  'kube-job': kubeJob,
});

/** The launcher that a profile names. */
export function launcherFor(id: string): Launcher {
  const launcher = launchers[id];
  if (launcher) return launcher;
  throw new Problem({
    code: 'no-launcher',
    kind: 'usage',
    what: `There is no launcher ${JSON.stringify(id)} in this version.`,
    next: `Use one of: ${Object.keys(launchers).join(', ')}.`,
  });
}
