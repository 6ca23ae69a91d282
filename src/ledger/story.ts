import type { LedgerEvent } from '../lease/events.ts';

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
  const words = events.map((event) => inWords(event, platformOf));
  const subject = words.map(plain).join('; ');
  return subject.length <= MAX_SUBJECT ? subject : `${subject.slice(0, MAX_SUBJECT - 3)}...`;
}

function inWords(event: LedgerEvent, platformOf: (lease: string) => string | undefined): string {
  switch (event.type) {
    case 'run-opened':
      return `opened ${event.job} at ${event.commit.slice(0, 10)}${event.dirty ? ' (dirty)' : ''}`;
    case 'smoke-passed':
      return event.drill === 'none'
        ? 'smoke passed'
        : `smoke passed, resumed at step ${event.drill.resumedAtStep}`;
    case 'smoke-waived':
      return 'smoke waived by the job';
    case 'intended':
      return `intend to rent ${event.lease} on ${event.platform}`;
    case 'rent-refused':
      return `could not rent ${event.lease}: ${event.reason}`;
    case 'no-capacity':
      return 'no candidate has a box';
    case 'claimed':
      return `another process goes on with ${event.lease}`;
    case 'boot-failed':
      return `${event.lease} never came up`;
    case 'surfaced':
      return `${event.lease} surfaced, a box that nobody holds`;
    case 'rented':
      return `${event.adopted ? 'adopted' : 'rented'} ${event.lease} on ${platformOf(event.lease) ?? 'its platform'}`;
    case 'reachable':
      return `${event.lease} answers`;
    case 'audited':
      return event.fit ? `${event.lease} is fit` : `${event.lease} is not fit`;
    case 'started':
      return `started attempt ${event.attempt} on ${event.lease}`;
    case 'resumed':
      return `${event.cell} resumed at step ${event.firstStep}`;
    case 'kept':
      return `kept ${count(event.files.length, 'file')} of ${event.cell}${event.step === undefined ? '' : ` at step ${event.step}`}`;
    case 'kept-stored':
      return `stored kept copies of ${count(event.cells.length, 'cell')} as ${event.store}`;
    case 'kept-dropped':
      return `removed kept copies ${event.mark.slice(0, 8)} from their store`;
    case 'kept-lost':
      return `goes on without the newest copies of ${event.cell}`;
    case 'preempted':
      return `preempted on ${event.lease}: ${event.what} lost`;
    case 'cell-ended':
      return `${event.cell} ${event.verdict} with exit code ${event.exitCode}`;
    case 'collected':
      return `collected ${count(event.files, 'file')} from ${event.lease}`;
    case 'sealed':
      return `sealed ${event.verified}/${event.roster} as ${event.seal.slice(0, 8)}`;
    case 'unsealed':
      return `seal ${event.seal.slice(0, 8)} is void: ${event.why}`;
    case 'stored':
      return `stored ${count(event.files, 'file')} of ${event.seal.slice(0, 8)} as ${event.store}`;
    case 'standing-approved':
      return `approved in advance: release at ${event.level} or better`;
    case 'continued':
      return `goes on elsewhere (${event.how}, hop ${event.hop})`;
    case 'runner-used':
      return `${event.stage} used ${Math.round(event.seconds)} s of a runner`;
    case 'approved':
      // Who approved is in the event; a log that may be public names nobody.
      return `approved ${event.goal} of ${event.lease} for ${event.binds.slice(0, 8)}`;
    case 'releasing':
      return `${event.verb} ${event.lease}`;
    case 'meter-stopped':
      return `meter ${event.meter} of ${event.lease} stopped`;
    case 'owed':
      return `owed: meter ${event.meter} of ${event.lease}`;
    case 'word-given':
      // Whose word it is stands in the event, as with an approval.
      return `word given: ${event.verb} of ${event.lease} was done`;
    case 'parked':
      return `parked ${event.lease}`;
    case 'released':
      return `released ${event.lease}`;
    case 'abandoned':
      return `abandoned ${event.lease}, ${count(event.lost.length, 'artifact')} lost`;
    case 'halted':
      return `halted: ${event.code}`;
    case 'resolved':
      return 'resolved, going on';
    case 'vouched':
      return `vouched for by ${event.witnesses.join(', ')}`;
    case 'seen':
      return `${event.lease} was seen`;
    case 'unreached':
      return `${event.lease} does not answer`;
    case 'stands-stopped':
      return `${event.lease} is stopped still`;
    case 'runs-again':
      return `${event.lease} runs again`;
    case 'stalled':
      return `${event.cell} is silent for ${Math.round(event.quietSeconds)} s`;
    case 'moving':
      return `${event.cell} goes on`;
    case 'detached':
      return `${event.cell} went into the background`;
    case 'told':
      return `told: ${event.of}`;
    case 'closed':
      return `closed at ${event.usd.toFixed(4)} USD`;
  }
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** Names come from platforms and boxes: no line breaks or terminal codes into a log that people read. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
