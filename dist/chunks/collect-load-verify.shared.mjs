import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  sha256Of
} from "./collect-kept-copies.shared.mjs";
import {
  partOf
} from "./verify-contract-key-book.shared.mjs";
import {
  storeOf
} from "./collect-places.shared.mjs";
import {
  numberOf
} from "./box-keeper-text.shared.mjs";
import {
  compileGlob
} from "./job-glob.shared.mjs";
import {
  roleByName,
  verifyTreeApart
} from "./verify-apart-apart.shared.mjs";
import {
  openFileSource
} from "./verify-read-file-source.shared.mjs";
import {
  Findings
} from "./verify-contract-findings.shared.mjs";
import {
  isWrittenOut
} from "./verify-contract-verdict.shared.mjs";
import {
  attemptsOf
} from "./lease-run.shared.mjs";
import {
  keysInFile,
  sourcesOf
} from "./metrics-rule.shared.mjs";

// src/collect/set-verdict.ts
import { join as join2 } from "node:path";

// src/collect/load-verify.ts
import { join } from "node:path";

// src/verify/tensor/adapter-names.ts
var PAIRS = "(adamss|delora|gralora|hira|lily|peanut)";
var FIRST_FACTOR = new RegExp(
  `(^|[._])(lora_A|lora[._]down|lora_embedding_B|${PAIRS}_A(_general)?|hira_embedding_B|shadow_down|glora_[A-E][._](\\w+[._])?Xu)([._]|$)`
);
var SECOND_FACTOR = new RegExp(
  `(^|[._])(lora_B|lora[._]up|lora_embedding_A|${PAIRS}_B(_general)?|hira_embedding_A|shadow_up|glora_[A-E][._](\\w+[._])?Xd)([._]|$)`
);

// src/verify/tensor/deliberate.ts
var words = (...names) => new RegExp(`(^|[._/])(${names.join("|")})([._/]|$)`, "i");
var lastWords = (...names) => new RegExp(`(^|[._/])(${names.join("|")})(:0|/\\.ATTRIBUTES/VARIABLE_VALUE)?$`, "i");
var ADDED_LAYERS = words(
  // PixArt's single one begins with numbers.
  "adaln(?!_single)\\w*",
  "ada_?(layer_?)?norm\\w*",
  // FocalNet's is a layer like others.
  "\\w*modulation(?![._/](f|h|proj|projection_\\w+|focal_layers)[._/])",
  // Of ConvNeXt's second version.
  "grn",
  "controlnet_\\w*(blocks?|x_embedder)",
  "controlnet_cond_embedding[._/]conv_out",
  // Of the ControlNet of Stable Diffusion 3.
  "pos_embed_input[._/]proj",
  "\\w*zero_(convs?|linears?|modules?|init|proj)\\w*",
  "middle_block_out",
  "input_hint_block",
  "(attn|cross_attn|ffw?|mlp|msa|tanh)_gate",
  "gate_(attn|cross_attn|ffw?|mlp|msa)",
  "layer_?scale\\w*",
  "re_?zero\\w*"
);
var FACTORS = lastWords("alpha(_\\w+)?", "gamma(_?\\w+)?", "gain");
var TOKENS = lastWords(
  "(\\w+_)?tokens?",
  "(cls|dist|mask|reg|register|storage|query|class|pad|prd|time|temporal)_?(token|embed|embedding)s?",
  "(abs|absolute|rel|relative)_?pos\\w*",
  "pos_?(embed|emb|embedding|encoding)s?\\w*",
  "position_?(embed|emb|embedding|bias)s?\\w*",
  "positional_embedding\\w*",
  "latents?",
  "(\\w+_)?queries",
  // Of SAM 2 and 3, and what they say where nothing is remembered or seen.
  "no_mem(ory)?_\\w+",
  "no_obj(ect)?_\\w+",
  "memory_temporal_positional_encoding",
  "occlusion_spatial_embedding_parameter"
);
var BUFFERS = lastWords(
  "\\w*(k|v|kv|key|value)_?caches?",
  "\\w*_?caches?",
  "\\w*(hidden|conv|ssm)_states?",
  "mems?",
  "memory(_bank)?",
  "\\w*masks?",
  "histogram",
  "(min|max)_vals?",
  "zero_points?",
  "running_\\w+",
  "moving_\\w+",
  "ema_\\w+",
  "cluster_size",
  // Of I-BERT, filled when it is quantized.
  "weight_integer",
  // Of gensim's word vectors, whose hidden layer is nothing until they are trained.
  "syn1(neg)?",
  // Of the latents of a prior, and set by its maker.
  "clip_(mean|std)"
);
var isWeightByName = (name) => /(^|[._/])(\w*weights?|kernel|embedding)(_\w+)?(:0)?$/.test(name);
var BEGINNING_AT_ZERO = [
  "heads?",
  "score",
  "classifier",
  "lm_head",
  "readout",
  "v_head\\.summary",
  "value_head",
  "q_head",
  "final_layer\\.linear",
  "proj_out\\w*",
  "out_proj",
  "conv_out",
  "out\\.[0-9]+",
  "out_layers\\.[0-9]+",
  "fc_out",
  "image_proj\\.proj",
  "router[._]gate",
  // Of the detectors after DETR: boxes begin where their queries are, and attention looks at the same places everywhere.
  "(\\w*bbox_embed|reg_conf)[._]([0-9]+[._])?layers[._][0-9]+",
  "refpoint_embed",
  "sampling_offsets",
  "attention_weights",
  "gateway[._]gate",
  // From the images of Gemma 3 into its text.
  "mm_input_projection_weight",
  // Of xLSTM.
  "[fio]gate_preact",
  "proj_up_gate",
  // Of ESMFold.
  "tri_(mul|att)_\\w+[._](mha[._])?linear_[zo]",
  "mlp_(seq|pair)[._]mlp[._][0-9]+",
  "(sequence_to_pair|seq_attention)[._]o_proj",
  "pair_to_sequence[._]linear",
  // Of UniSpeech-SAT, as long as its labels have no names.
  "label_embeddings_concat"
];
var BEGINS_AT_ZERO = new RegExp(`(^|[._/])(${BEGINNING_AT_ZERO.join("|")})(\\.(weight|kernel))?$`);
var INFINITE = words(
  "\\w*masks?",
  "masked_bias",
  "\\w*alibi\\w*",
  "(attn|attention|self_attn|causal)_?bias",
  "tril",
  "triu",
  "causal",
  "(min|max)_(vals?|values?)",
  // Bounds of a layer that clips, which clip nothing: Gemma 4's.
  "(input|output)_(min|max)",
  "best_\\w+",
  "log_?priors?"
);

// src/verify/checkpoint/copies.ts
var TAKES_OVER = /expert|member|population|agent|replica|worker|ensemble|target|teacher|clone|copy/i;
var FEWEST_NUMBERS = 64;

// src/verify/engine/change.ts
var NAMES_SHOWN = 8;
function judgeChange({ findings, facts, table }, previous) {
  if (previous === void 0) return;
  const before = new Map(previous.rows.map((row) => [row.name, row]));
  const both = table.rows.filter(
    ({ name, fingerprint }) => fingerprint !== void 0 && before.get(name)?.fingerprint !== void 0
  );
  if (both.length === 0) return;
  const same = both.filter(({ name, fingerprint }) => before.get(name)?.fingerprint === fingerprint);
  const names = same.slice(0, NAMES_SHOWN).map(({ name }) => JSON.stringify(name.slice(0, 80)));
  const found = `${same.length} of ${both.length} the same: ${names.join(", ")}`;
  const { step } = facts;
  const grew = step !== void 0 && previous.step !== void 0 && step > previous.step;
  const still = stoodStill(both, new Set(same));
  if (step !== void 0 && previous.step !== void 0 && step < previous.step)
    findings.fail("L3", "step-behind", "is older than the one before it", {
      expected: `>= ${previous.step}`,
      found: String(step)
    });
  const copied = copiedSince(both, before);
  if (copied !== void 0)
    findings.fail(
      "L3",
      "layer-copied",
      "two weights that differed before are now the same: one lies over the other",
      {
        found: copied.map((name) => JSON.stringify(name.slice(0, 80))).join(" and ")
      }
    );
  if (same.length === both.length && grew) {
    const what = `no tensor changed since step ${previous.step}, and this is step ${step}`;
    findings.fail("L3", "unchanged", what, { expected: "other values", found });
  } else if (same.length === both.length) {
    findings.note("L3", "unchanged", "holds the same tensors as the one before it", { found });
  } else if (grew && still !== void 0) {
    const what = `no tensor of the ${still} changed since step ${previous.step}, though the rest did: one of them is stale`;
    const where = { expected: "other values", found };
    const mayBeRounded = isOfSixteenBits(both) && step - (previous.step ?? 0) < STEPS_THAT_SHOW;
    if (still === "model" && (mayBeRounded || hasNoRate(facts, previous)))
      findings.note("L3", "model-unchanged", `${what}, or its steps were rounded away or zero`, where);
    else findings.fail("L3", `${still}-unchanged`, what, where);
  } else if (same.length * 2 > both.length) {
    findings.note("L3", "mostly-unchanged", "more than half of the tensors are those of the one before it", {
      found
    });
  }
}
var hasNoRate = (...each) => each.every(({ optimizer }) => optimizer?.mostRate === 0);
function copiedSince(both, before) {
  const seen = /* @__PURE__ */ new Map();
  for (const row of both) {
    const { name, shape, dtype, fingerprint = "" } = row;
    const isWeight = shape.length >= 2 && sizeOf(row) >= FEWEST_NUMBERS && isWeightByName(name);
    if (!isWeight || partOf(name) === "optimizer" || TAKES_OVER.test(name)) continue;
    const key = [name.replace(/\d+/g, "#"), dtype, shape.join("x"), fingerprint].join(" ");
    const first = seen.get(key);
    if (first === void 0) seen.set(key, row);
    else if (before.get(first.name)?.fingerprint !== before.get(name)?.fingerprint && !isTied(first, row))
      return [first.name, name];
  }
  return void 0;
}
var isTied = (a, b) => a.at !== void 0 && a.at.offset === b.at?.offset;
var sizeOf = ({ shape }) => shape.reduce((product, size) => product * size, 1);
var inPart = (rows, part) => rows.filter((row) => sizeOf(row) > 1 && partOf(row.name) === part);
var STEPS_THAT_SHOW = 10;
var isOfSixteenBits = (rows) => inPart(rows, "model").every(({ dtype }) => dtype === "bf16" || dtype === "f16");
var PARTS = ["model", "optimizer"];
function stoodStill(both, same) {
  const moved = PARTS.map((part) => inPart(both, part)).filter((rows) => rows.length > 0);
  if (moved.length < 2) return void 0;
  const still = PARTS.filter((part) => inPart(both, part).every((row) => same.has(row)));
  return still.length === 1 ? still[0] : void 0;
}
function withChanges(verdicts) {
  const stepped = verdicts.filter(({ table, facts }) => (table?.length ?? 0) > 0 && facts.step !== void 0);
  const byStep = stepped.sort((a, b) => (a.facts.step ?? 0) - (b.facts.step ?? 0));
  return verdicts.map((verdict) => {
    const { step } = verdict.facts;
    const before = byStep.filter(({ facts }) => step !== void 0 && (facts.step ?? 0) < step).at(-1);
    return before === void 0 || verdict.table === void 0 ? verdict : changedSince(verdict, before);
  });
}
function changedSince(verdict, before) {
  const findings = new Findings();
  const { facts, table = [] } = verdict;
  judgeChange({ findings, facts, table: { rows: table } }, { ...before.facts, rows: before.table ?? [] });
  const { reasons } = findings;
  if (!findings.has("fail")) return { ...verdict, reasons: [...verdict.reasons, ...reasons] };
  const level = verdict.level > "L2" ? "L2" : verdict.level;
  return { ...verdict, verdict: "fail", counts: false, level, reasons: [...reasons, ...verdict.reasons] };
}

// src/collect/load-verify.ts
var FAR_CHUNK_BYTES = 8 * 1024 ** 2;
async function loadVerify(dir, files, { signal, secondNames = false, open, onFile }) {
  const tasks = new Map(files.map((file) => [file.entry.path, taskOf(file, open === void 0)]));
  const verdicts = await verifyTreeApart(treeOf(dir, files, { secondNames, open }), {
    taskOf: (path) => tasks.get(path),
    table: true,
    ...open && { chunkBytes: FAR_CHUNK_BYTES },
    signal,
    onVerdict: ({ label }) => {
      if (tasks.has(label)) onFile?.(label);
    }
  });
  const byPath = new Map(verdicts.files.map((verdict) => [verdict.label, verdict]));
  for (const rule of new Set(files.map((file) => file.rule))) {
    const own = files.filter((file) => file.rule === rule).flatMap(({ entry }) => byPath.get(entry.path) ?? []);
    for (const verdict of withChanges(own)) byPath.set(verdict.label, verdict);
  }
  return { files: byPath, sets: verdicts.sets };
}
function treeOf(dir, files, { secondNames, open }) {
  return {
    label: dir,
    files: files.map(({ entry }) => ({ path: entry.path, sizeBytes: entry.bytes })).sort((a, b) => a.path < b.path ? -1 : 1),
    open: (path) => open ? open(path) : openFileSource(join(dir, path), { allowHardLinks: secondNames })
  };
}
var taskOf = ({ entry, rule, expectation, isGuessed }, isHashed) => ({
  role: rule.role,
  ...isGuessed && { roleFrom: "guessed" },
  contains: rule.contains,
  allowDegraded: rule.allowDegraded,
  sha256: entry.sha256,
  ...isHashed && { alreadyHashed: entry.sha256 },
  ...expectation === void 0 ? {} : { expectation }
});

// src/collect/set-verdict.ts
var ABSENT = ["file-missing", "shard-missing", "weights-missing", "rank-missing"];
var RESUME_ONLY = {
  path: "**",
  role: "opaque",
  keep: "last",
  min: 0,
  contains: [],
  allowDegraded: true
};
function pulledOf(job, set, entry) {
  const rule = ruleOf(job, entry.path);
  return {
    entry,
    rule: rule ?? unnamed(entry.path),
    ...rule === void 0 && { isGuessed: true },
    ...expectationOf(job.checkpoint, set, entry.path)
  };
}
var unnamed = (path) => ({
  ...RESUME_ONLY,
  path,
  role: roleByName(path) ?? "opaque"
});
function expectationOf(rule, { form, name }, path) {
  if (!rule) return {};
  const isAsked = form === "file" ? path === name : rule.stepKey !== "step";
  return isAsked ? { expectation: { stepKey: rule.stepKey } } : {};
}
var holdsNothing = ({ entry, isGuessed }) => isGuessed === true && entry.bytes === 0;
var isTorn = (file) => holdsNothing(file) && /\.(?:json|jsonl|safetensors|gguf|pt|pth|bin|ckpt|npy|npz|h5|hdf5|msgpack|pkl)$/.test(file.entry.path);
async function loadedSet(copies, set, entries) {
  const inSet = new Set(set.files.map(({ path }) => path));
  const { job } = copies.of;
  const pulled = entries.filter(({ path }) => inSet.has(path)).map((entry) => pulledOf(job, set, entry));
  const toLoad = pulled.filter((file) => !holdsNothing(file));
  return judgeSet(set, pulled, await load(copies, toLoad));
}
async function loadedSetIn(dir, job, set, signal) {
  const pulled = await pulledIn(dir, job, set);
  const toLoad = pulled.filter((file) => !holdsNothing(file));
  return judgeSet(set, pulled, await loadVerify(dir, toLoad, { signal, secondNames: true }));
}
async function tensorsIn(dir, job, set, signal) {
  const toLoad = (await pulledIn(dir, job, set)).filter((file) => !holdsNothing(file));
  const { files, sets } = await loadVerify(dir, toLoad, { signal, secondNames: true });
  const within = (path) => set.form === "folder" ? path.slice(set.name.length + 1) || "the folder" : path;
  return [...files.values(), ...sets].flatMap(
    ({ label, table = [] }) => table.map((row) => ({ ...row, name: `${within(label)}: ${row.name}` }))
  );
}
var pulledIn = (dir, job, set) => Promise.all(
  set.files.map(
    async ({ path, bytes }) => pulledOf(job, set, { path, bytes, sha256: await sha256Of(join2(dir, path)) })
  )
);
async function loadBeside(copies, entries) {
  const { job, world } = copies.of;
  const pulled = entries.map((entry) => ({
    entry,
    rule: ruleOf(job, entry.path) ?? RESUME_ONLY,
    ...metricsExpected(copies.of, entry.path)
  }));
  const { files } = await load(copies, pulled);
  return entries.flatMap(({ path, bytes, sha256 }) => {
    const verdict = files.get(path);
    if (verdict?.counts)
      return [{ path, bytes, sha256, verdict: verdict.verdict === "pass" ? "pass" : "pass-degraded" }];
    if (verdict) world.face.warn(`${copies.cell}: ${path} is not kept: ${whyOf(verdict)}`);
    return [];
  });
}
function metricsExpected({ job, run }, path) {
  const metrics = sourcesOf(job).find((rule) => rule.path === path);
  return metrics ? { expectation: { ...keysInFile(metrics), restarts: Math.max(0, attemptsOf(run) - 1) } } : {};
}
var load = ({ of, cell, open }, pulled) => {
  const { world, run } = of;
  const { signal } = world;
  return loadVerify(storeOf(world.storeDir, run.id, cell), pulled, { signal, secondNames: true, open });
};
var ruleOf = ({ artifacts }, path) => artifacts.find((each) => compileGlob(each.path)(path));
function judgeSet(set, pulled, loaded) {
  const files = [];
  const unhashed = [];
  for (const file of pulled) {
    const { path, bytes, sha256 } = file.entry;
    const verdict = loaded.files.get(path);
    const found = verdict?.sha256;
    if (found !== void 0 && found !== sha256)
      return { isWhole: false, path, why: `reads as ${found}`, isFinished: false, isOther: true };
    if (found === void 0 && bytes > 0) unhashed.push(path);
    if (isTorn(file)) return { isWhole: false, path, why: "is empty", isFinished: false };
    if (!holdsNothing(file) && !(verdict && counts(file, verdict)))
      return {
        isWhole: false,
        path,
        why: whyOf(verdict),
        isFinished: verdict !== void 0 && isWrittenOut(verdict),
        ...lackOf(set, loaded)
      };
    files.push({ path, bytes, sha256, verdict: verdict?.verdict === "pass" ? "pass" : "pass-degraded" });
  }
  const steps = stepsOf(set, pulled, loaded);
  const [first, other] = [...steps].sort(([, a], [, b]) => b - a).filter(uniqueStep);
  if (set.form === "files" && first && other)
    return {
      isWhole: false,
      path: other[0],
      why: `is of step ${other[1]}, and ${first[0]} of step ${first[1]}`,
      isFinished: false
    };
  return { isWhole: true, files, step: stepOf(set, steps, loaded), keys: keysOf(pulled, loaded), unhashed };
}
function lackOf({ name }, { sets }) {
  const reasons = sets.find(({ label }) => label === name)?.reasons ?? [];
  const faults = reasons.filter(({ severity }) => severity === "fail" || severity === "inconclusive");
  const isLack = faults.length > 0 && faults.every(({ code }) => ABSENT.includes(code));
  return isLack ? { lacks: faults.map(({ what }) => what) } : {};
}
var HIDES_NAMES = ["orbax", "zarr", "tf-checkpoint", "deepspeed-checkpoint", "megatron-checkpoint"];
var keysOf = (pulled, { files, sets }) => sets.some(({ format }) => HIDES_NAMES.includes(format)) ? [] : namesOfShards(sets) ?? [
  ...pulled.map(({ entry }) => entry.path.slice(entry.path.lastIndexOf("/") + 1)),
  ...pulled.flatMap(({ entry }) => files.get(entry.path)?.keys.top ?? [])
];
function namesOfShards(sets) {
  const shards = sets.filter(({ format }) => format === "dcp");
  if (shards.length === 0) return;
  const isCut = shards.some(({ keys: { top, total } }) => total > top.length);
  return isCut ? [] : shards.flatMap(({ keys }) => keys.top);
}
var uniqueStep = ([, step], at, all) => at === 0 || all[at - 1]?.[1] !== step;
var counts = ({ isGuessed, entry }, { verdict, counts: isEnough, reasons }) => isGuessed ? verdict !== "fail" && !(ONE_KIND.test(entry.path) && reasons.some(({ code }) => code === "unknown-format")) : isEnough;
var ONE_KIND = /\.(safetensors|gguf|pt|pth|npy|npz|h5|hdf5)$/i;
var whyOf = (verdict) => verdict === void 0 ? "was not read" : verdict.reasons[0]?.what ?? verdict.verdict;
function stepsOf({ form, name }, pulled, { files }) {
  const steps = /* @__PURE__ */ new Map();
  for (const { entry } of pulled) {
    const step = files.get(entry.path)?.facts.step;
    if (step !== void 0 && (form !== "file" || entry.path === name)) steps.set(entry.path, step);
  }
  return steps;
}
function stepOf({ form, name }, steps, { sets }) {
  if (form === "file") return steps.get(name);
  const said = sets.find(({ label, facts }) => label === name && facts.step !== void 0)?.facts.step;
  const distinct = [...new Set(steps.values())];
  const agreed = distinct.length === 1 ? distinct[0] : void 0;
  return said ?? agreed ?? numberOf(name) ?? (distinct.length > 0 ? Math.max(...distinct) : void 0);
}

export {
  loadVerify,
  pulledOf,
  holdsNothing,
  loadedSet,
  loadedSetIn,
  tensorsIn,
  loadBeside,
  judgeSet
};
