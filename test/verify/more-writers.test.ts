import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from '../../src/verify/codec/crc32.ts';
import { codesOf, joined, type Options, verify } from './memory-source.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const look = (bytes: Uint8Array, label: string, over: Options = {}) =>
  verify(bytes, { role: 'archive', roleFrom: 'guessed', label, ...over });

interface Said {
  /** In Latin-1, byte by byte. */
  name: string;
  flags?: number;
  localVersion?: number;
  /** The directory has its place in 64 bits. */
  isWide?: boolean;
  /** As an extra field of the directory. */
  unicodeName?: string;
}

/** An archive of one stored member, as Python's and Windows' writers lay it out. */
function archiveOf({ name, flags = 0, localVersion = 20, isWide = false, unicodeName }: Said): Uint8Array {
  const data = bytesOf('some text');
  const called = bytesOf(name);
  /** From the version on, as the directory repeats it. */
  const shared = (version: number, extraBytes: number): Buffer => {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(version, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt32LE(0x5a21_0000, 6);
    fields.writeUInt32LE(crc32(data, 0), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(called.length, 22);
    fields.writeUInt16LE(extraBytes, 24);
    return fields;
  };
  const local = joined(bytesOf('PK\x03\x04'), shared(localVersion, 0), called, data);
  const place = Buffer.from('0100080000000000000000', 'hex');
  const second = Buffer.from(unicodeName ?? '');
  const extra = isWide
    ? joined(place, Uint8Array.of(0))
    : unicodeName === undefined
      ? new Uint8Array(0)
      : joined(Uint8Array.of(0x75, 0x70, second.length + 5, 0, 1, 0, 0, 0, 0), second);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(0o600 * 2 ** 16, 6);
  rest.writeUInt32LE(isWide ? 0xffffffff : 0, 10);
  const version = isWide ? 45 : 20;
  const directory = joined(
    ...[bytesOf('PK\x01\x02'), Uint8Array.of(45, 3), shared(version, extra.length), rest, called, extra],
  );
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return joined(local, directory, end);
}

// What the tests of Python, Go and Java's libraries hold, and packages of Python carry, and was failed.
describe('what still others write', () => {
  it('[issue 16] a member beyond 2 GiB asks for 64 bits in the directory alone (zipfile)', async () => {
    const beyond = await look(archiveOf({ name: 'a.txt', isWide: true }), 'run.zip');
    assert.deepEqual([beyond.verdict, codesOf(beyond)], ['pass', []]);
    const other = await look(archiveOf({ name: 'a.txt', localVersion: 10 }), 'run.zip');
    assert.deepEqual(codesOf(other), ['local-differs']);
    const higher = await look(archiveOf({ name: 'a.txt', isWide: true, localVersion: 63 }), 'run.zip');
    assert.deepEqual(codesOf(higher), ['local-differs']);
  });

  it('[issue 16] a name in letters of some Windows is a doubt, and no damage', async () => {
    const named = (said: Said) => look(archiveOf(said), 'data.zip');
    const german = await named({ name: 'M\x84rz.txt' });
    assert.deepEqual([german.verdict, codesOf(german)], ['pass-degraded', ['zip-name']]);
    const twice = await named({ name: 'M\x84rz.txt', unicodeName: 'März.txt' });
    assert.deepEqual([twice.verdict, codesOf(twice)], ['pass-degraded', ['zip-name']]);
    for (const said of [
      { name: 'M\x84rz.txt', flags: 0x0800 },
      { name: '../M\x84rz.txt' },
      { name: 'M\x84rz.txt', unicodeName: '../M.txt' },
      { name: 'a.txt', unicodeName: 'b.txt' },
    ])
      assert.equal((await named(said)).verdict, 'fail', JSON.stringify(said));
  });

  it('[issue 16] JSON whose ninth letter is a bracket is no file of safetensors', async () => {
    for (const text of ['{"t":\n  {"a":1}}', '{\n"abc":{"a":1}}', '{\t"abc":{"a":1}}']) {
      const found = await look(bytesOf(text), 'x.json', { role: 'config' });
      assert.deepEqual([found.format, found.verdict], ['json', 'pass-degraded'], text);
    }
  });

  it('[issue 16] a generator of Python is a seed and a state', async () => {
    const numbers = Array.from({ length: 625 }, (_, n) => `I${n}\n`).join('');
    const random = (args: string) => bytesOf(`crandom\nRandom\n(${args}tR(I3\n(${numbers}tNtb.`);
    const found = await look(random(''), 'sampler.pkl');
    assert.deepEqual([found.verdict, codesOf(found)], ['pass-degraded', ['unsafe-loader', 'no-checksum']]);
    assert.equal((await look(random('cos\nsystem\n'), 'sampler.pkl')).verdict, 'fail');
    assert.equal((await look(bytesOf('crandom\nSystemRandom\n(tR.'), 'sampler.pkl')).verdict, 'fail');
  });
});
