import { billOf, type JobTime, together, totalOf } from '../lease/billed-minutes.ts';
import { type LookPlan, routineSeconds } from '../lease/look-plan.ts';
import { MOST_PAUSE_SECONDS, type WaitTimer, waitingFor } from './waiting.ts';

const usual = (seconds: number): JobTime => ({ label: 'ubuntu-latest', seconds });
const small = (seconds: number): JobTime => ({ label: 'ubuntu-slim', seconds });

/** What jobs take in which somebody looks and sees nothing new. Estimates for hosted runners, with their own setup and a checkout. */
const LOOK = usual(50);
const DISPATCH = small(25);
const IN_ENVIRONMENT = small(5);
/** GitHub starts what was dispatched, and a runner takes it. */
const QUEUE_SECONDS = 60;

/** A link of a chain: it has waited, it looks, it dispatches the next one. */
const LINK: readonly JobTime[] = [IN_ENVIRONMENT, LOOK, DISPATCH];

/** Smoke, open, launch with its first look of ten minutes, dispatch; collect, gate, release. */
const AROUND: readonly JobTime[] = [
  ...[usual(70), usual(25), usual(840), DISPATCH],
  ...[usual(150), small(25), usual(100)],
];
/** Soon after the start, and where the end is near. */
const CLOSER: readonly JobTime[] = [...LINK, ...LINK, ...LINK];

/** Of the 100 billed minutes that a day of training may cost: the rest is for what is around it, for its end and for ticks that come. */
const MINUTES_A_DAY = 54;
const DAY_SECONDS = 86_400;

/** What routine looks of a chain keep to. */
export const ROUTINE: LookPlan = {
  atLeastSeconds: Math.round((totalOf(billOf(LINK)) / MINUTES_A_DAY) * DAY_SECONDS),
};

/** Environments that are enough (docs/actions.md): with each twice as long as the one before, none is far from the plan. */
export const USUAL_TIMERS: readonly WaitTimer[] = [10, 20, 40, 80].map((minutes) => ({
  environment: `gpu-lease-wait-${minutes}`,
  minutes,
}));

/** What brings the looks at a run; a schedule beside wait timers, which it takes where the end is near. */
export type Carrier = { by: 'wait-timer' } | { by: 'pause' } | { by: 'schedule'; everySeconds: number };

/** What decides how often a run is looked at that goes on as it should. */
export type Pace = Parameters<typeof routineSeconds>[0];

/** A day of training that goes on as it should, from its smoke to its release. */
export interface DayOfLooks {
  looks: number;
  /** Minutes, by the label of the runner. */
  bill: ReadonlyMap<string, number>;
}

/** Estimated from the plan of looks, without what goes wrong. */
export function dayOfLooks(pace: Pace, carrier: Carrier): DayOfLooks {
  const { everySeconds, jobs } = beatOf(pace, carrier);
  const looks = Math.round(DAY_SECONDS / everySeconds);
  const ofLooks = new Map([...billOf(jobs)].map(([label, minutes]) => [label, minutes * looks]));
  return { looks, bill: together([ofLooks, billOf(CLOSER), billOf(AROUND)]) };
}

function beatOf(pace: Pace, carrier: Carrier): { everySeconds: number; jobs: readonly JobTime[] } {
  if (carrier.by === 'schedule') return { everySeconds: carrier.everySeconds, jobs: [LOOK] };
  const seconds = routineSeconds(pace, ROUTINE.atLeastSeconds);
  const timers = carrier.by === 'wait-timer' ? USUAL_TIMERS : [];
  const { environment } = waitingFor({ at: new Date(seconds * 1000), why: '' }, new Date(0), timers);
  const minutes = timers.find((timer) => timer.environment === environment)?.minutes;
  if (minutes !== undefined) return { everySeconds: minutes * 60 + QUEUE_SECONDS, jobs: LINK };
  const pauseSeconds = Math.min(seconds, MOST_PAUSE_SECONDS);
  return { everySeconds: pauseSeconds + QUEUE_SECONDS, jobs: [small(pauseSeconds), LOOK, DISPATCH] };
}
