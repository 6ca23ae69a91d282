import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { proposeJob } from '../job/init.ts';
import { parseJob } from '../job/load.ts';
import { Problem } from '../problem.ts';
import type { Request } from './command.ts';
import { knownPlatforms } from './known-platforms.ts';
import { settingsOf } from './settings.ts';

const MAX_FILES = 5000;
const MAX_BYTES = 256 * 1024;
const SKIPPED = new Set(['.git', 'node_modules', '.venv', 'venv', '__pycache__', 'gpu-lease-out']);

/** Looks at the repository, writes a commented job file for it, and says what to look at next. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
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
  const { yaml, notes } = proposeJob(
    { files, read: (path) => readText(join(settings.cwd, path)) },
    basename(settings.cwd),
  );
  parseJob(yaml, target, knownPlatforms());
  writeFileSync(target, yaml);
  process.stdout.write(
    `wrote ${target}\n${notes.map((note) => `- ${note}`).join('\n')}\nnext: gpu-lease plan; for GitHub Actions gpu-lease init --github\n`,
  );
  return 0;
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
