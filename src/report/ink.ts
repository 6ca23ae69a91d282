import util from 'node:util';

/** Colours for lines that say the same without them. A text goes through once it is laid out: escapes take no columns. */
export interface Ink {
  heading(text: string): string;
  /** The mark before a warning. */
  mark(text: string): string;
  /** Of a plain line: words of danger, what is to be done next, the done part of a bar. */
  line(text: string): string;
}

/** What a stream and an environment say about colour. */
interface Asking {
  isTTY?: boolean;
  env: NodeJS.ProcessEnv;
}

/**
 * Whether to write colours, as Node decides it: `FORCE_COLOR` has the first word, then `NO_COLOR` (https://no-color.org), then
 * whether a terminal that knows them is there. Set to nothing is not set.
 */
export function wantsColour({ isTTY, env }: Asking): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced) return forced !== '0' && forced !== 'false';
  if (env['NO_COLOR'] || env['NODE_DISABLE_COLORS']) return false;
  return isTTY === true && env['TERM'] !== 'dumb';
}

const plain: Ink = { heading: (text) => text, mark: (text) => text, line: (text) => text };

export const inkFor = (asking: Asking): Ink => (wantsColour(asking) ? coloured : plain);

type Style = 'bold' | 'red' | 'magenta' | 'green';

/** Absent before Node 20.12; decided on above, for the stream that is written to. */
const styled = (styles: readonly Style[], text: string): string =>
  styles.reduce((sum, style) => util.styleText?.(style, sum, { validateStream: false }) ?? sum, text);

const DANGER =
  /(?<![\w-])(DANGER|ATTENTION|HALTED|WARNING|STALLED|OVER|NOT SAFE|NOT FIT|NOT VERIFIED|LOOK AT THIS)(?![\w-])/g;
/** Words of a state that stand alone in a column of a table. */
const BAD = /(?<= {2})(debt|halted|dead|lost|missing|unreadable|preempted|no-capacity|RUNNING)(?= {2}|$)/g;
const GOOD = /(?<= {2})(running|finished|sealed|released)(?= {2}|$)/g;
const NEXT = /^(\s*)(Next:)/;
const DONE = /\[(#+)(?=-*\])/;

/** Bold, red, magenta and green alone: in the usual palettes they can be read on black and on white, which yellow and blue cannot. */
const coloured: Ink = {
  heading: (text) => styled(['bold'], text),
  mark: (text) => styled(['bold', 'magenta'], text),
  line: (text) =>
    text
      .replace(DANGER, (word) => styled(['bold', 'red'], word))
      .replace(BAD, (word) => styled(['red'], word))
      .replace(GOOD, (word) => styled(['green'], word))
      .replace(NEXT, (_all, blanks: string, word: string) => `${blanks}${styled(['bold'], word)}`)
      .replace(DONE, (_all, done: string) => `[${styled(['green'], done)}`),
};
