import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { loadVerify } from '../../src/collect/load-verify.ts';
import type { ArtifactRule } from '../../src/job/job.ts';
import { sha256Of } from '../verify/memory-source.ts';
import { safetensorsFile, weights } from '../verify/safetensors-writer.ts';

const model = safetensorsFile({ 'model.w': { data: weights(64) } });
const optimizer = safetensorsFile({ 'optimizer.exp_avg': { data: weights(64, 2) } });
const shards = {
  'model-00001-of-00002.safetensors': model,
  'model-00002-of-00002.safetensors': optimizer,
  'model.safetensors.index.json': Buffer.from(
    JSON.stringify({
      metadata: {},
      weight_map: {
        'model.w': 'model-00001-of-00002.safetensors',
        'optimizer.exp_avg': 'model-00002-of-00002.safetensors',
      },
    }),
  ),
};

/** Code of the worst reason of each file that a row with `contains: [model, optimizer]` names. */
async function faultsOf(t: TestContext, files: Record<string, Uint8Array>) {
  const dir = mkdtempSync(join(tmpdir(), 'contains-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const rule: ArtifactRule = {
    ...{ path: '*', role: 'checkpoint', keep: 'last', min: 1, allowDegraded: false },
    contains: ['model', 'optimizer'],
  };
  const config: ArtifactRule = { ...rule, path: '*.json', role: 'config', contains: [] };
  const pulled = Object.entries(files).map(([path, bytes]) => {
    writeFileSync(join(dir, path), bytes);
    const entry = { path, bytes: bytes.length, sha256: sha256Of(bytes) };
    return { entry, rule: path.endsWith('.json') ? config : rule };
  });
  const found = await loadVerify(dir, pulled, { signal: new AbortController().signal });
  return [...found.files.values()].map(({ reasons, counts }) => (counts ? 'counts' : reasons[0]?.code));
}

it('what a row asks of its files each of them must hold, or what belongs to it', async (t) => {
  assert.deepEqual(await faultsOf(t, { 'a.safetensors': model, 'optimizer.safetensors': optimizer }), [
    'key-missing',
    'key-missing',
  ]);
  assert.deepEqual(await faultsOf(t, shards), ['counts', 'counts', 'counts']);
});
