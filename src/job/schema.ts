import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import { approvalSchema } from './approval-schema.ts';
import { artifactSchema, checkpointSchema, metricsSchema } from './artifact-schema.ts';
import { candidateSchema } from './candidate-schema.ts';
import { cellsSchema, sweepSchema, variableName, varsSchema } from './cells-schema.ts';
import { dataSchema } from './data-schema.ts';
import { PREFLIGHT } from './job.ts';
import { notifySchema } from './notify-schema.ts';
import { filePath } from './path-schema.ts';
import { resourcesSchema } from './resources-schema.ts';
import { duration, oneLine, refined, size } from './schema-parts.ts';
import { storageSchema } from './storage-schema.ts';
import { endpointFault, storeSchema } from './store-schema.ts';

/**
 * `gpu-lease.yml` as people write it. Strict everywhere: a key that is not known is a mistake, never a default.
 * Descriptions travel into the JSON Schema that editors complete from, and into docs/job-file.md.
 *
 * The output is still in the file's own words, with durations in seconds and sizes in bytes or GB; `assemble.ts` makes
 * the `Job`.
 */

const NAME = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;
const RUN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
const IMAGE = /^[a-z0-9][a-z0-9._:/-]*@sha256:[0-9a-f]{64}$/;
const command = z
  .string()
  .refine((text) => text.trim() !== '', 'is empty; write the command, or `true` to do nothing on purpose')
  .refine((text) => !text.includes('\u0000'), 'holds a NUL character')
  .refine((text) => text.length <= 65_536, 'is longer than 64 KiB; put it into a script in the repository');

const optionalCommand = z
  .string()
  .refine(
    (text) => !text.includes('\u0000') && text.length <= 65_536,
    'holds a NUL character or passes 64 KiB',
  );

const secretsSchema = z
  .array(
    z.union([
      variableName,
      mapping({
        name: variableName.describe('Name of the secret.'),
        because: z
          .string()
          .refine((text) => text.trim() !== '', 'is empty; say what the job needs it for')
          .refine((text) => text.length <= 500, 'is longer than 500 characters')
          .describe(
            "Why the job needs it on the box. Only so may a platform's key or a token of GitHub or the runner be named.",
          ),
      }),
    ]),
  )
  .max(100)
  .describe(
    'Names of secrets. Their values are taken from the environment of gpu-lease and go to the box by stdin; they never stand in this file.',
  );

const indexSchema = mapping({
  url: refined(oneLine, endpointFault).describe('Its address, such as https://pypi.example.org/simple.'),
  token: variableName.optional().describe('Name of the secret that opens it. Unset: it is open.'),
}).describe('Package index that is asked instead of the public one.');

const requirementsSchema = z
  .union([
    filePath,
    mapping({
      file: filePath.describe(
        'Requirements file, `uv.lock`, `poetry.lock`, `pyproject.toml` or `environment.yml`, relative to the repository. Of a lock exactly what it holds is installed.',
      ),
      index: indexSchema.optional(),
      torch: z
        .enum(['keep-image', 'as-pinned'])
        .optional()
        .describe(
          '`keep-image` leaves out torch, torchvision and torchaudio and uses those of the image; `as-pinned` installs them as the file says.',
        ),
    }),
  ])
  .describe('Python requirements to install on the box before the first cell. Pin every version.');

const drillSchema = z.union([
  z.enum(['none', 'exact']),
  mapping({
    run: command.optional().describe('Command of the drill. Unset: the command of the smoke.'),
    timeout: duration.optional().describe('Bound of the whole drill. Unset: the timeout of the smoke.'),
    exact: z
      .boolean()
      .default(false)
      .describe(
        'Whether the run that was killed must end as one that never was: the same losses to 1e-6, the same tensors. Runs the command to its end twice.',
      ),
  }),
]);

const smokeSchema = z
  .union([
    z.literal('none'),
    mapping({
      run: command.describe(
        'A tiny run of the same entry point: a few steps on a CPU. Writes to `$GPU_LEASE_OUT`.',
      ),
      setup: optionalCommand
        .optional()
        .describe(
          'Command before it. Unset: none; the `setup` of the job is meant for the box and is not used here.',
        ),
      timeout: duration
        .refine((seconds) => seconds <= 3600, 'is longer than 1 h; a smoke is a small run')
        .default(300)
        .meta({ typed: '5min', description: 'Bound of the run.' }),
      memory: size.default(4e9).meta({ typed: '4GB', description: 'Memory the run may use.' }),
      threads: z.int().min(1).max(64).default(2).describe('CPU threads the run may use.'),
      drill: drillSchema
        .optional()
        .describe(
          'Kill it after its first checkpoint, run it again in a fresh folder that holds what another box would be given, and require that it continues. `exact`: also that it ends as a run that was never killed. Unset: drilled whenever `checkpoint` says that a run can resume.',
        ),
    }),
  ])
  .describe(
    'The CPU run that must pass before anything is rented, or `none` (a warning wherever the run is shown).',
  );

const preflightSchema = z
  .union([
    z.literal('none'),
    mapping({
      timeout: duration
        .refine((seconds) => seconds >= 20 && seconds <= 600, 'is not between 20 s and 10 min')
        .default(PREFLIGHT.timeoutSeconds)
        .meta({ typed: '60s', description: 'What has not answered by then is a fault.' }),
      gbps: z
        .number()
        .positive('is not above 0')
        .max(10_000, 'is above 10,000 Gb/s')
        .optional()
        .describe(
          'What each node must send to the first one, and an all-reduce over all of them come to, in Gb/s. Unset: a node that is four times slower than the fastest is a fault.',
        ),
    }),
  ])
  .describe(
    'The look at several nodes before the command of each attempt: fabric, interfaces, MTU, versions, speed, the newest checkpoint. What it finds wrong stops the job before it uses hours. `none`: no look.',
  );

const amount = (name: string, most: number) =>
  z
    .number()
    .gt(0, `must be above 0 ${name}`)
    .max(most, `is above ${most.toLocaleString('en')} ${name}, which is not plausible`);

const budgetSchema = mapping({
  usd: amount('USD', 100_000).describe('All meters of the run together, in USD.'),
  hours: amount('hours', 2160).describe('Hours that boxes may be held, all attempts together.'),
  usdPerHour: amount('USD/h', 1000).describe('The most that one box may cost per hour, in USD.'),
  usdPerDay: amount('USD', 100_000)
    .optional()
    .describe('The most that the run may cost in any 24 hours, in USD. Unset: no such bound.'),
  gpuHours: amount('GPU-hours', 1_000_000)
    .optional()
    .describe(
      'GPU-hours of the run: the hours of its boxes or allocations times the cards of `resources.gpu`. For a site that charges no money. Unset: no such bound.',
    ),
  usdRepositoryPerDay: amount('USD', 100_000)
    .optional()
    .describe(
      'The most that all runs of the ledger together may have cost in the last 24 hours for another box to be rented, in USD.',
    ),
  usdRepositoryPerMonth: amount('USD', 1_000_000)
    .optional()
    .describe(
      'The most that all runs of the ledger together may have cost in the present month (UTC) for another box to be rented, in USD. The tick tells when nine tenths of it are used.',
    ),
}).describe('Required as soon as a candidate may cost money. Without: 1 USD, 24 hours, 1 USD/h.');

/** One schema per key, so that a fault in one does not hide the faults in others. */
export const JOB_KEYS = {
  name: z
    .string()
    .regex(
      NAME,
      'may hold lower-case letters, digits and "-", at most 40, and starts and ends with a letter or digit',
    )
    .describe('Leads every name that gpu-lease gives to anything.'),
  run: command.describe(
    'Command of one cell, run by `sh -c` in the code directory. Writes to `$GPU_LEASE_OUT`.',
  ),
  setup: optionalCommand.optional().describe('Command run once per box, before the first cell. `""`: none.'),
  image: refined(z.string(), imageFault)
    .optional()
    .describe(
      'Container image by content digest, `name@sha256:<64 hex digits>`. A tag can move and is refused.',
    ),
  registry: mapping({
    user: variableName.describe('Name of the secret that holds the login name.'),
    password: variableName.describe(
      'Name of the secret that holds the password or token; one that may only read.',
    ),
  })
    .optional()
    .describe(
      'Login by which the platform pulls an `image` that is not public, by the names of two secrets. The values go to the platform that pulls, and never to the box. Taken by `runpod` and `vastai`.',
    ),
  env: secretsSchema.optional(),
  vars: varsSchema.optional(),
  requirements: requirementsSchema.optional(),
  data: dataSchema.optional(),
  from: z
    .string()
    .regex(RUN, 'is no name of a run, such as digits-1a2b3c4d')
    .optional()
    .describe(
      'A sealed run of the same ledger whose newest checkpoint this one begins from, where `checkpoint` names one. Its digest is recorded and sealed.',
    ),
  resources: resourcesSchema.optional(),
  candidates: z
    .array(candidateSchema)
    .min(1, 'is empty; name at least one platform, such as local')
    .max(50)
    .describe(
      'Where a box may come from: platforms, or boxes that are there. `prefer` says whether the order counts.',
    ),
  prefer: z
    .enum(['cheapest', 'order'])
    .optional()
    .describe(
      'Which offer is taken: the one on which the job is expected to cost least, of all candidates, or that of the first candidate that has one. Unset: `cheapest`.',
    ),
  speed: z
    .record(z.string().min(1).max(60), z.number().positive('is not above 0').max(100, 'is above 100'))
    .optional()
    .describe(
      'How fast cards do this job, beside the one that `watch.expected` is said of: `{RTX 4090: 1, RTX 3090: 0.55}`. The choice by expected cost counts it. Unset: by a table of their peak rates, beside the card that is named first.',
    ),
  capacity: mapping({
    'try-again': duration
      .refine(
        (seconds) => seconds >= 60,
        'is shorter than 1 min, and platforms count how often they are asked',
      )
      .default(900)
      .meta({ typed: '15min', description: 'How long to wait before the candidates are asked again.' }),
    for: duration.default(21_600).meta({
      typed: '6h',
      description: 'How long to go on asking, from the first time that nobody had a box.',
    }),
  })
    .optional()
    .describe(
      'Wait when no candidate has a box, within the bound of the step. Unset: the step ends at once and says when to try again.',
    ),
  preflight: preflightSchema.optional(),
  smoke: smokeSchema,
  artifacts: z
    .array(artifactSchema)
    .min(1, 'is empty; name at least one file that must exist when the run is over')
    .max(500)
    .describe('What must exist, and be proven, when the run is over.'),
  store: storeSchema.optional(),
  storage: storageSchema.optional(),
  metrics: metricsSchema.optional(),
  checkpoint: checkpointSchema.optional(),
  budget: budgetSchema.optional(),
  'on-finish': z
    .enum(['hold', 'park'])
    .default('hold')
    .describe(
      '`hold` keeps the box until a release is approved; `park` stops it at once where stopping keeps the data. A rented box that can stop itself does not wait for the next look: when every cell is finished it parks itself (`park-after`), and is started again to be collected.',
    ),
  'park-after': duration.optional().meta({
    typed: '10min',
    description:
      'With `on-finish: park`, of a box that parks itself: so long after its last cell is finished and nobody has looked at it or read from it.',
  }),
  approval: approvalSchema.optional(),
  retry: mapping({
    max: z
      .int()
      .min(0)
      .max(10)
      .default(1)
      .describe('Identical attempts after a failure that chance explains.'),
  })
    .optional()
    .describe('Only the identical configuration is ever tried again.'),
  watch: mapping({
    stall: duration
      .default(900)
      .meta({ typed: '15min', description: 'No new byte for so long, while alive, is a stall.' }),
    expected: duration
      .optional()
      .describe('How long a run takes; one that ends in less than half is suspicious.'),
    unreachable: duration
      .optional()
      .meta({ typed: '15min', description: 'A person is told of a box that has not answered for so long.' }),
    uncollected: duration.optional().meta({
      typed: '1h',
      description: 'A person is told of work that ended so long ago and is not sealed.',
    }),
    unreleased: duration.optional().meta({
      typed: '1h',
      description:
        'A person is told of a box that is paid for so long after the seal; where its platform can, it is parked then.',
    }),
    held: duration.optional().meta({
      typed: '1h',
      description: 'A box of a run that stands halted for so long is parked where its platform can.',
    }),
  })
    .optional()
    .describe('When to be alarmed.'),
  notify: notifySchema.optional(),
  cells: cellsSchema.optional(),
  sweep: sweepSchema.optional(),
};

export const JobFileSchema = mapping(JOB_KEYS);
export type JobFile = z.output<typeof JobFileSchema>;

function imageFault(text: string): string | undefined {
  if (IMAGE.test(text)) return undefined;
  if (/@sha256:/.test(text))
    return 'has a digest that is not 64 lower-case hex digits, or an odd name before it';
  const name = /^[a-z0-9][a-z0-9._:/-]*$/.test(text) ? text : 'NAME:TAG';
  const moving =
    /:latest$/.test(text) || !/:[^/]+$/.test(text)
      ? 'has no digest, and "latest" moves'
      : 'has a tag, and a tag can move';
  return `${moving}. Write it as name@sha256:<digest>; \`docker buildx imagetools inspect ${name}\` prints the digest`;
}
