import { Cursor, hdf5Broken } from './cursor.ts';
import type { Hdf5File } from './file.ts';
import { MESSAGE, type ObjectHeader, only, resolved } from './object.ts';

const HAS_NONE = 0x10;
const HAS_ONE = 0x20;

/**
 * What data that were never written read as, in the older message and the three versions of the newer. That they hold
 * together is all that is asked: the library opens no dataset where they do not.
 */
export async function checkFillValues(file: Hdf5File, header: ObjectHeader): Promise<void> {
  for (const type of [MESSAGE.oldFillValue, MESSAGE.fillValue]) {
    const found = only(header, type);
    if (found === undefined) continue;
    const { bytes, fileOffset } = await resolved(file, found);
    const cursor = new Cursor(bytes, fileOffset, file.widths);
    if (type === MESSAGE.oldFillValue) cursor.skip(cursor.u32());
    else checkNewer(cursor);
  }
}

function checkNewer(cursor: Cursor): void {
  const from = cursor.place;
  if (cursor.version('a fill value', 1, 2, 3) < 3) {
    cursor.skip(2);
    const version = cursor.bytes[0];
    const isDefined = cursor.u8() !== 0;
    // -1 says that there is none.
    const size = version === 1 || isDefined ? cursor.u32() | 0 : 0;
    if (size < -1) throw hdf5Broken('a fill value has a size that cannot be', from, { found: String(size) });
    cursor.skip(Math.max(0, size));
    return;
  }
  const flags = cursor.u8();
  if ((flags & 0xc0) !== 0 || (flags & (HAS_NONE | HAS_ONE)) === (HAS_NONE | HAS_ONE))
    throw hdf5Broken('a fill value has flags that cannot be', from, { found: String(flags) });
  if ((flags & HAS_ONE) !== 0) cursor.skip(cursor.u32());
}
