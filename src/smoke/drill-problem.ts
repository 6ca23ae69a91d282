import { formatSeconds } from '../clock.ts';
import type { Crash } from '../crash/signature.ts';
import { isOfSets, setWords } from '../job/checkpoint-sets.ts';
import type { CheckpointRule } from '../job/job.ts';
import { recordWord } from '../metrics/reader.ts';
import { type MetricsRule, nameOfSource } from '../metrics/rule.ts';
import type { MetricsFault } from '../metrics/series.ts';
import { type FileEdit, Problem } from '../problem.ts';
import type { Broken, CheckpointSighting, Whole } from './checkpoint-watch.ts';
import { answeredBy, placed, smokeProblem } from './command-problem.ts';
import type { Continuation } from './continuation.ts';
import type { Difference, Resumed } from './exact.ts';
import type { CarriedOver } from './fresh-folder.ts';
import { fullStateItems, missingForTheSame, missingStateItems } from './full-state.ts';
import { likelyStep } from './likely-key.ts';
import { usualCauses } from './usual-causes.ts';
import { isCalledAs, movedGlob, someOf } from './wrote.ts';

type Tail = readonly string[];
type Stepless = Extract<CheckpointSighting, { state: 'stepless' }>;
type Unfit = Extract<CheckpointSighting, { state: 'unfit' }>;

export const ATOMIC =
  'Write to a sibling file, flush and fsync it, rename it over the old one, fsync the folder: then a kill leaves the old file or the new one.';

/** @param left what lies in the output directory */
export function noCheckpoint(
  rule: CheckpointRule,
  seconds: number,
  { tail, left }: { tail: Tail; left: readonly string[] },
): Problem {
  const moved = movedTo(rule, left);
  return answeredBy(
    smokeProblem(
      'drill-no-checkpoint',
      `The drill command wrote no checkpoint beyond step 0 that matches \`${setWords(rule)}\` in ${formatSeconds(seconds)}. It wrote ${wroteWords(left)}.`,
      `Let it save every few steps in the drill, correct \`checkpoint.path\`${toWords(moved)}, or raise the timeout of the drill.`,
      tail,
    ),
    pathEdit(moved),
  );
}

/** @param longer the command with more to do, where it is known how it is told; `took` in words */
export function tooShort(
  rule: CheckpointRule,
  took: string,
  { tail, left, longer }: { tail: Tail; left: readonly string[]; longer: string | undefined },
): Problem {
  const isThere = left.some(isOfSets(rule));
  const moved = isThere ? undefined : movedTo(rule, left);
  const isLonger = moved === undefined && longer !== undefined;
  return answeredBy(
    smokeProblem(
      'drill-too-short',
      `The drill command ended by itself after ${took}, before it could be killed beside a checkpoint that matches \`${setWords(rule)}\`. It wrote ${wroteWords(left)}.`,
      `Give the drill more steps than lie between two checkpoints${isLonger ? `: \`${longer}\`` : ''}, or correct \`checkpoint.path\`${toWords(moved)}.`,
      tail,
    ),
    isLonger ? [{ path: ['smoke', 'drill', 'run'], value: longer }] : pathEdit(moved),
  );
}

const wroteWords = (left: readonly string[]): string => (left.length === 0 ? 'nothing' : someOf(left));
const toWords = (moved: string | undefined): string => (moved === undefined ? '' : ` to \`${moved}\``);
const pathEdit = (value: string | undefined): FileEdit[] =>
  value === undefined ? [] : [{ path: ['checkpoint', 'path'], value }];

/** Of files that are a checkpoint by themselves, where those that are called so lie. */
function movedTo({ path }: CheckpointRule, left: readonly string[]): string | undefined {
  const glob = typeof path === 'string' ? path : undefined;
  const moved = glob === undefined ? [] : left.filter(isCalledAs(glob));
  return glob === undefined || moved.length === 0 ? undefined : movedGlob(glob, moved);
}

/** @param left what lies in the output directory */
export function stepless(seen: Stepless, rule: CheckpointRule, left: readonly string[]): Problem {
  const folder = trainersFolder(seen.path, left);
  if (folder)
    return partOfFolder(
      `The checkpoint ${seen.path} loads, but has no step under \`${rule.stepKey}\`.`,
      folder,
    );
  const likely = likelyStep(seen.keys.filter((key) => key !== rule.stepKey));
  return answeredBy(
    smokeProblem(
      'drill-stepless',
      `The checkpoint ${seen.path} loads, but has no step under \`${rule.stepKey}\`; it has ${list(seen.keys)}.`,
      `Save the global step with the rest of the state, or correct \`checkpoint.step-key\`${likely === undefined ? '' : `: \`${likely}\` looks like it`}.`,
    ),
    likely === undefined ? [] : [{ path: ['checkpoint', 'step-key'], value: likely }],
  );
}

/** @param left what lies in the output directory */
export function unfit(seen: Unfit, left: readonly string[]): Problem {
  const what = `The checkpoint ${seen.path} is written to its end, and the load-verifier does not accept it: ${seen.why}.`;
  const folder = trainersFolder(seen.path, left);
  if (folder) return partOfFolder(what, folder);
  return smokeProblem(
    'drill-checkpoint-unfit',
    what,
    'The release of the box will ask the same of it. Correct what is saved, or save in a format that can be verified.',
  );
}

const STATE = 'trainer_state.json';

/** The folders of which one file was taken for the checkpoint, where a Trainer of Hugging Face writes all it needs into each. */
function trainersFolder(path: string, left: readonly string[]): string | undefined {
  const [, folder, above = ''] = /^((.*\/)?checkpoint-\d+)\/[^/]+$/.exec(path) ?? [];
  return folder !== undefined && left.includes(`${folder}/${STATE}`) ? `${above}checkpoint-*` : undefined;
}

const partOfFolder = (what: string, folder: string): Problem =>
  answeredBy(
    smokeProblem(
      'drill-part-of-set',
      `${what} It is one file of several that a resume reads: beside it lies ${STATE}, which the Trainer writes last.`,
      `Name the whole folder: \`checkpoint.path: ${folder}\` and \`checkpoint.complete: ${STATE}\`.`,
    ),
    [
      { path: ['checkpoint', 'path'], value: folder },
      { path: ['checkpoint', 'complete'], value: STATE },
    ],
  );

/** Before the kill nothing was written to it any more: what is not there is not saved at all. */
export const lacksState = ({ path, lacks = [] }: Broken, tail: Tail): Problem =>
  smokeProblem(
    'drill-lacks-state',
    `The checkpoint ${path} is not enough to go on from: ${lacks.join('; ')}. Nothing was written to it any more when it ` +
      'was found so, and every file that is there loads: the rest is not saved.',
    'Save what is missing with the rest. What usually leaves it out: `save_only_model` (transformers), an optimizer or scheduler that ' +
      'was not given to `accelerator.prepare` (Accelerate), a save that not every rank takes part in, or a folder that not every ' +
      'rank can write to (FSDP, DeepSpeed, distributed checkpoints).',
    tail,
  );

/** After the kill no checkpoint beyond step 0 loads. */
export function nothingToResumeFrom(
  left: readonly CheckpointSighting[],
  rule: CheckpointRule,
  tail: Tail,
): Problem {
  const broken = left.find((each) => each.state === 'broken');
  if (!broken) {
    return smokeProblem(
      'drill-checkpoint-lost',
      `A checkpoint was there, and after the kill nothing beyond step 0 matches \`${setWords(rule)}\` any more.`,
      `It was removed before its successor was in place. ${ATOMIC}`,
      tail,
    );
  }
  return smokeProblem(
    'drill-not-atomic',
    `After the kill ${broken.path} does not load: ${broken.why}. A preemption at that moment would have cost the whole run.`,
    remedy(rule),
    tail,
  );
}

/** Of several files one may be cut short, and one may never be written: a resume needs it all the same. */
const remedy = ({ path }: CheckpointRule): string =>
  typeof path === 'string' && /\.\w+$/.test(path)
    ? ATOMIC
    : `Where something is missing that a resume needs, save it with the rest. Where a file is cut short: ${ATOMIC}`;

/** @param judged the counter that went back */
export function reset(
  judged: Extract<Continuation, { verdict: 'reset' }>,
  anchor: Whole,
  run: string,
  tail: Tail,
): Problem {
  const missing = missingStateItems(anchor.keys);
  const required = anchor.keys.length > 0 ? missing.required : fullStateItems();
  const optional = anchor.keys.length > 0 ? missing.optional : [];
  const found = anchor.keys.length > 0 ? `The checkpoint has ${list(anchor.keys)}. ` : '';
  const items = [...required, ...optional].map((item) => `\n  - ${item}`).join('');
  const holds =
    required.length + optional.length > 0
      ? `It names nothing for these parts of a full state (C1):${items}`
      : 'It names every part of a full state, so it is most likely not loaded.';
  const did =
    judged.by === 'checkpoint'
      ? `wrote a checkpoint of step ${judged.after} ${judged.after === judged.before ? 'again' : 'anew'}`
      : `went on at ${judged.counter} ${judged.after}`;
  return smokeProblem(
    `drill-${judged.counter}-reset`,
    `After the kill the identical command \`${run}\` ${did}, though ` +
      `${anchor.path} holds ${judged.counter} ${judged.before}: it does not resume. ${found}${holds}`,
    'Load the newest checkpoint at every start, without a flag, and restore all of its state before the first step.',
    tail,
  );
}

export const notBeyond = (
  firstStep: number | undefined,
  anchor: Whole,
  limits: { timeoutSeconds: number },
  tail: Tail,
): Problem =>
  smokeProblem(
    'drill-not-beyond',
    `After the restart the metrics ${firstStep === undefined ? 'showed no step' : `stayed at step ${firstStep}`}, and did not ` +
      `pass step ${anchor.step} of ${anchor.path} within the drill's ${formatSeconds(limits.timeoutSeconds)}.`,
    'Raise the timeout of the drill, or let it log every step.',
    tail,
  );

export const endedWithoutStep = (anchor: Whole, tail: Tail, longer: string | undefined): Problem =>
  answeredBy(
    smokeProblem(
      'drill-too-short',
      `The resumed drill command ended with exit code 0 and did not pass step ${anchor.step} of ${anchor.path}.`,
      `Give the drill more steps than lie between two checkpoints, so that something is left to do after the kill${longer === undefined ? '' : `: \`${longer}\``}.`,
      tail,
    ),
    longer === undefined ? [] : [{ path: ['smoke', 'drill', 'run'], value: longer }],
  );

interface SecondAttempt {
  rule: CheckpointRule;
  tail: Tail;
  /** Line of its last crash. A launcher says so much of its own end that this is no longer among the last lines. */
  diedOf: string | undefined;
  /** It was beyond the checkpoint before it ended. */
  hasGoneOn?: boolean;
  /** How it ended, where it did by itself. */
  because?: Problem;
}

/**
 * The second attempt has what another box would be given, and nothing else. Where its log speaks of something that the first one
 * left and this one was not given, that is why it does not go on.
 */
export function missed(
  carried: CarriedOver,
  { rule, tail, diedOf, hasGoneOn, because }: SecondAttempt,
): Problem | undefined {
  const text = [...tail, diedOf ?? ''].join('\n');
  // Of every checkpoint the files are called alike: what it was given is not what it misses.
  const given = new Set(carried.carried.map(nameOf));
  const named = (paths: readonly string[]) =>
    paths.filter((path) => !given.has(nameOf(path)) && isNamed(text, nameOf(path)));
  const [files, inCode] = [named(carried.left), named(carried.leftInCode)];
  // The fresh folder's name begins with that of the old one.
  const isOldPath = text
    .split(carried.oldDir)
    .slice(1)
    .some((rest) => !/^[\w-]/.test(rest));
  if (!isOldPath && files.length + inCode.length === 0) return;
  const parts = [
    ...(isOldPath ? [`It looks for something below ${carried.oldDir}, where the first attempt wrote.`] : []),
    ...(files.length > 0
      ? [`Its log names ${list(files)}, which is not of the checkpoint \`${setWords(rule)}\`.`]
      : []),
    ...(inCode.length > 0
      ? [
          `Its log names ${list(inCode)}, which the first attempt wrote beside the code and not below GPU_LEASE_OUT.`,
        ]
      : []),
  ];
  const problem = smokeProblem(
    isOldPath ? 'drill-old-path' : 'drill-set-lacks',
    `The second attempt, in a fresh folder, ${hasGoneOn ? 'went on from the checkpoint and did not come to its end' : 'did not go on from the checkpoint'}. ${parts.join(' ')} It was given what another box would be given: ${list(carried.carried)}.`,
    'Let `checkpoint.path` name everything that a resume reads (a folder names all that lies below it), write it below GPU_LEASE_OUT, and look for the newest checkpoint there and nowhere else.',
    tail,
  );
  return placed(problem, because?.at);
}

/** A trainer that finds no optimizer in what it loads ends in words of its own, which seldom say what to do. */
export function failedToLoad(why: Problem, anchor: Whole): Problem {
  if (!missingForTheSame(anchor.keys).includes('optimizer state')) return why;
  const problem = new Problem({
    code: why.code,
    kind: why.kind,
    what: `The checkpoint ${anchor.path} names no optimizer, and what goes on from it fails. ${why.what}`,
    next: `Save the optimizer with the rest: \`save_weights_only\` (Lightning) and \`save_only_model\` (transformers) leave it out. If that is not it: ${why.next}`,
  });
  return placed(problem, why.at);
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** As a word of its own: a file `out` is not named by `output`. */
const isNamed = (text: string, name: string): boolean =>
  text
    .split(name)
    .some(
      (before, at, all) =>
        at < all.length - 1 && !/[\w.-]$/.test(before) && !/^[\w-]/.test(all[at + 1] ?? ''),
    );

export function notExact(difference: Difference, resumed: Resumed, rule: CheckpointRule): Problem {
  const { number, tensors, steps } = difference;
  const parts = [
    ...(number
      ? [
          `${number.key} of step ${number.step} is ${number.straight} without the kill and ${number.resumed} after it`,
        ]
      : []),
    ...(tensors
      ? [
          `at the end ${tensors.count} of ${tensors.of} tensors differ, first ${JSON.stringify(tensors.first)}`,
        ]
      : []),
    ...(steps
      ? [
          `it ended at step ${steps.resumed ?? 'none'}, and at step ${steps.straight ?? 'none'} without the kill`,
        ]
      : []),
  ];
  const missing = missingForTheSame(resumed.keys);
  const lacks = missing.length > 0 ? ` The checkpoint names nothing for: ${missing.join(', ')}.` : '';
  return smokeProblem(
    'drill-not-exact',
    `The run that was killed at step ${resumed.killedAtStep} and went on from \`${setWords(rule)}\` is not the run that was never killed: ` +
      `${parts.join('; ')}.${lacks} What usually makes it: ${usualCauses(difference, resumed.keys).join('; ')}.`,
    'Save and restore what is named, in this order. Where the command differs from itself without a kill, too, fix its seeds or write `drill: {exact: false}`.',
  );
}

export const nothingToCompare = (rule: CheckpointRule): Problem =>
  smokeProblem(
    'drill-nothing-to-compare',
    `\`drill: exact\` found no step that both runs logged, and no tensor in \`${setWords(rule)}\`.`,
    'Declare `metrics`, or let the run save tensors at its end; or write `drill: {exact: false}`.',
  );

export const brokenAfterResume = (broken: Broken, tail: Tail): Problem =>
  smokeProblem(
    'drill-broken-after-resume',
    `The run resumed, and when it was ended again ${broken.path} does not load: ${broken.why}.`,
    ATOMIC,
    tail,
  );

export const notFinite = (rule: MetricsRule, fault: MetricsFault): Problem =>
  smokeProblem(
    'metrics-not-finite',
    `In the drill ${recordWord(rule)} ${fault.line} of ${nameOfSource(rule)} ${fault.what}.`,
    'Only after a resume means that state is missing from the checkpoint; otherwise check learning rate and data.',
  );

export const crashed = (crash: Crash, tail: Tail): Problem =>
  smokeProblem(
    'traceback',
    `The drill's log shows a ${crash.what}: ${crash.line}`,
    'Let the error end the command, or handle it without printing its stack.',
    tail,
  );

export const list = (keys: readonly string[]): string =>
  keys.length === 0 ? 'no keys' : `${keys.slice(0, 12).join(', ')}${keys.length > 12 ? ', ...' : ''}`;
