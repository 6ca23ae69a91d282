import { z } from 'zod';
import { LEVELS } from '../evidence-level.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is not 64 lower-case hex digits');
const count = z.number().int().min(0);
const at = z.string().describe('ISO 8601, UTC, by the clock of whoever wrote it down.');
const level = z.enum(LEVELS);

const AuditSchema = z.object({
  at,
  fit: z.boolean(),
  findings: z.array(z.object({ id: z.string(), level: z.string(), what: z.string() })),
  measured: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
});

const BoxSchema = z.object({
  lease: z.string(),
  platform: z.string(),
  offer: z.string(),
  audit: AuditSchema.optional().describe('The last one before the seal.'),
});

const AttemptSchema = z.object({
  attempt: count,
  lease: z.string(),
  at,
  codeHash: z.string().describe('Of the code, as it was proven on the box.'),
  from: z
    .array(z.object({ cell: z.string(), step: z.number(), source: z.string() }))
    .describe('What each cell went on from; cells that are absent began afresh.'),
});

const PreemptionSchema = z.object({
  lease: z.string(),
  attempt: count.describe('The attempt that ended with it; 0 where none had begun.'),
  at,
  what: z.string().describe('box, process, evicted or disk.'),
  why: z.string(),
  steps: z
    .array(z.object({ cell: z.string(), verified: z.number() }))
    .describe('Of each cell the newest step of which a verified copy was held then.'),
});

const FileSchema = z.object({
  name: z.string().describe('That of the subject: CELL/PATH.'),
  bytes: count,
  role: z.string(),
  verdict: z.enum(['pass', 'pass-degraded', 'unclaimed']),
  level: level.optional(),
});

const BeginningSchema = z.object({
  run: z.string(),
  seal: z.object({ sha256 }).describe('Of that run, when it was begun from.'),
  commit: z.string(),
  configuration: z.object({ sha256 }),
  digest: z.object({ sha256 }).describe('Over the cells below, as canonical JSON of the record.'),
  cells: z.array(
    z.object({
      cell: z.string(),
      of: z.string().describe('Cell of that run.'),
      name: z.string(),
      step: z.number().optional(),
      files: z.array(z.object({ name: z.string(), bytes: count, digest: z.object({ sha256 }) })),
    }),
  ),
});

/** What a run that was sealed attests of its artifacts, version 1. Names no person: logs of signatures are public and for ever. */
export const RunPredicateSchema = z.object({
  run: z.string(),
  job: z.string(),
  repository: z.string().optional().describe('OWNER/NAME, where the record says it.'),
  commit: z.string(),
  dirty: z.boolean().describe('Made from a work tree with uncommitted changes.'),
  codeHash: z.string(),
  configuration: z
    .object({ sha256 })
    .describe('Of everything in the job file that determines the computation.'),
  smoke: z.enum(['passed', 'waived', 'missing']),
  seal: z.object({ sha256, level, verified: count, opaque: count.optional(), bytes: count }),
  files: z.array(FileSchema),
  boxes: z.array(BoxSchema).describe('Every box that an attempt ran on, in the order of their leases.'),
  attempts: z.array(AttemptSchema),
  preemptions: z.array(PreemptionSchema),
  approvals: z
    .array(z.object({ at, via: z.string(), level, expiresAt: z.string(), platforms: z.array(z.string()) }))
    .describe('Given in advance; a word for this very seal comes after it, and stands in the record.'),
  earlier: z
    .array(
      z.object({
        commit: z.string(),
        codeHash: z.string(),
        configuration: z.object({ sha256 }),
        untilAttempt: count,
      }),
    )
    .optional()
    .describe(
      'What the attempts up to `untilAttempt` ran, before a person mended the job on the box that was held.',
    ),
  from: BeginningSchema.optional().describe('The sealed checkpoint of another run that it began from.'),
  data: z.array(
    z.object({ from: z.string(), to: z.string(), revision: z.string().optional(), sha256: z.string() }),
  ),
  tool: z.object({ name: z.literal('gpu-lease'), version: z.string() }),
});

export type RunPredicate = z.infer<typeof RunPredicateSchema>;
