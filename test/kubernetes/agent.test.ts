// Over ten seconds: a real control plane runs pods on our nodes, and kubectl, which is not ours, sees what a kubelet would tell.
// In turn: a control plane beside the lives on it
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { type KubeCluster, kubeCluster } from './cluster.ts';
import { claimOf, eventsOf, jobOf, onVolume, type Pod, podOf, terminatedOf, until } from './objects.ts';

let cluster: KubeCluster;

const hasPhase = (phase: string) => (pod: Pod) => pod.status.phase === phase;
const isWaitingBy = (reason: string) => (pod: Pod) =>
  pod.status.containerStatuses?.[0]?.state.waiting?.reason === reason;
const on = (node: string) => ({ nodeSelector: { 'kubernetes.io/hostname': node } });

/** A program beside the tests that is fed and read. */
function kubectl(...args: string[]) {
  const child = spawn('kubectl', ['--kubeconfig', cluster.kubeconfig, ...args]);
  const output = text(child.stdout);
  const said = text(child.stderr);
  return {
    child,
    ended: async () => {
      const [code] = await once(child, 'close');
      return { code, output: await output, said: await said };
    },
  };
}

describe('pods on the nodes of a test cluster', { skip: missing('kube'), concurrency: 5 }, () => {
  before(async () => {
    cluster = await kubeCluster([{ name: 'one', gpus: 2 }, { name: 'two' }]);
  });
  after(() => cluster?.down());

  it('run as a Job to its success, and keep their log', async () => {
    await cluster.apply(jobOf('hello', { command: ['sh', '-c', 'echo hello; echo oops >&2'] }));
    await cluster.kubectl('wait', '--for=condition=complete', 'job/hello', '--timeout=60s');
    const log = await cluster.kubectl('logs', 'job/hello');
    assert.deepEqual(log.trim().split('\n').sort(), ['hello', 'oops']);
  });

  it('tell an exit code, and what the container said last', async () => {
    const command = ['sh', '-c', 'echo out of luck > /dev/termination-log; exit 7'];
    await cluster.apply(podOf('seven', { command }));
    const { exitCode, reason, message } = terminatedOf(await until(cluster, 'seven', hasPhase('Failed')));
    assert.deepEqual(
      { exitCode, reason, message },
      { exitCode: 7, reason: 'Error', message: 'out of luck\n' },
    );
  });

  it('are killed for more memory than their limit', async () => {
    const container = { resources: { limits: { memory: '48Mi' } } };
    await cluster.apply(podOf('hungry', { command: ['sh', '-c', 'tail /dev/zero & wait $!'], container }));
    const { exitCode, reason } = terminatedOf(await until(cluster, 'hungry', hasPhase('Failed')));
    assert.deepEqual({ exitCode, reason }, { exitCode: 137, reason: 'OOMKilled' });
  });

  it('start again after a failure where their policy says so, and show the log of before', async () => {
    const command = ['sh', '-c', 'date +%N; exit 3'];
    await cluster.apply(podOf('again', { command, spec: { restartPolicy: 'OnFailure' } }));
    const pod = await until(cluster, 'again', isWaitingBy('CrashLoopBackOff'));
    assert.equal(pod.status.phase, 'Running');
    assert.equal(pod.status.containerStatuses?.[0]?.lastState.terminated?.exitCode, 3);
    assert.ok((pod.status.containerStatuses?.[0]?.restartCount ?? 0) >= 1);
    assert.match(await cluster.kubectl('logs', 'again'), /^\d+\n$/);
    await until(cluster, 'again', ({ status }) => (status.containerStatuses?.[0]?.restartCount ?? 0) >= 2);
    assert.match(await cluster.kubectl('logs', 'again', '--previous'), /^\d+\n$/);
    await cluster.kubectl('delete', 'pod', 'again', '--wait=false');
  });

  it('fail by name where their program does not exist', async () => {
    await cluster.apply(podOf('absent', { command: ['no-such-program'] }));
    const { exitCode, reason, message } = terminatedOf(await until(cluster, 'absent', hasPhase('Failed')));
    assert.deepEqual({ exitCode, reason }, { exitCode: 128, reason: 'StartError' });
    assert.match(message ?? '', /exec: "no-such-program": executable file not found in \$PATH$/);
  });

  it('run their init containers first, one after the other, and nothing after one that fails', async () => {
    const init = (name: string, script: string) => ({
      name,
      image: 'registry.test/init:1',
      command: ['sh', '-ec', script],
      volumeMounts: [{ name: 'shared', mountPath: '/shared' }],
    });
    const wish = (initContainers: object[]) => ({
      command: ['cat', '/shared/order'],
      container: { volumeMounts: [{ name: 'shared', mountPath: '/shared' }] },
      spec: { initContainers, volumes: [{ name: 'shared', emptyDir: {} }] },
    });
    const first = init('first', 'echo first >> /shared/order');
    await cluster.apply(podOf('inits', wish([first, init('second', 'echo second >> /shared/order')])));
    await cluster.apply(podOf('stuck', wish([init('fails', 'exit 4'), first])));
    await until(cluster, 'inits', hasPhase('Succeeded'));
    assert.equal(await cluster.kubectl('logs', 'inits'), 'first\nsecond\n');
    const { status } = await until(cluster, 'stuck', hasPhase('Failed'));
    const reasons = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])].map(
      ({ state }) => state.terminated?.exitCode ?? state.waiting?.reason,
    );
    assert.deepEqual(reasons, [4, 'PodInitializing', 'PodInitializing']);
  });

  it('end a sidecar after the others have ended', async () => {
    const sidecar = {
      name: 'side',
      image: 'registry.test/side:1',
      restartPolicy: 'Always',
      command: ['sh', '-c', 'trap "echo saved; exit 0" TERM; while :; do sleep 0.1; done'],
    };
    await cluster.apply(podOf('with-side', { command: ['sleep', '1'], spec: { initContainers: [sidecar] } }));
    await until(cluster, 'with-side', hasPhase('Succeeded'));
    assert.equal(await cluster.kubectl('logs', 'with-side', '-c', 'side'), 'saved\n');
  });

  it('find on a claim what the last one left there, and lose what they write elsewhere', async () => {
    const writer = onVolume('writer', 'kept', 'echo step 5 > /checkpoints/latest; echo x > /lost');
    await cluster.apply(claimOf('kept'), writer);
    await until(cluster, 'writer', hasPhase('Succeeded'));
    await cluster.apply(onVolume('reader', 'kept', 'cat /checkpoints/latest; test ! -e /lost'));
    await until(cluster, 'reader', hasPhase('Succeeded'));
    assert.equal(await cluster.kubectl('logs', 'reader'), 'step 5\n');
    const folder = await cluster.volumeFolder('kept');
    assert.equal(readFileSync(join(folder, 'latest'), 'utf8'), 'step 5\n');
    await cluster.kubectl('delete', 'pod', 'writer', 'reader');
    await cluster.kubectl('delete', 'pvc', 'kept');
    await cluster.kubectl('wait', '--for=delete', `pv/${folder.split('/').at(-1)}`, '--timeout=30s');
    assert.throws(() => readFileSync(join(folder, 'latest')), /ENOENT/);
  });

  it('wait for a claim that one node may have alone, and share one that many may have', async () => {
    await cluster.apply(claimOf('alone'), claimOf('shared', 'ReadWriteMany'));
    await cluster.apply(onVolume('holder', 'alone', 'exec sleep 600', on('one')));
    await cluster.apply(onVolume('friend', 'shared', 'exec sleep 600', on('one')));
    await until(cluster, 'holder', hasPhase('Running'));
    await cluster.apply(onVolume('waiter', 'alone', 'exec sleep 600', on('two')));
    await cluster.apply(onVolume('guest', 'shared', 'exec sleep 600', on('two')));
    await until(cluster, 'guest', hasPhase('Running'));
    const words = await eventsOf(cluster, 'waiter', 'FailedAttachVolume');
    assert.match(
      words,
      /^Multi-Attach error for volume "pvc-\S+" Volume is already used by pod\(s\) holder$/m,
    );
    assert.ok(isWaitingBy('ContainerCreating')(await until(cluster, 'waiter', hasPhase('Pending'))));
    await cluster.kubectl('delete', 'pod', 'holder', 'friend', 'guest', '--grace-period=1');
    await until(cluster, 'waiter', hasPhase('Running'));
    await cluster.kubectl('delete', 'pod', 'waiter', '--grace-period=1');
  });

  it('know their index in an Indexed Job', async () => {
    const wish = { command: ['sh', '-c', 'echo cell $JOB_COMPLETION_INDEX of $HOSTNAME'] };
    const indexed = { completionMode: 'Indexed', completions: 3, parallelism: 3 };
    await cluster.apply(jobOf('cells', wish, indexed));
    await cluster.kubectl('wait', '--for=condition=complete', 'job/cells', '--timeout=60s');
    const log = await cluster.kubectl('logs', '-l', 'job-name=cells', '--prefix=false');
    assert.deepEqual(log.trim().split('\n').sort(), [
      'cell 0 of cells-0',
      'cell 1 of cells-1',
      'cell 2 of cells-2',
    ]);
  });

  it('see of the machine no variable, and what the pod gives from secrets, settings and itself', async () => {
    const script = 'env | sort; cat /in/key; stat -L -c %a /in/key; cat /set/a/rate';
    const container = {
      envFrom: [{ configMapRef: { name: 'settings' }, prefix: 'SET_' }],
      env: [
        { name: 'KEY', valueFrom: { secretKeyRef: { name: 'keys', key: 'key' } } },
        { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
        { name: 'SELF', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'BOTH', value: '$(SELF)@$(NODE) $(NONE) $$(SELF)' },
      ],
      resources: { limits: { 'nvidia.com/gpu': 2 } },
      volumeMounts: [
        { name: 'keys', mountPath: '/in' },
        { name: 'settings', mountPath: '/set' },
      ],
    };
    const volumes = [
      { name: 'keys', secret: { secretName: 'keys', defaultMode: 0o400 } },
      { name: 'settings', configMap: { name: 'settings', items: [{ key: 'rate', path: 'a/rate' }] } },
    ];
    await cluster.kubectl('create', 'secret', 'generic', 'keys', '--from-literal=key=k-1');
    await cluster.kubectl('create', 'configmap', 'settings', '--from-literal=rate=0.1');
    const automountServiceAccountToken = false;
    const spec = { volumes, automountServiceAccountToken };
    await cluster.apply(podOf('given', { command: ['sh', '-ec', script], container, spec }));
    await until(cluster, 'given', hasPhase('Succeeded'));
    const lines = (await cluster.kubectl('logs', 'given')).split('\n');
    const expected = ['BOTH=given@one $(NONE) $(SELF)', 'HOME=/root', 'HOSTNAME=given', 'KEY=k-1'];
    assert.deepEqual(lines.slice(0, 4), expected);
    assert.ok(lines.includes('NVIDIA_VISIBLE_DEVICES=GPU-one-0,GPU-one-1'));
    assert.ok(lines.includes('SET_rate=0.1'));
    assert.deepEqual(lines.slice(-2), ['k-1400', '0.1']);
    assert.ok(!lines.some((line) => line.startsWith('NODE_TEST_CONTEXT=')));
  });

  it('wait by name for a secret that is not there yet', async () => {
    const env = [{ name: 'KEY', valueFrom: { secretKeyRef: { name: 'late', key: 'key' } } }];
    await cluster.apply(podOf('early', { command: ['true'], container: { env } }));
    const pod = await until(cluster, 'early', isWaitingBy('CreateContainerConfigError'));
    assert.match(
      pod.status.containerStatuses?.[0]?.state.waiting?.message ?? '',
      /secrets? "late" not found/,
    );
    await cluster.kubectl('create', 'secret', 'generic', 'late', '--from-literal=key=k-2');
    await until(cluster, 'early', hasPhase('Succeeded'));
  });

  it('are what their security context makes of them', async () => {
    const securityContext = { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 2000 };
    const script = 'id -u; id -G; touch /checkpoints/mine; stat -c %g /checkpoints/mine';
    await cluster.apply(claimOf('lent'), onVolume('plain', 'lent', script, { securityContext }));
    await until(cluster, 'plain', hasPhase('Succeeded'));
    assert.equal(await cluster.kubectl('logs', 'plain'), '1000\n1000 2000\n2000\n');
    const root = { securityContext: { runAsNonRoot: true } };
    await cluster.apply(podOf('root', { command: ['true'], spec: root }));
    await until(cluster, 'root', isWaitingBy('CreateContainerConfigError'));
    await cluster.kubectl('delete', 'pod', 'root');
  });

  it('may speak to the API server as their service account, and no further than it may', async () => {
    const script =
      'at=/var/run/secrets/kubernetes.io/serviceaccount; curl -s --cacert $at/ca.crt -H "Authorization: Bearer $(cat $at/token)"' +
      ' https://$KUBERNETES_SERVICE_HOST:$KUBERNETES_SERVICE_PORT/api/v1/namespaces/$(cat $at/namespace)/pods';
    await cluster.apply(podOf('asker', { command: ['sh', '-c', script] }));
    await until(cluster, 'asker', hasPhase('Succeeded'));
    const { message } = JSON.parse(await cluster.kubectl('logs', 'asker'));
    assert.match(message, /User "system:serviceaccount:default:default" cannot list resource "pods"/);
  });

  it('are asked to end, and have their grace for a last word', async () => {
    const script = 'trap "sleep 1; echo saved > /checkpoints/last; exit 0" TERM; while :; do sleep 0.1; done';
    await cluster.apply(claimOf('last'), onVolume('polite', 'last', script));
    await until(cluster, 'polite', hasPhase('Running'));
    await cluster.kubectl('delete', 'pod', 'polite', '--grace-period=20');
    assert.equal(await cluster.get('pod', 'polite'), undefined);
    assert.equal(readFileSync(join(await cluster.volumeFolder('last'), 'last'), 'utf8'), 'saved\n');
  });

  it('are killed when their grace is over, with all that they started', async () => {
    const mark = `6${process.pid}00`;
    const script = `trap "" TERM; (trap "" TERM; sleep ${mark}) & while :; do sleep 0.1; done`;
    await cluster.apply(podOf('deaf', { command: ['sh', '-c', script] }));
    await until(cluster, 'deaf', hasPhase('Running'));
    const asked = Date.now();
    await cluster.kubectl('delete', 'pod', 'deaf', '--grace-period=2');
    assert.ok(Date.now() - asked >= 2_000);
    const left = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
    assert.ok(!left.includes(`sleep ${mark}`));
  });

  it('run a command beside them, with its input, its two outputs and its code', async () => {
    await cluster.apply(podOf('host', { command: ['sleep', '600'] }));
    await until(cluster, 'host', hasPhase('Running'));
    const script = 'echo $HOSTNAME; cat; echo no >&2; exit 9';
    const inside = kubectl('exec', '-i', 'host', '--', 'sh', '-c', script);
    inside.child.stdin.end('through\n');
    const { code, output, said } = await inside.ended();
    assert.deepEqual({ code, output }, { code: 9, output: 'host\nthrough\n' });
    assert.match(said, /^no\n/);
    const into = kubectl('exec', '-i', 'host', '--', 'tar', '-xf', '-', '-C', '/srv');
    into.child.stdin.end(execFileSync('tar', ['-cf', '-', '-C', import.meta.dirname, 'cluster.ts']));
    assert.equal((await into.ended()).code, 0);
    const back = await cluster.kubectl('exec', 'host', '--', 'cat', '/srv/cluster.ts');
    assert.equal(back, readFileSync(join(import.meta.dirname, 'cluster.ts'), 'utf8'));
    await cluster.kubectl('delete', 'pod', 'host', '--grace-period=1');
  });

  it('show their log while it grows, from where one asks', async () => {
    const script = 'for i in 1 2 3 4 5; do echo line $i; sleep 0.3; done';
    await cluster.apply(podOf('talker', { command: ['sh', '-c', script] }));
    await until(cluster, 'talker', (pod) => pod.status.phase !== 'Pending');
    const followed = await kubectl('logs', '-f', 'talker').ended();
    assert.equal(followed.output, 'line 1\nline 2\nline 3\nline 4\nline 5\n');
    assert.equal(await cluster.kubectl('logs', 'talker', '--tail=2'), 'line 4\nline 5\n');
    assert.equal(await cluster.kubectl('logs', 'talker', '--limit-bytes=4'), 'line');
    const stamped = await cluster.kubectl('logs', 'talker', '--timestamps', '--tail=1');
    assert.match(stamped, /^\d{4}-\d\d-\d\dT[\d:.]+Z line 5\n$/);
    const since = stamped.split(' ')[0] ?? '';
    // The API knows whole seconds only.
    const late = await cluster.kubectl('logs', 'talker', `--since-time=${since}`);
    assert.match(late, /line 5\n$/);
    assert.doesNotMatch(late, /line 1/);
  });

  it('wait for an image that nobody has', async () => {
    const container = { image: 'registry.test/trainer:missing' };
    await cluster.apply(podOf('imageless', { command: ['true'], container }));
    await until(cluster, 'imageless', isWaitingBy('ImagePullBackOff'));
    const words = await eventsOf(cluster, 'imageless', 'Failed');
    assert.match(words, /^Failed to pull image "registry\.test\/trainer:missing": .*not found$/m);
    assert.match(words, /^Error: ErrImagePull$/m);
    const log = await kubectl('logs', 'imageless').ended();
    assert.match(log.said, /is waiting to start: trying and failing to pull image/);
    await cluster.kubectl('delete', 'pod', 'imageless');
  });

  it('are evicted for what they write beyond their limits, and tell it', async () => {
    const script = 'head -c 3000000 /dev/zero > $0; sleep 600';
    const writing = (path: string) => ['sh', '-c', script, path];
    const resources = { limits: { 'ephemeral-storage': '1Mi' } };
    const scratch = {
      container: { volumeMounts: [{ name: 'scratch', mountPath: '/scratch' }] },
      spec: { volumes: [{ name: 'scratch', emptyDir: { sizeLimit: '1Mi' } }] },
    };
    await cluster.apply(podOf('layer', { command: writing('/big'), container: { resources } }));
    await cluster.apply(podOf('scratch', { command: writing('/scratch/big'), ...scratch }));
    const layer = (await until(cluster, 'layer', hasPhase('Failed'))).status;
    const volume = (await until(cluster, 'scratch', hasPhase('Failed'))).status;
    assert.deepEqual([layer.reason, volume.reason], ['Evicted', 'Evicted']);
    assert.match(layer.message ?? '', /exceeds the total limit of containers 1Mi\. $/);
    assert.equal(volume.message, 'Usage of EmptyDir volume "scratch" exceeds the limit "1Mi". ');
    const disruption = volume.conditions?.find(({ type }) => type === 'DisruptionTarget');
    assert.equal(disruption?.reason, 'TerminationByKubelet');
  });

  it('fail when they run longer than their own deadline', async () => {
    const spec = { activeDeadlineSeconds: 1, terminationGracePeriodSeconds: 0 };
    await cluster.apply(podOf('overdue', { command: ['sleep', '600'], spec }));
    assert.equal((await until(cluster, 'overdue', hasPhase('Failed'))).status.reason, 'DeadlineExceeded');
  });
});
