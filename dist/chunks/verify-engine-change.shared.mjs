import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  partOf
} from "./verify-contract-key-book.shared.mjs";
import {
  Findings
} from "./verify-contract-findings.shared.mjs";

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
var ADAPTERS = /(^|[._])(lora_E|hada_w2_[ab]|lokr_w\w+|oft_\w+|boft_R|bone_\w+|miss_\w+|vera_lambda_\w+|fourierft_\w+|randlora_lambda|diff(_b)?|trainable_tokens_delta)([._]|$)/;
var isOfAdapter = (name) => ADAPTERS.test(name);
var TOKENS = lastWords(
  "(\\w+_)?tokens?",
  "(cls|dist|mask|reg|register|storage|query|class|pad|prd|time|temporal)_?(token|embed|embedding)s?",
  "(abs|absolute|rel|relative)_?pos\\w*",
  "pos_?(embed|emb|embedding|encoding)s?\\w*",
  "position_?(embed|emb|embedding|bias)s?\\w*",
  "positional_embedding\\w*",
  "latents?"
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
  // Of the latents of a prior, and set by its maker.
  "clip_(mean|std)"
);
var BIAS = /(^|[._/])(\w*bias(es)?|beta)(:0)?$/i;
var mayBeZero = (name) => BIAS.test(name) || ADAPTERS.test(name) || TOKENS.test(name) || ADDED_LAYERS.test(name) || FACTORS.test(name) || BUFFERS.test(name);
var isWeightByName = (name) => /(^|[._/])(\w*weights?|kernel|embedding)(_\w+)?(:0)?$/.test(name);
var LAST_LAYER = /(^|[._/])(heads?|score|classifier|lm_head|readout|v_head\.summary|value_head|q_head|final_layer\.linear|proj_out\w*|out_proj|conv_out|out\.[0-9]+|out_layers\.[0-9]+|fc_out|image_proj\.proj)(\.(weight|kernel))?$/;
var INFINITE = words(
  "\\w*masks?",
  "masked_bias",
  "\\w*alibi\\w*",
  "(attn|attention|self_attn|causal)_?bias",
  "tril",
  "triu",
  "causal",
  "(min|max)_(vals?|values?)",
  "best_\\w+",
  "log_?priors?"
);
var SQUARE_BIAS = /(^|[._/])(attn|attention|self_attn)\.bias$/;
var mayBeInfinite = (name, shape) => INFINITE.test(name) || shape.length >= 2 && SQUARE_BIAS.test(name);

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
    findings.fail("L3", `${still}-unchanged`, what, { expected: "other values", found });
  } else if (same.length * 2 > both.length) {
    findings.note("L3", "mostly-unchanged", "more than half of the tensors are those of the one before it", {
      found
    });
  }
}
var TAKES_OVER = /expert|member|population|agent|replica|worker|ensemble|target|teacher|clone|copy/i;
var FEWEST_NUMBERS = 64;
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
function changedSince(verdict, { table: rows = [], facts: { step } }) {
  const findings = new Findings();
  const { facts, table = [] } = verdict;
  judgeChange({ findings, facts, table: { rows: table } }, { rows, ...step === void 0 ? {} : { step } });
  const { reasons } = findings;
  if (!findings.has("fail")) return { ...verdict, reasons: [...verdict.reasons, ...reasons] };
  const level = verdict.level > "L2" ? "L2" : verdict.level;
  return { ...verdict, verdict: "fail", counts: false, level, reasons: [...reasons, ...verdict.reasons] };
}

export {
  isOfAdapter,
  mayBeZero,
  isWeightByName,
  LAST_LAYER,
  mayBeInfinite,
  judgeChange,
  withChanges
};
