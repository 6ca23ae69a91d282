import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { shipped } from '../installation.ts';
import { missing } from '../requirement.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Parts of Node that cost milliseconds to load and that a look at nothing has no use for. */
const DEAR = /^NativeModule (child_process|crypto|worker_threads|readline|http|https|tls|dns|zlib)$/;

describe('the start of commands that only look', () => {
  let home: string;
  let start: string;

  before(() => {
    home = mkdtempSync(join(tmpdir(), 'startup-'));
    // Only these two files: whatever reads another one fails.
    mkdirSync(join(home, 'dist'));
    for (const name of ['start.cjs', 'look.cjs'])
      copyFileSync(join(shipped(), 'dist', name), join(home, 'dist', name));
    start = join(home, 'dist', 'start.cjs');
    cpSync(join(ROOT, 'bin'), join(home, 'bin'), { recursive: true });
    mkdirSync(join(home, 'only-node'));
    symlinkSync(process.execPath, join(home, 'only-node', 'node'));
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  const run = (program: string, args: string[], cwd = home): string =>
    execFileSync(program, args, {
      cwd,
      encoding: 'utf8',
      stdio: 'pipe',
      // A PATH without git: nothing but files may be looked at.
      env: { HOME: home, PATH: join(home, 'only-node') },
    });

  function loadedBy(args: string[], cwd?: string): { said: string; modules: string[] } {
    const spy = `data:text/javascript,${encodeURIComponent(
      `const first = new Set(process.moduleLoadList);
       process.on('exit', () => process.stdout.write('\\n' + JSON.stringify(process.moduleLoadList.filter((each) => !first.has(each)))));`,
    )}`;
    const lines = run(process.execPath, ['--import', spy, start, ...args], cwd).split('\n');
    return { modules: JSON.parse(lines.pop() ?? ''), said: lines.join('\n') };
  }

  for (const { args, expected } of [
    { args: ['--help'], expected: /gpu-lease <command>/ },
    { args: ['status', '--help'], expected: /--archived/ },
    { args: ['status'], expected: /^No open runs in .*ledger\.git/ },
  ]) {
    it(`"gpu-lease ${args.join(' ')}" reads two files and none of Node's dear parts`, () => {
      const { said, modules } = loadedBy(args);
      assert.match(said, expected);
      assert.ok(modules.length > 0, 'the spy must have seen something');
      assert.deepEqual(
        modules.filter((each) => DEAR.test(each)),
        [],
      );
    });
  }

  it('looks at a repository without runs without any git process', { skip: missing('git') }, () => {
    const repository = join(home, 'repository');
    execFileSync('git', ['init', '--quiet', repository]);
    const { said, modules } = loadedBy(['status'], repository);
    assert.match(said, /^No open runs in .*repository/);
    assert.deepEqual(
      modules.filter((each) => DEAR.test(each)),
      [],
    );
  });

  it('carries no package from elsewhere', () => {
    const text = readFileSync(join(home, 'dist', 'look.cjs'), 'utf8');
    assert.match(text, /^\/\/ src\/cli\/look\.ts$/m);
    assert.doesNotMatch(text, /^\/\/ .*node_modules\//m);
  });

  it('finds node and the bundle without starting a process for it', () => {
    // With nothing on the PATH but node, dirname or readlink would fail.
    assert.match(run(join(home, 'bin', 'gpu-lease'), ['--help']), /gpu-lease <command>/);
  });

  it('leaves every other command to the whole program', () => {
    assert.throws(() => run(process.execPath, [start, 'completion']), /Cannot find module .*gpu-lease\.mjs/);
  });
});

describe('bin/gpu-lease', () => {
  for (const { way, link } of [
    { way: 'a link to the file', link: (to: string) => symlinkSync(join(ROOT, 'bin/gpu-lease'), to) },
    { way: 'a link to its folder', link: (to: string) => symlinkSync(join(ROOT, 'bin'), to) },
  ]) {
    it(`finds itself through ${way}`, (t) => {
      const dir = mkdtempSync(join(tmpdir(), 'startup-'));
      t.after(() => rmSync(dir, { recursive: true, force: true }));
      const to = join(dir, 'elsewhere');
      link(to);
      const program = way.endsWith('file') ? to : join(to, 'gpu-lease');
      assert.match(execFileSync(program, ['--version'], { encoding: 'utf8' }), /^gpu-lease \d/);
    });
  }
});
