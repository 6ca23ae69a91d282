import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot } from '../scenarios/run-bundle.ts';

/**
 * Bundles the life of a rented box so that starting one costs little: a table of kills starts hundreds. One CommonJS
 * file, because Node keeps compiled code of no other kind; `start.cjs` beside it keeps it.
 *
 * @param dir inside the repository, because the program looks for `package.json` and `profiles/` above itself
 * @returns what to start with Node
 */
export async function buildLifeProgram(dir: string): Promise<string> {
  const from = join(repositoryRoot, 'test', 'faults');
  await build({
    entryPoints: [
      { in: join(from, 'rented-life-process.ts'), out: 'life' },
      { in: join(from, 'compiled-start-process.ts'), out: 'start' },
    ],
    outdir: dir,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    outExtension: { '.js': '.cjs' },
    external: ['*.node', 'cpu-features'],
    define: { 'import.meta.url': '__here' },
    banner: { js: "const __here = require('node:url').pathToFileURL(__filename).href;" },
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'silent',
  });
  // As the product's own bundle does: what is laid down on a box lies beside it.
  await copyFile(join(repositoryRoot, 'src', 'box', 'dead-man.sh'), join(dir, 'dead-man.sh'));
  return join(dir, 'start.cjs');
}
