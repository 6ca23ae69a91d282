import { join } from 'node:path';
import { type Bringing, bringFiles, type Lack } from '../colab/bring.ts';
import { isSealedSo, sealBrought } from '../colab/seal-brought.ts';
import type { ManifestRow } from '../collect/manifest.ts';
import type { SealObstacle } from '../collect/seal.ts';
import { RunStore } from '../collect/store.ts';
import type { Job } from '../job/job.ts';
import { opaqueWords } from '../lease/opaque-words.ts';
import type { Call } from './call.ts';

/** What was made where no box of ours is, by the record that was left there. */
interface Made extends Call {
  run: string;
  job: Job;
  files: readonly ManifestRow[];
  /** Sessions that it took. */
  sessions: number;
  /** How one file of a cell comes. */
  copyOf(cell: string, to: string): Bringing['copy'];
}

/** As `--json` shows what is lacking. */
export interface LackingRow {
  cell: string | null;
  path: string;
  what: string;
}

interface Sealed {
  seal: string | null;
  /** Of files that were loaded in this very call; `null` where all was sealed here already. */
  verified: number | null;
  roster: number | null;
  level: string | null;
}

export type Brought =
  | { is: 'sealed'; sealed: Sealed }
  | { is: 'lacking'; lacks: Lack[]; rows: LackingRow[] }
  | { is: 'not-sealable'; obstacles: readonly SealObstacle[]; rows: LackingRow[] };

/** Brings every file of the record that is not here, each by its digest, loads it and seals it. */
export async function collectBrought(made: Made): Promise<Brought> {
  const { settings, face, signal, run, job, files, sessions } = made;
  const store = new RunStore(settings.storeDir, run);
  if (await isSealedSo(store, files)) {
    face.line(`${run} is sealed here already, and every file is as it was: ${store.root}`);
    const seal = store.readSeal()?.seal ?? null;
    return { is: 'sealed', sealed: { seal, verified: null, roster: null, level: null } };
  }
  store.requireUnsealed();
  const lacks = await bringAll(made, store);
  if (lacks.length > 0) {
    const rows = lacks.map(({ cell, path, what }) => ({ cell, path, what }));
    return { is: 'lacking', lacks, rows };
  }
  const sealing = await sealBrought({ job, store, files, attempts: sessions, signal });
  if (!sealing.sealed) {
    const { obstacles } = sealing;
    const rows = obstacles.map(({ cell, path, code, what }) => ({ cell, path, what: `${code}: ${what}` }));
    return { is: 'not-sealable', obstacles, rows };
  }
  const { seal, verified, roster, level, opaque } = sealing;
  const words = `${verified} files verified at ${level}${opaqueWords(opaque)}`;
  face.line(`sealed ${seal.slice(0, 8)}: ${words}; they are in ${store.root}`);
  return { is: 'sealed', sealed: { seal, verified, roster, level } };
}

async function bringAll({ face, job, files, signal, copyOf }: Made, store: RunStore): Promise<Lack[]> {
  const lacks: Lack[] = [];
  const growing = join(store.root, '+incoming');
  let done = 0;
  const onFile = (note: string): void => {
    done += 1;
    face.progress('bring', { label: 'bring', done, total: files.length, unit: 'files', note });
  };
  for (const { name } of job.cells) {
    const own = files.filter(({ cell }) => cell === name);
    const to = store.cellDir(name);
    const of = { cell: name, copy: copyOf(name, to), to, growing, signal, onFile };
    lacks.push(...(await bringFiles(own, of)));
  }
  face.settle('bring');
  return lacks;
}
