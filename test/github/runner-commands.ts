/**
 * The commands that the runner would obey in a text, by the rules of its source (actions/runner,
 * src/Runner.Common/ActionCommand.cs): `::name` at the start of a line, blanks before it aside, and `##[name]` anywhere.
 * Both are looked for by culture, so characters that the root collation ignores are not there at all.
 */
export function commandsIn(text: string): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((raw) => {
    const line = withoutIgnored(raw);
    const second = /^[\s\u0085]*::([^\s:]*)[^:]*(?::[^:]+)*::/.exec(line)?.[1];
    const first = /##\[([^\]\s]*)[^\]]*\]/.exec(line)?.[1];
    const name = second ?? first;
    return name === undefined || name === '' ? [] : [name];
  });
}

const root = new Intl.Collator('und');
const known = new Map<string, boolean>();

function withoutIgnored(text: string): string {
  return [...text].filter((char) => !isIgnored(char)).join('');
}

function isIgnored(char: string): boolean {
  if (/^[\x20-\x7e]$/.test(char)) return false;
  const had = known.get(char);
  if (had !== undefined) return had;
  const ignored = root.compare('a', `a${char}`) === 0;
  known.set(char, ignored);
  return ignored;
}

/** Every character that comparing by culture overlooks; hundreds, in a full build of ICU. */
export function ignoredByCulture(): string[] {
  const all: string[] = [];
  for (let code = 0x80; code < 0x3_0000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const char = String.fromCodePoint(code);
    if (isIgnored(char)) all.push(char);
  }
  return all;
}
