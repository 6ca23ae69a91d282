import type { Job } from '../job/job.ts';
import type { Clock, Profile } from './schema.ts';

/** What one clock of a platform, that runs while a box works, means for how long a job works. */
export interface LifetimeFit {
  platform: string;
  clock: string;
  /** `null`: nobody has said how long it is. */
  lifeSeconds: number | null;
  /** What the job says that it takes, else the hours of its budget: more it never works. */
  workSeconds: number;
  isExpected: boolean;
  /** Boxes or sessions, one after the other; `null` where the life is not known, or nothing leads from one to the next. */
  boxes: number | null;
  /** One sentence with the real figures. */
  says: string;
}

const ENDS: readonly Clock['effect'][] = ['stop', 'release', 'wipe', 'delete-all', 'end-job', 'end-session'];

/** Of every clock that would end the work; the shortest first, those of unknown length last. */
export function lifetimeFits(job: Job, profile: Profile): LifetimeFit[] {
  return profile.clocks
    .filter((clock) => clock.while === 'running' && ENDS.includes(clock.effect))
    .map((clock) => fitOf(job, profile, clock))
    .sort(
      (a, b) => (a.lifeSeconds ?? Number.POSITIVE_INFINITY) - (b.lifeSeconds ?? Number.POSITIVE_INFINITY),
    );
}

function fitOf(job: Job, { id: platform }: Profile, { id: clock, after }: Clock): LifetimeFit {
  const { expectedSeconds } = job.watch;
  const isExpected = expectedSeconds !== undefined;
  const workSeconds = expectedSeconds ?? job.budget.hours * 3600;
  const lifeSeconds = after?.seconds ?? null;
  const goesOn = job.checkpoint?.resume === 'continues';
  const needed = lifeSeconds === null ? null : Math.ceil(workSeconds / lifeSeconds);
  const boxes = needed === null || (needed > 1 && !goesOn) ? null : needed;
  const work = `${hours(workSeconds)} of work${isExpected ? '' : ' at most, by the budget'}`;
  const says = `${clock} of ${platform}: ${meaning({ needed, goesOn, work, life: after?.text })}`;
  return { platform, clock, lifeSeconds, workSeconds, isExpected, boxes, says };
}

const hours = (seconds: number): string =>
  seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`;

interface Meaning {
  needed: number | null;
  goesOn: boolean;
  work: string;
  life: string | undefined;
}

function meaning({ needed, goesOn, work, life }: Meaning): string {
  const then = goesOn
    ? 'the run goes on from its checkpoint'
    : 'nothing leads from one box to the next (`checkpoint.resume`)';
  if (needed === null) return `how long a box lives is not known; ${work}; ${then}`;
  if (needed === 1) return `a box lives ${life}, which is enough for ${work}`;
  return goesOn
    ? `a box lives ${life}; ${work} take ${needed} of them, one after the other: ${then}`
    : `a box lives ${life}, and ${work} do not fit: ${then}`;
}

/**
 * Why a job that is expected to work longer than any box of the platform lives, and cannot go on, is not begun there. A budget
 * alone refuses nothing: it says what a run may take, not what it takes.
 */
export function outlivesEveryBox(job: Job, profile: Profile): string | undefined {
  const fits = lifetimeFits(job, profile);
  const isShort = ({ isExpected, lifeSeconds, boxes }: LifetimeFit): boolean =>
    isExpected && lifeSeconds !== null && boxes === null;
  return fits.length > 0 && fits.every(isShort) ? fits.at(-1)?.says : undefined;
}
