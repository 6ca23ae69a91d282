import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { jobSetProgram } from '../requirement.ts';
import type { KubeCluster } from './cluster.ts';

const run = promisify(execFile);

/**
 * JobSet as its project has released it: the definition, the controller, and the webhooks that fill in and check a JobSet. Callers skip
 * with `missing('jobset')`, and call `stop` before the cluster's `down`.
 */
export async function installJobSet(cluster: KubeCluster): Promise<{ stop: () => Promise<void> }> {
  const { program, definition } = jobSetProgram();
  const dir = join(cluster.dir, 'jobset');
  await mkdir(dir);
  // Too long for the note that `apply` would make of it.
  await cluster.kubectl('create', '-f', definition);
  await untilItIsServed(cluster);
  const port = await freePort();
  await certificate(dir);
  const config = join(dir, 'config.yaml');
  writeFileSync(config, JSON.stringify(configOf(dir, port)));
  const log = openSync(join(cluster.dir, 'jobset.log'), 'a');
  const controller = spawn(program, ['--config', config], {
    env: { ...process.env, KUBECONFIG: cluster.kubeconfig },
    stdio: ['ignore', log, log],
  });
  const inHaste = () => controller.kill('SIGKILL');
  process.once('exit', inHaste);
  const stop = async () => {
    process.off('exit', inHaste);
    if (controller.exitCode !== null || controller.signalCode !== null) return;
    controller.kill('SIGTERM');
    await once(controller, 'exit');
  };
  try {
    await untilItListens(port, () => controller.exitCode);
    const ca = readFileSync(join(dir, 'tls.crt')).toString('base64');
    await cluster.apply(...webhooks(port, ca));
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const DEFINITION = 'jobsets.jobset.x-k8s.io';

/** `kubectl wait` fails where an object has no conditions yet. */
async function untilItIsServed(cluster: KubeCluster): Promise<void> {
  for (let tried = 0; ; tried++) {
    const served = await cluster.kubectl('get', 'jobsets').then(
      () => true,
      () => false,
    );
    if (served) return;
    if (tried === 60) throw new Error(`${DEFINITION} is not served`);
    await sleep(500);
  }
}

const configOf = (certDir: string, port: number) => ({
  apiVersion: 'config.jobset.x-k8s.io/v1alpha1',
  kind: 'Configuration',
  leaderElection: { leaderElect: false },
  internalCertManagement: { enable: false },
  metrics: { bindAddress: '0' },
  health: { healthProbeBindAddress: '0' },
  webhook: { host: '127.0.0.1', port, certDir },
});

/** Of its own config/components/webhook, less those of pods, which are for an annotation that nobody here sets. */
function webhooks(port: number, caBundle: string): object[] {
  const hook = (name: string, verb: string, operations: string[]) => ({
    name,
    admissionReviewVersions: ['v1'],
    clientConfig: { url: `https://127.0.0.1:${port}/${verb}-jobset-x-k8s-io-v1alpha2-jobset`, caBundle },
    failurePolicy: 'Fail',
    rules: [
      { apiGroups: ['jobset.x-k8s.io'], apiVersions: ['v1alpha2'], operations, resources: ['jobsets'] },
    ],
    sideEffects: 'None',
  });
  const of = (kind: string, one: object) => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name: 'jobset' },
    webhooks: [one],
  });
  return [
    of('MutatingWebhookConfiguration', hook('mjobset.kb.io', 'mutate', ['CREATE'])),
    of('ValidatingWebhookConfiguration', hook('vjobset.kb.io', 'validate', ['CREATE', 'UPDATE'])),
  ];
}

async function certificate(dir: string): Promise<void> {
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=127.0.0.1'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', join(dir, 'tls.key'), '-out', join(dir, 'tls.crt')],
  ]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function untilItListens(port: number, ended: () => number | null): Promise<void> {
  for (let tried = 0; ; tried++) {
    const code = ended();
    if (code !== null) throw new Error(`the controller of JobSet ended with ${code}: see jobset.log`);
    const socket = createConnection(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    if (tried === 150) throw new Error('the webhooks of JobSet are not served: see jobset.log');
    await sleep(200);
  }
}
