// Over ten seconds: real Jobs of a real control plane wait, run, end and are deleted.
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import type { PlatformDriver, RentIntent } from '../../src/platforms/driver.ts';
import { guarded } from '../../src/platforms/guarded.ts';
import { kubernetes } from '../../src/platforms/kubernetes/driver.ts';
import { apiProxy, kubeconfigOf } from '../kubernetes/api-proxy.ts';
import { type KubeCluster, kubeCluster } from '../kubernetes/cluster.ts';
import { leastAccount } from '../kubernetes/least-account.ts';
import { claimOf } from '../kubernetes/objects.ts';
import { missing } from '../requirement.ts';
import { type ContractPlatform, driverContract } from './driver-contract.ts';
import { queueContract } from './queue-contract.ts';

const skip = missing('kube');
const CLAIM = 'work';
const QUEUE = `kube:///default/${CLAIM}`;
const IMAGE = `registry.test/trainer@sha256:${'ab'.repeat(32)}`;

const intentOf = (name: string, over: Partial<RentIntent> = {}): RentIntent => ({
  name,
  owner: 'aaaaaaaaaa',
  offer: { id: QUEUE, platform: 'kubernetes', summary: 'test', usdPerHour: 0.5, market: 'on-demand' },
  want: {},
  candidate: { platform: 'kubernetes', queue: QUEUE },
  image: IMAGE,
  authorizedKey: 'ssh-ed25519 AAAA',
  lifetimeSeconds: 3600,
  queue: QUEUE,
  ...over,
});

function driverAt(kubeconfig: string, queue = QUEUE): PlatformDriver {
  const secret = (name: string) => (name === 'KUBE_CONFIG' ? kubeconfig : undefined);
  return guarded(
    kubernetes({ clock: systemClock, localRoot: '/nowhere', selfCommand: ['false'], queue, secret }),
  );
}

/** The pod runs this, as it runs the keeper: a program beside it that counts how often it was begun. */
async function layDown(folder: string, name: string, does: string): Promise<void> {
  const base = join(folder, 'jobs', name);
  const within = `/checkpoints/jobs/${name}`;
  await mkdir(base, { recursive: true });
  await mkdir(join(folder, '.gpu-lease', '.queue'), { recursive: true });
  await chmod(base, 0o777);
  await writeFile(
    join(base, 'keeper.sh'),
    `[ "$1 $3" = 'batch kubernetes' ] || exit 99\necho begun >>"$2/starts"\ntrap 'exit 143' TERM\nsh "$2/does.sh" &\nwait $!\n`,
  );
  await writeFile(join(base, 'does.sh'), `${does}\n`);
  await writeFile(join(folder, '.gpu-lease', '.queue', name), `${within}/keeper.sh\n${within}\n`);
}

function startsOf(folder: string, name: string): number {
  const file = join(folder, 'jobs', name, 'starts');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
}

interface Listed {
  items: {
    metadata: { annotations?: Record<string, string> };
    status: { conditions?: { type: string }[] };
  }[];
}

async function leasesIn(cluster: KubeCluster, isOpen: boolean): Promise<string[]> {
  const { items }: Listed = JSON.parse(await cluster.kubectl('get', 'jobs', '-o', 'json'));
  return items
    .filter(
      ({ status }) => !isOpen || !status.conditions?.some(({ type }) => /^(?:Complete|Failed)$/.test(type)),
    )
    .flatMap(({ metadata }) => metadata.annotations?.['gpu-lease/lease'] ?? []);
}

async function platformAt(): Promise<ContractPlatform> {
  const cluster = await kubeCluster([{ name: 'one', gpus: 2 }, { name: 'two' }]);
  await cluster.apply(claimOf(CLAIM, 'ReadWriteMany'));
  await cluster.kubectl('wait', '--for=jsonpath={.status.phase}=Bound', `pvc/${CLAIM}`, '--timeout=60s');
  const folder = await cluster.volumeFolder(CLAIM);
  // Whatever is promised, is promised with no more than the role of the example, and to a namespace of restricted pods.
  const token = await leastAccount(cluster);
  const own = kubeconfigOf(cluster.server, token, cluster.ca);
  const losing = await apiProxy(cluster);
  losing.meddler.after = ({ method }) => (method === 'POST' ? 'lost' : undefined);
  const driver = driverAt(own);
  const quota = (jobs: number) => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'full' },
    spec: { hard: { 'count/jobs.batch': String(jobs) } },
  });
  return {
    driver,
    intent: (name) => intentOf(name),
    zero: ['delete-job'],
    names: true,
    billed: () => leasesIn(cluster, true),
    failing: (how) =>
      how === 'answer-lost'
        ? driverAt(losing.kubeconfig(token))
        : {
            ...driver,
            create: async (intent) => {
              await cluster.apply(quota(0));
              await cluster.kubectl(
                'wait',
                '--for=jsonpath={.status.hard}',
                'resourcequota/full',
                '--timeout=30s',
              );
              return driver.create(intent).finally(() => cluster.kubectl('delete', 'resourcequota', 'full'));
            },
          },
    blind: () => driverAt(kubeconfigOf('https://127.0.0.1:1', 'nobody')),
    queue: {
      layDown: (name, does) => layDown(folder, name, does),
      starts: async (name) => startsOf(folder, name),
      submissions: async (name) => (await leasesIn(cluster, false)).filter((each) => each === name).length,
      another: () => driverAt(own),
      silence: async () => {
        await cluster.stop('apiserver');
        return { wake: () => cluster.start('apiserver') };
      },
    },
    down: async () => {
      await losing.close();
      await cluster.down();
    },
  };
}

describe('kubernetes', { concurrency: true, timeout: 240_000 }, () => {
  driverContract(
    'kubernetes',
    { skip, features: ['release', 'unique-names', 'no-capacity', 'answer-lost', 'blind'] },
    platformAt,
  );
  queueContract('kubernetes', { skip }, platformAt);
});
