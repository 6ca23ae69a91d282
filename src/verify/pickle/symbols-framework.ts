import { badArguments } from './call.ts';
import { PyGlobal, PyObject, type PyValue, type SymbolModel } from './value.ts';

/** PyTorch's own modules, by file below `torch.nn.modules`, as of 1.13 with the additions up to 2.x. */
const MODULES: Record<string, string> = {
  activation:
    'CELU ELU GELU GLU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid LogSoftmax Mish MultiheadAttention PReLU RReLU ReLU ReLU6 SELU SiLU Sigmoid Softmax Softmax2d Softmin Softplus Softshrink Softsign Tanh Tanhshrink Threshold',
  adaptive: 'AdaptiveLogSoftmaxWithLoss',
  batchnorm:
    'BatchNorm1d BatchNorm2d BatchNorm3d LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d SyncBatchNorm',
  channelshuffle: 'ChannelShuffle',
  container: 'Container ModuleDict ModuleList ParameterDict ParameterList Sequential',
  conv: 'Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LazyConv1d LazyConv2d LazyConv3d LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d',
  distance: 'CosineSimilarity PairwiseDistance',
  dropout: 'AlphaDropout Dropout Dropout1d Dropout2d Dropout3d FeatureAlphaDropout',
  flatten: 'Flatten Unflatten',
  fold: 'Fold Unfold',
  instancenorm:
    'InstanceNorm1d InstanceNorm2d InstanceNorm3d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d',
  linear: 'Bilinear Identity LazyLinear Linear NonDynamicallyQuantizableLinear',
  loss: 'BCELoss BCEWithLogitsLoss CTCLoss CosineEmbeddingLoss CrossEntropyLoss GaussianNLLLoss HingeEmbeddingLoss HuberLoss KLDivLoss L1Loss MSELoss MarginRankingLoss MultiLabelMarginLoss MultiLabelSoftMarginLoss MultiMarginLoss NLLLoss NLLLoss2d PoissonNLLLoss SmoothL1Loss SoftMarginLoss TripletMarginLoss TripletMarginWithDistanceLoss',
  module: 'Module',
  normalization: 'CrossMapLRN2d GroupNorm LayerNorm LocalResponseNorm RMSNorm',
  padding:
    'CircularPad1d CircularPad2d CircularPad3d ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d ReplicationPad3d ZeroPad1d ZeroPad2d ZeroPad3d',
  pixelshuffle: 'PixelShuffle PixelUnshuffle',
  pooling:
    'AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d AvgPool1d AvgPool2d AvgPool3d FractionalMaxPool2d FractionalMaxPool3d LPPool1d LPPool2d LPPool3d MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d',
  rnn: 'GRU GRUCell LSTM LSTMCell RNN RNNBase RNNCell RNNCellBase',
  sparse: 'Embedding EmbeddingBag',
  transformer:
    'Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer',
  upsampling: 'Upsample UpsamplingBilinear2d UpsamplingNearest2d',
};

/** Optimizers of PyTorch (1.13 to 2.15): groups, moments and settings. Agents name the class alone, of which they make one. */
const OPTIMIZERS = [
  ...['_adafactor.Adafactor', '_muon.Muon', 'Adafactor', 'Muon', 'adadelta.Adadelta', 'adagrad.Adagrad'],
  ...['adam.Adam', 'adamax.Adamax', 'adamw.AdamW', 'asgd.ASGD', 'lbfgs.LBFGS', 'nadam.NAdam', 'radam.RAdam'],
  ...['rmsprop.RMSprop', 'rprop.Rprop', 'sgd.SGD', 'sparse_adam.SparseAdam'],
].map((name) => `torch.optim.${name}`);

/** What a layer runs before each of its calls to make its weight out of others: it holds their names and settings. */
const WEIGHT_HOOKS = [
  'weight_norm.WeightNorm',
  ...['SpectralNorm', 'SpectralNormLoadStateDictPreHook', 'SpectralNormStateDictHook'].map(
    (name) => `spectral_norm.${name}`,
  ),
  ...['CustomFromMask', 'Identity', 'L1Unstructured', 'LnStructured', 'PruningContainer'].map(
    (name) => `prune.${name}`,
  ),
  ...['RandomStructured', 'RandomUnstructured'].map((name) => `prune.${name}`),
].map((name) => `torch.nn.utils.${name}`);

/** Classes whose instances hold settings or placements and nothing that runs by being read. */
const SETTINGS = [
  'torch.nn.parallel.data_parallel.DataParallel',
  'torch.nn.parallel.distributed.DistributedDataParallel',
  'transformers.training_args.TrainingArguments',
  'transformers.training_args_seq2seq.Seq2SeqTrainingArguments',
  'transformers.trainer_pt_utils.AcceleratorConfig',
  'transformers.training_args.OptimizerNames',
  'transformers.trainer_utils.IntervalStrategy',
  'transformers.trainer_utils.SaveStrategy',
  'transformers.trainer_utils.SchedulerType',
  'transformers.trainer_utils.HubStrategy',
  'transformers.trainer_utils.FSDPOption',
  'accelerate.state.PartialState',
  'accelerate.utils.dataclasses.DistributedType',
  'accelerate.utils.dataclasses.DeepSpeedPlugin',
  'deepspeed.runtime.fp16.loss_scaler.LossScaler',
  'deepspeed.runtime.fp16.loss_scaler.DynamicLossScaler',
  'deepspeed.runtime.zero.config.ZeroStageEnum',
  'deepspeed.utils.tensor_fragment.fragment_address',
  'trl.trainer.dpo_config.DPOConfig',
  'trl.trainer.grpo_config.GRPOConfig',
  'trl.trainer.kto_config.KTOConfig',
  'trl.trainer.reward_config.RewardConfig',
  'trl.trainer.rloo_config.RLOOConfig',
  'trl.trainer.sft_config.SFTConfig',
  'pytorch_lightning.utilities.parsing.AttributeDict',
  'lightning_fabric.utilities.data.AttributeDict',
  'lightning.fabric.utilities.data.AttributeDict',
  'omegaconf.dictconfig.DictConfig',
  'omegaconf.listconfig.ListConfig',
  'omegaconf.nodes.AnyNode',
  'omegaconf.base.ContainerMetadata',
  'omegaconf.base.Metadata',
  // A list, as which fastai keeps the settings of its optimizers.
  'fastcore.foundation.L',
];

/** How a tensor lies on the processes of a run. PyTorch takes them once `torch.distributed.tensor` was imported. */
const SHARDING = [
  'torch.distributed.tensor.DTensor',
  'torch.distributed._tensor.api.DTensor',
  'torch.distributed._tensor.DTensor',
  'torch.distributed.tensor._dtensor_spec.DTensorSpec',
  'torch.distributed.tensor._dtensor_spec.TensorMeta',
  'torch.distributed.tensor._dtensor_spec.ShardOrderEntry',
  'torch.distributed.tensor.placement_types.Shard',
  'torch.distributed.tensor.placement_types._StridedShard',
  'torch.distributed.tensor.placement_types.Replicate',
  'torch.distributed.tensor.placement_types.Partial',
  'torch.distributed._tensor.placement_types.DTensorSpec',
  'torch.distributed._tensor.placement_types.TensorMeta',
  'torch.distributed._tensor.placement_types.Shard',
  'torch.distributed._tensor.placement_types.Replicate',
  'torch.distributed.device_mesh.DeviceMesh',
  'torch.distributed._mesh_layout._MeshLayout',
  'torch.distributed._mesh_layout._FlatLayout',
  'torch.nested._internal.nested_tensor.NestedTensor',
  'torch.nested._internal.nested_tensor._rebuild_njt',
  // Of the older layout, which PyTorch's own loader does not take.
  'torch._utils._rebuild_nested_tensor',
  'torch._dynamo.decorators._DimRange',
];

/** By file: what PyTorch and Pyro keep beside a parameter to say which values it may take, as of 2.15 and 1.9. */
const CONSTRAINTS: Record<string, string> = {
  'torch.distributions.constraints':
    'Constraint MixtureSameFamilyConstraint _Boolean _Cat _CorrCholesky _Dependent _DependentProperty _GreaterThan _GreaterThanEq _HalfOpenInterval _IndependentConstraint _IntegerGreaterThan _IntegerInterval _IntegerLessThan _Interval _LessThan _LowerCholesky _LowerTriangular _Multinomial _OneHot _PositiveDefinite _PositiveSemidefinite _Real _Simplex _Square _Stack _Symmetric',
  'pyro.distributions.constraints':
    '_CorrMatrix _Integer _OrderedVector _PositiveOrderedVector _SoftplusLowerCholesky _SoftplusPositive _Sphere _UnitLowerCholesky',
};

/** Tensors of torchao in fewer bits, and how they came to be. It names them safe to PyTorch's own loader when it is imported (0.18). */
const TORCHAO: Record<string, string> = {
  'torchao.float8.inference': 'Float8MMConfig',
  'torchao.optim.subclass_4bit': 'OptimState4bit',
  'torchao.optim.subclass_8bit': 'OptimState8bit',
  'torchao.optim.subclass_fp8': 'OptimStateFp8',
  'torchao.quantization':
    'Float8Tensor Int4PlainInt32Tensor Int4PreshuffledTensor Int4Tensor Int4TilePackedTo4dTensor Int8Tensor IntxOpaqueTensor IntxUnpackedToInt8Tensor',
  'torchao.quantization.granularity': 'PerBlock PerRow PerTensor',
  'torchao.quantization.quant_primitives': 'MappingType ZeroPointDomain',
  'torchao.quantization.quantize_.common.kernel_preference': 'KernelPreference',
  'torchao.quantization.quantize_.workflows.float8.float8_packing_format': 'Float8PackingFormat',
  'torchao.quantization.quantize_.workflows.float8.float8_tensor': 'QuantizeTensorToFloat8Kwargs',
  'torchao.quantization.quantize_.workflows.int8.int8_tensor': 'QuantizeTensorToInt8Kwargs',
  'torchao.quantization.quantize_.workflows.intx.intx_packing_format': 'IntxPackingFormat',
  'torchao.quantization.quantize_.workflows.intx.intx_unpacked_to_int8_tensor':
    'IntxUnpackedToInt8TensorActivationQuantization',
  'torchao.quantization.quantize_.workflows.nf4.nf4_tensor': 'NF4Tensor',
};

/** PyTorch Geometric's graphs: attributes and nothing else. It names them safe to PyTorch's own loader when it is imported. */
const GRAPHS = [
  'torch_geometric.data.data.Data',
  'torch_geometric.data.data.DataEdgeAttr',
  'torch_geometric.data.data.DataTensorAttr',
  'torch_geometric.data.hetero_data.HeteroData',
  'torch_geometric.data.storage.BaseStorage',
  'torch_geometric.data.storage.NodeStorage',
  'torch_geometric.data.storage.EdgeStorage',
  'torch_geometric.data.storage.GlobalStorage',
  'torch_geometric.data.feature_store.TensorAttr',
  'torch_geometric.data.graph_store.EdgeAttr',
];

/** What Stable-Baselines3 (2.9) keeps beside its weights, with Gymnasium's spaces, and Ray Tune (2.60) beside its trials, by file. */
const AGENTS: Record<string, string> = {
  'stable_baselines3.common.buffers': 'DictReplayBuffer DictRolloutBuffer ReplayBuffer RolloutBuffer',
  'stable_baselines3.common.running_mean_std': 'RunningMeanStd',
  'stable_baselines3.common.utils': 'ConstantSchedule FloatSchedule LinearSchedule',
  'stable_baselines3.common.type_aliases': 'TrainFreq TrainFrequencyUnit',
  'stable_baselines3.common.vec_env.vec_normalize': 'VecNormalize',
  'stable_baselines3.common.noise': 'NormalActionNoise OrnsteinUhlenbeckActionNoise VectorizedActionNoise',
  'stable_baselines3.common.policies': 'ActorCriticCnnPolicy ActorCriticPolicy MultiInputActorCriticPolicy',
  'stable_baselines3.dqn.policies': 'CnnPolicy DQNPolicy MultiInputPolicy QNetwork',
  'stable_baselines3.her.her_replay_buffer': 'HerReplayBuffer',
  'stable_baselines3.sac.policies': 'CnnPolicy MultiInputPolicy SACPolicy',
  'stable_baselines3.td3.policies': 'CnnPolicy MultiInputPolicy TD3Policy',
  'ray.air._internal.usage': 'AirEntrypoint',
  'ray.train': 'SyncConfig',
  'ray.tune': 'CheckpointConfig FailureConfig RunConfig',
  'ray.tune.stopper.noop': 'NoopStopper',
  'ray.tune.tune_config': 'TuneConfig',
  'gymnasium.spaces.box': 'Box',
  'gymnasium.spaces.dict': 'Dict',
  'gymnasium.spaces.discrete': 'Discrete',
  'gymnasium.spaces.multi_binary': 'MultiBinary',
  'gymnasium.spaces.multi_discrete': 'MultiDiscrete',
  'gymnasium.spaces.tuple': 'Tuple',
};

/** Layers and models of Ultralytics as its checkpoints hold them (8.4.190), by file below `ultralytics.nn`. */
const ULTRALYTICS: Record<string, string> = {
  'modules.block':
    'A2C2f AAttn ABlock ADown AConv Attention Bottleneck BottleneckCSP C1 C2 C2f C2fAttn C2fCIB C2fPSA C2PSA C3 C3Ghost C3k C3k2 C3TR C3x CBFuse CBLinear CIB DFL ELAN1 GhostBottleneck HGBlock HGStem Index MaxSigmoidAttnBlock Proto PSA PSABlock RepBottleneck RepC3 RepCSP RepNCSPELAN4 RepVGGDW Residual ResNetBlock ResNetLayer SCDown SPP SPPELAN SPPF SwiGLUFFN TorchVision',
  'modules.conv':
    'CBAM ChannelAttention Concat Conv Conv2 ConvTranspose DWConv DWConvTranspose2d Focus GhostConv Index LightConv RepConv SpatialAttention',
  'modules.head':
    'Classify Detect OBB Pose RTDETRDecoder Segment WorldDetect YOLOEDetect YOLOESegment v10Detect OBB26 Pose26 Segment26',
  'modules.transformer':
    'AIFI DeformableTransformerDecoder DeformableTransformerDecoderLayer LayerNorm2d MLP MLPBlock MSDeformAttn TransformerBlock TransformerEncoderLayer TransformerLayer',
  tasks:
    'ClassificationModel DetectionModel Ensemble OBBModel PoseModel RTDETRDetectionModel SegmentationModel WorldModel YOLOEModel YOLOESegModel',
};
const ULTRALYTICS_SETTINGS = [
  'ultralytics.utils.IterableSimpleNamespace',
  'ultralytics.utils.loss.BboxLoss',
  'ultralytics.utils.loss.v8DetectionLoss',
  'ultralytics.utils.tal.TaskAlignedAssigner',
];

/** Activation functions that transformer layers keep as attributes, and the like; mentioned, never called. */
const FUNCTIONS = [
  ...['torch.nn.functional.relu', 'torch.nn.functional.gelu', 'torch._C._nn.gelu', 'typing.Any'],
  'stable_baselines3.common.sb2_compat.rmsprop_tf_like.RMSpropTFLike',
];

function arrayOfCard([array, ...more]: readonly PyValue[]): PyValue {
  if (array === undefined || more.length > 0) throw badArguments('cupy._core.core.array');
  return array;
}

/** Made, called (as enum members are: the class with its value) and filled, always only as data. */
export function asData(name: string): SymbolModel {
  const model: SymbolModel = {
    tier: 'C',
    call: (args) => new PyObject(cls, args),
    make: (args) => new PyObject(cls, args),
    state: 'any',
    holds: 'members',
  };
  const cls = new PyGlobal(name, model);
  return model;
}

const listed = (name: string): [string, SymbolModel] => [name, asData(name)];

/** A module is made without its constructor, which could be told to take any amount of memory. */
function moduleClass(name: string): [string, SymbolModel] {
  const { call, ...model } = asData(name);
  return [name, model];
}

/** Tier C: framework classes by exact name, walked as data. A checkpoint that needs one needs an unsafe loader. */
export const frameworkSymbols = (): [string, SymbolModel][] => [
  ...Object.entries(MODULES).flatMap(([file, names]) =>
    names.split(' ').map((name) => moduleClass(`torch.nn.modules.${file}.${name}`)),
  ),
  ...[...OPTIMIZERS, ...WEIGHT_HOOKS].map(moduleClass),
  ...Object.entries(ULTRALYTICS).flatMap(([file, names]) =>
    names.split(' ').map((name) => moduleClass(`ultralytics.nn.${file}.${name}`)),
  ),
  ...[CONSTRAINTS, TORCHAO, AGENTS].flatMap((files) =>
    Object.entries(files).flatMap(([file, names]) =>
      names.split(' ').map((name) => listed(`${file}.${name}`)),
    ),
  ),
  ...[...SETTINGS, ...SHARDING, ...GRAPHS, ...ULTRALYTICS_SETTINGS].map(listed),
  // An array on a card is kept as the one of NumPy that it is copied from.
  ['cupy._core.core.array', { tier: 'C', call: arrayOfCard }],
  ...FUNCTIONS.map((name): [string, SymbolModel] => [name, { tier: 'C' }]),
];
