import { type Channel, TransportFailed } from '../box/channel.ts';
import type { RangeSource } from '../verify/contract/source.ts';
import { unmixed } from './box-questions.ts';

/**
 * A file of a box as a source of ranges, so that it is verified where it lies.
 *
 * @param path absolute, on the box
 */
export const boxSource = (channel: Channel, path: string, sizeBytes: number): RangeSource => ({
  label: path,
  sizeBytes,
  async read(offset, length) {
    const bytes = new Uint8Array(length);
    if (length === 0) return bytes;
    // Asked for again, a range begins anew.
    await unmixed(async () => {
      let filled = 0;
      await channel.get(path, offset, length, (piece) => {
        bytes.set(piece, filled);
        filled += piece.length;
      });
    }).catch((error: unknown) => {
      // The line is well, and the file is not as long as it was.
      if (error instanceof TransportFailed && error.reason === 'short')
        throw new RangeError(`${path}: ${error.message}`);
      throw error;
    });
    return bytes;
  },
  close: async () => {},
});
