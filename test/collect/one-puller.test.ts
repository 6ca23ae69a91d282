import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { becomeOnlyPuller } from '../../src/collect/one-puller.ts';
import { processIdentity } from '../../src/process-identity.ts';

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
    assert.deepEqual(becomeOnlyPuller(root), { pid: process.pid });
    leave();
    leaveOf(becomeOnlyPuller(root))();
    assert.deepEqual(readdirSync(root), []);
  });

  it('is not a process that was killed', async () => {
    const child = spawn('sleep', ['985']);
    const identity = processIdentity(child.pid ?? 0);
    writeFileSync(join(root, '+puller'), `${identity} ${hostname()} 00000000`);
    assert.deepEqual(becomeOnlyPuller(root), { pid: child.pid });
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
    assert.deepEqual(becomeOnlyPuller(root), { pid: 985 });
  });

  it('gives back its own place only', () => {
    const leave = leaveOf(becomeOnlyPuller(root));
    const other = `${processIdentity(process.pid)} ${hostname()} 00000000`;
    writeFileSync(join(root, '+puller'), other);
    leave();
    assert.deepEqual(becomeOnlyPuller(root), { pid: process.pid });
  });
});
