// Over ten seconds: a real control plane is asked what an account of it may do.
// In turn: a control plane beside the lives on it
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { diagnose, exitOf } from '../../src/cli/doctor.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import { systemClock } from '../../src/clock.ts';
import { apiProxy, kubeconfigOf } from '../kubernetes/api-proxy.ts';
import { type KubeCluster, kubeCluster } from '../kubernetes/cluster.ts';
import { leastAccount } from '../kubernetes/least-account.ts';
import { missing } from '../requirement.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';

const JOB = `name: tiny
run: python train.py
image: registry.test/trainer@sha256:${'ab'.repeat(32)}
candidates: [{ platform: kubernetes, queue: 'kube://test/default/work' }]
smoke: none
artifacts: [{ path: last.pt, role: checkpoint, keep: last }]
budget: { usd: 20, hours: 12, usdPerHour: 2 }
`;

describe('doctor, of a cluster', { skip: missing('kube'), timeout: 240_000 }, () => {
  const here = mkdtempSync(join(tmpdir(), 'gpu-lease-doctor-kube-'));
  let cluster: KubeCluster;
  let twin: GitHubTwin;
  before(async () => {
    twin = await startGitHubTwin({ clock: systemClock });
    cluster = await kubeCluster([]);
  });
  after(async () => {
    rmSync(here, { recursive: true, force: true });
    await twin?.close();
    await cluster?.down();
  });

  async function ofCluster(kubeconfig: string | undefined, job = JOB) {
    writeFileSync(join(here, 'gpu-lease.yml'), job);
    const kube = kubeconfig === undefined ? {} : { KUBE_CONFIG: kubeconfig };
    const env = { ...twin.env, GH_TOKEN: twin.token, HOME: here, ...kube };
    const diagnosis = await diagnose(settingsOf({ given: {} }, env, here), AbortSignal.timeout(60_000));
    const found = diagnosis.findings.filter(({ code }) => code.startsWith('cluster-'));
    return { found, exit: exitOf(diagnosis) };
  }
  const as = (token: string) => kubeconfigOf(cluster.server, token, cluster.ca);

  it('finds that the role of the example is enough, and asks for nothing that it does not give', async () => {
    assert.deepEqual((await ofCluster(as(await leastAccount(cluster)))).found, []);
  });

  for (const [left, refused] of [
    ['events', /may not: list events\. /],
    ['pods/exec', /may not: get pods\/exec, create pods\/exec\. /],
    ['pods', /may not: create pods, get pods, list pods, delete pods\. /],
    ['persistentvolumeclaims', /may not: get persistentvolumeclaims, patch persistentvolumeclaims\. /],
    ['secrets', /may not: create secrets, delete secrets\. /],
    ['serviceaccounts', /may not: get serviceaccounts\. /],
    ['jobs', /may not: create jobs, get jobs, list jobs, patch jobs, delete jobs\. /],
  ] as const)
    it(`names what a role without ${left} refuses, and the line to apply`, async () => {
      const { found, exit } = await ofCluster(as(await leastAccount(cluster, left)));
      const [{ code, level, what, fix } = assert.fail('nothing was found'), ...more] = found;
      assert.deepEqual([code, level, more], ['cluster-rights', 'fault', []]);
      assert.match(what, refused);
      assert.match(fix, /kubectl apply -n default -f examples\/kubernetes\/rbac\.yml$/);
      assert.equal(exit, 1);
    });

  it('asks for JobSets where the job has several nodes alone, and says where the cluster has none', async () => {
    const several = `${JOB}resources: { nodes: 2 }\n`;
    const without = as(await leastAccount(cluster, 'jobsets'));
    assert.deepEqual((await ofCluster(without)).found, []);
    const [rights, lacks, ...more] = (await ofCluster(without, several)).found;
    assert.deepEqual([rights?.code, lacks?.code, more], ['cluster-rights', 'cluster-lacks', []]);
    assert.match(
      rights?.what ?? '',
      /may not: create jobsets, get jobsets, list jobsets, patch jobsets, delete jobsets\. /,
    );
    assert.match(
      lacks?.what ?? '',
      /has no JobSet \(jobset\.x-k8s\.io\/v1alpha2\), by which several nodes are started/,
    );
    const { found } = await ofCluster(as(await leastAccount(cluster)), several);
    assert.deepEqual(
      found.map(({ code }) => code),
      ['cluster-lacks'],
    );
  });

  it('makes nothing there', async () => {
    const proxy = await apiProxy(cluster);
    await ofCluster(proxy.kubeconfig(await leastAccount(cluster)));
    await proxy.close();
    const asked = proxy.calls.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`);
    assert.deepEqual([...new Set(asked)], ['POST selfsubjectaccessreviews']);
  });

  it('says that it could not ask where nobody answers or no kubeconfig is, and a token of nobody is a fault', async () => {
    const levels = async (kubeconfig?: string) =>
      (await ofCluster(kubeconfig)).found.map(({ level }) => level);
    assert.deepEqual(await levels(), ['unknown']);
    assert.deepEqual(await levels(kubeconfigOf('https://127.0.0.1:1', 'nobody')), ['unknown']);
    assert.deepEqual(await levels(as('nobody')), ['fault']);
  });
});
