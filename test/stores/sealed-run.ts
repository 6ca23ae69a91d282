import assert from 'node:assert/strict';
import { parcelOf } from '../../src/collect/parcel.ts';
import { type SealInput, seal, type VerdictRow } from '../../src/collect/seal.ts';
import { RunStore } from '../../src/collect/store.ts';
import type { Run } from '../../src/lease/run.ts';
import type { Climb } from '../../src/stores/ladder.ts';
import type { Parcel } from '../../src/stores/store.ts';
import { fill, folders } from '../collect/box-folder.ts';
import { opened, RUN } from '../lease/told-run.ts';

export type Files = Record<string, string | Uint8Array | number>;

const FILES: Files = { 'best.pt': 'weights', 'logs/épreuve 1.txt': 'text', '.hidden': 'too' };

export interface SealedRun {
  storeDir: string;
  store: RunStore;
  parcel: Parcel;
  run: Pick<Run, 'id' | 'seal' | 'opened' | 'stored'>;
}

/** One cell's files on this disk, sealed with their evidence, as `collect` leaves them. */
export async function sealedRun(files: Files = FILES, id = RUN): Promise<SealedRun> {
  const { base: storeDir } = folders();
  const store = new RunStore(storeDir, id);
  const manifest = fill(store.cellDir('main'), files).map((file) => ({ ...file, cell: 'main' }));
  const roster = [
    {
      cell: 'main',
      path: '**',
      role: 'opaque' as const,
      keep: 'evidence' as const,
      min: 1,
      contains: [],
      allowDegraded: false,
      requiredLevel: 'L1' as const,
    },
  ];
  const verdicts: VerdictRow[] = manifest.map((file) => ({
    ...file,
    role: 'opaque',
    verdict: 'pass',
    level: 'L1',
    reasons: [],
  }));
  const input: SealInput = { run: id, roster, manifest, verdicts, place: store.root };
  const sealing = seal(input);
  assert.ok(sealing.sealed, JSON.stringify(sealing));
  await store.writeSeal(input, sealing);
  const { seal: digest, verified, bytes, level } = sealing;
  const sealed = {
    at: '2026-11-21T10:00:00Z',
    by: 'test',
    type: 'sealed' as const,
    seal: digest,
    verified,
    roster: sealing.roster,
    bytes,
    level,
    place: store.root,
  };
  const run = {
    id,
    seal: sealed,
    opened: { ...opened({ needsStore: true }), at: '2026-11-21T10:00:00Z', by: 'test' },
    stored: [],
  };
  const parcel = await parcelOf(storeDir, run);
  assert.ok(parcel);
  return { storeDir, store, parcel, run };
}

export interface Climbing extends Climb {
  said: string[];
  abort: AbortController;
}

export function climbing(): Climbing {
  const abort = new AbortController();
  const said: string[] = [];
  return {
    said,
    abort,
    signal: abort.signal,
    costing: ['tiny-7-1: 0.4 USD/h'],
    say: (line) => said.push(line),
  };
}
