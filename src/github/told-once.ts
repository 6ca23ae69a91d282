import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a text was not told yet in this job of a workflow: its steps are processes, which share the runner's own temporary
 * folder. It is emptied with the job. Where there is none everything is new.
 */
export const toldOnce =
  ({ RUNNER_TEMP: dir }: NodeJS.ProcessEnv) =>
  (text: string): boolean => {
    if (!dir) return true;
    const mark = createHash('sha256').update(text).digest('hex').slice(0, 32);
    try {
      writeFileSync(join(dir, `gpu-lease-told-${mark}`), '', { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'EEXIST';
    }
  };
