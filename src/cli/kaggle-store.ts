import { parcelOf } from '../collect/parcel.ts';
import type { Seen } from '../kaggle/look.ts';
import { type Outcome, storeParcel } from '../stores/ladder.ts';
import { ladderOf, openStore } from '../stores/registry.ts';
import type { UploadWish } from '../stores/store.ts';
import type { UploadStep } from '../stores/workflow-artifact-store.ts';
import type { Call } from './call.ts';
import { jobOf } from './kaggle-collect.ts';
import { kaggleStoreWorld, leaveLook } from './kaggle-look.ts';
import type { Stepped } from './kaggle-step.ts';

/**
 * Brings what is sealed on this runner into the first store of the job that takes it, and calls it stored only once it was read back.
 *
 * @returns what the next step is to upload, where that is the store
 * @throws Problem `nowhere-to-store`, `store-differs`
 */
export async function storeSealed(
  call: Call,
  stepped: Stepped,
  seen: Seen,
  uploads: UploadStep | undefined,
): Promise<Stepped | UploadWish> {
  const { settings, face, signal } = call;
  const { run } = seen;
  const ladder = ladderOf(await jobOf({ settings, run }, seen.commit));
  if (ladder.length === 0) {
    face.warn(
      'the job file says "store: none": what is sealed ends with this runner, and Kaggle keeps its output',
    );
    return stepped;
  }
  const parcel = await parcelOf(settings.storeDir, { id: run, seal: { seal: stepped.seal ?? '' } });
  if (!parcel) throw new Error(`what was sealed of ${run} is not in ${settings.storeDir}`);
  const world = kaggleStoreWorld(call, run, uploads);
  const outcome: Outcome = await storeParcel(
    ladder.map((rung) => openStore(rung, world)),
    parcel,
    {
      say: (line) => face.line(line),
      onProgress: (done, total) =>
        face.progress('read back', { label: 'read back', done, total, unit: 'bytes' }),
      signal,
      costing: [],
      meanwhile: { held: 'Kaggle keeps the output of its session.', again: 'this workflow' },
    },
  );
  face.settle('read back');
  if ('upload' in outcome) {
    face.line(`the next step uploads ${outcome.upload.name}; it counts once it was read back`);
    return outcome;
  }
  const { seal, store, id, place, digest, files } = outcome.stored;
  face.line(`stored: ${files} files in ${place}, read back and equal`);
  leaveLook(call, seen, { told: null, stored: { seal, store, id, place, digest } });
  return { ...stepped, state: 'stored', place };
}
