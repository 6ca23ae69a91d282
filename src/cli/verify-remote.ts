import type { Role } from '../evidence-level.ts';
import { Problem } from '../problem.ts';
import { roleOfSourceApart, verifyFileApart } from '../verify/apart/apart.ts';
import { verdictWithoutReading, withNote } from '../verify/contract/oddity.ts';
import type { FileVerdict } from '../verify/contract/verdict.ts';
import { roleByName } from '../verify/engine/role-guess.ts';
import type { FileTask } from '../verify/engine/verify-tree.ts';
import { type HttpSource, openHttpSource } from '../verify/read/http-source.ts';
import type { VerifyPlan } from './verify-plan.ts';
import { decoded, digestOfUrl, type UrlTarget } from './verify-url.ts';

/** A URL with its server's first answer. */
export interface OpenedUrl {
  target: UrlTarget;
  /** What kept it from being opened: that says nothing about the file, nor about the others. */
  source: HttpSource | Problem;
  role: Role;
  bytes: number;
}

/** What the files of one target are verified with, and where their progress goes. */
export interface Watched {
  signal: AbortSignal;
  table?: boolean;
  moments?: boolean;
  /** @param label default: the key, which tells one file from another */
  progress(key: string, done: number, label?: string): void;
}

/** Round trips cost more than memory. */
const CHUNK_BYTES = 8 * 1024 ** 2;
const SHARD = /-[0-9]+-of-[0-9]+(\.|$)/;

/** @throws `signal.reason` when aborted */
export async function openUrl(
  target: UrlTarget,
  { token }: VerifyPlan,
  signal: AbortSignal,
): Promise<OpenedUrl> {
  const byName = roleByName(decoded(target.label));
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  try {
    const source = await openHttpSource(target.url, { headers, signal });
    const role = byName ?? (await roleOfSourceApart(source, signal));
    return { target, source, role, bytes: source.sizeBytes };
  } catch (error) {
    return { target, source: problemIn(error, signal), role: byName ?? 'opaque', bytes: 0 };
  }
}

/** Verifies the file by ranges where it lies. What lies beside it is not seen: no server lists that. */
export async function verifyUrl(
  { target, source }: OpenedUrl,
  plan: VerifyPlan,
  task: FileTask,
  { signal, table, moments, progress }: Watched,
): Promise<FileVerdict> {
  if (source instanceof Problem) return unreached(target, source, task.role);
  const sha256 = digestOfUrl(target, plan.listed);
  try {
    const verdict = await verifyFileApart(source, {
      ...task,
      allowImports: plan.allowImports,
      hash: plan.hash,
      signal,
      chunkBytes: CHUNK_BYTES,
      ...(sha256 === undefined ? {} : { sha256 }),
      ...(table === undefined ? {} : { table }),
      ...(moments === undefined ? {} : { moments }),
      onProgress: (done) => progress(target.url, done, target.label),
    });
    return SHARD.test(target.label) ? withNote(verdict, ALONE) : verdict;
  } catch (error) {
    return unreached(target, problemIn(error, signal), task.role);
  } finally {
    await source.close();
  }
}

const ALONE = {
  path: '',
  code: 'others-not-seen',
  severity: 'note',
  what: 'is one of several files by its name; over HTTP each is verified alone, and the set is not',
} as const;

function problemIn(error: unknown, signal: AbortSignal): Problem {
  if (!signal.aborted && error instanceof Problem) return error;
  if (!signal.aborted && error instanceof RangeError) {
    const next = 'Verify it when nobody writes it.';
    return new Problem({ code: 'not-readable', kind: 'failed', what: error.message, next });
  }
  throw error;
}

const unreached = ({ label }: UrlTarget, { what }: Problem, role: Role): FileVerdict =>
  verdictWithoutReading(
    { path: label, code: 'not-readable', severity: 'inconclusive', what: `could not be verified: ${what}` },
    role,
  );
