import { findSecrets } from '../secret/shape.ts';
import { whyNotAPattern } from './pattern.ts';
import type { Gotcha } from './schema.ts';

/** What somebody learned and wants others to know. All as they wrote it. */
export interface GotchaDraft {
  platform: string;
  symptom: string;
  /** The root of it: why it happens, not what is seen. */
  cause: string;
  fix: string;
  /** How it was reproduced, or the mechanism that makes it certain. */
  proof: string;
  /** Why it hits others, too. */
  general: string;
  /** URL, tag of a source of the profile, or words for what was observed. */
  source: string;
  concerns: string;
  risk: string;
  /** Separated by commas. */
  phases: string;
  /** `log:PATTERN`, or empty. */
  match: string;
}

export interface Refusal {
  code: 'not-admitted' | 'bad-gotcha' | 'secret-in-gotcha' | 'belongs-elsewhere' | 'known-gotcha';
  what: string;
  next: string;
}

/** Where a learning belongs (FR-07): only what is true of a platform for everybody stands in its profile. */
export const ROUTES: Readonly<Record<string, string>> = {
  platform: "the platform's profile: this command drafts the entry",
  training: 'notes about training, beside the training code: no platform is to blame for it',
  project: "a file of the project's own repository, such as its README or CONTRIBUTING",
  machine: 'your own notes: it is a quirk of one machine or one account',
  correction:
    'the entry that is wrong: edit it, and change "verified" and "source" to the month and the page that say so',
};

const RISKS = ['money', 'data', 'time', 'secret'];
const PHASES = ['preflight', 'launch', 'run', 'poll', 'pull', 'teardown'];
const STREAMS = ['log', 'setup', 'ssh', 'api', 'scheduler', 'probe'];

/** An answer that is none. */
const NO_ANSWER =
  /^\W*(?:n\/?a|none|no|yes|unknown|unclear|not sure|no idea|maybe|perhaps|probably|todo|tbd|idk)\W*$/i;
const MIN_WORDS = 3;

/**
 * Everything that keeps a draft out of the catalogue, all at once; empty when it may go in. Three parts have to be there
 * (FR-05): the root cause, a proof by reproduction or mechanism, and a reason why it is not only this project's.
 */
export function refusals(draft: GotchaDraft, known: readonly Gotcha[]): Refusal[] {
  const route = ROUTES[draft.concerns];
  if (route === undefined) return [notOneOf('concerns', draft.concerns, Object.keys(ROUTES))];
  if (draft.concerns !== 'platform') {
    const what = `What concerns a ${draft.concerns} is no entry of a profile.`;
    return [{ code: 'belongs-elsewhere', what, next: `It belongs into ${route}.` }];
  }
  return [...unanswered(draft), ...strangeWords(draft), ...secretsIn(draft), ...knownAlready(draft, known)];
}

function unanswered(draft: GotchaDraft): Refusal[] {
  const bar = [
    { name: 'cause', text: draft.cause, wants: 'root-caused: why it happens, not what is seen' },
    { name: 'proof', text: draft.proof, wants: 'reproduced, or certain by its mechanism: say how' },
    { name: 'general', text: draft.general, wants: 'general: say why it hits others, too' },
  ];
  const missing = bar
    .filter(({ text }) => NO_ANSWER.test(text) || wordsOf(text) < MIN_WORDS)
    .map(
      ({ name, text, wants }): Refusal => ({
        code: 'not-admitted',
        what: `--${name} is ${text.trim() === '' ? 'missing' : shown(text)}; an entry has to be ${wants}.`,
        next: "Find it out first; until then it is a note of your project's, which costs nobody else anything.",
      }),
    );
  const isEcho = plain(draft.cause) === plain(draft.symptom) && plain(draft.cause) !== '';
  const echo: Refusal = {
    code: 'not-admitted',
    what: '--cause says the same as --symptom: that is what is seen, not why.',
    next: 'Say what makes it happen.',
  };
  const empty = (['symptom', 'fix', 'source'] as const)
    .filter((name) => draft[name].trim() === '')
    .map((name): Refusal => ({ code: 'bad-gotcha', what: `--${name} is missing.`, next: 'Give it.' }));
  return [...missing, ...(isEcho ? [echo] : []), ...empty];
}

function strangeWords({ risk, phases, match }: GotchaDraft): Refusal[] {
  const strange = phasesOf(phases).filter((phase) => !PHASES.includes(phase));
  return [
    ...(RISKS.includes(risk) ? [] : [notOneOf('risk', risk, RISKS)]),
    ...(phasesOf(phases).length === 0 ? [notOneOf('phases', phases, PHASES)] : []),
    ...strange.map((phase) => notOneOf('phases', phase, PHASES)),
    ...matchFaults(match),
  ];
}

function matchFaults(match: string): Refusal[] {
  if (match === '') return [];
  const { stream, pattern } = splitMatch(match);
  if (!STREAMS.includes(stream))
    return [
      notOneOf(
        'match',
        stream,
        STREAMS.map((each) => `${each}:PATTERN`),
      ),
    ];
  const why = whyNotAPattern(pattern);
  if (why === undefined) return [];
  const what = `--match ${shown(pattern)} ${why}.`;
  return [
    { code: 'bad-gotcha', what, next: 'Write the words that the line always has, with bounded repetitions.' },
  ];
}

function secretsIn(draft: GotchaDraft): Refusal[] {
  return Object.entries(draft).flatMap(([name, text]) =>
    findSecrets(text).map(({ kind }): Refusal => {
      const what = `--${name} holds what looks like ${kind}.`;
      return {
        code: 'secret-in-gotcha',
        what,
        next: 'Take it out, and make a new one: it stood on a command line.',
      };
    }),
  );
}

function knownAlready({ symptom }: GotchaDraft, known: readonly Gotcha[]): Refusal[] {
  const same = known.find((gotcha) => plain(gotcha.symptom) === plain(symptom));
  if (same === undefined) return [];
  const what = `${same.id} has this symptom already: ${same.symptom}`;
  return [
    {
      code: 'known-gotcha',
      what,
      next: `If it is wrong, correct it: it belongs into ${ROUTES['correction']}.`,
    },
  ];
}

/** The entry, once nothing refuses it. Proof and reach stay with it as its note. */
export function gotchaOf(draft: GotchaDraft, id: string, verified: string | null, source: string) {
  const { stream, pattern } = splitMatch(draft.match);
  return {
    id,
    symptom: draft.symptom.trim(),
    cause: draft.cause.trim(),
    fix: draft.fix.trim(),
    phases: phasesOf(draft.phases),
    risk: draft.risk,
    ...(draft.match === '' ? {} : { match: [{ in: stream, pattern }] }),
    verified,
    source,
    note: `${sentence(draft.proof)} ${sentence(draft.general)}`,
  };
}

/** The next free number of the prefix that most ids of this profile have; of an empty one, of its name. */
export function nextId(platform: string, known: readonly Pick<Gotcha, 'id'>[]): string {
  const numbered = known.flatMap(({ id }) => {
    const [, prefix, number] = /^([A-Z]+)(\d+)$/.exec(id) ?? [];
    return prefix === undefined ? [] : [{ prefix, number: Number(number) }];
  });
  const counts = new Map<string, number>();
  for (const { prefix } of numbered) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  const [
    usual = platform
      .replace(/[^a-z]/g, '')
      .slice(0, 4)
      .toUpperCase(),
  ] = [...counts].sort((a, b) => b[1] - a[1]).map(([prefix]) => prefix);
  const last = Math.max(0, ...numbered.filter(({ prefix }) => prefix === usual).map(({ number }) => number));
  return `${usual}${last + 1}`;
}

export const phasesOf = (phases: string): string[] =>
  phases
    .split(',')
    .map((phase) => phase.trim())
    .filter((phase) => phase !== '');

function splitMatch(match: string): { stream: string; pattern: string } {
  const colon = match.indexOf(':');
  return { stream: match.slice(0, Math.max(0, colon)), pattern: match.slice(colon + 1) };
}

function notOneOf(name: string, word: string, words: readonly string[]): Refusal {
  const what = word === '' ? `--${name} is missing.` : `--${name} ${shown(word)} is none of its words.`;
  return { code: 'bad-gotcha', what, next: `Write one of: ${words.join(', ')}.` };
}

const wordsOf = (text: string): number =>
  // A sentence in Chinese has no blanks.
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).reduce(
    (sum, word) => sum + (word.match(/\p{Script=Han}/gu)?.length ?? 1),
    0,
  );

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const sentence = (text: string): string => text.trim().replace(/[^.!?。]$/u, '$&.');
const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
