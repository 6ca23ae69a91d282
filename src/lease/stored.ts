import { secondsBetween } from '../clock.ts';
import type { Stored } from './events.ts';
import { type Lease, openMeters, type Run } from './run.ts';
import type { Step } from './step.ts';

/** Where the sealed artifacts lie now, beside the disk of the machine that sealed them: what a store has thrown away is gone. */
export const storedNow = (run: Run, now: Date): Stored[] =>
  run.stored.filter(({ keptUntil }) => keptUntil === undefined || Date.parse(keptUntil) > now.getTime());

/** Sealed on a disk that is thrown away, and in no store yet. */
export const needsStoring = (run: Run, now: Date): boolean =>
  run.seal !== undefined && run.opened?.needsStore === true && storedNow(run, now).length === 0;

/** A machine that sealed and said nothing since is taken to be gone, with what it had not stored yet. */
const GONE_AFTER_SECONDS = 3600;

/**
 * What is sealed is brought where it stays. Where this machine does not have it, the one that sealed it is waited for; then its disk
 * is gone with what it had not stored, and everything is collected again from the box.
 */
export function storing(run: Run, seal: string, now: Date): Step[] {
  if (!needsStoring(run, now)) return [];
  const silentSeconds = secondsBetween(new Date(run.updatedAt ?? 0), now);
  const isVoid = silentSeconds >= GONE_AFTER_SECONDS && run.leases.some(stillHasIt);
  return [{ do: 'store', seal }, ...(isVoid ? [{ do: 'unseal', seal } as const] : [])];
}

/** Where no box has it any more, a seal is all that tells of what there was: it is not given up. */
const stillHasIt = (lease: Lease): boolean =>
  lease.started !== undefined &&
  !lease.boxGone &&
  lease.verbsDone.length === 0 &&
  openMeters(lease).length > 0;
