import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codesOf, verifyWithDigest } from './memory-source.ts';
import { torchFile } from './torch-writer.ts';

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
