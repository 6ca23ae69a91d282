import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { becomeOnlyPuller } from '../../src/collect/one-puller.ts';
import { processIdentity } from '../../src/host/process-identity.ts';

const isLinux = existsSync('/proc/self/ns/pid');

describe('the only puller of a run', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'gpu-lease-puller-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const leaveOf = (got: ReturnType<typeof becomeOnlyPuller>): (() => void) => {
    assert.ok(typeof got === 'function', JSON.stringify(got));
    return got;
  };

  it('is one at a time, and the next one once it has left; nothing stays behind', () => {
    const leave = leaveOf(becomeOnlyPuller(root));
    assert.deepEqual(becomeOnlyPuller(root), { pid: process.pid, file: join(root, '+puller') });
    leave();
    leaveOf(becomeOnlyPuller(root))();
    assert.deepEqual(readdirSync(root), []);
  });

  it('is not a process that was killed', async () => {
    const child = spawn('sleep', ['985']);
    const identity = processIdentity(child.pid ?? 0);
    writeFileSync(join(root, '+puller'), `${identity} ${hostname()} 00000000`);
    assert.deepEqual(becomeOnlyPuller(root), { pid: child.pid, file: join(root, '+puller') });
    child.kill('SIGKILL');
    await once(child, 'exit');
    leaveOf(becomeOnlyPuller(root))();
  });

  it('is not a later process with the number of one that was killed', () => {
    writeFileSync(join(root, '+puller'), `${process.pid}-1 ${hostname()} 00000000`);
    leaveOf(becomeOnlyPuller(root))();
  });

  it('may be on another machine of a shared disk, of which nothing is known here', () => {
    writeFileSync(join(root, '+puller'), '985-1 elsewhere 00000000');
    assert.deepEqual(becomeOnlyPuller(root), { pid: 985, host: 'elsewhere', file: join(root, '+puller') });
  });

  it('is not one that was killed under another host name [faults F9]', { skip: !isLinux }, async () => {
    const program = `
      import { becomeOnlyPuller } from ${JSON.stringify(new URL('../../src/collect/one-puller.ts', import.meta.url).href)};
      becomeOnlyPuller(${JSON.stringify(root)}); console.log('has it'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
    await once(child.stdout, 'data');
    const file = join(root, '+puller');
    const [identity, , ...rest] = readFileSync(file, 'utf8').split(' ');
    // What its machine was called when it began.
    writeFileSync(file, [identity, 'the-name-of-yesterday', ...rest].join(' '));
    assert.deepEqual(becomeOnlyPuller(root), { pid: child.pid, file });
    child.kill('SIGKILL');
    await once(child, 'exit');
    leaveOf(becomeOnlyPuller(root))();
  });

  it('is not one that cannot be looked at and gave no sign for minutes [faults F9]', () => {
    const file = join(root, '+puller');
    writeFileSync(file, '985-1 elsewhere 00000000 another-boot/pid:[1]');
    const { mtimeMs } = statSync(file);
    utimesSync(file, mtimeMs / 1000, mtimeMs / 1000 - 60);
    assert.deepEqual(becomeOnlyPuller(root), { pid: 985, host: 'elsewhere', file });
    utimesSync(file, mtimeMs / 1000, mtimeMs / 1000 - 130);
    leaveOf(becomeOnlyPuller(root))();
  });

  it('gives signs of life for those who cannot look at it [faults F9]', (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const leave = leaveOf(becomeOnlyPuller(root));
    const file = join(root, '+puller');
    utimesSync(file, 1000, 1000);
    t.mock.timers.tick(10_000);
    assert.ok(Date.now() - statSync(file).mtimeMs < 60_000);
    leave();
  });

  it('gives back its own place only', () => {
    const leave = leaveOf(becomeOnlyPuller(root));
    const other = `${processIdentity(process.pid)} ${hostname()} 00000000`;
    writeFileSync(join(root, '+puller'), other);
    leave();
    assert.deepEqual(becomeOnlyPuller(root), { pid: process.pid, file: join(root, '+puller') });
  });
});
