import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { digestOf } from '../canonical.ts';
import type { BoundJob } from '../course/bound-job.ts';
import { Problem, Problems } from '../problem.ts';
import type { Settings } from './settings.ts';
import { ignoreHere } from './store-folder.ts';

/** More findings than any smoke has. */
const MOST = 100;

const Finding = z.object({
  code: z.string(),
  what: z.string(),
  next: z.string(),
  at: z.object({ file: z.string(), line: z.number(), column: z.number() }).optional(),
  edits: z.array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])),
      value: z.union([z.string(), z.literal(true)]),
    }),
  ),
});

const LastSmoke = z.object({
  of: z.string(),
  commit: z.string(),
  findings: z.array(Finding).max(MOST),
});

/** What a smoke found, in words that hold no secret. */
export type Finding = z.infer<typeof Finding>;

const fileOf = ({ storeDir }: Pick<Settings, 'storeDir'>): string => join(storeDir, 'last-smoke.json');

/** What a failed smoke found; nothing for what is none. */
export function findingsIn(error: unknown, { redactor }: Pick<Settings, 'redactor'>): Finding[] {
  const told = redactor.error(error);
  const problems = told instanceof Problems ? told.all : told instanceof Problem ? [told] : [];
  return problems
    .filter(({ kind }) => kind === 'smoke')
    .map(({ code, what, next, at, edits }) => ({
      code,
      what,
      next,
      ...(at && { at }),
      edits: edits.map(({ path, value }) => ({ path: [...path], value })),
    }));
}

/** A job file that no commit holds is no part of the configuration's own digest. */
const digestOfBound = ({ configHash, job }: BoundJob): string =>
  digestOf({ configHash, job: JSON.stringify(job) });

/** Keeps what a failed smoke found, so that `fix` needs no second one. */
export function noteFindings(settings: Settings, bound: BoundJob, findings: readonly Finding[]): void {
  const { code } = bound;
  mkdirSync(settings.storeDir, { recursive: true });
  ignoreHere(settings.storeDir);
  writeFileSync(
    fileOf(settings),
    `${JSON.stringify({ of: digestOfBound(bound), commit: code.commit, findings }, undefined, 1)}\n`,
  );
}

/** Of this very commit and configuration; `undefined` where nothing is known of it. A file that is none of ours is none. */
export function notedFindings(settings: Settings, bound: BoundJob): Finding[] | undefined {
  const file = fileOf(settings);
  if (!existsSync(file)) return;
  try {
    const read = LastSmoke.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return read.success && read.data.of === digestOfBound(bound) ? read.data.findings : undefined;
  } catch {
    return;
  }
}
