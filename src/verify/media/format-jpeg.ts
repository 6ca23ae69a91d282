import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';

const MAGIC = Uint8Array.of(0xff, 0xd8, 0xff);

/**
 * A picture that a run drew, or one of a data set (facts from ITU T.81, annex B). What is between its markers is not decoded: it has
 * no checksum, and a change there shows nowhere.
 */
export const jpeg: Format = {
  name: 'jpeg',
  proves:
    'segments that tile the file: a frame of some size, its scans with their restart marks in order, the end mark last; what follows that is another picture or degraded; pixels are not decoded',
  checksum: 'none',

  recognises: ({ head }: Probe) => startsWith(head, MAGIC),

  async open(subject: Subject): Promise<Walk> {
    const { openJpeg } = await import('./jpeg-markers.ts');
    return openJpeg(subject);
  },
};
