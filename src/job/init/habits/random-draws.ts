import { type Code, callsOf, findInCode, imports } from '../reading/code.ts';

/** Layers, functions and loaders whose next number depends on how many were drawn before it. */
const DRAWS = new RegExp(
  [
    String.raw`(^|\.)\w*Dropout\w*$`,
    String.raw`(^|\.)(dropout\w*|shuffle|random_split)$`,
    String.raw`(^|\.)(Gaussian|Random)[A-Z]\w*$`,
    // A loader has a place in its data, too, that begins anew.
    String.raw`(^|\.)\w*(DataLoader|Sampler)$`,
    String.raw`^(numpy\.random|random|(tensorflow\.)?keras\.random|tensorflow\.random)\.(?!seed$|set_seed$|default_rng$|Random$|RandomState$|Generator$|SeedGenerator$)\w+`,
  ].join('|'),
);

const TORCH_DRAWS = /^torch\.(rand\w*|normal|bernoulli|multinomial|poisson)$/;

const DROPS = /\b\w*dropout\w*\s*=\s*(?!=|0(\.0*)?(?![\d.])|None\b)/;

/** Their models drop at random where no line of the script shows it. */
const MODELS = ['transformers', 'diffusers', 'timm', 'torchvision', 'keras_hub'];

/**
 * Whether a training draws from a random state that goes on from step to step, as far as its code shows. What a generator of its
 * own gives, which the code hands over, counts as fixed: where it begins anew after a resume, that is a fault.
 */
export const drawsAtRandom = (code: Code): boolean =>
  callsOf(code, DRAWS).length > 0 ||
  callsOf(code, TORCH_DRAWS).some(({ named }) => !named.has('generator')) ||
  findInCode(code, DROPS) !== undefined ||
  MODELS.some((module) => imports(code, module));
