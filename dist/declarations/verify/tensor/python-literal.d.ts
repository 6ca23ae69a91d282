/** What a literal of Python's notation can be in a file's header; dicts keep their keys in order, twice is refused. */
export type Literal = null | boolean | bigint | string | LiteralTuple | Literal[] | Map<string, Literal>;
export declare class LiteralTuple {
    readonly items: readonly Literal[];
    constructor(items: readonly Literal[]);
}
/**
 * Strings, integers, `True`, `False`, `None`, tuples, lists and dicts with string keys: all that NumPy writes. Nothing is
 * evaluated. The text must be one literal and then nothing but spaces.
 *
 * @throws Error with a plain reason; the caller knows where the text came from
 */
export declare function parseLiteral(text: string): Literal;
