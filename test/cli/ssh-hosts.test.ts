import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { addInclude, includeLine, removeInclude } from '../../src/cli/ssh-hosts.ts';

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
