import { type Clock } from '../../clock.js';
import { type Level, type Role } from '../../evidence-level.js';
import { type Budgets } from '../contract/budgets.js';
import type { Expectation, InnerOptions, Subject } from '../contract/format.js';
import type { RangeSource } from '../contract/source.js';
import { type FileVerdict, type RoleFrom } from '../contract/verdict.js';
import { type ScanPool } from '../tensor/scan-pool.js';
import { type Before } from './change.js';
export type { Level, Role } from '../../evidence-level.js';
export type { Expectation } from '../contract/format.js';
export type { FileVerdict } from '../contract/verdict.js';
export interface VerifyOptions {
    role: Role;
    /**
     * Default `declared`. `guessed`: a file that merely has another role is degraded and does not fail. `set`: it is one of
     * several files that only together are what the role says and hold what is asked for; what it lacks goes into `lacks`.
     */
    roleFrom?: RoleFrom;
    /**
     * What the file must hold: key or tensor names, globs of them (`*`, `?`), or a part's name (`model`, `optimizer`,
     * `scheduler`, `step`, `epoch`, `rng`, `scaler`, `ema`), which stands for the keys that trainers use for it.
     */
    contains: readonly string[];
    /**
     * Who else may hold what is asked and say the step, where it is of no set: files of another role that are asked too, or any of its
     * folder, in which those that are named alike but for numbers must do so each. What it lacks goes into `lacks`.
     */
    answeredBy?: 'other-roles' | 'folder';
    /** The roster row takes `pass-degraded`. Without it a pickle that needs more than weights-only loading fails. */
    allowDegraded: boolean;
    /** The manifest's digest of this file, as made on the box: 64 hex digits. */
    sha256?: string;
    /**
     * The digest of these very bytes, computed by the caller as it pulled them. Then nothing is hashed again: a payload is
     * hashed where it was made and once on arrival, not once more for every look (XC-10).
     */
    alreadyHashed?: string;
    /** Hash the bytes although no digest is given to compare with. Costs more than everything else together. */
    hash?: boolean;
    /** Threads that read and scan a large local file; the verdict is the same for any number. Default 1. */
    jobs?: number;
    /** Threads that are there already, instead. */
    workers?: ScanPool;
    /** Put every tensor into the verdict (`table`). */
    table?: boolean;
    /** With each tensor's least, greatest, mean and deviation; several times slower. */
    moments?: boolean;
    /** The tensors of the checkpoint before this one and its step: something must have changed since. */
    previous?: Before;
    /** Default: what the role needs. */
    requiredLevel?: Level;
    expectation?: Expectation;
    /** Pickle globals, `module.name`, that the caller vouches for; the verdict is then at best `pass-degraded`. */
    allowImports?: readonly string[];
    budgets?: Partial<Budgets>;
    /** Default 1 MiB; a source with long round trips wants more. Multiple of 4096. */
    chunkBytes?: number;
    signal?: AbortSignal;
    onProgress?: (bytesDone: number, bytesTotal: number) => void;
    clock?: Clock;
}
/**
 * Proves as much about one file as its format allows, in one sequential pass plus a few ranges, in constant memory.
 * Nothing in the file is executed, extracted or followed. Any bytes give a verdict.
 *
 * @throws `signal.reason` when aborted; a `Problem` of the source (an unreachable box says nothing about the file)
 */
export declare function verifyFile(source: RangeSource, options: VerifyOptions): Promise<FileVerdict>;
type Outer = Pick<Subject, 'budgets' | 'findings' | 'imports' | 'keys' | 'table' | 'depth' | 'digestGiven' | 'expansion'>;
/** The one way in which `Subject.examine` is done. `same`: the options of the outer file. */
export declare function examineInside(outer: Outer, inner: RangeSource, { role, proven, member, expansion, expectation, fileOffset, prefix, }: InnerOptions | undefined, { budgets, allowDegraded, allowImports, signal, clock, moments }: Partial<VerifyOptions>): Promise<FileVerdict>;
