import type { LedgerEvent } from '../../src/lease/events.ts';
import type { Run } from '../../src/lease/run.ts';
import { usdBetween } from './accounts.ts';
import type { TwinBox } from './twin-accounts.ts';

/** What a USD was paid for. Only the first two were wanted. */
export const CAUSES = [
  'work that was sealed',
  'boot of a box that came up',
  'failed boot',
  'unfit box held',
  'idle before a start',
  'lost work redone',
  'work given up',
  'silent work before a look',
  'idle after end before a look',
  'sealing',
  'waiting for a person',
  'disk after park',
  'started again by hand',
  'on its way out',
  'traffic',
  'stray',
] as const;
export type Cause = (typeof CAUSES)[number];
export const isWanted = (cause: Cause): boolean => CAUSES.indexOf(cause) < 2;

export type Spent = Map<Cause, number>;

interface Turn {
  at: number;
  cause: Cause;
}

/** Every USD of the box by what it was paid for: the bill, cut where the work on it, the record or a person changed something. */
export function spentOn(box: TwinBox, run: Run, events: readonly LedgerEvent[], now: number): Spent {
  const spent: Spent = new Map();
  const turns = turnsOf(box, run, events).sort((a, b) => a.at - b.at);
  for (const [i, { at, cause }] of turns.entries()) {
    const usd = usdBetween(box, at, Math.max(at, turns[i + 1]?.at ?? now));
    if (usd > 0) spent.set(cause, (spent.get(cause) ?? 0) + usd);
  }
  if (box.trafficUsd > 0) spent.set('traffic', box.trafficUsd);
  return spent;
}

function turnsOf(box: TwinBox, run: Run, events: readonly LedgerEvent[]): Turn[] {
  const lease = run.leases.find(({ boxId }) => boxId === box.id);
  if (!lease) return [{ at: box.bornAt, cause: 'stray' }];
  const own = events.filter((event) => !('lease' in event) || event.lease === lease.name);
  const isUp = own.some(({ type }) => type === 'reachable');
  const sealed = run.seal ? Date.parse(run.seal.at) : Number.POSITIVE_INFINITY;
  return [
    { at: box.bornAt, cause: isUp ? 'boot of a box that came up' : 'failed boot' },
    ...own.flatMap((event) => turnOf(event, isUp)),
    ...box.startedAgain.map((at): Turn => ({ at, cause: 'started again by hand' })),
    ...box.history.map((_, i) => workTurn(box, i, sealed)),
  ];
}

/** What the record says from then on. */
function turnOf(event: LedgerEvent, isUp: boolean): Turn[] {
  const turn = (cause: Cause): Turn[] => [{ at: Date.parse(event.at), cause }];
  switch (event.type) {
    case 'reachable':
    case 'resolved':
      return isUp ? turn('idle before a start') : [];
    case 'audited':
      return event.fit ? [] : turn('unfit box held');
    case 'preempted':
      return turn('idle before a start');
    case 'cell-ended':
      return turn('sealing');
    case 'sealed':
    case 'halted':
      return isUp ? turn('waiting for a person') : [];
    case 'approved':
    case 'abandoned':
      return turn('on its way out');
    case 'parked':
      return turn('disk after park');
    case 'closed':
      return turn('stray');
    default:
      return [];
  }
}

/** Only the last attempt that came to its end, and was sealed, was worth its money. */
function workTurn({ history }: TwinBox, i: number, sealed: number): Turn {
  const { at, state, attempt } = history[i] as TwinBox['history'][number];
  if (state === 'silent') return { at, cause: 'silent work before a look' };
  if (state !== 'running') return { at, cause: 'idle after end before a look' };
  const isGood = history.some(
    (each) => each.attempt === attempt && each.state === 'ended' && each.exitCode === 0 && each.at <= sealed,
  );
  if (!Number.isFinite(sealed)) return { at, cause: 'work given up' };
  return { at, cause: isGood ? 'work that was sealed' : 'lost work redone' };
}
