import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import { countRange, refined, sizeRange } from './schema-parts.ts';

/** In one box. */
export const MOST_CARDS = 64;

/** More ports and looks than one small program should answer. */
export const MOST_NODES = 256;

/** A machine's name at a platform of which none is rented here; what its card is, the name does not say. */
const PLATFORM_SKU = /^(standard_|[a-z]\d[a-z0-9-]*\.(\d*x?large|metal)|[a-z]\d-(highgpu|ultragpu|megagpu))/i;

const gpuName = refined(z.string().min(1).max(60), (text) => {
  if (PLATFORM_SKU.test(text))
    return "is one platform's own name; write the card, such as A100, and let each profile resolve it";
  return /^[A-Za-z0-9][A-Za-z0-9 ._()-]*$/.test(text)
    ? undefined
    : 'is not the name of a card, such as A100, H100 or RTX 4090';
});

/** `4090`, which YAML reads as a number. */
const gpuNumber = z.int().min(100).max(9999).transform(String);

export const regionName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, 'is not the name of a region');

export const resourcesSchema = mapping({
  gpu: z
    .union([
      z.literal('none'),
      mapping({
        name: z
          .union([
            gpuName,
            gpuNumber,
            z
              .array(z.union([gpuName, gpuNumber]))
              .min(1)
              .max(20),
          ])
          .optional()
          .describe(
            'Cards that will do, such as `[A100, H100]`, in any spelling that people and platforms use (`RTX4090`, `A100-80GB`, `NVIDIA H100 80GB HBM3`). A form or a memory in the name counts. Unset: any.',
          ),
        count: z
          .union([z.int().min(1).max(MOST_CARDS), countRange])
          .default(1)
          .describe(
            'Cards in one box: `4`; or a range, `2..8`, of which the number is taken that is expected to cost least. The command must then count its cards itself (`torchrun --nproc-per-node=gpu`).',
          ),
        memory: sizeRange.optional().describe('Memory of one card: `40GB+`, `24GB..48GB`.'),
      }),
    ])
    .optional()
    .describe('Unset or `none`: no GPU is asked for.'),
  nodes: z
    .int()
    .min(1, 'is less than 1')
    .max(MOST_NODES, `is above ${MOST_NODES}`)
    .optional()
    .describe(
      'Machines that work as one: the command is started on each. Everything else here is said of one of them. Unset: 1. More at a queue that starts them together (`slurm`, `kubernetes`), or on boxes of your own (`peers` of a candidate).',
    ),
  'least-nodes': z
    .int()
    .min(1, 'is less than 1')
    .max(MOST_NODES, `is above ${MOST_NODES}`)
    .optional()
    .describe(
      'The floor of an elastic job: it begins with as few where no more are to be had, and goes on with the rest while as many are left. The command must be able to (`torchrun --nnodes=$GPU_LEASE_LEAST_NODES:$GPU_LEASE_NODES`). Unset: all of `nodes`.',
    ),
  cpus: countRange.optional().describe('CPU cores: `8+`, `4..16`.'),
  memory: sizeRange.optional().describe('Memory of the box: `32GB+`.'),
  disk: sizeRange.optional().describe('Free disk where the run writes: `50GB+`.'),
  cuda: z
    .string({ error: 'is not text such as 12.8+' })
    .regex(/^(>= ?)?\d{1,2}\.\d{1,2}\+?$/, 'is not a least version such as 12.8+')
    .transform((text) => text.replace(/[^0-9.]/g, ''))
    .optional()
    .describe(
      'The least CUDA that the driver of the host must offer: `12.8+`. Unset: what the tag of `image` names, else 12.8 for an image of yours, and for the usual image of a platform its own.',
    ),
  region: z
    .union([regionName, z.array(regionName).min(1).max(50)])
    .optional()
    .describe("Regions that will do, in the platform's words. Unset: any."),
}).describe('What the box must have, as a constraint. Never the name that one platform gives to a machine.');
