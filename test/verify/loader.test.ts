import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { codesOf, type Options, verify, verifyWithDigest } from './memory-source.ts';
import { dict, frame, type Op, PROTO2, pickle, STOP, tensor, text } from './pickle-writer.ts';
import { wholeCheckpoint } from './safetensors-writer.ts';
import { legacyFile, legacyTensor } from './torch-legacy-writer.ts';
import { torchFile } from './torch-writer.ts';

const holding = (protocol: Op, value: Op): Uint8Array =>
  torchFile(pickle(protocol, dict([text('w'), tensor()], [text('x'), value]), STOP));

describe('what torch.load refuses unless it is told to run code', () => {
  const framed = () => {
    const body = pickle(dict([text('w'), tensor()]), STOP);
    return torchFile(pickle([0x80, 4], frame(body.length), body));
  };
  for (const { what, bytes } of [
    { what: 'frames of protocol 4', bytes: framed() },
    { what: 'bytes of protocol 3', bytes: holding([0x80, 3], 'C\x03abc') },
    { what: 'a long integer', bytes: holding(PROTO2, ['\x8b\x04\0\0\0', 'abcd']) },
    { what: 'numbers as text', bytes: holding(PROTO2, 'I7\n') },
    { what: 'a value that is dropped', bytes: holding(PROTO2, 'NN0') },
    {
      what: 'the old stream',
      bytes: legacyFile({ object: dict([text('w'), legacyTensor()], [text('x'), 'I7\n']) }),
    },
  ])
    it(`[issue 16] is degraded, and fails where the roster wants none: ${what}`, async () => {
      const allowed = await verifyWithDigest(bytes);
      assert.deepEqual([allowed.verdict, codesOf(allowed)], ['pass-degraded', ['unsafe-loader']]);
      assert.match(allowed.reasons[0]?.what ?? '', /loads only with weights_only=False/);
      const not = await verifyWithDigest(bytes, { allowDegraded: false });
      assert.deepEqual([not.verdict, codesOf(not)], ['fail', ['unsafe-loader']]);
    });

  it('[issue 16] passes otherwise, whatever the number of the protocol', async () => {
    for (const protocol of [2, 3])
      assert.equal((await verifyWithDigest(holding([0x80, protocol], 'K\x07'))).verdict, 'pass');
  });
});

describe('a file whose name hands it to another loader', () => {
  const torch = torchFile();
  for (const { label, bytes, codes } of [
    { label: 'out/model.safetensors', bytes: torch, codes: ['other-loader'] },
    { label: 'out/model.gguf', bytes: torch, codes: ['other-loader'] },
    { label: 'out/last.pt', bytes: torch, codes: [] },
    { label: 'out/last.ckpt', bytes: torch, codes: [] },
    { label: 'out/last.bin', bytes: torch, codes: [] },
    { label: 'out/model.safetensors', bytes: wholeCheckpoint(), codes: [] },
    { label: 'out/last.pt', bytes: wholeCheckpoint(), codes: ['other-loader'] },
    { label: 'pytorch_model.bin', bytes: wholeCheckpoint(), codes: ['other-loader'] },
    { label: 'weights.keras', bytes: fixture('keras/model.h5'), codes: ['other-loader'] },
    { label: 'weights.h5', bytes: fixture('keras/model.h5'), codes: [] },
  ] as { label: string; bytes: Uint8Array; codes: string[] }[])
    it(`[issue 16] is degraded, and none other is: ${label} with ${codes.length} reason`, async () => {
      const options: Options = { role: 'model', label };
      const found = await verifyWithDigest(bytes, options);
      assert.deepEqual(codesOf(found), codes, JSON.stringify(found.reasons));
    });

  it('[issue 16] says with what it loads', async () => {
    const { reasons } = await verify(torch, { role: 'model', label: 'model.safetensors' });
    assert.match(
      reasons[0]?.what ?? '',
      /safetensors loads, which refuses it: it is torch-zip and loads with torch\.load/,
    );
  });
});
