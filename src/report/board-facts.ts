import { formatUsd } from '../money.ts';
import type { ChartPoint } from './loss-chart.ts';

/** One run of a board. */
export interface BoardRow {
  run: string;
  job: string;
  /** As of a run; `unreadable`: its record is none, or nobody here can trust it. */
  state: string;
  /** Which part of which sweep it is. */
  sweep: { id: string; part: number; of: number } | null;
  /** Steps of all of its cells, as far as the record and what was pulled here know; `null`: nobody said how many. */
  done: number | null;
  total: number | null;
  /** Of the first cell that has a curve here. */
  loss: { key: string; last: number; curve: ChartPoint[] } | null;
  /** Boxes whose meters are not proven stopped. */
  boxes: number;
  usdPerHourNow: number;
  costUsd: number;
  budgetUsd: number | null;
  /** Meters that should have stopped and are not proven to have. */
  debts: number;
  /** When its box last answered, or something last happened. ISO 8601; `null`: never. */
  seenAt: string | null;
  /** Where what it printed is, once no box of it is held that could be asked; `null` while one is, and where nothing was begun. */
  log: string | null;
  /** Whom or what it waits for; `null`: nobody, it goes on. */
  waits: {
    for: 'approval' | 'person' | 'store' | 'capacity' | 'queue';
    says: string;
    phrase: string | null;
  } | null;
}

export interface BoardFacts {
  /** ISO 8601. */
  madeAt: string;
  /** Those that cost something. */
  boxes: number;
  usdPerHourNow: number;
  costUsd: number;
  debts: number;
  runs: BoardRow[];
}

/** Who waits for a person comes first, then who owes nothing and costs most. */
const RANK = ['debt', 'unreadable', 'halted'];

/** Rows as one board: what they cost together, and in the order in which a person should see them. */
export function boardOf(rows: readonly BoardRow[], now: Date): BoardFacts {
  const sum = (of: (row: BoardRow) => number) =>
    Number(rows.reduce((all, row) => all + of(row), 0).toFixed(6));
  const rank = ({ state, waits }: BoardRow): number =>
    RANK.includes(state) ? RANK.indexOf(state) : waits?.for === 'approval' ? RANK.length : RANK.length + 1;
  return {
    madeAt: now.toISOString(),
    boxes: sum(({ boxes, usdPerHourNow }) => (usdPerHourNow > 0 ? boxes : 0)),
    usdPerHourNow: sum(({ usdPerHourNow }) => usdPerHourNow),
    costUsd: sum(({ costUsd }) => costUsd),
    debts: sum(({ debts }) => debts),
    runs: [...rows].sort((a, b) => rank(a) - rank(b) || (a.run < b.run ? -1 : 1)),
  };
}

/** "2 boxes bill 1.63 USD/h; 0 debts; 3 open runs, 4.20 USD so far"; of a record that cannot be read nothing is said but that. */
export function boardSentence({ boxes, usdPerHourNow, costUsd, debts, runs }: BoardFacts): string {
  const unread = unreadRows(runs);
  const bill =
    boxes > 0
      ? `${count(boxes, 'box', 'boxes')} ${boxes === 1 ? 'bills' : 'bill'} ${price(usdPerHourNow)} USD/h`
      : unread > 0
        ? 'nothing is known to bill'
        : 'nothing bills';
  const unknown =
    unread > 0 ? `; ${count(unread, 'record', 'records')} cannot be read: what it costs is unknown` : '';
  return `${bill}; ${count(debts, 'debt', 'debts')}; ${count(runs.length, 'open run', 'open runs')}, ${formatUsd(costUsd)} so far${unknown}`;
}

/** Runs of which nobody here can tell whether they cost. */
export const unreadRows = (runs: readonly BoardRow[]): number =>
  runs.filter(({ state }) => state === 'unreadable').length;

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const price = (usdPerHour: number): string =>
  usdPerHour === 0 ? '0' : usdPerHour.toFixed(usdPerHour < 0.1 ? 4 : 2);

/** Between 0 and 1; `null` where nobody knows. */
export const shareDone = ({ done, total }: BoardRow): number | null =>
  done === null || !total ? null : Math.min(1, Math.max(0, done / total));

/** A person is to do something, or nothing is done. */
export const needsPerson = ({ state, waits }: BoardRow): boolean =>
  RANK.includes(state) || waits?.for === 'approval' || waits?.for === 'person';
