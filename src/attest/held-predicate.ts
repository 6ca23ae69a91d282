import { canonicalJson, type Json } from '../canonical.ts';
import type { LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import { type RunPredicate, RunPredicateSchema } from './predicate-schema.ts';
import { type Refusal, refusal } from './refusal.ts';
import { runStatement, type SealedFile } from './run-statement.ts';
import { RUN_PREDICATE, type Statement, statementDigest } from './statement.ts';

/** The predicate of a statement of ours, of which every subject is also spoken of in it. */
export function runPredicateOf({ predicateType, predicate, subject }: Statement): RunPredicate | Refusal {
  if (predicateType !== RUN_PREDICATE)
    return refusal('other-predicate', `it is a statement of ${predicateType}, not of ${RUN_PREDICATE}`);
  const read = RunPredicateSchema.safeParse(predicate);
  if (!read.success) {
    const [issue] = read.error.issues;
    return refusal('predicate-invalid', `${issue?.path.join('.') || 'the predicate'}: ${issue?.message}`);
  }
  const known = new Set(read.data.files.map(({ name }) => name));
  const silent = subject.find(({ name }) => !known.has(name));
  if (silent || known.size !== subject.length)
    return refusal(
      'predicate-invalid',
      `its files are not its subjects${silent ? `: nothing is said of ${silent.name}` : ''}`,
    );
  return read.data;
}

/** The record of the run against what was signed in its name: first that it is the very statement, else what differs. */
export function recordRefusals(statement: Statement, run: string, events: readonly LedgerEvent[]): Refusal[] {
  const predicate = statement.predicate as RunPredicate;
  if (predicate.run !== run)
    return [refusal('record-differs', `it speaks of run ${predicate.run}, not of ${run}`)];
  const index = events.findLastIndex(
    (event) => event.type === 'sealed' && event.seal === predicate.seal.sha256,
  );
  const sealed = events[index];
  if (sealed?.type !== 'sealed')
    return [refusal('record-differs', `the record has no seal ${predicate.seal.sha256}`)];
  const voided = events.slice(index).find((event) => event.type === 'unsealed' && event.seal === sealed.seal);
  if (voided?.type === 'unsealed')
    return [refusal('record-differs', `the record has voided its seal: ${voided.why}`)];
  const digest = statementDigest(statement);
  if (sealed.statement === digest) return [];
  const before = events.slice(0, index);
  const ours = runStatement({
    run: fold(run, before),
    events: before,
    seal: sealed,
    files: filesOf(statement),
    version: predicate.tool.version,
  });
  const differing = differences(ours.predicate, predicate);
  if (differing.length > 0) return differing.map((what) => refusal('record-differs', what));
  return sealed.statement === undefined
    ? []
    : [refusal('record-differs', `the record has the statement ${sealed.statement}, and this is ${digest}`)];
}

const filesOf = ({ subject, predicate }: Statement): SealedFile[] =>
  subject.map(({ name, digest }) => {
    const said = (predicate as RunPredicate).files.find((file) => file.name === name);
    const slash = name.indexOf('/');
    const place = { cell: name.slice(0, slash), path: name.slice(slash + 1), sha256: digest.sha256 };
    return { bytes: 0, ...said, ...place };
  });

/** Of the parts that the record alone decides. */
function differences(record: RunPredicate, signed: RunPredicate): string[] {
  const keys = Object.keys({ ...record, ...signed }) as (keyof RunPredicate)[];
  return keys
    .filter((key) => key !== 'files' && textOf(record[key]) !== textOf(signed[key]))
    .map((key) => `${key}: the record has ${shortOf(record[key])}, the statement ${shortOf(signed[key])}`);
}

const textOf = (value: unknown): string => (value === undefined ? '' : canonicalJson(value as Json));

function shortOf(value: unknown): string {
  if (value === undefined) return 'none';
  if (Array.isArray(value)) return `${value.length}`;
  const text = textOf(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
