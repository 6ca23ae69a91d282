// Over ten seconds where it makes its own bundle: pre-commit itself runs the hook, by the lines of the page.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { repositoryRoot } from '../github/action-file.ts';
import { shipped } from '../installation.ts';
import { missing, workflowTool } from '../requirement.ts';
import { safetensorsFile, weights } from '../verify/safetensors-writer.ts';
import { torchFile } from '../verify/torch-writer.ts';
import { documented } from '../workflows/documented.ts';

const IDENTITY = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
const MODEL = safetensorsFile({ 'model.weight': { data: weights(64) } });

describe('the hook for pre-commit, as docs/verify.md sets it up', {
  skip: missing('git', 'pre-commit'),
}, () => {
  let dir = '';
  const env = () => ({
    ...process.env,
    PYTHONPATH: workflowTool('pre-commit'),
    PRE_COMMIT_HOME: join(dir, 'cache'),
    GIT_CONFIG_NOSYSTEM: '1',
    HOME: dir,
  });
  const work = () => join(dir, 'work');
  const sh = (cwd: string, program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd,
      env: env(),
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { status, said: `${stdout}${stderr}` };
  };
  const git = (cwd: string, ...args: string[]) => {
    const { status, said } = sh(cwd, 'git', ...IDENTITY, ...args);
    assert.equal(status, 0, said);
    return said.trim();
  };

  /** The suite's own repository, as far as the hook needs it. */
  function suite(): { at: string; commit: string } {
    const at = join(dir, 'suite');
    cpSync(shipped(), at, { recursive: true });
    cpSync(join(repositoryRoot, '.pre-commit-hooks.yaml'), join(at, '.pre-commit-hooks.yaml'));
    git(at, 'init', '-q');
    git(at, 'add', '-A');
    git(at, 'commit', '-q', '-m', 'Everything');
    return { at, commit: git(at, 'rev-parse', 'HEAD') };
  }

  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'gl-hook-'));
    const { at, commit } = suite();
    const shown = documented('ada/gpu-lease', commit).find(
      ({ page, value }) => page === 'docs/verify.md' && value.repos,
    );
    mkdirSync(work());
    git(work(), 'init', '-q');
    const text = shown?.text.replace('https://github.com/ada/gpu-lease', at) ?? assert.fail('no such block');
    writeFileSync(join(work(), '.pre-commit-config.yaml'), text);
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  const hook = (files: Record<string, Uint8Array | string>) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(work(), name), content);
    git(work(), 'add', '-A');
    return sh(work(), 'python3', '-m', 'pre_commit', 'run', '--all-files', '--color', 'never');
  };

  it('passes what is whole as far as its format can tell, and looks at nothing else', () => {
    const { status, said } = hook({
      'model.safetensors': MODEL,
      'last.pt': torchFile(),
      'a.bin': 'x',
      'b.py': 'x',
    });
    assert.equal(status, 0, said);
    assert.match(said, /^gpu-lease verify\.+Passed$/m);
  });

  it('stops a file that was cut, and says which and why', () => {
    const { status, said } = hook({ 'cut.pt': torchFile().subarray(0, 400) });
    assert.equal(status, 1, said);
    assert.match(said, /^gpu-lease verify\.+Failed\n- hook id: gpu-lease-verify\n- exit code: 1$/m);
    assert.match(said, /^cut\.pt .* fail /m);
    rmSync(join(work(), 'cut.pt'));
  });

  it('takes the options of the command as `args`', () => {
    const config = join(work(), '.pre-commit-config.yaml');
    const { repos } = parse(sh(work(), 'cat', config).said);
    repos[0].hooks[0].args = ['--fail-on', 'degraded'];
    const { status, said } = hook({ '.pre-commit-config.yaml': stringify({ repos }) });
    assert.equal(status, 1, said);
    assert.match(said, /- exit code: 4/);
  });
});
