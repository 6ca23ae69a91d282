import type { StoreRung } from './job.ts';
import type { JobFile } from './schema.ts';

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
