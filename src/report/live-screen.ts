import { columnsOf, fit } from './columns.ts';
import { type Ink, inkFor } from './ink.ts';

/** What a screen needs of `process.stdout`. */
export type Window = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'rows' | 'write'>;

const USUAL = { columns: 80, rows: 24 };

/**
 * A few lines that are drawn again and again in one place. Each picture is one write and overwrites the one before it row by row:
 * nothing is cleared first, so nothing flickers. What does not fit into the window is left out and counted.
 */
export class LiveScreen {
  readonly #out: Window;
  readonly #ink: Ink;
  #drawn: readonly string[] = [];

  constructor(out: Window, env: NodeJS.ProcessEnv) {
    this.#out = out;
    this.#ink = inkFor({ isTTY: out.isTTY, env });
  }

  draw(lines: readonly string[]): void {
    const columns = this.#out.columns || USUAL.columns;
    const shown = withinWindow(lines, this.#out.rows || USUAL.rows).map((line) => fit(line, columns - 1));
    const up = this.#rowsOfLast(columns);
    const rows = shown.map((line) => `${this.#ink.line(line)}\x1b[K\n`).join('');
    this.#out.write(`${up > 0 ? `\x1b[${up}A\r` : ''}${rows}\x1b[0J`);
    this.#drawn = shown;
  }

  /** A window that was made narrower since has wrapped what stands there. */
  #rowsOfLast(columns: number): number {
    return this.#drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(columnsOf(line) / columns)), 0);
  }
}

/** The last row stays free for the cursor. */
function withinWindow(lines: readonly string[], rows: number): string[] {
  const room = Math.max(2, rows - 1);
  if (lines.length <= room) return [...lines];
  const left = lines.length - (room - 1);
  return [...lines.slice(0, room - 1), `and ${left} more lines: a taller window shows them`];
}
