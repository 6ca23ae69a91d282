/** Tensors of adapters, as PEFT 0.21 and LyCORIS name them: many begin as nothing, so that the model is what it was. */

/** The two factors of its products of which the second is zero until the first step; of VeRA's kin both are numbers. */
const PAIRS = '(adamss|delora|gralora|hira|lily|peanut)';

/** Zero until the first step, without a factor beside them that is not. */
const BEGINS_AT_ZERO =
  /(^|[._])(lora_E|hada_w2_[ab]|lokr_w\w+|oft_\w+|boft_R|bone_\w+|miss_\w+|vera_lambda_\w+|fourierft_\w+|randlora_lambda|diff(_b)?|trainable_tokens_delta|delta_embedding|shira_weight|waveft_spectrum|supertuning_values|beft_bias|glora_[A-E][._](\w+[._])?(X|zeros))([._]|$)/;

/** Of an embedding it is the other factor that begins at zero. */
const FIRST_FACTOR = new RegExp(
  `(^|[._])(lora_A|lora[._]down|lora_embedding_B|${PAIRS}_A(_general)?|hira_embedding_B|shadow_down|glora_[A-E][._](\\w+[._])?Xu)([._]|$)`,
);

/** `up` as kohya and diffusers before PEFT call it. */
const SECOND_FACTOR = new RegExp(
  `(^|[._])(lora_B|lora[._]up|lora_embedding_A|${PAIRS}_B(_general)?|hira_embedding_A|shadow_up|glora_[A-E][._](\\w+[._])?Xd)([._]|$)`,
);

export const beginsAtZeroInAdapter = (name: string): boolean => BEGINS_AT_ZERO.test(name);

export const isFirstFactor = (name: string): boolean => FIRST_FACTOR.test(name);

/** @returns what it is called in there, as `lora_B`; undefined where it is none */
export const secondFactor = (name: string): string | undefined => SECOND_FACTOR.exec(name)?.[2];
