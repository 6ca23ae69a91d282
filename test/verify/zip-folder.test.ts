import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { codesOf, joined, verifyWithDigest } from './memory-source.ts';
import { torchFile } from './torch-writer.ts';
import { zipFields } from './zip-fields.ts';
import { passingFlips } from './zip-flips.ts';
import { zipFile } from './zip-writer.ts';

/** The directory entry of the member that ends with `name`, with the bit by which DOS told a folder. */
function asFolder(archive: Uint8Array, name: string): Uint8Array {
  const bytes = Buffer.from(archive);
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4)) {
    const length = bytes.readUInt16LE(at + 28);
    if (bytes.toString('latin1', at + 46, at + 46 + length).endsWith(name)) bytes[at + 38] = 0x10;
  }
  return new Uint8Array(bytes);
}

describe('a member of a zip archive that is marked as a folder', () => {
  it('[issue 10, 12] fails when it has content: PyTorch reads none of it', async () => {
    assert.equal((await verifyWithDigest(torchFile())).verdict, 'pass');
    const verdict = await verifyWithDigest(asFolder(torchFile(), 'data/0'));
    assert.equal(verdict.verdict, 'fail');
    assert.deepEqual(codesOf(verdict), ['zip-folder']);
  });
});

/** Nobody who reads such a file looks at them: the long tests ask the readers themselves. */
const FREE = [
  'central: external attributes',
  'central: internal attributes',
  'central: version made by',
  'end64: version made by',
  'end64: version needed',
];

describe('one flipped bit of an archive', () => {
  for (const { file, role, passing } of [
    { file: 'torch/zip-views.pt', role: 'model', passing: FREE },
    { file: 'numpy/np2-deflated.npz', role: 'model', passing: FREE.slice(0, 3) },
    { file: 'archives/stored.zip', role: 'archive', passing: FREE.slice(0, 3) },
  ] as const)
    it(`[issue 16] in what readers act on is seen: ${file}`, async () => {
      const archive = fixture(file);
      const records = zipFields(archive).filter(({ name }) => !['content', 'local: extra'].includes(name));
      const first = records.filter((field, i) => records.findIndex(({ name }) => name === field.name) === i);
      const flips = await passingFlips(archive, { role }, first);
      assert.deepEqual([...new Set(flips.map(({ field }) => field))].sort(), passing);
    });
});

/** The first entry of the directory with these external attributes. */
function withAttributes(attributes: number): Uint8Array {
  const bytes = Buffer.from(torchFile());
  bytes.writeUInt32LE(attributes >>> 0, bytes.indexOf('PK\x01\x02') + 38);
  return new Uint8Array(bytes);
}

describe('the external attributes of a member', () => {
  for (const { what, attributes, verdict } of [
    { what: 'nothing, as PyTorch writes it', attributes: 0, verdict: 'pass' },
    { what: 'a mode without a type, as Python writes it', attributes: 0o600 << 16, verdict: 'pass' },
    { what: 'a plain file of Unix', attributes: 0o100644 << 16, verdict: 'pass' },
    { what: 'the archive bit of DOS', attributes: 0x20, verdict: 'pass' },
    { what: 'a folder of DOS', attributes: 0x10, verdict: 'fail' },
    { what: 'a folder of Unix', attributes: 0o40755 << 16, verdict: 'fail' },
    { what: 'a link', attributes: 0o120777 << 16, verdict: 'inconclusive' },
    { what: 'a pipe', attributes: 0o010644 << 16, verdict: 'fail' },
    { what: 'a device', attributes: 0o060644 << 16, verdict: 'fail' },
    { what: 'a volume', attributes: 0x08, verdict: 'fail' },
    { what: 'a file that its owner may not read', attributes: 0o100244 << 16, verdict: 'fail' },
  ])
    it(`[issue 16] are those of a file that can be read: ${what}`, async () => {
      const { reasons, ...found } = await verifyWithDigest(withAttributes(attributes));
      assert.equal(found.verdict, verdict, JSON.stringify(reasons));
    });
});

describe('what else an entry says of its member', () => {
  for (const { what, at, value, verdict } of [
    { what: 'made on Unix', at: 5, value: 3, verdict: 'pass' },
    { what: 'made on macOS', at: 5, value: 19, verdict: 'pass' },
    { what: 'made on an Amiga', at: 5, value: 1, verdict: 'inconclusive' },
    { what: 'a text', at: 36, value: 1, verdict: 'pass' },
    { what: 'a reserved bit', at: 36, value: 4, verdict: 'fail' },
  ])
    it(`[issue 16] is one that readers agree about: ${what}`, async () => {
      const bytes = Buffer.from(torchFile());
      bytes.writeUInt8(value, bytes.indexOf('PK\x01\x02') + at);
      const { reasons, ...found } = await verifyWithDigest(new Uint8Array(bytes));
      assert.equal(found.verdict, verdict, JSON.stringify(reasons));
    });
});

describe('an extra field of the directory', () => {
  /** A small archive whose only entry has one. */
  function withExtra(id: number, content: Uint8Array): Uint8Array {
    const archive = Buffer.from(zipFile([{ name: 'a.txt', data: Buffer.from('text') }]));
    const at = archive.indexOf('PK\x01\x02');
    const head = Buffer.alloc(4);
    head.writeUInt16LE(id, 0);
    head.writeUInt16LE(content.length, 2);
    const entryEnd = at + 46 + 5;
    archive.writeUInt16LE(4 + content.length, at + 30);
    const end = Buffer.from(archive.subarray(archive.indexOf('PK\x05\x06')));
    const length = entryEnd - at + 4 + content.length;
    end.writeUInt32LE(length, 12);
    return joined(archive.subarray(0, entryEnd), head, content, end);
  }

  it('[issue 16] gives no member a second name, and is one that somebody knows', async () => {
    const known = await verifyWithDigest(withExtra(0x5455, new Uint8Array(5)), { role: 'archive' });
    assert.deepEqual(codesOf(known), []);
    const unknown = await verifyWithDigest(withExtra(0x1234, new Uint8Array(5)), { role: 'archive' });
    assert.deepEqual([unknown.verdict, codesOf(unknown)], ['pass-degraded', ['unknown-extra']]);
    const name = joined(Uint8Array.of(1, 0, 0, 0, 0), Buffer.from('b.txt'));
    const renamed = await verifyWithDigest(withExtra(0x7075, name), { role: 'archive' });
    assert.deepEqual([renamed.verdict, codesOf(renamed)], ['fail', ['zip-name']]);
  });
});
