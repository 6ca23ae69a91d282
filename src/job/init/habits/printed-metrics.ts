import { patternFault } from '../../../metrics/log-pattern.ts';
import { type Code, callsOf } from '../reading/code.ts';
import type { MetricsSource } from '../trainer.ts';
import { printedPieces } from './printed-pieces.ts';

const PRINTS = /(^|\.)(print|info|write|log_info|echo)$/;
const STEP = /\b(?!max_|total_|num_|n_)\w*(step|iter)\w*/i;
const EPOCH = /\b(?!max_|total_|num_|n_)\w*epoch\b/i;
const LOSS = /loss/i;
const NOT_THE_LOSS = /val|eval|test|best/i;

/** The line in which a script prints its step and its loss, as the pattern of a log; where none has a step, its epoch. */
export function printedMetrics(code: Code): MetricsSource | undefined {
  const prints = callsOf(code, PRINTS).map((call) => ({ call, pieces: printedPieces(call) }));
  // What is printed beside a validation comes seldom.
  const [often, seldom] = [false, true].map((is) =>
    prints.filter(
      ({ pieces }) => pieces.some((piece) => NOT_THE_LOSS.test('text' in piece ? piece.text : '')) === is,
    ),
  );
  for (const step of [STEP, EPOCH])
    for (const { call, pieces } of [...(often ?? []), ...(seldom ?? [])]) {
      const log = patternOf(pieces, step);
      if (log !== undefined) return { log, why: `as ${call.file}:${call.line} prints it` };
    }
  return undefined;
}

/** `step {step}/{last}: loss {loss:.4f}` as `step {step}/*: loss {loss}`; `undefined` where step or loss is not in it. */
function patternOf(pieces: ReturnType<typeof printedPieces>, step: RegExp): string | undefined {
  const found = { step: false, loss: false };
  const words = pieces.map((piece) => {
    if ('text' in piece) return piece.text.replace(/\\[nrt]/g, ' ');
    const { value } = piece;
    if (!found.step && step.test(value) && !LOSS.test(value)) {
      found.step = true;
      return '{step}';
    }
    if (!found.loss && LOSS.test(value) && !NOT_THE_LOSS.test(value)) {
      found.loss = true;
      return '{loss}';
    }
    return '*';
  });
  if (!found.step || !found.loss) return undefined;
  const whole = words.join('');
  // What is printed behind the last of the two decides nothing.
  const end = Math.max(whole.indexOf('{step}'), whole.indexOf('{loss}')) + '{step}'.length;
  const pattern = whole
    .slice(0, end)
    .replace(/\*+/g, '*')
    .replace(/\s+/g, ' ')
    .replace(/^[\s*]+/, '');
  return patternFault(pattern, 'step') === undefined ? pattern : undefined;
}
