/** A shell's `-c` string is one argument, and Linux refuses arguments of 128 KiB or more. */
const MAX_COMMAND_BYTES = 120_000;

/**
 * One command line that a login shell splits back into exactly `argv`. Backslash and quote stand outside the single
 * quotes, because fish gives them a meaning inside; so the line means the same to sh, bash, zsh and fish.
 *
 * @throws RangeError for a NUL, which no argument can hold, and for a line too long to be started: send data by stdin
 */
export function quoteArgv(argv: readonly string[]): string {
  // The first word is always quoted: bare, it could be a keyword (`if`) or an alias of the box's owner.
  const line = argv
    .map((word, index) => (index > 0 && /^[\w./:@%+,-]+$/.test(word) ? word : quoteWord(word)))
    .join(' ');
  if (line.includes('\0')) throw new RangeError('a command word holds a NUL character');
  const bytes = Buffer.byteLength(line);
  if (bytes > MAX_COMMAND_BYTES)
    throw new RangeError(`a command line of ${bytes} bytes cannot be started; use stdin`);
  return line;
}

const quoteWord = (word: string): string =>
  word === ''
    ? "''"
    : word.replace(/[^'\\]+|['\\]/g, (part) => (part === "'" || part === '\\' ? `\\${part}` : `'${part}'`));
