#!/usr/bin/env node
/**
 * How long the commands that people type most take to start, beside `node -e 0`, one after the other in turns, so that a
 * disturbance hits all of them. Builds the bundle into a directory of its own; prints one line of JSON.
 * usage: node bench/startup.mjs [--runs 40]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '40' } } });
const RUNS = Number(values.runs);
const NEEDED = 2;
const root = join(import.meta.dirname, '..');
const home = mkdtempSync(join(tmpdir(), 'bench-startup-'));

register();
const { seedRuns } = await import('../test/ledger/seed-runs.ts');

try {
  for (const part of ['bin', 'profiles', 'package.json'])
    cpSync(join(root, part), join(home, part), { recursive: true });
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), join(home, 'dist')]);
  const start = join(home, 'dist/start.cjs');
  const bin = join(home, 'bin/gpu-lease');
  const empty = repository('empty');
  const busy = repository('busy');
  await seedRuns(busy, 500);

  const node = { program: process.execPath, args: ['-e', '0'], cwd: empty };
  const cases = {
    '--help': { program: process.execPath, args: [start, '--help'], cwd: empty },
    'bin --help': { program: bin, args: ['--help'], cwd: empty },
    status: { program: process.execPath, args: [start, 'status'], cwd: empty },
    'bin status': { program: bin, args: ['status'], cwd: empty },
    // No repository and no ledger at all: the state directory's.
    'status, no repository': { program: process.execPath, args: [start, 'status'], cwd: home },
  };
  const measured = inTurns({ node, ...cases }, RUNS);
  const busyStatus = inTurns(
    { status: { program: process.execPath, args: [start, 'status'], cwd: busy } },
    Math.max(5, RUNS / 4),
  ).status;
  const results = Object.keys(cases).map((name) => ({
    name,
    needed: NEEDED,
    ratioOfMedians: ratio(measured[name].medianMs, measured.node.medianMs),
    ratioOfMinima: ratio(measured[name].minMs, measured.node.minMs),
    ...(measured.node.cpuMs ? { ratioOfCpu: ratio(measured[name].cpuMs, measured.node.cpuMs) } : {}),
    passes: measured[name].medianMs <= NEEDED * measured.node.medianMs,
    ...measured[name],
  }));
  console.log(
    JSON.stringify({
      bench: 'startup',
      runs: RUNS,
      node: measured.node,
      results,
      statusOf500Runs: { ...busyStatus, neededMs: 1000, passes: busyStatus.medianMs < 1000 },
    }),
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}

function repository(name) {
  const dir = join(home, name);
  mkdirSync(dir);
  execFileSync('git', ['init', '--quiet', dir]);
  return dir;
}

function inTurns(commands, runs) {
  // NODE_EXTRA_CA_CERTS costs Node 20 about 50 ms a start, in every column alike: it would hide the ratio.
  const { NODE_EXTRA_CA_CERTS, ...env } = process.env;
  const seen = Object.fromEntries(Object.keys(commands).map((name) => [name, { ms: [], cpuMs: 0 }]));
  for (let n = 0; n <= runs; n += 1) {
    for (const [name, { program, args, cwd }] of Object.entries(commands)) {
      const cpuBefore = childrensCpuMs();
      const from = performance.now();
      const { status, stderr, stdout } = spawnSync(program, args, { cwd, env: { ...env, HOME: home } });
      const ms = performance.now() - from;
      if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
      if (args[0] !== '-e' && stdout.length === 0) throw new Error(`${args.join(' ')} said nothing`);
      // The first is a warm-up.
      if (n === 0) continue;
      seen[name].ms.push(ms);
      seen[name].cpuMs += childrensCpuMs() - cpuBefore;
    }
  }
  return Object.fromEntries(
    Object.entries(seen).map(([name, { ms, cpuMs }]) => {
      ms.sort((a, b) => a - b);
      const rounded = (value) => Math.round(value * 10) / 10;
      return [
        name,
        { minMs: rounded(ms[0]), medianMs: rounded(ms[ms.length >> 1]), cpuMs: rounded(cpuMs / ms.length) },
      ];
    }),
  );
}

/** User and system time of ended children: less noisy than the clock on a busy machine. Linux only; else 0. */
function childrensCpuMs() {
  if (!existsSync('/proc/self/stat')) return 0;
  // proc(5): fields 16 and 17, in ticks of 10 ms; the name in brackets may hold spaces.
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function ratio(a, b) {
  return Math.round((a / b) * 100) / 100;
}
