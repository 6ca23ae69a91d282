/** Types of columns, by their numbers in the format's parquet.thrift. */
export const [BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;

/** What stops the reading of the schema. @param found what stands there instead */
export type Refuse = (what: string, found?: string) => Error;
