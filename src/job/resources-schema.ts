import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import { countRange, refined, sizeRange } from './schema-parts.ts';

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

const region = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, 'is not the name of a region');

export const resourcesSchema = mapping({
  gpu: z
    .union([
      z.literal('none'),
      mapping({
        name: z
          .union([gpuName, z.array(gpuName).min(1).max(20)])
          .optional()
          .describe(
            'Cards that will do, such as `[A100, H100]`, in any spelling that people and platforms use (`RTX4090`, `A100-80GB`, `NVIDIA H100 80GB HBM3`). A form or a memory in the name counts. Unset: any.',
          ),
        count: z.int().min(1).max(64).default(1).describe('Cards in one box.'),
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
  region: z
    .union([region, z.array(region).min(1).max(50)])
    .optional()
    .describe("Regions that will do, in the platform's words. Unset: any."),
}).describe('What the box must have, as a constraint. Never the name that one platform gives to a machine.');
