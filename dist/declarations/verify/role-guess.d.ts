import type { Role } from './verdict.js';
/** What a file of this name usually is; `undefined` where the name says nothing. */
export declare const roleByName: (path: string) => Role | undefined;
/** What a file that begins so usually is. Of what nobody can read only a digest proves anything: `opaque`. */
export declare function roleByContent(head: Uint8Array, sizeBytes: number): Role;
