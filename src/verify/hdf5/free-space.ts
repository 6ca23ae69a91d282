import { hdf5Broken } from './cursor.ts';
import type { Hdf5File } from './file.ts';

/**
 * Where a heap has room: the header of a free-space manager (`FSHD`) and its list of sections (`FSSE`). Nothing is read by
 * them, but the library refuses a heap whose header does not hold.
 */
export async function mustHoldFreeSpace(file: Hdf5File, address: number): Promise<void> {
  const { offsets, lengths } = file.widths;
  const header = await file.structure(
    address,
    6 + 4 * lengths + 8 + lengths + offsets + 2 * lengths + 4,
    SPACE,
  );
  header.signature('FSHD');
  header.version(SPACE, 0);
  header.skip(1 + 4 * lengths + 8 + lengths);
  const listAt = header.address();
  const usedBytes = header.length();
  const allocatedBytes = header.length();
  if (listAt === undefined) return;
  const least = 5 + offsets + 4;
  if (usedBytes < least || allocatedBytes < usedBytes)
    throw hdf5Broken('a list of free space is longer than its place', file.base + address, {
      expected: `${least} to ${allocatedBytes} bytes`,
      found: `${usedBytes} bytes`,
    });
  file.count(1, file.base + listAt);
  file.claim(listAt, allocatedBytes, LIST);
  const list = await file.checked(listAt, usedBytes, LIST);
  list.signature('FSSE');
  list.version(LIST, 0);
  if (list.mustAddress(LIST) !== address)
    throw hdf5Broken('a list of free space belongs to another', file.base + listAt);
}

const [SPACE, LIST] = ['a record of free space', 'a list of free space'];
