import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { CheckpointWatch } from '../../src/smoke/checkpoint-watch.ts';
import { loadJob } from '../job/job-text.ts';
import { smokeWorld } from './smoke-fixture.ts';

const SHARDS = join(import.meta.dirname, '../verify/fixtures/torch/dcp-one');

it('a drill knows what shards hold by their metadata, and so what they lack', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'shards-'));
  t.after(() => rmSync(dir, { recursive: true }));
  cpSync(SHARDS, join(dir, 'step-3'), { recursive: true });
  const { checkpoint } = loadJob({
    checkpoint: 'checkpoint: {path: "step-*", complete: .metadata, resume: continues}',
  });
  assert.ok(checkpoint);
  const [seen] = await new CheckpointWatch(dir, checkpoint, smokeWorld(t)).all();
  assert.equal(seen?.state, 'whole', JSON.stringify(seen));
  assert.deepEqual(seen.keys.toSorted(), ['half', 'model', 'optimizer', 'step']);
});
