import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  parseJob
} from "./job-approval-rules.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./job-glob.shared.mjs";
import {
  settingsOf
} from "./cli-settings.shared.mjs";
import "./secret-shape.shared.mjs";
import "./cli-installed.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./job-job.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./canonical.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-options.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./wildcard.shared.mjs";
import "./evidence-level.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/init.ts
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";

// src/job/detect.ts
function detect(repository) {
  const entry = findEntry(repository);
  const source = entry?.source ?? "";
  const requirements = findRequirements(repository);
  const declared = [
    requirements?.text,
    repository.read("pyproject.toml"),
    repository.read("environment.yml")
  ].join("\n");
  const metrics = /['"]([A-Za-z0-9_-]{1,40}\.jsonl)['"]/.exec(source)?.[1];
  const secrets = SECRETS_OF.filter(({ library }) => library.test(source)).map(({ secret }) => secret);
  return {
    ...entry && { entry },
    framework: frameworkOf(source, declared),
    ...requirements && { requirements: { file: requirements.file, unpinned: requirements.unpinned } },
    ...repository.files.includes("pyproject.toml") && { install: "python3 -m pip install ." },
    command: commandOf(entry?.path, source, npmTrain(repository)),
    secrets,
    ...metrics !== void 0 && { metrics },
    resumes: /load_state_dict|resume|load_checkpoint|load_file\(|ckpt_path|restore\(/i.test(source)
  };
}
var SECRETS_OF = [
  { library: /^\s*(import|from)\s+wandb\b/m, secret: "WANDB_API_KEY" },
  { library: /push_to_hub|huggingface_hub|hf_hub_download/, secret: "HF_TOKEN" },
  { library: /^\s*(import|from)\s+comet_ml\b/m, secret: "COMET_API_KEY" }
];
var NOT_OURS = /(^|\/)(\.|node_modules\/|venv\/|env\/|site-packages\/|tests?\/|docs?\/|build\/|dist\/|third_party\/)/;
var ENTRY_NAMES = [
  /^train\.py$/,
  /^(finetune|fine_tune|pretrain|run_train|train_\w+|\w+_train|run_\w+)\.py$/,
  /^main\.py$/,
  /^run\.py$/,
  /^train\.sh$/,
  /^train\.m?[jt]s$/
];
function findEntry({ files, read }) {
  const ranked = files.filter((path) => !NOT_OURS.test(path)).flatMap((path) => {
    const rank = ENTRY_NAMES.findIndex((name) => name.test(path.split("/").at(-1) ?? ""));
    return rank < 0 ? [] : [{ path, rank, depth: path.split("/").length }];
  }).sort((a, b) => a.rank - b.rank || a.depth - b.depth || (a.path < b.path ? -1 : 1));
  const startable = ranked.find(({ path }) => !path.endsWith(".py") || isScript(read(path) ?? ""));
  const best = startable ?? ranked[0];
  return best && { path: best.path, source: read(best.path) ?? "" };
}
var isScript = (source) => /__main__|argparse|hydra\.main|click\.command|typer\.|^\w+\.(fit|train)\(/m.test(source);
var FRAMEWORKS = [
  { name: "lightning", library: "pytorch_lightning|pytorch-lightning|lightning" },
  { name: "transformers", library: "transformers|trl|peft" },
  { name: "torch", library: "torch" },
  { name: "jax", library: "jax|flax" },
  { name: "tensorflow", library: "tensorflow|keras" },
  { name: "sklearn", library: "sklearn|scikit-learn" }
];
function frameworkOf(source, declared) {
  const imports = (library) => new RegExp(`^\\s*(?:import|from)\\s+(?:${library})\\b`, "m").test(source);
  const declares = (library) => new RegExp(`^\\s*["'-]*\\s*(?:${library})\\b`, "m").test(declared);
  const found = FRAMEWORKS.find(({ library }) => imports(library)) ?? FRAMEWORKS.find(({ library }) => declares(library));
  return found?.name ?? "none";
}
var REQUIREMENTS = [
  "requirements.lock",
  "requirements-lock.txt",
  "requirements.txt",
  "requirements/train.txt",
  "requirements/base.txt"
];
function findRequirements({
  files,
  read
}) {
  const file = REQUIREMENTS.find((name) => files.includes(name));
  if (file === void 0) return void 0;
  const text = read(file) ?? "";
  return { file, text, unpinned: unpinnedRequirements(text) };
}
function unpinnedRequirements(text) {
  return text.split(/\r?\n/).map((line) => line.replace(/(^|\s)#.*$/, "").trim()).filter((line) => /^[A-Za-z0-9]/.test(line)).filter((line) => !/===?\s*[^*\s,;]+(\s|;|\\|$)/.test(line) && !/@\s*\S+[0-9a-f]{40}/.test(line));
}
function npmTrain({ read }) {
  try {
    const scripts = JSON.parse(read("package.json") ?? "{}")?.scripts;
    return typeof scripts?.["train"] === "string" ? "npm run train" : void 0;
  } catch {
    return void 0;
  }
}
var OUTPUT_FLAGS = [
  "output-dir",
  "output_dir",
  "out-dir",
  "out_dir",
  "out",
  "output",
  "save-dir",
  "save_dir",
  "checkpoint-dir",
  "workdir",
  "logdir"
];
var SHORT_FLAGS = [
  {
    names: [
      "max-steps",
      "max_steps",
      "steps",
      "num-steps",
      "num_steps",
      "max-iters",
      "max_iters",
      "iters",
      "iterations"
    ],
    value: 20
  },
  { names: ["epochs", "num-epochs", "num_epochs", "max-epochs", "max_epochs", "num_train_epochs"], value: 1 }
];
function commandOf(path, source, npm) {
  if (path === void 0 || npm !== void 0 && !path.endsWith(".py")) {
    const full2 = npm ?? "python3 train.py";
    return { full: full2, smoke: full2, isShort: false, passesOutput: false };
  }
  const start = `${STARTERS.find(({ of }) => path.endsWith(of))?.by ?? "python3"} ${forShell(path)}`;
  if (/hydra\.main/.test(source)) {
    const full2 = `${start} hydra.run.dir="$GPU_LEASE_OUT"`;
    return { full: full2, smoke: full2, isShort: false, passesOutput: true };
  }
  const flags = flagsOf(source);
  const output = OUTPUT_FLAGS.find((name) => flags.has(name));
  const full = output === void 0 ? start : `${start} --${output} "$GPU_LEASE_OUT"`;
  for (const { names, value } of SHORT_FLAGS) {
    const flag = names.find((name) => flags.has(name));
    const saves = ["save_steps", "save-steps"].find((name) => flags.has(name));
    const smoke = `${full} --${flag} ${value}${saves === void 0 || value < 10 ? "" : ` --${saves} 5`}`;
    if (flag !== void 0) return { full, smoke, isShort: true, passesOutput: output !== void 0 };
  }
  return { full, smoke: full, isShort: false, passesOutput: output !== void 0 };
}
var STARTERS = [
  { of: ".py", by: "python3" },
  { of: ".sh", by: "sh" },
  { of: "s", by: "node" }
];
function flagsOf(source) {
  const flags = /* @__PURE__ */ new Set();
  for (const [, name] of source.matchAll(
    /(?:add_argument|option|Option)\([^)]{0,200}?['"]--([A-Za-z0-9_-]{1,40})['"]/g
  )) {
    if (name) flags.add(name);
  }
  for (const [, name] of source.matchAll(/flags\.DEFINE_\w+\(\s*['"](\w{1,40})['"]/g))
    if (name) flags.add(name);
  for (const [, name] of source.matchAll(/parseArgs[\s\S]{0,40}?['"]?([a-z-]{2,40})['"]?:\s*\{\s*type:/g))
    if (name) flags.add(name);
  if (/HfArgumentParser/.test(source))
    for (const name of ["output_dir", "max_steps", "save_steps"]) flags.add(name);
  return flags;
}
var forShell = (path) => /^[A-Za-z0-9._/-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

// src/job/entry-lint.ts
var LINTS = [
  {
    code: "no-main-guard",
    when: /\bnum_workers\s*=\s*(?!0\b)\w+|\bProcessPoolExecutor\(|\bmultiprocessing\.(Process|Pool)\(/,
    unless: /^if\s+__name__\s*==\s*['"]__main__['"]/m,
    what: 'Worker processes start without an `if __name__ == "__main__":` guard: on Windows and macOS each runs the script again.',
    next: "Move what runs into a function, and call it below the guard."
  },
  {
    code: "determinism-declared",
    when: /\b(manual_seed|seed_everything|set_seed|random\.seed)\(/,
    unless: /use_deterministic_algorithms\(|cudnn\.deterministic\s*=\s*True|deterministic\s*=\s*(True|['"]warn)|enable_full_determinism/,
    what: "A seed is set and nothing makes the kernels deterministic: determinism is declared, not achieved.",
    next: "Call torch.use_deterministic_algorithms(True), seed the loader workers, or do not promise equal numbers."
  },
  {
    code: "workers-not-seeded",
    when: /\bnum_workers\s*=\s*(?!0\b)\w+/,
    unless: /worker_init_fn|workers\s*=\s*True|(?<!numpy|np)\.Generator\(|^(?![\s\S]*(np|numpy)\.random)/,
    what: "Loader workers use NumPy random numbers and are not seeded: each worker draws the same ones.",
    next: "Pass a worker_init_fn that seeds NumPy from torch.initial_seed()."
  },
  {
    code: "partial-checkpoint",
    when: /\btorch\.save\(/,
    unless: /optim\w*\.state_dict\(|['"]optim\w*['"]\s*[:\]]|save_pretrained|TrainingArguments|Trainer\(/,
    what: "Checkpoints are written without the state of the optimizer: a resume would not continue the same run.",
    next: "Save model, optimizer, scheduler, step and random states together."
  },
  {
    code: "checkpoint-not-atomic",
    when: /\b(torch\.save|save_file|joblib\.dump|pickle\.dump)\(/,
    unless: /os\.(replace|rename)\(|\.(replace|rename)\(|Trainer\(|Lightning|mkstemp|NamedTemporaryFile/,
    what: "Checkpoints are written in place: an interruption leaves half a file where the last good one was.",
    next: "Write to a temporary name in the same directory, then os.replace() it."
  },
  {
    code: "many-kept",
    when: /\bsave_(?:top_k|total_limit)\s*=\s*(?:-1|[4-9]\b|\d{2,})/,
    unless: /(?!)/,
    what: "More than three checkpoints are kept: the disk may fill before the run ends.",
    next: "Keep the best, the last and at most one more (`save_top_k=3`)."
  }
];
function lintEntry(file, source) {
  return LINTS.flatMap(({ code, when, unless, what, next }) => {
    const hit = when.exec(source);
    if (!hit || unless.test(source)) return [];
    const before = source.slice(0, hit.index).split("\n");
    const at = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    return [{ code, what, next, at }];
  });
}

// src/job/schema-url.ts
var SCHEMA_URL = "https://raw.githubusercontent.com/gpu-lease/gpu-lease/main/schemas/job.schema.json";

// src/job/init.ts
function proposeJob(repository, name) {
  const found = detect(repository);
  return { yaml: render(found, jobName(name)), notes: notesOn(found) };
}
var jobName = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 40).replace(/^-+|-+$/g, "") || "train";
var TRAINER_FOLDER = {
  first: [
    "  # A checkpoint is the whole folder: a resume reads all of it. trainer_state.json is written last.",
    '  - {path: "checkpoint-*/*.safetensors", role: model, keep: last}',
    '  - {path: "checkpoint-*/optimizer.pt", role: optimizer, keep: last}',
    '  - {path: "checkpoint-*/trainer_state.json", role: config, keep: last}',
    "  # Scheduler, random state, settings, tokenizer: by their hash alone.",
    '  - {path: "checkpoint-*/**", role: opaque, keep: last}'
  ],
  last: [
    "  # What save_model() leaves beside the checkpoints at the end.",
    '  - {path: "*.safetensors", role: model, min: 0}',
    '  - {path: "*.json", role: config, min: 0}',
    '  - {path: "*", role: opaque, min: 0}'
  ]
};
var CHECKPOINTS = {
  lightning: {
    glob: "**/*.ckpt",
    role: "checkpoint",
    stepKey: "global_step",
    why: "as Lightning names them"
  },
  transformers: {
    glob: "checkpoint-*/trainer_state.json",
    role: "checkpoint",
    stepKey: "global_step",
    why: "as the Hugging Face Trainer names them",
    rules: TRAINER_FOLDER
  },
  torch: { glob: "**/*.pt", role: "checkpoint", stepKey: "step", why: "as torch.save is often used" },
  jax: { glob: "**/*.msgpack", role: "checkpoint", stepKey: "step", why: "as Flax writes them" },
  tensorflow: { glob: "**/*.keras", role: "model", stepKey: "step", why: "as Keras writes them" },
  sklearn: {
    glob: "**/*.joblib",
    role: "model",
    stepKey: "step",
    why: "as joblib writes them",
    isDegraded: true
  },
  none: { glob: "**", role: "opaque", stepKey: "step", why: "everything, by its hash alone" }
};
var WRITTEN = [
  { by: /safetensors|\.safetensors\b/, glob: "**/*.safetensors", why: "the script writes safetensors" },
  { by: /['"][^'"]*\.ckpt['"]/, glob: "**/*.ckpt", why: "the script names .ckpt files" },
  { by: /['"][^'"]*\.pth['"]/, glob: "**/*.pth", why: "the script names .pth files" },
  { by: /['"][^'"]*\.pt['"]/, glob: "**/*.pt", why: "the script names .pt files" }
];
function checkpointsOf({ framework, entry }) {
  const usual = CHECKPOINTS[framework];
  if (framework === "transformers" || framework === "lightning") return usual;
  const written = WRITTEN.find(({ by }) => by.test(entry?.source ?? ""));
  return written ? { ...usual, role: "checkpoint", glob: written.glob, why: written.why, isDegraded: false } : usual;
}
function render(found, name) {
  const checkpoints = checkpointsOf(found);
  return `${[
    `# yaml-language-server: $schema=${SCHEMA_URL}`,
    "# What to run on a rented GPU, what it must leave behind, and what it may cost. All keys: docs/job-file.md",
    `name: ${JSON.stringify(name)}`,
    "",
    ...renderCommands(found),
    "",
    ...renderResources(found.framework),
    "",
    ...renderSmoke(found),
    "",
    ...renderArtifacts(found, checkpoints),
    "",
    ...renderCheckpoint(found, checkpoints),
    "",
    "# Nothing is rented past this. All three are needed as soon as a candidate costs money.",
    "budget: {usd: 5, hours: 4, usdPerHour: 1.25}",
    "# hold: the box waits for the approval of its release. park: it is stopped at once where that keeps its data.",
    "on-finish: hold"
  ].join("\n")}
`;
}
function renderCommands({ command: command2, requirements, install, secrets, entry }) {
  const lines = [
    entry ? "# Runs in a copy of the commit. What it leaves must be under $GPU_LEASE_OUT, one directory per cell." : "# CHECK: no training script was found. Write your command; it must write under $GPU_LEASE_OUT.",
    ...entry && !command2.passesOutput ? ["# CHECK: no flag for it was found; let the script read GPU_LEASE_OUT."] : [],
    `run: ${JSON.stringify(command2.full)}`
  ];
  if (requirements) {
    lines.push("# torch comes from the image; write as-pinned to install the one that this file names.");
    lines.push(`requirements: {file: ${JSON.stringify(requirements.file)}, torch: keep-image}`);
  } else if (install !== void 0) {
    lines.push("# Once per box, before the first cell.", `setup: ${JSON.stringify(install)}`);
  }
  lines.push("# Names of secrets, taken from your environment. Their values never stand here.");
  lines.push(`env: [${secrets.join(", ")}]`);
  return lines;
}
function renderResources(framework) {
  const usesGpu = framework !== "none" && framework !== "sklearn";
  return [
    "# What the box must have: a constraint, never one platform's name of a machine.",
    "resources:",
    usesGpu ? "  gpu: {count: 1, memory: 16GB+} # name: [A100, H100] to insist on a card" : "  gpu: none",
    "  disk: 20GB+",
    "# In order of preference. local is this machine; it costs nothing.",
    "candidates:",
    "  - local",
    '  # - {platform: generic-ssh, attach: "ssh://me@box:22", usdPerHour: 0}',
    "  # - runpod"
  ];
}
function renderSmoke({ command: command2, requirements, install }) {
  const setup = requirements ? `python3 -m pip install -r ${requirements.file}` : install;
  return [
    "# Must pass on a CPU before anything is rented.",
    ...command2.isShort ? [] : ["# CHECK: make this a run of a few steps; no flag for that was found."],
    "smoke:",
    `  run: ${JSON.stringify(command2.smoke)}`,
    ...setup === void 0 ? [] : [`  # setup: ${JSON.stringify(setup)} # on a fresh runner`],
    "  timeout: 5min"
  ];
}
function renderArtifacts({ metrics }, checkpoints) {
  const { rules } = checkpoints;
  return [
    "# What must exist, and be proven, before the box may be released.",
    "artifacts:",
    ...rules?.first ?? oneRule(checkpoints),
    ...metrics === void 0 ? [] : [`  - path: ${JSON.stringify(metrics)}`, "    role: metrics"],
    ...rules?.last ?? [],
    metrics === void 0 ? "# metrics: metrics.jsonl # one JSON object per line, with step and loss" : `metrics: ${JSON.stringify(metrics)}`
  ];
}
var oneRule = ({ glob, role, why, isDegraded }) => [
  `  - path: ${JSON.stringify(glob)} # ${why}`,
  `    role: ${role}`,
  ...role === "opaque" ? [] : ["    keep: last"],
  ...isDegraded ? ["    allow-degraded: true # this format carries no checksum of its own"] : []
];
function renderCheckpoint({ resumes }, { glob, role, stepKey }) {
  if (role !== "checkpoint")
    return ['# checkpoint: {path: "last.safetensors"} # what makes a preemption harmless'];
  return [
    resumes ? "# The same command, started again, goes on from here. The drill of the smoke proves it." : "# CHECK: nothing in the script looks like a resume. Let it load its last checkpoint, then write continues.",
    "checkpoint:",
    `  path: ${JSON.stringify(glob)}`,
    `  step-key: ${stepKey}`,
    `  resume: ${resumes ? "continues" : "none"}`
  ];
}
function notesOn({ entry, framework, requirements, command: command2 }) {
  const notes = entry ? [`Entry point: ${entry.path} (${framework === "none" ? "no framework recognised" : framework}).`] : ["No training script was found: write `run` and `smoke.run`."];
  if (entry && !command2.isShort)
    notes.push("No flag for a short run was found: make `smoke.run` one of a few steps.");
  if (requirements && requirements.unpinned.length > 0) {
    const some = requirements.unpinned.slice(0, 3).join(", ");
    notes.push(`${requirements.file} does not pin every version (${some}): a second box may get others.`);
  }
  const hints = entry?.path.endsWith(".py") ? lintEntry(entry.path, entry.source) : [];
  return [...notes, ...hints.map(({ at, what, next }) => `${at.file}:${at.line}: ${what} ${next}`)];
}

// src/cli/init.ts
var MAX_FILES = 5e3;
var MAX_BYTES = 256 * 1024;
var SKIPPED = /* @__PURE__ */ new Set([".git", "node_modules", ".venv", "venv", "__pycache__", "gpu-lease-out"]);
async function command(request, signal) {
  const settings = settingsOf(request);
  if (settings.flag("github")) {
    const { initGitHub } = await import("./cli-init-github.mjs");
    return initGitHub(settings, signal);
  }
  const target = resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml");
  if (existsSync(target) && !settings.flag("force")) {
    throw new Problem({
      code: "exists",
      kind: "usage",
      what: `${target} exists already; it was left as it is.`,
      next: "Edit it, or write a new one over it with --force."
    });
  }
  const files = await listFiles(settings.cwd);
  const { yaml, notes } = proposeJob(
    { files, read: (path) => readText(join(settings.cwd, path)) },
    basename(settings.cwd)
  );
  parseJob(yaml, target, knownPlatforms());
  writeFileSync(target, yaml);
  process.stdout.write(
    `wrote ${target}
${notes.map((note) => `- ${note}`).join("\n")}
next: gpu-lease plan; for GitHub Actions gpu-lease init --github
`
  );
  return 0;
}
async function listFiles(dir) {
  const found = [];
  const queue = [""];
  for (let folder = queue.shift(); folder !== void 0 && found.length < MAX_FILES; folder = queue.shift()) {
    for (const entry of await readdir(join(dir, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) queue.push(path);
      if (entry.isFile()) found.push(path);
    }
  }
  return found.sort();
}
function readText(path) {
  try {
    if (statSync(path).size > MAX_BYTES) return;
    const text = readFileSync(path, "utf8");
    return text.includes("\0") ? void 0 : text;
  } catch {
    return;
  }
}
export {
  command
};
