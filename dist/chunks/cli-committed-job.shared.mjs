import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/colab/notebook.ts
import { readFileSync } from "node:fs";
var CELLS = {
  job: "The job, and what you may change",
  files: "Files: hashed, copied, listed again",
  checkpoints: "Which files are a checkpoint, and when it is whole",
  saver: "The saver",
  drive: "Drive",
  code: "The code, at its commit",
  machine: "GPU, secrets, packages",
  resume: "The newest checkpoint that is whole on Drive",
  run: "The training, with the saver beside it",
  finish: "What was made, and whether Drive has it"
};
function notebookText(job, about) {
  const code = Object.entries(CELLS).flatMap(([name, title]) => [
    markdownCell(`about-${name}`, `## ${title}`),
    codeCell(
      name,
      cellSource(name).replace("@JOB@", () => JSON.stringify(job, void 0, 2))
    )
  ]);
  const notebook = {
    cells: [markdownCell("about", about), ...code],
    metadata: {
      // By these Colab opens it on a machine with a GPU.
      ...job.gpu && { accelerator: "GPU" },
      colab: { name: `${job.job}.colab.ipynb`, provenance: [] },
      kernelspec: { display_name: "Python 3", language: "python", name: "python3" },
      language_info: { name: "python" }
    },
    nbformat: 4,
    nbformat_minor: 5
  };
  return `${JSON.stringify(notebook, void 0, 1)}
`;
}
var markdownCell = (id, text) => ({
  cell_type: "markdown",
  id,
  metadata: {},
  source: linesOf(text)
});
var codeCell = (id, text) => ({
  cell_type: "code",
  execution_count: null,
  id,
  metadata: {},
  outputs: [],
  source: linesOf(text)
});
var linesOf = (text) => text.trimEnd().split(/(?<=\n)/);
var cellSource = (name) => readFileSync(new URL(`./cells/${name}.py`, import.meta.url), "utf8").replaceAll("\r\n", "\n");

// src/cli/committed-job.ts
import { createHash } from "node:crypto";
import { readFileSync as readFileSync2 } from "node:fs";
import { basename, join, resolve } from "node:path";
function requireCommitted(settings, { code, dir }, bound) {
  const name = basename(resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml"));
  const sha256 = createHash("sha256").update(readFileSync2(join(dir, name))).digest("hex");
  if (code.files.some((each) => each.path === name && each.sha256 === sha256)) return;
  throw new Problem({
    code: "job-not-committed",
    kind: "usage",
    what: `${name} is not part of commit ${code.commit.slice(0, 12)}, and ${bound} is bound to that.`,
    next: "Commit it and push, then run the same command again."
  });
}

export {
  notebookText,
  cellSource,
  requireCommitted
};
