import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** A PATH on which every program is busybox's. */
export function busyboxPath(base: string): string {
  const bin = join(base, 'busybox-bin');
  mkdirSync(bin);
  const busybox = execFileSync('sh', ['-c', 'command -v busybox'], { encoding: 'utf8' }).trim();
  for (const name of execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n'))
    symlinkSync(busybox, join(bin, name));
  return bin;
}
