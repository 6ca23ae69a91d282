import type { Job, StoreRung } from '../job/job.ts';
import type { Stored } from '../lease/events.ts';
import { type HuggingFaceWorld, huggingFaceStore } from './hugging-face-store.ts';
import { releaseAssetStore } from './release-asset-store.ts';
import type { S3World } from './s3-keys.ts';
import { s3Store } from './s3-store.ts';

import type { ArtifactStore } from './store.ts';
import { type WorkflowArtifactWorld, workflowArtifactStore } from './workflow-artifact-store.ts';

export type StoreWorld = WorkflowArtifactWorld & S3World & HuggingFaceWorld;

/** What a workflow has without asking for it, and costs nothing beyond what the repository has. */
const WITHOUT_A_WORD: readonly StoreRung[] = [
  { kind: 'workflow-artifact' },
  { kind: 'release-asset', tag: 'gpu-lease' },
];

/** The stores of a job in their order; empty where the job wants none. */
export const ladderOf = ({ store }: Pick<Job, 'store'>): readonly StoreRung[] =>
  store === 'none' ? [] : (store ?? WITHOUT_A_WORD);

export function openStore(rung: StoreRung, world: StoreWorld): ArtifactStore {
  switch (rung.kind) {
    case 'workflow-artifact':
      return workflowArtifactStore(rung, world);
    case 'release-asset':
      return releaseAssetStore(rung, world);
    case 's3':
      return s3Store(rung, world);
    case 'hugging-face':
      return huggingFaceStore(rung, world);
  }
}

/** The stores that what was stored may be read from: those of its kind, in the order of the job. */
export const storesFor = (
  { store: kind }: Pick<Stored, 'store'>,
  job: Pick<Job, 'store'>,
  world: StoreWorld,
): ArtifactStore[] =>
  ladderOf(job)
    .filter((rung) => rung.kind === kind)
    .map((rung) => openStore(rung, world));
