import type { Level } from '../../evidence-level.js';
import type { Budgets } from '../contract/budgets.js';
import type { Expectation } from '../contract/format.js';
import type { FileVerdict } from '../contract/verdict.js';
import type { VerifyOptions } from './verify-file.js';
/** What the roster, or a guess, says of one file of a tree. */
export interface FileTask extends Pick<VerifyOptions, 'role' | 'roleFrom' | 'contains' | 'answeredBy' | 'allowDegraded'> {
    sha256?: string;
    alreadyHashed?: string;
    expectation?: Expectation;
    requiredLevel?: Level;
    previous?: NonNullable<VerifyOptions['previous']>;
}
export interface TreeOptions extends Pick<VerifyOptions, 'hash' | 'table' | 'moments' | 'allowImports' | 'chunkBytes' | 'signal' | 'clock'> {
    /** `undefined`: this file is not to be looked at, unless a set needs it. */
    taskOf(path: string): FileTask | undefined;
    budgets?: Partial<Budgets>;
    /** Threads that read and scan large files, and where there is a `FileCrew` the files; the verdict is the same for any number. Default 1. */
    jobs?: number;
    onProgress?: (path: string, bytesDone: number, bytesTotal: number) => void;
    /** Each verdict as it is reached; sets come last, and may still make a file's verdict worse. */
    onVerdict?: (verdict: FileVerdict) => void;
}
/** A file that nobody asked for but a set needs is read as what any file is. */
export declare const taskFor: (path: string, options: TreeOptions) => FileTask;
/** A piece of the verification of a tree that is tried, timed and, where need be, given up as a whole. */
export interface Turn {
    /** `all`: what concerns every file, as finding the sets and holding them against each other. */
    kind: 'file' | 'set' | 'all';
    /** Of the file or set, below the tree's root; `\'\'` for all. Untrusted text. */
    path: string;
    bytes: number;
    /** Of a file: its place among those of the tree. */
    index?: number;
}
/** Whoever watches over a verification from outside: told of each turn before it begins, asked whether it may. */
export interface Turns {
    begin(turn: Turn): void;
    /** Why this turn is not taken: an earlier try at it had to be ended. */
    refusal(turn: Turn): string | undefined;
}
export declare const FREE_TURNS: Turns;
