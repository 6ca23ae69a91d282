import { type LedgerEvent, subjectOf } from '../lease/events.ts';

/** Git shows this much of a subject nearly everywhere. */
const MAX_SUBJECT = 100;

/**
 * Subject of an append's commit, so that `git log refs/gpu-lease/runs/<run>` tells the run's story in words.
 * @param before what stood in the record already (the platform of a lease is in its intent)
 */
export function storyOf(events: readonly LedgerEvent[], before: readonly LedgerEvent[]): string {
  const platformOf = (lease: string) =>
    [...events, ...before].flatMap((event) =>
      event.type === 'intended' && event.lease === lease ? [event.platform] : [],
    )[0];
  const words = events.map((event) => subjectOf(event, platformOf));
  const subject = words.map(plain).join('; ');
  return subject.length <= MAX_SUBJECT ? subject : `${subject.slice(0, MAX_SUBJECT - 3)}...`;
}

/** Names come from platforms and boxes: no line breaks or terminal codes into a log that people read. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
