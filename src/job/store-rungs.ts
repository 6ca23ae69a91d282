import type { StoreRung } from './job.ts';
import type { JobFile } from './schema.ts';

/** As AWS has it; others take what they were told to. */
const AUDIENCE = 'sts.amazonaws.com';

type RungFile = Exclude<NonNullable<JobFile['store']>, 'none'>[number];

/** One rung each; that it names exactly one store, `storeRules` sees to. */
export function rungsOf(rung: RungFile): StoreRung[] {
  if (rung === 'workflow-artifact') return [{ kind: rung }];
  if (rung === 'release-asset') return [{ kind: rung, tag: 'gpu-lease' }];
  const { 'workflow-artifact': artifact, 'release-asset': asset, s3, 'hugging-face': hub } = rung;
  return [
    ...(artifact
      ? [
          {
            kind: 'workflow-artifact' as const,
            ...(artifact.days !== undefined && { days: artifact.days }),
            ...(artifact.most !== undefined && { mostBytes: artifact.most }),
          },
        ]
      : []),
    ...(asset ? [{ kind: 'release-asset' as const, tag: asset.tag }] : []),
    ...(s3
      ? [
          {
            kind: 's3' as const,
            endpoint: s3.endpoint.replace(/\/+$/, ''),
            bucket: s3.bucket,
            ...(s3.prefix !== undefined && { prefix: s3.prefix }),
            ...(s3.region !== undefined && { region: s3.region }),
            ...(s3.role !== undefined && { role: roleOf(s3.role) }),
            accessKey: s3['access-key'],
            secretKey: s3['secret-key'],
            ...(s3['from-box'] && { fromBox: true as const }),
          },
        ]
      : []),
    ...(hub
      ? [
          {
            kind: 'hugging-face' as const,
            repo: hub.repo,
            ...(hub.prefix !== undefined && { prefix: hub.prefix }),
            token: hub.token,
          },
        ]
      : []),
  ];
}

type S3File = NonNullable<Exclude<RungFile, string>['s3']>;

function roleOf(role: NonNullable<S3File['role']>): { arn: string; sts?: string; audience: string } {
  if (typeof role === 'string') return { arn: role, audience: AUDIENCE };
  const { arn, sts, audience = AUDIENCE } = role;
  return { arn, ...(sts !== undefined && { sts }), audience };
}
