// Over ten seconds: the repository that is made of examples/repository is smoked by nektos/act.
// In turn: a workflow beside those of the README, by act or driver
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import { startGitHubTwin } from '../twins/github-twin.ts';
import { runWorkflow } from './act.ts';
import { workflowErrors } from './official-parser.ts';
import { type SuiteRepository, suiteRepository } from './suite-repository.ts';

const FOLDER = join(repositoryRoot, 'examples', 'repository');
const WORKFLOWS = join('.github', 'workflows');

const git = (...words: string[]): string =>
  execFileSync('git', words, { encoding: 'utf8', stdio: 'pipe', timeout: 60_000 }).trim();

/** By the script that the workflow runs which follows a release. */
function push(remote: string, suite: { name: string; commit: string }, version: string) {
  const script = join(repositoryRoot, 'scripts', 'example-repository.mjs');
  return spawnSync(process.execPath, [script, remote, suite.name, suite.commit, version], {
    encoding: 'utf8',
    timeout: 60_000,
  });
}

describe('the example repository', { skip: missing('git') }, () => {
  let suite: SuiteRepository;
  let dir: string;
  let origin: string;

  before(() => {
    suite = suiteRepository();
    dir = mkdtempSync(join(tmpdir(), 'gl-example-'));
    origin = join(dir, 'example.git');
    git('init', '--quiet', '--bare', '--initial-branch=main', origin);
  });

  after(() => {
    rmSync(dir, { recursive: true, force: true });
    suite.remove();
  });

  it('holds the workflow files that `init --github` writes into it', () => {
    const copy = join(dir, 'copy');
    cpSync(FOLDER, copy, { recursive: true });
    rmSync(join(copy, '.github'), { recursive: true });
    git('init', '--quiet', copy);
    const program = join(installation(), 'bin', 'gpu-lease');
    const env = { PATH: process.env['PATH'], HOME: dir };
    execFileSync(program, ['init', '--github'], { cwd: copy, env, stdio: 'pipe', timeout: 60_000 });
    const files = readdirSync(join(copy, WORKFLOWS));
    assert.deepEqual(readdirSync(join(FOLDER, WORKFLOWS)), files);
    for (const name of files)
      assert.equal(
        readFileSync(join(FOLDER, WORKFLOWS, name), 'utf8'),
        readFileSync(join(copy, WORKFLOWS, name), 'utf8'),
      );
  });

  it('is pushed with the pins of a release filled in, once for each', async () => {
    const first = push(origin, suite, 'v1.2.3');
    assert.equal(first.status, 0, first.stderr);
    assert.match(push(origin, suite, 'v1.2.3').stdout, /is as of gpu-lease v1\.2\.3 already/);
    assert.equal(git('--git-dir', origin, 'log', '--format=%s', 'main'), 'As of gpu-lease v1.2.3');
    const clone = join(dir, 'clone');
    git('clone', '--quiet', origin, clone);
    for (const name of readdirSync(join(clone, WORKFLOWS))) {
      const text = readFileSync(join(clone, WORKFLOWS, name), 'utf8');
      assert.match(text, new RegExp(`uses: ${suite.name}/\\S+@${suite.commit} # v1\\.2\\.3$`, 'm'));
      assert.deepEqual(await workflowErrors(name, text), []);
    }
    assert.doesNotMatch(readFileSync(join(clone, 'README.md'), 'utf8'), /OWNER|<commit>/);
    assert.equal(push(origin, suite, 'v1.3.0').status, 0);
    assert.equal(git('--git-dir', origin, 'rev-list', '--count', 'main'), '2');
  });

  it('is pushed nowhere without a commit to pin', () => {
    const { status, stderr } = push(origin, { ...suite, commit: 'main' }, 'v1.3.0');
    assert.deepEqual([status, /^usage: /.test(stderr)], [2, true]);
  });

  it('passes the smoke of a pull request, and is told so', { skip: missing('act') }, async () => {
    push(origin, suite, 'v1.3.0');
    const repository = join(dir, 'work');
    git('clone', '--quiet', origin, repository);
    const name = 'ada/example';
    const served = { [name]: origin, [suite.name]: suite.dir };
    const twin = await startGitHubTwin({ clock: systemClock, repository: name, git: served });
    try {
      const sha = git('-C', repository, 'rev-parse', 'HEAD');
      const { number } = twin.addPullRequest({ author: 'ada', headSha: sha });
      const side = { sha, repo: { full_name: name, fork: false } };
      const done = await runWorkflow({
        ...{ repository, name, workflow: join(WORKFLOWS, 'gpu-lease-smoke.yml'), event: 'pull_request' },
        payload: { number, pull_request: { number, head: side, base: side }, sender: { login: 'ada' } },
        secrets: { GITHUB_TOKEN: twin.tokenWith({ contents: 'read', pull_requests: 'write' }) },
        env: { GITHUB_SERVER_URL: twin.url, GITHUB_API_URL: twin.url },
      });
      assert.deepEqual(done.jobs, { smoke: 'success', comment: 'success' }, done.log);
      const [comment] = [...twin.state.comments.values()];
      assert.match(comment?.body ?? '', /passed/);
    } finally {
      await twin.close();
    }
  });
});
