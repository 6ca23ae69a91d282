import { createHash } from 'node:crypto';
import type { ArtifactStore, StoredSet } from './store.ts';

export interface Expected {
  path: string;
  bytes: number;
  sha256: string;
}

export interface Difference {
  path: string;
  problem: 'missing' | 'zero-byte' | 'truncated' | 'changed' | 'unexpected';
}

export interface Comparing {
  signal: AbortSignal;
  onProgress?(bytesDone: number): void;
}

/** Reads everything back and compares it byte for byte: what is missing, what is other, what nobody sent. */
export async function compareStored(
  store: Pick<ArtifactStore, 'nameOf'>,
  set: StoredSet,
  files: readonly Expected[],
  { signal, onProgress = () => {} }: Comparing,
): Promise<Difference[]> {
  const there = new Map((await set.names()).map(({ name, bytes }) => [name, bytes]));
  const differences: Difference[] = [];
  let done = 0;
  for (const file of files) {
    const name = store.nameOf(file.path);
    const listed = there.get(name);
    there.delete(name);
    const problem = listed === undefined ? 'missing' : sizeProblem(listed, file.bytes);
    if (problem === undefined) {
      const now = await hashOf(set, { name, most: file.bytes }, signal, (bytes) => onProgress(done + bytes));
      const other =
        sizeProblem(now.bytes, file.bytes) ?? (now.sha256 === file.sha256 ? undefined : 'changed');
      if (other !== undefined) differences.push({ path: file.path, problem: other });
    } else {
      differences.push({ path: file.path, problem });
    }
    done += file.bytes;
  }
  for (const name of there.keys()) differences.push({ path: name, problem: 'unexpected' });
  return differences;
}

function sizeProblem(bytes: number, expected: number): Difference['problem'] | undefined {
  if (bytes === expected) return undefined;
  if (bytes === 0) return 'zero-byte';
  return bytes < expected ? 'truncated' : 'changed';
}

class Surplus extends Error {}

/** Stops as soon as more comes than was sent. */
async function hashOf(
  set: StoredSet,
  { name, most }: { name: string; most: number },
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const take = (piece: Uint8Array): void => {
    signal.throwIfAborted();
    bytes += piece.length;
    if (bytes > most) throw new Surplus();
    hash.update(piece);
    onBytes(bytes);
  };
  await set.read(name, take).catch((error: unknown) => {
    if (!(error instanceof Surplus)) throw error;
  });
  return { bytes, sha256: hash.digest('hex') };
}

/** A small text of a store. @throws RangeError when it is longer than `most` bytes */
export async function textOf(set: StoredSet, name: string, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  await set.read(name, (piece) => {
    bytes += piece.length;
    if (bytes > most) throw new RangeError(`${name} is longer than ${most} bytes`);
    parts.push(piece.slice());
  });
  return Buffer.concat(parts).toString('utf8');
}
