// Over ten seconds: real jobs of a real Slurm wait, run, end and are forgotten, with its accounting and without.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Channel, TransportFailed } from '../../src/box/channel.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import type { PlatformContext } from '../../src/platforms/context.ts';
import { type PlatformDriver, RentFailed, type RentIntent } from '../../src/platforms/driver.ts';
import { guarded } from '../../src/platforms/guarded.ts';
import { slurm } from '../../src/platforms/slurm/driver.ts';
import { missing } from '../requirement.ts';
import { type SlurmTestbed, slurmTestbed } from '../slurm-testbed.ts';
import { type ContractPlatform, driverContract } from './driver-contract.ts';
import { queueContract, until } from './queue-contract.ts';
import { warrantFor } from './warrant-for-tests.ts';

const skip = missing('slurm', 'sshd', 'testbed');
const QUEUE = 'ssh://me@login.lab';
const atOnce: Clock = { now: () => new Date(), sleep: async () => {} };

const intentOf = (name: string, over: Partial<RentIntent> = {}): RentIntent => ({
  name,
  owner: 'aaaaaaaaaa',
  offer: { id: `${QUEUE}/main`, platform: 'slurm', summary: 'test', usdPerHour: 0.5, market: 'on-demand' },
  want: {},
  candidate: { platform: 'slurm', queue: QUEUE },
  authorizedKey: 'ssh-ed25519 AAAA',
  lifetimeSeconds: 3600,
  queue: QUEUE,
  ...over,
});

/** A driver with a connection of its own. */
function driverAt(bed: SlurmTestbed, over: Partial<PlatformContext> = {}): PlatformDriver {
  const open: Promise<Channel>[] = [];
  const context = {
    clock: systemClock,
    localRoot: '/nowhere',
    selfCommand: ['false'] as [string],
    queue: QUEUE,
  };
  const login = async () => {
    open[0] ??= bed.connect();
    return open[0];
  };
  const { box, user } = bed;
  const resolve = async () => ({ host: box.host, port: box.port, user, alias: 'login.lab' });
  return guarded(slurm({ ...context, secret: () => undefined, login, ...over }, resolve));
}

/** The job runs this, as it runs the keeper: a program beside it that counts how often it was begun. */
async function layDown({ home }: SlurmTestbed, name: string, does: string): Promise<void> {
  const base = join(home, 'jobs', name);
  await mkdir(base, { recursive: true });
  const keeper = join(base, 'keeper.sh');
  await writeFile(keeper, `[ "$1 $3" = 'batch slurm' ] || exit 99\necho begun >>"$2/starts"\n${does}\n`);
  await writeFile(join(home, '.gpu-lease', '.queue', name), `${keeper}\n${base}\n`);
}

const startsOf = ({ home }: SlurmTestbed, name: string): number => {
  const file = join(home, 'jobs', name, 'starts');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
};

const jobsOf = async (bed: SlurmTestbed, ...words: string[]): Promise<string[]> =>
  (await bed.slurm('squeue', '-h', '-o', '%j', ...words)).split('\n').filter(Boolean);

async function silent(bed: SlurmTestbed): Promise<void> {
  for (let look = 0; look < 100 && (await bed.slurm('sinfo', '-h')) !== ''; look += 1)
    await systemClock.sleep(0.1);
}

/** A login shell that does this first. */
async function shellThat(bed: SlurmTestbed, text: string): Promise<Channel> {
  const channel = await bed.connect();
  const exec: Channel['exec'] = ([sh, c = '', program = '', ...words], options) =>
    channel.exec([sh, c, `${text}\n${program}`, ...words], options);
  return { exec, hostKeySha256: channel.hostKeySha256 } as Channel;
}

/** The line goes after the submit, and with it the answer. */
const losing = (bed: SlurmTestbed): PlatformDriver =>
  driverAt(bed, {
    login: async () => {
      const channel = await bed.connect();
      const exec: Channel['exec'] = async (argv, options) => {
        await channel.exec(argv, options);
        throw new TransportFailed('the line is gone', 'reset');
      };
      return { exec, hostKeySha256: channel.hostKeySha256 } as Channel;
    },
  });

const platformAt = async (acct: 'dbd' | 'none'): Promise<ContractPlatform> => {
  const bed = await slurmTestbed({ acct });
  const partition = (state: string) =>
    bed.slurm('scontrol', 'update', 'partitionname=main', `state=${state}`);
  const driver = driverAt(bed);
  return {
    driver,
    intent: (name) => intentOf(name),
    zero: ['scancel'],
    names: true,
    billed: () => jobsOf(bed),
    failing: (how) =>
      how === 'answer-lost'
        ? losing(bed)
        : {
            ...driver,
            create: async (intent) => {
              await partition('INACTIVE');
              return driver.create(intent).finally(() => partition('UP'));
            },
          },
    blind: () =>
      driverAt(bed, {
        login: async () => {
          throw new TransportFailed('no route', 'timeout');
        },
      }),
    queue: {
      layDown: (name, does) => layDown(bed, name, does),
      starts: async (name) => startsOf(bed, name),
      submissions: async (name) => (await jobsOf(bed, '-t', 'all', '-n', name)).length,
      another: () => driverAt(bed),
      silence: async () => {
        // Not killed: it would forget what was submitted in its last seconds, which has a test of its own.
        await bed.slurm('scontrol', 'shutdown', 'slurmctld');
        await silent(bed);
        return { wake: () => bed.fault('start-ctld') };
      },
    },
    down: bed.down,
  };
};

describe('slurm', { concurrency: true, timeout: 240_000 }, () => {
  driverContract(
    'slurm',
    { skip, features: ['release', 'unique-names', 'no-capacity', 'answer-lost', 'blind'] },
    () => platformAt('none'),
  );
  queueContract('slurm with accounting', { skip }, () => platformAt('dbd'));
  queueContract('slurm without accounting', { skip }, () => platformAt('none'));

  describe('what a submit to Slurm survives', { skip, concurrency: 1 }, () => {
    let bed: SlurmTestbed;
    before(async () => {
      bed = await slurmTestbed({ acct: 'none' });
    });
    after(() => bed?.down());

    const shadowed = async (program: string, text: string, work: () => Promise<void>) => {
      const back = await bed.shadow(program, `#!/bin/sh\n${text}\n`);
      await work().finally(back);
    };
    const unclear = (error: unknown) => error instanceof RentFailed && error.reason === 'unclear';
    /** Ends whatever stands between this program and the connection, as a node that reboots does. */
    const KILL_ABOVE =
      'p=$PPID; all=; while [ "$p" -gt 1 ] && [ "$(cat "/proc/$p/comm")" != sshd ]; do all="$p $all"; p=$(awk "{print \\$4}" "/proc/$p/stat"); done; kill -9 $all';

    for (const { when, text, submitted } of [
      { when: 'before sbatch', text: KILL_ABOVE, submitted: 0 },
      {
        when: 'after sbatch and before its answer',
        text: `REAL "$@" >/dev/null; ${KILL_ABOVE}`,
        submitted: 1,
      },
    ])
      it(`submits once though it is killed ${when} (no second job)`, async () => {
        const name = `killed-${submitted}`;
        await shadowed('sbatch', text, async () => {
          await assert.rejects(driverAt(bed, { clock: atOnce }).create(intentOf(name)), unclear);
        });
        assert.equal((await jobsOf(bed, '-t', 'all', '-n', name)).length, submitted);
        const found = await driverAt(bed).find(name);
        const { boxId } = await driverAt(bed).create(intentOf(name));
        assert.deepEqual(
          found.map((each) => each.boxId),
          submitted === 0 ? [] : [boxId],
        );
        assert.equal((await jobsOf(bed, '-t', 'all', '-n', name)).length, 1);
      });

    it('takes no other name for the same, though a pattern would: the second run of a job has a dot in its name', async () => {
      const names = ['again-7.2-1', 'again-7x2-1'];
      for (const name of names) await driverAt(bed).create(intentOf(name));
      for (const name of names) {
        assert.deepEqual(
          (await driverAt(bed).find(name)).map((held) => held.name),
          [name],
        );
        await rm(join(bed.home, '.gpu-lease/.queue', `${name}.job`));
        await driverAt(bed).create(intentOf(name));
        assert.deepEqual(
          await jobsOf(bed, '-t', 'all', '-n', name),
          [name],
          'found by its name, not submitted again',
        );
      }
    });

    it('submits once where the file system has no locks, and past a lock that somebody died with', async () => {
      await mkdir(join(bed.home, '.gpu-lease', '.queue', '.lock.d'), { recursive: true });
      await utimes(join(bed.home, '.gpu-lease', '.queue', '.lock.d'), new Date(0), new Date(0));
      // All of them see that it is old before one of them takes it away.
      const slowly = 'seen=$(/usr/bin/find "$@"); sleep 0.$(($$ % 4 + 1)); echo "$seen"';
      await shadowed('find', slowly, () =>
        shadowed('flock', 'exit 71', async () => {
          const all = [1, 2, 3, 4].map(() => driverAt(bed));
          const made = await Promise.all(all.map((each) => each.create(intentOf('unlocked'))));
          assert.equal(new Set(made.map(({ boxId }) => boxId)).size, 1);
        }),
      );
      assert.equal((await jobsOf(bed, '-t', 'all', '-n', 'unlocked')).length, 1);
      assert.equal(existsSync(join(bed.home, '.gpu-lease', '.queue', '.lock.d')), false);
    });

    it('tries again while the controller does not answer, and calls it unclear when that goes on', async () => {
      const waits: number[] = [];
      const clock: Clock = {
        now: () => new Date(),
        sleep: async (seconds) => {
          waits.push(seconds);
          if (waits.length === 2) await bed.fault('start-ctld');
        },
      };
      await bed.slurm('scontrol', 'shutdown', 'slurmctld');
      await silent(bed);
      await assert.rejects(driverAt(bed, { clock: atOnce }).create(intentOf('patient')), unclear);
      assert.match((await driverAt(bed, { clock }).create(intentOf('patient'))).boxId, /^\d+$/);
      assert.deepEqual(waits, [5, 15]);
    });

    it('is not misled by a variable of the login shell, and asks for what the job asks for', async () => {
      const asked = {
        partition: 'urgent',
        timeSeconds: 1200,
        cpus: 2,
        memoryGb: 0.5,
        requeue: true,
        signalSeconds: 90,
        modules: [],
        directives: ['--nice=5', '--mail-type=NONE'],
      };
      const candidate = { platform: 'slurm', queue: QUEUE, slurm: asked };
      const set =
        'export SBATCH_PARTITION=spot SBATCH_TIMELIMIT=1 SBATCH_ARRAY_INX=0-3 SBATCH_OUTPUT=/dev/null';
      const login = () => shellThat(bed, set);
      const want = { gpu: { names: [], count: 2 } };
      const { boxId } = await driverAt(bed, { login }).create(intentOf('asked', { candidate, want }));
      const shown = await bed.slurm('scontrol', 'show', 'job', '-o', boxId);
      for (const word of [
        'JobState=PENDING Reason=JobHeldUser',
        'Partition=urgent',
        'TimeLimit=00:20:00',
        'CPUs/Task=2',
        'MinMemoryNode=477M',
        'TresPerNode=gres:gpu:2',
        'Requeue=1',
        'Nice=5',
        'Comment=gpu-lease aaaaaaaaaa',
        `WorkDir=${bed.home}`,
        `StdOut=${bed.home}/.gpu-lease/.queue/asked-${boxId}.log`,
      ])
        assert.ok(shown.includes(word), `${word} is not in ${shown}`);
    });

    it('refuses a job for which nothing was laid down, in its log and with 78', async () => {
      const driver = driverAt(bed);
      const { boxId } = await driver.create(intentOf('bare'));
      await driver.begin?.(boxId);
      const seen = await until(driver, boxId, 'over');
      assert.match(seen.queue?.why ?? '', /found nothing to start \(exit code 78\)/);
      const log = readFileSync(join(bed.home, '.gpu-lease', '.queue', `bare-${boxId}.log`), 'utf8');
      assert.match(log, /let go before anything was laid down/);
    });

    it('waits with a reason while others hold it, and does not take their hold for its own', async () => {
      const driver = driverAt(bed);
      const { boxId } = await driver.create(intentOf('stopped'));
      await layDown(bed, 'stopped', 'sleep 300');
      await driver.begin?.(boxId);
      await until(driver, boxId, 'running');
      await bed.slurm('scontrol', 'requeuehold', boxId);
      const held = await until(driver, boxId, 'waiting');
      assert.match(held.queue?.why ?? '', /held|begin/);
      await driver.begin?.(boxId);
      assert.equal((await driver.describe(boxId)).queue?.phase, 'waiting');
      await driver.carryOut(warrantFor(boxId, 'scancel'), boxId, 'scancel');
    });

    it('offers what the candidate asks for, and says in Slurm’s words why not', async () => {
      const driver = driverAt(bed);
      const slurmOf = (over: object) => ({
        platform: 'slurm',
        queue: QUEUE,
        slurm: { requeue: true, signalSeconds: 60, modules: [], directives: [], ...over },
      });
      const want = { gpu: { names: [], count: 2 } };
      const [offer] = await driver.offers(want, {
        ...slurmOf({ partition: 'main', timeSeconds: 7200 }),
        usdPerHour: 2,
      });
      assert.deepEqual(offer, {
        id: `${QUEUE}/main`,
        platform: 'slurm',
        summary: 'partition main, 2 h 00 min, gpu:2',
        usdPerHour: 2,
        market: 'on-demand',
      });
      await bed.slurm('scontrol', 'update', 'partitionname=spot', 'maxtime=30');
      await bed.slurm('scontrol', 'update', 'partitionname=urgent', 'state=DOWN');
      for (const [over, problem] of [
        [{ partition: 'nix' }, { code: 'partition-unknown', what: /no partition nix.*main, spot, urgent/ }],
        [{ partition: 'urgent' }, { code: 'partition-closed', kind: 'capacity' }],
        [
          { partition: 'spot', timeSeconds: 7200 },
          { code: 'partition-time', what: /2 h 00 min.*30 min at most/ },
        ],
        [{ gres: 'gpu:9' }, { code: 'slurm-refuses', what: /Requested node configuration is not available/ }],
        [{ constraint: 'a100' }, { code: 'slurm-refuses', what: /Invalid feature specification/ }],
        [{ directives: ['--bla'] }, { code: 'slurm-refuses', what: /bla/ }],
      ] as const)
        await assert.rejects(driver.offers(want, slurmOf(over)), problem);
      await shadowed('sinfo', 'echo "main*|up|infinite|gpu:a100:2(S:0),gpu:v100:4"', async () => {
        const names = { gpu: { names: ['H100', 'A100'], count: 2 } };
        // Here no card has a type, so that Slurm itself refuses the one that was chosen.
        await assert.rejects(driver.offers(names, slurmOf({})), {
          what: /Invalid generic resource|not available/,
        });
      });
      const without = driverAt(bed, { login: () => shellThat(bed, 'command() { return 1; }') });
      await assert.rejects(without.offers(want, slurmOf({})), { code: 'no-slurm' });
      assert.deepEqual(await jobsOf(bed, '-n', 'gpu-lease-test'), []);
    });

    it('calls a job over that Slurm has forgotten, and not one that it forgot too soon', async () => {
      const driver = driverAt(bed);
      const { boxId } = await driver.create(intentOf('forgotten'));
      await layDown(bed, 'forgotten', 'exit 0');
      await driver.begin?.(boxId);
      await until(driver, boxId, 'over');
      await bed.saved();
      const lost = await driver.create(intentOf('lost-by-crash'));
      await layDown(bed, 'lost-by-crash', 'sleep 300');
      await driver.begin?.(lost.boxId);
      await bed.fault('kill-ctld');
      await bed.fault('start-ctld');
      assert.notEqual((await driver.describe(lost.boxId)).queue?.phase, 'over');
      await bed.configure(/^MinJobAge=.*$/m, 'MinJobAge=2');
      // Slurm forgets once a minute, and knows until then how it ended.
      let seen = await until(driver, boxId, 'over');
      for (let look = 0; look < 100 && !/no longer knows/.test(seen.queue?.why ?? ''); look += 1) {
        assert.deepEqual([seen.state, seen.queue?.phase], ['gone', 'over']);
        await pause(1000);
        seen = await driver.describe(boxId);
      }
      assert.deepEqual([seen.state, seen.queue?.phase], ['gone', 'over']);
      assert.match(seen.queue?.why ?? '', /no longer knows/);
      assert.equal((await driver.create(intentOf('forgotten'))).boxId, boxId);
      assert.equal((await driver.describe('999999')).state, 'unknown');
    });
  });
});
