import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const sources = join(import.meta.dirname, 'agent');

const cacheDir = process.env['GPU_LEASE_KUBE_AGENT'] ?? join(homedir(), '.cache', 'gpu-lease-kube-agent');

/** Where the program of these very sources lies, or will. */
function place(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(sources).sort()) hash.update(name).update(readFileSync(join(sources, name)));
  return join(cacheDir, hash.digest('hex').slice(0, 16), 'agent');
}

/**
 * The node agent, built from its sources when they have changed: seconds, but some minutes where Go has never compiled
 * the Kubernetes client. Outside of the repository, so that no test run has to clean up.
 *
 * @returns the path of the program
 */
export async function agentProgram(): Promise<string> {
  const program = place();
  if (existsSync(program)) return program;
  mkdirSync(join(program, '..'), { recursive: true });
  // One process runs several test files, and each of them may build it.
  const part = `${program}.${randomUUID()}`;
  await run('go', ['build', '-ldflags=-s -w', '-o', part, '.'], {
    cwd: sources,
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly -buildvcs=false' },
    timeout: 900_000,
  });
  // Several test files may build at once; the last of them wins, and all are alike.
  renameSync(part, program);
  return program;
}
