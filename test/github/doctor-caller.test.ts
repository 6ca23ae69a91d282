import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { CHAIN_INPUTS, callerFile } from '../../src/github/caller-file.ts';
import { OWN_WORKFLOWS, readCaller } from '../../src/github/doctor/caller-view.ts';
import { NEEDED } from '../../src/github/doctor/workflow-findings.ts';
import { repositoryRoot } from './action-file.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const RANK = ['none', 'read', 'write'];

describe('the file of a caller', () => {
  const text = callerFile({ suite: 'ada/gpu-lease', commit: COMMIT, keys: ['RUNPOD_API_KEY'] });

  it('has at most 42 lines', () => assert.ok(text.trimEnd().split('\n').length <= 42));

  it('is the one that the README shows', () => {
    const shown = callerFile({ suite: 'OWNER/gpu-lease', commit: '<commit>', keys: ['RUNPOD_API_KEY'] });
    const readme = readFileSync(join(repositoryRoot, 'README.md'), 'utf8');
    assert.ok(readme.includes(`\`\`\`yaml\n${shown}\`\`\`\n`));
  });

  it('is read as what it is', () => {
    const view = readCaller('.github/workflows/gpu-lease.yml', text);
    assert.equal(view.unreadable, undefined);
    assert.deepEqual([...view.triggers], ['pull_request', 'merge_group', 'schedule', 'workflow_dispatch']);
    assert.deepEqual(
      view.calls.map(({ workflow }) => workflow),
      ['pull-request', 'train', 'release', 'tick'],
    );
    assert.deepEqual(view.unpinned, []);
    assert.deepEqual(view.permissions, {});
    for (const name of CHAIN_INPUTS) assert.ok(view.dispatchInputs.includes(name), name);
  });

  it('starts a sweep by the same dispatch as a run, with the boxes that a person types', () => {
    const { jobs, on } = parse(text);
    assert.deepEqual(on.workflow_dispatch.inputs.stage.options, ['train', 'sweep', 'release', 'tick']);
    assert.match(jobs.train.if, /inputs\.stage == 'sweep'/);
    const given = `$\{{ inputs.`.replace('\\', '');
    assert.equal(jobs.train.with.stage, `${given}stage }}`);
    assert.equal(jobs.train.with.boxes, `${given}boxes }}`);
  });

  it('looks at everything when it is told to, too, by a person or a clock outside of GitHub', () => {
    const { jobs } = parse(text);
    assert.equal(jobs.tick.if, "github.event_name == 'schedule' || inputs.stage == 'tick'");
  });

  it('gives a pull request nothing that could spend: no secret, and to write only the comment [GH-09]', () => {
    const { jobs } = parse(text);
    const started = Object.values(
      jobs as Record<string, { if: string; secrets?: object; permissions: object }>,
    ).filter((job) => job.if.includes('pull_request'));
    assert.equal(started.length, 1);
    assert.equal(started[0]?.secrets, undefined);
    assert.deepEqual(started[0]?.permissions, { contents: 'read', 'pull-requests': 'write' });
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
