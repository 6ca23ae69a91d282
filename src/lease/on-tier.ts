import { secondsBetween } from '../clock.ts';
import type { EventBody, OnTier } from './events.ts';
import type { Cell, Run } from './run.ts';

/** Why the newest checkpoint of a cell does not get to the durable tier, as ends of a sentence. */
export const NOT_ON_TIER = {
  'no-room': 'it has no room',
  'not-there': 'it is not there, or cannot be written',
  'copy-failed': 'the copy breaks off',
  differs: 'the copy has other hashes than its source',
} as const;
export type TierFailure = keyof typeof NOT_ON_TIER;

/** What the box says of one cell's copies: the newest whole one, and why there is no newer one. */
export interface SeenOnTier {
  cell: string;
  copy: OnTier['copy'];
  /** One that was written to while it was copied is tried again, and is no failure. */
  failure: TierFailure | undefined;
}

/** A newer copy alone is no news more often than that: a record is no log. */
const TOLD_EVERY_SECONDS = 600;

/** What the record does not know yet: a first copy, a failure that begins or ends, and from time to time the newest copy. */
export const tierNews = (run: Run, lease: string, seen: readonly SeenOnTier[], now: Date): EventBody[] =>
  seen.flatMap(({ cell, copy, failure }): EventBody[] => {
    const known = run.cells.get(cell)?.onTier;
    const isOther = known?.lease !== lease || known.failure?.why !== failure || !known.copy !== !copy;
    const isOld = known !== undefined && secondsBetween(new Date(known.at), now) >= TOLD_EVERY_SECONDS;
    const isNewer = known?.copy?.id !== copy?.id && (isOld || run.cells.get(cell)?.ended !== undefined);
    if (!(copy || failure || known) || !(isOther || isNewer)) return [];
    return [{ type: 'on-tier', lease, cell, ...(copy && { copy }), ...(failure && { failure }) }];
  });

/** What the record has of the durable copies of a cell, for people and for `--json`. */
export interface TierFacts {
  cell: string;
  lease: string;
  /** Directory of the durable tier, where that is known. */
  dir: string | null;
  /** The newest whole copy: what it is called, and when it was begun, by the box's clock. */
  copy: { set: string; files: number; bytes: number; since: string } | null;
  failure: { why: string; since: string } | null;
  /** When a look last told of it. */
  seenAt: string;
}

export const tierFacts = (run: Run): TierFacts[] =>
  [...run.cells.values()].flatMap(({ name: cell, onTier }) => {
    if (!onTier) return [];
    const { lease, at, copy, failure } = onTier;
    return [
      {
        cell,
        lease,
        dir: run.leases.find(({ name }) => name === lease)?.placed?.durable ?? null,
        copy: copy ? { set: copy.name, files: copy.files, bytes: copy.bytes, since: beganAt(copy.id) } : null,
        failure: failure ? { why: NOT_ON_TIER[failure.why], since: failure.since } : null,
        seenAt: at,
      },
    ];
  });

/** `<seconds since the epoch>-<attempt>`. */
const beganAt = (id: string): string => new Date(Number(id.split('-')[0]) * 1000).toISOString();

export const tierWords = ({ cell, lease, dir, copy, failure, seenAt }: TierFacts): string =>
  [
    `${cell}: on the durable tier of ${lease}${dir === null ? '' : ` (${dir})`}: ${copy ? `${copy.set}, ${copy.files} files, ${copy.bytes} bytes, since ${copy.since}` : 'no whole copy'}`,
    ...(failure ? [`FAILS since ${failure.since}: ${failure.why}`] : []),
    `seen at ${seenAt}`,
  ].join('; ');

/** Takes over what a look was told. */
export function takeOnTier(cell: Cell, { lease, copy, failure, at }: OnTier & { at: string }): void {
  const before = cell.onTier?.lease === lease ? cell.onTier.failure : undefined;
  const since = before !== undefined && before.why === failure ? before.since : at;
  cell.onTier = { lease, at, copy, failure: failure && { why: failure, since } };
}
