import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../canonical.ts';
import { MARK } from '../record-mark-text.ts';
import type { RunRecord } from './ledger.ts';

/**
 * How far a record had come, in a word that fits into a label or tag at a platform: `<events>-<digest>`. Ten hex digits of the
 * SHA-256 over the last of these events, nonce included, so that a record that was cut and has grown again has another; and over
 * whether it was signed, so that one from which somebody took the signatures away is not believed where the secret is not set.
 */
export const recordMark = (record: RunRecord, count = record.events.length): string =>
  markOf(record, count, isSigned(record));

const isSigned = ({ trust }: RunRecord): boolean => trust === 'proven' || trust === 'not-verified';

function markOf({ events, nonces }: RunRecord, count: number, signed: boolean): string {
  const last = { ...events[count - 1], nonce: nonces?.[count - 1] ?? '' };
  // Around the event and not in it: whoever writes an event may put any key into it.
  const marked = signed ? ['signed', last] : last;
  const digest = createHash('sha256').update(canonicalJson(marked as unknown as Json));
  return `${count}-${digest.digest('hex').slice(0, 10)}`;
}

/** Why a record is not the one that was marked, or is shorter; `undefined` where it goes on from there. */
export function whyNotFromMark(record: RunRecord, mark: string): string | undefined {
  const count = Number(MARK.exec(mark)?.[1]);
  if (count > record.events.length)
    return `it has ${record.events.length} events, and had ${count} when work was begun on that box`;
  // Labels of before they told signed from plain: one that was written for a plain record fits a signed one as well.
  const fits = recordMark(record, count) === mark || markOf(record, count, false) === mark;
  return fits ? undefined : `its event ${count - 1} is another one than when work was begun on that box`;
}
