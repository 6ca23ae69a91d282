import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { findHdf5Signature } from '../read/hdf5-signature.ts';

/**
 * Groups and datasets like a file system within one file. Facts from the format's specification (version 3) and files of
 * h5py. Classic files have no checksum at all; newer ones guard their metadata, and data only where a filter does.
 */
export const hdf5: Format = {
  name: 'hdf5',
  proves:
    "end of file, every object header, group, heap and chunk index, also the keys of older B-trees; fill values fit their place; metadata checksums; no two structures on the same bytes; size = shape x type; link counts; values, after zlib, LZF, nbit, scaleoffset, Blosc, bitshuffle, bzip2, LZ4 or Zstandard too. Not, of Keras's older files, which sizes its layers are given, or which words where no Keras 3 up to 3.15 wrote them",
  checksum: 'lookup3 of newer metadata; Fletcher-32, zlib or bzip2 of chunks that have such a filter',

  recognises({ head }: Probe): boolean {
    if (findHdf5Signature(head) !== undefined) return true;
    // Also when line ends were changed on the way.
    return (
      head.length > 8 && head[0] === 0x89 && Buffer.from(head.subarray(1, 4)).toString('latin1') === 'HDF'
    );
  },

  async open(subject: Subject): Promise<Walk> {
    const { openTree } = await import('./hdf5-walk.ts');
    return openTree(subject);
  },
};
