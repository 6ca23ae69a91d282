import { beginsAtZeroInAdapter } from './adapter-names.ts';

/**
 * Tensors that their makers leave at zero, or at infinity, on purpose: known by names, which `npm run test:long zoo` holds
 * against what the libraries themselves initialise.
 */

/** Of a module, or of the tensor itself. */
const words = (...names: string[]): RegExp => new RegExp(`(^|[._/])(${names.join('|')})([._/]|$)`, 'i');

/** Of the tensor itself: what lies below a module of that name is another matter, as the projection of `pos_embed.proj.weight`. */
const lastWords = (...names: string[]): RegExp =>
  new RegExp(`(^|[._/])(${names.join('|')})(:0|/\\.ATTRIBUTES/VARIABLE_VALUE)?$`, 'i');

/** Layers that begin as nothing, so that what they are added to is what it was: ControlNet, DiT and their kin, adapters. */
const ADDED_LAYERS = words(
  // PixArt's single one begins with numbers.
  'adaln(?!_single)\\w*',
  'ada_?(layer_?)?norm\\w*',
  // FocalNet's is a layer like others.
  '\\w*modulation(?![._/](f|h|proj|projection_\\w+|focal_layers)[._/])',
  // Of ConvNeXt's second version.
  'grn',
  'controlnet_\\w*(blocks?|x_embedder)',
  'controlnet_cond_embedding[._/]conv_out',
  // Of the ControlNet of Stable Diffusion 3.
  'pos_embed_input[._/]proj',
  '\\w*zero_(convs?|linears?|modules?|init|proj)\\w*',
  'middle_block_out',
  'input_hint_block',
  '(attn|cross_attn|ffw?|mlp|msa|tanh)_gate',
  'gate_(attn|cross_attn|ffw?|mlp|msa)',
  'layer_?scale\\w*',
  're_?zero\\w*',
);

/** Factors of a branch that begins as nothing. */
const FACTORS = lastWords('alpha(_\\w+)?', 'gamma(_?\\w+)?', 'gain');

/** Single vectors that are learned from nothing, and tables of places. A layer of embeddings (`.weight`) begins with numbers. */
const TOKENS = lastWords(
  '(\\w+_)?tokens?',
  '(cls|dist|mask|reg|register|storage|query|class|pad|prd|time|temporal)_?(token|embed|embedding)s?',
  '(abs|absolute|rel|relative)_?pos\\w*',
  'pos_?(embed|emb|embedding|encoding)s?\\w*',
  'position_?(embed|emb|embedding|bias)s?\\w*',
  'positional_embedding\\w*',
  'latents?',
  '(\\w+_)?queries',
  // Of SAM 2 and 3, and what they say where nothing is remembered or seen.
  'no_mem(ory)?_\\w+',
  'no_obj(ect)?_\\w+',
  'memory_temporal_positional_encoding',
  'occlusion_spatial_embedding_parameter',
);

/** What a run fills as it goes, and what an observer has not seen yet. */
const BUFFERS = lastWords(
  '\\w*(k|v|kv|key|value)_?caches?',
  '\\w*_?caches?',
  '\\w*(hidden|conv|ssm)_states?',
  'mems?',
  'memory(_bank)?',
  '\\w*masks?',
  'histogram',
  '(min|max)_vals?',
  'zero_points?',
  'running_\\w+',
  'moving_\\w+',
  'ema_\\w+',
  'cluster_size',
  // Of I-BERT, filled when it is quantized.
  'weight_integer',
  // Of gensim's word vectors, whose hidden layer is nothing until they are trained.
  'syn1(neg)?',
  // Of the latents of a prior, and set by its maker.
  'clip_(mean|std)',
);

/** A module that was pickled as it is keeps its parts below these words, which no state dict has. */
const PICKLED = /(^|\.)_(modules|parameters|buffers)\./g;

const asInStateDict = (name: string): string => name.replace(PICKLED, '$1');

const BIAS = /(^|[._/])(\w*bias(es)?|beta)(:0)?$/i;

/** Whether a weight matrix of this name may be zero throughout. */
export const mayBeZero = (name: string): boolean => isMeantToBeZero(asInStateDict(name));

const isMeantToBeZero = (name: string): boolean =>
  BIAS.test(name) ||
  beginsAtZeroInAdapter(name) ||
  TOKENS.test(name) ||
  ADDED_LAYERS.test(name) ||
  FACTORS.test(name) ||
  BUFFERS.test(name);

/**
 * Keras 3 numbers the variables of a layer instead of naming them. The third of a recurrent cell is its bias, which a GRU has in two rows
 * for `reset_after`; the only one of a PReLU is its slope (keras 3.15: `GRUCell.build`, `PReLU.build`).
 */
export const beginsAtZeroInKeras = (name: string, shape: readonly number[]): boolean =>
  (shape.length === 2 && shape[0] === 2 && /(^|\/)(cell|gru_cell(_\d+)?)\/vars\/2$/.test(name)) ||
  /(^|\/)p_re_lu(_\d+)?\/vars\/0$/.test(name);

/** Parameters of layers, as PyTorch, Keras and Flax name them; what else has two dimensions is often a table or a buffer. */
export const isWeightByName = (name: string): boolean =>
  /(^|[._/])(\w*weights?|kernel|embedding)(_\w+)?(:0)?$/.test(name);

const BEGINNING_AT_ZERO = [
  'heads?',
  'score',
  'classifier',
  'lm_head',
  'readout',
  'v_head\\.summary',
  'value_head',
  'q_head',
  'final_layer\\.linear',
  'proj_out\\w*',
  'out_proj',
  'conv_out',
  'out\\.[0-9]+',
  'out_layers\\.[0-9]+',
  'fc_out',
  'image_proj\\.proj',
  'router[._]gate',
  // Of the detectors after DETR: boxes begin where their queries are, and attention looks at the same places everywhere.
  '(\\w*bbox_embed|reg_conf)[._]([0-9]+[._])?layers[._][0-9]+',
  'refpoint_embed',
  'sampling_offsets',
  'attention_weights',
  'gateway[._]gate',
  // From the images of Gemma 3 into its text.
  'mm_input_projection_weight',
  // Of xLSTM.
  '[fio]gate_preact',
  'proj_up_gate',
  // Of ESMFold.
  'tri_(mul|att)_\\w+[._](mha[._])?linear_[zo]',
  'mlp_(seq|pair)[._]mlp[._][0-9]+',
  '(sequence_to_pair|seq_attention)[._]o_proj',
  'pair_to_sequence[._]linear',
  // Of UniSpeech-SAT, as long as its labels have no names.
  'label_embeddings_concat',
];

/**
 * The last layer of a model or block, one that chooses among experts, one that shifts what is looked at. Some begin at zero, and one
 * that is zero after training is lost or was never trained: so it is no failure and no pass.
 */
export const mayBeginAtZero = (name: string): boolean => BEGINS_AT_ZERO.test(asInStateDict(name));

const BEGINS_AT_ZERO = new RegExp(`(^|[._/])(${BEGINNING_AT_ZERO.join('|')})(\\.(weight|kernel))?$`);

/** Buffers that hold minus infinity, or both infinities, on purpose. */
const INFINITE = words(
  '\\w*masks?',
  'masked_bias',
  '\\w*alibi\\w*',
  '(attn|attention|self_attn|causal)_?bias',
  'tril',
  'triu',
  'causal',
  '(min|max)_(vals?|values?)',
  // Bounds of a layer that clips, which clip nothing: Gemma 4's.
  '(input|output)_(min|max)',
  'best_\\w+',
  'log_?priors?',
);
/** What a number may be at most and at least: a constraint of GPyTorch, a space of Gymnasium in which an agent acts. */
const BOUNDS = /(^|[._/])(\w*constraint[._](upper|lower)_bound|\w*space[._](\w+[._])*(low|high))$/;
/** GPT-2 and its kin keep their mask as the `bias` of the attention. */
const SQUARE_BIAS = /(^|[._/])(attn|attention|self_attn)\.bias$/;

export const mayBeInfinite = (given: string, shape: readonly number[]): boolean => {
  const name = asInStateDict(given);
  return INFINITE.test(name) || BOUNDS.test(name) || (shape.length >= 2 && SQUARE_BIAS.test(name));
};
