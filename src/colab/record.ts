import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type ManifestRow, readManifest } from '../collect/manifest.ts';
import type { Job } from '../job/job.ts';
import { Problem } from '../problem.ts';

const run = z.string().regex(/^[a-z0-9-]{1,80}$/);
const commit = z.string().regex(/^[0-9a-f]{40,64}$/);

/** What the notebook writes last, `run.json`: a stranger's word until every file was held against it. */
const RecordSchema = z.object({
  format: z.literal('gpu-lease-colab/1'),
  run,
  commit,
  attempt: z.int().min(1),
  cells: z.array(z.object({ name: z.string(), exitCode: z.int().nullable() })),
  files: z.array(z.looseObject({ cell: z.string() })),
});
export type DriveRecord = z.output<typeof RecordSchema>;

/** What a session writes first, by its number. */
const BegunSchema = z.object({ run, commit });
export type Begun = z.output<typeof BegunSchema> & { attempt: number };

/** Bytes of a record of a hundred thousand files. */
const MOST_BYTES = 64 * 1024 ** 2;

/**
 * How a run stands by its folder. `done`: the newest session came to its end, well or not. `begun`: it did not, or Drive has
 * not brought that. `unread`: something of a run is there and cannot be read. `nothing`: no run is there.
 */
export type DriveState =
  | { is: 'done'; record: DriveRecord }
  | ({ is: 'begun' } & Begun)
  | { is: 'unread' }
  | { is: 'nothing' };

export function driveState(root: string): DriveState {
  const begun = namesIn(join(root, 'attempts')).flatMap((name) => /^(\d{1,6})\.json$/.exec(name)?.[1] ?? []);
  const attempt = Math.max(0, ...begun.map(Number));
  const text = plainText(join(root, 'run.json'));
  const record = read(RecordSchema, text);
  if (record && record.attempt >= attempt) return { is: 'done', record };
  if (text !== undefined && !record) return { is: 'unread' };
  if (attempt === 0) return { is: 'nothing' };
  const known = read(BegunSchema, plainText(join(root, 'attempts', `${attempt}.json`)));
  return known ? { is: 'begun', attempt, ...known } : { is: 'unread' };
}

function read<T>(schema: z.ZodType<T>, text: string | undefined): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

/**
 * The files of the cells that the job has; what else is listed is nobody's.
 *
 * @throws Problem `unsafe-names`
 */
export function filesOf({ files }: Pick<DriveRecord, 'files'>, { cells }: Job): ManifestRow[] {
  return cells.flatMap(({ name }) => {
    const { entries, refused } = readManifest(files.filter(({ cell }) => cell === name));
    if (refused.length > 0) throw unsafe(refused.map(({ path, why }) => `${path}: ${why}`));
    return entries.map((entry) => ({ cell: name, ...entry }));
  });
}

const unsafe = (list: string[]): Problem =>
  new Problem({
    code: 'unsafe-names',
    kind: 'failed',
    what: `run.json lists files that cannot be brought safely: ${list.slice(0, 5).join('; ')}.`,
    next: 'Look at who can write to the folder. Files of the job need plain names below its output directory.',
  });

/** Of a plain file that is not too large; a link is none. */
export function plainText(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() && stats.size <= MOST_BYTES ? readFileSync(path, 'utf8') : undefined;
}

export function namesIn(dir: string): string[] {
  return lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(dir).sort() : [];
}
