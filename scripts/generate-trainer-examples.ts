import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { knownPlatforms } from '../src/cli/known-platforms.ts';
import { proposeJob } from '../src/job/init.ts';
import { parseJob } from '../src/job/load.ts';
import type { Generated } from './generate-job-schema.ts';

const EXAMPLES = 'examples';

/** Folders with a script of somebody who uses that trainer, and nothing of ours in it. */
const TRAINERS = ['accelerate', 'keras', 'lightning', 'nanogpt', 'transformers', 'trl'];

/**
 * The job file of each, as `gpu-lease init` writes it there. The long tests of test/frameworks live the same scripts with it, on boxes
 * that are taken away.
 */
export function generateTrainerExamples(): Generated[] {
  return TRAINERS.map((name) => {
    const dir = join(import.meta.dirname, '..', EXAMPLES, name);
    const files = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && each.name !== 'gpu-lease.yml')
      .map((each) => relative(dir, join(each.parentPath, each.name)).replaceAll('\\', '/'))
      .sort();
    const read = (path: string) => (files.includes(path) ? readFileSync(join(dir, path), 'utf8') : undefined);
    const { yaml } = proposeJob({ files, read }, name);
    const path = `${EXAMPLES}/${name}/gpu-lease.yml`;
    parseJob(yaml, path, knownPlatforms());
    return { path, content: yaml };
  });
}
