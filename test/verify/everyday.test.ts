import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Role } from '../../src/evidence-level.ts';
import { fixture } from './fixtures.ts';
import { codesOf, notesOf, type Options, verify } from './memory-source.ts';

const guessed = (content: string | Uint8Array, role: Role, over: Options = {}) =>
  verify(content, { role, roleFrom: 'guessed', ...over });

describe('JSON with comments', () => {
  const BENCH = `{
    // The version of this file.
    "version": 1, /* as of
    asv ** */ "project": "http://host/x", // "not": a key
    "branches": ["main", "next",],
}
// end`;

  it('is whole where nobody said what it is, however it comes in', async () => {
    for (const chunkBytes of [1, 3, 4096]) {
      const verdict = await guessed(BENCH, 'config', { label: 'asv.conf.json', chunkBytes });
      assert.deepEqual(codesOf(verdict), ['no-checksum'], JSON.stringify(verdict.reasons));
      assert.deepEqual(notesOf(verdict), ['json-comments']);
      assert.equal(verdict.facts.scalars['project'], 'http://host/x');
    }
  });

  for (const [what, content] of [
    ['a comment that never ends', '{"a": 1} /* *'],
    ['a slash alone', '{"a": 1 / 2}'],
    ['a slash at its end', '{"a": 1}/'],
    ['a comma before its end and no comment', '{"a": 1,}'],
    ['two commas', '{"a": 1, /**/ , "b": 2}'],
    ['a cut', '{"a": 1, // x\n'],
  ] as const)
    it(`fails with ${what}`, async () => {
      assert.equal((await guessed(content, 'config')).verdict, 'fail');
    });

  it('is none where JSON was promised', async () => {
    assert.equal((await verify(BENCH, { role: 'config' })).verdict, 'fail');
    assert.equal((await guessed(BENCH, 'metrics')).verdict, 'fail');
  });
});

describe('a table with comments between its rows', () => {
  const TABLE = 'x,y\n1,2\n## second part\n3,4\n# a, b\n5,6\n';

  it('is whole, and they are no rows', async () => {
    const verdict = await guessed(TABLE, 'metrics', { label: 'points.csv' });
    assert.deepEqual(
      [codesOf(verdict), verdict.facts.rows],
      [['no-checksum'], 3],
      JSON.stringify(verdict.reasons),
    );
    assert.deepEqual(notesOf(verdict), ['comment', 'comment', 'no-metrics']);
  });

  it('fails where they were called metrics, and where a row only looks like one', async () => {
    assert.equal((await verify(TABLE, { role: 'metrics' })).verdict, 'fail');
    assert.equal((await guessed(TABLE.replace('3,4', '#,4'), 'metrics')).facts.rows, 3);
    assert.equal((await guessed(TABLE.replace('3,4', '34'), 'metrics')).verdict, 'fail');
  });
});

describe('an event file without a scalar', () => {
  const whole = fixture('tensorflow/summary.tfevents');
  // Length, its CRC, the event, its CRC.
  const first = 16 + new DataView(whole.buffer, whole.byteOffset).getUint32(0, true);
  const header = whole.subarray(0, first);

  it('is what a trainer leaves that has just started', async () => {
    const verdict = await guessed(header, 'metrics', { label: 'events.out.tfevents.1' });
    assert.deepEqual(codesOf(verdict), ['no-end-mark']);
    assert.deepEqual(notesOf(verdict), ['no-rows']);
  });

  it('fails where metrics were promised', async () => {
    assert.ok(codesOf(await verify(header, { role: 'metrics' })).includes('no-rows'));
  });
});

describe('a JPEG picture', () => {
  const jpg = fixture('media/sample.jpg');
  const progressive = fixture('media/progressive.jpg');
  const restarts = fixture('media/restarts.jpg');
  const look = (bytes: Uint8Array, over: Options = {}) =>
    guessed(bytes, 'archive', { label: 'x.jpg', ...over });
  const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

  it('is whole in pieces of any size, and broken wherever it is cut', async () => {
    for (const bytes of [jpg, progressive, restarts])
      for (const chunkBytes of [1, 7, 4096]) {
        const verdict = await look(bytes, { chunkBytes });
        assert.deepEqual(codesOf(verdict), ['no-checksum'], JSON.stringify(verdict.reasons));
        assert.deepEqual(verdict.facts.scalars, { width: 48, height: 32 });
      }
    for (let length = 4; length < jpg.length; length += 5)
      assert.equal((await look(jpg.subarray(0, length))).verdict, 'fail', `${length} bytes`);
  });

  it('may be followed by another one, and by nothing else', async () => {
    assert.deepEqual(codesOf(await look(join(jpg, progressive))), ['no-checksum']);
    for (const tail of [Uint8Array.of(0), new TextEncoder().encode('PK'), jpg.subarray(2)])
      assert.ok(codesOf(await look(join(jpg, tail))).includes('trailing-bytes'));
    assert.equal((await look(join(jpg, jpg.subarray(0, -2)))).verdict, 'fail');
  });

  it('fails without pixels, without a frame, and where a stretch with a restart is lost', async () => {
    const scan = Buffer.from(jpg).indexOf(Uint8Array.of(0xff, 0xda));
    const frame = Buffer.from(jpg).indexOf(Uint8Array.of(0xff, 0xc0));
    const behind = frame + 2 + Buffer.from(jpg).readUInt16BE(frame + 2);
    const mark = Buffer.from(restarts).indexOf(Uint8Array.of(0xff, 0xd0));
    for (const bytes of [
      join(jpg.subarray(0, scan), jpg.subarray(-2)),
      join(jpg.subarray(0, frame), jpg.subarray(behind)),
      join(restarts.subarray(0, mark), restarts.subarray(mark + 2)),
      restarts.map((byte, i) => (i >= mark && i < mark + 2 ? 0 : byte)),
    ]) {
      const verdict = await look(bytes);
      assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['fail', 'jpeg-structure']);
    }
  });
});

describe('a file whose readers take more than JSON', () => {
  const SETTINGS = '{\n  "strict": true, "paths": ["a", "b",],\n}\n';
  for (const label of [
    'tsconfig.json',
    'web/tsconfig.build.json',
    'jsconfig.json',
    '.vscode/settings.json',
    'x.jsonc',
    'x.code-workspace',
    '.eslintrc',
    '.eslintrc.json',
    'x.json5',
  ])
    it(`may end its lists in commas: ${label}`, async () => {
      for (const roleFrom of ['guessed', 'declared'] as const) {
        const verdict = await verify(SETTINGS, { role: 'config', roleFrom, label });
        assert.deepEqual([codesOf(verdict), notesOf(verdict)], [['no-checksum'], ['json-dialect']]);
      }
      assert.equal(
        (await verify(`/* of\n us */ // ours\n${SETTINGS}`, { role: 'config', label })).format,
        'json',
      );
    });

  for (const label of ['package.json', 'config.json', 'my-tsconfig.json', 'settings.json', 'tsconfig.jsonl'])
    it(`may not where they are strict: ${label}`, async () => {
      assert.equal((await guessed(SETTINGS, 'config', { label })).verdict, 'fail');
    });

  for (const [what, content] of [
    ['a cut', SETTINGS.slice(0, -3)],
    ['a key twice', '{"a": 1, "a": 2,}'],
    ['two commas', '{"a": 1,,}'],
    ['a comma alone', '[,]'],
    ['a name without quotes', '{\na: 1}'],
  ] as const)
    it(`fails with ${what}`, async () => {
      assert.equal((await guessed(content, 'config', { label: 'tsconfig.json' })).verdict, 'fail');
    });
});

describe('JSON5', () => {
  const read = (content: string, chunkBytes = 4096) =>
    guessed(content, 'config', { label: 'x.json5', chunkBytes });

  it('is read as its specification has it, however it comes in', async () => {
    const content = `{
      // a comment
      unquoted: 'it\\'s', $_ä: "a \\
b", \\u0061: +.5, hex: -0x1F, end: 5., inf: -Infinity, nan: NaN, 'ta	b': '\\x41\\0\\q',
    }`;
    for (const chunkBytes of [1, 3, 4096]) {
      const verdict = await read(content, chunkBytes);
      assert.deepEqual([codesOf(verdict), notesOf(verdict)], [['no-checksum'], ['json-dialect']]);
      assert.deepEqual(verdict.facts.scalars, {
        unquoted: "it's",
        $_ä: 'a b',
        a: 0.5,
        hex: -31,
        end: 5,
        inf: '-Infinity',
        nan: 'NaN',
        'ta\tb': 'A\0q',
      });
    }
  });

  for (const content of [
    '{\na-b: 1}',
    '{\n1a: 1}',
    '{\na: 01}',
    '{\na: 0x}',
    '{\na: .}',
    "{\na: '\\u12'}",
    "{\na: '\\1'}",
    "{\na: 'b\nc'}",
    '{\na: \'b"}',
    '{\na: 1, a: 2}',
    '{\na: b}',
    '{\na: 1',
  ])
    it(`fails with ${JSON.stringify(content)}`, async () => {
      assert.equal((await read(content)).verdict, 'fail');
    });
});
