import { execFileSync } from 'node:child_process';

const HISTORY = 5000;

interface Capture {
  /** With what scrolled out of the window. */
  whole?: boolean;
  /** With the escapes of its colours. */
  colour?: boolean;
  /** A line that the terminal itself had to break is one line again, longer than the window. */
  joined?: boolean;
}

/** A program in a real terminal of so many columns, on a tmux server of its own. */
export class Tmux {
  readonly #socket = `gl-${process.pid}-${Math.random().toString(36).slice(2, 10)}`;

  /** @param env the whole environment of the program */
  constructor(
    argv: readonly string[],
    {
      columns,
      rows = 50,
      cwd,
      env,
    }: { columns: number; rows?: number; cwd: string; env: Record<string, string> },
  ) {
    const command = ['env', '-i', ...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...argv];
    // What it left on its screen is looked at after its end.
    const kept = `${command.map(quoted).join(' ')}; printf 'ended with %s\\n' "$?"; exec sleep 600`;
    const history = ['set-option', '-g', 'history-limit', String(HISTORY)];
    const session = ['new-session', '-d', '-s', 'one', '-x', String(columns), '-y', String(rows), '-c', cwd];
    this.#tmux('-f', '/dev/null', 'start-server', ';', ...history, ';', ...session, 'sh', '-c', kept);
  }

  lines({ whole = false, colour = false, joined = false }: Capture = {}): string[] {
    const how = [...(whole ? ['-S', '-'] : []), ...(colour ? ['-e'] : []), ...(joined ? ['-J'] : [])];
    const text = this.#tmux('capture-pane', '-p', '-t', 'one', ...how);
    return text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .trimEnd()
      .split('\n');
  }

  type(text: string): void {
    this.#tmux('send-keys', '-t', 'one', '-l', text);
    this.key('Enter');
  }

  /** As tmux names it: `Enter`, `C-c`. */
  key(name: string): void {
    this.#tmux('send-keys', '-t', 'one', name);
  }

  resize(columns: number, rows = 50): void {
    this.#tmux('resize-window', '-t', 'one', '-x', String(columns), '-y', String(rows));
  }

  /** Nothing of the scenes before is seen, nor scrolls back. */
  clear(): void {
    this.#tmux('send-keys', '-R', '-t', 'one', ';', 'clear-history', '-t', 'one');
  }

  /** @returns the lines that are there once one of them matches */
  async shows(text: RegExp, seconds: number, capture: Capture = {}): Promise<string[]> {
    return this.until((lines) => lines.some((line) => text.test(line)), seconds, capture);
  }

  async until(
    holds: (lines: string[]) => boolean,
    seconds: number,
    capture: Capture = {},
  ): Promise<string[]> {
    const end = Date.now() + seconds * 1000;
    for (;;) {
      const lines = this.lines(capture);
      if (holds(lines)) return lines;
      if (Date.now() > end) throw new Error(`not seen within ${seconds} s:\n${lines.join('\n')}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  end(): void {
    try {
      this.#tmux('kill-server');
    } catch {
      // It ended with its last session.
    }
  }

  #tmux(...args: string[]): string {
    return execFileSync('tmux', ['-u', '-L', this.#socket, ...args], { encoding: 'utf8', timeout: 30_000 });
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Lines that are wider than the window, other than those of one word that no program may break: a path, an address. */
export const overflowing = (joined: readonly string[], columns: number): string[] =>
  joined.filter((line) => line.length > columns && line.trim().split(/\s+/).length > 1);
