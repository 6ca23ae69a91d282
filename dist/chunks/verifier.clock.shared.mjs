import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  BLOCK_BYTES,
  Broken,
  ElementScan,
  Findings,
  Fingerprint,
  INDEXES_KEPT,
  LEVEL_NEEDED,
  NO_TENSORS,
  OverBudget,
  RUN_BYTES,
  Unsettled,
  crc32,
  decodeElements,
  hex8,
  holdsTensors,
  lookAtSlice,
  notRead,
  overBudget,
  readScalar,
  slicingBy8,
  sumDiffers,
  takeBuffers,
  together,
  verdictOf
} from "./verifier.evidence-level.shared.mjs";

// src/verify/read/hdf5-signature.ts
var HDF5_SIGNATURE = Uint8Array.of(137, 72, 68, 70, 13, 10, 26, 10);
function findHdf5Signature(head) {
  for (let at = 0; at + 8 <= head.length; at = at === 0 ? 512 : at * 2)
    if (HDF5_SIGNATURE.every((byte, i) => head[at + i] === byte)) return at;
  return void 0;
}

// src/verify/read/sniff.ts
var HEAD_BYTES = 65536;
var NO_MAGIC_BYTES = 64;
var ascii = (text3) => new TextEncoder().encode(text3);
var bytes = (...values) => Uint8Array.from(values);
var ERROR_PAGES = ["<!doctype", "<html", "<?xml", "<head", "<body"];
var [DICOM, DICOM_AT] = [ascii("DICM"), 128];
var LFS_POINTER = ascii("version https://git-lfs");
var WRAPPINGS = [
  ["gzip", bytes(31, 139)],
  ["zstd", bytes(40, 181, 47, 253)],
  ["xz", bytes(253, 55, 122, 88, 90, 0)],
  ["bzip2", ascii("BZh")],
  ["lz4", bytes(4, 34, 77, 24)],
  ["7z", bytes(55, 122, 188, 175, 39, 28)]
];
var UNFINISHED_NAME = /(\.(tmp|part|partial|incomplete|crdownload|aria2|download|swp)|~)$|(^|\/)\.[^/]+\.[A-Za-z0-9]{6}$/i;
var UNFINISHED_ERE = UNFINISHED_NAME.source.replaceAll("\\/", "/");
var isUnfinishedName = (path) => UNFINISHED_NAME.test(path);
var MAGIC_NAME = /\.(jpe?g|png|gif|webp|mp4|mkv|mp3|flac|wav|ogg|npy|npz|pt|pth|ckpt|safetensors|gguf|h5|hdf5|parquet|arrow|feather|zip|gz|zst|xz)$/i;
var hasMagicByName = (name) => MAGIC_NAME.test(name);
var startsWith = (head, magic2, at = 0) => head.length >= at + magic2.length && magic2.every((byte, i) => head[at + i] === byte);
function lookForImpostors(probe, label, findings) {
  if (isUnfinishedName(label)) {
    findings.fail("L0", "unfinished-name", "has the name of a file that is still being written or copied");
  }
  if (probe.role === "opaque") return;
  const { head } = probe;
  if (startsWith(head, LFS_POINTER)) {
    findings.fail("L0", "lfs-pointer", "is a Git LFS pointer; the object itself was never fetched", {
      offset: 0
    });
  }
  const page = errorPage(head, probe.role);
  if (page !== void 0)
    findings.fail("L0", "error-page", "is a saved error page", { offset: 0, found: page });
  const isUserBlock = (findHdf5Signature(head) ?? 0) > 0;
  const isPreamble = startsWith(head, DICOM, DICOM_AT);
  if (!isUserBlock && !isPreamble && head.subarray(0, NO_MAGIC_BYTES).every((byte) => byte === 0)) {
    const what = "begins with zeros: its first part was reserved and never arrived";
    findings.fail("L0", "zero-filled", what, { offset: 0 });
  }
}
function wrapping(head) {
  return WRAPPINGS.find(([, magic2]) => startsWith(head, magic2))?.[0];
}
var ANSWER = /^\{\s*"(error|errors|message|detail)"\s*:\s*(?![-\d\s]|$)|^\{\s*"error"\s*:\s*[45]\d\d\s*[,}]/;
function errorPage(head, role) {
  const text3 = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 512)).toString("latin1").trimStart();
  const start = text3.slice(0, 16).toLowerCase();
  const quoted2 = JSON.stringify(text3.slice(0, 40));
  const isXml = start.startsWith("<?xml");
  const mayBe = role === "log" || role === "config" && isXml;
  if (!mayBe && ERROR_PAGES.some((page) => start.startsWith(page))) return quoted2;
  const isAnswer = ANSWER.test(text3) && head.length < 4096;
  return isAnswer && role !== "log" ? quoted2 : void 0;
}

// src/wildcard.ts
function coversAll({ patterns, items, isStar, matches, lastStarLeast = 0 }) {
  let pattern = 0;
  let item = 0;
  let star;
  while (item < items) {
    if (pattern < patterns && isStar(pattern)) {
      if (pattern === patterns - 1) return items - item >= lastStarLeast;
      star = { pattern, item };
      pattern += 1;
    } else if (pattern < patterns && matches(pattern, item)) {
      pattern += 1;
      item += 1;
    } else if (star) {
      star.item += 1;
      pattern = star.pattern + 1;
      item = star.item;
    } else {
      return false;
    }
  }
  while (pattern < patterns && isStar(pattern)) {
    if (pattern === patterns - 1 && lastStarLeast > 0) return false;
    pattern += 1;
  }
  return pattern === patterns;
}
var matchesWildcard = (pattern, name) => coversAll({
  patterns: pattern.length,
  items: name.length,
  isStar: (at) => pattern[at] === "*",
  matches: (at, item) => pattern[at] === "?" || pattern[at] === name[item]
});

// src/verify/contract/key-book.ts
var PARTS = {
  model: /^(model|net|network|module|state_dict|params|weights|generator|student|(model|net|module)_?(state|state_dict|weights|params))([./]|$)/,
  // Keras 2 keeps the slots of its optimizer beside each variable. An option called `optim` names one and is none.
  optimizer: /^(optim|opt)[./]|^(optim|opt|optimizers?)(_?states?|_state_dict|_dict|_weights)([./]|$)|^optimizers?([./]|$)|\/\.OPTIMIZER_SLOT\//,
  scheduler: /^(lr_?)?sched(uler)?s?(_?states?|_state_dict)?([./]|$)/,
  step: /^(global_?|current_?|total_?|train_?)?(step|steps|iter|iteration|iterations|num_steps|num_updates)$/,
  epoch: /^(current_?|last_?)?epochs?$/,
  rng: /^(.*[._/])?(rng|random)(_?states?)?(_.*)?([./].*)?$/,
  scaler: /^(grad_?|amp_?)?scaler(_?state|_state_dict)?([./]|$)|^amp([./]|$)/,
  // Lightning's: what its callbacks remember, best scores that may be infinite among them.
  callbacks: /^callbacks([./]|$)/,
  ema: /^(model_?|net_?)?ema(_?model|_?state|_state_dict|_weights)?([./]|$)|^shadow([./]|$)/
};
function partOf(name) {
  return OTHER_PARTS.find(([, pattern]) => pattern.test(name))?.[0] ?? "model";
}
var OTHER_PARTS = Object.entries(PARTS).filter(([part]) => part !== "model");
var MOST_NAMES = 2e6;
var KeyBook = class {
  #top = /* @__PURE__ */ new Set();
  #values = /* @__PURE__ */ new Set();
  #tensors = /* @__PURE__ */ new Set();
  addTensor(path, top) {
    this.#enter(this.#tensors, path, top);
  }
  /** A value that is not a tensor. `null` is no content, so it only shows in the summary. */
  addValue(path, top, isNull = false) {
    if (isNull) this.#enter(void 0, path, top);
    else this.#enter(this.#values, path, top);
  }
  /** Everything of a file inside this one. */
  take(inner, prefix) {
    for (const name of inner.#tensors) this.addTensor(prefix + name, topOf(prefix + name));
    for (const name of inner.#values) this.addValue(prefix + name, topOf(prefix + name));
  }
  has(path) {
    return this.#tensors.has(path) || this.#values.has(path);
  }
  get tensorCount() {
    return this.#tensors.size;
  }
  /** The first of the given patterns that nothing in the file answers to, and so on. */
  missing(wanted) {
    return wanted.filter((each) => !this.#contains(each));
  }
  summary() {
    return { top: [...this.#top].slice(0, 64), total: this.#top.size };
  }
  #contains(wanted) {
    const part = Object.hasOwn(PARTS, wanted) ? PARTS[wanted] : void 0;
    const hit = (name) => name === wanted || name.startsWith(`${wanted}.`) || name.startsWith(`${wanted}/`) || part?.test(name) || matchesWildcard(wanted, name);
    for (const name of this.#tensors) {
      if (hit(name) || wanted === "model" && partOf(name) === "model") return true;
    }
    for (const name of this.#values) {
      if (wanted !== "model" && hit(name)) return true;
    }
    return false;
  }
  #enter(set, path, top) {
    if (this.#top.size < MOST_NAMES) this.#top.add(top);
    if (set === void 0) return;
    if (set.size >= MOST_NAMES) throw overBudget("names", MOST_NAMES, set.size + 1);
    set.add(path);
  }
};
var topOf = (name) => /^[^./]*/.exec(name)?.[0] || name;

// src/verify/contract/untrusted.ts
var quoted = (name, mostCharacters = 200) => JSON.stringify(name.slice(0, mostCharacters));
var someOf = (names, shown3 = 5) => `${names.length}: ${names.slice(0, shown3).map((name) => quoted(name, 80)).join(", ")}`;

// src/verify/tensor/dtype.ts
var LARGE = 2 ** 9;
var HUGE = 2 ** 64;
var NONE = { mask: 0, addend: 0, test: 0, sign: 0 };
var zeroOrOne = { mask: -16843010, addend: 0, test: -16843010, sign: 0 };
var float64 = {
  unitBytes: 8,
  word: { mask: 2147483647, addend: 1065353216, test: -2147483648, sign: -2147483648 },
  count: { absMask: 2147483647, from: 2146435072, infinity: 2146435072, large: 1082130432, huge: 1139802112 }
};
var float32 = {
  unitBytes: 4,
  word: { mask: 2147483647, addend: 1006632960, test: -2147483648, sign: -2147483648 },
  count: { absMask: 2147483647, from: 2139095040, infinity: 2139095040, large: 1140850688, huge: 1602224128 }
};
var float16 = {
  unitBytes: 2,
  word: { mask: 2147450879, addend: 536879104, test: -2147450880, sign: -2147450880 },
  count: { absMask: 32767, from: 31744, infinity: 31744, large: 24576 }
};
var bfloat16 = {
  unitBytes: 2,
  word: { mask: 2147450879, addend: 1006648320, test: -2147450880, sign: -2147450880 },
  count: { absMask: 32767, from: 32640, infinity: 32640, large: 17408, huge: 24448 }
};
var e4m3 = {
  unitBytes: 1,
  word: { mask: 2139062143, addend: 16843009, test: -2139062144, sign: -2139062144 },
  count: { absMask: 127, from: 127, infinity: 0 }
};
var e5m2 = {
  unitBytes: 1,
  word: { mask: 2139062143, addend: 67372036, test: -2139062144, sign: -2139062144 },
  count: { absMask: 127, from: 124, infinity: 124 }
};
var float = (name, bits, { unitBytes, word, count }) => ({
  name,
  bits,
  kind: "float",
  unitBytes,
  word,
  count
});
var integer = (name, bits) => ({
  name,
  bits,
  kind: "integer",
  unitBytes: 1,
  word: NONE
});
var oddFloat = (name, bits, exactly) => ({
  ...integer(name, bits),
  ...exactly === void 0 ? {} : { kind: "float", exactly }
});
var DTYPES = {
  f64: float("f64", 64, float64),
  f32: float("f32", 32, float32),
  f16: float("f16", 16, float16),
  bf16: float("bf16", 16, bfloat16),
  c32: float("c32", 32, float16),
  c64: float("c64", 64, float32),
  c128: float("c128", 128, float64),
  f8_e4m3: float("f8_e4m3", 8, e4m3),
  f8_e5m2: float("f8_e5m2", 8, e5m2),
  f8_e4m3fnuz: oddFloat("f8_e4m3fnuz", 8, 128),
  f8_e5m2fnuz: oddFloat("f8_e5m2fnuz", 8, 128),
  e8m0: oddFloat("e8m0", 8, 255),
  f4: oddFloat("f4", 4),
  /** Two of them in a byte, as PyTorch counts its elements. */
  f4_x2: oddFloat("f4_x2", 8),
  f6_e2m3: oddFloat("f6_e2m3", 6),
  f6_e3m2: oddFloat("f6_e3m2", 6),
  i8: integer("i8", 8),
  u8: integer("u8", 8),
  i16: integer("i16", 16),
  u16: integer("u16", 16),
  i32: integer("i32", 32),
  u32: integer("u32", 32),
  i64: integer("i64", 64),
  u64: integer("u64", 64),
  bool: { name: "bool", bits: 8, kind: "bool", unitBytes: 1, word: zeroOrOne }
};

// src/verify/read/step-record.ts
var STEP_NAMES = ["global_step", "step", "iteration", "iter", "num_updates", "current_step", "steps"];
var EPOCH_NAMES = ["epoch", "current_epoch", "epochs"];
var StepRecord = class {
  #subject;
  #seen = /* @__PURE__ */ new Map();
  constructor(subject) {
    this.#subject = subject;
  }
  /** Whether this name would count, so that a format knows which tiny tensors to read. */
  wants(name) {
    return this.#counts(name);
  }
  #counts(name) {
    return name === this.#subject.expectation.stepKey || STEP_NAMES.includes(name) || EPOCH_NAMES.includes(name);
  }
  offer(name, value) {
    if (!this.#counts(name) || value === -1 && EPOCH_NAMES.includes(name)) return;
    const { findings } = this.#subject;
    if (!Number.isFinite(value) || value < 0) {
      findings.fail("L3", "step-not-a-count", `${name} is not a count`, { found: String(value) });
      return;
    }
    const before = this.#seen.get(name);
    if (before !== void 0 && before !== value) {
      findings.fail("L3", "step-disagrees", `${name} stands in the file twice with different values`, {
        expected: String(before),
        found: String(value)
      });
    }
    this.#seen.set(name, value);
  }
  /** Call once, when everything has been offered. */
  settle() {
    const { expectation, facts, findings, roleFrom } = this.#subject;
    const step = this.#first(expectation.stepKey === void 0 ? STEP_NAMES : [expectation.stepKey]);
    const epoch = this.#first(EPOCH_NAMES);
    if (step !== void 0) facts.step = step;
    if (epoch !== void 0) facts.epoch = epoch;
    if (roleFrom === "set") return;
    for (const { code, what, ...where } of stepFaults(facts, expectation))
      findings.fail("L3", code, what, where);
  }
  #first(names) {
    const name = names.find((each) => this.#seen.has(each));
    return name === void 0 ? void 0 : this.#seen.get(name);
  }
};
function stepFaults(facts, { step, minStep, epoch, stepKey }) {
  const faults = [];
  const found = String(facts.step);
  const expected = step === void 0 ? `>= ${minStep}` : String(step);
  if (facts.step === void 0 && (step !== void 0 || minStep !== void 0)) {
    const what = stepKey === void 0 ? "no step under any usual name" : `no step at "${stepKey}"`;
    faults.push({ code: "step-missing", what, expected });
  }
  if (facts.step !== void 0 && step !== void 0 && facts.step !== step) {
    const what = "is of another step than the run recorded";
    faults.push({ code: "step-unexpected", what, expected: String(step), found });
  }
  if (facts.step !== void 0 && minStep !== void 0 && facts.step < minStep) {
    const what = "is older than what was verified before";
    faults.push({ code: "step-behind", what, expected: `>= ${minStep}`, found });
  }
  if (epoch !== void 0 && facts.epoch !== epoch) {
    const what = "is of another epoch than the run recorded";
    faults.push({
      code: "epoch-unexpected",
      what,
      expected: String(epoch),
      found: String(facts.epoch ?? "none")
    });
  }
  return faults;
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
var BIAS = /(^|[._/])(\w*bias(es)?|beta)(:0)?$/i;
var mayBeZero = (name) => BIAS.test(name) || ADAPTERS.test(name) || TOKENS.test(name) || ADDED_LAYERS.test(name) || FACTORS.test(name) || BUFFERS.test(name);
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
var MAY_BEGIN_AT_ZERO = new RegExp(
  `(^|[._/])(${BEGINNING_AT_ZERO.join("|")})(\\.(weight|kernel))?$`
);
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
var BOUNDS = /(^|[._/])(\w*constraint[._](upper|lower)_bound|\w*space[._](\w+[._])*(low|high))$/;
var SQUARE_BIAS = /(^|[._/])(attn|attention|self_attn)\.bias$/;
var mayBeInfinite = (name, shape) => INFINITE.test(name) || BOUNDS.test(name) || shape.length >= 2 && SQUARE_BIAS.test(name);

// src/verify/tensor/scale.ts
var FEWEST_USUAL = 3;
var FEW = 16;
var KEPT = 100;
var Scale = class {
  #subject;
  /** By names without their numbers. */
  #siblings = /* @__PURE__ */ new Map();
  constructor(subject) {
    this.#subject = subject;
  }
  take(tensor) {
    const { names, dtype: dtype2, shape, literal, scan, elements, fileOffset } = tensor;
    const [name = ""] = names;
    const hasSiblings = shape.length >= 2 && dtype2.count?.large !== void 0 && isWeightByName(name);
    if (dtype2.kind !== "float" || literal === true || !(hasSiblings || scan.huge > 0)) return;
    const part = partOf(name);
    if (part !== "model" && part !== "ema") return;
    if (scan.huge > 0) this.#judgeHuge(tensor, name);
    const isTold = scan.nonFinite > 0 || scan.huge > 0 && scan.large * 2 <= elements;
    if (!hasSiblings || isTold) return;
    const key = name.replace(/\d+/g, "#");
    const siblings = this.#siblings.get(key) ?? { usual: 0, odd: [] };
    this.#siblings.set(key, siblings);
    if (scan.large === 0) siblings.usual += 1;
    else if (siblings.odd.length < KEPT && !mayBeZero(name))
      siblings.odd.push({ name, fileOffset, large: scan.large, elements });
  }
  /** Call when no more come. */
  settle() {
    const { findings } = this.#subject;
    for (const { usual, odd } of this.#siblings.values()) {
      if (usual < FEWEST_USUAL) continue;
      for (const { name, fileOffset, large, elements } of odd) {
        const where = {
          offset: fileOffset,
          expected: `below ${LARGE}`,
          found: `${large} of ${elements} are not`
        };
        const others = `while ${usual} tensors of the same kind have no such number`;
        if (large * 2 > elements)
          findings.fail(
            "L3",
            "out-of-scale",
            `${quoted(name)} is of another scale: most of it is large, ${others}`,
            where
          );
        else findings.note("L3", "out-of-scale", `${quoted(name)} holds large numbers, ${others}`, where);
      }
    }
  }
  #judgeHuge({ scan, dtype: dtype2, shape, elements, fileOffset, reaches }, name) {
    const { findings } = this.#subject;
    const { huge, hugeAt = 0 } = scan;
    const where = {
      offset: fileOffset + hugeAt * dtype2.unitBytes,
      expected: "below 2^64",
      found: `${huge} of ${elements} are not, the first at element ${hugeAt}`
    };
    const isOne = elements === 1 || scan.constant;
    const isMeant = isOne || mayBeInfinite(name, shape) || mayBeZero(name) || huge * FEW > elements;
    const what = `${quoted(name)} holds numbers of ${HUGE.toExponential(0)} and more`;
    if (isMeant || reaches?.(hugeAt) === false) findings.note("L3", "huge-number", what, where);
    else findings.fail("L3", "huge-number", `${what}, which nothing that was trained does`, where);
  }
};

// src/verify/tensor/zero-tail.ts
var TELLING_BYTES = 1024;
var TELLING_ELEMENTS = 16;
var ROW_ELEMENTS = 64;
var PART_ELEMENTS = 16;
var ZeroTail = class {
  #subject;
  /** The last tensor that is not all zero, and what followed it. */
  #last;
  #following = { tensors: 0, bytes: 0 };
  #end = 0;
  constructor(subject) {
    this.#subject = subject;
  }
  /** In the order of the file. */
  take(tensor) {
    const { scan, fileOffset } = tensor;
    if (fileOffset < this.#end) this.settle();
    this.#end = fileOffset + scan.bytes;
    if (scan.zerosAtEnd < scan.bytes) {
      this.#last = tensor;
      this.#following = { tensors: 0, bytes: 0 };
    } else if (scan.bytes > 0) {
      this.#following.tensors += 1;
      this.#following.bytes += scan.bytes;
    }
  }
  /** Call when no more come. */
  settle() {
    const last = this.#last;
    this.#last = void 0;
    this.#end = 0;
    if (last === void 0 || last.proven || last.literal === true || last.dtype.kind !== "float") return;
    const { scan, fileOffset, names } = last;
    const own = scan.zerosAtEnd;
    const all = own + this.#following.bytes;
    if (all < TELLING_BYTES || own < TELLING_ELEMENTS * elementBytesOf(last)) return;
    const { findings, role } = this.#subject;
    const [name = "?"] = names;
    const more = this.#following.tensors;
    const where = {
      offset: fileOffset + scan.bytes - own,
      found: `${all} zero bytes${more === 0 ? "" : `, all of the ${more} tensors behind it among them`}`
    };
    const isMeant = beginsLikePadding(last, more > 0) || partOf(name) === "optimizer";
    if (isMeant || !holdsTensors(role)) {
      findings.note("L3", "zero-tail", `${quoted(name)} ends in zeros, and nothing but zeros follows`, where);
      return;
    }
    const what = `from the middle of ${quoted(name)} on nothing but zeros follows: the rest never arrived`;
    findings.fail("L3", "zero-tail", what, where);
  }
};
var elementBytesOf = ({ dtype: dtype2 }) => dtype2.bits / 8;
function beginsLikePadding(tensor, goesOn) {
  const { scan, dtype: dtype2 } = tensor;
  const elementBytes = elementBytesOf(tensor);
  const from = scan.bytes - scan.zerosAtEnd;
  const row = rowElementsOf(tensor);
  if (row === void 0) return isNear(from, PART_ELEMENTS * elementBytes, elementBytes);
  const rowBytes = row * elementBytes;
  const isWithinRow = !goesOn && scan.zerosAtEnd < rowBytes;
  return isWithinRow || isNear(from, rowBytes, Math.max(elementBytes, dtype2.unitBytes));
}
function rowElementsOf({
  shape,
  elements
}) {
  const total = shape.reduce((product, size) => product * size, 1);
  if (shape.length < 2 || total !== elements) return void 0;
  const steps = shape.map((_size, i) => shape.slice(i + 1).reduce((product, size) => product * size, 1));
  const row = steps.slice(0, -1).findLast((step) => step >= ROW_ELEMENTS) ?? steps[0];
  return row < total ? row : void 0;
}
function isNear(position, grid, slackBytes) {
  const past = position % grid;
  return past < slackBytes || grid - past < slackBytes;
}

// src/verify/tensor/judge.ts
var SCORE = /^callbacks\./;
var NEVER_NEGATIVE = /(^|[._])((max_)?exp_avg_sq(_row|_col)?|running_var)$/;
var LORA_A = /(^|[._])(lora_A|lora_embedding_B)([._]|$)/;
var LORA_B = /(^|[._])(lora_B|lora_embedding_A)([._]|$)/;
var GENERATOR_BYTES = 2048;
var RANDOM = /(^|[._])(rng|random)([._]|$)|rng_?state|random_?state/i;
var LAST_LETTERS = /[qwlr]$/;
var mayNotBeNegative = (names) => names.some((name) => LAST_LETTERS.test(name.slice(-1)) && NEVER_NEGATIVE.test(name));
var NOT_WHAT_ROLE_SAYS = { declared: "fail", guessed: "degraded", set: "note" };
var TensorJudge = class {
  #subject;
  #count = 0;
  #elements = 0;
  #nonFinite = 0;
  #parameters = 0;
  #dense = /* @__PURE__ */ new Map();
  #loraB = { tensors: 0, zero: 0 };
  #tail;
  #scale;
  /** Nobody said that these are weights: rows of data may be missing, and a mask may be all zero. */
  #isData;
  /** Nobody said what it is: a statistical model has matrices that are zero, an agent's memory flags that nothing set. */
  #isAnything;
  constructor(subject) {
    this.#subject = subject;
    this.#isAnything = subject.role === "archive" && subject.roleFrom === "guessed";
    this.#isData = subject.role === "dataset" && subject.roleFrom === "guessed";
    this.#tail = new ZeroTail(subject);
    this.#scale = new Scale(subject);
  }
  take(tensor) {
    this.#count += tensor.names.length;
    this.#elements += tensor.elements;
    this.#nonFinite += tensor.scan.nonFinite;
    this.#enter(tensor);
    this.#judgeFinite(tensor);
    this.#judgeZero(tensor);
    this.#judgeHoles(tensor);
    this.#tail.take(tensor);
    if (!this.#holdsData(tensor)) this.#scale.take(tensor);
    this.#judgeSign(tensor);
    this.#judgeRandom(tensor);
    const isParameter = tensor.literal !== true && !SCORE.test(nameOf(tensor)) && tensor.dtype.kind === "float" && partOf(nameOf(tensor)) === "model";
    if (isParameter) this.#parameters += tensor.elements;
  }
  /**
   * What only all tensors together can tell. Call once.
   * @param declared how many the file lists: one that could not be read has its own reason already
   */
  settle(declared) {
    const { findings, expectation, role, roleFrom } = this.#subject;
    this.#tail.settle();
    this.#scale.settle();
    if (declared === 0 && holdsTensors(role))
      findings[NOT_WHAT_ROLE_SAYS[roleFrom]]("L3", "no-tensors", `a ${role} without a single tensor`);
    for (const [part, { tensors, zero, adapters }] of this.#dense) {
      if (tensors === 0 || tensors !== zero) continue;
      if (adapters === zero) this.#neverTrained("every tensor of the adapter");
      else this.#groupIsZero(part, tensors);
    }
    if (this.#loraB.tensors > 0 && this.#loraB.tensors === this.#loraB.zero)
      this.#neverTrained("every lora_B");
    if (expectation.parameters !== void 0 && expectation.parameters !== this.#parameters) {
      findings.fail("L3", "parameter-count", "another number of parameters than the model was said to have", {
        expected: String(expectation.parameters),
        found: String(this.#parameters)
      });
    }
    return { count: this.#count, elements: this.#elements, nonFinite: this.#nonFinite };
  }
  #enter({ names, dtype: dtype2, typeName, shape, shapes, scan, fileOffset, isPlain: isPlain2 }) {
    const { fingerprint, nonFinite, moments, bytes: bytes3 } = scan;
    names.forEach((name, i) => {
      const row = {
        name,
        dtype: typeName ?? dtype2.name,
        shape: shapes?.[i] ?? shape,
        fingerprint,
        nonFinite,
        ...isPlain2 === true && { at: { offset: fileOffset, bytes: bytes3 } }
      };
      this.#subject.table.add(moments === void 0 ? row : { ...row, moments });
    });
  }
  /** Numbers that were collected, not learned: some may be missing, and all may be zero. */
  #holdsData({ isTable = false }) {
    return this.#isData || isTable;
  }
  #judgeFinite(tensor) {
    const { scan, dtype: dtype2, reaches } = tensor;
    const { findings } = this.#subject;
    const name = nameOf(tensor);
    if (scan.badBools > 0) {
      const what = `"${name}" is bool and holds bytes that are neither 0 nor 1`;
      findings.fail("L3", "not-a-bool", what, {
        offset: tensor.fileOffset,
        found: `${scan.badBools} of them`
      });
    }
    if (scan.nonFinite === 0) return;
    const first = scan.nonFiniteAt[0] ?? 0;
    const where = {
      offset: tensor.fileOffset + first * dtype2.unitBytes,
      expected: "finite numbers",
      found: `${scan.nonFinite} NaN or infinite, the first at element ${first}`
    };
    const allOutOfReach = reaches !== void 0 && scan.nonFinite <= INDEXES_KEPT && !scan.nonFiniteAt.some((unit) => reaches(unit));
    if (allOutOfReach) {
      const what = `"${name}" lies on a storage with non-finite elements it does not reach`;
      findings.note("L3", "non-finite-unreached", what, where);
    } else if (scan.nan === 0 && (tensor.literal === true || mayBeInfinite(name, tensor.shape) || SCORE.test(name))) {
      findings.note("L3", "infinite-mask", `"${name}" holds infinities, as masks do`, where);
    } else if (this.#holdsData(tensor)) {
      findings.note(
        "L3",
        "non-finite",
        `"${name}" holds numbers that are not finite, as missing values are`,
        where
      );
    } else {
      findings.fail("L3", "non-finite", `"${name}" holds numbers that are not finite`, where);
    }
  }
  #judgeZero(tensor) {
    const { scan, dtype: dtype2, shape, elements } = tensor;
    if (dtype2.kind !== "float" || elements === 0 || tensor.literal === true) return;
    const name = nameOf(tensor);
    const { findings, expectation } = this.#subject;
    if (shape.length > 0 && !this.#holdsData(tensor)) this.#countDense(name, scan.allZero);
    const isLoraB = LORA_B.test(name);
    if (isLoraB) this.#loraB = tally(this.#loraB, scan.allZero);
    if (!scan.allZero) {
      if (scan.constant && shape.length >= 2)
        findings.note("L3", "constant", `"${name}" has one value throughout`);
      return;
    }
    const isSaid = expectation.mayBeZero?.some((pattern) => matchesWildcard(pattern, name)) ?? false;
    const isWeight = elements > 1 && shape.length >= 2 && partOf(name) !== "optimizer" && !isLoraB && !mayBeZero(name);
    const where = { offset: tensor.fileOffset, found: `${elements} zeros` };
    if (isSaid || !(isWeight || LORA_A.test(name))) {
      if (elements > 1) findings.note("L3", "all-zero", `"${name}" is zero throughout`);
    } else if (this.#holdsData(tensor)) {
      if (tensor.proven) findings.note("L3", "all-zero", `"${name}" is zero throughout`, where);
      else findings.degraded("L3", "all-zero", `"${name}" is zero throughout, or was never written`, where);
    } else if (this.#isAnything && !isWeightByName(name)) {
      const what = `"${name}" is zero throughout, as much is that is no weight`;
      findings.degraded("L3", "all-zero", what, where);
    } else if (MAY_BEGIN_AT_ZERO.test(name)) {
      const what = `"${name}" is zero throughout, as some layers are before the first step`;
      findings.degraded("L3", "all-zero", what, where);
    } else findings.fail("L3", "all-zero", `"${name}" is zero throughout`, where);
  }
  /**
   * A lost segment leaves whole pages of zero between numbers; one that was cut, zeros from anywhere to the edge of a page. An
   * unused row of an embedding is zero from edge to edge, a triangle or a diagonal never for two rows. Packed blocks are zero
   * where all of their numbers are, so whole rows of them.
   */
  #judgeHoles(tensor) {
    const { scan, dtype: dtype2, fileOffset, proven } = tensor;
    if (dtype2.kind !== "float" || scan.zeroRuns.length === 0) return;
    const elementBytes = dtype2.bits / 8;
    const slack = Math.max(elementBytes, dtype2.unitBytes);
    const rowBytes = (rowElementsOf(tensor) ?? 0) * elementBytes;
    const isPacked = rowBytes > 0 && !Number.isInteger(dtype2.bits);
    const isOnRow = (at) => rowBytes > 0 && isNear(at, rowBytes, slack);
    const isOnPage = (at) => isNear(fileOffset + at, RUN_BYTES, slack);
    for (const { from, to } of scan.zeroRuns) {
      const rows = rowBytes > 0 ? (to - from) / rowBytes : 0;
      const ends = [from, to].filter(isOnRow).length;
      const onPages = (from === 0 || isOnPage(from)) && (to === scan.bytes || isOnPage(to));
      const isCut = !isOnRow(to) && isOnPage(to) && rows > 2;
      const isPackedHole = isPacked && to < scan.bytes && (ends === 0 || rows > 1);
      if (ends === 2 || !(onPages || isCut || isPackedHole)) continue;
      const how = onPages ? "from one page edge to another between other numbers" : "where no row begins or ends";
      const what = `"${nameOf(tensor)}" has a hole: zeros ${how}`;
      const where = { offset: fileOffset + from, found: `${to - from} zero bytes` };
      if (proven) this.#subject.findings.note("L3", "zero-hole", what, where);
      else this.#subject.findings.fail("L3", "zero-hole", what, where);
    }
  }
  #judgeSign({ names, scan, fileOffset }) {
    if (scan.negative === 0) return;
    const what = `"${names.find((name) => NEVER_NEGATIVE.test(name))}" is a sum of squares and holds negative numbers`;
    this.#subject.findings.fail("L3", "negative-square", what, {
      offset: fileOffset,
      found: `${scan.negative} of them`
    });
  }
  /** The state of a generator is never all zero; that of CUDA's is a seed and an offset, and may be. */
  #judgeRandom(tensor) {
    const { scan, dtype: dtype2, elements, fileOffset } = tensor;
    if (!scan.allZero || dtype2.name !== "u8" || elements < GENERATOR_BYTES || !RANDOM.test(nameOf(tensor)))
      return;
    this.#subject.findings.fail(
      "L3",
      "rng-zero",
      `"${nameOf(tensor)}" is no state of a generator: it is zero`,
      {
        offset: fileOffset,
        found: `${elements} zeros`
      }
    );
  }
  #countDense(name, zero) {
    const part = partOf(name);
    if (part !== "model" && part !== "optimizer" && part !== "ema") return;
    const count = this.#dense.get(part) ?? { tensors: 0, zero: 0, adapters: 0 };
    count.tensors += 1;
    if (zero) count.zero += 1;
    if (zero && isOfAdapter(name)) count.adapters += 1;
    this.#dense.set(part, count);
  }
  /** An adapter that was only made is whole; one that is said to have made steps is not. */
  #neverTrained(which) {
    const { findings, facts, expectation } = this.#subject;
    const what = `${which} is zero, as before the first step`;
    const steps = Math.max(facts.step ?? 0, expectation.step ?? 0, expectation.minStep ?? 0);
    if (steps > 0) findings.fail("L3", "never-trained", what, { found: `${steps} steps` });
    else if (facts.step === 0) findings.note("L3", "never-trained", what);
    else findings.degraded("L3", "never-trained", what);
  }
  #groupIsZero(part, tensors) {
    const { findings, facts } = this.#subject;
    const what = `all ${tensors} tensors of the ${part} are zero`;
    if (part === "optimizer" && facts.step === 0) findings.note("L3", "part-all-zero", what);
    else findings.fail("L3", "part-all-zero", what);
  }
};
var nameOf = (tensor) => tensor.names[0] ?? "?";
var tally = (count, zero) => ({
  tensors: count.tensors + 1,
  zero: count.zero + (zero ? 1 : 0)
});

// src/verify/tensor/tensor-book.ts
var TensorBook = class {
  judge;
  steps;
  /** Nothing until `settle`. */
  summary = NO_TENSORS;
  constructor(subject) {
    this.judge = new TensorJudge(subject);
    this.steps = new StepRecord(subject);
  }
  take(tensor, littleEndian = true) {
    const [name = ""] = tensor.names;
    const mayBeStep = tensor.elements === 1 && this.steps.wants(name);
    const value = mayBeStep ? readScalar(tensor.dtype, tensor.scan.firstBytes, littleEndian) : void 0;
    if (value !== void 0) this.steps.offer(name, value);
    this.judge.take(tensor);
  }
  /** Call once. @param declared how many tensors the file lists */
  settle(declared) {
    this.steps.settle();
    this.summary = this.judge.settle(declared);
  }
};

// src/verify/read/push-parser.ts
var NOTHING = new Uint8Array(0);
var PushParser = class {
  #program;
  #want;
  #gathered = NOTHING;
  #have = 0;
  #ended = false;
  /** Bytes taken so far. */
  taken = 0;
  constructor(program) {
    this.#program = program;
  }
  /** Whether the parser wants nothing more. */
  get ended() {
    return this.#ended;
  }
  feed(piece, fileOffset) {
    if (this.#want === void 0 && !this.#ended) this.#resume(NOTHING);
    let at = 0;
    while (at < piece.length) {
      if (this.#want === void 0) {
        throw new Broken("L1", "trailing-bytes", "bytes follow the end of the content", {
          offset: fileOffset + at
        });
      }
      const length = Math.min(bytesOf(this.#want) - this.#have, piece.length - at);
      const part = piece.subarray(at, at + length);
      at += length;
      this.#take(this.#want, part, fileOffset + at - length);
    }
  }
  /** Throws `Broken` when the parser wants more. */
  end(fileOffset) {
    if (this.#want === void 0 && !this.#ended) this.#resume(NOTHING);
    if (this.#want === void 0) return;
    throw new Broken("L1", "cut-short", "the file ends in the middle of a value", {
      offset: fileOffset,
      expected: `${bytesOf(this.#want) - this.#have} bytes more`
    });
  }
  #take(want, part, fileOffset) {
    this.taken += part.length;
    const whole = bytesOf(want);
    if (typeof want !== "number") {
      want.sink(part, fileOffset);
      this.#have += part.length;
      if (this.#have === whole) this.#resume(NOTHING);
    } else if (part.length === whole) {
      this.#resume(part);
    } else {
      if (this.#have === 0) this.#gathered = new Uint8Array(whole);
      this.#gathered.set(part, this.#have);
      this.#have += part.length;
      if (this.#have === whole) this.#resume(this.#gathered);
    }
  }
  /** Goes on until something is wanted that is not empty. */
  #resume(given) {
    this.#have = 0;
    let next = this.#program.next(given);
    while (next.done !== true && bytesOf(next.value) === 0) next = this.#program.next(NOTHING);
    this.#ended = next.done === true;
    this.#want = next.done === true ? void 0 : next.value;
  }
};
var bytesOf = (want) => typeof want === "number" ? want : want.bytes;

// src/verify/tensor/pass.ts
var wholeFile = ({ sizeBytes }, taker) => ({
  offset: 0,
  length: sizeBytes,
  feed: (piece, fileOffset) => taker.feed(piece, fileOffset),
  end: () => taker.end()
});
var AHEAD_BYTES = 256 * 1024 ** 2;
var AHEAD_REGIONS = 1024;
var BULK_BYTES = 1024 ** 2;
var BREATH_BYTES = 32 * 1024 ** 2;
async function sequentialPass(reader, regions, findings, options) {
  const pass = new Pass(reader, regions, findings, options);
  try {
    return await pass.run();
  } finally {
    pass.release();
  }
}
var Pass = class {
  #reader;
  #regions;
  #findings;
  #options;
  #window;
  #ahead = [];
  #aheadBytes = 0;
  #asked = 0;
  #allAsked = false;
  #complete = true;
  #breath = 0;
  #told = 0;
  #current;
  constructor(reader, regions, findings, options) {
    this.#reader = reader;
    this.#regions = regions;
    this.#findings = findings;
    this.#options = options;
    this.#window = new ReadWindow(reader, options.chunkBytes);
  }
  async run() {
    const { sizeBytes } = this.#reader;
    let at = 0;
    for (let step = this.#next(); step !== void 0; step = this.#next()) {
      const { region, done } = step;
      this.#current = step;
      if (this.#options.hash !== void 0) await this.#read(at, region.offset);
      at = region.offset + region.length;
      const pending = done === void 0 ? this.#read(region.offset, at, step) : this.#guarded(step, async () => {
        region.bulk?.took(await done);
      });
      if (pending !== void 0) await pending;
      const ending = this.#guarded(step, () => region.end());
      if (ending !== void 0) await ending;
      this.#tell(at);
    }
    if (this.#options.hash !== void 0) await this.#read(at, sizeBytes);
    this.#tell(sizeBytes);
    this.#reader.throwIfStopped();
    return this.#complete;
  }
  release() {
    this.#window.release();
  }
  /** Feeds `[from, to)` to the hash and the step. @returns nothing where all of it was at hand */
  #read(from, to, step) {
    for (let at = from; at < to; ) {
      const piece = this.#window.now(at, to);
      if (piece === void 0) return this.#readOn(void 0, at, to, step);
      const pending = this.#take(piece, at, step);
      at += piece.length;
      if (pending !== void 0 || this.#breath >= BREATH_BYTES) return this.#readOn(pending, at, to, step);
    }
  }
  /** The same from where something must be waited for. */
  async #readOn(pending, from, to, step) {
    if (pending !== void 0) await pending;
    for (let at = from; ; ) {
      if (this.#breath >= BREATH_BYTES) {
        this.#breath = 0;
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (at >= to) return;
      const piece = this.#window.now(at, to) ?? await this.#window.later(at, to);
      const taken = this.#take(piece, at, step);
      if (taken !== void 0) await taken;
      at += piece.length;
    }
  }
  #take(piece, at, step) {
    this.#options.hash?.update(piece);
    this.#breath += piece.length;
    const pending = step && this.#guarded(step, () => step.region.feed(piece, at));
    this.#tell(at + piece.length);
    return pending;
  }
  /** At most once a chunk: a file may have a million regions. */
  #tell(at) {
    const { sizeBytes } = this.#reader;
    if (at - this.#told < this.#options.chunkBytes && (at < sizeBytes || at === this.#told)) return;
    this.#told = at;
    this.#options.onProgress?.(at, sizeBytes);
  }
  #next() {
    const { workers, hash } = this.#options;
    const most = workers === void 0 || hash !== void 0 ? 1 : AHEAD_REGIONS;
    while (!this.#allAsked && this.#ahead.length < most && this.#aheadBytes < AHEAD_BYTES) this.#ask();
    const step = this.#ahead.shift();
    if (step?.done !== void 0) this.#aheadBytes -= step.region.length;
    return step;
  }
  #ask() {
    const next = this.#regions.next();
    if (next.done === true) {
      this.#allAsked = true;
      return;
    }
    const region = next.value;
    if (region.offset < this.#asked)
      throw new Error(`regions out of order: ${region.offset} after ${this.#asked}`);
    this.#asked = region.offset + region.length;
    const { workers, hash } = this.#options;
    const { bulk } = region;
    const goesOut = workers !== void 0 && hash === void 0 && bulk !== void 0 && region.length >= BULK_BYTES;
    if (!goesOut) {
      this.#ahead.push({ region, broken: false, doneBytes: 0 });
      return;
    }
    this.#reader.mustLieInside(region.offset, region.length);
    const step = { region, broken: false, doneBytes: 0 };
    const onSlice = (bytes3) => {
      step.doneBytes += bytes3;
      if (this.#current === step) this.#tell(region.offset + step.doneBytes);
    };
    const done = this.#reader.bounded(() => workers.work(region.offset, region.length, bulk, onSlice));
    this.#reader.countOthers(1, region.length);
    done.catch(() => {
    });
    this.#ahead.push(Object.assign(step, { done }));
    this.#aheadBytes += region.length;
  }
  #guarded(step, work) {
    if (step.broken) return;
    try {
      return work()?.catch((error) => this.#drop(step, error));
    } catch (error) {
      this.#drop(step, error);
    }
  }
  #drop(step, error) {
    if (!this.#findings.caught(error)) throw error;
    step.broken = true;
    this.#complete = false;
  }
};
var ReadWindow = class {
  #reader;
  #chunkBytes;
  #held;
  #turn = 0;
  #from = 0;
  #bytes = new Uint8Array(0);
  #next;
  constructor(reader, chunkBytes) {
    this.#reader = reader;
    this.#chunkBytes = Math.min(chunkBytes, reader.sizeBytes);
    this.#held = takeBuffers(this.#chunkBytes);
  }
  /** What is at hand from `at`, at most up to `to`; `undefined` when it must be waited for. */
  now(at, to) {
    if (at < this.#from || at >= this.#from + this.#bytes.length) {
      const target = this.#target(at);
      if (this.#next !== void 0 || !this.#reader.readIntoNow(at, target)) return void 0;
      this.#from = at;
      this.#bytes = target;
    }
    return this.#bytes.subarray(at - this.#from, Math.min(to - this.#from, this.#bytes.length));
  }
  async later(at, to) {
    if (this.#next !== void 0 && this.#next.from !== at) await this.#next.done.catch(() => {
    });
    const next = this.#next?.from === at ? this.#next : this.#start(at);
    await next.done;
    this.#from = at;
    this.#bytes = next.bytes;
    this.#next = void 0;
    this.#turn += 1;
    const after = at + next.bytes.length;
    if (after < this.#reader.sizeBytes) this.#next = this.#start(after);
    return this.#bytes.subarray(0, to - at);
  }
  release() {
    const { done } = this.#next ?? {};
    if (done === void 0) this.#held.release();
    else void done.then(this.#held.release, this.#held.release);
  }
  #target(at) {
    const buffer = this.#turn % 2 === 0 ? this.#held.buffers[0] : this.#held.buffers[1];
    return buffer.subarray(0, Math.min(this.#chunkBytes, this.#reader.sizeBytes - at));
  }
  #start(from) {
    const bytes3 = this.#target(from);
    const done = this.#reader.readInto(from, bytes3);
    done.catch(() => {
    });
    return { from, bytes: bytes3, done };
  }
};

// src/verify/contract/vouching.ts
var PYTHON_ROOTS = new Set(
  "__builtin__ __builtins__ __main__ _ctypes _io _osx_support _pickle _posixsubprocess _pyrepl antigravity ast asyncio atexit base64 bdb builtins bz2 cPickle cProfile cgi cgitb code codecs commands compileall ctypes dill distutils ensurepip fileinput ftplib functools glob http httplib idlelib imaplib imp importlib inspect io joblib lib2to3 linecache logging lzma mailcap marshal multiprocessing nt operator os pathlib pdb pickle pickletools pip pkgutil platform posix profile pty pydoc requests runpy setuptools shelve shutil signal site smtplib socket sqlite3 ssl subprocess sys tarfile telnetlib tempfile test threading timeit tkinter trace turtle turtledemo types urllib uuid venv webbrowser xml xmlrpc zipfile zipimport".split(
    " "
  )
);
function vouchesFor(allowImports, full) {
  if (allowImports.includes(full)) return true;
  const [root = ""] = full.split(".");
  if (PYTHON_ROOTS.has(root)) return false;
  return allowImports.some((each) => each.startsWith(`${root}.`) && matchesWildcard(each, full));
}

// src/verify/tensor/numpy-names.ts
var DTYPE_NAMES = {
  float64: DTYPES.f64,
  float32: DTYPES.f32,
  float16: DTYPES.f16,
  bfloat16: DTYPES.bf16,
  complex64: DTYPES.c64,
  complex128: DTYPES.c128,
  float8_e4m3fn: DTYPES.f8_e4m3,
  float8_e5m2: DTYPES.f8_e5m2,
  float8_e4m3fnuz: DTYPES.f8_e4m3fnuz,
  float8_e5m2fnuz: DTYPES.f8_e5m2fnuz,
  float8_e8m0fnu: DTYPES.e8m0,
  int64: DTYPES.i64,
  int32: DTYPES.i32,
  int16: DTYPES.i16,
  int8: DTYPES.i8,
  uint64: DTYPES.u64,
  uint32: DTYPES.u32,
  uint16: DTYPES.u16,
  uint8: DTYPES.u8,
  bool: DTYPES.bool
};
var dtypeNamed = (name) => Object.hasOwn(DTYPE_NAMES, name) ? DTYPE_NAMES[name] : void 0;
var DTYPE_KINDS = {
  b1: DTYPES.bool,
  i1: DTYPES.i8,
  i2: DTYPES.i16,
  i4: DTYPES.i32,
  i8: DTYPES.i64,
  u1: DTYPES.u8,
  u2: DTYPES.u16,
  u4: DTYPES.u32,
  u8: DTYPES.u64,
  f2: DTYPES.f16,
  f4: DTYPES.f32,
  f8: DTYPES.f64,
  c8: DTYPES.c64,
  c16: DTYPES.c128
};

// src/verify/tensor/python-literal.ts
var LiteralTuple = class {
  constructor(items) {
    this.items = items;
  }
  items;
};
var DEEPEST = 20;
var ESCAPES = { "\\": "\\", "'": "'", '"': '"', n: "\n", r: "\r", t: "	" };
function parseLiteral(text3) {
  const parser = new LiteralParser(text3);
  const value = parser.value(0);
  parser.mustEnd();
  return value;
}
var LiteralParser = class {
  #text;
  #at = 0;
  constructor(text3) {
    this.#text = text3;
  }
  mustEnd() {
    this.#skip();
    if (this.#at < this.#text.length) throw this.#odd();
  }
  value(depth) {
    if (depth > DEEPEST) throw new Error(`nested deeper than ${DEEPEST}`);
    this.#skip();
    const char = this.#text[this.#at];
    if (char === "'" || char === '"') return this.#string();
    if (char === "(") return this.#tuple(depth);
    if (char === "[") return this.#list("]", depth).items;
    if (char === "{") return this.#dict(depth);
    return this.#word();
  }
  #word() {
    const [word = ""] = /^(True|False|None|-?(?:0+|[1-9][0-9]{0,19})L?)(?![\w.])/.exec(
      this.#text.slice(this.#at, this.#at + 32)
    ) ?? [];
    if (word === "") throw this.#odd();
    this.#at += word.length;
    if (word === "None") return null;
    if (word === "True" || word === "False") return word === "True";
    return BigInt(word.replace("L", ""));
  }
  #string() {
    const quote = this.#text[this.#at];
    let content = "";
    for (this.#at += 1; this.#text[this.#at] !== quote; this.#at += 1) {
      let char = this.#text[this.#at];
      if (char === void 0 || char === "\n") throw new Error("a string does not end");
      if (char === "\\") {
        this.#at += 1;
        char = ESCAPES[this.#text[this.#at] ?? ""];
        if (char === void 0) throw this.#odd();
      }
      content += char;
    }
    this.#at += 1;
    return content;
  }
  /** `(1)` is a number in brackets, `(1,)` a tuple. */
  #tuple(depth) {
    const { items, comma } = this.#list(")", depth);
    const [only] = items;
    return items.length === 1 && !comma && only !== void 0 ? only : new LiteralTuple(items);
  }
  #list(close, depth) {
    const items = [];
    let comma = true;
    this.#at += 1;
    while (!this.#takes(close)) {
      if (!comma) throw this.#odd();
      items.push(this.value(depth + 1));
      comma = this.#takes(",");
    }
    return { items, comma };
  }
  #dict(depth) {
    const dict = /* @__PURE__ */ new Map();
    let comma = true;
    this.#at += 1;
    while (!this.#takes("}")) {
      if (!comma) throw this.#odd();
      const key = this.value(depth + 1);
      if (typeof key !== "string" || !this.#takes(":")) throw this.#odd();
      if (dict.has(key)) throw new Error(`the key ${JSON.stringify(key.slice(0, 40))} is there twice`);
      dict.set(key, this.value(depth + 1));
      comma = this.#takes(",");
    }
    return dict;
  }
  #takes(char) {
    this.#skip();
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }
  #skip() {
    while (this.#text[this.#at] === " ") this.#at += 1;
  }
  #odd() {
    const found = JSON.stringify(this.#text.slice(this.#at, this.#at + 20));
    return new Error(`no literal at character ${this.#at}: ${found}`);
  }
};

// src/verify/tensor/numpy-type.ts
var MOST_FIELDS = 1e4;
var PLAIN = { ...DTYPE_KINDS, V2: DTYPES.bf16 };
var OPAQUE = /^(f(?:12|16)|c(?:24|32)|S\d+|U\d+|V\d+|[Mm]8(?:\[\d*(?:Y|M|W|D|h|m|s|ms|us|ns|ps|fs|as)\])?)$/;
function typeOfDescr(descr) {
  if (typeof descr === "string") return plainType(descr);
  if (Array.isArray(descr)) return structure(descr.map(fieldOfDescr));
  if (!(descr instanceof LiteralTuple) || descr.items.length !== 2) return void 0;
  const [inner, shape] = [typeOfDescr(descr.items[0] ?? null), shapeOf(descr.items[1] ?? null)];
  return inner === void 0 || shape === void 0 ? void 0 : arrayOf(inner, shape);
}
function plainType(word) {
  const [, order, kind = ""] = /^([<>=|]?)(.+)$/.exec(word) ?? [];
  if (/^O[48]?$/.test(kind)) return { bytes: 8, object: true, parts: [] };
  const dtype2 = PLAIN[kind];
  if (dtype2 === void 0 && !OPAQUE.test(kind)) return void 0;
  const bytes3 = dtype2 === void 0 ? opaqueBytes(kind) : dtype2.bits / 8;
  if (!Number.isSafeInteger(bytes3)) return void 0;
  const part = {
    field: "",
    offset: 0,
    shape: [],
    bytes: bytes3,
    dtype: dtype2 ?? DTYPES.u8,
    typeName: dtype2?.name ?? kind,
    littleEndian: order !== ">"
  };
  return { bytes: bytes3, object: false, parts: [part] };
}
function opaqueBytes(kind) {
  if (kind[0] === "M" || kind[0] === "m") return 8;
  const size = Number(kind.slice(1));
  return kind[0] === "U" ? size * 4 : size;
}
function fieldOfDescr(field) {
  const items = field instanceof LiteralTuple ? field.items : [];
  if (items.length < 2 || items.length > 3) return void 0;
  const [title, descr = null, dimensions] = items;
  const name = title instanceof LiteralTuple ? title.items[1] : title;
  const inner = typeOfDescr(descr);
  const shape = dimensions === void 0 ? [] : shapeOf(dimensions);
  const type = inner === void 0 || shape === void 0 ? void 0 : arrayOf(inner, shape);
  return typeof name !== "string" || type === void 0 ? void 0 : { name, type };
}
function structure(fields, bytes3) {
  const parts = [];
  const names = /* @__PURE__ */ new Set();
  let end = 0;
  let object = false;
  for (const field of fields) {
    if (field === void 0 || field.name !== "" && names.has(field.name)) return void 0;
    names.add(field.name);
    const { name, type, offset = end } = field;
    if (offset < end) return void 0;
    end = offset + type.bytes;
    object ||= type.object;
    if (parts.length + type.parts.length > MOST_FIELDS)
      throw overBudget("fields of a type", MOST_FIELDS, parts.length + type.parts.length);
    if (name === "") continue;
    for (const part of type.parts) {
      const inner = part.field === "" ? name : `${name}.${part.field}`;
      parts.push({ ...part, field: inner, offset: offset + part.offset });
    }
  }
  if (!Number.isSafeInteger(end) || bytes3 !== void 0 && bytes3 < end) return void 0;
  return { bytes: bytes3 ?? end, object, parts };
}
function arrayOf(type, shape) {
  if (shape.length === 0) return type;
  const bytes3 = shape.reduce((product, size) => product * size, type.bytes);
  if (!Number.isSafeInteger(bytes3)) return void 0;
  const [only] = type.parts;
  if (type.parts.length === 1 && only !== void 0 && only.field === "")
    return { ...type, bytes: bytes3, parts: [{ ...only, bytes: bytes3, shape: [...shape, ...only.shape] }] };
  const whole = {
    field: "",
    offset: 0,
    shape,
    bytes: bytes3,
    dtype: DTYPES.u8,
    typeName: `V${type.bytes}`,
    littleEndian: true
  };
  return { ...type, bytes: bytes3, parts: [whole] };
}
function shapeOf(literal) {
  const items = literal instanceof LiteralTuple ? literal.items : [literal];
  const isCount = (item) => typeof item === "bigint" && item >= 0n && item <= BigInt(Number.MAX_SAFE_INTEGER);
  return items.length <= 64 && items.every(isCount) ? items.map(Number) : void 0;
}

// src/verify/tensor/npy-header.ts
var NPY_MAGIC = Uint8Array.of(147, 78, 85, 77, 80, 89);
var [LINE_FEED, BLANK, BRACE] = [10, 32, 125];
var LEAST_HEADER_BYTES = 16;
var MOST_HEADER_BYTES = 65536;
var NUMPY_TAKES = 1e4;
var broken = (what, found) => new Broken("L2", "npy-header", `the header of the array ${what}`, {
  offset: 0,
  found: found.slice(0, 120)
});
function npyHeaderBytes(start) {
  if (start.length < 10 || !NPY_MAGIC.every((byte, i) => start[i] === byte))
    throw broken("has no magic", Buffer.from(start.subarray(0, 8)).toString("hex"));
  const [major, minor] = [start[6], start[7]];
  if (major < 1 || major > 3 || minor !== 0)
    throw new Unsettled("L2", "npy-version", "is of a version of the format that we do not know", {
      offset: 6,
      expected: "1.0, 2.0 or 3.0",
      found: `${major}.${minor}`
    });
  const view = new DataView(start.buffer, start.byteOffset, start.length);
  if (major > 1 && start.length < 12) throw broken("is cut", `${start.length} bytes`);
  const length = major === 1 ? 10 + view.getUint16(8, true) : 12 + view.getUint32(8, true);
  if (length < LEAST_HEADER_BYTES) throw broken("is too short", `${length} bytes`);
  if (length > MOST_HEADER_BYTES) throw overBudget("bytes of an npy header", MOST_HEADER_BYTES, length, 0);
  return length;
}
function parseNpyHeader(header) {
  const major = header[6];
  const body = Buffer.from(header.subarray(major === 1 ? 10 : 12));
  const last = body.at(-1);
  if (last !== LINE_FEED && last !== BLANK && last !== BRACE)
    throw broken("ends in neither a line feed nor a blank", body.subarray(-8).toString("hex"));
  const fields = fieldsOf(last === LINE_FEED ? body.subarray(0, -1) : body, major);
  const descr = fields.get("descr") ?? null;
  const type = typeOfDescr(descr);
  const shape = shapeOf(fields.get("shape") ?? null);
  const fortranOrder = fields.get("fortran_order");
  if (fields.size !== 3 || !["descr", "shape", "fortran_order"].every((key) => fields.has(key)))
    throw broken("has other keys than descr, fortran_order and shape", [...fields.keys()].join(", "));
  if (type === void 0) throw broken("names a type that NumPy does not have", shown(descr));
  if (shape === void 0) throw broken("has a shape that is none", shown(fields.get("shape") ?? null));
  if (typeof fortranOrder !== "boolean")
    throw broken("has an order that is none", shown(fortranOrder ?? null));
  return { type, shape, fortranOrder, bytes: header.length, isLong: body.length > NUMPY_TAKES };
}
function fieldsOf(body, major) {
  let value;
  try {
    const text3 = major === 3 ? new TextDecoder("utf-8", { fatal: true }).decode(body) : body.toString("latin1");
    value = parseLiteral(text3);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Unsettled) throw error;
    throw broken("is no literal", error.message);
  }
  if (value instanceof Map) return value;
  throw broken("is no dict", shown(value));
}
var shown = (value) => JSON.stringify(value, (_key, each) => typeof each === "bigint" ? String(each) : each) ?? "none";
var countOf = (shape) => shape.reduce((product, size) => product * BigInt(size), 1n);

// src/verify/pickle/value.ts
var PyFloat = class {
  constructor(value) {
    this.value = value;
  }
  value;
};
var PyBytes = class {
  constructor(bytes3, at) {
    this.bytes = bytes3;
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
  constructor(isFrozen = false) {
    this.isFrozen = isFrozen;
  }
  isFrozen;
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
  constructor(dtype2, key, elements, from = 0) {
    this.dtype = dtype2;
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
  constructor(storage, dtype2, { offset, shape, stride }, beside) {
    this.storage = storage;
    this.dtype = dtype2;
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
  if (key instanceof PyList || key instanceof PyDict || key instanceof PySet && !key.isFrozen) {
    throw new Broken("L2", "pickle-unhashable", "uses a container as a key");
  }
  return key;
}
function mustBeShort(text3) {
  if (text3.length > MOST_KEY_CHARACTERS)
    throw overBudget("characters of a key", MOST_KEY_CHARACTERS, text3.length);
  return text3;
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

// src/verify/pickle/fill.ts
var SLOT_BYTES = 16;
var PAIR_BYTES = 150;
var append = (target, items, hold) => {
  const list = target instanceof PyList ? target.items : holding(target, "items")?.items;
  hold(items.length * SLOT_BYTES);
  for (const item of items) list?.push(item);
  return list !== void 0;
};
var setItems = (target, items, hold) => {
  const dict = target instanceof PyDict ? target : holding(target, "members")?.members;
  if (dict === void 0 || items.length % 2 !== 0) return false;
  for (let i = 0; i < items.length; i += 2) {
    hold(PAIR_BYTES + dict.set(items[i], items[i + 1]));
  }
  return true;
};
var addItems = (target, items, hold) => {
  if (!(target instanceof PySet)) return false;
  for (const item of items) hold(PAIR_BYTES + target.add(item));
  return true;
};
var holding = (target, what) => target instanceof PyObject && (target.cls.model.tier === "D" || target.cls.model.holds === what) ? target : void 0;

// src/verify/pickle/call.ts
var badCall = (what) => new Broken("L2", "pickle-bad-call", `the pickle program ${what}`);
var badArguments = (name) => badCall(`calls ${name} with arguments it does not take`);
function invoke(callee, args, choose) {
  if (!(callee instanceof PyGlobal)) throw badCall("calls a value that is no import");
  callee.onCall();
  if (callee.model.tier === "D") return new PyObject(callee, args);
  const work = choose(callee.model);
  if (work === void 0) throw badCall(`calls ${callee.name}, which no honest writer calls so`);
  return work(args);
}
function takesState({ cls }, state) {
  const { tier, state: shape } = cls.model;
  const isSlots = state instanceof PyTuple && state.items.length === 2 && state.items.every((item) => item === null || item instanceof PyDict);
  if (tier === "D" || shape === "any") return true;
  if (shape === "dict") return state instanceof PyDict || isSlots;
  return shape === "tuple" && state instanceof PyTuple;
}
var IDLE = /* @__PURE__ */ new Set(["__doc__", "__orig_class__"]);
var MOST_MAGIC_CHARACTERS = 256;
function mustNotBeMagic(state, hold) {
  const parts = state instanceof PyTuple ? state.items : [state];
  hold(parts.length * SLOT_BYTES);
  for (const part of parts) {
    if (!(part instanceof PyDict)) continue;
    hold(part.entries.size * SLOT_BYTES);
    for (const [key] of part.entries.values()) {
      if (typeof key !== "string" || key.length > MOST_MAGIC_CHARACTERS || IDLE.has(key)) continue;
      if (/^__\w*__$/.test(key)) throw badCall(`sets the attribute ${JSON.stringify(key.slice(0, 40))}`);
    }
  }
}

// src/verify/pickle/numpy-dtype.ts
var LAST_VERSION = 4;
var [OBJECT_FLAGS, ONLY_OF_OBJECTS] = [63, 7];
var [LEAST_FLAGS, MOST_FLAGS] = [-128, 255];
var IS_SIZED = /^[SUV]\d/;
var IS_DATE = /^[Mm]8$/;
function mustBeTypeState({ args: [word] }, state, typeOf2) {
  const items = state instanceof PyTuple ? state.items : [];
  const [version, order, base, names, fields, size, alignment, flags, metadata] = items;
  const demand2 = (is, what) => {
    if (!is)
      throw new Broken(
        "L2",
        "pickle-bad-call",
        `the pickle program makes a NumPy type that is none: ${what}`
      );
  };
  demand2(items.length === 8 || items.length === 9, `its state has ${items.length} items`);
  demand2(isInt(version) && version >= 0 && version <= LAST_VERSION, "its state is of no known version");
  demand2(typeof order === "string" && /^[<>=|]$/.test(order), "it has no byte order");
  demand2(isInt(size) && isInt(alignment), "its size or alignment is no number");
  demand2(isInt(flags) && flags >= LEAST_FLAGS && flags <= MOST_FLAGS, "its flags are none");
  demand2(names === null === (fields === null), "it has fields without names, or names without fields");
  if (typeof word !== "string") return;
  if (IS_DATE.test(word)) demand2(metadata instanceof PyTuple, "it is a date without a unit");
  const known = typeOf2();
  if (known === void 0) return;
  demand2(size === (IS_SIZED.test(word) ? known.bytes : -1), "its size is not that of its word");
  if (base !== null || names !== null) return;
  const areItsOwn = known.object ? flags === OBJECT_FLAGS : (Number(flags) & ONLY_OF_OBJECTS) === 0;
  demand2(areItsOwn, "its flags are those of another type");
}

// src/verify/pickle/numpy.ts
var badState = (what, found) => new Broken("L2", "pickle-bad-call", `the pickle program makes a NumPy array that is none: ${what}`, {
  found
});
var ARRAY_CLASSES = [
  "numpy.ndarray",
  "numpy.matrix",
  "numpy.matrixlib.defmatrix.matrix",
  "numpy.memmap",
  "numpy.core.memmap.memmap",
  "numpy._core.memmap.memmap",
  "numpy.recarray",
  "numpy.rec.recarray"
];
var MODULES = ["numpy.core.multiarray", "numpy._core.multiarray"];
var NUMERIC = ["numpy.core.numeric", "numpy._core.numeric", ...MODULES];
var LENT = {
  "ml_dtypes.bfloat16": "V2",
  "ml_dtypes.float8_e4m3fn": "V1",
  "ml_dtypes.float8_e5m2": "V1"
};
var RECORDS = ["numpy.record", "numpy.rec.record"];
var isRefused = (value) => value instanceof PyGlobal && value.model.tier === "D" || value instanceof PyObject && value.cls.model.tier === "D";
var isArrayClass = (value) => value instanceof PyGlobal && (value.model.tier === "D" || ARRAY_CLASSES.includes(value.name));
var countsOf = (value) => value instanceof PyTuple && value.items.every((item) => isInt(item) && item >= 0) ? value.items : void 0;
var bytesOf2 = (value) => (
  // Python 2 wrote bytes as its str, which stands here as Latin-1.
  typeof value === "string" ? Buffer.from(value, "latin1") : value instanceof PyBytes ? value.bytes : void 0
);
function dtype(args) {
  const [word, align = false, copy = true] = args;
  const isFlag = (value) => typeof value === "boolean" || value === 0 || value === 1;
  const isNamed = word instanceof PyGlobal && (word.model.tier === "D" || LENT[word.name] !== void 0 || RECORDS.includes(word.name));
  if (args.length > 3 || !(typeof word === "string" || isNamed) || !isFlag(align) || !isFlag(copy))
    throw badArguments("numpy.dtype");
  return new PyObject(DTYPE, args);
}
var DTYPE = new PyGlobal("numpy.dtype", {
  tier: "B",
  call: dtype,
  state: "tuple",
  check: (type, state) => mustBeTypeState(type, state, () => typeWith(type, state))
});
function typeOf(value, depth = 0) {
  if (!(value instanceof PyObject) || value.cls.name !== "numpy.dtype" || depth > 20) return void 0;
  return typeWith(value, value.state, depth);
}
function typeWith({ args }, given, depth = 0) {
  const [word] = args;
  if (word instanceof PyGlobal && !RECORDS.includes(word.name)) return plainType(LENT[word.name] ?? "");
  const state = given instanceof PyTuple ? given.items : [];
  const [, order, base, names, fields, size] = state;
  if (base instanceof PyTuple) {
    const inner = typeOf(base.items[0], depth + 1);
    const shape = countsOf(base.items[1]);
    return inner === void 0 || shape === void 0 ? void 0 : arrayOf(inner, shape);
  }
  if (names instanceof PyTuple && fields instanceof PyDict && isInt(size)) {
    return structureOf(fields, size, depth) ?? plainType(`V${size}`);
  }
  if (typeof word !== "string") return void 0;
  return plainType(`${order === ">" ? ">" : "<"}${word}`);
}
function structureOf(fields, size, depth) {
  const known = [];
  for (const [name, field] of fields.entries.values()) {
    const [inner, offset] = field instanceof PyTuple ? field.items : [];
    const type = typeOf(inner, depth + 1);
    if (typeof name !== "string" || type === void 0 || !isInt(offset)) return void 0;
    known.push({ name, type, offset });
  }
  return structure(
    known.sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0)),
    size
  );
}
var isByteType = (value) => {
  const bytes3 = bytesOf2(value);
  return bytes3?.length === 1 && bytes3[0] === 98;
};
function reconstruct(name, model) {
  const cls = new PyGlobal(name, model);
  return (args) => {
    const shape = countsOf(args[1]);
    const sound = args.length === 3 && isArrayClass(args[0]) && shape?.length === 1 && shape[0] === 0 && isByteType(args[2]);
    if (!sound) throw badArguments(name);
    return new PyObject(cls, args);
  };
}
function mustBeArrayState(_array, state) {
  const items = state instanceof PyTuple ? state.items : [];
  const [version, shape, type, fortran, data] = items.length === 4 ? [1, ...items] : items;
  if (items.some(isRefused)) return;
  if (version !== 0 && version !== 1) throw badState("its state is of no known version", String(version));
  const isFlag = typeof fortran === "boolean" || fortran === 0 || fortran === 1;
  if (items.length < 4 || items.length > 5 || countsOf(shape) === void 0 || !isFlag)
    throw badState("its state has another form", `${items.length} items`);
  mustFit(type, countsOf(shape) ?? [], data);
}
function mustFit(dtypeValue, shape, data) {
  const type = typeOf(dtypeValue);
  if (type === void 0) throw badState("its type is none", "no numpy.dtype that we know");
  const count = countOf(shape);
  if (data instanceof PyList) {
    if (type.object && BigInt(data.items.length) === count) return;
    throw badState("its objects are not as many as its shape says", `${data.items.length} objects`);
  }
  const bytes3 = bytesOf2(data);
  if (bytes3 === void 0 || type.object) throw badState("it has no elements", "neither bytes nor objects");
  if (BigInt(bytes3.length) === BigInt(type.bytes) * count) return;
  throw badState("its elements do not fill its shape", `${bytes3.length} bytes for ${count} elements`);
}
function fromBuffer(name, model) {
  const cls = new PyGlobal(name, model);
  return (args) => {
    const [data, type, shape, order] = args;
    const isOrder = order === "C" || order === "F";
    if (args.some(isRefused)) return new PyObject(cls, args);
    if (args.length !== 4 || countsOf(shape) === void 0 || !isOrder) throw badArguments(name);
    mustFit(type, countsOf(shape) ?? [], data);
    return new PyObject(cls, args);
  };
}
function scalar(name, model) {
  const cls = new PyGlobal(name, model);
  return (args) => {
    const [type, data] = args;
    const isType = type instanceof PyObject && (type.cls.name === "numpy.dtype" || isRefused(type));
    if (args.length < 1 || args.length > 2 || !(isType || isRefused(type))) throw badArguments(name);
    const known = typeOf(type);
    if (known?.object && known.parts.length === 0) throw badArguments(name);
    const bytes3 = bytesOf2(data);
    const [part] = known?.parts ?? [];
    if (known === void 0 || known.object || bytes3 === void 0 || part === void 0)
      return new PyObject(cls, args);
    if (bytes3.length !== known.bytes) throw badArguments(name);
    return numberIn(bytes3, part.dtype.name === part.typeName ? part : void 0) ?? new PyObject(cls, args);
  };
}
function numberIn(bytes3, part) {
  if (part === void 0 || part.field !== "" || part.shape.length > 0) return void 0;
  const values = decodeElements(part.dtype, part.littleEndian ? bytes3 : Uint8Array.from(bytes3).reverse());
  const [value] = values?.length === 1 ? values : [];
  if (value === void 0) return void 0;
  if (part.dtype.kind === "float") return new PyFloat(value);
  return part.dtype.kind === "bool" ? value !== 0 : value;
}
var RECONSTRUCT = new Set(MODULES.map((module) => `${module}._reconstruct`));
var FROM_BUFFER = new Set(NUMERIC.map((module) => `${module}._frombuffer`));
function reduced(call, args, state) {
  const isCall = call instanceof PyGlobal && RECONSTRUCT.has(call.name);
  if (!isCall || !(args instanceof PyTuple) || !(state instanceof PyTuple)) return void 0;
  const array2 = call.model.call?.(args.items);
  if (!(array2 instanceof PyObject)) return void 0;
  mustBeArrayState(array2, state);
  array2.state = state;
  return array2;
}
function arrayIn(value) {
  if (!(value instanceof PyObject)) return void 0;
  const { name } = value.cls;
  if (FROM_BUFFER.has(name))
    return pickledArray(value.args[1], value.args[2], value.args[3] === "F", value.args[0]);
  if (!RECONSTRUCT.has(name) || !(value.state instanceof PyTuple)) return void 0;
  const items = value.state.items;
  const [shape, type, fortran, data] = items.length === 4 ? items : items.slice(1);
  return pickledArray(type, shape, fortran === true || fortran === 1, data);
}
function pickledArray(dtypeValue, dimensions, fortranOrder, data) {
  const type = typeOf(dtypeValue);
  const shape = countsOf(dimensions);
  const bytes3 = bytesOf2(data);
  if (type === void 0 || shape === void 0) return void 0;
  return {
    type,
    shape,
    fortranOrder,
    ...bytes3 === void 0 ? {} : { bytes: bytes3 },
    ...data instanceof PyBytes && data.at !== void 0 ? { at: data.at } : {},
    ...data instanceof PyList ? { objects: data } : {}
  };
}
function symbol(name, make, rest = {}) {
  const model = { tier: "B", ...rest };
  model.call = make(name, model);
  return [name, model];
}
var numpySymbols = () => [
  ["numpy.dtype", DTYPE.model],
  ...ARRAY_CLASSES.map((name) => [name, { tier: "B" }]),
  ...[...Object.keys(LENT), ...RECORDS].map((name) => [name, { tier: "B" }]),
  ...MODULES.flatMap((module) => [
    symbol(`${module}._reconstruct`, reconstruct, { state: "tuple", check: mustBeArrayState }),
    symbol(`${module}.scalar`, scalar)
  ]),
  ...NUMERIC.map((module) => symbol(`${module}._frombuffer`, fromBuffer))
];

// src/verify/pickle/symbols-framework.ts
var MODULES2 = {
  activation: "CELU ELU GELU GLU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid LogSoftmax Mish MultiheadAttention PReLU RReLU ReLU ReLU6 SELU SiLU Sigmoid Softmax Softmax2d Softmin Softplus Softshrink Softsign Tanh Tanhshrink Threshold",
  adaptive: "AdaptiveLogSoftmaxWithLoss",
  batchnorm: "BatchNorm1d BatchNorm2d BatchNorm3d LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d SyncBatchNorm",
  channelshuffle: "ChannelShuffle",
  container: "Container ModuleDict ModuleList ParameterDict ParameterList Sequential",
  conv: "Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LazyConv1d LazyConv2d LazyConv3d LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d",
  distance: "CosineSimilarity PairwiseDistance",
  dropout: "AlphaDropout Dropout Dropout1d Dropout2d Dropout3d FeatureAlphaDropout",
  flatten: "Flatten Unflatten",
  fold: "Fold Unfold",
  instancenorm: "InstanceNorm1d InstanceNorm2d InstanceNorm3d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d",
  linear: "Bilinear Identity LazyLinear Linear NonDynamicallyQuantizableLinear",
  loss: "BCELoss BCEWithLogitsLoss CTCLoss CosineEmbeddingLoss CrossEntropyLoss GaussianNLLLoss HingeEmbeddingLoss HuberLoss KLDivLoss L1Loss MSELoss MarginRankingLoss MultiLabelMarginLoss MultiLabelSoftMarginLoss MultiMarginLoss NLLLoss NLLLoss2d PoissonNLLLoss SmoothL1Loss SoftMarginLoss TripletMarginLoss TripletMarginWithDistanceLoss",
  module: "Module",
  normalization: "CrossMapLRN2d GroupNorm LayerNorm LocalResponseNorm RMSNorm",
  padding: "CircularPad1d CircularPad2d CircularPad3d ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d ReplicationPad3d ZeroPad1d ZeroPad2d ZeroPad3d",
  pixelshuffle: "PixelShuffle PixelUnshuffle",
  pooling: "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d AvgPool1d AvgPool2d AvgPool3d FractionalMaxPool2d FractionalMaxPool3d LPPool1d LPPool2d LPPool3d MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d",
  rnn: "GRU GRUCell LSTM LSTMCell RNN RNNBase RNNCell RNNCellBase",
  sparse: "Embedding EmbeddingBag",
  transformer: "Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer",
  upsampling: "Upsample UpsamplingBilinear2d UpsamplingNearest2d"
};
var SETTINGS = [
  "torch.nn.parallel.data_parallel.DataParallel",
  "torch.nn.parallel.distributed.DistributedDataParallel",
  "transformers.training_args.TrainingArguments",
  "transformers.training_args_seq2seq.Seq2SeqTrainingArguments",
  "transformers.trainer_pt_utils.AcceleratorConfig",
  "transformers.training_args.OptimizerNames",
  "transformers.trainer_utils.IntervalStrategy",
  "transformers.trainer_utils.SaveStrategy",
  "transformers.trainer_utils.SchedulerType",
  "transformers.trainer_utils.HubStrategy",
  "transformers.trainer_utils.FSDPOption",
  "accelerate.state.PartialState",
  "accelerate.utils.dataclasses.DistributedType",
  "accelerate.utils.dataclasses.DeepSpeedPlugin",
  "deepspeed.runtime.fp16.loss_scaler.LossScaler",
  "deepspeed.runtime.fp16.loss_scaler.DynamicLossScaler",
  "deepspeed.runtime.zero.config.ZeroStageEnum",
  "deepspeed.utils.tensor_fragment.fragment_address",
  "trl.trainer.dpo_config.DPOConfig",
  "trl.trainer.grpo_config.GRPOConfig",
  "trl.trainer.kto_config.KTOConfig",
  "trl.trainer.reward_config.RewardConfig",
  "trl.trainer.rloo_config.RLOOConfig",
  "trl.trainer.sft_config.SFTConfig",
  "pytorch_lightning.utilities.parsing.AttributeDict",
  "lightning_fabric.utilities.data.AttributeDict",
  "lightning.fabric.utilities.data.AttributeDict",
  "omegaconf.dictconfig.DictConfig",
  "omegaconf.listconfig.ListConfig",
  "omegaconf.nodes.AnyNode",
  "omegaconf.base.ContainerMetadata",
  "omegaconf.base.Metadata",
  // A list, as which fastai keeps the settings of its optimizers.
  "fastcore.foundation.L"
];
var SHARDING = [
  "torch.distributed.tensor.DTensor",
  "torch.distributed._tensor.api.DTensor",
  "torch.distributed._tensor.DTensor",
  "torch.distributed.tensor._dtensor_spec.DTensorSpec",
  "torch.distributed.tensor._dtensor_spec.TensorMeta",
  "torch.distributed.tensor._dtensor_spec.ShardOrderEntry",
  "torch.distributed.tensor.placement_types.Shard",
  "torch.distributed.tensor.placement_types._StridedShard",
  "torch.distributed.tensor.placement_types.Replicate",
  "torch.distributed.tensor.placement_types.Partial",
  "torch.distributed._tensor.placement_types.DTensorSpec",
  "torch.distributed._tensor.placement_types.TensorMeta",
  "torch.distributed._tensor.placement_types.Shard",
  "torch.distributed._tensor.placement_types.Replicate",
  "torch.distributed.device_mesh.DeviceMesh",
  "torch.distributed._mesh_layout._MeshLayout",
  "torch.distributed._mesh_layout._FlatLayout",
  "torch.nested._internal.nested_tensor.NestedTensor",
  "torch.nested._internal.nested_tensor._rebuild_njt",
  "torch._dynamo.decorators._DimRange"
];
var CONSTRAINTS = {
  "torch.distributions.constraints": "Constraint MixtureSameFamilyConstraint _Boolean _Cat _CorrCholesky _Dependent _DependentProperty _GreaterThan _GreaterThanEq _HalfOpenInterval _IndependentConstraint _IntegerGreaterThan _IntegerInterval _IntegerLessThan _Interval _LessThan _LowerCholesky _LowerTriangular _Multinomial _OneHot _PositiveDefinite _PositiveSemidefinite _Real _Simplex _Square _Stack _Symmetric",
  "pyro.distributions.constraints": "_CorrMatrix _Integer _OrderedVector _PositiveOrderedVector _SoftplusLowerCholesky _SoftplusPositive _Sphere _UnitLowerCholesky"
};
var TORCHAO = {
  "torchao.float8.inference": "Float8MMConfig",
  "torchao.optim.subclass_4bit": "OptimState4bit",
  "torchao.optim.subclass_8bit": "OptimState8bit",
  "torchao.optim.subclass_fp8": "OptimStateFp8",
  "torchao.quantization": "Float8Tensor Int4PlainInt32Tensor Int4PreshuffledTensor Int4Tensor Int4TilePackedTo4dTensor Int8Tensor IntxOpaqueTensor IntxUnpackedToInt8Tensor",
  "torchao.quantization.granularity": "PerBlock PerRow PerTensor",
  "torchao.quantization.quant_primitives": "MappingType ZeroPointDomain",
  "torchao.quantization.quantize_.common.kernel_preference": "KernelPreference",
  "torchao.quantization.quantize_.workflows.float8.float8_packing_format": "Float8PackingFormat",
  "torchao.quantization.quantize_.workflows.float8.float8_tensor": "QuantizeTensorToFloat8Kwargs",
  "torchao.quantization.quantize_.workflows.int8.int8_tensor": "QuantizeTensorToInt8Kwargs",
  "torchao.quantization.quantize_.workflows.intx.intx_packing_format": "IntxPackingFormat",
  "torchao.quantization.quantize_.workflows.intx.intx_unpacked_to_int8_tensor": "IntxUnpackedToInt8TensorActivationQuantization",
  "torchao.quantization.quantize_.workflows.nf4.nf4_tensor": "NF4Tensor"
};
var GRAPHS = [
  "torch_geometric.data.data.Data",
  "torch_geometric.data.data.DataEdgeAttr",
  "torch_geometric.data.data.DataTensorAttr",
  "torch_geometric.data.hetero_data.HeteroData",
  "torch_geometric.data.storage.BaseStorage",
  "torch_geometric.data.storage.NodeStorage",
  "torch_geometric.data.storage.EdgeStorage",
  "torch_geometric.data.storage.GlobalStorage",
  "torch_geometric.data.feature_store.TensorAttr",
  "torch_geometric.data.graph_store.EdgeAttr"
];
var AGENTS = {
  "stable_baselines3.common.buffers": "DictReplayBuffer DictRolloutBuffer ReplayBuffer RolloutBuffer",
  "stable_baselines3.common.running_mean_std": "RunningMeanStd",
  "stable_baselines3.common.utils": "ConstantSchedule FloatSchedule LinearSchedule",
  "stable_baselines3.common.type_aliases": "TrainFreq TrainFrequencyUnit",
  "stable_baselines3.common.vec_env.vec_normalize": "VecNormalize",
  "stable_baselines3.common.noise": "NormalActionNoise OrnsteinUhlenbeckActionNoise VectorizedActionNoise",
  "stable_baselines3.common.policies": "ActorCriticCnnPolicy ActorCriticPolicy MultiInputActorCriticPolicy",
  "stable_baselines3.dqn.policies": "CnnPolicy DQNPolicy MultiInputPolicy QNetwork",
  "stable_baselines3.her.her_replay_buffer": "HerReplayBuffer",
  "stable_baselines3.sac.policies": "CnnPolicy MultiInputPolicy SACPolicy",
  "stable_baselines3.td3.policies": "CnnPolicy MultiInputPolicy TD3Policy",
  "ray.air._internal.usage": "AirEntrypoint",
  "ray.train": "SyncConfig",
  "ray.tune": "CheckpointConfig FailureConfig RunConfig",
  "ray.tune.stopper.noop": "NoopStopper",
  "ray.tune.tune_config": "TuneConfig",
  "gymnasium.spaces.box": "Box",
  "gymnasium.spaces.dict": "Dict",
  "gymnasium.spaces.discrete": "Discrete",
  "gymnasium.spaces.multi_binary": "MultiBinary",
  "gymnasium.spaces.multi_discrete": "MultiDiscrete",
  "gymnasium.spaces.tuple": "Tuple"
};
var ULTRALYTICS = {
  "modules.block": "A2C2f AAttn ABlock ADown AConv Attention Bottleneck BottleneckCSP C1 C2 C2f C2fAttn C2fCIB C2fPSA C2PSA C3 C3Ghost C3k C3k2 C3TR C3x CBFuse CBLinear CIB DFL ELAN1 GhostBottleneck HGBlock HGStem Index MaxSigmoidAttnBlock Proto PSA PSABlock RepBottleneck RepC3 RepCSP RepNCSPELAN4 RepVGGDW Residual ResNetBlock ResNetLayer SCDown SPP SPPELAN SPPF SwiGLUFFN TorchVision",
  "modules.conv": "CBAM ChannelAttention Concat Conv Conv2 ConvTranspose DWConv DWConvTranspose2d Focus GhostConv Index LightConv RepConv SpatialAttention",
  "modules.head": "Classify Detect OBB Pose RTDETRDecoder Segment WorldDetect YOLOEDetect YOLOESegment v10Detect OBB26 Pose26 Segment26",
  "modules.transformer": "AIFI DeformableTransformerDecoder DeformableTransformerDecoderLayer LayerNorm2d MLP MLPBlock MSDeformAttn TransformerBlock TransformerEncoderLayer TransformerLayer",
  tasks: "ClassificationModel DetectionModel Ensemble OBBModel PoseModel RTDETRDetectionModel SegmentationModel WorldModel YOLOEModel YOLOESegModel"
};
var ULTRALYTICS_SETTINGS = [
  "ultralytics.utils.IterableSimpleNamespace",
  "ultralytics.utils.loss.BboxLoss",
  "ultralytics.utils.loss.v8DetectionLoss",
  "ultralytics.utils.tal.TaskAlignedAssigner"
];
var FUNCTIONS = [
  ...["torch.nn.functional.relu", "torch.nn.functional.gelu", "torch._C._nn.gelu", "typing.Any"],
  // Of which an agent makes its optimizer.
  ...["adam.Adam", "adamw.AdamW", "rmsprop.RMSprop", "sgd.SGD"].map((name) => `torch.optim.${name}`),
  "stable_baselines3.common.sb2_compat.rmsprop_tf_like.RMSpropTFLike"
];
function arrayOfCard([array2, ...more]) {
  if (array2 === void 0 || more.length > 0) throw badArguments("cupy._core.core.array");
  return array2;
}
function asData(name) {
  const model = {
    tier: "C",
    call: (args) => new PyObject(cls, args),
    make: (args) => new PyObject(cls, args),
    state: "any",
    holds: "members"
  };
  const cls = new PyGlobal(name, model);
  return model;
}
var listed = (name) => [name, asData(name)];
function moduleClass(name) {
  const { call, ...model } = asData(name);
  return [name, model];
}
var frameworkSymbols = () => [
  ...Object.entries(MODULES2).flatMap(
    ([file, names]) => names.split(" ").map((name) => moduleClass(`torch.nn.modules.${file}.${name}`))
  ),
  ...Object.entries(ULTRALYTICS).flatMap(
    ([file, names]) => names.split(" ").map((name) => moduleClass(`ultralytics.nn.${file}.${name}`))
  ),
  ...[CONSTRAINTS, TORCHAO, AGENTS].flatMap(
    (files) => Object.entries(files).flatMap(
      ([file, names]) => names.split(" ").map((name) => listed(`${file}.${name}`))
    )
  ),
  ...[...SETTINGS, ...SHARDING, ...GRAPHS, ...ULTRALYTICS_SETTINGS].map(listed),
  // An array on a card is kept as the one of NumPy that it is copied from.
  ["cupy._core.core.array", { tier: "C", call: arrayOfCard }],
  ...FUNCTIONS.map((name) => [name, { tier: "C" }])
];

// src/verify/pickle/symbols-dcp.ts
var CHECKPOINT = "torch.distributed.checkpoint.metadata";
var SHARDED = "torch.distributed._shard.sharded_tensor.metadata";
var NAMES = [
  ...[
    "Metadata",
    "MetadataIndex",
    "TensorStorageMetadata",
    "BytesStorageMetadata",
    "ChunkStorageMetadata",
    "TensorProperties",
    "StorageMeta",
    "_MEM_FORMAT_ENCODING"
  ].map((name) => `${CHECKPOINT}.${name}`),
  ...["TensorProperties", "MEM_FORMAT_ENCODING", "ShardedTensorMetadata"].map((name) => `${SHARDED}.${name}`),
  "torch.distributed._shard.metadata.ShardMetadata",
  "torch.distributed.checkpoint.filesystem._StorageInfo"
];
var dcpSymbols = () => NAMES.map((name) => [name, asData(name)]);

// src/verify/pickle/symbols-jax.ts
var OPTAX = {
  "_src.base": "EmptyState",
  "_src.factorized": "FactoredState",
  "_src.linesearch": "BacktrackingLinesearchState ScaleByBacktrackingLinesearchState ScaleByZoomLinesearchState ZoomLinesearchState",
  "_src.lookahead": "LookaheadState",
  "_src.transform": "ScaleByAdaDeltaState ScaleByAdamState ScaleByAdanState ScaleByAmsgradState ScaleByBeliefState ScaleByDistanceOverGradientsState ScaleByLBFGSState ScaleByLionState ScaleByNovogradState ScaleByOptimisticGradientState ScaleByRStdDevState ScaleByRStdDevWithCountState ScaleByRmsState ScaleByRmsWithCountState ScaleByRpropState ScaleByRssState ScaleBySM3State ScaleByScheduleState",
  "contrib._ademamix": "ScaleByAdemamixState ScaleBySimplifiedAdEMAMixState",
  "contrib._muon": "MuonState",
  "contrib._prodigy": "ProdigyState",
  "contrib._reduce_on_plateau": "ReduceLROnPlateauState",
  "contrib._schedule_free": "ScheduleFreeState",
  "contrib._sophia": "HutchinsonState SophiaState",
  "schedules._inject": "InjectHyperparamsState InjectStatefulHyperparamsState WrappedScheduleState",
  "transforms._accumulation": "EmaState MultiStepsState TraceState",
  "transforms._adding": "AddNoiseState",
  "transforms._combining": "PartitionState",
  "transforms._conditionality": "ApplyIfFiniteState ConditionallyMaskState ConditionallyTransformState",
  "transforms._constraining": "ZeroNansState",
  "transforms._masking": "MaskedState"
};
var ARRAY = "jax._src.array._reconstruct_array";
function array(args) {
  const [call, inner, state, kind] = args;
  if (call instanceof PyGlobal && call.model.tier === "D") {
    call.onCall();
    return new PyObject(ARRAY_CLASS, args);
  }
  const made = args.length === 4 && kind instanceof PyDict ? reduced(call, inner, state) : void 0;
  if (made === void 0) throw badArguments(ARRAY);
  return made;
}
var ARRAY_CLASS = new PyGlobal(ARRAY, { tier: "C", call: array });
var jaxSymbols = () => [
  [ARRAY, ARRAY_CLASS.model],
  ...Object.entries(OPTAX).flatMap(
    ([file, names]) => names.split(" ").map((name) => {
      const full = `optax.${file}.${name}`;
      return [full, asData(full)];
    })
  )
];

// src/verify/pickle/symbols-mmengine.ts
var NAME = "mmengine.logging.history_buffer.HistoryBuffer";
var METHODS = new Map(
  ["min", "max", "mean", "current"].map((name) => [name, new PyGlobal(`${NAME}.${name}`, { tier: "B" })])
);
var HISTORY = [NAME, asData(NAME)];
function historyMethod(args) {
  const [of, name] = args;
  const isHistory = of instanceof PyGlobal && of.name === NAME && of.model.tier === "C";
  return args.length === 2 && isHistory ? METHODS.get(name) : void 0;
}

// src/verify/pickle/symbols-pandas.ts
var MODULES3 = {
  pandas: "ArrowDtype BooleanDtype Categorical CategoricalDtype CategoricalIndex DataFrame DateOffset DatetimeIndex DatetimeTZDtype Float32Dtype Float64Dtype Index Int16Dtype Int32Dtype Int64Dtype Int8Dtype Interval IntervalDtype IntervalIndex MultiIndex NA Period PeriodDtype PeriodIndex RangeIndex Series SparseDtype StringDtype Timedelta TimedeltaIndex Timestamp UInt16Dtype UInt32Dtype UInt64Dtype UInt8Dtype",
  "pandas.arrays": "ArrowExtensionArray ArrowStringArray BooleanArray DatetimeArray FloatingArray IntegerArray IntervalArray NumpyExtensionArray PeriodArray SparseArray StringArray TimedeltaArray",
  "pandas.core.frame": "DataFrame",
  "pandas.core.series": "Series",
  "pandas.core.flags": "Flags",
  "pandas.core.internals": "BlockManager SingleBlockManager",
  "pandas.core.internals.managers": "BlockManager SingleBlockManager",
  "pandas.core.internals.blocks": "new_block",
  "pandas.core.indexes.base": "Index _new_Index",
  "pandas.core.indexes.category": "CategoricalIndex",
  "pandas.core.indexes.datetimes": "DatetimeIndex _new_DatetimeIndex",
  "pandas.core.indexes.frozen": "FrozenList",
  "pandas.core.indexes.interval": "IntervalIndex _new_IntervalIndex",
  "pandas.core.indexes.multi": "MultiIndex",
  "pandas.core.indexes.numeric": "Float64Index Int64Index UInt64Index",
  "pandas.core.indexes.period": "PeriodIndex _new_PeriodIndex",
  "pandas.core.indexes.range": "RangeIndex",
  "pandas.core.indexes.timedeltas": "TimedeltaIndex _new_TimedeltaIndex",
  "pandas.core.arrays.boolean": "BooleanArray BooleanDtype",
  "pandas.core.arrays.categorical": "Categorical",
  "pandas.core.arrays.datetimes": "DatetimeArray",
  "pandas.core.arrays.floating": "Float32Dtype Float64Dtype FloatingArray",
  "pandas.core.arrays.integer": "Int16Dtype Int32Dtype Int64Dtype Int8Dtype IntegerArray UInt8Dtype",
  "pandas.core.arrays.interval": "IntervalArray",
  "pandas.core.arrays.numpy_": "NumpyExtensionArray PandasArray",
  "pandas.core.arrays.period": "PeriodArray",
  "pandas.core.arrays.sparse.array": "SparseArray",
  "pandas.core.arrays.sparse.dtype": "SparseDtype",
  "pandas.core.arrays.string_": "StringArray StringDtype",
  "pandas.core.arrays.string_arrow": "ArrowStringArray",
  "pandas.core.arrays.timedeltas": "TimedeltaArray",
  "pandas.core.dtypes.dtypes": "CategoricalDtype DatetimeTZDtype IntervalDtype NumpyEADtype PeriodDtype SparseDtype",
  "pandas._libs.arrays": "__pyx_unpickle_NDArrayBacked",
  "pandas._libs.internals": "_unpickle_block",
  "pandas._libs.interval": "Interval __pyx_unpickle_IntervalMixin",
  "pandas._libs.lib": "_NoDefault",
  "pandas._libs.missing": "NA",
  "pandas._libs.sparse": "BlockIndex IntIndex",
  "pandas._libs.tslibs.nattype": "__nat_unpickle _nat_unpickle",
  "pandas._libs.tslibs.offsets": "BQuarterBegin BQuarterEnd BYearBegin BYearEnd BusinessDay BusinessHour BusinessMonthBegin BusinessMonthEnd DateOffset Day Easter Hour LastWeekOfMonth Micro Milli Minute MonthBegin MonthEnd Nano QuarterBegin QuarterEnd Second SemiMonthBegin SemiMonthEnd Week WeekOfMonth YearBegin YearEnd",
  "pandas._libs.tslibs.period": "Period",
  "pandas._libs.tslibs.timedeltas": "Timedelta _timedelta_unpickle",
  "pandas._libs.tslibs.timestamps": "Timestamp _unpickle_timestamp",
  "dateutil.tz.tz": "tzlocal tzoffset tzutc",
  pytz: "_FixedOffset _UTC _p",
  "pyarrow.lib": "_restore_array py_buffer type_for_alias ListType"
};
var pandasSymbols = () => Object.entries(MODULES3).flatMap(
  ([module, names]) => names.split(" ").map((name) => {
    const full = `${module}.${name}`;
    return [full, asData(full)];
  })
);

// src/verify/pickle/symbols-python.ts
function dictOf(args, name) {
  const [from] = args;
  if (args.length > 1) throw badArguments(name);
  const dict = new PyDict();
  if (from instanceof PyDict) for (const [key, value] of from.entries.values()) dict.set(key, value);
  else for (const pair of itemsOf(from, name)) setPair(dict, pair, name);
  return dict;
}
function setPair(dict, pair, name) {
  const [key, value, more] = itemsOf(pair, name);
  if (key === void 0 || value === void 0 || more !== void 0) throw badArguments(name);
  dict.set(key, value);
}
function itemsOf(value, name) {
  if (value === void 0) return [];
  if (value instanceof PyList || value instanceof PyTuple) return value.items;
  throw badArguments(name);
}
function setOf(args, name) {
  const set = new PySet(name === "frozenset");
  if (args.length > 1) throw badArguments(name);
  for (const item of itemsOf(args[0], name)) set.add(item);
  return set;
}
function encode(args) {
  const [text3, codec] = args;
  if (args.length !== 2 || typeof text3 !== "string" || codec !== "latin1" && codec !== "latin-1") {
    throw badArguments("_codecs.encode");
  }
  return new PyBytes(Buffer.from(text3, "latin1"));
}
function bytearray(args) {
  const [from, codec] = args;
  if (args.length === 0) return new PyBytes(new Uint8Array(0));
  if (from instanceof PyBytes && args.length === 1) return from;
  if (typeof from === "string" && codec === "latin-1") return new PyBytes(Buffer.from(from, "latin1"));
  throw badArguments("bytearray");
}
function noBytes(args) {
  if (args.length > 0) throw badArguments("bytes");
  return new PyBytes(new Uint8Array(0));
}
var isPlain = (value) => value === null || typeof value !== "object" || value instanceof PyFloat || value instanceof PyBytes || (value instanceof PyTuple || value instanceof PyList) && value.items.every((item) => item === null || typeof item !== "object");
function inert(name, tier, { least = 0, most = 8, plain: plain2 = true, ...rest } = {}) {
  const build = (args) => {
    if (args.length < least || args.length > most || plain2 && !args.every(isPlain))
      throw badArguments(name);
    return new PyObject(cls, args);
  };
  const model = { tier, call: build, make: build, ...rest };
  const cls = new PyGlobal(name, model);
  return [name, model];
}
var mentioned = (name) => [name, { tier: "B" }];
var FACTORIES = /* @__PURE__ */ new Set([
  ...["int", "float", "str", "list", "dict", "set", "tuple", "bool", "bytes"].map(
    (name) => `builtins.${name}`
  ),
  "collections.OrderedDict",
  "collections.Counter",
  "collections.deque"
]);
function defaultDict(args) {
  const [factory = null] = args;
  const isHarmless = factory === null || factory instanceof PyGlobal && (factory.model.tier === "D" || FACTORIES.has(factory.name));
  if (args.length > 1 || !isHarmless) throw badArguments("collections.defaultdict");
  if (factory instanceof PyGlobal) factory.onCall();
  return new PyDict();
}
function reconstruct2(args) {
  const [cls, base, state] = args;
  if (args.length !== 3 || !(cls instanceof PyGlobal)) throw badArguments("copyreg._reconstructor");
  cls.onCall();
  if (cls.model.tier === "D") return new PyObject(cls, []);
  const isObject2 = base instanceof PyGlobal && base.name === "builtins.object" && state === null;
  if (!isObject2 || cls.model.make === void 0) throw badArguments("copyreg._reconstructor");
  return cls.model.make([], cls);
}
var NUMPY_RANDOM_STATES = [
  // Before NumPy 1.17.
  "numpy.random.__RandomState_ctor",
  "numpy.random._pickle.__randomstate_ctor",
  "numpy.random._pickle.__generator_ctor",
  "numpy.random._pickle.__bit_generator_ctor"
];
var BIT_GENERATORS = [
  "numpy.random._mt19937.MT19937",
  "numpy.random._pcg64.PCG64",
  "numpy.random._pcg64.PCG64DXSM",
  "numpy.random._philox.Philox",
  "numpy.random._sfc64.SFC64"
];
var PATHS = ["PosixPath", "WindowsPath", "PurePosixPath", "PureWindowsPath"];
var DATETIMES = ["datetime", "date", "time", "timedelta", "timezone"];
var BUILTINS = ["slice", "range", "frozenset", "int", "float", "str", "list", "dict", "tuple", "bool"];
var pythonSymbols = () => [
  [
    "collections.OrderedDict",
    { tier: "A", call: (args) => dictOf(args, "OrderedDict"), make: () => new PyDict() }
  ],
  ["collections.Counter", { tier: "A", call: (args) => dictOf(args, "Counter"), make: () => new PyDict() }],
  ["_codecs.encode", { tier: "A", call: encode }],
  ["builtins.set", { tier: "A", call: (args) => setOf(args, "set") }],
  ["builtins.bytearray", { tier: "A", call: bytearray }],
  inert("builtins.complex", "A", { least: 2, most: 2 }),
  ["collections.defaultdict", { tier: "B", call: defaultDict, make: () => new PyDict() }],
  inert("collections.deque", "B", { most: 2, holds: "items" }),
  ["copyreg._reconstructor", { tier: "B", call: reconstruct2 }],
  mentioned("builtins.object"),
  // What gensim's word vectors would hash their words with.
  mentioned("builtins.hash"),
  ...BUILTINS.map((name) => inert(`builtins.${name}`, "B", { most: 3 })),
  // `bytes(10**12)` would be a terabyte of zeros.
  ["builtins.bytes", { tier: "B", call: noBytes }],
  ["builtins.frozenset", { tier: "B", call: (args) => setOf(args, "frozenset") }],
  ...DATETIMES.map((name) => inert(`datetime.${name}`, "B", { plain: false })),
  ...PATHS.map((name) => inert(`pathlib.${name}`, "B", { most: 256 })),
  // Since Python 3.13 the classes live in a module of their own.
  ...PATHS.map((name) => inert(`pathlib._local.${name}`, "B", { most: 256 })),
  inert("decimal.Decimal", "B", { most: 1 }),
  inert("fractions.Fraction", "B", { most: 2 }),
  inert("uuid.UUID", "B", { most: 0, state: "dict" }),
  inert("types.SimpleNamespace", "B", { most: 0, state: "dict" }),
  inert("argparse.Namespace", "B", { most: 0, state: "dict" }),
  ...NUMPY_RANDOM_STATES.map((name) => inert(name, "B", { most: 2, plain: false, state: "any" })),
  inert("numpy.random.bit_generator.SeedSequence", "B", { most: 0, state: "any" }),
  inert("numpy.random.bit_generator.__pyx_unpickle_SeedSequence", "B", {
    least: 3,
    most: 3,
    plain: false,
    state: "any"
  }),
  ...BIT_GENERATORS.map((name) => inert(name, "B", { most: 0, state: "any" }))
];

// src/verify/pickle/symbols-sklearn.ts
var MODULES4 = {
  "_loss._loss": "CyAbsoluteError CyExponentialLoss CyHalfBinomialLoss CyHalfGammaLoss CyHalfMultinomialLoss CyHalfPoissonLoss CyHalfSquaredError CyHalfTweedieLoss CyHuberLoss CyPinballLoss",
  "_loss.link": "HalfLogitLink IdentityLink Interval LogLink LogitLink MultinomialLogit",
  "_loss.loss": "AbsoluteError ExponentialLoss HalfBinomialLoss HalfGammaLoss HalfMultinomialLoss HalfPoissonLoss HalfSquaredError HalfTweedieLoss HuberLoss PinballLoss",
  calibration: "CalibratedClassifierCV _CalibratedClassifier _SigmoidCalibration",
  "cluster._affinity_propagation": "AffinityPropagation",
  "cluster._agglomerative": "AgglomerativeClustering FeatureAgglomeration",
  "cluster._bicluster": "SpectralBiclustering SpectralCoclustering",
  "cluster._birch": "Birch _CFNode _CFSubcluster",
  "cluster._bisect_k_means": "BisectingKMeans",
  "cluster._dbscan": "DBSCAN",
  "cluster._hdbscan.hdbscan": "HDBSCAN",
  "cluster._kmeans": "KMeans MiniBatchKMeans",
  "cluster._mean_shift": "MeanShift",
  "cluster._optics": "OPTICS",
  "cluster._spectral": "SpectralClustering",
  "compose._column_transformer": "ColumnTransformer make_column_selector",
  "compose._target": "TransformedTargetRegressor",
  "covariance._elliptic_envelope": "EllipticEnvelope",
  "covariance._empirical_covariance": "EmpiricalCovariance",
  "covariance._graph_lasso": "GraphicalLasso GraphicalLassoCV",
  "covariance._robust_covariance": "MinCovDet",
  "covariance._shrunk_covariance": "LedoitWolf OAS ShrunkCovariance",
  "cross_decomposition._pls": "CCA PLSCanonical PLSRegression PLSSVD",
  "decomposition._dict_learning": "DictionaryLearning MiniBatchDictionaryLearning SparseCoder",
  "decomposition._factor_analysis": "FactorAnalysis",
  "decomposition._fastica": "FastICA",
  "decomposition._incremental_pca": "IncrementalPCA",
  "decomposition._kernel_pca": "KernelPCA",
  "decomposition._lda": "LatentDirichletAllocation",
  "decomposition._nmf": "MiniBatchNMF NMF",
  "decomposition._pca": "PCA",
  "decomposition._sparse_pca": "MiniBatchSparsePCA SparsePCA",
  "decomposition._truncated_svd": "TruncatedSVD",
  discriminant_analysis: "LinearDiscriminantAnalysis QuadraticDiscriminantAnalysis",
  dummy: "DummyClassifier DummyRegressor",
  "ensemble._bagging": "BaggingClassifier BaggingRegressor",
  "ensemble._forest": "ExtraTreesClassifier ExtraTreesRegressor RandomForestClassifier RandomForestRegressor RandomTreesEmbedding",
  "ensemble._gb": "GradientBoostingClassifier GradientBoostingRegressor",
  "ensemble._gb_losses": "BinomialDeviance ExponentialLoss HuberLossFunction LeastAbsoluteError LeastSquaresError MultinomialDeviance QuantileLossFunction LogOddsEstimator MeanEstimator PriorProbabilityEstimator QuantileEstimator ScaledLogOddsEstimator ZeroEstimator",
  "ensemble._hist_gradient_boosting.binning": "_BinMapper",
  "ensemble._hist_gradient_boosting.gradient_boosting": "HistGradientBoostingClassifier HistGradientBoostingRegressor",
  "ensemble._hist_gradient_boosting.predictor": "TreePredictor",
  "ensemble._iforest": "IsolationForest",
  "ensemble._stacking": "StackingClassifier StackingRegressor",
  "ensemble._voting": "VotingClassifier VotingRegressor",
  "ensemble._weight_boosting": "AdaBoostClassifier AdaBoostRegressor",
  "feature_extraction._dict_vectorizer": "DictVectorizer",
  "feature_extraction._hash": "FeatureHasher",
  "feature_extraction.image": "PatchExtractor",
  "feature_extraction.text": "CountVectorizer HashingVectorizer TfidfTransformer TfidfVectorizer",
  "feature_selection._from_model": "SelectFromModel",
  "feature_selection._rfe": "RFE RFECV",
  "feature_selection._sequential": "SequentialFeatureSelector",
  "feature_selection._univariate_selection": "GenericUnivariateSelect SelectFdr SelectFpr SelectFwe SelectKBest SelectPercentile chi2 f_classif f_regression",
  "feature_selection._variance_threshold": "VarianceThreshold",
  "frozen._frozen": "FrozenEstimator",
  "gaussian_process._gpc": "GaussianProcessClassifier",
  "gaussian_process._gpr": "GaussianProcessRegressor",
  "gaussian_process.kernels": "CompoundKernel ConstantKernel DotProduct ExpSineSquared Exponentiation Hyperparameter Matern PairwiseKernel Product RBF RationalQuadratic Sum WhiteKernel",
  "impute._base": "MissingIndicator SimpleImputer",
  "impute._knn": "KNNImputer",
  isotonic: "IsotonicRegression",
  kernel_approximation: "AdditiveChi2Sampler Nystroem PolynomialCountSketch RBFSampler SkewedChi2Sampler",
  kernel_ridge: "KernelRidge",
  "linear_model._base": "LinearRegression",
  "linear_model._bayes": "ARDRegression BayesianRidge",
  "linear_model._coordinate_descent": "ElasticNet ElasticNetCV Lasso LassoCV MultiTaskElasticNet MultiTaskElasticNetCV MultiTaskLasso MultiTaskLassoCV",
  "linear_model._glm.glm": "GammaRegressor PoissonRegressor TweedieRegressor",
  "linear_model._huber": "HuberRegressor",
  "linear_model._least_angle": "Lars LarsCV LassoLars LassoLarsCV LassoLarsIC",
  "linear_model._logistic": "LogisticRegression LogisticRegressionCV",
  "linear_model._omp": "OrthogonalMatchingPursuit OrthogonalMatchingPursuitCV",
  "linear_model._passive_aggressive": "PassiveAggressiveClassifier PassiveAggressiveRegressor",
  "linear_model._perceptron": "Perceptron",
  "linear_model._quantile": "QuantileRegressor",
  "linear_model._ransac": "RANSACRegressor",
  "linear_model._ridge": "Ridge RidgeCV RidgeClassifier RidgeClassifierCV",
  "linear_model._sgd_fast": "EpsilonInsensitive Hinge Huber Log ModifiedHuber SquaredEpsilonInsensitive SquaredHinge SquaredLoss",
  "linear_model._stochastic_gradient": "SGDClassifier SGDOneClassSVM SGDRegressor",
  "linear_model._theil_sen": "TheilSenRegressor",
  "manifold._classical_mds": "ClassicalMDS",
  "manifold._isomap": "Isomap",
  "manifold._locally_linear": "LocallyLinearEmbedding",
  "manifold._mds": "MDS",
  "manifold._spectral_embedding": "SpectralEmbedding",
  "manifold._t_sne": "TSNE",
  "metrics._dist_metrics": "DistanceMetric DistanceMetric64 EuclideanDistance EuclideanDistance64 ManhattanDistance ManhattanDistance64 MinkowskiDistance MinkowskiDistance64 newObj",
  "metrics._scorer": "_MultimetricScorer _PassthroughScorer _PredictScorer _ProbaScorer _Scorer _ThresholdScorer",
  "mixture._bayesian_mixture": "BayesianGaussianMixture",
  "mixture._gaussian_mixture": "GaussianMixture",
  "model_selection._classification_threshold": "FixedThresholdClassifier TunedThresholdClassifierCV",
  "model_selection._search": "GridSearchCV RandomizedSearchCV",
  "model_selection._split": "GroupKFold KFold LeaveOneOut RepeatedKFold RepeatedStratifiedKFold ShuffleSplit StratifiedKFold StratifiedShuffleSplit TimeSeriesSplit",
  multiclass: "OneVsOneClassifier OneVsRestClassifier OutputCodeClassifier _ConstantPredictor",
  multioutput: "ClassifierChain MultiOutputClassifier MultiOutputRegressor RegressorChain",
  naive_bayes: "BernoulliNB CategoricalNB ComplementNB GaussianNB MultinomialNB",
  "neighbors._ball_tree": "BallTree BallTree64 newObj",
  "neighbors._classification": "KNeighborsClassifier RadiusNeighborsClassifier",
  "neighbors._graph": "KNeighborsTransformer RadiusNeighborsTransformer",
  "neighbors._kd_tree": "KDTree KDTree64 newObj",
  "neighbors._kde": "KernelDensity",
  "neighbors._lof": "LocalOutlierFactor",
  "neighbors._nca": "NeighborhoodComponentsAnalysis",
  "neighbors._nearest_centroid": "NearestCentroid",
  "neighbors._regression": "KNeighborsRegressor RadiusNeighborsRegressor",
  "neighbors._unsupervised": "NearestNeighbors",
  "neural_network._multilayer_perceptron": "MLPClassifier MLPRegressor",
  "neural_network._rbm": "BernoulliRBM",
  "neural_network._stochastic_optimizers": "AdamOptimizer SGDOptimizer",
  pipeline: "FeatureUnion Pipeline",
  "preprocessing._data": "Binarizer KernelCenterer MaxAbsScaler MinMaxScaler Normalizer PowerTransformer QuantileTransformer RobustScaler StandardScaler",
  "preprocessing._discretization": "KBinsDiscretizer",
  "preprocessing._encoders": "OneHotEncoder OrdinalEncoder",
  "preprocessing._function_transformer": "FunctionTransformer",
  "preprocessing._label": "LabelBinarizer LabelEncoder MultiLabelBinarizer",
  "preprocessing._polynomial": "PolynomialFeatures SplineTransformer",
  "preprocessing._target_encoder": "TargetEncoder",
  random_projection: "GaussianRandomProjection SparseRandomProjection",
  "semi_supervised._label_propagation": "LabelPropagation LabelSpreading",
  "semi_supervised._self_training": "SelfTrainingClassifier",
  "svm._classes": "LinearSVC LinearSVR NuSVC NuSVR OneClassSVM SVC SVR",
  "tree._classes": "DecisionTreeClassifier DecisionTreeRegressor ExtraTreeClassifier ExtraTreeRegressor",
  "tree._tree": "Tree",
  utils: "Bunch",
  "utils._bunch": "Bunch"
};
var OTHERS = [
  "joblib.numpy_pickle.NumpyArrayWrapper",
  "joblib.numpy_pickle.NDArrayWrapper",
  "joblib.numpy_pickle.ZNDArrayWrapper",
  "joblib.numpy_pickle_compat.NDArrayWrapper",
  "joblib.numpy_pickle_compat.ZNDArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.NumpyArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.NDArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.ZNDArrayWrapper",
  "numpy.ma.core._mareconstruct",
  "numpy.ma.core.MaskedArray",
  "numpy.ma.MaskedArray",
  "scipy.sparse._csr.csr_matrix",
  "scipy.sparse._csc.csc_matrix",
  "scipy.sparse._coo.coo_matrix",
  "scipy.sparse._csr.csr_array",
  "scipy.sparse._csc.csc_array",
  "scipy.sparse.csr.csr_matrix",
  "scipy.sparse.csc.csc_matrix",
  "xgboost.sklearn.XGBClassifier",
  "xgboost.sklearn.XGBRegressor",
  "xgboost.sklearn.XGBRanker",
  "xgboost.core.Booster",
  "lightgbm.sklearn.LGBMClassifier",
  "lightgbm.sklearn.LGBMRegressor",
  "lightgbm.sklearn.LGBMRanker",
  "lightgbm.basic.Booster"
];
var listed2 = (name) => [name, asData(name)];
var TYPES = "bool_ bool float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 object_ str_".split(" ").map((name) => [`numpy.${name}`, { tier: "C" }]);
var BEFORE = {
  "cluster._affinity_propagation": "cluster.affinity_propagation_",
  "cluster._agglomerative": "cluster.hierarchical",
  "cluster._bicluster": "cluster.bicluster",
  "cluster._birch": "cluster.birch",
  "cluster._dbscan": "cluster.dbscan_",
  "cluster._kmeans": "cluster.k_means_",
  "cluster._mean_shift": "cluster.mean_shift_",
  "cluster._spectral": "cluster.spectral",
  "covariance._elliptic_envelope": "covariance.elliptic_envelope",
  "covariance._empirical_covariance": "covariance.empirical_covariance_",
  "covariance._graph_lasso": "covariance.graph_lasso_",
  "covariance._robust_covariance": "covariance.robust_covariance",
  "covariance._shrunk_covariance": "covariance.shrunk_covariance_",
  "cross_decomposition._pls": "cross_decomposition.pls_",
  "decomposition._dict_learning": "decomposition.dict_learning",
  "decomposition._factor_analysis": "decomposition.factor_analysis",
  "decomposition._fastica": "decomposition.fastica_",
  "decomposition._incremental_pca": "decomposition.incremental_pca",
  "decomposition._kernel_pca": "decomposition.kernel_pca",
  "decomposition._lda": "decomposition.online_lda",
  "decomposition._nmf": "decomposition.nmf",
  "decomposition._pca": "decomposition.pca",
  "decomposition._sparse_pca": "decomposition.sparse_pca",
  "decomposition._truncated_svd": "decomposition.truncated_svd",
  "ensemble._bagging": "ensemble.bagging",
  "ensemble._forest": "ensemble.forest",
  "ensemble._gb": "ensemble.gradient_boosting",
  "ensemble._gb_losses": "ensemble.gradient_boosting",
  "ensemble._iforest": "ensemble.iforest",
  "ensemble._voting": "ensemble.voting_classifier",
  "ensemble._weight_boosting": "ensemble.weight_boosting",
  "feature_extraction._dict_vectorizer": "feature_extraction.dict_vectorizer",
  "feature_extraction._hash": "feature_extraction.hashing",
  "feature_selection._from_model": "feature_selection.from_model",
  "feature_selection._rfe": "feature_selection.rfe",
  "feature_selection._univariate_selection": "feature_selection.univariate_selection",
  "feature_selection._variance_threshold": "feature_selection.variance_threshold",
  "gaussian_process._gpc": "gaussian_process.gpc",
  "gaussian_process._gpr": "gaussian_process.gpr",
  "linear_model._base": "linear_model.base",
  "linear_model._bayes": "linear_model.bayes",
  "linear_model._coordinate_descent": "linear_model.coordinate_descent",
  "linear_model._huber": "linear_model.huber",
  "linear_model._least_angle": "linear_model.least_angle",
  "linear_model._logistic": "linear_model.logistic",
  "linear_model._omp": "linear_model.omp",
  "linear_model._passive_aggressive": "linear_model.passive_aggressive",
  "linear_model._perceptron": "linear_model.perceptron",
  "linear_model._ransac": "linear_model.ransac",
  "linear_model._ridge": "linear_model.ridge",
  "linear_model._stochastic_gradient": "linear_model.stochastic_gradient",
  "linear_model._theil_sen": "linear_model.theil_sen",
  "manifold._isomap": "manifold.isomap",
  "manifold._locally_linear": "manifold.locally_linear",
  "manifold._mds": "manifold.mds",
  "manifold._spectral_embedding": "manifold.spectral_embedding_",
  "manifold._t_sne": "manifold.t_sne",
  "mixture._bayesian_mixture": "mixture.bayesian_mixture",
  "mixture._gaussian_mixture": "mixture.gaussian_mixture",
  "neighbors._ball_tree": "neighbors.ball_tree",
  "neighbors._classification": "neighbors.classification",
  "neighbors._kd_tree": "neighbors.kd_tree",
  "neighbors._kde": "neighbors.kde",
  "neighbors._lof": "neighbors.lof",
  "neighbors._nearest_centroid": "neighbors.nearest_centroid",
  "neighbors._regression": "neighbors.regression",
  "neighbors._unsupervised": "neighbors.unsupervised",
  "neural_network._multilayer_perceptron": "neural_network.multilayer_perceptron",
  "neural_network._rbm": "neural_network.rbm",
  "preprocessing._data": "preprocessing.data",
  "preprocessing._label": "preprocessing.label",
  "semi_supervised._label_propagation": "semi_supervised.label_propagation",
  "svm._classes": "svm.classes",
  "tree._classes": "tree.tree",
  utils: "datasets.base"
};
var sklearnSymbols = () => [
  ...Object.entries(MODULES4).flatMap(
    ([module, names]) => [module, BEFORE[module]].flatMap(
      (each) => each === void 0 ? [] : names.split(" ").map((name) => listed2(`sklearn.${each}.${name}`))
    )
  ),
  ...TYPES,
  ...OTHERS.map(listed2)
];

// src/verify/pickle/symbols-torch.ts
var STORAGES = {
  "torch.DoubleStorage": DTYPES.f64,
  "torch.FloatStorage": DTYPES.f32,
  "torch.HalfStorage": DTYPES.f16,
  "torch.BFloat16Storage": DTYPES.bf16,
  "torch.LongStorage": DTYPES.i64,
  "torch.IntStorage": DTYPES.i32,
  "torch.ShortStorage": DTYPES.i16,
  "torch.CharStorage": DTYPES.i8,
  "torch.ByteStorage": DTYPES.u8,
  "torch.BoolStorage": DTYPES.bool,
  "torch.ComplexFloatStorage": DTYPES.c64,
  "torch.ComplexDoubleStorage": DTYPES.c128,
  "torch.QInt8Storage": DTYPES.i8,
  "torch.QUInt8Storage": DTYPES.u8,
  "torch.QInt32Storage": DTYPES.i32,
  "torch.QUInt4x2Storage": DTYPES.u8,
  "torch.QUInt2x4Storage": DTYPES.u8,
  "torch.UntypedStorage": void 0,
  "torch.storage.UntypedStorage": void 0,
  "torch.storage._UntypedStorage": void 0,
  "torch.storage.TypedStorage": void 0
};
var ELEMENT_TYPES = {
  ...DTYPE_NAMES,
  double: DTYPES.f64,
  float: DTYPES.f32,
  half: DTYPES.f16,
  complex32: DTYPES.c32,
  chalf: DTYPES.c32,
  float4_e2m1fn_x2: DTYPES.f4_x2,
  cfloat: DTYPES.c64,
  cdouble: DTYPES.c128,
  long: DTYPES.i64,
  int: DTYPES.i32,
  short: DTYPES.i16,
  qint8: DTYPES.i8,
  quint8: DTYPES.u8,
  qint32: DTYPES.i32
};
var MENTIONED = [
  "torch.Tensor",
  "torch._tensor.Tensor",
  "torch.nn.parameter.Parameter",
  "torch.nn.parameter.Buffer",
  "torch.per_tensor_affine",
  "torch.per_tensor_symmetric",
  "torch.per_channel_affine",
  "torch.per_channel_symmetric",
  "torch.per_channel_affine_float_qparams",
  "torch.strided",
  "torch.sparse_coo",
  "torch.contiguous_format",
  "torch.preserve_format",
  "torch.channels_last"
];
var TENSORS = ["", "cuda."].flatMap(
  (place) => ["Double", "Float", "Half", "BFloat16", "Long", "Int", "Short", "Char", "Byte", "Bool"].map(
    (type) => `torch.${place}${type}Tensor`
  )
);
var demand = (ok, name) => {
  if (!ok) throw badArguments(name);
};
function counts(value, name) {
  const items = value instanceof PyTuple ? value.items : [];
  demand(value instanceof PyTuple && items.every((item) => isInt(item) && item >= 0), name);
  return items;
}
function tensorOn(args, name, dtype2) {
  const [storage, offset, size, strides] = args;
  demand(storage instanceof PyStorage && isInt(offset) && offset >= 0, name);
  const shape = counts(size, name);
  const stride = counts(strides, name);
  demand(shape.length === stride.length, name);
  const on = storage;
  return new PyTensor(on, dtype2 ?? on.dtype, { offset, shape, stride });
}
var isFlagOrNone = (value) => value === void 0 || value === null || typeof value === "boolean";
var isHooks = (value) => value === void 0 || value === null || value instanceof PyDict && value.entries.size === 0;
function rebuildTensorV2(args) {
  const name = "_rebuild_tensor_v2";
  demand(args.length >= 6 && args.length <= 7 && isFlagOrNone(args[4]) && isHooks(args[5]), name);
  return tensorOn(args, name);
}
function rebuildTensorV3(args) {
  const name = "_rebuild_tensor_v3";
  const type = args[6];
  demand(args.length >= 7 && args.length <= 8 && isFlagOrNone(args[4]) && isHooks(args[5]), name);
  demand(type instanceof PyGlobal && type.model.dtype !== void 0, name);
  return tensorOn(args, name, type.model.dtype);
}
function rebuildQuantized(args) {
  const name = "_rebuild_qtensor";
  const params = args[4];
  demand(args.length === 7 && params instanceof PyTuple && isFlagOrNone(args[5]) && isHooks(args[6]), name);
  const tensor = tensorOn(args, name);
  demand(quantizes(params, tensor.shape), name);
  return withBeside(tensor, params);
}
function quantizes({ items }, shape) {
  const [scheme, scale, zero, axis] = items;
  const name = scheme instanceof PyGlobal ? scheme.name : "";
  if (name === "torch.per_tensor_affine")
    return items.length === 3 && scale instanceof PyFloat && isInt(zero);
  if (!PER_CHANNEL.includes(name) || items.length !== 4 || !isInt(axis)) return false;
  return lengthOf(scale) === shape[axis] && lengthOf(zero) === shape[axis];
}
var PER_CHANNEL = ["torch.per_channel_affine", "torch.per_channel_affine_float_qparams"];
function lengthOf(value) {
  if (value instanceof PyList) return value.items.length;
  return value instanceof PyTensor ? value.shape.reduce((product, each) => product * each, 1) : void 0;
}
var withBeside = (tensor, beside) => new PyTensor(tensor.storage, tensor.dtype, tensor, beside);
function rebuildParameterWithState(args) {
  demand(args.length === 4, "_rebuild_parameter_with_state");
  return withBeside(rebuildParameter(args), args[3]);
}
function rebuildParameter(args) {
  const [data, flag, hooks] = args;
  demand(args.length >= 3 && args.length <= 4 && data instanceof PyTensor, "_rebuild_parameter");
  demand(isFlagOrNone(flag) && isHooks(hooks), "_rebuild_parameter");
  return data;
}
function rebuildFromType(args) {
  const name = "_rebuild_from_type_v2";
  const [inner, type, given, state] = args;
  demand(
    args.length === 4 && inner instanceof PyGlobal && type instanceof PyGlobal && given instanceof PyTuple,
    name
  );
  demand(state === null || state instanceof PyDict || state instanceof PyTuple, name);
  const { call, tier } = inner.model;
  const { items } = given;
  inner.onCall();
  if (tier === "D") return new PyObject(inner, items);
  if (call === void 0) throw badArguments(name);
  const made = call(items);
  if (made instanceof PyObject && state !== null) made.state = state;
  else if (made instanceof PyTensor && state !== null) return withBeside(made, state);
  return made;
}
function rebuildMetaTensor(args) {
  const name = "_rebuild_meta_tensor_no_storage";
  const [type, size, strides] = args;
  demand(args.length === 4 && type instanceof PyGlobal && type.model.dtype !== void 0, name);
  const view = { offset: 0, shape: counts(size, name), stride: counts(strides, name) };
  return new PyTensor(void 0, type.model.dtype, view);
}
var keptAsData = (name, least, most) => {
  const model = {
    tier: "A",
    call: (args) => {
      demand(args.length >= least && args.length <= most, name);
      return new PyObject(new PyGlobal(name, model), args);
    }
  };
  return model;
};
function sizeOf(args) {
  demand(args.length === 1, "torch.Size");
  return new PyTuple(counts(args[0], "torch.Size"));
}
var tierA = (call) => ({ tier: "A", call });
var torchSymbols = () => [
  ["torch._utils._rebuild_tensor", tierA((args) => tensorOn(args, "_rebuild_tensor"))],
  ["torch._utils._rebuild_tensor_v2", tierA(rebuildTensorV2)],
  ["torch._utils._rebuild_tensor_v3", tierA(rebuildTensorV3)],
  ["torch._utils._rebuild_parameter", tierA(rebuildParameter)],
  ["torch._utils._rebuild_parameter_with_state", tierA(rebuildParameterWithState)],
  ["torch._utils._rebuild_qtensor", tierA(rebuildQuantized)],
  ["torch._utils._rebuild_meta_tensor_no_storage", tierA(rebuildMetaTensor)],
  ["torch._tensor._rebuild_from_type_v2", tierA(rebuildFromType)],
  ["torch.Size", tierA(sizeOf)],
  ...[
    ["torch._utils._rebuild_sparse_tensor", 2, 2],
    ["torch._utils._rebuild_wrapper_subclass", 8, 8],
    ["torch._utils._rebuild_device_tensor_from_numpy", 4, 4],
    ["torch._utils._rebuild_device_tensor_from_cpu_tensor", 4, 4],
    ["torch.device", 1, 2],
    ["torch.serialization._get_layout", 1, 1]
  ].map(([name, least, most]) => [name, keptAsData(name, least, most)]),
  ...[...MENTIONED, ...TENSORS].map((name) => [name, { tier: "A" }]),
  ...Object.entries(STORAGES).map(([name, dtype2]) => [
    name,
    { tier: "A", storage: true, ...dtype2 === void 0 ? {} : { dtype: dtype2 } }
  ]),
  ...Object.entries(ELEMENT_TYPES).map(([name, dtype2]) => [
    `torch.${name}`,
    { tier: "A", dtype: dtype2 }
  ])
];

// src/verify/pickle/symbols-zoneinfo.ts
var NAME2 = "zoneinfo.ZoneInfo";
var UNPICKLE = "_unpickle";
var KEY = /^[A-Za-z0-9_+-]{1,32}(\/[A-Za-z0-9_+-]{1,32}){0,3}$/;
var ZONE = [NAME2, { tier: "B" }];
var unpickle = new PyGlobal(`${NAME2}.${UNPICKLE}`, {
  tier: "B",
  call(args) {
    const [key, cached] = args;
    const isFlag = typeof cached === "boolean" || cached === 0 || cached === 1;
    if (args.length !== 2 || typeof key !== "string" || !KEY.test(key) || !isFlag) throw badArguments(NAME2);
    return new PyObject(unpickle, args);
  }
});
function zoneUnpickler(args) {
  const [of, name] = args;
  const isZone = of instanceof PyGlobal && of.name === NAME2 && of.model === ZONE[1];
  return args.length === 2 && isZone && name === UNPICKLE ? unpickle : void 0;
}

// src/verify/pickle/imports.ts
var listed3;
var allowList = () => listed3 ??= new Map([
  ...torchSymbols(),
  ...pythonSymbols(),
  ZONE,
  ...numpySymbols(),
  ...frameworkSymbols(),
  ...sklearnSymbols(),
  ...pandasSymbols(),
  ...dcpSymbols(),
  ...jaxSymbols(),
  HISTORY
]);
var WEIGHTS_ONLY = "does not load with weights_only=True: it needs weights_only=False or add_safe_globals";
var detached = (text3) => Buffer.from(text3).toString();
var UNLISTED = { tier: "D" };
var GETATTR = "builtins.getattr";
var REFUSED_GETATTR = new PyGlobal(GETATTR, UNLISTED);
var KNOWN_ROOTS = /* @__PURE__ */ new Set([
  "torch",
  "numpy",
  "scipy",
  "sklearn",
  "pandas",
  "joblib",
  "keras",
  "tensorflow"
]);
var CLASS = /\.[A-Z]\w*$/;
function wordsFor(refused, called) {
  const roots = [...new Set(refused.map((name) => name.split(".")[0] ?? ""))];
  const isForeign = refused.some((name) => CLASS.test(name)) && refused.every((name) => CLASS.test(name) || !called.has(name)) && roots.every((root) => /^\w+$/.test(root));
  if (!isForeign || roots.some((root) => PYTHON_ROOTS.has(root) || KNOWN_ROOTS.has(root)))
    return "its pickle asks for what no checkpoint needs; never load it";
  const globs = roots.slice(0, 3).map((root) => `${root}.*`);
  return `its pickle asks for what is not on the list and runs its own code when it is loaded; who trusts their makers and this file says --allow-import '${globs.join(",")}'`;
}
var PickleImports = class {
  #subject;
  #seen = /* @__PURE__ */ new Map();
  #called = /* @__PURE__ */ new Set();
  #refusedGetattr = false;
  constructor(subject) {
    this.#subject = subject;
  }
  find(module, name) {
    const full = `${module}.${name}`;
    if (full === GETATTR) return this.#getattr();
    const model = name.includes(".") ? UNLISTED : this.#model(full);
    this.#note(full, model.tier);
    return model.tier === "D" ? new PyGlobal(full, model, () => this.#callOf(full)) : new PyGlobal(full, model);
  }
  /** Refused, but for the attribute by which Python writes a time zone, and those of MMEngine's histories. */
  #getattr() {
    if (!this.#seen.has(GETATTR)) this.#note(GETATTR, "D");
    const call = (args) => {
      const known = this.#refusedGetattr ? void 0 : zoneUnpickler(args) ?? historyMethod(args);
      this.#refusedGetattr ||= known === void 0;
      this.#seen.set(GETATTR, known === void 0 ? "D" : "B");
      return known ?? new PyObject(REFUSED_GETATTR, args);
    };
    return new PyGlobal(GETATTR, { tier: "B", call }, () => this.#callOf(GETATTR));
  }
  /** Tier D seen: somebody wants something run. */
  get refused() {
    return this.#of("D");
  }
  /** @param without what cannot be done with the file because of names of tiers B and C */
  settle(without = WEIGHTS_ONLY) {
    const { findings, allowDegraded } = this.#subject;
    const refused = this.refused;
    if (refused.length > 0) {
      findings.fail("L2", "import-refused", wordsFor(refused, this.#called), {
        expected: "only names on the allow-list",
        found: refused.slice(0, 8).join(", ").slice(0, 300)
      });
    }
    const unsafe = [...this.#of("B"), ...this.#of("C")];
    if (unsafe.length === 0) return;
    const where = { found: unsafe.slice(0, 8).join(", ").slice(0, 300) };
    if (allowDegraded) findings.degraded("L2", "unsafe-loader", without, where);
    else findings.fail("L2", "unsafe-loader", `${without}, and the roster does not allow that`, where);
  }
  #of(tier) {
    return [...this.#seen].flatMap(([name, seen]) => seen === tier ? [name] : []).sort();
  }
  #model(full) {
    const listed4 = allowList().get(full);
    if (listed4 !== void 0) return listed4;
    return vouchesFor(this.#subject.allowImports, full) ? asData(full) : UNLISTED;
  }
  #callOf(full) {
    if (this.#seen.has(full)) this.#called.add(full);
  }
  #note(full, tier) {
    if (this.#seen.size >= 1e4 && !this.#seen.has(full)) return;
    this.#seen.set(full, tier);
    this.#subject.imports.add(detached(full.slice(0, 200)));
  }
};

// src/verify/pickle/text.ts
var exact = (value) => value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
var MOST_LONG_BYTES = 2048;
function parseDecimal(text3, input, plain2 = false) {
  if (!plain2 && text3 === "01") return true;
  if (!plain2 && text3 === "00") return false;
  if (!/^[+-]?[0-9]{1,4300}$/.test(text3))
    throw input.broken(`a decimal that is none: ${JSON.stringify(text3.slice(0, 40))}`);
  return exact(BigInt(text3.replace(/^\+/, "")));
}
function parseLong(bytes3) {
  if (bytes3.length === 0) return 0;
  if (bytes3.length > MOST_LONG_BYTES) throw overBudget("bytes of an integer", MOST_LONG_BYTES, bytes3.length);
  const hex = Buffer.from(bytes3).reverse().toString("hex");
  return exact(BigInt.asIntN(bytes3.length * 8, BigInt(`0x${hex}`)));
}
function parsePyFloat(text3, input) {
  const word = /^[+-]?(inf(inity)?|nan)$/i.exec(text3);
  if (word !== null)
    return text3.toLowerCase().includes("nan") ? Number.NaN : (text3[0] === "-" ? -1 : 1) * Number.POSITIVE_INFINITY;
  if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text3))
    throw input.broken("a float that is none");
  return Number(text3);
}
var ESCAPES2 = { n: "\n", t: "	", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" };
function parseQuoted(line2, input) {
  const text3 = Buffer.from(line2).toString("latin1");
  const quote = text3[0];
  if (text3.length < 2 || quote !== '"' && quote !== "'" || !text3.endsWith(quote))
    throw input.broken("a string without its quotes");
  return text3.slice(1, -1).replace(/\\(x[0-9a-fA-F]{2}|[0-7]{1,3}|[\s\S])?/g, (_all, code) => {
    if (code === void 0 || code === "x") throw input.broken("a string with a broken escape");
    if (/^x[0-9a-fA-F]{2}$/.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]+$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255);
    return ESCAPES2[code] ?? code;
  });
}
function parseRawUnicode(line2, input) {
  const text3 = Buffer.from(line2).toString("latin1");
  return text3.replace(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|u|U)/g, (_all, sequence) => {
    const code = Number.parseInt(sequence.slice(1), 16);
    if (sequence.length === 1 || code > 1114111) throw input.broken("text with a broken escape");
    return String.fromCodePoint(code);
  });
}

// src/verify/pickle/constants.ts
var latin1 = (bytes3) => Buffer.from(bytes3).toString("latin1");
function bytesOf3(input, length) {
  const bytes3 = input.bytes(length).slice();
  return new PyBytes(bytes3, input.position - length);
}
var CONSTANTS = /* @__PURE__ */ new Map([
  [78, () => null],
  [136, () => true],
  [137, () => false],
  // INT, LONG, FLOAT: text
  [73, (input) => parseDecimal(input.asciiLine(), input)],
  [76, (input) => parseDecimal(input.asciiLine().replace(/L$/, ""), input, true)],
  [70, (input) => new PyFloat(parsePyFloat(input.asciiLine(), input))],
  // BININT, BININT1, BININT2, LONG1, LONG4, BINFLOAT
  [74, (input) => input.i32()],
  [75, (input) => input.u8()],
  [77, (input) => input.u16()],
  [138, (input) => parseLong(input.bytes(input.u8()))],
  [139, (input) => parseLong(input.bytes(input.i32()))],
  [71, (input) => new PyFloat(input.f64())],
  // STRING, BINSTRING, SHORT_BINSTRING: the str of Python 2
  [83, (input) => parseQuoted(input.line(), input)],
  [84, (input) => latin1(input.bytes(input.i32()))],
  [85, (input) => latin1(input.bytes(input.u8()))],
  // UNICODE, BINUNICODE, SHORT_BINUNICODE, BINUNICODE8
  [86, (input) => parseRawUnicode(input.line(), input)],
  [88, (input) => input.utf8(input.u32())],
  [140, (input) => input.utf8(input.u8())],
  [141, (input) => input.utf8(input.u64())],
  // BINBYTES, SHORT_BINBYTES, BINBYTES8, BYTEARRAY8
  [66, (input) => bytesOf3(input, input.u32())],
  [67, (input) => bytesOf3(input, input.u8())],
  [142, (input) => bytesOf3(input, input.u64())],
  [150, (input) => bytesOf3(input, input.u64())]
]);
function readConstant(opcode, input) {
  return CONSTANTS.get(opcode)?.(input);
}
var PROBED_FROM = 64;
var PROBED_BYTES = 256;
var FILES = [/^\x80[\x02-\x05]/, /^PK\x03\x04/, /^\(?c[\w.]+\n[\w.]+\n/];
function looksLikeFile(value) {
  if (!(typeof value === "string" || value instanceof PyBytes)) return false;
  const length = typeof value === "string" ? value.length : value.bytes.length;
  if (length <= PROBED_FROM) return false;
  const head = typeof value === "string" ? value.slice(0, PROBED_BYTES) : Buffer.from(value.bytes.subarray(0, PROBED_BYTES)).toString("latin1");
  return FILES.some((pattern) => pattern.test(head));
}

// src/verify/pickle/stack.ts
var PickleStack = class {
  #in;
  #values = [];
  #below = [];
  #belowCount = 0;
  constructor(input) {
    this.#in = input;
  }
  get size() {
    return this.#belowCount + this.#values.length;
  }
  get marks() {
    return this.#below.length;
  }
  mark() {
    this.#below.push(this.#values);
    this.#belowCount += this.#values.length;
    this.#values = [];
  }
  /** Everything above the last mark, which goes. */
  toMark() {
    const below2 = this.#below.pop();
    if (below2 === void 0) throw this.#in.broken("no mark");
    const items = this.#values;
    this.#values = below2;
    this.#belowCount -= below2.length;
    return items;
  }
  push(value) {
    this.#values.push(value);
  }
  top() {
    const value = this.#values.at(-1);
    if (value === void 0) throw this.#in.broken("the stack is empty");
    return value;
  }
  pop() {
    const value = this.top();
    this.#values.pop();
    return value;
  }
  /** POP: a value, or the mark when there is none above it. */
  drop() {
    if (this.#values.length > 0) this.#values.pop();
    else this.toMark();
  }
  pair() {
    const second = this.pop();
    return [this.pop(), second];
  }
  popMany(count) {
    if (this.#values.length < count) throw this.#in.broken("the stack is empty");
    return this.#values.splice(this.#values.length - count, count);
  }
  /** CPython takes the topmost value and forgets the rest; an honest writer leaves none. */
  only() {
    if (this.size !== 1 || this.marks > 0)
      throw this.#in.broken("STOP without exactly one value on the stack");
    return this.top();
  }
};

// src/verify/pickle/stream.ts
var MORE_NEEDED = /* @__PURE__ */ Symbol("more needed");
var PickleStream = class {
  /** Where the next byte to read lies in `#bytes`. */
  at = 0;
  #bytes = new Uint8Array(0);
  #view = new DataView(new ArrayBuffer(0));
  #waiting = [];
  #waitingBytes = 0;
  #wanted = 0;
  /** Waits for a line feed: pieces without one are not joined to what is there, or a long line took quadratic time. */
  #wantsLine = false;
  /** Bytes of the program before `#bytes`. */
  #before = 0;
  #constantBytes;
  #totalBytes;
  #opcodeFrom = 0;
  #frameEnd = -1;
  constructor(totalBytes, constantBytes) {
    this.#totalBytes = totalBytes;
    this.#constantBytes = constantBytes;
  }
  /** Position in the program. */
  get position() {
    return this.#before + this.at;
  }
  get left() {
    return this.#bytes.length - this.at + this.#waitingBytes;
  }
  /** @returns whether enough is there to go on */
  push(piece) {
    this.#waiting.push(piece.slice());
    this.#waitingBytes += piece.length;
    if (this.left < this.#wanted) return false;
    if (this.#wantsLine && !piece.includes(10) && this.left <= this.#constantBytes) return false;
    const rest = this.#bytes.subarray(this.at);
    this.#before += this.at;
    this.#bytes = rest.length === 0 && this.#waiting.length === 1 ? this.#waiting[0] : Buffer.concat([rest, ...this.#waiting]);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#wanted = 0;
    this.#wantsLine = false;
    this.at = 0;
    return true;
  }
  startFrame(length, opcodeFrom) {
    const from = this.position;
    if (opcodeFrom < this.#frameEnd) throw this.broken("a frame begins inside a frame");
    if (from + length > this.#totalBytes) throw this.broken("a frame is longer than the program");
    this.#frameEnd = from + length;
  }
  /** The C and the Python unpickler disagree about opcodes that cross the end of a frame. */
  mustStayInFrame(opcodeFrom) {
    if (opcodeFrom < this.#frameEnd && this.position > this.#frameEnd)
      throw this.broken("an opcode crosses the end of its frame");
  }
  /** Where something begins or ends that lies outside all frames. */
  mustBeOutsideFrames() {
    if (this.position < this.#frameEnd) throw this.broken("it ends or is interrupted inside a frame");
  }
  /** Everything that has arrived and was not read yet. Valid until the next `push`. */
  rest() {
    return this.#bytes.subarray(this.at);
  }
  skip(length) {
    this.at += length;
  }
  u8() {
    return this.#bytes[this.#take(1)];
  }
  u16() {
    return this.#view.getUint16(this.#take(2), true);
  }
  u32() {
    return this.#view.getUint32(this.#take(4), true);
  }
  i32() {
    return this.#view.getInt32(this.#take(4), true);
  }
  u64() {
    const value = this.#view.getBigUint64(this.#take(8), true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw this.broken("a length is beyond 2^53");
    return Number(value);
  }
  f64() {
    return this.#view.getFloat64(this.#take(8), false);
  }
  /** The bytes stay valid until the next `push`. */
  bytes(length) {
    if (length < 0) throw this.broken("a length is negative");
    if (this.position + length > this.#totalBytes) throw this.broken("a constant is longer than the program");
    if (length > this.#constantBytes)
      throw overBudget("constantBytes", this.#constantBytes, length, this.position);
    const from = this.#take(length);
    return this.#bytes.subarray(from, from + length);
  }
  utf8(length) {
    return this.decode(this.bytes(length));
  }
  decode(bytes3) {
    try {
      return UTF8.decode(bytes3);
    } catch {
      try {
        return LENIENT_UTF8.decode(mustBeSurrogates(bytes3));
      } catch {
        throw this.broken("text is not UTF-8");
      }
    }
  }
  /** Up to the next line feed, which is taken and left out. */
  line() {
    const end = this.#bytes.indexOf(10, this.at);
    if (end < 0) {
      if (this.left > this.#constantBytes)
        throw overBudget("constantBytes", this.#constantBytes, this.left, this.position);
      this.#wanted = this.left + 1;
      this.#wantsLine = true;
      throw MORE_NEEDED;
    }
    const line2 = this.#bytes.subarray(this.at, end);
    this.at = end + 1;
    return line2;
  }
  asciiLine() {
    const line2 = this.line();
    if (line2.some((byte) => byte > 126 || byte < 32))
      throw this.broken("a text argument is not plain ASCII");
    return Buffer.from(line2).toString("latin1");
  }
  broken(what) {
    return new Broken("L2", "pickle-malformed", `the pickle program is malformed: ${what}`, {
      found: `at byte ${this.position} of the program`
    });
  }
  #take(length) {
    const from = this.at;
    if (from + length > this.#bytes.length) {
      this.#wanted = from - this.#opcodeFrom + length;
      throw MORE_NEEDED;
    }
    this.at = from + length;
    return from;
  }
  /** Marks the byte to which `rewind` goes back. */
  mark() {
    this.#opcodeFrom = this.at;
  }
  rewind() {
    this.at = this.#opcodeFrom;
  }
};
var UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
var LENIENT_UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
function mustBeSurrogates(bytes3) {
  const cleaned = Buffer.from(
    Buffer.from(bytes3).toString("latin1").replace(/\xed[\xa0-\xbf][\x80-\xbf]/g, "???"),
    "latin1"
  );
  UTF8.decode(cleaned);
  return bytes3;
}

// src/verify/pickle/machine.ts
var OBJECT_BYTES = 150;
var COPIED_DEPTH = 4;
var CONTAINERS = /* @__PURE__ */ new Set([41, 133, 134, 135, 116, 93, 108, 125, 100, 143, 145]);
var lengthOf2 = (value) => typeof value === "string" ? value.length : value instanceof PyBytes ? value.bytes.length : 0;
var OLD_MODULES = /* @__PURE__ */ new Map([
  ["__builtin__", "builtins"],
  ["copy_reg", "copyreg"],
  ["cPickle", "pickle"]
]);
var OLD_BUILTINS = /* @__PURE__ */ new Map([
  ["unicode", "str"],
  ["long", "int"],
  ["xrange", "range"],
  ["basestring", "str"]
]);
var PickleMachine = class {
  #world;
  #budgets;
  #in;
  #stack;
  #memo = [];
  #memoized = 0;
  #protocol = 0;
  #opcodes = 0;
  #used = new Uint8Array(256);
  #result;
  #raw;
  #rawBytes = 0;
  /** What the values take in our memory, roughly. */
  #held = 0;
  /**
   * @param totalBytes of the program, or, where something else follows it (`stoppedAt`) or lies in it, at most so many;
   *   Infinity when only its end tells
   */
  constructor(world, budgets, totalBytes, openEnded = false) {
    if (!openEnded && world.raw === void 0 && totalBytes > budgets.pickleBytes)
      throw overBudget("pickleBytes", budgets.pickleBytes, totalBytes);
    this.#world = world;
    this.#budgets = budgets;
    this.#in = new PickleStream(totalBytes, budgets.constantBytes);
    this.#stack = new PickleStack(this.#in);
  }
  feed(piece) {
    if (!this.#in.push(piece)) return;
    while (this.#result === void 0 && this.#in.left > 0) {
      if (this.#raw !== void 0) {
        this.#feedRaw(this.#raw);
        continue;
      }
      this.#in.mark();
      const from = this.#in.position;
      try {
        const opcode = this.#in.u8();
        this.#step(opcode, from);
        this.#used[opcode] = 1;
      } catch (error) {
        if (error !== MORE_NEEDED) throw error;
        this.#in.rewind();
        return;
      }
      this.#in.mustStayInFrame(from);
      this.#count();
    }
  }
  /** The length of the program, once its STOP has come. */
  get stoppedAt() {
    return this.#result === void 0 ? void 0 : this.#in.position;
  }
  /** Bytes that were fed and lie behind STOP. */
  get unread() {
    return this.#in.left;
  }
  /** Opcodes that are done, and the byte after them: where it waits for more. */
  get progress() {
    return { opcodes: this.#opcodes, position: this.#in.position };
  }
  /** Which opcodes the program is made of, ascending. */
  get opcodesUsed() {
    return [...this.#used.keys()].filter((opcode) => this.#used[opcode] === 1);
  }
  /** The value at STOP, whatever follows it. */
  value() {
    if (this.#result === void 0) throw this.#in.broken("it ends before STOP");
    return this.#result.value;
  }
  /** The value at STOP. Nothing may follow it. */
  end() {
    if (this.#raw !== void 0)
      throw new Broken("L1", "cut-short", "the file ends inside an array", {
        found: `at byte ${this.#in.position} of the program`
      });
    if (this.#result === void 0) throw this.#in.broken("it ends before STOP");
    if (this.#in.left === 0) return this.#result.value;
    throw new Broken("L2", "pickle-trailing", "bytes follow the end of the pickle program", {
      found: `${this.#in.left} bytes`
    });
  }
  #feedRaw(raw) {
    const taken = raw.take(this.#in.rest());
    this.#in.skip(taken);
    this.#rawBytes += taken;
    if (raw.done) this.#raw = void 0;
  }
  /** A few bytes can name a long text a million times; whatever would copy it is counted here first. */
  #hold = (bytes3) => {
    this.#held += bytes3;
    const { pickleHeldBytes } = this.#budgets;
    if (this.#held > pickleHeldBytes) throw overBudget("pickleHeldBytes", pickleHeldBytes, this.#held);
  };
  /** What a call may copy or hash of its arguments. */
  #holdCopy(value, depth) {
    this.#hold(SLOT_BYTES + lengthOf2(value));
    if (value instanceof PyDict) this.#hold(value.entries.size * PAIR_BYTES);
    if (depth === 0 || !(value instanceof PyTuple || value instanceof PyList)) return;
    for (const item of value.items) this.#holdCopy(item, depth - 1);
  }
  #count() {
    this.#opcodes += 1;
    const { pickleBytes, pickleOpcodes, pickleStack, pickleMemo, pickleDepth } = this.#budgets;
    const programBytes = this.#in.position - this.#rawBytes;
    if (programBytes > pickleBytes) throw overBudget("pickleBytes", pickleBytes, programBytes);
    if (this.#opcodes > pickleOpcodes) throw overBudget("pickleOpcodes", pickleOpcodes, this.#opcodes);
    if (this.#stack.size > pickleStack) throw overBudget("pickleStack", pickleStack, this.#stack.size);
    if (this.#stack.marks > pickleDepth) throw overBudget("pickleDepth", pickleDepth, this.#stack.marks);
    if (this.#memoized > pickleMemo) throw overBudget("pickleMemo", pickleMemo, this.#memoized);
  }
  #step(opcode, from) {
    const constant = readConstant(opcode, this.#in);
    if (constant !== void 0) this.#constant(constant);
    else if (!this.#flow(opcode, from) && !this.#container(opcode) && !this.#memory(opcode) && !this.#object(opcode)) {
      this.#refuse(opcode, from);
    }
  }
  #constant(value) {
    if (looksLikeFile(value))
      this.#world.note("nested-payload", "a constant looks like a file of its own; it is not opened");
    this.#hold(SLOT_BYTES + lengthOf2(value));
    this.#stack.push(value);
  }
  #flow(opcode, from) {
    const stack = this.#stack;
    if (opcode === 128) this.#setProtocol(this.#in.u8(), from);
    else if (opcode === 149) this.#in.startFrame(this.#in.u64(), from);
    else if (opcode === 46) this.#stop();
    else if (opcode === 40) stack.mark();
    else if (opcode === 48) stack.drop();
    else if (opcode === 49) stack.toMark();
    else if (opcode === 50) stack.push(stack.top());
    else return false;
    return true;
  }
  #stop() {
    const value = this.#stack.only();
    this.#in.mustBeOutsideFrames();
    this.#result = { value };
  }
  #container(opcode) {
    const stack = this.#stack;
    if (CONTAINERS.has(opcode)) this.#hold(OBJECT_BYTES);
    if (opcode === 41) stack.push(new PyTuple([]));
    else if (opcode >= 133 && opcode <= 135) stack.push(new PyTuple(stack.popMany(opcode - 132)));
    else if (opcode === 116) stack.push(new PyTuple(stack.toMark()));
    else if (opcode === 93) stack.push(new PyList());
    else if (opcode === 108) this.#filled(new PyList(), append);
    else if (opcode === 125) stack.push(new PyDict());
    else if (opcode === 100) this.#filled(new PyDict(), setItems);
    else if (opcode === 143) stack.push(new PySet());
    else if (opcode === 145) this.#filled(new PySet(true), addItems);
    else if (opcode === 97) this.#fill(stack.popMany(1), append);
    else if (opcode === 101) this.#fill(stack.toMark(), append);
    else if (opcode === 115) this.#fill(stack.popMany(2), setItems);
    else if (opcode === 117) this.#fill(stack.toMark(), setItems);
    else if (opcode === 144) this.#fill(stack.toMark(), addItems);
    else return false;
    return true;
  }
  #memory(opcode) {
    const input = this.#in;
    if (opcode === 112) this.#memoize(this.#textIndex());
    else if (opcode === 113) this.#memoize(input.u8());
    else if (opcode === 114) this.#memoize(input.u32());
    else if (opcode === 148) this.#memoize(this.#memoized);
    else if (opcode === 103) this.#recall(this.#textIndex());
    else if (opcode === 104) this.#recall(input.u8());
    else if (opcode === 106) this.#recall(input.u32());
    else return false;
    return true;
  }
  #object(opcode) {
    const stack = this.#stack;
    this.#hold(OBJECT_BYTES);
    if (opcode === 99) stack.push(this.#import(...this.#importLines()));
    else if (opcode === 147) stack.push(this.#import(...stack.pair()));
    else if (opcode === 105)
      stack.push(this.#instance(this.#import(...this.#importLines()), stack.toMark()));
    else if (opcode === 111) stack.push(this.#makeFromMark(stack.toMark()));
    else if (opcode === 129) stack.push(this.#makeFrom(stack.popMany(2)));
    else if (opcode === 146) stack.push(this.#makeFrom(stack.popMany(3)));
    else if (opcode === 82) stack.push(this.#call(...stack.pair()));
    else if (opcode === 98) this.#build(stack.pop());
    else if (opcode === 81) stack.push(this.#persistent(stack.pop()));
    else return false;
    return true;
  }
  /** PERSID, EXT1/2/4 and out-of-band buffers hide what they load; the rest is no opcode. */
  #refuse(opcode, from) {
    if (![80, 130, 131, 132, 151, 152].includes(opcode)) {
      throw this.#in.broken(`unknown opcode 0x${opcode.toString(16).padStart(2, "0")}`);
    }
    throw new Broken("L2", "pickle-refused-opcode", "uses an opcode that hides what it loads", {
      found: `0x${opcode.toString(16)} at byte ${from} of the program`
    });
  }
  #setProtocol(protocol, from) {
    if (from !== 0) throw this.#in.broken("PROTO after the start");
    if (protocol > 5) throw this.#in.broken(`protocol ${protocol}`);
    this.#protocol = protocol;
  }
  #filled(target, fill2) {
    const items = this.#stack.toMark();
    if (!fill2(target, items, this.#hold)) throw this.#in.broken("a key without a value");
    this.#stack.push(target);
  }
  #fill(items, fill2) {
    if (!fill2(this.#stack.top(), items, this.#hold)) throw this.#in.broken("items for what cannot hold them");
  }
  #textIndex() {
    const index = parseDecimal(this.#in.asciiLine(), this.#in, true);
    if (typeof index !== "number" || index < 0) throw this.#in.broken("a memo index that is none");
    return index;
  }
  #memoize(index) {
    this.#hold(index > 2 * this.#memoized ? PAIR_BYTES : SLOT_BYTES);
    if (this.#memo[index] === void 0) this.#memoized += 1;
    else this.#world.note("memo-overwritten", "the pickle program writes a memo slot twice");
    this.#memo[index] = this.#stack.top();
  }
  #recall(index) {
    const value = this.#memo[index];
    if (value === void 0) throw this.#in.broken(`memo slot ${index} was never filled`);
    this.#stack.push(value);
  }
  #importLines() {
    const [module, name] = [this.#in.line(), this.#in.line()];
    return [this.#in.decode(module), this.#in.decode(name)];
  }
  #import(module, name) {
    if (typeof module !== "string" || typeof name !== "string")
      throw this.#in.broken("STACK_GLOBAL without two strings");
    const characters = module.length + name.length;
    const { pickleName } = this.#budgets;
    if (characters > pickleName) throw overBudget("pickleName", pickleName, characters, this.#in.position);
    this.#hold(characters);
    if (this.#protocol >= 3) return this.#world.find(module, name);
    const current = OLD_MODULES.get(module) ?? module;
    return this.#world.find(current, current === "builtins" ? OLD_BUILTINS.get(name) ?? name : name);
  }
  #makeFromMark([cls, ...args]) {
    if (cls === void 0) throw this.#in.broken("OBJ without a class");
    return this.#instance(cls, args);
  }
  /** OBJ and INST call the class when there is something to call it with. */
  #instance(cls, args) {
    if (args.length === 0) return this.#make(cls, args);
    for (const arg of args) this.#holdCopy(arg, COPIED_DEPTH);
    return invoke(cls, args, ({ make, call }) => make && call);
  }
  #makeFrom([cls = null, args = null, keywords]) {
    if (keywords === void 0) return this.#make(cls, this.#tuple(args));
    if (!(keywords instanceof PyDict)) throw this.#in.broken("NEWOBJ_EX without a dict of keywords");
    return this.#make(cls, [...this.#tuple(args), ...keywords.entries.size > 0 ? [keywords] : []]);
  }
  #tuple(args) {
    if (!(args instanceof PyTuple)) throw this.#in.broken("arguments are no tuple");
    return args.items;
  }
  #call(callee, args) {
    this.#holdCopy(args, COPIED_DEPTH);
    return invoke(callee, this.#tuple(args), ({ call }) => call);
  }
  #make(cls, args) {
    return invoke(cls, args, ({ make }) => make && ((given) => make(given, cls)));
  }
  #build(state) {
    const target = this.#stack.top();
    mustNotBeMagic(state, this.#hold);
    if (target instanceof PyDict && state instanceof PyDict) return;
    if (!(target instanceof PyObject)) throw badCall("sets the state of what has none");
    if (!takesState(target, state)) throw badCall(`sets a state on ${target.cls.name} that it does not have`);
    target.cls.model.check?.(target, state);
    target.state = state;
    this.#raw = this.#world.raw?.(target, this.#in.position);
    if (this.#raw === void 0) return;
    this.#in.mustBeOutsideFrames();
    if (this.#raw.done) this.#raw = void 0;
  }
  #persistent(id) {
    if (this.#world.persistent === void 0) throw badCall("uses a persistent id outside its container");
    return this.#world.persistent(id);
  }
};

// src/verify/pickle/skim-opcodes.ts
var bytes2 = (count) => ({ kind: "bytes", bytes: count });
var counted = (count, signed = false) => ({ kind: "length", bytes: count, signed });
var line = (check) => ({ kind: "lines", lines: 1, check });
var NAMES2 = { kind: "lines", lines: 2, check: "name" };
var push = (argument) => ({
  pushes: 1,
  ...argument === void 0 ? {} : { argument }
});
var swap = (needs, does) => ({
  needs,
  drops: needs,
  pushes: 1,
  ...does === void 0 ? {} : { does }
});
var fill = (taken) => ({ needs: taken + 1, drops: taken });
var fromMark = { does: "to-mark", pushes: 1 };
var intoBelow = { does: "to-mark", needs: 1 };
var look = (argument) => ({ needs: 1, ...argument === void 0 ? {} : { argument } });
var BY_LETTER = {
  "(": { does: "mark" },
  ".": { does: "stop", needs: 1 },
  "0": { does: "pop", needs: 1, drops: 1 },
  "1": { does: "to-mark" },
  "2": { needs: 1, pushes: 1 },
  F: push(line("float")),
  I: push(line("integer")),
  L: push(line("integer")),
  J: push(bytes2(4)),
  K: push(bytes2(1)),
  M: push(bytes2(2)),
  N: push(),
  G: push(bytes2(8)),
  S: push(line("quoted")),
  T: push(counted(4, true)),
  U: push(counted(1)),
  V: push(line("any")),
  X: push(counted(4)),
  B: push(counted(4)),
  C: push(counted(1)),
  // PERSID is none of them: whoever was told no loader of such ids gives up, and PyTorch's takes none of text.
  Q: swap(1),
  R: swap(2, "call"),
  b: { ...fill(1), does: "call" },
  c: { ...push(NAMES2), does: "import" },
  i: { ...push(NAMES2), does: "import-call" },
  o: { pushes: 1, does: "call-mark" },
  a: fill(1),
  s: fill(2),
  e: intoBelow,
  u: intoBelow,
  d: fromMark,
  l: fromMark,
  t: fromMark,
  "}": push(),
  "]": push(),
  ")": push(),
  g: push(line("index")),
  h: push(bytes2(1)),
  j: push(bytes2(4)),
  p: look(line("index")),
  q: look(bytes2(1)),
  r: look(bytes2(4))
};
var BY_CODE = {
  128: { argument: bytes2(1) },
  129: swap(2, "call"),
  // Extensions stand for imports that were registered.
  130: { ...push(bytes2(1)), does: "import" },
  131: { ...push(bytes2(2)), does: "import" },
  132: { ...push(bytes2(4)), does: "import" },
  133: swap(1),
  134: swap(2),
  135: swap(3),
  136: push(),
  137: push(),
  138: push(counted(1)),
  139: push(counted(4, true)),
  140: push(counted(1)),
  141: push(counted(8)),
  142: push(counted(8)),
  143: push(),
  144: intoBelow,
  145: fromMark,
  146: swap(3, "call"),
  147: swap(2, "import"),
  148: look(),
  149: { argument: bytes2(8) },
  150: push(counted(8)),
  151: push(),
  152: look()
};
var OPCODES = Array.from(
  { length: 256 },
  (_none, byte) => BY_LETTER[String.fromCharCode(byte)] ?? BY_CODE[byte]
);

// src/verify/pickle/skim.ts
var LONGEST_NAME = 1024;
var MOST_MARKS = 1e6;
var LINE_FEED2 = 10;
var FROM_MARK = /* @__PURE__ */ new Set(["to-mark", "call-mark", "import-call"]);
var isImportable = (name) => /^[A-Za-z_\x80-\xff][\w.\x80-\xff-]*$/.test(name);
var PickleSkim = class {
  #state = "open";
  /** Bytes that may still come; `Infinity` where nobody knows. */
  #left;
  /** Items above the last mark, and those above each mark before it. */
  #depth = 0;
  #marks = [];
  #imported = false;
  #opcode;
  /** Of the argument that is being read: bytes to skip, or the bytes of a length and how many are there. */
  #skip = 0;
  #length = 0n;
  #lengthBytes = 0;
  #line;
  #lines = 0;
  constructor(sizeBytes) {
    this.#left = sizeBytes;
  }
  get state() {
    return this.#state;
  }
  /** Bytes of a constant that come next: nothing in them matters. */
  get idle() {
    return this.#skip;
  }
  /** Goes on behind so many of them, unseen. */
  pass(bytes3) {
    this.#skip -= bytes3;
    this.#left -= bytes3;
    if (this.#skip === 0) this.#done();
  }
  feed(piece) {
    let at = 0;
    while (at < piece.length && this.#state === "open") {
      const from = at;
      if (this.#skip > 0) {
        const idle = Math.min(this.#skip, piece.length - at);
        this.pass(idle);
        at += idle;
        continue;
      }
      if (this.#opcode === void 0) {
        this.#begin(piece[at]);
        at += 1;
      } else if (this.#line !== void 0) at = this.#feedLine(this.#line, piece, at);
      else {
        this.#feedLength(piece[at], this.#opcode.argument);
        at += 1;
      }
      this.#left -= at - from;
    }
  }
  #begin(byte) {
    const opcode = OPCODES[byte];
    this.#opcode = opcode;
    const argument = opcode?.argument;
    if (opcode === void 0) this.#end("none");
    else if (argument === void 0) this.#done();
    else if (argument.kind === "bytes") this.#skip = argument.bytes;
    else if (argument.kind === "lines") this.#line = new LineCheck(argument.check);
    else {
      this.#length = 0n;
      this.#lengthBytes = 0;
    }
  }
  #feedLength(byte, argument) {
    this.#length |= BigInt(byte) << BigInt(8 * this.#lengthBytes);
    this.#lengthBytes += 1;
    if (argument?.kind !== "length" || this.#lengthBytes < argument.bytes) return;
    const length = Number(argument.signed ? BigInt.asIntN(32, this.#length) : this.#length);
    if (length < 0 || length > Math.min(Number.MAX_SAFE_INTEGER, this.#left - 1)) this.#end("none");
    else if (length === 0) this.#done();
    else this.#skip = length;
  }
  /** @returns where to go on */
  #feedLine(line2, piece, from) {
    const end = piece.indexOf(LINE_FEED2, from);
    const to = end < 0 ? piece.length : end;
    line2.feed(piece.subarray(from, to));
    if (line2.isWrong) this.#end("none");
    if (end < 0) return to;
    this.#lines += 1;
    if (!line2.isWhole) this.#end("none");
    else if (this.#lines < (this.#opcode?.argument?.lines ?? 1)) this.#line = new LineCheck("name");
    else this.#done();
    return end + 1;
  }
  /** The opcode and its argument are there: what does it do to the stack? */
  #done() {
    const { does, needs = 0, drops = 0, pushes = 0 } = this.#opcode;
    this.#opcode = void 0;
    this.#line = void 0;
    this.#lines = 0;
    const popsMark = does === "pop" && this.#depth === 0 && this.#marks.length > 0;
    if (does === "mark") this.#mark();
    else if (popsMark) this.#toMark();
    else if (does !== void 0 && FROM_MARK.has(does) && !this.#popMark(does)) this.#end("none");
    else if (this.#depth < needs) this.#end("none");
    else {
      this.#depth += pushes - drops;
      if (does !== void 0) this.#act(does);
    }
  }
  #act(does) {
    if (does === "import" || does === "import-call") this.#imported = true;
    if (this.#imported && (does === "call" || does === "call-mark" || does === "import-call"))
      this.#end("program");
    else if (does === "stop") this.#stop();
  }
  #popMark(does) {
    if (this.#marks.length === 0 || does === "call-mark" && this.#depth === 0) return false;
    this.#toMark();
    return true;
  }
  #mark() {
    if (this.#marks.length >= MOST_MARKS) this.#end("program");
    this.#marks.push(this.#depth);
    this.#depth = 0;
  }
  #toMark() {
    this.#depth = this.#marks.pop() ?? 0;
  }
  /** A log may begin `config`, `start`, `...`, which imports and stops; only what is nothing else is that. */
  #stop() {
    if (this.#imported && this.#left === 1) this.#end("program");
    this.#imported = false;
    this.#depth = 0;
    this.#marks = [];
  }
  #end(state) {
    if (this.#state === "open") this.#state = state;
  }
};
var MADE_OF = {
  integer: /^[\s0-9a-fA-FxXoObB_+L-]*$/,
  float: /^[\s0-9.eE+_infatyINFATY-]*$/,
  index: /^[\s0-9_+-]*$/
};
var LineCheck = class {
  #of;
  #bytes = 0;
  #first = 0;
  #last = 0;
  #name = "";
  isWrong = false;
  constructor(of) {
    this.#of = of;
  }
  feed(piece) {
    if (piece.length === 0) return;
    if (this.#bytes === 0) this.#first = piece[0];
    this.#last = piece[piece.length - 1];
    this.#bytes += piece.length;
    const of = this.#of;
    if (of === "name") this.#feedName(piece);
    else if (of === "quoted") this.isWrong ||= this.#first !== 34 && this.#first !== 39;
    else if (MADE_OF[of]?.test(Buffer.from(piece).toString("latin1")) === false) this.isWrong = true;
  }
  /** Asked at the line feed. */
  get isWhole() {
    if (this.isWrong) return false;
    if (this.#of === "any") return true;
    if (this.#of === "name") return isImportable(this.#name);
    if (this.#of === "quoted") return this.#bytes >= 2 && this.#first === this.#last;
    return this.#bytes > 0;
  }
  #feedName(piece) {
    if (this.#bytes > LONGEST_NAME) this.isWrong = true;
    else this.#name += Buffer.from(piece).toString("latin1");
  }
};

// src/verify/pickle/storage-id.ts
function storageOf(id) {
  const [word, type, key, location, elements] = id instanceof PyTuple ? id.items : [];
  const sound = word === "storage" && type instanceof PyGlobal && type.model.storage === true && typeof key === "string" && typeof location === "string" && isInt(elements) && elements >= 0;
  return sound ? new PyStorage(type.model.dtype, key, elements) : void 0;
}

// src/verify/pickle/stray-pickle.ts
function strayPickle(subject, { name, offset, bytes: bytes3 }) {
  const imports = new PickleImports(subject);
  const world = {
    find: (module, member) => imports.find(module, member),
    // The inputs of a traced model are tensors, on storages that are not kept.
    persistent: (id) => (id instanceof PyTuple ? storageOf(id) : void 0) ?? null,
    note: () => {
    }
  };
  const skim = new PickleSkim(bytes3);
  let isWalked = true;
  let machine;
  const attempt = (work) => {
    try {
      if (isWalked) work();
    } catch {
      isWalked = false;
    }
  };
  return {
    /** Asked when all has gone by: whether it is a pickle and no other bytes. */
    get isProgram() {
      return skim.state === "program" || isWalked && machine?.stoppedAt !== void 0;
    },
    feed(piece) {
      skim.feed(piece);
      if (skim.state === "none") return;
      attempt(() => {
        machine ??= new PickleMachine(world, subject.budgets, bytes3);
        machine.feed(piece);
      });
    },
    end() {
      if (skim.state !== "program") return;
      const { findings } = subject;
      const { refused } = imports;
      if (refused.length > 0) {
        const what = `${quoted(name)} is a pickle that asks for what no checkpoint needs`;
        const found = refused.slice(0, 8).join(", ").slice(0, 300);
        findings.fail("L2", "hidden-pickle", what, { offset, found });
      } else if (!isWalked) {
        const what = `${quoted(name)} is a pickle that could not be walked to its end`;
        findings.inconclusive("L2", "hidden-pickle", what, { offset });
      }
    }
  };
}

// src/verify/codec/utf8.ts
var STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
function utf8(bytes3) {
  try {
    return STRICT.decode(bytes3);
  } catch {
    return void 0;
  }
}

// src/verify/codec/zstd.ts
import * as zlib from "node:zlib";
var decompress = zlib.zstdDecompressSync;
async function readyZstd() {
  decompress ??= await asWebAssembly();
}
function zstdDecompress(bytes3, mostBytes, offset) {
  if (decompress === void 0) throw new Error("zstdDecompress before readyZstd");
  try {
    return decompress(bytes3, { maxOutputLength: mostBytes });
  } catch (error) {
    throw new Broken("L1", "zstd-broken", `cannot be decompressed: ${String(error).slice(0, 120)}`, {
      offset
    });
  }
}
var FIRST_ROOM = 8;
var LEAST_ROOM_BYTES = 2 ** 16;
var MOST_ROOM_BYTES = 2 ** 30;
async function asWebAssembly() {
  const { ZSTDDecoder } = await import("./verifier.npm-zstddec-dist-zstddec.mjs");
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return (bytes3, { maxOutputLength }) => {
    for (let room = Math.max(LEAST_ROOM_BYTES, bytes3.length * FIRST_ROOM); ; room *= 4) {
      const most = Math.min(room, maxOutputLength, MOST_ROOM_BYTES);
      const content = decoder.decode(bytes3, most);
      if (content.length > 0) return content;
      if (most < room) throw new Error(`it is damaged, empty, or larger than ${most} bytes`);
    }
  };
}

// src/verify/codec/flat-buffer.ts
var LONGEST_TEXT = 256;
var MOST_ITEMS = 1e6;
var FlatTable = class _FlatTable {
  #view;
  #at;
  #offset;
  #slots;
  #vtable;
  /** @param offset where the buffer lies in the file, for messages */
  constructor(view, at, offset) {
    this.#view = view;
    this.#at = at;
    this.#offset = offset;
    this.#vtable = at - view.getInt32(this.#inside(at, 4), true);
    const bytes3 = view.getUint16(this.#inside(this.#vtable, 4), true);
    this.#inside(this.#vtable, bytes3);
    this.#slots = Math.floor((bytes3 - 4) / 2);
  }
  static root(bytes3, offset) {
    const view = new DataView(bytes3.buffer, bytes3.byteOffset, bytes3.byteLength);
    if (bytes3.length < 8) throw malformed(offset);
    return new _FlatTable(view, view.getUint32(0, true), offset);
  }
  has(field) {
    return this.#field(field, 1) !== void 0;
  }
  u8(field, otherwise = 0) {
    const at = this.#field(field, 1);
    return at === void 0 ? otherwise : this.#view.getUint8(at);
  }
  i16(field, otherwise = 0) {
    const at = this.#field(field, 2);
    return at === void 0 ? otherwise : this.#view.getInt16(at, true);
  }
  i32(field, otherwise = 0) {
    const at = this.#field(field, 4);
    return at === void 0 ? otherwise : this.#view.getInt32(at, true);
  }
  i64(field) {
    const at = this.#field(field, 8);
    return at === void 0 ? 0 : this.#exact(at);
  }
  /** Only as much as is worth showing: one text may be shared by a hundred thousand tables. */
  text(field) {
    const at = this.#target(field);
    if (at === void 0) return "";
    const length = this.#view.getUint32(this.#inside(at, 4), true);
    const from = this.#view.byteOffset + this.#inside(at + 4, length);
    return Buffer.from(this.#view.buffer, from, Math.min(length, LONGEST_TEXT)).toString("utf8");
  }
  /** All of a text or a list of bytes, in its place. */
  bytes(field) {
    const at = this.#target(field);
    if (at === void 0) return new Uint8Array();
    const length = this.#view.getUint32(this.#inside(at, 4), true);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#inside(at + 4, length), length);
  }
  table(field) {
    const at = this.#target(field);
    return at === void 0 ? void 0 : new _FlatTable(this.#view, at, this.#offset);
  }
  tables(field) {
    const { from, count } = this.#vector(field, 4);
    return Array.from({ length: count }, (_none, i) => {
      const slot = from + 4 * i;
      return new _FlatTable(this.#view, slot + this.#view.getUint32(slot, true), this.#offset);
    });
  }
  /** A list of structures of whole 64-bit numbers, `width` of them each; 32-bit ones are padded to it. */
  rows(field, width) {
    const { from, count } = this.#vector(field, 8 * width);
    return Array.from(
      { length: count },
      (_none, row) => Array.from({ length: width }, (_empty, i) => this.#exact(from + 8 * (width * row + i)))
    );
  }
  /** Block: offset (i64), metadata length (i32, padded), body length (i64). */
  blocks(field) {
    const { from, count } = this.#vector(field, 24);
    return Array.from({ length: count }, (_none, row) => {
      const at = from + 24 * row;
      return [this.#exact(at), this.#view.getInt32(at + 8, true), this.#exact(at + 16)];
    });
  }
  #vector(field, itemBytes) {
    const at = this.#target(field);
    if (at === void 0) return { from: 0, count: 0 };
    const count = this.#view.getUint32(this.#inside(at, 4), true);
    if (count > MOST_ITEMS) throw overBudget("flatbufferItems", MOST_ITEMS, count, this.#offset);
    return { from: this.#inside(at + 4, count * itemBytes), count };
  }
  #field(field, bytes3) {
    if (field >= this.#slots) return void 0;
    const relative = this.#view.getUint16(this.#vtable + 4 + 2 * field, true);
    return relative === 0 ? void 0 : this.#inside(this.#at + relative, bytes3);
  }
  #target(field) {
    const at = this.#field(field, 4);
    return at === void 0 ? void 0 : at + this.#view.getUint32(at, true);
  }
  /** NaN where a double would not be exact: no size or count of a file can be so large. */
  #exact(at) {
    const value = Number(this.#view.getBigInt64(at, true));
    return Number.isSafeInteger(value) ? value : Number.NaN;
  }
  #inside(at, bytes3) {
    if (at >= 0 && at + bytes3 <= this.#view.byteLength) return at;
    throw malformed(this.#offset);
  }
};
var malformed = (offset) => new Broken("L2", "flatbuffer-malformed", "a FlatBuffer points outside itself", { offset });

// src/problem.ts
var Problem = class extends Error {
  name = "Problem";
  code;
  kind;
  what;
  next;
  costing;
  at;
  edits;
  meant;
  constructor(detail, options) {
    const costing = detail.costing ?? [];
    const bill = costing.length > 0 ? `
Still costing money: ${costing.join("; ")}` : "";
    super(`${detail.what}${bill}
Next: ${detail.next}`, options);
    this.code = detail.code;
    this.kind = detail.kind;
    this.what = detail.what;
    this.next = detail.next;
    this.costing = costing;
    this.at = detail.at;
    this.edits = detail.edits ?? [];
    this.meant = detail.meant;
  }
};

// src/verify/tensor/region.ts
function tensorRegion(subject, tensor, book) {
  const { name, dtype: dtype2, shape, elements, fileOffset, bytes: bytes3, littleEndian } = tensor;
  const scan = new ElementScan(dtype2, {
    moments: subject.scanning.moments === true,
    littleEndian,
    countNegative: mayNotBeNegative([name]),
    mostBytes: bytes3,
    firstBytes: book.steps.wants(name)
  });
  return {
    offset: fileOffset,
    length: bytes3,
    bulk: { crc: false, scan: scan.spec, took: (slice) => slice.scan && scan.join(slice.scan) },
    feed: (piece) => scan.feed(piece),
    end() {
      const proven = tensor.proven || subject.digestGiven;
      const names = [name];
      book.take(
        { names, dtype: dtype2, shape, elements, fileOffset, proven, scan: scan.finish(), isPlain: littleEndian },
        littleEndian
      );
    }
  };
}

// src/clock.ts
var systemClock = {
  now: () => /* @__PURE__ */ new Date(),
  sleep: (seconds, signal) => new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, seconds * 1e3);
    signal?.addEventListener("abort", done, { once: true });
  })
};

// src/verify/contract/budgets.ts
var MiB = 1024 ** 2;
var DEFAULT_BUDGETS = {
  pickleBytes: 512 * MiB,
  pickleOpcodes: 1e8,
  pickleMemo: 1e7,
  pickleStack: 1e6,
  pickleDepth: 1e3,
  pickleName: 1024,
  pickleHeldBytes: 512 * MiB,
  constantBytes: 64 * MiB,
  safetensorsHeaderBytes: 1e8,
  jsonBytes: 256 * MiB,
  yamlBytes: MiB / 4,
  jsonDepth: 1e3,
  protobufDepth: 100,
  lineBytes: 64 * MiB,
  zipMembers: 1e6,
  nesting: 3,
  objects: 1e6,
  structureBytes: 64 * MiB,
  expandedBytes: 1024 ** 4,
  nestedExpansion: 1e4,
  membersExamined: 1e4,
  wallSeconds: 60,
  wallBytesPerSecond: 5e7
};

// src/verify/numpy/format-raw.ts
var rawNumbers = {
  name: "raw",
  proves: "where the type is declared: whole elements of it; values",
  checksum: "none",
  /** Any bytes are numbers: only a declaration makes them so. */
  recognises: () => false,
  async open(subject) {
    const { sizeBytes, expectation } = subject;
    const { dtype: name = "" } = expectation;
    const dtype2 = dtypeNamed(name);
    if (dtype2 === void 0) throw new Unsettled("L1", "dtype-unknown", `"${name}" is no type that we know`);
    const elementBytes = dtype2.bits / 8;
    if (sizeBytes % elementBytes !== 0)
      throw new Broken("L1", "raw-length", `is not made of whole elements of ${name}`, {
        expected: `a multiple of ${elementBytes} bytes`,
        found: `${sizeBytes} bytes`
      });
    const book = new TensorBook(subject);
    const elements = sizeBytes / elementBytes;
    const place = { name: "(root)", dtype: dtype2, shape: [elements], elements, fileOffset: 0, bytes: sizeBytes };
    return {
      checksummed: false,
      reaches: "L3",
      regions: () => [tensorRegion(subject, { ...place, littleEndian: true, proven: false }, book)],
      finish: () => book.settle(1),
      tensors: () => book.summary
    };
  }
};

// src/verify/pickle/pickled-parts.ts
var DEPTH = 8;
var MOST_DICTS = 1e4;
function nearDicts(root) {
  const found = [];
  const entered = /* @__PURE__ */ new Set();
  let level = [{ path: "", value: root }];
  for (let depth = 0; depth <= DEPTH && level.length > 0; depth += 1) {
    const below2 = [];
    for (const { path, value } of level) {
      if (found.length === MOST_DICTS) return found;
      if (entered.has(value)) continue;
      entered.add(value);
      if (value instanceof PyDict) found.push({ path, dict: value });
      for (const [key, item] of branchesOf(value))
        if (below2.length < MOST_DICTS)
          below2.push({ path: path === "" ? key : `${path}.${key}`, value: item });
    }
    level = below2;
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
var itemsOf2 = (value) => value instanceof PyList || value instanceof PyTuple ? value.items : void 0;
function tensorsOf(dict) {
  const tensors = /* @__PURE__ */ new Map();
  for (const [key, value] of dict.entries.values())
    if (typeof key === "string" && value instanceof PyTensor) tensors.set(key, value);
  return tensors.size > 0 && tensors.size * 2 >= dict.entries.size ? tensors : void 0;
}

// src/verify/read/name-step.ts
var STEP = /(?:^|[^a-z])(?:global_?|train_?)?(?:step|steps|iter|iteration)[-_=]?([0-9]{1,12})(?![0-9a-z]|\.[0-9])/i;
var EPOCH = /(?:^|[^a-z])epoch[-_=]?([0-9]{1,9})(?![0-9a-z]|\.[0-9])/i;
function namedStep(label) {
  const name = /[^/\\]*$/.exec(label.replace(/[?#].*$/, ""))?.[0] ?? "";
  const number2 = (pattern) => {
    const [, digits] = pattern.exec(name) ?? [];
    return digits === void 0 ? void 0 : Number(digits);
  };
  const [step, epoch] = [number2(STEP), number2(EPOCH)];
  return { ...step === void 0 ? {} : { step }, ...epoch === void 0 ? {} : { epoch } };
}

// src/verify/checkpoint/copies.ts
var MOMENT = /(^|\.)state\.[^.]+\.(exp_avg|momentum_buffer)$/;
var OF_STATE = /(^|\.)state\.[^.]+\.[^.]+$/;
var TAKES_OVER = /expert|member|population|agent|replica|worker|ensemble|target|teacher|clone|copy/i;
var FEWEST_NUMBERS = 64;
var FEWEST_SIBLINGS = 3;
var FEWEST_STEPS = 2;
var EXACT = ["f32", "f64"];
function judgeCopies({ findings, table, facts }) {
  const rows = table.rows.filter(({ name }) => !OF_STATE.test(name) && partOf(name) === "model");
  const copy = copyAmong(rows, table.rows, facts.optimizer);
  if (copy?.severity === "fail") findings.fail("L3", COPIED, copy.what, { found: copy.found });
  else if (copy !== void 0) findings.note("L3", COPIED, copy.what, { found: copy.found });
}
var COPIED = "layer-copied";
var SAME = "two weights are the same, byte for byte,";
function copyAmong(model, state, optimizer) {
  if (optimizer === void 0 || (optimizer.steps ?? 0) < FEWEST_STEPS || !(optimizer.leastFirstRate > 0))
    return void 0;
  const weights = model.filter(isMatrix);
  const moments = state.filter((row) => MOMENT.test(row.name) && isMatrix(row));
  for (const [a, b] of copiesAmong(weights)) {
    if (!arePartedBy(a, moments, weights)) continue;
    const found = `${quoted(a.name)} and ${quoted(b.name)}`;
    return EXACT.includes(a.dtype) && optimizer.scalesSteps && optimizer.leastRate > 0 ? {
      severity: "fail",
      what: `${SAME} though each was moved by itself: one lies over the other`,
      found
    } : {
      severity: "note",
      what: `${SAME} though each has a moment of its own: one may lie over the other`,
      found
    };
  }
  return void 0;
}
var isMatrix = ({ shape }) => shape.length >= 2 && sizeOf2(shape) >= FEWEST_NUMBERS;
function* copiesAmong(weights) {
  const named = weights.filter(({ name }) => isWeightByName(name) && !TAKES_OVER.test(name));
  const kindOf2 = (row) => [row.name.replace(/\d+/g, "#"), row.dtype, shapeKey(row)].join(" ");
  for (const rows of grouped(named, kindOf2)) {
    const apart = placesOf(rows);
    if (apart === void 0 || apart.length < FEWEST_SIBLINGS) continue;
    const alike = grouped(apart, ({ fingerprint = "" }) => fingerprint);
    if (alike.length === 1) continue;
    for (const [a, b] of alike) if (a !== void 0 && b !== void 0 && !isZero(a)) yield [a, b];
  }
}
function arePartedBy(weight, moments, weights) {
  const alike = (row) => shapeKey(row) === shapeKey(weight);
  const [trained, own] = [placesOf(weights.filter(alike)), placesOf(moments.filter(alike))];
  if (trained === void 0 || own === void 0 || trained.length !== own.length) return false;
  return new Set(own.map(({ fingerprint }) => fingerprint)).size === own.length && !own.some(isZero);
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
var sizeOf2 = (shape) => shape.reduce((product, size) => product * size, 1);

// src/verify/contract/python-names.ts
var INERT = new RegExp(
  `^(${[
    "builtins\\.(dict|list|tuple|set|frozenset|int|float|str|bool|bytes|bytearray|complex|range|slice|object|len|sum|max|min|round|abs|zip|enumerate|sorted|reversed|divmod|pow|all|any|NoneType)",
    "functools\\.partial",
    "pathlib\\.(Pure)?(Posix|Windows)?Path",
    "types\\.(SimpleNamespace|NoneType|MappingProxyType)",
    "os\\.(cpu_count|getcwd|getpid|getenv|environ\\.get|path\\.(join|basename|dirname|abspath|realpath|expanduser|expandvars|normpath|relpath|exists|isfile|isdir|splitext|split))",
    "os\\.path",
    "sys\\.(path|argv|stdin|stdout|stderr|version|platform|maxsize)",
    "uuid\\.(UUID|uuid[1-5])",
    "logging\\.(\\w*Handler|Formatter|getLogger|Filter|Logger|INFO|DEBUG|WARNING|ERROR)",
    "multiprocessing\\.cpu_count",
    "platform\\.(node|system|machine)",
    "socket\\.gethostname",
    "operator\\.(add|sub|mul|truediv|floordiv|mod|neg|eq|ne|lt|le|gt|ge|and_|or_|not_)",
    "io\\.(BytesIO|StringIO)",
    "inspect\\.(isclass|isfunction)"
  ].join("|")})$`
);
var RUNNERS = new Set(
  "os posix nt subprocess builtins __builtin__ __builtins__ importlib runpy pty ctypes pickle _pickle cPickle marshal sys shutil".split(
    " "
  )
);
var SURELY = new Map([
  ["builtins", /^(eval|exec|compile|open|__import__|getattr|setattr|delattr|globals|vars|breakpoint|input)$/],
  ...["os", "posix", "nt"].map((name) => [
    name,
    /^(system|popen\w*|exec[lv]\w*|spawn\w+|posix_spawnp?|startfile|fork\w*|kill(pg)?|abort|_exit|remove(dirs)?|unlink|rmdir|renames?|replace|chmod|chown|symlink|link|truncate|putenv|unsetenv|open|fdopen|write|mkfifo|mkdir|makedirs)$/
  ]),
  ["sys", /^(exit|settrace|setprofile|setrecursionlimit|modules|_getframe|meta_path|path_hooks)(\.|$)/],
  ["shutil", /^(rmtree|move|copy\w*|chown|make_archive|unpack_archive)$/]
]);
var LIBRARY_THAT_RUNS = /^(torch|numpy|pandas|keras|tensorflow|cloudpickle|jsonpickle|yaml|sympy|numexpr|hydra|IPython|transformers)(\.\w+)*\.(load|loads|load_module|load_model|unsafe_load|full_load|read_pickle|eval|exec\w*|decode|sympify|system|run_module|get_module)$/;
var DOTTED = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;
function kindOfName(written) {
  const full = plainName(written);
  if (!DOTTED.test(full)) return /\b(os|posix|subprocess|builtins)\b/.test(full) ? "doubtful" : "foreign";
  const [root = "", ...rest] = full.split(".");
  if (INERT.test(full)) return "inert";
  if (PYTHON_ROOTS.has(root)) return "refused";
  const passesThrough = rest.some((part) => RUNNERS.has(part) || /^__\w+__$/.test(part));
  return passesThrough || LIBRARY_THAT_RUNS.test(full) ? "doubtful" : "foreign";
}
function isSurelyRefused(written) {
  const full = plainName(written);
  const [root = "", ...rest] = full.split(".");
  if (!DOTTED.test(full) || rest.length === 0 || INERT.test(full) || !RUNNERS.has(root)) return false;
  return SURELY.get(root)?.test(rest.join(".")) ?? true;
}
var plainName = (written) => written.trim().replace(/^__builtins?__\./, "builtins.").replace(":", ".");

// src/verify/checkpoint/instantiator.ts
var OWN = /^(lightning\.pytorch|pytorch_lightning)\.cli\.instantiate_module$/;
var HYPERPARAMETERS = /^(datamodule_)?hyper_parameters$/;
function judgeInstantiator({ findings, imports, allowDegraded }, dicts) {
  for (const { path, dict } of dicts) {
    const name = HYPERPARAMETERS.test(path) ? entryOf(dict, "_instantiator") : void 0;
    if (typeof name !== "string" || OWN.test(name)) continue;
    imports.add(name.slice(0, 200));
    const what = "names a function that load_from_checkpoint of Lightning before 2.6.6 imports and calls";
    const where = { found: name.slice(0, 200) };
    if (kindOfName(name) === "refused") findings.fail("L2", "import-refused", what, where);
    else if (allowDegraded) findings.degraded("L2", "unsafe-loader", what, where);
    else findings.fail("L2", "unsafe-loader", `${what}, and the roster does not allow that`, where);
  }
}

// src/verify/checkpoint/numbers.ts
var OF_GROUP = /(^|\.)param_groups\.[^.]+\.([^.]+)(\.|$)/;
var RATES = ["lr", "initial_lr", "weight_decay", "momentum", "betas", "eps"];
var OF_SCHEDULER = /(^|\.)(_last_lr|base_lrs)$/;
var SHOWN = 3;
var PlainNumbers = class {
  #subject;
  #paths = [];
  #count = 0;
  #faults = /* @__PURE__ */ new Map();
  constructor(subject) {
    this.#subject = subject;
  }
  /** @param path of the number, or of the list that it stands in */
  offer(path, value) {
    if (Number.isFinite(value)) return;
    const isRate = OF_SCHEDULER.test(path) || RATES.includes(OF_GROUP.exec(path)?.[2] ?? "");
    if (isRate || Number.isNaN(value) && OF_GROUP.test(path)) {
      if (this.#faults.size < SHOWN) this.#faults.set(path, value);
      return;
    }
    if (!Number.isNaN(value)) return;
    this.#count += 1;
    if (this.#paths.length < SHOWN) this.#paths.push(path);
  }
  /**
   * Call once, when everything has been offered.
   * @param isJudged whether another rule has its own word for the number at this path
   */
  settle(isJudged) {
    const { findings, role } = this.#subject;
    for (const [path, value] of this.#faults)
      findings.fail(
        "L3",
        "not-a-number",
        `${quoted(path)} is no finite number, and the next step is made with it`,
        {
          found: String(value)
        }
      );
    if (!holdsTensors(role)) return;
    const told = this.#paths.filter((path) => !isJudged(path));
    const [first] = told;
    if (first === void 0) return;
    const more = this.#count - this.#paths.length + told.length;
    const what = more === 1 ? `${quoted(first)} is not a number` : `${more} numbers are none, ${quoted(first)} among them`;
    findings.note("L3", "not-a-number", what, { found: "NaN" });
  }
};

// src/verify/checkpoint/exchange.ts
var FEWEST = 8;
function judgeExchange({ findings }, places, models) {
  const { path, state, shapes, groups } = places;
  const exchanged = exchangeIn(twoMoments(state)) ?? exchangeIn(byName(places, models));
  if (exchanged !== void 0) {
    const [first] = exchanged;
    const what2 = `${path} has exchanged moments of ${exchanged.length} parameters, ${quoted(first?.name ?? "")} among them`;
    const { expected = "", found = "" } = first ?? {};
    findings.fail("L3", "moments-exchanged", what2, { expected, found });
    return;
  }
  if (shapes === void 0 || groups.length !== 1 || shapes.length < FEWEST) return;
  const alike = models.filter((model) => model.shapes.length === shapes.length);
  const pairs = alike.map(
    (model) => shapes.map((found, i) => ({ name: String(i), expected: model.shapes[i] ?? "", found }))
  );
  const [two] = pairs.map((each) => exchangeIn(each));
  if (two?.length !== 2 || pairs.some((each) => each.every(({ expected, found }) => expected === found)))
    return;
  const what = `${path} has moments in the order of the model but for two, which look exchanged`;
  findings.note("L3", "moments-exchanged", what, {
    expected: two.map(({ name, expected }) => `${expected} for parameter ${name}`).join(", "),
    found: two.map(({ found }) => found).join(", ")
  });
}
function exchangeIn(pairs) {
  const apart = pairs.filter(({ expected, found }) => expected !== found);
  const isExchange = apart.length > 0 && sameBag(
    apart.map(({ expected }) => expected),
    apart.map(({ found }) => found)
  );
  return isExchange ? apart : void 0;
}
function twoMoments(state) {
  return [...state.entries.values()].flatMap(([key, value]) => {
    if (!(value instanceof PyDict)) return [];
    const [first, second] = [entryOf(value, "exp_avg"), entryOf(value, "exp_avg_sq")];
    if (!(first instanceof PyTensor && second instanceof PyTensor)) return [];
    return [{ name: nameOf2(key), expected: first.shape.join("x"), found: second.shape.join("x") }];
  });
}
function byName({ groups, state }, models) {
  const names = /* @__PURE__ */ new Map();
  for (const group of groups) {
    const params = itemsOf2(entryOf(group, "params")) ?? [];
    const given = itemsOf2(entryOf(group, "param_names")) ?? [];
    params.forEach((param, i) => {
      const name = typeof param === "string" ? param : given[i];
      if (typeof name === "string") names.set(param, plain(name));
    });
  }
  if (names.size === 0) return [];
  for (const { tensors } of models) {
    const known = new Map([...tensors].map(([name, { shape }]) => [plain(name), shape.join("x")]));
    const pairs = [...state.entries.values()].flatMap(([key, value]) => {
      const name = names.get(key);
      const moment = value instanceof PyDict ? entryOf(value, "exp_avg") ?? entryOf(value, "momentum_buffer") : void 0;
      const expected = name === void 0 ? void 0 : known.get(name);
      if (name === void 0 || expected === void 0 || !(moment instanceof PyTensor)) return [];
      return [{ name, expected, found: moment.shape.join("x") }];
    });
    if (pairs.length === state.entries.size) return pairs;
  }
  return [];
}
var plain = (name) => name.replace(/(^|\.)(module|_orig_mod|_fsdp_wrapped_module)(?=\.)/g, "").replace(/^\./, "");
var nameOf2 = (key) => typeof key === "string" || typeof key === "number" ? String(key) : "?";
var sameBag = (a, b) => [...a].sort().join() === [...b].sort().join();

// src/verify/checkpoint/optimizer.ts
var MOMENTS = ["exp_avg", "momentum_buffer", "square_avg", "sum"];
var SCALES_STEPS = ["amsgrad", "momentum_decay"];
var PROJECTED = ["rank", "update_proj_gap", "proj_type", "proj", "scale_parameter"];
var isOptimizer = ({ dict }) => entryOf(dict, "state") instanceof PyDict && itemsOf2(entryOf(dict, "param_groups")) !== void 0;
var OptimizerMeaning = class {
  #subject;
  #path;
  groups;
  /** As they stand in the groups, in their order. */
  #params;
  #state;
  constructor(subject, { path, dict }) {
    this.#subject = subject;
    this.#path = path === "" ? "the optimizer" : quoted(path);
    this.groups = (itemsOf2(entryOf(dict, "param_groups")) ?? []).filter((group) => group instanceof PyDict);
    this.#params = this.groups.flatMap((group) => [...itemsOf2(entryOf(group, "params")) ?? []]);
    this.#state = entryOf(dict, "state");
  }
  /** State for a parameter that no group has cannot be loaded; a parameter without state is frozen, or new. */
  judgeIndexes() {
    const { findings } = this.#subject;
    const listed4 = new Set(this.#params);
    const numbers = [...this.#state.entries.values()].flatMap(
      ([key]) => typeof key === "number" ? [key] : []
    );
    const surplus2 = numbers.filter((key) => !listed4.has(key));
    if (surplus2.length > 0) {
      const what = `${this.#path} holds state for parameters that are in none of its groups`;
      findings.fail("L3", "optimizer-surplus", what, {
        expected: `${this.#params.length} parameters`,
        found: `state ${surplus2.slice(0, 5).join(", ")}`
      });
    }
    const missing = this.#params.filter((key) => typeof key === "number" && !this.#state.entries.has(key));
    if (numbers.length > 0 && missing.length > 0)
      findings.note("L3", "optimizer-missing", `${this.#path} holds no state for some of its parameters`, {
        expected: `${this.#params.length} parameters`,
        found: `none for ${missing.length}`
      });
  }
  /**
   * The shapes of the moments are those of the parameters. Only compared where there are as many as the models have tensors
   * that can be trained: then nothing is frozen, sharded or flattened.
   * @param models the tensors of each model in the file; one of them is meant
   */
  judgeShapes(models) {
    const own = this.#momentShapes();
    const trained = models.map((tensors) => ({ tensors, shapes: trainableShapes(tensors) }));
    const places = { path: this.#path, groups: this.groups, state: this.#state, shapes: own };
    judgeExchange(this.#subject, places, trained);
    if (own === void 0) return;
    const sameCount = trained.map(({ shapes }) => shapes).filter((shapes) => shapes.length === own.length);
    if (sameCount.length === 0 || sameCount.some((shapes) => sameBag(shapes, own))) return;
    const [first = []] = sameCount;
    const left = new Set(first);
    const what = `${this.#path} belongs to another model: its moments have other shapes`;
    this.#subject.findings.fail("L3", "moment-shape", what, {
      expected: `${first.length} parameters`,
      found: own.find((shape) => !left.has(shape)) ?? "another mixture of shapes"
    });
  }
  judgeStepCounts() {
    const { findings } = this.#subject;
    for (const [, value] of this.#state.entries.values()) {
      const step = value instanceof PyDict ? numberOf(entryOf(value, "step")) : void 0;
      if (step !== void 0 && !(step >= 0 && Number.isFinite(step))) {
        findings.fail("L3", "step-not-a-count", `${this.#path} has made a number of steps that is none`, {
          found: String(step)
        });
        return;
      }
    }
  }
  /** The greatest step count that stands as a plain number in the state. */
  get plainStep() {
    const steps = [...this.#state.entries.values()].flatMap(([, value]) => {
      const step = value instanceof PyDict ? numberOf(entryOf(value, "step")) : void 0;
      return step === void 0 ? [] : [step];
    });
    return steps.length === 0 ? void 0 : steps.reduce((most, step) => Math.max(most, step), 0);
  }
  #momentShapes() {
    const isProjected = this.groups.some((group) => PROJECTED.some((key) => group.entries.has(`s${key}`)));
    if (isProjected) return void 0;
    const shapes = [];
    for (const [, value] of this.#state.entries.values()) {
      const moment = value instanceof PyDict ? MOMENTS.map((name) => entryOf(value, name)).find((each) => each instanceof PyTensor) : void 0;
      if (!(moment instanceof PyTensor)) return void 0;
      shapes.push(moment.shape.join("x"));
    }
    return shapes.length > 0 && shapes.length === this.#params.length ? shapes : void 0;
  }
};
function factsOf(groups, steps) {
  const rates = groups.map((group) => numberOf(entryOf(group, "lr")) ?? 0);
  const first = groups.map(
    (group, i) => Math.max(rates[i] ?? 0, numberOf(entryOf(group, "initial_lr")) ?? 0)
  );
  const of = {
    ...steps === void 0 ? {} : { steps },
    leastRate: rates.reduce((least, rate) => Math.min(least, rate), Number.POSITIVE_INFINITY),
    mostRate: rates.reduce((most, rate) => Math.max(most, rate), 0),
    leastFirstRate: first.reduce((least, rate) => Math.min(least, rate), Number.POSITIVE_INFINITY),
    scalesSteps: groups.every((group) => SCALES_STEPS.some((key) => entryOf(group, key) !== void 0))
  };
  return [of.leastRate, of.mostRate, of.leastFirstRate].every(Number.isFinite) ? of : void 0;
}
function trainableShapes(model) {
  const places = /* @__PURE__ */ new Map();
  for (const [name, { storage, dtype: dtype2, offset, shape }] of model) {
    if (dtype2?.kind !== "float" || /(^|\.)running_(mean|var)$/.test(name)) continue;
    places.set(`${storage?.key ?? name} ${offset} ${shape.join("x")}`, shape.join("x"));
  }
  return [...places.values()];
}

// src/verify/checkpoint/rng.ts
var RANDOM2 = /(^|[._])(rng|random|seed)s?([._]|$)|rng_?state|random_?state/i;
var DEVICE = /cuda|gpu|xpu|mps|npu|hpu|tpu|xla|generator/i;
var CPU_BYTES = [5056, 5048];
var CUDA_BYTES = [16, 816];
var PYTHON_WORDS = 625;
var FEWEST_WORDS = 32;
var NUMPY_WORDS = 624;
function judgeRandomStates(subject, dicts) {
  for (const { path, dict } of dicts) {
    for (const [key, value] of dict.entries.values()) {
      const name = path === "" ? String(key) : `${path}.${String(key)}`;
      if (typeof key === "string" && (RANDOM2.test(name) || RANDOM_KEYS.has(key))) judge(subject, name, value);
    }
  }
}
var RANDOM_KEYS = /* @__PURE__ */ new Set(["torch_manual_seed"]);
function judge(subject, name, value) {
  if (value instanceof PyTensor) judgeTorch(subject, name, value);
  else if (value instanceof PyTuple) judgeTuple(subject, name, value);
}
function judgeTorch({ findings }, name, { dtype: dtype2, shape }) {
  if (dtype2?.name !== "u8" || shape.length !== 1) return;
  const [bytes3 = 0] = shape;
  if (DEVICE.test(name) || CPU_BYTES.includes(bytes3) || CUDA_BYTES.includes(bytes3)) return;
  const where = { expected: `${CPU_BYTES[0]} bytes`, found: `${bytes3} bytes` };
  const what = `${quoted(name)} is no state of PyTorch's generator`;
  if (/torch|cpu/i.test(name)) findings.fail("L3", "rng-size", what, where);
  else findings.note("L3", "rng-size", what, where);
}
function judgeTuple({ findings }, name, { items }) {
  const [version, state] = items;
  const says = (expected, found) => {
    if (found !== expected && found >= FEWEST_WORDS)
      findings.fail("L3", "rng-size", `${quoted(name)} is no state of its generator`, {
        expected: `${expected} words`,
        found: `${found} words`
      });
  };
  const words2 = itemsOf2(state);
  if (version === 3 && items.length === 3 && words2 !== void 0) says(PYTHON_WORDS, words2.length);
  else if (version === "MT19937" && state !== void 0) {
    const array2 = arrayIn(state);
    if (array2 !== void 0) says(NUMPY_WORDS, array2.shape[0] ?? 0);
  }
}

// src/verify/checkpoint/meaning.ts
var LOSS = /^((train|training|val|valid|eval|test)_)?loss$|^lr$|^learning_rate$/;
var OPTIMIZER_STEP = /(^|\.)state\.[^.]+\.step$/;
var CheckpointMeaning = class {
  #subject;
  #label;
  #numbers;
  #optimizerStep;
  #toldSteps = false;
  /** @param label of the file, for the step in its name */
  constructor(subject, label) {
    this.#subject = subject;
    this.#label = label;
    this.#numbers = new PlainNumbers(subject);
  }
  /** Whether a tensor of one element is an optimizer's own step count. */
  wants(name) {
    return OPTIMIZER_STEP.test(name);
  }
  offer(step) {
    if (step >= 0 && Number.isFinite(step)) {
      this.#optimizerStep = Math.max(this.#optimizerStep ?? 0, step);
      return;
    }
    if (this.#toldSteps) return;
    this.#toldSteps = true;
    const what = "an optimizer has made a number of steps that is none";
    this.#subject.findings.fail("L3", "step-not-a-count", what, { found: String(step) });
  }
  /** A plain number of the program. @param path of it, or of the list that it stands in */
  number(path, value) {
    this.#numbers.offer(path, value);
  }
  /** Call once, when the step is known. */
  settle(root) {
    const dicts = nearDicts(root);
    const optimizers = dicts.filter(isOptimizer).map((dict) => new OptimizerMeaning(this.#subject, dict));
    this.#tellOptimizer(optimizers);
    judgeInstantiator(this.#subject, dicts);
    if (!holdsTensors(this.#subject.role)) {
      this.#numbers.settle(() => false);
      return;
    }
    const models = modelsIn(dicts);
    for (const optimizer of optimizers) {
      optimizer.judgeIndexes();
      optimizer.judgeStepCounts();
      optimizer.judgeShapes(models.map(({ tensors }) => tensors));
    }
    judgeCopies(this.#subject);
    judgeEma(this.#subject, models);
    this.#numbers.settle(this.#judgeLosses(dicts));
    judgeRandomStates(this.#subject, dicts);
    for (const { path, dict } of dicts) {
      if (dict.entries.has("sgrowth_factor") && dict.entries.has("sscale")) this.#judgeScaler(path, dict);
      if (dict.entries.has("slast_epoch")) this.#judgeScheduler(path, dict);
    }
    this.#judgeOptimizerStep();
    this.#judgeName();
  }
  /** Whatever the role: what lies beside the file is held against it. */
  #tellOptimizer(optimizers) {
    const { facts, role } = this.#subject;
    if (holdsTensors(role)) {
      for (const { plainStep } of optimizers) if (plainStep !== void 0) this.offer(plainStep);
    }
    const groups = optimizers.flatMap((optimizer) => optimizer.groups);
    const told = factsOf(groups, this.#optimizerStep ?? facts.step);
    if (told !== void 0) facts.optimizer = told;
  }
  /**
   * A loss that is no number says that the weights beside it will be none: that of the file, and below it that of what holds a
   * model or an optimizer. Elsewhere it is a record of something measured. @returns whether a path was judged here
   */
  #judgeLosses(dicts) {
    const judged = /* @__PURE__ */ new Set();
    const holders = dicts.filter((each) => isOptimizer(each) || tensorsOf(each.dict) !== void 0);
    const beside = /* @__PURE__ */ new Set(["", ...holders.map(({ path }) => path.replace(/\.?[^.]*$/, ""))]);
    for (const { path, dict } of dicts.filter((each) => beside.has(each.path)))
      for (const [key, value] of dict.entries.values()) {
        if (typeof key !== "string" || !Number.isNaN(numberOf(value)) || !LOSS.test(key)) continue;
        const name = path === "" ? key : `${path}.${key}`;
        judged.add(name);
        const what = `${quoted(name)} is not a number`;
        this.#subject.findings.fail("L3", "not-a-number", what, { found: "NaN" });
      }
    return (path) => judged.has(path);
  }
  #judgeScaler(path, dict) {
    const { findings } = this.#subject;
    const scale = numberOf(entryOf(dict, "scale"));
    const tracker = numberOf(entryOf(dict, "_growth_tracker"));
    const what = `the gradient scaler ${quoted(path)}`;
    if (scale !== void 0 && !(scale > 0 && Number.isFinite(scale)))
      findings.fail("L3", "scaler-scale", `${what} has a scale that scales nothing`, {
        expected: "> 0",
        found: String(scale)
      });
    else if (scale !== void 0 && scale <= 1)
      findings.note("L3", "scaler-scale", `${what} has shrunk its scale to nothing: gradients overflow`, {
        found: String(scale)
      });
    if (tracker !== void 0 && !(tracker >= 0))
      findings.fail("L3", "scaler-tracker", `${what} counts below zero`, {
        expected: ">= 0",
        found: String(tracker)
      });
  }
  /** A scheduler counts steps or epochs, from 0 or from 1. */
  #judgeScheduler(path, dict) {
    const { findings, facts } = this.#subject;
    const last = numberOf(entryOf(dict, "last_epoch"));
    const counts3 = [facts.step, facts.epoch, this.#optimizerStep].filter((count) => count !== void 0);
    if (last === void 0 || counts3.length === 0 || counts3.some((count) => Math.abs(count - last) <= 1))
      return;
    const what = `${quoted(path)} counts neither the steps nor the epochs of the file`;
    findings.note("L3", "scheduler-step", what, { expected: counts3.join(" or "), found: String(last) });
  }
  /** Gradient accumulation, skipped steps and several optimizers make them differ; so it is told and no more. */
  #judgeOptimizerStep() {
    const { findings, facts } = this.#subject;
    if (this.#optimizerStep === void 0 || facts.step === void 0 || this.#optimizerStep === facts.step)
      return;
    const what = "the optimizer has made another number of steps than the file says";
    findings.note("L3", "optimizer-step", what, {
      expected: String(facts.step),
      found: String(this.#optimizerStep)
    });
  }
  /** Trainers count from 0 or 1, so a difference of one is told and no more. */
  #judgeName() {
    const { findings, facts } = this.#subject;
    const named = namedStep(this.#label);
    for (const word of ["step", "epoch"]) {
      const [inName, inside] = [named[word], facts[word]];
      if (inName === void 0 || inside === void 0 || inName === inside) continue;
      const what = `its name is that of another ${word} than it holds`;
      const where = { expected: String(inName), found: String(inside) };
      if (Math.abs(inName - inside) <= 1) findings.note("L3", `name-${word}`, what, where);
      else findings.fail("L3", `name-${word}`, what, where);
    }
  }
};
var modelsIn = (dicts) => dicts.flatMap(({ path, dict }) => {
  const part = partOf(path);
  const tensors = part === "model" || part === "ema" ? tensorsOf(dict) : void 0;
  return tensors === void 0 || /(^|\.)(state|param_groups)(\.|$)/.test(path) ? [] : [{ part, tensors }];
});
function judgeEma({ findings }, models) {
  const plain2 = models.filter(({ part }) => part === "model");
  for (const { tensors } of models.filter(({ part }) => part === "ema")) {
    const own = matricesOf(tensors);
    const [nearest] = plain2.map((model) => matricesOf(model.tensors)).sort((a, b) => shared(b, own) - shared(a, own));
    if (nearest === void 0 || shared(nearest, own) * 2 < Math.max(own.size, nearest.size)) continue;
    const differing = [.../* @__PURE__ */ new Set([...own.keys(), ...nearest.keys()])].filter(
      (name) => own.get(name) !== nearest.get(name)
    );
    if (differing.length === 0) continue;
    findings.fail("L3", "ema-differs", "the moving average is not of the model beside it", {
      found: `${differing.length} differ: ${differing.slice(0, 3).map((name) => JSON.stringify(name.slice(0, 80))).join(", ")}`
    });
  }
}
var matricesOf = (tensors) => new Map(
  [...tensors].flatMap(
    ([name, { shape, dtype: dtype2 }]) => shape.length >= 2 && dtype2?.kind === "float" ? [[name.replace(/^(module|ema_model|model)\./, ""), shape.join("x")]] : []
  )
);
var shared = (a, b) => [...a.keys()].filter((name) => b.has(name)).length;

// src/verify/tensor/array-scan.ts
var MOST_RECORD_BYTES = 1024 ** 2;
var ArrayScan = class {
  #subject;
  #array;
  #count;
  #columns;
  /** The beginning of an element that is not all there yet. */
  #rest = new Uint8Array(0);
  #results;
  /** @param names where they are known before: sums of squares are then looked at for negative numbers */
  constructor(subject, array2, names = []) {
    const { type, shape } = array2;
    if (type.parts[0]?.bytes !== type.bytes && type.bytes > MOST_RECORD_BYTES)
      throw overBudget("bytes of a record", MOST_RECORD_BYTES, type.bytes);
    this.#subject = subject;
    this.#array = array2;
    this.#count = shape.reduce((product, size) => product * size, 1);
    this.#columns = type.parts.map((part) => ({
      part,
      scan: new ElementScan(part.dtype, {
        ...subject.scanning,
        littleEndian: part.littleEndian,
        countNegative: mayNotBeNegative(names.map((name) => nameOf3(name, part))),
        mostBytes: part.bytes * this.#count,
        // A single number may be the step.
        firstBytes: this.#count === 1
      })
    }));
  }
  feed(piece) {
    const [only] = this.#columns;
    const { bytes: bytes3 } = this.#array.type;
    if (only !== void 0 && only.part.bytes === bytes3) only.scan.feed(piece);
    else if (bytes3 > 0) this.#feedRecords(piece, bytes3);
  }
  /** Call once, after the last piece. */
  judge(book, place) {
    for (const [i, { part }] of this.#columns.entries()) {
      const scan = this.#scanned()[i];
      const names = place.names.map((name) => nameOf3(name, part));
      const shape = [...this.#array.shape, ...part.shape];
      const isColumn = part.bytes !== this.#array.type.bytes;
      const tensor = {
        names,
        dtype: part.dtype,
        typeName: part.typeName,
        // In Fortran's order the first dimension is the one whose elements lie together.
        shape: this.#array.fortranOrder ? [...shape].reverse() : shape,
        shapes: names.map(() => shape),
        elements: shape.reduce((product, size) => product * size, 1),
        fileOffset: place.fileOffset,
        // A lost page is no stretch of one column.
        scan: isColumn ? { ...scan, zeroRuns: [], zerosAtEnd: 0 } : scan,
        proven: place.proven || this.#subject.digestGiven,
        ...place.isTable === true && { isTable: true }
      };
      book.take(tensor, part.littleEndian);
    }
  }
  #scanned() {
    this.#results ??= this.#columns.map(({ scan }) => scan.finish());
    return this.#results;
  }
  #feedRecords(piece, bytes3) {
    let at = 0;
    if (this.#rest.length > 0) {
      at = Math.min(bytes3 - this.#rest.length, piece.length);
      this.#rest = joined(this.#rest, piece.subarray(0, at));
      if (this.#rest.length < bytes3) return;
      this.#split(this.#rest, bytes3);
      this.#rest = new Uint8Array(0);
    }
    const whole = piece.length - at - (piece.length - at) % bytes3;
    if (whole > 0) this.#split(piece.subarray(at, at + whole), bytes3);
    this.#rest = piece.slice(at + whole);
  }
  #split(records, bytes3) {
    const count = records.length / bytes3;
    for (const { part, scan } of this.#columns) {
      const column = new Uint8Array(count * part.bytes);
      for (let i = 0; i < count; i += 1) {
        const from = i * bytes3 + part.offset;
        column.set(records.subarray(from, from + part.bytes), i * part.bytes);
      }
      scan.feed(column);
    }
  }
};
var nameOf3 = (name, part) => part.field === "" ? name : `${name}.${part.field}`;
function joined(a, b) {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

// src/verify/pickle/joblib-array.ts
var WRAPPERS = /* @__PURE__ */ new Set([
  "joblib.numpy_pickle.NumpyArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.NumpyArrayWrapper"
]);
var OLD_WRAPPERS = /* @__PURE__ */ new Set([
  "joblib.numpy_pickle.NDArrayWrapper",
  "joblib.numpy_pickle.ZNDArrayWrapper",
  "joblib.numpy_pickle_compat.NDArrayWrapper",
  "joblib.numpy_pickle_compat.ZNDArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.NDArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.ZNDArrayWrapper"
]);
function joblibStretch(subject, world, object, place) {
  if (OLD_WRAPPERS.has(object.cls.name)) {
    const what = "keeps its arrays in files beside it, as joblib did before 0.10; this version does not look for them";
    throw new Unsettled("L2", "joblib-siblings", what, { found: object.cls.name });
  }
  if (!WRAPPERS.has(object.cls.name)) return void 0;
  const wrapper = wrapperOf(object.state);
  return wrapper.type.object ? new ObjectStretch(subject, world, place) : new ElementStretch(subject, wrapper, place);
}
var bad = (what) => new Broken("L2", "pickle-bad-call", `the pickle program announces an array that is none: ${what}`);
function wrapperOf(state) {
  const get = (name) => state instanceof PyDict ? state.entries.get(`s${name}`)?.[1] : void 0;
  const [shape, order, alignment = null] = [get("shape"), get("order"), get("numpy_array_alignment_bytes")];
  const type = typeOf(get("dtype"));
  if (type === void 0) throw bad("its type is none");
  if (!isArrayClass(get("subclass"))) throw bad("its class is none of NumPy");
  if (order !== "C" && order !== "F") throw bad("its order is none");
  const counts3 = shape instanceof PyTuple ? shape.items : void 0;
  if (counts3 === void 0 || !counts3.every((count) => isInt(count) && count >= 0))
    throw bad("its shape is none");
  if (alignment !== null && !(isInt(alignment) && alignment > 0 && alignment <= 255))
    throw bad("its alignment is none");
  return {
    type,
    shape: counts3,
    fortranOrder: order === "F",
    alignment: alignment ?? void 0
  };
}
var PADDING = 255;
var ElementStretch = class {
  #scan;
  #alignment;
  /** -1 until its length has been read. */
  #paddingLeft;
  #left;
  #dataAt;
  constructor(subject, wrapper, { position, streamBytes }) {
    const bytes3 = BigInt(wrapper.type.bytes) * countOf(wrapper.shape);
    if (bytes3 > BigInt(Number.MAX_SAFE_INTEGER) || position + Number(bytes3) > streamBytes) {
      throw new Broken("L1", "cut-short", "an array is longer than what is left of the file", {
        expected: `${bytes3} bytes`,
        found: `at most ${streamBytes - position}`
      });
    }
    this.#scan = new ArrayScan(subject, wrapper);
    this.#alignment = wrapper.alignment;
    this.#paddingLeft = wrapper.alignment === void 0 ? 0 : -1;
    this.#left = Number(bytes3);
    this.#dataAt = position;
  }
  get done() {
    return this.#paddingLeft === 0 && this.#left === 0;
  }
  take(bytes3) {
    let at = 0;
    if (this.#paddingLeft < 0 && bytes3.length > 0) {
      this.#paddingLeft = bytes3[0];
      this.#dataAt += 1 + this.#paddingLeft;
      at = 1;
      if (this.#paddingLeft > (this.#alignment ?? 0)) throw bad("its padding is longer than its alignment");
    }
    const padding = bytes3.subarray(at, at + Math.max(0, this.#paddingLeft));
    if (padding.some((byte) => byte !== PADDING)) throw bad("its padding is not what it should be");
    this.#paddingLeft -= padding.length;
    at += padding.length;
    const data = this.#paddingLeft === 0 ? bytes3.subarray(at, at + this.#left) : bytes3.subarray(0, 0);
    if (data.length > 0) this.#scan.feed(data);
    this.#left -= data.length;
    return at + data.length;
  }
  judge(names, { book, fileOffset, proven, isTable = false }) {
    const at = fileOffset === void 0 ? 0 : fileOffset + this.#dataAt;
    this.#scan.judge(book, { names, fileOffset: at, proven, isTable });
  }
};
var ObjectStretch = class {
  #machine;
  #objects;
  constructor(subject, { find, note }, { position, streamBytes }) {
    this.#machine = new PickleMachine({ find, note }, subject.budgets, streamBytes - position, true);
  }
  get done() {
    return this.#objects !== void 0;
  }
  get objects() {
    return this.#objects;
  }
  take(bytes3) {
    this.#machine.feed(bytes3);
    if (this.#machine.stoppedAt === void 0) return bytes3.length;
    this.#objects = this.#machine.value();
    return bytes3.length - this.#machine.unread;
  }
  judge() {
  }
};

// src/verify/pickle/walk.ts
var plainOf = (value) => value instanceof PyFloat ? value.value : typeof value === "bigint" ? Number(value) : value;
var LONGEST_PATH = 1024;
function walkPickled(root, depthLimit, events, name = "") {
  const entered = /* @__PURE__ */ new Set();
  const open = [
    [{ value: root, path: name, top: name.split(".", 1)[0] ?? "", depth: 0 }].values()
  ];
  for (let siblings = open.at(-1); siblings !== void 0; siblings = open.at(-1)) {
    const next = siblings.next();
    if (next.done === true) {
      open.pop();
      continue;
    }
    const step = next.value;
    const { depth } = step;
    const value = instead(step, events);
    if (value === void 0 || entered.has(value)) continue;
    entered.add(value);
    if (value instanceof PyTensor) {
      if (value.beside !== void 0) open.push([below(step, "beside", value.beside)].values());
      continue;
    }
    if (depth >= depthLimit) throw overBudget("pickleDepth", depthLimit, depth + 1);
    if (isHollow(value)) events.opaque(...namesOf(step));
    open.push(childrenOf(value, step));
  }
}
var isContainer = (value) => value instanceof PyDict || value instanceof PyList || value instanceof PyTuple || value instanceof PySet || value instanceof PyObject;
var isScalar = (value) => value === null || typeof value !== "object" || value instanceof PyFloat;
var isHollow = (value) => value instanceof PyObject && value.members.entries.size + value.items.length + value.args.length === 0 && (value.state === void 0 || value.state instanceof PyDict && value.state.entries.size === 0);
var ROOT = "(root)";
var namesOf = ({ path, top }) => [path || ROOT, top || ROOT];
function instead(step, events) {
  const { value } = step;
  if (!isContainer(value)) {
    tell(step, events);
    return value instanceof PyTensor ? value : void 0;
  }
  const other = value instanceof PyObject ? events.object?.(...namesOf(step), value) ?? false : false;
  return other === true ? void 0 : other === false ? value : other;
}
function tell(step, events) {
  const { value } = step;
  if (value instanceof PyTensor) events.tensor(...namesOf(step), value);
  else if (isScalar(value)) events.scalar(...namesOf(step), value);
  else if (!isContainer(value)) events.opaque(...namesOf(step));
}
function* childrenOf(value, step) {
  if (value instanceof PyDict) yield* membersOf(value, step);
  else if (value instanceof PySet) for (const item of value.items.values()) yield below(step, "*", item);
  else if (value instanceof PyObject) {
    yield* membersOf(value.members, step);
    yield* itemsOf3(value.items, step);
    yield* itemsOf3(value.args, step);
    if (value.state !== void 0) yield* stateOf(value.state, step);
  } else yield* itemsOf3(value.items, step);
}
function* itemsOf3(items, step) {
  for (const [i, item] of items.entries())
    yield isScalar(item) ? { ...step, value: item, depth: step.depth + 1 } : below(step, String(i), item);
}
function* membersOf(dict, step) {
  for (const [key, value] of dict.entries.values()) yield below(step, nameOfKey(key), value);
}
function* stateOf(state, step) {
  const parts = state instanceof PyTuple ? state.items : [state];
  for (const part of parts) {
    if (part instanceof PyDict) yield* membersOf(part, step);
    else yield { ...step, value: part, depth: step.depth + 1 };
  }
}
function below(step, name, value) {
  const path = step.path === "" ? name : `${step.path}.${name}`.slice(0, LONGEST_PATH);
  return { value, path, top: step.top === "" ? name : step.top, depth: step.depth + 1 };
}
function nameOfKey(key) {
  if (typeof key === "string") return key.slice(0, LONGEST_PATH);
  if (typeof key === "object" && key !== null) return key instanceof PyFloat ? String(key.value) : "(key)";
  return String(key);
}

// src/verify/pickle/pickled-object.ts
var MOST_SCALARS = 64;
var PickledObject = class {
  #subject;
  #imports;
  #machine;
  #between = /* @__PURE__ */ new Map();
  #arrays = /* @__PURE__ */ new Map();
  /** What the names of all begin with that lies in the table of pandas whose turn it is. */
  #table;
  /** @param programBytes Infinity when only the end of the stream tells */
  constructor(subject, imports, programBytes, isJoblib) {
    this.#subject = subject;
    this.#imports = imports;
    const world = {
      find: (module, name) => this.#imports.find(module, name),
      note: (code, what) => subject.findings.note("L2", code, what)
    };
    if (isJoblib) {
      world.raw = (object, position) => {
        const stretch = joblibStretch(subject, world, object, { position, streamBytes: programBytes });
        if (stretch !== void 0) this.#between.set(object, stretch);
        return stretch;
      };
    }
    this.#machine = new PickleMachine(world, subject.budgets, programBytes);
  }
  feed(piece) {
    this.#machine.feed(piece);
  }
  /** The value at STOP, after which nothing may follow. */
  end() {
    return this.#machine.end();
  }
  get holdsJoblibArrays() {
    return this.#between.size > 0;
  }
  /** Enters names, scalars and arrays. @returns the number of arrays, each counted as often as it has a name */
  enter(root, place) {
    const { keys, budgets } = this.#subject;
    const named = (path) => place.name === "" ? path : path === "(root)" ? place.name : `${place.name}.${path}`;
    const topOf2 = (top) => place.name === "" ? top : place.name;
    walkPickled(root, budgets.pickleDepth, {
      tensor: (path, top) => keys.addValue(named(path), topOf2(top)),
      scalar: (path, top, value) => this.#scalar(named(path), topOf2(top), value, place),
      opaque: (path, top) => keys.addValue(named(path), topOf2(top)),
      object: (path, top, object) => this.#object(named(path), topOf2(top), object)
    });
    let count = 0;
    for (const { names, array: array2, between, isTable } of this.#arrays.values()) {
      count += names.length;
      const where = { ...place, isTable };
      if (array2 !== void 0) this.#judgePickled(names, array2, where);
      else between?.judge(names, where);
    }
    return count;
  }
  #scalar(path, top, value, { book, meaning }) {
    const { keys, facts } = this.#subject;
    const plain2 = plainOf(value);
    keys.addValue(path, top, plain2 === null);
    if (typeof plain2 === "number") {
      book.steps.offer(path, plain2);
      meaning?.number(path, plain2);
    }
    const isVersion = path.endsWith("_sklearn_version");
    const name = isVersion ? "_sklearn_version" : path.slice(0, 120);
    const isShown = path === top || isVersion && !Object.hasOwn(facts.scalars, name);
    if (isShown && Object.keys(facts.scalars).length < MOST_SCALARS) {
      const shown3 = typeof plain2 === "string" ? plain2.slice(0, 200) : plain2;
      facts.scalars = { ...facts.scalars, [name]: shown3 };
    }
  }
  #object(path, top, object) {
    const between = this.#between.get(object);
    const array2 = between === void 0 ? arrayIn(object) : void 0;
    if (between?.objects !== void 0 || array2?.objects !== void 0) {
      return this.#objectsOf(between?.objects) ?? array2?.objects ?? false;
    }
    if (between === void 0 && array2?.bytes === void 0) {
      if (object.cls.name.startsWith("pandas.") && !this.#isInTable(path))
        this.#table = path === "(root)" ? "" : `${path}.`;
      if (object.cls.name !== "numpy.dtype") return false;
      this.#subject.keys.addValue(path, top);
      return true;
    }
    const known = this.#arrays.get(object);
    this.#subject.keys.addTensor(path, top);
    if (known !== void 0) known.names.push(path);
    else {
      const found = between === void 0 ? array2 === void 0 ? {} : { array: array2 } : { between };
      this.#arrays.set(object, { names: [path], isTable: this.#isInTable(path), ...found });
    }
    return true;
  }
  #isInTable(path) {
    return this.#table !== void 0 && path.startsWith(this.#table);
  }
  #objectsOf(value) {
    return value === void 0 ? void 0 : arrayIn(value)?.objects;
  }
  #judgePickled(names, array2, place) {
    const { bytes: bytes3, at = 0 } = array2;
    if (bytes3 === void 0) return;
    const scan = new ArrayScan(this.#subject, array2, names);
    scan.feed(bytes3);
    const fileOffset = (place.fileOffset ?? 0) + at;
    const { proven, isTable = false } = place;
    scan.judge(place.book, { names, fileOffset, proven, isTable });
  }
};

// src/verify/pickle/pickle-reading.ts
var NEEDS_OBJECTS = "is more than plain data: it loads only with an unpickler that makes the objects it names";
var PickleReading = class {
  #object;
  #imports;
  #book;
  #meaning;
  #root = null;
  #arrays = 0;
  /** @param bytes Infinity when only the end of the stream tells */
  constructor(subject, bytes3) {
    this.#imports = new PickleImports(subject);
    this.#book = new TensorBook(subject);
    this.#meaning = new CheckpointMeaning(subject, subject.reader.label);
    this.#object = new PickledObject(subject, this.#imports, bytes3, true);
  }
  get summary() {
    return this.#book.summary;
  }
  feed(piece) {
    this.#object.feed(piece);
  }
  /** @param fileOffset of the program; absent when its bytes have no place in the file */
  end(fileOffset, proven) {
    this.#root = this.#object.end();
    const place = { name: "", proven, book: this.#book, meaning: this.#meaning };
    this.#arrays = this.#object.enter(
      this.#root,
      fileOffset === void 0 ? place : { ...place, fileOffset }
    );
  }
  settle(complete) {
    this.#imports.settle(NEEDS_OBJECTS);
    if (!complete) return;
    this.#book.settle(this.#arrays);
    this.#meaning.settle(this.#root);
  }
};

// src/verify/pickle/sniff.ts
var TELLING_OPCODE_BYTES = 256;
var NAME3 = /^[A-Za-z_][\w.]*$/;
function beginsAsPickle(head, sizeBytes) {
  if (head[0] === 128) return (head[1] ?? 255) <= 5 && head.length > 2 && isOpcode(head[2]);
  const first = head[0];
  if (first === void 0 || !FIRST.has(first)) return false;
  return runsAsText(head, sizeBytes);
}
var TAR = Buffer.from("ustar");
var TAR_MAGIC_AT = 257;
var unpacksToPickle = (start) => !TAR.equals(start.subarray(TAR_MAGIC_AT, TAR_MAGIC_AT + TAR.length)) && beginsAsPickle(start, Number.POSITIVE_INFINITY);
var WINDOW_BYTES = 1024 ** 2;
async function runsAsProgram(reader, head, sizeBytes) {
  const skim = new PickleSkim(sizeBytes);
  skim.feed(head);
  for (let at = head.length; at < sizeBytes && skim.state === "open"; ) {
    const idle = Math.min(skim.idle, sizeBytes - at);
    if (idle > 0) skim.pass(idle);
    else skim.feed(await reader.read(at, Math.min(WINDOW_BYTES, sizeBytes - at)));
    at += idle > 0 ? idle : Math.min(WINDOW_BYTES, sizeBytes - at);
  }
  return skim.state === "program";
}
var bytesOf4 = (text3) => [...Buffer.from(text3, "latin1")];
var OPCODES2 = new Set(
  bytesOf4(
    "(.012FGIJKLMNPQRSTUVXabcdeghijlopqrstu})]BC\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8A\x8B\x8C\x8D\x8E\x8F\x90\x91\x92\x93\x94\x95\x96\x97\x98"
  )
);
var isOpcode = (byte) => OPCODES2.has(byte);
var FIRST = new Set(bytesOf4("(FGIJKLMNSTUVXBCc})]"));
function runsAsText(head, sizeBytes) {
  let called = false;
  let imported = false;
  const model = {
    tier: "B",
    state: "any",
    holds: "members",
    call: (args) => {
      called = true;
      return new PyObject(OBJECT, args);
    },
    make: (args) => {
      called = true;
      return new PyObject(OBJECT, args);
    }
  };
  const world = {
    find: (module, name) => {
      if (!NAME3.test(module) || !NAME3.test(name)) throw new Broken("L2", "pickle-malformed", "no name");
      imported = true;
      return new PyGlobal(`${module}.${name}`, model);
    },
    note: () => {
    },
    // joblib's arrays lie between the opcodes: what follows cannot be told from here.
    raw: (object) => {
      called ||= object.cls.name.endsWith("ArrayWrapper");
      return void 0;
    }
  };
  const machine = new PickleMachine(world, DEFAULT_BUDGETS, sizeBytes, true);
  try {
    machine.feed(head);
  } catch (error) {
    const tooLong = error instanceof OverBudget && error.budget === "constantBytes";
    if (error instanceof Unsettled) return called || imported || !tooLong;
    if (!(error instanceof Broken)) throw error;
    return called;
  }
  if (called) return true;
  const { stoppedAt } = machine;
  if (stoppedAt === void 0)
    return isStructured(head) && head.length >= TELLING_OPCODE_BYTES && isDeepIn(machine, head);
  if (stoppedAt < sizeBytes)
    return isStructured(head) && (stoppedAt >= TELLING_OPCODE_BYTES || beginsAsPickle(head.subarray(stoppedAt), sizeBytes - stoppedAt));
  return isStructured(head) || imported;
}
var OF_A_LINE = new Set(bytesOf4("FILSVcgip"));
var TELLING_OPCODES = 3;
function isDeepIn(machine, head) {
  const { opcodes, position } = machine.progress;
  return opcodes >= TELLING_OPCODES || !OF_A_LINE.has(head[position] ?? 0);
}
var isStructured = (head) => "(}])".includes(String.fromCharCode(head[0]));
var OBJECT = new PyGlobal("object", { tier: "B", state: "any", holds: "members" });

// src/verify/pickle/format-pickle.ts
var JOBLIB = Buffer.from("joblib.numpy_pickle", "latin1");
var pickle = {
  name: "pickle",
  proves: "protocols 0 to 5 opcode by opcode, imports by an exact list, nothing behind STOP; joblib's arrays between the opcodes; NumPy arrays: type x shape = bytes, values",
  checksum: "none",
  recognises: ({ head, sizeBytes }) => beginsAsPickle(head, sizeBytes),
  async open(subject) {
    const { sizeBytes, head } = subject;
    const reading = new PickleReading(subject, sizeBytes);
    const isJoblib = Buffer.from(head.buffer, head.byteOffset, head.length).includes(JOBLIB);
    return {
      ...isJoblib ? { format: "joblib" } : {},
      checksummed: false,
      reaches: "L3",
      regions: () => [
        wholeFile(subject, { feed: (piece) => reading.feed(piece), end: () => reading.end(0, false) })
      ],
      finish: (complete) => reading.settle(complete),
      tensors: () => reading.summary
    };
  }
};

// src/verify/read/bounded-reader.ts
var BoundedReader = class {
  requests = 0;
  bytesRead = 0;
  sizeBytes;
  #head = new Uint8Array(0);
  #source;
  #signal;
  #clock;
  #deadline;
  constructor(source, budgets, clock, signal) {
    this.#source = source;
    this.#signal = signal;
    this.#clock = clock;
    this.sizeBytes = source.sizeBytes;
    const allowedSeconds = budgets.wallSeconds + source.sizeBytes / budgets.wallBytesPerSecond;
    this.#deadline = clock.now().getTime() + allowedSeconds * 1e3;
  }
  get label() {
    return this.#source.label;
  }
  /** A read costs next to nothing. */
  get isLocal() {
    return this.#source.descriptor !== void 0;
  }
  /** Reads the start once; later reads inside it cost nothing. */
  async head(length) {
    if (this.#head.length < length) this.#head = await this.read(0, Math.min(length, this.sizeBytes));
    return this.#head;
  }
  async read(offset, length) {
    this.mustLieInside(offset, length);
    if (offset + length <= this.#head.length) return this.#head.subarray(offset, offset + length);
    const bytes3 = await this.bounded(() => this.#source.read(offset, length));
    if (bytes3.length !== length) throw changed(`asked for ${length} bytes and got ${bytes3.length}`, offset);
    this.#count(length);
    return bytes3;
  }
  /** Like `read`, into memory that the caller uses again. */
  async readInto(offset, target) {
    this.mustLieInside(offset, target.length);
    const { readInto } = this.#source;
    if (readInto === void 0) {
      target.set(await this.read(offset, target.length));
      return;
    }
    await this.bounded(() => readInto.call(this.#source, offset, target));
    this.#count(target.length);
  }
  /** @returns false when this source cannot read without waiting; then nothing was done */
  readIntoNow(offset, target) {
    const { readIntoNow } = this.#source;
    if (readIntoNow === void 0) return false;
    this.mustLieInside(offset, target.length);
    this.throwIfStopped();
    try {
      readIntoNow.call(this.#source, offset, target);
    } catch (error) {
      if (error instanceof RangeError) throw changed(error.message, 0);
      throw error;
    }
    this.#count(target.length);
    return true;
  }
  /** Reads that workers did. */
  countOthers(requests, bytes3) {
    this.requests += requests;
    this.bytesRead += bytes3;
  }
  /** Throws when the source knows that the file is not the one that was opened. */
  async mustBeUnchanged() {
    const what = await this.#source.changed?.();
    if (what !== void 0) throw changed(what, 0);
  }
  throwIfStopped() {
    this.#signal?.throwIfAborted();
    if (this.#clock.now().getTime() > this.#deadline) {
      throw new Unsettled("L0", "over-budget", "took longer than its wall-time budget");
    }
  }
  #count(length) {
    this.requests += 1;
    this.bytesRead += length;
  }
  mustLieInside(offset, length) {
    const inside = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
    if (inside && offset + length <= this.sizeBytes) return;
    throw new Broken("L1", "outside-file", "points outside the file", {
      offset,
      expected: `at most ${this.sizeBytes} bytes`,
      found: `${length} bytes from ${offset}`
    });
  }
  /** A wait for the source: ends with an abort, and tells a file that shrank. */
  async bounded(read) {
    this.throwIfStopped();
    try {
      return await untilAborted(read(), this.#signal);
    } catch (error) {
      if (error instanceof RangeError) throw changed(error.message, 0);
      throw error;
    }
  }
};
var changed = (what, offset) => new Broken("L0", "changed-while-reading", `changed while it was read: ${what}`, { offset });
async function untilAborted(work, signal) {
  if (signal === void 0) return work;
  let stop = () => {
  };
  const aborted = new Promise((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  work.catch(() => {
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

// src/verify/codec/crc32-combine.ts
var POLYNOMIAL = 3988292384;
function times(matrix, vector) {
  let product = 0;
  for (let bit = 0, rest = vector >>> 0; rest !== 0; bit += 1, rest >>>= 1) {
    if (rest & 1) product ^= matrix[bit];
  }
  return product;
}
var squared = (matrix) => matrix.map((column) => times(matrix, column));
var POWERS = [];
function power(i) {
  if (POWERS.length === 0) {
    const bit = Int32Array.from({ length: 32 }, (_none, i2) => i2 === 0 ? POLYNOMIAL | 0 : 1 << i2 - 1);
    POWERS.push(squared(squared(squared(bit))));
  }
  while (POWERS.length <= i) POWERS.push(squared(POWERS.at(-1)));
  return POWERS[i];
}
function combineCrc32(first, second, secondBytes) {
  let crc = first | 0;
  for (let i = 0, rest = secondBytes; rest > 0; i += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) crc = times(power(i), crc);
  }
  return (crc ^ second) >>> 0;
}

// src/verify/tensor/thread.ts
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
var SOURCES = {
  "scan-worker": "./scan-worker.ts",
  "apart-worker": "../apart/apart-worker.ts",
  "crew-worker": "../apart/crew-worker.ts"
};
function startThread(name, options = {}) {
  if (!import.meta.url.endsWith(".ts")) {
    const places = [`./${name}.mjs`, `./chunks/${name}.mjs`].map((path) => new URL(path, import.meta.url));
    return new Worker(places.find((place) => existsSync(place)) ?? places[0], options);
  }
  const loader = import.meta.resolve("tsx/esm/api");
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(
    new URL(SOURCES[name], import.meta.url).href
  )}); });`;
  return new Worker(start, { ...options, eval: true });
}

// src/verify/tensor/scan-pool.ts
var SLICE_BYTES = 4096 * BLOCK_BYTES;
var MOST_SLICES = 64;
var HELD_BY_WORKER = 2;
var ScanPool = class {
  #jobs;
  #workers = [];
  #waiting = [];
  #held = /* @__PURE__ */ new Map();
  #helps = false;
  #failure;
  #closed;
  constructor(jobs) {
    this.#jobs = jobs;
  }
  /** Work on one open file. */
  of(descriptor) {
    return {
      work: (offset, length, bulk, onSlice) => this.#work(descriptor, { offset, length }, bulk, onSlice)
    };
  }
  /** May be called again while it is under way. */
  close() {
    this.#closed ??= this.#close();
    return this.#closed;
  }
  async #close() {
    this.#failed(new Error("the pool was closed"));
    for (const worker of this.#workers) worker.ref();
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
  /** Slices are joined as they come in, so that memory does not grow with the stretch. */
  async #work(descriptor, { offset, length }, { crc: wantsCrc, scan: wanted }, onSlice) {
    const slices = [];
    const scan = wanted && new ElementScan(wanted.dtype, wanted.options);
    let crc = 0;
    for (let done = 0, asked = 0; done < length; ) {
      for (; asked < length && slices.length < MOST_SLICES; asked += SLICE_BYTES) {
        const bytes3 = Math.min(SLICE_BYTES, length - asked);
        const task = { descriptor, offset: offset + asked, bytes: bytes3, crc: wantsCrc };
        const slice2 = this.#submit(wanted === void 0 ? task : { ...task, scan: wanted });
        slice2.catch(() => {
        });
        slices.push(slice2);
      }
      const slice = await slices.shift();
      crc = combineCrc32(crc, slice.crc ?? 0, slice.bytes);
      if (slice.scan !== void 0) scan?.join(slice.scan);
      done += slice.bytes;
      onSlice(slice.bytes);
    }
    return {
      bytes: length,
      ...wantsCrc ? { crc } : {},
      ...scan === void 0 ? {} : { scan: scan.state() }
    };
  }
  /**
   * This thread does its share of what no worker has at hand, and listens between two slices. Once for all stretches that are
   * under way: if each helped itself, a turn of the event loop would be a slice of every one, and workers would go hungry.
   */
  async #help() {
    if (this.#helps) return;
    this.#helps = true;
    await breath();
    for (let mine = this.#waiting.shift(); mine !== void 0; mine = this.#waiting.shift()) {
      settle(mine, lookAtSlice(mine.task));
      await breath();
    }
    this.#helps = false;
  }
  /** Not before there is something for them: many a file has no stretch that could be cut. */
  #start() {
    while (this.#workers.length < this.#jobs - 1) {
      const worker = startThread("scan-worker");
      this.#workers.push(worker);
      this.#held.set(worker, []);
      worker.on("message", (answer) => this.#took(worker, answer));
      worker.on("error", (error) => this.#failed(error));
      worker.unref();
    }
  }
  #submit(task) {
    return new Promise((resolve, reject) => {
      if (this.#failure !== void 0) reject(this.#failure);
      else {
        this.#start();
        this.#waiting.push({ task, resolve, reject });
        this.#handOut();
        void this.#help();
      }
    });
  }
  #handOut() {
    for (const worker of this.#workers) {
      const held = this.#held.get(worker) ?? [];
      while (held.length < HELD_BY_WORKER && this.#waiting.length > 0) {
        const waiting = this.#waiting.shift();
        held.push(waiting);
        worker.ref();
        worker.postMessage(waiting.task);
      }
    }
  }
  #took(worker, answer) {
    const held = this.#held.get(worker) ?? [];
    const waiting = held.shift();
    if (waiting !== void 0) settle(waiting, answer);
    this.#handOut();
    if (held.length === 0) worker.unref();
  }
  #failed(error) {
    this.#failure ??= error;
    const held = [...this.#held.values()].flatMap((list) => list.splice(0));
    for (const { reject } of [...held, ...this.#waiting.splice(0)]) reject(this.#failure);
  }
};
var WORTH_BYTES = 64 * 1024 ** 2;
async function withPool(jobs, largestBytes, work, signal) {
  if (jobs === void 0 || jobs < 2 || largestBytes < WORTH_BYTES) return await work(void 0);
  const pool = new ScanPool(jobs);
  const stop = () => void pool.close();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await work(pool);
  } finally {
    signal?.removeEventListener("abort", stop);
    await pool.close();
  }
}
var breath = () => new Promise((resolve) => setImmediate(resolve));
function settle({ resolve, reject }, answer) {
  if ("slice" in answer) resolve(answer.slice);
  else reject(answer.shrank ? new RangeError(answer.why) : new Error(answer.why));
}

// src/verify/pickle/cursor.ts
var FIRST_WINDOW = 65536;
var WINDOW = 1024 ** 2;
var PickleCursor = class {
  /** Where the next thing begins. */
  at;
  #reader;
  #to;
  constructor(reader, from, to) {
    this.#reader = reader;
    this.at = from;
    this.#to = to;
  }
  get left() {
    return this.#to - this.at;
  }
  /** Feeds one program. One that does not stop before the end is fed whole and left unfinished. */
  async take(taker) {
    const from = this.at;
    let window = FIRST_WINDOW;
    for (let at = from; at < this.#to && taker.stoppedAt === void 0; window = WINDOW) {
      const length = Math.min(window, this.#to - at);
      taker.feed(await this.#reader.read(at, length));
      at += length;
    }
    this.at = from + (taker.stoppedAt ?? this.#to - from);
  }
  async bytes(length) {
    const bytes3 = await this.#reader.read(this.at, length);
    this.at += length;
    return bytes3;
  }
  /** The value of a program without storages. */
  async plain({ findings, budgets }, imports) {
    const machine = new PickleMachine(
      {
        find: (module, name) => imports.find(module, name),
        note: (code, what) => findings.note("L2", code, what)
      },
      budgets,
      this.left,
      true
    );
    await this.take(machine);
    return machine.value();
  }
};

// src/verify/torch/checkpoint-book.ts
var CheckpointBook = class {
  constructor(subject, shared2) {
    this.subject = subject;
    this.imports = shared2?.imports ?? new PickleImports(subject);
    this.steps = shared2?.steps ?? new StepRecord(subject);
    this.judge = shared2?.judge ?? new TensorJudge(subject);
    this.meaning = shared2?.meaning ?? new CheckpointMeaning(subject, subject.reader.label);
  }
  subject;
  imports;
  steps;
  judge;
  meaning;
  /**
   * Call once, when everything has gone by.
   * @param program absent when it could not be walked
   */
  settle(program, storages) {
    this.imports.settle();
    if (program === void 0) return NO_TENSORS;
    const { metaTensors, root } = program;
    if (metaTensors > 0) {
      const what = `${metaTensors} tensors have a shape and no data`;
      this.subject.findings.degraded("L3", "meta-tensor", what);
    }
    this.steps.settle();
    this.meaning.settle(root);
    return this.judge.settle([...storages].reduce((sum, { tensors }) => sum + tensors.length, 0));
  }
};

// src/verify/torch/loader.ts
var WEIGHTS_ONLY2 = /* @__PURE__ */ new Set([
  ...Buffer.from("cRbaesu(tN)]}JKMGXUQhjqr.", "latin1"),
  ...[128, 129, 133, 134, 135, 136, 137, 138, 143]
]);
var SHOWN2 = 5;
function judgeLoader({ findings, allowDegraded }, opcodes) {
  const beyond = opcodes.filter((opcode) => !WEIGHTS_ONLY2.has(opcode));
  if (beyond.length === 0) return;
  const hex = beyond.slice(0, SHOWN2).map((opcode) => `0x${opcode.toString(16).padStart(2, "0")}`);
  const what = "is written in opcodes that torch.load refuses by default: it loads only with weights_only=False; torch.save writes protocol 2 unless told otherwise";
  const where = { found: `opcodes ${hex.join(", ")}` };
  if (allowDegraded) findings.degraded("L2", "unsafe-loader", what, where);
  else findings.fail("L2", "unsafe-loader", `${what}, and the roster does not allow that`, where);
}

// src/verify/torch/tensor-view.ts
var elementsOf = (shape) => shape.reduce((product, size) => product * size, 1);
function reachOf({ shape, stride, offset }) {
  if (shape.includes(0)) return 0;
  return offset + 1 + shape.reduce((sum, size, i) => sum + (size - 1) * (stride[i] ?? 0), 0);
}
function reachesElement({ shape, stride, offset }, element) {
  if (shape.includes(0)) return false;
  const dimensions = shape.map((size, i) => ({ size, stride: stride[i] ?? 0 })).sort((a, b) => b.stride - a.stride);
  let rest = element - offset;
  for (const { size, stride: step } of dimensions) {
    if (step === 0 || rest < 0) continue;
    rest -= Math.min(Math.floor(rest / step), size - 1) * step;
  }
  return rest === 0;
}

// src/verify/torch/program.ts
var TorchProgramReader = class {
  #subject;
  #steps;
  #meaning;
  #machine;
  #storages;
  constructor({ subject, imports, steps, meaning }, programBytes, { spelling = zipSpelling, openEnded = false, storages = /* @__PURE__ */ new Map() } = {}) {
    this.#subject = subject;
    this.#steps = steps;
    this.#meaning = meaning;
    this.#storages = storages;
    const world = {
      find: (module, name) => imports.find(module, name),
      persistent: (id) => this.#persistent(spelling, id),
      note: (code, what) => subject.findings.note("L2", code, what)
    };
    this.#machine = new PickleMachine(world, subject.budgets, programBytes, openEnded);
  }
  feed(piece) {
    this.#machine.feed(piece);
  }
  /** Of a program that something else follows: its length, once its STOP has come. */
  get stoppedAt() {
    return this.#machine.stoppedAt;
  }
  /** Of a program that fills what it was said to fill. */
  end(name) {
    return this.#describe(this.#machine.end(), name);
  }
  /** Of a program that something else follows. */
  stop() {
    return this.#describe(this.#machine.value(), "");
  }
  #describe(root, name) {
    const program = {
      storages: this.#storages,
      metaTensors: 0,
      root,
      opcodes: this.#machine.opcodesUsed
    };
    const { keys, facts, budgets } = this.#subject;
    const shown3 = [];
    walkPickled(
      root,
      budgets.pickleDepth,
      {
        tensor: (path, top, tensor) => {
          keys.addTensor(path, top);
          this.#place(program, path, top, tensor);
        },
        scalar: (path, top, value) => {
          const plain2 = plainOf(value);
          keys.addValue(path, top, plain2 === null);
          if (typeof plain2 === "number") {
            this.#steps.offer(path, plain2);
            this.#meaning.number(path, plain2);
          }
          if (path === top && shown3.length < 64)
            shown3.push([path.slice(0, 120), typeof plain2 === "string" ? plain2.slice(0, 200) : plain2]);
        },
        opaque: (path, top) => keys.addValue(path, top)
      },
      name
    );
    const before = Object.entries(facts.scalars);
    facts.scalars = Object.fromEntries([...before, ...shown3].slice(0, 64));
    return program;
  }
  #persistent(spelling, id) {
    const value = spelling(id, (storage) => this.#enter(storage));
    if (value === void 0)
      throw new Broken("L2", "pickle-bad-call", "the pickle program asks for something else than a storage");
    return value;
  }
  #enter(storage) {
    const { key, dtype: dtype2, elements } = storage;
    const known = this.#storages.get(key);
    if (known === void 0) {
      this.#storages.set(key, { storage, tensors: [] });
      return storage;
    }
    if (known.storage.dtype !== dtype2 || known.storage.elements !== elements) {
      throw new Broken("L2", "storage-contradicts", `storage ${quoted(key)} is described in two ways`);
    }
    return known.storage;
  }
  #place(program, name, top, tensor) {
    const { storage, dtype: dtype2 } = tensor;
    if (storage === void 0) {
      program.metaTensors += 1;
      return;
    }
    const elements = storage.dtype === void 0 ? storage.elements / ((dtype2?.bits ?? 8) / 8) : storage.elements;
    if (reachOf(tensor) > elements) {
      this.#subject.findings.fail("L2", "tensor-outside", `${quoted(name)} reaches beyond its storage`, {
        expected: `at most ${elements} elements`,
        found: `reaches ${reachOf(tensor)}`
      });
    }
    const placed = storage.from === 0 ? tensor : shifted(tensor, storage.from);
    this.#storages.get(storage.key)?.tensors.push({ name, top, tensor: placed });
  }
};
var shifted = ({ storage, dtype: dtype2, offset, shape, stride }, from) => new PyTensor(storage, dtype2, { offset: offset + from, shape, stride });
var zipSpelling = (id, add) => {
  const storage = id instanceof PyTuple && id.items.length === 5 ? storageOf(id) : void 0;
  return storage === void 0 ? void 0 : add(storage);
};

// src/verify/torch/storage.ts
var StorageScan = class {
  #referred;
  #book;
  #come;
  #dtype;
  /** For workers; else `feed`. */
  scan;
  constructor(referred, book, come) {
    this.#referred = referred;
    this.#book = book;
    this.#come = come;
    this.#dtype = elementTypeOf(referred);
    const first = referred.tensors[0]?.name ?? "";
    this.scan = new ElementScan(this.#dtype, {
      moments: book.subject.scanning.moments === true,
      littleEndian: come.littleEndian,
      countNegative: mayNotBeNegative(referred.tensors.map(({ name }) => name)),
      mostBytes: come.bytes,
      firstBytes: book.steps.wants(first) || book.meaning.wants(first)
    });
  }
  feed(piece) {
    this.scan.feed(piece);
  }
  /**
   * @param fileOffset of the first byte that was fed
   * @param isStored in the file as they were fed
   */
  end(fileOffset, isStored) {
    const { proven } = this.#come;
    const { tensors } = this.#referred;
    const dtype2 = this.#dtype;
    const scan = this.scan.finish();
    if (tensors.length === 0) return;
    const shown3 = largest(this.#referred);
    const ordered = [shown3, ...tensors.filter((each) => each !== shown3)];
    this.#offerStep(scan.firstBytes);
    this.#book.judge.take({
      names: ordered.map(({ name }) => name),
      dtype: dtype2,
      shape: shown3.tensor.shape,
      shapes: ordered.map(({ tensor }) => tensor.shape),
      elements: Math.floor(scan.bytes / (dtype2.bits / 8)),
      fileOffset,
      scan,
      proven,
      isPlain: isStored && this.#come.littleEndian,
      reaches: (unit) => tensors.some(({ tensor }) => reachesElement(tensor, elementOfUnit(dtype2, unit)))
    });
  }
  #offerStep(firstBytes) {
    const { steps, meaning } = this.#book;
    const [first] = this.#referred.tensors;
    if (first === void 0 || !(steps.wants(first.name) || meaning.wants(first.name))) return;
    if (elementsOf(first.tensor.shape) !== 1 || first.tensor.offset !== 0) return;
    const value = readScalar(this.#dtype, firstBytes, this.#come.littleEndian);
    if (value === void 0) return;
    steps.offer(first.name, value);
    if (meaning.wants(first.name)) meaning.offer(value);
  }
};
function storageSink(scan, entry) {
  let fileOffset = entry.dataOffset;
  return {
    scan: scan.scan,
    feed(piece, offset) {
      if (offset >= 0) fileOffset ??= offset;
      scan.feed(piece);
    },
    end: () => scan.end(fileOffset ?? entry.offset, fileOffset !== void 0 && entry.method === "stored")
  };
}
function elementTypeOf({ storage, tensors }) {
  if (storage.dtype !== void 0) return storage.dtype;
  const types = new Set(tensors.map(({ tensor }) => tensor.dtype));
  const [only] = types;
  return types.size === 1 && only !== void 0 ? only : DTYPES.u8;
}
var largest = ({ tensors }) => tensors.reduce(
  (best, each) => elementsOf(each.tensor.shape) > elementsOf(best.tensor.shape) ? each : best
);
var elementOfUnit = (dtype2, unit) => Math.floor(unit * dtype2.unitBytes * 8 / dtype2.bits);

// src/verify/torch/walk.ts
function walkOf(reader, checksummed) {
  let summary = NO_TENSORS;
  return {
    checksummed,
    reaches: "L3",
    regions: () => reader.regions(),
    finish() {
      summary = reader.settle();
    },
    tensors: () => summary
  };
}

// src/verify/torch/format-legacy.ts
var MAGIC = Uint8Array.of(138, 10, 108, 252, 156, 70, 249, 32, 106, 168, 80, 25, 46);
var MAGIC_AS_TEXT = new Uint8Array(Buffer.from("L119547037146038801333356L\n."));
var FRAME = Uint8Array.of(149, MAGIC.length, 0, 0, 0, 0, 0, 0, 0);
var PROTOCOL_VERSION = 1001;
var COUNT_BYTES = 8;
function magicBytes(head) {
  if (startsWith(head, MAGIC_AS_TEXT)) return MAGIC_AS_TEXT.length;
  const protocol = head[1] ?? 0;
  if (head[0] !== 128 || protocol < 2 || protocol > 5) return 0;
  const frame = protocol >= 4 ? FRAME.length : 0;
  if (frame > 0 && !startsWith(head, FRAME, 2)) return 0;
  return startsWith(head, MAGIC, 2 + frame) ? 2 + frame + MAGIC.length : 0;
}
var torchLegacy = {
  name: "torch-legacy",
  proves: "magic and version are literals; the object walked opcode by opcode; the listed storages are those it refers to, each of its declared size; every tensor lies inside its storage; the storages end exactly where the file does; values",
  checksum: "none",
  recognises: ({ head }) => magicBytes(head) > 0,
  async open(subject) {
    const file = new LegacyFile(subject);
    await file.readProgram();
    return walkOf(file, false);
  }
};
var layout = (what, offset, found) => new Broken("L2", "torch-layout", what, { offset, ...found === void 0 ? {} : { found } });
var LegacyFile = class {
  #subject;
  #book;
  #program;
  #placed = [];
  constructor(subject) {
    this.#subject = subject;
    this.#book = new CheckpointBook(subject);
  }
  async readProgram() {
    const { findings, reader, head, sizeBytes } = this.#subject;
    const cursor = new PickleCursor(reader, magicBytes(head), sizeBytes);
    await findings.guard(async () => {
      await this.#readVersion(cursor);
      const program = await this.#readObject(cursor);
      this.#place(cursor, await this.#readKeys(cursor), program);
      this.#program = program;
      judgeLoader(this.#subject, program.opcodes);
    });
  }
  *regions() {
    for (const placed of this.#placed) yield this.#region(placed);
  }
  settle() {
    return this.#book.settle(this.#program, this.#program?.storages.values() ?? []);
  }
  /** Version and machine. The byte order of the machine says nothing: storages are written little-endian everywhere. */
  async #readVersion(cursor) {
    const from = cursor.at;
    const version = await cursor.plain(this.#subject, this.#book.imports);
    if (version !== PROTOCOL_VERSION)
      throw layout("is not of version 1001, the only one there is", from, String(version).slice(0, 40));
    const at = cursor.at;
    const machine = await cursor.plain(this.#subject, this.#book.imports);
    const entry = (dict, key) => dict instanceof PyDict ? dict.entries.get(`s${key}`)?.[1] : void 0;
    const sizes = entry(machine, "type_sizes");
    const sound = entry(machine, "protocol_version") === PROTOCOL_VERSION && typeof entry(machine, "little_endian") === "boolean" && ["short", "int", "long"].every((word) => [2, 4, 8].includes(entry(sizes, word)));
    if (!sound) throw layout("does not describe the machine it was written on", at);
  }
  async #readObject(cursor) {
    const reader = new TorchProgramReader(this.#book, cursor.left, {
      spelling: legacySpelling,
      openEnded: true
    });
    await cursor.take(reader);
    return reader.stop();
  }
  async #readKeys(cursor) {
    const from = cursor.at;
    const list = await cursor.plain(this.#subject, this.#book.imports);
    const keys = list instanceof PyList ? list.items : [];
    if (!(list instanceof PyList) || !keys.every((key) => typeof key === "string"))
      throw layout("does not list the keys of its storages", from);
    return keys;
  }
  /** Storages follow in the order of the list and fill the rest of the file. */
  #place(cursor, keys, { storages }) {
    const { sizeBytes, findings } = this.#subject;
    const listed4 = new Set(keys);
    const unlisted = [...storages.keys()].find((key) => !listed4.has(key));
    const unknown = keys.find((key) => !storages.has(key));
    if (listed4.size !== keys.length) throw layout("lists a storage twice", cursor.at);
    if (unlisted !== void 0)
      throw new Broken("L2", "storage-missing", `storage ${quoted(unlisted)} is not in the file`);
    if (unknown !== void 0)
      throw new Broken("L2", "storage-unknown", `nothing refers to storage ${quoted(unknown)}`);
    let at = cursor.at;
    for (const key of keys) {
      const referred = storages.get(key);
      const bytes3 = bytesOf5(referred.storage);
      if (at + COUNT_BYTES + bytes3 > sizeBytes) {
        findings.fail("L1", "cut-short", `the file ends inside storage ${quoted(key)}`, {
          offset: at,
          expected: `${COUNT_BYTES + bytes3} bytes`,
          found: `${Math.max(0, sizeBytes - at)} bytes`
        });
        return;
      }
      this.#placed.push({ offset: at, bytes: bytes3, referred });
      at += COUNT_BYTES + bytes3;
    }
    if (at === sizeBytes) return;
    findings.fail("L1", "trailing-bytes", "bytes follow the last storage", {
      offset: at,
      expected: `${at} bytes`,
      found: `${sizeBytes} bytes`
    });
  }
  #region({ offset, bytes: bytes3, referred }) {
    const count = new Uint8Array(COUNT_BYTES);
    let counted2 = 0;
    const come = { littleEndian: true, proven: this.#subject.digestGiven, bytes: bytes3 };
    const scan = new StorageScan(referred, this.#book, come);
    return {
      offset,
      length: COUNT_BYTES + bytes3,
      feed(piece) {
        const head = piece.subarray(0, COUNT_BYTES - counted2);
        count.set(head, counted2);
        counted2 += head.length;
        scan.feed(piece.subarray(head.length));
      },
      end() {
        const found = new DataView(count.buffer).getBigInt64(0, true);
        if (found !== BigInt(referred.storage.elements))
          throw new Broken("L1", "storage-size", "a storage has another length than the object says", {
            offset,
            expected: `${referred.storage.elements} elements`,
            found: String(found)
          });
        scan.end(offset + COUNT_BYTES, true);
      }
    };
  }
};
var bytesOf5 = ({ elements, dtype: dtype2 }) => elements * ((dtype2 ?? DTYPES.u8).bits / 8);
var legacySpelling = (id, add) => {
  if (!(id instanceof PyTuple)) return void 0;
  const [word, cls, , , , view] = id.items;
  if (word === "module" && id.items.length === 4) return cls instanceof PyGlobal ? cls : void 0;
  const root = id.items.length === 6 ? storageOf(id) : void 0;
  if (root === void 0) return void 0;
  const known = add(root);
  if (view === null) return known;
  const [key, offset, size] = view instanceof PyTuple && view.items.length === 3 ? view.items : [];
  const inside = typeof key === "string" && isInt(offset) && isInt(size) && offset >= 0 && size >= 0 && offset + size <= root.elements;
  return inside ? new PyStorage(root.dtype, root.key, size, offset) : void 0;
};

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
    const { name, shape, dtype: dtype2, fingerprint = "" } = row;
    const isWeight = shape.length >= 2 && sizeOf3(row) >= FEWEST_NUMBERS && isWeightByName(name);
    if (!isWeight || partOf(name) === "optimizer" || TAKES_OVER.test(name)) continue;
    const key = [name.replace(/\d+/g, "#"), dtype2, shape.join("x"), fingerprint].join(" ");
    const first = seen.get(key);
    if (first === void 0) seen.set(key, row);
    else if (before.get(first.name)?.fingerprint !== before.get(name)?.fingerprint && !isTied(first, row))
      return [first.name, name];
  }
  return void 0;
}
var isTied = (a, b) => a.at !== void 0 && a.at.offset === b.at?.offset;
var sizeOf3 = ({ shape }) => shape.reduce((product, size) => product * size, 1);
var inPart = (rows, part) => rows.filter((row) => sizeOf3(row) > 1 && partOf(row.name) === part);
var STEPS_THAT_SHOW = 10;
var isOfSixteenBits = (rows) => inPart(rows, "model").every(({ dtype: dtype2 }) => dtype2 === "bf16" || dtype2 === "f16");
var PARTS2 = ["model", "optimizer"];
function stoodStill(both, same) {
  const moved = PARTS2.map((part) => inPart(both, part)).filter((rows) => rows.length > 0);
  if (moved.length < 2) return void 0;
  const still = PARTS2.filter((part) => inPart(both, part).every((row) => same.has(row)));
  return still.length === 1 ? still[0] : void 0;
}

// src/verify/engine/examining.ts
import { createHash as createHash2 } from "node:crypto";

// src/verify/contract/tensor-table.ts
import { createHash } from "node:crypto";
var TensorTable = class {
  #rows = [];
  add(row) {
    this.#rows.push(row);
  }
  get rows() {
    return this.#rows;
  }
  /** SHA-256 over names, types, shapes and fingerprints in the order of names: equal when no tensor differs. */
  digest() {
    if (this.#rows.length === 0) return void 0;
    const lines = this.#rows.map(
      ({ name, dtype: dtype2, shape, fingerprint }) => `${JSON.stringify(name)} ${dtype2} ${shape.join("x")} ${fingerprint ?? "-"}
`
    );
    return createHash("sha256").update(lines.sort().join("")).digest("hex");
  }
};

// src/verify/engine/examining.ts
var emptyBooks = () => ({
  findings: new Findings(),
  keys: new KeyBook(),
  facts: { scalars: {} },
  imports: /* @__PURE__ */ new Set(),
  table: new TensorTable()
});
async function settled(findings, signal, work) {
  try {
    await work();
  } catch (error) {
    if (signal?.aborted === true || error instanceof Problem) throw error;
    if (findings.caught(error)) return;
    findings.inconclusive("L0", "read-failed", `could not be examined: ${String(error).slice(0, 200)}`);
  }
}
var DigestCheck = class {
  expected;
  /** Takes the bytes, where they must be hashed. */
  hash;
  /** Once all bytes have been read. */
  found;
  #already;
  constructor({ hash, sha256, alreadyHashed }) {
    const mustHash = hash === true || sha256 !== void 0;
    this.hash = mustHash && alreadyHashed === void 0 ? createHash2("sha256") : void 0;
    this.expected = sha256?.toLowerCase();
    this.#already = alreadyHashed?.toLowerCase();
  }
  /** Call once, when the bytes have gone by. */
  take() {
    this.found = this.hash?.digest("hex") ?? this.#already;
  }
  judge(findings) {
    const { expected, found } = this;
    if (expected === void 0 || found === void 0 || expected === found) return;
    findings.fail("L1", "digest-mismatch", "is not the file that the manifest lists", { expected, found });
  }
};

// src/verify/codec/inflater.ts
import {
  createGunzip,
  createInflate,
  createInflateRaw
} from "node:zlib";
var CREATE = { raw: createInflateRaw, zlib: createInflate, gzip: createGunzip };
var Inflater = class {
  #inflate;
  #failed;
  /** The end mark of the stream was met; zlib then never answers a write again. */
  #ended;
  #isEnded = false;
  #reject = () => {
  };
  #out = 0;
  /** @param wrapping with `zlib` and `gzip` the stream ends only after its checksum, which zlib compares */
  constructor(declaredBytes, offset, sink, wrapping2 = "raw") {
    this.#inflate = CREATE[wrapping2]();
    this.#failed = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    this.#failed.catch(() => {
    });
    this.#ended = new Promise((resolve) => {
      this.#inflate.once("end", () => {
        this.#isEnded = true;
        resolve();
      });
    });
    this.#inflate.on("error", (error) => {
      this.#reject(new Broken("L1", "deflate-broken", `cannot be inflated: ${error.message}`, { offset }));
    });
    this.#inflate.on("data", (piece) => {
      this.#out += piece.length;
      const tooMuch = new Broken("L1", "deflate-surplus", "inflates to more than it declares", {
        offset,
        expected: `${declaredBytes} bytes`
      });
      if (this.#out > declaredBytes) this.#stop(tooMuch);
      else this.#try(() => sink(piece));
    });
  }
  /** The stream's own end mark was met; what was written since is not part of it. */
  get isEnded() {
    return this.#isEnded;
  }
  /** Bytes of input that the stream really used so far. */
  get usedBytes() {
    return this.#inflate.bytesWritten;
  }
  /** The piece's memory may be used again once this resolves. */
  feed(piece) {
    if (this.#isEnded) return Promise.resolve();
    const done = new Promise((resolve, reject) => {
      this.#inflate.write(piece, (error) => error ? reject(error) : resolve());
    });
    done.catch(() => {
    });
    return Promise.race([done, this.#failed, this.#ended]);
  }
  /** @returns how many bytes of input the stream really used: what follows its end mark is not part of it */
  async end() {
    if (!this.#isEnded) this.#inflate.end();
    await Promise.race([this.#ended, this.#failed]);
    return this.#inflate.bytesWritten;
  }
  #try(work) {
    try {
      work();
    } catch (error) {
      this.#stop(error);
    }
  }
  #stop(error) {
    this.#inflate.removeAllListeners("data");
    this.#reject(error);
    this.#inflate.destroy();
  }
};

// src/verify/archive/gzip-members.ts
var FIXED_BYTES = 10;
var TRAILER_BYTES = 8;
var MOST_HEADER_BYTES2 = 256 * 1024;
var [HEADER_CRC, EXTRA, NAME4, COMMENT, RESERVED] = [2, 4, 8, 16, 224];
var GzipMembers = class {
  isChecksummed = true;
  members = 0;
  expandedBytes = 0;
  #limits;
  #onContent;
  #stage = "header";
  #kept = new Uint8Array(0);
  #start = 0;
  #inflater;
  #crc = 0;
  #length = 0;
  constructor(limits, onContent) {
    this.#limits = limits;
    this.#onContent = onContent;
  }
  async feed(piece, fileOffset) {
    for (let at = 0; at < piece.length; ) {
      const rest = piece.subarray(at);
      if (this.#stage === "content") at += await this.#content(rest);
      else at += this.#collect(rest, fileOffset + at);
    }
  }
  end(offset) {
    if (this.#stage === "header" && this.#kept.length === 0 && this.members > 0) return;
    throw new Broken("L1", "cut-short", "ends in the middle of a gzip member", { offset });
  }
  /** @returns bytes taken */
  #collect(rest, offset) {
    const before = this.#kept.length;
    if (before === 0 && this.#stage === "header") this.#start = offset;
    const whole = before === 0 ? rest : Buffer.concat([this.#kept, rest]);
    const length = this.#stage === "trailer" ? TRAILER_BYTES : headerLength(whole, this.#start);
    if (length === void 0 || whole.length < length) {
      if (whole.length > MOST_HEADER_BYTES2)
        throw overBudget("gzipHeaderBytes", MOST_HEADER_BYTES2, whole.length, this.#start);
      this.#kept = whole.slice();
      return rest.length;
    }
    this.#kept = new Uint8Array(0);
    if (this.#stage === "trailer") this.#judge(whole.subarray(0, length), offset - before);
    else this.#begin(offset - before + length);
    return length - before;
  }
  #begin(dataOffset) {
    this.members += 1;
    if (this.members > this.#limits.objects)
      throw overBudget("objects", this.#limits.objects, this.members, this.#start);
    this.#crc = 0;
    this.#length = 0;
    this.#inflater = new Inflater(Number.MAX_SAFE_INTEGER, dataOffset, (piece) => {
      this.#crc = crc32(piece, this.#crc);
      this.#length += piece.length;
      this.expandedBytes += piece.length;
      const { expandedBytes } = this.#limits;
      if (this.expandedBytes > expandedBytes)
        throw overBudget("expandedBytes", expandedBytes, this.expandedBytes, this.#start);
      this.#onContent(piece);
    });
    this.#stage = "content";
  }
  async #content(rest) {
    const inflater = this.#inflater;
    const before = inflater.usedBytes;
    await inflater.feed(rest);
    if (!inflater.isEnded) return rest.length;
    this.#inflater = void 0;
    this.#stage = "trailer";
    return inflater.usedBytes - before;
  }
  #judge(trailer, offset) {
    const view = new DataView(trailer.buffer, trailer.byteOffset, TRAILER_BYTES);
    const [crc, length] = [view.getUint32(0, true), view.getUint32(4, true)];
    if (crc !== this.#crc)
      throw sumDiffers("the content is not what was packed: its CRC-32 differs", offset, {
        stored: crc,
        found: this.#crc
      });
    if (length !== this.#length % 2 ** 32)
      throw new Broken("L1", "member-length", "the content is not as long as its member says", {
        offset: offset + 4,
        expected: `${length} bytes`,
        found: `${this.#length % 2 ** 32} bytes`
      });
    this.#stage = "header";
  }
};
function headerLength(bytes3, offset) {
  const known = bytes3.subarray(0, 3);
  const isMagic = known.every((byte, i) => byte === [31, 139, 8][i]);
  if (!isMagic) throw new Broken("L1", "trailing-bytes", "what follows is no gzip member", { offset });
  if (bytes3.length < FIXED_BYTES) return void 0;
  const flags = bytes3[3];
  if ((flags & RESERVED) !== 0)
    throw new Broken("L1", "gzip-header", "a header has flags that mean nothing", { offset });
  let at = FIXED_BYTES;
  if ((flags & EXTRA) !== 0) {
    if (bytes3.length < at + 2) return void 0;
    at += 2 + bytes3[at] + 256 * bytes3[at + 1];
  }
  for (const text3 of [NAME4, COMMENT]) {
    if ((flags & text3) === 0) continue;
    const end = bytes3.indexOf(0, at);
    if (end < 0) return void 0;
    at = end + 1;
  }
  if ((flags & HEADER_CRC) === 0) return at;
  if (bytes3.length < at + 2) return void 0;
  const claimed = bytes3[at] + 256 * bytes3[at + 1];
  if ((crc32(bytes3.subarray(0, at), 0) & 65535) !== claimed)
    throw new Broken("L1", "gzip-header", "a header is not of its checksum", { offset });
  return at + 2;
}

// src/verify/contract/expansion.ts
var expansionLimit = ({ budgets, sizeBytes, expansion }) => Math.min(budgets.expandedBytes, Math.floor(sizeBytes * budgets.nestedExpansion / expansion));
var unpackedInMemory = ({ budgets, depth }) => Math.floor(budgets.structureBytes / 2 ** (depth + 1));

// src/verify/read/window-source.ts
function windowSource(reader, offset, sizeBytes, label) {
  return {
    label,
    sizeBytes,
    async read(from, length) {
      if (from < 0 || from + length > sizeBytes)
        throw new RangeError(`${length} bytes from ${from} lie outside ${label} (${sizeBytes} bytes)`);
      return await reader.read(offset + from, length);
    },
    close: async () => {
    }
  };
}
function bytesSource(bytes3, label) {
  return {
    label,
    sizeBytes: bytes3.length,
    async read(from, length) {
      if (from < 0 || from + length > bytes3.length)
        throw new RangeError(`${length} bytes from ${from} lie outside ${label} (${bytes3.length} bytes)`);
      return bytes3.subarray(from, from + length);
    },
    close: async () => {
    }
  };
}

// src/verify/archive/unpacked.ts
var Unpacked = class {
  /** All of it was unpacked, whether or not it was held to be looked into. */
  isRead = false;
  #subject;
  #wrapping;
  /** An archive or a data set may be anything inside; what is claimed to be something must be that. */
  #isAnything;
  #verdict;
  constructor(subject, wrapping2) {
    this.#subject = subject;
    this.#wrapping = wrapping2;
    this.#isAnything = subject.role === "archive" || subject.role === "dataset";
  }
  /** @param proven a checksum of the wrapping vouches for the content */
  async examine(content, proven) {
    const { findings, role, sizeBytes, facts, expectation } = this.#subject;
    if (content.length === 0) {
      findings.fail("L1", "empty", "holds nothing", { expected: "at least 1 byte", found: "0 bytes" });
      return;
    }
    this.#verdict = await this.#subject.examine(bytesSource(content, "content"), {
      role,
      proven,
      member: this.#isAnything,
      expectation,
      expansion: Math.max(1, content.length / sizeBytes)
    });
    for (const key of ["step", "epoch", "rows", "best"]) {
      const value = this.#verdict.facts[key];
      if (value !== void 0) Object.assign(facts, { [key]: value });
    }
    const what = `is wrapped in ${this.#wrapping}, as which no framework loads it`;
    if (holdsTensors(role)) findings.degraded("L3", "wrapped", what, { offset: 0 });
  }
  get reaches() {
    if (this.#isAnything) return this.isRead ? "L2" : "L1";
    return this.#verdict === void 0 || this.#verdict.format === "unknown" ? "L1" : this.#verdict.level;
  }
  get tensors() {
    return this.#verdict?.tensors ?? NO_TENSORS;
  }
};

// src/verify/archive/packed.ts
var TASTED_BYTES = 1024;
var packed = ({ unpack, ...format }) => ({
  ...format,
  async open(subject) {
    const content = new PackedContent(subject, format.name);
    const limits = {
      expandedBytes: expansionLimit(subject),
      windowBytes: subject.budgets.structureBytes,
      objects: subject.budgets.objects
    };
    const unpacking = unpack(subject.sizeBytes, limits, (piece) => content.take(piece, limits));
    return {
      get format() {
        return content.isPickle ? "joblib" : format.name;
      },
      get checksummed() {
        return unpacking.isChecksummed;
      },
      regions: () => [
        wholeFile(subject, {
          feed: (...piece) => unpacking.feed(...piece),
          async end() {
            await unpacking.end(subject.sizeBytes);
            content.end(unpacking.isChecksummed);
          }
        })
      ],
      inside: () => content.examine(unpacking.isChecksummed),
      finish: (complete) => content.settle(complete),
      tensors: () => content.tensors,
      get reaches() {
        return content.reaches;
      }
    };
  }
});
var PackedContent = class {
  #subject;
  #unpacked;
  #mostHeld;
  #bytes = 0;
  #start = new Uint8Array(0);
  #pickle;
  /** `undefined` where there are more of them than may be held. */
  #pieces = [];
  constructor(subject, wrapping2) {
    this.#subject = subject;
    this.#unpacked = new Unpacked(subject, wrapping2);
    this.#mostHeld = unpackedInMemory(subject);
  }
  get isPickle() {
    return this.#pickle !== void 0;
  }
  get reaches() {
    return this.isPickle ? "L3" : this.#unpacked.reaches;
  }
  get tensors() {
    return this.#pickle?.summary ?? this.#unpacked.tensors;
  }
  take(piece, { expandedBytes }) {
    this.#bytes += piece.length;
    if (this.#bytes > expandedBytes) throw overBudget("expandedBytes", expandedBytes, this.#bytes);
    this.#subject.reader.throwIfStopped();
    if (this.#start === void 0) this.#goOn(piece);
    else {
      this.#start = Buffer.concat([this.#start, piece]);
      if (this.#start.length >= TASTED_BYTES) this.#taste();
    }
  }
  end(proven) {
    this.#taste();
    this.#pickle?.end(void 0, proven);
    this.#unpacked.isRead = true;
  }
  async examine(proven) {
    const { findings, facts } = this.#subject;
    const pieces = this.#pieces;
    this.#pieces = void 0;
    if (this.isPickle || !this.#unpacked.isRead) return;
    facts.scalars["unpackedBytes"] = this.#bytes;
    if (pieces !== void 0) return await this.#unpacked.examine(Buffer.concat(pieces), proven);
    const what = `its content is ${proven ? "right by its checksum, and" : ""} too long to be looked into`;
    findings.degraded("L2", "not-examined", what, { found: `${this.#bytes} bytes` });
  }
  settle(complete) {
    this.#pickle?.settle(complete);
  }
  #taste() {
    const start = this.#start;
    if (start === void 0) return;
    this.#start = void 0;
    if (unpacksToPickle(start)) this.#pickle = new PickleReading(this.#subject, Number.POSITIVE_INFINITY);
    this.#goOn(start);
  }
  #goOn(piece) {
    if (this.#pickle !== void 0) {
      this.#pickle.feed(piece);
      return;
    }
    if (this.#bytes > this.#mostHeld) this.#pieces = void 0;
    this.#pieces?.push(piece.slice());
  }
};
function asUnpacking(read, of) {
  const parser = new PushParser(read);
  return {
    feed: (...piece) => parser.feed(...piece),
    end: (sizeBytes) => parser.end(sizeBytes),
    get isChecksummed() {
      return of.isChecksummed;
    }
  };
}

// src/verify/archive/format-gzip.ts
var MAGIC2 = Uint8Array.of(31, 139, 8);
var gzip = packed({
  name: "gzip",
  proves: "every member: header, CRC-32 and length of its content, nothing after it; the content by its own type where it fits into memory",
  checksum: "CRC-32 of the content",
  recognises: ({ head }) => startsWith(head, MAGIC2),
  unpack: (_sizeBytes, limits, sink) => new GzipMembers(limits, sink)
});

// src/verify/codec/tar-block.ts
var BLOCK = 512;
var paddingOf = (bytes3) => (BLOCK - bytes3 % BLOCK) % BLOCK;
var CHECKSUM_AT = 148;
function hasChecksum(block) {
  let unsigned = 0;
  let signed = 0;
  for (let i = 0; i < BLOCK; i += 1) {
    const byte = i >= CHECKSUM_AT && i < CHECKSUM_AT + 8 ? 32 : block[i];
    unsigned += byte;
    signed += byte << 24 >> 24;
  }
  const claimed = octal(block.subarray(CHECKSUM_AT, CHECKSUM_AT + 8));
  return claimed !== void 0 && (claimed === unsigned || claimed === signed);
}
var fieldsOf2 = (block) => ({
  type: String.fromCharCode(block[156]),
  mode: octal(block.subarray(100, 108)),
  sizeBytes: sizeIn(block.subarray(124, 136)),
  name: upToNul(block.subarray(0, 100)),
  prefix: upToNul(latin12(block.subarray(257, 263)) === "ustar\0" ? block.subarray(345, 500) : NOTHING2),
  link: upToNul(block.subarray(157, 257))
});
var NOTHING2 = new Uint8Array(0);
function upToNul(bytes3) {
  const end = bytes3.indexOf(0);
  return end < 0 ? bytes3 : bytes3.subarray(0, end);
}
function sizeIn(field) {
  const first = field[0];
  const size = (first & 128) === 0 ? octal(field) : first === 128 ? bigEndian(field.subarray(1)) : void 0;
  return size !== void 0 && Number.isSafeInteger(size) ? size : void 0;
}
var bigEndian = (field) => Number(field.reduce((sum, byte) => sum << 8n | BigInt(byte), 0n));
function octal(field) {
  const match = /^ *([0-7]*)[ \0]*$/.exec(latin12(field));
  return match === null ? void 0 : Number.parseInt(match[1] || "0", 8);
}
var latin12 = (bytes3) => Buffer.from(bytes3).toString("latin1");
function paxRecords(bytes3) {
  const records = [];
  for (let at = 0; at < bytes3.length; ) {
    const space = bytes3.indexOf(32, at);
    const digits = space < 0 || space - at > 9 ? "" : latin12(bytes3.subarray(at, space));
    const length = /^[1-9][0-9]*$/.test(digits) ? Number(digits) : 0;
    const record = bytes3.subarray(space + 1, at + length);
    const equals = record.indexOf(61);
    if (at + length > bytes3.length || record.at(-1) !== 10 || equals <= 0) return;
    records.push([latin12(record.subarray(0, equals)), record.subarray(equals + 1, -1)]);
    at += length;
  }
  return records;
}

// src/verify/archive/archive-members.ts
var ArchiveMembers = class {
  #subject;
  #lowest = [];
  #known = 0;
  #examined = 0;
  #leftOut = 0;
  #tensors = NO_TENSORS;
  constructor(subject) {
    this.#subject = subject;
  }
  get isFull() {
    return this.#examined >= this.#subject.budgets.membersExamined;
  }
  /** @param name its path in the archive, which need not be unique to us */
  async examine(source, options) {
    const { role } = this.#subject;
    const verdict = await this.#subject.examine(source, {
      ...options,
      member: true,
      prefix: `${source.label}/`,
      // An archive around a checkpoint is asked what a checkpoint is asked.
      role: holdsTensors(role) ? role : "archive"
    });
    this.#examined += 1;
    if (verdict.format === "unknown") return verdict;
    this.#known += 1;
    const { tensors } = verdict;
    if (tensors === void 0 || tensors.count === 0) return verdict;
    this.#lowest.push(verdict.level);
    this.#tensors = together(this.#tensors, tensors);
    return verdict;
  }
  leaveOut() {
    this.#leftOut += 1;
  }
  /** @param total regular members that hold anything */
  settle(total) {
    const { facts, findings } = this.#subject;
    facts.scalars["members"] = total;
    facts.scalars["membersExamined"] = this.#known;
    if (this.#leftOut > 0) {
      const what = "not every member was examined by its own type";
      const found = `${this.#examined} of ${this.#examined + this.#leftOut}`;
      findings.note("L2", "members-left-out", what, { found });
    }
  }
  /** What the archive as a whole could prove: values only where every member that could hold some was looked at. */
  get reaches() {
    const isWhole = this.#leftOut === 0 && this.#known === this.#examined && this.#lowest.length > 0;
    return isWhole && this.#lowest.every((level) => level === "L3") ? "L3" : "L2";
  }
  get tensors() {
    return this.#tensors;
  }
};

// src/verify/archive/tar-header.ts
var KINDS = {
  "\0": "file",
  "0": "file",
  "7": "file",
  "1": "hard-link",
  "2": "symlink",
  "5": "folder",
  x: "pax",
  X: "pax",
  g: "pax-global",
  L: "long-name",
  K: "long-link"
};
var SPECIAL = {
  "3": "a character device",
  "4": "a block device",
  "6": "a named pipe"
};
var GNU_ONLY = "SMVDN";
function readTarHeader(block, offset) {
  if (!hasChecksum(block))
    throw new Broken("L1", "tar-checksum", "a header is not of its checksum", { offset });
  const fields = fieldsOf2(block);
  const kind = kindOf(fields.type, offset);
  const prefix = text(fields.prefix, offset);
  const name = text(fields.name, offset);
  const link = text(fields.link, offset);
  if (fields.sizeBytes === void 0)
    throw new Broken("L1", "tar-size", "a member has no proper size", {
      offset: offset + 124,
      found: JSON.stringify(Buffer.from(block.subarray(124, 136)).toString("latin1"))
    });
  return { kind, name: prefix === "" ? name : `${prefix}/${name}`, link, sizeBytes: fields.sizeBytes };
}
function kindOf(flag, offset) {
  const kind = KINDS[flag];
  if (kind !== void 0) return kind;
  const special = SPECIAL[flag];
  if (special !== void 0)
    throw new Broken("L2", "tar-special", `holds ${special}, which no artifact needs`, { offset });
  const extra = { offset, found: JSON.stringify(flag) };
  if (GNU_ONLY.includes(flag))
    throw new Unsettled("L1", "tar-kind", "holds a sparse file or a part of several volumes", extra);
  throw new Unsettled("L1", "tar-kind", "holds a member of a kind that we do not know", extra);
}
function text(bytes3, offset) {
  const name = utf8(upToNul(bytes3));
  if (name === void 0) throw new Broken("L1", "member-name", "a member's name is not UTF-8", { offset });
  return name;
}
function readPax(bytes3, offset, isGlobal) {
  const records = paxRecords(bytes3);
  if (!records) throw new Broken("L1", "tar-pax", "an extended header is not made of records", { offset });
  const found = {};
  for (const record of records) take(found, record, { offset, isGlobal });
  return found;
}
function take(found, [key, value], { offset, isGlobal }) {
  const matters = key === "path" || key === "linkpath" || key === "size";
  if (/^(GNU\.sparse\.|hdrcharset$)/.test(key) || isGlobal && matters) {
    throw new Unsettled("L1", "tar-pax", "has an extended header that changes how members are read", {
      offset,
      found: key.slice(0, 40)
    });
  }
  if (!matters) return;
  if (value.includes(0))
    throw new Broken("L1", "tar-pax", "an extended header has a NUL in a name", { offset });
  const plain2 = text(value, offset);
  if (key === "path") found.name = plain2;
  else if (key === "linkpath") found.link = plain2;
  else if (/^[0-9]{1,16}$/.test(plain2)) found.sizeBytes = Number(plain2);
  else throw new Broken("L1", "tar-size", "an extended header gives no proper size", { offset });
}

// src/verify/contract/archive-name.ts
function badName(name) {
  if (name === "") return "is empty";
  if (/[\0\\]/.test(name)) return "has a NUL or a backslash";
  if (name.startsWith("/") || /^[a-z]:/i.test(name)) return "is absolute";
  if (name.split("/").includes("..")) return "leads out of the archive";
  return void 0;
}
var nameBroken = (why, name, offset) => new Broken("L1", "member-name", `a member's name ${why}`, {
  offset,
  found: quoted(name)
});
var plainName2 = (name) => name.split("/").filter((part) => part !== "" && part !== ".").join("/");

// src/verify/archive/tar-tree.ts
var LONGEST_NAME2 = 4096;
var MOST_FOLDERS = 1e6;
var TarTree = class {
  #files = /* @__PURE__ */ new Set();
  #folders = /* @__PURE__ */ new Set();
  #links = /* @__PURE__ */ new Set();
  /** @returns the name without parts that mean nothing */
  enter(kind, name, link, offset) {
    if (name.length > LONGEST_NAME2) throw overBudget("nameLength", LONGEST_NAME2, name.length, offset);
    const plain2 = plainName2(name);
    const bad2 = badName(name);
    if (bad2 !== void 0) throw nameBroken(bad2, name, offset);
    if (plain2 === "" && kind !== "folder") throw nameBroken("is that of the folder itself", name, offset);
    if (kind !== "folder" && name.endsWith("/")) throw nameBroken("is that of a folder", name, offset);
    const parents = parentsOf(plain2);
    for (const parent of parents) {
      if (this.#links.has(parent))
        throw new Broken("L2", "tar-link", `${quoted(name)} lies behind a link`, {
          offset,
          found: quoted(parent)
        });
      if (this.#files.has(parent)) throw twice(parent, offset);
      this.#folders.add(parent);
    }
    if (this.#folders.size > MOST_FOLDERS)
      throw overBudget("folders", MOST_FOLDERS, this.#folders.size, offset);
    if (this.#files.has(plain2) || this.#links.has(plain2)) throw twice(plain2, offset);
    if (kind === "folder") this.#folders.add(plain2);
    else if (this.#folders.has(plain2)) throw twice(plain2, offset);
    else if (kind === "symlink") this.#symlink(plain2, link, parents.length, offset);
    else {
      if (kind === "hard-link") this.#hardLink(link, offset);
      this.#files.add(plain2);
    }
    return plain2;
  }
  /**
   * A target may go up as far as the archive's root and then only down: `a/..` depends on what `a` is by then, which is
   * how links lead out although no name does.
   */
  #symlink(name, target, depth, offset) {
    const parts = target.split("/").filter((part) => part !== "" && part !== ".");
    const firstDown = parts.findIndex((part) => part !== "..");
    const ups = firstDown < 0 ? parts.length : firstDown;
    const isAbsolute = target.startsWith("/") || /^[a-z]:/i.test(target);
    const turnsBack = parts.slice(ups).includes("..");
    if (target === "" || isAbsolute || turnsBack || ups > depth || /[\0\\]/.test(target))
      throw leadsOut(name, target, offset);
    this.#links.add(name);
  }
  /** It is another name for a file that was unpacked before. */
  #hardLink(target, offset) {
    const plain2 = plainName2(target);
    if (badName(target) === void 0 && this.#files.has(plain2)) return;
    throw leadsOut(target, target, offset);
  }
};
var leadsOut = (name, target, offset) => new Broken("L2", "tar-link", `the link ${quoted(name)} leads out of the archive or to nothing in it`, {
  offset,
  found: quoted(target)
});
var twice = (name, offset) => new Broken(
  "L2",
  "tar-twice",
  `${quoted(name)} is there twice, so that programs differ in what they unpack`,
  { offset }
);
var parentsOf = (name) => {
  const parts = name.split("/");
  return parts.slice(0, -1).map((_part, i) => parts.slice(0, i + 1).join("/"));
};

// src/verify/archive/tar-walk.ts
var MOST_EXTENDED_BYTES = 1024 ** 2;
var RECORD = 20 * BLOCK;
var TarWalk = class {
  #findings;
  #sizeBytes;
  #mostMembers;
  #onMember;
  #sink;
  #tree = new TarTree();
  #block = new Uint8Array(BLOCK);
  #kept = 0;
  #members = 0;
  #zeroBlocks = 0;
  #endMark = 0;
  #skip = 0;
  #padding = 0;
  #extended;
  #overrides = {};
  constructor({ findings, sizeBytes, mostMembers }, onMember) {
    this.#findings = findings;
    this.#sizeBytes = sizeBytes;
    this.#mostMembers = mostMembers;
    this.#onMember = onMember;
  }
  feed(piece, fileOffset) {
    for (let at = 0; at < piece.length; ) {
      const rest = piece.subarray(at);
      at += this.#take(rest, fileOffset + at);
    }
  }
  end() {
    const offset = this.#sizeBytes;
    const isInside = this.#kept > 0 || this.#skip > 0 || this.#padding > 0 || this.#extended !== void 0;
    if (isInside || this.#zeroBlocks === 0 || this.#sizeBytes % BLOCK !== 0)
      throw new Broken("L1", "cut-short", "does not end with whole blocks of zeros", { offset });
    if (Object.keys(this.#overrides).length > 0)
      throw new Broken("L1", "tar-pax", "an extended header is followed by no member", { offset });
    if (this.#zeroBlocks === 1) {
      const what = "ends with one block of zeros where two belong";
      this.#findings.degraded("L1", "tar-end", what, { offset });
    }
  }
  /** A tail that never arrived looks like an end mark, and what lay in it is not missed by anyone. */
  get hasLongTail() {
    return this.#sizeBytes - this.#endMark > RECORD;
  }
  /** @returns bytes taken, at least one */
  #take(rest, offset) {
    if (this.#zeroBlocks >= 2) return this.#afterEnd(rest, offset);
    if (this.#skip > 0) {
      const taken2 = Math.min(this.#skip, rest.length);
      this.#skip -= taken2;
      this.#sink?.feed(rest.subarray(0, taken2));
      if (this.#skip === 0) this.#sink?.end();
      return taken2;
    }
    if (this.#extended !== void 0) return this.#gather(this.#extended, rest);
    if (this.#padding > 0) return this.#pad(rest, offset);
    const taken = rest.subarray(0, BLOCK - this.#kept);
    this.#block.set(taken, this.#kept);
    this.#kept += taken.length;
    if (this.#kept === BLOCK) {
      this.#kept = 0;
      this.#header(offset + taken.length - BLOCK);
    }
    return taken.length;
  }
  #afterEnd(rest, offset) {
    const at = rest.findIndex((byte) => byte !== 0);
    if (at < 0) return rest.length;
    throw new Broken("L1", "trailing-bytes", "bytes follow the end mark", { offset: offset + at });
  }
  #pad(rest, offset) {
    const taken = rest.subarray(0, this.#padding);
    this.#padding -= taken.length;
    if (taken.some((byte) => byte !== 0))
      this.#findings.degraded("L1", "tar-padding", "has content where a member is padded", { offset });
    return taken.length;
  }
  #header(offset) {
    if (this.#block.every((byte) => byte === 0)) {
      this.#zeroBlocks += 1;
      this.#endMark = offset + BLOCK;
      return;
    }
    if (this.#zeroBlocks > 0) throw new Broken("L1", "tar-end", "goes on after a block of zeros", { offset });
    const header = readTarHeader(this.#block, offset);
    const isExtended = !["file", "hard-link", "symlink", "folder"].includes(header.kind);
    if (isExtended) this.#beginExtended(header, offset);
    else this.#member(header, offset);
  }
  #beginExtended({ kind, sizeBytes }, offset) {
    this.#mustFit(sizeBytes, offset);
    if (sizeBytes > MOST_EXTENDED_BYTES)
      throw overBudget("extendedHeaderBytes", MOST_EXTENDED_BYTES, sizeBytes, offset);
    this.#padding = paddingOf(sizeBytes);
    if (sizeBytes === 0) return;
    this.#extended = { kind, bytes: new Uint8Array(sizeBytes), left: sizeBytes, offset: offset + BLOCK };
  }
  #gather(extended, rest) {
    const taken = rest.subarray(0, extended.left);
    extended.bytes.set(taken, extended.bytes.length - extended.left);
    extended.left -= taken.length;
    if (extended.left > 0) return taken.length;
    this.#extended = void 0;
    const { kind, bytes: bytes3, offset } = extended;
    const said = kind === "long-name" ? { name: text(bytes3, offset) } : kind === "long-link" ? { link: text(bytes3, offset) } : readPax(bytes3, offset, kind === "pax-global");
    const twice2 = Object.keys(said).some((key) => key in this.#overrides);
    if (twice2)
      throw new Broken("L1", "tar-pax", "two extended headers say the same of one member", { offset });
    this.#overrides = { ...this.#overrides, ...said };
    return taken.length;
  }
  #member(header, offset) {
    const { kind, name, link, sizeBytes } = { ...header, ...this.#overrides };
    this.#overrides = {};
    this.#members += 1;
    if (this.#members > this.#mostMembers)
      throw overBudget("zipMembers", this.#mostMembers, this.#members, offset);
    const isFolder = kind === "folder" || kind === "file" && name.endsWith("/") && sizeBytes === 0;
    const plain2 = this.#tree.enter(isFolder ? "folder" : kind, name, link, offset);
    if (kind !== "file") {
      if (sizeBytes > 0 && kind !== "hard-link")
        throw new Broken("L1", "tar-size", "a folder or link has content", { offset });
      if (kind === "hard-link" && sizeBytes > 0) this.#hardLinkWithContent(offset);
      return;
    }
    this.#mustFit(sizeBytes, offset);
    this.#skip = sizeBytes;
    this.#padding = paddingOf(sizeBytes);
    this.#sink = isFolder ? void 0 : this.#onMember({ name: plain2, offset: offset + BLOCK, sizeBytes });
  }
  /** Some programs give the size of the file it names, others its content: they would go on at two places. */
  #hardLinkWithContent(offset) {
    throw new Broken("L1", "tar-size", "a hard link has a size, which programs understand in two ways", {
      offset
    });
  }
  #mustFit(sizeBytes, offset) {
    const left = this.#sizeBytes - offset - BLOCK;
    if (sizeBytes + paddingOf(sizeBytes) <= left) return;
    throw new Broken("L1", "cut-short", "a member is longer than what is left of the file", {
      offset,
      expected: `at most ${left} bytes`,
      found: `${sizeBytes} bytes`
    });
  }
};

// src/verify/archive/webdataset-samples.ts
var MOST_SHAPES = 1e3;
var Samples = class {
  #keys = /* @__PURE__ */ new Set();
  #shapes = /* @__PURE__ */ new Map();
  #split;
  #twice;
  #isOdd = false;
  #key;
  #extensions = [];
  take({ name, offset }) {
    const folder = name.lastIndexOf("/") + 1;
    const dot = name.indexOf(".", folder);
    if (dot <= folder) {
      if (dot < 0) this.#isOdd = true;
      return;
    }
    const key = name.slice(0, dot);
    if (key !== this.#key) this.#begin(key, offset);
    const extension = name.slice(dot + 1).toLowerCase();
    if (this.#extensions.includes(extension)) this.#twice ??= { key, offset };
    this.#extensions.push(extension);
  }
  /** At least two samples, most of them of one set of two or more extensions. */
  get isDataSet() {
    const [shape = "", { count }] = this.#common;
    return !this.#isOdd && this.#keys.size >= 2 && shape.includes(" ") && count * 2 > this.#keys.size;
  }
  get count() {
    return this.#keys.size;
  }
  get extensions() {
    return this.#common[0];
  }
  end() {
    this.#endSample();
  }
  judge(findings) {
    if (this.#split !== void 0) {
      const what = "a sample goes on after another has begun: its key is there twice";
      findings.fail("L2", "sample-split", what, {
        offset: this.#split.offset,
        found: quoted(this.#split.key)
      });
    }
    if (this.#twice !== void 0)
      findings.fail("L2", "sample-twice", "a sample has two members of one extension", {
        offset: this.#twice.offset,
        found: quoted(this.#twice.key)
      });
    const [shape, { count }] = this.#common;
    const odd = [...this.#shapes].filter(([each]) => each !== shape);
    if (odd.length === 0) return;
    findings.note("L2", "samples-differ", "not every sample has the same members", {
      expected: shape,
      found: `${this.#keys.size - count} others, first ${quoted(odd[0]?.[1].first ?? "")}: ${odd[0]?.[0] ?? ""}`
    });
  }
  #begin(key, offset) {
    this.#endSample();
    if (this.#keys.has(key)) this.#split ??= { key, offset };
    this.#keys.add(key);
    this.#key = key;
    this.#extensions = [];
  }
  #endSample() {
    if (this.#key === void 0 || this.#extensions.length === 0) return;
    const shape = this.#extensions.sort().join(" ").slice(0, 200);
    const known = this.#shapes.get(shape);
    if (known !== void 0) known.count += 1;
    else if (this.#shapes.size < MOST_SHAPES)
      this.#shapes.set(shape, { count: 1, first: this.#key.slice(0, 120) });
    this.#extensions = [];
  }
  get #common() {
    let best = ["", { count: 0, first: "" }];
    for (const each of this.#shapes) if (each[1].count > best[1].count) best = each;
    return best;
  }
};

// src/verify/archive/format-tar.ts
var MAGIC3 = new TextEncoder().encode("ustar");
var TORCH_MEMBERS = ["pickle", "tensors", "storages"];
var tar = {
  name: "tar",
  proves: "header checksums, sizes and padding; names and links stay inside, none twice, no device or pipe; the end mark and nothing after it; members by their own type; a checkpoint of PyTorch 0.1 is not read; as WebDataset: keys and their members",
  checksum: "of headers only",
  recognises({ head }) {
    if (head.length < BLOCK) return false;
    const first = Buffer.from(head.subarray(0, 100)).toString("latin1").replace(/\0.*$/s, "");
    return startsWith(head, MAGIC3, 257) || /^[\x20-\x7e]+$/.test(first) && hasChecksum(head);
  },
  async open(subject) {
    const archive = new TarArchive(subject);
    return archive.walk();
  }
};
var TarArchive = class {
  #subject;
  #members;
  #samples = new Samples();
  #toExamine = [];
  #torchMembers = /* @__PURE__ */ new Set();
  #files = 0;
  #filled = 0;
  constructor(subject) {
    this.#subject = subject;
    this.#members = new ArchiveMembers(subject);
  }
  walk() {
    const { findings, sizeBytes, budgets, digestGiven } = this.#subject;
    const walk = new TarWalk(
      { findings, sizeBytes, mostMembers: budgets.zipMembers },
      (member) => this.#take(member)
    );
    const members = this.#members;
    const result = {
      checksummed: false,
      regions: () => [wholeFile(this.#subject, walk)],
      inside: () => this.#inside(),
      finish: (complete) => {
        if (!complete) return;
        this.#settle(result);
        if (!walk.hasLongTail || digestGiven) return;
        const what = "ends with more zeros than its last record needs: they may stand for members that never arrived";
        findings.degraded("L1", "zero-tail", what, { offset: sizeBytes });
      },
      tensors: () => members.tensors,
      get reaches() {
        return members.reaches;
      }
    };
    return result;
  }
  /** @returns who looks at it as it goes by, where it will not be looked into */
  #take(member) {
    const { keys, budgets } = this.#subject;
    this.#files += 1;
    keys.addValue(member.name, member.name);
    this.#samples.take(member);
    if (TORCH_MEMBERS.includes(member.name)) this.#torchMembers.add(member.name);
    if (member.sizeBytes === 0) return void 0;
    this.#filled += 1;
    if (this.#toExamine.length >= budgets.membersExamined)
      return strayPickle(this.#subject, { ...member, bytes: member.sizeBytes });
    this.#toExamine.push(member);
    return void 0;
  }
  async #inside() {
    const { reader } = this.#subject;
    if (this.#torchMembers.size === TORCH_MEMBERS.length) throw notRead("a checkpoint of PyTorch 0.1");
    for (const { name, offset, sizeBytes } of this.#toExamine)
      await this.#members.examine(windowSource(reader, offset, sizeBytes, name), { fileOffset: offset });
    for (let i = this.#toExamine.length; i < this.#filled; i += 1) this.#members.leaveOut();
  }
  #settle(walk) {
    const { findings, facts } = this.#subject;
    if (this.#files === 0) throw new Broken("L1", "tar-empty", "is an archive of nothing", { offset: 0 });
    this.#members.settle(this.#files);
    this.#samples.end();
    if (!this.#samples.isDataSet) return;
    walk.format = "webdataset";
    facts.rows = this.#samples.count;
    facts.scalars["extensions"] = this.#samples.extensions;
    this.#samples.judge(findings);
  }
};

// src/verify/archive/zstd-frames.ts
var MAGIC4 = 4247762216;
var SKIPPABLE = 407710288;
var MOST_BLOCK_BYTES = 131072;
var SUM_OF_NOTHING = 1373170073;
function* zstdFrames(sizeBytes, onFrame) {
  let at = 0;
  while (at < sizeBytes) {
    const from = at;
    if (sizeBytes - at < 8) throw broken2("trailing-bytes", "what follows is no zstd frame", at);
    const magic2 = u32(yield 4);
    at += 4;
    if ((magic2 & 4294967280) >>> 0 === SKIPPABLE) {
      const length = u32(yield 4);
      at += 4;
      if (length > sizeBytes - at)
        throw broken2("cut-short", "a skippable frame is longer than the file", from);
      yield skip(length);
      at += length;
      continue;
    }
    if (magic2 !== MAGIC4) throw broken2("trailing-bytes", "what follows is no zstd frame", from);
    const descriptor = (yield 1)[0];
    at += 1;
    if ((descriptor & 8) !== 0) throw broken2("zstd-header", "a frame has a reserved flag", from);
    const { window, dictionary, sizeField } = fieldsOf3(descriptor);
    yield skip(window);
    if (dictionary > 0) mustNeedNone(yield dictionary, from);
    const contentBytes = sizeField === 0 ? void 0 : contentSize(yield sizeField);
    at += window + dictionary + sizeField;
    let isEmpty = true;
    for (let isLast = false; !isLast; ) {
      const [low = 0, middle = 0, high = 0] = yield 3;
      const header = low | middle << 8 | high << 16;
      isLast = (header & 1) === 1;
      const length = blockLength(header, at);
      if (length > 0) isEmpty = false;
      if (length + 3 > sizeBytes - at) throw broken2("cut-short", "a block is longer than what is left", at);
      yield skip(length);
      at += 3 + length;
    }
    const hasChecksum2 = (descriptor & 4) !== 0;
    if (hasChecksum2) {
      const stored = u32(yield 4);
      if (isEmpty && stored !== SUM_OF_NOTHING)
        throw sumDiffers("a frame of nothing has the checksum of something", at, {
          stored,
          found: SUM_OF_NOTHING
        });
      at += 4;
    }
    onFrame({ from, to: at, hasChecksum: hasChecksum2, contentBytes, isEmpty });
  }
}
function blockLength(header, offset) {
  const type = header >> 1 & 3;
  const bytes3 = header >>> 3;
  if (type === 3) throw broken2("zstd-block", "a block is of the reserved type", offset);
  if (bytes3 > MOST_BLOCK_BYTES) throw broken2("zstd-block", "a block is larger than blocks may be", offset);
  return type === 1 ? 1 : bytes3;
}
function fieldsOf3(descriptor) {
  const isSingle = (descriptor & 32) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeField = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  return { window: isSingle ? 0 : 1, dictionary, sizeField };
}
function mustNeedNone(dictionary, offset) {
  const number2 = dictionary.reduceRight((sum, byte) => sum * 256 + byte, 0);
  if (number2 === 0) return;
  const what = "needs a dictionary that is not in it, so nobody can unpack it with the file alone";
  throw new Unsettled("L1", "zstd-dictionary", what, { offset, found: `dictionary ${number2}` });
}
function contentSize(bytes3) {
  const value = bytes3.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return bytes3.length === 2 ? value + 256n : value;
}
var skip = (bytes3) => ({ bytes: bytes3, sink: () => {
} });
var u32 = (bytes3) => new DataView(bytes3.buffer, bytes3.byteOffset, 4).getUint32(0, true);
var broken2 = (code, what, offset) => new Broken("L1", code, what, { offset });

// src/verify/archive/format-zstd.ts
var MAGIC5 = Uint8Array.of(40, 181, 47, 253);
var SKIPPABLE2 = Uint8Array.of(42, 77, 24);
var MOST_FRAMES = 1e5;
var zstd = {
  name: "zstd",
  proves: "frames and blocks that tile the file; the content, its size and checksum, by its own type where it fits into memory",
  checksum: "XXH64 of the content, where the writer asked for it",
  recognises: ({ head }) => startsWith(head, MAGIC5) || (head[0] ?? 0) >> 4 === 5 && startsWith(head, SKIPPABLE2, 1),
  async open(subject) {
    const { sizeBytes } = subject;
    const wrapped = new Wrapped(subject);
    const parser = new PushParser(zstdFrames(sizeBytes, (frame) => wrapped.take(frame)));
    return {
      get checksummed() {
        return wrapped.isChecksummed;
      },
      regions: () => [
        wholeFile(subject, {
          feed: (...piece) => parser.feed(...piece),
          end() {
            parser.end(sizeBytes);
            wrapped.isWhole = true;
          }
        })
      ],
      inside: () => wrapped.examine(),
      finish: () => {
      },
      tensors: () => wrapped.content.tensors,
      get reaches() {
        return wrapped.content.reaches;
      }
    };
  }
};
var Wrapped = class {
  isWhole = false;
  content;
  #subject;
  #frames = [];
  constructor(subject) {
    this.#subject = subject;
    this.content = new Unpacked(subject, "zstd");
  }
  get isChecksummed() {
    return this.#frames.length > 0 && this.#frames.every(({ hasChecksum: hasChecksum2 }) => hasChecksum2);
  }
  take(frame) {
    if (this.#frames.length >= MOST_FRAMES)
      throw overBudget("frames", MOST_FRAMES, MOST_FRAMES + 1, frame.from);
    this.#frames.push(frame);
  }
  async examine() {
    if (!this.isWhole) return;
    const { findings, facts } = this.#subject;
    if (this.#frames.length === 0) {
      findings.fail("L1", "empty", "holds nothing", { expected: "a frame with content" });
      return;
    }
    const content = await this.#unpacked();
    facts.scalars["unpackedBytes"] = content.length;
    this.content.isRead = true;
    await this.content.examine(content, this.isChecksummed);
  }
  /** All frames, one by one: each says where it ends. */
  async #unpacked() {
    const { reader, sizeBytes } = this.#subject;
    const most = Math.min(unpackedInMemory(this.#subject), expansionLimit(this.#subject));
    if (sizeBytes > most) throw overBudget("structureBytes", most, sizeBytes, 0);
    await readyZstd();
    const parts = [];
    let total = 0;
    for (const { from, to, contentBytes, isEmpty } of this.#frames) {
      if (contentBytes !== void 0 && contentBytes > BigInt(most - total))
        throw overBudget("structureBytes", most, contentBytes, from);
      const part = isEmpty ? new Uint8Array(0) : zstdDecompress(await reader.read(from, to - from), Math.max(1, most - total), from);
      if (contentBytes !== void 0 && contentBytes !== BigInt(part.length))
        throw new Broken("L1", "member-length", "a frame is not as long as it says", {
          offset: from,
          expected: `${contentBytes} bytes`,
          found: `${part.length} bytes`
        });
      parts.push(part);
      total += part.length;
    }
    return Buffer.concat(parts);
  }
};

// src/verify/archive/formats-packed.ts
import { constants, inflateSync } from "node:zlib";

// src/verify/codec/bzip2-block.ts
var GROUP_SYMBOLS = 50;
var MOST_CODE_BITS = 20;
var [RUN_A, RUN_B] = [0, 1];
var LEAST_RUN = 4;
var OUT_BYTES = 65536;
var MoreBits = class extends Error {
};
var BitReader = class {
  /** The next bit. */
  at;
  #bytes;
  constructor(bytes3, at = 0) {
    this.#bytes = bytes3;
    this.at = at;
  }
  /** @param count at most 24 */
  take(count) {
    if (this.at + count > this.#bytes.length * 8) throw new MoreBits();
    const first = this.at >>> 3;
    const byte = (i) => this.#bytes[first + i] ?? 0;
    const word = (byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3)) >>> 0;
    const value = word << (this.at & 7) >>> 32 - count;
    this.at += count;
    return count === 0 ? 0 : value;
  }
  u32() {
    return this.take(16) * 65536 + this.take(16);
  }
  bit() {
    const byte = this.#bytes[this.at >>> 3];
    if (byte === void 0) throw new MoreBits();
    const value = byte >>> 7 - (this.at & 7) & 1;
    this.at += 1;
    return value;
  }
};
function bzip2Block(bits, mostBytes, offset, sink) {
  const broken7 = (what) => new Broken("L1", "bzip2-broken", what, { offset });
  if (bits.bit() === 1)
    throw new Unsettled("L1", "bzip2-randomised", "has a block as bzip2 wrote it before 0.9.5", { offset });
  const origin = bits.take(24);
  const used = usedBytes(bits);
  if (used.length === 0) throw broken7("a block has no bytes");
  const groups = bits.take(3);
  if (groups < 2 || groups > 6) throw broken7("a block has no groups of codes");
  const selectors = selectorsOf(bits, groups, broken7);
  const codes = Array.from({ length: groups }, () => codeOf(bits, used.length + 2, broken7));
  const sorted = new Uint32Array(mostBytes);
  const counts3 = new Uint32Array(256);
  let length = 0;
  let run = 0;
  let scale = 1;
  const front = used;
  const repeat = () => {
    const byte = front[0];
    if (run > mostBytes - length) throw broken7("a block is larger than blocks of the file may be");
    sorted.fill(byte, length, length + run);
    counts3[byte] = counts3[byte] + run;
    length += run;
    run = 0;
    scale = 1;
  };
  for (let at = 0; ; at += 1) {
    const selector = selectors[Math.floor(at / GROUP_SYMBOLS)];
    if (selector === void 0) throw broken7("a block has more symbols than groups for them");
    const symbol2 = symbolOf(bits, codes[selector], broken7);
    if (symbol2 === RUN_A || symbol2 === RUN_B) {
      run += scale << symbol2;
      scale *= 2;
      if (run > mostBytes) throw broken7("a block is larger than blocks of the file may be");
      continue;
    }
    if (run > 0) repeat();
    const index = symbol2 - 1;
    if (index === used.length) break;
    const byte = front[index];
    front.copyWithin(1, 0, index);
    front[0] = byte;
    if (length === mostBytes) throw broken7("a block is larger than blocks of the file may be");
    sorted[length] = byte;
    counts3[byte] = counts3[byte] + 1;
    length += 1;
  }
  if (origin >= length) throw broken7("a block begins outside of itself");
  return unsorted(sorted, counts3, { length, origin }, sink);
}
function usedBytes(bits) {
  const used = [];
  const ranges = bits.take(16);
  for (let i = 0; i < 16; i += 1) {
    if ((ranges & 32768 >> i) === 0) continue;
    const range = bits.take(16);
    for (let j = 0; j < 16; j += 1) if ((range & 32768 >> j) !== 0) used.push(i * 16 + j);
  }
  return Uint8Array.from(used);
}
function selectorsOf(bits, groups, broken7) {
  const count = bits.take(15);
  const selectors = new Uint8Array(count);
  const front = Uint8Array.from({ length: groups }, (_none, i) => i);
  for (let i = 0; i < count; i += 1) {
    let index = 0;
    while (bits.bit() === 1) index += 1;
    const group = front[index];
    if (group === void 0) throw broken7("a block chooses a group that is not there");
    front.copyWithin(1, 0, index);
    front[0] = group;
    selectors[i] = group;
  }
  return selectors;
}
function codeOf(bits, symbols, broken7) {
  const lengths = new Uint8Array(symbols);
  let length = bits.take(5);
  for (let i = 0; i < symbols; i += 1) {
    while (bits.bit() === 1) length += bits.bit() === 1 ? -1 : 1;
    if (length < 1 || length > MOST_CODE_BITS) throw broken7("a code is of no length that there is");
    lengths[i] = length;
  }
  const bySize = new Uint16Array(symbols);
  const limit = new Int32Array(MOST_CODE_BITS + 1);
  const base = new Int32Array(MOST_CODE_BITS + 1);
  let [code, index] = [0, 0];
  for (let size = 1; size <= MOST_CODE_BITS; size += 1) {
    base[size] = code - index;
    for (let i = 0; i < symbols; i += 1) {
      if (lengths[i] !== size) continue;
      bySize[index] = i;
      index += 1;
      code += 1;
    }
    if (code > 2 ** size) throw broken7("has more codes than bits can tell apart");
    limit[size] = code;
    code *= 2;
  }
  return { symbols: bySize, limit, base };
}
function symbolOf(bits, { symbols, limit, base }, broken7) {
  let code = 0;
  for (let size = 1; size <= MOST_CODE_BITS; size += 1) {
    code = code << 1 | bits.bit();
    if (code < limit[size]) return symbols[code - base[size]];
  }
  throw broken7("has a code that stands for nothing");
}
function unsorted(sorted, counts3, { length, origin }, sink) {
  let sum = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const count = counts3[byte];
    counts3[byte] = sum;
    sum += count;
  }
  for (let i = 0; i < length; i += 1) {
    const byte = sorted[i] & 255;
    const to = counts3[byte];
    counts3[byte] = to + 1;
    sorted[to] = sorted[to] | i << 8;
  }
  const out = new Uint8Array(OUT_BYTES);
  let [filled, crc] = [0, -1];
  const put = (byte) => {
    crc = crc << 8 ^ CRC_TABLE[crc >>> 24 ^ byte];
    out[filled] = byte;
    filled += 1;
    if (filled < OUT_BYTES) return;
    sink(out);
    filled = 0;
  };
  let at = sorted[origin] >>> 8;
  let [before, same] = [-1, 0];
  for (let i = 0; i < length; i += 1) {
    const entry = sorted[at];
    at = entry >>> 8;
    const byte = entry & 255;
    if (same === LEAST_RUN) {
      for (let more = 0; more < byte; more += 1) put(before);
      same = 0;
      before = -1;
      continue;
    }
    same = byte === before ? same + 1 : 1;
    before = byte;
    put(byte);
  }
  if (filled > 0) sink(out.subarray(0, filled));
  return ~crc >>> 0;
}
var CRC_TABLE = Int32Array.from({ length: 256 }, (_none, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? crc << 1 ^ 79764919 : crc << 1;
  return crc;
});

// src/verify/archive/bzip2-streams.ts
var BZIP2_MAGIC = Buffer.from("BZh", "latin1");
var [BLOCK_HIGH, BLOCK_LOW] = [3227993, 2511705];
var [END_HIGH, END_LOW] = [1536581, 3690640];
var LEAST_BLOCK_BYTES = 16;
var UNIT_BYTES = 1e5;
var AGAIN_BYTES = 262144;
function bzip2Decompress(packed2, mostBytes, offset) {
  const pieces = [];
  let bytes3 = 0;
  const limits = {
    expandedBytes: mostBytes,
    windowBytes: 0,
    objects: 1 + Math.ceil(packed2.length / LEAST_BLOCK_BYTES)
  };
  const streams = new Bzip2Streams(
    limits,
    (piece) => {
      bytes3 += piece.length;
      if (bytes3 > mostBytes)
        throw new Broken("L1", "bzip2-broken", "unpacks to more than it may", { offset });
      pieces.push(piece.slice());
    },
    offset
  );
  streams.feed(packed2);
  streams.end(offset + packed2.length);
  return Buffer.concat(pieces);
}
var Bzip2Streams = class {
  isChecksummed = true;
  #streams = 0;
  #limits;
  #sink;
  #kept = new Uint8Array(0);
  /** Of `#kept`: where it lies in the file, and the first bit that was not used. */
  #from = 0;
  #bit = 0;
  #tryAt = 0;
  /** Of a block, in hundred thousands; 0 between streams. */
  #level = 0;
  #crc = 0;
  #blocks = 0;
  /** @param from where in the file they begin */
  constructor(limits, sink, from = 0) {
    this.#from = from;
    this.#limits = limits;
    this.#sink = sink;
  }
  /** Streams that came to their end. */
  get count() {
    return this.#streams;
  }
  feed(piece) {
    this.#kept = Buffer.concat([this.#kept, piece]);
    if (this.#kept.length >= this.#tryAt) this.#run();
  }
  end(sizeBytes) {
    this.#run();
    if (this.#level === 0 && this.#kept.length * 8 === this.#bit && this.#streams > 0) return;
    throw new Broken("L1", "cut-short", "the file ends inside a bzip2 stream", { offset: sizeBytes });
  }
  #run() {
    try {
      for (; ; ) this.#step();
    } catch (error) {
      if (!(error instanceof MoreBits)) throw error;
    }
    const used = this.#bit >>> 3;
    this.#kept = this.#kept.subarray(used);
    this.#from += used;
    this.#bit &= 7;
    this.#tryAt = this.#kept.length + AGAIN_BYTES;
  }
  /** A header, a block or an end, if all of it is there. */
  #step() {
    const bits = new BitReader(this.#kept, this.#bit);
    if (this.#level === 0) this.#begin(bits);
    else this.#blockOrEnd(bits);
    this.#bit = bits.at;
  }
  #begin(bits) {
    const offset = this.#from + (this.#bit >>> 3);
    const begin = [bits.take(8), bits.take(8), bits.take(8), bits.take(8)];
    const level = begin[3] - 48;
    if (BZIP2_MAGIC.some((byte, i) => begin[i] !== byte) || level < 1 || level > 9)
      throw new Broken("L1", "trailing-bytes", "what follows is no bzip2 stream", { offset });
    this.#level = level;
    this.#crc = 0;
  }
  #blockOrEnd(bits) {
    const offset = this.#from + (bits.at >>> 3);
    const [high, low, stored] = [bits.take(24), bits.take(24), bits.u32()];
    if (high === END_HIGH && low === END_LOW) {
      this.#end(bits, offset, stored);
      return;
    }
    if (high !== BLOCK_HIGH || low !== BLOCK_LOW)
      throw new Broken("L1", "bzip2-broken", "what should be a block begins as none", { offset });
    this.#blocks += 1;
    if (this.#blocks > this.#limits.objects)
      throw overBudget("objects", this.#limits.objects, this.#blocks, offset);
    const found = bzip2Block(bits, this.#level * UNIT_BYTES, offset, this.#sink);
    if (found !== stored)
      throw sumDiffers("the content is not what was packed: its CRC differs", offset, { stored, found });
    this.#crc = ((this.#crc << 1 | this.#crc >>> 31) ^ stored) >>> 0;
  }
  #end(bits, offset, stored) {
    if (stored !== this.#crc)
      throw sumDiffers("a stream is not of its blocks: its CRC differs", offset, {
        stored,
        found: this.#crc
      });
    const padding = 8 - (bits.at & 7) & 7;
    if (bits.take(padding) !== 0)
      throw new Broken("L1", "bzip2-broken", "the bits behind its end are not zero", { offset });
    this.#level = 0;
    this.#streams += 1;
  }
};

// src/verify/codec/lz4-block.ts
var LEAST_MATCH = 4;
function lz4Block(packed2, out, from, offset) {
  const broken7 = (what) => new Broken("L1", "lz4-broken", what, { offset });
  let [at, to] = [0, from];
  const length = (nibble) => {
    let value = nibble;
    if (nibble < 15) return value;
    for (; ; ) {
      const byte = packed2[at];
      if (byte === void 0) throw broken7("a block ends inside a length");
      at += 1;
      value += byte;
      if (byte < 255) return value;
    }
  };
  while (at < packed2.length) {
    const token = packed2[at];
    at += 1;
    const literals = length(token >> 4);
    if (literals > packed2.length - at || literals > out.length - to)
      throw broken7("a block holds more than it may");
    out.set(packed2.subarray(at, at + literals), to);
    at += literals;
    to += literals;
    if (at === packed2.length) return to;
    if (packed2.length - at < 2) throw broken7("a block ends inside a copy");
    const back = packed2[at] + 256 * packed2[at + 1];
    at += 2;
    const copied = length(token & 15) + LEAST_MATCH;
    if (back === 0 || back > to || copied > out.length - to)
      throw broken7("a copy points outside of what was unpacked");
    for (const end = to + copied; to < end; to += 1) out[to] = out[to - back];
  }
  throw broken7("a block ends with a copy");
}

// src/verify/codec/xxh32.ts
var [P1, P2, P3, P4, P5] = [2654435761, 2246822519, 3266489917, 668265263, 374761393];
var STRIPE_BYTES = 16;
var rotated = (word, by) => word << by | word >>> 32 - by;
var Xxh32 = class {
  #lanes = [P1 + P2, P2, 0, -P1].map((lane) => lane | 0);
  #rest = Buffer.alloc(STRIPE_BYTES);
  #held = 0;
  #total = 0;
  add(bytes3) {
    this.#total += bytes3.length;
    let at = 0;
    if (this.#held > 0) {
      at = Math.min(STRIPE_BYTES - this.#held, bytes3.length);
      this.#rest.set(bytes3.subarray(0, at), this.#held);
      this.#held += at;
      if (this.#held < STRIPE_BYTES) return this;
      this.#stripe(new DataView(this.#rest.buffer, this.#rest.byteOffset), 0);
      this.#held = 0;
    }
    const view = new DataView(bytes3.buffer, bytes3.byteOffset, bytes3.length);
    for (; at + STRIPE_BYTES <= bytes3.length; at += STRIPE_BYTES) this.#stripe(view, at);
    this.#rest.set(bytes3.subarray(at));
    this.#held = bytes3.length - at;
    return this;
  }
  value() {
    const [a = 0, b = 0, c = 0, d = 0] = this.#lanes;
    let hash = this.#total < STRIPE_BYTES ? P5 : rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18);
    hash = hash + this.#total | 0;
    let at = 0;
    for (; at + 4 <= this.#held; at += 4) {
      hash = hash + Math.imul(this.#rest.readInt32LE(at), P3) | 0;
      hash = Math.imul(rotated(hash, 17), P4);
    }
    for (; at < this.#held; at += 1) {
      hash = hash + Math.imul(this.#rest[at], P5) | 0;
      hash = Math.imul(rotated(hash, 11), P1);
    }
    hash = Math.imul(hash ^ hash >>> 15, P2);
    hash = Math.imul(hash ^ hash >>> 13, P3);
    return (hash ^ hash >>> 16) >>> 0;
  }
  #stripe(view, at) {
    for (let i = 0; i < 4; i += 1) {
      const lane = this.#lanes[i] + Math.imul(view.getInt32(at + 4 * i, true), P2);
      this.#lanes[i] = Math.imul(rotated(lane, 13), P1);
    }
  }
};

// src/verify/archive/lz4-frames.ts
var LZ4_MAGIC = Uint8Array.of(4, 34, 77, 24);
var FRAME2 = 407708164;
var SKIPPABLE3 = 407710288;
var HISTORY_BYTES = 65536;
var UNPACKED = 2147483648;
var Lz4Frames = class {
  parts = 0;
  isChecksummed = true;
  #sizeBytes;
  #limits;
  #sink;
  #at = 0;
  constructor(sizeBytes, limits, sink) {
    this.#sizeBytes = sizeBytes;
    this.#limits = limits;
    this.#sink = sink;
  }
  *read() {
    while (this.#at < this.#sizeBytes) {
      const offset = this.#at;
      if (this.#sizeBytes - offset < 4)
        throw new Broken("L1", "trailing-bytes", "what follows is no LZ4 frame", { offset });
      const magic2 = u322(yield* this.#take(4));
      if ((magic2 & 4294967280) >>> 0 === SKIPPABLE3) {
        yield* this.#skip(u322(yield* this.#take(4)));
        continue;
      }
      if (magic2 !== FRAME2)
        throw new Broken("L1", "trailing-bytes", "what follows is no LZ4 frame", { offset });
      yield* this.#blocks(yield* this.#header(offset));
      this.parts += 1;
    }
    if (this.parts === 0) throw new Broken("L1", "empty", "holds no frame with content");
  }
  *#header(offset) {
    const two = (yield* this.#take(2)).slice();
    const [flags = 0, size = 0] = two;
    const broken7 = (what) => new Broken("L1", "lz4-header", what, { offset });
    if (flags >> 6 !== 1 || (flags & 2) !== 0 || (size & 143) !== 0 || size >> 4 < 4)
      throw broken7("a frame\u2019s header means nothing");
    const [hasSize, hasDictionary] = [(flags & 8) !== 0, (flags & 1) !== 0];
    const rest = (yield* this.#take((hasSize ? 8 : 0) + (hasDictionary ? 4 : 0))).slice();
    const found = new Xxh32().add(two).add(rest).value() >>> 8 & 255;
    const stored = (yield* this.#take(1))[0];
    if (stored !== found)
      throw sumDiffers("a frame\u2019s header is not of its checksum", offset, { stored, found });
    if (hasDictionary)
      throw new Unsettled("L1", "lz4-dictionary", "is packed with a dictionary that is elsewhere", {
        offset
      });
    return {
      offset,
      isLinked: (flags & 32) === 0,
      hasBlockSum: (flags & 16) !== 0,
      hasSum: (flags & 4) !== 0,
      blockBytes: 2 ** (8 + 2 * (size >> 4)),
      contentBytes: hasSize ? new DataView(rest.buffer).getBigUint64(0, true) : void 0
    };
  }
  *#blocks({ offset, isLinked, hasBlockSum, hasSum, blockBytes, contentBytes }) {
    const room = new Uint8Array((isLinked ? HISTORY_BYTES : 0) + blockBytes);
    let [history, total] = [0, 0n];
    const sum = new Xxh32();
    for (let count = 0; ; count += 1) {
      const at = this.#at;
      const word = u322(yield* this.#take(4));
      if (word === 0) break;
      if (count >= this.#limits.objects) throw overBudget("objects", this.#limits.objects, count + 1, at);
      const packedBytes = word % UNPACKED;
      if (packedBytes > blockBytes)
        throw new Broken("L1", "lz4-broken", "a block is larger than the frame\u2019s header says", {
          offset: at
        });
      const packed2 = (yield* this.#take(packedBytes)).slice();
      if (hasBlockSum) {
        const [stored, found] = [u322(yield* this.#take(4)), new Xxh32().add(packed2).value()];
        if (stored !== found) throw sumDiffers("a block is not of its checksum", at, { stored, found });
      }
      const most = room.subarray(0, history + blockBytes);
      if (word >= UNPACKED) most.set(packed2, history);
      const end = word >= UNPACKED ? history + packedBytes : lz4Block(packed2, most, history, at);
      const content = room.subarray(history, end);
      total += BigInt(content.length);
      if (hasSum) sum.add(content);
      this.#sink(content);
      if (!isLinked) continue;
      history = Math.min(end, HISTORY_BYTES);
      room.copyWithin(0, end - history, end);
    }
    if (!hasSum && !hasBlockSum) this.isChecksummed = false;
    if (hasSum) {
      const at = this.#at;
      const [stored, found] = [u322(yield* this.#take(4)), sum.value()];
      if (stored !== found)
        throw sumDiffers("the content is not what was packed: its checksum differs", at, { stored, found });
    }
    if (contentBytes !== void 0 && contentBytes !== total)
      throw new Broken("L1", "member-length", "a frame is not as long as it says", {
        offset,
        expected: `${contentBytes} bytes`,
        found: `${total} bytes`
      });
  }
  *#skip(bytes3) {
    this.#mustFit(bytes3);
    this.#at += bytes3;
    yield { bytes: bytes3, sink: () => {
    } };
  }
  /** The bytes are only valid until the next ones are asked for. */
  *#take(bytes3) {
    this.#mustFit(bytes3);
    this.#at += bytes3;
    return bytes3 === 0 ? new Uint8Array(0) : yield bytes3;
  }
  #mustFit(bytes3) {
    if (bytes3 > this.#sizeBytes - this.#at)
      throw new Broken("L1", "cut-short", "the file ends inside an LZ4 frame", { offset: this.#at });
  }
};
var u322 = (bytes3) => new DataView(bytes3.buffer, bytes3.byteOffset, 4).getUint32(0, true);

// src/verify/codec/lzma.ts
var [MODEL_BITS, MOVE_BITS] = [11, 5];
var HALF = 1 << MODEL_BITS - 1;
var TOP = 2 ** 24;
var [STATES, POSITIONS] = [12, 16];
var FIRST_MATCH_STATE = 7;
var LEAST_MATCH2 = 2;
var SYMBOL_BYTES = 20;
var FIRST_WINDOW_BYTES = 2 ** 16;
var END_MARK = 4294967295;
function lzmaProperties(byte, offset) {
  if (byte >= 9 * 5 * 5) throw broken3("its properties mean nothing", offset);
  return { lc: byte % 9, lp: Math.floor(byte / 9) % 5, pb: Math.floor(byte / 45) };
}
var Lengths = class {
  choice = fresh(2);
  low = fresh(POSITIONS << 3);
  middle = fresh(POSITIONS << 3);
  high = fresh(256);
};
var Model = class {
  isMatch = fresh(STATES * POSITIONS);
  isRep = fresh(STATES);
  isRep0 = fresh(STATES);
  isRep1 = fresh(STATES);
  isRep2 = fresh(STATES);
  isLong = fresh(STATES * POSITIONS);
  slot = fresh(4 * 64);
  special = fresh(128);
  align = fresh(16);
  match = new Lengths();
  rep = new Lengths();
  literal;
  state = 0;
  rep0 = 0;
  rep1 = 0;
  rep2 = 0;
  rep3 = 0;
  constructor({ lc, lp }) {
    this.literal = fresh(768 << lc + lp);
  }
};
var Lzma = class {
  /** Input bytes used so far of the current piece. */
  at = 0;
  /** Bytes decoded since the window was emptied. */
  total = 0;
  #windowBytes;
  #mostBytes;
  #sink;
  #window;
  #to = 0;
  #told = 0;
  #properties = { lc: 0, lp: 0, pb: 0 };
  #model;
  #input = new Uint8Array(0);
  #range = 0;
  #code = 0;
  #offset = 0;
  /**
   * @param windowBytes how far back a copy may reach, as the file declares
   * @param mostBytes of window that may be held; it grows with what is decoded
   */
  constructor(windowBytes, mostBytes, sink) {
    this.#windowBytes = Math.max(windowBytes, 4096);
    this.#mostBytes = mostBytes;
    this.#window = new Uint8Array(Math.min(this.#windowBytes, FIRST_WINDOW_BYTES));
    this.#sink = sink;
  }
  /** The range coder came to rest where a stream may end. */
  get isAtRest() {
    return this.#code === 0;
  }
  emptyWindow() {
    this.total = 0;
    this.#to = 0;
    this.#told = 0;
  }
  begin(properties) {
    this.#properties = properties;
    this.#model = new Model(properties);
  }
  /** All probabilities back to a half, with the properties as they are. */
  again(offset) {
    if (this.#model === void 0) throw broken3("begins without properties", offset);
    this.#model = new Model(this.#properties);
  }
  /** Bytes that stand as they are. */
  put(bytes3) {
    for (const byte of bytes3) this.#put(byte);
    this.flush();
  }
  /** @param five the first bytes of a run of the range coder, of which the first is 0 */
  start(five, offset) {
    if (five[0] !== 0) throw broken3("a run begins with another byte than 0", offset);
    this.#range = 4294967295;
    this.#code = five.subarray(1).reduce((code, byte) => code * 256 + byte, 0);
  }
  /**
   * Decodes from the start of `input` until `mostBytes` more have come out, the end mark was met, or less input is left than any
   * symbol might take (unless it is the last).
   *
   * @param offset of the input in the file, for messages
   * @returns whether the end mark was met
   */
  decode(input, mostBytes, isLast, offset) {
    const model = this.#model;
    if (model === void 0) throw broken3("begins without properties", offset);
    this.#input = input;
    this.#offset = offset;
    this.at = 0;
    const until = this.total + mostBytes;
    const safe = isLast ? Number.POSITIVE_INFINITY : input.length - SYMBOL_BYTES;
    while (this.total < until && this.at <= safe) {
      if (this.#symbol(model, until)) {
        this.#normalise();
        this.#mustHave();
        this.flush();
        return true;
      }
      this.#mustHave();
    }
    this.flush();
    return false;
  }
  /** Lets the range coder take what belongs to the symbols before. */
  rest() {
    this.#normalise();
    this.#mustHave();
  }
  flush() {
    if (this.#to > this.#told) this.#sink(this.#window.subarray(this.#told, this.#to));
    this.#told = this.#to;
  }
  /** @returns whether it was the end mark */
  #symbol(model, until) {
    const { state } = model;
    const position = this.total & (1 << this.#properties.pb) - 1;
    if (this.#bit(model.isMatch, state * POSITIONS + position) === 0) {
      this.#put(this.#literal(model));
      model.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      return false;
    }
    const afterLiteral = state < FIRST_MATCH_STATE;
    let length;
    if (this.#bit(model.isRep, state) === 0) {
      model.rep3 = model.rep2;
      model.rep2 = model.rep1;
      model.rep1 = model.rep0;
      length = this.#length(model.match, position);
      model.state = afterLiteral ? 7 : 10;
      model.rep0 = this.#distance(model, length);
      if (model.rep0 === END_MARK) return true;
    } else {
      if (this.#bit(model.isRep0, state) === 0) {
        if (this.#bit(model.isLong, state * POSITIONS + position) === 0) {
          model.state = afterLiteral ? 9 : 11;
          this.#copy(model.rep0, 1, until);
          return false;
        }
      } else this.#chooseOther(model, state);
      length = this.#length(model.rep, position);
      model.state = afterLiteral ? 8 : 11;
    }
    this.#copy(model.rep0, length + LEAST_MATCH2, until);
    return false;
  }
  #chooseOther(model, state) {
    let distance = model.rep1;
    if (this.#bit(model.isRep1, state) === 1) {
      distance = model.rep2;
      if (this.#bit(model.isRep2, state) === 1) {
        distance = model.rep3;
        model.rep3 = model.rep2;
      }
      model.rep2 = model.rep1;
    }
    model.rep1 = model.rep0;
    model.rep0 = distance;
  }
  #literal({ literal, state, rep0 }) {
    const { lc, lp } = this.#properties;
    const before = this.total === 0 ? 0 : this.#behind(0);
    const base = 768 * (((this.total & (1 << lp) - 1) << lc) + (before >> 8 - lc));
    let symbol2 = 1;
    if (state >= FIRST_MATCH_STATE) {
      let other = this.#behind(rep0);
      while (symbol2 < 256) {
        const expected = other >> 7 & 1;
        other <<= 1;
        const bit = this.#bit(literal, base + (1 + expected << 8) + symbol2);
        symbol2 = symbol2 << 1 | bit;
        if (bit !== expected) break;
      }
    }
    while (symbol2 < 256) symbol2 = symbol2 << 1 | this.#bit(literal, base + symbol2);
    return symbol2 & 255;
  }
  #length({ choice, low, middle, high }, position) {
    if (this.#bit(choice, 0) === 0) return this.#tree(low, position << 3, 3);
    if (this.#bit(choice, 1) === 0) return 8 + this.#tree(middle, position << 3, 3);
    return 16 + this.#tree(high, 0, 8);
  }
  #distance({ slot, special, align }, length) {
    const chosen = this.#tree(slot, Math.min(length, 3) << 6, 6);
    if (chosen < 4) return chosen;
    const bits = (chosen >> 1) - 1;
    const high = (2 | chosen & 1) * 2 ** bits;
    if (chosen < 14) return high + this.#backwards(special, high - chosen, bits);
    let direct = 0;
    for (let i = 4; i < bits; i += 1) direct = direct * 2 + this.#direct();
    return high + direct * 16 + this.#backwards(align, 0, 4);
  }
  #tree(probabilities, base, bits) {
    let symbol2 = 1;
    for (let i = 0; i < bits; i += 1) symbol2 = symbol2 << 1 | this.#bit(probabilities, base + symbol2);
    return symbol2 - (1 << bits);
  }
  #backwards(probabilities, base, bits) {
    let [symbol2, value] = [1, 0];
    for (let i = 0; i < bits; i += 1) {
      const bit = this.#bit(probabilities, base + symbol2);
      symbol2 = symbol2 << 1 | bit;
      value |= bit << i;
    }
    return value;
  }
  #bit(probabilities, index) {
    this.#normalise();
    const probability = probabilities[index];
    const bound = (this.#range >>> MODEL_BITS) * probability;
    if (this.#code < bound) {
      this.#range = bound;
      probabilities[index] = probability + ((1 << MODEL_BITS) - probability >> MOVE_BITS);
      return 0;
    }
    this.#range -= bound;
    this.#code -= bound;
    probabilities[index] = probability - (probability >> MOVE_BITS);
    return 1;
  }
  #direct() {
    this.#normalise();
    this.#range = this.#range >>> 1;
    if (this.#code < this.#range) return 0;
    this.#code -= this.#range;
    return 1;
  }
  #normalise() {
    if (this.#range >= TOP) return;
    this.#range *= 256;
    this.#code = this.#code * 256 + (this.#input[this.at] ?? 0);
    this.at += 1;
  }
  #mustHave() {
    if (this.at <= this.#input.length) return;
    throw new Broken("L1", "cut-short", "its stream ends in the middle of a symbol", {
      offset: this.#offset + this.#input.length
    });
  }
  #behind(distance) {
    if (distance >= Math.min(this.total, this.#windowBytes))
      throw broken3("a copy reaches back before the start", this.#offset + this.at);
    const from = this.#to - distance - 1;
    return this.#window[from < 0 ? from + this.#windowBytes : from];
  }
  #copy(distance, length, until) {
    if (this.total + length > until)
      throw broken3("a copy is longer than what is declared", this.#offset + this.at);
    for (let i = 0; i < length; i += 1) this.#put(this.#behind(distance));
  }
  #put(byte) {
    if (this.#to === this.#window.length) this.#makeRoom();
    this.#window[this.#to] = byte;
    this.#to += 1;
    this.total += 1;
  }
  /** Grows until it is as large as declared, and then begins anew: a small file takes little, whatever it declares. */
  #makeRoom() {
    if (this.#window.length === this.#windowBytes) {
      this.flush();
      this.#to = 0;
      this.#told = 0;
      return;
    }
    const size = Math.min(this.#windowBytes, this.#window.length * 2);
    if (size > this.#mostBytes) throw overBudget("structureBytes", this.#mostBytes, size, this.#offset);
    const larger = new Uint8Array(size);
    larger.set(this.#window);
    this.#window = larger;
  }
};
function fresh(size) {
  return new Uint16Array(size).fill(HALF);
}
var broken3 = (what, offset) => new Broken("L1", "lzma-broken", what, { offset });

// src/verify/archive/lzma-alone.ts
var HEADER_BYTES = 13;
var CODER_BYTES = 5;
var PIECE_BYTES = 65536;
var MOST_MARK_BYTES = 32;
var USUAL_PROPERTIES = 93;
var UNKNOWN = 2n ** 64n - 1n;
var MOST_DECLARED = 2n ** 38n;
function beginsLzmaAlone(head) {
  if (head.length < HEADER_BYTES + CODER_BYTES || head[0] >= 9 * 5 * 5 || head[HEADER_BYTES] !== 0)
    return false;
  const view = new DataView(head.buffer, head.byteOffset);
  const window = view.getUint32(1, true);
  const isPower = (value) => value > 0 && (value & value - 1) === 0;
  const isUsual = window >= 4096 && (isPower(window) || window % 3 === 0 && isPower(window / 3));
  const size = view.getBigUint64(5, true);
  return isUsual && size !== 0n && (size === UNKNOWN || head[0] === USUAL_PROPERTIES && size < MOST_DECLARED);
}
function* lzmaAlone(sizeBytes, limits, sink) {
  const header = (yield HEADER_BYTES).slice();
  const view = new DataView(header.buffer);
  const size = view.getBigUint64(5, true);
  const stream = {
    properties: header[0],
    windowBytes: view.getUint32(1, true),
    declared: size === UNKNOWN ? void 0 : Number(size)
  };
  yield* lzmaStream({ ...stream, at: HEADER_BYTES, to: sizeBytes }, limits, sink);
}
function* lzmaStream({ properties, windowBytes, declared, at: from, to }, limits, sink) {
  const most = declared ?? Number.MAX_SAFE_INTEGER;
  const lzma2 = new Lzma(windowBytes, limits.windowBytes, sink);
  lzma2.begin(lzmaProperties(properties, from));
  if (to - from < CODER_BYTES)
    throw new Broken("L1", "cut-short", "ends before its content begins", { offset: to });
  lzma2.start(yield CODER_BYTES, from);
  let at = from + CODER_BYTES;
  let kept = new Uint8Array(0);
  let isEnd = false;
  while (!isEnd && at < to) {
    const size = Math.min(PIECE_BYTES, to - at);
    const input = Buffer.concat([kept, yield size]);
    const offset = at - kept.length;
    at += size;
    isEnd = lzma2.decode(input, most - lzma2.total, at === to, offset);
    const isFull = !isEnd && lzma2.total === most;
    if (isFull) lzma2.rest();
    kept = input.subarray(lzma2.at);
    if (!isFull) continue;
    const left = to - at;
    if (kept.length + left === 0) break;
    if (kept.length + left <= MOST_MARK_BYTES) {
      const tail = Buffer.concat([kept, left === 0 ? new Uint8Array(0) : yield left]);
      at = to;
      isEnd = lzma2.decode(tail, 1, true, at - tail.length);
      kept = tail.subarray(lzma2.at);
    }
    break;
  }
  if (kept.length > 0 || at < to)
    throw new Broken("L1", "trailing-bytes", "bytes follow the compressed stream", {
      offset: at - kept.length,
      found: `${kept.length + to - at} bytes`
    });
  if (declared === void 0 && !isEnd)
    throw new Broken("L1", "cut-short", "the file ends before the mark of its end", { offset: at });
  if (declared !== void 0 && lzma2.total !== most)
    throw new Broken("L1", "member-length", "the content is not as long as its header says", {
      offset: from,
      expected: `${most} bytes`,
      found: `${lzma2.total} bytes`
    });
  if (!lzma2.isAtRest) throw new Broken("L1", "lzma-broken", "does not come to its end", { offset: at });
}

// src/verify/archive/xz-streams.ts
import { createHash as createHash3 } from "node:crypto";

// src/verify/codec/crc64.ts
var [HIGH, LOW] = [3379320725, 3615952706];
var [tableHigh, tableLow] = makeTables();
var Crc64 = class {
  #high = -1;
  #low = -1;
  add(bytes3) {
    let [high, low] = [this.#high, this.#low];
    for (let i = 0; i < bytes3.length; i += 1) {
      const index = (low ^ bytes3[i]) & 255;
      low = (low >>> 8 | high << 24) ^ tableLow[index];
      high = high >>> 8 ^ tableHigh[index];
    }
    this.#high = high;
    this.#low = low;
  }
  /** Sixteen hexadecimal digits. */
  hex() {
    return [~this.#high, ~this.#low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }
};
function makeTables() {
  const highs = new Int32Array(256);
  const lows = new Int32Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let [high, low] = [0, byte];
    for (let bit = 0; bit < 8; bit += 1) {
      const isOdd = (low & 1) === 1;
      low = low >>> 1 | high << 31;
      high >>>= 1;
      if (isOdd) [high, low] = [high ^ HIGH, low ^ LOW];
    }
    highs[byte] = high;
    lows[byte] = low;
  }
  return [highs, lows];
}

// src/verify/archive/xz-streams.ts
var XZ_MAGIC = Uint8Array.of(253, 55, 122, 88, 90, 0);
var FOOTER_MAGIC = Uint8Array.of(89, 90);
var LZMA2 = 33;
var CHECK_BYTES = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];
var [NONE2, CRC32, CRC64, SHA256] = [0, 1, 4, 10];
var XzStreams = class {
  parts = 0;
  /** Every stream has a check of its content that we know. */
  isChecksummed = true;
  #sizeBytes;
  #limits;
  #sink;
  #at = 0;
  constructor(sizeBytes, limits, sink) {
    this.#sizeBytes = sizeBytes;
    this.#limits = limits;
    this.#sink = sink;
  }
  *read() {
    while (this.#at < this.#sizeBytes) {
      const from = this.#at;
      const four = (yield* this.#take(Math.min(4, this.#sizeBytes - from))).slice();
      if (this.parts > 0 && four.length === 4 && four.every((byte) => byte === 0)) continue;
      if (four.length < 4 || four.some((byte, i) => byte !== XZ_MAGIC[i]))
        throw new Broken("L1", "trailing-bytes", "what follows is no xz stream", { offset: from });
      yield* this.#stream(four, from);
      this.parts += 1;
    }
  }
  *#stream(four, from) {
    const header = Buffer.concat([four, yield* this.#take(8)]);
    if (XZ_MAGIC.some((byte, i) => header[i] !== byte))
      throw new Broken("L1", "trailing-bytes", "what follows is no xz stream", { offset: from });
    const check = header[7];
    if (header[6] !== 0 || check > 15) throw broken4("a header has flags that mean nothing", from);
    mustBe(crc32(header.subarray(6, 8), 0), u323(header, 8), "a stream\u2019s header", from);
    if (check !== CRC32 && check !== CRC64 && check !== SHA256) {
      this.isChecksummed = false;
      if (check !== NONE2)
        throw new Unsettled("L1", "xz-check", "has a check that we do not know", { found: String(check) });
    }
    const blocks = [];
    for (; ; ) {
      const at = this.#at;
      const size = (yield* this.#take(1))[0];
      if (size === 0) {
        yield* this.#index(blocks, at);
        yield* this.#footer(this.#at - at, header.subarray(6, 8));
        return;
      }
      blocks.push(yield* this.#block(size, check, at));
      const { objects } = this.#limits;
      if (blocks.length > objects) throw overBudget("objects", objects, blocks.length, at);
    }
  }
  *#block(size, check, from) {
    const header = Buffer.concat([Uint8Array.of(size), yield* this.#take(size * 4 + 3)]);
    mustBe(crc32(header.subarray(0, -4), 0), u323(header, header.length - 4), "a block\u2019s header", from);
    const { windowBytes, packed: saysPacked, unpacked: saysUnpacked } = blockHeader(header, from);
    const dataAt = this.#at;
    const sum = checkOf(check);
    let unpacked = 0;
    const lzma2 = new Lzma(windowBytes, this.#limits.windowBytes, (piece) => {
      unpacked += piece.length;
      sum.add(piece);
      this.#sink(piece);
    });
    yield* this.#chunks(lzma2);
    const packed2 = this.#at - dataAt;
    const isAsSaid = (said, found2) => said === void 0 || said === found2;
    if (!isAsSaid(saysPacked, packed2) || !isAsSaid(saysUnpacked, unpacked))
      throw new Broken("L1", "member-length", "a block is not as long as it says", { offset: from });
    yield* this.#zeros((4 - packed2 % 4) % 4);
    const checkAt = this.#at;
    const bytes3 = CHECK_BYTES[check];
    const stored = Buffer.from(yield* this.#take(bytes3));
    const expected = (check === SHA256 ? stored : stored.reverse()).toString("hex");
    const found = check === NONE2 ? expected : sum.hex();
    if (expected !== found) {
      const what = "the content is not what was packed: its check differs";
      throw new Broken("L1", "crc-mismatch", what, { offset: checkAt, expected, found });
    }
    return { packed: header.length + packed2 + bytes3, unpacked };
  }
  /** LZMA2: pieces of LZMA and of bytes as they are, and a zero at the end. */
  *#chunks(lzma2) {
    let isFirst = true;
    for (; ; ) {
      const at = this.#at;
      const control = (yield* this.#take(1))[0];
      if (control === 0) return;
      const empties = control === 1 || control >= 224;
      if (control > 2 && control < 128 || isFirst && !empties)
        throw broken4("a piece of a block means nothing where it stands", at);
      isFirst = false;
      if (empties) lzma2.emptyWindow();
      const low = u16be(yield* this.#take(2));
      if (control < 128) {
        lzma2.put(yield* this.#take(low + 1));
        continue;
      }
      const unpacked = (control & 31) * 65536 + low + 1;
      const packed2 = u16be(yield* this.#take(2)) + 1;
      if (control >= 192) {
        const properties = lzmaProperties((yield* this.#take(1))[0], this.#at);
        if (properties.lc + properties.lp > 4) throw broken4("its properties mean nothing", at);
        lzma2.begin(properties);
      } else if (control >= 160) lzma2.again(at);
      if (packed2 < 5) throw broken4("a piece of a block is too short", at);
      const input = yield* this.#take(packed2);
      lzma2.start(input.subarray(0, 5), at);
      const isEnd = lzma2.decode(input.subarray(5), unpacked, true, at);
      lzma2.rest();
      if (isEnd || lzma2.at !== packed2 - 5 || !lzma2.isAtRest)
        throw broken4("a piece of a block does not end where it says", at);
    }
  }
  *#index(blocks, from) {
    let crc = crc32(Uint8Array.of(0), 0);
    const take2 = function* (bytes3) {
      const taken = yield* this.#take(bytes3);
      crc = crc32(taken, crc);
      return taken;
    }.bind(this);
    const wrong = () => broken4("the index does not list the blocks that are there", from);
    if ((yield* number(take2, from)) !== blocks.length) throw wrong();
    for (const { packed: packed2, unpacked } of blocks)
      for (const size of [packed2, unpacked]) if ((yield* number(take2, from)) !== size) throw wrong();
    while ((this.#at - from) % 4 !== 0) if ((yield* take2(1))[0] !== 0) throw wrong();
    mustBe(crc, u323(yield* this.#take(4), 0), "the index", from);
  }
  *#footer(indexBytes, flags) {
    const at = this.#at;
    const footer = (yield* this.#take(12)).slice();
    mustBe(crc32(footer.subarray(4, 10), 0), u323(footer, 0), "a stream\u2019s end", at);
    const isRight = (u323(footer, 4) + 1) * 4 === indexBytes && flags.every((byte, i) => footer[8 + i] === byte) && FOOTER_MAGIC.every((byte, i) => footer[10 + i] === byte);
    if (!isRight) throw broken4("a stream\u2019s end does not belong to its start", at);
  }
  *#zeros(bytes3) {
    const at = this.#at;
    if ((yield* this.#take(bytes3)).some((byte) => byte !== 0)) throw broken4("zeros that align are none", at);
  }
  /** The bytes are only valid until the next ones are asked for. */
  *#take(bytes3) {
    if (bytes3 > this.#sizeBytes - this.#at)
      throw new Broken("L1", "cut-short", "the file ends inside an xz stream", { offset: this.#at });
    this.#at += bytes3;
    return bytes3 === 0 ? new Uint8Array(0) : yield bytes3;
  }
};
function xzDecompress(packed2, mostBytes, offset) {
  const pieces = [];
  let bytes3 = 0;
  const limits = { expandedBytes: mostBytes, windowBytes: mostBytes, objects: packed2.length };
  const streams = new XzStreams(packed2.length, limits, (piece) => {
    bytes3 += piece.length;
    if (bytes3 > mostBytes) throw new Broken("L1", "xz-broken", "unpacks to more than it may", { offset });
    pieces.push(piece.slice());
  });
  const parser = new PushParser(streams.read());
  parser.feed(packed2, offset);
  parser.end(offset + packed2.length);
  return Buffer.concat(pieces);
}
function blockHeader(header, from) {
  const flags = header[1];
  if ((flags & 60) !== 0) throw broken4("a block\u2019s header has flags that mean nothing", from);
  let at = 2;
  const next = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = header[at] ?? 128;
      at += 1;
      if (at > header.length - 4 || scale > 2 ** 56) throw broken4("a block\u2019s header is too short", from);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const packed2 = (flags & 64) === 0 ? void 0 : next();
  const unpacked = (flags & 128) === 0 ? void 0 : next();
  const filter = next();
  if ((flags & 3) !== 0 || filter !== LZMA2)
    throw new Unsettled("L1", "xz-filter", "is packed by another filter than LZMA2", {
      offset: from,
      found: `0x${filter.toString(16)}`
    });
  if (next() !== 1) throw broken4("the properties of LZMA2 are not one byte", from);
  const bits = header[at];
  at += 1;
  if (bits > 40 || header.subarray(at, -4).some((byte) => byte !== 0))
    throw broken4("a block\u2019s header means nothing", from);
  return {
    windowBytes: bits === 40 ? 2 ** 32 - 1 : (2 | bits & 1) * 2 ** ((bits >> 1) + 11),
    packed: packed2,
    unpacked
  };
}
function* number(take2, offset) {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    if (scale > 2 ** 56) throw broken4("a number is too long", offset);
    const byte = (yield* take2(1))[0];
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
}
function checkOf(check) {
  if (check === CRC64) return new Crc64();
  if (check === SHA256) {
    const hash = createHash3("sha256");
    return { add: (bytes3) => void hash.update(bytes3), hex: () => hash.digest("hex") };
  }
  let crc = 0;
  const add = (bytes3) => {
    crc = crc32(bytes3, crc);
  };
  return { add: check === NONE2 ? () => {
  } : add, hex: () => hex8(crc) };
}
var u16be = (bytes3) => bytes3[0] * 256 + bytes3[1];
var u323 = (bytes3, at) => new DataView(bytes3.buffer, bytes3.byteOffset, bytes3.length).getUint32(at, true);
function mustBe(found, stored, what, offset) {
  if (found !== stored) throw sumDiffers(`${what} is not of its CRC-32`, offset, { stored, found });
}
var broken4 = (what, offset) => new Broken("L1", "xz-broken", what, { offset });

// src/verify/archive/formats-packed.ts
var CONTENT = "the content by its own type where it fits into memory, a pickle of any length";
var xz = packed({
  name: "xz",
  proves: `every stream: headers, blocks, index and end agree, and each block\u2019s check; nothing after them; ${CONTENT}`,
  checksum: "CRC-32, CRC-64 or SHA-256 of the content, unless the writer asked for none",
  recognises: ({ head }) => startsWith(head, XZ_MAGIC),
  unpack(sizeBytes, limits, sink) {
    const streams = new XzStreams(sizeBytes, limits, sink);
    return asUnpacking(streams.read(), streams);
  }
});
var lzma = packed({
  name: "lzma",
  proves: `the stream to its end mark or its declared length, nothing after it; ${CONTENT}`,
  checksum: "none",
  recognises: ({ head }) => beginsLzmaAlone(head),
  unpack: (sizeBytes, limits, sink) => asUnpacking(lzmaAlone(sizeBytes, limits, sink), { isChecksummed: false })
});
var bzip2 = packed({
  name: "bzip2",
  proves: `every stream and block by its CRC, nothing after them; ${CONTENT}`,
  checksum: "CRC-32 of each block and of each stream",
  recognises: ({ head }) => startsWith(head, BZIP2_MAGIC) && (head[3] ?? 0) >= 49 && (head[3] ?? 0) <= 57 && beginsBlock(head),
  unpack: (_sizeBytes, limits, sink) => new Bzip2Streams(limits, sink)
});
var lz4 = packed({
  name: "lz4",
  proves: `frames and blocks that tile the file, each by the checksum it has; ${CONTENT}`,
  checksum: "XXH32 of the content or of each block, where the writer asked for it",
  recognises: ({ head }) => startsWith(head, LZ4_MAGIC),
  unpack(sizeBytes, limits, sink) {
    const frames = new Lz4Frames(sizeBytes, limits, sink);
    return asUnpacking(frames.read(), frames);
  }
});
var zlib2 = packed({
  name: "zlib",
  proves: `the stream to its Adler-32, nothing after it; ${CONTENT}`,
  checksum: "Adler-32 of the content",
  recognises: ({ head }) => isZlib(head),
  unpack(_sizeBytes, _limits, sink) {
    const inflater = new Inflater(Number.MAX_SAFE_INTEGER, 0, sink, "zlib");
    return {
      isChecksummed: true,
      feed: (piece) => inflater.feed(piece),
      async end(sizeBytes) {
        const used = await inflater.end();
        if (used !== sizeBytes)
          throw new Broken("L1", "trailing-bytes", "bytes follow the compressed stream", { offset: used });
      }
    };
  }
});
var beginsBlock = (head) => ["314159265359", "177245385090"].includes(Buffer.from(head.subarray(4, 10)).toString("hex"));
function isZlib(head) {
  const [first = 0, second = 0] = head;
  const isHeader = (first & 15) === 8 && first >> 4 <= 7 && (second & 32) === 0 && (first << 8 | second) % 31 === 0;
  if (!isHeader) return false;
  try {
    return inflateSync(head.subarray(0, 1024), { finishFlush: constants.Z_SYNC_FLUSH }).length > 0;
  } catch {
    return false;
  }
}

// src/verify/classical/format-catboost.ts
var MAGIC6 = Buffer.from("CBM1", "latin1");
var HEAD_BYTES2 = 8;
var [VERSION, TREES] = [0, 1];
var catboost = {
  name: "catboost",
  proves: "magic and length; the core is a FlatBuffer of a known version with its trees. Not the values",
  checksum: "none",
  memberNames: /\.cbm$/i,
  recognises: ({ head }) => startsWith(head, MAGIC6),
  async open(subject) {
    const { reader, sizeBytes, budgets, facts, findings } = subject;
    const head = await reader.read(0, Math.min(HEAD_BYTES2, sizeBytes));
    const length = head.length < HEAD_BYTES2 ? 0 : new DataView(head.buffer, head.byteOffset).getUint32(4, true);
    if (length < HEAD_BYTES2 || HEAD_BYTES2 + length > sizeBytes)
      throw new Broken("L1", "cut-short", "its core is not inside the file", {
        offset: 4,
        expected: `8 to ${sizeBytes - HEAD_BYTES2} bytes`,
        found: `${length} bytes`
      });
    if (length > budgets.structureBytes)
      throw overBudget("structureBytes", budgets.structureBytes, length, 4);
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [wholeFile(subject, { feed: () => {
      }, end: () => {
      } })],
      async inside() {
        const core = FlatTable.root(await reader.read(HEAD_BYTES2, length), HEAD_BYTES2);
        const version = core.text(VERSION);
        facts.scalars["version"] = version.slice(0, 64);
        if (!/^Fla(t)?buffersModel_v[0-9]+$/.test(version) || core.table(TREES) === void 0)
          throw new Broken("L2", "catboost-core", "its core is of no version with trees", {
            offset: HEAD_BYTES2,
            found: JSON.stringify(version.slice(0, 40))
          });
        if (HEAD_BYTES2 + length < sizeBytes)
          findings.note("L2", "catboost-parts", "has parts behind its core, which are not read");
      },
      finish: () => {
      }
    };
  }
};

// src/verify/classical/format-fasttext.ts
var MAGIC7 = Uint8Array.of(186, 22, 79, 47);
var fasttext = {
  name: "fasttext",
  proves: "settings in their ranges; as many words and labels as are counted, in UTF-8 and with counts; matrices of the size that settings and words give; nothing behind them; values, in quantized matrices of centroids",
  checksum: "none",
  recognises: ({ head }) => startsWith(head, MAGIC7),
  async open(subject) {
    const { openFasttext } = await import("./verifier.verify-classical-fasttext-model.mjs");
    return openFasttext(subject);
  }
};

// src/verify/codec/varint.ts
var MOST_BYTES = 10;
function takeVarint(next) {
  let value = 0;
  for (let i = 0; i < MOST_BYTES; i += 1) {
    const byte = next();
    value += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) return value;
  }
  return void 0;
}
var Varint = class {
  #count = 0;
  #low = 0;
  #middle = 0;
  #high = 0;
  get isEmpty() {
    return this.#count === 0;
  }
  reset() {
    this.#count = 0;
    this.#low = 0;
    this.#middle = 0;
    this.#high = 0;
  }
  /** @returns whether the number is whole. `at`: the byte after this one, for the message. */
  add(byte, at) {
    const group = byte & 127;
    const place = this.#count;
    this.#count += 1;
    if (place < 4) this.#low |= group << 7 * place;
    else if (place < 8) this.#middle |= group << 7 * (place - 4);
    else this.#high |= group << 7 * (place - 8);
    const tooLong = this.#count === MOST_BYTES && (byte & 128) !== 0;
    if (tooLong || this.#high > 255)
      throw new Broken("L1", "varint-too-long", "has a number of more than 64 bits", {
        offset: at - this.#count
      });
    return (byte & 128) === 0;
  }
  /** The lower 32 bits, unsigned. */
  get low32() {
    return (this.#low | this.#middle << 28) >>> 0;
  }
  /** The upper 32 bits, unsigned. */
  get high32() {
    return (this.#middle >>> 4 | this.#high << 24) >>> 0;
  }
  /** Unsigned; beyond 2^53 only good enough to be found too large. */
  toNumber() {
    return this.high32 * 2 ** 32 + this.low32;
  }
  /** As a signed 64-bit number, which is how `int32` and `int64` lie in the file. */
  toSigned() {
    return BigInt.asIntN(64, BigInt(this.high32) << 32n | BigInt(this.low32));
  }
  /** As a signed number; `undefined` beyond 2^53. */
  toSafeInteger() {
    const value = Number(this.toSigned());
    return Number.isSafeInteger(value) ? value : void 0;
  }
};

// src/verify/codec/protobuf.ts
var isSink = (target) => "bytes" in target;
var ProtobufWalk = class {
  #stack;
  #depth;
  #varint = new Varint();
  #fixed = new Uint8Array(8);
  #state = "tag";
  #field = 0;
  #at;
  #fieldAt;
  /** Bytes that a fixed-size or length-delimited field still needs. */
  #left = 0;
  #fixedBytes = 0;
  #sink;
  /** @param length of the whole message, which begins at `offset` */
  constructor(visitor, offset, length, budgets) {
    this.#stack = [{ visitor, end: offset + length }];
    this.#at = offset;
    this.#fieldAt = offset;
    this.#depth = budgets.protobufDepth;
  }
  /** Bytes from here on that nobody asked for: they may be left out with `skip`. */
  get skippable() {
    return this.#state === "bytes" && this.#sink === void 0 ? this.#left : 0;
  }
  skip(count) {
    if (count > this.skippable) throw new Error(`cannot skip ${count} bytes`);
    this.#left -= count;
    this.#at += count;
    if (this.#left === 0) this.#endField();
  }
  feed(piece) {
    let i = 0;
    while (i < piece.length) {
      if (this.#state === "bytes") i += this.#takeBytes(piece, i);
      else if (this.#state === "fixed") i += this.#takeFixed(piece, i);
      else {
        this.#takeVarint(piece[i]);
        i += 1;
      }
    }
  }
  /** Call at the end of the bytes. */
  end() {
    const whole = this.#state === "tag" && this.#varint.isEmpty && this.#stack.length === 0;
    const empty = this.#stack.length === 1 && this.#at === this.#stack[0]?.end && this.#varint.isEmpty;
    if (empty && this.#state === "tag") this.#stack.pop()?.visitor.end?.(this.#at);
    else if (!whole) throw this.#cut("L1");
  }
  #takeVarint(byte) {
    if (this.#state === "tag" && this.#varint.isEmpty) this.#fieldAt = this.#at;
    this.#at += 1;
    if (!this.#varint.add(byte, this.#at)) return;
    if (this.#state === "tag") this.#beginField();
    else if (this.#state === "length") this.#beginDelimited();
    else {
      this.#top().visitor.varint?.(this.#field, this.#varint, this.#fieldAt);
      this.#varint.reset();
      this.#endField();
    }
  }
  #beginField() {
    const tag = this.#varint.toNumber();
    this.#varint.reset();
    this.#field = Math.floor(tag / 8);
    if (this.#field === 0 || this.#field > 536870911) {
      throw new Broken("L1", "protobuf-tag", "has a field whose number cannot be", {
        offset: this.#fieldAt,
        found: String(this.#field)
      });
    }
    switch (tag % 8) {
      case 0 /* Varint */:
        this.#state = "varint";
        return;
      case 1 /* Fixed64 */:
        this.#beginFixed(8);
        return;
      case 5 /* Fixed32 */:
        this.#beginFixed(4);
        return;
      case 2 /* Delimited */:
        this.#state = "length";
        return;
      default:
        throw new Broken("L1", "protobuf-wire-type", "has a field of a wire type that is not in use", {
          offset: this.#fieldAt,
          expected: "0, 1, 2 or 5",
          found: `${tag % 8} (field ${this.#field})`
        });
    }
  }
  #beginFixed(count) {
    this.#mustFit(count);
    this.#state = "fixed";
    this.#fixedBytes = count;
    this.#left = count;
  }
  #takeFixed(piece, from) {
    const count = Math.min(this.#left, piece.length - from);
    this.#fixed.set(piece.subarray(from, from + count), this.#fixedBytes - this.#left);
    this.#left -= count;
    this.#at += count;
    if (this.#left > 0) return count;
    const bytes3 = this.#fixed.subarray(0, this.#fixedBytes);
    this.#top().visitor.fixed?.(this.#field, bytes3, this.#fieldAt);
    this.#endField();
    return count;
  }
  #beginDelimited() {
    const length = this.#varint.toNumber();
    this.#varint.reset();
    this.#mustFit(length);
    const target = this.#top().visitor.delimited?.(this.#field, length, this.#at);
    if (target !== void 0 && !isSink(target)) {
      if (this.#stack.length > this.#depth) {
        throw overBudget("protobufDepth", this.#depth, this.#stack.length, this.#fieldAt);
      }
      this.#stack.push({ visitor: target, end: this.#at + length });
      this.#endField();
      return;
    }
    this.#state = "bytes";
    this.#left = length;
    this.#sink = target;
    if (length === 0) this.#endField();
  }
  #takeBytes(piece, from) {
    const count = Math.min(this.#left, piece.length - from);
    this.#sink?.bytes(piece.subarray(from, from + count), this.#at);
    this.#left -= count;
    this.#at += count;
    if (this.#left === 0) this.#endField();
    return count;
  }
  /** A field is over, and with it every message that ends here. */
  #endField() {
    const sink = this.#state === "bytes" ? this.#sink : void 0;
    this.#sink = void 0;
    this.#state = "tag";
    sink?.done?.(this.#at);
    let top = this.#stack.at(-1);
    while (top !== void 0 && this.#at >= top.end) {
      if (this.#at > top.end) throw this.#cut("L2");
      this.#stack.pop();
      top.visitor.end?.(this.#at);
      top = this.#stack.at(-1);
    }
  }
  #top() {
    const top = this.#stack.at(-1);
    if (top === void 0)
      throw new Broken("L1", "trailing-bytes", "bytes follow the end", { offset: this.#at });
    return top;
  }
  #mustFit(length) {
    const { end } = this.#top();
    if (this.#at + length <= end) return;
    const outermost = this.#stack.length === 1;
    throw new Broken(
      outermost ? "L1" : "L2",
      outermost ? "cut-short" : "protobuf-length",
      outermost ? "ends inside a field" : "has a field that is longer than the message it lies in",
      { offset: this.#fieldAt, expected: `at most ${end - this.#at} bytes`, found: `${length} bytes` }
    );
  }
  #cut(level) {
    return new Broken(level, level === "L1" ? "cut-short" : "protobuf-length", "ends inside a field", {
      offset: this.#fieldAt
    });
  }
};
function collected(mostBytes, length, at, take2) {
  if (length > mostBytes) {
    throw new Unsettled("L2", "over-budget", "has a field that is longer than we hold", {
      offset: at,
      expected: `<= ${mostBytes} bytes`,
      found: `${length} bytes`
    });
  }
  const held = new Uint8Array(length);
  let filled = 0;
  if (length === 0) take2(held);
  return {
    bytes(piece) {
      held.set(piece, filled);
      filled += piece.length;
      if (filled === length) take2(held);
    }
  };
}
var collectedText = (mostBytes, length, at, take2) => collected(mostBytes, length, at, (bytes3) => take2(new TextDecoder().decode(bytes3)));
function startOfText(mostBytes, length, take2) {
  const held = new Uint8Array(Math.min(mostBytes, length));
  let filled = 0;
  const give = () => take2(new TextDecoder().decode(held));
  if (length === 0) give();
  return {
    bytes(piece) {
      if (filled === held.length) return;
      const part = piece.subarray(0, held.length - filled);
      held.set(part, filled);
      filled += part.length;
      if (filled === held.length) give();
    }
  };
}
function packedVarints(take2) {
  const value = new Varint();
  return {
    bytes(piece, at) {
      for (let i = 0; i < piece.length; i += 1) {
        if (!value.add(piece[i], at + i + 1)) continue;
        take2(value);
        value.reset();
      }
    },
    done(at) {
      if (!value.isEmpty)
        throw new Broken("L2", "protobuf-length", "a packed field ends inside a number", { offset: at });
    }
  };
}
function walkMessage(bytes3, visitor, offset, budgets) {
  const walk = new ProtobufWalk(visitor, offset, bytes3.length, budgets);
  walk.feed(bytes3);
  walk.end();
}

// src/verify/codec/top-fields.ts
var MOST_FIELDS2 = 64;
function topFields(head, sizeBytes) {
  const fields = [];
  let at = 0;
  while (at < head.length && fields.length < MOST_FIELDS2) {
    const tag = readVarint(head, at);
    if (tag === void 0 || tag.value < 8) break;
    const [field, wire] = [Math.floor(tag.value / 8), tag.value % 8];
    const place = placeOf(head, tag.end, wire);
    if (place === void 0) break;
    fields.push({ field, wire, ...place });
    if (place.at + place.length > sizeBytes) break;
    at = place.at + place.length;
  }
  return fields;
}
function placeOf(head, at, wire) {
  if (wire === 1) return { at, length: 8 };
  if (wire === 5) return { at, length: 4 };
  const number2 = readVarint(head, at);
  if (number2 === void 0) return void 0;
  if (wire === 0) return { at, length: number2.end - at };
  return wire === 2 ? { at: number2.end, length: number2.value } : void 0;
}
function readVarint(bytes3, from) {
  let end = from;
  const value = takeVarint(() => bytes3[end++] ?? 128);
  return Number.isSafeInteger(value) ? { value, end } : void 0;
}

// src/verify/classical/format-sentencepiece.ts
var [PIECES, TRAINER, NORMALIZER, SELF_TEST, DENORMALIZER] = [1, 2, 3, 4, 5];
var VOCABULARY_SIZE = 4;
var [TEXT, SCORE2, KIND] = [1, 2, 3];
var KINDS2 = 6;
var MOST_PIECES = 4e6;
var MOST_TEXT = 4096;
var EXTENSIONS = 200;
var sentencepiece = {
  name: "sentencepiece",
  proves: "every message to its end; pieces in UTF-8, none twice, with a finite score and a known kind; as many as the trainer was told",
  checksum: "none",
  memberNames: /\.(model|spm)$/i,
  recognises(probe) {
    const { head } = probe;
    const [first] = topFields(head, probe.sizeBytes);
    if (first === void 0 || first.field !== PIECES || first.wire !== 2) return false;
    const textBytes = head[first.at + 1] ?? 0;
    return head[first.at] === 10 && textBytes < 128 && head[first.at + 2 + textBytes] === 21;
  },
  async open(subject) {
    const { sizeBytes, budgets, findings, facts } = subject;
    const model = new Model2();
    const walk = new ProtobufWalk(model, 0, sizeBytes, budgets);
    return {
      checksummed: false,
      reaches: "L3",
      regions: () => [wholeFile(subject, { feed: (piece) => walk.feed(piece), end: () => walk.end() })],
      finish(complete) {
        if (!complete) return;
        facts.scalars["pieces"] = model.pieces;
        if (model.vocabularySize === void 0)
          findings.fail("L2", "trainer-missing", "does not say how it was trained");
        else if (model.vocabularySize !== model.pieces)
          findings.fail("L2", "piece-count", "has another number of pieces than its trainer was told", {
            expected: String(model.vocabularySize),
            found: String(model.pieces)
          });
      }
    };
  }
};
var Model2 = class {
  pieces = 0;
  vocabularySize;
  #seen = /* @__PURE__ */ new Set();
  delimited(field, _length, at) {
    if (field === PIECES) return new Piece((text3, offset) => this.#take(text3, offset));
    if (field === TRAINER)
      return {
        varint: (inner, value) => {
          if (inner === VOCABULARY_SIZE) this.vocabularySize = value.toNumber();
        }
      };
    const isKnown = [NORMALIZER, SELF_TEST, DENORMALIZER].includes(field) || field >= EXTENSIONS;
    if (!isKnown) throw malformed2(`has a field ${field} that no such model has`, at);
    return void 0;
  }
  varint(field, _value, at) {
    throw malformed2(`has a number in its field ${field}`, at);
  }
  fixed(field, _bytes, at) {
    throw malformed2(`has a number in its field ${field}`, at);
  }
  #take(text3, at) {
    this.pieces += 1;
    if (this.pieces > MOST_PIECES) throw overBudget("objects", MOST_PIECES, this.pieces, at);
    if (this.#seen.has(text3)) throw malformed2("has one piece twice", at, JSON.stringify(text3.slice(0, 40)));
    this.#seen.add(text3);
  }
};
var Piece = class {
  #take;
  #text;
  constructor(take2) {
    this.#take = take2;
  }
  delimited(field, length, at) {
    if (field !== TEXT && field < EXTENSIONS) throw malformed2(`a piece has a field ${field}`, at);
    if (length > MOST_TEXT) throw malformed2("a piece is longer than any", at, `${length} bytes`);
    const parts = [];
    return {
      bytes: (piece) => void parts.push(piece.slice()),
      done: () => {
        const text3 = utf8(Buffer.concat(parts));
        if (text3 === void 0) throw malformed2("a piece is not UTF-8", at);
        this.#text = text3;
      }
    };
  }
  fixed(field, bytes3, at) {
    if (field !== SCORE2 || bytes3.length !== 4) throw malformed2(`a piece has a field ${field}`, at);
    const score = new DataView(bytes3.buffer, bytes3.byteOffset, 4).getFloat32(0, true);
    if (!Number.isFinite(score)) throw malformed2("a score is no finite number", at, String(score));
  }
  varint(field, value, at) {
    const kind = value.toNumber() ?? 0;
    if (field !== KIND || kind < 1 || kind > KINDS2)
      throw malformed2("a piece is of no known kind", at, `${kind} in field ${field}`);
  }
  end(at) {
    if (this.#text === void 0) throw malformed2("a piece has no text", at);
    this.#take(this.#text, at);
  }
};
var malformed2 = (what, offset, found) => new Broken("L2", "sentencepiece-malformed", what, { offset, ...found === void 0 ? {} : { found } });

// src/verify/classical/ubjson-stream.ts
var MOST_KEY_BYTES = 65536;
var WIDTHS = { i: 1, U: 1, I: 2, l: 4, L: 8, d: 4, D: 8, C: 1 };
var EMPTY = /* @__PURE__ */ new Set(["Z", "N", "T", "F"]);
var UbjsonStream = class {
  #limits;
  #events;
  #values = 0;
  #at = 0;
  constructor(events, limits) {
    this.#events = events;
    this.#limits = limits;
  }
  *read() {
    yield* this.#value(yield* this.#marker(), 0, "");
  }
  *#value(marker, depth, key) {
    this.#values += 1;
    const { values, depth: most } = this.#limits;
    if (this.#values > values) throw overBudget("objects", values, this.#values, this.#at);
    if (depth > most) throw overBudget("ubjson depth", most, depth, this.#at);
    if (EMPTY.has(marker)) return;
    if (marker === "S") yield* this.#text(key);
    else if (marker === "{") yield* this.#object(depth);
    else if (marker === "[") yield* this.#list(depth, key);
    else if (marker in WIDTHS) yield* this.#stretch(marker, 1, key);
    else throw this.#broken("ubjson-type", `${quoted(marker)} begins no value`);
  }
  *#object(depth) {
    const seen = /* @__PURE__ */ new Set();
    for (let marker = yield* this.#marker(); marker !== "}"; marker = yield* this.#marker()) {
      const bytes3 = yield* this.#integer(marker);
      if (bytes3 > MOST_KEY_BYTES) throw overBudget("key bytes", MOST_KEY_BYTES, bytes3, this.#at);
      const key = utf8(yield* this.#take(bytes3));
      if (key === void 0) throw this.#broken("not-utf8", "a key is not UTF-8 text");
      if (seen.has(key)) throw this.#broken("duplicate-key", `${quoted(key)} stands there twice`);
      seen.add(key);
      this.#events.key(key, depth);
      yield* this.#value(yield* this.#marker(), depth + 1, key);
    }
  }
  /** `[`, then values to `]`; or `#` and how many there are; or `$` and their type before that, and then nothing but bytes. */
  *#list(depth, key) {
    let marker = yield* this.#marker();
    let type;
    if (marker === "$") {
      type = yield* this.#marker();
      marker = yield* this.#marker();
      if (marker !== "#") throw this.#broken("ubjson-list", "a list gives its type and no length");
    }
    if (marker === "#") {
      const count = yield* this.#integer(yield* this.#marker());
      if (type !== void 0 && type in WIDTHS) yield* this.#stretch(type, count, key);
      else
        for (let i = 0; i < count; i += 1)
          yield* this.#value(type ?? (yield* this.#marker()), depth + 1, key);
      return;
    }
    for (; marker !== "]"; marker = yield* this.#marker()) yield* this.#value(marker, depth + 1, key);
  }
  *#text(key) {
    const bytes3 = yield* this.#integer(yield* this.#marker());
    this.#mustFit(bytes3);
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const decode = (piece, stream) => {
      try {
        decoder.decode(piece, { stream });
      } catch {
        throw this.#broken("not-utf8", `the text ${quoted(key)} is not UTF-8`);
      }
    };
    yield { bytes: bytes3, sink: (piece) => decode(piece, true) };
    decode(new Uint8Array(0), false);
    this.#at += bytes3;
  }
  /** Numbers without markers, big-endian. */
  *#stretch(type, count, key) {
    const width = WIDTHS[type] ?? 1;
    const bytes3 = count * width;
    this.#mustFit(bytes3);
    const from = this.#at;
    let done = 0;
    const isFloat = type === "d" || type === "D";
    let high = 0;
    const sink = (piece) => {
      for (const byte of isFloat ? piece : []) {
        const place = done % width;
        if (place === 0) high = byte & 127;
        else if (place === 1 && high === 127 && isNan(type, byte))
          this.#events.notFinite(key, from + done - 1);
        done += 1;
      }
    };
    yield { bytes: bytes3, sink };
    this.#at += bytes3;
  }
  *#marker() {
    for (; ; ) {
      const [byte = 0] = yield* this.#take(1);
      if (byte !== 78) return String.fromCharCode(byte);
    }
  }
  *#integer(type) {
    const width = "iUIlL".includes(type) ? WIDTHS[type] : void 0;
    if (width === void 0) throw this.#broken("ubjson-length", "gives a length that is no number");
    const bytes3 = yield* this.#take(width);
    const view = new DataView(bytes3.buffer, bytes3.byteOffset, width);
    const value = width === 8 ? Number(view.getBigInt64(0)) : width === 4 ? view.getInt32(0) : width === 2 ? view.getInt16(0) : type === "U" ? view.getUint8(0) : view.getInt8(0);
    if (value < 0 || !Number.isSafeInteger(value))
      throw this.#broken("ubjson-length", "gives a length below zero");
    return value;
  }
  *#take(bytes3) {
    this.#mustFit(bytes3);
    this.#at += bytes3;
    return bytes3 === 0 ? new Uint8Array(0) : yield bytes3;
  }
  #mustFit(bytes3) {
    const left = this.#limits.sizeBytes - this.#at;
    if (bytes3 <= left) return;
    throw new Broken("L1", "cut-short", "a value is longer than the file", {
      offset: this.#at,
      expected: `at most ${left} bytes`,
      found: `${bytes3} bytes`
    });
  }
  #broken(code, what) {
    return new Broken("L2", code, what, { offset: this.#at });
  }
};
var isNan = (type, byte) => type === "d" ? byte >= 192 : byte >= 248;

// src/verify/classical/format-ubjson.ts
var MOST_DEPTH = 100;
var ubjson = {
  name: "ubjson",
  proves: "one value of UBJSON covers the file; text keys, none twice; typed lists of their length; no NaN",
  checksum: "none",
  memberNames: /\.ubj$/i,
  recognises: ({ head }) => beginsAsObject(head),
  async open(subject) {
    const { budgets, sizeBytes, findings, keys } = subject;
    const stream = new UbjsonStream(
      {
        key: (name, depth) => {
          if (depth < 2) keys.addValue(name, name);
        },
        notFinite: (key, offset) => {
          findings.fail("L3", "non-finite", `"${key.slice(0, 80)}" holds a NaN`, { offset });
        }
      },
      { depth: MOST_DEPTH, values: budgets.objects, sizeBytes }
    );
    const parser = new PushParser(stream.read());
    return {
      checksummed: false,
      reaches: "L3",
      regions: () => [
        wholeFile(subject, { feed: (...piece) => parser.feed(...piece), end: () => parser.end(sizeBytes) })
      ],
      finish: () => {
      }
    };
  }
};
function beginsAsObject(head) {
  const widths = { 105: 1, 85: 1, 73: 2, 108: 4, 76: 8 };
  const width = head[0] === 123 ? widths[head[1] ?? 0] : void 0;
  if (width === void 0) return false;
  const length = head.subarray(2, 2 + width);
  const keyBytes = length.at(-1) ?? 0;
  const key = Buffer.from(head.subarray(2 + width, 2 + width + keyBytes)).toString("latin1");
  return length.subarray(0, -1).every((byte) => byte === 0) && keyBytes > 0 && /^[\w.-]+$/.test(key);
}

// src/verify/classical/format-word-vectors.ts
var HEADER = /^([1-9][0-9]{0,9}) ([1-9][0-9]{0,5})\r?\n/;
var NUMBER = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/;
var MOST_WORD_BYTES = 4096;
var LEAST_NUMBERS = 8;
var wordVectors = {
  name: "word2vec",
  proves: "binary and text of word2vec, and GloVe: as many words as the header counts, each with as many numbers, nothing behind them; words in UTF-8; values",
  checksum: "none",
  memberNames: /\.(bin|vec|w2v|txt)$/i,
  recognises: (probe) => layoutOf(probe) !== void 0,
  async open(subject) {
    const { openWordVectors } = await import("./verifier.verify-classical-word-vectors.mjs");
    return openWordVectors(subject, layoutOf(subject));
  }
};
function layoutOf({ head, role, sizeBytes }) {
  if (isReadAsText(role)) return void 0;
  const text3 = Buffer.from(head.buffer, head.byteOffset, head.length).toString("latin1");
  const header = HEADER.exec(text3);
  if (header === null) return holdsTensors(role) ? headless(text3, head.length === sizeBytes) : void 0;
  const [line2, words2, numbers] = [header[0], Number(header[1]), Number(header[2])];
  const layout2 = { words: words2, numbers, headerBytes: line2.length };
  const first = linesOf(text3.slice(line2.length), head.length === sizeBytes)[0] ?? "";
  if (numbersOf(first) === numbers) return { kind: "word2vec-text", ...layout2 };
  return isBinary(text3.slice(line2.length), layout2, sizeBytes) ? { kind: "word2vec", ...layout2 } : void 0;
}
var isReadAsText = (role) => role === "log" || role === "config" || role === "metrics";
function isBinary(rows, { words: words2, numbers, headerBytes }, sizeBytes) {
  const least = (words2 ?? 0) * (4 * numbers + 2);
  const most = (words2 ?? 0) * (4 * numbers + 2 + MOST_WORD_BYTES);
  const room = sizeBytes - headerBytes;
  if (room > most || room < Math.min(least / 4, 4 * numbers)) return false;
  const word = rows.indexOf(" ");
  if (word < 1 || word > MOST_WORD_BYTES || /[\0-\x08\x0e-\x1f]/.test(rows.slice(0, word))) return false;
  return /[\0-\x08\x0e-\x1f\x80-\xff]/.test(rows.slice(word + 1, word + 1 + 4 * numbers));
}
function headless(text3, isWhole) {
  const lines = linesOf(text3, isWhole);
  const numbers = numbersOf(lines[0] ?? "");
  if (numbers === void 0 || numbers < LEAST_NUMBERS || lines.length < 2) return void 0;
  const areAlike = lines.filter((line2) => numbersOf(line2, numbers) === numbers).length >= 0.9 * lines.length;
  const isTable = lines.every((line2) => NUMBER.test(line2.split(" ", 1)[0] ?? ""));
  return areAlike && !isTable ? { kind: "glove", words: void 0, numbers, headerBytes: 0 } : void 0;
}
function linesOf(text3, isWhole) {
  const lines = text3.split("\n");
  const last = lines.pop();
  return isWhole && last !== void 0 && last !== "" ? [...lines, last] : lines;
}
function numbersOf(line2, wanted) {
  const [, ...cells] = line2.trimEnd().split(" ");
  const numbers = wanted === void 0 ? cells : cells.slice(-wanted);
  return numbers.length > 0 && numbers.every((cell) => NUMBER.test(cell)) ? numbers.length : void 0;
}

// src/verify/columnar/format-arrow.ts
var MAGIC8 = new TextEncoder().encode("ARROW1");
var SCHEMA = 1;
var arrowFile = {
  name: "arrow-file",
  proves: "both magics; every message and the footer as whole FlatBuffers: lengths, alignment, arrays and buffers as the schema needs them, inside the body; the footer lists exactly the messages; buffers unpack to their length, places ascend inside their content, texts are UTF-8, nulls are counted, indices have values. Not the numbers",
  checksum: "none",
  recognises: ({ head }) => startsWith(head, MAGIC8),
  async open(subject) {
    const { openArrowFile } = await import("./verifier.verify-columnar-arrow-walk.mjs");
    return openArrowFile(subject);
  }
};
var arrowStream = {
  name: "arrow-stream",
  proves: "every message as a whole FlatBuffer: lengths, alignment, arrays and buffers as the schema needs them, inside the body; without an end mark degraded; what buffers hold as of a file",
  checksum: "none",
  recognises: ({ head }) => beginsWithSchema(head),
  async open(subject) {
    const { openArrowStream } = await import("./verifier.verify-columnar-arrow-walk.mjs");
    return openArrowStream(subject);
  }
};
function beginsWithSchema(head) {
  if (head.length < 16) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const from = view.getUint32(0, true) === 4294967295 ? 8 : 4;
  const length = view.getUint32(from - 4, true);
  if (length < 16 || (length + from) % 8 !== 0 || length > 2 ** 30) return false;
  try {
    const message = FlatTable.root(head.subarray(from, from + length), from);
    return message.i16(0) <= 4 && message.u8(1) === SCHEMA && message.table(2) !== void 0;
  } catch {
    return false;
  }
}

// src/verify/columnar/format-parquet.ts
var PLAIN2 = new TextEncoder().encode("PAR1");
var ENCRYPTED = new TextEncoder().encode("PARE");
var parquet = {
  name: "parquet",
  proves: "footer; schema, and the one that Arrow keeps beside it; row counts; every column chunk page by page to its exact end; page checksums where present; each page unpacked, its levels and values walked by their encoding, indices inside their dictionary, texts UTF-8, lists laid out alike in the columns below them; indexes and bloom filters; no byte unaccounted for. Not what numbers mean, nor statistics; pages above 32 MiB, and those beyond 512 MiB and half the size of the file, are walked and not read",
  checksum: "CRC-32 of pages, optional; none of the footer",
  recognises: ({ head }) => startsWith(head, PLAIN2) || startsWith(head, ENCRYPTED),
  async open(subject) {
    const { openParquet } = await import("./verifier.verify-columnar-parquet-walk.mjs");
    return openParquet(subject);
  }
};

// src/verify/gguf/format.ts
var MAGIC9 = [71, 71, 85, 70];
var gguf = {
  name: "gguf",
  proves: "versions 2 and 3 in either byte order; every key and its type, no duplicates; every tensor entry; offsets without hole, overlap or tail, zero padding; values, of packed blocks their scales; a chat template is named by its digest and never rendered",
  checksum: "none",
  recognises: ({ head }) => MAGIC9.every((byte, i) => head[i] === byte),
  async open(subject) {
    const { openGguf } = await import("./verifier.verify-gguf-walk.mjs");
    return openGguf(subject);
  }
};

// src/verify/hdf5/format-hdf5.ts
var hdf5 = {
  name: "hdf5",
  proves: "end of file, every object header, group, heap and chunk index, also the keys of older B-trees; fill values fit their place; metadata checksums; no two structures on the same bytes; size = shape x type; link counts; values, after zlib, LZF, Blosc, bitshuffle, bzip2, LZ4 or Zstandard too. Not, of Keras's older files, which sizes its layers are given, or which words where no Keras 3 up to 3.15 wrote them",
  checksum: "lookup3 of newer metadata; Fletcher-32, zlib or bzip2 of chunks that have such a filter",
  recognises({ head }) {
    if (findHdf5Signature(head) !== void 0) return true;
    return head.length > 8 && head[0] === 137 && Buffer.from(head.subarray(1, 4)).toString("latin1") === "HDF";
  },
  async open(subject) {
    const { openTree } = await import("./verifier.verify-hdf5-hdf5-walk.mjs");
    return openTree(subject);
  }
};

// src/verify/jax/msgpack-stream.ts
var MOST_DEPTH2 = 100;
var MOST_KEY_BYTES2 = 65536;
var TEXT_KEPT = 200;
var MsgpackStream = class {
  #events;
  #limits;
  #stack = [];
  #keys = 0;
  /** Bytes read: the offset of the next one. */
  #at = 0;
  constructor(events, limits) {
    this.#events = events;
    this.#limits = limits;
  }
  *read() {
    do {
      const path = yield* this.#nextPath();
      yield* this.#value(path);
      this.#closeFinished();
    } while (this.#stack.length > 0);
  }
  *#nextPath() {
    const frame = this.#stack.at(-1);
    if (frame === void 0) return "";
    frame.left -= 1;
    const name = frame.kind === "array" ? String(frame.index++) : yield* this.#key(frame);
    return frame.path === "" ? name : `${frame.path}/${name}`;
  }
  *#key(frame) {
    const at = this.#at;
    const head = yield* this.#head();
    if (head.kind !== "text") this.#events.oddKey?.(at);
    if (head.kind === "scalar") return this.#only(frame, String(head.value), at);
    if (head.kind !== "text" && head.kind !== "binary")
      throw new Unsettled("L2", "key-not-text", "a map has a key that is no text", { offset: at });
    if (head.bytes > MOST_KEY_BYTES2) throw overBudget("key bytes", MOST_KEY_BYTES2, head.bytes, at);
    const key = utf8(yield* this.#take(head.bytes));
    if (key === void 0) throw broken5("not-utf8", "a key is not UTF-8 text", at);
    return this.#only(frame, key, at);
  }
  #only(frame, key, at) {
    this.#keys += 1;
    if (this.#keys > this.#limits.keys) throw overBudget("objects", this.#limits.keys, this.#keys, at);
    frame.seen ??= /* @__PURE__ */ new Set();
    if (frame.seen.has(key)) throw broken5("duplicate-key", `${quoted(key)} stands there twice`, at);
    frame.seen.add(key);
    return key;
  }
  *#value(path) {
    const at = this.#at;
    const head = yield* this.#head();
    switch (head.kind) {
      case "scalar":
        this.#events.scalar(head.value, path, at);
        return;
      case "map":
      case "array":
        this.#open(head.kind, head.size, path, at);
        return;
      case "text":
        yield* this.#text(head.bytes, path, at);
        return;
      case "binary":
        yield* this.#binary(head.bytes, path);
        return;
      case "ext": {
        this.#mustFit(head.bytes, at);
        const end = this.#at + head.bytes;
        yield* this.#events.ext(head.code, head.bytes, path, this.#at);
        this.#at = end;
      }
    }
  }
  #open(kind, size, path, at) {
    this.#mustFit(size * (kind === "map" ? 2 : 1), at);
    if (this.#stack.length >= this.#limits.depth)
      throw overBudget("msgpack depth", this.#limits.depth, this.#stack.length + 1, at);
    this.#events.opened(kind, path);
    this.#stack.push({ kind, path, left: size, index: 0, seen: void 0 });
  }
  #closeFinished() {
    for (let top = this.#stack.at(-1); top !== void 0 && top.left === 0; top = this.#stack.at(-1)) {
      this.#stack.pop();
      this.#events.closed(top.path);
    }
  }
  /** A long text is not held; it must be UTF-8 all the same. */
  *#text(bytes3, path, at) {
    this.#mustFit(bytes3, at);
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    let shown3 = "";
    const decode = (piece, more) => {
      try {
        const text3 = decoder.decode(piece, { stream: more });
        if (shown3.length < TEXT_KEPT) shown3 = (shown3 + text3).slice(0, TEXT_KEPT);
      } catch {
        throw broken5("not-utf8", "a text is not UTF-8", at);
      }
    };
    yield { bytes: bytes3, sink: (piece) => decode(piece, true) };
    decode(new Uint8Array(0), false);
    this.#at += bytes3;
    this.#events.scalar(shown3, path, at);
  }
  *#binary(bytes3, path) {
    this.#mustFit(bytes3, this.#at);
    const watch = this.#events.binary?.(bytes3, path, this.#at);
    yield { bytes: bytes3, sink: (piece) => watch?.feed(piece) };
    watch?.end();
    this.#at += bytes3;
  }
  *#head() {
    const at = this.#at;
    const [first = 0] = yield* this.#take(1);
    if (first < 128) return { kind: "scalar", value: first };
    if (first < 144) return { kind: "map", size: first & 15 };
    if (first < 160) return { kind: "array", size: first & 15 };
    if (first < 192) return { kind: "text", bytes: first & 31 };
    if (first >= 224) return { kind: "scalar", value: first - 256 };
    if (first === 192) return { kind: "scalar", value: null };
    if (first === 193) throw broken5("msgpack-type", "a byte that begins no msgpack value", at);
    if (first <= 195) return { kind: "scalar", value: first === 195 };
    if (first <= 198) return { kind: "binary", bytes: yield* this.#count(1 << first - 196) };
    if (first <= 201) return yield* this.#extHead(yield* this.#count(1 << first - 199));
    if (first <= 211) return { kind: "scalar", value: yield* this.#number(first) };
    if (first <= 216) return yield* this.#extHead(1 << first - 212);
    if (first <= 219) return { kind: "text", bytes: yield* this.#count(1 << first - 217) };
    const size = yield* this.#count(first % 2 === 0 ? 2 : 4);
    return { kind: first <= 221 ? "array" : "map", size };
  }
  *#extHead(bytes3) {
    const [code = 0] = yield* this.#take(1);
    return { kind: "ext", bytes: bytes3, code: code > 127 ? code - 256 : code };
  }
  /** Counts and numbers are big-endian. */
  *#count(width) {
    return (yield* this.#take(width)).reduce((value, byte) => value * 256 + byte, 0);
  }
  *#number(type) {
    const width = type === 202 ? 4 : type === 203 ? 8 : 1 << (type - 204 & 3);
    const bytes3 = yield* this.#take(width);
    const view = new DataView(bytes3.buffer, bytes3.byteOffset, width);
    if (type === 202) return view.getFloat32(0);
    if (type === 203) return view.getFloat64(0);
    const signed = type >= 208;
    if (width === 8) return Number(signed ? view.getBigInt64(0) : view.getBigUint64(0));
    if (width === 4) return signed ? view.getInt32(0) : view.getUint32(0);
    if (width === 2) return signed ? view.getInt16(0) : view.getUint16(0);
    return signed ? view.getInt8(0) : view.getUint8(0);
  }
  /** The bytes are only valid until the next ones are asked for. */
  *#take(bytes3) {
    this.#mustFit(bytes3, this.#at);
    this.#at += bytes3;
    return bytes3 === 0 ? new Uint8Array(0) : yield bytes3;
  }
  #mustFit(bytes3, at) {
    const left = this.#limits.sizeBytes - this.#at;
    if (bytes3 <= left) return;
    throw new Broken("L1", "cut-short", "a value is longer than the file", {
      offset: at,
      expected: `at most ${left} bytes`,
      found: `${bytes3} bytes`
    });
  }
};
var broken5 = (code, what, offset) => new Broken("L2", code, what, { offset });

// src/verify/jax/format-flax.ts
var flax = {
  name: "flax-msgpack",
  proves: "one msgpack value covers the file; no key twice; every array and every piece of a chunked one, and every tensor of a record of burn, has the bytes of its shape and type; values",
  checksum: "none",
  recognises: ({ head, sizeBytes, role }) => beginsMapOfTexts(head) || beginsArray(head) || isMap(head, sizeBytes, role),
  async open(subject) {
    const { openFlax } = await import("./verifier.verify-jax-flax-walk.mjs");
    return openFlax(subject);
  }
};
function beginsMapOfTexts(head) {
  const [first = 0] = head;
  const keyAt = first >= 129 && first <= 143 ? 1 : first === 222 ? 3 : first === 223 ? 5 : -1;
  const word = keyAt < 0 ? 0 : head[keyAt] ?? 0;
  const isShort = word > 160 && word < 192;
  if (!isShort && word !== 217) return false;
  const textAt = keyAt + (isShort ? 1 : 2);
  const length = isShort ? word & 31 : head[keyAt + 1] ?? 0;
  const key = head.subarray(textAt, textAt + length);
  if (key.length === 0) return false;
  const text3 = utf8(key);
  return text3 !== void 0 && !/[\u0000-\u001f\u007f]/.test(text3);
}
function beginsArray(head) {
  const [first = 0] = head;
  if (first < 199 || first > 201) return false;
  const typeAt = 1 + (1 << first - 199);
  return head[typeAt] === 1 && head[typeAt + 1] === 147;
}
function isMap(head, sizeBytes, role) {
  const [first = 0] = head;
  if (role === "log" || !(first >= 128 && first <= 143 || first === 222 || first === 223)) return false;
  const events = { opened() {
  }, closed() {
  }, scalar() {
  }, *ext() {
  } };
  const limits = { depth: MOST_DEPTH2, keys: head.length, sizeBytes };
  const parser = new PushParser(new MsgpackStream(events, limits).read());
  try {
    parser.feed(head, 0);
    if (head.length === sizeBytes) parser.end(sizeBytes);
    return true;
  } catch {
    return false;
  }
}

// src/verify/media/format-jpeg.ts
var MAGIC10 = Uint8Array.of(255, 216, 255);
var [START, END, SCAN, RESTART_INTERVAL] = [216, 217, 218, 221];
var jpeg = {
  name: "jpeg",
  proves: "segments that tile the file: a frame of some size, its scans with their restart marks in order, the end mark last; what follows that is another picture or degraded; pixels are not decoded",
  checksum: "none",
  recognises: ({ head }) => startsWith(head, MAGIC10),
  async open(subject) {
    const markers = new JpegMarkers(subject);
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [
        wholeFile(subject, {
          feed: (...piece) => markers.feed(...piece),
          end: () => markers.end()
        })
      ],
      finish: () => {
      }
    };
  }
};
var isFrame = (code) => code >= 192 && code <= 207 && ![196, 200, 204].includes(code);
var isRestart = (code) => code >= 208 && code <= 215;
var JpegMarkers = class {
  #subject;
  #state = "marker";
  #code = 0;
  /** The first bytes of a segment, length and all. */
  #start = [];
  #left = 0;
  #hasFrame = false;
  #hasScan = false;
  #restarts = false;
  #nextRestart = 0;
  #pictures = 0;
  constructor(subject) {
    this.#subject = subject;
  }
  feed(piece, offset) {
    for (let i = 0; i < piece.length && this.#state !== "trailing"; ) {
      if (this.#state === "segment") {
        const taken = Math.min(this.#left, piece.length - i);
        for (let k = 0; k < taken && this.#start.length < 8; k += 1) this.#start.push(piece[i + k]);
        this.#left -= taken;
        i += taken;
        if (this.#left === 0) this.#endSegment(offset + i);
      } else if (this.#state === "scan") {
        const next = piece.indexOf(255, i);
        if (next < 0) return;
        this.#state = "scan-code";
        i = next + 1;
      } else {
        this.#byte(piece[i], offset + i);
        i += 1;
      }
    }
  }
  end() {
    if (this.#state === "behind" || this.#state === "trailing") return;
    throw new Broken("L1", "cut-short", "ends before the end mark of its picture", {
      offset: this.#subject.sizeBytes
    });
  }
  #byte(byte, at) {
    if (this.#state === "marker" || this.#state === "behind") this.#beginMarker(byte, at);
    else if (this.#state === "code") {
      if (byte !== 255) this.#marker(byte, at);
    } else if (this.#state === "scan-code") this.#inScan(byte, at);
    else {
      this.#start.push(byte);
      if (this.#start.length < 2) return;
      this.#left = 256 * (this.#start[0] ?? 0) + (this.#start[1] ?? 0) - 2;
      if (this.#left < 0) throw this.#wrong("a segment is shorter than its own length", at);
      this.#state = "segment";
      if (this.#left === 0) this.#endSegment(at + 1);
    }
  }
  #beginMarker(byte, at) {
    if (byte === 255) this.#state = "code";
    else if (this.#state === "marker") throw this.#wrong("there is no marker where one should be", at);
    else this.#trailing(at);
  }
  #trailing(at) {
    const what = "something follows the end mark of its picture: readers leave it alone";
    this.#subject.findings.degraded("L1", "trailing-bytes", what, {
      offset: at,
      found: `${this.#subject.sizeBytes - at} bytes`
    });
    this.#state = "trailing";
  }
  #marker(code, at) {
    if (code === START && (this.#pictures === 0 ? !this.#isBegun : this.#isBetween)) this.#begin();
    else if (this.#isBetween) this.#trailing(at - 1);
    else if (!this.#isBegun || code === 0 || isRestart(code) || code === START)
      throw this.#wrong("a marker stands where it may not", at);
    else if (code === END) this.#endPicture(at);
    else {
      this.#code = code;
      this.#start = [];
      this.#state = "length";
    }
  }
  #isBegun = false;
  /** One picture has ended, and no other begun. */
  get #isBetween() {
    return this.#pictures > 0 && !this.#isBegun;
  }
  #begin() {
    this.#isBegun = true;
    this.#hasFrame = false;
    this.#hasScan = false;
    this.#restarts = false;
    this.#state = "marker";
  }
  #endPicture(at) {
    if (!this.#hasFrame || !this.#hasScan) throw this.#wrong("holds no pixels", at);
    this.#pictures += 1;
    this.#isBegun = false;
    this.#state = "behind";
  }
  #endSegment(at) {
    this.#state = "marker";
    const [, , , high = 0, low = 0, wide2 = 0, narrow = 0] = this.#start;
    if (isFrame(this.#code)) {
      if (wide2 === 0 && narrow === 0) throw this.#wrong("its frame has no width", at);
      this.#hasFrame = true;
      Object.assign(this.#subject.facts.scalars, { width: 256 * wide2 + narrow, height: 256 * high + low });
    } else if (this.#code === RESTART_INTERVAL) {
      this.#restarts = (this.#start[2] ?? 0) + (this.#start[3] ?? 0) > 0;
    } else if (this.#code === SCAN) {
      if (!this.#hasFrame) throw this.#wrong("has a scan before its frame", at);
      this.#hasScan = true;
      this.#nextRestart = 0;
      this.#state = "scan";
    }
  }
  /** Behind 0xff within coded pixels: a byte of theirs, a restart, or what ends the scan. */
  #inScan(byte, at) {
    if (byte === 255) return;
    this.#state = "scan";
    if (byte === 0) return;
    if (!isRestart(byte)) {
      this.#marker(byte, at);
      return;
    }
    if (!this.#restarts || byte - 208 !== this.#nextRestart)
      throw this.#wrong("a restart mark is not the next one", at);
    this.#nextRestart = (this.#nextRestart + 1) % 8;
  }
  #wrong(what, offset) {
    return new Broken("L1", "jpeg-structure", what, { offset });
  }
};

// src/verify/media/format-png.ts
var MAGIC11 = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
var png = {
  name: "png",
  proves: "chunks that tile the file, each by its CRC-32: IHDR first, pixels there, IEND last and nothing after it",
  checksum: "CRC-32 of each chunk",
  recognises: ({ head }) => startsWith(head, MAGIC11),
  async open(subject) {
    const { sizeBytes, facts } = subject;
    const parser = new PushParser(chunks(sizeBytes, (size) => Object.assign(facts.scalars, size)));
    return {
      checksummed: true,
      reaches: "L2",
      regions: () => [
        wholeFile(subject, {
          feed: (...piece) => parser.feed(...piece),
          end: () => parser.end(sizeBytes)
        })
      ],
      finish: () => {
      }
    };
  }
};
function* chunks(sizeBytes, onSize) {
  yield MAGIC11.length;
  let at = MAGIC11.length;
  let hasPixels = false;
  for (let index = 0; ; index += 1) {
    const header = (yield 8).slice();
    const view = new DataView(header.buffer);
    const length = view.getUint32(0);
    const type = String.fromCharCode(...header.subarray(4));
    judgeChunk({ type, length, offset: at }, index === 0, sizeBytes);
    let crc = crc32(header.subarray(4), 0);
    if (type === "IHDR") {
      const fields = (yield length).slice();
      crc = crc32(fields, crc);
      onSize({
        width: new DataView(fields.buffer).getUint32(0),
        height: new DataView(fields.buffer).getUint32(4)
      });
    } else {
      const sink = (piece) => {
        crc = crc32(piece, crc);
      };
      yield { bytes: length, sink };
    }
    const claimed = yield 4;
    const expected = new DataView(claimed.buffer, claimed.byteOffset, 4).getUint32(0);
    if (expected !== crc)
      throw sumDiffers(`a ${type} chunk is not of its CRC-32`, at, { stored: expected, found: crc });
    at += length + 12;
    hasPixels ||= type === "IDAT" && length > 0;
    if (type !== "IEND") continue;
    if (!hasPixels) throw new Broken("L2", "png-structure", "holds no pixels", { offset: at });
    return;
  }
}
function judgeChunk({ type, length, offset }, isFirst, sizeBytes) {
  const wrong = (what, found) => new Broken("L1", "png-structure", what, { offset, found });
  if (!/^[A-Za-z]{4}$/.test(type)) throw wrong("what should be a chunk has no type", JSON.stringify(type));
  if (length + 12 > sizeBytes - offset)
    throw new Broken("L1", "cut-short", "a chunk is longer than what is left of the file", {
      offset,
      expected: `${length + 12} bytes`,
      found: `${sizeBytes - offset} bytes`
    });
  if (isFirst !== (type === "IHDR") || type === "IHDR" && length !== 13)
    throw wrong("IHDR is not its first chunk, or not of 13 bytes", type);
  if (type === "IEND" && length > 0) throw wrong("its IEND chunk has content", `${length} bytes`);
}

// src/verify/numpy/npy-stream.ts
var SURPLUS = "bytes follow the last element of the array";
var LONGEST_START = 12;
var NpyStream = class {
  #books;
  #place;
  #header;
  #start = new Uint8Array(0);
  #headerBytes;
  #ownBytesLeft = 0;
  #scan;
  #objects;
  constructor(books, place) {
    this.#books = books;
    this.#place = place;
  }
  /** @returns what follows the array, where that may be */
  feed(piece) {
    const rest = this.#header === void 0 ? this.#collect(piece) : piece;
    const own = rest.subarray(0, this.#ownBytesLeft);
    this.#ownBytesLeft -= own.length;
    if (own.length > 0) {
      this.#scan?.feed(own);
      this.#objects?.feed(own);
    }
    return rest.subarray(own.length);
  }
  /** Its header and all of its elements have gone by. */
  get isWhole() {
    return this.#header !== void 0 && this.#ownBytesLeft === 0;
  }
  /** @param proven a checksum of the container vouches for the bytes */
  end(proven) {
    const header = this.#header;
    if (header === void 0) {
      throw new Broken("L1", "cut-short", "the file ends inside the header of its array", {
        offset: this.#place.fileOffset + this.#start.length
      });
    }
    const { book, subject } = this.#books;
    const { name } = this.#place;
    const fileOffset = this.#place.fileOffset + header.bytes;
    if (this.#objects === void 0) {
      subject.keys.addTensor(name, name);
      this.#scan?.judge(book, { names: [name], fileOffset, proven });
      return;
    }
    const root = this.#objects.end();
    if (arrayIn(root) === void 0)
      throw new Broken("L2", "npy-object", "an array of objects is followed by a pickle of something else");
    this.#objects.enter(root, { name, fileOffset, proven, book });
  }
  /** @returns what follows the header */
  #collect(piece) {
    const before = this.#start.length;
    const wanted = this.#headerBytes ?? Math.min(LONGEST_START, this.#place.bytes);
    const taken = Math.min(wanted - before, piece.length);
    const start = new Uint8Array(before + taken);
    start.set(this.#start);
    start.set(piece.subarray(0, taken), before);
    this.#start = start;
    if (start.length < wanted) return piece.subarray(taken);
    if (this.#headerBytes === void 0) {
      this.#headerBytes = npyHeaderBytes(start);
      return this.#collect(piece.subarray(taken));
    }
    this.#open(parseNpyHeader(start));
    return piece.subarray(taken);
  }
  #open(header) {
    const { subject, imports } = this.#books;
    this.#header = header;
    if (header.isLong) {
      const what = "numpy.load refuses a header of more than 10,000 characters unless it is told otherwise";
      subject.findings.degraded("L2", "unsafe-loader", what, { offset: this.#place.fileOffset });
    }
    if (header.type.object) {
      const programBytes = this.#place.bytes - header.bytes;
      this.#objects = new PickledObject(subject, imports, programBytes, false);
      this.#ownBytesLeft = programBytes;
      return;
    }
    this.#ownBytesLeft = this.#elementBytes(header);
    this.#scan = new ArrayScan(subject, header, [this.#place.name]);
  }
  /** With the header they are the whole file, or less of it where others may follow. */
  #elementBytes({ type, shape, bytes: bytes3 }) {
    const expected = BigInt(bytes3) + BigInt(type.bytes) * countOf(shape);
    const found = BigInt(this.#place.bytes);
    const cut = expected > found;
    if (expected === found || !cut && this.#place.mayBeFollowed) return Number(expected) - bytes3;
    const what = cut ? "the array ends before its elements do" : SURPLUS;
    throw new Broken("L1", cut ? "cut-short" : "trailing-bytes", what, {
      offset: this.#place.fileOffset + (cut ? this.#place.bytes : Number(expected)),
      expected: `${expected} bytes`,
      found: `${found} bytes`
    });
  }
};

// src/verify/numpy/npy-sequence.ts
var NAMED_LIKE_SEQUENCE = /\.eqx$/i;
var NpySequence = class {
  #books;
  #bytes;
  #rootName;
  #at = 0;
  #arrays = 0;
  #current;
  /** The beginning of what follows an array, until it is long enough to tell whether that is another. */
  #start = new Uint8Array(0);
  constructor(books, rootName, bytes3) {
    this.#books = books;
    this.#rootName = rootName;
    this.#bytes = bytes3;
  }
  get arrays() {
    return this.#arrays;
  }
  feed(piece) {
    let rest = piece;
    while (rest.length > 0) {
      const all = this.#start.length === 0 ? rest : Buffer.concat([this.#start, rest]);
      this.#start = new Uint8Array(0);
      this.#current ??= this.#begun(all);
      if (this.#current === void 0) return;
      rest = this.#current.feed(all);
      this.#at += all.length - rest.length;
      if (this.#current.isWhole) this.#endArray();
    }
  }
  /** A file that ends inside an array is broken. */
  end() {
    if (this.#current !== void 0 || this.#start.length > 0 || this.#arrays === 0)
      this.#stream().end(false);
  }
  #endArray() {
    this.#current?.end(false);
    this.#current = void 0;
    this.#arrays += 1;
  }
  #begun(bytes3) {
    if (this.#arrays > 0) {
      if (bytes3.length < NPY_MAGIC.length && this.#at + bytes3.length < this.#bytes) {
        this.#start = bytes3.slice();
        return void 0;
      }
      if (!bytes3.subarray(0, NPY_MAGIC.length).every((byte, i) => NPY_MAGIC[i] === byte))
        throw new Broken("L1", "trailing-bytes", SURPLUS, { offset: this.#at });
    }
    return this.#stream();
  }
  #stream() {
    const name = this.#arrays === 0 ? this.#rootName : `[${this.#arrays}]`;
    const bytes3 = this.#bytes - this.#at;
    return this.#current ?? new NpyStream(this.#books, { name, bytes: bytes3, fileOffset: this.#at, mayBeFollowed: true });
  }
};

// src/verify/numpy/format-npy.ts
var NAME5 = "(root)";
var npy = {
  name: "npy",
  proves: "header 1.0 to 3.0 by a literal grammar; type x shape = bytes, nothing behind (in a `.eqx` of Equinox: one array after the other); fields of structures; objects as a pickle walked opcode by opcode; values",
  checksum: "none",
  recognises: ({ head }) => startsWith(head, NPY_MAGIC),
  async open(subject) {
    const book = new TensorBook(subject);
    const imports = new PickleImports(subject);
    const books = { subject, book, imports };
    const place = { name: NAME5, bytes: subject.sizeBytes, fileOffset: 0 };
    const isSequence = NAMED_LIKE_SEQUENCE.test(subject.label);
    const sequence = isSequence ? new NpySequence(books, NAME5, subject.sizeBytes) : void 0;
    const arrays = sequence ?? new NpyStream(books, place);
    return {
      checksummed: false,
      reaches: "L3",
      regions: () => [
        wholeFile(subject, { feed: (piece) => void arrays.feed(piece), end: () => arrays.end(false) })
      ],
      finish() {
        imports.settle(NEEDS_ALLOW_PICKLE);
        book.settle(sequence?.arrays ?? 1);
      },
      tensors: () => book.summary
    };
  }
};
var NEEDS_ALLOW_PICKLE = "holds Python objects: it loads only with allow_pickle=True";

// src/verify/onnx/format.ts
var GRAPH_FIELD = 7;
var GRAPH_TAGS = [10, 18, 42, 82, 90, 98];
var MODEL_FIELDS = {
  1: 0,
  2: 2,
  3: 2,
  4: 2,
  5: 0,
  6: 2,
  7: 2,
  8: 2,
  14: 2,
  20: 2,
  25: 2,
  26: 2
};
var onnx = {
  name: "onnx",
  proves: "every message by its schema; IR version, graph and operator sets present; each tensor has one carrier of the size of its shape and type, in sub-graphs and functions too; what a node uses is made, and made once; operators of ONNX\u2019s own domains up to onnx 1.23: that they are there in that version of the set, with their inputs, outputs and attributes (what only ONNX\u2019s checker refuses is degraded); values. Not the operators of other domains, nor which types fit together",
  checksum: "none",
  recognises(probe) {
    const fields = topFields(probe.head, probe.sizeBytes);
    const first = fields[0];
    if (first === void 0 || first.field !== 1 || first.wire !== 0) return false;
    for (const { field, wire, at, length } of fields) {
      if (MODEL_FIELDS[field] !== wire) return false;
      if (field === GRAPH_FIELD) return length > 0 && GRAPH_TAGS.includes(probe.head[at] ?? 0);
    }
    return false;
  },
  async open(subject) {
    const { openOnnx } = await import("./verifier.verify-onnx-open-model.mjs");
    return openOnnx(subject);
  }
};

// src/verify/pickle/format-joblib.ts
import { constants as constants2, inflateRawSync } from "node:zlib";
var TASTED_BYTES2 = 1024;
var GZIP = Uint8Array.of(31, 139);
var OLD = /^ZF(0x[0-9a-f]{1,16})L? +(?=[^ ])/;
var OLD_HEADER_BYTES = [21, 22];
function oldHeader(head) {
  const [header = "", length = ""] = OLD.exec(Buffer.from(head.subarray(0, 40)).toString("latin1")) ?? [];
  const isHeader = OLD_HEADER_BYTES.includes(header.length) && isZlib2(head.subarray(header.length));
  return isHeader ? { bytes: header.length, unpackedBytes: Number(length) } : void 0;
}
var isZlib2 = ([first = 0, second = 0]) => (first & 15) === 8 && first >> 4 <= 7 && (second & 32) === 0 && (first << 8 | second) % 31 === 0;
function wrappingOf(head) {
  const wrapping2 = startsWith(head, GZIP) ? "gzip" : isZlib2(head) ? "zlib" : void 0;
  return wrapping2 !== void 0 && holdsPickle(wrapping2, head) ? wrapping2 : void 0;
}
function holdsPickle(wrapping2, head) {
  const from = wrapping2 === "gzip" ? gzipHeaderBytes(head) : 2;
  try {
    const start = inflateRawSync(head.subarray(from, from + TASTED_BYTES2), {
      finishFlush: constants2.Z_SYNC_FLUSH
    });
    return unpacksToPickle(new Uint8Array(start));
  } catch {
    return false;
  }
}
function gzipHeaderBytes(head) {
  const flags = head[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (head[at] ?? 0) + 256 * (head[at + 1] ?? 0);
  for (const bit of [8, 16]) if ((flags & bit) !== 0) at = Math.max(head.indexOf(0, at), at) + 1;
  return (flags & 2) !== 0 ? at + 2 : at;
}
var joblib = {
  name: "joblib",
  proves: "the zlib or gzip stream to its trailer, nothing behind it, before 0.10 also its length; what is inside as of pickle",
  checksum: "Adler-32 (zlib) or CRC-32 (gzip) of the whole",
  recognises: ({ head }) => oldHeader(head) !== void 0 || wrappingOf(head) !== void 0,
  async open(subject) {
    const old = oldHeader(subject.head);
    const wrapping2 = old === void 0 ? wrappingOf(subject.head) : "zlib";
    const holds = old === void 0 || holdsPickle("zlib", subject.head.subarray(old.bytes));
    const reading = holds ? new PickleReading(subject, Number.POSITIVE_INFINITY) : void 0;
    const stream = new Unpacking(subject, wrapping2 ?? "zlib", { reading, old });
    return {
      checksummed: true,
      reaches: reading === void 0 ? "L2" : "L3",
      regions: () => [wholeFile(subject, stream)],
      finish: (complete) => reading?.settle(complete),
      tensors: () => reading?.summary ?? NO_TENSORS
    };
  }
};
var Unpacking = class {
  #subject;
  #reading;
  #old;
  #inflater;
  #out = 0;
  constructor(subject, wrapping2, { reading, old }) {
    this.#subject = subject;
    this.#reading = reading;
    this.#old = old;
    const declared = Number.MAX_SAFE_INTEGER;
    this.#inflater = new Inflater(declared, 0, (piece) => this.#take(piece), wrapping2);
  }
  feed(piece, offset) {
    return this.#inflater.feed(piece.subarray(Math.max(0, (this.#old?.bytes ?? 0) - offset)));
  }
  async end() {
    const used = (this.#old?.bytes ?? 0) + await this.#inflater.end();
    const { sizeBytes } = this.#subject;
    if (used !== sizeBytes) {
      throw new Broken("L1", "trailing-bytes", "bytes follow the compressed stream", {
        offset: used,
        found: `${sizeBytes - used} bytes`
      });
    }
    const expected = this.#old?.unpackedBytes ?? this.#out;
    if (expected !== this.#out)
      throw new Broken("L2", "size-lies", "does not unpack to the length that it says", {
        expected: `${expected} bytes`,
        found: `${this.#out} bytes`
      });
    this.#reading?.end(void 0, true);
  }
  #take(piece) {
    const { expandedBytes } = this.#subject.budgets;
    this.#out += piece.length;
    if (this.#out > expandedBytes) throw overBudget("expandedBytes", expandedBytes, this.#out);
    this.#reading?.feed(piece);
  }
};

// src/verify/read/json-scanner.ts
var QUOTE = 34;
var BACKSLASH = 92;
var [SLASH, STAR, NEWLINE] = [47, 42, 10];
var NUMBER2 = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
var JsonScanner = class {
  #events;
  #limits;
  #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #expecting = "value";
  #levels = [];
  #path = [];
  #keys = 0;
  #token = "none";
  #tokenOffset = 0;
  #pieces = [];
  #pieceBytes = 0;
  #escaped = false;
  #skipNext = false;
  /** Where in a comment the reader is: `slash` may begin one, `star` may end one. */
  #comment;
  #hasComments = false;
  constructor(events, limits) {
    this.#events = events;
    this.#limits = limits;
  }
  /** The one value has ended; only white space may follow. */
  get isDone() {
    return this.#expecting === "nothing" && this.#token === "none";
  }
  get hasComments() {
    return this.#hasComments;
  }
  get isUntouched() {
    return this.#expecting === "value" && this.#levels.length === 0 && this.#token === "none";
  }
  /** Starts over with a new document. */
  reset() {
    this.#expecting = "value";
    this.#levels = [];
    this.#path = [];
    this.#keys = 0;
    this.#token = "none";
    this.#pieces = [];
    this.#pieceBytes = 0;
    this.#escaped = false;
    this.#skipNext = false;
    this.#comment = void 0;
    this.#hasComments = false;
  }
  feed(bytes3, fileOffset) {
    let at = 0;
    while (at < bytes3.length) {
      if (this.#comment !== void 0) at = this.#inComment(bytes3, at, fileOffset);
      else if (this.#token === "string") at = this.#inString(bytes3, at, fileOffset);
      else if (this.#token === "word") at = this.#inWord(bytes3, at);
      else {
        this.#structure(bytes3[at], fileOffset + at);
        at += 1;
        if (this.#token === "word") at -= 1;
      }
    }
  }
  end(fileOffset) {
    if (this.#token === "word") this.#endWord();
    const isOpen = this.#comment !== void 0 && this.#comment !== "line";
    if (this.#expecting === "nothing" && this.#token === "none" && !isOpen) return;
    const open = this.#levels.length > 0 ? `, ${this.#levels.length} brackets still open` : "";
    throw new Broken("L1", "json-cut", `ends in the middle of its JSON${open}`, {
      offset: fileOffset,
      expected: this.#token === "string" ? "the end of a string" : this.#expecting,
      found: "the end"
    });
  }
  #structure(byte, offset) {
    if (byte === 32 || byte === 10 || byte === 13 || byte === 9) return;
    if (byte === SLASH && this.#limits.comments === true) {
      this.#comment = "slash";
      return;
    }
    const expecting = this.#expecting;
    const wantsValue = expecting === "value" || expecting === "value-or-end";
    const wantsKey = expecting === "key" || expecting === "key-or-end";
    const mayClose = expecting === "comma-or-end";
    if (byte === QUOTE && (wantsValue || wantsKey)) this.#startToken("string", offset);
    else if (byte === 123 && wantsValue) this.#open(true, offset);
    else if (byte === 91 && wantsValue) this.#open(false, offset);
    else if (byte === 125 && (expecting === "key-or-end" || mayClose && this.#inObject())) this.#close();
    else if (byte === 93 && (expecting === "value-or-end" || mayClose && !this.#inObject()))
      this.#close();
    else if (byte === 58 && expecting === "colon") this.#expecting = "value";
    else if (byte === 44 && mayClose) this.#comma();
    else if (wantsValue && startsWord(byte)) this.#startToken("word", offset);
    else
      throw new Broken("L1", "json-syntax", "is not JSON", {
        offset,
        expected: expecting,
        found: showByte(byte)
      });
  }
  #inComment(bytes3, from, fileOffset) {
    const byte = bytes3[from];
    if (this.#comment === "slash") {
      if (byte !== SLASH && byte !== STAR)
        throw new Broken("L1", "json-syntax", "is not JSON", {
          offset: fileOffset + from,
          expected: "a comment",
          found: showByte(byte)
        });
      this.#comment = byte === SLASH ? "line" : "block";
      this.#hasComments = true;
    } else if (this.#comment === "star" && byte === SLASH) this.#comment = void 0;
    else if (this.#comment === "line") {
      const end = bytes3.indexOf(NEWLINE, from);
      if (end < 0) return bytes3.length;
      this.#comment = void 0;
      return end + 1;
    } else this.#comment = byte === STAR ? "star" : "block";
    return from + 1;
  }
  #inObject() {
    return this.#levels.at(-1)?.isObject === true;
  }
  #comma() {
    const index = this.#path.length - 1;
    if (!this.#inObject()) this.#path[index] = this.#path[index] + 1;
    const [key, value] = this.#hasComments ? ["key-or-end", "value-or-end"] : ["key", "value"];
    this.#expecting = this.#inObject() ? key : value;
  }
  #open(isObject2, offset) {
    if (this.#levels.length >= this.#limits.depth) {
      throw overBudget("jsonDepth", this.#limits.depth, this.#levels.length + 1, offset);
    }
    this.#events.opened?.(isObject2 ? "object" : "array", this.#path);
    this.#levels.push({ isObject: isObject2, keys: void 0 });
    this.#path.push(isObject2 ? "" : 0);
    this.#expecting = isObject2 ? "key-or-end" : "value-or-end";
  }
  #close() {
    const level = this.#levels.pop();
    this.#keys -= level?.keys?.size ?? 0;
    this.#path.pop();
    this.#events.closed?.(this.#path);
    this.#afterValue();
  }
  #afterValue() {
    this.#expecting = this.#levels.length === 0 ? "nothing" : "comma-or-end";
  }
  #startToken(token, offset) {
    this.#token = token;
    this.#tokenOffset = offset;
  }
  #inString(bytes3, from, fileOffset) {
    let at = from;
    for (; at < bytes3.length; at += 1) {
      const byte = bytes3[at];
      if (this.#skipNext) this.#skipNext = false;
      else if (byte === QUOTE) {
        this.#keepPiece(bytes3.subarray(from, at));
        this.#endString();
        return at + 1;
      } else if (byte === BACKSLASH) {
        this.#escaped = true;
        this.#skipNext = true;
      }
      if (byte < 32) {
        const where = {
          offset: fileOffset + at,
          expected: "no control character in a string",
          found: showByte(byte)
        };
        throw new Broken("L1", "json-syntax", "is not JSON", where);
      }
    }
    this.#keepPiece(bytes3.slice(from));
    return at;
  }
  #inWord(bytes3, from) {
    let at = from;
    while (at < bytes3.length && isWordByte(bytes3[at])) at += 1;
    this.#keepPiece(bytes3.slice(from, at));
    if (this.#pieceBytes > 4096) {
      throw new Broken("L1", "json-syntax", "has a number of more than 4096 digits", {
        offset: this.#tokenOffset
      });
    }
    if (at < bytes3.length) this.#endWord();
    return at;
  }
  #keepPiece(piece) {
    this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes > this.#limits.constantBytes) {
      throw overBudget("constantBytes", this.#limits.constantBytes, this.#pieceBytes, this.#tokenOffset);
    }
  }
  #takeText() {
    const only = this.#pieces.length === 1 ? this.#pieces[0] : void 0;
    const bytes3 = only ?? Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#pieceBytes = 0;
    this.#token = "none";
    try {
      return this.#utf8.decode(bytes3);
    } catch {
      throw new Broken("L1", "not-utf8", "is not UTF-8", { offset: this.#tokenOffset });
    }
  }
  #endString() {
    const raw = this.#takeText();
    const text3 = this.#escaped ? this.#unescape(raw) : raw;
    this.#escaped = false;
    if (this.#expecting === "key" || this.#expecting === "key-or-end") this.#enterKey(text3);
    else {
      this.#events.scalar({ kind: "string", text: text3 }, this.#path, this.#tokenOffset);
      this.#afterValue();
    }
  }
  #unescape(raw) {
    try {
      return JSON.parse(`"${raw}"`);
    } catch {
      throw new Broken("L1", "json-syntax", "has an escape that JSON does not know", {
        offset: this.#tokenOffset
      });
    }
  }
  #enterKey(name) {
    const level = this.#levels.at(-1);
    if (level === void 0) return;
    level.keys ??= /* @__PURE__ */ new Set();
    if (level.keys.has(name)) {
      const found = JSON.stringify(name.slice(0, 80));
      throw new Broken("L2", "duplicate-key", "has one key twice in one object", {
        offset: this.#tokenOffset,
        found
      });
    }
    level.keys.add(name);
    this.#keys += 1;
    if (this.#keys > this.#limits.keys)
      throw overBudget("keys", this.#limits.keys, this.#keys, this.#tokenOffset);
    this.#path[this.#path.length - 1] = name;
    this.#events.key?.(name, this.#path, this.#tokenOffset);
    this.#expecting = "colon";
  }
  #endWord() {
    const text3 = this.#takeText();
    this.#events.scalar(this.#wordValue(text3), this.#path, this.#tokenOffset);
    this.#afterValue();
  }
  #wordValue(text3) {
    if (text3 === "true" || text3 === "false") return { kind: "literal", value: text3 === "true" };
    if (text3 === "null") return { kind: "literal", value: null };
    if (text3 === "NaN" || text3 === "Infinity" || text3 === "-Infinity") return { kind: "nonFinite", text: text3 };
    if (NUMBER2.test(text3)) return { kind: "number", value: Number(text3), text: text3 };
    const found = JSON.stringify(text3.slice(0, 40));
    throw new Broken("L1", "json-syntax", "is not JSON", {
      offset: this.#tokenOffset,
      expected: "value",
      found
    });
  }
};
var isWordByte = (byte) => byte >= 48 && byte <= 57 || byte >= 65 && byte <= 90 || byte >= 97 && byte <= 122 || byte === 43 || byte === 45 || byte === 46;
var startsWord = (byte) => isWordByte(byte) && byte !== 43 && byte !== 46;
var showByte = (byte) => byte > 32 && byte < 127 ? JSON.stringify(String.fromCharCode(byte)) : `byte 0x${byte.toString(16).padStart(2, "0")}`;

// src/verify/tensor/tiling.ts
function tensorsMustTile(tensors, from, sizeBytes) {
  let at = from;
  for (const { name, offset, bytes: bytes3 } of tensors) {
    if (offset !== at) {
      const code = offset < at ? "tensors-overlap" : "hole-between-tensors";
      throw new Broken("L2", code, `${quoted(name)} does not begin where the tensor before it ended`, {
        offset,
        expected: String(at),
        found: String(offset)
      });
    }
    at += bytes3;
  }
  mustEndAt(at, sizeBytes, {
    cut: "the file ends before its tensors do",
    more: "bytes follow the last tensor"
  });
}
function mustEndAt(end, sizeBytes, words2) {
  if (end === sizeBytes) return;
  const isCut = end > sizeBytes;
  throw new Broken("L1", isCut ? "cut-short" : "trailing-bytes", isCut ? words2.cut : words2.more, {
    offset: Math.min(end, sizeBytes),
    expected: `${end} bytes`,
    found: `${sizeBytes} bytes`
  });
}

// src/verify/safetensors/header.ts
var BY_NAME = {
  F64: DTYPES.f64,
  F32: DTYPES.f32,
  F16: DTYPES.f16,
  BF16: DTYPES.bf16,
  C64: DTYPES.c64,
  F8_E4M3: DTYPES.f8_e4m3,
  F8_E5M2: DTYPES.f8_e5m2,
  F8_E4M3FNUZ: DTYPES.f8_e4m3fnuz,
  F8_E5M2FNUZ: DTYPES.f8_e5m2fnuz,
  F8_E8M0: DTYPES.e8m0,
  F4: DTYPES.f4,
  F6_E2M3: DTYPES.f6_e2m3,
  F6_E3M2: DTYPES.f6_e3m2,
  I64: DTYPES.i64,
  I32: DTYPES.i32,
  I16: DTYPES.i16,
  I8: DTYPES.i8,
  U64: DTYPES.u64,
  U32: DTYPES.u32,
  U16: DTYPES.u16,
  U8: DTYPES.u8,
  BOOL: DTYPES.bool
};
var METADATA = "__metadata__";
var SafetensorsHeader = class {
  tensors = [];
  metadata = /* @__PURE__ */ new Map();
  #draft;
  opened(kind, path) {
    if (path.length === 0 && kind !== "object") throw malformed3("the header is not an object", 8);
    if (path.length === 1 && kind !== "object") throw malformed3("an entry is not an object", 8);
    if (path.length < 2) return;
    const field = path[1];
    const isList = path.length === 2 && kind === "array" && (field === "shape" || field === "data_offsets");
    if (!isList || this.#draft === void 0)
      throw malformed3(`${show(path)} is nested`, this.#draft?.offset ?? 8);
    this.#draft[field === "shape" ? "shape" : "offsets"] = [];
  }
  closed(path) {
    if (path.length !== 1 || this.#draft === void 0) return;
    this.tensors.push(finished(this.#draft));
    this.#draft = void 0;
  }
  key(name, path, offset) {
    if (path.length === 1 && name !== METADATA) this.#draft = { name, offset };
    const known = name === "dtype" || name === "shape" || name === "data_offsets";
    if (path.length === 2 && path[0] !== METADATA && !known)
      throw malformed3(`${show(path)} is no field`, offset);
  }
  scalar(scalar2, path, offset) {
    const [first, field] = path;
    if (path.length === 2 && first === METADATA) {
      if (scalar2.kind !== "string") throw malformed3(`${show(path)} is not text`, offset);
      this.metadata.set(String(field), scalar2.text);
      return;
    }
    if (path.length === 1 && first === METADATA && scalar2.kind === "literal" && scalar2.value === null) return;
    const draft = this.#draft;
    if (draft !== void 0 && path.length === 2 && field === "dtype" && scalar2.kind === "string") {
      draft.dtype = scalar2.text;
      return;
    }
    const list = field === "shape" ? draft?.shape : field === "data_offsets" ? draft?.offsets : void 0;
    if (list === void 0 || path.length !== 3)
      throw malformed3(`${show(path)} does not belong there`, offset);
    const isCount = scalar2.kind === "number" && /^[0-9]+$/.test(scalar2.text) && Number.isSafeInteger(scalar2.value);
    if (!isCount) throw malformed3(`${show(path)} is not a count below 2^53`, offset);
    list.push(scalar2.value);
  }
};
function finished({ name, dtype: dtype2, shape, offsets, offset }) {
  const [begin, end] = offsets ?? [];
  if (dtype2 === void 0 || shape === void 0 || begin === void 0 || end === void 0 || offsets?.length !== 2) {
    throw malformed3(`${quoted(name)} lacks dtype, shape or two data_offsets`, offset);
  }
  const known = Object.hasOwn(BY_NAME, dtype2) ? BY_NAME[dtype2] : void 0;
  if (known === void 0) {
    throw new Unsettled("L2", "unknown-dtype", "has an element type that this version does not know", {
      offset,
      found: dtype2.slice(0, 40)
    });
  }
  const elements = shape.reduce((product, size) => product * BigInt(size), 1n);
  const bits = elements * BigInt(known.bits);
  if (bits % 8n !== 0n || bits / 8n !== BigInt(end) - BigInt(begin)) {
    throw new Broken("L2", "size-lies", `${quoted(name)} is not as long as its dtype and shape say`, {
      offset,
      expected: `${bits} bits (${dtype2}[${shape.join(", ")}])`,
      found: `${BigInt(end) - BigInt(begin)} bytes`
    });
  }
  return { name, dtype: known, shape, begin, end, elements: Number(elements) };
}
var show = (path) => quoted(path.join("."));
var malformed3 = (what, offset) => new Broken("L2", "header-malformed", what, { offset });

// src/verify/safetensors/format.ts
var WINDOW_BYTES2 = 1024 ** 2;
var isPrintable = (byte) => byte >= 32 && byte < 127;
var safetensors = {
  name: "safetensors",
  proves: "header length and JSON without duplicate keys; dtype x shape = bytes; tensors cover the data without hole, overlap or tail; values",
  checksum: "none",
  recognises({ head, sizeBytes }) {
    if (head.length < 10 || head[8] !== 123 || head.subarray(0, 8).every(isPrintable)) return false;
    const claimed = headerLength2(head);
    return claimed <= BigInt(sizeBytes) || head[9] === 34;
  },
  async open(subject) {
    const { header, dataStart } = await readHeader(subject);
    const tensors = inFileOrder(header.tensors);
    tensorsMustTile(extentsOf(tensors, dataStart), dataStart, subject.sizeBytes);
    const book = new TensorBook(subject);
    enterNames(subject, header, book.steps);
    return {
      checksummed: false,
      reaches: "L3",
      *regions() {
        for (const { name, dtype: dtype2, shape, elements, begin, end } of tensors) {
          const place = {
            fileOffset: dataStart + begin,
            bytes: end - begin,
            littleEndian: true,
            proven: false
          };
          yield tensorRegion(subject, { name, dtype: dtype2, shape, elements, ...place }, book);
        }
      },
      finish: () => book.settle(tensors.length),
      tensors: () => book.summary
    };
  }
};
var headerLength2 = (head) => new DataView(head.buffer, head.byteOffset, head.length).getBigUint64(0, true);
async function readHeader(subject) {
  const { reader, budgets, sizeBytes, head } = subject;
  const claimed = headerLength2(head);
  if (claimed + 8n > BigInt(sizeBytes)) {
    throw new Broken("L1", "header-cut", "the header is longer than the file", {
      offset: 0,
      expected: `at most ${sizeBytes - 8} bytes`,
      found: `${claimed} bytes`
    });
  }
  const length = Number(claimed);
  if (length > budgets.safetensorsHeaderBytes) {
    throw overBudget("safetensorsHeaderBytes", budgets.safetensorsHeaderBytes, length, 0);
  }
  const header = new SafetensorsHeader();
  const limits = { depth: 4, constantBytes: budgets.constantBytes, keys: 4e6 };
  const scanner = new JsonScanner(header, limits);
  for (let at = 8; at < 8 + length; at += WINDOW_BYTES2) {
    scanner.feed(await reader.read(at, Math.min(WINDOW_BYTES2, 8 + length - at)), at);
  }
  scanner.end(8 + length);
  return { header, dataStart: 8 + length };
}
var inFileOrder = (tensors) => [...tensors].sort((a, b) => a.begin - b.begin || a.end - b.end);
var extentsOf = (tensors, dataStart) => tensors.map(({ name, begin, end }) => ({ name, offset: dataStart + begin, bytes: end - begin }));
function enterNames({ keys, facts }, header, steps) {
  for (const { name } of header.tensors) keys.addTensor(name, name);
  const shown3 = [];
  for (const [name, text3] of header.metadata) {
    keys.addValue(name, name);
    const isNumber = /^-?[0-9]+(\.[0-9]+)?$/.test(text3);
    if (isNumber) steps.offer(name, Number(text3));
    if (shown3.length < 64) shown3.push([name, isNumber ? Number(text3) : text3.slice(0, 200)]);
  }
  facts.scalars = Object.fromEntries(shown3);
}

// src/verify/tensorflow/graph-kind.ts
function graphKindOf({
  head,
  sizeBytes
}) {
  const fields = topFields(head, sizeBytes);
  const [first, second] = fields;
  if (first === void 0) return void 0;
  const isSaved = first.field === 1 && first.wire === 0 && head[1] === 1 && second?.field === 2 && second.wire === 2 && holdsMetaGraph(head, second);
  if (isSaved) return "saved-model";
  return first.field === 1 && first.wire === 2 && holdsNode(head, first) ? "graph" : void 0;
}
var holdsMetaGraph = (head, { at }) => head[at] === 10 || head[at] === 18;
function holdsNode(head, { at, length }) {
  const node = topFields(head.subarray(at, Math.min(head.length, at + length)), length);
  const [name, op] = node;
  if (name?.field !== 1 || name.wire !== 2 || op?.field !== 2 || op.wire !== 2) return false;
  const text3 = (field) => Buffer.from(head.subarray(at + field.at, at + field.at + field.length)).toString("latin1");
  return /^[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*$/.test(text3(name)) && /^[A-Z_][A-Za-z0-9_>]*$/.test(text3(op));
}

// src/verify/tensorflow/format-graph.ts
var tfGraph = {
  name: "tf-graph",
  proves: "messages hold together, graphs are there; operations that touch files or foreign code are listed (degraded); the weights only with the folder (SavedModel) or not at all (frozen graph)",
  checksum: "none",
  recognises: (probe) => graphKindOf(probe) !== void 0,
  async open(subject) {
    const { openGraphAlone } = await import("./verifier.verify-tensorflow-open-graph.mjs");
    return openGraphAlone(subject);
  }
};

// src/verify/tensorflow/event-mark.ts
var VERSION_MARK = Buffer.from("brain.Event:");
var VERSION_BEFORE = 64;
function marksEvents(head) {
  const at = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, VERSION_BEFORE)).indexOf(
    VERSION_MARK
  );
  return at > 12 && topFields(head.subarray(12, at), at).some(({ field, wire }) => field === 1 && wire === 1);
}

// src/verify/codec/crc32c.ts
var crc32c = slicingBy8(2197175160);
var MASK_DELTA = 2726488792;
var masked = (crc) => (crc >>> 15 | crc << 17) + MASK_DELTA >>> 0;

// src/verify/tensorflow/tfrecord.ts
var HEADER_BYTES2 = 12;
var TRAILER_BYTES2 = 4;
var TfRecords = class {
  #taker;
  #frame = new Uint8Array(HEADER_BYTES2);
  #frameBytes = 0;
  #part = "header";
  #left = 0;
  #crc = 0;
  #sink;
  #recordAt = 0;
  #records = 0;
  #middle;
  /** CRC over the frames of the present half of the file, and of the half before it. */
  #half = 0;
  #halfBefore;
  #alike = true;
  #firstCrc = 0;
  constructor(taker, sizeBytes) {
    this.#taker = taker;
    this.#middle = sizeBytes / 2;
  }
  /** The second half of the file holds the records of the first once more, and not all records are the same anyway. */
  get repeatsItself() {
    return this.#halfBefore === this.#half && !this.#alike;
  }
  /** Whole records so far. */
  get records() {
    return this.#records;
  }
  feed(piece, offset) {
    let i = 0;
    while (i < piece.length) {
      if (this.#part === "data") i += this.#takeData(piece, i, offset);
      else i += this.#takeFrame(piece, i, offset);
    }
  }
  /** @returns where the record begins that the end of the file cuts, if one is */
  end() {
    return this.#part === "header" && this.#frameBytes === 0 ? void 0 : { cutAt: this.#recordAt };
  }
  #takeFrame(piece, from, offset) {
    if (this.#part === "header" && this.#frameBytes === 0) this.#recordAt = offset + from;
    const wanted = this.#part === "header" ? HEADER_BYTES2 : TRAILER_BYTES2;
    const count = Math.min(wanted - this.#frameBytes, piece.length - from);
    this.#frame.set(piece.subarray(from, from + count), this.#frameBytes);
    this.#frameBytes += count;
    if (this.#frameBytes < wanted) return count;
    this.#frameBytes = 0;
    if (this.#part === "header") this.#begin(offset + from + count);
    else this.#endRecord(offset + from + count);
    return count;
  }
  #begin(dataAt) {
    const view = new DataView(this.#frame.buffer);
    const stored = view.getUint32(8, true);
    const found = masked(crc32c(this.#frame.subarray(0, 8), 0));
    if (stored !== found) throw this.#mismatch("the length", { stored, found });
    const length = view.getBigUint64(0, true);
    if (length > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new Broken("L1", "record-length", "has a record that is longer than any file", {
        offset: this.#recordAt,
        found: `${length} bytes`
      });
    }
    this.#left = Number(length);
    this.#crc = 0;
    this.#sink = this.#taker.begin(this.#left, dataAt, this.#records);
    this.#part = this.#left === 0 ? "trailer" : "data";
  }
  #takeData(piece, from, offset) {
    const count = Math.min(this.#left, piece.length - from);
    const bytes3 = piece.subarray(from, from + count);
    this.#crc = crc32c(bytes3, this.#crc);
    this.#sink?.bytes(bytes3, offset + from);
    this.#left -= count;
    if (this.#left === 0) this.#part = "trailer";
    return count;
  }
  #endRecord(end) {
    const trailer = this.#frame.subarray(0, TRAILER_BYTES2);
    const stored = new DataView(this.#frame.buffer).getUint32(0, true);
    const found = masked(this.#crc);
    if (stored !== found) throw this.#mismatch("the data", { stored, found });
    this.#taker.end(this.#records);
    this.#half = crc32c(trailer, this.#half);
    this.#alike &&= this.#records === 0 || this.#firstCrc === stored;
    if (this.#records === 0) this.#firstCrc = stored;
    if (end === this.#middle) {
      this.#halfBefore = this.#half;
      this.#half = 0;
    }
    this.#records += 1;
    this.#part = "header";
    this.#sink = void 0;
  }
  #mismatch(what, sums) {
    const record = `record ${this.#records}: ${what} does not have the CRC it carries`;
    return sumDiffers(record, this.#recordAt, sums);
  }
};
function beginsWithRecord(head) {
  if (head.length < HEADER_BYTES2) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  return view.getUint32(8, true) === masked(crc32c(head.subarray(0, 8), 0));
}

// src/verify/tensorflow/format-tfrecord.ts
var tfrecord = {
  name: "tfrecord",
  proves: "CRC of every length and every record, the last ends with the file; event files also: version first, finite scalars, steps go on within each tag, a cut last record is degraded",
  checksum: "CRC-32C of every record",
  recognises: ({ head }) => beginsWithRecord(head) || marksEvents(head),
  async open(subject) {
    const { openTfrecord } = await import("./verifier.verify-tensorflow-tfrecord-walk.mjs");
    return openTfrecord(subject);
  }
};

// src/verify/text/csv-rows.ts
var SEPARATORS = [",", "	", ";"];
var QUOTE2 = '"';
var MOST_CELLS = 1e6;
var MOST_PARTS = 1e6;
var CsvRows = class {
  #separator;
  #rowBytes;
  #onRow;
  #isQuoted;
  #lineEnd;
  #utf8 = new TextDecoder("utf-8", { fatal: true });
  #encoding;
  #cells = [];
  /** Of the cell: what earlier pieces held, and the stretch of this one that is being taken. Character by character it took 36 times its length. */
  #parts = [];
  #text = "";
  #from = 0;
  #to = 0;
  #cellOffset = 0;
  #state = "start";
  /** Nothing but comments so far: a licence quotes as it likes. */
  #isBeforeTable = true;
  #isInComment = false;
  #row = 1;
  #rowOffset = 0;
  #size = 0;
  /** The last byte seen ended a row. */
  endsWithNewline = false;
  constructor(separator, rowBytes, onRow, { isQuoted = true, lineEnd = "\n", encoding } = {}) {
    this.#separator = separator;
    this.#rowBytes = rowBytes;
    this.#onRow = onRow;
    this.#isQuoted = isQuoted;
    this.#lineEnd = lineEnd;
    this.#encoding = encoding;
  }
  feed(piece, offset) {
    const text3 = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString("latin1");
    if (this.#encoding === void 0) this.#mustBeUtf8(piece, offset);
    else this.#encoding.feed(piece, text3, offset);
    this.#text = text3;
    this.#from = 0;
    this.#to = 0;
    for (let i = 0; i < text3.length; i += 1) this.#take(text3[i], offset + i, i);
    this.#keepStretch();
    this.#text = "";
    this.#size = offset + piece.length;
    this.#mustFit(this.#size);
  }
  end() {
    if (this.#state === "quoted") throw this.#broken("csv-cut", "ends inside a quoted cell", this.#size);
    this.endsWithNewline = this.#state === "start" && this.#cells.length === 0;
    if (!this.endsWithNewline) this.#endRow(this.#size);
  }
  #mustBeUtf8(piece, offset) {
    try {
      this.#utf8.decode(piece, { stream: true });
    } catch {
      throw new Broken("L1", "not-utf8", "is not UTF-8", { offset });
    }
  }
  #take(char, offset, at) {
    if (this.#isBeforeTable && offset === this.#rowOffset) {
      this.#isInComment = char === "#";
      this.#isBeforeTable = this.#isInComment;
    }
    if (this.#state === "quoted") {
      if (char === QUOTE2) this.#state = "closed";
      else this.#add(at);
    } else if (char === this.#separator) this.#endCell(offset);
    else if (char === this.#lineEnd) this.#endRow(offset + 1);
    else if (char === QUOTE2 && this.#isQuoted && !this.#isInComment) this.#quote(offset, at);
    else if (this.#state === "closed" && char !== "\r") {
      throw this.#broken("csv-quoting", "has text after a closing quote", offset);
    } else if (char < " " && char !== "\r" && char !== "	") {
      throw this.#broken("csv-control", "has a control character", offset);
    } else {
      if (this.#state === "start") this.#state = "plain";
      if (this.#state === "plain") this.#add(at);
    }
  }
  #quote(offset, at) {
    if (this.#state === "plain")
      throw this.#broken("csv-quoting", "has a quote inside an unquoted cell", offset);
    if (this.#state === "closed") this.#add(at);
    this.#state = "quoted";
  }
  /** The character at `at` belongs to the cell. */
  #add(at) {
    if (at !== this.#to) {
      this.#keepStretch();
      this.#from = at;
    }
    this.#to = at + 1;
  }
  #keepStretch() {
    if (this.#to > this.#from) this.#parts.push(this.#text.slice(this.#from, this.#to));
    this.#from = this.#to;
    if (this.#parts.length >= MOST_PARTS) this.#parts = [this.#parts.join("")];
  }
  #takeCell() {
    this.#keepStretch();
    const { length } = this.#parts;
    const raw = length === 1 ? this.#parts[0] : this.#parts.join("");
    if (length > 0) this.#parts = [];
    return raw;
  }
  #endCell(offset) {
    if (this.#cells.length >= MOST_CELLS)
      throw overBudget("objects", MOST_CELLS, this.#cells.length + 1, this.#rowOffset);
    this.#cells.push({ raw: this.#takeCell(), offset: this.#cellOffset });
    this.#cellOffset = offset + 1;
    this.#state = "start";
  }
  #endRow(nextOffset) {
    this.#mustFit(nextOffset);
    this.#endCell(nextOffset - 1);
    const cells = this.#cells;
    const last = cells.at(-1);
    if (last?.raw.endsWith("\r")) last.raw = last.raw.slice(0, -1);
    this.#cells = [];
    this.#onRow(cells, this.#row, this.#rowOffset);
    this.#row += 1;
    this.#rowOffset = nextOffset;
    this.#isInComment = false;
  }
  #mustFit(end) {
    const rowBytes = end - this.#rowOffset;
    if (rowBytes > this.#rowBytes) throw overBudget("lineBytes", this.#rowBytes, rowBytes, this.#rowOffset);
  }
  #broken(code, what, offset) {
    return new Broken("L1", code, `row ${this.#row} ${what}`, { offset });
  }
};
var textOf = ({ raw }) => Buffer.from(raw, "latin1").toString("utf8");

// src/verify/text/encoding-watch.ts
var ODD = "\uFFFD";
var EncodingWatch = class {
  #strict = new TextDecoder("utf-8", { fatal: true });
  #lenient = new TextDecoder("utf-8");
  #odd = 0;
  #whole = 0;
  #oddPlace;
  /** @param text the same bytes, each as a character */
  feed(piece, text3, offset) {
    try {
      this.#strict?.decode(piece, { stream: true });
      if (this.#strict !== void 0) {
        if (/[\x80-\xff]/.test(text3)) this.#whole += 1;
        return;
      }
    } catch {
      this.#strict = void 0;
      this.#oddPlace = offset;
    }
    for (const [char] of this.#lenient.decode(piece, { stream: true }).matchAll(/[^\0-\x7f]/gu))
      if (char === ODD) this.#odd += 1;
      else this.#whole += 1;
  }
  /** @throws Broken where it is UTF-8 that was damaged */
  judge(findings) {
    if (this.#oddPlace === void 0) return;
    const where = { offset: this.#oddPlace, found: `${this.#odd} odd, ${this.#whole} whole` };
    if (this.#whole >= this.#odd) throw new Broken("L1", "not-utf8", "is not all UTF-8", where);
    if (this.#odd === 1) {
      const what = "has one byte that is no UTF-8: a letter of Latin-1, or a bit that flipped";
      findings.inconclusive("L1", "not-utf8", what, where);
    } else {
      const what = 'is not UTF-8 and loads only with its encoding, as encoding="latin-1"';
      findings.degraded("L1", "not-utf8", what, where);
    }
  }
};

// src/verify/text/metrics-watch.ts
var NOT_A_NUMBER = /^\s*[+-]?(nan|inf(inity)?)\s*$/i;
var STEP_NAMES2 = /^(global_?|train_?|trainer\/global_)?(step|steps|iter|iteration)$/i;
var NO_METRIC = /(^|[._/])(_?(global_?)?step|steps|iter|iteration|epoch|_?time(stamp)?|_?runtime|wall_?time|seconds|elapsed|lr|learning_rate|seed|rank)([._/]|$)/i;
var LOSS2 = /(^|[._/])loss$/i;
var TELLING = /(^|[._/ ])((global_?|train_?)?(step|steps|iter|iteration)|epochs?|\w*loss|lr|learning_rate|acc|accuracy|ppl|perplexity|grad_norm)$/i;
var CONSTANT_FROM_ROWS = 11;
var MOST_COLUMNS = 1e4;
var MetricsWatch = class {
  #subject;
  #expectation;
  /** Of what was only taken for metrics by its name nothing is said before that is settled. */
  #findings;
  #isTelling = false;
  #columns = /* @__PURE__ */ new Map();
  #rows = 0;
  #restarts = 0;
  #lastStep;
  #rowStep;
  #rowBest;
  #best;
  constructor(subject) {
    this.#subject = subject;
    this.#expectation = subject.expectation;
    this.#findings = subject.roleFrom === "guessed" ? new Findings() : subject.findings;
  }
  /** A column of this name is there, whether or not a row has a value in it. */
  header(name) {
    this.#isTelling ||= TELLING.test(name);
  }
  value(name, value, offset) {
    const column = this.#column(name);
    if (typeof value === "number" && Number.isFinite(value)) this.#number(name, column, value);
    else if (typeof value === "number") this.#notFinite(name, String(value), offset);
    else this.#notNumber(name, value, offset);
  }
  /** A value that the syntax itself marks as no finite number, such as Python's bare `NaN`. */
  notFinite(name, text3, offset) {
    this.#column(name);
    this.#notFinite(name, text3, offset);
  }
  endRow(line2, offset) {
    this.#rows += 1;
    if (this.#rowStep !== void 0) this.#followStep(this.#rowStep, line2, offset);
    if (this.#rowBest !== void 0) this.#followBest(this.#rowBest);
    this.#rowStep = void 0;
    this.#rowBest = void 0;
  }
  settle() {
    const { facts } = this.#subject;
    const findings = this.#findings;
    facts.rows = this.#rows;
    if (this.#lastStep !== void 0) facts.step = this.#lastStep;
    this.#judgeRows();
    this.#judgeSteps();
    this.#judgeColumns();
    const { best, lossKey } = this.#expectation;
    if (lossKey !== void 0 && (this.#columns.get(lossKey)?.rows ?? 0) === 0) {
      findings.fail("L2", "metric-missing", `no row carries "${lossKey}" as a number`);
    }
    if (best !== void 0) this.#judgeBest(best);
    if (this.#findings !== this.#subject.findings) this.#settleGuess();
  }
  /** Prompts and answers, predictions, labels: rows of data are read for being whole and no more. */
  #settleGuess() {
    const { findings } = this.#subject;
    if (this.#isTelling) findings.absorb(this.#findings.reasons, (reason) => reason);
    else
      findings.note(
        "L2",
        "no-metrics",
        "has no column of steps, epochs or losses: it was read as a table of data"
      );
  }
  #column(name) {
    const known = this.#columns.get(name);
    if (known !== void 0) return known;
    if (this.#columns.size >= MOST_COLUMNS) throw overBudget("columns", MOST_COLUMNS, this.#columns.size + 1);
    this.header(name);
    const column = { rows: 0, first: 0, constant: true, allZero: true };
    this.#columns.set(name, column);
    return column;
  }
  #isStep(name) {
    const { stepKey } = this.#expectation;
    return stepKey === void 0 ? STEP_NAMES2.test(name) : name === stepKey;
  }
  #number(name, column, value) {
    if (column.rows === 0) column.first = value;
    column.rows += 1;
    column.constant &&= value === column.first;
    column.allZero &&= value === 0;
    if (this.#isStep(name)) this.#rowStep = value;
    if (name === this.#expectation.best?.key) this.#rowBest = value;
  }
  #notNumber(name, value, offset) {
    const text3 = typeof value === "object" && value !== null ? value.text : void 0;
    const found = text3 === void 0 ? String(value) : JSON.stringify(text3.slice(0, 40));
    const mustBeNumber = name === this.#expectation.lossKey || name === this.#expectation.stepKey;
    if (text3 !== void 0 && NOT_A_NUMBER.test(text3)) this.#notFinite(name, found, offset);
    else if (mustBeNumber) {
      const where = { offset, expected: "a finite number", found };
      this.#findings.fail("L2", "metric-not-a-number", `"${name}" is not a number`, where);
    }
  }
  #notFinite(name, found, offset) {
    this.#findings.fail("L2", "metric-not-finite", `"${name}" is not a finite number`, {
      offset,
      expected: "a finite number",
      found
    });
  }
  #followStep(step, line2, offset) {
    const before = this.#lastStep;
    this.#lastStep = step;
    if (before === void 0 || step >= before) return;
    this.#restarts += 1;
    if (this.#restarts <= (this.#expectation.restarts ?? 0)) return;
    this.#findings.fail("L2", "step-falls-back", `the step falls back in row ${line2}`, {
      offset,
      expected: `>= ${before}`,
      found: String(step)
    });
  }
  #followBest(value) {
    const isMin = this.#expectation.best?.direction === "min";
    const better = this.#best === void 0 || (isMin ? value < this.#best.value : value > this.#best.value);
    if (better) this.#best = { value, ...this.#rowStep === void 0 ? {} : { step: this.#rowStep } };
  }
  #judgeRows() {
    const findings = this.#findings;
    const { rows, minRows } = this.#expectation;
    if (this.#rows === 0)
      findings.fail("L2", "no-rows", "holds no row of metrics", { expected: "at least 1" });
    if (rows !== void 0 && this.#rows !== rows) {
      findings.fail("L2", "row-count", "another number of rows than expected", {
        expected: String(rows),
        found: String(this.#rows)
      });
    }
    if (minRows !== void 0 && this.#rows < minRows) {
      findings.fail("L2", "row-count", "fewer rows than expected", {
        expected: `>= ${minRows}`,
        found: String(this.#rows)
      });
    }
  }
  #judgeSteps() {
    const findings = this.#findings;
    const { step, minStep, stepKey } = this.#expectation;
    const last = this.#lastStep;
    const wanted = step ?? minStep ?? (stepKey === void 0 ? void 0 : 0);
    if (wanted !== void 0 && last === void 0) {
      const what = `no row carries a step${stepKey === void 0 ? "" : ` at "${stepKey}"`}`;
      findings.fail("L2", "step-missing", what);
    } else if (last !== void 0 && step !== void 0 && last !== step) {
      findings.fail("L2", "step-unexpected", "ends at another step than the run recorded", {
        expected: String(step),
        found: String(last)
      });
    } else if (last !== void 0 && minStep !== void 0 && last < minStep) {
      findings.fail("L2", "step-behind", "ends before the step that was verified", {
        expected: `>= ${minStep}`,
        found: String(last)
      });
    }
  }
  #judgeColumns() {
    const findings = this.#findings;
    const metrics = [...this.#columns].filter(
      ([name, { rows }]) => rows > 0 && !NO_METRIC.test(name) && !this.#isStep(name)
    );
    const numbers = [...this.#columns.values()].some(({ rows }) => rows > 0);
    if (this.#rows > 0 && !numbers) findings.fail("L2", "no-numbers", "holds no number at all");
    if (metrics.length > 0 && metrics.every(([, { allZero }]) => allZero)) {
      findings.fail("L2", "metrics-all-zero", "every metric is zero in every row", {
        found: metrics.map(([name]) => name).slice(0, 5).join(", ")
      });
    }
    const { lossKey } = this.#expectation;
    const isLoss = (name) => lossKey === void 0 ? LOSS2.test(name) : name === lossKey;
    const learns = metrics.some(([name, { constant }]) => isLoss(name) && !constant);
    for (const [name, { constant, rows }] of metrics) {
      if (!constant || rows < CONSTANT_FROM_ROWS) continue;
      const what = `"${name}" is the same in all ${rows} rows`;
      if (isLoss(name) && !learns) findings.fail("L2", "metric-constant", what);
      else findings.note("L2", "metric-constant", what);
    }
  }
  #judgeBest({ key, direction, value }) {
    const { facts } = this.#subject;
    const findings = this.#findings;
    if (this.#best === void 0) {
      findings.fail("L2", "metric-missing", `no row carries "${key}", by which the best is chosen`);
      return;
    }
    facts.best = { key, ...this.#best };
    if (value === void 0 || value === this.#best.value) return;
    findings.fail("L2", "best-disagrees", `the recorded best "${key}" is not the ${direction} of the file`, {
      expected: String(value),
      found: String(this.#best.value)
    });
  }
};

// src/verify/text/table-shape.ts
var FEWEST_ODD = 3;
var ODD_PART = 0.05;
var lineEndOf = (head) => !head.includes(10) && head.includes(13) ? "\r" : "\n";
var wholeRows = ({ head, sizeBytes }) => head.length === sizeBytes ? head : head.subarray(0, head.lastIndexOf(lineEndOf(head).charCodeAt(0)) + 1);
var isBesideRows = (cells) => {
  const raw = cells[0]?.raw ?? "";
  return raw.startsWith("#") || cells.length === 1 && raw.trim() === "";
};
var ANY_ENCODING = { feed: () => {
} };
function shapeOf2(subject, separator) {
  const { head, budgets } = subject;
  const lineEnd = lineEndOf(head);
  const counts3 = [];
  const count = (cells) => {
    if (!isBesideRows(cells)) counts3.push(cells.length);
  };
  try {
    const rows = new CsvRows(separator, budgets.lineBytes, count, { lineEnd, encoding: ANY_ENCODING });
    rows.feed(wholeRows(subject), 0);
    rows.end();
  } catch (error) {
    if (error instanceof Broken) return void 0;
    throw error;
  }
  const [, ...below2] = counts3;
  const often = /* @__PURE__ */ new Map();
  for (const cells of below2) often.set(cells, (often.get(cells) ?? 0) + 1);
  const [[usual, times2] = [0, 0]] = [...often].sort(([, a], [, b]) => b - a);
  const odd = below2.length - times2;
  const [line2 = ""] = Buffer.from(head.buffer, head.byteOffset, head.length).toString("latin1").split(/[\r\n]/, 1);
  return {
    usual,
    isRagged: odd >= FEWEST_ODD && odd > ODD_PART * below2.length,
    isQuotedHeader: line2.split(separator).every((cell) => /^"[^"]*"$/.test(cell))
  };
}

// src/verify/text/format-csv.ts
var MOST_LONE_HEADER = 1e3;
var MOSTLY = 0.8;
var NUMBER3 = /^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*$/;
var NO_NUMBER = /^\s*([+-]?(nan|inf(inity)?)|n\/?a|null|none)?\s*$/i;
var MOST_WATCHED = 1e4;
var csv = {
  name: "csv",
  proves: "quoting of RFC 4180, equal columns, unique header; as metrics: finite numbers, moving loss, rows, last step, best",
  checksum: "none",
  memberNames: /\.(csv|tsv)$/i,
  recognises: (probe) => separatorOf(probe) !== void 0,
  async open(subject) {
    const separator = separatorOf(subject) ?? ",";
    const table = new Table(subject, isData(subject) ? shapeOf2(subject, separator) : void 0);
    const onRow = (cells, row, offset) => table.row(cells, row, offset);
    const encoding = isData(subject) ? new EncodingWatch() : void 0;
    const rows = new CsvRows(separator, subject.budgets.lineBytes, onRow, {
      isQuoted: !isUnquoted(subject, separator),
      lineEnd: lineEndOf(subject.head),
      ...encoding === void 0 ? {} : { encoding }
    });
    const end = () => {
      rows.end();
      encoding?.judge(subject.findings);
      if (rows.endsWithNewline) return;
      const what = "does not end with a newline: its last cell may have been cut";
      subject.findings.degraded("L1", "last-line-cut", what, { offset: subject.sizeBytes });
    };
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [wholeFile(subject, { feed: (...piece) => rows.feed(...piece), end })],
      finish(complete) {
        if (complete) table.settle();
      }
    };
  }
};
function separatorOf({ head, role, sizeBytes }) {
  if (role === "log" || role === "config") return void 0;
  const text3 = Buffer.from(head.buffer, head.byteOffset, head.length).toString("latin1");
  const lines = withoutComments(text3).replace(/"[^"]*"/g, "").split(lineEndOf(head));
  const [header = "", second, more] = lines;
  if (role !== "metrics" && second === void 0 && header.length > MOST_LONE_HEADER) return void 0;
  if (!/^[\x20-\x7e\t\r\x80-\xff]+$/.test(header)) return void 0;
  const isWhole = more !== void 0 || head.length === sizeBytes;
  const cells = (line2, separator) => line2.split(separator).length;
  return SEPARATORS.find((separator) => {
    const columns = cells(header, separator);
    const fits = role === "metrics" || second === void 0 || !isWhole || cells(second, separator) === columns;
    return columns > 1 && fits && (role === "metrics" || areMostly(columns, lines, (line2) => cells(line2, separator)));
  });
}
function areMostly(columns, lines, cellsOf) {
  const whole = lines.slice(0, -1).filter((line2) => line2.trim() !== "");
  return whole.filter((line2) => cellsOf(line2) === columns).length >= MOSTLY * whole.length;
}
var withoutComments = (text3) => text3.replace(/^(#[^\n]*\n)+/, "");
var isData = ({ role, roleFrom }) => role !== "metrics" || roleFrom === "guessed";
function isUnquoted(subject, separator) {
  if (separator !== "	" || !isData(subject)) return false;
  const rows = new CsvRows(separator, subject.budgets.lineBytes, () => {
  }, {
    encoding: ANY_ENCODING,
    lineEnd: lineEndOf(subject.head)
  });
  try {
    rows.feed(wholeRows(subject), 0);
    rows.end();
    return false;
  } catch (error) {
    return error instanceof Broken && /^csv-(quoting|cut)$/.test(error.code);
  }
}
var Table = class {
  #subject;
  #shape;
  #metrics;
  #isData;
  #columns;
  /** The last line before the table that begins with "#": its header, or a comment. */
  #comment;
  #rows = 0;
  #isOdd = false;
  constructor(subject, shape) {
    this.#subject = subject;
    this.#shape = shape;
    this.#isData = isData(subject);
    this.#metrics = subject.role === "metrics" ? new MetricsWatch(subject) : void 0;
  }
  row(cells, row, offset) {
    if (this.#columns === void 0) {
      if (this.#isData && cells[0]?.raw.startsWith("#")) this.#comment = cells;
      else this.#begin(cells, row, offset);
    } else if (cells.length === 1 && cells[0]?.raw === "") {
      this.#subject.findings.note("L1", "blank-line", `row ${row} is empty`, { offset });
    } else this.#data(cells, this.#columns, row, offset);
  }
  /** `numpy.savetxt` puts "# " before the names of columns; other comments have another number of cells, or stand before a header. */
  #begin(cells, row, offset) {
    const comment = this.#comment;
    const isHeader = comment?.length === cells.length && cells.every((cell) => NUMBER3.test(textOf(cell)));
    if (!comment || !isHeader) {
      this.#columns = this.#header(cells);
      return;
    }
    this.#columns = this.#header(comment);
    this.#data(cells, this.#columns, row, offset);
  }
  /** `numpy.loadtxt` leaves out what begins with "#"; a single flipped bit makes one of a "3", but of no blank. */
  #isComment(cells, { length }) {
    const first = cells[0]?.raw ?? "";
    return this.#isData && (cells.length === length ? /^#[# ]/ : /^#/).test(first);
  }
  settle() {
    this.#subject.facts.rows = this.#rows;
    this.#metrics?.settle();
  }
  #header(cells) {
    const names = cells.map((cell) => textOf(cell).trim());
    if (this.#isData && names.every((name) => NUMBER3.test(name) || NO_NUMBER.test(name))) {
      this.#subject.findings.note("L2", "csv-headless", "begins with numbers, not with names of columns");
      this.#rows += 1;
      return names.map((_name, i) => String(i + 1));
    }
    const isTwice = new Set(names).size < names.length;
    if (isTwice && this.#isData) return this.#namesTwice(names);
    if (isTwice) {
      throw new Broken("L2", "csv-header", "has one column name twice", {
        offset: 0,
        found: names.join(",").slice(0, 120)
      });
    }
    return this.#named(this.#withRowNames(names));
  }
  #named(names) {
    if (this.#isData && names.length > MOST_WATCHED) this.#metrics = void 0;
    for (const name of names) {
      this.#subject.keys.addValue(name, name);
      this.#metrics?.header(name);
    }
    return names;
  }
  /** A table without a header, or one whose reader counts its columns: `a`, then `a.1`. */
  #namesTwice(names) {
    this.#subject.findings.note("L2", "csv-names-twice", "has one column name twice", {
      found: names.join(",").slice(0, 120)
    });
    const seen = /* @__PURE__ */ new Map();
    const apart = names.map((name) => {
      const times2 = seen.get(name) ?? 0;
      seen.set(name, times2 + 1);
      return times2 === 0 ? name : `${name}.${times2}`;
    });
    return this.#named(this.#withRowNames(apart));
  }
  /** R names no column for the names of its rows; other tables begin with their size. One name less may be a lost separator. */
  #withRowNames(names) {
    const { usual = 0, isRagged = false, isQuotedHeader = false } = this.#shape ?? {};
    const missing = usual - names.length;
    if (isRagged || !(missing >= 2 || missing === 1 && isQuotedHeader)) return [...names];
    const what = `names ${names.length} columns and has ${usual}`;
    this.#subject.findings.note("L2", "csv-short-header", what, { offset: 0 });
    return [...Array.from({ length: missing }, (_none, i) => `row name ${i + 1}`), ...names];
  }
  #data(cells, columns, row, offset) {
    if (this.#isComment(cells, columns)) {
      this.#subject.findings.note("L1", "comment", `row ${row} is a comment`, { offset });
      return;
    }
    this.#rows += 1;
    if (cells.length !== columns.length && this.#shape?.isRagged === true) {
      this.#metrics = void 0;
      const what = `has rows of other lengths than its first: was read as lines of cells`;
      if (!this.#isOdd) this.#subject.findings.note("L1", "csv-ragged", what, { offset });
      this.#isOdd = true;
      return;
    }
    if (cells.length !== columns.length) {
      const what = `row ${row} has another number of cells than the header`;
      this.#subject.findings.fail("L1", "csv-columns", what, {
        offset,
        expected: String(columns.length),
        found: String(cells.length)
      });
      return;
    }
    if (this.#metrics === void 0) return;
    cells.forEach((cell, i) => {
      const name = columns[i] ?? "";
      const text3 = textOf(cell);
      if (text3.trim() === "") return;
      this.#metrics?.value(name, NUMBER3.test(text3) ? Number(text3) : { text: text3 }, cell.offset);
    });
    this.#metrics.endRow(row, offset);
  }
};

// src/verify/pickle/pickled-text.ts
var SERIALIZED = ":serialized:";
var BEGINS = /^(gA[I-X]|800[2-5])/;
var pickledTextIn = (key, text3, where) => key === SERIALIZED || BEGINS.test(text3) ? { ...where, text: text3, isSure: key === SERIALIZED } : void 0;

// src/verify/read/jinja.ts
var TAGS = [
  ["{%", "%}"],
  ["{{", "}}"],
  ["{#", "#}"]
];
function isTemplate(head) {
  const text3 = Buffer.from(head.buffer, head.byteOffset, head.length);
  return TAGS.some(
    ([open, close]) => text3.toString("latin1", 0, 2) === open && text3.includes(close, 2, "latin1")
  );
}
var INSIDE = /\.\s*(__\w|(mro|gi_frame|cr_frame|ag_frame|f_globals|f_builtins|func_globals)\b)/;
var INSIDE_BY_TEXT = /\[\s*['"](__|\\)|\[[^\]]*(['"]_+['"]\s*[~+*]|[~+]\s*['"]_+['"])|\[[^\]]*\|\s*format\b|\[[^\]]*['"]_*(class|globals|builtins|mro|subclasses|bases?|getattribute)_*['"]\s*[~+]|\|\s*attr\s*\(\s*(?!['"][A-Za-z])|attribute\s*=\s*['"](_|\\)|\\(x5f|u005f|137)/i;
var LITERAL = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs;
function reachingInside(template) {
  for (let from = 0; ; ) {
    const at = /\{[{%]/g;
    at.lastIndex = from;
    const open = at.exec(template);
    const end = open === null ? -1 : template.indexOf(open[0] === "{{" ? "}}" : "%}", open.index);
    if (open === null || end < 0) return void 0;
    const tag = template.slice(open.index + 2, end);
    if (INSIDE_BY_TEXT.test(tag) || INSIDE.test(tag.replaceAll(LITERAL, "''"))) return tag.trim();
    from = end + 2;
  }
}
function judgeTemplate(template, findings, extra = {}) {
  const found = reachingInside(template);
  if (found === void 0) return;
  const what = "holds a template that reaches for the inside of Python: where it is rendered outside of a sandbox it runs anything";
  findings.fail("L2", "template-escape", what, { ...extra, found: quoted(found) });
}

// src/verify/text/called-names.ts
var LOADERS = new Map([
  ["_target_", "hydra.utils.instantiate"],
  ["_component_", "torchtune"],
  ["class_path", "jsonargparse"],
  ["parent_library", "AutoPeftModel.from_pretrained"],
  ["megatron_core", "PEFT"],
  ["loader_module", "mlflow.pyfunc"],
  ...["py/object", "py/type", "py/class", "py/function", "py/mod", "py/newobj", "py/ref"].map(
    (key) => [key, "jsonpickle"]
  )
]);
var LOOSE = /* @__PURE__ */ new Set(["target", "type", "cls", "class", "func", "callable", "_type_"]);
var PAIRS = [
  ["__module__", "__class__"],
  ["module_path", "function"],
  ["module", "class_name", "config", "name"]
];
var CLASS2 = /^\w+(\.\w+)*\.[A-Z]\w*$/;
var IN_PAIRS = /* @__PURE__ */ new Set([
  ...PAIRS.flat(),
  ...["path", "type", "_target_", "loader_module", "code"]
]);
var EVALUATED = /* @__PURE__ */ new Set(["activation", "act", "backbone", "head"]);
var RUNS = /__\w+__|\b(eval|exec|compile|open|getattr|globals|vars)\s*\(|\b(os|posix|sys|subprocess|importlib|builtins)\s*\./;
var MOST_NAMES2 = 1e3;
var MOST_SHOWN = 8;
var LONGEST_NAME3 = 200;
var CalledNames = class {
  #told = /* @__PURE__ */ new Map();
  /** Of each open object, the few values by which a pair is known. */
  #levels = [];
  opened() {
    this.#levels.push(void 0);
  }
  closed() {
    const level = this.#levels.pop();
    if (level !== void 0) this.#judgeTogether(level);
  }
  /** A document broke off, and the next begins. */
  restart() {
    this.#levels.length = 0;
  }
  text(path, text3) {
    const key = path.at(-1);
    if (EVALUATED.has(String(path[0])) && RUNS.test(text3)) this.#tell("refused", text3, "eval");
    if (typeof key !== "string") {
      if (path.at(-2) === "_class_name" && key === 0) this.#tell("remote", text3, "diffusers");
      if (path.at(-3) === "auto_map") this.#tell("remote", text3, "transformers");
      return;
    }
    if (path.at(-2) === "auto_map") this.#tell("remote", text3, "transformers");
    if (key === "py/repr") this.#tell("refused", text3, "jsonpickle");
    const loader = LOADERS.get(key);
    if (loader !== void 0) this.#judge(text3, loader);
    else if (LOOSE.has(key) && isSurelyRefused(text3)) this.#tell("refused", text3, key);
    if (IN_PAIRS.has(key)) this.#keep(key, text3);
  }
  /** Call once, at the end. */
  settle({ findings, imports, allowImports, allowDegraded }) {
    for (const names of this.#told.values())
      for (const name of names.keys()) if (imports.size < 1e4 && DOTTED2.test(name)) imports.add(name);
    const refused = this.#list("refused", (name) => !vouchesFor(allowImports, name));
    if (refused !== void 0) {
      const what = `names what ${refused.loaders} would call, and no config needs; never load it so`;
      findings.fail("L2", "import-refused", what, { found: refused.names });
    }
    for (const kind of ["doubtful", "unsafe"]) {
      const list = this.#list(kind);
      if (list === void 0) continue;
      const what = kind === "doubtful" ? `names what ${list.loaders} would call, and what that runs is not in the file` : `makes objects when ${list.loaders} reads it, by running the code of their classes`;
      if (allowDegraded) findings.degraded("L2", "unsafe-loader", what, { found: list.names });
      else
        findings.fail("L2", "unsafe-loader", `${what}, and the roster does not allow that`, {
          found: list.names
        });
    }
    const named = this.#list("named");
    if (named !== void 0) {
      const what = `names what ${named.loaders} imports and calls: that code is not in the file`;
      findings.note("L2", "names-code", what, { found: named.names });
    }
    const remote = this.#list("remote");
    if (remote !== void 0) {
      const what = `names code beside it or in another repository, which ${remote.loaders} runs only with trust_remote_code=True`;
      findings.note("L2", "remote-code", what, { found: remote.names });
    }
  }
  #keep(key, text3) {
    if (this.#levels.length === 0) return;
    const at = this.#levels.length - 1;
    const level = this.#levels[at] ?? /* @__PURE__ */ new Map();
    this.#levels[at] = level.set(key, text3.slice(0, LONGEST_NAME3));
  }
  #judge(text3, loader) {
    const kind = kindOfName(text3);
    if (kind === "refused" || kind === "doubtful") this.#tell(kind, text3, loader);
    else if (kind === "foreign") this.#tell(toldOf(loader, text3), text3, loader);
  }
  #judgeTogether(level) {
    for (const [module, ...members] of PAIRS) {
      const root = level.get(module);
      if (root === void 0) continue;
      for (const member of members) {
        const name = `${root}.${level.get(member)}`;
        if (level.has(member) && isSurelyRefused(name)) this.#tell("refused", name, module);
      }
    }
    const path = level.get("path");
    if (path !== void 0 && level.get("_target_")?.startsWith("hydra.") === true)
      this.#judge(path, "hydra.utils.instantiate");
    const type = level.get("type") ?? "";
    if (level.has("name") && path !== void 0 && CLASS2.test(type) && !type.startsWith("sentence_transformers."))
      this.#tell("remote", type, "sentence-transformers");
    if (level.has("loader_module") && level.has("code"))
      this.#tell("doubtful", `${level.get("loader_module")} of ${level.get("code")}`, "mlflow.pyfunc");
  }
  #tell(kind, name, loader) {
    const list = this.#told.get(kind) ?? /* @__PURE__ */ new Map();
    this.#told.set(kind, list);
    if (list.size < MOST_NAMES2) list.set(Buffer.from(name.slice(0, LONGEST_NAME3)).toString(), loader);
  }
  #list(kind, isMeant = () => true) {
    const told = [...this.#told.get(kind) ?? []].filter(([name]) => isMeant(name));
    if (told.length === 0) return void 0;
    const more = told.length > MOST_SHOWN ? ` and ${told.length - MOST_SHOWN} more` : "";
    const shown3 = told.slice(0, MOST_SHOWN).map(([name]) => DOTTED2.test(name) ? name : quoted(name));
    const loaders = [...new Set(told.map(([, loader]) => loader))].sort().join(", ");
    return { names: `${shown3.join(", ")}${more}`.slice(0, 300), loaders };
  }
};
var OF_PEFT = /^(diffusers|lerobot|megatron(-core)?|transformers|timm|torch|torchvision|sentence_transformers)(\.|$)/;
var IS_PEFT = /* @__PURE__ */ new Set([
  LOADERS.get("parent_library"),
  LOADERS.get("megatron_core")
]);
var toldOf = (loader, name) => {
  if (loader === "jsonpickle") return "unsafe";
  return IS_PEFT.has(loader) && !OF_PEFT.test(name) ? "doubtful" : "named";
};
var DOTTED2 = /^[\w.]+$/;

// src/verify/text/metric-name.ts
function nameOf4(path) {
  const only = path[0];
  if (path.length === 1 && typeof only === "string") return only;
  return path.filter((part) => typeof part === "string").join(".");
}
function offerMetric(metrics, scalar2, path, offset) {
  const name = nameOf4(path);
  if (scalar2.kind === "number") metrics.value(name, scalar2.value, offset);
  else if (scalar2.kind === "nonFinite") metrics.notFinite(name, scalar2.text, offset);
  else if (scalar2.kind === "string") metrics.value(name, { text: scalar2.text }, offset);
  else metrics.value(name, scalar2.value, offset);
}

// src/verify/text/format-json.ts
var SECTION = /^\[[^[\]{}",\r\n]*\][ \t]*[\r\n]\s*([#;[]|[\w.-]+[ \t]*[=:])/;
var TEMPLATE = /template/i;
var BLANKS = /* @__PURE__ */ new Set([32, 9, 10, 13]);
var PREFIX = /^(\[[^[\]{}"\r\n]{1,200}\]):?[ \t]+\S/;
function isLogLine(start) {
  const [, list] = PREFIX.exec(start) ?? [];
  return list !== void 0 && !isJson(list);
}
function isJson(text3) {
  try {
    JSON.parse(text3);
    return true;
  } catch {
    return false;
  }
}
var json = {
  name: "json",
  proves: "strict UTF-8, one document, no duplicate keys, bounded depth; as metrics: finite numbers",
  checksum: "none",
  // As Stable-Baselines3 calls what lies beside its weights.
  memberNames: /\.(json|geojson|ipynb)$|(^|\/)data$/i,
  recognises({ head, role }) {
    const first = head.findIndex((byte) => !BLANKS.has(byte));
    if (role === "log" || first < 0 || head[first] !== 123 && head[first] !== 91) return false;
    const start = Buffer.from(head.subarray(first, first + 1024)).toString("latin1");
    return !SECTION.test(start) && !isLogLine(start) && !isTemplate(head.subarray(first));
  },
  async open(subject) {
    const { budgets, sizeBytes } = subject;
    if (sizeBytes > budgets.jsonBytes) throw overBudget("jsonBytes", budgets.jsonBytes, sizeBytes, 0);
    const document = new Document(subject);
    const limits = {
      ...{ depth: budgets.jsonDepth, constantBytes: budgets.constantBytes, keys: 1e6 },
      // As of editors, compilers and benchmarks; what somebody said to be read as JSON has none.
      comments: subject.role === "config" && subject.roleFrom !== "declared"
    };
    const scanner = new JsonScanner(document, limits);
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [
        wholeFile(subject, {
          feed: (...piece) => scanner.feed(...piece),
          end: () => scanner.end(sizeBytes)
        })
      ],
      async inside() {
        if (document.pickled.length === 0) return;
        const { walkPickledTexts } = await import("./verifier.verify-pickle-pickled-texts.mjs");
        walkPickledTexts(subject, document.pickled);
      },
      finish(complete) {
        if (!complete) return;
        if (scanner.hasComments)
          subject.findings.note("L2", "json-comments", "is JSON with comments, which strict readers refuse");
        document.settle();
      }
    };
  }
};
var Document = class {
  #subject;
  #metrics;
  #steps;
  #shown = [];
  /** Of lists, a history of epochs say: what their last items say. */
  #last = /* @__PURE__ */ new Map();
  /** What a loader may unpickle. */
  pickled = [];
  #called = new CalledNames();
  #isList = false;
  #rows = 0;
  constructor(subject) {
    this.#subject = subject;
    this.#metrics = subject.role === "metrics" ? new MetricsWatch(subject) : void 0;
    this.#steps = new StepRecord(subject);
  }
  opened(kind, path) {
    this.#called.opened();
    if (path.length === 0) this.#isList = kind === "array";
  }
  /** Metrics are one row, or a list of rows. */
  closed(path) {
    this.#called.closed();
    if (path.length !== (this.#isList ? 1 : 0)) return;
    this.#rows += 1;
    this.#metrics?.endRow(this.#rows, 0);
  }
  scalar(scalar2, path, offset) {
    const name = nameOf4(path);
    const top = path.find((part) => typeof part === "string") ?? "";
    const plain2 = scalar2.kind === "number" || scalar2.kind === "literal" ? scalar2.value : scalar2.text;
    if (scalar2.kind === "string") {
      this.#called.text(path, scalar2.text);
      if (TEMPLATE.test(name)) judgeTemplate(scalar2.text, this.#subject.findings, { offset });
      const pickled = pickledTextIn(path.at(-1), scalar2.text, { name, offset });
      if (pickled !== void 0) this.pickled.push(pickled);
    }
    if (name !== "") this.#subject.keys.addValue(name, String(top), plain2 === null);
    if (path.length === 1 && this.#shown.length < 64) {
      this.#shown.push([name.slice(0, 120), typeof plain2 === "string" ? plain2.slice(0, 200) : plain2]);
    }
    if (this.#metrics !== void 0) offerMetric(this.#metrics, scalar2, path, offset);
    else if (scalar2.kind === "number") this.#offerStep(name, path, scalar2.value);
  }
  #offerStep(name, path, value) {
    if (path.every((part) => typeof part === "string")) this.#steps.offer(name, value);
    else if (this.#steps.wants(name)) this.#last.set(name, value);
  }
  settle() {
    this.#called.settle(this.#subject);
    this.#subject.facts.scalars = Object.fromEntries(this.#shown);
    for (const [name, value] of this.#last) this.#steps.offer(name, value);
    if (this.#metrics === void 0) this.#steps.settle();
    else this.#metrics.settle();
  }
};

// src/verify/text/format-jsonl.ts
var NEWLINE2 = 10;
var LINE_LIMITS = { depth: 64, constantBytes: 65536, keys: 65536 };
var jsonl = {
  name: "jsonl",
  proves: "each line as JSON; a cut last line is degraded; steps do not fall back unless the run was resumed",
  checksum: "none",
  memberNames: /\.(jsonl|ndjson)$/i,
  recognises: (probe) => firstLineStandsAlone(probe),
  async open(subject) {
    const lines = new Lines(subject);
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [wholeFile(subject, lines)],
      finish(complete) {
        if (complete) lines.settle();
      }
    };
  }
};
function firstLineStandsAlone({ head, sizeBytes, role }) {
  const lineEnd = head.indexOf(NEWLINE2);
  const line2 = lineEnd < 0 ? head : head.subarray(0, lineEnd);
  if (role === "log" || line2[0] !== 123 && line2[0] !== 91) return false;
  const scanner = new JsonScanner({ scalar: () => {
  } }, LINE_LIMITS);
  try {
    scanner.feed(line2, 0);
    scanner.end(line2.length);
  } catch {
    const goesOn = line2[0] === 123 && lineEnd > 0 && head[lineEnd + 1] === 123;
    return goesOn && !isTemplate(head) && !isOneDocument(head);
  }
  const more = lineEnd >= 0 && lineEnd + 1 < sizeBytes;
  return more || role === "metrics" && line2[0] === 123;
}
function isOneDocument(head) {
  try {
    new JsonScanner({ scalar: () => {
    } }, LINE_LIMITS).feed(head, 0);
    return true;
  } catch {
    return false;
  }
}
var Lines = class {
  #subject;
  #metrics;
  #scanner;
  #called = new CalledNames();
  #line = 1;
  #lineStart = 0;
  #lineBytes = 0;
  #rows = 0;
  /** What is wrong with the present line; the next line starts clean. */
  #fault;
  constructor(subject) {
    this.#subject = subject;
    this.#metrics = subject.role === "metrics" ? new MetricsWatch(subject) : void 0;
    const { jsonDepth, constantBytes } = subject.budgets;
    this.#scanner = new JsonScanner(
      {
        opened: () => this.#called.opened(),
        closed: () => this.#called.closed(),
        scalar: (scalar2, path, offset) => this.#scalar(scalar2, path, offset)
      },
      { depth: jsonDepth, constantBytes, keys: 1e6 }
    );
  }
  feed(piece, offset) {
    let from = 0;
    for (; ; ) {
      const end = piece.indexOf(NEWLINE2, from);
      this.#part(piece.subarray(from, end < 0 ? piece.length : end), offset + from);
      if (end < 0) return;
      this.#endLine(offset + end, false);
      from = end + 1;
      this.#line += 1;
      this.#lineStart = offset + from;
      this.#lineBytes = 0;
    }
  }
  end() {
    if (this.#lineBytes > 0) this.#endLine(this.#subject.sizeBytes, true);
  }
  settle() {
    const { facts, findings } = this.#subject;
    facts.rows = this.#rows;
    this.#called.settle(this.#subject);
    if (this.#rows === 0) findings.fail("L2", "no-rows", "holds no line of JSON");
    this.#metrics?.settle();
  }
  #part(bytes3, offset) {
    this.#lineBytes += bytes3.length;
    const { lineBytes } = this.#subject.budgets;
    if (this.#lineBytes > lineBytes)
      throw overBudget("lineBytes", lineBytes, this.#lineBytes, this.#lineStart);
    if (this.#fault === void 0) this.#guard(() => this.#scanner.feed(bytes3, offset));
  }
  #endLine(offset, last) {
    const blank = this.#fault === void 0 && this.#scanner.isUntouched;
    if (!blank && this.#fault === void 0) this.#guard(() => this.#scanner.end(offset));
    if (blank)
      this.#subject.findings.note("L1", "blank-line", `line ${this.#line} is empty`, {
        offset: this.#lineStart
      });
    else if (this.#fault !== void 0) this.#report(this.#fault, last);
    else {
      this.#rows += 1;
      this.#metrics?.endRow(this.#line, this.#lineStart);
    }
    this.#fault = void 0;
    this.#scanner.reset();
    this.#called.restart();
  }
  #report(fault, last) {
    const { findings } = this.#subject;
    const what = `line ${this.#line} ${fault.message}`;
    if (last && fault.code === "json-cut") findings.degraded("L1", "last-line-cut", what, fault.extra);
    else findings.fail(fault.level, fault.code, what, fault.extra);
  }
  #guard(work) {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.#fault = error;
    }
  }
  #scalar(scalar2, path, offset) {
    const top = path[0];
    if (scalar2.kind === "string") this.#called.text(path, scalar2.text);
    const isNull = scalar2.kind === "literal" && scalar2.value === null;
    if (typeof top === "string") this.#subject.keys.addValue(nameOf4(path), top, isNull);
    if (this.#metrics === void 0) return;
    offerMetric(this.#metrics, scalar2, path, offset);
  }
};

// src/verify/text/format-text.ts
var HOLE_BYTES = 64;
var PROGRAM = /\.(py|pyi|sh|bash|js|lua|r)$/i;
var text2 = {
  name: "text",
  proves: "UTF-8, no hole of zeros; a config read as text is degraded",
  checksum: "none",
  memberNames: /^$/,
  recognises({ head, role }) {
    if (role !== "log" && role !== "config" && role !== "metrics") return false;
    if (role === "metrics" && head.includes(0)) return false;
    const odd = head.reduce((count, byte) => byte < 9 || byte > 13 && byte < 27 ? count + 1 : count, 0);
    return odd * 50 < head.length || role === "log";
  },
  async open(subject) {
    const { findings, role } = subject;
    const watch = new TextWatch(subject);
    if (PROGRAM.test(subject.label))
      findings.note("L2", "code-not-judged", "is a program: what it does when it is run was not looked at");
    if (isTemplate(subject.head)) judgeTemplate(new TextDecoder().decode(subject.head), findings);
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [wholeFile(subject, watch)],
      finish() {
        if (role === "metrics" && subject.roleFrom !== "guessed")
          findings.fail("L2", "no-table", "is text and no table: no metrics can be read from it");
        if (role === "log") return;
        findings.degraded("L2", "text-only", "was read as text: that its structure is whole was not proven");
      }
    };
  }
};
var TextWatch = class {
  #subject;
  #utf8 = new TextDecoder("utf-8", { fatal: true });
  #lines = 0;
  #zeros = 0;
  constructor(subject) {
    this.#subject = subject;
  }
  feed(piece, offset) {
    this.#decode(piece, offset);
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) this.#lines += 1;
    if (this.#zeros > 0 || piece.includes(0)) this.#followZeros(piece, offset);
  }
  end() {
    this.#endZeros(this.#subject.sizeBytes);
    this.#subject.facts.rows = this.#lines;
  }
  #decode(piece, offset) {
    try {
      this.#utf8?.decode(piece, { stream: true });
    } catch {
      this.#utf8 = void 0;
      this.#subject.findings.note("L1", "not-utf8", "is not all UTF-8", { offset });
    }
  }
  #followZeros(piece, offset) {
    for (let i = 0; i < piece.length; i += 1) {
      if (piece[i] === 0) this.#zeros += 1;
      else if (this.#zeros > 0) this.#endZeros(offset + i);
    }
  }
  #endZeros(at) {
    if (this.#zeros >= HOLE_BYTES) {
      this.#subject.findings.fail("L1", "zero-hole", "has a hole of zeros in its text", {
        offset: at - this.#zeros,
        found: `${this.#zeros} zero bytes`
      });
    }
    this.#zeros = 0;
  }
};

// src/verify/text/format-yaml.ts
var FIRST_LINE = /^(---( *| +#.*)|[A-Za-z_][\w./-]*:( .*)?|"[^"]+":( .*)?|'[^']+':( .*)?|- .+|!!?[\w/:.-]+|!<[^>]+>.*|%YAML:1\.\d|%(YAML|TAG) .+|\? .+|&\w+( .*)?|\{[A-Za-z_][\w./-]*: .*)$/;
var RUNS_CODE = /^!!?(python|js|ruby|java|perl|php)\b/;
var PLAIN_PYTHON = /^!!?python\/(tuple|list|dict|str|unicode|bytes|int|long|float|complex|bool|none)$/;
var NAMES_PYTHON = /^(?:!!|!|tag:yaml\.org,2002:)?python\/(?:object(?:\/(?:apply|new))?|name|module):(.*)$/;
var MAY_RUN = /python\/|^%|![<\w]|_target_|_component_|class_path|template/m;
var OPENCV = /^!!opencv-[a-z-]+$/;
var OPENCV_START = /^%YAML:(?=1\.\d)/;
var yaml = {
  name: "yaml",
  proves: "UTF-8, syntax, no duplicate keys, bounded depth and aliases, which are never expanded; tags are listed; up to 256 KiB, above that inconclusive",
  checksum: "none",
  memberNames: /\.ya?ml$/i,
  recognises({ head, role, isMember = false }) {
    if (role !== "config" && role !== "metrics" && !isMember) return false;
    const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 8192)).toString("utf8");
    const line2 = start.split(/\r?\n/).find((each) => each.trim() !== "" && !/^ *#/.test(each));
    if (line2 === void 0 || role === "metrics" && line2.includes(",")) return false;
    return FIRST_LINE.test(line2.trimEnd());
  },
  async open(subject) {
    const { budgets, sizeBytes } = subject;
    const isMember = subject.role !== "config" && subject.role !== "metrics";
    if (sizeBytes > (isMember ? budgets.structureBytes : budgets.yamlBytes))
      throw overBudget("yamlBytes", budgets.yamlBytes, sizeBytes, 0);
    const { YamlDocuments } = await import("./verifier.verify-text-yaml-documents.mjs");
    const document = new Document(subject);
    const documents = new YamlDocuments(document, { depth: budgets.jsonDepth, nodes: budgets.objects });
    const watch = new TextWatch(subject);
    const pieces = [];
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [
        wholeFile(subject, {
          feed(piece, offset) {
            watch.feed(piece, offset);
            pieces.push(piece.slice());
          },
          end() {
            watch.end();
            const text3 = utf8(Buffer.concat(pieces));
            if (text3 === void 0) throw new Broken("L1", "not-utf8", "is not UTF-8");
            if (isMember && !MAY_RUN.test(text3)) return;
            if (sizeBytes > budgets.yamlBytes) throw overBudget("yamlBytes", budgets.yamlBytes, sizeBytes, 0);
            documents.read(text3.replace(OPENCV_START, "%YAML "));
          }
        })
      ],
      finish(complete) {
        if (complete) settle2(subject, document, documents.tags);
      }
    };
  }
};
function settle2(subject, document, all) {
  const { findings, facts } = subject;
  delete facts.rows;
  document.settle();
  const tags = [...all].sort();
  const plain2 = tags.filter((tag) => PLAIN_PYTHON.test(tag));
  const unsafe = tags.filter((tag) => RUNS_CODE.test(tag) && !plain2.includes(tag));
  if (plain2.length > 0) {
    const what = "has tags of plain data that only loaders of Python know";
    findings.note("L2", "python-tags", what, { found: plain2.slice(0, 8).join(", ") });
  }
  refuseCalls(subject, unsafe);
  if (unsafe.length > 0) {
    const what = "has tags that make a loader run code unless it is told to be safe";
    findings.degraded("L2", "unsafe-tags", what, { found: unsafe.slice(0, 8).join(", ") });
  }
  const isKnown = (tag) => unsafe.includes(tag) || plain2.includes(tag) || OPENCV.test(tag);
  const others = tags.filter((tag) => !isKnown(tag)).slice(0, 8);
  if (others.length > 0) {
    findings.degraded("L2", "other-tags", "has tags that not every loader knows", {
      found: others.join(", ")
    });
  }
}
function refuseCalls({ findings, imports, allowImports }, tags) {
  const names = tags.flatMap((tag) => NAMES_PYTHON.exec(unescaped(tag))?.[1] ?? []);
  for (const name of names) if (imports.size < 1e4) imports.add(name.slice(0, 200));
  const refused = names.filter((name) => kindOfName(name) === "refused" && !vouchesFor(allowImports, name));
  if (refused.length === 0) return;
  const what = "has tags that ask for what no config needs; never load it but with a safe loader";
  const found = refused.slice(0, 8).join(", ").slice(0, 300);
  findings.fail("L2", "import-refused", what, { expected: "only plain data", found });
}
function unescaped(tag) {
  try {
    return decodeURIComponent(tag);
  } catch {
    return tag;
  }
}

// src/verify/archive/zip-entry-rules.ts
var DOS_FOLDER = 16;
var DOS_VOLUME = 8;
var FOLDER = 4;
var REGULAR = 8;
var LINK = 10;
var READABLE_BY_OWNER = 256;
var PERMISSIONS = 511;
var KNOWN_HOSTS = /* @__PURE__ */ new Set([0, 3, 10, 11, 14, 19]);
var TEXT2 = 1;
function mustBePlain({ name, bytes: bytes3, attributes, internal, host, at }) {
  if (internal > TEXT2)
    throw broken6(
      `${quoted(name)} has attributes that no writer gives`,
      at,
      `internal 0x${internal.toString(16)}`
    );
  if (!KNOWN_HOSTS.has(host))
    throw new Unsettled(
      "L1",
      "zip-attributes",
      `${quoted(name)} was made on a system that readers do not agree about`,
      {
        offset: at,
        found: `host ${host}`
      }
    );
  const hasName = name.endsWith("/");
  const mode = attributes >>> 16;
  const type = mode >>> 12;
  const isMarked = (attributes & DOS_FOLDER) !== 0 || type === FOLDER;
  const found = () => `0x${attributes.toString(16).padStart(8, "0")}`;
  if ((hasName || isMarked) && bytes3 !== 0)
    throw new Broken("L1", "zip-folder", `${quoted(name)} is marked as a folder and has content`, {
      offset: at,
      found: `${bytes3} bytes`
    });
  if (isMarked && !hasName)
    throw broken6(`${quoted(name)} is marked as a folder and is not called like one`, at, found());
  if (type === LINK)
    throw new Unsettled("L1", "zip-attributes", `${quoted(name)} is a link, which is not followed`, {
      offset: at,
      found: found()
    });
  const isKnown = type === 0 || type === FOLDER || type === REGULAR;
  const isStrange = (attributes & DOS_VOLUME) !== 0 || !isKnown;
  if (isStrange) throw broken6(`${quoted(name)} is marked as a device, a pipe or a volume`, at, found());
  if ((mode & PERMISSIONS) !== 0 && (mode & READABLE_BY_OWNER) === 0)
    throw broken6(`${quoted(name)} could not be read once it is unpacked`, at, found());
}
var broken6 = (what, offset, found) => new Broken("L1", "zip-attributes", what, { offset, found });
var PADDING_ID = 16966;
var PADDING2 = 90;
var UNICODE_NAME = 28789;
var KNOWN = /* @__PURE__ */ new Set([PADDING_ID, 1, 10, 21589, 22613, 30805, 30837, 51966]);
var NAME_FROM = 5;
function unknownExtra(fields, name, at) {
  const another = fields.find(
    ({ id, bytes: bytes3 }) => id === UNICODE_NAME && utf8(bytes3.subarray(NAME_FROM)) !== name
  );
  if (another !== void 0)
    throw new Broken("L1", "zip-name", `${quoted(name)} has another name beside its own`, { offset: at });
  return fields.flatMap(({ id }) => KNOWN.has(id) ? [] : [id]);
}
function isPadding(bytes3) {
  for (let i = 0; i < bytes3.length; i += 1) if (bytes3[i] !== PADDING2) return false;
  return true;
}

// src/verify/archive/zip-directory.ts
var ZIP_METHODS = /* @__PURE__ */ new Map([
  [0, "stored"],
  [8, "deflated"],
  [12, "bzip2"],
  [14, "lzma"],
  [93, "zstd"]
]);
var END_BYTES = 22;
var LOCATOR_BYTES = 20;
var END64_BYTES = 56;
var CENTRAL_BYTES = 46;
var LONGEST_COMMENT = 65535;
var ALL_ONES = 4294967295;
var NO_EXTRA = [];
var REFUSED_FLAGS = 8289;
async function readZipDirectory(reader, budgets) {
  const { directoryOffset, directoryEnd, count } = await readEnd(reader);
  if (count > budgets.zipMembers) throw overBudget("zipMembers", budgets.zipMembers, count, directoryOffset);
  const entries = await readEntries(reader, directoryOffset, directoryEnd, count);
  entries.sort((a, b) => a.offset - b.offset);
  mustTile(entries, directoryOffset);
  mustBeUnique(entries);
  const filled = entries.filter(({ bytes: bytes3 }) => bytes3 > 0);
  return { entries, crcOff: filled.length > 0 && filled.every(({ crc }) => crc === 0) };
}
async function readEnd(reader) {
  const size = reader.sizeBytes;
  const tailBytes = Math.min(size, LONGEST_COMMENT + END_BYTES + LOCATOR_BYTES + END64_BYTES);
  const tailOffset = size - tailBytes;
  const tail = viewOf(await reader.read(tailOffset, tailBytes));
  const at = findEnd(tail, size);
  const end = {
    at,
    offsetInFile: tailOffset + at,
    disks: tail.getUint32(at + 4, true),
    onDisk: tail.getUint16(at + 8, true),
    count: tail.getUint16(at + 10, true),
    length: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true)
  };
  const endOffset = end.offsetInFile;
  if (at >= LOCATOR_BYTES && tail.getUint32(at - LOCATOR_BYTES, true) === 117853008) {
    return await readEnd64(reader, tail, end);
  }
  if (end.disks !== 0 || end.onDisk !== end.count) throw structure2("spans several disks", endOffset);
  if (end.offset + end.length !== endOffset) {
    throw structure2("the directory does not end where the end record begins", endOffset, {
      expected: String(endOffset),
      found: String(end.offset + end.length)
    });
  }
  return { directoryOffset: end.offset, directoryEnd: endOffset, count: end.count };
}
function findEnd(tail, size) {
  const exact2 = [];
  let loose = -1;
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== 101010256) continue;
    if (at + END_BYTES + tail.getUint16(at + 20, true) === tail.byteLength) exact2.push(at);
    else loose = Math.max(loose, at);
  }
  const [only, another] = exact2;
  if (another !== void 0)
    throw structure2("has two end records that both fit", size - tail.byteLength + another);
  if (only !== void 0) return only;
  if (loose >= 0) {
    throw new Broken("L1", "trailing-bytes", "bytes follow the zip end record", {
      offset: size - tail.byteLength + loose + END_BYTES
    });
  }
  throw new Broken("L1", "cut-short", "has no zip end record: the end never arrived or was never written", {
    offset: size
  });
}
async function readEnd64(reader, tail, end) {
  const locatorAt = end.at - LOCATOR_BYTES;
  const locatorOffset = end.offsetInFile - LOCATOR_BYTES;
  const recordOffset = Number(tail.getBigUint64(locatorAt + 8, true));
  const disks = tail.getUint32(locatorAt + 4, true);
  if (disks !== 0 || tail.getUint32(locatorAt + 16, true) !== 1 || end.disks !== 0) {
    throw structure2("spans several disks", locatorOffset);
  }
  if (recordOffset + END64_BYTES !== locatorOffset) {
    throw structure2("the zip64 record does not end at its locator", locatorOffset, {
      expected: String(locatorOffset - END64_BYTES),
      found: String(recordOffset)
    });
  }
  const record = viewOf(await reader.read(recordOffset, END64_BYTES));
  const field = (offset2) => Number(record.getBigUint64(offset2, true));
  const [count, length, offset] = [field(32), field(40), field(48)];
  const sound = record.getUint32(0, true) === 101075792 && field(4) === END64_BYTES - 12 && record.getBigUint64(16, true) === 0n && field(24) === count && offset + length === recordOffset;
  if (!sound) throw structure2("the zip64 end record contradicts itself", recordOffset);
  const agrees = (short, long, ones) => short === long || short === ones;
  const agree = agrees(end.count, count, 65535) && agrees(end.onDisk, count, 65535) && agrees(end.length, length, ALL_ONES) && agrees(end.offset, offset, ALL_ONES);
  if (!agree) throw structure2("the 32-bit and 64-bit end records disagree", end.offsetInFile);
  return { directoryOffset: offset, directoryEnd: recordOffset, count };
}
async function readEntries(reader, from, to, count) {
  const window = new Window(reader, to);
  const entries = [];
  let at = from;
  for (let i = 0; i < count; i += 1) {
    const fixed = window.now(at, CENTRAL_BYTES) ?? await window.at(at, CENTRAL_BYTES);
    if (fixed.getUint32(0, true) !== 33639248) throw structure2("a directory entry has no signature", at);
    const nameLength = fixed.getUint16(28, true);
    const extraLength = fixed.getUint16(30, true);
    const length = CENTRAL_BYTES + nameLength + extraLength + fixed.getUint16(32, true);
    const entry = window.now(at, length) ?? await window.at(at, length);
    entries.push(parseEntry(entry, nameLength, extraLength, at));
    at += length;
  }
  if (at !== to) {
    throw structure2("the directory is longer than its entries", at, {
      expected: String(to),
      found: String(at)
    });
  }
  return entries;
}
function parseEntry(view, nameLength, extraLength, at) {
  const all = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const name = decodeName(all.subarray(CENTRAL_BYTES, CENTRAL_BYTES + nameLength), at);
  const flags = view.getUint16(8, true);
  if ((flags & REFUSED_FLAGS) !== 0) throw refusedFlags(name, flags, at);
  const method = ZIP_METHODS.get(view.getUint16(10, true));
  if (method === void 0) {
    throw new Unsettled("L1", "zip-method", `${quoted(name)} is compressed in a way that we cannot read`, {
      offset: at,
      expected: [...ZIP_METHODS].map(([no, called]) => `${no} (${called})`).join(", "),
      found: String(view.getUint16(10, true))
    });
  }
  const extra = all.subarray(CENTRAL_BYTES + nameLength, CENTRAL_BYTES + nameLength + extraLength);
  const [bytes3, compressedBytes, offset] = wide(
    extra,
    [view.getUint32(24, true), view.getUint32(20, true), view.getUint32(42, true)],
    at
  );
  if (view.getUint16(34, true) !== 0) throw structure2("spans several disks", at);
  mustBePlain({
    name,
    bytes: bytes3,
    attributes: view.getUint32(38, true),
    internal: view.getUint16(36, true),
    host: view.getUint8(5),
    at
  });
  if (method === "stored" && bytes3 !== compressedBytes) {
    throw structure2(`${quoted(name)} is stored and yet of two sizes`, at);
  }
  return {
    name,
    flags,
    method,
    version: view.getUint16(6, true),
    timeAndDate: view.getUint32(12, true),
    crc: view.getUint32(16, true),
    compressedBytes,
    bytes: bytes3,
    offset,
    spanEnd: 0,
    unknownExtra: extra.length === 0 ? NO_EXTRA : unknownExtra(extraFields(extra, at), name, at)
  };
}
function wide(extra, fields, at) {
  if (extra.length === 0 && !fields.includes(ALL_ONES)) return fields;
  const numbers = zip64Numbers(extra, at);
  const result = fields.map((field) => {
    if (field !== ALL_ONES) return field;
    const number2 = numbers.shift();
    if (number2 === void 0) throw structure2("a 64-bit size is missing", at);
    return number2;
  });
  return result;
}
function zip64Numbers(extra, at) {
  const field = extraFields(extra, at).find(({ id }) => id === 1);
  if (field === void 0) return [];
  const view = viewOf(field.bytes);
  const numbers = Array.from(
    { length: Math.floor(view.byteLength / 8) },
    (_none, i) => Number(view.getBigUint64(i * 8, true))
  );
  if (numbers.some((number2) => !Number.isSafeInteger(number2)))
    throw structure2("a 64-bit size is beyond reason", at);
  return numbers;
}
function extraFields(extra, at) {
  const view = viewOf(extra);
  const fields = [];
  for (let i = 0; i < extra.length; ) {
    if (i + 4 > extra.length) throw structure2("an extra field is cut", at);
    const length = view.getUint16(i + 2, true);
    if (i + 4 + length > extra.length) throw structure2("an extra field is cut", at);
    fields.push({ id: view.getUint16(i, true), bytes: extra.subarray(i + 4, i + 4 + length) });
    i += 4 + length;
  }
  return fields;
}
function decodeName(bytes3, at) {
  const name = utf8(bytes3);
  if (name === void 0) throw structure2("a member name is not UTF-8", at);
  const parts = name.split("/");
  const bad2 = name === "" || /[\0\\]/.test(name) || /^[a-z]:/i.test(name) || parts[0] === "" || parts.includes("..") || parts.includes(".");
  if (bad2)
    throw new Broken("L1", "zip-name", "a member name could leave the archive", {
      offset: at,
      found: quoted(name)
    });
  return name;
}
function mustTile(entries, directoryOffset) {
  const first = entries[0]?.offset ?? 0;
  if (first !== 0) throw structure2("bytes lie before the first member", 0, { found: `${first} bytes` });
  entries.forEach((entry, i) => {
    entry.spanEnd = entries[i + 1]?.offset ?? directoryOffset;
    if (entry.offset + 30 + Buffer.byteLength(entry.name) + entry.compressedBytes <= entry.spanEnd) return;
    throw structure2(`${quoted(entry.name)} overlaps what follows it`, entry.offset);
  });
  if (entries.length === 0 && directoryOffset !== 0)
    throw structure2("bytes lie before an empty directory", 0);
}
function mustBeUnique(entries) {
  const names = /* @__PURE__ */ new Set();
  for (const { name, offset } of entries) {
    const folded = name.toLowerCase();
    if (names.has(folded)) throw structure2(`${quoted(name)} is there twice`, offset);
    names.add(folded);
  }
}
var Window = class {
  #reader;
  #end;
  #from = 0;
  #bytes = new Uint8Array(0);
  constructor(reader, end) {
    this.#reader = reader;
    this.#end = end;
  }
  /** What is in memory already. */
  now(offset, length) {
    const at = offset - this.#from;
    if (at < 0 || at + length > this.#bytes.length || offset + length > this.#end) return void 0;
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset + at, length);
  }
  async at(offset, length) {
    if (offset + length > this.#end) throw structure2("the directory ends in the middle of an entry", offset);
    const least = Math.max(length, 1024 ** 2);
    this.#bytes = await this.#reader.read(offset, Math.min(least, this.#end - offset));
    this.#from = offset;
    return viewOf(this.#bytes.subarray(0, length));
  }
};
var viewOf = (bytes3) => new DataView(bytes3.buffer, bytes3.byteOffset, bytes3.byteLength);
var structure2 = (what, offset, extra = {}) => new Broken("L1", "zip-structure", what, { offset, ...extra });
function refusedFlags(name, flags, offset) {
  const found = `0x${flags.toString(16).padStart(4, "0")}`;
  return new Broken("L1", "zip-flags", `${quoted(name)} is encrypted, patched or masked`, {
    offset,
    found
  });
}

// src/verify/archive/zip-packing.ts
var HAS_END_MARK = 2;
var LZMA_HEADER_BYTES = 9;
var PROPERTIES_BYTES = 5;
function unpackingOf(entry, from, limits, sink) {
  const { method, compressedBytes, bytes: bytes3, name } = entry;
  if (method === "stored") return void 0;
  if (method === "deflated") return inflating(entry, from, sink);
  let out = 0;
  const bounded = (piece) => {
    out += piece.length;
    if (out > bytes3)
      throw new Broken("L1", "member-length", `${quoted(name)} unpacks to more than it declares`, {
        offset: entry.offset,
        expected: `${bytes3} bytes`
      });
    sink(piece);
  };
  const to = from + compressedBytes;
  switch (method) {
    case "bzip2":
      return oneBzip2(entry, new Bzip2Streams(limits, bounded, from));
    case "lzma":
      return asUnpacking(lzmaMember(entry, from, limits, bounded), { isChecksummed: false });
    case "zstd":
      return new ZstdMember(entry, to, limits, bounded);
  }
}
function inflating(entry, from, sink) {
  const inflater = new Inflater(entry.bytes, from, sink);
  return {
    isChecksummed: false,
    feed: (piece) => inflater.feed(piece),
    async end() {
      if (await inflater.end() !== entry.compressedBytes) throw surplus(entry);
    }
  };
}
var surplus = ({ name, offset }) => structure2(`bytes follow the compressed data of ${quoted(name)}`, offset);
function oneBzip2(entry, streams) {
  return {
    isChecksummed: true,
    feed: (piece) => streams.feed(piece),
    end(sizeBytes) {
      streams.end(sizeBytes);
      if (streams.count !== 1) throw surplus(entry);
    }
  };
}
function* lzmaMember({ flags, bytes: bytes3, compressedBytes, name }, from, limits, sink) {
  const header = (yield LZMA_HEADER_BYTES).slice();
  const view = new DataView(header.buffer);
  const properties = view.getUint16(2, true);
  if (properties !== PROPERTIES_BYTES)
    throw new Broken("L1", "lzma-broken", `the properties of ${quoted(name)} are not five bytes`, {
      offset: from + 2,
      found: String(properties)
    });
  const declared = (flags & HAS_END_MARK) === 0 ? bytes3 : void 0;
  const stream = { properties: header[4], windowBytes: view.getUint32(5, true), declared };
  yield* lzmaStream({ ...stream, at: from + LZMA_HEADER_BYTES, to: from + compressedBytes }, limits, sink);
}
var ZstdMember = class {
  isChecksummed = false;
  #pieces = [];
  #entry;
  #to;
  #sink;
  constructor(entry, to, { windowBytes }, sink) {
    const held = Math.max(entry.compressedBytes, entry.bytes);
    if (held > windowBytes) throw overBudget("structureBytes", windowBytes, held, entry.offset);
    this.#entry = entry;
    this.#to = to;
    this.#sink = sink;
  }
  feed(piece) {
    this.#pieces.push(piece.slice());
  }
  async end() {
    const { bytes: bytes3, compressedBytes } = this.#entry;
    const from = this.#to - compressedBytes;
    const packed2 = Buffer.concat(this.#pieces);
    const frames = [];
    const parser = new PushParser(zstdFrames(packed2.length, (frame2) => frames.push(frame2)));
    parser.feed(packed2, from);
    parser.end(this.#to);
    const [frame] = frames;
    if (frames.length !== 1 || frame === void 0) throw surplus(this.#entry);
    if (frame.isEmpty) return;
    await readyZstd();
    this.#sink(zstdDecompress(packed2, Math.max(1, bytes3), from));
  }
};

// src/verify/archive/zip-member.ts
var LOCAL_BYTES = 30;
var WINDOW_BYTES3 = 1024 ** 2;
async function dataOffsetOf(reader, entry) {
  const local = viewOf(await reader.read(entry.offset, LOCAL_BYTES));
  const from = entry.offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
  if (from + entry.compressedBytes > entry.spanEnd)
    throw structure2(`${quoted(entry.name)} overlaps what follows it`, entry.offset);
  return from;
}
var unpackLimits = ({ expandedBytes, structureBytes, objects }) => ({
  expandedBytes,
  windowBytes: structureBytes,
  objects
});
async function readMember(reader, entry, budgets, sink) {
  const from = await dataOffsetOf(reader, entry);
  const to = from + entry.compressedBytes;
  const unpacking = unpackingOf(entry, from, unpackLimits(budgets), (piece) => {
    reader.throwIfStopped();
    sink(piece);
  });
  for (let at = from; at < to; at += WINDOW_BYTES3) {
    const piece = await reader.read(at, Math.min(WINDOW_BYTES3, to - at));
    if (unpacking === void 0) sink(piece);
    else await unpacking.feed(piece, at);
  }
  await unpacking?.end(to);
}
var LARGE_BYTES = 1024 ** 2;
async function locateLarge(reader, entries) {
  if (!reader.isLocal) return;
  for (const entry of entries) {
    if (entry.method !== "stored" || entry.bytes < LARGE_BYTES || entry.compressedBytes !== entry.bytes)
      continue;
    const local = viewOf(await reader.read(entry.offset, LOCAL_BYTES));
    const dataOffset = entry.offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
    if (dataOffset + entry.bytes <= entry.spanEnd) entry.dataOffset = dataOffset;
  }
}
async function readWhole(reader, entry, budgets) {
  if (entry.bytes > budgets.structureBytes)
    throw overBudget("structureBytes", budgets.structureBytes, entry.bytes, entry.offset);
  return await contentOf(reader, entry, budgets);
}
async function contentOf(reader, entry, budgets) {
  const pieces = [];
  await readMember(reader, entry, budgets, (piece) => pieces.push(piece.slice()));
  return Buffer.concat(pieces);
}
var LONGEST_NOTE = 4096;
async function readNote(reader, entry, budgets) {
  if (entry.bytes > LONGEST_NOTE) return void 0;
  return (await contentOf(reader, entry, budgets)).toString("latin1");
}

// src/verify/archive/zip-examine.ts
async function openMember(subject, entry, mostBytes = unpackedInMemory(subject)) {
  const { reader, budgets } = subject;
  const { name, bytes: bytes3, compressedBytes, method } = entry;
  if (method === "stored") {
    const fileOffset = await dataOffsetOf(reader, entry);
    return { source: windowSource(reader, fileOffset, bytes3, name), options: { fileOffset } };
  }
  if (bytes3 > mostBytes) return void 0;
  const content = Buffer.alloc(bytes3);
  let at = 0;
  await readMember(reader, entry, budgets, (piece) => {
    content.set(piece, at);
    at += piece.length;
  });
  const expansion = Math.max(1, bytes3 / Math.max(1, compressedBytes));
  return { source: bytesSource(content.subarray(0, at), name), options: { expansion } };
}

// src/verify/archive/zip-kind.ts
var PYTHON_METHODS = ["stored", "deflated", "bzip2", "lzma", "zstd"];
var EVERYWHERE = ["stored", "deflated"];
function judgeMethods({ findings }, kind, { entries }) {
  const methods = kind.methods ?? EVERYWHERE;
  const strange = entries.find(({ method }) => !methods.includes(method));
  if (strange !== void 0)
    throw new Unsettled(
      "L1",
      "zip-method",
      `${quoted(strange.name)} is packed in a way that no loader of ${kind.name} unpacks`,
      { offset: strange.offset, expected: methods.join(" or "), found: strange.method }
    );
  const recent = entries.find(({ method }) => method === "zstd");
  if (recent === void 0) return;
  const what = `${quoted(recent.name)} is packed by zstd, which Python unpacks from 3.14 on`;
  findings.degraded("L2", "newer-loader", what, { offset: recent.offset });
}

// src/verify/archive/zip-span.ts
var LOCAL_BYTES2 = 30;
var LONGEST_TRAILER = 24;
var NOTHING3 = new Uint8Array(0);
var HAS_DESCRIPTOR = 8;
var ZipSpan = class {
  offset;
  length;
  #entry;
  #rules;
  #sink;
  #unpacking;
  #stage = "header";
  /** A header or trailer that is not all here yet, or one that lies in the piece at hand. */
  #kept = NOTHING3;
  #wanted = LOCAL_BYTES2;
  #keptBytes = 0;
  #dataLeft = 0;
  #headerBytes = 0;
  #out = 0;
  #crc = 0;
  constructor(entry, rules, sink) {
    this.offset = entry.offset;
    this.length = entry.spanEnd - entry.offset;
    this.#entry = entry;
    this.#rules = rules;
    this.#sink = sink;
  }
  /**
   * The span cut at its data, where the directory's reader found out where that is (`locateLarge`): header, data that workers
   * may take, and what follows.
   */
  regions() {
    const { dataOffset, bytes: bytes3, spanEnd } = this.#entry;
    const scan = this.#sink?.scan;
    if (dataOffset === void 0 || this.#sink !== void 0 && scan === void 0) return [this];
    const dataEnd = dataOffset + bytes3;
    const feed = (piece, offset) => this.feed(piece, offset);
    return [
      { offset: this.offset, length: dataOffset - this.offset, feed, end: () => this.#mustBeAtData() },
      {
        offset: dataOffset,
        length: bytes3,
        feed,
        end: () => {
        },
        bulk: {
          crc: !this.#rules.crcOff,
          ...scan === void 0 ? {} : { scan: scan.spec },
          took: (slice) => this.#tookSlice(slice)
        }
      },
      { offset: dataEnd, length: spanEnd - dataEnd, feed, end: () => this.end() }
    ];
  }
  feed(piece, fileOffset) {
    let at = 0;
    while (at < piece.length) {
      if (this.#stage === "data") {
        const length = Math.min(this.#dataLeft, piece.length - at);
        const pending = this.#data(piece.subarray(at, at + length), fileOffset + at);
        at += length;
        if (pending !== void 0) return pending.then(() => this.feed(piece.subarray(at), fileOffset + at));
      } else {
        at += this.#collect(piece.subarray(at), fileOffset + at);
      }
    }
  }
  end() {
    if (this.#stage === "header" || this.#stage === "names")
      throw structure2("a local header is cut", this.offset);
    const unpacked = this.#unpacking?.end(this.offset + this.#headerBytes + this.#entry.compressedBytes);
    if (unpacked !== void 0) return unpacked.then(() => this.#judgeContent());
    this.#judgeContent();
  }
  #judgeContent() {
    const entry = this.#entry;
    const lengthRight = this.#out === entry.bytes;
    const crcRight = this.#rules.crcOff || this.#crc === entry.crc;
    if (!lengthRight) {
      const what = `${quoted(entry.name)} has another length than declared`;
      this.#rules.subject.findings.fail("L1", "member-length", what, {
        offset: this.offset,
        expected: `${entry.bytes} bytes`,
        found: `${this.#out} bytes`
      });
    } else if (!crcRight) {
      const what = `${quoted(entry.name)} is not what was written: its CRC-32 differs`;
      this.#rules.subject.findings.caught(
        sumDiffers(what, this.offset, { stored: entry.crc, found: this.#crc })
      );
    }
    this.#sink?.end(lengthRight && crcRight);
    this.#judgeTrailer(this.#kept.subarray(0, this.#keptBytes));
  }
  #mustBeAtData() {
    const right = this.#stage === "data" || this.#stage === "trailer" && this.#entry.bytes === 0;
    if (!right || this.offset + this.#headerBytes !== this.#entry.dataOffset)
      throw structure2("a local header is not as long as it was a moment ago", this.offset);
  }
  #tookSlice({ bytes: bytes3, crc = 0, scan }) {
    this.#out += bytes3;
    this.#dataLeft -= bytes3;
    if (!this.#rules.crcOff) this.#crc = combineCrc32(this.#crc, crc, bytes3);
    if (scan !== void 0) this.#sink?.scan?.join(scan);
    if (this.#dataLeft === 0) this.#startTrailer();
  }
  /** Gathers a header or trailer; where all of it lies in the piece, nothing is copied. Returns the bytes taken. */
  #collect(piece, fileOffset) {
    if (this.#stage === "trailer") return this.#collectTrailer(piece, fileOffset);
    const kept = this.#keptBytes;
    const length = Math.min(this.#wanted - kept, piece.length);
    this.#kept = kept === 0 ? piece.subarray(0, length) : Buffer.concat([this.#kept, piece.subarray(0, length)]);
    this.#keptBytes = kept + length;
    if (this.#keptBytes < this.#wanted) this.#kept = this.#kept.slice();
    else if (this.#stage === "names") this.#endNames();
    else return length + this.#endHeader(piece, length);
    return length;
  }
  /** Returns how much more of the piece was taken. */
  #endHeader(piece, taken) {
    const header = viewOf(this.#kept);
    if (header.getUint32(0, true) !== 67324752)
      throw structure2("a local header has no signature", this.offset);
    this.#wanted = LOCAL_BYTES2 + header.getUint16(26, true) + header.getUint16(28, true);
    this.#stage = "names";
    const more = this.#wanted - LOCAL_BYTES2;
    if (taken === LOCAL_BYTES2 && piece.length >= this.#wanted) {
      this.#kept = piece.subarray(0, this.#wanted);
      this.#keptBytes = this.#wanted;
      this.#endNames();
      return more;
    }
    this.#kept = this.#kept.slice();
    if (more === 0) this.#endNames();
    return 0;
  }
  #collectTrailer(piece, fileOffset) {
    if (this.#keptBytes + piece.length > LONGEST_TRAILER) {
      throw structure2(`bytes that belong to no member follow ${quoted(this.#entry.name)}`, fileOffset);
    }
    this.#kept = Buffer.concat([this.#kept, piece]);
    this.#keptBytes += piece.length;
    return piece.length;
  }
  #endNames() {
    const entry = this.#entry;
    const dataOffset = this.offset + this.#kept.length;
    this.#headerBytes = this.#kept.length;
    this.#judgeLocal(viewOf(this.#kept), dataOffset);
    if (dataOffset + entry.compressedBytes > entry.spanEnd) {
      throw structure2(`${quoted(entry.name)} overlaps what follows it`, this.offset);
    }
    this.#dataLeft = entry.compressedBytes;
    const limits = unpackLimits(this.#rules.subject.budgets);
    this.#unpacking = unpackingOf(entry, dataOffset, limits, (piece) => this.#content(piece, -1));
    this.#stage = "data";
    if (this.#dataLeft === 0) this.#startTrailer();
  }
  #judgeLocal(header, dataOffset) {
    const entry = this.#entry;
    const flags = header.getUint16(6, true);
    if ((flags & REFUSED_FLAGS) !== 0) throw refusedFlags(entry.name, flags, this.offset);
    const nameLength = header.getUint16(26, true);
    const name = this.#kept.subarray(LOCAL_BYTES2, LOCAL_BYTES2 + nameLength);
    const extra = this.#kept.subarray(LOCAL_BYTES2 + nameLength);
    const sameName = Buffer.from(entry.name).equals(name);
    const sameMethod = ZIP_METHODS.get(header.getUint16(8, true)) === entry.method;
    const sameRest = header.getUint16(4, true) === entry.version && header.getUint32(10, true) === entry.timeAndDate;
    const sameFlags = flags === entry.flags;
    if (!sameName || !sameMethod || !sameFlags || !sameRest || !this.#sameSizes(header, extra, flags)) {
      const what = `the header before ${quoted(entry.name)} does not repeat the directory`;
      throw new Broken("L1", "local-differs", what, { offset: this.offset });
    }
    this.#judgeExtra(extraFields(extra, this.offset));
    const { alignment } = this.#rules;
    if (alignment !== void 0 && entry.bytes > 0 && dataOffset % alignment !== 0) {
      const what = `${quoted(entry.name)} is not aligned to ${alignment} bytes`;
      this.#rules.subject.findings.note("L1", "misaligned", what, { offset: dataOffset });
    }
  }
  #judgeExtra(fields) {
    const { name, unknownExtra: inDirectory } = this.#entry;
    if (fields.some(({ id, bytes: bytes3 }) => id === PADDING_ID && !isPadding(bytes3)))
      throw structure2("padding is not what it should be", this.offset);
    for (const id of /* @__PURE__ */ new Set([...inDirectory, ...unknownExtra(fields, name, this.offset)])) {
      const found = `0x${id.toString(16).padStart(4, "0")}`;
      const what = `${quoted(name)} has an extra field that nothing explains`;
      this.#rules.subject.findings.degraded("L1", "unknown-extra", what, { offset: this.offset, found });
    }
  }
  #sameSizes(header, extra, flags) {
    const { crc, compressedBytes, bytes: bytes3 } = this.#entry;
    const sizes = [header.getUint32(22, true), header.getUint32(18, true)];
    const [size = -1, compressed = -1] = wide(extra, sizes, this.offset);
    const mayBeOpen = (flags & HAS_DESCRIPTOR) !== 0;
    const fits = (field, value) => field === value || mayBeOpen && field === 0;
    return fits(header.getUint32(14, true), crc) && fits(size, bytes3) && fits(compressed, compressedBytes);
  }
  #data(piece, fileOffset) {
    this.#dataLeft -= piece.length;
    const unpacking = this.#unpacking;
    const done = unpacking === void 0 ? this.#content(piece, fileOffset) : unpacking.feed(piece, fileOffset);
    if (this.#dataLeft === 0) this.#startTrailer();
    return done;
  }
  #content(piece, fileOffset) {
    const { expansion, crcOff, subject } = this.#rules;
    this.#out += piece.length;
    if (fileOffset < 0) {
      expansion.bytes += piece.length;
      subject.reader.throwIfStopped();
    }
    if (expansion.bytes > expansion.limit)
      throw overBudget("expandedBytes", expansion.limit, expansion.bytes, this.offset);
    if (!crcOff) this.#crc = crc32(piece, this.#crc);
    this.#sink?.feed(piece, fileOffset);
  }
  #startTrailer() {
    this.#stage = "trailer";
    this.#kept = NOTHING3;
    this.#keptBytes = 0;
  }
  /** A data descriptor, with or without its signature, of 32- or 64-bit sizes; or nothing. */
  #judgeTrailer(bytes3) {
    const { name, flags, crc, compressedBytes, bytes: size } = this.#entry;
    const expected = (flags & HAS_DESCRIPTOR) !== 0;
    if (!expected && bytes3.length === 0) return;
    const view = viewOf(bytes3);
    const signed = bytes3.length % 8 === 0 && bytes3.length > 0 && view.getUint32(0, true) === 134695760;
    const at = signed ? 4 : 0;
    const isWide = bytes3.length - at === 20;
    const fits = expected && (isWide || bytes3.length - at === 12);
    const number2 = (offset) => isWide ? Number(view.getBigUint64(offset, true)) : view.getUint32(offset, true);
    const right = fits && view.getUint32(at, true) === crc && number2(at + 4) === compressedBytes && number2(at + (isWide ? 12 : 8)) === size;
    if (right) return;
    throw structure2(
      `what follows ${quoted(name)} is not its data descriptor`,
      this.#entry.spanEnd - bytes3.length
    );
  }
};

// src/verify/hdf5/format-keras.ts
var CONFIG = "config.json";
var METADATA2 = "metadata.json";
var keras = {
  name: "keras",
  proves: "strict zip; the whole config names only parts of Keras and carries no code; the weights inside checked as HDF5, in place; values",
  checksum: "CRC-32 of every member",
  methods: PYTHON_METHODS,
  holds: ({ entries }) => [CONFIG, METADATA2].every((wanted) => entries.some(({ name }) => name === wanted)),
  async open(subject, directory) {
    const { openKeras } = await import("./verifier.verify-hdf5-keras-walk.mjs");
    return openKeras(subject, directory);
  }
};

// src/verify/numpy/format-npz.ts
var SUFFIX = ".npy";
var npz = {
  name: "npz",
  proves: "strict zip directory; every member's local header and CRC-32; every member an npy file; values",
  checksum: "CRC-32 of every member",
  methods: PYTHON_METHODS,
  holds: ({ entries }) => entries.every(({ name }) => name.endsWith(SUFFIX)),
  async open(subject, { entries, crcOff }) {
    const { budgets, digestGiven } = subject;
    const book = new TensorBook(subject);
    const books = { subject, book, imports: new PickleImports(subject) };
    const rules = { crcOff, subject, expansion: { bytes: 0, limit: budgets.expandedBytes } };
    return {
      checksummed: !crcOff,
      reaches: "L3",
      *regions() {
        for (const entry of entries)
          yield new ZipSpan(entry, rules, arraySink(books, entry, !crcOff || digestGiven));
      },
      finish() {
        books.imports.settle(NEEDS_ALLOW_PICKLE);
        book.settle(entries.length);
      },
      tensors: () => book.summary
    };
  }
};
function arraySink(books, entry, proven) {
  const name = entry.name.slice(0, -SUFFIX.length);
  let stream;
  const streamAt = (fileOffset) => new NpyStream(books, { name, bytes: entry.bytes, fileOffset });
  return {
    feed(piece, fileOffset) {
      stream ??= streamAt(fileOffset < 0 ? entry.offset : fileOffset);
      stream.feed(piece);
    },
    end(intact) {
      if (intact) (stream ?? streamAt(entry.offset)).end(proven);
    }
  };
}

// src/verify/archive/code-members.ts
var NAMES_SHOWN2 = 5;
var CODE = /\.(py|pyc|pyd|so|dll|dylib|cubin|ptx|sh|jar|class)$/i;
function tellCode({ entries }, findings, what) {
  const code = entries.filter(({ name }) => CODE.test(name));
  findings.degraded("L2", "executable-content", what, {
    found: code.slice(0, NAMES_SHOWN2).map(({ name }) => name).join(", ").slice(0, 200) || "no file of code by its name"
  });
}

// src/verify/read/json-object.ts
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function parsedJson(text3) {
  try {
    return JSON.parse(text3);
  } catch {
    return void 0;
  }
}

// src/verify/torch/pt2-weights.ts
var TYPES2 = {
  1: DTYPES.u8,
  2: DTYPES.i8,
  3: DTYPES.i16,
  4: DTYPES.i32,
  5: DTYPES.i64,
  6: DTYPES.f16,
  7: DTYPES.f32,
  8: DTYPES.f64,
  10: DTYPES.c64,
  11: DTYPES.c128,
  12: DTYPES.bool,
  13: DTYPES.bf16,
  28: DTYPES.u16,
  29: DTYPES.f8_e4m3,
  30: DTYPES.f8_e5m2,
  31: DTYPES.f8_e4m3fnuz,
  32: DTYPES.f8_e5m2fnuz,
  33: DTYPES.e8m0,
  34: DTYPES.u32,
  35: DTYPES.u64
};
var STRIDED = 7;
var MOST_DIMENSIONS = 1e3;
function readPt2Table(text3, folder, bytesOf6) {
  const table = { raw: /* @__PURE__ */ new Map(), saved: [] };
  for (const [name, entry] of Object.entries(configIn(text3, folder))) {
    const path = isObject(entry) ? entry["path_name"] : void 0;
    if (!isObject(entry) || typeof path !== "string") throw malformed4(folder, `${quoted(name)} has no place`);
    const member = folder + path;
    const bytes3 = bytesOf6(member);
    if (bytes3 === void 0)
      throw new Broken("L2", "storage-missing", `${quoted(name)} is not in the archive`, {
        expected: quoted(member)
      });
    if (entry["use_pickle"] !== false) takeSaved(table, name, member, entry["tensor_meta"]);
    else takeRaw(table, name, { member, bytes: bytes3 }, entry["tensor_meta"]);
  }
  return table;
}
function configIn(text3, folder) {
  const parsed = parsedJson(text3);
  const config = isObject(parsed) ? parsed["config"] : void 0;
  if (isObject(config)) return config;
  throw malformed4(folder, "is no table of tensors");
}
function takeSaved(table, name, member, meta) {
  if (meta === null || meta === void 0)
    throw new Unsettled("L2", "pt2-object", `${quoted(name)} is an object of a class that we do not know`);
  table.saved.push({ name, member });
}
function takeRaw(table, name, { member, bytes: bytes3 }, meta) {
  const tensor = tensorOf(name, meta);
  const { dtype: dtype2 } = tensor;
  const size = dtype2.bits / 8;
  const known = table.raw.get(member);
  const same = known === void 0 || known.storage.dtype === dtype2;
  const storage = new PyStorage(same ? dtype2 : void 0, member, same ? bytes3 / size : bytes3);
  if (reachOf(tensor) * size > bytes3 || bytes3 % size !== 0)
    throw new Broken("L2", "tensor-outside", `${quoted(name)} is not of the size of its elements`, {
      expected: `at least ${reachOf(tensor) * size} bytes, whole elements`,
      found: `${bytes3} bytes`
    });
  const top = name.split(".", 1)[0] ?? "";
  const placed = new PyTensor(storage, dtype2, tensor);
  const tensors = known?.tensors ?? [];
  tensors.push({ name, top, tensor: placed });
  table.raw.set(member, { storage, tensors });
}
function tensorOf(name, meta) {
  if (!isObject(meta)) throw malformed4(name, "says nothing about its tensor");
  const dtype2 = typeof meta["dtype"] === "number" ? TYPES2[meta["dtype"]] : void 0;
  if (dtype2 === void 0)
    throw new Unsettled("L2", "dtype-unknown", `${quoted(name)} is of a type that we do not know`, {
      found: String(meta["dtype"]).slice(0, 40)
    });
  if (meta["layout"] !== STRIDED)
    throw new Unsettled("L2", "pt2-layout", `${quoted(name)} is not laid out by strides`);
  const shape = counts2(name, meta["sizes"]);
  const stride = counts2(name, meta["strides"]);
  const [offset] = counts2(name, [meta["storage_offset"]]);
  if (shape.length !== stride.length || shape.length > MOST_DIMENSIONS)
    throw malformed4(name, "has not as many strides as sizes");
  return new PyTensor(void 0, dtype2, { offset, shape, stride });
}
function counts2(name, list) {
  const items = Array.isArray(list) ? list : [void 0];
  return items.map((item) => {
    const count = isObject(item) ? item["as_int"] : void 0;
    if (!Number.isSafeInteger(count) || count < 0)
      throw malformed4(name, "has a size, stride or offset that is no count");
    return count;
  });
}
var malformed4 = (where, what) => new Broken("L2", "pt2-malformed", `${quoted(where)} ${what}`);

// src/verify/torch/format-pt2.ts
var FORMAT = /^[^/]+\/archive_format$/;
var TABLE = /^([^/]+\/data\/(?:weights|constants)\/)[^/]+_config\.json$/;
var SAMPLE = /^[^/]+\/data\/sample_inputs\/[^/]+\.pt$/;
var COMPILED = /^[^/]+\/data\/aotinductor\//;
var pt2 = {
  name: "torch-export",
  proves: "strict zip directory; CRC-32 of every member; every tensor of the tables lies inside its member; values; saved tensors by their own type; the graph is code and never run, so at best degraded; with compiled code inconclusive",
  checksum: "CRC-32 of every member",
  holds: ({ entries }) => entries.some(({ name }) => FORMAT.test(name)),
  async open(subject, directory) {
    tellCode(directory, subject.findings, "holds a program that runs when it is called");
    const archive = new Pt2Archive(subject, directory);
    await archive.readTables();
    return archive.walk();
  }
};
var Pt2Archive = class {
  #subject;
  #directory;
  #book;
  #byName;
  #raw = /* @__PURE__ */ new Map();
  #toExamine = [];
  #saved = /* @__PURE__ */ new Set();
  #isWhole = true;
  #inner = NO_TENSORS;
  #own = NO_TENSORS;
  constructor(subject, directory) {
    this.#subject = subject;
    this.#directory = directory;
    this.#book = new CheckpointBook(subject);
    this.#byName = new Map(directory.entries.map((entry) => [entry.name, entry]));
  }
  async readTables() {
    const { findings, reader, budgets } = this.#subject;
    const { entries } = this.#directory;
    this.#isWhole = await findings.guard(async () => {
      const format = entries.find(({ name }) => FORMAT.test(name));
      if (await readNote(reader, format, budgets) !== "pt2")
        throw new Broken("L2", "pt2-malformed", "is no archive of an exported program", {
          offset: format.offset
        });
      await locateLarge(reader, entries);
      for (const entry of entries) {
        const folder = TABLE.exec(entry.name)?.[1];
        if (folder !== void 0) await this.#readTable(entry, folder);
        else if (SAMPLE.test(entry.name))
          this.#toExamine.push({ entry, prefix: `${entry.name}/`, role: "archive" });
      }
      const compiled = entries.find(({ name }) => COMPILED.test(name));
      if (compiled !== void 0)
        throw new Unsettled("L2", "compiled-code", "holds compiled code, whose weights nobody can look at", {
          offset: compiled.offset,
          found: quoted(compiled.name)
        });
    });
    for (const { name, offset } of entries)
      if (/\/data\/(weights|constants)\/[^/]+$/.test(name) && !TABLE.test(name) && !this.#isListed(name))
        findings.degraded("L2", "surplus-member", `nothing refers to ${quoted(name)}`, { offset });
  }
  walk() {
    const { keys } = this.#subject;
    for (const { tensors } of this.#raw.values())
      for (const { name, top } of tensors) keys.addTensor(name, top);
    return {
      checksummed: !this.#directory.crcOff,
      reaches: "L3",
      regions: () => this.#spans(),
      inside: () => this.#examineInside(),
      finish: () => this.#settle(),
      tensors: () => together(this.#own, this.#inner)
    };
  }
  #isListed(name) {
    return this.#raw.has(name) || this.#saved.has(name);
  }
  async #readTable(entry, folder) {
    const { reader, budgets, role } = this.#subject;
    const text3 = (await readWhole(reader, entry, budgets)).toString("utf8");
    const table = readPt2Table(text3, folder, (member) => this.#byName.get(member)?.bytes);
    for (const [member, referred] of table.raw) this.#raw.set(member, referred);
    for (const { name, member } of table.saved) {
      if (this.#saved.has(member) || this.#raw.has(member))
        throw new Broken("L2", "pt2-malformed", "two tensors are one saved file", { offset: entry.offset });
      this.#saved.add(member);
      this.#toExamine.push({ entry: this.#byName.get(member), prefix: `${name}/`, role });
    }
  }
  *#spans() {
    const { entries, crcOff } = this.#directory;
    const expansion = { bytes: 0, limit: expansionLimit(this.#subject) };
    for (const entry of entries)
      yield* new ZipSpan(
        entry,
        { crcOff, subject: this.#subject, expansion },
        this.#sinkFor(entry)
      ).regions();
  }
  #sinkFor(entry) {
    const referred = this.#raw.get(entry.name);
    if (referred === void 0) return void 0;
    const proven = !this.#directory.crcOff || this.#subject.digestGiven;
    const scan = new StorageScan(referred, this.#book, { littleEndian: true, proven, bytes: entry.bytes });
    return storageSink(scan, entry);
  }
  async #examineInside() {
    const { crcOff } = this.#directory;
    for (const { entry, prefix, role } of this.#toExamine) {
      const opened = await openMember(this.#subject, entry);
      if (opened === void 0) {
        const what = "a saved tensor is packed and too long to unpack";
        this.#subject.findings.inconclusive("L2", "member-packed", what, { offset: entry.offset });
        continue;
      }
      const { tensors } = await this.#subject.examine(opened.source, {
        ...opened.options,
        proven: !crcOff,
        prefix,
        role
      });
      this.#inner = together(this.#inner, tensors);
    }
  }
  #settle() {
    this.#book.steps.settle();
    const raw = [...this.#raw.values()].reduce((sum, { tensors }) => sum + tensors.length, 0);
    const saved = this.#toExamine.filter(({ role }) => role !== "archive").length;
    this.#own = this.#book.judge.settle(raw + saved + (this.#isWhole ? 0 : 1));
  }
};

// src/verify/torch/serialization-id.ts
var WORD = (1n << 64n) - 1n;
function runningHash(before) {
  let hash = 0n;
  for (const { crc, bytes: bytes3 } of before) {
    if (bytes3 > 0) hash ^= BigInt(crc) + 0x9e3779b9n + (hash << 6n) + (hash >> 2n) & WORD;
  }
  return hash.toString().padStart(20, "0");
}

// src/verify/torch/archive.ts
var OWN_MEMBERS = [
  "version",
  ".data/version",
  "byteorder",
  ".format_version",
  ".storage_alignment",
  ".data/serialization_id"
];
var rootOf = (name) => name.slice(0, name.indexOf("/") + 1);
var OBJECT2 = { member: "data.pkl", name: "", folder: "data/" };
var TorchArchive = class {
  #subject;
  #directory;
  #root;
  #byName;
  #book;
  #program;
  #littleEndian = true;
  #alignment;
  #places;
  #alsoKnown;
  #metaTensors = 0;
  /** By folder. */
  #storages = /* @__PURE__ */ new Map();
  /** By the name of the member that holds it. */
  #held = /* @__PURE__ */ new Map();
  constructor(subject, directory, layout2 = {}, shared2) {
    this.#places = layout2.programs ?? [OBJECT2];
    this.#alsoKnown = layout2.alsoKnown;
    this.#subject = subject;
    this.#directory = directory;
    this.#byName = new Map(directory.entries.map((entry) => [entry.name, entry]));
    this.#root = rootOf(directory.entries[0]?.name ?? "");
    const stray = directory.entries.find(({ name }) => rootOf(name) !== this.#root);
    if (stray !== void 0) {
      const what = `${quoted(stray.name)} is outside the folder ${this.#root}`;
      throw new Broken("L2", "torch-layout", what, { offset: stray.offset });
    }
    this.#book = new CheckpointBook(subject, shared2);
  }
  /** The first one; absent when not all of them could be walked. */
  get program() {
    return this.#program;
  }
  /** Everything that must be known before the storages go by. A fault in it leaves the CRCs still to be verified. */
  async readProgram() {
    await this.#subject.findings.guard(async () => {
      await locateLarge(this.#subject.reader, this.#directory.entries);
      await this.#readNotes();
      const programs = [];
      for (const place of this.#places) programs.push(await this.#readOne(place));
      this.#metaTensors = programs.reduce((sum, { metaTensors }) => sum + metaTensors, 0);
      this.#program = programs[0];
      for (const place of this.#places) this.#matchStorages(place);
      this.#mustBeKnown();
    });
  }
  async #readOne({ member, name, folder }) {
    const entry = this.#member(member);
    if (entry === void 0)
      throw new Broken("L2", "torch-layout", `has no ${member}`, { expected: `${this.#root}${member}` });
    const storages = this.#storages.get(folder) ?? /* @__PURE__ */ new Map();
    this.#storages.set(folder, storages);
    const reader = new TorchProgramReader(this.#book, entry.bytes, { storages });
    await readMember(this.#subject.reader, entry, this.#subject.budgets, (piece) => reader.feed(piece));
    return reader.end(name);
  }
  *regions() {
    const { entries, crcOff } = this.#directory;
    const { budgets } = this.#subject;
    const rules = {
      crcOff,
      subject: this.#subject,
      expansion: { bytes: 0, limit: budgets.expandedBytes },
      ...this.#alignment === void 0 ? {} : { alignment: this.#alignment }
    };
    for (const entry of entries) yield* new ZipSpan(entry, rules, this.#sinkFor(entry)).regions();
  }
  settle() {
    const program = this.#program && { ...this.#program, metaTensors: this.#metaTensors };
    const storages = [...this.#storages.values()].flatMap((each) => [...each.values()]);
    return this.#book.settle(program, storages);
  }
  #member(name) {
    return this.#byName.get(this.#root + name);
  }
  async #readNotes() {
    const version = await this.#note("version") ?? await this.#note(".data/version");
    if (version === void 0 || !/^([1-9]|10)\n?$/.test(version)) {
      throw new Broken("L2", "torch-layout", "has no version that PyTorch could have written", {
        expected: "1 to 10",
        found: version === void 0 ? "none" : JSON.stringify(version.slice(0, 20))
      });
    }
    const order = await this.#note("byteorder");
    if (order !== void 0 && order !== "little" && order !== "big") {
      throw new Broken("L2", "torch-layout", "names a byte order that does not exist", {
        expected: "little or big",
        found: JSON.stringify(order.slice(0, 20))
      });
    }
    this.#littleEndian = order !== "big";
    const alignment = await this.#note(".storage_alignment");
    if (alignment !== void 0 && /^[1-9][0-9]{0,6}\n?$/.test(alignment))
      this.#alignment = Number(alignment);
    const id = await this.#note(".data/serialization_id");
    if (id !== void 0) this.#judgeSerializationId(id);
  }
  /** Says whether the members are those of one call of torch.save. No reader looks at it, so it is told and no more. */
  #judgeSerializationId(id) {
    const { entries, crcOff } = this.#directory;
    const at = entries.findIndex(({ name }) => name === `${this.#root}.data/serialization_id`);
    const expected = runningHash(entries.slice(0, at));
    if (crcOff || /^[0-9]{40}$/.test(id) && id.endsWith(expected)) return;
    const what = "the serialization id is not that of the members before it";
    this.#subject.findings.note("L2", "serialization-id", what, {
      expected: `...${expected}`,
      found: JSON.stringify(id.slice(0, 60))
    });
  }
  async #note(name) {
    const entry = this.#member(name);
    return entry === void 0 ? void 0 : await readNote(this.#subject.reader, entry, this.#subject.budgets);
  }
  /** Every storage has its member, of exactly its size. */
  #matchStorages({ folder }) {
    const { findings } = this.#subject;
    for (const [key, referred] of this.#storages.get(folder) ?? []) {
      const { storage } = referred;
      const member = `${folder}${key}`;
      if (this.#held.has(member)) continue;
      this.#held.set(member, referred);
      const entry = this.#member(member);
      const expected = storage.elements * ((storage.dtype ?? DTYPES.u8).bits / 8);
      if (entry === void 0) {
        findings.fail("L2", "storage-missing", `storage ${quoted(key)} is not in the file`, {
          expected: `${expected} bytes`,
          found: "no member"
        });
      } else if (entry.bytes !== expected) {
        const what = `storage ${quoted(key)} is not as long as its tensors need`;
        const sizes = { expected: `${expected} bytes`, found: `${entry.bytes} bytes` };
        findings.fail("L2", "storage-size", what, { offset: entry.offset, ...sizes });
      }
    }
  }
  /** Every member has its storage, or a meaning of its own. */
  #mustBeKnown() {
    const { findings } = this.#subject;
    for (const { name, offset } of this.#directory.entries) {
      const inner = name.slice(this.#root.length);
      const isKnown = this.#isOwn(inner) || this.#alsoKnown?.test(inner) === true || this.#held.has(inner);
      if (!isKnown)
        findings.degraded("L2", "surplus-member", `nothing refers to ${quoted(name)}`, { offset });
    }
  }
  #isOwn(inner) {
    return OWN_MEMBERS.includes(inner) || this.#places.some(({ member }) => member === inner);
  }
  #sinkFor(entry) {
    const inner = entry.name.slice(this.#root.length);
    if (this.#isOwn(inner) || this.#program === void 0) return void 0;
    const referred = this.#held.get(inner);
    if (referred === void 0) return strayPickle(this.#subject, entry);
    const come = {
      littleEndian: this.#littleEndian,
      proven: !this.#directory.crcOff || this.#subject.digestGiven,
      bytes: entry.bytes
    };
    return storageSink(new StorageScan(referred, this.#book, come), entry);
  }
};

// src/verify/torch/format-script.ts
var NAMES_SHOWN3 = 5;
var PROGRAM_MEMBER = /^(code\/|extra\/|traced_inputs(\.pkl$|\/[0-9]+$))/;
var CONSTANTS2 = { member: "constants.pkl", name: "CONSTANTS", folder: "constants/" };
var TYPED_LISTS = [
  "build_intlist",
  "build_tensorlist",
  "build_doublelist",
  "build_boollist",
  "restore_type_tag"
];
var OWN_TYPE = /c(__torch__(?:\.\w+)*)\n(\w+)\n/g;
var torchScript = {
  name: "torchscript",
  proves: "as torch-zip, for the parameters and buffers of data.pkl and the constants of the code; the code is listed and never run, so at best degraded",
  checksum: "CRC-32 of every member",
  holds: ({ entries }) => entries.some(({ name }) => /^[^/]+\/data\.pkl$/i.test(name)) && entries.some(({ name }) => /^[^/]+\/(constants\.pkl|code\/.*)$/i.test(name)),
  async open(subject, directory) {
    const { findings } = subject;
    const code = directory.entries.filter(({ name }) => name.endsWith(".py"));
    findings.degraded("L2", "executable-content", "holds code that runs when it is loaded", {
      found: code.slice(0, NAMES_SHOWN3).map(({ name }) => name).join(", ").slice(0, 200)
    });
    const isThere = ({ member }) => directory.entries.some(({ name }) => name.slice(name.indexOf("/") + 1) === member);
    const allowImports = [...subject.allowImports, ...await ownTypes(subject, directory)];
    const archive = new TorchArchive({ ...subject, allowImports }, directory, {
      programs: isThere(CONSTANTS2) ? [OBJECT2, CONSTANTS2] : [OBJECT2],
      alsoKnown: PROGRAM_MEMBER
    });
    await archive.readProgram();
    return walkOf(archive, !directory.crcOff);
  }
};
async function ownTypes({ reader, budgets }, { entries }) {
  const found = [];
  for (const entry of entries.filter(({ name }) => /^[^/]+\/(data|constants)\.pkl$/.test(name))) {
    const text3 = (await readWhole(reader, entry, budgets)).toString("latin1");
    for (const [, module, name] of text3.matchAll(OWN_TYPE)) found.push(`${module}.${name}`);
  }
  return [...new Set(found), ...TYPED_LISTS.map((name) => `torch.jit._pickle.${name}`)];
}

// src/verify/torch/format-unread.ts
var unread = (name, what, mark) => ({
  name,
  proves: "not read: it holds pickles or code and is inconclusive in every row but an opaque one",
  checksum: "CRC-32 of every member",
  holds: ({ entries }) => entries.some((entry) => mark.test(entry.name)),
  async open() {
    throw notRead(what);
  }
});
var torchPackage = unread(
  "torch-package",
  "a package of torch.package",
  /^[^/]+\/\.data\/extern_modules$/
);
var modelArchive = unread("model-archive", "an archive for TorchServe", /^MAR-INF\/MANIFEST\.json$/);
var oldExport = unread(
  "torch-export-old",
  "a program of an old torch.export",
  /^serialized_exported_program\.json$/
);

// src/verify/torch/format-zip.ts
var hasProgram = ({ entries }) => entries.some(({ name }) => /^[^/]+\/data\.pkl$/i.test(name));
var torchZip = {
  name: "torch-zip",
  proves: "strict zip directory; every member's local header, CRC-32 and descriptor; data.pkl walked opcode by opcode; every storage has exactly its size; every tensor lies inside its storage; values",
  checksum: "CRC-32 of every member",
  holds: hasProgram,
  async open(subject, directory) {
    const archive = new TorchArchive(subject, directory);
    await archive.readProgram();
    if (archive.program !== void 0) judgeLoader(subject, archive.program.opcodes);
    return walkOf(archive, !directory.crcOff);
  }
};

// src/verify/engine/format-zip.ts
var KINDS3 = [
  torchPackage,
  torchScript,
  torchZip,
  pt2,
  oldExport,
  modelArchive,
  npz,
  keras
];
var LOCAL = Uint8Array.of(80, 75, 3, 4);
var EMPTY2 = Uint8Array.of(80, 75, 5, 6);
var zip = {
  name: "zip",
  proves: "strict directory, local headers, descriptors and CRC-32 of every member, stored or packed by deflate, bzip2, LZMA or zstd",
  checksum: "CRC-32 of every member",
  recognises: ({ head }) => startsWith(head, LOCAL) || startsWith(head, EMPTY2),
  async open(subject) {
    const directory = await readZipDirectory(subject.reader, subject.budgets);
    if (directory.entries.length === 0)
      throw new Broken("L1", "zip-empty", "is an archive of nothing", { offset: 0 });
    const kind = KINDS3.find((each) => each.holds(directory));
    if (kind === void 0) return openArchive(subject, directory);
    judgeMethods(subject, kind, directory);
    const walk = await kind.open(subject, directory);
    walk.format ??= kind.name;
    return walk;
  }
};
function openArchive(subject, { entries, crcOff }) {
  const { keys } = subject;
  const rules = { crcOff, subject, expansion: { bytes: 0, limit: expansionLimit(subject) } };
  for (const { name } of entries) if (!name.endsWith("/")) keys.addValue(name, name);
  const members = new ArchiveMembers(subject);
  return {
    checksummed: !crcOff,
    get reaches() {
      return members.reaches;
    },
    *regions() {
      const filled = entries.filter(({ bytes: bytes3 }) => bytes3 > 0);
      const late = new Set(filled.slice(subject.budgets.membersExamined));
      for (const entry of entries) {
        const isLeftOut = late.has(entry) || isTooLong(subject, entry);
        const sink = isLeftOut ? strayPickle(subject, entry) : void 0;
        yield* new ZipSpan(entry, rules, sink).regions();
      }
    },
    async inside() {
      for (const entry of entries) if (entry.bytes > 0) await examineMember(subject, members, entry, crcOff);
    },
    finish() {
      members.settle(entries.filter(({ name }) => !name.endsWith("/")).length);
    },
    tensors: () => members.tensors
  };
}
var isTooLong = (subject, { method, bytes: bytes3 }) => method !== "stored" && bytes3 > unpackedInMemory(subject);
async function examineMember(subject, members, entry, crcOff) {
  const opened = members.isFull ? void 0 : await openMember(subject, entry);
  if (opened === void 0) members.leaveOut();
  else await members.examine(opened.source, { ...opened.options, proven: !crcOff });
}

// src/verify/engine/formats.ts
var FORMATS = [
  zip,
  hdf5,
  torchLegacy,
  gguf,
  parquet,
  arrowFile,
  tar,
  arrowStream,
  tfrecord,
  onnx,
  tfGraph,
  sentencepiece,
  catboost,
  fasttext,
  safetensors,
  npy,
  pickle,
  joblib,
  gzip,
  zstd,
  xz,
  bzip2,
  lz4,
  png,
  jpeg,
  zlib2,
  lzma,
  flax,
  ubjson,
  wordVectors,
  yaml,
  jsonl,
  json,
  csv,
  text2
];

// src/verify/engine/loader-by-name.ts
var TORCH = [
  "torch-zip",
  "torch-legacy",
  "torchscript",
  "torch-export",
  "torch-export-old",
  "torch-package",
  "model-archive"
];
var BY_NAME2 = [
  { name: /\.safetensors$/i, loader: "safetensors", takes: ["safetensors"] },
  { name: /\.gguf$/i, loader: "a reader of GGUF", takes: ["gguf"] },
  { name: /\.onnx$/i, loader: "a reader of ONNX", takes: ["onnx"] },
  { name: /\.keras$/i, loader: "keras.saving.load_model", takes: ["keras"] },
  { name: /\.(pt|pth)$|(^|\/)pytorch_model[^/]*\.bin$/i, loader: "torch.load", takes: TORCH }
];
var LOADERS2 = {
  ...Object.fromEntries(TORCH.map((format) => [format, "torch.load"])),
  safetensors: "safetensors",
  gguf: "a reader of GGUF",
  onnx: "a reader of ONNX",
  keras: "keras.saving.load_model",
  hdf5: "h5py",
  "keras-h5": "keras.saving.load_model under a name that ends with .h5",
  npy: "numpy.load",
  npz: "numpy.load",
  pickle: "pickle.load",
  joblib: "joblib.load",
  "flax-msgpack": "flax.serialization",
  word2vec: "gensim",
  "word2vec-text": "gensim",
  glove: "gensim"
};
function judgeName(findings, label, format) {
  const named = BY_NAME2.find(({ name }) => name.test(label));
  const loader = LOADERS2[format];
  if (named === void 0 || loader === void 0 || named.takes.includes(format)) return;
  const what = `is called like what ${named.loader} loads, which refuses it: it is ${format} and loads with ${loader}`;
  findings.degraded("L2", "other-loader", what, { expected: named.takes.join(" or "), found: format });
}

// src/verify/engine/unread.ts
var magic = (what, text3, at = 0) => ({
  what,
  recognises: ({ head }) => startsWith(head, Buffer.from(text3, "latin1"), at)
});
var UNREAD = [
  magic("a film (MP4 and its kin)", "ftyp", 4),
  magic("a database of SQLite", "SQLite format 3\0"),
  magic("a document of PDF", "%PDF-"),
  magic("an image or a table of FITS", "SIMPLE  ="),
  magic("a MAT-file of MATLAB 5", "MATLAB 5.0 MAT-file"),
  magic("a file of Octave", "Octave-1-"),
  // Of versions 2 and 3 of its serialization, in the order of the network; R packs both by gzip unless told not to.
  magic("an object of R", "X\n\0\0\0"),
  magic("an object of R", "X\n\0\0\0"),
  magic("a workspace of R", "RDX2\nX\n"),
  magic("a workspace of R", "RDX3\nX\n"),
  magic("an array of Armadillo", "ARMA_MAT_BIN_"),
  magic("an array of Armadillo", "ARMA_CUB_BIN_"),
  magic("an array of Armadillo", "ARMA_SPM_BIN_"),
  magic("a container of Avro", "Obj"),
  // The fourth byte is the version: 1, 2 or 5.
  magic("an array file of netCDF 3", "CDF"),
  magic("an array file of netCDF 3", "CDF"),
  magic("an array file of netCDF 3", "CDF"),
  magic("a database of DuckDB", "DUCK", 8),
  magic("a table of Feather 1", "FEA1"),
  magic("a model of TensorFlow Lite", "TFL3", 4),
  magic("a picture of DICOM", "DICM", 128),
  magic("a program or library (ELF)", "\x7FELF")
];
var unreadKind = (probe) => UNREAD.find((each) => each.recognises(probe));

// src/verify/engine/verify-file.ts
async function verifyFile(source, options) {
  const { jobs, workers: given } = options;
  return await withPool(given === void 0 ? jobs : void 0, source.sizeBytes, async (own) => {
    const workers = given ?? own;
    const examination = new Examination(
      source,
      workers === void 0 ? options : { ...options, workers },
      ALONE
    );
    await examination.run();
    return examination.verdict();
  });
}
async function examineInside(outer, inner, {
  role = "archive",
  proven = false,
  member = false,
  expansion = 1,
  expectation,
  fileOffset,
  prefix = ""
} = {}, { budgets, allowDegraded, allowImports, signal, clock, moments }) {
  if (outer.depth >= outer.budgets.nesting)
    throw overBudget("nesting", outer.budgets.nesting, outer.depth + 1, fileOffset);
  const examination = new Examination(
    inner,
    {
      role,
      contains: [],
      requiredLevel: "L0",
      allowDegraded: allowDegraded === true,
      ...expectation === void 0 ? {} : { expectation },
      ...budgets === void 0 ? {} : { budgets },
      ...allowImports === void 0 ? {} : { allowImports },
      ...signal === void 0 ? {} : { signal },
      ...clock === void 0 ? {} : { clock },
      ...moments === void 0 ? {} : { moments }
    },
    {
      depth: outer.depth + 1,
      proven: proven || outer.digestGiven,
      member,
      expansion: outer.expansion * expansion
    }
  );
  await examination.run();
  examination.enterInto(outer, inner.label, fileOffset, prefix);
  return examination.verdict();
}
var ALONE = { depth: 0, proven: false, member: false, expansion: 1 };
var Examination = class {
  #options;
  #source;
  #findings;
  #reader;
  #budgets;
  #digest;
  #format = "unknown";
  #readAll = false;
  #walk;
  #subject;
  #place;
  constructor(source, options, place) {
    this.#place = place;
    this.#source = source;
    this.#options = options;
    this.#budgets = { ...DEFAULT_BUDGETS, ...options.budgets };
    this.#reader = new BoundedReader(source, this.#budgets, options.clock ?? systemClock, options.signal);
    this.#digest = new DigestCheck(options);
    this.#subject = {
      label: source.label,
      reader: this.#reader,
      sizeBytes: source.sizeBytes,
      head: new Uint8Array(0),
      role: options.role,
      roleFrom: options.roleFrom ?? "declared",
      budgets: this.#budgets,
      expectation: options.expectation ?? {},
      allowImports: options.allowImports ?? [],
      allowDegraded: options.allowDegraded,
      digestGiven: options.sha256 !== void 0 || place.proven,
      ...emptyBooks(),
      scanning: { moments: options.moments === true },
      depth: place.depth,
      expansion: place.expansion,
      examine: (inner, inside) => examineInside(this.#subject, inner, inside, options)
    };
    this.#findings = this.#subject.findings;
  }
  async run() {
    if (this.#source.sizeBytes === 0) {
      this.#findings.fail("L0", "empty", "is empty", { expected: "at least 1 byte", found: "0 bytes" });
      return;
    }
    await this.#guarded(async () => {
      const head = await this.#reader.head(HEAD_BYTES);
      this.#subject = { ...this.#subject, head };
      const probe = { head, sizeBytes: this.#source.sizeBytes, role: this.#options.role };
      const format = await this.#recognise(probe);
      if (format === void 0 && this.#place.member) return;
      if (format !== void 0) await this.#guarded(() => this.#open(format));
      const complete = await this.#pass();
      this.#readAll = complete;
      await this.#guarded(async () => await this.#walk?.inside?.());
      await this.#guarded(async () => this.#walk?.finish(complete));
      if (!this.#findings.blocks("L2")) this.#judgeKeys();
      if (complete) judgeChange(this.#subject, this.#options.previous);
    });
    this.#judgeDigest();
  }
  /** What was found in here is found in the file around it. */
  enterInto(outer, label, fileOffset, prefix) {
    outer.findings.absorb(this.#findings.reasons, ({ offset, what, ...reason }) => ({
      ...reason,
      what: `${quoted(label)}: ${what}`,
      ...offset === void 0 || fileOffset === void 0 ? {} : { offset: offset + fileOffset }
    }));
    for (const name of this.#subject.imports) outer.imports.add(name);
    for (const { at: _at, ...row } of this.#subject.table.rows)
      outer.table.add({ ...row, name: prefix + row.name });
    outer.keys.take(this.#subject.keys, prefix);
  }
  verdict() {
    const { role, allowDegraded } = this.#options;
    const requiredLevel = this.#options.requiredLevel ?? (this.#isOfSet ? "L1" : LEVEL_NEEDED[role]);
    const level = this.#level();
    if (level < requiredLevel && !this.#findings.has("fail") && !this.#findings.has("inconclusive")) {
      this.#findings.inconclusive(requiredLevel, "level-not-reached", `a ${role} needs ${requiredLevel}`, {
        expected: requiredLevel,
        found: level
      });
    }
    const tensors = this.#walk?.tensors?.();
    const { table } = this.#subject;
    const tensorsDigest = this.#place.depth === 0 ? table.digest() : void 0;
    return verdictOf(this.#findings, allowDegraded, {
      label: this.#source.label,
      level,
      requiredLevel,
      role,
      // A walk may know its kind only once it is through.
      format: this.#walk?.format ?? this.#format,
      bytes: this.#source.sizeBytes,
      ...this.#digest.found === void 0 ? {} : { sha256: this.#digest.found },
      ...tensors === void 0 ? {} : { tensors },
      ...tensorsDigest === void 0 ? {} : { tensorsDigest },
      ...this.#options.table === true ? { table: table.rows } : {},
      ...this.#tellsLacks ? { lacks: this.#subject.keys.missing(this.#options.contains) } : {},
      facts: this.#subject.facts,
      keys: this.#subject.keys.summary(),
      imports: [...this.#subject.imports].sort(),
      requests: this.#reader.requests,
      bytesRead: this.#reader.bytesRead
    });
  }
  async #recognise(probe) {
    if (this.#place.member) return await this.#recogniseMember(probe);
    lookForImpostors(probe, this.#source.label, this.#findings);
    const unread2 = unreadKind(probe);
    if (probe.role === "opaque" || unread2 !== void 0) {
      this.#format = "opaque";
      if (unread2 !== void 0) this.#sayUnread(unread2);
      return void 0;
    }
    const declared = this.#subject.expectation.dtype === void 0 ? void 0 : rawNumbers;
    const format = await this.#orProgram(FORMATS.find((each) => each.recognises(probe)) ?? declared, probe);
    if (format !== void 0) this.#format = format.name;
    else if (!this.#findings.has("fail")) {
      const wrapped = wrapping(probe.head);
      const what = wrapped === void 0 ? "is of no format that we can read" : `is wrapped in ${wrapped}`;
      this.#findings.inconclusive("L1", wrapped === void 0 ? "unknown-format" : "wrapped", what, {
        offset: 0,
        found: `begins ${Buffer.from(probe.head.subarray(0, 16)).toString("hex")}`
      });
    }
    return format;
  }
  /** What a loader of pickles would run is a pickle, whatever else it looks like. */
  async #orProgram(format, { head, sizeBytes }) {
    if (format === pickle || format === torchLegacy) return format;
    return await runsAsProgram(this.#reader, head, sizeBytes) ? pickle : format;
  }
  #sayUnread({ what }) {
    const { role } = this.#options;
    if (role === "opaque")
      this.#findings.note("L1", "not-read", `is ${what}: nothing but its digest was compared`);
    else this.#findings.caught(notRead(what));
  }
  /** A caption may well look like a table; a picture may not look like an error page. */
  async #recogniseMember(probe) {
    const { label } = this.#source;
    if (unreadKind(probe) !== void 0) {
      this.#format = "opaque";
      return void 0;
    }
    const ofMember = { ...probe, isMember: true };
    const known = FORMATS.find(
      ({ recognises, memberNames }) => (memberNames === void 0 || memberNames.test(label)) && recognises(ofMember)
    );
    const format = await this.#orProgram(known, probe);
    if (format !== void 0) this.#format = format.name;
    else if (hasMagicByName(label)) lookForImpostors(probe, "", this.#findings);
    return format;
  }
  async #open(format) {
    this.#walk = await format.open(this.#subject);
    this.#format = this.#walk.format ?? format.name;
    if (this.#place.depth === 0 && holdsTensors(this.#options.role))
      judgeName(this.#findings, this.#source.label, this.#format);
  }
  async #pass() {
    const regions = (this.#walk?.regions() ?? [])[Symbol.iterator]();
    const { workers, signal } = this.#options;
    const { descriptor } = this.#source;
    const bulk = descriptor === void 0 ? void 0 : workers?.of(descriptor);
    signal?.throwIfAborted();
    const complete = await sequentialPass(this.#reader, regions, this.#findings, {
      ...bulk === void 0 ? {} : { workers: bulk },
      chunkBytes: this.#options.chunkBytes ?? 1024 ** 2,
      ...this.#digest.hash === void 0 ? {} : { hash: this.#digest.hash },
      ...this.#options.onProgress === void 0 ? {} : { onProgress: this.#options.onProgress }
    });
    await this.#reader.mustBeUnchanged();
    this.#digest.take();
    return complete;
  }
  get #isOfSet() {
    return this.#options.roleFrom === "set" && holdsTensors(this.#options.role);
  }
  get #tellsLacks() {
    const { answeredBy } = this.#options;
    const isWalked = this.#walk !== void 0 && !this.#findings.blocks("L2");
    return this.#isOfSet || answeredBy !== void 0 && isWalked;
  }
  #judgeKeys() {
    if (this.#walk === void 0 || this.#isOfSet || this.#options.answeredBy !== void 0) return;
    for (const wanted of this.#subject.keys.missing(this.#options.contains)) {
      this.#findings.fail("L3", "key-missing", `does not contain "${wanted}"`, {
        expected: wanted,
        found: this.#subject.keys.summary().top.slice(0, 12).join(", ")
      });
    }
  }
  #judgeDigest() {
    this.#digest.judge(this.#findings);
    if (this.#digest.expected !== void 0 || this.#place.proven || this.#place.depth > 0) return;
    if (this.#options.role === "opaque") {
      const { roleFrom = "declared" } = this.#options;
      const of = roleFrom === "declared" ? "is declared opaque" : "is of no format that we can read";
      const what = `${of}, so only a manifest digest can prove it`;
      this.#findings.inconclusive("L1", "no-digest", what);
    } else if (this.#walk !== void 0 && !this.#walk.checksummed) {
      const what = `${this.#format} carries no checksum and no manifest digest was given`;
      this.#findings.degraded("L1", "no-checksum", what);
    }
  }
  #level() {
    const { found, expected } = this.#digest;
    const opaque = found !== void 0 && expected !== void 0 ? "L1" : "L0";
    return this.#findings.level(this.#readAll ? this.#walk?.reaches ?? opaque : "L0");
  }
  async #guarded(work) {
    await settled(this.#findings, this.#options.signal, work);
  }
};

// src/verify/engine/tree-member.ts
async function verifyMember(source, options, task, { path, workers }) {
  const { taskOf: _taskOf, onProgress, onVerdict: _onVerdict, jobs: _jobs, ...same } = options;
  try {
    const verdict = await verifyFile(source, {
      hash: options.hash === true,
      ...same,
      ...workers === void 0 ? {} : { workers },
      ...task,
      table: true,
      ...onProgress === void 0 ? {} : { onProgress: (done, total) => onProgress(path, done, total) }
    });
    return { ...verdict, label: path };
  } finally {
    await source.close();
  }
}
function withoutTable({ table, ...rest }, options) {
  return options.table === true && table !== void 0 ? { ...rest, table } : rest;
}
function shown2(verdict, options) {
  const { lacks: _lacks, ...rest } = withoutTable(verdict, options);
  return rest;
}

export {
  JsonScanner,
  SEPARATORS,
  CsvRows,
  HDF5_SIGNATURE,
  findHdf5Signature,
  HEAD_BYTES,
  isUnfinishedName,
  startsWith,
  unpackedInMemory,
  partOf,
  quoted,
  someOf,
  PyTuple,
  PyList,
  PyDict,
  PyGlobal,
  PyObject,
  isInt,
  COPIED,
  copyAmong,
  PYTHON_ROOTS,
  vouchesFor,
  DTYPES,
  dtypeNamed,
  DTYPE_KINDS,
  plainType,
  structure,
  arrayOf,
  CheckpointMeaning,
  StepRecord,
  stepFaults,
  mayNotBeNegative,
  TensorJudge,
  TensorBook,
  PickleImports,
  PickleMachine,
  plainOf,
  walkPickled,
  DEFAULT_BUDGETS,
  beginsAsPickle,
  PushParser,
  wholeFile,
  sequentialPass,
  windowSource,
  storageOf,
  strayPickle,
  utf8,
  readyZstd,
  zstdDecompress,
  zstdFrames,
  bzip2Decompress,
  lz4Block,
  Lz4Frames,
  xzDecompress,
  FlatTable,
  startThread,
  withPool,
  systemClock,
  BoundedReader,
  Problem,
  TensorTable,
  emptyBooks,
  settled,
  DigestCheck,
  tensorRegion,
  PickleCursor,
  hasNoRate,
  STEPS_THAT_SHOW,
  isOfSixteenBits,
  unreadKind,
  verifyFile,
  examineInside,
  crc32c,
  masked,
  takeVarint,
  Varint,
  isObject,
  parsedJson,
  readVarint,
  ProtobufWalk,
  collected,
  collectedText,
  startOfText,
  packedVarints,
  walkMessage,
  tensorsMustTile,
  mustEndAt,
  graphKindOf,
  readZipDirectory,
  readMember,
  readNote,
  ZipSpan,
  OBJECT2 as OBJECT,
  TorchArchive,
  verifyMember,
  withoutTable,
  shown2 as shown,
  judgeTemplate,
  MOST_DEPTH2 as MOST_DEPTH,
  MsgpackStream,
  marksEvents,
  TfRecords,
  openMember,
  FORMATS
};
