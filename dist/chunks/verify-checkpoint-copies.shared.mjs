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
  quoted
} from "./verify-contract-untrusted.shared.mjs";
import {
  Fingerprint
} from "./verify-codec-checksum.shared.mjs";
import {
  Broken,
  Findings,
  overBudget
} from "./verify-contract-findings.shared.mjs";

// src/verify/pickle/value.ts
var PyFloat = class {
  constructor(value) {
    this.value = value;
  }
  value;
};
var PyBytes = class {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }
  bytes;
  at;
};
var PyTuple = class {
  constructor(items) {
    this.items = items;
  }
  items;
};
var PyList = class {
  items = [];
};
var PySet = class {
  items = /* @__PURE__ */ new Map();
  /** @returns the length of the text that stands for the item as a key */
  add(item) {
    const hash = hashOf(item);
    this.items.set(hash, item);
    return typeof hash === "string" ? hash.length : 0;
  }
};
var NO_ENTRIES = /* @__PURE__ */ new Map();
var PyDict = class {
  #filled;
  get entries() {
    return this.#filled ?? NO_ENTRIES;
  }
  /** @returns the length of the text that stands for the key */
  set(key, value) {
    const hash = hashOf(key);
    this.#filled ??= /* @__PURE__ */ new Map();
    this.#filled.set(hash, [key, value]);
    return typeof hash === "string" ? hash.length : 0;
  }
};
var PyGlobal = class {
  constructor(name, model, onCall = () => {
  }) {
    this.name = name;
    this.model = model;
    this.onCall = onCall;
  }
  name;
  model;
  onCall;
};
var PyObject = class {
  constructor(cls, args) {
    this.cls = cls;
    this.args = args;
  }
  cls;
  args;
  state;
  items = [];
  members = new PyDict();
};
var PyStorage = class {
  constructor(dtype, key, elements, from = 0) {
    this.dtype = dtype;
    this.key = key;
    this.elements = elements;
    this.from = from;
  }
  dtype;
  key;
  elements;
  from;
};
var PyTensor = class {
  constructor(storage, dtype, { offset, shape, stride }, beside) {
    this.storage = storage;
    this.dtype = dtype;
    this.beside = beside;
    this.offset = offset;
    this.shape = shape;
    this.stride = stride;
  }
  storage;
  dtype;
  beside;
  offset;
  shape;
  stride;
};
var MOST_KEY_PARTS = 1e3;
var MOST_KEY_CHARACTERS = 65536;
function hashOf(key) {
  if (typeof key === "boolean") return hashOf(key ? 1 : 0);
  if (typeof key === "string") return `s${mustBeShort(key)}`;
  if (key instanceof PyTuple) return hashOfTuple(key);
  if (key instanceof PyFloat) return Number.isInteger(key.value) ? key.value : `f${key.value}`;
  if (key instanceof PyBytes) return `b${mustBeShort(Buffer.from(key.bytes).toString("latin1"))}`;
  if (key instanceof PyGlobal) return `g${key.name}`;
  if (key instanceof PyList || key instanceof PyDict || key instanceof PySet) {
    throw new Broken("L2", "pickle-unhashable", "uses a container as a key");
  }
  return key;
}
function mustBeShort(text) {
  if (text.length > MOST_KEY_CHARACTERS)
    throw overBudget("characters of a key", MOST_KEY_CHARACTERS, text.length);
  return text;
}
function hashOfTuple(tuple) {
  const parts = [];
  const open = [tuple];
  let characters = 0;
  for (let value = open.pop(); value !== void 0; value = open.pop()) {
    if (parts.length > MOST_KEY_PARTS) throw overBudget("parts of a key", MOST_KEY_PARTS, parts.length);
    if (value instanceof PyTuple) {
      parts.push(`(${value.items.length}`);
      open.push(...value.items.slice(0, MOST_KEY_PARTS + 1));
    } else {
      const part = String(hashOf(value));
      characters += part.length;
      if (characters > MOST_KEY_CHARACTERS)
        throw overBudget("characters of a key", MOST_KEY_CHARACTERS, characters);
      parts.push(part);
    }
  }
  return `t${parts.join("\0")}`;
}
var isInt = (value) => typeof value === "number";

// src/verify/pickle/pickled-parts.ts
var DEPTH = 8;
var MOST_DICTS = 1e4;
function nearDicts(root) {
  const found = [];
  const entered = /* @__PURE__ */ new Set();
  let level = [{ path: "", value: root }];
  for (let depth = 0; depth <= DEPTH && level.length > 0; depth += 1) {
    const below = [];
    for (const { path, value } of level) {
      if (found.length === MOST_DICTS) return found;
      if (entered.has(value)) continue;
      entered.add(value);
      if (value instanceof PyDict) found.push({ path, dict: value });
      for (const [key, item] of branchesOf(value))
        if (below.length < MOST_DICTS)
          below.push({ path: path === "" ? key : `${path}.${key}`, value: item });
    }
    level = below;
  }
  return found;
}
function* branchesOf(value) {
  if (value instanceof PyDict) {
    for (const [key, item] of value.entries.values())
      if (typeof key === "string" && isBranch(item)) yield [key, item];
  } else if ((value instanceof PyList || value instanceof PyTuple) && value.items.length <= 64) {
    for (const [i, item] of value.items.entries()) if (isBranch(item)) yield [String(i), item];
  }
}
var isBranch = (value) => value instanceof PyDict || value instanceof PyList || value instanceof PyTuple;
var entryOf = (dict, key) => dict.entries.get(`s${key}`)?.[1];
function numberOf(value) {
  if (value instanceof PyFloat) return value.value;
  return typeof value === "number" ? value : void 0;
}
var itemsOf = (value) => value instanceof PyList || value instanceof PyTuple ? value.items : void 0;
function tensorsOf(dict) {
  const tensors = /* @__PURE__ */ new Map();
  for (const [key, value] of dict.entries.values())
    if (typeof key === "string" && value instanceof PyTensor) tensors.set(key, value);
  return tensors.size > 0 && tensors.size * 2 >= dict.entries.size ? tensors : void 0;
}

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
  // Of I-BERT, filled when it is quantized.
  "weight_integer",
  // Of the latents of a prior, and set by its maker.
  "clip_(mean|std)"
);
var BIAS = /(^|[._/])(\w*bias(es)?|beta)(:0)?$/i;
var mayBeZero = (name) => BIAS.test(name) || ADAPTERS.test(name) || TOKENS.test(name) || ADDED_LAYERS.test(name) || FACTORS.test(name) || BUFFERS.test(name);
var isWeightByName = (name) => /(^|[._/])(\w*weights?|kernel|embedding)(_\w+)?(:0)?$/.test(name);
var MAY_BEGIN_AT_ZERO = /(^|[._/])(heads?|score|classifier|lm_head|readout|v_head\.summary|value_head|q_head|final_layer\.linear|proj_out\w*|out_proj|conv_out|out\.[0-9]+|out_layers\.[0-9]+|fc_out|image_proj\.proj|router[._]gate)(\.(weight|kernel))?$/;
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

// src/verify/checkpoint/copies.ts
var MOMENT = /(^|\.)state\.[^.]+\.(exp_avg|momentum_buffer)$/;
var OF_STATE = /(^|\.)state\.[^.]+\.[^.]+$/;
var TAKES_OVER = /expert|member|population|agent|replica|worker|ensemble|target|teacher|clone|copy/i;
var FEWEST_NUMBERS = 64;
var FEWEST_SIBLINGS = 3;
var FEWEST_STEPS = 2;
var EXACT = ["f32", "f64"];
function judgeCopies({ findings, table }, { step = 0, groups }) {
  const rates = groups.map((group) => numberOf(entryOf(group, "lr")) ?? 0);
  const first = groups.map((group) => numberOf(entryOf(group, "initial_lr")) ?? 0);
  const moved = rates.every((rate, i) => rate > 0 || (first[i] ?? 0) > 0);
  if (step < FEWEST_STEPS || rates.length === 0 || !moved) return;
  const rows = table.rows.filter(({ shape }) => shape.length >= 2 && sizeOf(shape) >= FEWEST_NUMBERS);
  const weights = rows.filter(({ name }) => !OF_STATE.test(name) && partOf(name) === "model");
  for (const [a, b] of copiesAmong(weights)) {
    if (!arePartedBy(a, rows, weights)) continue;
    const found = `${quoted(a.name)} and ${quoted(b.name)}`;
    const what = "two weights are the same, byte for byte, though each was moved by itself: one lies over the other";
    if (EXACT.includes(a.dtype) && rates.every((rate) => rate > 0))
      findings.fail("L3", "layer-copied", what, { found });
    else findings.note("L3", "layer-copied", what, { found });
    return;
  }
}
function* copiesAmong(weights) {
  const named = weights.filter(({ name }) => isWeightByName(name) && !TAKES_OVER.test(name));
  const kindOf = (row) => [row.name.replace(/\d+/g, "#"), row.dtype, shapeKey(row)].join(" ");
  for (const rows of grouped(named, kindOf)) {
    const apart = placesOf(rows);
    if (apart === void 0 || apart.length < FEWEST_SIBLINGS) continue;
    const alike = grouped(apart, ({ fingerprint = "" }) => fingerprint);
    if (alike.length === 1) continue;
    for (const [a, b] of alike) if (a !== void 0 && b !== void 0 && !isZero(a)) yield [a, b];
  }
}
function arePartedBy(weight, rows, weights) {
  const alike = (row) => shapeKey(row) === shapeKey(weight);
  const trained = placesOf(weights.filter(alike));
  const moments = placesOf(rows.filter((row) => MOMENT.test(row.name) && alike(row)));
  if (trained === void 0 || moments === void 0 || trained.length !== moments.length) return false;
  return new Set(moments.map(({ fingerprint }) => fingerprint)).size === moments.length && !moments.some(isZero);
}
function placesOf(rows) {
  if (rows.some(({ at, fingerprint }) => at === void 0 || fingerprint === void 0)) return void 0;
  return [...new Map(rows.map((row) => [row.at?.offset, row])).values()];
}
function isZero({ at, fingerprint }) {
  const zero = new Fingerprint();
  zero.bytes = at?.bytes ?? 0;
  return fingerprint === zero.hex();
}
function grouped(rows, keyOf) {
  const groups = /* @__PURE__ */ new Map();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === void 0) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
var shapeKey = ({ shape }) => shape.join("x");
var sizeOf = (shape) => shape.reduce((product, size) => product * size, 1);

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
    const mayBeRounded = still === "model" && isOfSixteenBits(both) && step - (previous.step ?? 0) < STEPS_THAT_SHOW;
    if (mayBeRounded)
      findings.note("L3", `${still}-unchanged`, `${what}, or its steps were rounded away`, where);
    else findings.fail("L3", `${still}-unchanged`, what, where);
  } else if (same.length * 2 > both.length) {
    findings.note("L3", "mostly-unchanged", "more than half of the tensors are those of the one before it", {
      found
    });
  }
}
function copiedSince(both, before) {
  const seen = /* @__PURE__ */ new Map();
  for (const row of both) {
    const { name, shape, dtype, fingerprint = "" } = row;
    const isWeight = shape.length >= 2 && sizeOf2(row) >= FEWEST_NUMBERS && isWeightByName(name);
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
var sizeOf2 = ({ shape }) => shape.reduce((product, size) => product * size, 1);
var inPart = (rows, part) => rows.filter((row) => sizeOf2(row) > 1 && partOf(row.name) === part);
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
  PyFloat,
  PyBytes,
  PyTuple,
  PyList,
  PySet,
  PyDict,
  PyGlobal,
  PyObject,
  PyStorage,
  PyTensor,
  isInt,
  nearDicts,
  entryOf,
  numberOf,
  itemsOf,
  tensorsOf,
  isOfAdapter,
  mayBeZero,
  isWeightByName,
  MAY_BEGIN_AT_ZERO,
  mayBeInfinite,
  judgeCopies,
  judgeChange,
  withChanges
};
