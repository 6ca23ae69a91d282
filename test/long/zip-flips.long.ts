// Over a minute: a third of a million files with one bit flipped, and those that pass are read by the formats' own readers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { frameworksBin, missing } from '../requirement.ts';
import { passingFlips, telling } from '../verify/zip-flips.ts';
import { readByItsLibrary } from './own-readers.ts';

const fixtures = join(import.meta.dirname, '..', 'verify', 'fixtures');
const python = join(frameworksBin, 'python3');

const FILES: readonly { kind: string; file: string }[] = [
  { kind: 'torch', file: 'torch/zip-types.pt' },
  { kind: 'torch', file: 'torch/zip-views.pt' },
  { kind: 'torch', file: 'torch/zip-numpy-rng.pt' },
  { kind: 'script', file: 'torch/script.pt' },
  { kind: 'exported', file: 'torch/exported.pt2' },
  { kind: 'npz', file: 'numpy/np2-stored.npz' },
  { kind: 'npz', file: 'numpy/np2-deflated.npz' },
  { kind: 'keras', file: 'keras/model.keras' },
  { kind: 'plain_zip', file: 'archives/stored.zip' },
  { kind: 'plain_zip', file: 'archives/deflated.zip' },
];

describe('one flipped bit of an archive', { skip: missing('frameworks') }, () => {
  for (const { kind, file } of FILES)
    it(`[issue 16] that we let pass changes nothing that the format's own reader returns: ${file}`, async () => {
      const path = join(fixtures, file);
      const bytes = new Uint8Array(readFileSync(path));
      const looksAt = telling(bytes);
      const role = kind === 'plain_zip' ? 'archive' : 'model';
      const passing = await passingFlips(bytes, { role }, undefined, looksAt);
      const answers = await readByItsLibrary(
        { kind, python },
        path,
        passing.map(({ offset, bit }) => ({ kind: 'flip', offset, bit })),
      );
      const fields = [...new Set(passing.map(({ field }) => field))].sort();
      const looked = Array.from({ length: bytes.length * 8 }, (_, at) => at).filter(looksAt).length;
      console.log(
        `show: ${file}: ${looked} of ${bytes.length * 8} flips, ${passing.length} pass, in ${fields.join(', ')}`,
      );
      assert.ok(passing.length > 0);
      assert.deepEqual(
        passing.flatMap((flip, n) => (answers[n] === 'same' ? [] : [{ ...flip, answer: answers[n] }])),
        [],
      );
    });
});
