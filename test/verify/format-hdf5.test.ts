import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fletcher32 } from '../../src/verify/hdf5/filters.ts';
import { lookup3 } from '../../src/verify/hdf5/lookup3.ts';
import { fixture } from './fixtures.ts';
import { edited, placeOf, resealed } from './hdf5-editor.ts';
import { codesOf, flipped, joined, notesOf, verify, verifyWithDigest, zeroed } from './memory-source.ts';

const classic = fixture('hdf5/classic.h5');
const latest = fixture('hdf5/latest.h5');
const checked = fixture('hdf5/latest-checked.h5');
const chunked = fixture('hdf5/classic-chunks.h5');
const legacy = fixture('keras/model.h5');

/** h5py: where `model/layer_1/weight` and `turned` (big-endian) lie in `classic.h5`. */
const WEIGHT = 8192;
const TURNED = 18_608;
const address = (at: number): Uint8Array => new Uint8Array(BigUint64Array.of(BigInt(at)).buffer);
const ONES = Array<number>(8).fill(0xff);
const model = { role: 'model' } as const;

describe('sums that HDF5 uses', () => {
  it('are those of their definitions', () => {
    const text = new TextEncoder().encode('Four score and seven years ago');
    // From the comments of lookup3's own source.
    assert.deepEqual(
      [lookup3(new Uint8Array(0)), lookup3(text), lookup3(text, 1)],
      [0xdeadbeef, 0x17770551, 0xcd628161],
    );
    assert.equal(fletcher32(Uint8Array.of(0x01, 0x02, 0x03, 0x04)), ((0x0102 + 0x0406) << 16) + 0x0406);
    assert.equal(fletcher32(Uint8Array.of(0x01)), 0x01000100);
    assert.equal(fletcher32(new Uint8Array(1000)), 0);
  });
});

describe('a whole HDF5 file', () => {
  it('is only degraded without a digest where nothing guards its data', async () => {
    const verdict = await verify(classic, {
      ...model,
      contains: ['model/layer_1/weight', 'other/text', 'note'],
    });
    assert.deepEqual(
      [verdict.verdict, verdict.level, codesOf(verdict)],
      ['pass-degraded', 'L3', ['no-checksum']],
    );
    assert.deepEqual([verdict.facts.step, verdict.facts.scalars['note']], [12, 'a text']);
    assert.deepEqual(notesOf(verdict), ['soft-link', 'unowned-bytes']);
    assert.equal((await verifyWithDigest(classic, { ...model, allowDegraded: false })).verdict, 'pass');
  });

  it('passes where a checksum guards every byte, of metadata and of data', async () => {
    const verdict = await verify(checked, { ...model, allowDegraded: false, expectation: { step: 40 } });
    assert.deepEqual([verdict.verdict, verdict.level], ['pass', 'L3']);
    assert.deepEqual(verdict.tensors, { count: 8, elements: 544, nonFinite: 0 });
  });

  it('gives the same verdict whatever the pieces it is read in', async () => {
    const one = await verify(chunked, { ...model, table: true });
    assert.deepEqual(
      { ...(await verify(chunked, { ...model, table: true, chunkBytes: 4096 })), requests: 0 },
      { ...one, requests: 0 },
    );
  });

  it('lists a dataset under each of its names', async () => {
    const { table = [] } = await verify(classic, { ...model, table: true });
    const [tied, own] = ['tied', 'model/layer_1/weight'].map((wanted) =>
      table.find(({ name }) => name === wanted),
    );
    assert.ok(tied?.fingerprint);
    assert.equal(tied.fingerprint, own?.fingerprint);
  });
});

describe('an HDF5 file that did not arrive as it was', () => {
  it('fails wherever it is cut', async () => {
    for (const bytes of [classic, checked])
      for (let length = 1; length < bytes.length; length += 997)
        assert.equal((await verify(bytes.subarray(0, length), model)).counts, false, `cut to ${length}`);
  });

  it('is whole with a note when only line ends follow the end that it gives itself', async () => {
    for (const bytes of [classic, latest]) {
      const alone = await verify(bytes, model);
      const { verdict, reasons } = await verify(joined(bytes, Buffer.from('\n\r\n\n')), model);
      assert.equal(verdict, alone.verdict);
      assert.deepEqual(
        reasons.map(({ code }) => code).filter((code) => !alone.reasons.some((each) => each.code === code)),
        ['line-ends-behind'],
      );
    }
  });

  it('fails when a structure lies behind that end, be it in line ends', async () => {
    const end = classic.length - 4;
    const bytes = edited(edited(classic, end, 10, 10, 10, 10), 40, end & 255, (end >> 8) & 255);
    assert.deepEqual((await verify(bytes, model)).reasons[0]?.code, 'outside-file');
  });

  for (const { what, bytes, code } of [
    { what: 'is cut by a byte', bytes: classic.subarray(0, -1), code: 'cut-short' },
    { what: 'is longer than it says', bytes: joined(classic, new Uint8Array(8)), code: 'trailing-bytes' },
    {
      what: 'has more line ends behind it than an editor leaves',
      bytes: joined(classic, new Uint8Array(17).fill(10)),
      code: 'trailing-bytes',
    },
    {
      what: 'has its line ends changed',
      bytes: edited(classic, 4, 0x0a, 0x1a, 0x0a, 0),
      code: 'signature-changed',
    },
    {
      what: 'lost its user block',
      bytes: fixture('hdf5/user-block.h5').subarray(512),
      code: 'hdf5-structure',
    },
    { what: 'was never closed', bytes: resealed(latest, 11, 5), code: 'not-closed' },
    { what: 'has a superblock that was changed', bytes: edited(latest, 11, 0x40), code: 'checksum-mismatch' },
  ]) {
    it(`fails when it ${what}`, async () => {
      const verdict = await verify(bytes, model);
      assert.deepEqual(
        [verdict.verdict, verdict.reasons[0]?.code],
        ['fail', code],
        JSON.stringify(verdict.reasons),
      );
    });
  }

  it('is whole with the flags that older libraries left in closed files', async () => {
    assert.equal((await verify(edited(classic, 20, 3), model)).verdict, 'pass-degraded');
  });

  it('never passes with another content where everything has a checksum', async () => {
    const { tensorsDigest } = await verify(checked, model);
    for (let at = 0; at < checked.length; at += 17) {
      const verdict = await verify(flipped(checked, at, at % 8), model);
      const isSame = verdict.tensorsDigest === tensorsDigest;
      assert.ok(verdict.verdict !== 'pass' || isSame, `byte ${at}: ${JSON.stringify(verdict.reasons)}`);
    }
  });

  it('fails for a chunk that is not what its Fletcher sum says, and trusts no chunk of zeros', async () => {
    assert.ok(codesOf(await verify(flipped(checked, 2100), model)).includes('checksum-mismatch'));
    const hollow = await verify(zeroed(checked, 2048, 2048 + 260), model);
    assert.deepEqual([hollow.verdict, codesOf(hollow)], ['pass-degraded', ['no-checksum']]);
  });
});

describe('the structure of an HDF5 file', () => {
  const tied = placeOf(classic, 'SNOD');
  const weightPlace = placeOf(classic, Uint8Array.of(3, 1, ...address(WEIGHT))) + 2;

  const tree = placeOf(classic, 'TREE');
  const chunks = fixture('hdf5/classic-chunks.h5');
  /** Of nine chunks in two dimensions: 40 bytes each, with its key. */
  const chunkTree = placeOf(chunks, Uint8Array.of(0x54, 0x52, 0x45, 0x45, 1));
  const FILL = Uint8Array.of(5, 0, 8, 0, 1, 0, 0, 0, 2, 2, 2, 1, 0, 0, 0, 0);
  /** A message of nothing, of 120 bytes. */
  const NIL = Uint8Array.of(0, 0, 0x78, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  /** Of a complex number in classic files: its name, place and no array. */
  const MEMBER_I = Uint8Array.of(0x69, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0);
  const FLOAT64 = Uint8Array.of(0x11, 0x20, 0x3f, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11);

  for (const { what, bytes, code } of [
    {
      what: 'data outside the file',
      bytes: edited(classic, weightPlace, ...address(1 << 30)),
      code: 'outside-file',
    },
    {
      what: 'an address beyond all numbers',
      bytes: edited(classic, weightPlace, 0, 0, 0, 0, 0, 0, 0, 0x80),
      code: 'hdf5-structure',
    },
    {
      what: 'two datasets on the same bytes',
      bytes: edited(classic, weightPlace, ...address(TURNED - 8)),
      code: 'hdf5-overlap',
    },
    {
      what: 'data of another size than their shape',
      bytes: edited(classic, weightPlace + 8, 4),
      code: 'size-lies',
    },
    { what: 'data that were never written', bytes: edited(classic, weightPlace, ...ONES), code: 'unwritten' },
    {
      what: 'a root that is no object',
      bytes: edited(classic, 64, ...address(WEIGHT)),
      code: 'hdf5-structure',
    },
    {
      what: 'a record of free space that was changed',
      bytes: edited(latest, placeOf(latest, 'FSHD') + 9, 1),
      code: 'checksum-mismatch',
    },
    {
      what: 'a list of free space that was changed',
      bytes: edited(latest, placeOf(latest, 'FSSE') + 14, 1),
      code: 'checksum-mismatch',
    },
    {
      what: 'a text longer than what points to it says',
      bytes: edited(latest, placeOf(latest, 'GCOL') + 24, 7),
      code: 'hdf5-structure',
    },
    {
      what: 'a collection of texts whose free rest ends before it',
      bytes: edited(latest, placeOf(latest, 'GCOL') + 400, 0x70),
      code: 'hdf5-structure',
    },
    {
      what: 'an empty text that lies nowhere',
      bytes: edited(latest, placeOf(latest, Uint8Array.of(0, 0, 0, 0, ...address(0x800), 6)) + 12, 0x99),
      code: 'hdf5-structure',
    },
    {
      what: 'whole numbers of no bit',
      bytes: edited(classic, placeOf(classic, Uint8Array.of(0x10, 8, 0, 0, 8, 0, 0, 0, 0, 0, 64)) + 10, 0),
      code: 'hdf5-structure',
    },
    {
      what: 'numbers whose exponent lies outside them',
      bytes: edited(classic, placeOf(classic, FLOAT64) + 12, 54),
      code: 'hdf5-structure',
    },
    {
      what: 'free places between names that lead out of them',
      bytes: edited(classic, placeOf(classic, 'HEAP') + 16, ...address(0x2048)),
      code: 'hdf5-structure',
    },
    {
      what: 'a key of a group that is no name',
      bytes: edited(classic, tree + 25, 0x10),
      code: 'hdf5-structure',
    },
    {
      what: 'a key of a group that is another name',
      bytes: edited(classic, tree + 24 + 16, ...classic.subarray(tree + 24, tree + 32)),
      code: 'hdf5-structure',
    },
    {
      what: 'keys of chunks out of order',
      bytes: swapped(chunks, chunkTree + 64, chunkTree + 104, 40),
      code: 'hdf5-structure',
    },
    {
      what: 'a key behind the last chunk that stands before it',
      bytes: edited(chunks, chunkTree + 24 + 9 * 40 + 8, ...address(0), ...address(0), ...address(0)),
      code: 'hdf5-structure',
    },
    {
      what: 'a fill value that does not fit into its place',
      bytes: edited(classic, placeOf(classic, FILL) + 12, 16),
      code: 'hdf5-structure',
    },
    {
      what: 'a shape and no layout',
      bytes: edited(classic, weightPlace - 10, 0x18),
      code: 'hdf5-structure',
    },
    {
      what: 'flags of a message that contradict each other',
      bytes: edited(classic, weightPlace - 6, 0x06),
      code: 'hdf5-structure',
    },
    {
      what: 'a layout that others may share',
      bytes: edited(classic, weightPlace - 6, 0x40),
      code: 'hdf5-structure',
    },
    {
      what: 'texts in an encoding that does not exist',
      bytes: edited(classic, placeOf(classic, Uint8Array.of(0x13, 1, 0, 0, 5)) + 1, 0x21),
      code: 'hdf5-structure',
    },
    {
      what: 'texts of any length in an encoding that does not exist',
      bytes: edited(classic, placeOf(classic, Uint8Array.of(0x19, 1, 1, 0, 16)) + 2, 2),
      code: 'hdf5-structure',
    },
    {
      what: 'numbers that are normalised in a way that does not exist',
      bytes: edited(classic, placeOf(classic, FLOAT64) + 1, 0x30),
      code: 'hdf5-structure',
    },
    {
      what: 'a header that goes on for no bytes',
      bytes: edited(classic, placeOf(classic, NIL, 17_000), 0x10),
      code: 'hdf5-structure',
    },
    {
      what: 'numbers whose exponent and mantissa overlap',
      bytes: edited(classic, placeOf(classic, FLOAT64) + 12, 51),
      code: 'hdf5-structure',
    },
    {
      what: 'members of a type that overlap',
      bytes: edited(classic, placeOf(classic, MEMBER_I) + 8, 3),
      code: 'hdf5-structure',
    },
    {
      what: 'a key behind the last chunk that is no multiple of its shape',
      bytes: flipped(chunked, 14_240, 3),
      code: 'hdf5-structure',
    },
    { what: 'a level that deflate has not', bytes: flipped(chunked, 9120, 4), code: 'hdf5-structure' },
    {
      what: 'a fill value of less than nothing',
      bytes: flipped(chunked, 13_999, 7),
      code: 'hdf5-structure',
    },
    { what: 'data that are a group, too', bytes: flipped(chunked, 37_504, 1), code: 'hdf5-structure' },
    { what: 'a gap that is shared', bytes: flipped(chunked, 948, 1), code: 'hdf5-structure' },
    { what: 'flags of the file that do not exist', bytes: flipped(chunked, 23, 1), code: 'hdf5-structure' },
    { what: 'a root of an unknown kind', bytes: flipped(chunked, 74, 0), code: 'hdf5-structure' },
    { what: 'names out of order', bytes: swapped(classic, tied + 8, tied + 48, 40), code: 'hdf5-structure' },
  ]) {
    it(`fails with ${what}`, async () => {
      const verdict = await verify(bytes, model);
      assert.ok(
        verdict.verdict === 'fail' && codesOf(verdict).includes(code),
        JSON.stringify(verdict.reasons),
      );
    });
  }

  it('may leave data unwritten where no weights are expected', async () => {
    const verdict = await verify(edited(classic, weightPlace, ...ONES), { role: 'dataset' });
    assert.ok(verdict.counts && notesOf(verdict).includes('unwritten'), JSON.stringify(verdict.reasons));
  });

  it('may not lead back into itself without the count of links saying so', async () => {
    // The second name leads to the root itself; what it led to before is lost.
    const root = placeOf(classic, 'SNOD');
    const entries = [0, 1, 2, 3, 4].map((i) => root + 8 + 40 * i + 8);
    const view = new DataView(classic.buffer, classic.byteOffset);
    const toRoot = view.getBigUint64(64, true);
    const verdict = await verify(edited(classic, entries[1] as number, ...address(Number(toRoot))), model);
    assert.equal(verdict.verdict, 'fail');
    assert.ok(
      codesOf(verdict).includes('link-count') && notesOf(verdict).includes('group-again'),
      JSON.stringify(verdict.reasons),
    );
  });

  it('is judged to its end although one dataset cannot be read', async () => {
    const gzip = placeOf(chunked, 'deflate') - 8;
    const verdict = await verify(edited(chunked, gzip, 0x1a, 0x7d), model);
    assert.equal(verdict.verdict, 'inconclusive', JSON.stringify(verdict.reasons));
    assert.deepEqual(codesOf(verdict), ['hdf5-filter', 'no-checksum']);
    assert.equal(verdict.tensors?.count, 8);
  });

  it('is inconclusive where a member of a type has a name that h5py cannot read', async () => {
    const verdict = await verify(edited(classic, placeOf(classic, MEMBER_I) + 1, 0x80), model);
    assert.deepEqual(codesOf(verdict).slice(0, 1), ['hdf5-name']);
    assert.equal(verdict.verdict, 'inconclusive', JSON.stringify(verdict.reasons));
  });

  it('is inconclusive when a link leads into another file', async () => {
    const soft = placeOf(latest, 'soft');
    // Before the name: the kind of the link and the name's length.
    const verdict = await verify(resealed(latest, soft - 2, 64), model);
    assert.ok(codesOf(verdict).includes('hdf5-external'), JSON.stringify(verdict.reasons));
    assert.equal(verdict.counts, false);
  });

  for (const { budget, bytes } of [
    { budget: { objects: 10 }, bytes: classic },
    { budget: { objects: 60 }, bytes: chunked },
    { budget: { structureBytes: 100 }, bytes: latest },
    { budget: { expandedBytes: 1000 }, bytes: chunked },
  ]) {
    it(`is inconclusive beyond the budget ${JSON.stringify(budget)}`, async () => {
      const verdict = await verify(bytes, { ...model, budgets: budget });
      assert.equal(verdict.verdict, 'inconclusive', JSON.stringify(verdict.reasons));
      assert.ok(codesOf(verdict).includes('over-budget'));
    });
  }
});

describe('values in an HDF5 file', () => {
  it('are seen in a big-endian dataset too', async () => {
    const verdict = await verifyWithDigest(edited(classic, TURNED + 12, 0x7f, 0xc0, 0, 0), model);
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['fail', ['non-finite']]);
    assert.equal(verdict.reasons[0]?.offset, TURNED + 12);
  });

  it('fail when a matrix is zero throughout, and when a bool is neither', async () => {
    assert.ok(
      codesOf(await verifyWithDigest(zeroed(classic, WEIGHT, WEIGHT + 8192), model)).includes('all-zero'),
    );
    const bools = fixture('hdf5/latest-indexes.h5');
    assert.equal((await verifyWithDigest(bools, model)).verdict, 'pass');
  });
});

describe('the names that Keras lists', () => {
  it('must all be there', async () => {
    assert.equal((await verify(legacy, model)).verdict, 'pass-degraded');
    const renamed = await verify(
      edited(legacy, placeOf(legacy, 'kernel\0'), ...Buffer.from('kernet')),
      model,
    );
    assert.deepEqual([renamed.verdict, codesOf(renamed)], ['fail', ['keras-name-missing', 'no-checksum']]);
    assert.match(renamed.reasons[0]?.expected ?? '', /^model_weights\/dense(_1)?\/dense(_1)?\/kernet$/);
  });

  it('are told from an optimizer, whose first variable is the step', async () => {
    assert.equal(
      (await verify(legacy, { ...model, expectation: { step: 2, parameters: 195 } })).counts,
      true,
    );
    assert.deepEqual(codesOf(await verify(legacy, { ...model, expectation: { minStep: 3 } })), [
      'step-behind',
      'no-checksum',
    ]);
  });

  it('[issue 16] are no model where an empty list of them has a type that h5py does not find', async () => {
    const type = placeOf(
      legacy,
      Uint8Array.of(0x11, 0x20, 0x3f, 0, 8),
      placeOf(legacy, 'weight_names\0\0\0\0\x11'),
    );
    const verdict = await verify(edited(legacy, type + 4, 0x88), model);
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', ['hdf5-float', 'no-checksum']]);
  });

  it('come with a config that must not run anything', async () => {
    const verdict = await verify(
      edited(legacy, placeOf(legacy, '"class_name": "Dense"') + 15, ...Buffer.from('Dance')),
      model,
    );
    assert.deepEqual(codesOf(verdict), ['keras-custom', 'no-checksum']);
  });
});

/** Two stretches of equal length exchanged. */
function swapped(bytes: Uint8Array, a: number, b: number, length: number): Uint8Array {
  return edited(edited(bytes, a, ...bytes.subarray(b, b + length)), b, ...bytes.subarray(a, a + length));
}
