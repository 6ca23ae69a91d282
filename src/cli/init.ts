import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type ProposedJob, proposeJob } from '../job/init.ts';
import { parseJob } from '../job/load.ts';
import { nearestOf } from '../nearest.ts';
import { Problem } from '../problem.ts';
import { quoted } from '../secret/shape.ts';
import type { Request } from './command.ts';
import { placeWanted, type Wanted } from './init-platform.ts';
import { knownPlatforms } from './known-platforms.ts';
import { settingsOf } from './settings.ts';

const MAX_FILES = 5000;
const MAX_BYTES = 256 * 1024;
const SKIPPED = new Set(['.git', 'node_modules', '.venv', 'venv', '__pycache__', 'gpu-lease-out']);

/** Looks at the repository, writes a commented job file for it, and says what to look at next. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const wanted = placeWanted(settings);
  if (settings.flag('github')) {
    const { initGitHub } = await import('./init-github.ts');
    return initGitHub(settings, signal);
  }
  const target = resolve(settings.cwd, settings.value('job') ?? 'gpu-lease.yml');
  if (existsSync(target) && !settings.flag('force')) {
    throw new Problem({
      code: 'exists',
      kind: 'usage',
      what: `${target} exists already; it was left as it is.`,
      next: 'Edit it, or write a new one over it with --force.',
    });
  }
  const files = await listFiles(settings.cwd);
  const repository = { files, read: (path: string) => readText(join(settings.cwd, path)) };
  const entry = entryAmong(files, settings.value('entry'));
  const proposed = proposeJob(repository, basename(settings.cwd), entry, wanted?.place);
  parseJob(proposed.yaml, target, knownPlatforms());
  writeFileSync(target, proposed.yaml);
  process.stdout.write(saidOf(target, proposed, wanted));
  return 0;
}

const AGAIN = 'When that is in: gpu-lease init --force, which reads the code again.';

function saidOf(target: string, { notes, pastes, advice }: ProposedJob, wanted: Wanted | undefined): string {
  return [
    `wrote ${target}`,
    ...[...notes, ...(wanted?.needs ?? [])].map((note) => `- ${note}`),
    ...(pastes.length > 0 ? ['', 'To change in your own code:', ...pastes, '', AGAIN, ''] : []),
    ...(advice.length > 0
      ? ['', 'It works without, and a resume is then not quite the same run:', ...advice, '']
      : []),
    wanted?.next ?? 'next: gpu-lease plan; for GitHub Actions gpu-lease init --github',
    '',
  ].join('\n');
}

function entryAmong(files: readonly string[], wanted: string | undefined): string | undefined {
  const entry = wanted?.replaceAll('\\', '/').replace(/^\.\//, '');
  if (entry === undefined || files.includes(entry)) return entry;
  const nearest = nearestOf(entry, files);
  throw new Problem({
    code: 'no-such-entry',
    kind: 'usage',
    what: `There is no file ${quoted(entry)} here; nothing was written.`,
    next:
      nearest === undefined ? 'Name a file relative to this directory.' : `Did you mean ${quoted(nearest)}?`,
  });
}

async function listFiles(dir: string): Promise<string[]> {
  const found: string[] = [];
  const queue = [''];
  for (let folder = queue.shift(); folder !== undefined && found.length < MAX_FILES; folder = queue.shift()) {
    for (const entry of await readdir(join(dir, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) queue.push(path);
      if (entry.isFile()) found.push(path);
    }
  }
  return found.sort();
}

function readText(path: string): string | undefined {
  try {
    if (statSync(path).size > MAX_BYTES) return;
    const text = readFileSync(path, 'utf8');
    return text.includes('\0') ? undefined : text;
  } catch {
    return;
  }
}
