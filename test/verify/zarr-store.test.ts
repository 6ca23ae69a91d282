import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { codesOf, verify } from './memory-source.ts';
import { type Member, zipFile } from './zip-writer.ts';

const data = (text: string) => new TextEncoder().encode(text);
const GROUP = { name: '.zgroup', data: data('{"zarr_format": 2}') };
const twice = (...members: Member[]) => verify(zipFile(members), { role: 'archive' });

// fixtures/zarr/make-zarr.py: attributes and a chunk written again into a ZipStore of zarr 3.1.6.
describe('a zip in which zarr wrote names again', () => {
  for (const name of ['store-2.zip', 'store-3.zip']) {
    it(`is degraded, for not every reader takes the last copy (${name})`, async () => {
      const verdict = await verify(fixture(`zarr/${name}`), { role: 'archive' });
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['zip-name-again']]);
    });

    it(`fails where any byte of any copy's content is another (${name})`, async () => {
      const bytes = fixture(`zarr/${name}`);
      for (let at = Buffer.from(bytes).indexOf('attr'); at < 400; at += 40) {
        const copy = bytes.slice();
        copy[at] = (copy[at] as number) ^ 1;
        assert.equal((await verify(copy, { role: 'archive' })).verdict, 'fail', `byte ${at}`);
      }
    });
  }

  for (const { what, members } of [
    {
      what: 'with a member of another loader',
      members: [GROUP, GROUP, { name: 'data.pkl', data: data('.') }],
    },
    {
      what: 'with a file beside',
      members: [GROUP, GROUP, { name: 'META-INF/MANIFEST.MF', data: data('a') }],
    },
    {
      what: 'whose array is no folder of its own',
      members: [
        { name: '0', data: data('a') },
        { name: '0', data: data('b') },
      ],
    },
    { what: 'where the copies differ in case', members: [GROUP, { ...GROUP, name: '.ZGROUP' }] },
  ])
    it(`fails ${what}`, async () => {
      assert.deepEqual(codesOf(await twice(...members)), ['zip-structure']);
    });

  it('fails where the directory lists the copies in another order than they lie in', async () => {
    const bytes = Buffer.from(zipFile([GROUP, GROUP]));
    const entries = [bytes.indexOf('PK\x01\x02', 0, 'latin1')];
    entries.push(bytes.indexOf('PK\x01\x02', (entries[0] as number) + 4, 'latin1'));
    const offsets = entries.map((at) => bytes.readUInt32LE(at + 42));
    for (const [i, at] of entries.entries()) bytes.writeUInt32LE(offsets[1 - i] as number, at + 42);
    assert.deepEqual(codesOf(await verify(new Uint8Array(bytes), { role: 'archive' })), ['zip-structure']);
  });
});
