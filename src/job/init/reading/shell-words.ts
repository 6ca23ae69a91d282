/**
 * The words of one simple command, its quotes taken off. A variable is replaced where `known` says what it is; a word with
 * one that is not known is `undefined`, and so is one that asks the shell to run something.
 */
export function shellWords(
  line: string,
  known: ReadonlyMap<string, string> = new Map(),
): (string | undefined)[] {
  const words: (string | undefined)[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/g)) {
    if (/^[|&;<>#]/.test(word) || /^\d?>/.test(word)) break;
    words.push(unquoted(word, known));
    if (/;$/.test(word)) break;
  }
  return words;
}

function unquoted(word: string, known: ReadonlyMap<string, string>): string | undefined {
  if (/\$\(|`/.test(word)) return undefined;
  let isKnown = true;
  const variable = (name: string, otherwise: string | undefined): string => {
    const value = known.get(name) ?? otherwise;
    if (value === undefined) isKnown = false;
    return value ?? '';
  };
  const text = [...word.matchAll(/'([^']*)'|\\(.)|\$\{(\w+)(?::?-([^}]*))?\}|\$(\w+)|\$[@*]|"|;$|([\s\S])/g)]
    .map(([, single, escaped, braced, otherwise, plain, other]) => {
      const name = braced ?? plain;
      return name === undefined ? (single ?? escaped ?? other ?? '') : variable(name, otherwise);
    })
    .join('');
  return isKnown ? text : undefined;
}

/** `NAME=value` lines of a script, where the value needs nobody to work it out. */
export function plainAssignments(text: string): Map<string, string> {
  const known = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(
    /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)=(?:"([^"$`\\]*)"|'([^']*)'|([^\s"'$`;|&()]+))?[ \t]*$/gm,
  )) {
    known.set(name, double ?? single ?? bare ?? '');
  }
  return known;
}

/** `text` as one word of `sh`. */
export const shellQuoted = (text: string): string =>
  /^[A-Za-z0-9._/=:,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The path of a file as one word that no program takes for an option. */
export const pathQuoted = (path: string): string => shellQuoted(path.startsWith('-') ? `./${path}` : path);
