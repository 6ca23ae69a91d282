import type { Clock } from '../clock.ts';
import type { Face, Progress } from '../world.ts';

const BAR_WIDTH = 24;
/** Where lines cannot be redrawn (a log file), one line per so many seconds is enough. */
const PLAIN_EVERY_SECONDS = 5;

/** Lines and live bars on a terminal; plain lines where the output is not one. Writes to stderr or stdout as told. */
export function terminalFace(out: NodeJS.WriteStream, clock: Clock): Face {
  const live = new Map<string, string>();
  const plainAt = new Map<string, number>();
  let drawn = 0;

  const erase = () => {
    if (drawn > 0) out.write(`\x1b[${drawn}A\x1b[0J`);
    drawn = 0;
  };
  const draw = () => {
    if (live.size === 0) return;
    const width = Math.max(20, (out.columns ?? 80) - 1);
    out.write(`${[...live.values()].map((line) => line.slice(0, width)).join('\n')}\n`);
    drawn = live.size;
  };
  const print = (text: string) => {
    erase();
    out.write(`${text}\n`);
    draw();
  };

  return {
    heading: (text) => print(`\n== ${safe(text)}`),
    line: (text) => print(`   ${safe(text)}`),
    warn: (text, at) => print(`!  ${at ? `${at.file}:${at.line}:${at.column}: ` : ''}${safe(text)}`),
    progress(id, state) {
      const line = `   ${bar(state)}`;
      if (out.isTTY) {
        erase();
        live.set(id, line);
        return draw();
      }
      const now = clock.now().getTime() / 1000;
      if (now - (plainAt.get(id) ?? Number.NEGATIVE_INFINITY) < PLAIN_EVERY_SECONDS) return;
      plainAt.set(id, now);
      print(line);
    },
    settle(id) {
      plainAt.delete(id);
      erase();
      const last = live.get(id);
      live.delete(id);
      if (last) out.write(`${last}\n`);
      draw();
    },
  };
}

/** "main   [########------]  40 %  200/500 steps  12 steps/s, loss 0.04" */
function bar({ label, done, total, unit, note }: Progress): string {
  const count = unit === 'bytes' ? formatBytes : (n: number) => String(Math.round(n));
  const share = total ? Math.min(1, done / total) : 0;
  const filled = Math.round(share * BAR_WIDTH);
  const drawnBar = total
    ? `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %  `
    : '';
  const amount = `${count(done)}${total ? `/${count(total)}` : ''}${unit === 'bytes' ? '' : ` ${unit}`}`;
  return `${safe(label).padEnd(10)} ${drawnBar}${amount}${note ? `  ${safe(note)}` : ''}`;
}

export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit]}`;
}

/** Text may come from a box: no control characters, so no cursor tricks and no forged lines. Line breaks stay. */
const safe = (text: string): string =>
  text.replace(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
