import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { nameOfJob } from '../../src/cli/bind-job.ts';
import type { Settings } from '../../src/cli/settings.ts';

describe('the name of the job that a run is asked for', () => {
  it('is unknown, and no error, where the job file has one mistake or several, or is not there', (t) => {
    const cwd = mkdtempSync(join(tmpdir(), 'gl-name-'));
    t.after(() => rmSync(cwd, { recursive: true, force: true }));
    const settings = { cwd, value: () => undefined } as unknown as Settings;
    assert.equal(nameOfJob(settings), undefined);
    for (const text of ['run: [\n', 'name: tiny\nnope: 1\nneither: 2\n', '- a\n']) {
      writeFileSync(join(cwd, 'gpu-lease.yml'), text);
      assert.equal(nameOfJob(settings), undefined, text);
    }
  });
});
