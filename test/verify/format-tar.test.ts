import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture, fixtureFiles } from './fixtures.ts';
import { codesOf, joined, notesOf, type Options, sha256Of, verify } from './memory-source.ts';
import { verifyFiles } from './memory-tree.ts';
import { safetensorsFile, weights } from './safetensors-writer.ts';
import { END, pax, type TarPart, tarFile, tarPart } from './tar-writer.ts';

const look = (bytes: Uint8Array, over: Options = {}) =>
  verify(bytes, { role: 'dataset', sha256: sha256Of(bytes), ...over });

const base256 = (value: number): Uint8Array => {
  const field = new Uint8Array(12);
  field[0] = 0x80;
  new DataView(field.buffer).setUint32(8, value);
  return field;
};

describe('a whole tar archive', () => {
  it('passes in every dialect, in chunks of any size, with its members', async () => {
    for (const name of ['pax', 'gnu', 'ustar'])
      for (const chunkBytes of [100, 512, 1 << 20]) {
        const verdict = await look(fixture(`archives/${name}.tar`), { chunkBytes });
        assert.deepEqual([verdict.verdict, verdict.format], ['pass', 'tar'], JSON.stringify(verdict.reasons));
        assert.equal(verdict.facts.scalars['members'], name === 'ustar' ? 6 : 7);
        assert.ok(verdict.keys.top.includes('run/grüße.json'));
      }
  });

  for (const [what, part] of [
    ['a size of base 256', tarPart({ data: 'abc', size: base256(3) })],
    ['a size padded with spaces', tarPart({ data: 'abc', size: '         3 \0' })],
    ['a prefix', tarPart({ prefix: 'far/down', data: 'abc' })],
    ['a long name of GNU', joined(tarPart({ type: 'L', data: 'far/x.bin\0' }), tarPart({ data: 'abc' }))],
    [
      'a size in an extended header',
      joined(pax({ size: '3' }), tarPart({ data: 'abc', size: '00000000000\0' })),
    ],
    ['a comment for all', joined(pax({ comment: '0a1b' }, 'g'), tarPart({ data: 'abc' }))],
    ['no magic, as before POSIX', tarPart({ magic: '\0\0\0\0\0\0\0\0', data: 'abc' })],
    ['a name that begins with ./', tarPart({ name: './abc', data: 'abc' })],
  ] as [string, Uint8Array][]) {
    it(`may have ${what}`, async () => {
      const verdict = await look(tarFile(part));
      assert.deepEqual([verdict.verdict, verdict.format], ['pass', 'tar'], JSON.stringify(verdict.reasons));
    });
  }
});

describe('a tar archive that is damaged or lies', () => {
  for (const { what, bytes, code, verdict = 'fail' } of [
    {
      what: 'a header of another checksum',
      bytes: tarFile({ data: 'a' }, { name: 'b', checksum: 1 }),
      code: 'tar-checksum',
    },
    { what: 'a size that is no number', bytes: tarFile({ size: 'garbage!!!!\0' }), code: 'tar-size' },
    { what: 'a negative size', bytes: tarFile({ size: new Uint8Array(12).fill(0xff) }), code: 'tar-size' },
    {
      what: 'a size beyond 2^53',
      bytes: tarFile({ size: new Uint8Array(12).fill(0x7f).fill(0x80, 0, 1) }),
      code: 'tar-size',
    },
    { what: 'a member longer than the file', bytes: tarFile({ size: '77777777777\0' }), code: 'cut-short' },
    { what: 'no end mark', bytes: tarPart({ data: 'abc' }), code: 'cut-short' },
    {
      what: 'a cut in a member',
      bytes: tarPart({ data: new Uint8Array(2000) }).subarray(0, 1536),
      code: 'cut-short',
    },
    {
      what: 'one block of zeros and more',
      bytes: joined(tarPart({}), new Uint8Array(512), tarPart({ name: 'b' }), END),
      code: 'tar-end',
    },
    {
      what: 'bytes after the end',
      bytes: joined(tarFile({ data: 'a' }), tarPart({ name: 'b' })),
      code: 'trailing-bytes',
    },
    { what: 'only a folder', bytes: tarFile({ name: 'a/', type: '5' }), code: 'tar-empty' },
    { what: 'a name twice', bytes: tarFile({ data: 'a' }, { data: 'b' }), code: 'tar-twice' },
    {
      what: 'one name in two spellings',
      bytes: tarFile({ name: 'x/a', data: 'a' }, { name: './x//a', data: 'b' }),
      code: 'tar-twice',
    },
    {
      what: 'a file in the place of a folder',
      bytes: tarFile({ name: 'x/a' }, { name: 'x' }),
      code: 'tar-twice',
    },
    { what: 'a file below a file', bytes: tarFile({ name: 'x' }, { name: 'x/a' }), code: 'tar-twice' },
    {
      what: 'a name that is not UTF-8',
      bytes: joined(
        pax({}),
        tarFile(joined(tarPart({ type: 'L', data: Uint8Array.of(0xff, 0xfe) }), tarPart({}))),
      ),
      code: 'member-name',
    },
    {
      what: 'an extended header of no records',
      bytes: tarFile({ type: 'x', data: 'no record' }, {}),
      code: 'tar-pax',
    },
    {
      what: 'an extended header that lies of its length',
      bytes: tarFile({ type: 'x', data: '99 path=a\n' }, {}),
      code: 'tar-pax',
    },
    { what: 'an extended header without a member', bytes: tarFile({}, pax({ path: 'b' })), code: 'tar-pax' },
    {
      what: 'two long names for one member',
      bytes: tarFile(pax({ path: 'b' }), { type: 'L', data: 'c' }, {}),
      code: 'tar-pax',
    },
    { what: 'a size that is none', bytes: tarFile(pax({ size: '-3' }), {}), code: 'tar-size' },
    { what: 'a sparse file', bytes: tarFile({ type: 'S' }), code: 'tar-kind', verdict: 'inconclusive' },
    {
      what: 'a sparse file of POSIX',
      bytes: tarFile(pax({ 'GNU.sparse.major': '1' }), {}),
      code: 'tar-pax',
      verdict: 'inconclusive',
    },
    {
      what: 'a path for all members',
      bytes: tarFile(pax({ path: 'x' }, 'g'), {}),
      code: 'tar-pax',
      verdict: 'inconclusive',
    },
    {
      what: 'a kind that we do not know',
      bytes: tarFile({ type: 'Z' }),
      code: 'tar-kind',
      verdict: 'inconclusive',
    },
    {
      what: 'one block of zeros at its end',
      bytes: joined(tarPart({ data: 'a' }), new Uint8Array(512)),
      code: 'tar-end',
      verdict: 'pass-degraded',
    },
    {
      what: 'content where it is padded',
      bytes: tarFile({ data: 'a', padding: 7 }),
      code: 'tar-padding',
      verdict: 'pass-degraded',
    },
  ]) {
    // biome-ignore format: one rule per line
    it(`is ${verdict} for ${what}`, async () => {
      const found = await look(bytes);
      assert.equal(found.verdict, verdict, JSON.stringify(found.reasons));
      assert.ok(codesOf(found).includes(code), codesOf(found).join());
    });
  }

  it('says so when zeros at its end may stand for members, unless the digest is right', async () => {
    const bytes = joined(tarFile({ data: 'a' }), new Uint8Array(20_480));
    assert.deepEqual(codesOf(await verify(bytes, { role: 'archive' })), ['zero-tail', 'no-checksum']);
    assert.deepEqual(codesOf(await look(bytes)), []);
  });

  it('fails wherever it is cut', async () => {
    const whole = tarFile({ data: new Uint8Array(700) }, pax({ path: 'b' }), { data: 'abc' });
    for (let length = 512; length < whole.length - 512; length += 128) {
      const { verdict } = await look(whole.subarray(0, length));
      assert.equal(verdict, 'fail', `${length} bytes`);
    }
  });
});

describe('the members of an archive', () => {
  const model = safetensorsFile({ w: { shape: [16, 16], data: weights(256) } });
  const broken = model.slice(0, -4);
  const nan = safetensorsFile({
    w: { shape: [4], data: new Uint8Array(Float32Array.of(1, Number.NaN, 2, 3).buffer) },
  });

  it("are examined by their own type, and their tensors are the archive's", async () => {
    const verdict = await look(tarFile({ name: 'x/m.safetensors', data: model }), {
      role: 'model',
      table: true,
    });
    assert.deepEqual([verdict.verdict, verdict.level], ['pass', 'L3'], JSON.stringify(verdict.reasons));
    assert.deepEqual(
      verdict.table?.map(({ name }) => name),
      ['x/m.safetensors/w'],
    );
    assert.equal(verdict.tensors?.count, 1);
  });

  for (const [what, part, code] of [
    ['is cut', { name: 'm.safetensors', data: broken }, 'cut-short'],
    ['holds a NaN', { name: 'm.safetensors', data: nan }, 'non-finite'],
    [
      'is an error page under the name of a picture',
      { name: 'a.jpg', data: '<!DOCTYPE html><html>' },
      'error-page',
    ],
    ['is zeros under the name of a picture', { name: 'a.png', data: new Uint8Array(100) }, 'zero-filled'],
    [
      'is a pointer to what was never fetched',
      { name: 'a.npy', data: 'version https://git-lfs.github.com/spec/v1\n' },
      'lfs-pointer',
    ],
    ['is JSON that is cut', { name: 'a.json', data: '{"a": [1,' }, 'json-cut'],
  ] as [string, TarPart, string][]) {
    it(`fail the archive when one ${what}, and say which and where`, async () => {
      const verdict = await look(tarFile({ name: 'first', data: 'x' }, part));
      assert.equal(verdict.verdict, 'fail');
      const reason = verdict.reasons.find((each) => each.code === code);
      assert.ok(reason?.what.startsWith(`"${part.name}": `), JSON.stringify(verdict.reasons));
      assert.ok((reason?.offset ?? 0) >= 1536 || code === 'error-page');
    });
  }

  it('may be anything else, whatever it looks like', async () => {
    const parts = [
      { name: 'caption.txt', data: 'a dog, a cat' },
      { name: 'page.html', data: '<!DOCTYPE html>' },
      { name: 'settings.toml', data: '[tool]\nx = 1\n' },
      { name: 'mask.bin', data: new Uint8Array(200) },
      { name: 'copy.txt~', data: 'x' },
      { name: 'nothing', data: '' },
    ];
    const verdict = await look(tarFile(...parts), { role: 'archive' });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass', []]);
  });

  it('are examined up to a number, which is told', async () => {
    const parts = Array.from({ length: 5 }, (_none, i) => ({ name: `${i}.safetensors`, data: model }));
    const verdict = await look(tarFile(...parts), { budgets: { membersExamined: 2 } });
    assert.deepEqual([verdict.verdict, notesOf(verdict)], ['pass', ['members-left-out']]);
    assert.equal(verdict.reasons[0]?.found, '2 of 5');
    const asModel = await look(tarFile(...parts), { role: 'model', budgets: { membersExamined: 2 } });
    assert.deepEqual([asModel.verdict, codesOf(asModel)], ['inconclusive', ['level-not-reached']]);
  });

  it('are limited in number', async () => {
    const found = await look(tarFile({ name: 'a' }, { name: 'b' }), { budgets: { zipMembers: 1 } });
    assert.deepEqual([found.verdict, codesOf(found)], ['inconclusive', ['over-budget']]);
  });
});

describe('a WebDataset shard', () => {
  const sample = (key: string, ...extensions: string[]): TarPart[] =>
    extensions.map((extension) => ({ name: `${key}.${extension}`, data: '{}' }));

  it('is one by its names, with its samples counted', async () => {
    const verdict = await look(fixture('archives/shards/train-000000.tar'));
    assert.deepEqual([verdict.verdict, verdict.format, verdict.facts.rows], ['pass', 'webdataset', 12]);
    assert.equal(verdict.facts.scalars['extensions'], 'json npy txt');
  });

  it('is a plain archive where names do not group', async () => {
    const files = [...sample('a', 'py'), ...sample('b', 'py'), ...sample('c', 'py', 'txt')];
    assert.equal((await look(tarFile(...files))).format, 'tar');
    assert.equal((await look(tarFile(...sample('only', 'json', 'txt')))).format, 'tar');
  });

  for (const [what, parts, code] of [
    [
      'goes on with a sample after another',
      [
        ...sample('a', 'json', 'txt'),
        ...sample('b', 'json', 'txt'),
        ...sample('c', 'json', 'txt'),
        ...sample('a', 'cls'),
      ],
      'sample-split',
    ],
    [
      'has two members of one extension',
      [
        ...sample('a', 'json', 'JSON'),
        ...sample('b', 'json', 'json2'),
        ...sample('c', 'json', 'json2'),
        ...sample('d', 'json', 'json2'),
      ],
      'sample-twice',
    ],
  ] as [string, TarPart[], string][]) {
    it(`fails when it ${what}`, async () => {
      const verdict = await look(tarFile(...parts));
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['fail', [code]]);
    });
  }

  it('tells of samples that lack something', async () => {
    const parts = [
      ...sample('a', 'json', 'txt'),
      ...sample('b', 'json', 'txt'),
      ...sample('c', 'json', 'txt'),
      ...sample('d', 'txt'),
    ];
    const verdict = await look(tarFile(...parts));
    assert.deepEqual([verdict.verdict, notesOf(verdict)], ['pass', ['samples-differ']]);
  });
});

describe('WebDataset shards', () => {
  const shards = new Map([...fixtureFiles('archives/shards')].filter(([name]) => name.endsWith('.tar')));

  it('are a set whose numbers begin at 0 and leave none out', async () => {
    const whole = await verifyFiles(shards, { role: 'dataset' });
    assert.deepEqual(
      whole.sets.map(({ label, facts }) => [label, facts.rows]),
      [['train-000000.tar', 36]],
    );
    for (const missing of ['train-000000.tar', 'train-000001.tar']) {
      const rest = new Map([...shards].filter(([name]) => name !== missing));
      const { sets } = await verifyFiles(rest, { role: 'dataset' });
      assert.deepEqual(sets.map(codesOf), [['shard-missing']], missing);
    }
  });

  it('are not what other archives with numbers in their names are', async () => {
    const files = new Map([
      ['run-10001.tar', tarFile({ data: 'a' })],
      ['run-10009.tar', tarFile({ data: 'b' })],
    ]);
    const { sets } = await verifyFiles(files, { role: 'archive' });
    assert.ok(sets.every((set) => codesOf(set).length === 0));
  });
});
