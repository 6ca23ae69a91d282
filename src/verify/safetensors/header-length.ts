/** The first eight bytes of a file, which may say anything. */
export const headerLength = (head: Uint8Array): bigint =>
  new DataView(head.buffer, head.byteOffset, head.length).getBigUint64(0, true);
