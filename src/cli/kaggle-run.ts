import type { BoundJob } from '../course/bound-job.ts';
import type { Job } from '../job/job.ts';
import { kaggleRunId, requestOf } from '../kaggle/kernel-job.ts';
import { type Quota, quotasOf } from '../kaggle/quota.ts';
import { sessionAt } from '../kaggle/sessions.ts';
import { type KaggleApi, openKaggle } from '../platforms/kaggle/api.ts';
import { Problem } from '../problem.ts';
import type { Face } from '../world.ts';
import { bindJob } from './bind-job.ts';
import { requireCommitted } from './committed-job.ts';
import { boundAtCommit } from './job-at-commit.ts';
import { nothingMade } from './kaggle-problems.ts';
import { faceOf, type Settings } from './settings.ts';

const RUN = /^[a-z0-9][a-z0-9-]{0,30}-kaggle-[0-9a-f]{12}$/;

/** The API as this command may use it. Its keys are kept out of all that is shown. */
const kaggleOf = ({ clock, stateDir, env }: Settings, signal: AbortSignal): KaggleApi =>
  openKaggle({ clock, localRoot: stateDir, selfCommand: ['node'], secret: (name) => env[name], signal });

/** What each command of Kaggle begins with. The quota is asked for first: an answer proves the login. */
export async function opened(
  settings: Settings,
  signal: AbortSignal,
  own?: Face,
): Promise<{ face: Face; api: KaggleApi; quotas: Quota[] }> {
  const face = own ?? (await faceOf(settings));
  const api = kaggleOf(settings, signal);
  return { face, api, quotas: await quotasOf(api) };
}

/** Whether a word names a run or one of its sessions. */
export const isRun = (word: string): boolean => RUN.test(runIn(word));

// A session's own name is what people copy from the browser.
const runIn = (word: string): string =>
  RUN.test(word) ? word : word.replace(/^.*\//, '').replace(/-\d{1,3}$/, '');

/** The run that was named, or that of the job file as it is committed now. */
export async function runMeant(settings: Settings, named: string | undefined, face: Face): Promise<string> {
  if (named === undefined) {
    const { job, configHash } = await bindJob(settings, face);
    return kaggleRunOf(job, configHash);
  }
  const run = runIn(named);
  if (RUN.test(run)) return run;
  throw new Problem({
    code: 'kaggle-run',
    kind: 'usage',
    what: `${JSON.stringify(named.slice(0, 80))} is no run on Kaggle: such a name is JOB-kaggle- and 12 hex digits.`,
    next: 'Take the name that "kaggle push" printed, or leave it out: the run of the committed job file is meant then.',
  });
}

/** The job that is meant, with its code: of the run that was named as its first session was pushed, else as it is committed now. */
export async function boundMeant(
  { settings, face, api }: { settings: Settings; face: Face; api: KaggleApi },
  named: string | undefined,
): Promise<BoundJob> {
  if (named === undefined) {
    const bound = await bindJob(settings, face);
    requireCommitted(settings, bound, 'a session');
    return bound;
  }
  const run = await runMeant(settings, named, face);
  const first = await sessionAt(api, run, 1);
  if (!first) throw nothingMade(run);
  return boundAtCommit(settings, { commit: first.header.commit, run }, kaggleRunOf);
}

export const kaggleRunOf = (job: Job, configHash: string): string =>
  kaggleRunId(job.name, configHash, requestOf(job));
