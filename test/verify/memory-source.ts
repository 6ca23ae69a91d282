import { createHash } from 'node:crypto';
import type { RangeSource } from '../../src/verify/contract/source.ts';
import { type FileVerdict, type VerifyOptions, verifyFile } from '../../src/verify/engine/verify-file.ts';

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A file that lives in the test. */
export function memorySource(bytes: Uint8Array, label = 'file'): RangeSource {
  return {
    label,
    sizeBytes: bytes.length,
    async read(offset, length) {
      if (offset < 0 || offset + length > bytes.length) throw new RangeError(`outside: ${offset}+${length}`);
      return bytes.slice(offset, offset + length);
    },
    close: async () => {},
  };
}

export interface Options extends Partial<VerifyOptions> {
  label?: string;
}

/** Verifies bytes as a checkpoint that may be degraded, unless told otherwise. */
export function verify(bytes: Uint8Array | string, { label, ...over }: Options = {}): Promise<FileVerdict> {
  const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  return verifyFile(memorySource(content, label), {
    role: 'checkpoint',
    contains: [],
    allowDegraded: true,
    ...over,
  });
}

/** Verifies with the digest of these same bytes, as a manifest made after the damage would have it. */
export const verifyWithDigest = (bytes: Uint8Array, over: Options = {}): Promise<FileVerdict> =>
  verify(bytes, { sha256: sha256Of(bytes), ...over });

export const codesOf = (verdict: FileVerdict): string[] =>
  verdict.reasons.filter(({ severity }) => severity !== 'note').map(({ code }) => code);

export const notesOf = (verdict: FileVerdict): string[] =>
  verdict.reasons.filter(({ severity }) => severity === 'note').map(({ code }) => code);

export const flipped = (bytes: Uint8Array, at: number, bit = 0): Uint8Array => {
  const copy = bytes.slice();
  copy[at] = (copy[at] as number) ^ (1 << bit);
  return copy;
};

export const zeroed = (bytes: Uint8Array, from: number, to: number): Uint8Array =>
  bytes.slice().fill(0, from, to);

export const joined = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
