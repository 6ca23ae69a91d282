import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../canonical.ts';
import type { KeptFile, KeptStored } from '../lease/events.ts';
import { goesOnFrom } from '../lease/kept.ts';
import type { Cell } from '../lease/run.ts';
import type { Parcel, ParcelFile } from '../stores/store.ts';
import { KeptCopies } from './kept-copies.ts';
import { storeOf } from './places.ts';

/** No cell is called so, and nothing that is sealed lies there. */
const PARCEL = '+kept-parcel';
/** For whoever finds a parcel without its ledger. */
const LIST = '+kept/kept.json';

export interface KeptParcel {
  parcel: Parcel;
  /** As the ledger is told of them. */
  cells: KeptStored['cells'];
}

/**
 * The newest verified copies of these cells as they lie on this machine, to be stored while their run still works. A cell
 * of which this machine does not hold every file is left out: another machine pulled it.
 *
 * @returns `undefined` when this machine holds none of them
 */
export async function keptParcel(
  storeDir: string,
  run: string,
  cells: readonly Cell[],
): Promise<KeptParcel | undefined> {
  const root = parcelDir(storeDir, run);
  await rm(root, { recursive: true, force: true });
  const held: KeptParcel['cells'] = [];
  const files: ParcelFile[] = [];
  for (const cell of cells) {
    const { name, verifiedStep } = cell;
    const kept = goesOnFrom(cell);
    const copies = new KeptCopies(storeOf(storeDir, run, name));
    if ((await copies.missing(kept)).length > 0) continue;
    const from = await copies.laidOut(kept, join(root, name));
    held.push({ cell: name, copies: kept, ...(verifiedStep !== undefined && { step: verifiedStep }) });
    for (const { path, bytes, sha256 } of kept)
      files.push({ path: `${name}/${path}`, from: join(from, path), bytes, sha256 });
  }
  if (held.length === 0) return;
  files.push(await listed(root, run, held));
  return {
    parcel: { run, means: 'kept', seal: markOf(held), directories: [root], files },
    cells: held,
  };
}

/** Removes what `keptParcel` laid out; the copies themselves stay. */
export const dropParcel = (storeDir: string, run: string): Promise<void> =>
  rm(parcelDir(storeDir, run), { recursive: true, force: true });

const parcelDir = (storeDir: string, run: string): string => join(storeDir, run, PARCEL);

/** Other content has another mark, and so another place in every store. */
const markOf = (cells: KeptParcel['cells']): string =>
  digestOf(cells.map(({ cell, copies }) => ({ cell, files: copies.map(nameAndHash) })));

const nameAndHash = ({ path, sha256 }: KeptFile): [string, string] => [path, sha256];

async function listed(root: string, run: string, cells: KeptParcel['cells']): Promise<ParcelFile> {
  const bytes = Buffer.from(`${JSON.stringify({ run, cells }, undefined, 2)}\n`);
  const from = join(root, LIST);
  await mkdir(join(root, '+kept'), { recursive: true });
  await writeFile(from, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path: LIST, from, bytes: bytes.length, sha256 };
}
