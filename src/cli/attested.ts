import { basename } from 'node:path';
import { isBeside, isOneOf } from '../attest/beside.ts';
import { belowOf, folderRefusals, type HeldFile, loneFileRefusals } from '../attest/held-files.ts';
import { recordRefusals, runPredicateOf } from '../attest/held-predicate.ts';
import { keyedStatement } from '../attest/keyed-bundle.ts';
import { MODEL_SIGNATURE, signedModel } from '../attest/model-manifest.ts';
import type { RunPredicate } from '../attest/predicate-schema.ts';
import { isRefusal, type Refusal, refusal } from '../attest/refusal.ts';
import { signedStatement } from '../attest/signed-statement.ts';
import { RUN_PREDICATE, type Statement, type Subject } from '../attest/statement.ts';
import { attestationsOf } from '../github/attestations.ts';
import { inert } from '../github/inert.ts';
import type { LedgerEvent } from '../lease/events.ts';
import { EXIT, Problem } from '../problem.ts';
import { jsonLine, visibleLine } from '../report/visible-text.ts';
import { Digests, type Held, heldAt, strangeIn } from './attested-files.ts';
import { type AttestedPlan, planAttested } from './attested-plan.ts';
import { rootFacts } from './bundled-root.ts';
import { throwAll } from './given-options.ts';
import { lookingLedgerOf, type Settings } from './settings.ts';
import { sayNotVerified } from './status.ts';

const MOST_REASONS = 20;

/** What was found to be true of the files. */
interface Accepted {
  /** The workflow that signed, or the key. */
  signer: string;
  repository: string | undefined;
  files: number;
  /** Absent for a model signature, which speaks of bytes alone. */
  predicate: RunPredicate | undefined;
}

/** Whether files are what somebody with a name attests of them: signature, signer, digests, predicate, record. */
export async function verifyAttested(
  words: readonly string[],
  settings: Settings,
  signal: AbortSignal,
): Promise<number> {
  const plan = planAttested(words, settings);
  const digests = new Digests(signal);
  const found = plan.paths.map(heldAt).map((each) => withoutBundle(each, plan));
  const bundles =
    plan.bundle?.documents ?? (await fetched(plan, await firstOf(found, digests), settings, signal));
  const events = plan.run === undefined ? undefined : await eventsOf(plan.run, settings);
  const refused: Refusal[] = [];
  for (const bundle of bundles) {
    const outcome = await judged(plan, bundle, { found, digests, events });
    if (!Array.isArray(outcome)) return tell(outcome, settings.json);
    refused.push(...outcome);
  }
  if (bundles.length === 0) refused.push(refusal('no-bundle', 'nothing is attested of these files'));
  throwAll(refused.slice(0, MOST_REASONS).map((each) => problemOf(each, plan)));
  return EXIT.failed;
}

const withoutBundle = (held: Held, { bundle }: AttestedPlan): Held => ({
  ...held,
  entries: held.entries.filter(({ at }) => at !== bundle?.path),
});

/** What a bundle is held against. */
interface Against {
  found: readonly Held[];
  digests: Digests;
  /** Of the record of `--run`. */
  events: readonly LedgerEvent[] | undefined;
}

/** Why this bundle does not speak for these files, or what it says. */
async function judged(
  plan: AttestedPlan,
  bundle: unknown,
  { found, digests, events = [] }: Against,
): Promise<Accepted | Refusal[]> {
  const signed = plan.key ? keyed(bundle, plan.key) : signedStatement(bundle, plan.trusts, plan.expected);
  if (isRefusal(signed)) return [signed];
  const content = contentOf(signed.statement);
  if (isRefusal(content)) return [content];
  const { predicate } = content;
  const refusals = [
    ...commitRefusals(plan.commit, predicate),
    ...(plan.run === undefined ? [] : runRefusals(signed.statement, plan.run, predicate, events)),
  ];
  let files = 0;
  for (const each of found) {
    const held = await heldAgainst(each, content, digests);
    files += held.files;
    refusals.push(...held.refusals);
  }
  if (refusals.length > 0) return refusals;
  return { signer: signed.identity, repository: signed.repository, files, predicate };
}

function keyed(bundle: unknown, key: NonNullable<AttestedPlan['key']>) {
  const statement = keyedStatement(bundle, key);
  return isRefusal(statement) ? statement : { statement, identity: 'the key', repository: undefined };
}

interface Content {
  predicate: RunPredicate | undefined;
  subjects: Subject[];
  /** By a name as subjects have it: what lies beside them and is about them, or was left out by the word of the signer. */
  isLeftOut(name: string): boolean;
}

function contentOf(statement: Statement): Content | Refusal {
  if (statement.predicateType === MODEL_SIGNATURE) {
    const model = signedModel(statement);
    if (isRefusal(model)) return model;
    const subjects = model.resources.map(({ name, digest }) => ({ name, digest: { sha256: digest } }));
    return { predicate: undefined, subjects, isLeftOut: isOneOf(model.serialization.ignore_paths) };
  }
  const predicate = runPredicateOf(statement);
  return isRefusal(predicate) ? predicate : { predicate, subjects: statement.subject, isLeftOut: isBeside };
}

/** @returns how many files were held against the subjects, and what is wrong with them */
async function heldAgainst(
  { path, isFolder, entries }: Held,
  { subjects, isLeftOut }: Content,
  digests: Digests,
): Promise<{ files: number; refusals: Refusal[] }> {
  const paths = entries.map((each) => each.path);
  const below = isFolder ? belowOf(basename(path), paths, subjects) : '';
  const spoken = isFolder ? entries.filter((each) => !isLeftOut(`${below}${each.path}`)) : entries;
  const files = await digests.of(spoken);
  const refusals = isFolder
    ? folderRefusals(below, files, subjects)
    : files.flatMap((file) => loneFileRefusals(file, subjects));
  return { files: files.length, refusals: [...strangeIn(spoken), ...refusals] };
}

function commitRefusals(commit: string | undefined, predicate: RunPredicate | undefined): Refusal[] {
  if (commit === undefined || (predicate && predicate.commit === commit)) return [];
  const what = predicate
    ? `it was made from commit ${predicate.commit}`
    : 'a model signature names no commit';
  return [refusal('other-commit', `${what}, and ${commit} is expected`)];
}

function runRefusals(
  statement: Statement,
  run: string,
  predicate: RunPredicate | undefined,
  events: readonly LedgerEvent[],
): Refusal[] {
  if (!predicate) return [refusal('record-differs', 'a model signature says nothing of a run')];
  return recordRefusals(statement, run, events);
}

async function eventsOf(run: string, settings: Settings): Promise<readonly LedgerEvent[]> {
  const ledger = await lookingLedgerOf(settings);
  const { events, trust } = await ledger.read(run);
  if (trust === 'not-verified') sayNotVerified(run);
  return events;
}

/** Any one of the files: whatever speaks of all of them speaks of it. */
async function firstOf(found: readonly Held[], digests: Digests): Promise<HeldFile | undefined> {
  const plain = found
    .flatMap(({ entries }) => entries)
    .filter(({ isPlain, path }) => isPlain && !isBeside(path));
  return (await digests.of(plain.slice(0, 1)))[0];
}

async function fetched(
  { expected }: AttestedPlan,
  file: HeldFile | undefined,
  { env }: Settings,
  signal: AbortSignal,
): Promise<unknown[]> {
  if (!file) return [];
  return attestationsOf({
    repository: expected.repository ?? '',
    sha256: file.sha256,
    predicateType: RUN_PREDICATE,
    baseUrl: (env['GITHUB_API_URL'] || 'https://api.github.com').replace(/\/+$/, ''),
    token: env['GH_TOKEN'] || env['GITHUB_TOKEN'],
    signal,
  });
}

const problemOf = ({ code, what }: Refusal, { isBundledTrust }: AttestedPlan): Problem =>
  new Problem({
    code,
    kind: 'failed',
    what: `Not attested: ${visibleLine(what)}.`,
    next:
      isBundledTrust && BY_ROOT.includes(code)
        ? `The root that came with gpu-lease is of ${rootFacts().verified ?? 'an unknown month'}: where the signer is newer, or GitHub's own for private repositories, "gh attestation trusted-root > root.jsonl" and --trusted-root root.jsonl. Else do not use the files.`
        : 'Take the files and the signature from where they were made, or do not use them.',
  });

/** What another root might judge otherwise. */
const BY_ROOT: readonly Refusal['code'][] = ['signer-unknown', 'not-witnessed'];

function tell({ signer, repository, files, predicate }: Accepted, json: boolean): number {
  if (json) {
    const document = {
      verdict: 'pass',
      signer,
      repository: repository ?? null,
      files,
      predicate: predicate ?? null,
    };
    process.stdout.write(jsonLine(document));
    return EXIT.ok;
  }
  const lines = [
    `attested: ${files} file${files === 1 ? '' : 's'}, signed by ${signer}${repository === undefined ? '' : ` for ${repository}`}`,
    ...(predicate ? linesOf(predicate) : ['a model signature: the bytes are those that were signed']),
  ];
  process.stdout.write(inert(`${lines.map(visibleLine).join('\n')}\n`));
  return EXIT.ok;
}

const linesOf = ({ run, job, commit, dirty, seal, attempts, preemptions, boxes }: RunPredicate): string[] => [
  `run ${run} of job ${job} at commit ${commit}${dirty ? ' with uncommitted changes' : ''}`,
  `sealed ${seal.sha256.slice(0, 8)}: ${seal.verified} verified at ${seal.level}`,
  `${attempts.length} attempt${attempts.length === 1 ? '' : 's'} on ${boxes.map(({ lease, platform }) => `${lease} (${platform})`).join(', ')}`,
  ...preemptions.map(({ lease, what, at, why }) => `lost ${lease} (${what}) at ${at}: ${why}`),
];
