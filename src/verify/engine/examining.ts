import { createHash, type Hash } from 'node:crypto';
import { Problem } from '../../problem.ts';
import { Findings } from '../contract/findings.ts';
import { KeyBook } from '../contract/key-book.ts';
import { TensorTable } from '../contract/tensor-table.ts';
import type { Facts } from '../contract/verdict.ts';

/** What examining a file or a set fills, empty. */
export const emptyBooks = () => ({
  findings: new Findings(),
  keys: new KeyBook(),
  facts: { scalars: {} } as Facts,
  imports: new Set<string>(),
  table: new TensorTable(),
});

/** What a walk throws becomes a reason. An abort and a `Problem` are the caller's; anything else is a bug of ours. */
export async function settled(
  findings: Findings,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (signal?.aborted === true || error instanceof Problem) throw error;
    if (findings.caught(error)) return;
    findings.inconclusive('L0', 'read-failed', `could not be examined: ${String(error).slice(0, 200)}`);
  }
}

interface DigestWishes {
  hash?: boolean;
  sha256?: string;
  alreadyHashed?: string;
}

/** A file's bytes are hashed to compare them with the manifest or where that is asked for, and not again when the pull did. */
export class DigestCheck {
  readonly expected: string | undefined;
  /** Takes the bytes, where they must be hashed. */
  readonly hash: Hash | undefined;
  /** Once all bytes have been read. */
  found: string | undefined;
  readonly #already: string | undefined;

  constructor({ hash, sha256, alreadyHashed }: DigestWishes) {
    const mustHash = hash === true || sha256 !== undefined;
    this.hash = mustHash && alreadyHashed === undefined ? createHash('sha256') : undefined;
    this.expected = sha256?.toLowerCase();
    this.#already = alreadyHashed?.toLowerCase();
  }

  /** Call once, when the bytes have gone by. */
  take(): void {
    this.found = this.hash?.digest('hex') ?? this.#already;
  }

  judge(findings: Findings): void {
    const { expected, found } = this;
    if (expected === undefined || found === undefined || expected === found) return;
    findings.fail('L1', 'digest-mismatch', 'is not the file that the manifest lists', { expected, found });
  }
}
