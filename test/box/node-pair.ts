import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, '..', '..', 'src', 'box', 'preflight.sh');
const ADDRESS = ['10.77.0.1', '10.77.0.2'];
let pairs = 0;

/** Two machines as far as a network goes: each with a network and a name of its own, and a switch between them. */
export interface NodePair {
  /** Their common folder. */
  shared: string;
  /** One command in the network of a machine, `sh -c`. */
  on(node: 0 | 1, command: string): void;
  /** On the switch, whose ports are `porta` and `portb`. */
  onSwitch(command: string): void;
  /** The look of both and what it comes to. `before` is run on a machine first, in the same shell; a mount made there is its own. */
  look(options?: { before?: [string, string]; env?: Record<string, string>; words?: string[] }): Promise<{
    code: number;
    said: string;
    seconds: number;
  }>;
  /** What a machine said. */
  facts(node: 0 | 1): string;
}

/** Callers skip with `missing('netns')`. */
export function nodePair(t: TestContext): NodePair {
  const id = `gl${process.pid % 10_000}x${pairs++}`;
  const names = [`${id}a`, `${id}b`, `${id}s`] as const;
  const shared = mkdtempSync(join(tmpdir(), 'gl-nodes-'));
  t.after(() => {
    for (const name of names) execFileSync('ip', ['netns', 'del', name]);
    rmSync(shared, { recursive: true, force: true });
  });
  for (const name of names) execFileSync('ip', ['netns', 'add', name]);
  const inside = (name: string, command: string) =>
    execFileSync('ip', ['netns', 'exec', name, 'sh', '-c', command], { encoding: 'utf8' });
  inside(names[2], 'ip link add br0 type bridge && ip link set br0 up');
  for (const [at, port] of (['porta', 'portb'] as const).entries()) {
    inside(
      names[2],
      `ip link add ${port} type veth peer name eth0 netns ${names[at]} && ip link set ${port} master br0 up`,
    );
    inside(
      names[at] ?? '',
      `ip link set lo up && ip addr add ${ADDRESS[at]}/24 dev eth0 && ip link set eth0 up`,
    );
  }
  return {
    shared,
    on: (node, command) => inside(names[node], command),
    onSwitch: (command) => inside(names[2], command),
    facts: (node) => execFileSync('cat', [join(shared, 'look', `${node}.facts`)], { encoding: 'utf8' }),
    async look({ before = ['', ''], env = {}, words = [] } = {}) {
      const dir = join(shared, 'look');
      rmSync(dir, { recursive: true, force: true });
      mkdirSync(dir);
      const began = Date.now();
      const common = {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        MASTER_ADDR: ADDRESS[0] ?? '',
        MASTER_PORT: '29500',
        GPU_LEASE_NODES: '2',
        OMP_NUM_THREADS: '1',
        GPU_LEASE_PREFLIGHT_SECONDS: '24',
        // As the keeper pins them where nobody else does.
        GLOO_SOCKET_IFNAME: 'eth0',
        NCCL_SOCKET_IFNAME: 'eth0',
        ...env,
      };
      const both = [0, 1].map((rank) => {
        const script = `hostname gpu-${'ab'[rank]}\n${before[rank]}\nexec sh "$@"`;
        const command = ['netns', 'exec', names[rank] ?? '', 'unshare', '--uts', 'sh', '-c', script, 'sh'];
        return run('ip', [...command, SCRIPT, 'node', dir, ...words], {
          env: { ...common, GPU_LEASE_NODE_RANK: String(rank) },
        });
      });
      await Promise.all(both);
      const judged = await run('sh', [SCRIPT, 'judge', dir], { env: common }).then(
        ({ stdout }) => ({ code: 0, said: stdout }),
        (error) => ({ code: Number(error.code), said: `${error.stdout}${error.stderr}` }),
      );
      return { ...judged, seconds: (Date.now() - began) / 1000 };
    },
  };
}

/** A checkpoint of torch's kind, without torch: a zip of one stored member. */
export function placeZip(path: string): void {
  execFileSync('python3', [
    '-c',
    'import sys, zipfile; zipfile.ZipFile(sys.argv[1], "w").writestr("archive/data.pkl", b"x" * 100000)',
    path,
  ]);
}

/** @returns the path of a file of patterns that name `last.pt` */
export function placePatterns(dir: string): string {
  const path = join(dir, 'resume.ere');
  writeFileSync(path, '^last\\.pt$\n');
  return path;
}
