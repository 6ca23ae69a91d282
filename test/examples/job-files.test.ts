import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseJob } from '../../src/job/load.ts';
import { SCHEMA_URL } from '../../src/job/schema-url.ts';

const known = { platforms: new Set(['local', 'generic-ssh']) };
const path = (name: string) => join('examples', name, 'gpu-lease.yml');
const text = (name: string) => readFileSync(join(import.meta.dirname, '..', '..', path(name)), 'utf8');

describe('job files of the examples', () => {
  for (const name of ['tiny', 'pytorch', 'sweep']) {
    it(`are read without a problem or a warning: ${name}`, () => {
      const { job, warnings } = parseJob(text(name), path(name), known);
      assert.deepEqual(warnings, []);
      assert.ok(job.smoke !== 'none' && job.smoke.drill !== 'none' && job.checkpoint && job.metrics);
    });

    it(`name the schema that editors complete from: ${name}`, () => {
      assert.equal(text(name).split('\n')[0], `# yaml-language-server: $schema=${SCHEMA_URL}`);
    });
  }

  it('give every cell of the sweep a name and variables of its own [P2-13]', () => {
    const { job } = parseJob(text('sweep'), path('sweep'), known);
    assert.equal(job.cells.length, 12);
    assert.equal(new Set(job.cells.map(({ vars }) => JSON.stringify(vars))).size, 12);
    assert.deepEqual(job.cells[0], {
      name: 'TINY_HIDDEN-16_TINY_LR-0.01_TINY_SEED-1',
      vars: { TINY_HIDDEN: '16', TINY_LR: '0.01', TINY_SEED: '1' },
    });
  });
});
