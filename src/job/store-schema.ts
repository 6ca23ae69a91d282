import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import { variableName } from './cells-schema.ts';
import { oneLine, refined, size } from './schema-parts.ts';

const folder = refined(oneLine, (text) =>
  /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/.test(text) && !text.includes('..')
    ? undefined
    : 'is not a folder such as runs/team-a: letters, digits, ".", "_" and "-" between slashes',
);

const workflowArtifact = mapping({
  days: z
    .int()
    .min(1)
    .max(400)
    .optional()
    .describe('How long GitHub keeps it, in days. Unset: as the repository is set up, at most 90.'),
  most: size
    .optional()
    .describe(
      'The most that may go there. Unset: 500 MB in a private repository, which is what a free plan holds in all; no limit in a public one.',
    ),
});

const releaseAsset = mapping({
  tag: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/,
      'is not the start of a tag: letters, digits, ".", "_" and "-"',
    )
    .default('gpu-lease')
    .describe('The draft release is named `<tag>-<run>-<seal>`. A draft is seen by those who may write.'),
});

const roleName = z
  .string()
  .regex(
    /^arn:[a-z0-9-]+:iam::[A-Za-z0-9-]*:role\/[A-Za-z0-9+=,.@_/-]{1,512}$/,
    'is not the name of a role, such as arn:aws:iam::123456789012:role/gpu-lease',
  );

const role = z.union([
  roleName,
  mapping({
    arn: roleName.describe('Name of the role.'),
    sts: refined(oneLine, endpointFault)
      .optional()
      .describe(
        "Address that lends keys for it. Unset: AWS's own in the region, for other services the `endpoint`.",
      ),
    audience: oneLine
      .optional()
      .describe('For whom the identity token is made out. Unset: `sts.amazonaws.com`.'),
  }),
]);

const s3 = mapping({
  endpoint: refined(oneLine, endpointFault).describe('Address of the service, without the bucket.'),
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not the name of a bucket')
    .describe('An existing bucket.'),
  prefix: folder.optional().describe('Folder in it. Unset: none.'),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'is not the name of a region')
    .optional()
    .describe('Region that requests are signed for. Unset: `auto`.'),
  role: role
    .optional()
    .describe(
      'Role that a workflow job with `id-token: write` is lent keys for, an hour at a time; then no key is stored anywhere. Elsewhere the variables below are used.',
    ),
  'access-key': variableName
    .default('AWS_ACCESS_KEY_ID')
    .describe(
      'Name of the variable that holds the access key id; with the usual one, `AWS_SESSION_TOKEN` is used, too.',
    ),
  'secret-key': variableName
    .default('AWS_SECRET_ACCESS_KEY')
    .describe('Name of the variable that holds the secret key.'),
  'from-box': z
    .boolean()
    .optional()
    .describe(
      'The box sends everything there itself, by addresses signed for one file each, and it is verified there. Unset: only what does not fit on the disk of this machine.',
    ),
});

const huggingFace = mapping({
  repo: z
    .string()
    .regex(
      /^((datasets|models)\/)?[A-Za-z0-9][A-Za-z0-9._-]{0,95}\/[A-Za-z0-9][A-Za-z0-9._-]{0,95}$/,
      'is not of the form owner/name or datasets/owner/name',
    )
    .describe('An existing repository of the Hub: `owner/name` of a model, or `datasets/owner/name`.'),
  prefix: folder.optional().describe('Folder in it. Unset: none.'),
  token: variableName.default('HF_TOKEN').describe('Name of the variable that holds the token.'),
});

const rungSchema = z.union([
  z.enum(['workflow-artifact', 'release-asset']),
  mapping({
    'workflow-artifact': workflowArtifact
      .optional()
      .describe('An artifact of the workflow run, which GitHub throws away after a time.'),
    'release-asset': releaseAsset
      .optional()
      .describe('Assets of a draft release: at most 2 GiB a file and 1,000 files.'),
    s3: s3.optional().describe('A bucket of any service that speaks S3.'),
    'hugging-face': huggingFace.optional().describe('A repository of the Hugging Face Hub.'),
  }),
]);

export const storeSchema = z
  .union([z.literal('none'), z.array(rungSchema).min(1, 'is empty; write `none` for no store').max(10)])
  .describe(
    'Where what is sealed goes, so that it outlives the runner: the first that takes it, in this order, read back and compared before a release may be approved. Unset: in a workflow a workflow artifact, else assets of a draft release; elsewhere the disk of this machine. `none`: the disk alone, for a self-hosted runner that keeps it.',
  );

/** Never repeats the text: it may hold a password. */
export function endpointFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is no address, such as https://s3.eu-central-1.amazonaws.com';
  const { protocol, username, password, search, hash, hostname } = new URL(text);
  if (username !== '' || password !== '') return 'holds a name or password; keys come from variables';
  if (search !== '' || hash !== '') return 'has a query or fragment';
  if (protocol === 'https:') return undefined;
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
  return protocol === 'http:' && isLoopback ? undefined : 'is not https';
}
