import { joined } from './memory-source.ts';

/** One varint; negative numbers as 64 bits, as protobuf writes them. */
export function varint(value: number | bigint): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value));
  const out: number[] = [];
  do {
    out.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Uint8Array.from(out);
}

export const number = (field: number, value: number | bigint): Uint8Array =>
  joined(varint(field * 8), varint(value));

/** A delimited field: text, bytes, or a message put together from fields. */
export function delimited(field: number, ...content: (string | Uint8Array)[]): Uint8Array {
  const bytes = joined(
    ...content.map((each) => (typeof each === 'string' ? new TextEncoder().encode(each) : each)),
  );
  return joined(varint(field * 8 + 2), varint(bytes.length), bytes);
}

export const float32s = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

/** An input or output of a graph: a `ValueInfoProto` of floats. */
export const onnxValue = (name: string): Uint8Array =>
  joined(delimited(1, name), delimited(2, delimited(1, number(1, 1))));

/** A `NodeProto`; `more` further fields of it. */
export const onnxNode = (
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  ...more: Uint8Array[]
): Uint8Array =>
  joined(
    ...inputs.map((name) => delimited(1, name)),
    ...outputs.map((name) => delimited(2, name)),
    delimited(4, operator),
    ...more,
  );

/** An `AttributeProto` of a type, as `AttributeProto.AttributeType` counts. */
export const onnxAttribute = (name: string, type: number, value: Uint8Array): Uint8Array =>
  joined(delimited(1, name), value, number(20, type));

/** A small ONNX model: `tensors` are `TensorProto` contents, `more` further fields of the graph. */
export function onnxModel(tensors: readonly Uint8Array[], ...more: Uint8Array[]): Uint8Array {
  const graph = joined(
    delimited(1, onnxNode('Identity', ['x'], ['y'])),
    delimited(2, 'g'),
    ...tensors.map((tensor) => delimited(5, tensor)),
    delimited(11, onnxValue('x')),
    ...more,
  );
  return joined(number(1, 10), delimited(7, graph), delimited(8, number(2, 21)));
}

/** A `TensorProto` of float32 `shape` with raw data. */
export const onnxFloats = (name: string, shape: readonly number[], values: readonly number[]): Uint8Array =>
  joined(
    ...shape.map((size) => number(1, size)),
    number(2, 1),
    delimited(8, name),
    delimited(9, float32s(...values)),
  );

/** A `TensorProto` of float32 that lies in another file. */
export const onnxExternal = (
  name: string,
  shape: readonly number[],
  entries: Readonly<Record<string, string>>,
): Uint8Array =>
  joined(
    ...shape.map((size) => number(1, size)),
    number(2, 1),
    delimited(8, name),
    ...Object.entries(entries).map(([key, value]) => delimited(13, delimited(1, key), delimited(2, value))),
    number(14, 1),
  );
