import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  JsonScanner,
  PYTHON_ROOTS,
  vouchesFor
} from "./verifier.clock.shared.mjs";

// src/verify/hdf5/keras-classes.ts
var KERAS_CLASSES = new Set(
  `
AUC AWQConfig AWQDTypePolicy AbsMaxQuantizer Accuracy Activation ActivityRegularization Adadelta Adafactor Adagrad
Adam AdamW Adamax AdaptiveAveragePooling1D AdaptiveAveragePooling2D AdaptiveAveragePooling3D AdaptiveMaxPooling1D
AdaptiveMaxPooling2D AdaptiveMaxPooling3D Add AdditiveAttention AlphaDropout Attention AugMix AutoContrast Average
AveragePooling1D AveragePooling2D AveragePooling3D AvgPool1D AvgPool2D AvgPool3D BatchNormalization Bidirectional
BinaryAccuracy BinaryCrossentropy BinaryFocalCrossentropy BinaryIoU CTC CategoricalAccuracy CategoricalCrossentropy
CategoricalFocalCrossentropy CategoricalGeneralizedCrossEntropy CategoricalHinge CategoryEncoding CenterCrop Circle
Concatenate ConcordanceCorrelation Constant Constraint ContrastLimitedAdaptiveHistogramEqualization Conv1D
Conv1DTranspose Conv2D Conv2DTranspose Conv3D Conv3DTranspose ConvLSTM1D ConvLSTM2D ConvLSTM3D Convolution1D
Convolution1DTranspose Convolution2D Convolution2DTranspose Convolution3D Convolution3DTranspose CosineDecay
CosineDecayRestarts CosineSimilarity Cropping1D Cropping2D Cropping3D CuDNNGRU CuDNNLSTM CutMix DTypePolicy
DTypePolicyMap Dense DepthwiseConv1D DepthwiseConv2D Dice Discretization Dot Dropout ELU EinsumDense Embedding
Equalization ExponentialDecay F1Score FBetaScore FalseNegatives FalsePositives Flatten Float8QuantizationConfig
FloatDTypePolicy Ftrl Functional GPTQConfig GPTQDTypePolicy GRU GRUCell GaussianDropout GaussianNoise
GlobalAveragePooling1D GlobalAveragePooling2D GlobalAveragePooling3D GlobalAvgPool1D GlobalAvgPool2D GlobalAvgPool3D
GlobalMaxPool1D GlobalMaxPool2D GlobalMaxPool3D GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D GlorotNormal
GlorotUniform GroupNormalization GroupQueryAttention HashedCrossing Hashing HeNormal HeUniform Hinge Huber Identity
IdentityInitializer InputLayer InputSpec Int4DTypePolicy Int4QuantizationConfig Int8QuantizationConfig IntegerLookup
InverseTimeDecay IoU KLDivergence L1 L1L2 L2 LSTM LSTMCell Lamb LayerNormalization LeakyReLU LecunNormal LecunUniform
Lion LocallyConnected1D LocallyConnected2D LogCosh LogCoshError LossScaleOptimizer Masking MaxNorm MaxNumBoundingBoxes
MaxPool1D MaxPool2D MaxPool3D MaxPooling1D MaxPooling2D MaxPooling3D Maximum Mean MeanAbsoluteError
MeanAbsolutePercentageError MeanIoU MeanMetricWrapper MeanSquaredError MeanSquaredLogarithmicError MelSpectrogram
MinMaxNorm Minimum MixUp Model MultiHeadAttention Multiply Muon Nadam NonNeg Normalization OneHotIoU OneHotMeanIoU
Ones Orthogonal OrthogonalInitializer OrthogonalRegularizer PReLU PearsonCorrelation Permute PiecewiseConstantDecay
Pipeline Poisson Policy PolynomialDecay Precision PrecisionAtRecall QuantizedDTypePolicy QuantizedFloat8DTypePolicy
R2Score RMSNormalization RMSprop RNN RandAugment RandomBrightness RandomColorDegeneration RandomColorJitter
RandomContrast RandomCrop RandomElasticTransform RandomErasing RandomFlip RandomGaussianBlur RandomGrayscale RandomHue
RandomInvert RandomNormal RandomPerspective RandomPosterization RandomRotation RandomSaturation RandomSharpness
RandomShear RandomTranslation RandomUniform RandomZoom ReLU Recall RecallAtPrecision RepeatVector Rescaling Reshape
Resizing ReversibleEmbedding RootMeanSquaredError SGD STFTInitializer STFTSpectrogram ScheduleFreeAdamW SeedGenerator
SensitivityAtSpecificity SeparableConv1D SeparableConv2D SeparableConvolution1D SeparableConvolution2D Sequential
SimpleRNN SimpleRNNCell Softmax Solarization SparseCategoricalAccuracy SparseCategoricalCrossentropy
SparseTopKCategoricalAccuracy SpatialDropout1D SpatialDropout2D SpatialDropout3D SpecificityAtSensitivity
SpectralNormalization SquaredHinge StackedRNNCells StringLookup Subtract Sum SyncBatchNormalization TextVectorization
ThresholdedReLU TimeDistributed TopKCategoricalAccuracy TrueNegatives TruePositives TruncatedNormal Tversky UnitNorm
UnitNormalization UpSampling1D UpSampling2D UpSampling3D VarianceScaling ZeroPadding1D ZeroPadding2D ZeroPadding3D
Zeros
`.trim().split(/\s+/)
);

// src/verify/hdf5/keras-config.ts
var KERAS_MODULES = /^(tf_keras|keras|tensorflow\.keras|tensorflow\.python\.keras|keras_hub|keras_nlp|keras_cv)(\.(src|api|engine|_tf_keras|keras))*(\.(layers|models|initializers|regularizers|constraints|optimizers|losses|metrics|activations|dtype_policies|quantizers|random|ops|engine|mixed_precision)(\.\w+)*)?$/;
var BACKEND_OPTIMIZERS = /^keras\.src\.backend\.(torch|jax|tensorflow|openvino|numpy)\.optimizers\.\w+$/;
var RUNS_CODE = /* @__PURE__ */ new Set([
  "Lambda",
  "__lambda__",
  "TFSMLayer",
  "TorchModuleWrapper",
  "JaxLayer",
  "FlaxLayer"
]);
var CLASS = /^_?[A-Z]\w*$/;
var MOST_LISTED = 8;
var KerasConfig = class {
  #subject;
  #scanner;
  #levels = [];
  #found = /* @__PURE__ */ new Map();
  #refused = [];
  constructor(subject) {
    const { budgets } = subject;
    this.#subject = subject;
    this.#scanner = new JsonScanner(this, {
      depth: budgets.jsonDepth,
      constantBytes: budgets.constantBytes,
      keys: 4e6
    });
  }
  feed(piece, fileOffset) {
    this.#scanner.feed(piece, fileOffset);
  }
  end(fileOffset) {
    this.#scanner.end(fileOffset);
  }
  opened() {
    this.#levels.push({});
  }
  closed() {
    const level = this.#levels.pop();
    if (level?.className !== void 0) this.#judge(level, level.className);
  }
  scalar(scalar, path) {
    const level = this.#levels.at(-1);
    const key = path.at(-1);
    if (level === void 0 || typeof key !== "string") return;
    if (key === "safe_mode" && scalar.kind === "literal" && scalar.value === false)
      this.#enter("code", "safe_mode: false");
    if (scalar.kind !== "string") return;
    const { text } = scalar;
    if (key === "class_name") level.className = text;
    else if (key === "module") level.module = text;
    else if (key === "registered_name") level.registeredName = text;
    else if (key === "config") level.name = text;
    else if (/(^|_)function_type$|^output_shape_type$|^mask_type$/.test(key) && text === "lambda")
      this.#enter("code", "a lambda");
    else if (/(^|_)function_type$/.test(key) && text === "function") this.#enter("custom", "a function");
    else if (key === "vocabulary" && text !== "") this.#enter("code", `reads the file ${text.slice(0, 80)}`);
  }
  /** Call once, after all configs of the file. */
  settle() {
    const { findings, allowDegraded } = this.#subject;
    if (this.#refused.length > 0)
      findings.fail("L2", "import-refused", "its config asks for what no model needs; never load it", {
        expected: "only parts of Keras",
        found: this.#refused.slice(0, MOST_LISTED).join(", ").slice(0, 300)
      });
    const code = this.#list("code");
    if (code !== "") {
      const what = "building the model from its config runs code that comes with it";
      if (allowDegraded) findings.degraded("L2", "keras-code", what, { found: code });
      else findings.fail("L2", "keras-code", `${what}, and the roster does not allow that`, { found: code });
    }
    const foreign = this.#list("foreign");
    if (foreign !== "")
      findings.degraded("L2", "keras-foreign", "its config imports from outside Keras", { found: foreign });
    const custom = this.#list("custom");
    if (custom !== "") {
      const what = "its config needs classes or functions that are not part of Keras";
      findings.degraded("L2", "keras-custom", what, { found: custom });
    }
  }
  #judge({ module, registeredName, name }, className) {
    if (RUNS_CODE.has(className)) {
      this.#enter("code", className);
      return;
    }
    const symbol = className === "function" || className === "builtin_function" ? name ?? className : className;
    const isKeras = module === void 0 || KERAS_MODULES.test(module) || BACKEND_OPTIMIZERS.test(module);
    if (!isKeras && !(module === "builtins" && className === "function")) this.#foreign(module ?? "", symbol);
    else if (symbol !== className) this.#enter("custom", `function ${symbol}`);
    else if (module !== void 0 && !CLASS.test(className)) this.#foreign(module, className);
    else if (registeredName !== void 0 && registeredName !== className)
      this.#enter("custom", registeredName);
    else if (module === void 0 && !className.startsWith("__") && !KERAS_CLASSES.has(className))
      this.#enter("custom", className);
  }
  #foreign(module, symbol) {
    const full = `${module}.${symbol}`.slice(0, 200);
    if (this.#subject.imports.size < 1e4) this.#subject.imports.add(full);
    const vouched = vouchesFor(this.#subject.allowImports, full);
    const root = module.split(".")[0] ?? "";
    const isRefused = PYTHON_ROOTS.has(root) || KERAS_ROOTS.test(module);
    if (isRefused && !vouched) this.#refused.push(full);
    else this.#enter("foreign", full);
  }
  #enter(kind, what) {
    const list = this.#found.get(kind) ?? /* @__PURE__ */ new Map();
    this.#found.set(kind, list);
    if (list.size < 1e3 || list.has(what)) list.set(what.slice(0, 200), (list.get(what) ?? 0) + 1);
  }
  #list(kind) {
    const list = [...this.#found.get(kind) ?? []].map(
      ([what, times]) => times > 1 ? `${what} (${times} times)` : what
    );
    return list.slice(0, MOST_LISTED).join(", ").slice(0, 300);
  }
};
var KERAS_ROOTS = /^(tf_keras|keras|tensorflow\.keras|tensorflow\.python\.keras)(\.|$)/;

export {
  KerasConfig
};
