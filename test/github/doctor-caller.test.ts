import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { callerFiles } from '../../src/github/caller-files.ts';
import { setPath } from '../../src/github/caller-workflow.ts';
import { OWN_WORKFLOWS, readCaller } from '../../src/github/doctor/caller-view.ts';
import { JOB_NAMES } from '../../src/github/doctor/check-source.ts';
import type { RepositoryView } from '../../src/github/doctor/view.ts';
import { NEEDED, workflowFindings } from '../../src/github/doctor/workflow-findings.ts';
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

describe('what the doctor says of a repository whose only runs are on Kaggle', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567';
  const files = callerFiles({ suite: 'gpu-lease/gpu-lease', commit, keys: [], kaggle: 'alone' });
  const codes = (change: (text: string) => string = (text) => text): string[] => {
    const callers = files.map(({ path, text }) => readCaller(path, change(text)));
    const view = { callers, unseen: [], workflows: [], name: 'ada/engine' } as unknown as RepositoryView;
    return workflowFindings(view, []).map(({ code }) => code);
  };

  it('is nothing where the files are as they were written: there is no record to look after', () => {
    assert.deepEqual(codes(), []);
  });

  it('is that its login is not handed on, where neither the token nor name and key are', () => {
    assert.deepEqual(
      codes((text) => text.replace(/ {4}secrets:[\s\S]*$/, '')),
      ['secret-not-passed'],
    );
    assert.deepEqual(
      codes((text) => text.replace('KAGGLE_API_TOKEN:', 'KAGGLE_KEY:')),
      ['secret-not-passed'],
    );
    const both = 'KAGGLE_USERNAME: a\n      KAGGLE_KEY:';
    assert.deepEqual(
      codes((text) => text.replace('KAGGLE_API_TOKEN:', both)),
      [],
    );
  });

  it('is that a schedule is missing as soon as something is rented', () => {
    const rents = 'gpu-lease/.github/workflows/train.yml';
    const found = codes((text) => text.replace('gpu-lease/.github/workflows/pull-request.yml', rents));
    assert.ok(found.includes('schedule-missing'), found.join(' '));
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
