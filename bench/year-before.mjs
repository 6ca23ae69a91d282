#!/usr/bin/env node
// The same drawn stories of a year (test/long/stories.ts) against the core and the drivers of another commit:
//   node bench/year-before.mjs [COMMIT] [STORIES] [SEED]
// Twins, person and judge are those of this checkout; `src/` and `profiles/` are the other's, as far as its interfaces allow.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [commit = '5368d2a0', stories = '64', seed = '1'] = process.argv.slice(2);
const dir = mkdtempSync(join(tmpdir(), 'gpu-lease-before-'));
const tree = join(dir, 'tree');
const git = (...words) => execFileSync('git', words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

const PROMISES = 'src/lease/tell-after.ts';

const PROGRAM = `import { tellYear } from './stories.ts';
import { brokenBy, yearTable } from './year-table.ts';
const year = await tellYear(${Number(seed)}, ${Number(stories)}, (seed, error) => console.log('seed', seed, 'could not be told:', error.message.slice(0, 300)));
for (const line of yearTable(year)) console.log(line);
for (const [promise, found] of Object.entries(brokenBy(year.told))) for (const each of found) console.log(promise + ':', each);
process.exit(0);
`;

try {
  git('worktree', 'add', '--quiet', '--detach', tree, commit);
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  rmSync(join(tree, 'test'), { recursive: true });
  cpSync(join(root, 'test'), join(tree, 'test'), { recursive: true });
  // By what was promised the judge of this checkout measures both.
  cpSync(join(root, PROMISES), join(tree, PROMISES));
  writeFileSync(join(tree, 'test/long/told-before.ts'), PROGRAM);
  console.log(`src/ and profiles/ of ${commit}`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'test/long/told-before.ts'], {
    cwd: tree,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  git('worktree', 'remove', '--force', tree);
  rmSync(dir, { recursive: true, force: true });
}
