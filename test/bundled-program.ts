import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** A program of the tests as one file, so that no start of it compiles the sources. It goes when this process does. */
export function bundledProgram(source: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'gl-program-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const outfile = join(dir, 'program.mjs');
  buildSync({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'esm' });
  return outfile;
}
