import type { Fence } from './fences.ts';
import type { Command } from './shell-lines.ts';

/** A block that `run-blocks.test.ts` runs as it stands, in a folder that is made for it. */
export interface RunBlock {
  page: string;
  /** How the block begins. */
  begins: string;
  /** Commands of it that are left out of the run, by how they begin; they are rows of the table. */
  without: readonly string[];
}

const block = (page: string, begins: string, ...without: string[]): RunBlock => ({ page, begins, without });

export const RUN_BLOCKS = {
  ownJob: block('README.md', 'gpu-lease init ', 'gpu-lease offers', 'gpu-lease run'),
  firstJob: block('docs/quickstart.md', 'gpu-lease init       #'),
  workflowFiles: block('docs/quickstart.md', 'gpu-lease init && gpu-lease init --github'),
  ownLedger: block('docs/quickstart.md', 'gpu-lease init --github --force'),
  trainers: block('docs/trainers.md', 'gpu-lease init  '),
  costOfMonths: block('docs/recipes.md', 'gpu-lease cost --by month'),
  ownKey: block('docs/attestations.md', '$ openssl genpkey', 'model_signing'),
  verifying: block('docs/verify.md', '$ gpu-lease verify out/', 'gpu-lease verify https://'),
  verifyingInCode: block('docs/verify.md', 'import { openDirectory'),
} as const satisfies Record<string, RunBlock>;

export const isOf = ({ page, text }: Fence, { page: of, begins }: RunBlock): boolean =>
  page === of && text.startsWith(begins);

/** Whether it is run as it stands; of a block in a terminal each command for itself. */
export const isRun = (fence: Fence, command?: Command): boolean =>
  Object.values(RUN_BLOCKS).some(
    (each: RunBlock) =>
      isOf(fence, each) && !each.without.some((begins) => command?.text.startsWith(begins) === true),
  );
