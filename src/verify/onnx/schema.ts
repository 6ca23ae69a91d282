import { type FieldShape, type MessageShape, many, manyOf, one, oneOf } from '../codec/protobuf-schema.ts';

/** The messages of ONNX up to IR version 14 (onnx 1.23), from `onnx-ml.proto`. */
const message = (name: string, fields: Record<number, FieldShape>): MessageShape => ({ name, fields });

const text = one('delimited');
const texts = many('delimited');
const int = one('varint');
const ints = many('varint');

export const PAIR = message('StringStringEntryProto', { 1: text, 2: text });
const pairs = manyOf(() => PAIR);

export const TENSOR = message('TensorProto', {
  1: ints,
  2: int,
  3: oneOf(() => SEGMENT),
  4: many('fixed32'),
  5: ints,
  6: texts,
  7: ints,
  8: text,
  9: one('delimited'),
  10: many('fixed64'),
  11: ints,
  12: text,
  13: pairs,
  14: int,
  16: pairs,
});
const SEGMENT = message('TensorProto.Segment', { 1: int, 2: int });

export const SPARSE_TENSOR = message('SparseTensorProto', {
  1: oneOf(() => TENSOR),
  2: oneOf(() => TENSOR),
  3: ints,
});

const DIMENSION = message('TensorShapeProto.Dimension', { 1: int, 2: text, 3: text });
const SHAPE = message('TensorShapeProto', { 1: manyOf(() => DIMENSION) });
const TENSOR_TYPE = message('TypeProto.Tensor', { 1: int, 2: oneOf(() => SHAPE) });
const ELEMENT_TYPE = message('TypeProto.Sequence', { 1: oneOf(() => TYPE) });
const MAP_TYPE = message('TypeProto.Map', { 1: int, 2: oneOf(() => TYPE) });
const OPAQUE_TYPE = message('TypeProto.Opaque', { 1: text, 2: text });
export const TYPE: MessageShape = message('TypeProto', {
  1: oneOf(() => TENSOR_TYPE),
  4: oneOf(() => ELEMENT_TYPE),
  5: oneOf(() => MAP_TYPE),
  6: text,
  7: oneOf(() => OPAQUE_TYPE),
  8: oneOf(() => TENSOR_TYPE),
  9: oneOf(() => ELEMENT_TYPE),
});
export const VALUE_INFO = message('ValueInfoProto', { 1: text, 2: oneOf(() => TYPE), 3: text, 4: pairs });
const values = manyOf(() => VALUE_INFO);

export const ATTRIBUTE: MessageShape = message('AttributeProto', {
  1: text,
  2: one('fixed32'),
  3: int,
  4: text,
  5: oneOf(() => TENSOR),
  6: oneOf(() => GRAPH),
  7: many('fixed32'),
  8: ints,
  9: texts,
  10: manyOf(() => TENSOR),
  11: manyOf(() => GRAPH),
  13: text,
  14: oneOf(() => TYPE),
  15: manyOf(() => TYPE),
  20: int,
  21: text,
  22: oneOf(() => SPARSE_TENSOR),
  23: manyOf(() => SPARSE_TENSOR),
});

const INT_INTS = message('IntIntListEntryProto', { 1: int, 2: ints });
const SIMPLE_SHARD = message('SimpleShardedDimProto', { 1: int, 2: text, 3: int });
const SHARDED_DIM = message('ShardedDimProto', { 1: int, 2: manyOf(() => SIMPLE_SHARD) });
const SHARDING = message('ShardingSpecProto', {
  1: text,
  2: ints,
  3: manyOf(() => INT_INTS),
  4: manyOf(() => SHARDED_DIM),
});
const NODE_DEVICES = message('NodeDeviceConfigurationProto', { 1: text, 2: manyOf(() => SHARDING), 3: int });

export const NODE: MessageShape = message('NodeProto', {
  1: texts,
  2: texts,
  3: text,
  4: text,
  5: manyOf(() => ATTRIBUTE),
  6: text,
  7: text,
  8: text,
  9: pairs,
  10: manyOf(() => NODE_DEVICES),
});

const ANNOTATION = message('TensorAnnotation', { 1: text, 2: pairs });

export const GRAPH: MessageShape = message('GraphProto', {
  1: manyOf(() => NODE),
  2: text,
  5: manyOf(() => TENSOR),
  10: text,
  11: values,
  12: values,
  13: values,
  14: manyOf(() => ANNOTATION),
  15: manyOf(() => SPARSE_TENSOR),
  16: pairs,
});

export const OPERATOR_SET = message('OperatorSetIdProto', { 1: text, 2: int });
const operatorSets = manyOf(() => OPERATOR_SET);

export const FUNCTION = message('FunctionProto', {
  1: text,
  4: texts,
  5: texts,
  6: texts,
  7: manyOf(() => NODE),
  8: text,
  9: operatorSets,
  10: text,
  11: manyOf(() => ATTRIBUTE),
  12: values,
  13: text,
  14: pairs,
});

export const TRAINING = message('TrainingInfoProto', {
  1: oneOf(() => GRAPH),
  2: oneOf(() => GRAPH),
  3: pairs,
  4: pairs,
});

const DEVICES = message('DeviceConfigurationProto', { 1: text, 2: int, 3: texts });

export const MODEL = message('ModelProto', {
  1: int,
  2: text,
  3: text,
  4: text,
  5: int,
  6: text,
  7: oneOf(() => GRAPH),
  8: operatorSets,
  14: pairs,
  20: manyOf(() => TRAINING),
  25: manyOf(() => FUNCTION),
  26: manyOf(() => DEVICES),
});
