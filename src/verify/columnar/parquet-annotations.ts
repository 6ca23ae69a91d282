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

/** By the number of an older annotation (ConvertedType): the types of columns that it may stand at; groups have 1 to 3 alone. */
const OLDER: readonly (readonly number[])[] = [
  [BYTE_ARRAY], // UTF8
  ...[[], [], []], // MAP, MAP_KEY_VALUE, LIST
  [BYTE_ARRAY], // ENUM
  [INT32, INT64, BYTE_ARRAY, FIXED], // DECIMAL
  ...[[INT32], [INT32], [INT64]], // DATE, TIME_MILLIS, TIME_MICROS
  ...[[INT64], [INT64]], // TIMESTAMP_MILLIS, TIMESTAMP_MICROS
  ...[[INT32], [INT32], [INT32], [INT64]], // UINT_8 to UINT_64
  ...[[INT32], [INT32], [INT32], [INT64]], // INT_8 to INT_64
  ...[[BYTE_ARRAY], [BYTE_ARRAY]], // JSON, BSON
  [FIXED], // INTERVAL
];
const [DECIMAL, INTERVAL] = [5, 21];
const INTERVAL_BYTES = 12;

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
  for (const each of ['time', 'timestamp']) {
    const unit = (logical[each] as ThriftStruct | undefined)?.['unit'] as ThriftStruct | undefined;
    if (unit !== undefined && Object.keys(unit).length !== 1)
      throw refuse(`gives column ${JSON.stringify(path)} times without a unit`);
  }
  if (logical['decimal'] !== undefined) mustScale(logical['decimal'] as ThriftStruct, path, refuse);
}

/** The same of the older annotation, by which readers go where there is no logical type: no Apache reader opens a file that breaks it. */
export function mustFitOlder(element: ThriftStruct, path: string, refuse: Refuse): void {
  const { converted, type, typeBytes, precision, scale } = element;
  if (typeof converted !== 'number' || typeof type !== 'number') return;
  const fits = OLDER[converted]?.includes(type) === true;
  if (!fits || (converted === INTERVAL && typeBytes !== INTERVAL_BYTES))
    throw refuse(`gives column ${JSON.stringify(path)} an annotation that it cannot have`, String(converted));
  if (converted === DECIMAL) mustScale({ precision, scale: scale ?? 0 }, path, refuse);
}

function mustScale({ precision, scale }: ThriftStruct, path: string, refuse: Refuse): void {
  const digits = typeof precision === 'number' ? precision : 0;
  if (digits > 0 && typeof scale === 'number' && scale >= 0 && scale <= digits) return;
  throw refuse(
    `gives column ${JSON.stringify(path)} decimals that cannot be`,
    `${scale} of ${precision ?? 'no'} digits behind the point`,
  );
}
