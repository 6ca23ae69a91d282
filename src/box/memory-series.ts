import type { RunDir } from '../launch/launcher.ts';
import type { Channel } from './channel.ts';

/** One row of the keeper's memory.tsv; `null` is what the box does not tell. Everything in it is a stranger's word. */
export interface MemorySample {
  /** Seconds since the epoch by the box's clock. */
  at: number;
  /** `undefined`: none ran. */
  cell: string | undefined;
  /** Bytes that no cache gives back, of our control group or else of the machine. */
  held: number | null;
  /** Bytes that may be held at most. */
  max: number | null;
  /** Kernel out-of-memory kills in our control group. */
  oomKills: number | null;
  /** Bytes of the card that holds the most. */
  cardUsed: number | null;
  cardTotal: number | null;
}

const MIB = 1024 * 1024;
const MOST_BYTES = 4 * MIB;
const MOST_ROWS = 50_000;
const ROW = /^\d{1,12}\t[A-Za-z0-9._-]{1,100}(?:\t(?:\d{1,15}|-)){8}\t[^\t\r\n]{0,20}$/;

/** Of all attempts on this box, as the keeper wrote them: a header, then rows. Empty where it wrote none. */
export async function memoryText(channel: Channel, dir: RunDir): Promise<string> {
  const script = `cat "$1"/attempts/*/memory.tsv "$1"/attempts/*/tasks/*/*/memory.tsv 2>/dev/null | head -c ${MOST_BYTES}`;
  const { stdout } = await channel.exec(['sh', '-c', script, 'sh', dir.base], {
    maxOutputBytes: MOST_BYTES,
  });
  return memoryRows(stdout);
}

/** What is a row, oldest first, below one header; a line that a full disk cut short is none. */
function memoryRows(text: string): string {
  const lines = text.split('\n');
  const rows = lines.filter((line) => ROW.test(line)).slice(0, MOST_ROWS);
  if (rows.length === 0) return '';
  rows.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  return `${[HEADER, ...rows].join('\n')}\n`;
}

const HEADER =
  'time\tcell\theld\tshared\tused\tmax\toom_kills\tcard_used_mib\tcard_total_mib\tcard\tcard_busy';

export function readMemory(text: string): MemorySample[] {
  return text
    .split('\n')
    .filter((line) => ROW.test(line))
    .slice(0, MOST_ROWS)
    .map((line) => {
      const fields = line.split('\t');
      const number = (at: number): number | null => (fields[at] === '-' ? null : Number(fields[at]));
      const mib = (at: number): number | null => {
        const value = number(at);
        return value === null ? null : value * MIB;
      };
      return {
        at: Number(fields[0]),
        cell: fields[1] === '-' ? undefined : fields[1],
        held: number(2),
        max: number(5),
        oomKills: number(6),
        cardUsed: mib(7),
        cardTotal: mib(8),
      };
    });
}
