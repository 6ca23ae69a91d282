/**
 * What the verifier says about one file. Everything here is plain data, the same bit for bit for two verifiers of one
 * file: no durations, no host names.
 */
import { type Level, type Role } from '../../evidence-level.js';
import type { TensorRow } from './tensor-table.js';
/** Raised whenever a verdict on unchanged bytes may change. A newer version needs no new hashing, only a new look. */
export declare const VERIFIER_VERSION = 10;
/** Declared for the file, guessed, or that of a set of which the file is only one. */
export type RoleFrom = 'declared' | 'guessed' | 'set';
/**
 * `pass-degraded`: all that the format allows, but it carries no checksum and no digest was given, or it needs an unsafe
 * loader. `inconclusive`: a feature we cannot read or a budget hit; it blocks like `fail` and is never rounded up.
 */
export type Verdict = 'pass' | 'pass-degraded' | 'fail' | 'inconclusive';
export type Severity = 'fail' | 'inconclusive' | 'degraded' | 'note';
export interface Reason {
    /** Short and stable: `crc-mismatch`, `non-finite`. Scripts may match on it. */
    code: string;
    severity: Severity;
    /** The level that is not reached because of it (for notes: where it was seen). */
    level: Level;
    what: string;
    /** Of a set of files: the one in which it was found, as a path below the set's root. Untrusted text. */
    file?: string;
    /** Byte in the file. */
    offset?: number;
    expected?: string;
    found?: string;
}
export interface TensorSummary {
    count: number;
    elements: number;
    /** NaN or infinite elements in all tensors together. */
    nonFinite: number;
}
export declare const NO_TENSORS: TensorSummary;
export declare const together: (a: TensorSummary, b?: TensorSummary) => TensorSummary;
/** Of all optimizers in a file, as PyTorch's `state_dict()` tells them; a rate is per step, without unit. */
export interface OptimizerFacts {
    /** The most that one of them has made. */
    steps?: number;
    /** Over all groups: of the next step, and of the one that each group began with. */
    leastRate: number;
    mostRate: number;
    leastFirstRate: number;
    /** Each step is about as large as its rate, whatever the gradient: Adam, AdamW, NAdam. */
    scalesSteps: boolean;
}
export interface Facts {
    step?: number;
    epoch?: number;
    /** Rows of a table or lines of a log of records. */
    rows?: number;
    /** Of the metric named by the expectation: the best value, and its row's step when there is one. */
    best?: {
        key: string;
        value: number;
        step?: number;
    };
    optimizer?: OptimizerFacts;
    /** Top-level scalars and metadata, at most 64. Their names are the box's: untrusted text. */
    scalars: Record<string, number | string | boolean | null>;
}
export interface KeySummary {
    /** Names at the top level (tensors of a flat file, members of the pickled dict, columns), at most 64. */
    top: string[];
    total: number;
}
export interface FileVerdict {
    label: string;
    verdict: Verdict;
    /** `verdict` is good enough for the roster row: `pass`, or `pass-degraded` where the row allows it. */
    counts: boolean;
    /** The highest level reached with every level below it. */
    level: Level;
    requiredLevel: Level;
    role: Role;
    /** `safetensors`, `torch-zip`, `jsonl`, ... or `unknown`. By content, never by name. */
    format: string;
    bytes: number;
    /** Lower-case hex. Absent when the file could not be read to its end. */
    sha256?: string;
    tensors?: TensorSummary;
    /** Equal for two files exactly when no tensor's name, type, shape or bytes differ (`TensorTable`). */
    tensorsDigest?: string;
    /** Every tensor; only when asked for. */
    table?: readonly TensorRow[];
    facts: Facts;
    keys: KeySummary;
    /** Every global a pickle asks for, sorted: `collections.OrderedDict`. */
    imports: string[];
    /** Worst first. At most `KEPT_PER_SEVERITY` of each; `reasonsLeftOut` counts the rest. */
    reasons: Reason[];
    reasonsLeftOut: number;
    /** What it cost: calls to the source, and bytes they returned. */
    requests: number;
    bytesRead: number;
    verifierVersion: number;
    /** Of a file of a set: the names asked for that it does not hold itself. Only while the set is examined. */
    lacks?: readonly string[];
    /** Files without which this one proves nothing, or that prove nothing without it: the set's root. */
    partOf?: string;
    /**
     * What it is by itself, where `verdict` is worse only because its set is not whole, and not through this file. A seal goes by
     * `verdict`; who looks for what to repair, by this (`ofItself`).
     */
    byItself?: Verdict;
}
/** Said of every file of a set that is not whole. */
export declare const SET_NOT_WHOLE = "set-not-whole";
/** How the format of a file begins that only its set can read. */
export declare const PART_OF = "part of ";
/**
 * As a person sees it who looks for the bad file: one that is well by itself keeps its own verdict and says to what it belongs.
 * It counts for nothing all the same, and its set has a verdict of its own beside it.
 */
export declare function ofItself({ byItself, ...seen }: FileVerdict): FileVerdict;
/** A hostile file can hold a million faults of one kind; the first hundred tell the story. */
export declare const KEPT_PER_SEVERITY = 100;
/** Whole as far as its format can tell: nothing is wrong or in doubt, it only carries nothing that would prove it. */
export declare function isWholeAsTold({ verdict, reasons }: Pick<FileVerdict, 'verdict' | 'reasons'>): boolean;
/** Good enough for a row that takes what is degraded, or does not. */
export declare const countsAs: (verdict: Verdict, allowDegraded: boolean) => boolean;
/** What a verdict says beyond its findings; whatever is left out here is empty. */
export type VerdictParts = Pick<FileVerdict, 'label' | 'level' | 'requiredLevel' | 'role' | 'format' | 'bytes'> & Partial<FileVerdict>;
interface Found {
    verdict(): Verdict;
    readonly reasons: Reason[];
    readonly leftOut: number;
}
/** The one way in which a verdict comes of findings: of a file, of a set, of a part that only its set can read. */
export declare function verdictOf(findings: Found, allowDegraded: boolean, parts: VerdictParts): FileVerdict;
/** Not cut short, whatever is wrong with it: that fails below L3, which judges values and meaning. */
export declare const isWrittenOut: ({ verdict, reasons }: Pick<FileVerdict, "verdict" | "reasons">) => boolean;
/** Roles whose file is nothing without tensors. */
export declare const holdsTensors: (role: Role) => boolean;
export {};
