import { topFields } from '../codec/top-fields.ts';

const VERSION_MARK = Buffer.from('brain.Event:');
/** Frame header, wall time, tag and length come before the version of the first event. */
const VERSION_BEFORE = 64;

/** Seen without the CRC, so that an event file with a damaged first header is broken, not unknown. */
export function marksEvents(head: Uint8Array): boolean {
  const at = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, VERSION_BEFORE)).indexOf(
    VERSION_MARK,
  );
  return at > 12 && topFields(head.subarray(12, at), at).some(({ field, wire }) => field === 1 && wire === 1);
}
