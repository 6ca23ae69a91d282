import { bindingsOf } from './imports.ts';
import { lineAt, type PythonText } from './text.ts';

export interface PythonCall {
  /** As its imports say it: `transformers.Trainer`, `torch.save`; what no import explains stands as written. */
  name: string;
  file: string;
  line: number;
  /** Where its name begins. */
  offset: number;
  /** What stands in its brackets, by name. */
  named: ReadonlyMap<string, string>;
  /** What stands in its brackets without a name, in order. */
  plain: readonly string[];
}

const CALLEE = /(?<![\w.])([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)\s*\(/g;
/** Longer than any call a person writes; a bound for texts that are none. */
const MOST_OF_A_CALL = 20_000;

/** Every call of a file, in order. A class that a script derives from another counts as that other. */
export function callsIn(python: PythonText): PythonCall[] {
  const { bare } = python;
  const bindings = bindingsOf(python);
  const calls: PythonCall[] = [];
  for (const match of bare.matchAll(CALLEE)) {
    const written = (match[1] ?? '').replace(/\s+/g, '');
    if (/(^|[^\w.])(def|class)\s+$/.test(bare.slice(Math.max(0, match.index - 12), match.index))) continue;
    if (KEYWORDS.has(written)) continue;
    const opens = match.index + match[0].length - 1;
    calls.push(callAt(python, { name: bindings.full(written), offset: match.index, opens }));
  }
  return calls;
}

const KEYWORDS = new Set(['if', 'elif', 'while', 'for', 'in', 'and', 'or', 'not', 'return', 'with']);

function callAt(python: PythonText, at: { name: string; offset: number; opens: number }): PythonCall {
  const named = new Map<string, string>();
  const plain: string[] = [];
  for (const { from, to } of argumentsFrom(python.bare, at.opens)) {
    const text = tidy(python.code.slice(from, to));
    const [head = '', name] = /^\s*([A-Za-z_]\w*)\s*=(?!=)\s*/.exec(python.code.slice(from, to)) ?? [];
    if (name !== undefined) named.set(name, tidy(python.code.slice(from + head.length, to)));
    else if (text !== '') plain.push(text);
  }
  return {
    name: at.name,
    file: python.path,
    line: lineAt(python, at.offset),
    offset: at.offset,
    named,
    plain,
  };
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The ranges between the commas of the bracket that opens here. */
function argumentsFrom(bare: string, opens: number): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  let depth = 0;
  let from = opens + 1;
  const end = Math.min(bare.length, opens + MOST_OF_A_CALL);
  for (let at = opens; at < end; at += 1) {
    const char = bare.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth -= 1;
    if ((char === ',' && depth === 1) || depth === 0) {
      ranges.push({ from, to: at });
      from = at + 1;
    }
    if (depth === 0) return ranges;
  }
  return ranges;
}
