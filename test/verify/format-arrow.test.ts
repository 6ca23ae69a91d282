import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ArrowMessage,
  arrowFileOf,
  arrowStreamOf,
  BATCH,
  batchMessage,
  END,
  INT_COLUMN,
  ROWS,
  schemaMessage,
} from './arrow-writer.ts';
import { fixture } from './fixtures.ts';
import type { FlatFields } from './flat-writer.ts';
import { codesOf, joined, type Options, sha256Of, verify } from './memory-source.ts';

const look = (bytes: Uint8Array, over: Options = {}) =>
  verify(bytes, { role: 'dataset', sha256: sha256Of(bytes), ...over });

const FIXTURES = ['file', 'file-lz4', 'stream', 'stream-zstd', 'odd', 'legacy', 'no-rows'];

describe('a whole Arrow file or stream', () => {
  it('passes with its rows and columns', async () => {
    const messages = [schemaMessage(), batchMessage(), batchMessage()];
    for (const [bytes, format] of [
      [arrowFileOf(messages), 'arrow-file'],
      [arrowStreamOf(messages), 'arrow-stream'],
    ] as [Uint8Array, string][]) {
      const verdict = await look(bytes, { contains: ['x'], expectation: { rows: 2 * ROWS } });
      assert.deepEqual([verdict.verdict, verdict.format, verdict.level], ['pass', format, 'L2']);
      assert.deepEqual(verdict.facts, { rows: 2 * ROWS, scalars: { batches: 2, columns: 1 } });
    }
  });

  it('is the same in chunks of any size', async () => {
    for (const name of FIXTURES) {
      const bytes = fixture(`tables/${name}.arrow`);
      for (const chunkBytes of [8, 100, 4096]) {
        const verdict = await look(bytes, { chunkBytes });
        assert.equal(verdict.verdict, 'pass', `${name}: ${JSON.stringify(verdict.reasons)}`);
      }
    }
  });

  it('does not vouch for its values: metrics in it are inconclusive', async () => {
    for (const name of ['file.arrow', 'stream.arrow']) {
      const verdict = await look(fixture(`tables/${name}`), { role: 'metrics' });
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', ['values-not-read']], name);
    }
  });

  it('compares its rows with what is expected', async () => {
    for (const name of ['file.arrow', 'stream.arrow']) {
      const verdict = await look(fixture(`tables/${name}`), { expectation: { rows: 301 } });
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['fail', ['row-count']], name);
    }
  });
});

const text: FlatFields = { 0: { text: 's' }, 2: { u8: 5 }, 3: { table: {} } };
const deep = (depth: number): FlatFields =>
  depth === 0 ? INT_COLUMN : { 0: { text: 'd' }, 2: { u8: 13 }, 5: { tables: [deep(depth - 1)] } };
const buffers = (...rows: number[][]) => batchMessage({ 2: { structs: rows } });
const nodes = (...rows: number[][]) => batchMessage({ 1: { structs: rows } });

const RULES: { what: string; messages: ArrowMessage[]; code: string; verdict?: string }[] = [
  { what: 'a batch before the schema', messages: [batchMessage(), schemaMessage()], code: 'arrow-message' },
  { what: 'a second schema', messages: [schemaMessage(), schemaMessage()], code: 'arrow-message' },
  { what: 'a body longer than the file', messages: [schemaMessage(), batchMessage({}, { bodyBytes: 8192 })], code: 'arrow-cut' },
  { what: 'a body of 2^60 bytes', messages: [schemaMessage(), batchMessage({}, { bodyBytes: 2 ** 60 })], code: 'arrow-cut' },
  { what: 'a body that is not padded', messages: [schemaMessage(), batchMessage({}, { bodyBytes: 61 })], code: 'arrow-message' },
  { what: 'metadata longer than the file', messages: [schemaMessage(), batchMessage({}, { metadataBytes: 2 ** 30 })], code: 'arrow-cut' },
  { what: 'a buffer behind its body', messages: [schemaMessage(), buffers([0, 0], [8, 64])], code: 'arrow-message' },
  { what: 'a buffer before its body', messages: [schemaMessage(), buffers([0, 0], [-8, 64])], code: 'arrow-message' },
  { what: 'a buffer that is not aligned', messages: [schemaMessage(), buffers([0, 0], [4, 60])], code: 'arrow-message' },
  { what: 'two buffers over each other', messages: [schemaMessage(), buffers([0, 16], [8, 56])], code: 'arrow-message' },
  { what: 'a buffer too short for its rows', messages: [schemaMessage(), buffers([0, 0], [0, 56])], code: 'arrow-message' },
  { what: 'too few buffers', messages: [schemaMessage(), buffers([0, 0])], code: 'arrow-message' },
  { what: 'too many buffers', messages: [schemaMessage(), buffers([0, 0], [0, 64], [0, 0])], code: 'arrow-message' },
  { what: 'no validity where there are nulls', messages: [schemaMessage(), nodes([ROWS, 1])], code: 'arrow-message' },
  { what: 'more nulls than elements', messages: [schemaMessage(), nodes([ROWS, ROWS + 1])], code: 'arrow-message' },
  { what: 'a column of another length than its batch', messages: [schemaMessage(), nodes([ROWS - 1, 0])], code: 'arrow-message' },
  { what: 'a column too few', messages: [schemaMessage(), nodes()], code: 'arrow-message' },
  { what: 'offsets that are too short', messages: [schemaMessage(text), buffers([0, 0], [0, 32], [32, 32])], code: 'arrow-message' },
  { what: 'a negative number of rows', messages: [schemaMessage(), batchMessage({ 0: { i64: -1 } })], code: 'arrow-message' },
  { what: 'numbers of 13 bits', messages: [schemaMessage({ ...INT_COLUMN, 3: { table: { 0: { i32: 13 } } } })], code: 'arrow-schema' },
  { what: 'nesting without end', messages: [schemaMessage(deep(80))], code: 'arrow-schema' },
  { what: 'a dictionary that no column uses', messages: [schemaMessage(), { kind: 2, header: { 0: { i64: 5 }, 1: { table: BATCH } } }], code: 'arrow-message' },
  { what: 'a type that we do not know', messages: [schemaMessage({ 0: { text: 'x' }, 2: { u8: 99 } })], code: 'arrow-type', verdict: 'inconclusive' },
  { what: 'an older version of the metadata', messages: [{ ...schemaMessage(), version: 1 }], code: 'arrow-version', verdict: 'inconclusive' },
  { what: 'big-endian numbers', messages: [{ kind: 1, header: { 0: { i16: 1 }, 1: { tables: [INT_COLUMN] } } }], code: 'arrow-big-endian', verdict: 'inconclusive' },
  { what: 'a tensor', messages: [schemaMessage(), { kind: 4, header: {} }], code: 'arrow-message', verdict: 'inconclusive' },
  { what: 'bytes that belong to no buffer', messages: [schemaMessage(), batchMessage({}, { body: new Uint8Array(128) })], code: 'arrow-gap', verdict: 'pass-degraded' },
  { what: 'a dictionary that is not there', messages: [schemaMessage({ ...INT_COLUMN, 4: { table: { 0: { i64: 1 }, 1: { table: { 0: { i32: 64 } } } } } }), batchMessage()], code: 'arrow-values' },
]; // biome-ignore format: one rule per line

describe('messages that are damaged or lie', () => {
  for (const { what, messages, code, verdict = 'fail' } of RULES) {
    it(`are ${verdict} for ${what}`, async () => {
      const isStream = messages[0]?.kind === 1;
      for (const bytes of [arrowFileOf(messages), ...(isStream ? [arrowStreamOf(messages)] : [])]) {
        const found = await look(bytes);
        assert.equal(found.verdict, verdict, JSON.stringify(found.reasons));
        assert.ok(codesOf(found).includes(code), codesOf(found).join());
      }
    });
  }

  it('are degraded without an end mark, and fail with anything after it or a cut inside', async () => {
    const messages = [schemaMessage(), batchMessage()];
    const open = await look(arrowStreamOf(messages, new Uint8Array(0)));
    assert.deepEqual([open.verdict, codesOf(open)], ['pass-degraded', ['no-end-mark']]);
    const more = await look(joined(arrowStreamOf(messages), END));
    assert.deepEqual([more.verdict, codesOf(more)], ['fail', ['trailing-bytes']]);
    const whole = arrowStreamOf(messages, new Uint8Array(0));
    const boundary = arrowStreamOf([schemaMessage()], new Uint8Array(0)).length;
    for (let length = 16; length < whole.length; length += 5) {
      const { verdict } = await look(whole.subarray(0, length));
      // Cut inside its first few words it is of no known format at all.
      const isKnown = length >= 96;
      assert.ok(
        verdict === 'fail' || length === boundary || (!isKnown && verdict === 'inconclusive'),
        `${length}: ${verdict}`,
      );
    }
  });
});

describe('the footer of an Arrow file', () => {
  const messages = [schemaMessage(), batchMessage()];
  for (const [what, over] of [
    ['does not list a batch', { 3: { blocks: [] } }],
    ['lists a batch that is not there', { 3: { blocks: [[24, 16, 64]] } }],
    ['repeats another schema', { 1: { table: { 1: { tables: [text] } } } }],
    ['has no schema', { 1: undefined }],
  ] as [string, FlatFields][]) {
    it(`fails when it ${what}`, async () => {
      const found = await look(arrowFileOf(messages, over));
      assert.deepEqual([found.verdict, codesOf(found)], ['fail', ['arrow-footer']]);
    });
  }

  it('fails wherever the file is cut', async () => {
    const whole = arrowFileOf(messages);
    for (let length = 8; length < whole.length; length += 3)
      assert.equal((await look(whole.subarray(0, length))).verdict, 'fail', `${length} bytes`);
  });

  it('is inconclusive above the budgets for metadata and messages', async () => {
    for (const budgets of [{ structureBytes: 40 }, { objects: 0 }]) {
      const found = await look(arrowFileOf(messages), { budgets });
      assert.deepEqual([found.verdict, codesOf(found)], ['inconclusive', ['over-budget']]);
    }
  });
});

it('Feather of version 2 is an Arrow file', async () => {
  assert.equal((await look(fixture('tables/v2.feather'))).format, 'arrow-file');
});
