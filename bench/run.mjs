#!/usr/bin/env node
/**
 * All benchmarks, one after the other: a table for people, and at the end one line of JSON with everything. A benchmark that
 * lacks what it needs is named and skipped; a missed bar makes the exit code 1.
 * usage: node bench/run.mjs [--only startup,ledger,roundtrips,pull,verify] [--quick]
 */
import { spawn } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});

/** How each one's JSON becomes rows; `bar` in words, `passes` undefined where no bar was set. */
const BENCHES = {
  startup: {
    quick: ['--runs', '8'],
    rows: ({ results, statusOf500Runs }) => [
      ...results.map((each) => ({
        what: `gpu-lease ${each.name}`,
        measured: `${each.ratioOfMedians} x node -e 0 (least ${each.ratioOfMinima}, CPU ${each.ratioOfCpu ?? '-'})`,
        bar: `<= ${each.needed} x`,
        passes: each.passes,
      })),
      {
        what: 'gpu-lease status, 500 open runs',
        measured: `${statusOf500Runs.medianMs} ms (least ${statusOf500Runs.minMs})`,
        bar: '< 1000 ms',
        passes: statusOf500Runs.passes,
      },
    ],
  },
  ledger: {
    quick: [],
    rows: ({ appendGitProcesses, statusOf500RunsSeconds, ratios }) => [
      ...Object.entries(appendGitProcesses).map(([where, count]) => {
        const most = Math.max(...[count].flat());
        return {
          what: `append, ${where}`,
          measured: `${most} git processes`,
          bar: '<= 4',
          passes: most <= 4,
        };
      }),
      {
        what: 'list 500 open runs, in process',
        measured: `${statusOf500RunsSeconds} s`,
        bar: '< 1 s',
        passes: statusOf500RunsSeconds < 1,
      },
      ...Object.entries(ratios).map(([what, value]) => ({ what, measured: `${value} x` })),
    ],
  },
  roundtrips: {
    quick: ['--rounds', '2'],
    rows: ({ results }) =>
      results.map((each) => ({
        what: each.name,
        measured: `${each.roundTrips} round trips`,
        ...(each.needed ? { bar: `<= ${each.needed}`, passes: each.passes } : {}),
      })),
  },
  pull: {
    quick: ['--quick'],
    rows: ({ results }) =>
      results.map((each) => ({
        what: `pull ${each.name}`,
        measured: `${each.ratio} x ${each.peer}, ${each.peakRssMb} MB`,
        bar: `>= ${each.needed} x, < 200 MB`,
        passes: each.passes,
      })),
  },
  verify: {
    quick: ['--bytes', '200000000', '--rounds', '1', '--sparse', '2000000000'],
    rows: ({ bars }) =>
      bars.map(({ what, measured, unit, least, most }) => ({
        what,
        measured: `${measured} ${unit}`,
        bar: least === undefined ? `<= ${most} ${unit}` : `>= ${least} ${unit}`,
        passes: least === undefined ? measured <= most : measured >= least,
      })),
  },
};

const wanted = values.only?.split(',') ?? Object.keys(BENCHES);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}
const machine = {
  at: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model.trim(),
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1e9),
  loadBefore: Math.round(loadavg()[0] * 10) / 10,
};
console.log(
  `Node ${machine.node}, ${machine.cores} x ${machine.cpu}, ${machine.memoryGb} GB, load ${machine.loadBefore} at the start\n`,
);
const found = {};
let missed = 0;
for (const name of wanted) {
  found[name] = await output(name);
  for (const row of rowsOf(name, found[name])) {
    if (row.passes === false) missed += 1;
    const verdict = row.passes === undefined ? '' : row.passes ? 'ok' : 'MISSED';
    console.log(`${row.what.padEnd(42)}${row.measured.padEnd(46)}${(row.bar ?? '').padEnd(20)}${verdict}`);
  }
  console.log();
}
console.log(JSON.stringify({ machine, found }));
process.exitCode = missed > 0 ? 1 : 0;

function rowsOf(name, json) {
  if (json.skipped) return [{ what: name, measured: `skipped: ${json.skipped}` }];
  if (json.failed) return [{ what: name, measured: `failed: ${json.failed}`, bar: '', passes: false }];
  return BENCHES[name].rows(json);
}

/** The benchmark's last line; its other words go to stderr as they come. */
async function output(name) {
  const args = [join(import.meta.dirname, `${name}.mjs`), ...(values.quick ? BENCHES[name].quick : [])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const last = text.trim().split('\n').at(-1) ?? '';
  if (code !== 0 || !last.startsWith('{')) return { failed: `exit code ${code}` };
  return JSON.parse(last);
}
