import { canonicalJson, digestOf, type Json } from '../canonical.ts';

/** Where the schema of the predicate lies, and by that its name. */
export const RUN_PREDICATE =
  'https://raw.githubusercontent.com/gpu-lease/gpu-lease/main/schemas/run-predicate.v1.schema.json';
export const STATEMENT = 'https://in-toto.io/Statement/v1';
export const IN_TOTO = 'application/vnd.in-toto+json';

export interface Subject {
  name: string;
  digest: { sha256: string };
}

/** An in-toto Statement, version 1. */
export interface Statement<Predicate = unknown> {
  _type: typeof STATEMENT;
  subject: Subject[];
  predicateType: string;
  predicate: Predicate;
}

export const statementOf = <Predicate>(
  subject: readonly Subject[],
  predicateType: string,
  predicate: Predicate,
): Statement<Predicate> => ({
  _type: STATEMENT,
  subject: [...subject].sort((a, b) => (a.name < b.name ? -1 : 1)),
  predicateType,
  predicate,
});

/** Of its meaning: white space, and the order of keys and subjects, change with whoever signs it. */
export const statementDigest = (statement: Statement): string =>
  digestOf(statementOf(statement.subject, statement.predicateType, statement.predicate) as unknown as Json);

export const statementText = (statement: Statement): string =>
  `${canonicalJson(statement as unknown as Json)}\n`;

/** As sha256sum writes them, which is what signers read subjects from. */
export const checksumsOf = ({ subject }: Statement): string =>
  subject.map(({ name, digest }) => `${digest.sha256}  ${name}\n`).join('');

/** @returns `undefined` for what is no statement of that version, or has a subject without a name or a SHA-256 */
export function readStatement(text: string): Statement | undefined {
  let value: Partial<Statement> | null;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (value === null || typeof value !== 'object' || value._type !== STATEMENT) return undefined;
  const { subject, predicateType, predicate } = value;
  if (!Array.isArray(subject) || typeof predicateType !== 'string') return undefined;
  const isSound = subject.every(
    (each) => typeof each?.name === 'string' && /^[0-9a-f]{64}$/.test(String(each.digest?.sha256)),
  );
  return isSound ? { _type: STATEMENT, subject, predicateType, predicate } : undefined;
}
