import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestEntry } from '../box/box-plan.ts';
import { bringFiles } from '../colab/bring.ts';
import { type KeptSet, newestKept } from '../colab/kept-sets.ts';
import { setManifest } from '../collect/durable-sets.ts';
import type { Job } from '../job/job.ts';
import type { KaggleApi } from '../platforms/kaggle/api.ts';
import { writeWhole } from '../report/whole-file.ts';
import { type FetchFile, fetcherOf } from './fetcher.ts';
import { textAt } from './output.ts';
import type { Ended } from './standing.ts';

/** The newest checkpoint of one cell, brought here and loaded. */
export interface SavedSet extends KeptSet {
  /** Its folder here. */
  place: string | null;
}

interface Of {
  api: KaggleApi;
  run: string;
  signal: AbortSignal;
}

/** @param to one folder per run, which only this writes */
export async function bringSets(
  of: Of,
  from: Ended,
  { job, to }: { job: Job; to: string },
): Promise<SavedSet[]> {
  const fetchFile = fetcherOf(of.api, from.session, from.output);
  const found: SavedSet[] = [];
  for (const { name } of job.cells) found.push(await newestOf(of, from, { job, to, cell: name, fetchFile }));
  return found;
}

interface Place {
  job: Job;
  to: string;
  cell: string;
  fetchFile: FetchFile;
}

async function newestOf(of: Of, { output }: Ended, place: Place): Promise<SavedSet> {
  const { cell, to, job, fetchFile } = place;
  const sets = `gpu-lease/${of.run}/sets/${cell}`;
  const passed: string[] = [];
  for (const id of idsIn([...output.files.keys()], sets)) {
    const entries = setManifest((await textAt(output, `${sets}/${id}/manifest`, of.signal)) ?? '');
    const why = entries
      ? await bringSet(of, { entries, id, from: `${sets}/${id}/files`, place, fetchFile })
      : 'its manifest is not whole';
    if (why !== undefined) {
      passed.push(`${id}: ${why}`);
      continue;
    }
    const kept = await newestKept(to, job, cell, of.signal);
    if (kept.id === id)
      return { ...kept, passed: [...passed, ...kept.passed], place: join(to, 'sets', cell, id) };
    passed.push(...kept.passed);
  }
  return { cell, id: null, step: null, passed, place: null };
}

/** The newest first. */
function idsIn(paths: readonly string[], sets: string): string[] {
  const ids = paths.flatMap((path) => {
    const [, id = ''] = path.startsWith(`${sets}/`)
      ? (/^(\d{1,12}-\d{1,9})\/manifest$/.exec(path.slice(sets.length + 1)) ?? [])
      : [];
    return id === '' ? [] : [id];
  });
  const age = (id: string): number => Number(id.split('-')[0]) + Number(id.split('-')[1]) / 1e6;
  return ids.sort((one, other) => age(other) - age(one));
}

async function bringSet(
  { signal }: Of,
  {
    entries,
    id,
    from,
    place: { to, cell },
    fetchFile,
  }: { entries: readonly ManifestEntry[]; id: string; from: string; place: Place; fetchFile: FetchFile },
): Promise<string | undefined> {
  const dir = join(to, 'sets', cell, id);
  mkdirSync(join(dir, 'files'), { recursive: true });
  const copy = ({ path, bytes }: ManifestEntry, growing: string) =>
    fetchFile(`${from}/${path}`, { to: growing, bytes, signal });
  const lacks = await bringFiles(entries, {
    ...{ cell, copy, to: join(dir, 'files'), growing: join(to, '+incoming') },
    ...{ signal, onFile() {} },
  });
  const [lack] = lacks;
  if (lack) return `${lack.path} ${lack.what}`;
  const lines = entries.map(({ sha256, bytes, path }) => `${sha256} ${bytes} ${path}\n`);
  writeWhole(join(dir, 'manifest'), `${lines.join('')}end ${lines.length}\n`);
  return undefined;
}
