import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { BoundJob } from '../course/bound-job.ts';
import { Problem } from '../problem.ts';
import type { Settings } from './settings.ts';

/** What comes home is held against the job file of its commit, so it has to be there. @throws Problem `job-not-committed` */
export function requireCommitted(settings: Settings, { code, dir }: BoundJob, bound: string): void {
  const name = basename(resolve(settings.cwd, settings.value('job') ?? 'gpu-lease.yml'));
  const sha256 = createHash('sha256')
    .update(readFileSync(join(dir, name)))
    .digest('hex');
  if (code.files.some((each) => each.path === name && each.sha256 === sha256)) return;
  throw new Problem({
    code: 'job-not-committed',
    kind: 'usage',
    what: `${name} is not part of commit ${code.commit.slice(0, 12)}, and ${bound} is bound to that.`,
    next: 'Commit it and push, then run the same command again.',
  });
}
