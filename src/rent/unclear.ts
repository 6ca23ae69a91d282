import type { Run } from '../lease/run.ts';
import { lastUnclear } from '../lease/surfaced.ts';
import type { HeldBack } from './failures.ts';

/** A platform that gave no clear answer is the last choice for so long. */
const FOR_SECONDS = 600;
/** So often in a row, and it is not asked at all meanwhile: it is down, and each try is one that may have made a box. */
const IN_A_ROW = 2;

/**
 * Of a platform whose last creates in this run had no clear answer (a lost connection, a 5xx that says nothing) and left nothing behind:
 * its offers come behind those of every other platform, and after two of them it has a rest. That is its trouble and not the request's,
 * so no breaker counts it; a run still ends at its number of boxes.
 */
export function unclearOf(
  run: Run,
  platform: string,
  now: Date,
): { heldBack: HeldBack; mayBeAsked: boolean } | undefined {
  const unclear = lastUnclear(run, platform);
  const last = unclear.at(-1);
  if (!last?.refusal) return;
  const until = new Date(Date.parse(last.claim.at) + FOR_SECONDS * 1000);
  if (until <= now) return;
  const times = unclear.length === 1 ? 'the last create' : `the last ${unclear.length} creates`;
  const why = `${times} at ${platform} had no clear answer and left nothing behind: ${last.refusal.what.slice(0, 160)}`;
  return { heldBack: { why, until: until.toISOString() }, mayBeAsked: unclear.length < IN_A_ROW };
}
