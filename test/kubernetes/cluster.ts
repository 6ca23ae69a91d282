import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { controlPlaneProgram, sharedDir } from '../requirement.ts';
import { agentProgram } from './agent-program.ts';

const run = promisify(execFile);

export interface NodeShape {
  name: string;
  /** `nvidia.com/gpu`. */
  gpus?: number;
  labels?: Record<string, string>;
  taints?: { key: string; value?: string; effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute' }[];
  /** Over 8 CPUs, 32 GiB, 110 pods and 100 GiB of ephemeral storage. */
  capacity?: Record<string, string>;
}

/** A real control plane, with nodes whose pods run as processes of this machine. */
export interface KubeCluster {
  /** Removed by `down`. Logs lie here: `agent.log`, `apiserver.log`, `controllers.log`, `nodes.log`, `scheduler.log`. */
  dir: string;
  server: string;
  /** Path of the file; its user is in `system:masters`. */
  kubeconfig: string;
  token: string;
  /** Path of the certificate. */
  ca: string;
  nodes: string[];
  /** @returns what it printed. Rejects with `stderr` and `code` of the process. */
  kubectl(...args: string[]): Promise<string>;
  /** One object as JSON, or undefined where there is none. */
  get<T>(kind: string, name: string, namespace?: string): Promise<T | undefined>;
  /** `kubectl apply`. */
  apply(...objects: object[]): Promise<void>;
  addNode(shape: NodeShape): Promise<void>;
  /**
   * `die`: the machine is lost, all its containers at once, and nothing is reported. `part`: its network is lost, containers
   * live on. `heal`: back from either; after `die` a new kubelet finds none of its containers.
   */
  fault(verb: 'die' | 'part' | 'heal', node: string): Promise<void>;
  /** What the kubelet does under pressure on its node: the pod fails, reason Evicted. */
  evictUnderPressure(node: string, pod: string, namespace?: string): Promise<void>;
  /** SIGKILL to a part of the control plane, and the same part again with its data; the API server until it answers. */
  stop(part: ControlPlanePart): Promise<void>;
  start(part: ControlPlanePart): Promise<void>;
  /** The folder on this machine that a bound claim is. */
  volumeFolder(claim: string, namespace?: string): Promise<string>;
  down(): Promise<void>;
}

export type ControlPlanePart = 'apiserver' | 'controllers' | 'scheduler' | 'etcd';

/** Storage classes of every cluster. `folder` is the default one; `folder-late` waits for a pod before it makes a volume. */
const STORAGE = [
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: 'folder.test.local' },
    spec: { attachRequired: true, podInfoOnMount: false },
  },
  ...(['folder', 'folder-late'] as const).map((name) => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: {
      name,
      annotations: { 'storageclass.kubernetes.io/is-default-class': String(name === 'folder') },
    },
    provisioner: 'folder.test.local',
    reclaimPolicy: 'Delete',
    volumeBindingMode: name === 'folder' ? 'Immediate' : 'WaitForFirstConsumer',
  })),
];

/**
 * How long a node may be silent before its pods are evicted; agents speak each second. A kubelet speaks every ten, and is
 * given fifty.
 */
const NODE_SILENCE_SECONDS = 8;

/**
 * Callers skip with `missing('kube')` and always call `down`. Up in some five seconds.
 *
 * A node that dies alone of two or more loses its pods as in any cluster, after `NODE_SILENCE_SECONDS` and the pods' own
 * tolerations; where most nodes die at once the controllers evict nothing, as in any cluster.
 */
export async function kubeCluster(shapes: readonly NodeShape[]): Promise<KubeCluster> {
  const program = await agentProgram();
  const dir = await mkdtemp(join(tmpdir(), 'gl-kube-'));
  const kubeUp = join(sharedDir, 'testbed', 'kube-up.sh');
  const script = (...args: string[]) => run(kubeUp, args, { timeout: 180_000 });
  const children: ChildProcess[] = [];
  // For a test that throws its process away: half a gigabyte would stay behind.
  const inHaste = () => {
    for (const child of children) child.kill('SIGKILL');
    execFileSync(kubeUp, ['down', '-d', dir]);
  };
  process.once('exit', inHaste);
  const down = async () => {
    process.off('exit', inHaste);
    for (const child of children.reverse()) await end(child);
    await script('down', '-d', dir);
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const { stdout } = await script('up', '-d', dir, '-p', String(await freePorts()));
    const plane: ControlPlane = JSON.parse(stdout);
    const cluster = clusterOf(dir, plane, down, script);
    children.push(nodeControllers(dir, plane));
    children.push(await startAgent(program, dir, plane));
    await cluster.apply(...STORAGE);
    await Promise.all(shapes.map((shape) => cluster.addNode(shape)));
    return cluster;
  } catch (error) {
    await down();
    throw error;
  }
}

interface ControlPlane {
  server: string;
  kubeconfig: string;
  token: string;
  ca: string;
}

type Script = (...args: string[]) => Promise<unknown>;

function clusterOf(dir: string, plane: ControlPlane, down: () => Promise<void>, script: Script): KubeCluster {
  const order = (what: object) => ordered(join(dir, 'agent.sock'), what);
  const kubectl = async (...args: string[]) =>
    (
      await run('kubectl', ['--kubeconfig', plane.kubeconfig, ...args], {
        timeout: 120_000,
        maxBuffer: 2 ** 28,
      })
    ).stdout;
  const nodes: string[] = [];
  const get = async <T>(kind: string, name: string, namespace = 'default'): Promise<T | undefined> => {
    const text = await kubectl('get', kind, name, '-n', namespace, '-o', 'json', '--ignore-not-found');
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    dir,
    server: plane.server,
    kubeconfig: plane.kubeconfig,
    token: plane.token,
    ca: plane.ca,
    nodes,
    kubectl,
    get,
    apply: async (...objects) => {
      const list = { apiVersion: 'v1', kind: 'List', items: objects };
      const applying = run('kubectl', ['--kubeconfig', plane.kubeconfig, 'apply', '-f', '-'], {
        timeout: 120_000,
      });
      applying.child.stdin?.end(JSON.stringify(list));
      await applying;
    },
    addNode: async ({ gpus = 0, capacity, ...shape }) => {
      const usual = { cpu: '8', memory: '32Gi', pods: '110', 'ephemeral-storage': '100Gi' };
      const all = { ...usual, ...(gpus > 0 && { 'nvidia.com/gpu': String(gpus) }), ...capacity };
      const labels = { 'kubernetes.io/hostname': shape.name, ...shape.labels };
      await order({ do: 'add', node: { ...shape, labels, capacity: all } });
      nodes.push(shape.name);
      await untilTrusted(() => get('node', shape.name));
    },
    fault: (verb, node) => order({ do: verb, node: { name: node } }),
    evictUnderPressure: (node, pod, namespace = 'default') =>
      order({ do: 'evict', node: { name: node }, pod, namespace, resource: 'memory' }),
    stop: async (part) => void (await script('stop', '-d', dir, part)),
    start: async (part) => {
      await script('start', '-d', dir, part);
      if (part === 'apiserver') await untilAnswered(() => kubectl('get', '--raw', '/readyz'));
    },
    volumeFolder: async (claim, namespace = 'default') => {
      const bound = await get<{ spec: { volumeName?: string } }>('pvc', claim, namespace);
      if (!bound?.spec.volumeName) throw new Error(`the claim ${namespace}/${claim} is not bound`);
      return join(dir, 'volumes', bound.spec.volumeName);
    },
    down,
  };
}

interface NodeObject {
  spec: { taints?: { key: string }[] };
}

/** The controllers take away the taint that every new node has, once they have seen it ready. */
async function untilTrusted(look: () => Promise<NodeObject | undefined>): Promise<void> {
  const isNew = (node?: NodeObject) =>
    !node || node.spec.taints?.some(({ key }) => key === 'node.kubernetes.io/not-ready');
  for (let tried = 0; isNew(await look()); tried++) {
    if (tried === 150) throw new Error('the controllers do not take the new node for ready: see nodes.log');
    await sleep(200);
  }
}

async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  for (let tried = 0; ; tried++) {
    try {
      await ask();
      return;
    } catch (error) {
      if (tried === 100) throw error;
      await sleep(200);
    }
  }
}

/** Three in a row, for the API server and etcd. */
async function freePorts(): Promise<number> {
  for (let tried = 0; tried < 100; tried++) {
    const first = 10_000 + 3 * Math.floor(Math.random() * 4_000);
    if ((await Promise.all([0, 1, 2].map((next) => isFree(first + next)))).every(Boolean)) return first;
  }
  throw new Error('no three free ports in a row between 10000 and 22000');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const opened = once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.listen(port, '127.0.0.1');
  const answer = await opened;
  if (answer) await new Promise((closed) => server.close(closed));
  return answer;
}

/** The testbed leaves out the controllers that watch over nodes and evict by taint, for its nodes are objects only. */
function nodeControllers(dir: string, plane: ControlPlane): ChildProcess {
  return started(controlPlaneProgram('kube-controller-manager'), join(dir, 'nodes.log'), [
    `--kubeconfig=${plane.kubeconfig}`,
    '--controllers=node-lifecycle-controller,taint-eviction-controller',
    '--leader-elect=false',
    '--secure-port=0',
    '--node-monitor-period=1s',
    `--node-monitor-grace-period=${NODE_SILENCE_SECONDS}s`,
    '--node-eviction-rate=10',
  ]);
}

/** In a mount namespace of its own, whose mounts end with it. It ends when its standard input does. */
async function startAgent(program: string, dir: string, plane: ControlPlane): Promise<ChildProcess> {
  const log = join(dir, 'agent.log');
  const words = [
    '--mount',
    '--propagation=private',
    program,
    `-kubeconfig=${plane.kubeconfig}`,
    `-dir=${dir}`,
  ];
  const agent = started('unshare', log, words);
  for (let tried = 0; tried < 200; tried++) {
    if (agent.exitCode !== null) throw new Error(`the node agent ended with ${agent.exitCode}: see ${log}`);
    if (await canConnect(join(dir, 'agent.sock'))) return agent;
    await sleep(50);
  }
  throw new Error(`the node agent does not take orders: see ${log}`);
}

function started(program: string, log: string, args: string[]): ChildProcess {
  const output = openSync(log, 'a');
  return spawn(program, args, { stdio: ['pipe', output, output] });
}

async function canConnect(path: string): Promise<boolean> {
  const socket = createConnection(path);
  const answer = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return answer;
}

async function ordered(socketPath: string, what: object): Promise<void> {
  const socket = createConnection(socketPath);
  socket.write(`${JSON.stringify(what)}\n`);
  const [line] = await once(createInterface(socket), 'line');
  socket.destroy();
  const { error } = JSON.parse(line);
  if (error !== '') throw new Error(`the node agent: ${error}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(late);
}
