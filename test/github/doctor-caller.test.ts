import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { callerFiles } from '../../src/github/caller-files.ts';
import { setPath } from '../../src/github/caller-workflow.ts';
import { OWN_WORKFLOWS } from '../../src/github/doctor/caller-view.ts';
import { JOB_NAMES } from '../../src/github/doctor/check-source.ts';
import { NEEDED } from '../../src/github/doctor/workflow-findings.ts';
import { repositoryRoot } from './action-file.ts';

const RANK = ['none', 'read', 'write'];

describe('the files of a caller in the documents', () => {
  it('are as the README shows the one that trains', () => {
    const shown = callerFiles({ suite: 'OWNER/gpu-lease', commit: '<commit>', keys: ['RUNPOD_API_KEY'] });
    const train = shown.find(({ path }) => path === setPath('train'))?.text;
    const readme = readFileSync(join(repositoryRoot, 'README.md'), 'utf8');
    assert.ok(readme.includes(`\`\`\`yaml\n${train}\`\`\`\n`));
    for (const { path } of shown) assert.ok(readme.includes(path.replace(/^.*\//, '')), path);
  });

  it('are as its page shows the one for Kaggle', () => {
    const keys: string[] = [];
    const shown = callerFiles({ suite: 'OWNER/gpu-lease', commit: '<commit>', keys, kaggle: 'alone' });
    assert.deepEqual(
      shown.map(({ path }) => path),
      [setPath('smoke'), setPath('kaggle')],
    );
    const page = readFileSync(join(repositoryRoot, 'docs', 'kaggle.md'), 'utf8');
    assert.ok(page.includes(`\`\`\`yaml\n# ${setPath('kaggle')}\n${shown[1]?.text}\`\`\`\n`));
  });
});

describe('what the doctor holds each workflow to need', () => {
  for (const name of OWN_WORKFLOWS) {
    it(`is what the jobs of ${name}.yml ask for`, () => {
      const file = parse(readFileSync(join(repositoryRoot, '.github', 'workflows', `${name}.yml`), 'utf8'));
      const asked: Record<string, string> = {};
      for (const { permissions } of Object.values(file.jobs as Record<string, { permissions: object }>))
        for (const [scope, level] of Object.entries(permissions))
          if (RANK.indexOf(level) > RANK.indexOf(asked[scope] ?? 'none')) asked[scope] = level;
      assert.deepEqual(asked, NEEDED[name]);
    });
  }
});

describe('the checks that the doctor holds each workflow to make', () => {
  for (const [name, jobs] of Object.entries(JOB_NAMES)) {
    it(`are the names of the jobs of ${name}.yml`, () => {
      const file = parse(readFileSync(join(repositoryRoot, '.github', 'workflows', `${name}.yml`), 'utf8'));
      assert.deepEqual(
        Object.values(file.jobs as Record<string, { name: string }>).map((job) => job.name),
        jobs,
      );
    });
  }
});
