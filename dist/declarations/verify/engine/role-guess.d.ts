import type { Role } from '../../evidence-level.js';
/** What a file of this name usually is; `undefined` where the name says nothing. */
export declare const roleByName: (path: string) => Role | undefined;
