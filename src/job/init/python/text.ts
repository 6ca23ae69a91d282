/** A Python file, read and never run. All three texts have the same length, so that an offset in one is one in all. */
export interface PythonText {
  path: string;
  text: string;
  /** Without its comments: spaces stand in their place. */
  code: string;
  /** Without comments and without what stands in its strings: no bracket, comma or word here is quoted. */
  bare: string;
  /** Offsets at which its lines begin. */
  lines: readonly number[];
}

const PREFIX = /[rbfutRBFUT]{0,2}$/;

export function readPython(path: string, text: string): PythonText {
  let code = '';
  let bare = '';
  for (let at = 0; at < text.length; ) {
    const char = text[at];
    if (char === '#') {
      const end = endOfLine(text, at);
      code += blank(text.slice(at, end));
      bare += blank(text.slice(at, end));
      at = end;
    } else if (char === '"' || char === "'") {
      const isRaw = /r/i.test(PREFIX.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? '');
      const { end, quotes } = endOfString(text, at, isRaw);
      const whole = text.slice(at, end);
      code += whole;
      bare += whole.length < 2 * quotes ? blank(whole) : emptied(whole, quotes);
      at = end;
    } else {
      code += char;
      bare += char;
      at += 1;
    }
  }
  return { path, text, code, bare, lines: lineStarts(text) };
}

const lineStarts = (text: string): number[] => [
  0,
  ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1),
];

export function lineAt({ lines }: PythonText, offset: number): number {
  let [low, high] = [0, lines.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

const emptied = (whole: string, quotes: number): string =>
  whole.slice(0, quotes) + blank(whole.slice(quotes, -quotes)) + whole.slice(-quotes);

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** A string that is not closed ends with its line, one in three quotes with the file. */
function endOfString(text: string, from: number, isRaw: boolean): { end: number; quotes: number } {
  const one = text.charAt(from);
  const quotes = text.startsWith(one.repeat(3), from) ? 3 : 1;
  const closing = one.repeat(quotes);
  for (let at = from + quotes; at < text.length; at += 1) {
    if (text[at] === '\\' && (!isRaw || text[at + 1] === one)) at += 1;
    else if (quotes === 1 && text[at] === '\n') return { end: at, quotes };
    else if (text.startsWith(closing, at)) return { end: at + quotes, quotes };
  }
  return { end: text.length, quotes };
}
