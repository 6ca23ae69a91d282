import { z } from 'zod';

/** The parts of the cluster's objects that are read here. Whatever else they hold is nobody's concern. */

const meta = z.object({
  name: z.string(),
  uid: z.string(),
  creationTimestamp: z.string().optional(),
  deletionTimestamp: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});

const condition = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  message: z.string().optional(),
});

const ended = z.object({
  exitCode: z.number(),
  reason: z.string().optional(),
  message: z.string().optional(),
});
const containerState = z.object({
  waiting: z.object({ reason: z.string().optional(), message: z.string().optional() }).optional(),
  running: z.object({ startedAt: z.string().optional() }).optional(),
  terminated: ended.optional(),
});

const podSpec = z.looseObject({ nodeName: z.string().optional() });

export const pod = z.object({
  metadata: meta,
  spec: podSpec,
  status: z.object({
    phase: z.string().optional(),
    reason: z.string().optional(),
    message: z.string().optional(),
    conditions: z.array(condition).optional(),
    containerStatuses: z.array(z.object({ name: z.string(), state: containerState.optional() })).optional(),
  }),
});
export type Pod = z.infer<typeof pod>;

export const job = z.object({
  metadata: meta,
  spec: z.object({
    suspend: z.boolean().optional(),
    completions: z.number().optional(),
    backoffLimitPerIndex: z.number().optional(),
    template: z.object({ spec: podSpec }),
  }),
  status: z.object({
    active: z.number().optional(),
    failed: z.number().optional(),
    /** Places, `1,3-5`. */
    completedIndexes: z.string().optional(),
    failedIndexes: z.string().optional(),
    conditions: z.array(condition).optional(),
  }),
});
export type Job = z.infer<typeof job>;

/** Only what a Job says, too; its condition of a good end has another name. */
export const jobSet = z
  .object({
    metadata: meta,
    spec: z.object({ suspend: z.boolean().optional() }),
    // Its controller writes it, which may not have come by yet.
    status: z.object({ conditions: z.array(condition).optional() }).optional(),
  })
  .transform(
    ({ metadata, spec, status }): Job => ({
      metadata,
      spec: { ...spec, template: { spec: {} } },
      status: {
        conditions: (status?.conditions ?? []).map(({ type, ...rest }) => ({
          ...rest,
          type: type === 'Completed' ? 'Complete' : type,
        })),
      },
    }),
  );

export const claim = z.object({
  metadata: meta,
  spec: z.object({ accessModes: z.array(z.string()).optional() }),
  status: z.object({ phase: z.string().optional() }).optional(),
});
export type Claim = z.infer<typeof claim>;

export const named = z.object({ metadata: meta });

const listed = <T extends z.ZodType>(item: T) =>
  z.object({
    metadata: z.object({ continue: z.string().optional() }).optional(),
    items: z.array(item),
  });
export const jobs = listed(job);
export const jobSets = listed(jobSet);
export const pods = listed(pod);
export const events = listed(
  z.object({
    type: z.string().optional(),
    reason: z.string().optional(),
    message: z.string().optional(),
    lastTimestamp: z.string().nullish(),
    eventTime: z.string().nullish(),
    metadata: z.object({ creationTimestamp: z.string().nullish() }),
  }),
);
export type Event = z.infer<typeof events>['items'][number];

/** Labels and annotations of ours. */
export const OWNER = 'gpu-lease/owner';
export const CLAIM = 'gpu-lease/claim';
export const PLACE = 'gpu-lease/place';
export const LEASE = 'gpu-lease/lease';
export const PRICE = 'gpu-lease/usd-per-hour';
export const BEGUN = 'gpu-lease/begun';
export const KUEUE = 'gpu-lease/kueue';
/** Annotation of a pod of an Indexed Job: its place. */
export const INDEX = 'batch.kubernetes.io/job-completion-index';
export const SECRETS = 'gpu-lease/secrets';

/** By which Kueue knows what it lets go. */
export const QUEUE_NAME = 'kueue.x-k8s.io/queue-name';
/** No LocalQueue has it: what bears no name Kueue gives the namespace's default queue, which would let go what is held. */
export const NO_QUEUE = 'gpu-lease-held';

/** Where the claim is mounted; the home of everything that runs there. */
export const HOME = '/checkpoints';
/** The one container of a pod of ours. */
export const CONTAINER = 'main';
