#!/usr/bin/env node
// The test suite on a fresh Debian or Ubuntu with Node: installs what it needs, or says by name what was skipped and why.
// `--require-all` (CI) turns a skip into a failure, `--long` leaves nothing out, `--costs` says of every file
// what it took. Any other argument is a test file or a part of its path.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { installTools } from './test-tools.mjs';
import { filesInTurn } from './test-turns.mjs';

const root = join(import.meta.dirname, '..');
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const parts = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const requireAll = flags.includes('--require-all');
const isLong = flags.includes('--long');

/** Files at once. A file waits for boxes, git and servers for half of its time, so some more than cores keep them busy. */
const SIDE_BY_SIDE = Math.min(8, Math.max(2, availableParallelism() + 3));

/** What this run proves of that which is proven in turn. In CI it moves by one with each run. */
const seed =
  process.env.GPU_LEASE_SEED ?? process.env.GITHUB_RUN_NUMBER ?? String(Math.floor(Math.random() * 100_000));

function prepare() {
  if (!existsSync(join(root, 'node_modules', 'esbuild'))) run('npm', ['ci', '--no-audit', '--no-fund']);
  if (!flags.includes('--no-install')) installTools(root);
}

function run(program, args) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const allFiles = readdirSync(join(root, 'test'), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /\.(?:test|long)\.ts$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
  .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  .sort();
const short = () => {
  const always = allFiles.filter((file) => file.endsWith('.test.ts'));
  // What somebody asks for by name is not left to another run.
  return parts.length > 0 ? always : filesInTurn(root, always, Number(seed));
};
const files = isLong ? allFiles : short();
if (files.length === 0) {
  console.error('no test file matches');
  process.exit(2);
}

prepare();

// The tests and the program of these sources, which some thirty files start. Git ignores the place.
const cache = join(root, 'node_modules', '.cache');
mkdirSync(cache, { recursive: true });
const testsAt = mkdtempSync(join(cache, 'gpu-lease-tests-'));
const bundle = mkdtempSync(join(tmpdir(), 'gpu-lease-bundle-'));
const installed = mkdtempSync(join(tmpdir(), 'gpu-lease-installed-'));
const kept = mkdtempSync(join(tmpdir(), 'gpu-lease-kept-'));
process.once('exit', () => {
  for (const dir of [testsAt, bundle, installed, kept]) rmSync(dir, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
// Not at the top: in a fresh clone esbuild is there only now.
const { bundleTests, processesFor } = await import('./test-bundle.mjs');
const { installForTests } = await import('./test-installation.mjs');
await Promise.all([bundleTests(root, files, testsAt), makeInstallation()]);

async function makeInstallation() {
  const building = spawn(process.execPath, ['scripts/build.mjs', bundle, '--without-types'], {
    cwd: root,
    stdio: 'inherit',
  });
  const [code] = await once(building, 'exit');
  if (code !== 0) process.exit(code ?? 1);
  if (!isLong) await installForTests(root, bundle, installed, kept);
}

/** Runs these files and says whether all passed, and what failed by name (undefined: the run itself broke). */
async function suite(these, sideBySide) {
  const processes = processesFor(root, these, testsAt);
  const plan = join(testsAt, 'plan.json');
  const list = join(testsAt, 'failures.json');
  rmSync(list, { force: true });
  writeFileSync(
    plan,
    JSON.stringify({ processes, sideBySide, leftOut: allFiles.filter((file) => !files.includes(file)) }),
  );
  const options = ['--import', join(root, 'scripts', 'test-cost.mjs')];
  const child = spawn(process.execPath, [...options, join(root, 'scripts', 'test-run.mjs'), testsAt], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      GPU_LEASE_REQUIRE_ALL: requireAll ? '1' : '',
      GPU_LEASE_LONG: isLong ? '1' : '',
      GPU_LEASE_COSTS: flags.includes('--costs') ? '1' : '',
      GPU_LEASE_RUN_SEED: seed,
      GPU_LEASE_TESTS_AT: testsAt,
      GPU_LEASE_TEST_BUNDLE: bundle,
      GPU_LEASE_TEST_INSTALLATION: isLong ? '' : installed,
    },
  });
  process.once('exit', () => child.kill());
  const [code] = await once(child, 'exit');
  const told = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : undefined;
  return { isGreen: code === 0, ...told };
}

/**
 * A test of real processes may lose a race on a busy machine: what failed in a few files runs once more, alone, and is named as
 * unsteady when it passes. Files are counted, as in a life each test stands on the one before and falls with it. Never what a
 * seed found, a skip that counts, or more than these few.
 */
const MAY_BE_UNSTEADY = 2;

function mayBeUnsteady({ failures = [], mustRun }) {
  const broken = new Set(failures.map(({ file }) => file)).size;
  const few = broken > 0 && broken <= MAY_BE_UNSTEADY;
  const again = failures.every(({ file, isBySeed }) => files.includes(file) && !isBySeed);
  return few && again && !mustRun && parts.length === 0;
}

/** @returns the exit code */
async function main() {
  const first = await suite(files, SIDE_BY_SIDE);
  if (first.isGreen) return 0;
  if (!mayBeUnsteady(first)) return 1;
  console.log('\nwhat failed, once more and alone:');
  const alone = await suite([...new Set(first.failures.map(({ file }) => file))], 1);
  if (!alone.isGreen) return 1;
  for (const { file, name } of first.failures)
    console.log(`UNSTEADY ${file}: ${name} (failed among the others, passed alone; it needs mending)`);
  return 0;
}

process.exitCode = await main();
