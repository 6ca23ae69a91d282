import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  addInclude,
  hostDir,
  includeLine,
  removeInclude,
  removeReleased,
  writeHost,
  writtenHosts,
} from '../../src/cli/ssh-hosts.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { asEvents, LEASE, RUN, RUNNING } from '../lease/told-run.ts';

describe("the line in a person's own SSH configuration", () => {
  const before = process.env['HOME'];
  let home = '';
  const here = { stateDir: '/state' };

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'gl-home-'));
    process.env['HOME'] = home;
    mkdirSync(join(home, '.ssh'));
  });

  afterEach(() => {
    if (before === undefined) delete process.env['HOME'];
    else process.env['HOME'] = before;
    rmSync(home, { recursive: true, force: true });
  });

  it('stands before all that was there, and leaves it as it was', async () => {
    const config = join(home, '.ssh', 'config');
    const own = 'Host lab\n  Port 2222\n';
    writeFileSync(config, own);
    assert.equal(await addInclude(here), true);
    assert.equal(await addInclude(here), false, 'once');
    const lines = readFileSync(config, 'utf8').split('\n');
    assert.ok(lines.indexOf(includeLine(here)) < lines.indexOf('Host lab'));
    assert.equal(await removeInclude(here), true);
    assert.equal(readFileSync(config, 'utf8'), own);
  });

  it('is not written over a configuration that cannot be read', async () => {
    // As root every file can be read, and a folder cannot.
    mkdirSync(join(home, '.ssh', 'config'));
    for (const change of [addInclude, removeInclude])
      await assert.rejects(change(here), { code: 'ssh-config-unread' });
  });
});

describe('the blocks of runs', () => {
  it('go where the box is another one by now, and stay where nothing is known of their run', async (t) => {
    const here = { stateDir: mkdtempSync(join(tmpdir(), 'gl-state-')) };
    t.after(() => rmSync(here.stateDir, { recursive: true, force: true }));
    const write = async (lease: string) => {
      mkdirSync(hostDir(here, RUN), { recursive: true });
      await writeHost(here, RUN, {
        host: '203.0.113.7',
        name: lease,
        knownHosts: '/k',
        keys: [],
        isOwn: false,
      });
    };
    const ledgerOf = (told: readonly EventBody[]) =>
      ({ read: async () => ({ events: asEvents(told) }) }) as unknown as Ledger;
    await write(LEASE);
    assert.deepEqual(await removeReleased(here, ledgerOf(RUNNING)), [], 'this box is held');
    assert.deepEqual(await removeReleased(here, ledgerOf([])), [], 'nothing is known of it here');
    await write(`${LEASE}0`);
    assert.deepEqual(await removeReleased(here, ledgerOf(RUNNING)), [RUN]);
    assert.deepEqual(writtenHosts(here), []);
  });
});
