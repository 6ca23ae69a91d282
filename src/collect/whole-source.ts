import { createHash } from 'node:crypto';
import type { RangeSource } from '../verify/contract/source.ts';

/** A store is asked once for each. */
const READ_BYTES = 8 * 1024 ** 2;

/** A source's bytes in order, one range after the other, as fast as whoever takes them. Closes it. */
export async function* rangesOf(source: RangeSource, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < source.sizeBytes; at += READ_BYTES) {
      signal.throwIfAborted();
      yield await source.read(at, Math.min(READ_BYTES, source.sizeBytes - at));
    }
  } finally {
    await source.close();
  }
}

/** In hexadecimal digits. Closes it. */
export async function sha256OfSource(source: RangeSource, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of rangesOf(source, signal)) hash.update(piece);
  return hash.digest('hex');
}

/** All of a small one. Closes it. */
export const wholeOf = (source: RangeSource): Promise<Uint8Array> =>
  source.read(0, source.sizeBytes).finally(() => source.close());

export const sourceOf = (label: string, bytes: Uint8Array): RangeSource => ({
  label,
  sizeBytes: bytes.length,
  read: async (offset, length) => bytes.slice(offset, offset + length),
  close: async () => {},
});
