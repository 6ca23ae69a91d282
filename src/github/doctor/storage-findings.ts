import type { Finding } from './finding.ts';
import type { RepositoryView } from './view.ts';

/** What a free plan holds for all private repositories of its owner (docs/stores.md). */
const FREE_BYTES = 500 * 1000 ** 2;
const NEARLY = 0.8;

/**
 * Whether what is kept already leaves no room on the smallest plan. Which plan the owner has, and what other repositories keep, no
 * token of a workflow is told; so this is advice, whatever the number.
 */
export function storageFindings({ artifacts, name }: RepositoryView): Finding[] {
  const kept = (artifacts ?? []).filter(({ expired }) => !expired);
  const bytes = kept.reduce((sum, each) => sum + each.bytes, 0);
  if (bytes < NEARLY * FREE_BYTES) return [];
  return [
    {
      code: 'artifact-storage',
      level: 'advice',
      what: `${name} keeps ${Math.round(bytes / 1000 ** 2)} MB in ${kept.length} artifacts; a free plan holds ${FREE_BYTES / 1000 ** 2} MB for all private repositories of its owner. What this plan holds GitHub does not say.`,
      fix: 'Delete old artifacts, let the store keep them for fewer days ("workflow-artifact: { days: 7 }"), or name a further store. An upload that does not fit leaves the box waiting.',
    },
  ];
}
