import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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

describe('the start of "gpu-lease verify"', () => {
  const dist = join(shipped(), 'dist');
  let home: string;

  before(() => {
    home = mkdtempSync(join(tmpdir(), 'startup-'));
    mkdirSync(join(home, 'chunks'));
    writeFileSync(join(home, 'one.json'), '{"id": 1}');
    // What says its version.
    writeFileSync(join(home, 'package.json'), '{"version": "1.2.3"}');
    mkdirSync(join(home, 'profiles'));
    cpSync(join(dist, 'start.cjs'), join(home, 'start.cjs'));
    cpSync(join(dist, 'verify-alone.cjs'), join(home, 'verify-alone.cjs'));
    cpSync(join(dist, 'chunks', 'verify-ready-thread.cjs'), join(home, 'chunks', 'verify-ready-thread.cjs'));
    for (const name of readdirSync(join(dist, 'chunks')))
      if (/^(apart-work|scan-worker|scan\.|verifier\.)/.test(name))
        cpSync(join(dist, 'chunks', name), join(home, 'chunks', name));
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(home, 'start.cjs'), 'verify', ...words], {
      cwd: home,
      encoding: 'utf8',
      env: { PATH: '' },
    });

  for (const words of [
    ['one.json'],
    ['--json', 'one.json'],
    ['--explain', 'one.json'],
    ['--sarif', 'said.sarif', 'one.json'],
    ['--report', 'said.html', 'one.json'],
  ])
    it(`reads three files beside those of its thread: verify ${words.join(' ')}`, () => {
      // Nothing else is there: whatever reads another file fails.
      const { status, stderr, stdout } = run(...words);
      assert.equal(status, 0, stderr);
      assert.match(stdout, words[0] === '--explain' ? /0 tensors/ : /pass-degraded/);
    });

  it('ends as it would have where its reader goes away', async () => {
    mkdirSync(join(home, 'many'));
    for (let n = 0; n < 900; n += 1) writeFileSync(join(home, 'many', `${n}.json`), `{"n": ${n}}`);
    // More than a pipe holds.
    for (const words of [['--json', 'many'], ['many']]) {
      const child = spawn(process.execPath, [join(home, 'start.cjs'), 'verify', ...words], {
        cwd: home,
        env: { PATH: '' },
      });
      child.stdout.once('data', () => child.stdout.destroy());
      const stderr = text(child.stderr);
      const [status] = await once(child, 'exit');
      assert.equal(status, 0, await stderr);
      assert.doesNotMatch(await stderr, /EPIPE|Error/);
    }
  });

  it('says there what is wrong with what it was asked', () => {
    const { status, stderr } = run('nothing-here.json', '--tabel');
    assert.equal(status, 2, stderr);
    assert.match(stderr, /--tabel/);
    assert.match(run('nothing-here.json').stderr, /There is nothing at /);
    const { stderr: said } = run('--previous', 'one.json', 'one.json');
    assert.match(said, /--previous: no tensor can be read from /);
  });

  for (const words of [
    ['--attested', 'one.json'],
    ['https://example.org/model.pt'],
    ['--path=s3://bucket/model.pt'],
  ])
    it(`is left to the whole program, without a thread before: verify ${words.join(' ')}`, () => {
      const { status, stderr } = run(...words);
      assert.equal(status, 1);
      assert.match(stderr, /Cannot find module .*gpu-lease\.mjs/);
    });

  it('has in it no package from elsewhere, and leaves out only what asks a server', () => {
    const text = readFileSync(join(dist, 'verify-alone.cjs'), 'utf8');
    assert.doesNotMatch(text, /^\/\/ .*node_modules\//m);
    const left = [...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, path]) => path);
    assert.deepEqual([...new Set(left)].sort(), [
      '../verify-step.ts',
      './attested.ts',
      './chunks/verify-ready-thread.cjs',
      './verify-remote.ts',
    ]);
    // Each 100 KB are two milliseconds of V8's before anything happens.
    assert.ok(text.length < 260_000, `${text.length} bytes`);
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
