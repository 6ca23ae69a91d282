import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TransportFailed } from '../../src/box/channel.ts';
import { withKnown } from '../../src/course/known-there.ts';
import { auditLease } from '../../src/launch/audit-lease.ts';
import { attentionOf, toTell } from '../../src/lease/concerns.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Description } from '../../src/platforms/driver.ts';
import type { Gotcha } from '../../src/profile/schema.ts';
import { look } from '../../src/watch/look.ts';
import { newWatching } from '../../src/watch/watching.ts';
import { asEvents, jobWith, RUN, RUNNING } from '../lease/told-run.ts';
import { namesIn, profileOf, SHIPPED } from '../profile/profiles.ts';
import { execChannel, scriptedWorld } from '../scripted-world.ts';
import { cellOf, exited, lineOf, probeOf } from './probed.ts';

type Stream = NonNullable<Gotcha['match']>[number]['in'];

const NOW = new Date('2026-11-21T13:00:00Z');

const NO_KERNEL = 'RuntimeError: CUDA error: no kernel image is available for execution on the device';

/** What really stands there, by platform, id and stream: each as its program or platform says it. */
const SHOWN: [platform: string, id: string, stream: Stream, line: string][] = [
  [
    'autodl',
    'AD1',
    'log',
    "wandb: Network error (ConnectTimeout), HTTPSConnectionPool(host='api.wandb.ai', port=443): Max retries exceeded with url: /graphql",
  ],
  ['autodl', 'AD2', 'log', 'WARNING: Retrying https://cas-bridge.xethub.hf.co/xet-bridge-us/67a1'],
  ['autodl', 'AD4', 'log', "OSError: [Errno 28] No space left on device: '/root/autodl-fs/vis/812.png'"],
  ['autodl', 'AD5', 'log', "OSError: [Errno 28] No space left on device: '/root/autodl-tmp/out/last.pt'"],
  ['autodl', 'AD6', 'setup', 'sh: 1: python3: not found'],
  ['autodl', 'AD6', 'log', 'bash: line 1: python3: command not found'],
  ['autodl', 'AD9', 'log', NO_KERNEL],
  ['autodl', 'AD-NOSTOCK', 'api', 'create refused: 该算力规格暂无库存'],
  ['autodl', 'AD-REALNAME', 'api', 'create refused (TORealName): 请先完成实名认证'],
  ['compshare', 'CS1', 'api', 'CreateCompShareInstance: RetCode 8333'],
  ['compshare', 'CS2', 'api', 'RetCode 171: Signature VerifyAC Error'],
  ['digitalocean', 'DO3', 'api', 'HTTP 422 unprocessable_entity: size is not available in this region'],
  ['featurize', 'FZ3', 'log', 'OSError: [Errno 122] Disk quota exceeded'],
  ['generic-ssh', 'GEN2', 'log', 'client_loop: send disconnect: Broken pipe'],
  ['generic-ssh', 'GEN4', 'log', "run.sh: line 2: $'\\r': command not found"],
  ['generic-ssh', 'GEN4', 'setup', "setup.sh: line 1: $'\\r': command not found"],
  [
    'generic-ssh',
    'LOC3',
    'log',
    'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has a total capacity of 79.18 GiB of which 8.15 GiB is free. Process 1362 has 70.51 GiB memory in use.',
  ],
  [
    'gpushare',
    'GS2',
    'setup',
    "ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed')) turbo.gpushare.com:30000",
  ],
  ['gpushare', 'GS3', 'probe', "L durable.err ls: cannot access '/hy-netdisk': No such file or directory"],
  ['lambda', 'LAM2', 'api', 'instance-operations/launch/file-system-in-wrong-region'],
  ['lambda', 'LAM5', 'api', 'instance-operations/launch/insufficient-capacity'],
  [
    'lambda',
    'LAM7',
    'log',
    'ImportError: /usr/lib/libtorch_cuda.so: undefined symbol: ncclCommRegister torch',
  ],
  [
    'lambda',
    'LAM11',
    'log',
    'OSError: libcudnn_cnn_infer.so.8: cannot open shared object file: No such file or directory',
  ],
  ['lambda', 'LAM13', 'log', 'AssertionError: Torch not compiled with CUDA enabled'],
  [
    'lanrui',
    'LR3',
    'ssh',
    'ssh: Could not resolve hostname connect.lanrui-ai.com: Name or service not known',
  ],
  ['local', 'LOOP2', 'ssh', 'connect ECONNREFUSED 127.0.0.1:22022'],
  ['matpool', 'MP1', 'log', "OSError: [Errno 28] No space left on device: '/mnt/out/last.pt'"],
  ['paperspace-core', 'PS6', 'ssh', 'connect to host 192.0.2.7 port 22: Connection timed out'],
  ['paperspace-core', 'PS11', 'log', NO_KERNEL],
  ['runpod', 'RP1', 'probe', 'L gpu.out No devices were found'],
  ['runpod', 'RP5', 'log', 'requests.exceptions.HTTPError: 524 Server Error'],
  ['runpod', 'RP6', 'ssh', 'subsystem request failed on channel 0'],
  ['runpod', 'RP7', 'api', 'The network volume you requested was not found'],
  ['runpod', 'RP8', 'api', 'insufficient balance to deploy this pod'],
  [
    'runpod',
    'RP9',
    'log',
    'RuntimeError: CUDA error 804: forward compatibility was attempted on non supported HW',
  ],
  ['runpod', 'RP9', 'api', 'nvidia-container-cli: requirement error: unsatisfied condition: cuda>=12.4'],
  ['runpod', 'RP11', 'log', 'OSError: [Errno 28] No space left on device'],
  [
    'runpod',
    'RP11',
    'setup',
    'ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device',
  ],
  [
    'runpod',
    'RP-400',
    'api',
    'There are no longer any instances available with the requested specifications.',
  ],
  [
    'kubernetes',
    'K8S1',
    'scheduler',
    'PENDING 0/3 nodes are available: 3 Insufficient nvidia.com/gpu. preemption: none',
  ],
  ['kubernetes', 'K8S3', 'scheduler', 'PENDING ImagePullBackOff: Back-off pulling image'],
  ['kubernetes', 'K8S4', 'scheduler', 'PENDING Multi-Attach error for volume "pvc-1"'],
  ['kubernetes', 'K8S5', 'scheduler', 'FAILED The node was low on resource: ephemeral-storage.'],
  ['slurm', 'SLURM4', 'log', 'slurmstepd: error: Detected 1 oom_kill event in StepId=42.batch.'],
  ['slurm', 'SLURM4', 'scheduler', 'OUT_OF_MEMORY OutOfMemory'],
  ['slurm', 'SLURM6', 'scheduler', 'PENDING launch failed requeued held'],
  ['vastai', 'VAST3', 'api', 'no login within 10 min; the platform calls it scheduling'],
  ['vastai', 'VAST5', 'api', 'Error: OCI runtime create failed: runc create failed'],
  ['vastai', 'VAST5', 'log', 'RuntimeError: CUDA driver version is insufficient for CUDA runtime version'],
  ['vastai', 'VAST7', 'api', 'the platform calls it offline'],
  ['vastai', 'VAST10', 'log', 'OSError: [Errno 28] No space left on device'],
  ['vastai', 'VAST13', 'api', 'no login within 10 min; the platform calls it loading'],
  ['verda', 'VD5', 'api', 'HTTP 503 service_unavailable'],
];

/** As if the run of the story had its box, or its submission, there. */
const storyOn = (platform: string): EventBody[] => {
  const queue = ['scheduler', 'kubernetes'].includes(profileOf(platform).kind)
    ? { queue: 'ssh://me@login.lab' }
    : {};
  return RUNNING.map((event) => (event.type === 'intended' ? { ...event, platform, ...queue } : event));
};

const runOf = (events: readonly EventBody[]) => {
  const run = fold(RUN, asEvents([...events]));
  const [lease] = run.leases;
  assert.ok(lease);
  return { run, lease };
};

interface Scene {
  events: EventBody[];
  warnings: string[];
}

/** One look of the running watch at a box that says this, or does not answer but with this. */
async function looked(
  story: readonly EventBody[],
  said: () => string,
  engine: Partial<Description> = { queue: { phase: 'running' } },
): Promise<Scene> {
  const { channel } = execChannel(() => ({ stdout: said() }));
  const driver = { describe: async () => ({ state: 'running' as const, ...engine }) };
  const { world, face } = scriptedWorld({ channel, driver, profile: async (name) => profileOf(name) });
  const { events } = await look(world, { ...runOf(story), job: jobWith() }, newWatching());
  return { events, warnings: face.warnings };
}

const WAYS: Record<Stream, (story: readonly EventBody[], line: string) => Promise<Scene>> = {
  log: (story, line) =>
    looked(story, () => lineOf(probeOf({}, cellOf({ logTail: `epoch 1\n${line}\nepoch 2\n` })))),
  setup: (story, line) =>
    looked(story, () =>
      lineOf(
        probeOf({ setup: { state: 'running', exitCode: null, logTail: `Collecting torch\n${line}\n` } }),
      ),
    ),
  ssh: (story, line) =>
    looked(story, () => {
      throw new TransportFailed(line, 'refused');
    }),
  async api(story, line) {
    const { world, face } = scriptedWorld({ profile: async (name) => profileOf(name) });
    const { run, lease } = runOf(story);
    const refused = { type: 'rent-refused', lease: lease.name, reason: 'refused', what: line } as const;
    return { events: await withKnown(world, run, lease, [refused]), warnings: face.warnings };
  },
  async probe(story, line) {
    const { channel } = execChannel(() => ({ stdout: `GPU-LEASE audit 1\n${line}\nGPU-LEASE audited\n` }));
    const { world, face } = scriptedWorld({ channel, profile: async (name) => profileOf(name) });
    const { run, lease } = runOf(story);
    return { events: await auditLease(world, { run, lease, job: jobWith() }), warnings: face.warnings };
  },
  scheduler: (story, line) =>
    looked(story, () => lineOf(probeOf()), {
      native: line,
      queue: { phase: line.startsWith('PENDING') ? 'waiting' : 'over' },
    }),
};

const recognizedIn = (events: readonly EventBody[]): string[] =>
  events.flatMap((event) => (event.type === 'recognized' ? [event.id] : []));

describe('what a platform is known for', () => {
  it('has a line here for every pattern of every shipped profile', () => {
    const wanted = namesIn(SHIPPED).flatMap((platform) =>
      profileOf(platform).gotchas.flatMap(({ id, match }) =>
        [...new Set((match ?? []).map((each) => each.in))].map((stream) => `${platform} ${id} ${stream}`),
      ),
    );
    const shown = SHOWN.map(([platform, id, stream]) => `${platform} ${id} ${stream}`);
    assert.deepEqual(wanted.sort(), shown.sort());
  });

  for (const [platform, id, stream, line] of SHOWN)
    it(`is recognised while a run is on: ${platform} ${id}, ${stream}`, async () => {
      const story = storyOn(platform);
      const { events, warnings } = await WAYS[stream](story, line);
      assert.ok(recognizedIn(events).includes(id), JSON.stringify(events));
      const { fix } = profileOf(platform).gotchas.find((each) => each.id === id) ?? {};
      assert.ok(warnings.some((each) => each.includes(`(${id})`) && each.includes(fix ?? '?')));
      const again = await WAYS[stream]([...story, ...events], line);
      assert.deepEqual(recognizedIn(again.events), [], 'said once for a lease');
      assert.ok(!again.warnings.some((each) => each.includes(`(${id})`)));
    });
});

describe('what was recognised on a held box', () => {
  const story = storyOn('runpod');
  const full = "OSError: [Errno 28] No space left on device: 'last.pt'";

  it('stands in status and report with its fix, and a person is told of it', async () => {
    const { events } = await WAYS.log(story, full);
    const { run } = runOf([...story, ...events]);
    const [shown] = attentionOf(run, NOW).filter(({ what }) => what.includes('RP11'));
    assert.match(shown?.what ?? '', /^main shows RP11, which is known of its platform: /);
    assert.equal(shown?.next, profileOf('runpod').gotchas.find(({ id }) => id === 'RP11')?.fix);
    assert.ok(toTell(run, NOW).some(({ key }) => key.endsWith(':RP11')));
  });

  it('is quiet once its cell has ended well', async () => {
    const { events } = await WAYS.log(story, full);
    const end = await looked([...story, ...events], () =>
      lineOf(probeOf({ queue: 'ended', queueExitCode: 0 }, exited(0, { logTail: full, endedAt: 1000 }))),
    );
    const { run } = runOf([...story, ...events, ...end.events]);
    assert.equal(run.cells.get('main')?.ended?.verdict, 'finished');
    assert.deepEqual(
      attentionOf(run, NOW).filter(({ what }) => what.includes('RP11')),
      [],
    );
  });

  it('is not read out of what the box calls a cell and this run does not have', async () => {
    const { events, warnings } = await looked(story, () =>
      lineOf(probeOf({}, cellOf(), cellOf({ name: 'ghost', logTail: `${full}\n` }))),
    );
    assert.deepEqual(recognizedIn(events), []);
    assert.ok(!warnings.some((each) => each.includes('(RP11)')));
  });

  it('is not what the work went on for long after, nor a colour around it', async () => {
    const steps = Array.from({ length: 20 }, (_, i) => `step ${i} loss 0.5`).join('\n');
    assert.deepEqual(recognizedIn((await WAYS.log(story, `${full}\n${steps}`)).events), []);
    assert.deepEqual(recognizedIn((await WAYS.log(story, `\u001b[31m${full}\u001b[0m`)).events), ['RP11']);
  });
});

describe('what looks like something known', () => {
  it('is no holder of the card where a neighbour has a little of it [LOC3]', async () => {
    const line =
      'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 200.00 GiB. GPU 0 has a total capacity of 79.18 GiB of which 77.91 GiB is free. Process 3360 has 762.00 MiB memory in use.';
    const { events } = await WAYS.log(storyOn('generic-ssh'), line);
    assert.deepEqual(recognizedIn(events), []);
  });
});
