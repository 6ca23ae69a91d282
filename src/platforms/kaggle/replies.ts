import { z } from 'zod';

/** What Kaggle answers, as far as it is used; the rest is left alone. A field that has its default is not sent. */

export const errorSchema = z.looseObject({ code: z.number().optional(), message: z.string().optional() });

const list = z.array(z.string()).nullish();

export const SavedKernel = z.looseObject({
  ref: z.string().nullish(),
  url: z.string().nullish(),
  versionNumber: z.int().nullish(),
  error: z.string().nullish(),
  invalidTags: list,
  invalidDatasetSources: list,
  invalidCompetitionSources: list,
  invalidKernelSources: list,
  invalidModelSources: list,
});
export type SavedKernel = z.output<typeof SavedKernel>;

export const Kernel = z.looseObject({
  metadata: z.looseObject({ slug: z.string().nullish(), currentVersionNumber: z.int().nullish() }),
  blob: z.looseObject({ source: z.string().nullish() }),
});

/** Kernels of an account. One that was never run has no time. */
export const KernelList = z.looseObject({
  kernels: z
    .array(
      z.looseObject({
        slug: z.string().nullish(),
        ref: z.string().nullish(),
        lastRunTime: z.string().nullish(),
      }),
    )
    .default([]),
});

export const SessionStatus = z.looseObject({
  status: z.string().default('QUEUED'),
  failureMessage: z.string().nullish(),
});

export const OutputPage = z.looseObject({
  files: z.array(z.looseObject({ url: z.string().nullish(), fileName: z.string().nullish() })).default([]),
  log: z.string().nullish(),
  nextPageToken: z.string().nullish(),
});

/** `7200s`, `7200.5s`. */
const seconds = z
  .string()
  .regex(/^-?\d{1,12}(?:\.\d{1,9})?s$/)
  .transform((text) => Number(text.slice(0, -1)))
  .nullish();
const quota = z
  .looseObject({ timeUsed: seconds, timeReserved: seconds, totalTimeAllowed: seconds })
  .nullish();

export const QuotaStatistics = z.looseObject({
  quotaRefreshTime: z.string().nullish(),
  gpuQuota: quota,
  tpuQuota: quota,
});
