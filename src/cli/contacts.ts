import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether this user of this machine was never told of that box before. A state directory that takes no file forgets. */
export function isFirstContact(stateDir: string, box: string): boolean {
  const dir = join(stateDir, 'contacts');
  const name = createHash('sha256').update(box).digest('hex').slice(0, 32);
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    writeFileSync(join(dir, name), '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
}
