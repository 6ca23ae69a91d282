import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Broken
} from "./verify-contract-findings.shared.mjs";

// src/verify/contract/untrusted.ts
var quoted = (name, mostCharacters = 200) => JSON.stringify(name.slice(0, mostCharacters));

// src/verify/codec/checksum.ts
var hex8 = (word) => (word >>> 0).toString(16).padStart(8, "0");
var DIGITS = Uint8Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));
var sumDiffers = (what, offset, { stored, found }) => new Broken("L1", "crc-mismatch", what, { offset, expected: hex8(stored), found: hex8(found) });

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

// src/verify/checkpoint/copies.ts
var TAKES_OVER = /expert|member|population|agent|replica|worker|ensemble|target|teacher|clone|copy/i;
var FEWEST_NUMBERS = 64;

export {
  quoted,
  isWeightByName,
  sumDiffers,
  TAKES_OVER,
  FEWEST_NUMBERS
};
