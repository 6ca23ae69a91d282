/**
 * How an element type is tested without ever touching the floating-point unit: all bits of a 32-bit word at once.
 * `((word & mask) + addend) & test` is not 0 exactly when some element in the word is suspect (a float that is large, infinite or
 * none, a bool that is neither 0 nor 1). The addition cannot carry from one element into the next.
 */
export interface WordTest {
    mask: number;
    addend: number;
    test: number;
    /** Sign bits. */
    sign: number;
}
export interface Dtype {
    name: string;
    bits: number;
    kind: 'float' | 'integer' | 'bool';
    /** Bytes that are tested as one: 4 for float32 and for each half of complex64. 8 is two words, the upper one tested. */
    unitBytes: number;
    word: WordTest;
    /**
     * For counting what a word test found: absolute mask, smallest non-finite, infinity (0 = the format has none), and from where on
     * a number is large (`LARGE`) and huge (`HUGE`); short types have no such.
     */
    count?: {
        absMask: number;
        from: number;
        infinity: number;
        large?: number;
        huge?: number;
    };
    /** One byte pattern alone is not finite; the word test does not apply. */
    exactly?: number;
}
/** No weight that was trained is as large: a bit of the exponent, or another unit. Nor is any number of use beside others. */
export declare const LARGE: number;
export declare const HUGE: number;
export declare const DTYPES: {
    f64: Dtype;
    f32: Dtype;
    f16: Dtype;
    bf16: Dtype;
    c32: Dtype;
    c64: Dtype;
    c128: Dtype;
    f8_e4m3: Dtype;
    f8_e5m2: Dtype;
    f8_e4m3fnuz: Dtype;
    f8_e5m2fnuz: Dtype;
    e8m0: Dtype;
    f4: Dtype;
    /** Two of them in a byte, as PyTorch counts its elements. */
    f4_x2: Dtype;
    f6_e2m3: Dtype;
    f6_e3m2: Dtype;
    i8: Dtype;
    u8: Dtype;
    i16: Dtype;
    u16: Dtype;
    i32: Dtype;
    u32: Dtype;
    i64: Dtype;
    u64: Dtype;
    bool: Dtype;
};
