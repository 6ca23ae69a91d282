import { type Role } from '../../evidence-level.js';
import { type FileVerdict, type Severity } from './verdict.js';
/** Something about a file, or in the place of one, that was seen without reading it. */
export interface Oddity {
    /** Below the directory. Untrusted text. */
    path: string;
    code: string;
    severity: Severity;
    what: string;
}
/** Why something that lies where a file could lie is not read; `undefined` for a plain file. */
export declare function strangeness(entry: {
    isFile(): boolean;
    isSymbolicLink(): boolean;
}): Omit<Oddity, 'path'> | undefined;
/** The verdict on what was never read. */
export declare function verdictWithoutReading({ path, code, severity, what }: Oddity, role: Role): FileVerdict;
/** The verdict on what was being read when a budget ended it: never a pass. */
export declare const verdictGivenUp: ({ path, bytes }: {
    path: string;
    bytes: number;
}, what: string, role: Role) => FileVerdict;
/** The same verdict with a remark that changes nothing about it. */
export declare const withNote: (verdict: FileVerdict, { code, what }: Oddity) => FileVerdict;
