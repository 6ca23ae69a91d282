// Over ten seconds: the tools that stand for GitHub are held against what GitHub says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { missing, workflowTool } from '../requirement.ts';
import { runWorkflow } from './act.ts';
import { forAct } from './for-act.ts';
import { startResultsService } from './results-service.ts';

const UPLOAD = 'actions/upload-artifact@0000000000000000000000000000000000000001';
const made: string[] = [];
after(() => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true });
});

function repositoryWith(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'gpu-lease-workflow-'));
  made.push(dir);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  const git = (...args: string[]) => execFileSync('git', ['-C', dir, ...args], { stdio: 'ignore' });
  git('init', '--initial-branch=main');
  git('add', '--all');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '--message=all');
  return dir;
}

const GREET = `
name: greet
description: A composite with an input, an output and a step that fails on request
inputs:
  who: { description: whom, required: true }
outputs:
  said: { description: what, value: '\${{ steps.say.outputs.said }}' }
runs:
  using: composite
  steps:
    - id: say
      shell: sh
      env: { WHO: '\${{ inputs.who }}' }
      run: |
        echo "said=hello $WHO" >> "$GITHUB_OUTPUT"
        echo "::error file=train.py,line=3::asked by $WHO"
        test "$WHO" != nobody
`;

const CALLED = `
on:
  workflow_call:
    inputs: { who: { type: string, required: true } }
    outputs: { said: { value: '\${{ jobs.one.outputs.said }}' } }
jobs:
  one:
    runs-on: ubuntu-slim
    outputs: { said: '\${{ steps.greet.outputs.said }}' }
    steps:
      - uses: actions/checkout@0000000000000000000000000000000000000000
      - id: greet
        uses: ./actions/greet
        with: { who: '\${{ inputs.who }}' }
`;

const CALLER = `
on:
  workflow_dispatch: { inputs: { who: { type: string } } }
jobs:
  call:
    uses: ./.github/workflows/called.yml
    with: { who: '\${{ inputs.who }}' }
  after:
    needs: call
    if: always()
    runs-on: ubuntu-latest
    steps:
      - env: { SAID: '\${{ needs.call.outputs.said }}', RESULT: '\${{ needs.call.result }}' }
        run: echo "$RESULT, $SAID, $GITHUB_API_URL, run $GITHUB_RUN_ID attempt $GITHUB_RUN_ATTEMPT"
`;

describe('act, without a container', { skip: missing('act', 'git') }, () => {
  const files = {
    'actions/greet/action.yml': GREET,
    '.github/workflows/called.yml': CALLED,
    '.github/workflows/caller.yml': CALLER,
  };
  const run = { workflow: '.github/workflows/caller.yml', event: 'workflow_dispatch', runId: 77, attempt: 2 };
  const env = { GITHUB_API_URL: 'http://127.0.0.1:2' };

  it('runs a composite inside a reusable workflow and hands its output up', async () => {
    const result = await runWorkflow({
      ...run,
      repository: repositoryWith(files),
      env,
      inputs: { who: 'Ada' },
    });
    assert.equal(result.code, 0, result.log);
    assert.deepEqual(result.jobs, { one: 'success', after: 'success' });
    assert.match(result.printed, /success, hello Ada, http:\/\/127\.0\.0\.1:2, run 77 attempt 2/);
    assert.deepEqual(result.annotations, [
      { level: 'error', text: 'asked by Ada', file: 'train.py', line: '3' },
    ]);
  });

  it('turns a failing composite into a failed job whose later steps and jobs still see its output', async () => {
    const repository = repositoryWith({
      'actions/greet/action.yml': GREET,
      '.github/workflows/w.yml': `
on: push
jobs:
  a:
    runs-on: ubuntu-latest
    outputs: { said: '\${{ steps.greet.outputs.said }}' }
    steps:
      - uses: actions/checkout@0000000000000000000000000000000000000000
      - id: greet
        uses: ./actions/greet
        with: { who: nobody }
      - run: echo never
      - if: failure()
        env: { SAID: '\${{ steps.greet.outputs.said }}' }
        run: echo "step, $SAID"
  b:
    needs: a
    if: always()
    runs-on: ubuntu-latest
    steps:
      - env: { SAID: '\${{ needs.a.outputs.said }}', RESULT: '\${{ needs.a.result }}' }
        run: echo "job, $RESULT, $SAID"
`,
    });
    const result = await runWorkflow({ repository, workflow: '.github/workflows/w.yml' });
    assert.notEqual(result.code, 0);
    assert.deepEqual(result.jobs, { a: 'failure', b: 'success' });
    assert.match(result.printed, /^step, hello nobody\r?\njob, failure, hello nobody$/m);
    assert.doesNotMatch(result.printed, /never/);
  });

  it('leaves our own environment out of the steps', async () => {
    const repository = repositoryWith({
      '.github/workflows/w.yml':
        'on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: "env" }] } }\n',
    });
    process.env['GPU_LEASE_MARK_OF_TEST'] = 'leaked';
    const result = await runWorkflow({ repository, workflow: '.github/workflows/w.yml' });
    delete process.env['GPU_LEASE_MARK_OF_TEST'];
    assert.match(result.printed, /^GITHUB_ACTIONS=true$/m);
    assert.doesNotMatch(result.printed, /leaked|ACTIONS_RUNTIME_TOKEN/);
  });

  it('goes on with always() after a cancelled step, and ends red', async () => {
    const repository = repositoryWith({
      '.github/workflows/w.yml': `
on: push
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - run: touch "$MARKS/started"; sleep 60; touch "$MARKS/slept"
      - run: touch "$MARKS/next"
      - if: cancelled()
        run: touch "$MARKS/cancelled"
`,
    });
    const marks = mkdtempSync(join(tmpdir(), 'gpu-lease-marks-'));
    made.push(marks);
    const cancel = new AbortController();
    const watcher = watch(marks, () => existsSync(join(marks, 'started')) && cancel.abort());
    const workflow = '.github/workflows/w.yml';
    const result = await runWorkflow({ repository, workflow, env: { MARKS: marks }, signal: cancel.signal });
    watcher.close();
    assert.notEqual(result.code, 0);
    assert.deepEqual(readdirSync(marks).sort(), ['cancelled', 'started']);
  });
});

describe('a copy of a workflow for act', { skip: missing('act', 'git') }, () => {
  const NEWER = `
on: push
concurrency: { group: spend, queue: max }
jobs:
  a:
    runs-on: ubuntu-latest
    environment: { name: gate, deployment: false }
    steps:
      - uses: $/actions/greet # from where this file is from
        with: { who: Ada }
`;

  it('runs where the original is refused, and says what it left out', async () => {
    const path = '.github/workflows/w.yml';
    const original = await runWorkflow({ repository: repositoryWith({ [path]: NEWER }), workflow: path });
    assert.match(original.log, /Unknown Property (queue|deployment)/);

    const { text, leftOut } = forAct(NEWER, 'someone/suite@v1');
    assert.deepEqual(leftOut, ['concurrency.queue', 'environment.deployment']);
    const suite = repositoryWith({ 'actions/greet/action.yml': GREET });
    const result = await runWorkflow({
      repository: repositoryWith({ [path]: text }),
      workflow: path,
      repositories: { 'someone/suite@v1': suite },
    });
    assert.equal(result.code, 0, result.log);
    assert.equal(result.annotations[0]?.text, 'asked by Ada');
  });

  it('keeps everything else, comments too', () => {
    const kept = forAct(NEWER, 'someone/suite@v1').text;
    assert.match(kept, /group: spend/);
    assert.match(kept, /uses: someone\/suite\/actions\/greet@v1 # from where this file is from/);
    assert.deepEqual(forAct(CALLER, 'someone/suite@v1').leftOut, []);
  });
});

describe('the stand-in for actions/upload-artifact', {
  skip: missing('act', 'git', 'artifact-client'),
}, () => {
  const workflow = '.github/workflows/upload.yml';
  const upload = (path: string): string => `
on: push
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@0000000000000000000000000000000000000000
      - id: up
        uses: ${UPLOAD}
        with: { name: results, path: '${path}', if-no-files-found: error, compression-level: 0 }
      - env: { ID: '\${{ steps.up.outputs.artifact-id }}', DIGEST: '\${{ steps.up.outputs.artifact-digest }}' }
        run: echo "id=$ID digest=$DIGEST"
`;
  const repositories = { [UPLOAD]: join(import.meta.dirname, 'stand-ins', 'upload-artifact') };

  it("uploads through GitHub's own client and gives number and digest", async () => {
    const service = await startResultsService();
    try {
      const repository = repositoryWith({ [workflow]: upload('out'), 'out/a/model.txt': 'weights' });
      const result = await runWorkflow({
        repository,
        workflow,
        repositories,
        resultsUrl: service.url,
        runId: 9,
      });
      assert.equal(result.code, 0, result.log);
      const kept = service.artifacts.get('results');
      assert.equal(kept?.runId, '9');
      const digest = createHash('sha256').update(kept.archive).digest('hex');
      assert.match(result.printed, new RegExp(`id=${kept.id} digest=${digest}`));
      assert.ok(kept.archive.includes('a/model.txt') && kept.archive.includes('weights'));
    } finally {
      await service.close();
    }
  });

  it('fails where no file is found and the workflow says that this is an error', async () => {
    const service = await startResultsService();
    try {
      const repository = repositoryWith({ [workflow]: upload('nowhere') });
      const result = await runWorkflow({ repository, workflow, repositories, resultsUrl: service.url });
      assert.equal(result.jobs['a'], 'failure');
      assert.equal(service.artifacts.size, 0);
    } finally {
      await service.close();
    }
  });
});

it('the published REST description is the one of github.com', { skip: missing('github-api') }, () => {
  const { openapi, paths } = JSON.parse(readFileSync(workflowTool('github-api/api.github.com.json'), 'utf8'));
  assert.match(openapi, /^3\./);
  const approve = '/repos/{owner}/{repo}/actions/runs/{run_id}/pending_deployments';
  assert.ok(paths[approve].post, 'approving a waiting run is described');
});
