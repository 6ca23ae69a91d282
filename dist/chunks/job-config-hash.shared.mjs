import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  digestOf
} from "./canonical.shared.mjs";

// src/job/config-hash.ts
function configHash(job, { commit, codeHash }) {
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
    cells: [...job.cells].sort(byName).map(({ name, vars }) => ({ name, vars }))
  });
}
var byName = (a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

export {
  configHash
};
