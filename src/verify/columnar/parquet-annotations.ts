import { BYTE_ARRAY, FIXED, INT32, INT64, type Refuse } from './parquet-types.ts';
import type { ThriftStruct } from './thrift-compact.ts';

const GROUPS: readonly string[] = ['map', 'list', 'variant'];
const ANY = [0, 1, 2, 3, 4, 5, 6, 7];

/** By the name of a logical type: the types of columns that it may stand at (the format's LogicalTypes.md). */
const STANDS_AT: Readonly<Record<string, readonly number[]>> = {
  text: [BYTE_ARRAY],
  enum: [BYTE_ARRAY],
  decimal: [INT32, INT64, BYTE_ARRAY, FIXED],
  date: [INT32],
  time: [INT32, INT64],
  timestamp: [INT64],
  integer: [INT32, INT64],
  unknown: ANY,
  json: [BYTE_ARRAY],
  bson: [BYTE_ARRAY],
  uuid: [FIXED],
  float16: [FIXED],
  geometry: [BYTE_ARRAY],
  geography: [BYTE_ARRAY],
};

const WIDTHS = { [INT32]: [8, 16, 32], [INT64]: [64] };

/** What is said of a column beyond its type must fit it: a union with exactly one part, at a column or group that can be so. */
export function mustFit(logical: ThriftStruct, type: number | undefined, path: string, refuse: Refuse): void {
  const names = Object.keys(logical);
  const [name = ''] = names;
  // A type that came later leaves none that is known.
  if (names.length > 1) throw refuse(`gives column ${JSON.stringify(path)} more than one logical type`);
  const fits =
    names.length === 0 ||
    (type === undefined ? GROUPS.includes(name) : STANDS_AT[name]?.includes(type) === true);
  const { bits } = (logical['integer'] ?? { bits: undefined }) as ThriftStruct;
  if (bits !== undefined && WIDTHS[type === INT64 ? INT64 : INT32].includes(bits as number) === false)
    throw refuse(`gives column ${JSON.stringify(path)} whole numbers of ${bits} bits`);
  if (!fits) throw refuse(`gives column ${JSON.stringify(path)} a logical type that it cannot have`, name);
}
