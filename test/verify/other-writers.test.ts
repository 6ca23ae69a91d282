import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { codesOf, joined, type Options, verify } from './memory-source.ts';
import { tarFile } from './tar-writer.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const look = (bytes: Uint8Array, label: string, over: Options = {}) =>
  verify(bytes, { role: 'dataset', roleFrom: 'guessed', label, ...over });

// What packages of Go, Rust and JavaScript carry to test their readers with, and was failed or not read.
describe('what others write', () => {
  it('[issue 16] one list in JSON with each item on a line is no list of lines', async () => {
    const rows = Array.from({ length: 9 }, (_, n) => `{"mag":${n},"place":["a",${n}]}`);
    const list = await look(
      bytesOf(`{"type":"FeatureCollection","features":[${rows.join(',\n')}]}\n`),
      'quakes.json',
    );
    assert.deepEqual([list.format, list.verdict, codesOf(list)], ['json', 'pass-degraded', ['no-checksum']]);
    const lines = await look(bytesOf(`${rows[0]?.slice(0, 9)}\n${rows.join('\n')}\n`), 'quakes.json');
    assert.equal(lines.format, 'jsonl');
  });

  it('[issue 16] a licence before a table quotes as it likes, and a cell does not', async () => {
    const comment = '# Under the licence (the\n# "Licence"); or not.\n';
    const table = await look(bytesOf(`${comment}a;b\n1;2\n3;4\n`), 'types.csv');
    assert.deepEqual([table.verdict, codesOf(table)], ['pass-degraded', ['no-checksum']]);
    const second = await look(bytesOf(`a;b\n1;2\n#"3";4\n`), 'types.csv');
    assert.deepEqual(codesOf(second).slice(0, 1), ['csv-quoting']);
    const quoting = await look(bytesOf(`${comment}a;b\n1;2"3\n3;4\n`), 'types.csv');
    assert.deepEqual(codesOf(quoting).slice(0, 1), ['csv-quoting']);
  });

  it('[issue 16] a packed tar whose first name begins like a program is a tar', async () => {
    const tar = gzipSync(
      tarFile(
        { name: 'cfitsio/', type: '5' },
        {
          name: 'cfitsio/configure',
          // Ends a line that would be the name of a module, and a little longer than any.
          data: '#!/bin/sh\necho\n',
        },
      ),
    );
    const verdict = await look(new Uint8Array(tar), 'cfitsio.tar.gz');
    assert.deepEqual([verdict.format, verdict.verdict], ['gzip', 'pass']);
  });

  it('[issue 16] a set that cannot change may be a key, and one that can may not', async () => {
    const frozen = Buffer.from('80047d28284b004b2a914b01752e', 'hex');
    assert.equal((await look(new Uint8Array(frozen), 'keys.pickle')).verdict, 'pass-degraded');
    const changing = Buffer.from('80047d288f284b004b2a904b01752e', 'hex');
    assert.ok(codesOf(await look(new Uint8Array(changing), 'keys.pickle')).includes('pickle-unhashable'));
  });

  it('[issue 16] a tensor that torch.save wrote by protocol 1 is read as one of protocol 2 is', async () => {
    const header = bytesOf(
      'L119547037146038801333356L\n.M\xe9\x03.}q\x00(X\x10\x00\x00\x00protocol_versionM\xe9\x03X\r\x00\x00\x00little_endianI01\nX\n\x00\x00\x00type_sizes}(X\x05\x00\x00\x00shortK\x02X\x03\x00\x00\x00intK\x04X\x04\x00\x00\x00longK\x04uu.',
    );
    const tensor = bytesOf(
      'ctorch._utils\n_rebuild_tensor_v2\n((X\x07\x00\x00\x00storagectorch\nFloatStorage\nX\x01\x00\x00\x007X\x03\x00\x00\x00cpuK\x02NtQK\x00(K\x02t(K\x01tI00\nccollections\nOrderedDict\n)RtR.](X\x01\x00\x00\x007e.',
    );
    const numbers = Uint8Array.of(2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 63, 0, 0, 0, 64);
    const whole = await look(joined(header, tensor, numbers), 'tensor.pt', { role: 'model' });
    assert.deepEqual(
      [whole.format, whole.tensors?.count],
      ['torch-legacy', 1],
      JSON.stringify(whole.reasons),
    );
    assert.notEqual(whole.verdict, 'fail');
    const cut = await look(joined(header, tensor, numbers.subarray(0, 12)), 'tensor.pt', { role: 'model' });
    assert.ok(codesOf(cut).includes('cut-short'));
  });

  it('[issue 16] a frame of zstd that needs a dictionary is not called damaged', async () => {
    // Magic, one byte of dictionary, one segment of one byte of content, one raw block.
    const frame = (dictionary: number) =>
      Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x21, dictionary, 3, 0x19, 0, 0, 97, 98, 99);
    assert.deepEqual(codesOf(await look(frame(7), 'a.zst')).slice(0, 1), ['zstd-dictionary']);
    assert.equal((await look(frame(7), 'a.zst')).verdict, 'inconclusive');
    assert.ok(!codesOf(await look(frame(0), 'a.zst')).includes('zstd-dictionary'));
  });
});
