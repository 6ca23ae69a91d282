import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { jobWith, toldOf } from './told-job.ts';

const CELLS = join(import.meta.dirname, '..', '..', 'src', 'colab', 'cells');

/** What a script of the notebook's own code found, for a job with such checkpoints. */
function foundBy(script: string, rule: string): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'gl-colab-'));
  try {
    const words = [join(import.meta.dirname, script), CELLS, JSON.stringify(toldOf(jobWith(rule))), folder];
    const said = execFileSync('python3', words, { encoding: 'utf8' });
    return JSON.parse(said.trim().split('\n').at(-1) ?? '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the saver of the notebook', { skip: missing('python3') }, () => {
  let told: Record<string, unknown[]> = {};
  before(() => {
    told = foundBy('saver.py', '{path: "checkpoint-*", complete: done}') as typeof told;
  });

  it('keeps what a file was before it was replaced, where it is replaced before every look', () => {
    const [seen, last] = foundBy('moving.py', '{path: last.pt}') as [string[], string];
    assert.deepEqual(seen, ['version 2', 'version 0']);
    assert.equal(last, 'version 4', 'once the command has ended');
  });

  const faults: [string, RegExp][] = [
    ['another content', /^is not on Drive as it is here: checkpoint-1\/model\.pt has another content$/],
    ['lost', /^is not on Drive as it is here: checkpoint-1\/model\.pt has 0 of 7 bytes \(SYNC_FAILED/],
    ['full', /^could not be copied to Drive: \[Errno 28\] No space left/],
    ['written to', /^was written to while it was copied/],
    ['not mounted', /^waits: Drive is not mounted any more$/],
    ['no manifest', /^could not be copied to Drive: \[Errno 5\]/],
  ];
  for (const [what, says] of faults)
    it(`counts no copy that is ${what}, and leaves nothing half done behind [NB1]`, () => {
      const [fault, hasManifest, unfinished] = told[what] ?? [];
      assert.match(String(fault), says);
      assert.deepEqual([hasManifest, unfinished], [false, []]);
    });

  it('counts one that was listed and hashed again, by its manifest', () => {
    assert.deepEqual(told['counted then'], []);
    assert.deepEqual(told['well'], [null, true, []]);
    assert.deepEqual(told['counted at last'], ['5-1']);
  });

  it('keeps the two newest, the newest that has lasted as long as Drive may lag, and the next to become that', () => {
    assert.deepEqual(told['ages that stay'], [50, 100, 1000, 2000]);
  });
});
