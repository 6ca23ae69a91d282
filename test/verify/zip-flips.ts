import type { FileVerdict } from '../../src/verify/index.ts';
import { flipped, type Options, verify } from './memory-source.ts';
import { type ZipField, zipFields } from './zip-fields.ts';

export interface Flip {
  offset: number;
  bit: number;
  /** Of the archive's records, or `content`. */
  field: string;
}

/** As good as the file without the flip: nothing wrong, and nothing in doubt that was not so before. */
const standing = ({ verdict, reasons }: FileVerdict): string =>
  verdict === 'fail' || verdict === 'inconclusive'
    ? 'refused'
    : JSON.stringify([
        verdict,
        reasons.filter(({ severity }) => severity === 'degraded').map(({ code }) => code),
      ]);

/** What lies at an offset. */
export function fieldsOf(archive: Uint8Array): (offset: number) => string {
  const fields = zipFields(archive);
  return (offset) => fields.find(({ from, to }) => from <= offset && offset < to)?.name ?? 'nothing';
}

/**
 * The bits that lie outside of stored content, and of that one in 61 with all at its ends. A CRC-32 tells any one flipped
 * bit of a stored member, wherever in it that lies: whether it is compared is a matter of the member, not of the bit.
 * Packed content is looked at in full: there is slack in it that changes nothing.
 */
export function telling(archive: Uint8Array): (bitOffset: number) => boolean {
  const stored = zipFields(archive).filter((field) => field.stored);
  return (bitOffset) => {
    const offset = Math.floor(bitOffset / 8);
    const within = stored.find(({ from, to }) => from <= offset && offset < to);
    if (within === undefined || bitOffset % SPARSE_BITS === 0) return true;
    return offset < within.from + END_BYTES || offset >= within.to - END_BYTES;
  };
}

/** Odd, so that each place within a byte has its turn. */
const SPARSE_BITS = 61;
const END_BYTES = 8;

/** Every single bit whose flip we let pass, of these stretches or of all, where it is one to look at. */
export async function passingFlips(
  archive: Uint8Array,
  options: Options = { role: 'model' },
  stretches: readonly Pick<ZipField, 'from' | 'to'>[] = [{ from: 0, to: archive.length }],
  looksAt: (bitOffset: number) => boolean = () => true,
): Promise<Flip[]> {
  const fieldOf = fieldsOf(archive);
  const whole = standing(await verify(archive, options));
  if (whole === 'refused')
    throw new Error('the archive does not pass without a flip: none would be looked at');
  const passing: Flip[] = [];
  for (const { from, to } of stretches)
    for (let at = 8 * from; at < 8 * to; at += 1) {
      if (!looksAt(at)) continue;
      const [offset, bit] = [Math.floor(at / 8), at % 8];
      if (standing(await verify(flipped(archive, offset, bit), options)) === whole)
        passing.push({ offset, bit, field: fieldOf(offset) });
    }
  return passing;
}
