import type { Dtype } from './dtype.ts';
import type { ScanResult } from './element-scan.ts';

/** One stretch of elements with the tensors that lie on it. */
export interface ScannedTensor {
  /** A column of a table, in which what is missing is no number. */
  isTable?: boolean;
  /** At least one; several when tensors share their storage. From the file: untrusted text. */
  names: string[];
  dtype: Dtype;
  /** Of the first name. */
  shape: readonly number[];
  /** Of every name in its order, where they differ. */
  shapes?: readonly (readonly number[])[];
  /** For the table, where the format has a word of its own for the type. */
  typeName?: string;
  elements: number;
  fileOffset: number;
  scan: ScanResult;
  /** A checksum of the format or a manifest digest vouches for these bytes. */
  proven: boolean;
  /** For storages that are larger than what lies on them: whether any tensor reaches this unit. */
  reaches?: (unit: number) => boolean;
  /** Its elements lie at `fileOffset` as they are, little-endian. */
  isPlain?: boolean;
  /** Written into a program rather than trained: infinities and zeros are meant, a NaN is not. */
  literal?: boolean;
}
