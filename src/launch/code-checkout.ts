import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import type { CodeBundle } from '../box/box-plan.ts';
import { ownEnvironment } from '../host/own-environment.ts';
import { forErrands } from '../job/keys-of-others.ts';

/** Lays a bundle's files out in a new directory: exactly what a box gets, nothing of the work tree. */
export async function layOut(code: CodeBundle, dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  const tar = spawn('tar', ['-xf', '-', '-C', dir], {
    env: forErrands(ownEnvironment()),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let stderr = '';
  tar.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-2000);
  });
  tar.stdin.on('error', () => {}); // tar says why on its stderr and by its exit code
  tar.stdin.end(code.tar);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    tar.on('error', reject);
    tar.on('close', resolve);
  });
  if (exitCode !== 0) throw new Error(`tar could not lay out the code (${exitCode}): ${stderr.trim()}`);
}
