// Over ten seconds: a copy of the repository is generated and tested, because nothing else runs what the page and its template promise.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { repositoryRoot } from '../scenarios/run-bundle.ts';

/** All that the contract and the generators of steps 3 to 6 read. */
const NEEDED = ['src', 'scripts', 'profiles', 'README.md', 'package.json', '.github'];
const NEEDED_OF_TESTS = ['platforms', 'twins', 'profile', 'faults', 'requirement.ts'];

const page = readFileSync(join(repositoryRoot, 'docs', 'add-a-platform.md'), 'utf8');

describe('a made-up platform, added to a copy of the repository by following the page', {
  timeout: 180_000,
}, () => {
  let copy = '';
  before(() => {
    copy = mkdtempSync(join(tmpdir(), 'gpu-lease-add-'));
    const bring = (path: string) =>
      cpSync(join(repositoryRoot, path), join(copy, path), {
        recursive: true,
        filter: (each) => !each.includes('.tmp'),
      });
    for (const path of NEEDED) bring(path);
    for (const path of NEEDED_OF_TESTS) bring(join('test', path));
    symlinkSync(join(repositoryRoot, 'node_modules'), join(copy, 'node_modules'));
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  const node = async (...words: string[]): Promise<string> => {
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', ...words], {
      cwd: copy,
      env,
    });
    return stdout;
  };

  it('lays the template beside the others and adds the one line to the registry', () => {
    assert.match(page, /^cp -r docs\/template-platform\/\. \./m);
    cpSync(join(repositoryRoot, 'docs', 'template-platform'), copy, { recursive: true });
    const [, line = ''] = /```ts\n([^`]*)```/.exec(page) ?? [];
    assert.match(line, /^ *acme: /);
    const registry = join(copy, 'src', 'platforms', 'registry.ts');
    const text = readFileSync(registry, 'utf8');
    const added = text.replace(
      /(const DRIVERS: [\s\S]*?)\n};/,
      (_all, rows: string) => `${rows}\n${line.trimEnd()}\n};`,
    );
    assert.notEqual(added, text);
    writeFileSync(registry, added);
  });

  it('is in the workflows, the README and the list of rented platforms once generated', async () => {
    await node('scripts/generate.ts', 'keys', 'twins');
    const textOf = (path: string) => readFileSync(join(copy, path), 'utf8');
    assert.match(textOf('.github/workflows/train.yml'), /ACME_API_KEY/);
    assert.match(textOf('README.md'), /<!-- full -->[^\n]*Acme/);
    assert.match(textOf('test/faults/rented-platforms.ts'), /\.\/twins\/acme-twin\.ts/);
  });

  it('keeps the contract of all drivers', async () => {
    const told = await node('--test', 'test/platforms/acme.test.ts', 'test/platforms/registry.test.ts');
    assert.match(told, /finds the box of a create whose answer was lost/);
    assert.match(told, /has the driver that the profile of acme names/);
    assert.match(told, /^# fail 0$/m);
  });

  it('has a profile that says what its documents say', async () => {
    const only = ['--test-name-pattern', '^acme: '];
    const told = await node('--test', ...only, 'test/profile/placement.test.ts');
    assert.match(told, /^# pass 2$/m);
  });
});
