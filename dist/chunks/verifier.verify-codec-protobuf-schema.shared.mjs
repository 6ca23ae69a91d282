import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  packedVarints
} from "./verifier.verify-codec-protobuf.shared.mjs";
import {
  Broken
} from "./verifier.clock.shared.mjs";

// src/verify/codec/protobuf-schema.ts
var one = (wire) => ({ wire, many: false });
var many = (wire) => ({ wire, many: true });
var oneOf = (message2) => ({
  wire: "delimited",
  many: false,
  message: message2
});
var manyOf = (message2) => ({
  wire: "delimited",
  many: true,
  message: message2
});
var SchemaWatch = class {
  #findings;
  #told = /* @__PURE__ */ new Set();
  constructor(findings) {
    this.#findings = findings;
  }
  /** What a newer schema may have put there we cannot know, so nothing is said for the whole. */
  unknown(message2, field, at) {
    const key = `${message2}.${field}`;
    if (this.#told.has(key) || this.#told.size >= 100) return;
    this.#told.add(key);
    const what = `${message2} has a field that we do not know`;
    this.#findings.inconclusive("L2", "protobuf-unknown-field", what, {
      offset: at,
      found: `field ${field}`
    });
  }
  /** Of a field that can only stand once, readers take the last and writers write none twice: two files were joined. */
  twice(message2, field, at) {
    const what = `${message2} has a field twice that can stand there once`;
    this.#findings.fail("L1", "protobuf-field-twice", what, { offset: at, found: `field ${field}` });
  }
};
var KnownMessage = class _KnownMessage {
  #shape;
  #seen = /* @__PURE__ */ new Set();
  watch;
  constructor(shape, watch) {
    this.#shape = shape;
    this.watch = watch;
  }
  varint(field, value, at) {
    if (this.#admits(field, "varint", at) !== void 0) this.onVarint(field, value, at);
  }
  fixed(field, bytes, at) {
    const wire = bytes.length === 4 ? "fixed32" : "fixed64";
    if (this.#admits(field, wire, at) !== void 0) this.onFixed(field, bytes, at);
  }
  delimited(field, length, at) {
    const shape = this.#admits(field, "delimited", at);
    if (shape === void 0) return void 0;
    if (shape.wire !== "delimited")
      return this.onPacked(field, length, at) ?? this.#packed(field, shape, length, at);
    const target = this.onDelimited(field, length, at);
    if (target !== void 0 || shape.message === void 0) return target;
    return new _KnownMessage(shape.message(), this.watch);
  }
  onVarint(_field, _value, _at) {
  }
  onFixed(_field, _bytes, _at) {
  }
  onPacked(_field, _length, _at) {
    return void 0;
  }
  onDelimited(_field, _length, _at) {
    return void 0;
  }
  end(_at) {
  }
  #packed(field, shape, length, at) {
    if (shape.wire === "varint") return packedVarints((value) => this.onVarint(field, value, at));
    const size = shape.wire === "fixed32" ? 4 : 8;
    if (length % size !== 0)
      throw new Broken("L2", "protobuf-length", "a packed field ends inside a number", { offset: at });
    return void 0;
  }
  #admits(field, wire, at) {
    const shape = this.#shape.fields[field];
    if (shape === void 0) {
      this.watch.unknown(this.#shape.name, field, at);
      return void 0;
    }
    const packed = shape.many && wire === "delimited";
    if (shape.wire !== wire && !packed) {
      const what = `${this.#shape.name} has a field of another type than its schema`;
      throw new Broken("L2", "protobuf-wire-type", what, {
        offset: at,
        expected: shape.wire,
        found: `${wire} (field ${field})`
      });
    }
    if (!shape.many) {
      if (this.#seen.has(field)) this.watch.twice(this.#shape.name, field, at);
      this.#seen.add(field);
    }
    return shape;
  }
};

// src/verify/onnx/schema.ts
var message = (name, fields) => ({ name, fields });
var text = one("delimited");
var texts = many("delimited");
var int = one("varint");
var ints = many("varint");
var PAIR = message("StringStringEntryProto", { 1: text, 2: text });
var pairs = manyOf(() => PAIR);
var TENSOR = message("TensorProto", {
  1: ints,
  2: int,
  3: oneOf(() => SEGMENT),
  4: many("fixed32"),
  5: ints,
  6: texts,
  7: ints,
  8: text,
  9: one("delimited"),
  10: many("fixed64"),
  11: ints,
  12: text,
  13: pairs,
  14: int,
  16: pairs
});
var SEGMENT = message("TensorProto.Segment", { 1: int, 2: int });
var SPARSE_TENSOR = message("SparseTensorProto", {
  1: oneOf(() => TENSOR),
  2: oneOf(() => TENSOR),
  3: ints
});
var DIMENSION = message("TensorShapeProto.Dimension", { 1: int, 2: text, 3: text });
var SHAPE = message("TensorShapeProto", { 1: manyOf(() => DIMENSION) });
var TENSOR_TYPE = message("TypeProto.Tensor", { 1: int, 2: oneOf(() => SHAPE) });
var ELEMENT_TYPE = message("TypeProto.Sequence", { 1: oneOf(() => TYPE) });
var MAP_TYPE = message("TypeProto.Map", { 1: int, 2: oneOf(() => TYPE) });
var OPAQUE_TYPE = message("TypeProto.Opaque", { 1: text, 2: text });
var TYPE = message("TypeProto", {
  1: oneOf(() => TENSOR_TYPE),
  4: oneOf(() => ELEMENT_TYPE),
  5: oneOf(() => MAP_TYPE),
  6: text,
  7: oneOf(() => OPAQUE_TYPE),
  8: oneOf(() => TENSOR_TYPE),
  9: oneOf(() => ELEMENT_TYPE)
});
var VALUE_INFO = message("ValueInfoProto", { 1: text, 2: oneOf(() => TYPE), 3: text, 4: pairs });
var values = manyOf(() => VALUE_INFO);
var ATTRIBUTE = message("AttributeProto", {
  1: text,
  2: one("fixed32"),
  3: int,
  4: text,
  5: oneOf(() => TENSOR),
  6: oneOf(() => GRAPH),
  7: many("fixed32"),
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
  23: manyOf(() => SPARSE_TENSOR)
});
var INT_INTS = message("IntIntListEntryProto", { 1: int, 2: ints });
var SIMPLE_SHARD = message("SimpleShardedDimProto", { 1: int, 2: text, 3: int });
var SHARDED_DIM = message("ShardedDimProto", { 1: int, 2: manyOf(() => SIMPLE_SHARD) });
var SHARDING = message("ShardingSpecProto", {
  1: text,
  2: ints,
  3: manyOf(() => INT_INTS),
  4: manyOf(() => SHARDED_DIM)
});
var NODE_DEVICES = message("NodeDeviceConfigurationProto", { 1: text, 2: manyOf(() => SHARDING), 3: int });
var NODE = message("NodeProto", {
  1: texts,
  2: texts,
  3: text,
  4: text,
  5: manyOf(() => ATTRIBUTE),
  6: text,
  7: text,
  8: text,
  9: pairs,
  10: manyOf(() => NODE_DEVICES)
});
var ANNOTATION = message("TensorAnnotation", { 1: text, 2: pairs });
var GRAPH = message("GraphProto", {
  1: manyOf(() => NODE),
  2: text,
  5: manyOf(() => TENSOR),
  10: text,
  11: values,
  12: values,
  13: values,
  14: manyOf(() => ANNOTATION),
  15: manyOf(() => SPARSE_TENSOR),
  16: pairs
});
var OPERATOR_SET = message("OperatorSetIdProto", { 1: text, 2: int });
var operatorSets = manyOf(() => OPERATOR_SET);
var FUNCTION = message("FunctionProto", {
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
  14: pairs
});
var TRAINING = message("TrainingInfoProto", {
  1: oneOf(() => GRAPH),
  2: oneOf(() => GRAPH),
  3: pairs,
  4: pairs
});
var DEVICES = message("DeviceConfigurationProto", { 1: text, 2: int, 3: texts });
var MODEL = message("ModelProto", {
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
  26: manyOf(() => DEVICES)
});

export {
  SchemaWatch,
  KnownMessage,
  PAIR,
  TENSOR,
  SPARSE_TENSOR,
  TYPE,
  VALUE_INFO,
  ATTRIBUTE,
  NODE,
  GRAPH,
  OPERATOR_SET,
  FUNCTION,
  TRAINING,
  MODEL
};
