// Over ten seconds: connections between machines are cut, go silent and lose who holds them; what ran behind them must end.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import type { BoxNodes } from '../../src/box/box-plan.ts';
import { auditPeers, findingsIn, peerWords } from '../../src/box/peers.ts';
import type { RunDir } from '../../src/launch/launcher.ts';
import { setsid } from '../../src/launch/setsid.ts';
import { livesInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { end, started } from './keeper-run.ts';
import { type OwnMachines, ownMachines, withVariables } from './own-machines.ts';
import { eventually } from './shell-channel.ts';

const lives = livesInTurn('commands on several machines', 2);

const nodesOf = ({ peers }: OwnMachines, least?: number): BoxNodes => ({
  count: peers.length + 1,
  ...(least !== undefined && { least }),
  preflight: 'none',
  resumes: [],
  peers,
});

async function machines(t: TestContext, count = 1): Promise<OwnMachines> {
  const all = await ownMachines(count);
  t.after(() => all.end());
  return all;
}

interface Started {
  dir: RunDir;
  out: string;
  log(): string;
  /** Of rank 1, by the environment that its machine gave it. */
  there(): Promise<number[]>;
}

async function start(
  all: OwnMachines,
  command: string,
  over: { secrets?: Record<string, string>; least?: number; meddle?(base: string): Promise<void> } = {},
): Promise<Started> {
  const { secrets = {}, least, meddle } = over;
  const dir = await started(all.first, { command, secrets, nodes: nodesOf(all, least) }, meddle);
  return {
    dir,
    out: join(dir.base, 'cells', 'main', 'out'),
    log: () => readFileSync(join(dir.base, 'attempts/1/cells/main/log'), 'utf8'),
    there: () => withVariables(`GPU_LEASE_BASE=${dir.base}`, 'GPU_LEASE_NODE_RANK=1'),
  };
}

const begun = (run: Started, what = 'begun.1') =>
  eventually(`${what} is there`, async () => (existsSync(join(run.out, what)) ? true : undefined)).catch(
    (error) => Promise.reject(new Error(`${error.message}\n${run.log()}`)),
  );

const gone = (run: Started, seconds?: number) =>
  eventually(
    'nothing of rank 1 runs',
    async () => ((await run.there()).length === 0 ? true : undefined),
    seconds,
  );

/** A time of the plan, which is for networks, for a test. */
async function shorter(base: string, file: string, from: string, to: string): Promise<void> {
  const path = join(base, 'plans', '1', file);
  const text = await readFile(path, 'utf8');
  assert.ok(text.includes(from), from);
  await writeFile(path, text.replace(from, to));
}

/** Each says that it began, and goes on until it is ended. */
const LONG = ': >"$GPU_LEASE_OUT/begun.$GPU_LEASE_NODE_RANK"; exec sleep 300';

describe('a command on several machines of one’s own', {
  skip: missing('sshd', 'testbed', 'ssh', 'dash'),
  timeout: 240_000,
  concurrency: 4,
}, () => {
  lives.it(
    'is started on each with the same folder and secrets, and its own home, and leaves nothing behind',
    async (t) => {
      const all = await machines(t, 2);
      const token = `it's $HOME\n"two" lines\\`;
      const run = await start(
        all,
        `printf %s "$TOKEN" >"$GPU_LEASE_OUT/token.$GPU_LEASE_NODE_RANK"
       [ "$GPU_LEASE_NODE_RANK" = 0 ] || setsid sleep 300 &
       echo "$GPU_LEASE_NODES $MASTER_ADDR $HOME $(pwd)" >"$GPU_LEASE_OUT/seen.$GPU_LEASE_NODE_RANK"
       : >"$GPU_LEASE_OUT/begun.$GPU_LEASE_NODE_RANK"
       while [ ! -f "$GPU_LEASE_OUT/go" ]; do sleep 0.1; done`,
        { secrets: { TOKEN: token } },
      );
      for (const rank of [0, 1, 2]) await begun(run, `begun.${rank}`);
      const told = readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .filter((pid) => {
          try {
            return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('lines\\');
          } catch {
            return false;
          }
        });
      assert.deepEqual(told, [], 'no command line holds a secret');
      await writeFile(join(run.out, 'go'), '');
      const seen = await end(all.first, run.dir);
      assert.equal(seen.queueExitCode, 0, run.log());
      const homes = [all.first.home, ...all.bed.boxes.map(({ home }) => home)];
      for (const [rank, home] of homes.entries()) {
        assert.equal(await readFile(join(run.out, `token.${rank}`), 'utf8'), token);
        const words = (await readFile(join(run.out, `seen.${rank}`), 'utf8')).trim().split(' ');
        assert.deepEqual(words, ['3', '127.0.0.1', home, words[3]]);
        assert.match(words[3] ?? '', /\/code\/[0-9a-f]{64}$/);
      }
      assert.deepEqual(await run.there(), [], 'what it put into a session of its own has ended, too');
    },
  );

  lives.it(
    'ends with the exit code of the one that failed first, which is named, and the others are ended [ND-05]',
    async (t) => {
      const all = await machines(t);
      const run = await start(
        all,
        'if [ "$GPU_LEASE_NODE_RANK" = 1 ]; then echo "no such layer"; sleep 1; exit 7; fi; exec sleep 300',
      );
      const seen = await end(all.first, run.dir);
      assert.deepEqual([seen.cells[0]?.exitCode, seen.cells[0]?.reason], [7, 'exited'], run.log());
      assert.match(
        run.log(),
        /no such layer\nNODES_FAILED node 1 \(.+\) of 2 was the first to fail, with exit code 7/,
      );
    },
  );

  lives.it('is told on each machine when it is ended by order, and saves there', async (t) => {
    const all = await machines(t);
    const run = await start(
      all,
      `trap 'sleep 1; : >"$GPU_LEASE_OUT/saved.$GPU_LEASE_NODE_RANK"; exit 143' TERM
       : >"$GPU_LEASE_OUT/begun.$GPU_LEASE_NODE_RANK"; while :; do sleep 0.2; done`,
    );
    await begun(run);
    await setsid.signal(all.first.channel, run.dir, 20);
    const seen = await end(all.first, run.dir);
    assert.equal(seen.cells[0]?.reason, 'signal', run.log());
    for (const rank of [0, 1]) assert.ok(existsSync(join(run.out, `saved.${rank}`)), `rank ${rank} saved`);
    await gone(run);
  });

  lives.it(
    'begins again as one when a connection is cut: the keeper says so by its own word, and nothing runs on',
    async (t) => {
      const all = await machines(t);
      const run = await start(all, LONG);
      await begun(run);
      await all.bed.fault('drop', 'box0');
      const seen = await end(all.first, run.dir);
      assert.deepEqual([seen.cells[0]?.exitCode, seen.cells[0]?.reason], [94, 'node-lost'], run.log());
      assert.match(run.log(), /node 1 \(peer1\) answers again, and nothing of this attempt is left there/);
      assert.match(run.log(), /^NODES_LOST of 2 nodes .*: 1 \(/m);
      await gone(run);
    },
  );

  lives.it('ends on the other machines when whoever started it is killed', async (t) => {
    const all = await machines(t);
    const run = await start(all, LONG);
    await begun(run);
    const [pid] = (await readFile(join(run.dir.base, 'attempts/1/cells/main/pid'), 'utf8')).split(' ');
    process.kill(Number(pid), 'SIGKILL');
    await gone(run, 20);
  });

  lives.it('ends on both sides of a line that went silent, whatever it makes of being told', async (t) => {
    const all = await machines(t);
    const run = await start(
      all,
      `trap '' TERM; : >"$GPU_LEASE_OUT/begun.$GPU_LEASE_NODE_RANK"; while :; do sleep 0.5; done`,
      {
        async meddle(base) {
          await shorter(base, 'peers.sh', 'PEER_GRACE=25', 'PEER_GRACE=2');
          await shorter(base, 'peers.sh', 'PEER_SILENCE=90', 'PEER_SILENCE=4');
          await shorter(base, 'peer-look.sh', 'ServerAliveInterval=10', 'ServerAliveInterval=1');
          await shorter(base, 'peer-look.sh', 'ServerAliveCountMax=6', 'ServerAliveCountMax=3');
          await shorter(base, 'peer-look.sh', 'PEER_SECONDS=15', 'PEER_SECONDS=3');
        },
      },
    );
    await begun(run);
    await all.bed.fault('hang', 'box0');
    await gone(run, 40);
    const seen = await end(all.first, run.dir);
    assert.equal(seen.cells[0]?.reason, 'node-lost', run.log());
    assert.match(run.log(), /node 1 \(peer1\) does not answer; what runs there ends by itself within 6 s/);
  });

  lives.it(
    'goes on with the rest while as many are left as the job needs, and ends well with them [ND-07] [MN6]',
    async (t) => {
      const all = await machines(t, 2);
      const run = await start(
        all,
        `: >"$GPU_LEASE_OUT/begun.$GPU_LEASE_NODE_RANK"
       echo "$GPU_LEASE_LEAST_NODES:$GPU_LEASE_NODES" >"$GPU_LEASE_OUT/nodes"
       while [ ! -f "$GPU_LEASE_OUT/go" ]; do sleep 0.1; done`,
        { least: 2 },
      );
      for (const rank of [0, 1, 2]) await begun(run, `begun.${rank}`);
      await all.bed.fault('drop', 'box1');
      const lost = join(run.dir.base, 'attempts/1/cells/main/nodes/2.lost');
      await eventually('the loss is seen', async () => (existsSync(lost) ? true : undefined));
      assert.equal((await run.there()).length > 0, true, 'the other one goes on');
      await writeFile(join(run.out, 'go'), '');
      const seen = await end(all.first, run.dir);
      assert.deepEqual([seen.cells[0]?.exitCode, seen.cells[0]?.reason], [0, 'exited'], run.log());
      assert.equal(await readFile(join(run.out, 'nodes'), 'utf8'), '2:3\n');
      assert.match(run.log(), /^NODES_FEWER 2 of 3 nodes came to the end; the job needs 2$/m);
    },
  );

  lives.it(
    'ends where fewer are left than the job needs, and begins without one that is away [ND-07]',
    async (t) => {
      const all = await machines(t, 2);
      await all.bed.fault('crash', 'box0');
      const run = await start(all, LONG, {
        least: 2,
        meddle: (base) => shorter(base, 'peers.sh', 'AWAIT_SECONDS=120', 'AWAIT_SECONDS=1'),
      });
      await begun(run);
      assert.match(run.log(), /^NODES_AWAY node 1 \(.+\) was not reached; the job begins without it$/m);
      await all.bed.fault('drop', 'box1');
      const seen = await end(all.first, run.dir);
      assert.deepEqual([seen.cells[0]?.exitCode, seen.cells[0]?.reason], [94, 'node-lost'], run.log());
      await gone(run);
    },
  );

  lives.it(
    'is not started where one of them cannot be reached any more, and its log says which',
    async (t) => {
      const all = await machines(t);
      await all.bed.fault('rekey', 'box0');
      const run = await start(all, LONG);
      const seen = await end(all.first, run.dir);
      assert.notEqual(seen.queueExitCode, 0);
      assert.match(run.log(), /^PREFLIGHT fail ND-04 node 1 \(.+@127\.0\.0\.1:\d+\) shows another host key/m);
      assert.equal(existsSync(join(run.out, 'begun.0')), false);
    },
  );
});

describe('the look from one machine at the others, before anything is laid down', {
  skip: missing('sshd', 'testbed', 'ssh', 'dash'),
  timeout: 120_000,
}, () => {
  const look = async (all: OwnMachines, over: { least?: number } = {}) => {
    const findings = await auditPeers(all.first.channel, { work: '', peers: all.peers, ...over });
    return findings.map(({ level, what, fix }) => `${level} ${what} ${fix}`).join('\n');
  };

  lives.it('finds them where the first one logs in without a question and they see its files', async (t) => {
    const all = await machines(t, 2);
    assert.match(await look(all), /^info node 1 \(.+@127\.0\.0\.1:\d+\) answers[^\n]*\ninfo node 2 \(/);
    const left = readdirSync(all.first.home).filter((name) => name.startsWith('.gpu-lease'));
    assert.deepEqual(left, [], 'and leaves nothing');
  });

  lives.it(
    'names user, host and port of each that lets nobody in, is not known, or is not there',
    async (t) => {
      const all = await machines(t, 3);
      const known = join(all.first.home, '.ssh', 'known_hosts');
      const lines = (await readFile(known, 'utf8')).trim().split('\n');
      await writeFile(known, `${[lines[0], lines[2]].join('\n')}\n`);
      await all.bed.configure('box0', /^AuthorizedKeysFile .*$/m, 'AuthorizedKeysFile none');
      await all.bed.fault('crash', 'box2');
      const said = (await look(all)).split('\n');
      const at = (box: number) => `${all.bed.user}@127\\.0\\.0\\.1:${all.bed.boxes[box]?.port}`;
      assert.match(
        said[0] ?? '',
        new RegExp(
          `^fail Node 1 \\(${at(0)}\\) does not let the first machine log in \\(.*Permission denied.*authorized_keys of ${all.bed.user}`,
        ),
      );
      assert.match(
        said[1] ?? '',
        new RegExp(
          `^fail Node 2 \\(${at(1)}\\) has a host key that the first machine does not know.*compare the fingerprint`,
        ),
      );
      assert.match(
        said[2] ?? '',
        new RegExp(
          `^fail Node 3 \\(${at(2)}\\) was not reached from the first machine \\(.*refused.*ssh -o BatchMode=yes peer3 true`,
        ),
      );
    },
  );

  lives.it('lets one be away where fewer are enough, and none that is set up wrongly', async (t) => {
    const all = await machines(t, 2);
    await all.bed.fault('crash', 'box1');
    assert.match(await look(all, { least: 2 }), /^info node 1 [^\n]*\nwarn Node 2 \(.+\) was not reached/);
    assert.match(await look(all, { least: 3 }), /\nfail Node 2 /);
  });

  lives.it('finds one that does not see the files of the first', { skip: missing('netns') }, async (t) => {
    const all = await machines(t);
    const enter = join(all.bed.dir, 'box0', 'enter');
    const own = await readFile(enter, 'utf8');
    await writeFile(`${enter}.inner`, own, { mode: 0o755 });
    await writeFile(
      enter,
      `#!/bin/sh\nexec unshare --mount sh -c 'mount -t tmpfs none ${all.first.home} && exec ${enter}.inner'\n`,
    );
    assert.match(
      await look(all),
      /^fail Node 1 \(.+\) does not see \/.+ of the first machine\. .*NFS.*storage\.work/,
    );
  });

  lives.it('takes the words of an address, and no more of an answer than it can be', () => {
    assert.deepEqual(peerWords('ssh://me@10.0.0.2:2222'), ['me', '2222', '10.0.0.2']);
    assert.deepEqual(peerWords('gpu-b'), ['-', '-', 'gpu-b']);
    assert.throws(() => peerWords('-oProxyCommand=x'), { code: 'ssh-target' });
    assert.deepEqual(findingsIn('PEER maybe 1 x\nPEER fail one x\tsays\tdo\nPEERS looked\n'), []);
    assert.deepEqual(
      findingsIn('PEER fail 2 me@b:22\tis \u001b[31mred\u001b[0m\tlook').map(({ what }) =>
        what.includes('\u001b'),
      ),
      [false],
    );
  });
});
