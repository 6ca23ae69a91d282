import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import { variableName } from './cells-schema.ts';
import { nameFault, readSource, sourceFault } from './data-source.ts';
import type { DataRule } from './job.ts';
import { oneLine, refined } from './schema-parts.ts';
import { endpointFault } from './store-schema.ts';

const item = mapping({
  from: refined(oneLine, sourceFault).describe(
    '`hf://owner/name[/path]@revision` (a model), `hf://datasets/owner/name[/path]@revision`, `s3://bucket/folder`, or `https://...` of one file. A branch or tag of the Hub is resolved to its commit once, and the run keeps to that.',
  ),
  to: refined(oneLine, nameFault).describe(
    'Directory below `$GPU_LEASE_DATA` on the box. A folder keeps its names below it.',
  ),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is not 64 lower-case hex digits')
    .optional()
    .describe('Of the one file that `from` names. Unset: what the source itself says of its files counts.'),
  verify: z
    .enum(['L1', 'L2'])
    .optional()
    .describe(
      'Read by ranges and verified from here before anything is rented: `L1` every byte by its digest, `L2` also header, index and what a pickle would run. Unset: the box alone holds it against its digest.',
    ),
  token: variableName
    .optional()
    .describe(
      'Name of the secret that opens it, such as HF_TOKEN. The box gets its value with the secrets of the run.',
    ),
  endpoint: refined(oneLine, endpointFault)
    .optional()
    .describe(
      "Address of the service of an `s3://` source, without the bucket. Unset: AWS's own in the region.",
    ),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'is not the name of a region')
    .optional()
    .describe('Region of an `s3://` source. Unset: `us-east-1`.'),
  'access-key': variableName
    .optional()
    .describe(
      'Name of the variable that holds the access key id of an `s3://` source. Unset: AWS_ACCESS_KEY_ID. Keys stay here; the box gets addresses signed for one file each.',
    ),
  'secret-key': variableName
    .optional()
    .describe('Name of the variable that holds its secret key. Unset: AWS_SECRET_ACCESS_KEY.'),
});

export const dataSchema = z
  .array(item)
  .min(1, 'is empty; leave it out')
  .max(50)
  .describe(
    'Data sets and weights that the box itself fetches before `setup`, each file held against its digest. The command finds them below `$GPU_LEASE_DATA`.',
  );

type DataFile = z.output<typeof item>;

export function dataRuleOf(file: DataFile): DataRule {
  const read = readSource(file.from);
  if ('fault' in read) throw new Error(`${file.from} passed its schema`);
  const { from, to, sha256, verify, token } = file;
  const named = {
    from,
    to,
    ...(sha256 !== undefined && { sha256 }),
    ...(verify !== undefined && { verify }),
    ...(token !== undefined && { token }),
  };
  if (read.source.kind !== 's3') return { ...named, source: read.source };
  const region = file.region ?? 'us-east-1';
  const endpoint = (file.endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
  const { 'access-key': accessKey = 'AWS_ACCESS_KEY_ID', 'secret-key': secretKey = 'AWS_SECRET_ACCESS_KEY' } =
    file;
  return { ...named, source: { ...read.source, endpoint, region, accessKey, secretKey } };
}
