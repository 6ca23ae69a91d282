import type { Clock } from '../clock.ts';
import type { Face, Progress } from '../world.ts';
import { columnsOf } from './columns.ts';
import { progressBar } from './progress-bar.ts';
import { visible } from './visible-text.ts';

/** Where lines cannot be redrawn (a log file), one line per so many seconds is enough. */
const PLAIN_EVERY_SECONDS = 5;
/** A pull of many small files reports thousands of times a second; no eye sees more than this. */
const REDRAW_EVERY_SECONDS = 0.1;
const INDENT = '   ';
const USUAL_COLUMNS = 80;
/** A log file has no width; a line still ends somewhere. */
const PLAIN_COLUMNS = 120;

/** What a face needs of `process.stdout` or `process.stderr`. */
export type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;

/** Lines and live bars on a terminal; plain lines where the output is not one. */
export function terminalFace(out: Screen, clock: Clock, env: NodeJS.ProcessEnv): Face {
  return out.isTTY && env['TERM'] !== 'dumb' ? liveFace(out, clock) : plainFace(out, clock);
}

const headingLine = (text: string): string => `\n== ${visible(text)}\n`;
const textLine = (text: string): string => `${INDENT}${visible(text).replaceAll('\n', `\n${INDENT}`)}\n`;
const warnLine: (...of: Parameters<Face['warn']>) => string = (text, at) =>
  `!  ${at ? `${visible(at.file)}:${at.line}:${at.column}: ` : ''}${visible(text).replaceAll('\n', `\n${INDENT}`)}\n`;

/** What goes on for long is shown now and then; what is soon over, once. */
function plainFace(out: Screen, clock: Clock): Face {
  const going = new Map<string, { since: number; line: string; isShown: boolean }>();
  return {
    heading: (text) => void out.write(headingLine(text)),
    line: (text) => void out.write(textLine(text)),
    warn: (text, at) => void out.write(warnLine(text, at)),
    progress(id, state) {
      const now = clock.now().getTime() / 1000;
      const line = `${INDENT}${progressBar(state, PLAIN_COLUMNS - INDENT.length)}\n`;
      const since = going.get(id)?.since ?? now;
      const isShown = now - since >= PLAIN_EVERY_SECONDS;
      going.set(id, { since: isShown ? now : since, line, isShown });
      if (isShown) out.write(line);
    },
    settle(id) {
      const final = going.get(id);
      if (final && !final.isShown) out.write(final.line);
      going.delete(id);
    },
  };
}

/** Redraws its bars in place, below everything that was printed. */
function liveFace(out: Screen, clock: Clock): Face {
  const live = new Map<string, Progress>();
  let drawn: string[] = [];
  let drawnAt = Number.NEGATIVE_INFINITY;

  const columns = () => Math.max(20, (out.columns || USUAL_COLUMNS) - 1);
  const lineOf = (state: Progress) => `${INDENT}${progressBar(state, columns() - INDENT.length)}`;
  // A terminal that was made narrower since has wrapped what stands there.
  const rows = () =>
    drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(columnsOf(line) / (columns() + 1))), 0);
  const erased = () => (drawn.length > 0 ? `\x1b[${rows()}A\r\x1b[0J` : '');
  const redraw = (above = '') => {
    const before = erased();
    drawn = [...live.values()].map(lineOf);
    drawnAt = clock.now().getTime() / 1000;
    const bars = drawn.map((line) => `${line}\n`).join('');
    if (before || above || bars) out.write(`${before}${above}${bars}`);
  };

  return {
    heading: (text) => redraw(headingLine(text)),
    line: (text) => redraw(textLine(text)),
    warn: (text, at) => redraw(warnLine(text, at)),
    progress(id, state) {
      const isNew = !live.has(id);
      live.set(id, state);
      if (isNew || clock.now().getTime() / 1000 - drawnAt >= REDRAW_EVERY_SECONDS) redraw();
    },
    settle(id) {
      const last = live.get(id);
      if (!last) return;
      live.delete(id);
      redraw(`${lineOf(last)}\n`);
    },
  };
}
