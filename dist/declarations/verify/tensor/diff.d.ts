import type { TensorRow } from '../contract/tensor-table.js';
export interface TensorChange {
    name: string;
    before: string;
    after: string;
}
/** What became of the tensors of one file in another. Names in order; untrusted text. */
export interface TensorDiff {
    added: TensorRow[];
    removed: TensorRow[];
    /** Types differ; shapes and values are not compared then. */
    retyped: TensorChange[];
    reshaped: TensorChange[];
    /** Same type and shape, other bytes. */
    changed: string[];
    unchanged: number;
    /** Same type and shape, and the bytes of one of them were never read as a whole. */
    unknown: string[];
}
export declare function diffTensors(before: readonly TensorRow[], after: readonly TensorRow[]): TensorDiff;
export declare const isSame: (diff: TensorDiff) => boolean;
export declare const shapeWord: ({ shape }: TensorRow) => string;
