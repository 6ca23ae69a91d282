import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formOf, linksOf } from '../../src/report/links.ts';
import { opened, SEALED, stored, told } from '../lease/told-run.ts';

const COMMIT = 'abcdef0123456789abcdef0123456789abcdef01';
const HOME = 'https://github.com/ada/engine';
const ENV = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'ada/engine',
  GITHUB_RUN_ID: '7',
  GITHUB_WORKFLOW_REF: 'ada/engine/.github/workflows/gpu-lease-tick.yml@refs/heads/main',
};

const artifact = (id: string, of: string) =>
  stored({ id, place: `artifact resnet-7 of workflow run 9 of ${of}` });
const runWith = (...more: Parameters<typeof told>[0][number][]) =>
  told([opened({ commit: COMMIT }), ...SEALED.slice(1), ...more]);

describe('the pages that a report links', () => {
  it('are the workflow run, the commit, the form of a release and the newest artifact in this repository', () => {
    const run = runWith(
      artifact('4001', 'ada/engine'),
      artifact('4002', 'ada/engine'),
      artifact('4003', 'eve/engine'),
      stored({ store: 's3', id: '4004', place: 'a bucket of workflow run 9 of ada/engine' }),
    );
    assert.deepEqual(linksOf(ENV, run), {
      workflowRun: `${HOME}/actions/runs/7`,
      commit: `${HOME}/commit/${COMMIT}`,
      form: `${HOME}/actions/workflows/gpu-lease-release.yml`,
      artifact: `${HOME}/actions/runs/9/artifacts/4002`,
    });
  });

  it('are the form of the file that runs, where a repository has one of its own', () => {
    const file = (name: string) => ({
      ...ENV,
      GITHUB_WORKFLOW_REF: `ada/engine/.github/workflows/${name}@refs/heads/main`,
    });
    assert.equal(
      formOf(file('gpu-lease-smoke.yaml'), 'train'),
      `${HOME}/actions/workflows/gpu-lease-train.yaml`,
    );
    for (const own of ['gpu.yml', 'gpu-lease-training.yml', 'my-gpu-lease-train.yml'])
      assert.equal(formOf(file(own), 'release'), `${HOME}/actions/workflows/${own}`);
  });

  it('are none outside of a workflow, and none of what is no plain address or number', () => {
    assert.deepEqual(linksOf({}, runWith(artifact('4001', 'ada/engine'))), {});
    for (const over of [
      { GITHUB_REPOSITORY: 'ada/engine](x)' },
      { GITHUB_SERVER_URL: 'javascript:x' },
      { GITHUB_SERVER_URL: 'https://github.com)' },
    ])
      assert.deepEqual(linksOf({ ...ENV, ...over }, runWith()), {});
    const odd = {
      GITHUB_RUN_ID: '7)',
      GITHUB_WORKFLOW_REF: 'ada/engine/.github/workflows/a](x).yml@refs/heads/main',
    };
    const run = told([opened({ commit: 'abcdef](x)' }), ...SEALED.slice(1), artifact('4](x)', 'ada/engine')]);
    assert.deepEqual(linksOf({ ...ENV, ...odd }, run), {});
  });
});
