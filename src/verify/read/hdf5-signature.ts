export const HDF5_SIGNATURE = Uint8Array.of(0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a);

/** Where an HDF5 file's own bytes begin: at 0, or behind a user block of 512 bytes or a power of two times that. */
export function findHdf5Signature(head: Uint8Array): number | undefined {
  for (let at = 0; at + 8 <= head.length; at = at === 0 ? 512 : at * 2)
    if (HDF5_SIGNATURE.every((byte, i) => head[at + i] === byte)) return at;
  return undefined;
}
