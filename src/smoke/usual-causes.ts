import { type Difference, isRate } from './exact.ts';
import { missingForTheSame } from './full-state.ts';

/**
 * What usually makes such a difference, the likeliest first: what the checkpoint does not even name comes before what it may hold
 * and nobody loads.
 *
 * @param keys names of what the checkpoint holds; none where they are not known
 */
export function usualCauses(difference: Difference, keys: readonly string[]): string[] {
  const { number, tensors } = difference;
  const missing = missingForTheSame(keys);
  const unsaved = (item: string, what: string): string[] =>
    missing.some((each) => each.startsWith(item)) ? [`${what} is not saved: the checkpoint names none`] : [];
  const optimizer = unsaved('optimizer', 'the optimizer');
  const random = unsaved('RNG', 'the random state');
  const isLater = number?.isFirstStep === false;
  const isExplained = (isLater && optimizer.length > 0) || tensors?.counter !== undefined;
  const isRateApart = number !== undefined && isRate(number.key);
  const causes = [
    ...(optimizer.length > 0 ? [] : counterCause(difference)),
    // The groups of the optimizer hold the rate that a schedule goes on from.
    ...(isRateApart ? optimizer : []),
    ...rateCause(difference, unsaved('LR scheduler', 'the LR scheduler')),
    // The first batch and its dropout show a random state that is another; an optimizer shows one step later.
    ...(isRateApart ? [] : isLater ? optimizer : [...(number ? random : []), ...optimizer]),
    ...tensorCauses(difference),
    ...(isExplained ? [] : stepCause(difference)),
    ...(number && (!isLater || isRateApart) ? [] : random),
  ];
  return causes.length > 0
    ? causes
    : ['the weights, the optimizer, the scheduler or the random state is not restored'];
}

/** Two that end at the same step have made as many updates. */
const counterCause = ({ tensors }: Difference): string[] =>
  tensors?.counter === undefined
    ? []
    : [
        `the optimizer is not restored, or it does steps twice: ${JSON.stringify(tensors.counter)} counts them, and ends at another number`,
      ];

function rateCause({ number }: Difference, unsaved: string[]): string[] {
  if (!number || !isRate(number.key)) return [];
  return unsaved.length > 0
    ? unsaved
    : ['the LR scheduler is not restored: its state belongs to the checkpoint'];
}

function tensorCauses({ number, tensors }: Difference): string[] {
  const name = tensors?.first ?? '';
  return [
    /rng|random/i.test(name) &&
      'the random state is not restored (Python, NumPy, torch, each CUDA device): shuffling and dropout go another way',
    // After another loss or rate its moments are others, too.
    !number &&
      /exp_avg|optim|momentum/i.test(name) &&
      'the optimizer is not restored, or makes a step that the other did not',
    /scaler/i.test(name) && 'the loss scaler of mixed precision is not restored',
  ].filter((cause) => cause !== false);
}

function stepCause({ number }: Difference): string[] {
  // No order of data makes a rate another.
  if (!number || isRate(number.key)) return [];
  if (number.isEpoch)
    return [
      'the optimizer, the order of the data or the random state is not restored: an epoch is too long to tell which',
    ];
  return number.isFirstStep
    ? [
        'the order of the data begins anew, or the random state is not restored: both show in the first step after a resume',
      ]
    : [
        'the first steps are the same and later ones are not: the optimizer, the scheduler or the loss scaler is not restored',
      ];
}
