/** Least, greatest, mean and standard deviation of the finite elements of a tensor. */
export interface Moments {
    /** Finite elements; the rest are counted as `nonFinite`. */
    count: number;
    min: number;
    max: number;
    mean: number;
    /** Sum of squared distances from the mean; the variance is this over `count`. */
    squares: number;
}
export declare const NO_MOMENTS: Moments;
/** Of two disjoint sets of elements together (Chan's formula, which does not cancel as sums of squares do). */
export declare function joinMoments(a: Moments, b: Moments): Moments;
/** Of the values from one place to another. */
export declare function momentsOf(values: Float64Array | Float32Array, from?: number, to?: number): Moments;
export declare const deviationOf: ({ count, squares }: Moments) => number;
