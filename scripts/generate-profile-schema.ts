import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Generated } from './generate-job-schema.ts';
import { profileJsonSchema } from './profile-json-schema.ts';

const ROOT = join(import.meta.dirname, '..');

/** The JSON Schema by which editors complete and check a profile. */
export const generateProfileSchema = (): Generated[] => [
  { path: 'schemas/profile.schema.json', content: `${JSON.stringify(profileJsonSchema(), null, 2)}\n` },
];

if (process.argv[1] === import.meta.filename) {
  for (const { path, content } of generateProfileSchema()) writeFileSync(join(ROOT, path), content);
}
