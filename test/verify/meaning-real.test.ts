import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { codesOf, notesOf, verify } from './memory-source.ts';

const skip = missing('torch');
const folder = mkdtempSync(join(tmpdir(), 'verify-meaning-'));
const script = join(import.meta.dirname, 'fixtures', 'make-meaning.py');
if (skip === false) execFileSync('/usr/bin/python3', [script, folder], { timeout: 120_000 });
after(() => rmSync(folder, { recursive: true, force: true }));

const files = readdirSync(folder).sort();
/** What is told of a whole one, and no fault. */
const NOTES: Record<string, string[]> = {
  'whole_deepened-frozen.pt': ['all-zero', 'optimizer-missing'],
  'whole_deepened-warming.pt': ['all-zero'],
  'whole_deepened-without-rate.pt': ['all-zero'],
  'whole_history.pt': ['not-a-number'],
  'whole_large-anchors.pt': ['huge-number'],
};
const look = (name: string) => verify(new Uint8Array(readFileSync(join(folder, name))));

describe('checkpoints that PyTorch writes', { skip }, () => {
  it('are whole and damaged ones', () => {
    assert.ok(files.filter((name) => name.startsWith('whole_')).length >= 3, files.join());
    assert.ok(files.length >= 9, files.join());
  });

  for (const name of files.filter((each) => each.startsWith('whole_')))
    it(`raise no alarm: ${name}`, async () => {
      const verdict = await look(name);
      const notes = NOTES[name] ?? [];
      assert.deepEqual(
        [codesOf(verdict), [...new Set(notesOf(verdict))]],
        [[], notes],
        JSON.stringify(verdict.reasons),
      );
    });

  for (const name of files.filter((each) => !each.startsWith('whole_')))
    it(`[issue 16] are seen to be damaged: ${name}`, async () => {
      const [code = '', severity] = name.split('_');
      const verdict = await look(name);
      const [fails, notes] = [codesOf(verdict), notesOf(verdict)];
      const expected = severity === 'fail' ? [[code], []] : [[], [code]];
      assert.deepEqual([[...new Set(fails)], [...new Set(notes)]], expected, JSON.stringify(verdict.reasons));
    });
});
