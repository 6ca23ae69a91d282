import type { Progress } from '../world.ts';
import { fit, pad } from './columns.ts';
import { visibleLine } from './visible-text.ts';

const MAX_BAR = 24;
const MIN_BAR = 6;
/** Columns that a note may claim from the bar. */
const MAX_NOTE = 44;

/** "main        [########------]  40 %  200/500 steps  12 steps/s, loss 0.04", in at most `columns` columns. */
export function progressBar({ label, done, total, unit, note }: Progress, columns: number): string {
  const count = unit === 'bytes' ? formatBytes : (n: number) => String(Math.round(n));
  const amount = `${count(done)}${total ? `/${count(total)}` : ''}${unit === 'bytes' ? '' : ` ${unit}`}`;
  const tail = `${amount}${note ? `  ${visibleLine(note)}` : ''}`;
  const head = pad(fit(visibleLine(label), Math.max(8, Math.floor(columns / 3))), 10);
  if (!total) return fit(`${head} ${tail}`, columns);
  const share = Math.min(1, Math.max(0, done / total));
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
  // The bar gives way first, then the note is cut.
  const room =
    columns - `${head} [] ${percent}  ${amount}`.length - (note ? Math.min(note.length + 2, MAX_NOTE) : 0);
  const size = Math.min(MAX_BAR, room);
  if (size < MIN_BAR) return fit(`${head} ${percent}  ${tail}`, columns);
  const filled = Math.round(share * size);
  return fit(`${head} [${'#'.repeat(filled)}${'-'.repeat(size - filled)}] ${percent}  ${tail}`, columns);
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}
