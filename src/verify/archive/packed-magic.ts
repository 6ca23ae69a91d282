/** With which files of these ways of packing begin. */
export const XZ_MAGIC = Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0);
export const LZ4_MAGIC = Uint8Array.of(0x04, 0x22, 0x4d, 0x18);
export const BZIP2_MAGIC = Buffer.from('BZh', 'latin1');
export const GZIP_MAGIC = Uint8Array.of(0x1f, 0x8b, 8);
