import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import { readConsoleLine } from './console-line.ts';
import { kaggleSchema } from './kaggle-schema.ts';
import { isKubeTarget, parseKubeTarget } from './kube-target.ts';
import { kubernetesSchema } from './kubernetes-schema.ts';
import { MOST_NODES, regionName } from './resources-schema.ts';
import { refined } from './schema-parts.ts';
import { slurmSchema } from './slurm-schema.ts';

const typeName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,79}$/, 'is not the name of a machine type');

export const candidateSchema = z.union([
  z.string().regex(/^[a-z0-9-]+$/, 'is not the name of a platform, such as local or runpod'),
  mapping({
    platform: z
      .string()
      .regex(/^[a-z0-9-]+$/, 'is not the name of a platform, such as local or runpod')
      .describe('Name of a profile: `local`, `generic-ssh`, ...'),
    attach: refined(z.string(), attachFault)
      .optional()
      .describe(
        'A box that is already there: `ssh://user@host:port`, a host of `~/.ssh/config`, or the line that a console shows (`ssh -p 12345 root@host`).',
      ),
    'self-stop': z
      .boolean()
      .optional()
      .describe(
        'Lets the box of `attach` end its own meter once `budget.hours` are over and nobody came: only where its platform keeps everything on it then (`autodl`: `shutdown`, kept for 15 days). A box that gpu-lease rents does it anyway where it can. Unset: `false`.',
      ),
    peers: z
      .array(refined(z.string(), attachFault))
      .min(1)
      .max(MOST_NODES - 1, `are more than ${MOST_NODES - 1}`)
      .optional()
      .describe(
        'More boxes of your own beside `attach`, which together are the `resources.nodes` of the job: `ssh://user@host:port` or a host of `~/.ssh/config`, as the box of `attach` reaches them itself, by SSH without a question. All of them see one file system.',
      ),
    queue: refined(z.string(), queueFault)
      .optional()
      .describe(
        'How a queue is reached: the login node of a Slurm cluster, `ssh://user@host:port` or a host of `~/.ssh/config`; or context, namespace and claim of a Kubernetes cluster, `kube://context/namespace/claim`. Only for `slurm` and `kubernetes`, and needed there.',
      ),
    slurm: slurmSchema.optional().describe('What is asked of a Slurm cluster.'),
    kubernetes: kubernetesSchema.optional().describe('What is asked of a Kubernetes cluster.'),
    kaggle: kaggleSchema.optional().describe('What is asked of Kaggle, by `gpu-lease kaggle push` alone.'),
    usdPerHour: z
      .number()
      .min(0, 'is negative')
      .max(1000, 'is above 1,000 USD/h')
      .optional()
      .describe(
        "What the attached box costs, by your word; 0 for one's own. Of a queue: what the site charges for an hour of the allocation; unset: 0. Of a platform that names its prices: the most that an offer of this candidate may cost.",
      ),
    market: z
      .enum(['on-demand', 'spot', 'any'])
      .optional()
      .describe('Which offers to consider. Unset: `any`.'),
    volume: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/, 'is not the id or name of a volume')
      .optional()
      .describe(
        'A volume or file system of yours, attached at creation; the box is then rented where it lies. Never released by gpu-lease.',
      ),
    bidUsdPerHour: z
      .number()
      .positive('is not above 0')
      .max(1000, 'is above 1,000 USD/h')
      .optional()
      .describe('The most to bid for a spot box, where the platform takes bids. Unset: the price it names.'),
    types: z
      .union([typeName, z.array(typeName).min(1).max(50)])
      .optional()
      .describe(
        'Machine types that will do, by the names of that platform: `gpu_8x_h100_sxm5` at Lambda, `NVIDIA H100 80GB HBM3` at RunPod. Unset: any that meets `resources`.',
      ),
    region: z
      .union([regionName, z.array(regionName).min(1).max(50)])
      .optional()
      .describe('Regions or zones of that platform that will do, in its words. Unset: `resources.region`.'),
    'not-hosts': z
      .array(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, 'is not the id of a machine'))
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Machines that are never taken, by the id that `gpu-lease offers` shows (vast.ai: `machine 40011`).',
      ),
    registry: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'is not the id of a registry login')
      .optional()
      .describe(
        'Id of a registry login that you keep at the platform (RunPod: container registry auth), by which it pulls an `image` that is not public. No secret: the login itself stays there. Taken by `runpod` alone; elsewhere the candidate is declined.',
      ),
    user: z
      .string()
      .regex(/^[a-z_][a-z0-9_-]{0,31}$/, 'is not a login name')
      .optional()
      .describe('Login name, where the image has another than the platform’s usual one.'),
  }),
]);

function queueFault(text: string): string | undefined {
  if (!isKubeTarget(text)) return attachFault(text);
  return parseKubeTarget(text)
    ? undefined
    : 'is not of the form kube://context/namespace/claim (kube:///namespace/claim for the current context)';
}

/** Never repeats the text: it may hold a password. */
function attachFault(text: string): string | undefined {
  const line = readConsoleLine(text);
  if (line !== undefined) return typeof line === 'string' ? line : undefined;
  if (!text.includes('://')) {
    return /^([A-Za-z0-9._][A-Za-z0-9._-]{0,63}@)?[A-Za-z0-9_][A-Za-z0-9._-]{0,252}$/.test(text)
      ? undefined
      : 'is neither ssh://user@host:port nor the name of a host in ~/.ssh/config nor a line such as ssh -p 12345 root@host';
  }
  const parts =
    /^ssh:\/\/(?:([^@/]*)@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_][A-Za-z0-9._-]{0,252})(?::(\d{1,5}))?\/?$/.exec(
      text,
    );
  if (/^[a-z]+:\/\/[^/@]*:[^/]*@/i.test(text)) {
    return 'holds a password. Log in with a key: write ssh://user@host:port, and take the password out of the history of this file';
  }
  if (!parts) return 'is not of the form ssh://user@host:port';
  if (!/^[A-Za-z0-9._][A-Za-z0-9._-]{0,63}$/.test(parts[1] ?? ''))
    return 'names no user: write ssh://user@host:port';
  const port = Number(parts[3] ?? '22');
  return port >= 1 && port <= 65_535 ? undefined : 'has a port outside 1 to 65535';
}
