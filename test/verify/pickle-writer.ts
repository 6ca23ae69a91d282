/** Assembles pickle programs, opcode by opcode. */
export type Op = string | number | Uint8Array | readonly Op[];

/** Strings are their characters as bytes, numbers are bytes. */
export const pickle = (...ops: Op[]): Uint8Array => new Uint8Array(Buffer.concat(ops.map(bytesOf)));

function bytesOf(op: Op): Uint8Array {
  if (typeof op === 'number') return Uint8Array.of(op);
  if (typeof op === 'string') return Buffer.from(op, 'latin1');
  if (op instanceof Uint8Array) return op;
  return pickle(...op);
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

export const PROTO2: Op = [0x80, 2];
export const PROTO4: Op = [0x80, 4];
export const STOP: Op = '.';
export const REDUCE: Op = 'R';
export const BUILD: Op = 'b';
export const text = (value: string): Op => ['X', u32(Buffer.byteLength(value)), Buffer.from(value)];
export const int = (value: number): Op => ['J', u32(value >>> 0)];
export const float = (value: number): Op => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return ['G', bytes];
};
export const global = (module: string, name: string): Op => `c${module}\n${name}\n`;
export const stackGlobal = (module: string, name: string): Op => [text(module), text(name), 0x93];
export const tuple = (...items: Op[]): Op => ['(', ...items, 't'];
export const dict = (...pairs: [Op, Op][]): Op => ['}', '(', ...pairs.flat(), 'u'];
export const frame = (length: number): Op => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(length));
  return [0x95, bytes];
};

export const storage = (key: string, elements: number, type = 'FloatStorage', module = 'torch'): Op => [
  tuple(text('storage'), global(module, type), text(key), text('cpu'), int(elements)),
  'Q',
];

export interface TensorOps {
  key?: string;
  elements?: number;
  type?: string;
  offset?: number;
  shape?: number[];
  stride?: number[];
}

/** `_rebuild_tensor_v2(...)` as torch.save writes it; a 4 x 4 float tensor on storage 0 unless told otherwise. */
export function tensor({
  key = '0',
  elements = 16,
  type,
  offset = 0,
  shape = [4, 4],
  stride = [4, 1],
}: TensorOps = {}): Op {
  const args = [
    storage(key, elements, type),
    int(offset),
    tuple(...shape.map(int)),
    tuple(...stride.map(int)),
    0x89,
    [global('collections', 'OrderedDict'), ')', REDUCE],
  ];
  return [global('torch._utils', '_rebuild_tensor_v2'), tuple(...args), REDUCE];
}

/** A program that is a dict with `w`, and whatever else. */
export const checkpointProgram = (...more: [Op, Op][]): Uint8Array =>
  pickle(PROTO2, dict([text('w'), tensor()], ...more), STOP);
