import type { KeySummary } from './verdict.js';
/** Which part of a checkpoint a tensor belongs to; what no other part claims is the model's, as in a flat file. */
export declare function partOf(name: string): string;
/** The names a file holds, and whether they are what the roster asked for. Only what has a value is entered. */
export declare class KeyBook {
    #private;
    addTensor(path: string, top: string): void;
    /** A value that is not a tensor. `null` is no content, so it only shows in the summary. */
    addValue(path: string, top: string, isNull?: boolean): void;
    /** Everything of a file inside this one. */
    take(inner: KeyBook, prefix: string): void;
    has(path: string): boolean;
    get tensorCount(): number;
    /** The first of the given patterns that nothing in the file answers to, and so on. */
    missing(wanted: readonly string[]): string[];
    summary(): KeySummary;
}
