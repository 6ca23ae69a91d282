import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import { createBoxDir, openRoot } from '../../src/platforms/local/box-dir.ts';
import { hostKeyFrom } from '../../src/platforms/local/host-key.ts';
import { newSecret, ownerMark } from '../../src/secret/keys.ts';
import { programCommand } from '../installation.ts';
import { asEvents, gone, intended, opened, rented, waived } from '../lease/told-run.ts';
import { missing } from '../requirement.ts';
import { deviations } from './json-docs.ts';

const RUN = 'tiny-7';
const [X, Y, Z] = ['tiny-7-1', 'tiny-7-2', 'tiny-7-3'];
const REPOSITORY = 'ada/train';

/** A user's own machine with loopback boxes that were stopped, which nothing has to be started for. */
class Machine {
  readonly secret = newSecret();
  constructor(readonly dir: string) {}

  get ledger() {
    const where = { kind: 'local-repo', dir: join(this.dir, 'ledger.git'), create: true } as const;
    return openLedger(where, { clock: systemClock, secret: this.secret });
  }

  async write(bodies: EventBody[]): Promise<void> {
    const { tip, events } = await this.ledger.read(RUN);
    const added = asEvents([...events, ...bodies]).slice(events.length);
    const run = fold(RUN, [...events, ...added]);
    await this.ledger.append(RUN, tip, { events: added, summary: summarise(run, systemClock.now()) });
  }

  async box(name: string, owner?: string): Promise<string> {
    const root = await openRoot(join(this.dir, 'state', 'gpu-lease', 'local'));
    const { privateKey, sha256 } = hostKeyFrom(undefined);
    const createdAt = '2026-11-21T10:00:00.000Z';
    await createBoxDir(
      root.path,
      {
        name,
        ...(owner === undefined ? {} : { owner }),
        offer: 'local-cpu',
        usdPerHour: 0.41,
        authorizedKey: 'none',
        hostKeySha256: sha256,
        createdAt,
        stopsAt: createdAt,
        state: 'stopped',
      },
      [
        {
          id: 'disk',
          kind: 'disk',
          usdPerHour: 0.01,
          source: 'offer',
          startedAt: createdAt,
          stoppedAt: null,
        },
      ],
      privateKey,
    );
    return `${root.id}/${name}`;
  }

  mark = (name: string): string => ownerMark(this.secret, REPOSITORY, name);

  run(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
    const env = {
      PATH: process.env['PATH'],
      HOME: this.dir,
      XDG_STATE_HOME: join(this.dir, 'state'),
      GPU_LEASE_SECRET: this.secret,
      GPU_LEASE_REPOSITORY: REPOSITORY,
    };
    const [node, main] = programCommand();
    const words = [main, 'strays', '--ledger', join(this.dir, 'ledger.git'), ...args];
    return new Promise((resolve) => {
      execFile(node, words, { cwd: this.dir, env, timeout: 60_000 }, (error, stdout, stderr) => {
        resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      });
    });
  }
}

const onLocal = (body: EventBody): EventBody => ({ ...body, platform: 'local' }) as EventBody;
const refused = (lease: string): EventBody => ({
  type: 'rent-refused',
  lease,
  reason: 'unclear',
  what: 'the answer was lost',
});

describe('gpu-lease strays', { skip: missing('git'), timeout: 180_000 }, () => {
  let machine: Machine;
  before(async () => {
    machine = new Machine(await mkdtemp(join(tmpdir(), 'gl-strays-')));
  });
  after(() => rm(machine.dir, { recursive: true, force: true }));

  it('has no account to look at where nothing is open and no key is set', async () => {
    const { exitCode, stderr } = await machine.run();
    assert.equal(exitCode, 2);
    assert.match(stderr, /no account to look at/);
    const misspelt = await machine.run('--platform', 'locol');
    assert.equal(misspelt.exitCode, 2);
    assert.match(misspelt.stderr, /Did you mean "local"/);
  });

  it('does not take an empty list for none, unless it is told to', async () => {
    const { exitCode, stdout } = await machine.run('--platform', 'local');
    assert.equal(exitCode, 3);
    assert.match(stdout, /could not tell/);
    assert.equal((await machine.run('--platform', 'local', '--allow-blind')).exitCode, 0);
  });

  it('finds none where what the ledger holds is seen, and nothing else of ours', async () => {
    await machine.write([opened(), waived, onLocal(intended(X)), refused(X), onLocal(intended(Y))]);
    const boxId = await machine.box(Y, machine.mark(Y));
    await machine.write([{ ...rented(Y), boxId } as EventBody]);
    await machine.box('desk');
    const { exitCode, stdout } = await machine.run();
    assert.deepEqual([exitCode, /none/.test(stdout)], [0, true], stdout);
  });

  it('marks a late box, reports it in a later look, and hands it to its run when told to', async () => {
    await machine.box(X, machine.mark(X));
    const first = await machine.run('--apart', '1s');
    assert.equal(first.exitCode, 3, first.stdout);
    assert.match(first.stdout, /\(marked\) late box/);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const second = await machine.run('--apart', '1s', '--json');
    assert.equal(second.exitCode, 11, second.stdout);
    const document = JSON.parse(second.stdout);
    assert.deepEqual(deviations('strays', document), []);
    const [stray] = document.strays;
    assert.deepEqual(deviations('stray', stray), []);
    assert.deepEqual(
      [stray.what, stray.reported, stray.run, stray.usdPerHour],
      ['refused-late', true, RUN, 0.01],
    );
    assert.match(stray.next, /--put-up/);
    const put = await machine.run('--apart', '1s', '--put-up');
    assert.match(put.stdout, /held as tiny-7-1 from now on/);
    const run = fold(RUN, (await machine.ledger.read(RUN)).events);
    assert.equal(run.leases.find(({ name }) => name === X)?.state, 'failed');
    assert.equal((await machine.run('--apart', '1s')).exitCode, 0);
  });

  it('shows what is only called like ours when asked, and touches it never', async () => {
    await machine.box(Z);
    await machine.write([gone('gpu', ['a', 'b'], Y)]);
    const quiet = await machine.run();
    assert.deepEqual([quiet.exitCode, quiet.stdout.includes(Z)], [0, false]);
    await machine.write([gone('disk', ['a', 'b'], Y), { type: 'released', lease: Y, usd: 1 }]);
    await machine.box('tiny-7-1-copy', machine.mark(X));
    const loud = await machine.run('--verbose');
    assert.match(loud.stdout, /tiny-7-1-copy .*not touched: it carries the mark of another/);
  });

  it('says for a box that was given back which step of the platform ends it', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const { exitCode, stdout } = await machine.run('--apart', '1s', '--put-up');
    assert.equal(exitCode, 11, stdout);
    assert.match(stdout, /it was given back once already\. No warrant can be issued for it: .*end instance/);
  });
});
