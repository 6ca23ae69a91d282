import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateActions } from './generate-actions.ts';
import { commandsThere, generateCommands } from './generate-commands.ts';
import { generateCoverage } from './generate-coverage.ts';
import { generateExample } from './generate-example.ts';
import { generateFormats } from './generate-formats.ts';
import type { Generated } from './generate-job-schema.ts';
import { generateJobSchema } from './generate-job-schema.ts';
import { generateKeys } from './generate-keys.ts';
import { generateNoticeSchema } from './generate-notice-schema.ts';
import { generatePlatforms } from './generate-platforms.ts';
import { generatePredicateSchema } from './generate-predicate-schema.ts';
import { generateProfileSchema } from './generate-profile-schema.ts';
import { generateTrainerExamples } from './generate-trainer-examples.ts';
import { generateTroubleshooting } from './generate-troubleshooting.ts';
import { generateTwins } from './generate-twins.ts';
import { generateWordScan } from './generate-word-scan.ts';

// Writes every generated file, or with --check says which are not what their sources make. Words after the options name
// the generators to run: "npm run generate -- actions job".
const GENERATORS: Readonly<Record<string, () => Generated[] | Promise<Generated[]>>> = {
  job: () => generateJobSchema(),
  notices: () => generateNoticeSchema(),
  profiles: () => generateProfileSchema(),
  predicate: () => generatePredicateSchema(),
  platforms: () => generatePlatforms(),
  commands: async () => generateCommands(await commandsThere()),
  actions: async () => generateActions(await commandsThere()),
  formats: () => generateFormats(),
  troubleshooting: () => generateTroubleshooting(),
  keys: () => generateKeys(),
  example: () => generateExample(),
  trainers: () => generateTrainerExamples(),
  twins: () => generateTwins(),
  coverage: () => generateCoverage(),
  'word-scan': () => generateWordScan(),
};

const root = join(import.meta.dirname, '..');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const check = process.argv.includes('--check');
const strange = words.filter((word) => !Object.hasOwn(GENERATORS, word));
if (strange.length > 0) {
  console.error(`no generator ${strange.join(', ')}; there are: ${Object.keys(GENERATORS).join(', ')}`);
  process.exit(2);
}

const differing: string[] = [];
for (const name of words.length > 0 ? words : Object.keys(GENERATORS)) {
  for (const file of await made(name)) bring(file);
}
if (check && differing.length > 0) {
  console.error(`not what their sources make: ${differing.join(', ')}\nrun "npm run generate" and commit`);
  process.exitCode = 1;
}

/** A generator whose source is missing fails alone and by name; the others still run. */
async function made(name: string): Promise<Generated[]> {
  try {
    return (await GENERATORS[name]?.()) ?? [];
  } catch (error) {
    console.error(`generator "${name}": ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    return [];
  }
}

function bring({ path, content }: Generated): void {
  if (textOf(join(root, path)) === content) return;
  differing.push(path);
  if (check) return;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  console.log(`wrote ${path}`);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return;
  }
}
