import type { PythonText } from './text.ts';

export interface Parameter {
  name: string;
  /** As written, `undefined` where it has none. */
  type?: string;
  default?: string;
}

/** Names that stand at the left edge of a file with a plain value: what a configurator of nanoGPT's kind may set. */
export function plainGlobals({ code, bare }: PythonText): Parameter[] {
  const found: Parameter[] = [];
  for (const match of bare.matchAll(/^([A-Za-z_]\w*)\s*=\s*(?=[^=\s])/gm)) {
    const from = match.index + match[0].length;
    const value = code.slice(from, endOfLine(bare, from)).trim();
    if (/^(-?[\d.][\w.+-]*|True|False|None|'[^']*'|"[^"]*")$/.test(value))
      found.push({ name: match[1] ?? '', default: value });
  }
  return found;
}

/** Fields of the classes under `@dataclass`. */
export function dataclassFields({ code, bare }: PythonText): Parameter[] {
  return [...bare.matchAll(/^@(?:dataclasses\.)?dataclass\b[^\n]*\nclass\s+\w+[^\n]*:[ \t]*\n/gm)].flatMap(
    (match) => {
      const from = match.index + match[0].length;
      const rest = bare.slice(from);
      const body = /^(?:[ \t]+[^\n]*\n|[ \t]*\n)*/.exec(rest)?.[0] ?? '';
      return [...body.matchAll(/^[ \t]{1,8}(\w+)\s*:\s*([^=\n]+?)\s*(?:=\s*([^\n]+))?$/gm)].map(
        ({ 1: name = '', 2: type = '', 3: value, index }) => ({
          name,
          type,
          ...(value !== undefined && {
            default: code.slice(from + index, endOfLine(code, from + index)).replace(/^[^=]*=\s*/, ''),
          }),
        }),
      );
    },
  );
}

/** Parameters of a function of this name, wherever it stands. */
export function parametersOf({ code, bare }: PythonText, name: string): Parameter[] {
  const found = new RegExp(`^[ \\t]*(?:async\\s+)?def\\s+${name}\\s*\\(`, 'm').exec(bare);
  if (!found) return [];
  const from = found.index + found[0].length;
  const to = closing(bare, from);
  return splitAt(bare, { from, to }).flatMap(({ from: start, to: end }) => {
    const text = code.slice(start, end).trim();
    const [, parameter, type, value] = /^(\w+)\s*(?::\s*([\s\S]+?))?\s*(?:=\s*([\s\S]+))?$/.exec(text) ?? [];
    if (parameter === undefined || parameter === 'self') return [];
    return [
      {
        name: parameter,
        ...(type !== undefined && { type }),
        ...(value !== undefined && { default: value }),
      },
    ];
  });
}

function closing(bare: string, from: number): number {
  let depth = 1;
  for (let at = from; at < bare.length; at += 1) {
    if ('([{'.includes(bare.charAt(at))) depth += 1;
    if (')]}'.includes(bare.charAt(at))) depth -= 1;
    if (depth === 0) return at;
  }
  return bare.length;
}

/** Ranges between the commas that stand in no bracket. */
export function splitAt(bare: string, range: { from: number; to: number }): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  let depth = 0;
  let start = range.from;
  for (let at = range.from; at < range.to; at += 1) {
    if ('([{'.includes(bare.charAt(at))) depth += 1;
    if (')]}'.includes(bare.charAt(at))) depth -= 1;
    if (bare.charAt(at) === ',' && depth === 0) {
      parts.push({ from: start, to: at });
      start = at + 1;
    }
  }
  return [...parts, { from: start, to: range.to }];
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
