import type { Clock } from '../clock.ts';
import type { Face, Fact, Progress } from '../world.ts';
import { columnsOf } from './columns.ts';
import { type Ink, inkFor } from './ink.ts';
import { progressBar } from './progress-bar.ts';
import { visible } from './visible-text.ts';
import { wrapped } from './wrapped.ts';

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
  const page: Page = { out, ink: inkFor({ isTTY: out.isTTY, env }), columns: () => columnsOn(out) };
  return out.isTTY && env['TERM'] !== 'dumb' ? liveFace(page, clock) : plainFace(page, clock);
}

/** One column is left free: a terminal that was filled to the last one may begin a row of its own. */
export const columnsOn = ({ isTTY, columns }: Pick<Screen, 'isTTY' | 'columns'>): number | undefined =>
  isTTY ? Math.max(20, (columns || USUAL_COLUMNS) - 1) : undefined;

/** Columns of a line of a face, behind its indent. */
export function roomOn(face: Face): number | undefined {
  const columns = face.columns?.();
  return columns === undefined ? undefined : columns - INDENT.length;
}

interface Page {
  out: Screen;
  ink: Ink;
  /** `undefined`: a line may be of any length. */
  columns(): number | undefined;
}

const headingText = ({ ink }: Page, text: string): string => `\n${ink.heading(`== ${visible(text)}`)}\n`;

const lineText = (page: Page, text: string): string => laidOut(page, visible(text), INDENT);

function warnText(page: Page, text: string, at: Parameters<Face['warn']>[1]): string {
  const place = at ? `${visible(at.file)}:${at.line}:${at.column}: ` : '';
  return laidOut(page, `${place}${visible(text)}`, `${page.ink.mark('!')}  `);
}

/** @param first what stands before the first row, as wide as the indent of the others */
function laidOut({ ink, columns }: Page, text: string, first: string): string {
  const room = columns();
  const rows = room === undefined ? text.split('\n') : wrapped(text, room - INDENT.length);
  return rows.map((row, at) => `${at === 0 ? first : INDENT}${ink.line(row)}\n`).join('');
}

const OF_THE_MOMENT: readonly Fact['is'][] = ['rate', 'left', 'cards'];

/** The last words about something: how fast it went, and how long it would take, is over. */
function ended(state: Progress, is: string | undefined): Progress {
  const { facts } = state;
  if (!facts) return is === undefined ? state : { ...state, note: is };
  const last = facts.filter((fact) => !OF_THE_MOMENT.includes(fact.is));
  return {
    ...state,
    facts: last.map((fact) => (is !== undefined && fact.is === 'state' ? { is: 'state', text: is } : fact)),
  };
}

/** What goes on for long is shown now and then; what is soon over, once. */
function plainFace(page: Page, clock: Clock): Face {
  const { out, ink } = page;
  const going = new Map<string, { since: number; state: Progress; isShown: boolean }>();
  const lineOf = (state: Progress) =>
    `${INDENT}${ink.line(progressBar(state, (page.columns() ?? PLAIN_COLUMNS) - INDENT.length))}\n`;
  return {
    heading: (text) => void out.write(headingText(page, text)),
    line: (text) => void out.write(lineText(page, text)),
    warn: (text, at) => void out.write(warnText(page, text, at)),
    progress(id, state) {
      const now = clock.now().getTime() / 1000;
      const since = going.get(id)?.since ?? now;
      const isShown = now - since >= PLAIN_EVERY_SECONDS;
      going.set(id, { since: isShown ? now : since, state, isShown });
      if (isShown) out.write(lineOf(state));
    },
    settle(id, is) {
      for (const each of id === undefined ? [...going.keys()] : [id]) {
        const final = going.get(each);
        if (final && (!final.isShown || is !== undefined)) out.write(lineOf(ended(final.state, is)));
        going.delete(each);
      }
    },
    columns: page.columns,
  };
}

/** Redraws its bars in place, below everything that was printed. */
function liveFace(page: Page, clock: Clock): Face {
  const { out, ink } = page;
  const live = new Map<string, Progress>();
  let drawn: string[] = [];
  let drawnAt = Number.NEGATIVE_INFINITY;

  const columns = () => page.columns() ?? USUAL_COLUMNS;
  const lineOf = (state: Progress) => `${INDENT}${progressBar(state, columns() - INDENT.length)}`;
  // A terminal that was made narrower since has wrapped what stands there.
  const rows = () =>
    drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(columnsOf(line) / (columns() + 1))), 0);
  const erased = () => (drawn.length > 0 ? `\x1b[${rows()}A\r\x1b[0J` : '');
  const redraw = (above = '') => {
    const before = erased();
    drawn = [...live.values()].map(lineOf);
    drawnAt = clock.now().getTime() / 1000;
    const bars = drawn.map((line) => `${ink.line(line)}\n`).join('');
    if (before || above || bars) out.write(`${before}${above}${bars}`);
  };

  return {
    heading: (text) => redraw(headingText(page, text)),
    line: (text) => redraw(lineText(page, text)),
    warn: (text, at) => redraw(warnText(page, text, at)),
    progress(id, state) {
      const before = live.get(id);
      live.set(id, state);
      const isNews = before === undefined || stateOf(before) !== stateOf(state);
      if (isNews || clock.now().getTime() / 1000 - drawnAt >= REDRAW_EVERY_SECONDS) redraw();
    },
    settle(id, is) {
      const over = (id === undefined ? [...live.keys()] : [id]).filter((each) => live.has(each));
      const last = over.flatMap((each) => live.get(each) ?? []).map((state) => lineOf(ended(state, is)));
      for (const each of over) live.delete(each);
      if (over.length > 0) redraw(last.map((line) => `${ink.line(line)}\n`).join(''));
    },
    columns: page.columns,
  };
}

const stateOf = ({ facts }: Progress): string | undefined => facts?.find(({ is }) => is === 'state')?.text;
