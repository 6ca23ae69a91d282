import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { logTails } from '../../src/report/log-tails.ts';
import { cellEnded, opened, RUNNING, told } from '../lease/told-run.ts';

const LOG = `step 1 loss 0.5
Traceback (most recent call last):
  File "/root/.gpu-lease/tiny-7/code/${'0a1b'.repeat(16)}/train.py", line 31, in main
    loss = step(batch)
ValueError: shape mismatch
`;

it('says of a cell that died what it died of and where, and of one that finished nothing of the kind', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gl-tails-'));
  t.after(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'main.1.log'), LOG);
  const [dead] = logTails(dir, told([...RUNNING, cellEnded('dead')]));
  assert.equal(dead?.crash, 'Python traceback: ValueError: shape mismatch, at train.py:31');
  assert.equal(dead?.lines.at(-1), 'ValueError: shape mismatch');
  const [finished] = logTails(dir, told([...RUNNING, cellEnded()]));
  assert.equal(finished?.crash, undefined);
  assert.deepEqual(logTails(join(dir, 'nowhere'), told([opened()])), []);
});
