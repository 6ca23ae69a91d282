// Over ten seconds: npm packs and installs, and a whole demo is lived from what it installed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { repositoryRoot } from '../github/action-file.ts';
import { Packed } from '../packed.ts';
import { missing } from '../requirement.ts';

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

  it('writes a job file and workflows into a fresh repository', () => {
    const repository = join(packed.dir, 'engine');
    mkdirSync(repository);
    cpSync(join(repositoryRoot, 'examples/tiny'), repository, { recursive: true });
    execFileSync('git', ['-C', repository, 'init', '--quiet']);
    execFileSync('git', ['-C', repository, 'remote', 'add', 'origin', 'https://github.com/ada/engine.git']);
    const { code, stdout, stderr } = packed.npx(['init', '--github'], repository);
    assert.equal(code, 0, `${stdout}\n${stderr}`);
    assert.match(stdout, /wrote .*\.github\/workflows\/gpu-lease/);
  });
});
