import type { Subject, Walk } from '../contract/format.ts';
import type { ZipDirectory } from './zip-directory.ts';

/** A format that lives in a zip archive. */
export interface ZipKind {
  readonly name: string;
  /** As of `Format`. */
  readonly proves: string;
  readonly checksum: string;
  holds(directory: ZipDirectory): boolean;
  open(subject: Subject, directory: ZipDirectory): Promise<Walk>;
}
