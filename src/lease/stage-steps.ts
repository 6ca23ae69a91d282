import type { Step } from './step.ts';

type Doing = Step['do'];

const TO_A_START: readonly Doing[] = ['wait', 'intend', 'rent', 'reach', 'audit', 'start'];
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

/** Of copies that were kept: each stage that looks at work stores them, and whoever closes a run removes what is superfluous. */
const OF_KEPT: readonly Doing[] = ['store-kept', 'drop-kept'];

/** What a look passes over while it waits: it was done before the look, or is asked of a platform now and then. */
export const isBesideLook = (step: Step): boolean => isBeside(step) || OF_KEPT.includes(step.do);

const LAUNCH: readonly Doing[] = [...TO_A_START, ...OF_LOST_BOXES];
const WATCH: readonly Doing[] = [...LAUNCH, ...OF_KEPT, 'look'];
/** `wake` costs, and only who collects has a use for the box. */
const COLLECT: readonly Doing[] = [
  ...OF_KEPT,
  'look',
  'wake',
  'collect',
  'store',
  'unseal',
  ...OF_LOST_BOXES,
];
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
  'drop-kept',
  'look-for-late',
  'close',
];
const RUN: readonly Doing[] = ['smoke', ...WATCH, ...COLLECT, ...RELEASE];

/**
 * What each stage may do of what `next` says; the first other step ends it. Everything is one loop, so any of them may
 * continue any run. Nobody asks a person but whoever has one before it, so `ask` is in none.
 */
const STAGE_STEPS: Readonly<Record<string, ReadonlySet<Doing>>> = {
  smoke: new Set<Doing>(['tell', 'smoke']),
  /** Only writes down that there is a run. */
  open: new Set<Doing>(),
  launch: new Set(LAUNCH),
  watch: new Set(WATCH),
  collect: new Set(COLLECT),
  release: new Set(RELEASE),
  /** Of what a person has given up already. */
  abandon: new Set<Doing>(['release', 'discard', 'prove', 'drop-kept', 'look-for-late', 'close']),
  run: new Set(RUN),
  resume: new Set(RUN),
  // Never what gives a box back that carried anything: each part of a sweep has an approval of its own.
  sweep: new Set([...WATCH, ...COLLECT]),
  // The disk of a hosted runner ends with the job: what is collected has to be stored by the job that collected it.
  tick: new Set([...WATCH, ...COLLECT, ...RELEASE].filter((step) => step !== 'store')),
};

function stepsOf(stage: string): ReadonlySet<Doing> {
  const steps = Object.hasOwn(STAGE_STEPS, stage) ? STAGE_STEPS[stage] : undefined;
  if (!steps) throw new RangeError(`there is no stage ${JSON.stringify(stage)}`);
  return steps;
}

/**
 * Whether a stage takes a step. Nobody is asked about a record for the sake of a step that the stage would leave to another.
 *
 * @param stage name of the command, such as `watch`
 * @throws RangeError on one that is no stage
 */
export const takes = (stage: string, step: Step): boolean =>
  stepsOf(stage).has(step.do) && (step.do !== 'vouch' || takes(stage, step.before));

/** @param stage as for `takes` */
export const stores = (stage: string): boolean => stepsOf(stage).has('store');
/** @param stage as for `takes` */
export const mayGiveBack = (stage: string): boolean => stepsOf(stage).has('release');
