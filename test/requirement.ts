import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a test needs beyond Node, and how we know that it is there. `npm test` installs what Debian has; what is still
 * missing makes the test skip by name, and `--require-all` turns that skip into a failure.
 */
const checks = {
  git: () => runs('git', '--version'),
  sshd: () => existsSync('/usr/sbin/sshd'),
  ssh: () => runs('ssh', '-V'),
  rsync: () => runs('rsync', '--version'),
  tmux: () => runs('tmux', '-V'),
  dash: () => runs('dash', '-c', ':'),
  bash: () => runs('bash', '-c', ':'),
  busybox: () => runs('busybox', 'sh', '-c', ':'),
  shellcheck: () => runs('shellcheck', '--version'),
  torch: () => runs('/usr/bin/python3', '-c', 'import torch'),
  testbed: () => existsSync(join(sharedDir, 'testbed', 'sshd-up.sh')),
} satisfies Record<string, () => boolean>;

export type Requirement = keyof typeof checks;

/** Test material that lives beside the repository and may be absent in a fresh clone. */
export const sharedDir = process.env['GPU_LEASE_SHARED'] ?? join(import.meta.dirname, '..', '..', 'shared');

const known = new Map<Requirement, boolean>();

/** For `it(name, { skip: missing('sshd') }, ...)`: `false` when everything is there, else the reason. */
export function missing(...requirements: Requirement[]): string | false {
  const absent = requirements.filter((name) => {
    if (!known.has(name)) known.set(name, checks[name]());
    return !known.get(name);
  });
  return absent.length > 0 ? `needs ${absent.join(', ')}` : false;
}

function runs(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}
