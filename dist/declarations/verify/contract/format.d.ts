import type { Level, Role } from '../../evidence-level.js';
import type { BoundedReader } from '../read/bounded-reader.js';
import type { ScanOptions } from '../tensor/element-scan.js';
import type { NumpyType } from '../tensor/numpy-type.js';
import type { Region } from '../tensor/pass.js';
import type { Budgets } from './budgets.js';
import type { Findings } from './findings.js';
import type { KeyBook } from './key-book.js';
import type { RangeSource } from './source.js';
import type { TensorTable } from './tensor-table.js';
import type { Facts, FileVerdict, RoleFrom, TensorSummary } from './verdict.js';
/** What the run's record says about the file. Whatever is absent is not checked. */
export interface Expectation {
    /** The checkpoint's step must be exactly this, or at least that. A file without a step then fails. */
    step?: number;
    minStep?: number;
    epoch?: number;
    /** Where the step lies: a key, tensor, column or metadata name. Default: `step`, `global_step` and their kin. */
    stepKey?: string;
    /** Rows of a metrics file, header not counted. */
    rows?: number;
    minRows?: number;
    /** How often the step may fall back because the run was resumed and appended to the same file. Default 0. */
    restarts?: number;
    /** Metric that every row with a loss must carry as a finite number. */
    lossKey?: string;
    /** `value`: what the checkpoint or the run's record claims; it must equal the best of the file. */
    best?: {
        key: string;
        direction: 'min' | 'max';
        value?: number;
    };
    /** Number of elements of all floating-point model tensors. */
    parameters?: number;
    /** Globs of tensor names that may be all zero although they are weight matrices. */
    mayBeZero?: readonly string[];
    /** Of the numbers in a file that is nothing else: `uint16`, as NumPy names them. For what is of no other format. */
    dtype?: string;
}
/** The start of the file and its size: all that recognition may look at. */
export interface Probe {
    readonly head: Uint8Array;
    readonly sizeBytes: number;
    readonly role: Role;
    /** Of an archive: its role is that of the archive, and says nothing of it. */
    readonly isMember?: boolean;
}
/** An array that a file names and another beside it holds. */
export interface ArrayBeside {
    /** As the content says it: untrusted text. */
    file: string;
    /** Of the array in the content, one at least. */
    names: string[];
    /** What its elements are, where the other file does not say that itself. */
    array?: {
        type: NumpyType;
        shape: readonly number[];
        fortranOrder: boolean;
    };
}
/** One file under examination, as a format sees it. */
export interface Subject {
    /** How the caller names the file; a path, mostly. Untrusted text. */
    readonly label: string;
    readonly reader: BoundedReader;
    readonly sizeBytes: number;
    readonly head: Uint8Array;
    readonly role: Role;
    /** What only the role demands is held against a file only when the role was declared for that very file. */
    readonly roleFrom: RoleFrom;
    readonly budgets: Budgets;
    readonly expectation: Expectation;
    /** `module.name` pairs that the caller vouches for in this run. */
    readonly allowImports: readonly string[];
    readonly allowDegraded: boolean;
    /** A manifest digest is there, so the bytes are proven even where the format has no checksum. */
    readonly digestGiven: boolean;
    readonly findings: Findings;
    readonly keys: KeyBook;
    readonly facts: Facts;
    readonly imports: Set<string>;
    /** Every tensor that was scanned, by name; filled by `TensorJudge`. */
    readonly table: TensorTable;
    /** Part of the options of every `ElementScan` of this file: what the caller wants counted beyond the verdict. */
    readonly scanning: Pick<ScanOptions, 'moments'>;
    /** Where a set reads what lies beside this file: takes the arrays that are there, which are inconclusive otherwise. */
    readonly arraysBeside?: ArrayBeside[];
    /** How many containers this file lies in. */
    readonly depth: number;
    /** How many times larger it is than the bytes on disk that it was unpacked from; 1 for what lies there as it is. */
    readonly expansion: number;
    /**
     * Verifies a file that lies inside this one (a stored member, an item at an offset, something unpacked into memory).
     * Its reasons are entered into `findings` under its label. Deeper than `budgets.nesting` is inconclusive.
     */
    examine(inner: RangeSource, options?: InnerOptions): Promise<FileVerdict>;
}
/** A subject without bytes of its own: what judges of meaning need, of a file or of a set of files. */
export type Matter = Omit<Subject, 'label' | 'reader' | 'head' | 'sizeBytes' | 'examine'>;
export interface InnerOptions {
    role?: Role;
    /** Added to the offsets of its reasons; absent when its bytes have no place in the outer file. */
    fileOffset?: number;
    /** Something outside vouches for the bytes (a CRC of the container), so that a format without one is not degraded. */
    proven?: boolean;
    /** Tensors and keys are entered into the outer file's under this prefix. */
    prefix?: string;
    /**
     * One of the many things in an archive, about which nobody claims anything: an unknown type is no finding, and where it
     * has no checksum the archive says so once for all.
     */
    member?: boolean;
    /** For the one file that the outer one is wrapped around: what is expected of that. */
    expectation?: Expectation;
    /** How many times larger it is than the bytes of the outer file that it was unpacked from; default 1. */
    expansion?: number;
}
/** What opening a file gives: where its bytes lie, and what is known once they have been read. */
export interface Walk {
    /** More exact than the format's name where it has kinds. */
    format?: string;
    /** Ascending, not overlapping; the engine feeds them in one sequential pass. */
    regions(): Iterable<Region>;
    /** After the pass, for what lies inside and wants a look of its own (`Subject.examine`). */
    inside?(): Promise<void>;
    /**
     * After the pass: judge what only the whole can tell. Not called when the file could not be read to its end.
     * `complete`: no region broke; when one did, what is missing is no news.
     */
    finish(complete: boolean): void;
    tensors?(): TensorSummary;
    /** Every payload byte is under a checksum that the pass verifies. */
    checksummed: boolean;
    /** The highest level that this format's reader can prove. */
    reaches: Level;
}
/** To add a format: one file with one of these, one line in `engine/formats.ts`, its tests. */
export interface Format {
    readonly name: string;
    /** For docs/formats.md: what is checked, and what checksum the format itself carries (`none` where it has none). */
    readonly proves: string;
    readonly checksum: string;
    recognises(probe: Probe): boolean;
    /** It has no magic of its own: a member of an archive is taken for it only under such a name. */
    readonly memberNames?: RegExp;
    /** Reads metadata (few ranges). Throws `Broken` or `Unsettled` when the file cannot be walked at all. */
    open(subject: Subject): Promise<Walk>;
}
