import assert from 'node:assert/strict';
import { it } from 'node:test';
import { plainText, renderTable } from '../../src/verify/engine/table.ts';
import { verify, verifyWithDigest } from './memory-source.ts';
import { safetensorsFile, weights, wholeCheckpoint } from './safetensors-writer.ts';

it('shows one aligned line per file under its headings', async () => {
  const table = renderTable([
    await verifyWithDigest(wholeCheckpoint(), { label: 'best.safetensors' }),
    await verify(new Uint8Array(0), { label: 'x' }),
  ]);
  assert.equal(
    table,
    [
      'file              format       role        level  verdict  tensors  bytes  why',
      'best.safetensors  safetensors  checkpoint  L3     pass           3   4408',
      'x                 unknown      checkpoint  L0     fail                  0  is empty, expected at least 1 byte, found 0 bytes',
      '',
    ].join('\n'),
  );
});

it('tells the worst reason and how many more there are', async () => {
  const verdict = await verify(safetensorsFile({ a: { data: [Number.NaN] }, b: { data: [Number.NaN] } }), {
    label: 'x',
  });
  assert.match(
    renderTable([verdict]),
    /"a" holds numbers that are not finite at byte \d+, .* \(and 2 more\)\n$/,
  );
});

it('neutralises what a name could do to a terminal or a log', async () => {
  const hostile = 'a\u001b[2J\r\n::set-output name=x::y\u202etxt.exe\u0000\u009b';
  assert.equal(plainText(hostile), 'a\\x1b[2J\\x0d\\x0a::set-output name=x::y\\u202etxt.exe\\x00\\x9b');
  const bytes = safetensorsFile({ [`${hostile}`]: { data: [Number.NaN] }, w: { data: weights(3) } });
  const lines = renderTable([await verify(bytes, { label: hostile })]).split('\n');
  assert.equal(lines.length, 3);
  assert.ok(lines.every((line) => /^[\x20-\x7e]*$/.test(line)));
});
