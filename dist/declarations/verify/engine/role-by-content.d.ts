import type { Role } from '../../evidence-level.js';
import type { RangeSource } from '../contract/source.js';
/** What a file that begins so usually is. Of what nobody can read only a digest proves anything: `opaque`. */
export declare function roleByContent(head: Uint8Array, sizeBytes: number): Role;
/** The same of a source, by its first 64 KiB. */
export declare function roleOfSource(source: RangeSource): Promise<Role>;
