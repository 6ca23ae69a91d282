import { lstatSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { EXIT, Problem } from '../problem.ts';
import { jsonLine } from '../report/visible-text.ts';
import { openFileSource } from '../verify/file-source.ts';
import { renderTable } from '../verify/table.ts';
import { type FileVerdict, type Role, verifyFile } from '../verify/verify.ts';
import type { Request } from './arguments.ts';
import { faceOf, settingsOf } from './settings.ts';

/** Load-verifies files and directories without a job: roles are told from the content, nothing is expected beyond it. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  if (request.words.length === 0) {
    throw new Problem({
      code: 'no-path',
      kind: 'usage',
      what: 'There is nothing to verify.',
      next: 'gpu-lease verify PATH...',
    });
  }
  const face = await faceOf(settings);
  const verdicts: FileVerdict[] = [];
  for (const path of request.words.flatMap((word) => filesBelow(resolve(settings.cwd, word)))) {
    const label = relative(settings.cwd, path);
    const verdict = await verifyOne(path, signal, (done, total) =>
      face.progress(label, { label: 'verify', done, total, unit: 'bytes', note: label }),
    );
    face.settle(label);
    verdicts.push({ ...verdict, label });
  }
  if (settings.json) process.stdout.write(`${jsonLine({ files: verdicts })}\n`);
  else process.stdout.write(renderTable(verdicts));
  return exitOf(verdicts);
}

async function verifyOne(
  path: string,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<FileVerdict> {
  const source = await openFileSource(path, { allowHardLinks: true });
  try {
    return await verifyFile(source, {
      role: roleOf(path),
      contains: [],
      allowDegraded: true,
      signal,
      onProgress,
    });
  } finally {
    await source.close();
  }
}

/** Without a roster: what such a file usually is. The format itself is always told from the content. */
function roleOf(path: string): Role {
  if (/\.(pt|pth|ckpt|safetensors|bin)$/i.test(path)) return 'checkpoint';
  if (/\.(jsonl|csv|tsv)$/i.test(path)) return 'metrics';
  if (/\.(json|ya?ml)$/i.test(path)) return 'config';
  return 'opaque';
}

function filesBelow(path: string): string[] {
  let stat: ReturnType<typeof lstatSync>;
  try {
    stat = lstatSync(path);
  } catch (cause) {
    throw new Problem(
      {
        code: 'no-such-path',
        kind: 'usage',
        what: `There is nothing at ${path}.`,
        next: 'Check the spelling.',
      },
      { cause },
    );
  }
  if (!stat.isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** The worst verdict decides: fail, then inconclusive, then degraded. */
function exitOf(verdicts: FileVerdict[]): number {
  const has = (verdict: FileVerdict['verdict']) => verdicts.some((each) => each.verdict === verdict);
  if (has('fail')) return EXIT.failed;
  if (has('inconclusive')) return EXIT.inconclusive;
  return has('pass-degraded') ? EXIT.degraded : EXIT.ok;
}
