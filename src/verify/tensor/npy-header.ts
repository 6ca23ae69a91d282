import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import { NPY_MAGIC } from './npy-magic.ts';
import { type NumpyType, shapeOf, typeOfDescr } from './numpy-type.ts';
import { type Literal, LiteralTuple, parseLiteral } from './python-literal.ts';

/** One unit of the older alignment. */
const [LINE_FEED, BLANK, BRACE] = [0x0a, 0x20, 0x7d];
const LEAST_HEADER_BYTES = 16;
export const MOST_HEADER_BYTES = 65_536;

export interface NpyHeader {
  type: NumpyType;
  shape: readonly number[];
  fortranOrder: boolean;
  /** Where the elements begin. */
  bytes: number;
  /** `numpy.load` refuses longer ones unless it is told otherwise. */
  isLong: boolean;
}

/** NumPy's `max_header_size`, in characters. */
const NUMPY_TAKES = 10_000;

const broken = (what: string, found: string): Broken =>
  new Broken('L2', 'npy-header', `the header of the array ${what}`, {
    offset: 0,
    found: found.slice(0, 120),
  });

/**
 * Version 1.0 has a u16 header length, 2.0 and 3.0 a u32; 3.0 is UTF-8. From NumPy's documentation of the format.
 *
 * @param start the first bytes; at least 12, or all there are
 * @returns how many bytes the header has in all
 */
export function npyHeaderBytes(start: Uint8Array): number {
  if (start.length < 10 || !NPY_MAGIC.every((byte, i) => start[i] === byte))
    throw broken('has no magic', Buffer.from(start.subarray(0, 8)).toString('hex'));
  const [major, minor] = [start[6] as number, start[7] as number];
  if (major < 1 || major > 3 || minor !== 0)
    throw new Unsettled('L2', 'npy-version', 'is of a version of the format that we do not know', {
      offset: 6,
      expected: '1.0, 2.0 or 3.0',
      found: `${major}.${minor}`,
    });
  const view = new DataView(start.buffer, start.byteOffset, start.length);
  if (major > 1 && start.length < 12) throw broken('is cut', `${start.length} bytes`);
  const length = major === 1 ? 10 + view.getUint16(8, true) : 12 + view.getUint32(8, true);
  if (length < LEAST_HEADER_BYTES) throw broken('is too short', `${length} bytes`);
  if (length > MOST_HEADER_BYTES) throw overBudget('bytes of an npy header', MOST_HEADER_BYTES, length, 0);
  return length;
}

/** @param header exactly `npyHeaderBytes` of them */
export function parseNpyHeader(header: Uint8Array): NpyHeader {
  const major = header[6] as number;
  const body = Buffer.from(header.subarray(major === 1 ? 10 : 12));
  // NumPy aligns what follows to 16 or 64 bytes; MLX does not, and no reader asks for it.
  const last = body.at(-1);
  // TensorFlow.js pads with blanks to the end, and NumPy reads that (tfjs-npy 0.0.3, NumPy 2.4, 2026-11-27).
  if (last !== LINE_FEED && last !== BLANK && last !== BRACE)
    throw broken('ends in neither a line feed nor a blank', body.subarray(-8).toString('hex'));
  const fields = fieldsOf(last === LINE_FEED ? body.subarray(0, -1) : body, major);
  const descr = fields.get('descr') ?? null;
  // Fields may be arrays; of an array of arrays NumPy writes the inner ones as further dimensions, and reads no other.
  const type = descr instanceof LiteralTuple ? undefined : typeOfDescr(descr);
  const shape = shapeOf(fields.get('shape') ?? null);
  const fortranOrder = fields.get('fortran_order');
  if (fields.size !== 3 || !['descr', 'shape', 'fortran_order'].every((key) => fields.has(key)))
    throw broken('has other keys than descr, fortran_order and shape', [...fields.keys()].join(', '));
  if (type === undefined) throw broken('names a type that NumPy does not have', shown(descr));
  if (shape === undefined) throw broken('has a shape that is none', shown(fields.get('shape') ?? null));
  if (typeof fortranOrder !== 'boolean')
    throw broken('has an order that is none', shown(fortranOrder ?? null));
  return { type, shape, fortranOrder, bytes: header.length, isLong: body.length > NUMPY_TAKES };
}

function fieldsOf(body: Buffer, major: number): Map<string, Literal> {
  let value: Literal;
  try {
    const text =
      major === 3 ? new TextDecoder('utf-8', { fatal: true }).decode(body) : body.toString('latin1');
    value = parseLiteral(text);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Unsettled) throw error;
    throw broken('is no literal', error.message);
  }
  if (value instanceof Map) return value;
  throw broken('is no dict', shown(value));
}

const shown = (value: Literal): string =>
  JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? String(each) : each)) ?? 'none';

/** Elements of an array of this shape, exactly. */
export const countOf = (shape: readonly number[]): bigint =>
  shape.reduce((product, size) => product * BigInt(size), 1n);
