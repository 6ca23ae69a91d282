import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import type { KubernetesRequest } from './job.ts';
import { duration } from './schema-parts.ts';

/** One save, and what it takes to write it down. */
const GRACE_SECONDS = 120;
const WAIT_SECONDS = 7 * 86_400;
/** Not root, as the restricted Pod Security standard wants it. */
const USER = 1000;
const GPU_RESOURCE = 'nvidia.com/gpu';

const word = (pattern: RegExp, what: string) => z.string().regex(pattern, `is not ${what}`);
const name = (what: string) => word(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/, what);
const KEY = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;
const labelValue = word(/^(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$/, 'the value of a label');

const toleration = mapping({
  key: word(KEY, 'the key of a taint').optional().describe('Unset: every taint.'),
  value: labelValue.optional().describe('Unset: whatever its value is.'),
  effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional().describe('Unset: every effect.'),
  seconds: z
    .int()
    .min(0, 'is negative')
    .max(86_400, 'is more than a day')
    .optional()
    .describe('How long it is tolerated, with `NoExecute` alone. Unset: for ever.'),
});

export const kubernetesSchema = mapping({
  cpus: z
    .number()
    .positive('is not above 0')
    .max(4096, 'is above 4,096')
    .optional()
    .describe('CPU cores, asked for and the limit. Unset: the least of `resources.cpus`.'),
  memoryGb: z
    .number()
    .positive('is not above 0')
    .max(100_000, 'is above 100,000 GB')
    .optional()
    .describe('Memory in GB, asked for and the limit. Unset: the least of `resources.memory`.'),
  ephemeralGb: z
    .number()
    .positive('is not above 0')
    .max(100_000, 'is above 100,000 GB')
    .optional()
    .describe("Room on the node's own disk in GB, asked for and the limit. Unset: the cluster's default."),
  gpuResource: word(KEY, 'the name of a resource')
    .default(GPU_RESOURCE)
    .describe('What the cluster calls its cards.'),
  nodeSelector: z
    .record(word(KEY, 'the key of a label'), labelValue)
    .optional()
    .describe('Labels of the node, such as `nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB`.'),
  tolerations: z
    .array(toleration)
    .min(1, 'is empty; leave it out')
    .max(20)
    .optional()
    .describe('Taints that it runs beside. The one of the cards is tolerated where cards are asked for.'),
  priorityClass: name('the name of a priority class').optional().describe('`priorityClassName`.'),
  imagePullSecrets: z
    .array(name('the name of a Secret'))
    .min(1, 'is empty; leave it out')
    .max(10)
    .optional()
    .describe('Secrets of the namespace by which an `image` is pulled that is not public.'),
  kueue: word(/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/, 'the name of a LocalQueue, of up to 63 letters')
    .optional()
    .describe(
      'The LocalQueue of Kueue in which it waits. An eviction by Kueue is a suspension: it goes on later.',
    ),
  graceSeconds: z
    .int()
    .min(10, 'is less than 10 s, in which nothing is saved')
    .max(3600, 'is more than an hour')
    .default(GRACE_SECONDS)
    .describe('How long it may take to save when its pod is taken away (`terminationGracePeriodSeconds`).'),
  wait: duration
    .default(WAIT_SECONDS)
    .describe('How long it may wait for a node beside the time that it runs, before Kubernetes gives it up.'),
  user: z
    .int()
    .min(0, 'is negative')
    .max(2 ** 31 - 1, 'is no number of a user')
    .default(USER)
    .describe(
      'Number of the user and group as which it runs, to whom the claim is opened. 0 is root, which the restricted Pod Security standard refuses.',
    ),
});

/** What is asked of a cluster where the candidate says nothing. */
export const ASKED_OF_KUBERNETES: KubernetesRequest = {
  gpuResource: GPU_RESOURCE,
  nodeSelector: {},
  tolerations: [],
  imagePullSecrets: [],
  graceSeconds: GRACE_SECONDS,
  waitSeconds: WAIT_SECONDS,
  user: USER,
};

export function kubernetesOf(file: z.output<typeof kubernetesSchema>): KubernetesRequest {
  const { cpus, memoryGb, ephemeralGb, priorityClass, kueue, wait, gpuResource, graceSeconds, user } = file;
  return {
    gpuResource,
    graceSeconds,
    user,
    waitSeconds: wait,
    nodeSelector: file.nodeSelector ?? {},
    imagePullSecrets: file.imagePullSecrets ?? [],
    tolerations: (file.tolerations ?? []).map(({ key, value, effect, seconds }) => ({
      ...(key === undefined ? {} : { key }),
      ...(value === undefined ? { operator: 'Exists' } : { operator: 'Equal', value }),
      ...(effect === undefined ? {} : { effect }),
      ...(seconds === undefined ? {} : { tolerationSeconds: seconds }),
    })),
    ...(cpus === undefined ? {} : { cpus }),
    ...(memoryGb === undefined ? {} : { memoryGb }),
    ...(ephemeralGb === undefined ? {} : { ephemeralGb }),
    ...(priorityClass === undefined ? {} : { priorityClass }),
    ...(kueue === undefined ? {} : { kueue }),
  };
}
