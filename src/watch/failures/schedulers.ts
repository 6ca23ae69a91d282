import { type Signature, tier } from './failure.ts';
import { creepsToItsLimit } from './seen/memory.ts';
import { stepWithoutResources } from './seen/places.ts';

/** What schedulers say of a job: Slurm and Kubernetes. */
export const SCHEDULERS: readonly Signature[] = [
  ...tier('kernel', [
    {
      signature: 'F-P03',
      failureClass: 'HOST_OOM',
      in: ['scheduler'],
      line: /\bOUT_OF_ME(?:MORY|\+)/,
      shows: { line: '42|OUT_OF_MEMORY|0:125' },
      sure: 'proof',
      cause: 'the job used more memory than it asked for',
      fix: 'ask for a fifth more than MaxRSS; shrinking the batch is not the fix',
      source: 'sacct',
    },
  ]),
  ...tier('taken away', [
    {
      signature: 'F-K06',
      failureClass: 'REBOOT',
      in: ['log'],
      when: ({ rebooted }) => rebooted,
      shows: { otherwise: 'the box has another boot id than when the cell was started' },
      sure: 'proof',
      cause: 'the host rebooted under the run',
      fix: 'the identical command resumes from the newest checkpoint',
      source: 'Linux, /proc/sys/kernel/random/boot_id',
      probabilistic: true,
    },
    {
      signature: 'F-P04',
      failureClass: 'PREEMPTED',
      in: ['scheduler'],
      line: /\|(?:PREEMPTED|NODE_FAIL|BOOT_FAIL|REQUEUED)\b|\bState=(?:PREEMPTED|NODE_FAIL|BOOT_FAIL)\b|CANCELLED AT \S{1,40} DUE TO (?:PREEMPTION|NODE FAILURE)/,
      shows: { line: '42|NODE_FAIL|0:0' },
      sure: 'proof',
      cause: 'the scheduler took the nodes away, or lost one',
      fix: 'put it into the queue again; it resumes from the newest checkpoint',
      source: 'sacct, slurmstepd',
      probabilistic: true,
    },
  ]),
  ...tier('walltime', [
    {
      signature: 'F-P02',
      failureClass: 'WALLTIME',
      in: ['scheduler'],
      line: /\|TIMEOUT\b|\bState=TIMEOUT\b|CANCELLED AT \S{1,40} DUE TO TIME LIMIT/,
      shows: {
        line: 'slurmstepd: error: *** JOB 42 ON node1 CANCELLED AT 2026-05-01T08:22:00 DUE TO TIME LIMIT ***',
      },
      sure: 'proof',
      cause: 'the job reached the time that it had asked for',
      fix: 'queue it again, which resumes; more time (--time) only if the checkpoint does not get further',
      source: 'sacct, slurmstepd',
    },
    {
      signature: 'F-P06',
      failureClass: 'WALLTIME',
      in: ['scheduler'],
      line: /^[^\n]{0,200}\|0:(?:9|15)\|?\s{0,8}$/m,
      shows: { line: '42|FAILED|0:9' },
      sure: 'hint',
      cause:
        'a signal ended the job: 9 after a grace period, 15 at its begin; the time was over or the nodes were wanted',
      fix: 'the State of sacct says which; a handler for the first signal saves a checkpoint',
      source: 'sacct ExitCode',
    },
  ]),
  ...tier('own error', [
    {
      signature: 'F-P09',
      failureClass: 'ENV_BUG',
      in: ['scheduler'],
      sees: stepWithoutResources,
      shows: { otherwise: 'a step that sees other cards than its job asked for, or a single processor' },
      sure: 'hint',
      cause: 'a step does not inherit cards and processors of its job (Slurm 22.05 and newer)',
      fix: 'pass --gres and --cpus-per-task to srun, too',
      source: 'Slurm',
    },
    {
      signature: 'F-P11',
      failureClass: 'ENV_BUG',
      in: ['kubernetes'],
      line: /\b(?:ImagePullBackOff|ErrImagePull|InvalidImageName)\b/,
      shows: { line: 'trainer-0  0/1  ImagePullBackOff  0  5m' },
      sure: 'proof',
      cause: 'the image cannot be pulled: its name, its digest, or the secret for its registry',
      fix: 'kubectl describe names which; imagePullSecrets for a private one',
      source: 'Kubernetes',
    },
    {
      signature: 'F-P12',
      failureClass: 'ENV_BUG',
      in: ['kubernetes'],
      line: /\bFailedMount\b|unbound immediate PersistentVolumeClaims?|had untolerated taint/,
      shows: { line: '0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims.' },
      sure: 'proof',
      cause: 'a volume cannot be mounted, a claim is bound to nothing, or no node takes the pod',
      fix: 'look at the claim and its storage class; a toleration where a taint is named',
      source: 'Kubernetes',
    },
    {
      signature: 'F-P13',
      failureClass: 'CODE_BUG',
      in: ['kubernetes'],
      line: /spec\.template\.spec\.restartPolicy: (?:Required value|Unsupported value)/,
      shows: {
        line: 'spec.template.spec.restartPolicy: Unsupported value: "Always": supported values: "OnFailure", "Never"',
      },
      sure: 'proof',
      cause: 'a Job does not take this restart policy',
      fix: 'restartPolicy: Never or OnFailure',
      source: 'Kubernetes',
    },
    {
      signature: 'F-P14',
      failureClass: 'WALLTIME',
      in: ['kubernetes'],
      line: /\b(?:BackoffLimitExceeded|DeadlineExceeded)\b/,
      closer: ([word]) =>
        word === 'DeadlineExceeded'
          ? {
              failureClass: 'WALLTIME',
              cause: 'the Job reached activeDeadlineSeconds',
              fix: 'a longer deadline (`wait` and `budget.hours` of the job), or a run that resumes',
            }
          : {
              failureClass: 'CODE_BUG',
              cause: 'the pods of the Job failed as often as it lets them',
              fix: 'read the log of the last one (kubectl logs --previous)',
            },
      shows: { line: 'Warning  BackoffLimitExceeded  Job has reached the specified backoff limit' },
      sure: 'proof',
      cause: 'the Job was given up',
      fix: 'its reason says why',
      source: 'Kubernetes',
    },
    {
      signature: 'F-P05',
      failureClass: 'CODE_BUG',
      in: ['scheduler'],
      line: /\|(FAILED|CANCELLED(?: by \d{1,9})?|DEADLINE)\|/,
      closer: ([, state = '']) =>
        state.startsWith('CANCELLED')
          ? {
              failureClass: 'STOPPED',
              cause: 'somebody cancelled the job',
              fix: 'ask who; it resumes when it is queued again',
            }
          : state === 'DEADLINE'
            ? {
                failureClass: 'WALLTIME',
                cause: 'the job could not have ended before its deadline',
                fix: 'a later --deadline, or less work',
              }
            : {
                failureClass: 'CODE_BUG',
                cause: 'the command of the job ended with an error',
                fix: 'its log says which',
              },
      shows: { line: '42|FAILED|1:0' },
      sure: 'proof',
      cause: 'the job ended otherwise than well',
      fix: 'its state says why',
      source: 'sacct',
    },
  ]),
  ...tier('line and rent', [
    {
      signature: 'F-P07',
      failureClass: 'CAPACITY',
      in: ['scheduler'],
      line: /\((?:Resources|Priority|QOS[A-Za-z]{1,60}|Assoc[A-Za-z]{1,60}|ReqNodeNotAvail[^)\n]{0,80})\)/,
      shows: { line: '42 gpu train me PD 0:00 1 (QOSMaxGRESPerUser)' },
      sure: 'proof',
      cause: 'the job waits for room or for its turn',
      fix: 'wait, or ask for less',
      source: 'squeue',
    },
    {
      signature: 'F-P10',
      failureClass: 'CAPACITY',
      in: ['kubernetes'],
      line: /Insufficient nvidia\.com\/gpu/,
      shows: { line: '0/3 nodes are available: 3 Insufficient nvidia.com/gpu.' },
      sure: 'proof',
      cause: 'no node has a free card, or the plugin that offers them is down',
      fix: 'where all nodes show 0 allocatable cards, look at the device plugin; else wait',
      source: 'Kubernetes',
    },
    {
      signature: 'F-P08',
      failureClass: 'HOST_OOM',
      in: ['scheduler'],
      sees: creepsToItsLimit,
      shows: { otherwise: 'MaxRSS of sstat that creeps towards the memory that was asked for' },
      sure: 'hint',
      cause: 'the job will soon be killed for memory',
      fix: 'a checkpoint now, and more memory for the next one',
      source: 'sstat',
    },
  ]),
  ...tier('complete', [
    {
      signature: 'F-P01',
      failureClass: 'COMPLETE',
      in: ['scheduler'],
      line: /\|COMPLETED\|/,
      shows: { line: '42|COMPLETED|0:0' },
      sure: 'hint',
      cause: 'the scheduler says that the command returned 0',
      fix: 'collect and verify: a claim is no artifact',
      source: 'sacct',
    },
  ]),
];
