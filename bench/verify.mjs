/**
 * Verifying beside the usual ways to look at a file, each in a fresh process with the file in the page cache:
 * `node bench/verify.mjs [--bytes 1000000000] [--rounds 5] [--sparse 20000000000] [--files 100000]`. Prints one line of JSON; what counts are
 * the ratios of the fastest runs, taken in turns so that a disturbance hits all of them; seconds are for orientation. What is
 * run is the command as it ships (the bundle, built from these sources). Needs `python3` with torch for the PyTorch files.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '1000000000' },
    rounds: { type: 'string', default: '5' },
    sparse: { type: 'string', default: '20000000000' },
    files: { type: 'string', default: '100000' },
  },
});
const BYTES = Number(values.bytes);
const ROUNDS = Number(values.rounds);
const PYTHON = '/usr/bin/python3';
const TINY_TENSORS = 50_000;
const root = mkdtempSync(join(tmpdir(), 'bench-verify-'));

/** The floor: every byte through zlib's CRC-32. */
const CRC = `
import { openSync, readSync } from 'node:fs';
import * as zlib from 'node:zlib';
const file = openSync(process.argv[2], 'r');
const chunk = new Uint8Array(new ArrayBuffer(2 ** 20 + 64), 64, 2 ** 20);
let crc = 0;
for (let at = 0, read; (read = readSync(file, chunk, 0, chunk.length, at)) > 0; at += read) crc = zlib.crc32(chunk.subarray(0, read), crc);
console.log(JSON.stringify({ crc }));
`;

/** The same bytes into WebAssembly memory and no further. */
const READ = `
import { openSync, readSync } from 'node:fs';
const file = openSync(process.argv[2], 'r');
const chunk = new Uint8Array(new WebAssembly.Memory({ initial: 16 }).buffer);
let bytes = 0;
for (let read; (read = readSync(file, chunk, 0, chunk.length, bytes)) > 0; ) bytes += read;
console.log(JSON.stringify({ bytes }));
`;

const TORCH = `
import json, resource, sys, torch
def walk(value):
    if isinstance(value, torch.Tensor): return bool(torch.isfinite(value).all())
    if isinstance(value, dict): return all([walk(v) for v in value.values()])
    return True
finite = walk(torch.load(sys.argv[1], map_location='cpu'))
print(json.dumps({'finite': finite, 'peakBytes': resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}))
`;

const TINY = `
import sys, torch
torch.manual_seed(1)
torch.save({'model': {f'layer{i}.weight': torch.randn(4) for i in range(${TINY_TENSORS})}}, sys.argv[1])
`;

/** As large as one tensor of a small layer: no member is worth cutting, so jobs must share them. */
const MEMBER_BYTES = 4_000_000;
const MEMBERS = `
import sys, torch
torch.manual_seed(1)
torch.save({'model': {f'layer{i}.weight': torch.randn(1000, 1000) for i in range(${Math.max(1, Math.floor(BYTES / MEMBER_BYTES))})}}, sys.argv[1])
`;

/** Tells what a process took at most. */
const PEAK = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS * 1024 + '\\n'));`;

try {
  const dist = join(root, 'dist');
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.mjs'), dist], {
    stdio: 'inherit',
  });
  const peak = script('peak.mjs', PEAK);
  const crc = script('crc.mjs', CRC);
  const read = script('read.mjs', READ);
  const nothing = script('nothing.mjs', '');
  const node = process.execPath;
  const verify = (file, jobs, ...more) => {
    const words = ['verify', '--json', '--jobs', String(jobs), ...more, file];
    return [node, '--import', peak, join(dist, 'gpu-lease.mjs'), ...words];
  };
  const checkpoint = join(root, 'large.pt');
  const fixtures = join(import.meta.dirname, '../test/verify/fixtures/make-checkpoints.py');
  execFileSync(PYTHON, [fixtures, checkpoint, '--large', values.bytes], { timeout: 300_000 });
  const flat = { safetensors: safetensors(BYTES), npy: npy(BYTES), gguf: gguf(BYTES) };
  const tinyTorch = join(root, 'tiny.pt');
  execFileSync(PYTHON, ['-c', TINY, tinyTorch], { timeout: 120_000 });
  const tinyFlat = safetensors(TINY_TENSORS * 16, TINY_TENSORS);
  const members = join(root, 'members.pt');
  execFileSync(PYTHON, ['-c', MEMBERS, members], { timeout: 300_000 });
  const many = manyFiles(Number(values.files));
  const sparse = sparseNpy(Number(values.sparse));

  const best = fastest({
    verify: verify(checkpoint, 1),
    verifyTwoJobs: verify(checkpoint, 2),
    crc32: [node, crc, checkpoint],
    node: [node, nothing],
    torchLoadAndIsfinite: [PYTHON, '-c', TORCH, checkpoint],
    ...Object.fromEntries(Object.entries(flat).map(([name, file]) => [name, verify(file, 1)])),
    ...Object.fromEntries(Object.entries(flat).map(([name, file]) => [`${name}Read`, [node, read, file]])),
    tinyTorch: verify(tinyTorch, 1),
    tinySafetensors: verify(tinyFlat, 1),
    explain: verify(flat.safetensors, 1, '--explain'),
    members: verify(members, 1),
    membersTwoJobs: verify(members, 2),
  });
  const ofMany = timed(verify(many, 1));
  const huge = timed(verify(sparse, 1));
  const flatBar = (name) => ({
    what: `${name}: verify beside reading`,
    measured: ratio(best[`${name}Read`].seconds, best[name].seconds),
    unit: 'x its speed',
    least: 0.5,
  });
  const tiny = (name) => [
    { what: `${name}: ${TINY_TENSORS} tensors`, measured: best[name].seconds, unit: 's', most: 1 },
    { what: `${name}: peak memory`, measured: mebibytes(best[name]), unit: 'MiB', most: 200 },
  ];
  const torch = best.torchLoadAndIsfinite;
  const floor = best.crc32.seconds + best.node.seconds;
  const bars = [
    {
      what: 'torch.load + isfinite beside verify',
      measured: ratio(torch.seconds, best.verify.seconds),
      unit: 'x',
      least: 6,
    },
    {
      what: 'verify beside crc32 + node -e 0',
      measured: ratio(best.verify.seconds, floor),
      unit: 'x',
      most: 1.3,
    },
    {
      what: 'peak memory beside torch',
      measured: ratio(best.verify.peakBytes, torch.peakBytes),
      unit: 'x',
      most: 0.1,
    },
    {
      what: '--jobs 1 beside --jobs 2',
      measured: ratio(best.verify.seconds, best.verifyTwoJobs.seconds),
      unit: 'x',
      least: 1.4,
    },
    ...['safetensors', 'npy', 'gguf'].map(flatBar),
    ...tiny('tinyTorch'),
    ...tiny('tinySafetensors'),
    {
      what: '--explain beside verify, safetensors',
      measured: ratio(best.explain.seconds, best.safetensors.seconds),
      unit: 'x',
      most: 2,
    },
    {
      what: 'members of 4 MB: --jobs 1 beside --jobs 2',
      measured: ratio(best.members.seconds, best.membersTwoJobs.seconds),
      unit: 'x',
      least: 1.6,
    },
    { what: `${values.files} small files`, measured: ofMany.seconds, unit: 's', most: 15 },
    { what: `${values.files} small files: peak memory`, measured: mebibytes(ofMany), unit: 'MiB', most: 200 },
    {
      what: `memory for ${values.sparse} bytes beside ${values.bytes}`,
      measured: ratio(huge.peakBytes, best.npy.peakBytes),
      unit: 'x',
      most: 1.2,
    },
  ];
  const seconds = Object.fromEntries(Object.entries(best).map(([name, run]) => [name, run.seconds]));
  console.log(
    JSON.stringify({
      bytes: statSync(checkpoint).size,
      bars,
      seconds,
      verifyPeakMiB: mebibytes(best.verify),
    }),
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}

function script(name, text) {
  const path = join(root, name);
  writeFileSync(path, text);
  return path;
}

/** Writes `bytes` of float32 that no check complains about behind a header. */
function filled(path, header, bytes) {
  const file = openSync(path, 'w');
  const block = new Float32Array(2 ** 18);
  for (let i = 0; i < block.length; i += 1) block[i] = Math.sin(i + 1);
  const data = new Uint8Array(block.buffer);
  writeSync(file, header);
  for (let left = bytes; left > 0; left -= data.length) writeSync(file, data, 0, Math.min(left, data.length));
  closeSync(file);
  return path;
}

function safetensors(bytes, tensors = 8) {
  const each = Math.floor(bytes / tensors / 4) * 4;
  const entries = Array.from({ length: tensors }, (_none, i) => [
    `layer${i}.weight`,
    { dtype: 'F32', shape: [each / 4], data_offsets: [i * each, (i + 1) * each] },
  ]);
  const json = JSON.stringify(Object.fromEntries(entries));
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return filled(join(root, `${tensors}.safetensors`), Buffer.concat([length, text]), each * tensors);
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

function npy(bytes) {
  const whole = Math.floor(bytes / 4) * 4;
  return filled(join(root, 'large.npy'), npyHeader(whole), whole);
}

/** A thousand small JSON files to a folder, each with other numbers. */
function manyFiles(count) {
  const folder = join(root, 'many');
  for (let n = 0; n < count; n += 1) {
    const below = join(folder, String(Math.floor(n / 1000)));
    if (n % 1000 === 0) mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `${n % 1000}.json`), JSON.stringify({ id: n, name: 'sample', value: n / 8 }));
  }
  return folder;
}

/** Zeros that take no disk: verified at full length, found to be nothing but zeros. */
function sparseNpy(bytes) {
  const whole = Math.floor(bytes / 4) * 4;
  const path = join(root, 'sparse.npy');
  const header = npyHeader(whole);
  const file = openSync(path, 'w');
  writeSync(file, header);
  ftruncateSync(file, header.length + whole);
  closeSync(file);
  return path;
}

function gguf(bytes) {
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
  return filled(join(root, 'large.gguf'), header, elements * 4);
}

/** Of each way its fastest run; one round before, to warm the page cache. */
function fastest(ways) {
  const best = {};
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      const run = timed(way);
      if (round > 0 && (best[name] === undefined || run.seconds < best[name].seconds)) best[name] = run;
    }
  }
  return best;
}

function timed([program, ...words]) {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 2 ** 28,
    cwd: root,
  });
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  // 0 to 4 are verdicts; the sparse file is a failing one.
  if (status === null || status === 2 || status > 4)
    throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
  const told = /peak ([0-9]+)/.exec(stderr)?.[1];
  const peakBytes = told === undefined ? JSON.parse(stdout || '{}').peakBytes : Number(told);
  return { seconds, ...(peakBytes === undefined ? {} : { peakBytes }) };
}

function ratio(a, b) {
  return Math.round((a / b) * 100) / 100;
}

function mebibytes({ peakBytes }) {
  return Math.round(peakBytes / 2 ** 20);
}
