import type { BoundJob } from '../course/bound-job.ts';
import { type Quota, quotaWords } from '../kaggle/quota.ts';
import { requireUnlisted, runsOf } from '../kaggle/runs.ts';
import { type Standing, standingOf } from '../kaggle/standing.ts';
import type { KaggleApi } from '../platforms/kaggle/api.ts';
import { EXIT, Problem } from '../problem.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { Face } from '../world.ts';
import { bindJob, readJob } from './bind-job.ts';
import { requireCommitted } from './committed-job.ts';
import { boundAtCommit } from './job-at-commit.ts';
import { collectDone } from './kaggle-collect.ts';
import { noFurther, nothingMade } from './kaggle-problems.ts';
import { pushOnto } from './kaggle-push.ts';
import { kaggleRunOf, opened, runMeant } from './kaggle-run.ts';
import type { Settings } from './settings.ts';

/**
 * What one step found or did. `none`: nothing was begun, and nothing was to be. `pushed`, `going-on`: a session works. `waiting`: Kaggle
 * has no room for the next one now. `unfinished`: the next one was not to be pushed. `sealed`: all is here, loaded and sealed.
 * `stored`, `failed`: as a look before this one has left it.
 */
export interface Stepped {
  run: string | null;
  state: 'none' | 'pushed' | 'going-on' | 'waiting' | 'unfinished' | 'sealed' | 'stored' | 'failed';
  session: number | null;
  kernel: string | null;
  seal: string | null;
  /** Where what is sealed lies. */
  place: string | null;
  /** Why nothing went on; the end of a sentence. */
  why: string | null;
}

export type Outcome = Partial<Stepped> & Pick<Stepped, 'state'>;

interface Step {
  settings: Settings;
  signal: AbortSignal;
  /** Unset: that of the settings. */
  face?: Face;
  named: string | undefined;
  /** Of a run that has sessions, before anything is done: what makes that needless. */
  known?(run: string, standing: Begun): Promise<Outcome | undefined>;
  onQuota?(words: string): void;
}

/** A run that has sessions. */
export type Begun = Exclude<Standing, { is: 'none' }>;

const EMPTY = { session: null, kernel: null, seal: null, place: null, why: null };

/** The one step that `kaggle step` takes: push what is wanted, say how it stands, bring and seal what is done. 0 once all is sealed. */
export async function stepOnce(
  settings: Settings,
  named: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  const stepped = await takeStep({ settings, signal, named });
  if (settings.json) process.stdout.write(jsonLine(stepped));
  if (stepped.state === 'sealed') return EXIT.ok;
  return stepped.state === 'waiting' ? EXIT.capacity : EXIT.inconclusive;
}

/** @throws Problem where a person has to decide: a session failed or brought nothing further, or what it made is not what it recorded */
export async function takeStep(step: Step): Promise<Stepped> {
  const { settings, signal } = step;
  const { face, api, quotas } = await opened(settings, signal, step.face);
  for (const quota of quotas) step.onQuota?.(quotaWords(quota));
  const { run, bind } = await meantBy(step, face, api);
  if (run === undefined) {
    face.line('no run of this job is on Kaggle, and none was to be begun (push: first begins one)');
    return { run: null, state: 'none', ...EMPTY };
  }
  const standing = await standingOf(api, run, signal);
  if (standing.is === 'none') {
    if (bind === undefined) {
      await requireUnlisted(api, run, 1);
      throw nothingMade(run);
    }
    return { run, ...EMPTY, ...(await pushedOr({ ...step, face, api, run, quotas }, standing, bind)) };
  }
  const at = { run, ...EMPTY, ...(await sessionOf(api, standing)) };
  const known = await step.known?.(run, standing);
  if (known) return { ...at, ...known };
  return { ...at, ...(await goneOn({ ...step, face, api, run, quotas }, standing)) };
}

interface OfRun extends Step {
  face: Face;
  api: KaggleApi;
  run: string;
  quotas: readonly Quota[];
}

/** Of what has begun. */
async function goneOn(of: OfRun, standing: Begun): Promise<Outcome> {
  const { face, run, settings } = of;
  if (standing.is === 'going-on') {
    face.line(
      `session ${standing.session.number} of ${run} is ${standing.word.native}: nothing is pushed beside it`,
    );
    return { state: 'going-on' };
  }
  const { record } = standing.newest;
  if (standing.is === 'done' && record) {
    const { seal = null, place = null } = await collectDone(
      { ...of, settings: { ...settings, json: false } },
      standing.newest,
      record,
    );
    return { state: 'sealed', seal, place };
  }
  const may = settings.choice('push');
  if (standing.is !== 'unfinished' && may !== 'again') throw noFurther(run, standing);
  if (may === 'none') {
    face.line(
      `session ${standing.newest.session.number} of ${run} has ended, and the work is not done: ${standing.why}`,
    );
    return { state: 'unfinished', why: standing.why };
  }
  const [first] = standing.sessions;
  if (!first) throw new Error(`${run} has begun without a session`);
  return pushedOr(of, standing, () =>
    boundAtCommit(settings, { commit: first.header.commit, run }, kaggleRunOf),
  );
}

/** No room now is no failure: the next step tries again. */
async function pushedOr(
  { settings, face, api, run, quotas }: OfRun,
  standing: Parameters<typeof pushOnto>[1]['standing'],
  bind: () => Promise<BoundJob>,
): Promise<Outcome> {
  const isAgain = settings.choice('push') === 'again';
  try {
    const told = await pushOnto(
      { settings, face, api, run },
      { bound: await bind(), standing, quotas, isAgain },
    );
    return { state: 'pushed', session: told.session, kernel: told.kernel };
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'capacity') throw error;
    face.warn(error.message);
    return { state: 'waiting', why: error.what };
  }
}

async function sessionOf(api: KaggleApi, standing: Begun): Promise<Pick<Stepped, 'session' | 'kernel'>> {
  const { number, slug } = standing.is === 'going-on' ? standing.session : standing.newest.session;
  return { session: number, kernel: `${await api.user()}/${slug}` };
}

/**
 * The run that is meant: the one that was named; where one may be begun, that of the job file as it is committed; else the newest of the job
 * on Kaggle. A step that nobody looks at, such as a schedule's, must not begin another run because somebody has committed something.
 */
async function meantBy({ settings, named }: Step, face: Face, api: KaggleApi): Promise<Meant> {
  if (named !== undefined) return { run: await runMeant(settings, named, face) };
  if (settings.choice('push') === 'first') {
    const bound = await bindJob(settings, face);
    requireCommitted(settings, bound, 'a session');
    return { run: kaggleRunOf(bound.job, bound.configHash), bind: async () => bound };
  }
  const [run, ...older] = await runsOf(api, readJob(settings, face).job.name);
  if (older.length > 0)
    face.line(
      `${run} is the newest run of this job; older ones go on when they are named: ${older.slice(0, 5).join(', ')}`,
    );
  return { run };
}

interface Meant {
  run: string | undefined;
  /** The job of a run that is to be begun, with its code. */
  bind?: () => Promise<BoundJob>;
}
