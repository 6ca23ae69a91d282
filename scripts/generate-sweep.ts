import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';
import type { Generated } from './generate-job-schema.ts';

/** Assembles the WebAssembly loop of the value check; wabt is the reference assembler of the text format. */
export async function generateSweep(): Promise<Generated[]> {
  const source = 'src/verify/sweep-simd.wat';
  const assembler = await wabt();
  const module = assembler.parseWat(source, readFileSync(join(import.meta.dirname, '..', source), 'utf8'), {
    simd: true,
  });
  const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64');
  module.destroy();
  const lines = base64.match(/.{1,100}/g) ?? [];
  const content = [
    '/** Generated from sweep-simd.wat by "npm run generate -- sweep". WebAssembly, base64. */',
    'export const SWEEP_MODULE =',
    `${lines.map((line) => `  '${line}'`).join(' +\n')};`,
    '',
  ].join('\n');
  return [{ path: 'src/verify/sweep-module.ts', content }];
}
