import type { PickleStream } from './stream.ts';
import { parseDecimal, parseLong, parsePyFloat, parseQuoted, parseRawUnicode } from './text.ts';
import { PyBytes, PyFloat, type PyValue } from './value.ts';

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

function bytesOf(input: PickleStream, length: number, isArray = false): PyBytes {
  const bytes = input.bytes(length).slice();
  return new PyBytes(bytes, input.position - length, isArray);
}

/** Opcodes that push what stands right after them, with that reading of it. */
const CONSTANTS = new Map<number, (input: PickleStream) => PyValue>([
  [0x4e, () => null],
  [0x88, () => true],
  [0x89, () => false],
  // INT, LONG, FLOAT: text
  [0x49, (input) => parseDecimal(input.asciiLine(), input)],
  [0x4c, (input) => parseDecimal(input.asciiLine().replace(/L$/, ''), input, true)],
  [0x46, (input) => new PyFloat(parsePyFloat(input.asciiLine(), input))],
  // BININT, BININT1, BININT2, LONG1, LONG4, BINFLOAT
  [0x4a, (input) => input.i32()],
  [0x4b, (input) => input.u8()],
  [0x4d, (input) => input.u16()],
  [0x8a, (input) => parseLong(input.bytes(input.u8()))],
  [0x8b, (input) => parseLong(input.bytes(input.i32()))],
  [0x47, (input) => new PyFloat(input.f64())],
  // STRING, BINSTRING, SHORT_BINSTRING: the str of Python 2
  [0x53, (input) => parseQuoted(input.line(), input)],
  [0x54, (input) => latin1(input.bytes(input.i32()))],
  [0x55, (input) => latin1(input.bytes(input.u8()))],
  // UNICODE, BINUNICODE, SHORT_BINUNICODE, BINUNICODE8
  [0x56, (input) => parseRawUnicode(input.line(), input)],
  [0x58, (input) => input.utf8(input.u32())],
  [0x8c, (input) => input.utf8(input.u8())],
  [0x8d, (input) => input.utf8(input.u64())],
  // BINBYTES, SHORT_BINBYTES, BINBYTES8, BYTEARRAY8
  [0x42, (input) => bytesOf(input, input.u32())],
  [0x43, (input) => bytesOf(input, input.u8())],
  [0x8e, (input) => bytesOf(input, input.u64())],
  [0x96, (input) => bytesOf(input, input.u64(), true)],
]);

/** @returns undefined when the opcode pushes no constant */
export function readConstant(opcode: number, input: PickleStream): PyValue | undefined {
  return CONSTANTS.get(opcode)?.(input);
}

const PROBED_FROM = 64;
const PROBED_BYTES = 256;

/** A pickle of protocol 2 or later, or of text that begins with an import; a zip archive. */
const FILES = [/^\x80[\x02-\x05]/, /^PK\x03\x04/, /^\(?c[\w.]+\n[\w.]+\n/];

/** A pickle or zip archive inside a constant is never opened, but told. */
export function looksLikeFile(value: PyValue): boolean {
  if (!(typeof value === 'string' || value instanceof PyBytes)) return false;
  const length = typeof value === 'string' ? value.length : value.bytes.length;
  if (length <= PROBED_FROM) return false;
  const head =
    typeof value === 'string'
      ? value.slice(0, PROBED_BYTES)
      : Buffer.from(value.bytes.subarray(0, PROBED_BYTES)).toString('latin1');
  return FILES.some((pattern) => pattern.test(head));
}
