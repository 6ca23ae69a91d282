import { type Dtype } from './dtype.js';
import { type Literal } from './python-literal.js';
/** The type of one element of a NumPy array. */
export interface NumpyType {
    /** Bytes of one element; of `object` what lies in memory, not in the file. */
    bytes: number;
    /** Python objects: a pickle takes the place of the elements. */
    object: boolean;
    /** Where numbers lie in an element. A plain type has one part, at 0. */
    parts: readonly NumpyPart[];
}
/** One plain type inside an element: a field, or the whole of it. */
export interface NumpyPart {
    /** Path of the field, as in `state.position`; empty for a plain type. Untrusted text. */
    field: string;
    offset: number;
    /** Elements of `dtype` in a row, of a field that is an array itself. */
    shape: readonly number[];
    bytes: number;
    dtype: Dtype;
    /** Our word where there is one, else NumPy's without its byte order: `U12`, `M8[ns]`. */
    typeName: string;
    littleEndian: boolean;
}
/** @returns undefined for a type that NumPy does not have */
export declare function typeOfDescr(descr: Literal): NumpyType | undefined;
/** `<f4`, `|O`, `>M8[ns]` */
export declare function plainType(word: string): NumpyType | undefined;
/** A field with a name, or padding when it has none. */
export interface NumpyField {
    name: string;
    type: NumpyType;
    /** Absent = right after the one before it. */
    offset?: number;
}
/** Fields side by side; `bytes` of the whole where it is longer than they are. */
export declare function structure(fields: readonly (NumpyField | undefined)[], bytes?: number): NumpyType | undefined;
/** A field that is an array. Of a structure its parts are read as one stretch of bytes. */
export declare function arrayOf(type: NumpyType, shape: readonly number[]): NumpyType | undefined;
/** A tuple of counts, or one count. NumPy has at most 64 dimensions. */
export declare function shapeOf(literal: Literal): number[] | undefined;
