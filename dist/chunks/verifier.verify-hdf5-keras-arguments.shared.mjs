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

// src/verify/hdf5/keras-table.ts
var KERAS_TABLE = `
@newest 3.15.1
@activations celu elu exponential gelu glu hard_shrink hard_sigmoid hard_silu hard_swish hard_tanh leaky_relu linear log_sigmoid log_softmax mish relu relu6 selu sigmoid silu soft_shrink softmax softplus softsign sparse_plus sparse_sigmoid sparsemax squareplus swish tanh tanh_shrink threshold
@dtypes bfloat16 bool complex128 complex64 float16 float32 float64 float8_e4m3fn float8_e5m2 int16 int32 int64 int8 string uint16 uint32 uint64 uint8
@layers activity_regularizer autocast config dtype input_dim input_shape kwargs mask name trainable training
DTypePolicy|config name
FloatDTypePolicy|config name
Function|*
Initializer|config
InputSpec|allow_last_axis_squeeze axes config dtype max_ndim min_ndim name ndim optional shape
Layer|activity_regularizer autocast config dtype input_dim input_shape kwargs mask name trainable training
Loss|config dtype name reduction
Metric|config dtype metrics name variables
Model|*
Operation|config dtype kwargs name
Optimizer|clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor name use_ema variables weight_decay
Quantizer|*
Regularizer|*
Sequential|*
constraints.Constraint|config
constraints.MaxNorm|axis config max_value
constraints.MinMaxNorm|axis config max_value min_value rate
constraints.NonNeg|config
constraints.UnitNorm|axis config
dtype_policies.AWQDTypePolicy|*
dtype_policies.DTypePolicy|config name
dtype_policies.DTypePolicyMap|config custom_objects default_policy name policy_map
dtype_policies.FloatDTypePolicy|config name
dtype_policies.GPTQDTypePolicy|*
dtype_policies.Int4DTypePolicy|*
dtype_policies.QuantizedDTypePolicy|*
dtype_policies.QuantizedFloat8DTypePolicy|*
initializers.Constant|*
initializers.GlorotNormal|config distribution input_axes mode output_axes scale seed
initializers.GlorotUniform|config distribution input_axes mode output_axes scale seed
initializers.HeNormal|config distribution input_axes mode output_axes scale seed
initializers.HeUniform|config distribution input_axes mode output_axes scale seed
initializers.Identity|config gain
initializers.IdentityInitializer|config gain
initializers.Initializer|config
initializers.LecunNormal|config distribution input_axes mode output_axes scale seed
initializers.LecunUniform|config distribution input_axes mode output_axes scale seed
initializers.Ones|config
initializers.Orthogonal|config gain seed
initializers.OrthogonalInitializer|config gain seed
initializers.RandomNormal|config mean seed stddev
initializers.RandomUniform|config maxval minval seed
initializers.STFT|*
initializers.STFTInitializer|*
initializers.TruncatedNormal|config mean seed stddev
initializers.VarianceScaling|config distribution:normal,truncated_normal,uniform,untruncated_normal input_axes mode:fan_avg,fan_in,fan_out output_axes scale seed
initializers.Zeros|config
layers.Activation|activation:@activation
layers.ActivityRegularization|l1 l2
layers.AdaptiveAveragePooling1D|data_format:channels_first,channels_last output_size
layers.AdaptiveAveragePooling2D|data_format:channels_first,channels_last output_size
layers.AdaptiveAveragePooling3D|data_format:channels_first,channels_last output_size
layers.AdaptiveMaxPooling1D|data_format:channels_first,channels_last output_size
layers.AdaptiveMaxPooling2D|data_format:channels_first,channels_last output_size
layers.AdaptiveMaxPooling3D|data_format:channels_first,channels_last output_size
layers.Add|
layers.AdditiveAttention|dropout score_mode seed use_scale
layers.AlphaDropout|noise_shape rate seed
layers.Attention|dropout score_mode:concat,dot seed use_scale
layers.AugMix|all_ops alpha bounding_box_format chain_depth data_format factor interpolation num_chains seed value_range
layers.AutoContrast|bounding_box_format data_format factor value_range
layers.Average|
layers.AveragePooling1D|data_format:channels_first,channels_last padding pool_dimensions pool_mode pool_size strides
layers.AveragePooling2D|data_format:channels_first,channels_last padding pool_dimensions pool_mode pool_size strides
layers.AveragePooling3D|data_format:channels_first,channels_last padding pool_dimensions pool_mode pool_size strides
layers.AvgPool1D|data_format:channels_first,channels_last padding pool_dimensions pool_mode pool_size strides
layers.AvgPool2D|data_format:channels_first,channels_last padding pool_dimensions pool_mode pool_size strides
layers.AvgPool3D|data_format:channels_first,channels_last padding pool_dimensions pool_mode pool_size strides
layers.BatchNormalization|axis beta_constraint beta_initializer beta_regularizer center dmax epsilon gamma_constraint gamma_initializer gamma_regularizer momentum moving_mean_initializer moving_variance_initializer renorm renorm_clipping renorm_momentum rmax rmin scale synchronized
layers.Bidirectional|backward_layer custom_objects go_backwards layer merge_mode:ave,concat,mul,sum weights
layers.CategoryEncoding|*
layers.CenterCrop|bounding_box_format data_format:channels_first,channels_last factor height width
layers.Concatenate|axis
layers.ContrastLimitedAdaptiveHistogramEqualization|bounding_box_format clip_limit data_format:channels_first,channels_last factor tile_grid_size value_range
layers.Conv1D|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last dilation_rate filters groups kernel_constraint kernel_initializer kernel_regularizer kernel_size lora_alpha lora_rank padding:causal,same,valid rank strides use_bias
layers.Conv1DTranspose|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last dilation_rate filters kernel_constraint kernel_initializer kernel_regularizer kernel_size output_padding padding:causal,same,valid rank strides use_bias
layers.Conv2D|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last dilation_rate filters groups kernel_constraint kernel_initializer kernel_regularizer kernel_size lora_alpha lora_rank padding:causal,same,valid rank strides use_bias
layers.Conv2DTranspose|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last dilation_rate filters kernel_constraint kernel_initializer kernel_regularizer kernel_size output_padding padding:causal,same,valid rank strides use_bias
layers.Conv3D|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last dilation_rate filters groups kernel_constraint kernel_initializer kernel_regularizer kernel_size lora_alpha lora_rank padding:causal,same,valid rank strides use_bias
layers.Conv3DTranspose|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last dilation_rate filters kernel_constraint kernel_initializer kernel_regularizer kernel_size output_padding padding:causal,same,valid rank strides use_bias
layers.ConvLSTM1D|activation:@activation bias_constraint bias_initializer bias_regularizer call cell custom_objects data_format:channels_first,channels_last dilation_rate dropout filters go_backwards kernel_constraint kernel_initializer kernel_regularizer kernel_size padding:causal,same,valid rank recurrent_activation:@activation recurrent_constraint recurrent_dropout recurrent_initializer recurrent_regularizer return_sequences return_state seed state_size stateful strides unit_forget_bias unroll use_bias zero_output_for_mask
layers.ConvLSTM2D|activation:@activation bias_constraint bias_initializer bias_regularizer call cell custom_objects data_format:channels_first,channels_last dilation_rate dropout filters go_backwards kernel_constraint kernel_initializer kernel_regularizer kernel_size padding:causal,same,valid rank recurrent_activation:@activation recurrent_constraint recurrent_dropout recurrent_initializer recurrent_regularizer return_sequences return_state seed state_size stateful strides unit_forget_bias unroll use_bias zero_output_for_mask
layers.ConvLSTM3D|activation:@activation bias_constraint bias_initializer bias_regularizer call cell custom_objects data_format:channels_first,channels_last dilation_rate dropout filters go_backwards kernel_constraint kernel_initializer kernel_regularizer kernel_size padding:causal,same,valid rank recurrent_activation:@activation recurrent_constraint recurrent_dropout recurrent_initializer recurrent_regularizer return_sequences return_state seed state_size stateful strides unit_forget_bias unroll use_bias zero_output_for_mask
layers.Convolution1D|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last dilation_rate filters groups kernel_constraint kernel_initializer kernel_regularizer kernel_size lora_alpha lora_rank padding:causal,same,valid rank strides use_bias
layers.Convolution1DTranspose|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last dilation_rate filters kernel_constraint kernel_initializer kernel_regularizer kernel_size output_padding padding:causal,same,valid rank strides use_bias
layers.Convolution2D|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last dilation_rate filters groups kernel_constraint kernel_initializer kernel_regularizer kernel_size lora_alpha lora_rank padding:causal,same,valid rank strides use_bias
layers.Convolution2DTranspose|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last dilation_rate filters kernel_constraint kernel_initializer kernel_regularizer kernel_size output_padding padding:causal,same,valid rank strides use_bias
layers.Convolution3D|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last dilation_rate filters groups kernel_constraint kernel_initializer kernel_regularizer kernel_size lora_alpha lora_rank padding:causal,same,valid rank strides use_bias
layers.Convolution3DTranspose|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last dilation_rate filters kernel_constraint kernel_initializer kernel_regularizer kernel_size output_padding padding:causal,same,valid rank strides use_bias
layers.Cropping1D|cropping
layers.Cropping2D|cropping data_format:channels_first,channels_last
layers.Cropping3D|cropping data_format:channels_first,channels_last
layers.CutMix|bounding_box_format data_format factor seed
layers.Dense|activation:@activation bias_constraint bias_initializer bias_regularizer kernel_constraint kernel_initializer kernel_regularizer lora_alpha lora_rank quantization_config units use_bias
layers.DepthwiseConv1D|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last depth_multiplier depthwise_constraint depthwise_initializer depthwise_regularizer dilation_rate kernel_size padding:causal,same,valid rank strides use_bias
layers.DepthwiseConv2D|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last depth_multiplier depthwise_constraint depthwise_initializer depthwise_regularizer dilation_rate kernel_size padding:causal,same,valid rank strides use_bias
layers.Discretization|*
layers.Dot|axes normalize
layers.Dropout|noise_shape rate seed
layers.ELU|alpha
layers.EinsumDense|activation:@activation bias_axes bias_constraint bias_initializer bias_regularizer equation gptq_unpacked_column_size kernel_constraint kernel_initializer kernel_regularizer lora_alpha lora_rank output_shape quantization_config
layers.Embedding|embeddings_constraint embeddings_initializer embeddings_regularizer input_length lora_alpha lora_rank mask_zero output_dim quantization_config weights
layers.Equalization|bins bounding_box_format data_format factor value_range
layers.Flatten|data_format:channels_first,channels_last
layers.FlaxLayer|*
layers.GRU|activation:@activation bias_constraint bias_initializer bias_regularizer call cell custom_objects dropout go_backwards implementation kernel_constraint kernel_initializer kernel_regularizer recurrent_activation:@activation recurrent_constraint recurrent_dropout recurrent_initializer recurrent_regularizer reset_after return_sequences return_state seed state_size stateful units unroll use_bias use_cudnn zero_output_for_mask
layers.GRUCell|activation:@activation bias_constraint bias_initializer bias_regularizer dropout implementation kernel_constraint kernel_initializer kernel_regularizer recurrent_activation:@activation recurrent_constraint recurrent_dropout recurrent_initializer recurrent_regularizer reset_after seed units use_bias
layers.GaussianDropout|rate seed
layers.GaussianNoise|seed stddev
layers.GlobalAveragePooling1D|data_format:channels_first,channels_last keepdims pool_dimensions
layers.GlobalAveragePooling2D|data_format:channels_first,channels_last keepdims pool_dimensions
layers.GlobalAveragePooling3D|data_format:channels_first,channels_last keepdims pool_dimensions
layers.GlobalAvgPool1D|data_format:channels_first,channels_last keepdims pool_dimensions
layers.GlobalAvgPool2D|data_format:channels_first,channels_last keepdims pool_dimensions
layers.GlobalAvgPool3D|data_format:channels_first,channels_last keepdims pool_dimensions
layers.GlobalMaxPool1D|data_format:channels_first,channels_last keepdims pool_dimensions
layers.GlobalMaxPool2D|data_format:channels_first,channels_last keepdims pool_dimensions
layers.GlobalMaxPool3D|data_format:channels_first,channels_last keepdims pool_dimensions
layers.GlobalMaxPooling1D|data_format:channels_first,channels_last keepdims pool_dimensions
layers.GlobalMaxPooling2D|data_format:channels_first,channels_last keepdims pool_dimensions
layers.GlobalMaxPooling3D|data_format:channels_first,channels_last keepdims pool_dimensions
layers.GroupNormalization|axis beta_constraint beta_initializer beta_regularizer center epsilon gamma_constraint gamma_initializer gamma_regularizer groups scale
layers.GroupQueryAttention|bias_constraint bias_initializer bias_regularizer dropout flash_attention head_dim kernel_constraint kernel_initializer kernel_regularizer num_key_value_heads num_query_heads seed sliding_window use_bias use_gate
layers.HashedCrossing|*
layers.Hashing|*
layers.Identity|
layers.InputLayer|*
layers.InputSpec|allow_last_axis_squeeze axes max_ndim min_ndim ndim optional shape
layers.IntegerLookup|*
layers.JaxLayer|*
layers.LSTM|activation:@activation bias_constraint bias_initializer bias_regularizer call cell custom_objects dropout go_backwards implementation kernel_constraint kernel_initializer kernel_regularizer recurrent_activation:@activation recurrent_constraint recurrent_dropout recurrent_initializer recurrent_regularizer return_sequences return_state seed state_size stateful unit_forget_bias units unroll use_bias use_cudnn zero_output_for_mask
layers.LSTMCell|activation:@activation bias_constraint bias_initializer bias_regularizer dropout implementation kernel_constraint kernel_initializer kernel_regularizer recurrent_activation:@activation recurrent_constraint recurrent_dropout recurrent_initializer recurrent_regularizer seed unit_forget_bias units use_bias
layers.Lambda|*
layers.Layer|
layers.LayerNormalization|axis beta_constraint beta_initializer beta_regularizer center epsilon gamma_constraint gamma_initializer gamma_regularizer rms_scaling scale
layers.LeakyReLU|alpha negative_slope
layers.Masking|mask_value
layers.MaxNumBoundingBoxes|bounding_box_format data_format factor fill_value max_number
layers.MaxPool1D|data_format:channels_first,channels_last padding pool_dimensions pool_mode pool_size strides
layers.MaxPool2D|data_format:channels_first,channels_last padding pool_dimensions pool_mode pool_size strides
layers.MaxPool3D|data_format:channels_first,channels_last padding pool_dimensions pool_mode pool_size strides
layers.MaxPooling1D|data_format:channels_first,channels_last padding pool_dimensions pool_mode pool_size strides
layers.MaxPooling2D|data_format:channels_first,channels_last padding pool_dimensions pool_mode pool_size strides
layers.MaxPooling3D|data_format:channels_first,channels_last padding pool_dimensions pool_mode pool_size strides
layers.Maximum|
layers.MelSpectrogram|fft_length mag_exp max_freq min_freq min_power num_mel_bins power_to_db ref_power sampling_rate sequence_length sequence_stride top_db window
layers.Minimum|
layers.MixUp|alpha bounding_box_format data_format factor seed
layers.MultiHeadAttention|attention_axes bias_constraint bias_initializer bias_regularizer dropout flash_attention kernel_constraint kernel_initializer kernel_regularizer key_dim num_heads output_shape seed sliding_window use_bias use_gate value_dim
layers.Multiply|
layers.Normalization|axis invert mean variance
layers.PReLU|alpha_constraint alpha_initializer alpha_regularizer shared_axes
layers.Permute|dims
layers.Pipeline|*
layers.RMSNormalization|axis epsilon
layers.RNN|call cell custom_objects go_backwards return_sequences return_state state_size stateful unroll zero_output_for_mask
layers.RandAugment|bounding_box_format data_format factor interpolation num_ops seed value_range
layers.RandomBrightness|bounding_box_format data_format factor seed value_range
layers.RandomColorDegeneration|bounding_box_format data_format factor seed value_range
layers.RandomColorJitter|bounding_box_format brightness_factor contrast_factor data_format factor hue_factor saturation_factor seed value_range
layers.RandomContrast|bounding_box_format data_format factor seed value_range
layers.RandomCrop|bounding_box_format data_format:channels_first,channels_last factor height seed width
layers.RandomElasticTransform|bounding_box_format data_format factor fill_mode:bilinear,constant,mirror,nearest,reflect,wrap fill_value interpolation:bilinear,constant,mirror,nearest,reflect,wrap scale seed value_range
layers.RandomErasing|bounding_box_format data_format factor fill_value scale seed value_range
layers.RandomFlip|bounding_box_format data_format:channels_first,channels_last factor mode seed
layers.RandomGaussianBlur|bounding_box_format data_format factor kernel_size seed sigma value_range
layers.RandomGrayscale|bounding_box_format data_format factor seed
layers.RandomHue|bounding_box_format data_format factor seed value_range
layers.RandomInvert|bounding_box_format data_format factor seed value_range
layers.RandomPerspective|bounding_box_format data_format factor fill_value interpolation:bilinear,nearest scale seed
layers.RandomPosterization|*
layers.RandomRotation|bounding_box_format data_format:channels_first,channels_last factor fill_mode:bilinear,constant,nearest,reflect,wrap fill_value interpolation:bilinear,constant,nearest,reflect,wrap seed value_range
layers.RandomSaturation|bounding_box_format data_format factor seed value_range
layers.RandomSharpness|bounding_box_format data_format factor seed value_range
layers.RandomShear|bounding_box_format data_format:channels_first,channels_last factor fill_mode:bilinear,constant,nearest,reflect,wrap fill_value interpolation:bilinear,constant,nearest,reflect,wrap seed x_factor y_factor
layers.RandomTranslation|bounding_box_format data_format:channels_first,channels_last factor fill_mode:bilinear,constant,nearest,reflect,wrap fill_value height_factor interpolation:bilinear,constant,nearest,reflect,wrap seed width_factor
layers.RandomZoom|bounding_box_format data_format:channels_first,channels_last factor fill_mode:bilinear,constant,nearest,reflect,wrap fill_value height_factor interpolation:bilinear,constant,nearest,reflect,wrap seed width_factor
layers.ReLU|max_value negative_slope threshold
layers.RepeatVector|n
layers.Rescaling|custom_objects offset scale
layers.Reshape|target_shape
layers.Resizing|antialias bounding_box_format crop_to_aspect_ratio data_format:channels_first,channels_last factor fill_mode fill_value height interpolation pad_to_aspect_ratio width
layers.ReversibleEmbedding|embeddings_constraint embeddings_initializer embeddings_regularizer input_length logit_soft_cap lora_alpha lora_rank mask_zero output_dim quantization_config reverse_dtype tie_weights weights
layers.STFTSpectrogram|*
layers.SeparableConv1D|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last depth_multiplier depthwise_constraint depthwise_initializer depthwise_regularizer dilation_rate filters kernel_size padding:causal,same,valid pointwise_constraint pointwise_initializer pointwise_regularizer rank strides use_bias
layers.SeparableConv2D|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last depth_multiplier depthwise_constraint depthwise_initializer depthwise_regularizer dilation_rate filters kernel_size padding:causal,same,valid pointwise_constraint pointwise_initializer pointwise_regularizer rank strides use_bias
layers.SeparableConvolution1D|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last depth_multiplier depthwise_constraint depthwise_initializer depthwise_regularizer dilation_rate filters kernel_size padding:causal,same,valid pointwise_constraint pointwise_initializer pointwise_regularizer rank strides use_bias
layers.SeparableConvolution2D|activation:@activation bias_constraint bias_initializer bias_regularizer data_format:channels_first,channels_last depth_multiplier depthwise_constraint depthwise_initializer depthwise_regularizer dilation_rate filters kernel_size padding:causal,same,valid pointwise_constraint pointwise_initializer pointwise_regularizer rank strides use_bias
layers.SimpleRNN|activation:@activation bias_constraint bias_initializer bias_regularizer call cell custom_objects dropout go_backwards kernel_constraint kernel_initializer kernel_regularizer recurrent_constraint recurrent_dropout recurrent_initializer recurrent_regularizer return_sequences return_state seed state_size stateful units unroll use_bias zero_output_for_mask
layers.SimpleRNNCell|activation:@activation bias_constraint bias_initializer bias_regularizer dropout kernel_constraint kernel_initializer kernel_regularizer recurrent_constraint recurrent_dropout recurrent_initializer recurrent_regularizer seed units use_bias
layers.Softmax|axis
layers.Solarization|addition_factor bounding_box_format data_format factor seed threshold_factor value_range
layers.SpatialDropout1D|noise_shape rate seed
layers.SpatialDropout2D|data_format:channels_first,channels_last noise_shape rate seed
layers.SpatialDropout3D|data_format:channels_first,channels_last noise_shape rate seed
layers.SpectralNormalization|custom_objects layer power_iterations
layers.StackedRNNCells|call cells custom_objects state_size
layers.StringLookup|*
layers.Subtract|
layers.TFSMLayer|*
layers.TextVectorization|*
layers.TimeDistributed|custom_objects layer
layers.TorchModuleWrapper|*
layers.UnitNormalization|axis
layers.UpSampling1D|size
layers.UpSampling2D|data_format:channels_first,channels_last interpolation size
layers.UpSampling3D|data_format:channels_first,channels_last size
layers.Wrapper|custom_objects layer
layers.ZeroPadding1D|data_format:channels_first,channels_last padding
layers.ZeroPadding2D|data_format:channels_first,channels_last padding
layers.ZeroPadding3D|data_format:channels_first,channels_last padding
losses.BinaryCrossentropy|axis config dtype fn from_logits label_smoothing name reduction
losses.BinaryFocalCrossentropy|alpha apply_class_balancing axis config dtype fn from_logits gamma label_smoothing name reduction
losses.CTC|config dtype fn name reduction
losses.CategoricalCrossentropy|axis config dtype fn from_logits label_smoothing name reduction
losses.CategoricalFocalCrossentropy|alpha axis config dtype fn from_logits gamma label_smoothing name reduction
losses.CategoricalGeneralizedCrossEntropy|config dtype fn name q reduction
losses.CategoricalHinge|config dtype fn name reduction
losses.Circle|config dtype fn gamma margin name reduction remove_diagonal
losses.CosineSimilarity|axis config dtype fn name reduction
losses.Dice|axis config dtype fn name reduction
losses.Hinge|config dtype fn name reduction
losses.Huber|config delta dtype fn name reduction
losses.KLDivergence|config dtype fn name reduction
losses.LogCosh|config dtype fn name reduction
losses.Loss|config dtype name reduction
losses.MeanAbsoluteError|config dtype fn name reduction
losses.MeanAbsolutePercentageError|config dtype fn name reduction
losses.MeanSquaredError|config dtype fn name reduction
losses.MeanSquaredLogarithmicError|config dtype fn name reduction
losses.Poisson|config dtype fn name reduction
losses.SparseCategoricalCrossentropy|axis config dtype fn from_logits ignore_class name reduction
losses.SquaredHinge|config dtype fn name reduction
losses.Tversky|alpha axis beta config dtype fn name reduction
metrics.AUC|config curve dtype from_logits label_weights metrics multi_label name num_labels num_thresholds summation_method thresholds variables
metrics.Accuracy|config dtype fn metrics name variables
metrics.BinaryAccuracy|config dtype fn metrics name threshold variables
metrics.BinaryCrossentropy|config dtype fn from_logits label_smoothing metrics name variables
metrics.BinaryIoU|axis config dtype ignore_class metrics name num_classes sparse_y_pred sparse_y_true target_class_ids threshold variables
metrics.CategoricalAccuracy|config dtype fn metrics name variables
metrics.CategoricalCrossentropy|axis config dtype fn from_logits label_smoothing metrics name variables
metrics.CategoricalHinge|config dtype fn metrics name variables
metrics.ConcordanceCorrelation|axis config dtype fn metrics name variables
metrics.CosineSimilarity|axis config dtype fn metrics name variables
metrics.F1Score|average beta config dtype metrics name threshold variables
metrics.FBetaScore|average beta config dtype metrics name threshold variables
metrics.FalseNegatives|config confusion_matrix_cond dtype metrics name thresholds variables
metrics.FalsePositives|config confusion_matrix_cond dtype metrics name thresholds variables
metrics.Hinge|config dtype fn metrics name variables
metrics.IoU|axis config dtype ignore_class metrics name num_classes sparse_y_pred sparse_y_true target_class_ids variables
metrics.KLDivergence|config dtype fn metrics name variables
metrics.LogCoshError|config dtype fn metrics name variables
metrics.Mean|config dtype metrics name variables
metrics.MeanAbsoluteError|config dtype fn metrics name variables
metrics.MeanAbsolutePercentageError|config dtype fn metrics name variables
metrics.MeanIoU|axis config dtype ignore_class metrics name num_classes sparse_y_pred sparse_y_true target_class_ids variables
metrics.MeanMetricWrapper|*
metrics.MeanSquaredError|config dtype fn metrics name variables
metrics.MeanSquaredLogarithmicError|config dtype fn metrics name variables
metrics.Metric|config dtype metrics name variables
metrics.OneHotIoU|axis config dtype ignore_class metrics name num_classes sparse_y_pred sparse_y_true target_class_ids variables
metrics.OneHotMeanIoU|axis config dtype ignore_class metrics name num_classes sparse_y_pred sparse_y_true target_class_ids variables
metrics.PearsonCorrelation|axis config dtype fn metrics name variables
metrics.Poisson|config dtype fn metrics name variables
metrics.Precision|class_id config dtype metrics name thresholds top_k variables
metrics.PrecisionAtRecall|class_id config dtype metrics name num_thresholds recall value variables
metrics.R2Score|class_aggregation:uniform_average,variance_weighted_average config dtype metrics name num_regressors variables
metrics.Recall|class_id config dtype metrics name thresholds top_k variables
metrics.RecallAtPrecision|class_id config dtype metrics name num_thresholds precision value variables
metrics.RootMeanSquaredError|config dtype metrics name variables
metrics.SensitivityAtSpecificity|class_id config dtype metrics name num_thresholds specificity value variables
metrics.SparseCategoricalAccuracy|config dtype fn metrics name variables
metrics.SparseCategoricalCrossentropy|axis config dtype fn from_logits ignore_class metrics name variables
metrics.SparseTopKCategoricalAccuracy|config dtype fn from_sorted_ids k metrics name variables
metrics.SpecificityAtSensitivity|class_id config dtype metrics name num_thresholds sensitivity value variables
metrics.SquaredHinge|config dtype fn metrics name variables
metrics.Sum|config dtype metrics name variables
metrics.TopKCategoricalAccuracy|config dtype fn k metrics name variables
metrics.TrueNegatives|config confusion_matrix_cond dtype metrics name thresholds variables
metrics.TruePositives|config confusion_matrix_cond dtype metrics name thresholds variables
models.Model|*
models.Sequential|*
optimizers.Adadelta|clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency epsilon global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor name rho use_ema variables weight_decay
optimizers.Adafactor|beta_2_decay clip_threshold clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency epsilon_1 epsilon_2 global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor name relative_step use_ema variables weight_decay
optimizers.Adagrad|clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency epsilon global_clipnorm gradient_accumulation_steps initial_accumulator_value learning_rate loss_scale_factor name use_ema variables weight_decay
optimizers.Adam|amsgrad beta_1 beta_2 clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency epsilon global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor name use_ema variables weight_decay
optimizers.AdamW|amsgrad beta_1 beta_2 clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency epsilon global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor name use_ema variables weight_decay
optimizers.Adamax|beta_1 beta_2 clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency epsilon global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor name use_ema variables weight_decay
optimizers.Ftrl|beta clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency global_clipnorm gradient_accumulation_steps initial_accumulator_value l1_regularization_strength l2_regularization_strength l2_shrinkage_regularization_strength learning_rate learning_rate_power loss_scale_factor name use_ema variables weight_decay
optimizers.Lamb|beta_1 beta_2 clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency epsilon global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor name use_ema variables weight_decay
optimizers.Lion|beta_1 beta_2 clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor name use_ema variables weight_decay
optimizers.LossScaleOptimizer|clipnorm clipvalue config custom_objects decay dynamic dynamic_growth_steps ema_momentum ema_overwrite_frequency global_clipnorm gradient_accumulation_steps initial_scale inner_optimizer learning_rate loss_scale_factor name use_ema variables weight_decay
optimizers.MultiOptimizer|clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor name optimizer_map use_ema variables weight_decay
optimizers.Muon|adam_beta_1 adam_beta_2 adam_lr_ratio adam_weight_decay clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency epsilon exclude_embeddings exclude_layers global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor momentum muon_a muon_b muon_c name nesterov ns_steps rms_rate use_ema variables weight_decay
optimizers.Nadam|beta_1 beta_2 clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency epsilon global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor name use_ema variables weight_decay
optimizers.Optimizer|clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor name use_ema variables weight_decay
optimizers.OptimizerMap|*
optimizers.RMSprop|centered clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency epsilon global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor momentum name rho use_ema variables weight_decay
optimizers.SGD|clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor momentum name nesterov use_ema variables weight_decay
optimizers.ScheduleFreeAdamW|beta_1 beta_2 clipnorm clipvalue config custom_objects decay ema_momentum ema_overwrite_frequency epsilon global_clipnorm gradient_accumulation_steps learning_rate loss_scale_factor name use_ema variables warmup_steps weight_decay
optimizers.schedules.CosineDecay|alpha config decay_steps initial_learning_rate name warmup_steps warmup_target
optimizers.schedules.CosineDecayRestarts|alpha config first_decay_steps initial_learning_rate m_mul name t_mul
optimizers.schedules.ExponentialDecay|config decay_rate decay_steps initial_learning_rate name staircase
optimizers.schedules.InverseTimeDecay|config decay_rate decay_steps initial_learning_rate name staircase
optimizers.schedules.LearningRateSchedule|*
optimizers.schedules.PiecewiseConstantDecay|boundaries config name values
optimizers.schedules.PolynomialDecay|config cycle decay_steps end_learning_rate initial_learning_rate name power
quantizers.AWQConfig|activation_quantizer config dataset group_size num_grid_points num_samples quantization_layer_structure sequence_length tokenizer weight_bits weight_quantizer
quantizers.AbsMaxQuantizer|axis config epsilon output_dtype value_range
quantizers.Float8QuantizationConfig|*
quantizers.GPTQConfig|activation_order activation_quantizer config dataset group_size hessian_damping num_samples per_channel quantization_layer_structure sequence_length symmetric tokenizer weight_bits weight_quantizer
quantizers.Int4QuantizationConfig|*
quantizers.Int8QuantizationConfig|*
quantizers.QuantizationConfig|*
quantizers.Quantizer|*
random.SeedGenerator|backend config dtype name seed
regularizers.L1|config l1
regularizers.L1L2|config l1 l2
regularizers.L2|config l2
regularizers.OrthogonalRegularizer|config factor mode:columns,rows
regularizers.Regularizer|*
`;

// src/verify/hdf5/keras-builtins.ts
var builtins;
var kerasBuiltins = () => {
  builtins ??= parsed(KERAS_TABLE);
  return builtins;
};
function isKnownKeras(version) {
  const written = versionOf(version);
  const { newest } = kerasBuiltins();
  return written?.major === newest.major && written.minor <= newest.minor;
}
function versionOf(text) {
  const [, major, minor] = /^(\d{1,3})\.(\d{1,4})(\.|$)/.exec(text) ?? [];
  return major === void 0 ? void 0 : { major: Number(major), minor: Number(minor) };
}
function parsed(table) {
  const lists = /* @__PURE__ */ new Map();
  const classes = /* @__PURE__ */ new Map();
  const named = /* @__PURE__ */ new Map();
  const modules = /* @__PURE__ */ new Set();
  const setOf = (name) => new Set(lists.get(name));
  for (const line of table.split("\n").filter((each) => each !== "")) {
    if (line.startsWith("@")) {
      const [name2 = "", ...words] = line.slice(1).split(" ");
      lists.set(name2, words);
      continue;
    }
    const [full = "", told = ""] = line.split("|");
    const [, module = "", name = full] = /^(.+)\.(\w+)$/.exec(full) ?? [];
    const common = module === "layers" ? lists.get("layers") ?? [] : [];
    const own = told === "*" ? void 0 : new Map([...common, ...told.split(" ")].map(argumentOf));
    classes.set(full, own);
    named.set(name, [...named.get(name) ?? [], own]);
    modules.add(module);
  }
  const newest = versionOf(lists.get("newest")?.[0] ?? "") ?? { major: 3, minor: 0 };
  return { classes, named, modules, activations: setOf("activations"), dtypes: setOf("dtypes"), newest };
  function argumentOf(text) {
    const [name = "", words] = text.split(":");
    if (words === void 0) return [name, void 0];
    return [name, words === "@activation" ? setOf("activations") : new Set(words.split(","))];
  }
}

// src/verify/hdf5/keras-graph.ts
var KerasGraph = class {
  #names = /* @__PURE__ */ new Set();
  #called = /* @__PURE__ */ new Set();
  #lacking;
  /** An entry of its list of layers, by its keys. */
  layer(name, keys) {
    if (name !== void 0 && this.#names.size < MOST_NAMES) this.#names.add(name);
    this.#lacking ??= LAYER_MUST.find((each) => !keys.has(each));
  }
  calls(name) {
    if (this.#called.size < MOST_NAMES) this.#called.add(name);
  }
  /** What is wrong, in words; nothing where too much is named to tell. */
  fault() {
    if (this.#lacking !== void 0) return `a layer without "${this.#lacking}"`;
    if (this.#names.size >= MOST_NAMES) return void 0;
    const unknown = [...this.#called].find((each) => !this.#names.has(each));
    return unknown === void 0 ? void 0 : `no layer ${JSON.stringify(unknown.slice(0, 80))}`;
  }
};
var LAYER_MUST = ["class_name", "config", "name", "inbound_nodes"];
var MOST_NAMES = 1e5;
var layerOf = (path) => path.at(-2) === "layers" && typeof path.at(-1) === "number" ? path.length - 2 : void 0;
function calledBy(path) {
  if (path.at(-1) !== 0) return void 0;
  if (path.at(-2) === "keras_history") {
    const at2 = path.lastIndexOf("inbound_nodes");
    return at2 >= 2 && path[at2 - 2] === "layers" ? at2 - 2 : void 0;
  }
  const at = Math.max(path.lastIndexOf("input_layers"), path.lastIndexOf("output_layers"));
  return at < 0 ? void 0 : at;
}

// src/verify/hdf5/keras-arguments.ts
var OTHER = { kind: "other" };
var TEXT_CHARS = 200;
var MOST_LISTED = 8;
var MOST_FOUND = 1e3;
var PLACE = /^keras(?:\.([a-z_]+(?:\.[a-z_]+)*))?$/;
var FUNCTIONAL = /* @__PURE__ */ new Set(["name", "trainable", "dtype", "layers", "input_layers", "output_layers"]);
var FUNCTIONAL_MUST = ["layers", "input_layers", "output_layers"];
var TENSOR = "__keras_tensor__";
var TENSOR_MUST = ["shape", "dtype", "keras_history"];
var POLICY = /^mixed_b?float16$|_from_/;
var KerasArguments = class {
  #levels = [];
  #wrong = /* @__PURE__ */ new Set();
  /** In a file that does not tell the modules of its classes one of a user's may have the name of one of Keras's. */
  #doubtful = /* @__PURE__ */ new Set();
  opened(kind) {
    this.#levels.push({ members: kind === "object" ? /* @__PURE__ */ new Map() : void 0 });
  }
  scalar(scalar, path) {
    const text = scalar.kind === "string" ? scalar.text.slice(0, TEXT_CHARS) : void 0;
    this.#note(path.at(-1), text === void 0 ? OTHER : { kind: "text", text });
    const model = text === void 0 ? void 0 : calledBy(path);
    if (model !== void 0) this.#graphAt(model)?.calls(text);
  }
  closed(path) {
    const { members, graph } = this.#levels.pop();
    if (members === void 0) {
      this.#note(path.at(-1), OTHER);
      return;
    }
    const model = layerOf(path);
    if (model !== void 0) this.#graphAt(model)?.layer(textOf(members, "name"), members);
    this.#judge(members);
    for (const [key, { kind }] of members) if (kind === "object") members.set(key, OTHER);
    this.#note(path.at(-1), { kind: "object", members, graph });
  }
  /** Call once, after all configs of the file. */
  settle(findings, version) {
    if (version === void 0 || !isKnownKeras(version)) return;
    const said = { expected: `what Keras ${version.slice(0, 20)} takes` };
    const what = "its config says of parts of Keras what they do not take";
    if (this.#wrong.size > 0)
      findings.fail("L2", "keras-argument", what, { ...said, found: listed(this.#wrong) });
    else if (this.#doubtful.size > 0)
      findings.degraded("L2", "keras-argument", `${what}, unless they are yours`, {
        ...said,
        found: listed(this.#doubtful)
      });
  }
  #note(key, seen) {
    if (typeof key === "string") this.#levels.at(-1)?.members?.set(key, seen);
  }
  #graphAt(depth) {
    const level = this.#levels[depth];
    if (level?.members === void 0) return void 0;
    level.graph ??= new KerasGraph();
    return level.graph;
  }
  #judge(members) {
    const [className, module] = [textOf(members, "class_name"), textOf(members, "module")];
    const config = members.get("config");
    const place = PLACE.exec(module ?? "");
    if (className === void 0 || config === void 0) {
      if (className === TENSOR || members.has("registered_name") && place !== null)
        this.#enter(
          true,
          `${className ?? `something of ${module}`} without its ${className === void 0 ? "class" : "config"}`
        );
      return;
    }
    if (config.kind !== "object") return;
    if (className === TENSOR) this.#tensor(config.members);
    if (isUsers(members, className)) return;
    if (className === "Functional") this.#functional(config.members, config.graph);
    else if (place !== null) this.#ofPlace(place[1] ?? "", className, config.members);
    else if (!members.has("module")) this.#ofAnywhere(className, config.members);
  }
  #ofPlace(place, className, config) {
    const { classes, modules } = kerasBuiltins();
    const full = place === "" ? className : `${place}.${className}`;
    if (classes.has(full)) this.#arguments(true, className, config, [classes.get(full)]);
    else if (modules.has(place) && /^[A-Z]/.test(className)) this.#enter(true, `no class ${full}`);
  }
  #ofAnywhere(className, config) {
    const forms = kerasBuiltins().named.get(className);
    if (forms !== void 0) this.#arguments(false, className, config, forms);
  }
  /** What none of the classes of this name takes. */
  #arguments(isSure, className, config, forms) {
    const dtype = textOf(config, "dtype") ?? (/DTypePolicy$/.test(className) ? textOf(config, "name") : void 0);
    if (dtype !== void 0 && !isDtype(dtype) && !POLICY.test(dtype))
      this.#enter(isSure, `${className} of dtype ${dtype}`);
    const told = forms.filter((each) => each !== void 0);
    if (told.length < forms.length) return;
    for (const [key, seen] of config) {
      if (!told.some((form) => form.has(key))) this.#enter(isSure, `${className} with ${key}`);
      else if (seen.kind === "text" && !told.some((form) => takes(form, key, seen.text)))
        this.#enter(isSure, `${className} with ${key} ${seen.text}`);
    }
  }
  #functional(config, graph) {
    const missing = FUNCTIONAL_MUST.find((each) => !config.has(each));
    const unknown = [...config.keys()].find((each) => !FUNCTIONAL.has(each));
    const fault = graph?.fault();
    if (missing !== void 0) this.#enter(true, `Functional without ${missing}`);
    else if (unknown !== void 0) this.#enter(true, `Functional with ${unknown}`);
    else if (fault !== void 0) this.#enter(true, `Functional with ${fault}`);
  }
  #tensor(config) {
    const missing = TENSOR_MUST.find((each) => !config.has(each));
    const dtype = textOf(config, "dtype");
    if (missing !== void 0) this.#enter(true, `a tensor without ${missing}`);
    else if (dtype !== void 0 && !isDtype(dtype)) this.#enter(true, `a tensor of dtype ${dtype}`);
  }
  #enter(isSure, what) {
    const list = isSure ? this.#wrong : this.#doubtful;
    if (list.size < MOST_FOUND) list.add(what);
  }
};
function isUsers(members, className) {
  const registered = textOf(members, "registered_name");
  return registered !== void 0 && registered !== className;
}
function textOf(members, key) {
  const seen = members.get(key);
  return seen?.kind === "text" ? seen.text : void 0;
}
var isDtype = (text) => kerasBuiltins().dtypes.has(text);
function takes(form, key, text) {
  if (!form.has(key)) return false;
  const words = form.get(key);
  return words === void 0 || words.has(text.toLowerCase()) || words.has(text);
}
var listed = (what) => [...what].slice(0, MOST_LISTED).join(", ").slice(0, 300);

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
var APPLICATION_LAYERS = /* @__PURE__ */ new Set([
  "keras.src.applications.convnext.LayerScale",
  "keras.src.applications.inception_resnet_v2.CustomScaleLayer"
]);
var RUNS_CODE = /* @__PURE__ */ new Set([
  "Lambda",
  "__lambda__",
  "TFSMLayer",
  "TorchModuleWrapper",
  "JaxLayer",
  "FlaxLayer"
]);
var CLASS = /^_?[A-Z]\w*$/;
var SPECIAL = new Set(
  "__keras_tensor__ __tensor__ __numpy__ __bytes__ __ellipsis__ __slice__ __typespec__ __tuple__".split(" ")
);
var MOST_LISTED2 = 8;
var KerasConfig = class {
  #subject;
  #scanner;
  #levels = [];
  #found = /* @__PURE__ */ new Map();
  #arguments = new KerasArguments();
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
  opened(kind) {
    this.#levels.push({});
    this.#arguments.opened(kind);
  }
  closed(path) {
    this.#arguments.closed(path);
    const level = this.#levels.pop();
    if (level?.className !== void 0) this.#judge(level, level.className);
  }
  scalar(scalar, path) {
    this.#arguments.scalar(scalar, path);
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
  /** Call once, after all configs of the file, with the version of Keras that wrote them. */
  settle(version) {
    const { findings, allowDegraded } = this.#subject;
    this.#arguments.settle(findings, version);
    if (this.#refused.length > 0)
      findings.fail("L2", "import-refused", "its config asks for what no model needs; never load it", {
        expected: "only parts of Keras",
        found: this.#refused.slice(0, MOST_LISTED2).join(", ").slice(0, 300)
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
    const isKeras = module === void 0 || KERAS_MODULES.test(module) || BACKEND_OPTIMIZERS.test(module) || APPLICATION_LAYERS.has(`${module}.${className}`);
    if (!isKeras && !(module === "builtins" && className === "function")) this.#foreign(module ?? "", symbol);
    else if (symbol !== className) this.#enter("custom", `function ${symbol}`);
    else if (module !== void 0 && !CLASS.test(className)) this.#foreign(module, className);
    else if (registeredName !== void 0 && registeredName !== className)
      this.#enter("custom", registeredName);
    else if (module === void 0 && !SPECIAL.has(className) && !KERAS_CLASSES.has(className))
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
    return list.slice(0, MOST_LISTED2).join(", ").slice(0, 300);
  }
};
var KERAS_ROOTS = /^(tf_keras|keras|tensorflow\.keras|tensorflow\.python\.keras)(\.|$)/;

export {
  KerasConfig
};
