import type { Shape } from './thrift-compact.ts';

// Structures of the format's parquet.thrift: field numbers, types, and what must be there. Generated readers refuse a structure without
// a field that is required, and read a field of another type as if it were not there.

const EMPTY: Shape = {};

const STATISTICS: Shape = {
  1: ['oldMost', 'text'],
  2: ['oldLeast', 'text'],
  3: ['nulls', 'i64'],
  4: ['distinct', 'i64'],
  5: ['most', 'text'],
  6: ['least', 'text'],
  7: ['isMostExact', 'bool'],
  8: ['isLeastExact', 'bool'],
};

export const PAGE_HEADER: Shape = {
  1: ['type', 'i32', 'required'],
  2: ['uncompressedBytes', 'i32', 'required'],
  3: ['bytes', 'i32', 'required'],
  4: ['crc', 'i32'],
  5: [
    'data',
    {
      struct: {
        1: ['values', 'i32', 'required'],
        2: ['encoding', 'i32', 'required'],
        3: ['levels', 'i32', 'required'],
        4: ['repeats', 'i32', 'required'],
        5: ['statistics', { struct: STATISTICS }],
      },
    },
  ],
  6: ['index', { struct: EMPTY }],
  7: [
    'dictionary',
    {
      struct: {
        1: ['values', 'i32', 'required'],
        2: ['encoding', 'i32', 'required'],
        3: ['isSorted', 'bool'],
      },
    },
  ],
  8: [
    'data2',
    {
      struct: {
        1: ['values', 'i32', 'required'],
        2: ['nulls', 'i32', 'required'],
        3: ['rows', 'i32', 'required'],
        4: ['encoding', 'i32', 'required'],
        5: ['levelBytes', 'i32', 'required'],
        6: ['repeatBytes', 'i32', 'required'],
        7: ['isCompressed', 'bool'],
        8: ['statistics', { struct: STATISTICS }],
      },
    },
  ],
};

const TIME_UNIT: Shape = {
  1: ['milliseconds', { struct: EMPTY }],
  2: ['microseconds', { struct: EMPTY }],
  3: ['nanoseconds', { struct: EMPTY }],
};
const TIME: Shape = { 1: ['isUtc', 'bool', 'required'], 2: ['unit', { struct: TIME_UNIT }, 'required'] };

/** A union: exactly one of them. */
const LOGICAL_TYPE: Shape = {
  1: ['text', { struct: EMPTY }],
  2: ['map', { struct: EMPTY }],
  3: ['list', { struct: EMPTY }],
  4: ['enum', { struct: EMPTY }],
  5: ['decimal', { struct: { 1: ['scale', 'i32', 'required'], 2: ['precision', 'i32', 'required'] } }],
  6: ['date', { struct: EMPTY }],
  7: ['time', { struct: TIME }],
  8: ['timestamp', { struct: TIME }],
  10: ['integer', { struct: { 1: ['bits', 'byte', 'required'], 2: ['isSigned', 'bool', 'required'] } }],
  11: ['unknown', { struct: EMPTY }],
  12: ['json', { struct: EMPTY }],
  13: ['bson', { struct: EMPTY }],
  14: ['uuid', { struct: EMPTY }],
  15: ['float16', { struct: EMPTY }],
  16: ['variant', { struct: EMPTY }],
  17: ['geometry', { struct: EMPTY }],
  18: ['geography', { struct: EMPTY }],
};

const SCHEMA_ELEMENT: Shape = {
  1: ['type', 'i32'],
  2: ['typeBytes', 'i32'],
  3: ['repetition', 'i32'],
  4: ['name', 'bytes', 'required'],
  5: ['children', 'i32'],
  6: ['converted', 'i32'],
  7: ['scale', 'i32'],
  8: ['precision', 'i32'],
  9: ['id', 'i32'],
  10: ['logical', { struct: LOGICAL_TYPE }],
};

const KEY_VALUE: Shape = { 1: ['key', 'text', 'required'], 2: ['value', 'bytes'] };

export const COLUMN_METADATA: Shape = {
  1: ['type', 'i32', 'required'],
  2: ['encodings', { list: 'i32' }, 'required'],
  3: ['path', { list: 'text' }, 'required'],
  4: ['codec', 'i32', 'required'],
  5: ['values', 'i64', 'required'],
  6: ['uncompressedBytes', 'i64', 'required'],
  7: ['bytes', 'i64', 'required'],
  8: ['metadata', { list: { struct: KEY_VALUE } }],
  9: ['dataPageOffset', 'i64', 'required'],
  10: ['indexPageOffset', 'i64'],
  11: ['dictionaryOffset', 'i64'],
  12: ['statistics', { struct: STATISTICS }],
  13: [
    'encodingStatistics',
    {
      list: {
        struct: {
          1: ['type', 'i32', 'required'],
          2: ['encoding', 'i32', 'required'],
          3: ['count', 'i32', 'required'],
        },
      },
    },
  ],
  14: ['bloomOffset', 'i64'],
  15: ['bloomBytes', 'i32'],
  16: [
    'sizes',
    {
      struct: {
        1: ['textBytes', 'i64'],
        2: ['repeatCounts', { list: 'i64' }],
        3: ['levelCounts', { list: 'i64' }],
      },
    },
  ],
};

const COLUMN_CHUNK: Shape = {
  1: ['file', 'text'],
  2: ['fileOffset', 'i64', 'required'],
  3: ['meta', { struct: COLUMN_METADATA }],
  4: ['offsetIndexOffset', 'i64'],
  5: ['offsetIndexBytes', 'i32'],
  6: ['columnIndexOffset', 'i64'],
  7: ['columnIndexBytes', 'i32'],
  8: ['crypto', { struct: EMPTY }],
};

const ROW_GROUP: Shape = {
  1: ['columns', { list: { struct: COLUMN_CHUNK } }, 'required'],
  2: ['uncompressedBytes', 'i64', 'required'],
  3: ['rows', 'i64', 'required'],
  4: [
    'sorting',
    {
      list: {
        struct: {
          1: ['column', 'i32', 'required'],
          2: ['isFalling', 'bool', 'required'],
          3: ['nullsFirst', 'bool', 'required'],
        },
      },
    },
  ],
  5: ['fileOffset', 'i64'],
  6: ['bytes', 'i64'],
  7: ['ordinal', 'i16'],
};

export const FILE_METADATA: Shape = {
  1: ['version', 'i32', 'required'],
  2: ['schema', { list: { struct: SCHEMA_ELEMENT } }, 'required'],
  3: ['rows', 'i64', 'required'],
  4: ['rowGroups', { list: { struct: ROW_GROUP } }, 'required'],
  5: ['metadata', { list: { struct: KEY_VALUE } }],
  6: ['createdBy', 'text'],
  7: ['orders', { list: { struct: { 1: ['byType', { struct: EMPTY }] } } }],
  8: ['encryption', { struct: EMPTY }],
};

export const OFFSET_INDEX: Shape = {
  1: [
    'pages',
    {
      list: {
        struct: {
          1: ['offset', 'i64', 'required'],
          2: ['bytes', 'i32', 'required'],
          3: ['row', 'i64', 'required'],
        },
      },
    },
    'required',
  ],
};

export const COLUMN_INDEX: Shape = {
  1: ['nullPages', { list: 'bool' }, 'required'],
  2: ['least', { list: 'text' }, 'required'],
  3: ['most', { list: 'text' }, 'required'],
  4: ['order', 'i32', 'required'],
  5: ['nulls', { list: 'i64' }],
};

export const BLOOM_HEADER: Shape = { 1: ['bytes', 'i32', 'required'] };
