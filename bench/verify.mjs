/**
 * Verifying beside the usual ways to look at a file, each in a fresh process with the file in the page cache:
 * `node bench/verify.mjs [--bytes 1000000000] [--rounds 5] [--sparse 20000000000] [--files 100000] [--minutes 8]
 * [--python /usr/bin/python3] [--dist DIR]`. Prints one line of JSON; what counts are the ratios of the fastest runs, taken in
 * turns so that a disturbance hits all of them; seconds are for orientation. What is run is the command as it ships: the bundle,
 * built from these sources, or that of `--dist`, for a machine where nothing can be built. Needs a Python with torch for the
 * PyTorch files. After `--minutes` no further round begins.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { alikeFiles, gguf, manyFiles, npy, safetensors, sparseNpy } from './verify-files.mjs';

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '1000000000' },
    rounds: { type: 'string', default: '5' },
    sparse: { type: 'string', default: '20000000000' },
    files: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '8' },
    python: { type: 'string', default: '/usr/bin/python3' },
    dist: { type: 'string' },
  },
});
const BYTES = Number(values.bytes);
const ROUNDS = Number(values.rounds);
/** A start takes so little that a disturbance shows most. */
const STARTS = 4;
const PYTHON = values.python;
const TINY_TENSORS = 50_000;
/** As large as one tensor of a small layer: no member is worth cutting, so jobs must share them. */
const PART_BYTES = 4_000_000;
const PARTS = Math.max(1, Math.floor(BYTES / PART_BYTES));
const root = mkdtempSync(join(tmpdir(), 'bench-verify-'));
const until = performance.now() + Number(values.minutes) * 60_000;

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
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({'finite': finite}))
print(f'used {used.ru_maxrss * 1024} {used.ru_utime + used.ru_stime}', file=sys.stderr)
`;

const TINY = `
import sys, torch
torch.manual_seed(1)
torch.save({'model': {f'layer{i}.weight': torch.randn(4) for i in range(${TINY_TENSORS})}}, sys.argv[1])
`;

const MEMBERS = `
import sys, torch
torch.manual_seed(1)
torch.save({'model': {f'layer{i}.weight': torch.randn(1000, 1000) for i in range(${PARTS})}}, sys.argv[1])
`;

/** Tells what a process took at most, and its processor time. */
const USED = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write('used ' + maxRSS * 1024 + ' ' + (userCPUTime + systemCPUTime) / 1e6 + '\\n');
});`;

try {
  const dist = values.dist === undefined ? built(join(root, 'dist')) : resolve(values.dist);
  const used = script('used.mjs', USED);
  const node = [process.execPath, '--import', used];
  const crc = script('crc.mjs', CRC);
  const read = script('read.mjs', READ);
  const nothing = script('nothing.mjs', '');
  const start = join(dist, 'start.cjs');
  const verify = (path, jobs, ...more) => [
    ...node,
    start,
    ...['verify', '--json', '--jobs', String(jobs), ...more, path],
  ];

  const at = (name) => join(root, name);
  const checkpoint = at('large.pt');
  const fixtures = join(import.meta.dirname, '../test/verify/fixtures/make-checkpoints.py');
  execFileSync(PYTHON, [fixtures, checkpoint, '--large', values.bytes], { timeout: 300_000 });
  execFileSync(PYTHON, ['-c', TINY, at('tiny.pt')], { timeout: 120_000 });
  execFileSync(PYTHON, ['-c', MEMBERS, at('members.pt')], { timeout: 300_000 });
  const flat = { safetensors: at('large.safetensors'), npy: at('large.npy'), gguf: at('large.gguf') };
  safetensors(flat.safetensors, BYTES);
  npy(flat.npy, BYTES);
  gguf(flat.gguf, BYTES);
  safetensors(at('tiny.safetensors'), TINY_TENSORS * 16, TINY_TENSORS);
  alikeFiles(at('alike'), PARTS, PART_BYTES);
  manyFiles(at('many'), Number(values.files));
  sparseNpy(at('sparse.npy'), Number(values.sparse));
  writeFileSync(at('one.json'), '{"id": 1}');

  const starts = fastest(STARTS * ROUNDS, {
    bareNode: [process.execPath, nothing],
    start: [process.execPath, start, 'verify', '--json', at('one.json')],
  });
  const onTwo = onTwoCores();
  const best = fastest(ROUNDS, {
    verify: verify(checkpoint, 1),
    verifyTwoJobs: verify(checkpoint, 2),
    crc32: [...node, crc, checkpoint],
    node: [...node, nothing],
    torchOnTwoCores: [...onTwo, PYTHON, '-c', TORCH, checkpoint],
    verifyOnTwoCores: [...onTwo, ...verify(checkpoint, 2)],
    ...Object.fromEntries(Object.entries(flat).map(([name, file]) => [name, verify(file, 1)])),
    ...Object.fromEntries(Object.entries(flat).map(([name, file]) => [`${name}Read`, [...node, read, file]])),
    tinyTorch: verify(at('tiny.pt'), 1),
    tinySafetensors: verify(at('tiny.safetensors'), 1),
    explain: verify(flat.safetensors, 1, '--explain'),
    members: verify(at('members.pt'), 1),
    membersTwoJobs: verify(at('members.pt'), 2),
    alike: verify(at('alike'), 1),
    alikeTwoJobs: verify(at('alike'), 2),
  });
  // One of them takes as long as a round of all others.
  const many = fastest(1, { one: verify(at('many'), 1), two: verify(at('many'), 2) });
  const { sparse } = fastest(0, { sparse: verify(at('sparse.npy'), 1) });

  const atMost = (what, measured, unit, most) => ({ what, measured, unit, most });
  const atLeast = (what, measured, unit, least) => ({ what, measured, unit, least });
  const floor = best.crc32.seconds + best.node.seconds;
  const bars = [
    atMost('start: verify of one small file', starts.start.seconds, 's', 0.12),
    atLeast(
      'torch.load + isfinite beside verify, two cores',
      ratio(best.torchOnTwoCores.seconds, best.verifyOnTwoCores.seconds),
      'x',
      8,
    ),
    atMost('verify beside crc32 + node -e 0', ratio(best.verify.seconds, floor), 'x', 1),
    atMost(
      'peak memory beside torch',
      ratio(best.verify.peakBytes, best.torchOnTwoCores.peakBytes),
      'x',
      0.1,
    ),
    ...Object.keys(flat).map((name) =>
      atLeast(
        `${name}: verify beside reading`,
        ratio(best[`${name}Read`].seconds, best[name].seconds),
        'x its speed',
        0.5,
      ),
    ),
    atMost(`tiny torch: ${TINY_TENSORS} tensors`, best.tinyTorch.seconds, 's', 1),
    atMost('tiny torch: peak memory', megabytes(best.tinyTorch), 'MB', 200),
    atMost(`tiny safetensors: ${TINY_TENSORS} tensors`, best.tinySafetensors.seconds, 's', 0.6),
    atMost('tiny safetensors: peak memory', megabytes(best.tinySafetensors), 'MB', 200),
    atMost(
      '--explain beside verify, safetensors',
      ratio(best.explain.seconds, best.safetensors.seconds),
      'x',
      2,
    ),
    ...[
      ['one file', best.verify, best.verifyTwoJobs],
      [`${PARTS} members of 4 MB`, best.members, best.membersTwoJobs],
      [`${PARTS} files of 4 MB`, best.alike, best.alikeTwoJobs],
      [`${values.files} small files`, many.one, many.two],
    ].map(([what, one, two]) =>
      atLeast(`${what}: --jobs 1 beside --jobs 2`, ratio(one.seconds, two.seconds), 'x', 1.6),
    ),
    atMost(`${values.files} small files`, many.one.seconds, 's', 15),
    atMost(`${values.files} small files: peak memory`, megabytes(many.one), 'MB', 200),
    atMost(
      `memory for ${values.sparse} bytes beside ${values.bytes}`,
      ratio(sparse.peakBytes, best.npy.peakBytes),
      'x',
      1.2,
    ),
  ];
  const runs = {
    ...best,
    ...starts,
    ...Object.fromEntries(Object.entries(many).map(([jobs, run]) => [`many, ${jobs}`, run])),
    sparse,
  };
  console.log(JSON.stringify({ bytes: statSync(checkpoint).size, bars, runs }));
} finally {
  rmSync(root, { recursive: true, force: true });
}

function built(dist) {
  const words = [join(import.meta.dirname, '../scripts/build.mjs'), dist, '--without-types'];
  execFileSync(process.execPath, words, { stdio: 'inherit' });
  return dist;
}

function script(name, text) {
  const path = join(root, name);
  writeFileSync(path, text);
  return path;
}

/** What a command is started by so that it has two cores and no more, where that can be had and is not so anyway. */
function onTwoCores() {
  if (availableParallelism() <= 2 || spawnSync('taskset', ['-c', '0,1', 'true']).status !== 0) return [];
  return ['taskset', '-c', '0,1'];
}

/** Of each way its fastest run; one round before, to warm the page cache, which counts where there was time for no other. */
function fastest(rounds, ways) {
  const best = {};
  for (let round = 0; round <= rounds && (round === 0 || performance.now() < until); round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      const run = timed(way);
      if (round <= 1 || run.seconds < best[name].seconds) best[name] = { ...run, rounds: round };
    }
  }
  return best;
}

function timed([program, ...words]) {
  // NODE_EXTRA_CA_CERTS costs Node 20 some 60 ms a start, in every process of ours alike: it is no part of what is measured.
  const { NODE_EXTRA_CA_CERTS, ...env } = process.env;
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 2 ** 28,
    cwd: root,
    env,
  });
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  // 0 to 4 are verdicts; the sparse file is a failing one.
  if (status === null || status === 2 || status > 4)
    throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
  const [, peakBytes, cpuSeconds] = /used ([0-9]+) ([0-9.]+)/.exec(stderr) ?? [];
  if (peakBytes === undefined) return { seconds };
  return { seconds, cpuSeconds: Math.round(Number(cpuSeconds) * 1000) / 1000, peakBytes: Number(peakBytes) };
}

function ratio(a, b) {
  return Math.round((a / b) * 100) / 100;
}

function megabytes({ peakBytes }) {
  return Math.round(peakBytes / 1e6);
}
