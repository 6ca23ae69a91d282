import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { settingsOf } from '../../src/cli/settings.ts';
import { openWorld } from '../../src/cli/world.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import type { World } from '../../src/world.ts';
import { missing } from '../requirement.ts';
import { ScriptedFace } from '../scripted-world.ts';
import { type SshdTestbed, sshdTestbed } from '../testbed.ts';

/** What a world reads of a lease to log in to its place. */
const leaseNamed = (name: string, queue: string): unknown => ({ name, platform: 'slurm', intent: { queue } });

/** What its engine says: no job runs, and none is known. */
const EMPTY_SLURM = '#!/bin/sh\nexit 0\n';

describe('the login node of a queue', { skip: missing('sshd', 'testbed'), timeout: 60_000 }, () => {
  const home = mkdtempSync(join(tmpdir(), 'gl-login-'));
  let bed: SshdTestbed;
  before(async () => {
    bed = await sshdTestbed();
    const { home: there } = bed.boxes[0] ?? assert.fail();
    for (const name of ['squeue', 'sacct', 'scontrol', 'sinfo'])
      writeFileSync(join(there, 'bin', name), EMPTY_SLURM, { mode: 0o755 });
    mkdirSync(join(home, '.ssh'), { mode: 0o700 });
  });
  after(async () => {
    await bed?.down();
    rmSync(home, { recursive: true, force: true });
  });

  const queueOf = (): string => {
    const { port, host } = bed.boxes[0] ?? assert.fail();
    return `ssh://${bed.user}@${host}:${port}`;
  };
  async function inWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
    const env = { HOME: home, PATH: process.env['PATH'], GPU_LEASE_SSH_KEY: bed.clientKey };
    const settings = settingsOf({ given: {} }, env, home);
    const call = { settings, face: new ScriptedFace(), signal: new AbortController().signal };
    const world = openWorld(call, new MemoryLedger());
    return work(world).finally(() => world.close());
  }
  /** What Slurm says of a job of a lease whose record has this host key of the place. */
  const asked = (pin: { sha256: string } | undefined) =>
    inWorld(async (world) => (await world.driver({ platform: 'slurm', queue: queueOf(), pin })).inventory());

  it('is believed as the machine that the record knows, and before it knows one', async () => {
    const { hostKeySha256 } = bed.boxes[0] ?? assert.fail();
    assert.deepEqual(await asked({ sha256: hostKeySha256 }), []);
    assert.deepEqual(await asked(undefined), []);
  });

  it('is not believed as another machine, whose empty queue would prove that a meter stopped', async () => {
    await assert.rejects(asked({ sha256: 'A'.repeat(43) }), /host key/i);
  });

  it('stays open for the neighbours of a lease that hangs up', () =>
    inWorld(async (world) => {
      const [one, other] = ['tiny-7-1', 'tiny-8-1'].map(
        (name) => leaseNamed(name, queueOf()) as Parameters<World['channel']>[0],
      );
      assert.ok(one && other);
      await world.channel(one);
      const channel = await world.channel(other);
      const slow = channel.exec(['sh', '-c', 'sleep 1; echo whole'], { timeoutSeconds: 20 });
      await world.hangUp(one.name);
      assert.equal((await slow).stdout.trim(), 'whole');
    }));

  it('has to be named: a driver without one says so', () =>
    inWorld(async (world) => {
      const driver = await world.driver({ platform: 'slurm' });
      await assert.rejects(driver.inventory(), { code: 'queue-missing' });
    }));
});
