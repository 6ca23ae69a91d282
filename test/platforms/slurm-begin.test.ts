import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { toldBy } from '../../src/platforms/slurm/api.ts';
import { begin } from '../../src/platforms/slurm/box.ts';
import { BEGIN_JOB } from '../../src/platforms/slurm/remote.ts';

const begun = (...answer: string[]) =>
  begin({ target: 'ssh://me@login.lab', ask: async () => toldBy(answer.join('\n')) }, '4711');

describe('letting a held job of Slurm go', () => {
  for (const [why, answer] of [
    ['its list did not come in time', ['squeue=124']],
    ['its list failed', ['squeue>squeue: error: Invalid user', 'squeue=1']],
    ['the release did not end in time', ['squeue>4711|PENDING|JobHeldUser||x|y', 'squeue=0', 'release=124']],
  ] as const)
    it(`is not taken for done where ${why}: it would be held for ever`, () =>
      assert.rejects(begun(...answer), { code: 'queue-silent', kind: 'unreachable' }));

  for (const [why, answer] of [
    ['was let go before', ['name>tiny-1', 'begun>yes']],
    ['is forgotten', ['squeue>slurm_load_jobs error: Invalid job id specified', 'squeue=1']],
    ['runs', ['squeue>4711|RUNNING|None||x|y', 'squeue=0', 'mark=0']],
    ['is let go now', ['squeue>4711|PENDING|JobHeldUser||x|y', 'squeue=0', 'release=0', 'mark=0']],
  ] as const)
    it(`is quiet of one that ${why}`, () => begun(...answer));

  it('says what Slurm says against it', () =>
    assert.rejects(
      begun('squeue>4711|PENDING|JobHeldUser||x|y', 'squeue=0', 'release>Access denied', 'release=1'),
      {
        code: 'begin-refused',
        message: /does not let job 4711 go: Access denied/,
      },
    ));

  it('knows a job by its own number, and not by the price of another', (t) => {
    const home = mkdtempSync(join(tmpdir(), 'gl-named-'));
    t.after(() => rmSync(home, { recursive: true }));
    const notes = join(home, '.gpu-lease', '.queue');
    mkdirSync(notes, { recursive: true });
    // Job 9 costs 2 USD an hour, and was let go before.
    for (const [name, text] of Object.entries({ 'a.job': '9\n2\n', 'a.begun': '', 'b.job': '2\n0\n' }))
      writeFileSync(join(notes, name), text);
    const squeue = join(home, 'squeue');
    writeFileSync(squeue, '#!/bin/sh\necho "2|PENDING|JobHeldUser||x|b"\n', { mode: 0o755 });
    writeFileSync(join(home, 'scontrol'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    const env = { HOME: home, PATH: `${home}:${process.env['PATH']}` };
    const said = execFileSync('sh', ['-c', BEGIN_JOB, 'sh', '2'], { env, encoding: 'utf8' });
    assert.deepEqual(toldBy(said).lines('name'), ['b']);
    assert.equal(toldBy(said).code('release'), 0);
    assert.ok(existsSync(join(notes, 'b.begun')));
  });
});
