import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { besideSsh, type Wanted } from '../../src/course/beside-ssh.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Lease } from '../../src/lease/run.ts';

const said = (queue: string, boxId: string, wanted: Wanted): string =>
  besideSsh(
    fold('tiny-1a2b', []),
    { name: 'tiny-1a2b-1', platform: 'a queue', boxId, intent: { queue } } as unknown as Lease,
    wanted,
  ).message;

describe('what gets into the machine of a queue', () => {
  it('is a step of its own on Slurm, and a line over the login node for a port', () => {
    const shell = said('ssh://ada@login.example.org:2222', '4711;hpc', 'shell');
    assert.match(
      shell,
      /ssh -t -p 2222 ada@login\.example\.org srun -M hpc --jobid=4711 --overlap --pty sh\./,
    );
    assert.match(shell, /gpu-lease exec tiny-1a2b --/);
    assert.match(
      said('cluster', '4711', { port: 8888 }),
      /squeue -h -j 4711 -o %N names its node; then ssh -N -L 127\.0\.0\.1:8888:NODE:8888 cluster\./,
    );
  });

  it('is kubectl on Kubernetes, for a Job and for the pods of a JobSet', () => {
    const id = 'ml/tiny-1/0f0f0f0f-0000-0000-0000-000000000000/12345678';
    assert.match(
      said('kube://prod/ml/claim', id, 'shell'),
      /kubectl --context 'prod' -n ml exec -it job\/tiny-1 -- sh\./,
    );
    assert.match(
      said('kube:///ml/claim', `${id}/jobset`, { port: 6006 }),
      /kubectl -n ml get pods -l jobset\.sigs\.k8s\.io\/jobset-name=tiny-1, then kubectl -n ml port-forward POD 6006:6006\./,
    );
  });
});
