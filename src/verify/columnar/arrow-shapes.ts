import type { FlatShape } from '../codec/flat-check.ts';

// The tables of Arrow's Schema.fbs, Message.fbs and File.fbs: field by field, sizes in bytes.

const NOTHING = (): FlatShape => [];
const ONE_SHORT = (): FlatShape => [2];

const KEY_VALUE = (): FlatShape => ['text', 'text'];

const INT = (): FlatShape => [4, 1];

const TYPES = {
  1: NOTHING,
  2: INT,
  3: ONE_SHORT,
  4: NOTHING,
  5: NOTHING,
  6: NOTHING,
  7: (): FlatShape => [4, 4, 4],
  8: ONE_SHORT,
  9: (): FlatShape => [2, 4],
  10: (): FlatShape => [2, 'text'],
  11: ONE_SHORT,
  12: NOTHING,
  13: NOTHING,
  14: (): FlatShape => [2, { rows: 4 }],
  15: (): FlatShape => [4],
  16: (): FlatShape => [4],
  17: (): FlatShape => [1],
  18: ONE_SHORT,
  19: NOTHING,
  20: NOTHING,
  21: NOTHING,
  22: NOTHING,
  23: NOTHING,
  24: NOTHING,
  25: NOTHING,
  26: NOTHING,
};

const DICTIONARY_ENCODING = (): FlatShape => [8, { table: INT }, 1, 2];

const FIELD = (): FlatShape => [
  'name',
  1,
  1,
  { oneOf: TYPES },
  { table: DICTIONARY_ENCODING },
  { tables: FIELD },
  { tables: KEY_VALUE },
];

const SCHEMA = (): FlatShape => [2, { tables: FIELD }, { tables: KEY_VALUE }, { rows: 8 }];

const RECORD_BATCH = (): FlatShape => [
  8,
  { rows: 16 },
  { rows: 16 },
  { table: (): FlatShape => [1, 1] },
  { rows: 8 },
];

const DICTIONARY_BATCH = (): FlatShape => [8, { table: RECORD_BATCH }, 1];

export const MESSAGE: FlatShape = [
  2,
  1,
  { oneOf: { 1: SCHEMA, 2: DICTIONARY_BATCH, 3: RECORD_BATCH } },
  8,
  { tables: KEY_VALUE },
];

export const FOOTER: FlatShape = [2, { table: SCHEMA }, { rows: 24 }, { rows: 24 }, { tables: KEY_VALUE }];
