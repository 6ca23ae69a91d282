import type { Probe } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';

/**
 * Kinds of files that are known by their first bytes and not read: no reader of ours proved more of them than the
 * manifest's digest does. They count in a row of the role `opaque`, with that digest, and nowhere else.
 */
export interface Unread {
  /** Goes on after "is". */
  readonly what: string;
  recognises(probe: Pick<Probe, 'head' | 'sizeBytes'>): boolean;
}

const magic = (what: string, text: string, at = 0): Unread => ({
  what,
  recognises: ({ head }) => startsWith(head, Buffer.from(text, 'latin1'), at),
});

export const UNREAD: readonly Unread[] = [
  magic('a film (MP4 and its kin)', 'ftyp', 4),
  magic('a database of SQLite', 'SQLite format 3\0'),
  magic('a document of PDF', '%PDF-'),
  magic('an image or a table of FITS', 'SIMPLE  ='),
  magic('a MAT-file of MATLAB 5', 'MATLAB 5.0 MAT-file'),
  magic('a file of Octave', 'Octave-1-'),
  // Of versions 2 and 3 of its serialization, in the order of the network; R packs both by gzip unless told not to.
  magic('an object of R', 'X\n\0\0\0\x02'),
  magic('an object of R', 'X\n\0\0\0\x03'),
  magic('a workspace of R', 'RDX2\nX\n'),
  magic('a workspace of R', 'RDX3\nX\n'),
  magic('an array of Armadillo', 'ARMA_MAT_BIN_'),
  magic('an array of Armadillo', 'ARMA_CUB_BIN_'),
  magic('an array of Armadillo', 'ARMA_SPM_BIN_'),
  magic('a container of Avro', 'Obj\x01'),
  // An array of msgpack, and its first item; `.b2nd` and `.b2frame` begin so, and whatever Blosc2 keeps in one file.
  magic('a frame of Blosc2', '\x9e\xa8b2frame\0'),
  // The fourth byte is the version: 1, 2 or 5.
  magic('an array file of netCDF 3', 'CDF\x01'),
  magic('an array file of netCDF 3', 'CDF\x02'),
  magic('an array file of netCDF 3', 'CDF\x05'),
  magic('a database of DuckDB', 'DUCK', 8),
  magic('a table of Feather 1', 'FEA1'),
  magic('a model of TensorFlow Lite', 'TFL3', 4),
  magic('a picture of DICOM', 'DICM', 128),
  magic('a program or library (ELF)', '\x7fELF'),
];

export const unreadKind = (probe: Pick<Probe, 'head' | 'sizeBytes'>): Unread | undefined =>
  UNREAD.find((each) => each.recognises(probe));
