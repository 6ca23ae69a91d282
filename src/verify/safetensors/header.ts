import { Broken, Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { JsonEvents, JsonPath, JsonScalar } from '../read/json-scanner.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';

export interface TensorEntry {
  name: string;
  dtype: Dtype;
  shape: number[];
  /** Within the data that follows the header. */
  begin: number;
  end: number;
  elements: number;
}

/** The names of the safetensors format, as its reference reader knows them (0.6). */
const BY_NAME: Record<string, Dtype> = {
  F64: DTYPES.f64,
  F32: DTYPES.f32,
  F16: DTYPES.f16,
  BF16: DTYPES.bf16,
  C64: DTYPES.c64,
  F8_E4M3: DTYPES.f8_e4m3,
  F8_E5M2: DTYPES.f8_e5m2,
  F8_E4M3FNUZ: DTYPES.f8_e4m3fnuz,
  F8_E5M2FNUZ: DTYPES.f8_e5m2fnuz,
  F8_E8M0: DTYPES.e8m0,
  F4: DTYPES.f4,
  F6_E2M3: DTYPES.f6_e2m3,
  F6_E3M2: DTYPES.f6_e3m2,
  I64: DTYPES.i64,
  I32: DTYPES.i32,
  I16: DTYPES.i16,
  I8: DTYPES.i8,
  U64: DTYPES.u64,
  U32: DTYPES.u32,
  U16: DTYPES.u16,
  U8: DTYPES.u8,
  BOOL: DTYPES.bool,
};

interface Draft {
  name: string;
  dtype?: string;
  shape?: number[];
  offsets?: number[];
  offset: number;
}

const METADATA = '__metadata__';
/** Half of a surrogate pair, in an escape: JSON may say so, and serde, which safetensors reads with, refuses it. */
const LONE = /\p{Surrogate}/u;
/** The reference reader multiplies sizes one by one in 64 bits, and refuses what leaves them, be it for a zero behind it. */
const MOST_ELEMENTS = 2n ** 64n - 1n;

/** Builds the tensor table from the header's JSON as it streams by. Every entry is exactly dtype, shape, data_offsets. */
export class SafetensorsHeader implements JsonEvents {
  readonly tensors: TensorEntry[] = [];
  readonly metadata = new Map<string, string>();
  #draft: Draft | undefined;

  opened(kind: 'object' | 'array', path: JsonPath): void {
    if (path.length === 0 && kind !== 'object') throw malformed('the header is not an object', 8);
    if (path.length === 1 && kind !== 'object') throw malformed('an entry is not an object', 8);
    if (path.length < 2) return;
    const field = path[1];
    const isList = path.length === 2 && kind === 'array' && (field === 'shape' || field === 'data_offsets');
    if (!isList || this.#draft === undefined)
      throw malformed(`${show(path)} is nested`, this.#draft?.offset ?? 8);
    this.#draft[field === 'shape' ? 'shape' : 'offsets'] = [];
  }

  closed(path: JsonPath): void {
    if (path.length !== 1 || this.#draft === undefined) return;
    this.tensors.push(finished(this.#draft));
    this.#draft = undefined;
  }

  key(name: string, path: JsonPath, offset: number): void {
    if (LONE.test(name)) throw malformed(`${show(path)} holds half a character`, offset);
    if (path.length === 1 && name !== METADATA) this.#draft = { name, offset };
    const known = name === 'dtype' || name === 'shape' || name === 'data_offsets';
    if (path.length === 2 && path[0] !== METADATA && !known)
      throw malformed(`${show(path)} is no field`, offset);
  }

  scalar(scalar: JsonScalar, path: JsonPath, offset: number): void {
    const [first, field] = path;
    if (path.length === 2 && first === METADATA) {
      if (scalar.kind !== 'string') throw malformed(`${show(path)} is not text`, offset);
      if (LONE.test(scalar.text)) throw malformed(`${show(path)} holds half a character`, offset);
      this.metadata.set(String(field), scalar.text);
      return;
    }
    // MLX writes so that there is none.
    if (path.length === 1 && first === METADATA && scalar.kind === 'literal' && scalar.value === null) return;
    const draft = this.#draft;
    if (draft !== undefined && path.length === 2 && field === 'dtype' && scalar.kind === 'string') {
      draft.dtype = scalar.text;
      return;
    }
    const list = field === 'shape' ? draft?.shape : field === 'data_offsets' ? draft?.offsets : undefined;
    if (list === undefined || path.length !== 3)
      throw malformed(`${show(path)} does not belong there`, offset);
    const isCount =
      scalar.kind === 'number' && /^[0-9]+$/.test(scalar.text) && Number.isSafeInteger(scalar.value);
    if (!isCount) throw malformed(`${show(path)} is not a count below 2^53`, offset);
    list.push(scalar.value);
  }
}

function finished({ name, dtype, shape, offsets, offset }: Draft): TensorEntry {
  const [begin, end] = offsets ?? [];
  if (
    dtype === undefined ||
    shape === undefined ||
    begin === undefined ||
    end === undefined ||
    offsets?.length !== 2
  ) {
    throw malformed(`${quoted(name)} lacks dtype, shape or two data_offsets`, offset);
  }
  const known = Object.hasOwn(BY_NAME, dtype) ? BY_NAME[dtype] : undefined;
  if (known === undefined) {
    throw new Unsettled('L2', 'unknown-dtype', 'has an element type that this version does not know', {
      offset,
      found: dtype.slice(0, 40),
    });
  }
  const elements = shape.reduce((product, size) => {
    if (product > MOST_ELEMENTS) throw malformed(`${quoted(name)} has a shape beyond 64 bits`, offset);
    return product * BigInt(size);
  }, 1n);
  const bits = elements * BigInt(known.bits);
  if (bits % 8n !== 0n || bits / 8n !== BigInt(end) - BigInt(begin)) {
    throw new Broken('L2', 'size-lies', `${quoted(name)} is not as long as its dtype and shape say`, {
      offset,
      expected: `${bits} bits (${dtype}[${shape.join(', ')}])`,
      found: `${BigInt(end) - BigInt(begin)} bytes`,
    });
  }
  return { name, dtype: known, shape, begin, end, elements: Number(elements) };
}

const show = (path: JsonPath): string => quoted(path.join('.'));

const malformed = (what: string, offset: number): Broken =>
  new Broken('L2', 'header-malformed', what, { offset });
