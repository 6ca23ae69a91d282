import { Problem } from '../problem.ts';
import { findSecrets } from '../secret/shape.ts';
import { whyNotAPattern } from './pattern.ts';
import type { Gotcha } from './schema.ts';

/** What somebody learned and wants others to know, in their words. */
export const PARTS = ['symptom', 'cause', 'fix', 'proof', 'general', 'source', 'match'] as const;

/**
 * `cause` is the root: why it happens, not what is seen. `proof`: how it was reproduced, or the mechanism that makes it certain. `general`:
 * why it hits others, too. `source`: URL, tag of a source of the profile, or what was observed. `match`: `log:PATTERN`, or empty.
 */
export type GotchaDraft = Readonly<Record<(typeof PARTS)[number], string>> & {
  concerns: keyof typeof ROUTES;
};

/** Where a learning belongs (FR-07): only what is true of a platform for everybody stands in its profile. */
export const ROUTES = {
  platform: "the platform's profile: this command drafts the entry",
  training: 'notes about training, beside the training code: no platform is to blame for it',
  project: "a file of the project's own repository, such as its README or CONTRIBUTING",
  machine: 'your own notes: it is a quirk of one machine or one account',
  correction:
    'the entry that is wrong: edit it, and change "verified" and "source" to the month and the page that say so',
};

const STREAMS = ['log', 'setup', 'ssh', 'api', 'scheduler', 'probe'];

/** An answer that is none. */
const NO_ANSWER =
  /^\W*(?:n\/?a|none|no|yes|unknown|unclear|not sure|no idea|maybe|perhaps|probably|todo|tbd|idk)\W*$/i;
const MIN_WORDS = 3;

/**
 * Everything that keeps a draft out of the catalogue, all at once; empty when it may go in. Three parts have to be there
 * (FR-05): the root cause, a proof by reproduction or mechanism, and a reason why it is not only this project's.
 */
export function refusals(draft: GotchaDraft, known: readonly Gotcha[]): Problem[] {
  if (draft.concerns !== 'platform') {
    const what = `What concerns a ${draft.concerns} is no entry of a profile.`;
    return [refusal('belongs-elsewhere', what, `It belongs into ${ROUTES[draft.concerns]}.`)];
  }
  return [
    ...unanswered(draft),
    ...matchFaults(draft.match),
    ...secretsIn(draft),
    ...knownAlready(draft, known),
  ];
}

const refusal = (code: string, what: string, next: string): Problem =>
  new Problem({ code, kind: 'usage', what, next });

function unanswered(draft: GotchaDraft): Problem[] {
  const bar = [
    ['cause', 'root-caused: why it happens, not what is seen'],
    ['proof', 'reproduced, or certain by its mechanism: say how'],
    ['general', 'general: say why it hits others, too'],
  ] as const;
  const missing = bar
    .filter(([name]) => NO_ANSWER.test(draft[name]) || wordsOf(draft[name]) < MIN_WORDS)
    .map(([name, wants]) =>
      refusal(
        'not-admitted',
        `--${name} is ${draft[name].trim() === '' ? 'missing' : shown(draft[name])}; an entry has to be ${wants}.`,
        "Find it out first; until then it is a note of your project's, which costs nobody else anything.",
      ),
    );
  const isEcho = plain(draft.cause) === plain(draft.symptom) && plain(draft.cause) !== '';
  const said = '--cause says the same as --symptom: that is what is seen, not why.';
  const empty = (['symptom', 'fix', 'source'] as const)
    .filter((name) => draft[name].trim() === '')
    .map((name) => refusal('bad-gotcha', `--${name} is missing.`, 'Give it.'));
  return [
    ...missing,
    ...(isEcho ? [refusal('not-admitted', said, 'Say what makes it happen.')] : []),
    ...empty,
  ];
}

function matchFaults(match: string): Problem[] {
  if (match === '') return [];
  const { stream, pattern } = splitMatch(match);
  if (!STREAMS.includes(stream)) {
    const forms = STREAMS.map((each) => `${each}:PATTERN`).join(', ');
    return [
      refusal('bad-gotcha', `--match ${shown(stream)} is none of its words.`, `Write one of: ${forms}.`),
    ];
  }
  const why = whyNotAPattern(pattern);
  if (why === undefined) return [];
  const next = 'Write the words that the line always has, with bounded repetitions.';
  return [refusal('bad-gotcha', `--match ${shown(pattern)} ${why}.`, next)];
}

function secretsIn(draft: GotchaDraft): Problem[] {
  const next = 'Take it out, and make a new one: it stood on a command line.';
  return PARTS.flatMap((name) =>
    findSecrets(draft[name]).map(({ kind }) =>
      refusal('secret-in-gotcha', `--${name} holds what looks like ${kind}.`, next),
    ),
  );
}

function knownAlready({ symptom }: GotchaDraft, known: readonly Gotcha[]): Problem[] {
  const same = known.find((gotcha) => plain(gotcha.symptom) === plain(symptom));
  if (same === undefined) return [];
  const what = `${same.id} has this symptom already: ${same.symptom}`;
  return [refusal('known-gotcha', what, `If it is wrong, correct it: it belongs into ${ROUTES.correction}.`)];
}

/** The entry, once nothing refuses it. Proof and reach stay with it as its note. */
export function gotchaOf(draft: GotchaDraft, id: string, verified: string | null, source: string) {
  const { stream, pattern } = splitMatch(draft.match);
  return {
    id,
    symptom: draft.symptom.trim(),
    cause: draft.cause.trim(),
    fix: draft.fix.trim(),
    // Nobody was asked for these two: whoever applies the patch reads them.
    phases: ['run'],
    risk: 'time',
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

function splitMatch(match: string): { stream: string; pattern: string } {
  const colon = match.indexOf(':');
  return { stream: match.slice(0, Math.max(0, colon)), pattern: match.slice(colon + 1) };
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
