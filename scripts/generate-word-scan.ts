import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';
import type { Generated } from './generate-job-schema.ts';

const FOLDER = 'src/verify/tensor';
/** Source, module that is made of it, and the constant in that. */
const LOOPS = [
  ['word-scan-simd.wat', 'word-scan-module.ts', 'WORD_SCAN_MODULE'],
  ['moments-simd.wat', 'moments-module.ts', 'MOMENTS_MODULE'],
] as const;

/** Assembles the WebAssembly loops of the value check; wabt is the reference assembler of the text format. */
export async function generateWordScan(): Promise<Generated[]> {
  const assembler = await wabt();
  return LOOPS.map(([source, module, name]) => {
    const text = readFileSync(join(import.meta.dirname, '..', FOLDER, source), 'utf8');
    const parsed = assembler.parseWat(source, text, { simd: true });
    const base64 = Buffer.from(parsed.toBinary({}).buffer).toString('base64');
    parsed.destroy();
    const lines = base64.match(/.{1,100}/g) ?? [];
    const content = [
      `/** Generated from ${source} by "npm run generate -- word-scan". WebAssembly, base64. */`,
      `export const ${name} =`,
      `${lines.map((line) => `  '${line}'`).join(' +\n')};`,
      '',
    ].join('\n');
    return { path: `${FOLDER}/${module}`, content };
  });
}
