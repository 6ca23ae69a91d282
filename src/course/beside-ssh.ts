import { quoteWord } from '../box/shell-quote.ts';
import { parseSshTarget } from '../box/ssh-target.ts';
import { parseKubeTarget } from '../job/kube-target.ts';
import { costing, type Lease, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';

/** What a person wants of a machine that takes no login of ours. */
export type Wanted = 'shell' | { port: number };

/** A queue's own program gets in where no SSH does: the line to type, or several. */
export function besideSsh(run: Run, lease: Lease, wanted: Wanted): Problem {
  const what = wanted === 'shell' ? 'no login of ours' : 'no connection through us';
  return new Problem({
    code: 'no-ssh-there',
    kind: 'usage',
    what: `What ${lease.name} runs on is given by ${lease.platform} and takes ${what}.`,
    next: `While it runs: ${lineOf(lease, wanted)}. A command without a terminal, where the submission was handed over: gpu-lease exec ${run.id} -- ls`,
    costing: costing(run),
  });
}

function lineOf({ intent: { queue = '' }, boxId = '' }: Lease, wanted: Wanted): string {
  const kube = parseKubeTarget(queue);
  if (!kube) return onLoginNode(queue, boxId, wanted);
  const [, name = '', , , mark] = boxId.split('/');
  const kubectl = `kubectl ${kube.context === undefined ? '' : `--context ${quoteWord(kube.context)} `}-n ${kube.namespace}`;
  const [pod, first] =
    mark === 'jobset'
      ? ['POD', `${kubectl} get pods -l jobset.sigs.k8s.io/jobset-name=${name}, then `]
      : [`job/${name}`, ''];
  return wanted === 'shell'
    ? `${first}${kubectl} exec -it ${pod} -- sh`
    : `${first}${kubectl} port-forward ${pod} ${wanted.port}:${wanted.port}`;
}

/** A step of its own within the allocation, which takes none of its cards. */
function onLoginNode(queue: string, boxId: string, wanted: Wanted): string {
  const { host, user, port } = parseSshTarget(queue);
  const to = `${port === undefined ? '' : `-p ${port} `}${user === undefined ? '' : `${user}@`}${host}`;
  const [job = '', cluster] = boxId.split(';');
  const where = cluster === undefined ? '' : `-M ${cluster} `;
  return wanted === 'shell'
    ? `ssh -t ${to} srun ${where}--jobid=${job} --overlap --pty sh`
    : `ssh ${to} squeue ${where}-h -j ${job} -o %N names its node; then ssh -N -L 127.0.0.1:${wanted.port}:NODE:${wanted.port} ${to}`;
}
