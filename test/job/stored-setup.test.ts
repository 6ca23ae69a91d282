import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from './job-text.ts';

/** What a person would otherwise be asked again at every run. */
const SETUP = `
name: resnet
run: python3 train.py
env: [WANDB_API_KEY]
vars: { WANDB_ENTITY: vision, NCCL_P2P_DISABLE: 1 }
resources: { gpu: { name: [A100, H100], count: 2, memory: 40GB+ }, disk: 200GB+ }
candidates:
  - { platform: vastai, user: ubuntu, market: spot, volume: datasets }
smoke: none
artifacts: [{ path: last.pt, role: checkpoint, keep: last }]
budget: { usd: 20, hours: 10, usdPerHour: 2 }
`;

describe('the setup of a project', () => {
  it('is stored in the job file: platform and overrides, entry point, tracker, GPUs and disk; of a key its name only [FR-08]', () => {
    const { job } = load(SETUP);
    assert.equal(job.run, 'python3 train.py');
    assert.deepEqual(job.candidates, [
      { platform: 'vastai', user: 'ubuntu', market: 'spot', volume: 'datasets' },
    ]);
    assert.deepEqual(job.vars, { WANDB_ENTITY: 'vision', NCCL_P2P_DISABLE: '1' });
    assert.deepEqual(job.secrets, ['WANDB_API_KEY']);
    assert.deepEqual(job.resources.gpu?.names, ['A100', 'H100']);
    assert.equal(job.resources.gpu?.count, 2);
    assert.equal(job.resources.diskGb?.min, 200);
  });
});
