/** The files that `verify.mjs` measures with: flat ones of any size, folders of many. */
import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Writes `bytes` of float32 that no check complains about behind a header. */
function filled(path, header, bytes) {
  const file = openSync(path, 'w');
  const block = new Float32Array(2 ** 18);
  for (let i = 0; i < block.length; i += 1) block[i] = Math.sin(i + 1);
  const data = new Uint8Array(block.buffer);
  writeSync(file, header);
  for (let left = bytes; left > 0; left -= data.length) writeSync(file, data, 0, Math.min(left, data.length));
  closeSync(file);
}

export function safetensors(path, bytes, tensors = 8) {
  const each = Math.floor(bytes / tensors / 4) * 4;
  const entries = Array.from({ length: tensors }, (_none, i) => [
    `layer${i}.weight`,
    { dtype: 'F32', shape: [each / 4], data_offsets: [i * each, (i + 1) * each] },
  ]);
  const json = JSON.stringify(Object.fromEntries(entries));
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  filled(path, Buffer.concat([length, text]), each * tensors);
}

function npyHeader(bytes) {
  const dict = `{'descr': '<f4', 'fortran_order': False, 'shape': (${bytes / 4},), }`;
  const padded = `${dict.padEnd(128 - 10 - 1)}\n`;
  const start = Buffer.from([
    0x93,
    0x4e,
    0x55,
    0x4d,
    0x50,
    0x59,
    1,
    0,
    padded.length & 255,
    padded.length >> 8,
  ]);
  return Buffer.concat([start, Buffer.from(padded)]);
}

export function npy(path, bytes) {
  const whole = Math.floor(bytes / 4) * 4;
  filled(path, npyHeader(whole), whole);
}

/** The same tensors under many names. */
export function alikeFiles(folder, count, bytesEach) {
  mkdirSync(folder);
  const first = join(folder, '0.safetensors');
  safetensors(first, bytesEach);
  for (let n = 1; n < count; n += 1) copyFileSync(first, join(folder, `${n}.safetensors`));
}

/** A thousand small JSON files to a folder, each with other numbers. */
export function manyFiles(folder, count) {
  for (let n = 0; n < count; n += 1) {
    const below = join(folder, String(Math.floor(n / 1000)));
    if (n % 1000 === 0) mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `${n % 1000}.json`), JSON.stringify({ id: n, name: 'sample', value: n / 8 }));
  }
}

/** Zeros that take no disk: verified at full length, found to be nothing but zeros. */
export function sparseNpy(path, bytes) {
  const whole = Math.floor(bytes / 4) * 4;
  const header = npyHeader(whole);
  const file = openSync(path, 'w');
  writeSync(file, header);
  ftruncateSync(file, header.length + whole);
  closeSync(file);
}

export function gguf(path, bytes) {
  const elements = Math.floor(bytes / 4 / 32) * 32;
  const u32 = (value) => Buffer.from(Uint32Array.of(value).buffer);
  const u64 = (value) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
  const text = (value) => Buffer.concat([u64(value.length), Buffer.from(value)]);
  const start = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(1),
    u64(1),
    text('general.architecture'),
    u32(8),
    text('llama'),
    text('output.weight'),
    u32(1),
    u64(elements),
    u32(0),
    u64(0),
  ]);
  const header = Buffer.concat([start, Buffer.alloc((32 - (start.length % 32)) % 32)]);
  filled(path, header, elements * 4);
}
