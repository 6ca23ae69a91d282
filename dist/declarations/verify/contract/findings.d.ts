import type { Level } from '../../evidence-level.js';
import { type Reason, type Severity, type Verdict } from './verdict.js';
export type Extra = {
    file?: string;
    offset?: number;
    expected?: string;
    found?: string;
};
/** Stops the walk of one file or one member: what follows it cannot be understood. */
export declare class Broken extends Error {
    readonly level: Level;
    readonly code: string;
    readonly extra: Extra;
    readonly name = "Broken";
    constructor(level: Level, code: string, what: string, extra?: Extra);
}
/** Stops the walk because we cannot or may not read on; says nothing against the file. */
export declare class Unsettled extends Error {
    readonly level: Level;
    readonly code: string;
    readonly extra: Extra;
    readonly name = "Unsettled";
    constructor(level: Level, code: string, what: string, extra?: Extra);
}
/** Nothing that we could read of such a file would prove more than its digest. @param what goes on after "is" */
export declare const notRead: (what: string) => Unsettled;
/** A bound on what one file may make us do was hit. */
export declare class OverBudget extends Unsettled {
    /** As in `Budgets`. */
    readonly budget: string;
    constructor(
    /** As in `Budgets`. */
    budget: string, extra: Extra);
}
export declare const overBudget: (budget: string, limit: number, found: number | bigint, offset?: number) => OverBudget;
/** Collects reasons while a file, or a set of files, is walked. */
export declare class Findings {
    #private;
    fail(level: Level, code: string, what: string, extra?: Extra): void;
    inconclusive(level: Level, code: string, what: string, extra?: Extra): void;
    degraded(level: Level, code: string, what: string, extra?: Extra): void;
    note(level: Level, code: string, what: string, extra?: Extra): void;
    /** Turns what a walk threw into a reason. Returns false for anything that is not ours to judge. */
    caught(error: unknown): boolean;
    /** Does work of which every fault becomes a reason. @returns whether it came to its end */
    guard(work: () => void | Promise<void>): Promise<boolean>;
    /** Takes over what was found in a file inside this one, or in one file of a set. */
    absorb(reasons: readonly Reason[], place: (reason: Reason) => Reason): void;
    /** The same collection, for the part of a set that is being read: its reasons name the file. */
    in(file: string): Findings;
    has(severity: Severity): boolean;
    /** Whether something stands in the way of this level or one below it. */
    blocks(level: Level): boolean;
    /** The highest level, up to `reaches`, that nothing stands in the way of. */
    level(reaches: Level): Level;
    verdict(): Verdict;
    get reasons(): Reason[];
    get leftOut(): number;
}
