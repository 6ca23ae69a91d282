import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cases } from '../cases.ts';

const small = () => new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures/torch-small.pt')));

export const cases: Cases = {
  formats: [
    {
      format: 'torch-zip',
      name: 'torch 1.13',
      bytes: small,
      options: { role: 'checkpoint' },
      verdict: 'pass',
    },
  ],
};
