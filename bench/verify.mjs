/**
 * Verifying one big PyTorch checkpoint beside the usual ways to look at it, each in a fresh process with the file in the page
 * cache: `node bench/verify.mjs [--bytes 1000000000] [--rounds 3]`. Prints one line of JSON; what counts are the ratios,
 * seconds are for orientation. Needs `python3` with torch to write and load the checkpoint.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values } = parseArgs({
  options: { bytes: { type: 'string', default: '1000000000' }, rounds: { type: 'string', default: '3' } },
});
const ROUNDS = Number(values.rounds);
const PYTHON = '/usr/bin/python3';
const root = mkdtempSync(join(tmpdir(), 'bench-verify-'));

/** Verifies and prints how it went; bundled, because that is what users run. `skip` leaves the hash to the pull. */
const OURS = `
import { openFileSource } from '${import.meta.dirname}/../src/verify/file-source.ts';
import { verifyFile } from '${import.meta.dirname}/../src/verify/verify.ts';
const [path, hash] = process.argv.slice(2);
const source = await openFileSource(path);
const digest = hash === 'skip' ? { alreadyHashed: '0'.repeat(64) } : {};
const verdict = await verifyFile(source, { role: 'checkpoint', contains: ['model'], allowDegraded: false, ...digest });
await source.close();
console.log(JSON.stringify({ verdict: verdict.verdict, tensors: verdict.tensors, peakBytes: process.resourceUsage().maxRSS * 1024 }));
`;

const CRC = `
import { openSync, readSync } from 'node:fs';
import * as zlib from 'node:zlib';
const file = openSync(process.argv[2], 'r');
const chunk = new Uint8Array(new ArrayBuffer(2 ** 20 + 64), 64, 2 ** 20);
let crc = 0;
for (let at = 0, read; (read = readSync(file, chunk, 0, chunk.length, at)) > 0; at += read) crc = zlib.crc32(chunk.subarray(0, read), crc);
console.log(JSON.stringify({ crc }));
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

try {
  const checkpoint = join(root, 'large.pt');
  const script = join(import.meta.dirname, '../test/verify/fixtures/make-checkpoints.py');
  execFileSync(PYTHON, [script, checkpoint, '--large', values.bytes], { timeout: 120_000 });
  const ours = await bundled(OURS, 'ours.mjs');
  const crc = await bundled(CRC, 'crc.mjs');
  const nothing = await bundled('', 'nothing.mjs');
  const ways = {
    verify: [process.execPath, ours, checkpoint],
    verifyHashedBefore: [process.execPath, ours, checkpoint, 'skip'],
    crc32: [process.execPath, crc, checkpoint],
    node: [process.execPath, nothing],
    torchLoadAndIsfinite: [PYTHON, '-c', TORCH, checkpoint],
  };
  // One round to warm the page cache, then in turns, so that a disturbance hits all of them.
  for (const way of Object.values(ways)) timed(way);
  const runs = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, way] of Object.entries(ways)) runs[name].push(timed(way));
  }
  const best = Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, fastest(all)]));
  const floor = best.crc32.seconds + best.node.seconds;
  console.log(
    JSON.stringify({
      bytes: statSync(checkpoint).size,
      ratios: {
        torchToVerify: ratio(best.torchLoadAndIsfinite.seconds, best.verify.seconds),
        torchToVerifyHashedBefore: ratio(best.torchLoadAndIsfinite.seconds, best.verifyHashedBefore.seconds),
        verifyToCrc32AndNode: ratio(best.verify.seconds, floor),
        verifyHashedBeforeToCrc32AndNode: ratio(best.verifyHashedBefore.seconds, floor),
        peakMemoryToTorch: ratio(best.verify.peakBytes, best.torchLoadAndIsfinite.peakBytes),
      },
      bestSeconds: Object.fromEntries(Object.entries(best).map(([name, { seconds }]) => [name, seconds])),
      peakBytes: { verify: best.verify.peakBytes, torch: best.torchLoadAndIsfinite.peakBytes },
      verdict: best.verify.verdict,
    }),
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function bundled(contents, name) {
  const entry = join(root, `entry-${name}`);
  writeFileSync(entry, contents);
  const outfile = join(root, name);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return outfile;
}

function timed([program, ...args]) {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 120_000 });
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return { seconds, ...(stdout === '' ? {} : JSON.parse(stdout)) };
}

function fastest(runs) {
  return runs.reduce((best, run) => (run.seconds < best.seconds ? run : best));
}

function ratio(a, b) {
  return Math.round((a / b) * 100) / 100;
}
