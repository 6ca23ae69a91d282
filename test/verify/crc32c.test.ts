import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32c, masked } from '../../src/verify/codec/crc32c.ts';

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('CRC-32C', () => {
  // Check value of the catalogue of CRCs, and the test vectors of RFC 3720, appendix B.4.
  for (const [name, bytes, crc] of [
    ['the digits', ascii('123456789'), 0xe3069283],
    ['32 zeros', new Uint8Array(32), 0x8a9136aa],
    ['32 ones', new Uint8Array(32).fill(0xff), 0x62a8ab43],
    ['0 to 31', Uint8Array.from({ length: 32 }, (_none, i) => i), 0x46dd794e],
    ['nothing', new Uint8Array(0), 0],
  ] as const) {
    it(`of ${name} is the published one`, () => {
      assert.equal(crc32c(bytes, 0), crc);
    });
  }

  it('can be continued at any byte', () => {
    const bytes = Uint8Array.from({ length: 61 }, (_none, i) => (i * 37) & 255);
    for (let at = 0; at <= bytes.length; at += 1)
      assert.equal(crc32c(bytes.subarray(at), crc32c(bytes.subarray(0, at), 0)), crc32c(bytes, 0));
  });

  it('is masked by rotation and a constant', () => {
    assert.equal(masked(0), 0xa282ead8);
    assert.equal(masked(0x00008000), 0xa282ead9);
  });
});
