// Minutes: a million files with one bit flipped, and those that pass are read by the formats' own readers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { frameworksBin, missing } from '../requirement.ts';
import { fieldsOf, passingFlips } from '../verify/zip-flips.ts';

const fixtures = join(import.meta.dirname, '..', 'verify', 'fixtures');
const READER = join(import.meta.dirname, 'read_flipped.py');
const why = missing('frameworks');

const FILES: readonly { kind: string; file: string }[] = [
  { kind: 'torch', file: 'torch/zip-types.pt' },
  { kind: 'torch', file: 'torch/zip-views.pt' },
  { kind: 'torch', file: 'torch/zip-numpy-rng.pt' },
  { kind: 'script', file: 'torch/script.pt' },
  { kind: 'exported', file: 'torch/exported.pt2' },
  { kind: 'npz', file: 'numpy/np2-stored.npz' },
  { kind: 'npz', file: 'numpy/np2-deflated.npz' },
  { kind: 'keras', file: 'keras/model.keras' },
  { kind: 'zip', file: 'archives/stored.zip' },
  { kind: 'zip', file: 'archives/deflated.zip' },
];

interface Answer {
  expected: string;
  read: number;
  differing: { offset: number; bit: number; found: string }[];
}

describe('one flipped bit of an archive', { skip: why }, () => {
  for (const { kind, file } of FILES)
    it(`[issue 16] that we let pass changes nothing that the format's own reader returns: ${file}`, async () => {
      const path = join(fixtures, file);
      const bytes = new Uint8Array(readFileSync(path));
      const passing = await passingFlips(bytes, { role: kind === 'zip' ? 'archive' : 'model' });
      const answer = JSON.parse(
        execFileSync(join(frameworksBin, 'python3'), [READER, kind, path], {
          input: passing.map(({ offset, bit }) => `${offset} ${bit}\n`).join(''),
          maxBuffer: 1024 ** 3,
        }).toString(),
      ) as Answer;
      const fields = [...new Set(passing.map(({ field }) => field))].sort();
      console.log(
        `show: ${file}: ${bytes.length * 8} flips, ${passing.length} pass, in ${fields.join(', ')}`,
      );
      assert.match(answer.expected, /^[0-9a-f]{64}$/);
      assert.equal(answer.read, passing.length);
      const named = answer.differing.map((each) => ({ ...each, field: fieldsOf(bytes)(each.offset) }));
      assert.deepEqual(named, []);
    });
});
