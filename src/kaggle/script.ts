import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { cellSource } from '../colab/notebook.ts';
import type { KernelJob } from './kernel-job.ts';

/** In their order; those of a notebook of Colab are used as they are. */
const CELLS = [
  'place',
  'files',
  'checkpoints',
  'saver',
  'carry',
  'archive',
  'machine',
  'resume',
  'run',
] as const;
const OWN = ['place', 'carry', 'archive', 'record', 'main'] as const;
type Own = (typeof OWN)[number];

/** Kaggle publishes no limit of a script; this is what we are sure not to come near to with a training program. */
export const MOST_SCRIPT_BYTES = 1_000_000;

/** What stands in the first line of a script: whose session it is, and what it was to be given. */
const Header = z.object({
  run: z.string(),
  session: z.int().min(1),
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** The most that it may last. */
  seconds: z.int(),
  /** Its inputs, as `sourcesOf` names them. */
  sources: z.array(z.string()),
});
export type Header = z.output<typeof Header>;

const FIRST_LINE = /^# gpu-lease kaggle (\{.*\})$/m;

/** The program that one session runs: a script of Python, byte for byte the same for the same job and session. */
export function scriptText(job: KernelJob, archive: string, header: Header): string {
  const cells = CELLS.map((name) => {
    const text = sourceOf(name)
      // A quote would end the text that the cell stands in.
      .replace('@JOB@', () => JSON.stringify(job, undefined, 2).replaceAll("'", '\\u0027'))
      .replace('@ARCHIVE@', () => archive);
    return `CELLS[${JSON.stringify(name)}] = ${quotedCell(text)}`;
  });
  return [
    `# gpu-lease kaggle ${JSON.stringify(header)}`,
    `# Made by "gpu-lease kaggle push" from commit ${job.commit}. It holds no secret.`,
    'CELLS = {}',
    ...cells,
    `RECORD_CELL = ${quotedCell(sourceOf('record'))}`,
    sourceOf('main'),
  ].join('\n\n');
}

/** @returns `undefined` of a script that is none of ours */
export function headerOf(source: string): Header | undefined {
  const [, text = ''] = FIRST_LINE.exec(source.slice(0, 20_000)) ?? [];
  try {
    return Header.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function quotedCell(text: string): string {
  if (text.includes("'''") || text.endsWith('\\')) throw new Error('a cell would end its own quotes');
  return `r'''\n${text.trimEnd()}\n'''`;
}

const sourceOf = (name: string): string =>
  (OWN as readonly string[]).includes(name) ? ownSource(name as Own) : cellSource(name);

/** The build puts the cells beside the bundle's chunks. */
const ownSource = (name: Own): string =>
  readFileSync(new URL(`./cells/${name}.py`, import.meta.url), 'utf8').replaceAll('\r\n', '\n');
