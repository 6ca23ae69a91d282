import { digestOf } from '../canonical.ts';
import type { Cell, Job } from './job.ts';

/** The code that a run is bound to. */
export interface BoundCode {
  commit: string;
  /** Hash over path and content of every file pushed. */
  codeHash: string;
}

/**
 * Digest over what determines the computation, and nothing else: a retry is allowed only where this is equal (XC-06).
 *
 * In it: commit and code, run, setup, image, requirements, interpreter, data, the run that it begins from, variables, cells, and the
 * numbers of GPUs and nodes (they set the world size). Not in it: name, secrets, candidates, the rest of the resources, budget, smoke, watch, what is kept and how it
 * is verified: a fallback to another card or a raised budget leaves the configuration what it was.
 */
export function configHash(job: Job, { commit, codeHash }: BoundCode): string {
  return digestOf({
    commit,
    codeHash,
    run: job.run,
    setup: job.setup,
    image: job.image,
    requirements: job.requirements && { ...job.requirements, index: job.requirements.index?.url },
    data: job.data?.map(({ from, to, sha256 }) => ({ from, to, sha256 })),
    from: job.from,
    python: job.storage?.python,
    vars: job.vars,
    gpus: job.resources.gpu?.count ?? 0,
    mostGpus: job.resources.gpu?.most,
    nodes: job.resources.nodes,
    leastNodes: job.resources.leastNodes,
    cells: [...job.cells].sort(byName).map(({ name, vars }) => ({ name, vars })),
  });
}

const byName = (a: Cell, b: Cell): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
