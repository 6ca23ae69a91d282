import type { Step } from './next.ts';

type Doing = Step['do'];

const TO_A_START: readonly Doing[] = ['intend', 'rent', 'reach', 'audit', 'start'];
/** Of boxes that carried nothing or were taken away, and the end of patience; and what a person is told. Any stage may find them. */
const OF_LOST_BOXES: readonly Doing[] = [
  'find',
  'discard',
  'prove',
  'recheck',
  'halt',
  'vouch',
  'tell',
  'park',
];

/** Asked of a platform beside the work, and again and again: where it brings nothing, the work goes on all the same. */
export const isBeside = (step: Step): boolean =>
  step.do === 'prove' || step.do === 'recheck' || step.do === 'find';

const LAUNCH: readonly Doing[] = [...TO_A_START, ...OF_LOST_BOXES];
const WATCH: readonly Doing[] = [...LAUNCH, 'look'];
const COLLECT: readonly Doing[] = ['look', 'collect', 'store', ...OF_LOST_BOXES];
const RELEASE: readonly Doing[] = [
  'tell',
  'vouch',
  'park',
  'approve-standing',
  'release',
  'discard',
  'prove',
  'recheck',
  'mark-released',
  'close',
];

/**
 * What each stage may do of what `next` says; the first other step ends it. Everything is one loop, so any of them may
 * continue any run. Nobody asks a person but whoever has one before it, so `ask` is in none.
 */
const STAGE_STEPS: Readonly<Record<string, ReadonlySet<Doing>>> = {
  smoke: new Set<Doing>(['tell', 'smoke']),
  launch: new Set(LAUNCH),
  watch: new Set(WATCH),
  collect: new Set(COLLECT),
  release: new Set(RELEASE),
  run: new Set<Doing>(['smoke', ...WATCH, ...COLLECT, ...RELEASE]),
  // Never what gives a box back that carried anything: each part of a sweep has an approval of its own.
  sweep: new Set([...WATCH, ...COLLECT]),
  // The disk of a hosted runner ends with the job: what is collected has to be stored by the job that collected it.
  tick: new Set([...WATCH, ...COLLECT, ...RELEASE].filter((step) => step !== 'store')),
};

const stepsOf = (stage: string): ReadonlySet<Doing> =>
  (Object.hasOwn(STAGE_STEPS, stage) && STAGE_STEPS[stage]) || new Set();

/**
 * Whether a stage takes a step. Nobody is asked about a record for the sake of a step that the stage would leave to another.
 *
 * @param stage name of the command, such as `watch`; one that is no stage may do nothing
 */
export const takes = (stage: string, step: Step): boolean =>
  stepsOf(stage).has(step.do) && (step.do !== 'vouch' || takes(stage, step.before));

/** @param stage as for `takes` */
export const mayGiveBack = (stage: string): boolean => stepsOf(stage).has('release');
