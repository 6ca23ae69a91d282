import { formatUsd } from '../money.ts';
import type { LedgerEvent } from './events.ts';
import { opaqueWords } from './opaque-words.ts';

type OfType<T> = Extract<LedgerEvent, { type: T }>;

/** The platform of a lease, as its intent says it; `undefined` where the record has none. */
export type PlatformOf = (lease: string) => string | undefined;

interface Words<E> {
  /** A few words for the subject of a commit. A log that may be public names nobody. */
  subject(event: E, platformOf: PlatformOf): string;
  /** A sentence for `log` and the report. */
  sentence(event: E): string;
}

const WORDS: { [T in LedgerEvent['type']]: Words<OfType<T>> } = {
  'run-opened': {
    subject: (event) => `opened ${event.job} at ${event.commit.slice(0, 10)}${event.dirty ? ' (dirty)' : ''}`,
    sentence: (event) =>
      `opened job ${event.job} at commit ${event.commit.slice(0, 8)}${event.dirty ? ' with uncommitted changes' : ''}, ${event.cells.length} cell(s)`,
  },
  'smoke-passed': {
    subject: (event) =>
      event.drill === 'none' ? 'smoke passed' : `smoke passed, resumed at step ${event.drill.resumedAtStep}`,
    sentence: (event) =>
      `smoke passed in ${event.seconds} s${event.drill === 'none' ? ', no drill' : `; killed at step ${event.drill.killedAtStep}, resumed at step ${event.drill.resumedAtStep}`}`,
  },
  'smoke-waived': {
    subject: () => 'smoke waived by the job',
    sentence: () => 'WARNING: no smoke, by the job file',
  },
  intended: {
    subject: (event) => `intend to rent ${event.lease} on ${event.platform}`,
    sentence: (event) =>
      `intends ${event.lease}: ${event.summary} on ${event.platform} at ${event.usdPerHour} USD/h`,
  },
  'rent-refused': {
    subject: (event) => `could not rent ${event.lease}: ${event.reason}`,
    sentence: (event) => `${event.lease} was not rented (${event.reason}): ${event.what}`,
  },
  'no-capacity': {
    subject: () => 'no candidate has a box',
    sentence: (event) =>
      `no candidate has a box; again at ${event.tryAgainAt}${event.declined.map((why) => `; ${why}`).join('')}`,
  },
  claimed: {
    subject: (event) => `another process goes on with ${event.lease}`,
    sentence: (event) => `another process goes on renting ${event.lease}; the first one is gone`,
  },
  'boot-failed': {
    subject: (event) => `${event.lease} never came up`,
    sentence: (event) =>
      `${event.lease} NEVER CAME UP: ${event.why}${event.host === undefined ? '' : `; host ${event.host} is not taken again`}`,
  },
  surfaced: {
    subject: (event) => `${event.lease} surfaced, a box that nobody holds`,
    sentence: (event) =>
      `SURFACED ${event.lease} (box ${event.boxId}): an earlier create of ${event.of} left it behind`,
  },
  rented: {
    subject: (event, platformOf) =>
      `${event.adopted ? 'adopted' : 'rented'} ${event.lease} on ${platformOf(event.lease) ?? 'its platform'}`,
    sentence: (event) =>
      `${event.adopted ? 'adopted' : 'rented'} ${event.lease}; meters: ${event.meters.map((meter) => `${meter.id} ${meter.usdPerHour} USD/h`).join(', ')}`,
  },
  reachable: {
    subject: (event) => `${event.lease} answers`,
    sentence: (event) => `reached ${event.lease}, host key SHA256:${event.hostKeySha256} (${event.pin})`,
  },
  audited: {
    subject: (event) => (event.fit ? `${event.lease} is fit` : `${event.lease} is not fit`),
    sentence: (event) =>
      `audited ${event.lease}: ${event.fit ? 'fit' : 'NOT FIT'}${findings(event.findings)}`,
  },
  started: {
    subject: (event) => `started attempt ${event.attempt} on ${event.lease}`,
    sentence: (event) =>
      `started attempt ${event.attempt} on ${event.lease}${event.from.map((from) => `; ${from.cell} continues from step ${from.step} (${from.source})`).join('')}`,
  },
  resumed: {
    subject: (event) => `${event.cell} resumed at step ${event.firstStep}`,
    sentence: (event) =>
      `${event.cell} resumed at step ${event.firstStep} on ${event.lease} (verified: ${event.verifiedStep})`,
  },
  kept: {
    subject: (event) =>
      `kept ${count(event.files.length, 'file')} of ${event.cell}${event.step === undefined ? '' : ` at step ${event.step}`}`,
    sentence: (event) =>
      `kept ${event.files.length} file(s) of ${event.cell}${event.step === undefined ? '' : `, step ${event.step}`}, loaded`,
  },
  'kept-stored': {
    subject: (event) => `stored kept copies of ${count(event.cells.length, 'cell')} as ${event.store}`,
    sentence: (event) =>
      `stored the newest copies of ${event.cells.map(({ cell, step }) => `${cell}${step === undefined ? '' : ` (step ${step})`}`).join(', ')} in ${event.place}: ${event.files} files, ${event.bytes} bytes, read back and equal`,
  },
  'kept-dropped': {
    subject: (event) => `removed kept copies ${event.mark.slice(0, 8)} from their store`,
    sentence: (event) =>
      `removed the copies ${event.mark.slice(0, 8)} from their store; newer ones are there`,
  },
  'kept-lost': {
    subject: (event) => `goes on without the newest copies of ${event.cell}`,
    sentence: (event) => `${event.person} said to go on without the newest copies of ${event.cell}`,
  },
  preempted: {
    subject: (event) => `preempted on ${event.lease}: ${event.what} lost`,
    sentence: (event) => `PREEMPTED ${event.lease} (${event.what}): ${event.why}`,
  },
  'cell-ended': {
    subject: (event) => `${event.cell} ${event.verdict} with exit code ${event.exitCode}`,
    sentence: (event) =>
      `${event.cell} ${event.verdict}, exit ${event.exitCode}${event.failureClass ? `, ${event.failureClass}` : ''}${event.lastStep === undefined ? '' : `, last step ${event.lastStep}`}${event.background ? ', its work had gone into the background' : ''}`,
  },
  collected: {
    subject: (event) => `collected ${count(event.files, 'file')} from ${event.lease}`,
    sentence: (event) =>
      `collected ${event.files} files, ${event.bytes} bytes; code on the box ${event.codeProven ? 'proven' : 'NOT PROVEN'}`,
  },
  sealed: {
    subject: (event) => `sealed ${event.verified}/${event.roster} as ${event.seal.slice(0, 8)}`,
    sentence: (event) =>
      `sealed ${event.seal.slice(0, 8)}: verified ${event.verified}/${event.roster} at ${event.level}${opaqueWords(event.opaque)}, in ${event.place}`,
  },
  unsealed: {
    subject: (event) => `seal ${event.seal.slice(0, 8)} is void: ${event.why}`,
    sentence: (event) => `seal ${event.seal.slice(0, 8)} is void: ${event.why}`,
  },
  stored: {
    subject: (event) => `stored ${count(event.files, 'file')} of ${event.seal.slice(0, 8)} as ${event.store}`,
    sentence: (event) =>
      `stored ${event.seal.slice(0, 8)} in ${event.place}: ${event.files} files, ${event.bytes} bytes, read back and equal`,
  },
  'standing-approved': {
    subject: (event) => `approved in advance: release at ${event.level} or better`,
    sentence: (event) =>
      `${event.person} approved in advance (${event.via}): release once sealed at ${event.level} or better, on ${event.platforms.join(', ')}, at most ${event.maxUsdPerHour} USD/h, until ${event.expiresAt}`,
  },
  continued: {
    subject: (event) => `goes on elsewhere (${event.how}, hop ${event.hop})`,
    sentence: (event) =>
      `goes on in ${event.workflowRun === undefined ? 'another workflow run' : `workflow run ${event.workflowRun}`} (${event.how}, hop ${event.hop})`,
  },
  'runner-used': {
    subject: (event) => `${event.stage} used ${Math.round(event.seconds)} s of a runner`,
    sentence: (event) => `${event.stage} used ${Math.round(event.seconds)} s of ${event.runner}`,
  },
  approved: {
    // Who approved is in the event; a log that may be public names nobody.
    subject: (event) => `approved ${event.goal} of ${event.lease} for ${event.binds.slice(0, 8)}`,
    sentence: (event) =>
      `${event.person} approved (${event.via}) ${event.goal} of ${event.lease}: ${event.verbs.join(', ')}; binds to ${event.binds.slice(0, 8)}`,
  },
  releasing: {
    subject: (event) => `${event.verb} ${event.lease}`,
    sentence: (event) =>
      `${event.lease}: ${event.found ? `is gone already, so ${event.verb} was not sent` : `platform accepted ${event.verb}`}`,
  },
  'meter-stopped': {
    subject: (event) => `meter ${event.meter} of ${event.lease} stopped`,
    sentence: (event) => `${event.lease}: meter ${event.meter} seen gone ${event.sightings.length} times`,
  },
  owed: {
    subject: (event) => `owed: meter ${event.meter} of ${event.lease}`,
    sentence: (event) => `DEBT: ${event.lease} meter ${event.meter}: ${event.why}; ${event.next}`,
  },
  'word-given': {
    // Whose word it is stands in the event, as with an approval.
    subject: (event) => `word given: ${event.verb} of ${event.lease} was done`,
    sentence: (event) =>
      `${event.person} says that ${event.verb} of ${event.lease} was done by hand; not proven by that`,
  },
  parked: {
    subject: (event) => `parked ${event.lease}`,
    sentence: (event) =>
      `parked ${event.lease} (${event.verb})${event.why === undefined ? '' : ` because ${event.why}`}${event.clocks.map((clock) => `; ${clock.effect} at ${clock.at}`).join('')}`,
  },
  released: {
    subject: (event) => `released ${event.lease}`,
    sentence: (event) => `released ${event.lease}, ${formatUsd(event.usd)}`,
  },
  abandoned: {
    subject: (event) => `abandoned ${event.lease}, ${count(event.lost.length, 'artifact')} lost`,
    sentence: (event) => `ABANDONED ${event.lease}: ${event.lost.join('; ')}`,
  },
  halted: {
    subject: (event) => `halted: ${event.code}`,
    sentence: (event) => `HALTED (${event.code}): ${event.what} Next: ${event.next}`,
  },
  resolved: {
    subject: () => 'resolved, going on',
    sentence: (event) => `resolved by ${event.how}`,
  },
  vouched: {
    subject: (event) => `vouched for by ${event.witnesses.join(', ')}`,
    sentence: (event) =>
      `nothing is missing from the record, as far as ${event.witnesses.join(' and ')} can tell`,
  },
  seen: {
    subject: (event) => `${event.lease} was seen`,
    sentence: (event) => `${event.lease} was seen`,
  },
  unreached: {
    subject: (event) => `${event.lease} does not answer`,
    sentence: (event) => `${event.lease} DOES NOT ANSWER; its platform calls it ${event.shown}`,
  },
  'stands-stopped': {
    subject: (event) => `${event.lease} is stopped still`,
    sentence: (event) => `${event.lease} is stopped still`,
  },
  'runs-again': {
    subject: (event) => `${event.lease} runs again`,
    sentence: (event) => `${event.lease} RUNS AGAIN, and nobody here started it: ${event.meters.join(', ')}`,
  },
  stalled: {
    subject: (event) => `${event.cell} is silent for ${Math.round(event.quietSeconds)} s`,
    sentence: (event) =>
      `${event.cell} on ${event.lease} is STALLED, silent for ${Math.round(event.quietSeconds)} s`,
  },
  moving: {
    subject: (event) => `${event.cell} goes on`,
    sentence: (event) => `${event.cell} on ${event.lease} goes on`,
  },
  detached: {
    subject: (event) => `${event.cell} went into the background`,
    sentence: (event) =>
      `${event.cell} on ${event.lease} WENT INTO THE BACKGROUND: its command returned, ${event.processes} process(es) go on`,
  },
  told: {
    subject: (event) => `told: ${event.of}`,
    sentence: (event) => `a person was told of ${event.of}`,
  },
  closed: {
    subject: (event) => `closed at ${event.usd.toFixed(4)} USD`,
    sentence: (event) => `closed, ${formatUsd(event.usd)} in all`,
  },
};

/** What comes out may hold names from platforms and boxes: whoever shows it makes it visible. */
export const subjectOf = (event: LedgerEvent, platformOf: PlatformOf): string =>
  wordsOf(event).subject(event, platformOf);

export const sentenceOf = (event: LedgerEvent): string => wordsOf(event).sentence(event);

const wordsOf = (event: LedgerEvent): Words<LedgerEvent> => WORDS[event.type] as Words<LedgerEvent>;

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

const findings = (all: { id: string; level: string; what: string }[]): string => {
  const bad = all.filter((each) => each.level !== 'info');
  return bad.length === 0
    ? ''
    : `; ${bad.map((each) => `${each.level} ${each.id}: ${each.what}`).join('; ')}`;
};
