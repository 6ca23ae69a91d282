import { patternFault } from '../../../metrics/log-pattern.ts';
import { type Code, callsOf } from '../reading/code.ts';
import type { MetricsSource } from '../trainer.ts';

const PRINTS = /(^|\.)(print|info|write|log_info|echo)$/;
const HOLE = /\{([^{}]*)\}/;
const STEP = /\b(?!max_|total_|num_|n_)\w*(step|iter)\w*/i;
const LOSS = /loss/i;
const NOT_THE_LOSS = /val|eval|test|best/i;

/** The line in which a script prints its step and its loss, as the pattern of a log. */
export function printedMetrics(code: Code): MetricsSource | undefined {
  for (const call of callsOf(code, PRINTS)) {
    const text = /^[fF](["'])(.*)\1$/.exec(call.plain[0] ?? '')?.[2];
    const log = text === undefined ? undefined : patternOf(text);
    if (log !== undefined) return { log, why: `as ${call.file}:${call.line} prints it` };
  }
  return undefined;
}

/** `step {step}/{last}: loss {loss:.4f}` as `step {step}/*: loss {loss}`; `undefined` where step or loss is not in it. */
function patternOf(text: string): string | undefined {
  const found = { step: false, loss: false };
  const words = text.split(/(\{[^{}]*\})/).map((piece) => {
    const expression = HOLE.exec(piece)?.[1];
    if (expression === undefined) return piece.replace(/\\[nrt]/g, ' ');
    const value = expression.replace(/:[^:]*$/, '');
    if (!found.step && STEP.test(value) && !LOSS.test(value)) {
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
