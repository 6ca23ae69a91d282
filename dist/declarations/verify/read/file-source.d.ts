import type { RangeSource } from '../contract/source.js';
import type { SourceExtras } from './bounded-reader.js';
export interface FileSourceOptions {
    /** Accept a file with more than one name. A box could have linked a roster name to something it does not own. */
    allowHardLinks?: boolean;
}
export type FileSource = RangeSource & Required<SourceExtras>;
/**
 * A local file. Refuses anything but a regular file; never follows a symbolic link in the last part of the path.
 *
 * @throws Problem `not-readable`, `not-a-file`, `hard-linked`
 */
export declare function openFileSource(path: string, options?: FileSourceOptions): Promise<FileSource>;
/** The same without ever waiting, for a thread that has nothing else to do: of a small file the waiting is what costs. */
export declare function openFileNow(path: string, options?: FileSourceOptions): FileSource;
