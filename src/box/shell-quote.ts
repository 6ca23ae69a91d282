/** A shell's `-c` string is one argument, and Linux refuses arguments of 128 KiB or more. */
const MAX_COMMAND_BYTES = 120_000;

/**
 * One command line that a POSIX shell splits back into exactly `argv`. Backslash and quote stand outside the single
 * quotes, because fish gives them a meaning inside; so the line means the same to sh, bash, zsh and fish.
 *
 * @throws RangeError for a NUL, which no argument can hold, and for a line too long to be started: send data by stdin
 */
export function quoteArgv(argv: readonly string[]): string {
  // The first word is always quoted: bare, it could be a keyword (`if`) or an alias of the box's owner.
  const line = argv
    .map((word, index) => (index > 0 && /^[\w./:@%+,-]+$/.test(word) ? word : quoteWord(word)))
    .join(' ');
  return startable(line);
}

export const quoteWord = (word: string): string =>
  word === ''
    ? "''"
    : word.replace(/[^'\\]+|['\\]/g, (part) => (part === "'" || part === '\\' ? `\\${part}` : `'${part}'`));

/** What some login shell changes even within single quotes: csh a line end and `!`, fish a backslash, all of them the quote. */
const CHANGED = ['\n', '!', "'", '\\'] as const;

/** The csh of BSD takes no word of 1024 bytes or more; so many characters are fewer, whatever they are. */
const WORD_CHARACTERS = 250;

/**
 * A line for whatever login shell the account has, csh and fish included, that hands `program` to `sh` unchanged: what such shells
 * change travels as control characters that the program does not hold, and `tr` puts it back. It travels in several words, which
 * "$*" joins: an IFS of its own has only the subshell.
 *
 * @param program text for `sh`; what ends it must not be a line end, which `$( )` drops
 * @throws RangeError as `quoteArgv` does
 */
export function lineForAnyShell(program: string): string {
  const unused = [
    ...'\u0001\u0002\u0003\u0004\u0005\u0006\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016',
  ];
  const places = unused.filter((each) => !program.includes(each)).slice(0, CHANGED.length);
  if (places.length < CHANGED.length) return startable(quoteArgv(['sh', '-c', program]));
  const carried = program.replace(/[\n!'\\]/g, (each) => places[CHANGED.indexOf(each as '\n')] ?? each);
  const back = CHANGED.map((each) => `\\${each.charCodeAt(0).toString(8).padStart(3, '0')}`).join('');
  const words = carried.match(new RegExp(`[^]{1,${WORD_CHARACTERS}}`, 'gu')) ?? [''];
  const whole = `$(IFS=; printf %s "$*" | tr "${places.join('')}" "${back}")`;
  return startable(`'sh' -c 'eval "${whole}"' sh ${words.map((word) => `'${word}'`).join(' ')}`);
}

function startable(line: string): string {
  if (line.includes('\0')) throw new RangeError('a command word holds a NUL character');
  const bytes = Buffer.byteLength(line);
  if (bytes > MAX_COMMAND_BYTES)
    throw new RangeError(`a command line of ${bytes} bytes cannot be started; use stdin`);
  return line;
}
