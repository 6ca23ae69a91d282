import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { headerLength } from './header-length.ts';

/** Eight letters, brackets and breaks are the beginning of a text, `{"step":`, and no length of anything. */
const isText = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d);

/**
 * A u64 header length, a JSON header, and the tensors' bytes without a gap. Facts from the format's README and reference
 * reader. It carries no checksum: flipped bits inside a tensor are only seen with a manifest digest.
 */
export const safetensors: Format = {
  name: 'safetensors',
  proves:
    'header length and JSON without duplicate keys; dtype x shape = bytes; tensors cover the data without hole, overlap or tail; values',
  checksum: 'none',

  recognises({ head, sizeBytes }: Probe): boolean {
    if (head.length < 10 || head[8] !== 0x7b || head.subarray(0, 8).every(isText)) return false;
    const claimed = headerLength(head);
    // Also when the length is a lie: a safetensors file with a broken length is broken, not unknown.
    return claimed <= BigInt(sizeBytes) || head[9] === 0x22;
  },

  async open(subject: Subject): Promise<Walk> {
    const { openSafetensors } = await import('./walk.ts');
    return await openSafetensors(subject);
  },
};
