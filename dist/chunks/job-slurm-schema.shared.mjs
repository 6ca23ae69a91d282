import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  duration,
  oneLine,
  refined
} from "./job-quantity.shared.mjs";
import {
  mapping
} from "./strict-yaml-mapping.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";

// src/job/slurm-schema.ts
var MOST_SIGNAL_SECONDS = 65535;
var SIGNAL_SECONDS = 120;
var word = (pattern, what) => external_exports.string().regex(pattern, `is not ${what}`);
var name = (what) => word(/^[A-Za-z0-9][A-Za-z0-9._@,+-]{0,199}$/, what);
var slurmSchema = mapping({
  partition: name("the name of a partition").optional().describe("Where it waits (`--partition`). Unset: the cluster's default."),
  account: name("the name of an account").optional().describe("Who is charged (`--account`)."),
  qos: name("the name of a QOS").optional().describe("`--qos`."),
  constraint: word(/^[A-Za-z0-9[(][A-Za-z0-9._&|*()[\]:,+=-]{0,199}$/, "a constraint of features").optional().describe("Features of the node, such as `a100|h100` (`--constraint`)."),
  reservation: name("the name of a reservation").optional().describe("`--reservation`."),
  time: duration.refine((seconds) => seconds % 60 === 0, "is no whole number of minutes, and Slurm counts in minutes").optional().describe(
    "Walltime of one allocation (`--time`): the run goes on in the next one. Unset: the partition's default."
  ),
  gres: word(/^[A-Za-z0-9][A-Za-z0-9._:,()*=-]{0,199}$/, "a list of generic resources").optional().describe("Generic resources in Slurm\u2019s words, such as `gpu:a100:2`. Unset: from `resources.gpu`."),
  gpus: external_exports.union([
    external_exports.int().min(1, "is less than 1").max(1024, "is above 1,024"),
    word(/^(?:[A-Za-z0-9][A-Za-z0-9._-]{0,59}:)?[1-9]\d{0,3}$/, "a number of cards, such as 2 or a100:2")
  ]).optional().describe("`--gpus` in place of `gres`, where the site asks for it."),
  cpus: external_exports.int().min(1, "is less than 1").max(4096, "is above 4,096").optional().describe("CPU cores (`--cpus-per-task`). Unset: the least of `resources.cpus`."),
  memoryGb: external_exports.number().positive("is not above 0").max(1e5, "is above 100,000 GB").optional().describe("Memory in GB (`--mem`). Unset: the least of `resources.memory`."),
  requeue: external_exports.boolean().default(true).describe(
    "Whether Slurm begins it again after a preemption or a lost node (`--requeue`). It resumes then."
  ),
  signalSeconds: external_exports.int().min(10, "is less than 10 s, in which nothing is saved").max(MOST_SIGNAL_SECONDS, "is more than Slurm takes, 65,535 s").default(SIGNAL_SECONDS).describe(
    "How long before the end of its walltime the job is told (`--signal=B:TERM@`), in seconds. Slurm may be up to a minute early. Enough for one save."
  ),
  nodes: external_exports.int().refine((count) => count === 1, "is not 1: several nodes are asked for by `resources.nodes`").optional().describe("Only 1; see `resources.nodes`."),
  modules: external_exports.array(word(/^[A-Za-z0-9][A-Za-z0-9._+/:=@-]{0,199}$/, "the name of a module")).min(1, "is empty; leave it out").max(50).optional().describe("Loaded in the allocation by `module load`, in this order."),
  container: external_exports.enum(["apptainer", "enroot"]).optional().describe(
    "By what the commands run in an image: `apptainer exec`, or `srun --container-image` (pyxis). Unset: on the node itself. Of the job's `image` apptainer alone takes the digest."
  ),
  image: word(
    /^\/[A-Za-z0-9][A-Za-z0-9._/@+-]{0,398}\.(?:sif|sqsh|img)$/,
    "the absolute path of a .sif or .sqsh file"
  ).optional().describe(
    "An image file of the cluster (`.sif`, `.sqsh`) in place of the `image` of the job. Its SHA-256 is kept, and another file of that name is refused later in the run."
  ),
  dependency: word(/^[a-z][A-Za-z0-9_:+?,=-]{0,399}$/, "a dependency such as afterok:4711").optional().describe("`--dependency`."),
  directives: external_exports.array(refined(oneLine, directiveFault)).min(1, "is empty; leave it out").max(50).optional().describe(
    "Further options of `sbatch`, one each, such as `--exclusive`. Refused where gpu-lease writes that line itself, or has a key for it."
  )
});
function directiveFault(text) {
  if (/["'\\#]/.test(text)) return 'holds a quote, a backslash or a "#", which sbatch reads in its own way';
  if (/^--[a-z][a-z0-9-]+(?:=[^\s=]\S*)?$/.test(text) || /^-[A-Za-z](?: ?[^\s-]\S*)?$/.test(text)) return;
  if (/\s/.test(text)) return "is more than one option; write each by itself, as --name=value";
  return "is not an option of sbatch such as --exclusive or --mail-type=END";
}
var ASKED_NOTHING = {
  requeue: true,
  signalSeconds: SIGNAL_SECONDS,
  modules: [],
  directives: []
};
function slurmOf(file) {
  const { time, gpus, nodes: _one, modules = [], directives = [], requeue, signalSeconds, ...named } = file;
  return {
    ...withoutUnset(named),
    ...time === void 0 ? {} : { timeSeconds: time },
    ...gpus === void 0 ? {} : { gpus: String(gpus) },
    requeue,
    signalSeconds,
    modules,
    directives
  };
}
var withoutUnset = (named) => Object.fromEntries(Object.entries(named).filter(([, value]) => value !== void 0));

export {
  SIGNAL_SECONDS,
  slurmSchema,
  ASKED_NOTHING,
  slurmOf
};
