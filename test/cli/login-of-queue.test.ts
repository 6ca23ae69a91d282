import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { settingsOf } from '../../src/cli/settings.ts';
import { openWorld } from '../../src/cli/world.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { missing } from '../requirement.ts';
import { ScriptedFace } from '../scripted-world.ts';
import { type SshdTestbed, sshdTestbed } from '../testbed.ts';

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

  /** What Slurm says of a job of a lease whose record has this host key of the place. */
  async function asked(pin: { sha256: string } | undefined) {
    const { port, host } = bed.boxes[0] ?? assert.fail();
    const env = { HOME: home, PATH: process.env['PATH'], GPU_LEASE_SSH_KEY: bed.clientKey };
    const settings = settingsOf({ given: {} }, env, home);
    const call = { settings, face: new ScriptedFace(), signal: new AbortController().signal };
    const world = openWorld(call, new MemoryLedger());
    try {
      const queue = `ssh://${bed.user}@${host}:${port}`;
      const driver = await world.driver({ platform: 'slurm', queue, pin });
      return await driver.inventory();
    } finally {
      await world.close();
    }
  }

  it('is believed as the machine that the record knows, and before it knows one', async () => {
    const { hostKeySha256 } = bed.boxes[0] ?? assert.fail();
    assert.deepEqual(await asked({ sha256: hostKeySha256 }), []);
    assert.deepEqual(await asked(undefined), []);
  });

  it('is not believed as another machine, whose empty queue would prove that a meter stopped', async () => {
    await assert.rejects(asked({ sha256: 'A'.repeat(43) }), /host key/i);
  });
});
