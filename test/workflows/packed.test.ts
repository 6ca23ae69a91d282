// Over a minute: npm packs and installs; a demo, and a training by nektos/act, are lived from what it installed.
// In turn: a caller's run by act, from the package or signed
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { setPath } from '../../src/github/caller-workflow.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { shipped } from '../installation.ts';
import { Packed } from '../packed.ts';
import { missing, workflowTool } from '../requirement.ts';
import { startGitHubTwin } from '../twins/github-twin.ts';
import { runWorkflow } from './act.ts';
import { ActAtTwin } from './act-at-twin.ts';
import { inArtifact } from './caller-repository.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { workflowErrors } from './official-parser.ts';
import { type SuiteRepository, suiteRepository } from './suite-repository.ts';
import { resultsAt } from './twin-server.ts';

/** What a package of ours may hold, by the first part of a path. */
const PARTS = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'bin',
  'dist',
  'examples',
  'package.json',
  'profiles',
  'schemas',
  'trust',
];

describe('the npm package, installed in an empty folder with an empty home', { skip: missing('git') }, () => {
  let packed: Packed;
  before(() => {
    packed = new Packed();
  });
  after(() => packed.remove());

  const manifest = () =>
    JSON.parse(readFileSync(join(packed.at, 'node_modules/gpu-lease/package.json'), 'utf8'));

  it('needs no other package, runs no script, and says from which commit it is', () => {
    const { dependencies, devDependencies, scripts, gitHead, repository, engines, publishConfig } =
      manifest();
    assert.deepEqual([dependencies, devDependencies, scripts], [undefined, undefined, undefined]);
    assert.equal(gitHead, packed.commit);
    assert.match(repository.url, /^git\+https:\/\/github\.com\/[\w.-]+\/gpu-lease\.git$/);
    assert.equal(engines.node, '>=20');
    assert.equal(publishConfig.provenance, true);
    assert.deepEqual(
      readdirSync(join(packed.at, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['gpu-lease'],
    );
  });

  it('holds what a user needs and no source, test or workflow of ours; packing left the sources as they were', () => {
    assert.deepEqual(readdirSync(join(packed.at, 'node_modules/gpu-lease')).sort(), PARTS);
    assert.ok(packed.untouched);
  });

  it('says its version and helps', () => {
    const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
    const { code, stdout } = packed.npx(['--version'], packed.at);
    assert.deepEqual([code, stdout.trim()], [0, `gpu-lease ${version}`]);
    assert.match(packed.npx(['--help'], packed.at).stdout, /gpu-lease <command>/);
  });

  it('is a library that verifies', () => {
    const script = `import { verifyFile } from 'gpu-lease/verify'; console.log(typeof verifyFile)`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: packed.at });
    assert.equal(String(said).trim(), 'function');
  });

  it('lives the whole demo', () => {
    const { code, stdout, stderr } = packed.npx(['demo', '--json'], packed.at);
    assert.equal(code, 0, stderr);
    const end = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    assert.deepEqual([end.state, end.metersRunning], ['released', 0]);
  });
});

describe('what it writes into a fresh repository', { skip: missing('git') }, () => {
  let suite: SuiteRepository;
  let packed: Packed;
  let repository: string;
  let written: { path: string; text: string }[] = [];
  let said = '';

  before(() => {
    suite = suiteRepository(shipped());
    packed = new Packed(suite.dir);
    repository = join(packed.dir, 'engine');
    cpSync(join(repositoryRoot, 'examples/tiny'), repository, { recursive: true });
    git('-C', repository, 'init', '--quiet', '--initial-branch=main');
    git('-C', repository, 'remote', 'add', 'origin', 'https://github.com/ada/engine.git');
    const { code, stdout, stderr } = packed.npx(['init', '--github'], repository);
    assert.equal(code, 0, `${stdout}\n${stderr}`);
    said = stdout;
    const dir = join(repository, '.github/workflows');
    written = readdirSync(dir).map((name) => ({
      path: `.github/workflows/${name}`,
      text: readFileSync(join(dir, name), 'utf8'),
    }));
    rmSync(join(repository, 'node_modules'));
    git('-C', repository, 'add', '--all');
    git('-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'A job');
  });

  after(() => {
    packed.remove();
    suite.remove();
  });

  it('pins the commit that it was packed from, with its version', () => {
    assert.ok(written.length >= 5, said);
    const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
    for (const { path, text } of written) {
      const pins = text.match(/(?<=^ +)uses: .*$/gm) ?? [];
      assert.ok(pins.length > 0, path);
      for (const pin of pins)
        assert.match(
          pin,
          new RegExp(
            `^uses: gpu-lease/gpu-lease/\\.github/workflows/[a-z-]+\\.yml@${suite.commit} # v${version}$`,
          ),
        );
    }
  });

  it("is taken by GitHub's own parser", async () => {
    for (const { path, text } of written) assert.deepEqual(await workflowErrors(path, text), [], path);
  });

  it('gives actionlint nothing to say', { skip: missing('actionlint') }, () => {
    const { status, stdout } = spawnSync(
      workflowTool('bin/actionlint'),
      ['-shellcheck=', '-pyflakes=', ...written.map(({ path }) => path)],
      { cwd: repository, encoding: 'utf8' },
    );
    assert.deepEqual([status, stdout], [0, '']);
  });

  it('gives zizmor nothing to say, as an auditor', { skip: missing('zizmor') }, () => {
    const { stdout, stderr } = spawnSync(
      workflowTool('zizmor/bin/zizmor'),
      ['--offline', '--no-config', '--persona', 'auditor', '--format', 'json', '.github/workflows'],
      {
        cwd: repository,
        encoding: 'utf8',
        env: { ...process.env, PYTHONPATH: workflowTool('zizmor') },
        timeout: 120_000,
      },
    );
    assert.deepEqual(
      JSON.parse(stdout || stderr).map(({ ident }: { ident: string }) => ident),
      [],
    );
  });

  const textOf = (wanted: string): string => written.find(({ path }) => path === wanted)?.text ?? '';

  it('trains by act until all is sealed and kept, and releases on the phrase that was typed', {
    skip: missing('act', 'artifact-client'),
  }, async () => {
    const origin = join(packed.dir, 'trained.git');
    git('clone', '--quiet', '--bare', repository, origin);
    const name = 'ada/engine';
    const served = { [name]: origin, [suite.name]: suite.dir };
    const twin = await startGitHubTwin({ clock: systemClock, repository: name, git: served });
    for (const { path, text } of written) twin.state.files.set(path, text);
    twin.addEnvironment('gpu-lease');
    const cloud = new LoopbackCloud(join(packed.dir, 'cloud'));
    mkdirSync(cloud.dir);
    const signer = `https://github.com/${suite.name}/.github/workflows/attest.yml@${suite.commit}`;
    const caller = { name, branch: 'main', clone: repository, signer, textOf };
    const act = await ActAtTwin.start(twin, caller, cloud, newSecret());
    const ada = { event: 'workflow_dispatch', actor: 'ada', triggeringActor: 'ada' };
    try {
      const training = twin.startRun({ path: setPath('train'), ...ada, inputs: { stage: 'train' } });
      const trained = await act.run(training);
      assert.equal(trained.outputs['train']?.['state'], 'sealed', trained.log);
      const [artifact] = resultsAt(twin);
      const { sha256 } = await inArtifact(artifact?.zip ?? assert.fail('no artifact'), 'best.safetensors');
      assert.equal(sha256, cloud.sha256Of('best.safetensors'));

      const { path, inputs } = twin.dispatched.at(-1) ?? assert.fail(trained.log);
      assert.equal(path, setPath('release'), trained.log);
      const { lease = '', seal = '' } = inputs as Record<string, string>;
      const approve = `${lease} ${seal.slice(0, 8)}`;
      const released = await act.run(twin.startRun({ path, ...ada, inputs: { ...inputs, approve } }));
      assert.equal(released.outputs['release']?.['state'], 'released', released.log);
      assert.deepEqual(await cloud.boxes(), []);
    } finally {
      await cloud.destroy();
      await act.close();
      await twin.close();
    }
  });

  it('smokes a pull request by act, fetching the workflows by that commit', {
    skip: missing('act'),
  }, async () => {
    const origin = join(packed.dir, 'engine.git');
    git('clone', '--quiet', '--bare', repository, origin);
    const twin = await startGitHubTwin({
      clock: systemClock,
      repository: 'ada/engine',
      git: { 'ada/engine': origin, [suite.name]: suite.dir },
    });
    try {
      const sha = git('-C', repository, 'rev-parse', 'HEAD').trim();
      const { number } = twin.addPullRequest({ author: 'ada', headSha: sha });
      const side = { sha, repo: { full_name: 'ada/engine', fork: false } };
      const workflow = written.find(({ path }) => path.endsWith('smoke.yml'))?.path ?? '';
      const done = await runWorkflow({
        repository,
        workflow,
        event: 'pull_request',
        name: 'ada/engine',
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

const git = (...words: string[]): string =>
  execFileSync('git', words, { encoding: 'utf8', stdio: 'pipe', timeout: 60_000 });
