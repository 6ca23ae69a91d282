import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';
import type { Generated } from './generate-job-schema.ts';

/** Assembles the WebAssembly loop of the value check; wabt is the reference assembler of the text format. */
export async function generateWordScan(): Promise<Generated[]> {
  const source = 'src/verify/tensor/word-scan-simd.wat';
  const assembler = await wabt();
  const module = assembler.parseWat(source, readFileSync(join(import.meta.dirname, '..', source), 'utf8'), {
    simd: true,
  });
  const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64');
  module.destroy();
  const lines = base64.match(/.{1,100}/g) ?? [];
  const content = [
    '/** Generated from word-scan-simd.wat by "npm run generate -- word-scan". WebAssembly, base64. */',
    'export const WORD_SCAN_MODULE =',
    `${lines.map((line) => `  '${line}'`).join(' +\n')};`,
    '',
  ].join('\n');
  return [{ path: 'src/verify/tensor/word-scan-module.ts', content }];
}
