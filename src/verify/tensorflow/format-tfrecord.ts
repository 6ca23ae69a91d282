import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { marksEvents } from './event-mark.ts';
import { beginsWithRecord } from './tfrecord.ts';

/** Records with a CRC each: datasets, and the event files of TensorBoard. */
export const tfrecord: Format = {
  name: 'tfrecord',
  proves:
    'CRC of every length and every record, the last ends with the file; event files also: version first, finite scalars, steps go on within each tag, a cut last record is degraded',
  checksum: 'CRC-32C of every record',

  recognises: ({ head }: Probe) => beginsWithRecord(head) || marksEvents(head),

  async open(subject: Subject): Promise<Walk> {
    const { openTfrecord } = await import('./tfrecord-walk.ts');
    return openTfrecord(subject);
  },
};
