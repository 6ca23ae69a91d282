import { isNonFinite } from './python-json.ts';

/** Longer lines are cut: no line of a log that people read is longer. */
const MOST_CHARACTERS = 2000;

/** Reads one line of a log; `undefined` where the pattern does not fit it. */
export type LineReader = (line: string) => Map<string, unknown> | undefined;

const HOLE = /\{([^{}]*)\}/g;
const NAME = /^[A-Za-z_][\w./-]{0,63}$/;
// Every count is bounded, so that a line costs its length and not its square.
const NUMBER =
  '([+-]?(?:\\d{1,3}(?:,\\d{3}){1,6}(?!\\d)|\\d{1,20})(?:\\.\\d{0,20})?(?:e[+-]?\\d{1,4})?|[+-]?\\.\\d{1,20}(?:e[+-]?\\d{1,4})?|[+-]?nan|[+-]?inf(?:inity)?)';

/**
 * A pattern is the line as it is printed, with `{name}` where a number stands and `*` for whatever changes besides: it may begin
 * anywhere in the line, and a blank fits any blanks.
 *
 * @returns why it cannot be used, as the end of a sentence that starts with the pattern
 */
export function patternFault(pattern: string, stepKey: string): { why: string; next: string } | undefined {
  const names = [...pattern.matchAll(HOLE)].map(([, name]) => name ?? '');
  const rest = pattern.replaceAll(HOLE, '\0');
  const fault = (why: string, next: string) => ({ why, next });
  if (/[{}]/.test(rest)) return fault('has a brace that is alone', 'A number is written `{name}`.');
  const odd = names.find((name) => !NAME.test(name));
  if (odd !== undefined)
    return fault(
      `names a number ${JSON.stringify(odd)}`,
      'Name it by letters, digits, `_`, `.`, `/` and `-`.',
    );
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined)
    return fault(`has {${twice}} twice`, 'Give each number a name of its own, or write `*`.');
  if (!names.includes(stepKey))
    return fault(`has no {${stepKey}}`, 'Write it where the step stands, such as `step {step} loss {loss}`.');
  if (/\0[\0*]|\*[\0*]/.test(rest))
    return fault('does not say where one number ends', 'Leave what is printed between them.');
  if (!/[^\0*\s]/.test(rest))
    return fault('has no word by which a line is known', 'Copy a whole line of the log.');
  return undefined;
}

/** @throws SyntaxError for a pattern that `patternFault` refuses: check first */
export function lineReader(pattern: string): LineReader {
  // What stands between two stars is looked for behind what stood before: the first place that fits is as good as any.
  const parts = pattern
    .split('*')
    .filter((part) => part.trim() !== '')
    .map(partOf);
  return (line) => {
    const record = new Map<string, unknown>();
    const plain = line.slice(0, MOST_CHARACTERS).replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '');
    let from = 0;
    for (const { names, expression } of parts) {
      expression.lastIndex = from;
      const found = expression.exec(plain);
      if (!found) return;
      from = expression.lastIndex;
      for (const [at, name] of names.entries()) record.set(name, numberIn(found[at + 1] ?? ''));
    }
    return record;
  };
}

function partOf(part: string): { names: string[]; expression: RegExp } {
  const source = part
    .trim()
    .split(/(\{[^{}]*\}|\s+)/)
    .map((token) => {
      if (token.startsWith('{')) return `${NUMBER}(?!\\d)`;
      return /^\s+$/.test(token) ? '\\s{1,200}' : token.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
    })
    .join('');
  return {
    names: [...part.matchAll(HOLE)].map(([, name]) => name ?? ''),
    expression: new RegExp(source, 'gi'),
  };
}

const numberIn = (text: string): unknown => (isNonFinite(text) ? text : Number(text.replaceAll(',', '')));
