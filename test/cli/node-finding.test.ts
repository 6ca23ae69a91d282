import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
const dir = mkdtempSync(join(tmpdir(), 'gl-node-'));
after(() => rmSync(dir, { recursive: true, force: true }));

/** An installation whose program says which Node it was given and with which words. */
const suite = join(dir, 'suite');
cpSync(join(ROOT, 'bin'), join(suite, 'bin'), { recursive: true });
mkdirSync(join(suite, 'dist'));
writeFileSync(
  join(suite, 'dist', 'start.cjs'),
  'process.stdout.write(JSON.stringify([process.argv0, ...process.argv.slice(2)]));',
);

/** A machine's directories without any Node in them; `/bin/sh` starts the program all the same. */
let machines = 0;
function machine(): { path: string; home: string; tools: string } {
  machines += 1;
  const at = (name: string) => join(dir, `machine-${machines}`, name);
  for (const name of ['path', 'home', 'tools']) mkdirSync(at(name), { recursive: true });
  for (const tool of ['sh', 'cat', 'readlink', 'printf']) symlinkSync(`/bin/${tool}`, join(at('path'), tool));
  return { path: at('path'), home: at('home'), tools: at('tools') };
}

const nodeAt = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(process.execPath, path);
};

/** As the runner's own Node is in a container whose C library is another one: it is there, and does not start. */
const brokenAt = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '#!/bin/sh\nexit 127\n');
  chmodSync(path, 0o755);
};

function start(
  { path, home, tools }: ReturnType<typeof machine>,
  env: Record<string, string | undefined> = {},
  name = 'gpu-lease',
): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync('/bin/sh', [join(suite, 'bin', name), 'status', 'a b'], {
    env: { PATH: path, HOME: home, RUNNER_TOOL_CACHE: tools, ...env } as NodeJS.ProcessEnv,
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { code: status, stdout, stderr };
}

describe('bin/gpu-lease', () => {
  it('takes the Node of the PATH before any other, and hands its words on as they are', () => {
    const here = machine();
    nodeAt(join(here.path, 'node'));
    nodeAt(join(here.tools, 'node/24.1.0/x64/bin/node'));
    assert.deepEqual(JSON.parse(start(here).stdout), ['node', 'status', 'a b']);
  });

  it("takes a Node of the runner's tools where the PATH has none, as in a container", () => {
    const here = machine();
    const node = join(here.tools, 'node/24.1.0/x64/bin/node');
    nodeAt(node);
    assert.deepEqual(JSON.parse(start(here).stdout), [node, 'status', 'a b']);
  });

  it("takes the Node of a self-hosted runner's own folder", () => {
    const here = machine();
    const node = join(here.home, 'actions-runner/externals/node24/bin/node');
    nodeAt(node);
    assert.deepEqual(JSON.parse(start(here).stdout), [node, 'status', 'a b']);
  });

  it('passes by one that does not start', () => {
    const here = machine();
    brokenAt(join(here.tools, 'node/20.0.0/x64/bin/node'));
    const node = join(here.home, 'actions-runner/externals/node20/bin/node');
    nodeAt(node);
    assert.equal(JSON.parse(start(here).stdout)[0], node);
  });

  it('says what to do where there is none, and does nothing', () => {
    // Nodes of this very machine, which no test can take away, are looked for elsewhere.
    const program = join(suite, 'bin', 'gpu-lease');
    const text = readFileSync(program, 'utf8');
    const elsewhere = text
      .replace(' /usr/local/bin/node /usr/bin/nodejs', ' /nowhere/node')
      .replaceAll(' /__e/', ' /nowhere/');
    assert.notEqual(elsewhere, text);
    assert.doesNotMatch(elsewhere, / \/(usr|__e)\//);
    writeFileSync(join(suite, 'bin', 'gpu-lease-alone'), elsewhere);
    for (const env of [{}, { HOME: undefined }]) {
      const { code, stdout, stderr } = start(machine(), env, 'gpu-lease-alone');
      assert.equal(code, 2, stderr);
      assert.equal(stdout, '');
      assert.match(
        stderr,
        /^gpu-lease: there is no Node here \(20 or newer is needed\), so nothing was done\.$/m,
      );
      assert.match(stderr, /^Next: in a workflow add actions\/setup-node before this step/m);
      assert.match(stderr, /"apk add nodejs"/);
    }
  });

  it('says of a Node that is too old which one it is and where', () => {
    const here = machine();
    const old = join(here.path, 'node');
    writeFileSync(old, `#!/bin/sh\nexec ${process.execPath} -r ${join(dir, 'old.cjs')} "$@"\n`);
    chmodSync(old, 0o755);
    writeFileSync(
      join(dir, 'old.cjs'),
      "Object.defineProperty(process.versions, 'node', { value: '18.19.0', enumerable: true });",
    );
    cpSync(join(ROOT, 'scripts', 'start.cjs'), join(suite, 'dist', 'start.cjs'));
    const { code, stderr } = start(here);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /this is Node 18\.19\.0 \(\S+\); 20 or newer is needed\. Nothing was done/);
    assert.match(stderr, /actions\/setup-node/);
  });
});
