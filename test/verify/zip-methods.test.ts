import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BUDGETS } from '../../src/verify/contract/budgets.ts';
import { fixture } from './fixtures.ts';
import { codesOf, joined, type Options, verify } from './memory-source.ts';
import { zipFile } from './zip-writer.ts';

const CONTENT = new Uint8Array(Buffer.from('{"a":1}\n'));
/** What Python 3.11 (bz2, zipfile) and backports.zstd 1.8 make of it. */
const packings = {
  bzip2: {
    method: 12,
    bytes: hex(
      '425a6839314159265359bac64ddb00000359800010100020102000000a20002203650860114a1f177245385090bac64ddb',
    ),
  },
  lzma: { method: 14, flags: 2, bytes: hex('090405005d00008000003d8888223728a4188e95d978ffff95ec0000') },
  zstd: { method: 93, bytes: hex('28b52ffd20084100007b2261223a317d0a') },
};

function hex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'hex'));
}

type Packing = { method: number; bytes: Uint8Array; flags?: number };
const zipOf = (packed: Packing, data: Uint8Array = CONTENT, name = 'a.json') =>
  zipFile([{ name, data, packed }]);
const look = (bytes: Uint8Array, over: Options = {}) => verify(bytes, { role: 'archive', ...over });

describe('a member of a zip that is packed by another method than deflate', () => {
  for (const [name, packing] of Object.entries(packings)) {
    it(`[issue 16] is read where ${name} packed it`, async () => {
      const whole = await look(zipOf(packing));
      assert.deepEqual([whole.verdict, codesOf(whole)], ['pass', []]);
    });

    it(`[issue 16] is refused where what ${name} packed is twice there, cut, or not what the directory says`, async () => {
      const { bytes } = packing;
      const doubled = await look(zipOf({ ...packing, bytes: joined(bytes, bytes) }));
      assert.equal(doubled.verdict, 'fail');
      const cut = await look(zipOf({ ...packing, bytes: bytes.subarray(0, -1) }));
      assert.equal(cut.verdict, 'fail');
      const changed = await look(zipOf(packing, new Uint8Array(Buffer.from('{"a":2}\n'))));
      assert.deepEqual(codesOf(changed), ['crc-mismatch']);
      const shorter = await look(zipOf(packing, CONTENT.subarray(0, 7)));
      assert.equal(shorter.verdict, 'fail');
      const longer = await look(zipOf(packing, joined(CONTENT, CONTENT)));
      assert.ok(codesOf(longer).includes('member-length'), JSON.stringify(longer.reasons));
    });
  }

  it('[issue 16] is LZMA of the length that the directory says, where it has no mark of its end', async () => {
    const { bytes } = packings.lzma;
    const unmarked = await look(zipOf({ method: 14, bytes: bytes.subarray(0, -1) }));
    const marked = await look(zipOf({ method: 14, bytes }));
    assert.deepEqual([unmarked.verdict, marked.verdict], ['fail', 'pass']);
    const properties = bytes.slice();
    properties[2] = 6;
    assert.deepEqual(codesOf(await look(zipOf({ method: 14, flags: 2, bytes: properties }))).slice(0, 1), [
      'lzma-broken',
    ]);
  });

  it('[issue 16] does not unpack to more than it says, nor to more than may be held', async () => {
    // 900,000 zeros of bzip2, said to be a hundred bytes.
    const zeros = hex(
      '425a683931415926535963e3eca20006e4c100c00002000008200030cc09aa6994a136a9284f17724538509063e3eca2',
    );
    const bomb = await look(zipOf({ method: 12, bytes: zeros }, new Uint8Array(100), 'a.bin'));
    assert.deepEqual([bomb.verdict, codesOf(bomb)[0]], ['fail', 'member-length']);
    const budgets = { ...DEFAULT_BUDGETS, structureBytes: 7 };
    const held = await look(zipOf(packings.zstd), { budgets });
    assert.deepEqual([held.verdict, codesOf(held).slice(0, 1)], ['inconclusive', ['over-budget']]);
  });

  it('[issue 16] loads as npz from Python 3.14 on by zstd, and nowhere in what PyTorch loads', async () => {
    const npy = fixture('numpy/np2-f32.npy');
    const raw = joined(
      hex('28b52ffd60'),
      // One block as it is, of a frame whose content is less than 65,792 bytes long.
      Uint8Array.of((npy.length - 256) & 255, (npy.length - 256) >> 8),
      Uint8Array.of(1 | ((npy.length << 3) & 255), (npy.length >> 5) & 255, npy.length >> 13),
      npy,
    );
    const npz = await look(zipOf({ method: 93, bytes: raw }, npy, 'w.npy'), { role: 'model' });
    assert.deepEqual([npz.format, npz.verdict, codesOf(npz)], ['npz', 'pass-degraded', ['newer-loader']]);
    const members = [
      { name: 'model/data.pkl', data: CONTENT, packed: packings.bzip2 },
      { name: 'model/version', data: new Uint8Array(Buffer.from('3\n')) },
    ];
    const torch = await look(zipFile(members), { role: 'model' });
    assert.deepEqual([torch.verdict, codesOf(torch).slice(0, 1)], ['inconclusive', ['zip-method']]);
  });
});
