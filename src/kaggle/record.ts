import { z } from 'zod';
import { oneLine } from '../box/stranger-text.ts';
import { filesOf } from '../colab/record.ts';
import type { ManifestRow } from '../collect/manifest.ts';
import type { Job } from '../job/job.ts';

const SET_ID = /^\d{1,12}-\d{1,9}$/;

/** What a session writes last, `run.json`: a stranger's word until every file was held against it. */
const RecordSchema = z.object({
  format: z.literal('gpu-lease-kaggle/1'),
  run: z.string().regex(/^[a-z0-9-]{1,80}$/),
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  session: z.int().min(1).max(1000),
  /** Seconds since 1970. */
  began: z.int(),
  ended: z.int(),
  gpus: z.array(z.string().max(200)).max(64),
  /** What went wrong outside of a command. */
  fault: z
    .string()
    .transform((text) => oneLine(text, 500))
    .nullable(),
  /** Every job has one: a record without any says nothing of the work. */
  cells: z
    .array(
      z.object({
        name: z.string().max(200),
        /** `null`: it did not run, or not to its end. */
        exitCode: z.int().nullable(),
        /** Checkpoint that it went on from, and the newest that it leaves. */
        from: z.string().regex(SET_ID).nullable(),
        saved: z.string().regex(SET_ID).nullable(),
        /** In this session. */
        ran: z.boolean(),
        /** Its artifacts are in the output, with a manifest. */
        kept: z.boolean(),
      }),
    )
    .min(1),
  files: z.array(z.looseObject({ cell: z.string() })),
});
export type KernelRecord = z.output<typeof RecordSchema>;

export function readRecord(text: string): KernelRecord | undefined {
  try {
    return RecordSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** @throws Problem `unsafe-names` */
export const filesOfRecord = (record: KernelRecord, job: Job): ManifestRow[] => filesOf(record, job);
