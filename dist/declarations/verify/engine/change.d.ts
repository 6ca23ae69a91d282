import type { Subject } from '../contract/format.js';
import type { TensorRow } from '../contract/tensor-table.js';
import type { Facts, FileVerdict } from '../contract/verdict.js';
/** The checkpoint before: its tensors, and what it says of itself. */
export interface Before extends Pick<Facts, 'step' | 'optimizer'> {
    rows: readonly TensorRow[];
}
/**
 * Holds a checkpoint against the one before it. A later step with the same bytes in every tensor is a stale file or a
 * training that does nothing, and so is a whole model, or all moments of its optimizer, beside what moved; with most of them the
 * same it is told, because frozen layers are common.
 */
export declare function judgeChange({ findings, facts, table }: Pick<Subject, 'findings' | 'facts'> & {
    table: {
        rows: readonly TensorRow[];
    };
}, previous: Before | undefined): void;
/** A schedule that came to its end: the optimizer goes on counting, and nothing moves any more. */
export declare const hasNoRate: (...each: Pick<Facts, "optimizer">[]) => boolean;
/** Of a model in 16 bits a few small steps may all be rounded away, as the first of RAdam or SGD are. */
export declare const STEPS_THAT_SHOW = 10;
export declare const isOfSixteenBits: (rows: readonly TensorRow[]) => boolean;
/**
 * Holds checkpoints of one row against each other, each against the one of the step before it. Needs their tables; a file
 * without step or tensors is left as it is.
 *
 * @returns the verdicts in their order
 */
export declare function withChanges(verdicts: readonly FileVerdict[]): FileVerdict[];
