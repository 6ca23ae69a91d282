import type { Channel } from '../box/channel.ts';
import { answersOf, callKeeper, unusableAnswer } from '../box/keeper-call.ts';
import { Problem } from '../problem.ts';
import type { Launcher, RunDir, Submission } from './launcher.ts';

/** A launcher whose work the keeper does on the box; only the means of detaching differ. */
export function keeperLauncher(id: 'tmux' | 'setsid' | 'sbatch' | 'kube-job'): Launcher {
  return {
    id,
    async start(channel, dir, attempt, submission) {
      const result = await callKeeper(channel, dir, wordsOf(id, dir, attempt, submission));
      const answer = answersOf(result).at(-1)?.split(' ') ?? [];
      const [outcome, detail] = answer;
      if (result.exitCode === 0 && (outcome === 'started' || outcome === 'already')) {
        // What was handed over and not let go waits for ever: whoever comes again lets it go.
        await submission?.begin();
        return { outcome, heartbeat: detail === 'true' };
      }
      if (outcome === 'busy') throw stillRunning(attempt, detail ?? '?');
      if (outcome === 'no-plan') throw notInstalled(attempt, dir);
      throw unusableAnswer(`Starting attempt ${attempt} with ${id}`, result, dir);
    },

    async signal(channel: Channel, dir: RunDir, graceSeconds: number) {
      const grace = String(Math.max(0, Math.ceil(graceSeconds)));
      const result = await callKeeper(channel, dir, ['signal', dir.base, grace], {
        timeoutSeconds: Number(grace) + 30,
      });
      if (result.exitCode !== 0 || !answersOf(result).includes('signalled')) {
        throw unusableAnswer('Ending the run on the box', result, dir);
      }
    },
  };
}

function wordsOf(id: string, { base }: RunDir, attempt: number, submission?: Submission): string[] {
  if (!submission) return ['start', base, String(attempt), id];
  return ['hand', base, String(attempt), submission.name, submission.earlier];
}

const stillRunning = (attempt: number, other: string): Problem =>
  new Problem({
    code: 'still-running',
    kind: 'refused',
    what: `Attempt ${other} of this run is still alive on the box; attempt ${attempt} would write the same files.`,
    next: 'Wait for it (`gpu-lease watch`), or end it first.',
  });

const notInstalled = (attempt: number, dir: RunDir): Problem =>
  new Problem({
    code: 'not-installed',
    kind: 'unfit',
    what: `Attempt ${attempt} was never laid down in ${dir.base}.`,
    next: 'Run the same command again; it lays down what is missing.',
  });
