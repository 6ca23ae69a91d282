import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keepSecrets } from '../../src/platforms/kubernetes/acts.ts';
import { type Kube, KubeRefused } from '../../src/platforms/kubernetes/api.ts';

const UID = '0b6e7a52-0000-4000-8000-000000000001';
const BOX = `train/tiny-7-1/${UID}/0b6e7a52`;
const EXISTS = new KubeRefused(409, 'AlreadyExists', 'secrets "x" already exists', 'POST');

/** An API server with one Job, written out. */
function serverWith(annotations: Record<string, string>, secretIsThere = false) {
  const calls: string[] = [];
  const bodies: string[] = [];
  let isThere = secretIsThere;
  const call: Kube['call'] = async ({ method, path, body, reply }) => {
    calls.push(`${method} ${path.split('/').at(-1)}`);
    bodies.push(JSON.stringify(body ?? ''));
    if (method === 'POST' && isThere) throw EXISTS;
    if (method === 'DELETE') isThere = false;
    const metadata = { name: 'tiny-7-1', uid: UID, annotations };
    return reply.parse({ metadata, spec: { template: { spec: {} } }, status: {} });
  };
  const kube = { call, unlessGone: call, namespace: 'train', target: 'kube://lab/train/work' } as Kube;
  return { calls, bodies, kube };
}

describe('the secrets of a Job', () => {
  it('are noted on it, and made as its own', async () => {
    const { kube, calls, bodies } = serverWith({});
    assert.equal(await keepSecrets(kube, BOX, 'A=1'), '/etc/gpu-lease/secrets');
    assert.deepEqual(calls, ['GET tiny-7-1', 'PATCH tiny-7-1', 'POST secrets']);
    assert.match(bodies[2] ?? '', new RegExp(`"ownerReferences":\\[\\{[^}]*"uid":"${UID}"`));
    assert.match(bodies[2] ?? '', new RegExp(Buffer.from('A=1').toString('base64')));
  });

  it('are made anew where an earlier try was cut', async () => {
    const { kube, calls } = serverWith({}, true);
    await keepSecrets(kube, BOX, 'A=2');
    const rest = ['POST secrets', 'DELETE gpu-lease-secrets-tiny-7-1', 'POST secrets'];
    assert.deepEqual(calls, ['GET tiny-7-1', 'PATCH tiny-7-1', ...rest]);
  });

  it('are not touched once it was let go: its pod may be about to read them', async () => {
    const { kube, calls } = serverWith({ 'gpu-lease/begun': 'yes' }, true);
    assert.equal(await keepSecrets(kube, BOX, 'A=2'), '/etc/gpu-lease/secrets');
    assert.deepEqual(calls, ['GET tiny-7-1']);
  });
});
