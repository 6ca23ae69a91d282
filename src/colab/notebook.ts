import { readFileSync } from 'node:fs';
import type { NotebookJob } from './notebook-job.ts';

/** The code of the notebook, in its order: a cell is a file of `cells/`. */
const CELLS = {
  job: 'The job, and what you may change',
  files: 'Files: hashed, copied, listed again',
  checkpoints: 'Which files are a checkpoint, and when it is whole',
  saver: 'The saver',
  drive: 'Drive',
  code: 'The code, at its commit',
  machine: 'GPU, secrets, packages',
  resume: 'The newest checkpoint that is whole on Drive',
  run: 'The training, with the saver beside it',
  finish: 'What was made, and whether Drive has it',
} as const;

/**
 * A notebook of format 4.5 for one job; byte for byte the same for the same job.
 *
 * @param about what stands above the code, as Markdown
 */
export function notebookText(job: NotebookJob, about: string): string {
  const code = Object.entries(CELLS).flatMap(([name, title]) => [
    markdownCell(`about-${name}`, `## ${title}`),
    codeCell(
      name,
      cellSource(name).replace('@JOB@', () => JSON.stringify(job, undefined, 2)),
    ),
  ]);
  const notebook = {
    cells: [markdownCell('about', about), ...code],
    metadata: {
      // By these Colab opens it on a machine with a GPU.
      ...(job.gpu && { accelerator: 'GPU' }),
      colab: { name: `${job.job}.colab.ipynb`, provenance: [] },
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python' },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(notebook, undefined, 1)}\n`;
}

const markdownCell = (id: string, text: string) => ({
  cell_type: 'markdown',
  id,
  metadata: {},
  source: linesOf(text),
});

const codeCell = (id: string, text: string) => ({
  cell_type: 'code',
  execution_count: null,
  id,
  metadata: {},
  outputs: [],
  source: linesOf(text),
});

/** Each with its line end but the last, which has none: so notebooks are saved. */
const linesOf = (text: string): string[] => text.trimEnd().split(/(?<=\n)/);

/** The build puts the cells beside the bundle's chunks. */
export const cellSource = (name: string): string =>
  readFileSync(new URL(`./cells/${name}.py`, import.meta.url), 'utf8').replaceAll('\r\n', '\n');
