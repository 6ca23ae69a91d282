const MAX_LENGTH = 200;

/** Lines that every healthy run prints; a pattern that fires on one of them would diagnose everybody. */
const ORDINARY = [
  '',
  ' ',
  'epoch 3/20 step 1200 loss 0.3141 lr 3.0e-4',
  'validation: relative Error 0.02, accuracy 0.91',
  'saved checkpoint to out/step-1200.safetensors',
  'Error rate dropped; warning count 0',
];

/**
 * Why a pattern of a gotcha cannot be used, or `undefined`. Every repetition has to be bounded, so the time to try
 * a line stays small whatever a box writes into it.
 */
export function whyNotAPattern(source: string): string | undefined {
  if (source.length < 4 || source.length > MAX_LENGTH) return `must have 4 to ${MAX_LENGTH} characters`;
  try {
    new RegExp(source, 'iu');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const fault = whyUnbounded(source);
  if (fault) return fault;
  const ordinary = ORDINARY.find((line) => compilePattern(source).test(line));
  return ordinary === undefined ? undefined : `matches an ordinary line: ${JSON.stringify(ordinary)}`;
}

export const compilePattern = (source: string): RegExp => new RegExp(source, 'iu');

/** Upper bound of the ways to try one starting point: the product of all repetition bounds. */
const MAX_WAYS = 10_000;

function whyUnbounded(source: string): string | undefined {
  let ways = 1;
  let inClass = false;
  for (let i = 0; i < source.length; i++) {
    const rest = source.slice(i);
    const before = source[i - 1];
    if (rest.startsWith('\\')) {
      if (/^\\(?:\d|k<)/.test(rest)) return 'must not refer back to a group';
      i++;
    } else if (inClass || rest.startsWith('[')) {
      inClass = !inClass || !rest.startsWith(']');
    } else if (/^(?:[*+]|\{\d+,\})/.test(rest)) {
      return 'repeats without a bound: write {0,80} instead of *';
    } else if (rest.startsWith('{')) {
      if (before === ')') return 'repeats a group: write it out';
      ways *= Math.max(1, Number(/^\{(?:\d+,)?(\d+)\}/.exec(rest)?.[1] ?? 1));
    } else if (rest.startsWith('?') && before !== '(') {
      ways *= 2;
    }
    if (ways > MAX_WAYS)
      return `can be tried in more than ${MAX_WAYS} ways: use fewer and smaller repetitions`;
  }
  return undefined;
}
