import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateActions } from './generate-actions.ts';
import { generateCoverage } from './generate-coverage.ts';
import { generateJobSchema } from './generate-job-schema.ts';
import { generateProfileSchema } from './generate-profile-schema.ts';

// Writes every generated file, or with --check says which are not what their sources make.
const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');
const differing: string[] = [];
for (const { path, content } of [
  ...generateJobSchema(),
  ...generateProfileSchema(),
  ...generateActions(),
  ...generateCoverage(),
]) {
  if (textOf(join(root, path)) === content) continue;
  differing.push(path);
  if (check) continue;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  console.log(`wrote ${path}`);
}
if (check && differing.length > 0) {
  console.error(`not what their sources make: ${differing.join(', ')}\nrun "npm run generate" and commit`);
  process.exitCode = 1;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return;
  }
}
