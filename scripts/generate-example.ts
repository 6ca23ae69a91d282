import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keysOfJob } from '../src/cli/init-github.ts';
import { knownPlatforms } from '../src/cli/known-platforms.ts';
import { UNKNOWN } from '../src/cli/suite-source.ts';
import { callerFiles } from '../src/github/caller-files.ts';
import { parseJob } from '../src/job/load.ts';
import type { Generated } from './generate-job-schema.ts';

const EXAMPLE = 'examples/repository';

/** The workflow files of the example repository, as `init --github` writes them from a copy that knows no commit of its own. */
export function generateExample(): Generated[] {
  const path = join(import.meta.dirname, '..', EXAMPLE, 'gpu-lease.yml');
  const { job } = parseJob(readFileSync(path, 'utf8'), path, knownPlatforms());
  return callerFiles({ ...UNKNOWN, keys: keysOfJob(job) }).map((file) => ({
    path: `${EXAMPLE}/${file.path}`,
    content: file.text,
  }));
}
